"""Facts about what the software renderer draws: those that the WebGL2 renderer is held to, and a few more."""

import hashlib

import numpy as np
import pytest

from cna_avatars.errors import ArgumentOutOfRangeError
from cna_avatars.math3d import create_perspective_field_of_view, create_rotation_y, create_shadow, multiply
from cna_avatars.renderer.device import SilhouetteDraw, View
from cna_avatars.software import SoftwareDevice, device

from .helpers.software_scene import QUAD_INDICES, QUAD_UVS, center, draw, model, picture, quad

FULL = quad(-1, -1, 1, 1)
SIDES = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


# --- light --------------------------------------------------------------------------------------------------------


def test_ambient_light_multiplies_the_colour_once() -> None:
    thing = model(FULL, colors=[(0.25, 0.5, 0.75, 0)])
    assert center(picture(draw(thing))) == [64, 128, 191, 255]


def test_directional_light_adds_to_ambient_by_the_cosine() -> None:
    angle = np.radians(60)
    thing = model(FULL, colors=[(0.5, 0.75, 1, 0)])
    pixel = center(
        picture(
            draw(
                thing,
                ambient=(0.1, 0.2, 0.3),
                light_color=(0.8, 0.6, 0.4),
                light_direction=(np.sin(angle), 0, -np.cos(angle)),
            )
        )
    )
    expected = np.rint(255 * np.array([0.5, 0.75, 1]) * (np.array([0.1, 0.2, 0.3]) + np.array([0.4, 0.3, 0.2])))
    assert np.abs(pixel[:3] - expected).max() <= 1


@pytest.mark.parametrize("normal", SIDES)
@pytest.mark.parametrize("travels", SIDES)
def test_each_side_is_lit_from_its_own_direction_only(normal: tuple, travels: tuple) -> None:
    thing = model(FULL, normals=normal)
    pixel = center(
        picture(draw(thing, ambient=(0.2, 0.2, 0.2), light_color=(0.6, 0.4, 0.2), light_direction=travels), size=4)
    )
    lit = np.dot(normal, travels) == -1
    assert pixel == ([204, 153, 102, 255] if lit else [51, 51, 51, 255])


def test_highlight_has_power_24_and_a_level_of_12_percent() -> None:
    tilt = np.radians(20)
    eye = np.array([0, 0, 0.5]) + 3 * np.array([np.sin(tilt), 0, np.cos(tilt)])
    thing = model(quad(-1e-3, -1e-3, 1e-3, 1e-3), colors=[(0, 0, 0, 0.8)])
    zoomed = np.diag([1000.0, 1000.0, 1, 1])
    pixel = center(picture(draw(thing, view_projection=zoomed, light_color=(1, 0.75, 0.5), ambient=(0, 0, 0), eye=eye)))
    expected = 255 * 0.8 * 0.12 * np.cos(tilt / 2) ** 24 * np.array([1, 0.75, 0.5])
    assert np.abs(pixel[:3] - expected).max() <= 0.6


def test_no_highlight_where_the_surface_looks_away_from_the_light() -> None:
    thing = model(FULL, colors=[(1, 1, 1, 1)])
    scene = draw(thing, ambient=(0.2, 0.4, 0.6), light_color=(1, 1, 1), light_direction=(0, 0, 1))
    assert center(picture(scene)) == [51, 102, 153, 255]


def test_no_highlight_from_a_light_below_the_surface_even_where_eye_and_light_almost_meet() -> None:
    thing = model(FULL, colors=[(0, 0, 0, 2)])
    below = (-np.sqrt(0.99), 0, 0.1)
    eye = 1e6 * np.array([-0.8, 0, 0.6])
    assert center(picture(draw(thing, eye=eye, light_color=(1, 1, 1), light_direction=below))) == [0, 0, 0, 255]
    above = (-np.sqrt(0.99), 0, -0.1)
    assert center(picture(draw(thing, eye=eye, light_color=(1, 1, 1), light_direction=above)))[0] > 5


