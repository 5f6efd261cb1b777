"""The camera of a picture: framings of an avatar, and the orbit that a person turns.

Source: the avatar editor's shots, in proportion to the avatar.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.math3d import create_look_at, create_perspective_field_of_view, multiply
from cna_avatars.renderer.device import View

NEAR: Final = 0.05
FAR: Final = 60.0
_EASE_PER_SECOND: Final = 7.0
_PITCH_LIMIT: Final = 1.45


@dataclass(frozen=True, slots=True)
class Framing:
    """What must be seen: `bottom` to `top`, `width` wide, as shares of the avatar's height; `fov` of the lens."""

    bottom: float
    top: float
    width: float
    fov: float


FRAMINGS: Final = (
    Framing(-0.05, 1.06, 0.62, 0.50),
    Framing(0.44, 1.05, 0.50, 0.45),
    Framing(0.70, 1.04, 0.30, 0.42),
)
"""By view: full, upper, head."""


@dataclass(slots=True)
class _Shot:
    """What is seen at any aspect: a centre above the ground, an extent, a lens."""

    centre: float
    tall: float
    wide: float
    fov: float

    def towards(self, other: "_Shot", share: float) -> "_Shot":
        """Return the shot a `share` of the way to `other`."""
        return _Shot(
            self.centre + (other.centre - self.centre) * share,
            self.tall + (other.tall - self.tall) * share,
            self.wide + (other.wide - self.wide) * share,
            self.fov + (other.fov - self.fov) * share,
        )


class Camera:
    """Eases from shot to shot; the orbit (yaw, pitch, zoom) and the picture's shape are followed at once."""

    def __init__(self) -> None:
        self._shot: _Shot | None = None

    def update(self, inputs: npt.NDArray[np.float32], height: float, spread: float, elapsed: float) -> View:
        """Return the view of a picture.

        Parameters
        ----------
        inputs
            (16,) float32, as docs/architecture.md says.
        height
            metres, of the tallest avatar in the picture.
        spread
            metres between the outermost avatars.
        elapsed
            seconds since the last frame.
        """
        yaw, pitch, zoom, aspect = (float(value) for value in inputs[:4])
        framing = FRAMINGS[min(max(int(inputs[5]), 0), len(FRAMINGS) - 1)]
        wanted = _Shot(
            (framing.bottom + framing.top) / 2.0 * height,
            (framing.top - framing.bottom) * height,
            framing.width * height + spread,
            framing.fov,
        )
        share = 1.0 - math.exp(-_EASE_PER_SECOND * elapsed)
        self._shot = wanted if self._shot is None else self._shot.towards(wanted, share)
        pitch = min(max(pitch, -_PITCH_LIMIT), _PITCH_LIMIT)
        return _view(self._shot, yaw, pitch, zoom if zoom > 0.0 else 1.0, aspect if aspect > 0.0 else 1.0)


def _view(shot: _Shot, yaw: float, pitch: float, zoom: float, aspect: float) -> View:
    half = max(shot.tall, shot.wide / aspect) / 2.0
    distance = half / math.tan(shot.fov / 2.0) / zoom
    sin_yaw, cos_yaw = math.sin(yaw), math.cos(yaw)
    sin_pitch, cos_pitch = math.sin(pitch), math.cos(pitch)
    direction = np.array([sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch])
    target = np.array([0.0, shot.centre, 0.0])
    eye = target + direction * distance
    projection = create_perspective_field_of_view(shot.fov, aspect, NEAR, FAR)
    return View(multiply(create_look_at(eye, target), projection), eye)
