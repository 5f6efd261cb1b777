"""`GraphicsDevice`: what any device must do to draw avatars, and the two things it is given.

Implementations: the browser's (host/records.py), software/device.py, and any that a program brings. Data never
imports a device.
Source: docs/architecture.md, "The frame".
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from cna_avatars.assembly.model import AssembledModel
from cna_avatars.errors import NotSupportedError


@dataclass(frozen=True, slots=True)
class View:
    """A camera: view · projection (4, 4) and the eye's position (3,) in the world, float64."""

    view_projection: npt.NDArray[np.floating]
    eye: npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Lights:
    """One directional light, its travel direction (3,), colour (3,), and the ambient colour (3,)."""

    direction: tuple[float, ...]
    color: tuple[float, ...]
    ambient: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class AvatarDraw:
    """One avatar: world (4, 4) from asset space, palette (71, 3, 4) float32 rows, the tile of each of seven decals."""

    model: AssembledModel
    world: npt.NDArray[np.floating]
    view: View
    lights: Lights
    palette: npt.NDArray[np.float32]
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SilhouetteDraw:
    """One ellipsoid of the loading effect: world (4, 4) of the unit sphere, premultiplied colour (4,)."""

    world: npt.NDArray[np.floating]
    view: View
    color: tuple[float, ...]


class GraphicsDevice(Protocol):
    """A device that draws skinned models; one that cannot raises NotSupportedError from every draw."""

    def draw_avatar(self, draw: AvatarDraw) -> None:
        """Draw one avatar, uploading its model first if the device does not have it yet, all or nothing."""

    def draw_silhouette(self, draw: SilhouetteDraw) -> None:
        """Draw one ellipsoid: unlit, blended, depth tested but not written."""


class TwoDimensionalDevice:
    """A device without vertex buffers: it refuses every draw in the same way."""

    def draw_avatar(self, draw: AvatarDraw) -> None:
        """Refuse."""
        del draw
        self._refuse()

    def draw_silhouette(self, draw: SilhouetteDraw) -> None:
        """Refuse."""
        del draw
        self._refuse()

    @staticmethod
    def _refuse() -> None:
        raise NotSupportedError("This graphics device draws in two dimensions only; avatars need vertex buffers.")
