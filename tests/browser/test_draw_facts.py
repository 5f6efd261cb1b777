"""Facts about what the renderer draws, each on a scene small enough to compute by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from .synthetic import (
    AVATAR,
    IDENTITY,
    QUAD_INDICES,
    QUAD_UVS,
    SILHOUETTE,
    Memory,
    SyntheticPage,
    quad,
    record,
    vertices,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

SIZE = 32
FULL = quad(-1, -1, 1, 1)


def center(pixels: NDArray[np.uint8]) -> list[int]:
    """The pixel in the middle."""
    return [int(value) for value in pixels[pixels.shape[0] // 2, pixels.shape[1] // 2]]


def draw_quad(
    scene: SyntheticPage,
    *,
    corners: ArrayLike = FULL,
    color: Sequence[float] = (1, 1, 1, 0),
    normal: ArrayLike = (0, 0, 1),
    indices: Sequence[int] = QUAD_INDICES,
    index_bytes: int = 2,
    **fields: ArrayLike,
) -> NDArray[np.uint8]:
    """One rectangle of one colour."""
    memory = Memory()
    memory.model(1, vertices(corners, normals=normal), indices, colors=[color], index_bytes=index_bytes)
    memory.records.append(record(AVATAR, 1, **fields))
    scene.load(memory)
    return scene.draw(SIZE, SIZE)


def test_ambient_light_multiplies_the_colour_once(scene: SyntheticPage) -> None:
    """(0.25, 0.5, 0.75) under ambient 1 alone is (64, 128, 191): no gamma, and no colour squared."""
    assert center(draw_quad(scene, color=(0.25, 0.5, 0.75, 0))) == [64, 128, 191, 255]


def test_directional_light_adds_to_ambient_by_the_cosine(scene: SyntheticPage) -> None:
    """Light at 60 degrees counts half; the direction is the one light travels in."""
    angle = np.radians(60)
    pixel = center(
        draw_quad(
            scene,
            color=(0.5, 0.75, 1, 0),
            ambient=(0.1, 0.2, 0.3),
            light_color=(0.8, 0.6, 0.4),
            light_direction=(np.sin(angle), 0, -np.cos(angle)),
        )
    )
    expected = np.rint(255 * np.array([0.5, 0.75, 1]) * (np.array([0.1, 0.2, 0.3]) + np.array([0.4, 0.3, 0.2])))
    assert np.abs(np.array(pixel[:3]) - expected).max() <= 1
    assert pixel[3] == 255


def test_light_from_behind_adds_nothing(scene: SyntheticPage) -> None:
    """Neither diffuse nor highlight where the surface looks away from the light."""
    pixel = center(
        draw_quad(
            scene,
            color=(1, 1, 1, 1),
            ambient=(0.2, 0.4, 0.6),
            light_color=(1, 1, 1),
            light_direction=(0, 0, 1),
        )
    )
    assert pixel == [51, 102, 153, 255]


def test_highlight_has_power_24_and_a_level_of_12_percent(scene: SyntheticPage) -> None:
    """Where the half vector leans by 10 degrees, the highlight is cos(10 degrees)^24 of its full strength."""
    tilt = np.radians(20)
    position = np.array([0, 0, 0.5])
    eye = position + 3 * np.array([np.sin(tilt), 0, np.cos(tilt)])
    pixel = center(
        draw_quad(
            scene,
            corners=quad(-1e-3, -1e-3, 1e-3, 1e-3),
            view_projection=np.diag([1000, 1000, 1, 1]),
            color=(0, 0, 0, 0.8),
            light_color=(1, 0.75, 0.5),
            ambient=(0, 0, 0),
            eye=eye,
        )
    )
    strength = 0.8 * 0.12 * np.cos(tilt / 2) ** 24
    expected = 255 * strength * np.array([1, 0.75, 0.5])
    assert np.abs(np.array(pixel[:3]) - expected).max() <= 0.6


def test_front_faces_are_clockwise(scene: SyntheticPage) -> None:
    """XNA culls counter-clockwise faces."""
    assert center(draw_quad(scene))[3] == 255
    assert center(draw_quad(scene, indices=(0, 2, 1, 0, 3, 2)))[3] == 0


@pytest.mark.parametrize(("depth", "seen"), [(0.01, True), (0.99, True), (-0.01, False), (1.01, False)])
def test_depth_runs_from_0_to_w(scene: SyntheticPage, depth: float, seen: bool) -> None:
    """XNA's near plane is z = 0, not z = -w."""
    assert (center(draw_quad(scene, corners=quad(-1, -1, 1, 1, depth)))[3] == 255) is seen


