"""Facts about the software renderer's textures: parts' corners of layers, and the tiles of a face."""

import numpy as np
import pytest
from numpy.typing import NDArray

from cna_avatars.assembly.model import AssembledModel
from cna_avatars.software.textures import mip_levels, sample_linear, sample_mipmapped

from .helpers.software_scene import QUAD_INDICES, QUAD_UVS, draw, model, picture, quad

MAGENTA = (255, 0, 255, 255)
TILE_SIZE = 32


def tile_set(**colors: tuple[int, int, int, int]) -> NDArray[np.uint8]:
    """Nine tiles: the named ones (`t4=...`) of one colour, all others magenta."""
    pixels = np.full((9, TILE_SIZE, TILE_SIZE, 4), MAGENTA, np.uint8)
    for name, color in colors.items():
        pixels[int(name[1:])] = color
    return pixels


def face(tiles: NDArray[np.uint8], first: int, second: int, color_second: tuple = (1, 1, 1, 0)) -> AssembledModel:
    """A black head with two decals in front of it, of two features; the second is an iris."""
    corners = np.concatenate([quad(-1, -1, 1, 1, depth) for depth in (0.5, 0.4, 0.3)])
    return model(
        corners,
        QUAD_INDICES,
        [4, 5, 6, 4, 6, 7, 8, 9, 10, 8, 10, 11],
        uvs=np.tile(QUAD_UVS, (3, 1)),
        parts=np.repeat([0, 1, 2], 4),
        colors=[(0, 0, 0, 0), (1, 1, 1, 0), color_second],
        windows=[(-1, 1, 1, 0), (0, 1, 1, first), (0, 1, 1, second)],
        tiles=tiles,
    )


def test_uvs_select_texels_of_the_parts_own_corner() -> None:
    layers = np.full((2, 8, 8, 4), MAGENTA, np.uint8)
    layers[1, :2, :4] = (10, 20, 30, 255)
    layers[1, 2:4, :4] = (40, 50, 60, 255)
    thing = model(quad(-1, -1, 1, 1), uvs=QUAD_UVS, windows=[(1, 0.5, 0.5, 0)], layers=layers)
    pixels = picture(draw(thing), size=64)
    assert list(pixels[0, 0]) == [10, 20, 30, 255]
    assert list(pixels[63, 63]) == [40, 50, 60, 255]
    assert pixels[..., 0].max() <= 40


def test_between_two_texels_colours_are_mixed_and_at_the_edge_clamped() -> None:
    layers = np.zeros((1, 1, 2, 4), np.uint8)
    layers[0, 0] = [(0, 0, 0, 255), (200, 100, 50, 255)]
    u = np.array([-1.0, 0.25, 0.5, 0.625, 0.75, 2.0], np.float32)
    colors = 255 * sample_linear(layers, np.zeros(6, np.int64), np.stack([u, np.zeros_like(u)], 1))
    assert colors[:, 0] == pytest.approx([0, 0, 100, 150, 200, 200])


def test_mip_levels_halve_to_one_pixel_and_keep_the_mean() -> None:
    tiles = np.random.default_rng(1).integers(0, 256, (2, 16, 16, 4)).astype(np.uint8)
    levels = mip_levels(tiles)
    assert [level.shape[1:3] for level in levels] == [(16, 16), (8, 8), (4, 4), (2, 2), (1, 1)]
    assert levels[-1][:, 0, 0] == pytest.approx(tiles.mean((1, 2)), abs=2)


def test_mip_levels_round_halves_up() -> None:
    tile = np.zeros((1, 2, 2, 4), np.uint8)
    tile[0, 0] = 1
    assert mip_levels(tile)[1].tolist() == [[[[1, 1, 1, 1]]]]


def level_of(texels: float) -> float:
    """Return the level that is looked up where a pixel spans `texels`; the longer of both steps counts."""
    levels = [np.full((1, 32 >> number, 32 >> number, 4), 10 * number, np.uint8) for number in range(6)]
    step = np.array([[texels / 32, 0]], np.float32)
    place = np.zeros(1, np.int64), np.full((1, 2), 0.4, np.float32)
    with np.errstate(over="ignore"):  # as the device has it
        found = [
            sample_mipmapped(levels, *place, across, up)[0, 0]
            for across, up in ((step, step * 0), (step * 0.5, step[:, ::-1]))
        ]
    assert found[0] == found[1]
    return float(25.5 * found[0])


@pytest.mark.parametrize(
    ("texels", "level"),
    [(0.25, 0), (1, 0), (2, 1), (4, 2), (np.sqrt(8), 1.5), (3, 1.5664), (64, 5), (1e6, 5), (1e12, 5)],
)
def test_the_level_is_the_logarithm_of_the_texels_in_a_pixel(texels: float, level: float) -> None:
    """Straight between powers of the fourth root of two, as graphics cards take it."""
    assert level_of(texels) == pytest.approx(level, abs=1e-3)


def test_the_level_is_at_most_a_little_below_the_logarithm() -> None:
    for texels in np.linspace(1.01, 31, 200):
        assert -1e-4 <= np.log2(texels) - level_of(texels) < 0.0225


