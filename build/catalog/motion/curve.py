"""Curves of a control: a few keys by hand, a smooth value at every frame.

Between keys the curve is a cubic without overshoot: a key that is higher or lower than both its neighbours is a turning
point and the curve is level there, equal neighbours hold still, and elsewhere the slope is that of the neighbours.
"""

from collections.abc import Sequence

import numpy as np

from cna_avatars.exact import Array

Keys = Sequence[tuple[float, float]]


def sample(keys: Keys, times: Array, *, period: float | None = None) -> Array:
    """Return the values (n,) at `times` (n,) of keys (time, value) with rising times.

    With a `period` the curve repeats: the first key's value also stands at the period's end.
    """
    t = np.array([key[0] for key in keys], np.float64)
    v = np.array([key[1] for key in keys], np.float64)
    if len(t) > 1 and not (np.diff(t) > 0.0).all():
        raise ValueError(f"expected rising key times, got {t.tolist()}")
    if period is not None:
        t = np.concatenate([t - period, t, t + period])
        v = np.concatenate([v, v, v])
        if not (np.diff(t) > 0.0).all():
            raise ValueError(f"expected key times of 0 up to, not including, {period}, got {t.tolist()}")
    if len(t) == 1:
        return np.full(len(times), v[0])
    slope = _slopes(t, v)
    right = np.clip(np.searchsorted(t, times, side="right"), 1, len(t) - 1)
    left = right - 1
    span = t[right] - t[left]
    u = np.clip((times - t[left]) / span, 0.0, 1.0)
    return hermite(u, span, (v[left], slope[left]), (v[right], slope[right]))


def hermite(u: Array, span: Array, start: tuple[Array, Array], end: tuple[Array, Array]) -> Array:
    """Return the cubic at `u` (0 to 1) of an interval `span` long between a value with its slope and another."""
    square = u * u
    cube = square * u
    rise = 3.0 * square - 2.0 * cube
    return np.asarray(
        start[0]
        + rise * (end[0] - start[0])
        + (cube - 2.0 * square + u) * span * start[1]
        + (cube - square) * span * end[1]
    )


def _slopes(t: Array, v: Array) -> Array:
    """Return a slope at every key; level at the ends and at turning points."""
    step = np.diff(v) / np.diff(t)
    slope = np.zeros(len(t))
    before, after = step[:-1], step[1:]
    across = (v[2:] - v[:-2]) / (t[2:] - t[:-2])
    # Three times the flatter neighbour is the steepest slope that cannot overshoot.
    limit = 3.0 * np.minimum(np.abs(before), np.abs(after))
    bounded = np.sign(across) * np.minimum(np.abs(across), limit)
    slope[1:-1] = np.where(before * after > 0.0, bounded, 0.0)
    return slope
