"""Matrices and quaternions as XNA has them.

Conventions, for the whole package:

* row vectors, `v' = v M`; `A B` applies A first; translation is the last row of a 4 × 4 matrix;
* right-handed, +Y up, metres and radians; positive angles turn counter-clockwise seen from the axis' tip;
* quaternions are (x, y, z, w); `multiply_quaternions(a, b)` applies b first, `concatenate(a, b)` a first;
* projections map depth to 0..w.

Every function takes arrays of shape (..., 4, 4), (..., 4) or (..., 3) and broadcasts; results are new arrays, float64
unless the input says otherwise. Source: XNA 4.0, Matrix and Quaternion.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .errors import ArgumentError, ArgumentOutOfRangeError
from .exact import cross3

FloatArray = npt.NDArray[np.floating]

HALF_TURN = np.array([-1.0, 1.0, -1.0, 1.0])
"""Diagonal of the half turn about Y, the map between asset space and XNA space (its own inverse)."""


class Decomposition(NamedTuple):
    """`scale` (..., 3), `rotation` (..., 4), `translation` (..., 3), `ok` (...) bool."""

    scale: FloatArray
    rotation: FloatArray
    translation: FloatArray
    ok: npt.NDArray[np.bool_]


# --- matrices -----------------------------------------------------------------------------------------------------


def identity() -> FloatArray:
    """Return the (4, 4) identity."""
    return np.eye(4)


def create_translation(offset: npt.ArrayLike) -> FloatArray:
    """Return (..., 4, 4) translations by `offset` (..., 3)."""
    vector = np.asarray(offset, np.float64)
    matrix = np.broadcast_to(np.eye(4), (*vector.shape[:-1], 4, 4)).copy()
    matrix[..., 3, :3] = vector
    return matrix


def create_scale(factors: npt.ArrayLike) -> FloatArray:
    """Return (..., 4, 4) scales by `factors`: a number, or (..., 3)."""
    vector = np.broadcast_to(np.asarray(factors, np.float64), np.broadcast_shapes(np.shape(factors), (3,)))
    matrix = np.broadcast_to(np.eye(4), (*vector.shape[:-1], 4, 4)).copy()
    for axis in range(3):
        matrix[..., axis, axis] = vector[..., axis]
    return matrix


def create_rotation_x(angle: float) -> FloatArray:
    """Return the (4, 4) rotation about +X."""
    return create_from_axis_angle((1.0, 0.0, 0.0), angle)


def create_rotation_y(angle: float) -> FloatArray:
    """Return the (4, 4) rotation about +Y."""
    return create_from_axis_angle((0.0, 1.0, 0.0), angle)


def create_rotation_z(angle: float) -> FloatArray:
    """Return the (4, 4) rotation about +Z."""
    return create_from_axis_angle((0.0, 0.0, 1.0), angle)


def create_from_axis_angle(axis: npt.ArrayLike, angle: float) -> FloatArray:
    """Return the (4, 4) rotation by `angle` about the unit vector `axis` (3,)."""
    x, y, z = (float(value) for value in np.asarray(axis, np.float64))
    sin, cos = math.sin(angle), math.cos(angle)
    rest = 1.0 - cos
    return np.array(
        [
            [x * x * rest + cos, x * y * rest + z * sin, x * z * rest - y * sin, 0.0],
            [x * y * rest - z * sin, y * y * rest + cos, y * z * rest + x * sin, 0.0],
            [x * z * rest + y * sin, y * z * rest - x * sin, z * z * rest + cos, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def create_from_quaternion(rotation: npt.ArrayLike) -> FloatArray:
    """Return (..., 4, 4) rotations of the quaternions `rotation` (..., 4), which are not normalised."""
    quaternion = np.asarray(rotation)
    if quaternion.dtype != np.float32:
        quaternion = quaternion.astype(np.float64)
    matrix = np.zeros((*quaternion.shape[:-1], 4, 4), quaternion.dtype)
    matrix[..., :3, :3] = rotation_rows(quaternion)
    matrix[..., 3, 3] = 1.0
    return matrix


def rotation_rows(quaternion: FloatArray) -> FloatArray:
    """Return the (..., 3, 3) part of `create_from_quaternion`, in the dtype of `quaternion`."""
    x, y, z, w = (quaternion[..., part] for part in range(4))
    rows = np.zeros((*quaternion.shape[:-1], 3, 3), quaternion.dtype)
    rows[..., 0, 0] = 1.0 - 2.0 * (y * y + z * z)
    rows[..., 0, 1] = 2.0 * (x * y + z * w)
    rows[..., 0, 2] = 2.0 * (z * x - y * w)
    rows[..., 1, 0] = 2.0 * (x * y - z * w)
    rows[..., 1, 1] = 1.0 - 2.0 * (z * z + x * x)
    rows[..., 1, 2] = 2.0 * (y * z + x * w)
    rows[..., 2, 0] = 2.0 * (z * x + y * w)
    rows[..., 2, 1] = 2.0 * (y * z - x * w)
    rows[..., 2, 2] = 1.0 - 2.0 * (y * y + x * x)
    return rows


def create_look_at(eye: npt.ArrayLike, target: npt.ArrayLike, up: npt.ArrayLike = (0.0, 1.0, 0.0)) -> FloatArray:
    """Return the (4, 4) view matrix of a camera at `eye` that looks at `target`."""
    position = np.asarray(eye, np.float64)
    z = normalize(position - np.asarray(target, np.float64))
    x = normalize(np.cross(np.asarray(up, np.float64), z))
    y = np.cross(z, x)
    view = np.eye(4)
    for column, axis in enumerate((x, y, z)):
        view[:3, column] = axis
        view[3, column] = -(axis * position).sum()
    return view


def create_perspective_field_of_view(fov: float, aspect: float, near: float, far: float) -> FloatArray:
    """Return the (4, 4) projection with vertical angle `fov` and `aspect` = width / height.

    Raises
    ------
    ArgumentOutOfRangeError
        unless 0 < fov < π, 0 < near < far.
    """
    if not 0.0 < fov < math.pi:
        raise ArgumentOutOfRangeError(f"Expected a field of view between 0 and pi; got {fov}.", "fov")
    if not 0.0 < near < far:
        raise ArgumentOutOfRangeError(f"Expected 0 < near < far; got near {near}, far {far}.", "near")
    height = 1.0 / math.tan(fov * 0.5)
    projection = np.zeros((4, 4))
    projection[0, 0] = height / aspect
    projection[1, 1] = height
    projection[2, 2] = far / (near - far)
    projection[2, 3] = -1.0
    projection[3, 2] = near * far / (near - far)
    return projection


def create_shadow(light_direction: npt.ArrayLike, plane: npt.ArrayLike) -> FloatArray:
    """Return the (4, 4) flattening onto `plane` (nx, ny, nz, d; unit normal); `light_direction` points to the light."""
    light = np.asarray(light_direction, np.float64)
    normal, distance = np.asarray(plane, np.float64)[:3], float(np.asarray(plane)[3])
    dot = float((normal * light).sum())
    shadow = np.zeros((4, 4))
    shadow[:3, :3] = dot * np.eye(3) - normal[:, None] * light[None, :]
    shadow[3, :3] = -distance * light
    shadow[3, 3] = dot
    return shadow


def multiply(first: npt.ArrayLike, second: npt.ArrayLike) -> FloatArray:
    """Return `first second` (..., 4, 4) with exactly rounded sums: the same bits on every machine."""
    a, b = np.asarray(first), np.asarray(second)
    product = a[..., :, 0, None] * b[..., None, 0, :]
    for k in range(1, 4):
        product = product + a[..., :, k, None] * b[..., None, k, :]
    return np.asarray(product)


def transform(points: npt.ArrayLike, matrix: npt.ArrayLike) -> FloatArray:
    """Return the positions `points` (..., 3) through `matrix` (..., 4, 4), without dividing by w."""
    p, m = np.asarray(points), np.asarray(matrix)
    x, y, z = (p[..., axis, None] * m[..., axis, :3] for axis in range(3))
    return np.asarray(x + y + z + m[..., 3, :3])


def invert(matrix: npt.ArrayLike) -> FloatArray:
    """Return the (4, 4) inverse.

    Raises
    ------
    ArgumentError
        if the matrix is singular or not finite.
    """
    m = np.asarray(matrix, np.float64)
    try:
        inverse = np.linalg.inv(m)
    except np.linalg.LinAlgError:
        raise ArgumentError("Expected an invertible matrix; its determinant is 0.", "matrix") from None
    if not np.isfinite(inverse).all():
        raise ArgumentError("Expected a finite, invertible matrix.", "matrix")
    return inverse


def normal_matrix(world: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return (..., 3, 4) rows that turn normals as `world` (..., 4, 4) turns surfaces, for any world.

    The cofactors are the inverse transpose times the determinant, and exist for singular worlds too.
    """
    a, b, c = (np.asarray(world, np.float64)[..., row, :3] for row in range(3))
    cofactors = np.stack([cross3(b, c), cross3(c, a), cross3(a, b)], -2)
    sign = np.where((a * cofactors[..., 0, :]).sum(-1) < 0.0, -1.0, 1.0)
    rows = np.zeros((*sign.shape, 3, 4))
    rows[..., :3] = cofactors.swapaxes(-1, -2) * sign[..., None, None]
    return rows


