"""Hands that trail: what hangs at the end of an arm follows late."""

import numpy as np

from cna_avatars.exact import Array, dot3

_MOST = 13.0
"""Degrees by which a hand trails at any speed."""
_LATE = np.array([1.0, 2.0, 3.0, 4.0, 4.0, 3.0, 2.0])
"""Shares of the frames before, the latest first: the hand bends while the arm moves, and swings out when it stops."""


def trailing(path: Array, toward: Array, seconds: float, *, loop: bool) -> Array:
    """Return the degrees (n,) by which a hand stays behind an arm whose end moves along `path` (n, 3).

    `toward` (n, 3) is the direction in which the hand can bend, `seconds` the time of a frame.
    """
    speed = dot3(_velocity(path, seconds, loop), toward)
    lag = _MOST * speed / (1.0 + np.abs(speed))
    late = np.zeros(len(lag))
    for frames, share in enumerate(_LATE):
        late += _before(lag, frames, loop) * share
    return np.asarray(late / _LATE.sum())


def _velocity(path: Array, seconds: float, loop: bool) -> Array:
    velocity = np.zeros_like(path)
    velocity[1:-1] = (path[2:] - path[:-2]) / (2.0 * seconds)
    if loop:
        velocity[0] = velocity[-1] = (path[1] - path[-2]) / (2.0 * seconds)
    return velocity


def _before(values: Array, frames: int, loop: bool) -> Array:
    """Return the values as they were some frames earlier; a loop's last frame is its first."""
    if frames == 0:
        return values
    if loop:
        once = np.roll(values[:-1], frames)
        return np.concatenate([once, once[:1]])
    return np.concatenate([np.zeros(frames), values[:-frames]])
