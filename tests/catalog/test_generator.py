"""The generator's tools: exact functions, deflate and PNG, rig, meshing, and the same bytes every time."""

import json
import math
import random
import struct
import zlib

import numpy as np
import pytest

from catalog import fields
from catalog.deflate import deflate
from catalog.glb_writer import Channel, Clip, write_animations
from catalog.nets import Mesh, clip, mesh_field
from catalog.png_writer import FILTER_NONE, FILTER_SUB, FILTER_UP, encode_png
from catalog.repair import agreeing_normals, mended
from catalog.rig import FEMALE, MALE
from catalog.simplify import edges_of, simplify
from catalog.surface import sculpt_shown
from cna_avatars import exact

# Bind positions of some joints, worked out by hand from the proportions to four decimals: male, female.
BINDS = {
    "BackUpper": ((0.0, 1.0780, -0.0150), (0.0, 1.0030, -0.0150)),
    "HipRight": ((-0.1000, 0.8060, 0.0), (-0.1020, 0.7600, 0.0)),
    "ElbowLeft": ((0.2619, 1.0307, -0.0100), (0.2361, 0.9619, -0.0100)),
    "WristLeft": ((0.3268, 0.8184, -0.0100), (0.2963, 0.7649, -0.0100)),
    "PropLeft": ((0.3226, 0.7366, -0.0100), (0.2924, 0.6901, -0.0100)),
    "SpecialRight": ((-0.3741, 0.7597, -0.0100), (-0.3395, 0.7112, -0.0100)),
    "FingerSmall3Right": ((-0.3751, 0.6605, -0.0450), (-0.3405, 0.6204, -0.0420)),
    "FingerThumb3Left": ((0.3135, 0.7212, 0.0576), (0.2841, 0.6760, 0.0518)),
    "Slot34": ((-0.2836, 0.9600, -0.0100), (-0.2562, 0.8962, -0.0100)),
    "Slot24": ((0.0, 1.5360, 0.1000), (0.0, 1.4270, 0.1000)),
}


def test_sine_and_cosine_agree_with_the_c_library() -> None:
    angles = np.linspace(-400.0, 400.0, 40001)
    sine, cosine = exact.sin_cos(angles)
    assert max(abs(s - math.sin(a)) for s, a in zip(sine.tolist(), angles.tolist(), strict=True)) < 1e-15
    assert max(abs(c - math.cos(a)) for c, a in zip(cosine.tolist(), angles.tolist(), strict=True)) < 1e-15


def test_arc_functions_and_exp_agree_with_the_c_library() -> None:
    for angle in np.linspace(-3.14, 3.14, 2001).tolist():
        assert abs(float(exact.atan2(math.sin(angle), math.cos(angle))) - angle) < 1e-15
        assert abs(float(exact.acos(math.cos(angle))) - math.acos(math.cos(angle))) < 1e-15
        assert abs(float(exact.exp(angle * 9.0)) / math.exp(angle * 9.0) - 1.0) < 1e-15


def test_turning_by_a_product_is_turning_twice() -> None:
    a = exact.quaternion_from_axis_angle((1.0, 2.0, -0.5), 0.7)
    b = exact.quaternion_from_axis_angle((0.0, -1.0, 3.0), -1.9)
    v = np.array((0.3, -2.0, 1.1))
    twice = exact.rotate_by_quaternion(a, exact.rotate_by_quaternion(b, v))
    product = exact.quaternion_product(a, b)
    assert np.abs(exact.rotate_by_quaternion(product, v) - twice).max() < 1e-14
    assert np.abs(exact.matrix_product(v[None], exact.rotation_matrix(product))[0] - twice).max() < 1e-14


@pytest.mark.parametrize("size", [0, 1, 3, 4, 258, 259, 5000, 70000])
def test_deflate_is_undone_by_zlib(size: int) -> None:
    source = random.Random(size)
    for letters in (b"a", b"aab", bytes(range(256))):
        data = bytes(source.choice(letters) for _ in range(size))
        assert zlib.decompress(deflate(data, (1, 4, 600, 32768))) == data