def half_turn(matrix: npt.ArrayLike) -> FloatArray:
    """Return S M S (..., 4, 4): a transform of asset space seen in XNA space, or the other way round."""
    m = np.asarray(matrix)
    signs = HALF_TURN.astype(m.dtype)
    return np.asarray(m * (signs[:, None] * signs[None, :]))


def decompose(matrix: npt.ArrayLike) -> Decomposition:
    """Split (..., 4, 4) matrices into scale · rotation · translation, by XNA's rule.

    A mirror negates the scale of the longest axis. `ok` is False for shear (the unit axes' determinant is below 0.99),
    for an axis of length zero and for numbers that are not finite; rotation is then the identity.
    """
    m = np.asarray(matrix, np.float64)
    with np.errstate(all="ignore"):
        rows = m[..., :3, :3]
        scale = np.sqrt((rows * rows).sum(-1))
        ok = np.isfinite(m).all((-1, -2)) & np.isfinite(scale).all(-1) & (scale > 0.0).all(-1)
        unit = np.where(ok[..., None, None], rows / np.where(scale > 0.0, scale, 1.0)[..., None], np.eye(3))
        mirrored = _determinant(unit) < 0.0
        longest = np.argmax(scale, -1)
        sign = np.where(mirrored[..., None] & (np.arange(3) == longest[..., None]), -1.0, 1.0)
        scale, unit = scale * sign, unit * sign[..., None]
        shear = _determinant(unit) - 1.0
        ok = ok & (shear * shear <= 0.0001)
        unit = np.where(ok[..., None, None], unit, np.eye(3))
    return Decomposition(scale, quaternion_from_rows(unit), m[..., 3, :3].copy(), ok)