def test_lights_above_one_saturate_and_lights_below_zero_take_away() -> None:
    thing = model(FULL, colors=[(0.5, 0.5, 0.5, 0)])
    assert center(picture(draw(thing, ambient=(3, 1.5, 1)))) == [255, 191, 128, 255]
    assert center(picture(draw(thing, ambient=(1, 1, 1), light_color=(-0.5, -1, -9)))) == [64, 0, 0, 255]


def test_a_world_that_flattens_everything_is_drawn_flat() -> None:
    world = create_shadow((0.0, 0.0, 1.0), (0.0, 0.0, 1.0, -0.25))
    corners = np.concatenate([quad(-1, -1, 1, 1, 0.9)])
    pixels = picture(draw(model(corners), world=world, ambient=(0.2, 0.2, 0.2), light_color=(1, 1, 1)))
    assert (pixels[..., 3] == 255).all()
    assert np.isfinite(pixels).all()


# --- geometry -----------------------------------------------------------------------------------------------------


def test_front_faces_are_clockwise() -> None:
    assert center(picture(draw(model(FULL))))[3] == 255
    assert center(picture(draw(model(FULL, (0, 2, 1, 0, 3, 2)))))[3] == 0


@pytest.mark.parametrize(("depth", "seen"), [(0.01, True), (0.99, True), (-0.01, False), (1.01, False)])
def test_depth_runs_from_0_to_w(depth: float, seen: bool) -> None:
    assert (center(picture(draw(model(quad(-1, -1, 1, 1, depth)))))[3] == 255) is seen


@pytest.mark.parametrize("samples", [1, 4])
def test_nearer_parts_hide_farther_ones_whatever_the_order(samples: int) -> None:
    corners = np.concatenate([quad(-1, -1, 1, 1, 0.2), quad(-1, -1, 1, 1, 0.7)])
    for indices in ([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7], [4, 5, 6, 4, 6, 7, 0, 1, 2, 0, 2, 3]):
        thing = model(
            corners,
            indices,
            parts=np.repeat([0, 1], 4),
            colors=[(1, 0, 0, 0), (0, 1, 0, 0)],
            windows=[(-1, 1, 1, 0)] * 2,
        )
        assert (picture(draw(thing), samples=samples) == (255, 0, 0, 255)).all()


def test_depth_may_be_a_negative_zero() -> None:
    flat = np.diag([1.0, 1.0, -0.0, 1.0])
    flat[[0, 1, 3], 2] = -0.0
    thing, behind = model(quad(0.1, 0.1, 0.9, 0.9), colors=[(1, 0, 0, 0)]), model(quad(-1, -1, 1, 1, 0.2))
    pixels = picture(draw(thing, view_projection=flat), draw(behind))
    assert list(pixels[4, 12]) == [255, 0, 0, 255]


def test_of_two_parts_at_one_depth_the_later_is_seen() -> None:
    corners = np.concatenate([FULL, FULL])
    thing = model(
        corners,
        [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7],
        parts=np.repeat([0, 1], 4),
        colors=[(1, 0, 0, 0), (0, 1, 0, 0)],
        windows=[(-1, 1, 1, 0)] * 2,
    )
    assert (picture(draw(thing)) == (0, 255, 0, 255)).all()


def test_of_two_parts_at_one_depth_the_later_is_seen_also_when_the_first_was_cut() -> None:
    huge = np.array([(-1e6, -1e6, 0.5), (-1e6, 1e6, 0.5), (1e6, 1e6, 0.5), (1e6, -1e6, 0.5)], np.float32)
    thing = model(
        np.concatenate([huge, FULL]),
        [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7],
        parts=np.repeat([0, 1], 4),
        colors=[(1, 0, 0, 0), (0, 1, 0, 0)],
        windows=[(-1, 1, 1, 0)] * 2,
    )
    assert (picture(draw(thing)) == (0, 255, 0, 255)).all()


