"""A host's own scene that avatars are guests in: its camera, its lights, and the places that it gives them.

Outside are GL's conventions: column vectors in column-major arrays, clip depth -w..w. Inside are XNA's: row vectors in
row-major arrays, which are the same sixteen numbers, and clip depth 0..w.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.errors import ArgumentError
from cna_avatars.math3d import invert, multiply
from cna_avatars.renderer.device import Lights, View

_LARGEST: Final = 1e9

_XNA_DEPTH: Final = np.array([[1.0, 0, 0, 0], [0, 1.0, 0, 0], [0, 0, 0.5, 0], [0, 0, 0.5, 1.0]])
"""Clip space to clip space: z' = (z + w) / 2."""


class GuestScene:
    """What a host gives for a picture inside its own scene: `view` before each frame, `lights` when they change."""

    def __init__(self, lights: Lights) -> None:
        self.view = View(np.eye(4), np.zeros(3))
        self.lights = lights

    def look(self, numbers: Sequence[float]) -> None:
        """Take the camera: sixteen numbers of its view matrix, then sixteen of its projection.

        Raises
        ------
        ArgumentError
            for another count, numbers that are not finite, or a view that cannot be inverted.
        """
        view, projection = _numbers(numbers, 32, "camera").reshape(2, 4, 4)
        eye = invert(view)[3, :3]
        self.view = View(multiply(multiply(view, projection), _XNA_DEPTH), eye)

    def light(self, numbers: Sequence[float]) -> None:
        """Take the lights: the direction that the light travels in, its colour, and the ambient colour.

        Raises
        ------
        ArgumentError
            for another count than nine, numbers that are not finite, or a direction of length 0.
        """
        direction, color, ambient = _numbers(numbers, 9, "lights").reshape(3, 3)
        length = float(np.sqrt((direction * direction).sum()))
        if length == 0.0:
            raise ArgumentError("Expected a direction of light; its length is 0.", "lights")
        x, y, z = (direction / length).tolist()
        self.lights = Lights((x, y, z), tuple(color.tolist()), tuple(ambient.tolist()))


def world_of(numbers: Sequence[float]) -> npt.NDArray[np.float64]:
    """Return the world (4, 4) of asset space that sixteen numbers are.

    Raises
    ------
    ArgumentError
        for another count, numbers that are not finite, or a matrix that is not affine (one that was transposed).
    """
    world = _numbers(numbers, 16, "world").reshape(4, 4)
    if not np.allclose(world[:, 3], (0.0, 0.0, 0.0, 1.0), rtol=0.0, atol=1e-6):
        text = "Expected a world in column-major order: 0, 0, 0, 1 at 3, 7, 11 and 15, the translation from 12 to 14"
        raise ArgumentError(f"{text}; got {', '.join(f'{value:g}' for value in world[:, 3])}.", "world")
    return world


def _numbers(values: Sequence[float], count: int, parameter: str) -> npt.NDArray[np.float64]:
    if len(values) != count:
        raise ArgumentError(f"Expected {count} numbers; got {len(values)}.", parameter)
    array = np.array(values, np.float64)
    if not (np.abs(array) <= _LARGEST).all():
        worst = next(value for value in values if not abs(value) <= _LARGEST)
        raise ArgumentError(f"Expected numbers of at most {_LARGEST:g} in size; got {worst}.", parameter)
    return array
