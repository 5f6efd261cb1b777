"""Simple closed shapes for props and stages, as triangles.

A shape's triangles are clockwise seen from outside, as XNA draws front faces. Metres, radians.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cna_avatars.errors import ArgumentError
from cna_avatars.exact import sin_cos
from cna_avatars.math3d import transform


@dataclass(frozen=True, slots=True)
class Shape:
    """Positions and normals (n, 3) float64, triangles (m, 3) int64."""

    positions: npt.NDArray[np.floating]
    normals: npt.NDArray[np.floating]
    triangles: npt.NDArray[np.int64]

    def moved(self, matrix: npt.ArrayLike) -> "Shape":
        """Return the shape through `matrix` (4, 4): a rotation and a translation."""
        linear = np.array(matrix, np.float64)
        linear[3, :3] = 0.0
        return Shape(transform(self.positions, matrix), transform(self.normals, linear), self.triangles)


def box(width: float, height: float, depth: float) -> Shape:
    """A box about the origin."""
    corners, normals = [], []
    half = np.array((width, height, depth), np.float64) * 0.5
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for sign in (1.0, -1.0):
            normal = np.zeros(3)
            normal[axis] = sign
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)) if sign < 0 else ((-1, -1), (-1, 1), (1, 1), (1, -1)):
                corner = normal.copy()
                corner[u], corner[v] = a, b
                corners.append(corner * half)
                normals.append(normal)
    first = np.arange(0, 24, 4, dtype=np.int64)
    return Shape(np.array(corners), np.array(normals), np.add.outer(first, (0, 1, 2, 0, 2, 3)).reshape(-1, 3))


def lathe(profile: Sequence[tuple[float, float]], segments: int = 24) -> Shape:
    """What `profile`, points (radius, height) from the bottom up, sweeps about +Y; smooth where it is not cut.

    Two equal points cut the surface: its normals are sharp there. A profile that starts and ends at radius 0 is closed.

    Raises
    ------
    ArgumentError
        for fewer than two points, a negative radius, or fewer than three segments.
    """
    points = np.array(profile, np.float64).reshape(-1, 2)
    if len(points) < 2 or (points[:, 0] < 0).any() or segments < 3:
        raise ArgumentError("Expected two or more points of radius 0 or more, and three or more segments.", "profile")
    along = np.diff(points, axis=0)
    outward = np.stack([along[:, 1], -along[:, 0]], -1)
    slopes = np.zeros_like(points)
    slopes[:-1] += outward
    slopes[1:] += outward
    slopes /= np.maximum(np.sqrt((slopes * slopes).sum(-1, keepdims=True)), 1e-12)
    turn = np.arange(segments + 1) * (2.0 * 3.141592653589793 / segments)
    sine, cosine = sin_cos(turn)

    def swept(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        rows = [np.multiply.outer(values[:, 0], sine), np.multiply.outer(values[:, 0], cosine)]
        height = np.repeat(values[:, 1:], segments + 1, 1)
        return np.stack([rows[0], height, rows[1]], -1).reshape(-1, 3)

    ring, column = np.arange(len(points) - 1, dtype=np.int64), np.arange(segments, dtype=np.int64)
    corner = np.add.outer(ring * (segments + 1), column)
    above = corner + segments + 1
    has_length = np.abs(along).sum(1) > 0.0
    lower = np.stack([corner, above + 1, corner + 1], -1)[has_length & (points[:-1, 0] > 0.0)]
    upper = np.stack([corner, above, above + 1], -1)[has_length & (points[1:, 0] > 0.0)]
    return Shape(swept(points), swept(slopes), np.concatenate([lower.reshape(-1, 3), upper.reshape(-1, 3)]))


def ball(radius: float, segments: int = 24) -> Shape:
    """A ball about the origin."""
    sine, cosine = sin_cos(np.arange(segments // 2 + 1) * (3.141592653589793 / (segments // 2)))
    between = [(float(s) * radius, -float(c) * radius) for s, c in zip(sine[1:-1], cosine[1:-1], strict=True)]
    return lathe([(0.0, -radius), *between, (0.0, radius)], segments)


def plane(width: float, depth: float) -> Shape:
    """A rectangle on the ground that faces +Y."""
    x, z = width * 0.5, depth * 0.5
    corners = np.array([(-x, 0, -z), (x, 0, -z), (x, 0, z), (-x, 0, z)], np.float64)
    up = np.tile(np.array((0.0, 1.0, 0.0)), (4, 1))
    return Shape(corners, up, np.array([(0, 1, 2), (0, 2, 3)], np.int64))
