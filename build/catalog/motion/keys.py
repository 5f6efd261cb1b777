"""From frames to keys: the fewest cubic-spline keys that stay within a tolerance of every frame."""

import numpy as np

from catalog.motion.curve import hermite
from cna_avatars.exact import Array

_LENGTH_TOLERANCE = 0.0008


def reduce(times: Array, values: Array, tolerance: float, *, loop: bool) -> tuple[Array, Array]:
    """Return key times (k,) and glTF cubic-spline rows (k, 3, c, w): in-tangent, value, out-tangent.

    `values` (n, c, w) are the frames of `c` curves that share their key times. Keys are added where a spline is farthest
    from its frames, until all are within `tolerance` everywhere; then those that later ones made needless are dropped.
    Tangents are the frames' own slopes; the ends of a loop share theirs, other ends are level.
    """
    if float(np.abs(values - values[0]).max()) <= tolerance:
        row = np.zeros((1, 3, *values.shape[1:]))
        row[0, 1] = values[0]
        return times[:1], row
    slopes = _slopes(times, values, loop)
    chosen = [0, len(times) - 1]
    while True:
        error = _errors(times, values, slopes, chosen, tolerance)
        worst = int(error.argmax())
        if error[worst] <= 1.0 or len(chosen) == len(times):
            break
        chosen = sorted([*chosen, worst])
    for key in chosen[1:-1]:
        fewer = [other for other in chosen if other != key]
        if float(_errors(times, values, slopes, fewer, tolerance).max()) <= 1.0:
            chosen = fewer
    rows = np.stack([slopes[chosen], values[chosen], slopes[chosen]], 1)
    if loop:
        rows[-1, 1] = rows[0, 1]
    return times[chosen], rows


def _slopes(times: Array, values: Array, loop: bool) -> Array:
    slopes = np.zeros_like(values)
    slopes[1:-1] = (values[2:] - values[:-2]) / (times[2:] - times[:-2])[:, None, None]
    if loop:
        around = (values[1] - values[-2]) / (times[1] - times[0] + times[-1] - times[-2])
        slopes[0] = slopes[-1] = around
    return slopes


def _errors(times: Array, values: Array, slopes: Array, chosen: list[int], tolerance: float) -> Array:
    """Return how far the spline through the frames `chosen` is from every frame (n,): 1 is as far as it may be.

    Splines of quaternions must also stay near the unit sphere, whatever the tolerance.
    """
    spline = _spline(times, values, slopes, np.array(chosen))
    error = np.abs(spline - values).max((1, 2)) / tolerance
    if values.shape[-1] == 4:
        length = np.sqrt((spline * spline).sum(-1))
        error = np.maximum(error, np.abs(length - 1.0).max(1) / _LENGTH_TOLERANCE)
    return np.asarray(error)


def _spline(times: Array, values: Array, slopes: Array, chosen: np.ndarray) -> Array:
    right = np.clip(np.searchsorted(times[chosen], times, side="right"), 1, len(chosen) - 1)
    a, b = chosen[right - 1], chosen[right]
    span = (times[b] - times[a])[:, None, None]
    u = (times - times[a])[:, None, None] / span
    return hermite(u, span, (values[a], slopes[a]), (values[b], slopes[b]))
