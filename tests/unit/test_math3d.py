import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cna_avatars import math3d
from cna_avatars.errors import ArgumentError, ArgumentOutOfRangeError

angles = st.floats(-6.0, 6.0)
axes = st.sampled_from([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (2 / 3, -1 / 3, 2 / 3)])


def test_rows_transform_and_the_first_factor_acts_first() -> None:
    turn, move = math3d.create_rotation_z(math.pi / 2), math3d.create_translation((5.0, 0.0, 0.0))
    point = np.array([1.0, 0.0, 0.0])
    assert math3d.transform(point, math3d.multiply(turn, move)) == pytest.approx([5, 1, 0], abs=1e-12)
    assert math3d.transform(point, math3d.multiply(move, turn)) == pytest.approx([0, 6, 0], abs=1e-12)


def test_rotations_turn_counter_clockwise() -> None:
    assert math3d.create_rotation_x(0.3)[1, 2] == pytest.approx(math.sin(0.3))
    assert math3d.create_rotation_y(0.3)[2, 0] == pytest.approx(math.sin(0.3))
    assert math3d.create_rotation_z(0.3)[0, 1] == pytest.approx(math.sin(0.3))


@given(axes, angles, axes, angles)
def test_quaternion_products_match_matrix_products(axis_a: tuple, a: float, axis_b: tuple, b: float) -> None:
    first, second = math3d.create_from_axis_angle(axis_a, a), math3d.create_from_axis_angle(axis_b, b)
    p, q = math3d.create_from_rotation_matrix(first), math3d.create_from_rotation_matrix(second)
    assert math3d.create_from_quaternion(p) == pytest.approx(first, abs=1e-9)
    both = math3d.create_from_quaternion(math3d.concatenate(p, q))
    assert both == pytest.approx(math3d.multiply(first, second), abs=1e-9)


def test_from_quaternion_has_xnas_signs() -> None:
    x, y, z, w = 0.1, 0.3, -0.5, math.sqrt(1 - 0.35)
    m = math3d.create_from_quaternion((x, y, z, w))
    assert m[0, 1] == pytest.approx(2 * (x * y + z * w))
    assert m[0, 2] == pytest.approx(2 * (z * x - y * w))
    assert m[1, 2] == pytest.approx(2 * (y * z + x * w))


@pytest.mark.parametrize(
    ("rows", "quaternion"),
    [
        # a trace of 0 is not above 0: the largest diagonal, here the first, is positive
        ([[0, 0, 1], [1, 0, 0], [0, 1, 0]], (0.5, 0.5, 0.5, -0.5)),
        # half turns: of equal diagonals x goes before y and z, and z before y
        ([[0, -1, 0], [-1, 0, 0], [0, 0, -1]], (math.sqrt(0.5), -math.sqrt(0.5), 0, 0)),
        ([[0, 0, -1], [0, -1, 0], [-1, 0, 0]], (math.sqrt(0.5), 0, -math.sqrt(0.5), 0)),
        ([[-1, 0, 0], [0, 0, -1], [0, -1, 0]], (0, -math.sqrt(0.5), math.sqrt(0.5), 0)),
    ],
)
def test_from_matrix_chooses_between_the_two_signs_as_xna(rows: list, quaternion: tuple) -> None:
    assert math3d.quaternion_from_rows(np.array(rows, float)) == pytest.approx(quaternion, abs=1e-15)


def test_w_is_positive_where_the_trace_is_barely() -> None:
    axis, trace = np.array((2 / 3, -1 / 3, 2 / 3)), 0.1
    cosine = (trace - 1.0) / 2.0
    turn = math3d.create_from_axis_angle(axis, -math.acos(cosine))
    assert math3d.create_from_rotation_matrix(turn) == pytest.approx(
        [*(-math.sqrt((1.0 - cosine) / 2.0) * axis), math.sqrt((1.0 + cosine) / 2.0)]
    )