@pytest.mark.parametrize("feature", range(7))
def test_a_decal_shows_the_tile_of_its_feature(feature: int) -> None:
    tiles = [0] * 7
    tiles[feature] = 6
    pixels = picture(draw(face(tile_set(t6=(10, 200, 30, 255)), feature, feature), tiles=tiles))
    assert list(pixels[8, 8]) == [10, 200, 30, 255]


@pytest.mark.parametrize("size", [8, 64, 200])
def test_no_tile_bleeds_into_its_neighbour(size: int) -> None:
    pixels = picture(draw(face(tile_set(t4=(20, 160, 40, 255)), 0, 0), tiles=[4] * 7), size=size)
    assert (pixels == (20, 160, 40, 255)).all()


def test_tiles_are_averaged_when_they_are_small() -> None:
    pattern = np.zeros((1, TILE_SIZE, TILE_SIZE, 4), np.uint8)
    pattern[..., 3] = 255
    pattern[0, (np.indices((TILE_SIZE, TILE_SIZE)).sum(0) % 2) == 0] = 255
    pixels = picture(draw(face(pattern, 0, 0)), size=4)
    assert np.abs(pixels[..., :3] - 127.5).max() <= 2


def test_irises_are_drawn_over_the_whites_tinted_and_premultiplied() -> None:
    tiles = tile_set(t1=(200, 100, 60, 255), t2=(128, 64, 128, 128))
    pixels = picture(draw(face(tiles, 0, 1, (0.5, 1, 0.25, 0)), tiles=[1, 2, 0, 0, 0, 0, 0]))
    rest = 1 - 128 / 255
    assert np.abs(pixels[8, 8] - (64 + 200 * rest, 64 + 100 * rest, 32 + 60 * rest, 255)).max() <= 1


def test_what_is_nearer_hides_decals_and_decals_hide_nothing_nearer() -> None:
    behind = face(tile_set(t1=(200, 100, 60, 255)), 0, 0)
    half = model(quad(-1, -1, 0, 1, 0.1), colors=[(0, 1, 0, 0)])
    later = model(quad(-1, -1, 1, 1, 0.45), colors=[(0, 0, 1, 0)])
    pixels = picture(draw(behind, tiles=[1] * 7), draw(half), draw(later))
    assert list(pixels[8, 4]) == [0, 255, 0, 255]
    assert list(pixels[8, 12]) == [200, 100, 60, 255], "decals come after all opaque parts"


def test_a_decal_on_its_surface_is_seen() -> None:
    """At the same depth, to the bit."""
    thing = model(
        np.tile(quad(-1, -1, 1, 1), (2, 1)),
        QUAD_INDICES,
        [4, 5, 6, 4, 6, 7],
        uvs=np.tile(QUAD_UVS, (2, 1)),
        parts=np.repeat([0, 1], 4),
        colors=[(0, 0, 0, 0), (1, 1, 1, 0)],
        windows=[(-1, 1, 1, 0), (0, 1, 1, 0)],
        tiles=tile_set(t1=(9, 99, 199, 255)),
    )
    assert (picture(draw(thing, tiles=[1] * 7)) == (9, 99, 199, 255)).all()


def test_a_decal_that_is_partly_hidden_colours_only_the_samples_it_is_seen_in() -> None:
    shutter = model(quad(-1, -1, 1 / 16, 1, 0.1), colors=[(1, 0, 0, 0)])
    pixels = picture(draw(face(tile_set(t1=(0, 200, 0, 255)), 0, 0), tiles=[1] * 7), draw(shutter))
    assert np.abs(pixels[8, 8] - (128, 100, 0, 255)).max() <= 1


def test_highlights_of_a_decal_are_as_strong_as_it_is_opaque() -> None:
    tiles = tile_set(t1=(0, 0, 0, 0), t2=(0, 0, 0, 64))
    thing = face(tiles, 0, 1, (1, 1, 1, 1))
    scene = draw(thing, tiles=[1, 2, 0, 0, 0, 0, 0], light_color=(1, 1, 1), ambient=(0, 0, 0), eye=(0, 0, 50))
    assert np.abs(picture(scene)[8, 8] - (7.7, 7.7, 7.7, 255)).max() <= 1


def test_decals_over_each_other_in_one_pixel_keep_their_order() -> None:
    """Sixteen half transparent layers: each over the one before."""
    count = 16
    corners = np.concatenate([quad(-1, -1, 1, 1, 0.9 - 0.05 * number) for number in range(count)])
    decals = (np.array(QUAD_INDICES) + 4 * np.arange(count)[:, None]).ravel()
    colors = np.zeros((count, 4))
    colors[:, 0] = np.arange(count) / (count - 1)
    colors[:, 1] = np.arange(count) % 2
    tile = np.full((1, 4, 4, 4), 128, np.uint8)
    thing = model(
        corners,
        (),
        decals.tolist(),
        parts=np.repeat(np.arange(count), 4),
        colors=colors,
        windows=[(0, 1, 1, 0)] * count,
        tiles=tile,
    )
    expected = np.zeros(4)
    for color in colors:
        source = np.array([*(color[:3] * 128 / 255), 128 / 255])
        expected = np.rint(255 * (source + expected / 255 * (1 - source[3])))
    assert np.abs(picture(draw(thing))[8, 8] - expected).max() <= 1
