"""What a triangle's corners say, between them: perspective-correct, at the middle of what is covered.

A pixel's own middle may lie outside a thin triangle; GLSL calls the place that never does the centroid.
"""

import numpy as np
import numpy.typing as npt

from .clipping import Indices
from .coverage import SAMPLES, Fragments, coverage
from .triangles import STEPS, Triangles
from .vertices import UV, Floats


def attributes(triangles: Triangles, fragments: Fragments) -> Floats:
    """Return the values (n, k) of each fragment's triangle at the centroid of the samples that it covers."""
    place = fragments.triangle, fragments.column, fragments.row
    return _interpolated(triangles, triangles.values, *place, fragments.covered)


def uv_steps(triangles: Triangles, fragments: Fragments) -> tuple[Floats, Floats]:
    """Return how uv grows across and up (n, 2) in the square of two by two pixels that each fragment lies in.

    Graphics cards shade such squares together and take differences, at the centroids of their pixels.
    """
    column, row = fragments.column & ~1, fragments.row & ~1
    which, samples = fragments.triangle, len(fragments.covered)
    uv = triangles.values[:, :, UV]
    corner, beside, above = (
        _interpolated(triangles, uv, which, x, y, coverage(triangles, which, x, y, samples))
        for x, y in ((column, row), (column + 1, row), (column, row + 1))
    )
    return beside - corner, above - corner


def _interpolated(
    triangles: Triangles,
    corners: Floats,
    which: Indices,
    column: Indices,
    row: Indices,
    covered: npt.NDArray[np.bool_],
) -> Floats:
    """Return what the `corners` (t, 3, k) of the triangles `which` (n,) come to, each at its own centroid: (n, k)."""
    x, y = _centroid(covered)
    middle = triangles.edges(which, STEPS * column, STEPS * row).astype(np.float32)
    edges = middle + triangles.across[which].astype(np.float32) * x + triangles.up[which].astype(np.float32) * y
    shares = edges * triangles.inverse_w[which]
    shares /= (shares[:, 0] + shares[:, 1] + shares[:, 2])[:, None]
    values = corners[which]
    result = shares[:, 0, None] * values[:, 0]
    result += shares[:, 1, None] * values[:, 1]
    result += shares[:, 2, None] * values[:, 2]
    return np.asarray(result)


def _centroid(covered: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return the mean position (n, 1) of the samples `covered` (samples, n), in grid steps; the middle if none is."""
    count = np.maximum(covered.sum(0), 1).astype(np.float32)
    x, y = (
        (covered * places[:, None]).sum(0).astype(np.float32) / count
        for places in SAMPLES[len(covered)].T.astype(np.int8)
    )
    return x[:, None], y[:, None]