def test_quaternions_of_any_shape_make_matrices_of_it() -> None:
    turns = [[math3d.create_from_axis_angle((2 / 3, -1 / 3, 2 / 3), 0.7 * i + j) for i in range(3)] for j in range(2)]
    quaternions = math3d.create_from_rotation_matrix(turns)
    assert quaternions.shape == (2, 3, 4)
    assert math3d.create_from_quaternion(quaternions) == pytest.approx(np.array(turns), abs=1e-12)


def test_look_at_looks_along_minus_z() -> None:
    view = math3d.create_look_at((1.0, 2.0, 3.0), (1.0, 2.0, -4.0))
    assert math3d.transform((1.0, 2.0, 1.0), view) == pytest.approx([0, 0, -2])
    assert math3d.transform((2.0, 2.0, 3.0), view) == pytest.approx([1, 0, 0])


def test_depth_runs_from_0_to_w() -> None:
    projection = math3d.create_perspective_field_of_view(0.8, 1.5, 0.5, 20.0)
    for z, depth in ((-0.5, 0.0), (-20.0, 1.0)):
        clip = np.array([0.0, 0.0, z, 1.0]) @ projection
        assert clip[2] / clip[3] == pytest.approx(depth, abs=1e-12)
    edge = np.array([0.0, math.tan(0.4) * 3.0, -3.0, 1.0]) @ projection
    assert edge[1] / edge[3] == pytest.approx(1.0)


@pytest.mark.parametrize(
    "arguments", [(0.0, 1.0, 1.0, 2.0), (4.0, 1.0, 1.0, 2.0), (1.0, 1.0, 0.0, 2.0), (1.0, 1.0, 3.0, 2.0)]
)
def test_impossible_projections_are_refused(arguments: tuple) -> None:
    with pytest.raises(ArgumentOutOfRangeError):
        math3d.create_perspective_field_of_view(*arguments)


def test_shadow_flattens_onto_the_plane_along_the_light() -> None:
    light = math3d.normalize((1.0, 2.0, 0.5))
    shadow = math3d.create_shadow(light, (0.0, 1.0, 0.0, -0.25))
    x, y, z, w = np.array([0.3, 1.0, -2.0, 1.0]) @ shadow
    assert y / w == pytest.approx(0.25)
    assert x / w == pytest.approx(0.3 - 0.75 * light[0] / light[1])
    assert z / w == pytest.approx(-2.0 - 0.75 * light[2] / light[1])


def test_invert_refuses_singular_matrices() -> None:
    m = math3d.multiply(math3d.create_rotation_y(0.4), math3d.create_translation((1.0, 2.0, 3.0)))
    assert math3d.multiply(m, math3d.invert(m)) == pytest.approx(np.eye(4), abs=1e-12)
    with pytest.raises(ArgumentError, match="invertible"):
        math3d.invert(np.zeros((4, 4)))


def test_half_turn_is_the_conjugation_by_the_turn_about_y() -> None:
    turn = math3d.create_rotation_y(math.pi)
    m = math3d.multiply(
        math3d.create_from_axis_angle((2 / 3, -1 / 3, 2 / 3), 0.7), math3d.create_translation((1, 2, 3))
    )
    assert math3d.half_turn(m) == pytest.approx(math3d.multiply(math3d.multiply(turn, m), turn), abs=1e-12)


def recompose(parts: math3d.Decomposition) -> np.ndarray:
    scaled = math3d.multiply(math3d.create_scale(parts.scale), math3d.create_from_quaternion(parts.rotation))
    return math3d.multiply(scaled, math3d.create_translation(parts.translation))


@given(axes, angles, st.tuples(*[st.sampled_from([0.001, 0.5, 1.0, 2.0, -1.5])] * 3))
def test_scales_and_mirrors_decompose_and_recompose(axis: tuple, angle: float, scale: tuple) -> None:
    m = math3d.multiply(math3d.create_scale(scale), math3d.create_from_axis_angle(axis, angle))
    m[3, :3] = (0.1, -0.2, 0.3)
    parts = math3d.decompose(m)
    assert parts.ok
    assert recompose(parts) == pytest.approx(m, abs=1e-9)


