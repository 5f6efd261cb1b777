"""Facts about finished pictures: straight alpha and colours behind them."""

import numpy as np

from cna_avatars.catalog.png import premultiply
from cna_avatars.software.compositing import over, straight

from .helpers.software_scene import draw, model, picture

SLANTED = np.array([(-1, -1, 0.5), (-1, 1, 0.5), (1, 0.9, 0.5)], np.float32)


def test_edges_of_a_picture_with_straight_alpha_have_no_fringe() -> None:
    """Half covered pixels have the colour of the thing, not of the emptiness beside it."""
    pixels = picture(draw(model(SLANTED, (0, 1, 2), colors=[(1, 0.5, 0.25, 0)])), size=32).astype(np.uint8)
    finished = straight(pixels).astype(int)
    partly = (finished[..., 3] > 0) & (finished[..., 3] < 255)
    assert partly.sum() > 5
    assert np.abs(finished[partly][:, :3] - (255, 128, 64)).max() <= 2
    assert not finished[finished[..., 3] == 0].any()


def test_straight_alpha_is_the_inverse_of_premultiplying() -> None:
    random = np.random.default_rng(5)
    rgba = random.integers(0, 256, (64, 64, 4)).astype(np.uint8)
    once = premultiply(rgba)
    assert np.abs(premultiply(straight(once)).astype(int) - once).max() <= 1
    opaque = rgba.copy()
    opaque[..., 3] = 255
    assert (straight(opaque) == opaque).all()


def test_a_colour_behind_shows_as_far_as_the_picture_is_transparent() -> None:
    pixels = np.array([[(0, 0, 0, 0), (10, 20, 30, 255), (64, 0, 0, 128)]], np.uint8)
    assert over(pixels, (200, 100, 51)).tolist() == [[[200, 100, 51], [10, 20, 30], [164, 50, 25]]]