def _determinant(rows: FloatArray) -> FloatArray:
    a, b, c = rows[..., 0, :], rows[..., 1, :], rows[..., 2, :]
    return np.asarray(
        a[..., 0] * (b[..., 1] * c[..., 2] - b[..., 2] * c[..., 1])
        - a[..., 1] * (b[..., 0] * c[..., 2] - b[..., 2] * c[..., 0])
        + a[..., 2] * (b[..., 0] * c[..., 1] - b[..., 1] * c[..., 0])
    )


# --- quaternions --------------------------------------------------------------------------------------------------


def create_from_rotation_matrix(matrix: npt.ArrayLike) -> FloatArray:
    """Return the quaternions (..., 4) of the rotations `matrix` (..., 4, 4); scale is not removed."""
    return quaternion_from_rows(np.asarray(matrix, np.float64)[..., :3, :3])


def quaternion_from_rows(rows: FloatArray) -> FloatArray:
    """Return the quaternions (..., 4) of rotations (..., 3, 3): the trace branch, else the largest diagonal."""
    d0, d1, d2 = rows[..., 0, 0], rows[..., 1, 1], rows[..., 2, 2]
    x = rows[..., 1, 2] - rows[..., 2, 1]
    y = rows[..., 2, 0] - rows[..., 0, 2]
    z = rows[..., 0, 1] - rows[..., 1, 0]
    xy = rows[..., 0, 1] + rows[..., 1, 0]
    xz = rows[..., 2, 0] + rows[..., 0, 2]
    yz = rows[..., 1, 2] + rows[..., 2, 1]
    trace = d0 + d1 + d2
    # Four candidate rows (x, y, z, w), each 4·q·(its largest component); the first applicable one is chosen.
    candidates = np.stack(
        [
            np.stack([x, y, z, 1.0 + trace], -1),
            np.stack([1.0 + d0 - d1 - d2, xy, xz, x], -1),
            np.stack([xy, 1.0 + d1 - d0 - d2, yz, y], -1),
            np.stack([xz, yz, 1.0 + d2 - d0 - d1, z], -1),
        ],
        -2,
    )
    pick = np.where(trace > 0.0, 0, np.where((d0 >= d1) & (d0 >= d2), 1, np.where(d1 > d2, 2, 3)))
    chosen = np.take_along_axis(candidates, pick[..., None, None], -2)[..., 0, :]
    largest = np.take_along_axis(chosen, np.where(pick == 0, 3, pick - 1)[..., None], -1)
    return np.asarray(chosen * (0.5 / np.sqrt(largest)))