def test_surfaces_that_cross_hide_each_other_on_either_side() -> None:
    slope = np.array([(-1, -1, 0.1), (-1, 1, 0.1), (1, 1, 0.9), (1, -1, 0.9)], np.float32)
    thing = model(
        np.concatenate([slope, FULL]),
        [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7],
        parts=np.repeat([0, 1], 4),
        colors=[(1, 0, 0, 0), (0, 1, 0, 0)],
        windows=[(-1, 1, 1, 0)] * 2,
    )
    pixels = picture(draw(thing))
    assert (pixels[:, :8] == (255, 0, 0, 255)).all()
    assert (pixels[:, 8:] == (0, 255, 0, 255)).all()


def test_a_point_lands_where_bone_world_and_projection_put_it() -> None:
    cos, sin = np.cos(0.5), np.sin(0.5)
    bone = np.array([[cos, sin, 0, 0], [-sin, cos, 0, 0], [0, 0, 1, 0], [0.15, -0.1, 0.05, 1]])
    world = create_rotation_y(0.4)
    world[3, :3] = (-0.2, 0.25, 0.1)
    view_projection = np.array([[1.5, 0.1, 0, 0], [0.2, 1.25, 0, 0], [0, 0, 0.4, 0.2], [0.05, 0.1, 0.5, 1.1]])
    point, half, size = np.array([0.2, 0.3, 0.1]), 0.02, 200
    corners = point + np.array([(-half, -half, 0), (-half, half, 0), (half, half, 0), (half, -half, 0)])
    thing = model(corners, [*QUAD_INDICES, *reversed(QUAD_INDICES)], joints=(5, 0, 0, 0))
    bones = np.tile(np.eye(3, 4), (6, 1, 1))
    bones[5] = bone.T[:3]
    pixels = picture(draw(thing, world=world, view_projection=view_projection, bones=bones), size=size)
    rows, columns = np.nonzero(pixels[..., 3] > 127)
    clip = np.append(point, 1) @ bone @ world @ view_projection
    expected = (clip[:2] / clip[3] * (1, -1) + 1) / 2 * size
    assert np.abs((columns.mean() + 0.5, rows.mean() + 0.5) - expected).max() < 0.6


def test_weights_blend_four_bones() -> None:
    bones = np.tile(np.eye(3, 4), (71, 1, 1))
    bones[70, 0, 3], bones[3, 0, 3], bones[9, 0, 3], bones[12, 0, 3] = 0.5, 0.25, 9.0, -0.75
    thing = model(quad(-0.05, -0.05, 0.05, 0.05), joints=(70, 3, 9, 12), weights=(51, 102, 0, 102))
    columns = np.nonzero(picture(draw(thing, bones=bones), size=200)[100, :, 3] > 127)[0]
    assert abs(columns.mean() + 0.5 - (0.2 * 0.5 + 0.4 * 0.25 - 0.4 * 0.75 + 1) * 100) < 0.6


def test_normals_follow_bone_and_world() -> None:
    cos, sin = np.cos(0.7), np.sin(0.7)
    bone = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
    world = multiply(create_rotation_y(0.4), np.diag([1.0, 1.0, 0.25, 1.0]))
    normal, light = np.array([0.6, 0, 0.8]), np.array([0.2, -0.5, -0.84])
    thing = model(quad(-1, -1, 1, 1, 0.5), normals=normal)
    scene = draw(
        thing,
        world=world,
        bones=[np.hstack([bone.T, np.zeros((3, 1))])],
        ambient=(0, 0, 0),
        light_color=(1, 1, 1),
        light_direction=light.tolist(),
    )
    turned = normal @ bone @ np.linalg.inv(world[:3, :3]).T
    cosine = -(turned / np.linalg.norm(turned)) @ light
    assert 0.3 < cosine < 0.95
    assert abs(center(picture(scene))[0] - 255 * cosine) <= 1


def test_a_mirrored_world_mirrors_normals_and_does_not_turn_them_inside_out() -> None:
    light = np.array([0.6, 0, -0.8])
    thing = model(FULL, (0, 2, 1, 0, 3, 2), normals=(0.6, 0, 0.8))
    scene = draw(
        thing, world=np.diag([-1.0, 1, 1, 1]), ambient=(0, 0, 0), light_color=(1, 1, 1), light_direction=light.tolist()
    )
    assert center(picture(scene)) == [255, 255, 255, 255]


