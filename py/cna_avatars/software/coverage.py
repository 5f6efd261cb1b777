"""Which samples of which pixels a triangle covers: by the top-left rule, so that no sample is covered twice or missed.

A row of pixels meets a triangle in one span for each sample position; its ends follow from the three edges by whole
divisions. Triangles come in batches, so that memory stays bounded whatever is drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .clipping import Indices
from .triangles import STEPS, Triangles

SAMPLES: Final = {
    1: np.array([(0, 0)], np.int64),
    4: np.array([(-2, -6), (6, -2), (-6, 2), (2, 6)], np.int64),
}
"""Where a pixel's samples lie, in grid steps from its middle: the standard pattern of graphics cards."""

_MOST_ROWS: Final = 1 << 15
_MOST_PIXELS: Final = 1 << 17


@dataclass(frozen=True, slots=True)
class Fragments:
    """n meetings of a triangle and a pixel, in the order of the triangles.

    triangle, column, row
        (n,) which; rows count upwards.
    covered
        (samples, n) whether the triangle covers the sample.
    """

    triangle: Indices
    column: Indices
    row: Indices
    covered: npt.NDArray[np.bool_]

    def where(self, kept: npt.NDArray[np.bool_]) -> "Fragments":
        """Return those that `kept` (n,) says."""
        return Fragments(self.triangle[kept], self.column[kept], self.row[kept], self.covered[:, kept])

    def covering(self, covered: npt.NDArray[np.bool_]) -> "Fragments":
        """Return the same ones with other samples, `covered` (samples, n)."""
        return Fragments(self.triangle, self.column, self.row, covered)


def rasterize(triangles: Triangles, width: int, rows: range, samples: int) -> Iterator[Fragments]:
    """Yield the fragments of all triangles in some `rows` of a picture, batch after batch."""
    offsets = SAMPLES[samples]
    lowest = np.maximum(-((offsets[:, 1].max() - triangles.y.min(1)) // STEPS), rows.start)
    highest = np.minimum((triangles.y.max(1) - offsets[:, 1].min()) // STEPS, rows.stop - 1)
    heights = np.maximum(highest - lowest + 1, 0)
    for first, last in _batches(heights, _MOST_ROWS):
        triangle, step = _expanded(heights[first:last])
        triangle += first
        row = lowest[triangle] + step
        left, right = _spans(triangles, triangle, row, offsets, width)
        is_empty = right <= left
        begin = np.where(is_empty, width, left).min(0)
        widths = np.maximum(np.where(is_empty, 0, right).max(0) - begin, 0)
        for low, high in _batches(widths, _MOST_PIXELS):
            span, across = _expanded(widths[low:high])
            span += low
            column = begin[span] + across
            covered = (column >= left[:, span]) & (column < right[:, span])
            yield Fragments(triangle[span], column, row[span], covered)


def coverage(
    triangles: Triangles, which: Indices, column: Indices, row: Indices, samples: int
) -> npt.NDArray[np.bool_]:
    """Return (samples, n): whether the triangles `which` (n,) cover the samples of the pixels (n,)."""
    exclusive = np.where(_includes_its_edge(triangles, which), 0, 1)
    middle = triangles.edges(which, STEPS * column, STEPS * row) - exclusive
    across, up = triangles.across[which], triangles.up[which]
    edges = (middle + across * x + up * y for x, y in SAMPLES[samples])
    return np.stack([(edge[:, 0] >= 0) & (edge[:, 1] >= 0) & (edge[:, 2] >= 0) for edge in edges])


def _includes_its_edge(triangles: Triangles, which: Indices) -> npt.NDArray[np.bool_]:
    """Return (n, 3): whether points exactly on an edge belong to the triangle: left edges, and those it hangs from."""
    across, up = triangles.across[which], triangles.up[which]
    return np.asarray((across > 0) | ((across == 0) & (up > 0)))


def _spans(
    triangles: Triangles, which: Indices, row: Indices, offsets: npt.NDArray[np.int64], width: int
) -> tuple[Indices, Indices]:
    """Return, for each sample position and row, the first column that is covered and the one after the last."""
    across, up = triangles.across[which].T, triangles.up[which].T
    middle = triangles.edges(which, np.zeros_like(row), STEPS * row).T - np.where(
        _includes_its_edge(triangles, which).T, 0, 1
    )
    step = STEPS * across
    # An edge that grows to the right bounds the span on the left; a level one takes all or nothing.
    divisor = np.where(step == 0, 1, np.abs(step))
    left = np.zeros((len(offsets), len(row)), np.int64)
    right = np.full_like(left, width)
    for sample, (x, y) in enumerate(offsets):
        value = middle + across * x + up * y
        bound = value // divisor
        for edge in range(3):
            np.maximum(left[sample], np.where(step[edge] > 0, -bound[edge], 0), out=left[sample])
            limit = np.where(step[edge] < 0, bound[edge] + 1, np.where((step[edge] > 0) | (value[edge] >= 0), width, 0))
            np.minimum(right[sample], limit, out=right[sample])
    return left, right


def _batches(counts: npt.NDArray[np.integer], most: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of items whose counts sum up to about `most`; every range has an item at least."""
    sums = np.concatenate([[0], np.cumsum(counts)])
    first = 0
    while first < len(counts):
        last = max(int(np.searchsorted(sums, sums[first] + most, "right")) - 1, first + 1)
        if sums[last] > sums[first]:
            yield first, last
        first = last


def _expanded(counts: npt.NDArray[np.integer]) -> tuple[Indices, Indices]:
    """Return each item's number `counts` times, and 0, 1, 2 … beside each of them."""
    item = np.repeat(np.arange(len(counts), dtype=np.int64), counts.astype(np.intp))
    starts = np.cumsum(counts) - counts
    return item, np.arange(len(item), dtype=np.int64) - starts[item]
