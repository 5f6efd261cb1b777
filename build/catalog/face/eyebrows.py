"""Eyebrows: five states, painted light, tinted with the hair colour.

Shapes are drawn for the avatar's left eyebrow, its outer end on the right; the right one is the mirror image.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cna_avatars.exact import Array

from .canvas import Canvas, Color

ASPECT = 0.080 / 0.044

_LIGHT: Color = (0.92, 0.90, 0.88)
_DARK: Color = (0.66, 0.62, 0.60)


@dataclass(frozen=True)
class Eyebrow:
    """One state: heights of the inner end, the peak and the outer end, and the thickness."""

    inner: float = -0.14
    peak: float = 0.14
    outer: float = -0.26
    thickness: float = 0.16


_CALM = Eyebrow()

STATES: dict[str, tuple[Eyebrow, Eyebrow]] = {
    "Neutral": (_CALM, _CALM),
    "Sad": (Eyebrow(0.40, 0.12, -0.52, 0.15),) * 2,
    "Angry": (Eyebrow(-0.58, -0.02, 0.20, 0.19),) * 2,
    "Confused": (Eyebrow(0.16, 0.56, 0.12, 0.15), Eyebrow(-0.40, -0.16, -0.28, 0.17)),
    "Raised": (Eyebrow(0.22, 0.58, 0.14, 0.15),) * 2,
}
"""By XNA's name: the avatar's left and right eyebrow."""


def paint_eyebrow(eyebrow: Eyebrow, *, is_left: bool) -> NDArray[np.uint8]:
    """Return the tile."""
    canvas = Canvas(ASPECT)
    if not is_left:
        canvas.x = -canvas.x
    left, right, peak_at = -1.30, 1.36, 0.30

    def spine(x: Array) -> Array:
        """Two parabolas that meet level at the peak."""
        u = np.clip((peak_at - x) / (peak_at - left), 0.0, 1.2)
        v = np.clip((x - peak_at) / (right - peak_at), 0.0, 1.2)
        inner, outer = eyebrow.inner - eyebrow.peak, eyebrow.outer - eyebrow.peak
        return np.asarray(eyebrow.peak + inner * u * u + outer * v * v)

    t = eyebrow.thickness
    brow = canvas.stroke(left, right, spine, t * 0.92, t, t * 0.36)
    height = (canvas.y - spine(canvas.x)) / t
    shade = np.clip(0.5 + 0.5 * height, 0.0, 1.0)[..., None]
    canvas.paint(brow, np.array(_DARK) + (np.array(_LIGHT) - np.array(_DARK)) * shade)
    return canvas.pixels()
