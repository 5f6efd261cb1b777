"""Elementary functions from + - * / and sqrt alone: every machine gives the same bits. Errors stay below 1e-15."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

PI = 3.141592653589793
DEGREE = PI / 180.0

# pi/2 and ln 2 in parts whose products with small whole numbers are exact (Cody and Waite).
_HALF_PI_PARTS = (float.fromhex("0x1.921fb54400000p+0"), float.fromhex("0x1.0b4611a600000p-34"), 2.0222662487959506e-21)
_LN2_PARTS = (float.fromhex("0x1.62e42fee00000p-1"), 1.9082149292705877e-10)
_SIN_TERMS = tuple((-1.0 if n % 2 else 1.0) / math.factorial(2 * n + 1) for n in range(9))
_COS_TERMS = tuple((-1.0 if n % 2 else 1.0) / math.factorial(2 * n) for n in range(10))
_EXP_TERMS = tuple(1.0 / math.factorial(n) for n in range(16))
_ATANH_TERMS = tuple(1.0 / (2 * n + 1) for n in range(33))
_ATAN_TERMS = tuple((-1.0 if n % 2 else 1.0) / (2 * n + 1) for n in range(13))


def _polynomial(x: Array, terms: tuple[float, ...]) -> Array:
    total = np.full_like(x, terms[-1])
    for term in terms[-2::-1]:
        total = total * x + term
    return total


def sin_cos(angle: ArrayLike) -> tuple[Array, Array]:
    """Sine and cosine of angles in radians, |angle| < 1e5; shapes as given."""
    x = np.asarray(angle, np.float64)
    quarter = np.rint(x * (2.0 / PI))
    rest = x
    for part in _HALF_PI_PARTS:
        rest = rest - quarter * part
    square = rest * rest
    sine, cosine = rest * _polynomial(square, _SIN_TERMS), _polynomial(square, _COS_TERMS)
    turn = quarter.astype(np.int64) % 4
    odd = turn % 2 == 1
    return (
        np.where(odd, cosine, sine) * np.where(turn >= 2, -1.0, 1.0),
        np.where(odd, sine, cosine) * np.where((turn == 1) | (turn == 2), -1.0, 1.0),
    )


def sin(angle: ArrayLike) -> Array:
    """Sine of angles in radians."""
    return sin_cos(angle)[0]


def cos(angle: ArrayLike) -> Array:
    """Cosine of angles in radians."""
    return sin_cos(angle)[1]


def atan2(y: ArrayLike, x: ArrayLike) -> Array:
    """Angle of (x, y) in -pi..pi; 0 at the origin."""
    up, along = np.broadcast_arrays(np.asarray(y, np.float64), np.asarray(x, np.float64))
    rise, run = np.abs(up), np.abs(along)
    high, low = np.maximum(rise, run), np.minimum(rise, run)
    slope = low / np.where(high == 0.0, 1.0, high)
    for _ in range(2):  # each step halves the angle, down to pi/16
        slope = slope / (1.0 + np.sqrt(1.0 + slope * slope))
    angle = 4.0 * slope * _polynomial(slope * slope, _ATAN_TERMS)
    angle = np.where(rise > run, PI / 2.0 - angle, angle)
    angle = np.where(along < 0.0, PI - angle, angle)
    return np.asarray(np.where(up < 0.0, -angle, angle), np.float64)


def acos(cosine: ArrayLike) -> Array:
    """Angle in 0..pi; values beyond -1..1 are clamped."""
    c = np.clip(np.asarray(cosine, np.float64), -1.0, 1.0)
    return atan2(np.sqrt((1.0 - c) * (1.0 + c)), c)


def exp(x: ArrayLike) -> Array:
    """Return e to the x, -700 < x < 700 (clamped); relative error below 1e-15."""
    value = np.clip(np.asarray(x, np.float64), -700.0, 700.0)
    doublings = np.rint(value * (1.0 / 0.6931471805599453))
    rest = value - doublings * _LN2_PARTS[0] - doublings * _LN2_PARTS[1]
    return np.asarray(np.ldexp(_polynomial(rest, _EXP_TERMS), doublings.astype(np.int64)), np.float64)


def log(x: ArrayLike) -> Array:
    """Natural logarithm of numbers of 1/4 to 4, absolute error below 1e-15."""
    value = np.asarray(x, np.float64)
    slope = (value - 1.0) / (value + 1.0)
    return np.asarray(2.0 * slope * _polynomial(slope * slope, _ATANH_TERMS), np.float64)


def smoothstep(low: float, high: float, x: ArrayLike) -> Array:
    """0 at `low`, 1 at `high` (which may be the smaller), an S between."""
    t = np.clip((np.asarray(x, np.float64) - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def dot3(a: ArrayLike, b: ArrayLike) -> Array:
    """Dot product over the last axis of 3, in a fixed order."""
    u, v = np.asarray(a, np.float64), np.asarray(b, np.float64)
    return np.asarray(u[..., 0] * v[..., 0] + u[..., 1] * v[..., 1] + u[..., 2] * v[..., 2], np.float64)


def cross3(a: ArrayLike, b: ArrayLike) -> Array:
    """Cross product over the last axis of 3."""
    u, v = np.asarray(a, np.float64), np.asarray(b, np.float64)
    return np.stack(
        [
            u[..., 1] * v[..., 2] - u[..., 2] * v[..., 1],
            u[..., 2] * v[..., 0] - u[..., 0] * v[..., 2],
            u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0],
        ],
        -1,
    )


def length(v: ArrayLike) -> Array:
    """Length over the last axis of any size."""
    u = np.asarray(v, np.float64)
    total = u[..., 0] * u[..., 0]
    for i in range(1, u.shape[-1]):
        total = total + u[..., i] * u[..., i]
    return np.asarray(np.sqrt(total), np.float64)


def normalize(v: ArrayLike) -> Array:
    """Unit vectors over the last axis; a zero vector stays zero."""
    u = np.asarray(v, np.float64)
    size = length(u)[..., None]
    return np.asarray(u / np.where(size == 0.0, 1.0, size), np.float64)


def matrix_product(a: ArrayLike, b: ArrayLike) -> Array:
    """Return a b over the last two axes (any small sizes), in a fixed order; leading axes broadcast."""
    u, v = np.asarray(a, np.float64), np.asarray(b, np.float64)
    total = u[..., :, 0, None] * v[..., 0, None, :]
    for k in range(1, u.shape[-1]):
        total = total + u[..., :, k, None] * v[..., k, None, :]
    return np.asarray(total, np.float64)


def quaternion_product(a: ArrayLike, b: ArrayLike) -> Array:
    """Hamilton's a b, components (x, y, z, w): turns by b first, then by a, vectors as columns."""
    p, q = np.asarray(a, np.float64), np.asarray(b, np.float64)
    ax, ay, az, aw = (p[..., i] for i in range(4))
    bx, by, bz, bw = (q[..., i] for i in range(4))
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        -1,
    )


def quaternion_from_axis_angle(axis: ArrayLike, angle: ArrayLike) -> Array:
    """(x, y, z, w) of a turn by `angle` radians about `axis` (any length but 0), right-handed."""
    sine, cosine = sin_cos(np.asarray(angle, np.float64) * 0.5)
    return np.concatenate([normalize(axis) * sine[..., None], cosine[..., None]], -1)


def rotate_by_quaternion(q: ArrayLike, v: ArrayLike) -> Array:
    """Vectors turned by unit quaternions; leading axes broadcast."""
    turn, vector = np.asarray(q, np.float64), np.asarray(v, np.float64)
    twice = 2.0 * cross3(turn[..., :3], vector)
    return np.asarray(vector + turn[..., 3:4] * twice + cross3(turn[..., :3], twice), np.float64)


def rotation_matrix(q: ArrayLike) -> Array:
    """(..., 3, 3) for row vectors, v' = v M, from unit quaternions."""
    turn: Any = np.asarray(q, np.float64)[..., None, :]
    return rotate_by_quaternion(turn, np.eye(3))
