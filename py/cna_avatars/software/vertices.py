"""The vertex stage: four bones a vertex, then world, view and projection, in float32 as a graphics card counts.

Source: docs/architecture.md, "The frame" (skinned.vert and silhouette.vert are the same sums).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.math3d import normal_matrix
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw

Floats = npt.NDArray[np.float32]

POSITION: Final = slice(0, 3)
NORMAL: Final = slice(3, 6)
UV: Final = slice(6, 8)


@dataclass(frozen=True, slots=True)
class Vertices:
    """`clip` (n, 4), depth 0..w; `values` (n, 8): position and normal in the world, and uv; or (n, 0)."""

    clip: Floats
    values: Floats


def avatar_vertices(draw: AvatarDraw) -> Vertices:
    """Return the vertices of an avatar in its pose."""
    table = draw.model.vertices
    rows = _blended_rows(draw.palette, table["joints"], table["weights"])
    bound, normal = table["position"], table["normal"]
    skinned = rows[0] * bound[:, 0, None] + rows[1] * bound[:, 1, None] + rows[2] * bound[:, 2, None] + rows[3]
    turned = rows[0] * normal[:, 0, None] + rows[1] * normal[:, 1, None] + rows[2] * normal[:, 2, None]
    values = np.empty((len(table), UV.stop), np.float32)
    position = _transform(skinned, draw.world)
    values[:, POSITION] = position[:, :3]
    values[:, NORMAL] = _transform(turned, normal_matrix(draw.world).T)
    values[:, UV] = table["uv"]
    return Vertices(_transform(position, draw.view.view_projection), values)


def sphere_vertices(draw: SilhouetteDraw, positions: Floats) -> Vertices:
    """Return the vertices of one ellipsoid of the loading effect; it is not lit, so it has no values."""
    clip = _transform(_transform(positions, draw.world), draw.view.view_projection)
    return Vertices(clip, np.zeros((len(positions), 0), np.float32))


def _blended_rows(palette: Floats, joints: npt.NDArray[np.uint8], weights: npt.NDArray[np.uint8]) -> Floats:
    """Return what a position's x, y, z and 1 are multiplied with: (4, n, 3)."""
    columns = np.ascontiguousarray(palette.transpose(0, 2, 1), np.float32).reshape(len(palette), 12)
    shares = weights.astype(np.float32) / np.float32(255.0)
    rows = shares[:, 0, None] * columns[joints[:, 0]]
    for bone in range(1, 4):
        rows += shares[:, bone, None] * columns[joints[:, bone]]
    return rows.reshape(-1, 4, 3).transpose(1, 0, 2)


def _transform(vectors: Floats, matrix: npt.ArrayLike) -> Floats:
    """Return `vectors` (n, 3 or 4) through `matrix` (4, m), as (n, m); three numbers are a position."""
    rows = np.asarray(matrix, np.float32)
    result = vectors[:, 0, None] * rows[0] + vectors[:, 1, None] * rows[1] + vectors[:, 2, None] * rows[2]
    result += rows[3] if vectors.shape[1] == 3 else vectors[:, 3, None] * rows[3]
    return np.asarray(result)