def test_attributes_are_correct_in_perspective() -> None:
    """A floor that runs away from the eye: its texture's middle lies far above the middle of the picture's floor."""
    projection = create_perspective_field_of_view(1.5, 1.0, 0.1, 50.0)
    floor = np.array([(-4, -1, -1), (-4, -1, -21), (4, -1, -21), (4, -1, -1)], np.float32)
    layers = np.zeros((1, 64, 64, 4), np.uint8)
    layers[0, :32] = (255, 0, 0, 255)
    layers[0, 32:] = (0, 0, 255, 255)
    thing = model(floor, uvs=QUAD_UVS, windows=[(0, 1, 1, 0)], layers=layers)
    pixels = picture(draw(thing, view_projection=projection, eye=(0, 0, 0)), size=128)
    first_blue = np.flatnonzero(pixels[:, 64, 2] > 127)[0]
    expected = 64 + 64 / np.tan(0.75) / 11  # the middle is 11 metres away
    assert abs(first_blue - expected) <= 1


def test_what_reaches_behind_the_eye_is_cut_at_the_near_plane() -> None:
    projection = create_perspective_field_of_view(1.5, 1.0, 0.1, 50.0)
    floor = np.array([(-4, -1, 9), (-4, -1, -21), (4, -1, -21), (4, -1, 9)], np.float32)
    pixels = picture(draw(model(floor), view_projection=projection), size=64)
    horizon = 32 + 32 / np.tan(0.75) / 21
    assert not pixels[: int(horizon) - 1, :, 3].any()
    assert (pixels[-8:, :, 3] == 255).all()


def test_a_cut_leaves_no_seam_and_keeps_attributes() -> None:
    """The cut wall looks as one that ends at the near plane does."""
    projection = create_perspective_field_of_view(1.5, 1.0, 0.1, 50.0)
    ramp = np.arange(64, dtype=np.uint8) * 4
    layers = np.zeros((1, 64, 64, 4), np.uint8)
    layers[0, ..., 0], layers[0, ..., 1], layers[0, ..., 3] = ramp, ramp[:, None], 255
    corners = np.array([(-0.5, -1, 9), (-0.5, 1, 9), (0.5, 1, -11), (0.5, -1, -11)], np.float32)
    uvs = QUAD_UVS
    near = (9 + 0.1 + 1e-4) / 20
    trimmed = corners.copy()
    trimmed[:2] += (trimmed[[3, 2]] - trimmed[:2])[[0, 1]] * near
    trimmed_uvs = uvs.copy()
    trimmed_uvs[:2, 0] = near
    common = {"windows": [(0, 1, 1, 0)], "layers": layers}
    both = (*QUAD_INDICES, 0, 2, 1, 0, 3, 2)  # seen from either side
    whole = picture(draw(model(corners, both, uvs=uvs, **common), view_projection=projection), size=64)
    known = picture(draw(model(trimmed, both, uvs=trimmed_uvs, **common), view_projection=projection), size=64)
    assert (whole[..., 3] > 0).sum() > 500
    assert np.abs(whole - known).mean() < 0.5
    assert ((whole[..., 3] > 127) == (known[..., 3] > 127)).mean() > 0.995


def test_triangles_far_larger_than_the_picture_fill_it() -> None:
    huge = np.array([(-1e6, -1e6, 0.5), (-1e6, 1e6, 0.5), (1e6, 1e6, 0.5), (1e6, -1e6, 0.5)], np.float32)
    assert (picture(draw(model(huge)), size=64) == 255).all()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 3e38])
def test_numbers_that_are_not_finite_draw_nothing_and_harm_nothing(value: float) -> None:
    corners = np.concatenate([FULL, quad(-1, -1, 1, 1, 0.1)])
    corners[4:, 0] = value
    thing = model(corners, [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7])
    assert (picture(draw(thing, view_projection=np.diag([2.0, 2.0, 1.0, 1.0]))) == 255).all()
    bones = np.full((71, 3, 4), value)
    picture(draw(thing, bones=bones))


