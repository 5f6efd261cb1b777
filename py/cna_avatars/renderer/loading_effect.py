"""The loading effect: a softly pulsing translucent silhouette, the height of the avatar.

Source: avatars.md, "Rendering" (Loading effect).
"""

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cna_avatars.math3d import create_scale, multiply

RINGS: Final = 10
SEGMENTS: Final = 16
_COLOR: Final = (0.45, 0.7, 1.0)


class _Ellipsoid(NamedTuple):
    """Centre and vertical radius are shares of the height, the other radii metres."""

    centre: float
    radius_x: float
    radius_y: float
    radius_z: float


_ELLIPSOIDS: Final = (_Ellipsoid(0.9, 0.13, 0.1, 0.13), _Ellipsoid(0.43, 0.2, 0.42, 0.14))


def silhouette(height: float, seconds: float) -> tuple[list[npt.NDArray[np.floating]], tuple[float, ...]]:
    """Return the worlds (4, 4) of two unit spheres for an avatar of `height` metres, and their premultiplied colour."""
    pulse = 0.5 + 0.5 * math.sin(3.0 * seconds)
    worlds: list[npt.NDArray[np.floating]] = []
    for ellipsoid in _ELLIPSOIDS:
        world = create_scale((ellipsoid.radius_x, ellipsoid.radius_y * height, ellipsoid.radius_z))
        world[3, 1] = ellipsoid.centre * height
        worlds.append(multiply(world, create_scale(1.0 + 0.03 * pulse)))
    alpha = 0.25 + 0.35 * pulse
    return worlds, (*(channel * alpha for channel in _COLOR), alpha)


def unit_sphere() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.uint16]]:
    """Return positions (176, 3) and the triangle list (960,), clockwise seen from outside, of a unit sphere."""
    polar = np.linspace(0.0, math.pi, RINGS + 1)
    around = np.linspace(0.0, 2.0 * math.pi, SEGMENTS, endpoint=False)
    ring, turn = np.meshgrid(polar, around, indexing="ij")
    radius = np.sin(ring)
    positions = np.stack([radius * np.sin(turn), np.cos(ring), radius * np.cos(turn)], -1)
    row, column = np.meshgrid(np.arange(RINGS), np.arange(SEGMENTS), indexing="ij")
    here, there = row * SEGMENTS + column, row * SEGMENTS + (column + 1) % SEGMENTS
    below, diagonal = here + SEGMENTS, there + SEGMENTS
    triangles = np.stack([here, there, below, there, diagonal, below], -1)
    return positions.reshape(-1, 3).astype(np.float32), triangles.ravel().astype(np.uint16)
