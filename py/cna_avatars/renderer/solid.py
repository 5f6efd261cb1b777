"""`Solid`: a rigid thing of plain colours, drawn by the same device as avatars: a prop, a ground.

Source: xna-facts.md 4 (props that the avatar samples draw beside their avatars).
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.assembly.model import MAX_PARTS, VERTEX, AssembledModel
from cna_avatars.catalog.atlas import Atlas
from cna_avatars.catalog.face_layout import FaceLayout
from cna_avatars.errors import ArgumentError
from cna_avatars.gamer_services.dispatcher import GamerServicesDispatcher
from cna_avatars.math3d import identity
from cna_avatars.skeleton import BONE_COUNT

from .camera import camera_of
from .device import AvatarDraw, Lights
from .shapes import Shape

Color = tuple[float, float, float]

_STATES: Final = np.zeros((14, 2, 2), np.int64)
_NO_FACE: Final = Atlas(
    FaceLayout(1, 1, 1, 1, _STATES, np.zeros((5, 2), np.int64), _STATES[:, 0, 0]), np.zeros((0, 1, 1, 4), np.uint8)
)
_AT_REST: Final = np.tile(np.eye(3, 4, dtype=np.float32), (BONE_COUNT, 1, 1))


class Solid:
    """Shapes that move as one.

    Parameters
    ----------
    shapes
        1 to 64 shapes, each with its colour (red, green, blue, 0 to 1).
    """

    def __init__(self, shapes: Sequence[tuple[Shape, Color]]) -> None:
        if not 1 <= len(shapes) <= MAX_PARTS:
            raise ArgumentError(f"Expected 1 to {MAX_PARTS} shapes; got {len(shapes)}.", "shapes")
        self.world: npt.NDArray[np.floating] = identity()
        self.view: npt.NDArray[np.floating] = identity()
        self.projection: npt.NDArray[np.floating] = identity()
        self.light_color: Color = (0.65, 0.65, 0.65)
        self.light_direction: Color = (0.0, 0.0, -1.0)
        self.ambient_light_color: Color = (0.35, 0.35, 0.35)
        self._model = _model_of(shapes)

    def draw(self) -> None:
        """Draw it; InvalidOperationError if there is no graphics device."""
        device = GamerServicesDispatcher.graphics_device()
        lights = Lights(self.light_direction, self.light_color, self.ambient_light_color)
        camera = camera_of(self.view, self.projection)
        device.draw_avatar(AvatarDraw(self._model, np.asarray(self.world), camera, lights, _AT_REST, (0,) * 7))


def _model_of(shapes: Sequence[tuple[Shape, Color]]) -> AssembledModel:
    vertices = np.zeros(sum(len(shape.positions) for shape, _ in shapes), VERTEX)
    parts = np.zeros((2 * MAX_PARTS, 4), np.float32)
    triangles = []
    start = 0
    for number, (shape, color) in enumerate(shapes):
        block = vertices[start : start + len(shape.positions)]
        block["position"], block["normal"] = shape.positions, shape.normals
        block["weights"][:, 0] = 255
        block["part"][:, 0] = number
        triangles.append(shape.triangles + start)
        parts[number, :3] = color
        parts[MAX_PARTS + number] = (-1.0, 1.0, 1.0, 0.0)
        start += len(shape.positions)
    indices = np.concatenate(triangles).ravel().astype(np.uint32)
    still = np.zeros((BONE_COUNT, 3), np.float32)
    white = np.full((1, 1, 1, 4), 255, np.uint8)
    return AssembledModel(
        0.0, still, still, vertices, indices, (len(indices), 0, 0), parts, len(shapes), white, _NO_FACE, False, ()
    )
