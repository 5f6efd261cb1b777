"""Triangles on the grid of the picture: snapped to sixteenths of a pixel, front faces only.

Rows count upwards from the bottom, as in the memory of WebGL. The middle of the pixel (column, row) lies at
(16 column, 16 row), so that all tests of coverage are sums of whole numbers, and exact.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .clipping import Indices, clip_triangles
from .vertices import Floats, Vertices

STEPS: Final = 16
"""Grid steps in a pixel."""

_NEXT: Final = [1, 2, 0]


@dataclass(frozen=True, slots=True)
class Triangles:
    """t triangles, counter-clockwise seen with rows going up.

    x, y
        (t, 3) corners in grid steps.
    across, up
        (t, 3) by how much each edge's function grows a step to the right and upwards; the edge i lies opposite of
        the corner i, and its function, divided by `area`, is the share of that corner.
    area
        (t,) twice the area in square steps, above 0.
    depth_plane
        (t, 3) float32: how depth grows a step to the right and upwards, and what it is at corner 0.
    inverse_w
        (t, 3) float32.
    values
        (t, 3, k) float32.
    sources
        (t,) the triangle of the index list that each comes from.
    """

    x: Indices
    y: Indices
    across: Indices
    up: Indices
    area: Indices
    depth_plane: Floats
    inverse_w: Floats
    values: Floats
    sources: Indices

    def edges(self, which: npt.NDArray[np.intp], x: Indices, y: Indices) -> Indices:
        """Return the three edge functions (n, 3) of the triangles `which` (n,) at grid points (n,)."""
        corners_x, corners_y = self.x[which][:, _NEXT], self.y[which][:, _NEXT]
        return self.across[which] * (x[:, None] - corners_x) + self.up[which] * (y[:, None] - corners_y)


def front_triangles(vertices: Vertices, triangles: Indices, width: int, height: int) -> Triangles:
    """Return the front faces (clockwise ones, as XNA has them) of an index list (t, 3), clipped and snapped."""
    vertices, triangles, sources = clip_triangles(vertices, triangles, max(width, height))
    clip = vertices.clip
    inverse_w = np.ones(len(clip), np.float32)
    np.divide(np.float32(1.0), clip[:, 3], out=inverse_w, where=clip[:, 3] > 0.0)
    used = np.zeros(len(clip), bool)
    used[triangles.ravel()] = True
    x, y = (_snapped(np.where(used, clip[:, axis] * inverse_w, 0.0), side) for axis, side in ((0, width), (1, height)))
    # The clockwise ones have a negative area here; with two corners exchanged it is positive.
    corners = triangles[:, [0, 2, 1]]
    across_picture, up_picture = x[corners], y[corners]
    area = _doubled_area(across_picture, up_picture)
    front = np.flatnonzero(area > 0)
    corners, across_picture, up_picture = corners[front], across_picture[front], up_picture[front]
    following, last = corners[:, _NEXT], corners[:, [2, 0, 1]]
    across, up, area = y[following] - y[last], x[last] - x[following], area[front]
    return Triangles(
        across_picture,
        up_picture,
        across,
        up,
        area,
        _plane((clip[:, 2] * inverse_w)[corners], across, up, area),
        inverse_w[corners],
        vertices.values[corners],
        sources[front],
    )


def concatenate(parts: list[Triangles]) -> Triangles:
    """Return all triangles of `parts` in one table."""
    names = Triangles.__dataclass_fields__
    return Triangles(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def _snapped(normalized: Floats, side: int) -> Indices:
    """Return grid steps of coordinates between -1 and 1."""
    half = np.float32(side * STEPS / 2)
    steps = normalized.astype(np.float32) * half + (half - np.float32(STEPS / 2))
    return np.asarray(np.rint(steps).astype(np.int64))


def _plane(numbers: Floats, across: Indices, up: Indices, area: Indices) -> Floats:
    """Return (t, 3): by how much `numbers` (t, 3) at the corners grow a step across and up, and the first of them."""
    second, third = (numbers[:, corner] - numbers[:, 0] for corner in (1, 2))
    slopes = ((grows[:, 1] * second + grows[:, 2] * third) / area for grows in (across, up))
    return np.stack([*slopes, numbers[:, 0]], 1).astype(np.float32)


def _doubled_area(x: Indices, y: Indices) -> Indices:
    return np.asarray((x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0]))