def test_nearer_parts_hide_farther_ones(scene: SyntheticPage) -> None:
    """Whatever the order in the index list."""
    near, far = quad(-1, -1, 1, 1, 0.2), quad(-1, -1, 1, 1, 0.7)
    table = vertices(np.concatenate([near, far]), parts=np.repeat([0, 1], 4))
    for indices in ([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7], [4, 5, 6, 4, 6, 7, 0, 1, 2, 0, 2, 3]):
        memory = Memory()
        memory.model(1, table, indices, colors=[(1, 0, 0, 0), (0, 1, 0, 0)], windows=[(-1, 1, 1, 0)] * 2)
        memory.records.append(record(AVATAR, 1))
        scene.load(memory)
        assert center(scene.draw(SIZE, SIZE)) == [255, 0, 0, 255]


def rotation(axis: int, angle: float) -> NDArray[np.float64]:
    """Row-vector rotation about one axis, 4 × 4."""
    matrix = np.eye(4)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    matrix[first, first] = matrix[second, second] = np.cos(angle)
    matrix[first, second], matrix[second, first] = np.sin(angle), -np.sin(angle)
    return matrix


def test_a_point_lands_where_bone_world_and_projection_put_it(scene: SyntheticPage) -> None:
    """Non-symmetric matrices all the way: a transposed one would put the patch elsewhere."""
    bone = rotation(2, 0.5) @ rotation(0, 0.3)
    bone[3, :3] = (0.15, -0.1, 0.05)
    world = rotation(1, 0.4)
    world[3, :3] = (-0.2, 0.25, 0.1)
    view_projection = np.array([[1.5, 0.1, 0, 0], [0.2, 1.25, 0, 0], [0, 0, 0.4, 0.2], [0.05, 0.1, 0.5, 1.1]])
    point = np.array([0.2, 0.3, 0.1])
    half = 0.02
    corners = point + np.array([(-half, -half, 0), (-half, half, 0), (half, half, 0), (half, -half, 0)])
    memory = Memory()
    table = vertices(corners, joints=(5, 0, 0, 0))
    memory.model(1, table, [*QUAD_INDICES, *reversed(QUAD_INDICES)])
    bones = np.tile(np.eye(4)[:3], (6, 1, 1))
    bones[5] = bone.T[:3]
    memory.records.append(record(AVATAR, 1, world=world, view_projection=view_projection, bones=bones))
    scene.load(memory)
    size = 200
    pixels = scene.draw(size, size)
    rows, columns = np.nonzero(pixels[..., 3] > 127)
    found = np.array([columns.mean() + 0.5, rows.mean() + 0.5])

    clip = np.append(point, 1) @ bone @ world @ view_projection
    expected = (clip[:2] / clip[3] * (1, -1) + 1) / 2 * size
    assert np.abs(found - expected).max() < 0.6


def test_weights_blend_four_bones(scene: SyntheticPage) -> None:
    """Weights 51, 102, 0, 102 of 255 over three bones that move along x."""
    bones = np.tile(np.eye(4)[:3], (71, 1, 1))
    bones[70, 0, 3], bones[3, 0, 3], bones[9, 0, 3], bones[12, 0, 3] = 0.5, 0.25, 9.0, -0.75
    memory = Memory()
    corners = quad(-0.05, -0.05, 0.05, 0.05)
    table = vertices(corners, joints=(70, 3, 9, 12), weights=(51, 102, 0, 102))
    memory.model(1, table, QUAD_INDICES)
    memory.records.append(record(AVATAR, 1, bones=bones))
    scene.load(memory)
    pixels = scene.draw(200, 200)
    columns = np.nonzero(pixels[100, :, 3] > 127)[0]
    expected = 0.2 * 0.5 + 0.4 * 0.25 + 0.4 * -0.75
    assert abs(columns.mean() + 0.5 - (expected + 1) * 100) < 0.6


def test_normals_follow_bone_and_normal_matrix(scene: SyntheticPage) -> None:
    """The bone's 3 × 3 first, then the rows of the record's normal matrix."""
    bone, matrix = rotation(2, 0.7), rotation(1, 0.4)
    normal = np.array([0.6, 0, 0.8])
    light = np.array([0.2, -0.5, -0.84])
    memory = Memory()
    memory.model(1, vertices(FULL, normals=normal), QUAD_INDICES)
    # A quad turned in its own plane still covers the middle.
    memory.records.append(
        record(
            AVATAR,
            1,
            bones=[bone.T[:3]],
            normal_matrix=np.hstack([matrix.T[:3, :3], np.zeros((3, 1))]),
            ambient=(0, 0, 0),
            light_color=(1, 1, 1),
            light_direction=light,
        )
    )
    scene.load(memory)
    cosine = -(normal @ bone[:3, :3] @ matrix[:3, :3]) @ light
    assert 0.3 < cosine < 0.95
    assert abs(center(scene.draw(SIZE, SIZE))[0] - 255 * cosine) <= 1


