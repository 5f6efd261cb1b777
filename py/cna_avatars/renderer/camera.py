"""From XNA's view and projection matrices to the camera that a device is given."""

import numpy as np
import numpy.typing as npt

from cna_avatars.errors import ArgumentError
from cna_avatars.math3d import invert, multiply

from .device import View


def camera_of(view: npt.ArrayLike, projection: npt.ArrayLike) -> View:
    """Return the camera of `view` and `projection` (4, 4); the eye of a singular view is the origin."""
    matrix = np.asarray(view, np.float64)
    try:
        eye = invert(matrix)[3, :3]
    except ArgumentError:
        eye = np.zeros(3)
    return View(multiply(matrix, np.asarray(projection, np.float64)), eye)