@pytest.mark.parametrize("row_filter", [FILTER_NONE, FILTER_SUB, FILTER_UP])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_a_png_holds_its_pixels(row_filter: int, channels: int) -> None:
    pixels = np.random.default_rng(channels).integers(0, 256, (9, 7, channels), np.uint8)
    data = encode_png(pixels, row_filter)
    (length,) = struct.unpack_from(">I", data, 33)
    rows = np.frombuffer(zlib.decompress(data[41 : 41 + length]), np.uint8).reshape(9, 1 + 7 * channels)
    assert (rows[:, 0] == row_filter).all()
    plain = rows[:, 1:].reshape(9, 7, channels)
    if row_filter != FILTER_NONE:
        plain = np.add.accumulate(plain, 0 if row_filter == FILTER_UP else 1, np.uint8)
    assert (plain == pixels).all()
    assert zlib.crc32(data[37 : 41 + length]) == struct.unpack_from(">I", data, 41 + length)[0]


def test_a_png_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="expected uint8"):
        encode_png(np.zeros((4, 4, 2), np.uint8))


@pytest.mark.parametrize("bone", BINDS)
def test_bind_positions_follow_the_proportions(bone: str) -> None:
    for rig, place in zip((MALE, FEMALE), BINDS[bone], strict=True):
        assert np.abs(rig.joints[bone] - place).max() < 7e-5, rig.name


def test_simplifying_keeps_a_surface_closed_and_in_place() -> None:
    def ball(p: exact.Array) -> exact.Array:
        return fields.sphere(p, (0.01, 0.0, 0.0), 0.1)

    fine = mesh_field(ball, (-0.15, -0.15, -0.15), (0.15, 0.15, 0.15), 0.01)
    coarse, _ = simplify(fine, 300, np.ones(len(fine.vertices)))
    assert len(coarse.triangles) <= 300 < len(fine.triangles)
    assert np.abs(ball(fine.vertices)).max() < 1e-6
    assert np.abs(ball(coarse.vertices)).max() < 0.004
    a, b, c = coarse.triangles.T
    edges = {
        *zip(a.tolist(), b.tolist(), strict=True),
        *zip(b.tolist(), c.tolist(), strict=True),
        *zip(c.tolist(), a.tolist(), strict=True),
    }
    assert len(edges) == 3 * len(coarse.triangles)
    assert all((end, start) in edges for start, end in edges)


def _ball() -> Mesh:
    fine = mesh_field(lambda p: fields.sphere(p, (0.0, 0.0, 0.0), 0.1), (-0.15,) * 3, (0.15,) * 3, 0.01)
    return simplify(fine, 1500, np.ones(len(fine.vertices)))[0]


def _agreement(mesh: Mesh, normals: exact.Array) -> float:
    p = mesh.vertices[mesh.triangles]
    across = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
    across /= np.sqrt((across * across).sum(1))[:, None]
    return float((normals[mesh.triangles] * across[:, None]).sum(2).min())


def test_clipping_keeps_what_lies_below_and_ends_on_the_line() -> None:
    ball = _ball()
    half = clip(ball, ball.vertices[:, 1] - 0.021)
    assert half.vertices[:, 1].max() < 0.021 + 1e-12
    edges, uses = edges_of(half.triangles, len(half.vertices))
    rim = half.vertices[np.unique(edges[uses == 1])]
    assert len(rim) > 30
    assert np.abs(rim[:, 1] - 0.021).max() < 1e-12
    assert uses.max() == 2
    p = half.vertices[half.triangles]
    area = np.sqrt((np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]) ** 2).sum(1)).sum() / 2.0
    assert abs(area / (2.0 * math.pi * 0.1 * 0.121) - 1.0) < 0.02


def test_normals_give_way_to_the_triangles_around_them() -> None:
    ball = _ball()
    normals = exact.normalize(ball.vertices)
    normals[::7] = exact.normalize(normals[::7] + np.array((0.0, 1.6, 0.0)))
    assert _agreement(ball, normals) < 0.1
    agreeing = agreeing_normals(ball, normals)
    assert _agreement(ball, agreeing) > 0.25
    fair = (normals * exact.normalize(ball.vertices)).sum(1) > 0.9
    assert (np.abs(agreeing - normals)[fair] < 1e-9).all(1).mean() > 0.9, "normals that agree stay as they are"