def multiply_quaternions(first: npt.ArrayLike, second: npt.ArrayLike) -> FloatArray:
    """Return the Hamilton product (..., 4): the rotation `second`, then `first`."""
    a, b = np.asarray(first), np.asarray(second)
    ax, ay, az, aw = (a[..., part] for part in range(4))
    bx, by, bz, bw = (b[..., part] for part in range(4))
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        -1,
    )


def concatenate(first: npt.ArrayLike, second: npt.ArrayLike) -> FloatArray:
    """Return the rotation `first`, then `second` (..., 4)."""
    return multiply_quaternions(second, first)


def slerp(first: npt.ArrayLike, second: npt.ArrayLike, amount: float) -> FloatArray:
    """Return the spherical interpolation (4,) along the shorter arc; nothing is clamped or normalised."""
    a, b = np.asarray(first, np.float64), np.asarray(second, np.float64)
    dot = float((a * b).sum())
    sign = -1.0 if dot < 0.0 else 1.0
    dot = abs(dot)
    if dot > 0.999999:
        return np.asarray((1.0 - amount) * a + sign * amount * b)
    angle = math.acos(dot)
    return np.asarray((math.sin((1.0 - amount) * angle) * a + sign * math.sin(amount * angle) * b) / math.sin(angle))


def lerp_quaternions(first: npt.ArrayLike, second: npt.ArrayLike, amount: float) -> FloatArray:
    """Return the normalised linear interpolation (4,) along the shorter arc."""
    a, b = np.asarray(first, np.float64), np.asarray(second, np.float64)
    sign = -1.0 if float((a * b).sum()) < 0.0 else 1.0
    return normalize((1.0 - amount) * a + sign * amount * b)


def normalize(vector: npt.ArrayLike) -> FloatArray:
    """Return `vector` (..., n) at length 1; zero vectors give not-a-number, as in XNA."""
    v = np.asarray(vector, np.float64)
    with np.errstate(all="ignore"):
        return np.asarray(v / np.sqrt((v * v).sum(-1, keepdims=True)))