def test_indices_may_have_four_bytes(scene: SyntheticPage) -> None:
    """The same picture as with two."""
    assert np.array_equal(draw_quad(scene, index_bytes=4), draw_quad(scene))


def test_two_avatars_of_one_model_keep_their_own_bones(scene: SyntheticPage) -> None:
    """A shared model never shares a palette."""
    memory = Memory()
    memory.model(1, vertices(quad(-0.3, -0.3, 0.3, 0.3)), QUAD_INDICES)
    for offset in (-0.5, 0.5):
        bones = np.tile(np.eye(4)[:3], (1, 1, 1))
        bones[0, 0, 3] = offset
        memory.records.append(record(AVATAR, 1, bones=bones))
    scene.load(memory)
    alpha = scene.draw(SIZE, SIZE)[SIZE // 2, :, 3]
    assert [int(alpha[column]) for column in (8, 16, 24)] == [255, 0, 255]


def test_the_silhouette_is_blended_over_what_is_there(scene: SyntheticPage) -> None:
    """Its colour is premultiplied; it hides nothing and is hidden by what is nearer."""
    memory = Memory()
    memory.sphere(3, quad(-1, -1, 1, 1, 0.5), QUAD_INDICES)
    memory.model(1, vertices(quad(-1, 0, 1, 1, 0.9)), QUAD_INDICES, colors=[(1, 0, 0, 0)])
    memory.model(2, vertices(quad(-1, -1, 0, 1, 0.1)), QUAD_INDICES, colors=[(0, 1, 0, 0)])
    memory.records.append(record(SILHOUETTE, 3, silhouette=(0.1, 0.2, 0.4, 0.5)))
    memory.records += [record(AVATAR, 1), record(AVATAR, 2)]
    scene.load(memory)
    pixels = scene.draw(SIZE, SIZE).astype(int)
    over_nothing, over_red, under_green = pixels[24, 24], pixels[8, 24], pixels[8, 8]
    assert np.abs(over_nothing - (26, 51, 102, 128)).max() <= 1
    assert np.abs(over_red - (26 + 127, 51, 102, 255)).max() <= 1
    assert list(under_green) == [0, 255, 0, 255]


def test_pictures_take_their_own_records_only(scene: SyntheticPage) -> None:
    """Records carry the number of their picture; a picture without any is transparent."""
    memory = Memory()
    for number, color in ((1, (1, 0, 0, 0)), (2, (0, 0, 1, 0))):
        memory.model(number, vertices(FULL), QUAD_INDICES, colors=[color])
        memory.records.append(record(AVATAR, number, target=number + 10))
    scene.load(memory)
    assert center(scene.draw(SIZE, SIZE, picture=11)) == [255, 0, 0, 255]
    assert center(scene.draw(SIZE, SIZE, picture=12)) == [0, 0, 255, 255]
    assert not scene.draw(SIZE, SIZE, picture=13).any()


def test_edges_are_averaged_from_samples(scene: SyntheticPage) -> None:
    """A slanted edge has pixels between empty and full, premultiplied."""
    corners = np.array([(-1, -1, 0.5), (-1, 1, 0.5), (1, 0.9, 0.5)], dtype=np.float32)
    pixels = draw_quad(scene, corners=np.vstack([corners, corners[:1]]), indices=(0, 1, 2)).astype(int)
    partly = (pixels[..., 3] > 0) & (pixels[..., 3] < 255)
    assert partly.sum() > 5
    assert (pixels[partly][:, :3] == pixels[partly][:, 3:]).all()


def test_a_canvas_shows_the_same_pixels(scene: SyntheticPage) -> None:
    """From the shared canvas's corner to an element's 2D canvas nothing moves or changes."""
    colors = [(1, 0.5, 0.25, 0)]
    memory = Memory()
    memory.model(1, vertices(quad(-1, 0, 0, 1)), QUAD_INDICES, colors=colors)
    memory.records.append(record(AVATAR, 1, view_projection=IDENTITY))
    scene.load(memory)
    scene.draw(64, 48)
    shown = scene.draw(40, 30, how="present")
    assert (shown[..., 3] == 255).sum() == 20 * 15
    assert np.array_equal(shown, scene.draw(40, 30))


@pytest.mark.parametrize("renderer", ["webgl2"], indirect=True)
def test_uniforms_fit_every_device(scene: SyntheticPage) -> None:
    """WebGL2 promises 256 vectors; the bones must not be among them."""
    counts = scene.evaluate("harness.renderer.programs.map((program) => program.uniformVectors())")
    assert len(counts) == 4
    assert max(counts) <= 256
    assert counts == [1, 1, 0, 0]


def test_no_call_leaves_an_error(scene: SyntheticPage) -> None:
    """Neither drawing nor releasing."""
    draw_quad(scene)
    scene.draw(SIZE, SIZE, how="present")
    assert scene.evaluate("harness.device.errors()") == []


@pytest.mark.parametrize("renderer", ["webgl2"], indirect=True)
@pytest.mark.parametrize("stage", ["vertex", "fragment"])
def test_shaders_ask_for_high_precision(scene: SyntheticPage, stage: str) -> None:
    """Bones in medium precision make phones jitter."""
    sources = scene.evaluate(f"harness.renderer.programs.map((program) => program.{stage})")
    assert len(sources) == 4
    for source in sources:
        assert "precision highp float;" in source
        assert "mediump" not in source
        assert "lowp" not in source


@pytest.mark.parametrize("renderer", ["webgl2"], indirect=True)
def test_a_broken_shader_is_shown_with_its_lines_numbered(scene: SyntheticPage) -> None:
    """The message names the program and numbers the source."""
    message = scene.evaluate(
        """async () => {
          const { Program } = await import("../gl/program.js");
          const vertex = "#version 300 es\\nvoid main() {\\n  gl_Position = missing;\\n}";
          const fragment = "#version 300 es\\nprecision highp float;\\nout vec4 c;\\nvoid main() { c = vec4(1.0); }";
          const program = new Program(harness.device, { name: "broken", vertex, fragment });
          try { program.use(); return ""; } catch (error) { return error.message; } finally { program.delete(); }
        }"""
    )
    assert '"broken"' in message
    assert "missing" in message
    assert "   3    gl_Position = missing;" in message


@pytest.mark.parametrize("renderer", ["webgpu"], indirect=True)
def test_a_broken_webgpu_shader_is_an_error_with_its_line(scene: SyntheticPage) -> None:
    """The browser's message names the line; nothing throws in the middle of a frame."""
    errors = scene.evaluate(
        """async () => {
          const { Program } = await import("../gpu/program.js");
          const source = "@vertex\\nfn vertex_main() -> @builtin(position) vec4f { return missing; }";
          const program = new Program(harness.device, { name: "broken", source, blended: false, groups: 1 });
          program.use();
          program.delete();
          return harness.device.errors();
        }"""
    )
    assert any("missing" in error and ":2:" in error for error in errors)


def test_an_upload_outside_the_memory_is_refused(scene: SyntheticPage) -> None:
    """With both numbers in the message, and nothing drawn from it."""
    memory = Memory()
    memory.model(1, vertices(FULL), QUAD_INDICES)
    payload = memory.payload()
    message = scene.page.evaluate(
        """(payload) => {
          harness.heap.replace(Uint8Array.from(atob(payload.memory), (c) => c.charCodeAt(0)));
          harness.heap.uint32[payload.uploads / 4 + 2] = 4000000000;
          try { harness.renderer.load(payload, 0, 1); return ""; } catch (error) { return error.message; }
        }""",
        payload,
    )
    assert "4000000000" in message


def test_uvs_select_texels_of_the_parts_own_window(scene: SyntheticPage) -> None:
    """A part uses the corner of its layer and never what lies beside it."""
    layers = np.full((2, 8, 8, 4), (255, 0, 255, 255), dtype=np.uint8)
    layers[1, :2, :4] = (10, 20, 30, 255)
    layers[1, 2:4, :4] = (40, 50, 60, 255)
    memory = Memory()
    table = vertices(FULL, uvs=QUAD_UVS)
    memory.model(1, table, QUAD_INDICES, windows=[(1, 0.5, 0.5, 0)], layers=layers)
    memory.records.append(record(AVATAR, 1))
    scene.load(memory)
    pixels = scene.draw(64, 64)
    assert list(pixels[0, 0]) == [10, 20, 30, 255]
    assert list(pixels[63, 63]) == [40, 50, 60, 255]
    assert pixels[..., 0].max() <= 40
