"""Clipping: triangles that cross the near or far plane, or reach far beyond the picture, are cut there.

Most never do, so the few that do are copied out, cut plane by plane, and put back in their places.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from .vertices import Floats, Vertices

Indices = npt.NDArray[np.int64]

_REACH_PIXELS: Final = 16384.0
"""How far from the middle of the picture coordinates may lie: exact in whole numbers, and never seen."""
_SMALLEST_W: Final = np.float32(1e-30)
"""What can be divided by."""


def clip_triangles(vertices: Vertices, triangles: Indices, size: int) -> tuple[Vertices, Indices, Indices]:
    """Cut triangles at the planes of the view.

    Parameters
    ----------
    vertices
        n vertices.
    triangles
        (t, 3) indices of vertices.
    size
        pixels of the picture's longer side.

    Returns
    -------
    tuple
        the vertices with those of the cuts behind them, the triangles (u, 3) in their order, and which of the t each
        comes from (u,). Triangles with numbers that are not finite are left out.
    """
    reach = 2.0 * _REACH_PIXELS / size
    distances = _distances(vertices.clip, reach)
    is_inside = _all_of(distances >= 0.0) & (vertices.clip[:, 3] > _SMALLEST_W)
    whole = _all_of(is_inside[triangles])
    origins, cut = np.flatnonzero(whole), np.flatnonzero(~whole)
    # Every corner beyond one and the same plane: nothing is seen.
    beyond = np.asarray((distances[triangles[cut]] < 0.0).all(1))
    cut = cut[~np.asarray(beyond.any(1))]
    if len(cut) == 0:
        return vertices, triangles[origins], origins
    pieces, sources = triangles[cut], cut.astype(np.int64)
    for plane in range(distances.shape[1]):
        vertices, pieces, sources = _cut(vertices, pieces, sources, plane, reach)
    kept = _all_of((_all_of(np.isfinite(vertices.clip)) & (vertices.clip[:, 3] > _SMALLEST_W))[pieces])
    triangles = np.concatenate([triangles[origins], pieces[kept]])
    sources = np.concatenate([origins, sources[kept]])
    order = np.argsort(sources, kind="stable")
    return vertices, triangles[order], sources[order]


def _all_of(facts: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return (n,) which rows of `facts` (n, k) hold throughout."""
    return np.asarray(facts.all(1))


def _distances(clip: Floats, reach: float) -> Floats:
    """Return (n, 6): above 0 where a corner is inside of near, far, left, right, bottom and top."""
    x, y, z, w = clip.T
    wide = np.float32(reach) * w
    return np.stack([z, w - z, wide + x, wide - x, wide + y, wide - y], 1)


def _cut(
    vertices: Vertices, triangles: Indices, sources: Indices, plane: int, reach: float
) -> tuple[Vertices, Indices, Indices]:
    """Cut all triangles at one plane: one corner inside leaves a triangle, two leave a quadrangle."""
    distance = _distances(vertices.clip, reach)[:, plane]
    inside = distance[triangles] >= 0.0
    count = inside.sum(1)
    one, two = count == 1, count == 2
    # The lonely corner first; the turning order stays.
    first = np.where(one[:, None], inside, ~inside).argmax(1)[:, None]
    lonely, left, right = np.take_along_axis(triangles, (first + np.arange(3)) % 3, 1)[one | two].T
    crossing = np.stack([lonely, lonely]), np.stack([left, right])
    made = len(vertices.clip) + np.arange(crossing[0].size).reshape(2, -1)
    vertices = _with_points_on(vertices, distance, crossing[0].ravel(), crossing[1].ravel())
    is_one = one[one | two]
    tips = np.stack([lonely, made[0], made[1]], 1)[is_one]
    lower = np.stack([made[0], left, right], 1)[~is_one]
    upper = np.stack([made[0], right, made[1]], 1)[~is_one]
    kept = count == 3
    return (
        vertices,
        np.concatenate([triangles[kept], tips, lower, upper]),
        np.concatenate([sources[kept], sources[one], sources[two], sources[two]]),
    )


def _with_points_on(vertices: Vertices, distance: Floats, start: Indices, end: Indices) -> Vertices:
    """Return `vertices` and, behind them, where the edges from `start` to `end` meet the plane."""
    # From the inside out, whichever way an edge runs: neighbours get the same point.
    inner = np.where(distance[start] >= 0.0, start, end)
    outer = np.where(distance[start] >= 0.0, end, start)
    share = (distance[inner] / (distance[inner] - distance[outer]))[:, None]
    clip, values = (
        np.concatenate([table, table[inner] + share * (table[outer] - table[inner])])
        for table in (vertices.clip, vertices.values)
    )
    return Vertices(clip, values)
