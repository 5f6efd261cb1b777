"""Signed distance fields: primitives and joins. Points are (..., 3) arrays in metres; a field is negative inside."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from cna_avatars.exact import Array, dot3, length

Field = Callable[[Array], Array]


def mirrored(p: Array) -> Array:
    """Points with x made positive: a form on the left becomes one on both sides."""
    return np.concatenate([np.abs(p[..., :1]), p[..., 1:]], -1)


def union(a: Array, b: Array, k: float) -> Array:
    """Both forms, their crease filled over a width of about `k`."""
    h = np.maximum(k - np.abs(a - b), 0.0) / k
    return np.asarray(np.minimum(a, b) - h * h * h * (k / 6.0), np.float64)


def common(a: Array, b: Array, k: float) -> Array:
    """What lies in both forms, the edge rounded over about `k`."""
    return -union(-a, -b, k)


def cut(a: Array, b: Array, k: float) -> Array:
    """Form `a` without form `b`, the edge rounded over about `k`."""
    return -union(-a, b, k)


def piping(a: Array, b: Array, radius: float) -> Array:
    """A cord along the curve where two surfaces cross: hems, cuffs and collars."""
    return np.asarray(np.sqrt(a * a + b * b) - radius, np.float64)


def sphere(p: Array, center: ArrayLike, radius: float) -> Array:
    """A ball."""
    return length(p - np.asarray(center)) - radius


def ellipse_distance(u: Array, v: Array, a: Array, b: Array, square: float = 0.0) -> Array:
    """Nearly the distance to an ellipse with half-axes a and b; `square` 0..1 makes the outline boxier."""
    x, y = u / a, v / b
    x2, y2 = x * x, y * y
    reach = np.sqrt(x2 + y2)
    slope = np.sqrt(x2 / (a * a) + y2 / (b * b))
    if square:
        reach = reach + (np.sqrt(np.sqrt(x2 * x2 + y2 * y2)) - reach) * square
    return np.asarray(reach * (reach - 1.0) / np.maximum(slope, 1e-9), np.float64)


def ellipsoid(p: Array, center: ArrayLike, radii: ArrayLike) -> Array:
    """Nearly the distance to an ellipsoid along the axes."""
    scaled = (p - np.asarray(center)) / np.asarray(radii)
    reach = length(scaled)
    return reach * (reach - 1.0) / np.maximum(length(scaled / np.asarray(radii)), 1e-9)


def cone(p: Array, start: ArrayLike, end: ArrayLike, start_radius: float, end_radius: float) -> Array:
    """A round-ended rod whose radius runs from one end to the other."""
    a, axis = np.asarray(start, np.float64), np.asarray(end, np.float64) - np.asarray(start, np.float64)
    t = np.clip(dot3(p - a, axis) / dot3(axis, axis), 0.0, 1.0)
    return length(p - a - t[..., None] * axis) - (start_radius + (end_radius - start_radius) * t)


def box(p: Array, center: ArrayLike, half: ArrayLike, radius: float) -> Array:
    """A box with rounded edges; `half` is its half size, rounding included."""
    d: Array = np.abs(p - np.asarray(center, np.float64)) - (np.asarray(half, np.float64) - radius)
    return np.asarray(length(np.maximum(d, 0.0)) + np.minimum(d.max(-1), 0.0) - radius, np.float64)


def profile(t: Array, table: ArrayLike) -> list[Array]:
    """The columns of a table (rows: t, then values) at `t`, along a smooth curve through all rows."""
    rows = np.asarray(table, np.float64)
    knots, values = rows[:, 0], rows[:, 1:]
    slopes = np.empty_like(values)
    slopes[1:-1] = (values[2:] - values[:-2]) / (knots[2:] - knots[:-2])[:, None]
    slopes[0], slopes[-1] = (
        (values[1] - values[0]) / (knots[1] - knots[0]),
        (values[-1] - values[-2]) / (knots[-1] - knots[-2]),
    )
    place = np.clip(t, knots[0], knots[-1])
    i = np.clip(np.searchsorted(knots, place, side="right") - 1, 0, len(knots) - 2)
    step = knots[i + 1] - knots[i]
    x = (place - knots[i]) / step
    x2 = x * x
    x3 = x2 * x
    h0, h1, h2, h3 = 2 * x3 - 3 * x2 + 1, x3 - 2 * x2 + x, 3 * x2 - 2 * x3, x3 - x2
    return [
        h0 * values[i, c] + h1 * step * slopes[i, c] + h2 * values[i + 1, c] + h3 * step * slopes[i + 1, c]
        for c in range(values.shape[1])
    ]


def loft(t: Array, u: Array, v: Array, table: ArrayLike, square: float = 0.0, grow: Array | float = 0.0) -> Array:
    """A tube along t, open at its ends: rows are t, half-width u, half-width v, centre u, centre v."""
    a, b, center_u, center_v = profile(t, table)
    return ellipse_distance(u - center_u, v - center_v, a + grow, b + grow, square)


def gradient(field: Field, p: Array, step: float = 1e-4) -> Array:
    """Slope of a field at points (n, 3), by central differences."""
    columns = []
    for axis in range(3):
        offset = np.zeros(3)
        offset[axis] = step
        columns.append((field(p + offset) - field(p - offset)) / (2.0 * step))
    return np.stack(columns, -1)


def around(p: Array, center: ArrayLike, radius: float, field: Field) -> Array:
    """A costly field well within a ball, worked out only there; elsewhere the distance to the ball and a bit."""
    far = sphere(p, center, radius)
    near = far < 0.0
    result = far + 0.25 * radius
    if near.any():
        result[near] = field(p[near])
    return result


def in_chunks(field: Field, p: Array, size: int = 16384) -> Array:
    """A field at points (n, 3), a cache-sized share at a time."""
    return np.concatenate([field(p[i : i + size]) for i in range(0, len(p), size)]) if len(p) else np.zeros(0)