def test_a_fold_is_mended() -> None:
    ball = _ball()
    folded = ball.vertices.copy()
    a, b = ball.triangles[200][:2]
    folded[a] += (folded[b] - folded[a]) * 1.8
    broken = Mesh(folded, ball.triangles)
    normals = exact.normalize(folded)
    assert _agreement(broken, normals) < -0.5
    mesh, fitted = mended(broken, normals)
    assert _agreement(mesh, fitted) > 0.15
    assert len(mesh.triangles) > len(ball.triangles) - 40
    _, uses = edges_of(np.unique(mesh.vertices.round(7), axis=0, return_inverse=True)[1][mesh.triangles], 99999)
    assert (uses == 2).all(), "still closed"


def test_a_channel_with_one_key_is_held_for_a_second_and_written_once() -> None:
    one = Channel(3, "rotation", np.zeros(1), np.array([[[9.0, 9, 9, 9], [0.0, 0.6, 0.0, 0.8], [9.0, 9, 9, 9]]]))
    two = Channel(5, "rotation", np.array([0.0, 2.5]), np.zeros((2, 3, 4)) + np.array([0.0, 0.0, 0.0, 1.0]))
    data = write_animations([Clip("Stand0", 0, True, [one, two]), Clip("Stand1", 1, True, [two, one])], MALE, {})
    (length,) = struct.unpack_from("<I", data, 12)
    document = json.loads(data[20 : 20 + length])
    first, second = (animation["samplers"] for animation in document["animations"])
    assert [first[1], first[0]] == second
    inputs = [document["accessors"][sampler["input"]] for sampler in first]
    assert [(entry["count"], entry["min"], entry["max"]) for entry in inputs] == [(2, [0.0], [1.0]), (2, [0.0], [2.5])]
    output = document["accessors"][first[0]["output"]]
    assert (output["componentType"], output["normalized"]) == (5122, True)
    start = 28 + length + document["bufferViews"][output["bufferView"]]["byteOffset"] + output["byteOffset"]
    held = np.frombuffer(data, "<i2", 24, start).reshape(2, 3, 4)
    assert (held[:, (0, 2)] == 0).all()
    assert (held[:, 1] == np.rint(np.array([0.0, 0.6, 0.0, 0.8]) * 32767.0)).all()


def test_simplifying_leaves_open_edges_in_place() -> None:
    def ball(p: exact.Array) -> exact.Array:
        return fields.sphere(p, (0.0, 0.0, 0.0), 0.1)

    fine = mesh_field(ball, (-0.15,) * 3, (0.15,) * 3, 0.006)
    bowl = clip(fine, fine.vertices[:, 1] - 0.031)
    coarse, _ = simplify(bowl, 300, np.ones(len(bowl.vertices)))
    assert len(coarse.triangles) <= 300
    edges, uses = edges_of(coarse.triangles, len(coarse.vertices))
    rim = coarse.vertices[np.unique(edges[uses == 1])]
    assert 12 < len(rim) < 60, "fewer than before, and one round"
    assert np.abs(rim[:, 1] - 0.031).max() < 0.001
    assert np.abs(ball(rim)).max() < 0.002


def test_a_narrow_strip_of_what_is_shown_is_kept_whole() -> None:
    def ball(p: exact.Array) -> exact.Array:
        return fields.sphere(p, (0.0, 0.0, 0.0), 0.1)

    strip = sculpt_shown(ball, (-0.15,) * 3, (0.15,) * 3, 0.006, 60, lambda p: np.abs(p[:, 1] - 0.02) - 0.012)
    p = strip.vertices[strip.triangles]
    area = np.sqrt((np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]) ** 2).sum(1)).sum() / 2.0
    assert len(strip.triangles) <= 60
    assert abs(area / (2.0 * math.pi * 0.1 * 0.024) - 1.0) < 0.05
