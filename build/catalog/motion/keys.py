"""From frames to keys: the fewest cubic-spline keys that stay within a tolerance of every frame."""

import numpy as np

from catalog.motion.curve import hermite
from cna_avatars.exact import Array

_LENGTH_TOLERANCE = 0.00095
STEEPEST_SHORT = 1.0
"""The steepest slope that 16 bits hold. A curve with steeper ones may have twice the keys in the same bytes."""


def reduce(times: Array, values: Array, tolerance: float, *, loop: bool) -> tuple[Array, Array]:
    """Return key times (k,) and glTF cubic-spline rows (k, 3, c, w): in-tangent, value, out-tangent.

    `values` (n, c, w) are the frames of `c` curves that share key times. Every key is as far from the one before as
    keeps all splines within `tolerance` of their frames. Tangents are the frames' own slopes; the ends of a loop share
    theirs, other ends are level. Those of rotations are kept to what 16 bits hold if that takes fewer bytes.
    """
    if float(np.abs(values - values[0]).max()) <= tolerance:
        row = np.zeros((1, 3, *values.shape[1:]))
        row[0, 1] = values[0]
        return times[:1], row
    slopes = _slopes(times, values, loop)
    keys = _fitted(times, values, slopes, tolerance, loop)
    if values.shape[-1] == 4 and float(np.abs(slopes).max()) > STEEPEST_SHORT:
        gentle = _fitted(times, values, np.clip(slopes, -STEEPEST_SHORT, STEEPEST_SHORT), tolerance, loop)
        if len(gentle[0]) <= 2 * len(keys[0]):
            return gentle
    return keys


def _fitted(times: Array, values: Array, slopes: Array, tolerance: float, loop: bool) -> tuple[Array, Array]:
    chosen = [0]
    while chosen[-1] < len(times) - 1:
        chosen.append(_farthest(times, values, slopes, chosen[-1], tolerance))
    rows = np.stack([slopes[chosen], values[chosen], slopes[chosen]], 1)
    if loop:
        rows[-1, 1] = rows[0, 1]
    return times[chosen], rows


def _farthest(times: Array, values: Array, slopes: Array, start: int, tolerance: float) -> int:
    """Return the last frame that a spline from `start` reaches within the tolerance, found by doubling and halving."""
    last = len(times) - 1
    good, step = start + 1, 2
    while good < last and _error(times, values, slopes, (start, min(good + step, last)), tolerance) <= 1.0:
        good, step = min(good + step, last), 2 * step
    while step >= 1:
        if good + step <= last and _error(times, values, slopes, (start, good + step), tolerance) <= 1.0:
            good += step
        step //= 2
    return good


def _slopes(times: Array, values: Array, loop: bool) -> Array:
    slopes = np.zeros_like(values)
    slopes[1:-1] = (values[2:] - values[:-2]) / (times[2:] - times[:-2])[:, None, None]
    if loop:
        around = (values[1] - values[-2]) / (times[1] - times[0] + times[-1] - times[-2])
        slopes[0] = slopes[-1] = around
    return slopes


def _error(times: Array, values: Array, slopes: Array, ends: tuple[int, int], tolerance: float) -> float:
    """Return how far the spline between two frames is from those between, at worst: 1 is as far as it may be.

    Splines of quaternions must also stay near the unit sphere, whatever the tolerance.
    """
    a, b = ends
    span = np.asarray(times[b] - times[a])
    u = ((times[a : b + 1] - times[a]) / span)[:, None, None]
    spline = hermite(u, span, (values[a], slopes[a]), (values[b], slopes[b]))
    error = float(np.abs(spline - values[a : b + 1]).max()) / tolerance
    if values.shape[-1] == 4:
        length = np.sqrt((spline * spline).sum(-1))
        error = max(error, float(np.abs(length - 1.0).max()) / _LENGTH_TOLERANCE)
    return error
