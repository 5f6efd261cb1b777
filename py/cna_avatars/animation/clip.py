"""Clips: the keys of an animation, and a set of clips flattened for sampling many at once.

Source: avatars.md, "Animations" and "Assets" (glTF cubic-spline rotation curves).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.timespan import TICKS_PER_SECOND, ticks_from_seconds

FloatArray = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.intp]

LONGEST_SECONDS: Final = 600.0
_CHANNEL_SPAN: Final = 1024.0
"""Distance between channels on the search line, longer than any clip."""


@dataclass(frozen=True, slots=True)
class Channel:
    """A cubic spline: times (k,) ascending; values, in_tangents, out_tangents (k, w), tangents per second."""

    times: FloatArray
    values: FloatArray
    in_tangents: FloatArray
    out_tangents: FloatArray


@dataclass(frozen=True, slots=True)
class Clip:
    """One animation in asset space.

    `rotations`: quaternion channels (w = 4) by bone; bones without one do not turn. `root`: the root's moves (w = 3).
    `expression_times` (e,) and `expressions` (e, 5): mouth, left eye, right eye, left eyebrow, right eyebrow.
    """

    name: str
    is_loop: bool
    rotations: dict[int, Channel]
    root: Channel | None
    expression_times: FloatArray
    expressions: npt.NDArray[np.int64]

    @property
    def duration(self) -> float:
        """Seconds until the last key of all channels."""
        channels = [*self.rotations.values(), *([self.root] if self.root else [])]
        return max((float(channel.times[-1]) for channel in channels), default=0.0)

    @property
    def length_ticks(self) -> int:
        """`duration` in ticks of 100 ns."""
        return ticks_from_seconds(self.duration)


class ChannelTable:
    """Channels of one width end to end, so that any number of them is sampled in one pass."""

    def __init__(self, channels: list[Channel], width: int) -> None:
        counts = np.array([len(channel.times) for channel in channels], np.intp)
        self._first = np.concatenate([np.zeros(1, np.intp), np.cumsum(counts, dtype=np.intp)])[:-1]
        self._last = self._first + counts - 1
        self._times = _joined([channel.times for channel in channels], (0,))
        self._values = _joined([channel.values for channel in channels], (0, width))
        self._in = _joined([channel.in_tangents for channel in channels], (0, width))
        self._out = _joined([channel.out_tangents for channel in channels], (0, width))
        owner = np.repeat(np.arange(len(channels)), counts)
        self._line = owner * _CHANNEL_SPAN + self._times

    def sample(self, channels: IntArray, times: FloatArray) -> FloatArray:
        """Return the values (n, w) of `channels` (n,) at `times` (n,) seconds.

        Before the first key the first value holds, after the last key the last.
        """
        right = np.searchsorted(self._line, channels * _CHANNEL_SPAN + times, side="right")
        first, last = self._first[channels], self._last[channels]
        left = np.minimum(np.maximum(right - 1, first), last)
        right = np.minimum(left + 1, last)
        start = self._times[left]
        span = self._times[right] - start
        u = np.maximum(times - start, 0.0) / np.where(span > 0.0, span, np.float32(1.0))
        u = np.where(span > 0.0, u, np.float32(0.0)).astype(np.float32)[:, None]
        span = span[:, None]
        square = u * u
        cube = square * u
        rise = 3.0 * square - 2.0 * cube
        return np.asarray(
            (1.0 - rise) * self._values[left]
            + (cube - 2.0 * square + u) * (span * self._out[left])
            + rise * self._values[right]
            + (cube - square) * (span * self._in[right])
        )


def _joined(arrays: list[FloatArray], empty: tuple[int, ...]) -> FloatArray:
    return np.concatenate(arrays) if arrays else np.zeros(empty, np.float32)


class ClipSet:
    """The clips of a catalog, by number (the preset)."""

    def __init__(self, clips: list[Clip]) -> None:
        self.clips = tuple(clips)
        self.length_ticks = tuple(clip.length_ticks for clip in clips)
        rotation_channels: list[Channel] = []
        root_channels: list[Channel] = []
        self._bones: list[IntArray] = []
        self._channels: list[IntArray] = []
        self._root_channel = np.full(len(clips), -1, np.intp)
        for index, clip in enumerate(clips):
            bones = sorted(clip.rotations)
            self._bones.append(np.array(bones, np.intp))
            self._channels.append(np.arange(len(rotation_channels), len(rotation_channels) + len(bones)))
            rotation_channels += [clip.rotations[bone] for bone in bones]
            if clip.root:
                self._root_channel[index] = len(root_channels)
                root_channels.append(clip.root)
        self._rotations = ChannelTable(rotation_channels, 4)
        self._roots = ChannelTable(root_channels, 3)
        counts = [len(clip.expression_times) for clip in clips]
        self._expression_first = np.concatenate([[0], np.cumsum(counts)]).astype(np.intp)
        owner = np.repeat(np.arange(len(clips)), counts)
        times = _joined([clip.expression_times for clip in clips], (0,))
        self._expression_line = owner * _CHANNEL_SPAN + times
        none = np.zeros((1, 5), np.int64)
        self._expressions = np.concatenate([*(clip.expressions for clip in clips), none])
        self._layout: tuple[bytes, tuple[IntArray, IntArray, IntArray]] = (b"", (none[0], none[0], none[0]))

    def sample_rotations(self, clips: IntArray, times: FloatArray, out: FloatArray) -> None:
        """Write the bones' rotations of `clips` (n,) at `times` (n,) into `out` (4, 71, n): unit quaternions."""
        channels, bones, rows = self._layout_of(clips)
        out[:3] = 0.0
        out[3] = 1.0
        values = self._rotations.sample(channels, times[rows])
        length = np.sqrt((values * values).sum(-1))
        usable = length > 1e-6
        values /= np.where(usable, length, np.float32(1.0))[:, None]
        values[~usable] = (0.0, 0.0, 0.0, 1.0)
        out[:, bones, rows] = values.T

    def sample_roots(self, clips: IntArray, times: FloatArray, out: FloatArray) -> None:
        """Write the root's movement, metres of the authored size, into `out` (3, n)."""
        out[:] = 0.0
        channels = self._root_channel[clips]
        rows = np.flatnonzero(channels >= 0)
        if len(rows):
            out[:, rows] = self._roots.sample(channels[rows], times[rows]).T

    def sample_expressions(self, clips: IntArray, times: FloatArray) -> npt.NDArray[np.int64]:
        """Return the face states (n, 5): those of the last key that is not later than the time."""
        line = clips * _CHANNEL_SPAN + times + 1e-6
        index = np.searchsorted(self._expression_line, line, side="right") - 1
        return self._expressions[np.where(index >= self._expression_first[clips], index, -1)]

    def _layout_of(self, clips: IntArray) -> tuple[IntArray, IntArray, IntArray]:
        """Return channel, bone and row of every turning bone; kept while the crowd plays the same clips."""
        key = clips.tobytes()
        if self._layout[0] != key or not key:
            parts = [self._channels[clip] for clip in clips]
            rows = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
            bones = [self._bones[clip] for clip in clips]
            empty = np.zeros(0, np.intp)
            self._layout = (key, (np.concatenate([empty, *parts]), np.concatenate([empty, *bones]), rows))
        return self._layout[1]


def seconds_of(ticks: int) -> np.float32:
    """Return `ticks` in seconds as the float32 that key times are compared with."""
    return np.float32(ticks / TICKS_PER_SECOND)