def test_nothing_to_draw_is_transparent() -> None:
    assert not SoftwareDevice(5, 3).picture().any()
    assert SoftwareDevice(5, 3).picture().shape == (3, 5, 4)
    empty = model(FULL, ())
    assert not picture(draw(empty)).any()


def test_a_sample_of_four_counts_a_quarter_with_halves_rounded_up() -> None:
    """The lower left of a pixel's four samples alone: half of 255 and nothing is 128, half of that 64."""
    pixel = 2 / 16
    thing = model(quad(-1, -1, -1 + 0.3 * pixel, -1 + 0.75 * pixel))
    pixels = picture(draw(thing))
    assert pixels[-1, 0].tolist() == [64] * 4
    assert pixels[..., 3].sum() == 64


def test_what_is_partly_hidden_is_coloured_as_if_it_were_not() -> None:
    """A gradient of 64 a pixel; something black before it covers the left half of the pixels in a column."""
    layers = np.zeros((1, 1, 2, 4), np.uint8)
    layers[0, 0] = [(0, 0, 0, 255), (255, 255, 255, 255)]
    uvs = QUAD_UVS * (2, 1) - (0.5, 0)
    gradient = model(FULL, uvs=uvs, windows=[(0, 1, 1, 0)], layers=layers)
    shutter = model(quad(-1, -1, 1 / 16, 1, 0.1), colors=[(0, 0, 0, 0)])
    pixels = picture(draw(gradient), draw(shutter))
    middle = 255 * ((8.5 / 16 * 2 - 0.5) * 2 - 0.5)
    assert np.abs(pixels[1:-1, 8, 0] - middle / 2).max() <= 1.5


def test_a_picture_in_bands_is_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bands of three rows; the face's mip levels come from squares of pixels that bands cut."""
    tile = np.random.default_rng(6).integers(0, 256, (1, 32, 32, 4)).astype(np.uint8)
    tile[..., 3] = 255
    corners = np.array([(-1, -1, 0.5), (-1, 1, 0.5), (1, 0.9, 0.5), (1, -0.7, 0.2)], np.float32)
    thing = model(
        np.tile(corners, (2, 1)),
        QUAD_INDICES,
        [4, 5, 6, 4, 6, 7],
        uvs=np.tile(QUAD_UVS, (2, 1)),
        parts=np.repeat([0, 1], 4),
        colors=[(1, 1, 1, 0)] * 2,
        windows=[(-1, 1, 1, 0), (0, 1, 1, 0)],
        tiles=tile,
    )
    whole = picture(draw(thing), size=20)
    monkeypatch.setattr(device, "_MOST_PIXELS_AT_ONCE", 60)
    assert (picture(draw(thing), size=20) == whole).all()
    assert len(np.flatnonzero(whole.any(-1))) > 300