def test_many_matrices_decompose_as_each_alone() -> None:
    turn = math3d.create_from_axis_angle((2 / 3, -1 / 3, 2 / 3), 0.7)
    matrices = math3d.multiply(math3d.create_scale([[1.0, 2.0, 3.0], [0.5, -4.0, 1.5], [2.0, 1.0, 1.0]]), turn)
    alone = [math3d.decompose(matrix) for matrix in matrices]
    for together, parts in zip(math3d.decompose(matrices), zip(*alone, strict=True), strict=True):
        assert together.tolist() == np.array(parts).tolist()
    assert alone[1].scale == pytest.approx([0.5, -4.0, 1.5])


def test_a_mirror_negates_the_longest_axis() -> None:
    parts = math3d.decompose(np.diag([2.0, -3.0, 1.0, 1.0]))
    assert parts.scale.tolist() == [2.0, -3.0, 1.0]
    parts = math3d.decompose(np.diag([-2.0, 3.0, 1.0, 1.0]))
    assert parts.scale.tolist() == [2.0, -3.0, 1.0]
    assert recompose(parts) == pytest.approx(np.diag([-2.0, 3.0, 1.0, 1.0]), abs=1e-12)


@pytest.mark.parametrize(("shear", "ok"), [(0.05, True), (0.13, True), (0.15, False), (1.0, False)])
def test_slight_shear_passes_and_clear_shear_fails(shear: float, ok: bool) -> None:
    m = np.eye(4)
    m[0, 1] = shear
    parts = math3d.decompose(m)
    assert bool(parts.ok) is ok
    if not ok:
        assert parts.rotation.tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize("second", [(1.0, 0.0, 0.0), (0.995, 0.1, 0.0), (0.97, 0.24, 0.0)])
def test_axes_that_almost_coincide_are_shear_and_no_mirror(second: tuple) -> None:
    m = np.eye(4)
    m[1, :3] = second
    parts = math3d.decompose(m)
    assert not parts.ok
    assert parts.scale == pytest.approx([1.0, np.sqrt(np.square(second).sum()), 1.0])


def test_an_axis_too_short_to_be_squared_has_length_zero_and_is_no_mirror() -> None:
    parts = math3d.decompose(np.diag([-1e-200, 1.0, 1.0, 1.0]))
    assert not parts.ok
    assert parts.scale.tolist() == [0.0, 1.0, 1.0]


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_zero_axes_and_numbers_that_are_not_finite_fail(value: float) -> None:
    bones = np.tile(np.eye(4), (4, 1, 1))
    bones[0] = 0.0
    bones[1, 0] = 0.0
    bones[2, 3, 0] = value
    assert math3d.decompose(bones).ok.tolist() == [False, False, False, True]


def test_the_last_column_does_not_matter() -> None:
    m = np.eye(4)
    m[:, 3] = (5.0, 6.0, 7.0, 8.0)
    assert math3d.decompose(m).ok


def test_slerp_takes_the_shorter_arc() -> None:
    a = math3d.create_from_rotation_matrix(math3d.create_rotation_y(0.2))
    b = math3d.create_from_rotation_matrix(math3d.create_rotation_y(1.2))
    wanted = math3d.create_from_rotation_matrix(math3d.create_rotation_y(0.5))
    assert math3d.slerp(a, b, 0.3) == pytest.approx(wanted)
    assert math3d.slerp(a, -b, 0.3) == pytest.approx(wanted)
    assert math3d.slerp(a, a * (1 + 1e-9), 2.0) == pytest.approx(a)
    assert math3d.lerp_quaternions(a, -b, 0.5) == pytest.approx(
        math3d.create_from_rotation_matrix(math3d.create_rotation_y(0.7))
    )
