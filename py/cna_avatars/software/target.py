"""A picture in the making: colour and depth of every sample, and what they come to.

Each sample keeps one key: its depth above, the number of the triangle below, so that the smallest key is what is seen,
and of two at one depth the later one.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from .clipping import Indices
from .coverage import SAMPLES, Fragments
from .triangles import STEPS, Triangles
from .vertices import Floats

DEPTH_PLACES: Final = SAMPLES
"""Where the depth of a sample is taken: where the sample is."""

_LAST: Final = (1 << 32) - 1
_NOTHING: Final = np.uint64((0x3F800000 << 32) | _LAST)
"""The far plane, and no triangle."""


class Target:
    """Some `rows` of a picture, `width` pixels each, of 1 or 4 samples, transparent; rows count upwards."""

    def __init__(self, width: int, rows: range, samples: int) -> None:
        self.width, self.rows, self.samples = width, rows, samples
        self._keys = np.full((samples, width * len(rows)), _NOTHING, np.uint64)
        self._colors = np.zeros((samples, width * len(rows), 4), np.uint8)

    # --- depth ----------------------------------------------------------------------------------------------------

    def cover(self, triangles: Triangles, fragments: Fragments) -> None:
        """Let the nearest triangle own each sample."""
        pixel = self._pixel(fragments)
        number = np.uint64(_LAST - 1) - fragments.triangle.astype(np.uint64)
        for sample in range(self.samples):
            covered = np.flatnonzero(fragments.covered[sample])
            depth = _depth_bits(triangles, fragments, sample, covered)
            np.minimum.at(self._keys[sample], pixel[covered], (depth << np.uint64(32)) | number[covered])

    def seen(self) -> Fragments:
        """Return a fragment for each triangle in each pixel that owns a sample there; `covered` says which it owns."""
        number = (np.uint64(_LAST) - (self._keys & np.uint64(_LAST))).astype(np.int64) - 1
        found = [np.zeros(0, np.int64)]
        for sample in range(self.samples):
            is_new = number[sample] >= 0
            for before in range(sample):
                is_new &= number[sample] != number[before]
            found.append(np.flatnonzero(is_new) * self.samples + sample)
        places = np.sort(np.concatenate(found)).astype(np.int64)
        pixel = places // self.samples
        triangle = number[places % self.samples, pixel]
        row = self.rows.start + pixel // self.width
        return Fragments(triangle, pixel % self.width, row, number[:, pixel] == triangle)

    def not_hidden(self, triangles: Triangles, fragments: Fragments) -> npt.NDArray[np.bool_]:
        """Return (samples, n): where fragments cover samples and nothing nearer owns them."""
        pixel = self._pixel(fragments)
        passed = np.zeros_like(fragments.covered)
        for sample in range(self.samples):
            covered = np.flatnonzero(fragments.covered[sample])
            depth = _depth_bits(triangles, fragments, sample, covered)
            passed[sample, covered] = depth <= self._keys[sample, pixel[covered]] >> np.uint64(32)
        return passed

    # --- colour ---------------------------------------------------------------------------------------------------

    def write(self, fragments: Fragments, colors: Floats) -> None:
        """Set the covered samples to `colors` (n, 4); no sample may occur twice."""
        pixel, bytes_ = self._pixel(fragments), _as_bytes(_saturated(colors))
        for sample in range(self.samples):
            covered = fragments.covered[sample]
            self._colors[sample, pixel[covered]] = bytes_[covered]

    def blend(self, fragments: Fragments, colors: Floats) -> None:
        """Draw premultiplied `colors` (n, 4) over the covered samples, in order."""
        pixel, source = self._pixel(fragments), _saturated(colors)
        turn = _turns(pixel)
        for number in range(int(turn.max(initial=-1)) + 1):
            at_once = np.flatnonzero(turn == number)
            for sample in range(self.samples):
                which = at_once[fragments.covered[sample, at_once]]
                there = self._colors[sample, pixel[which]] / np.float32(255.0)
                blended = source[which] + there * (np.float32(1.0) - source[which, 3:])
                self._colors[sample, pixel[which]] = _as_bytes(_saturated(blended))

    def resolved(self) -> npt.NDArray[np.uint8]:
        """Return the pixels (rows, width, 4), premultiplied, the top row first.

        Samples are averaged in pairs, halves rounded up.
        """
        samples = self._colors
        while len(samples) > 1:
            samples = ((samples[::2].astype(np.uint16) + samples[1::2] + 1) >> 1).astype(np.uint8)
        return np.ascontiguousarray(samples[0].reshape(len(self.rows), self.width, 4)[::-1])

    def _pixel(self, fragments: Fragments) -> Indices:
        return (fragments.row - self.rows.start) * self.width + fragments.column


def _depth_bits(
    triangles: Triangles, fragments: Fragments, sample: int, covered: npt.NDArray[np.intp]
) -> npt.NDArray[np.uint64]:
    """Return the depth of one sample of the fragments `covered`, as bits that order like numbers."""
    which = fragments.triangle[covered]
    x, y = DEPTH_PLACES[len(fragments.covered)][sample]
    from_x = (STEPS * fragments.column[covered] + x - triangles.x[which, 0]).astype(np.float32)
    from_y = (STEPS * fragments.row[covered] + y - triangles.y[which, 0]).astype(np.float32)
    across, up, start = triangles.depth_plane[which].T
    depth = np.clip(start + across * from_x + up * from_y, 0.0, 1.0) + np.float32(0.0)  # never a negative zero
    return np.asarray(depth.view(np.uint32).astype(np.uint64))


def _saturated(colors: Floats) -> Floats:
    return np.asarray(np.fmin(np.fmax(colors, np.float32(0.0)), np.float32(1.0)))


def _as_bytes(colors: Floats) -> npt.NDArray[np.uint8]:
    return np.asarray(np.rint(colors * np.float32(255.0)).astype(np.uint8))


def _turns(pixel: Indices) -> Indices:
    """Return for each fragment how many of the same pixel come before it."""
    order = np.argsort(pixel, kind="stable")
    ordered = pixel[order]
    is_first = np.ones(len(pixel), bool)
    is_first[1:] = ordered[1:] != ordered[:-1]
    starts = np.flatnonzero(is_first)
    turns = np.empty(len(pixel), np.int64)
    turns[order] = np.arange(len(pixel)) - np.repeat(starts, np.diff(np.append(starts, len(pixel))))
    return turns