def test_a_picture_is_the_same_to_the_byte_on_every_machine() -> None:
    """Lit, textured, in perspective, cut at the near plane, with a face; made of whole numbers that are the same everywhere."""
    numbers = (np.arange(3 * 64 * 32 * 4, dtype=np.int64) * 2654435761 % 251).astype(np.uint8).reshape(3, 64, 32, 4)
    numbers[..., :3] = np.minimum(numbers[..., :3], numbers[..., 3:])
    corners = np.concatenate([quad(-3, -2, 3, 2, z) for z in (-5, -4.5)]) + np.tile(
        [(0, 0, 0), (0, 0, 9), (0, 0, 1), (0, 0, -3)], (2, 1)
    )
    thing = model(
        corners,
        QUAD_INDICES,
        [4, 5, 6, 4, 6, 7],
        normals=np.tile([(0.6, 0, 0.8), (0, 0.6, 0.8), (-0.6, 0, 0.8), (0, 0, 1)], (2, 1)),
        uvs=np.tile(QUAD_UVS, (2, 1)),
        parts=np.repeat([0, 1], 4),
        colors=[(0.9, 0.7, 0.5, 1.5), (1, 1, 1, 0.5)],
        windows=[(0, 1, 0.5, 0), (0, 1, 1, 3)],
        layers=numbers,
        tiles=np.ascontiguousarray(numbers[:, :32]),
    )
    projection = np.array([[1.375, 0, 0, 0], [0, 1.375, 0, 0], [0, 0, -1.0625, -1], [0, 0, -0.53125, 0]])
    lights = {"ambient": (0.4, 0.3, 0.2), "light_color": (0.5, 0.6, 0.7), "light_direction": (0.36, -0.48, -0.8)}
    pixels = picture(
        draw(thing, view_projection=projection, eye=(0, 0, 0), tiles=(0, 0, 0, 2, 0, 0, 0), **lights), size=48
    )
    assert (pixels[..., 3] == 255).mean() > 0.5
    digest = hashlib.sha256(pixels.astype(np.uint8).tobytes()).hexdigest()
    assert digest[:16] == "563c5764dd48bf40"


# --- samples, several things --------------------------------------------------------------------------------------


def test_edges_are_averaged_from_samples_and_premultiplied() -> None:
    corners = np.array([(-1, -1, 0.5), (-1, 1, 0.5), (1, 0.9, 0.5)], np.float32)
    pixels = picture(draw(model(corners, (0, 1, 2))), size=32)
    partly = (pixels[..., 3] > 0) & (pixels[..., 3] < 255)
    assert partly.sum() > 5
    assert (pixels[partly][:, :3] == pixels[partly][:, 3:]).all()
    one = picture(draw(model(corners, (0, 1, 2))), size=32, samples=1)
    assert set(one[..., 3].ravel().tolist()) == {0, 255}


def test_avatars_of_one_picture_hide_each_other_and_keep_their_own_bones() -> None:
    thing = model(quad(-0.3, -0.3, 0.3, 0.3))
    moved = []
    for offset in (-0.5, 0.5):
        bones = np.tile(np.eye(3, 4), (1, 1, 1))
        bones[0, 0, 3] = offset
        moved.append(draw(thing, bones=bones))
    alpha = picture(*moved, size=32)[16, :, 3]
    assert [int(alpha[column]) for column in (8, 16, 24)] == [255, 0, 255]
    near, far = model(quad(-1, -1, 1, 1, 0.2), colors=[(1, 0, 0, 0)]), model(FULL, colors=[(0, 1, 0, 0)])
    for order in ((near, far), (far, near)):
        assert center(picture(*(draw(one) for one in order))) == [255, 0, 0, 255]


def test_the_silhouette_is_blended_over_what_is_there() -> None:
    screen = SoftwareDevice(64, 64)
    world = np.diag([0.8, 0.8, 0.1, 1.0])
    world[3, 2] = 0.5
    view = View(np.eye(4), np.zeros(3))
    screen.draw_silhouette(SilhouetteDraw(world, view, (0.1, 0.2, 0.4, 0.5)))
    screen.draw_avatar(draw(model(quad(0, 0, 1, 1, 0.9), colors=[(1, 0, 0, 0)])))
    screen.draw_avatar(draw(model(quad(-1, 0, 0, 1, 0.1), colors=[(0, 1, 0, 0)])))
    pixels = screen.picture().astype(int)
    assert np.abs(pixels[40, 40] - (26, 51, 102, 128)).max() <= 1
    assert np.abs(pixels[24, 40] - (26 + 127, 51, 102, 255)).max() <= 1
    assert list(pixels[24, 24]) == [0, 255, 0, 255]
    screen.clear()
    assert not screen.picture().any()


@pytest.mark.parametrize(("width", "height", "samples"), [(0, 4, 4), (4, 4097, 4), (4, 4, 2)])
def test_sizes_and_sample_counts_have_limits(width: int, height: int, samples: int) -> None:
    with pytest.raises(ArgumentOutOfRangeError):
        SoftwareDevice(width, height, samples)
