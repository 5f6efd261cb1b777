"""Mouths: fourteen states, painted with translucent lips that suit any skin.

A mouth is a closed line or an opening; an opening shows teeth and tongue.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cna_avatars.exact import Array

from .canvas import Canvas, Color, Curve, Mask, arch

ASPECT = 0.118 / 0.072

_LINE: Color = (0.36, 0.14, 0.13)
_LIP: Color = (0.72, 0.26, 0.27)
_INSIDE: Color = (0.34, 0.08, 0.11)
_DEEP: Color = (0.20, 0.04, 0.07)
_TONGUE: Color = (0.86, 0.40, 0.42)
_TEETH: Color = (0.985, 0.975, 0.95)
_TEETH_SHADE: Color = (0.80, 0.78, 0.80)


def _closed(canvas: Canvas, width: float, curve: Curve, lip: float = 0.42) -> None:
    """Paint closed lips: a line, its corners, and the full lower lip below it."""

    def below(x: Array) -> Array:
        t = np.clip(x / (width * 0.74), -1.0, 1.0)
        return np.asarray(curve(x) - 0.24 * (1.0 - t * t))

    def above(x: Array) -> Array:
        t = np.clip(x / (width * 0.80), -1.0, 1.0)
        bow = 1.0 - t * t
        return np.asarray(curve(x) + 0.13 * bow - 0.05 * bow * bow * bow * bow)

    canvas.paint(canvas.between(-width * 0.74, width * 0.74, below, curve), _LIP, lip)
    canvas.paint(canvas.between(-width * 0.80, width * 0.80, curve, above), _LIP, lip * 0.62)
    canvas.paint(canvas.stroke(-width, width, curve, 0.030, 0.048, 0.030), _LINE, 0.92)


def _corners(canvas: Canvas, width: float, curve: Curve, size: float = 0.055) -> None:
    """Paint the small dimples at the ends of a smile."""
    for side in (-1.0, 1.0):
        end = float(curve(np.array(side * width)))
        canvas.paint(canvas.ellipse(side * (width + 0.01), end, size, size * 1.15), _LINE, 0.72)


def _opening(
    canvas: Canvas,
    shape: Mask,
    rim: Mask,
    *,
    teeth: Mask | None = None,
    tongue: Mask | None = None,
    lower_teeth: Mask | None = None,
    lip: float = 0.62,
) -> None:
    """Paint an open mouth: `rim` is the shape with its lips."""
    canvas.paint(rim & ~shape, _LIP, lip)
    depth = np.clip(0.5 + canvas.y * 0.7, 0.0, 1.0)[..., None]
    canvas.paint(shape, np.array(_INSIDE) + (np.array(_DEEP) - np.array(_INSIDE)) * depth)
    if tongue is not None:
        canvas.paint(tongue & shape, _TONGUE)
    for row in (teeth, lower_teeth):
        if row is not None:
            canvas.paint(row & shape, _TEETH)
    if teeth is not None:
        row_top = np.where(teeth & shape, canvas.y, -9.0).max(0)
        canvas.paint(teeth & shape & (canvas.y > row_top - 0.05), _TEETH_SHADE, 0.6)


def _smile_shape(canvas: Canvas, width: float, top: float, bottom: float, rise: float, grow: float = 0.0) -> Mask:
    """Return an open smile: a flat, slightly hanging upper edge and a round lower one; corners rise."""
    w = width + grow

    def upper(x: Array) -> Array:
        t = np.clip(x / w, -1.0, 1.0)
        return np.asarray(top + grow + rise * t * t)

    def lower(x: Array) -> Array:
        t = np.clip(x / w, -1.0, 1.0)
        square = 1.0 - t * t
        return np.asarray(top + rise - (top + rise - bottom + grow) * (0.80 * np.sqrt(square) + 0.20 * square))

    return canvas.between(-w, w, lower, upper)


def _neutral(canvas: Canvas) -> None:
    curve = arch(0.74, -0.26, 0.16, roundness=0.1)
    _closed(canvas, 0.74, curve)
    _corners(canvas, 0.74, curve, 0.042)


def _sad(canvas: Canvas) -> None:
    _closed(canvas, 0.58, arch(0.58, 0.24, -0.14, roundness=0.15))


def _angry(canvas: Canvas) -> None:
    shape = canvas.between(-0.62, 0.62, arch(0.62, 0.02, -0.24, roundness=1.0), arch(0.62, 0.30, -0.16, roundness=0.9))
    rim = canvas.between(-0.70, 0.70, arch(0.70, 0.0, -0.34, roundness=1.0), arch(0.70, 0.38, -0.18, roundness=0.9))
    _opening(canvas, shape, rim, teeth=shape)
    for x in (-0.36, -0.12, 0.12, 0.36):
        canvas.paint(shape & (np.abs(canvas.x - x) < 0.014), _TEETH_SHADE)
    canvas.paint(shape & (np.abs(canvas.y + 0.07) < 0.016), _TEETH_SHADE)


def _confused(canvas: Canvas) -> None:
    def curve(x: Array) -> Array:
        t = np.clip(x / 0.54, -1.0, 1.0)
        return np.asarray(0.08 * t + 0.20 * t * (1.0 - t * t) * 1.6 - 0.02)

    _closed(canvas, 0.54, curve, 0.32)


def _laughing(canvas: Canvas) -> None:
    shape = _smile_shape(canvas, 0.92, 0.30, -0.70, 0.16)
    rim = _smile_shape(canvas, 0.92, 0.30, -0.70, 0.16, 0.075)
    teeth = canvas.y > 0.12 + 0.16 * canvas.x * canvas.x
    _opening(canvas, shape, rim, teeth=teeth, tongue=canvas.ellipse(0.0, -0.68, 0.60, 0.42))


def _shocked(canvas: Canvas) -> None:
    _opening(
        canvas,
        canvas.ellipse(0.0, -0.04, 0.40, 0.62),
        canvas.ellipse(0.0, -0.04, 0.50, 0.73),
        tongue=canvas.ellipse(0.0, -0.58, 0.32, 0.30),
    )


def _happy(canvas: Canvas) -> None:
    shape = _smile_shape(canvas, 0.84, 0.20, -0.46, 0.20)
    rim = _smile_shape(canvas, 0.84, 0.20, -0.46, 0.20, 0.065)
    teeth = canvas.y > -0.02 + 0.20 * canvas.x * canvas.x
    _opening(canvas, shape, rim, teeth=teeth, tongue=canvas.ellipse(0.0, -0.52, 0.50, 0.30))


def _phonetic_o(canvas: Canvas) -> None:
    _opening(
        canvas,
        canvas.ellipse(0.0, -0.02, 0.31, 0.42),
        canvas.ellipse(0.0, -0.02, 0.43, 0.55),
        tongue=canvas.ellipse(0.0, -0.42, 0.24, 0.20),
    )


def _phonetic_ai(canvas: Canvas) -> None:
    _opening(
        canvas,
        canvas.ellipse(0.0, -0.08, 0.60, 0.56),
        canvas.ellipse(0.0, -0.08, 0.70, 0.67),
        teeth=canvas.y > 0.26,
        tongue=canvas.ellipse(0.0, -0.58, 0.46, 0.32),
    )


def _phonetic_ee(canvas: Canvas) -> None:
    shape, rim = canvas.ellipse(0.0, 0.0, 0.78, 0.29), canvas.ellipse(0.0, 0.0, 0.88, 0.40)
    _opening(canvas, shape, rim, teeth=canvas.y > 0.02, lower_teeth=canvas.y < -0.06)


def _phonetic_fv(canvas: Canvas) -> None:
    shape = canvas.between(-0.56, 0.56, arch(0.56, -0.02, -0.04, roundness=1.0), arch(0.56, 0.24, 0.0, roundness=0.9))
    rim = canvas.between(-0.64, 0.64, arch(0.64, -0.34, -0.04, roundness=0.9), arch(0.64, 0.33, 0.0, roundness=0.9))
    _opening(canvas, shape, rim, teeth=canvas.y > -0.02)
    canvas.paint(canvas.stroke(-0.50, 0.50, arch(0.56, -0.02, -0.05, roundness=1.0), 0.02, 0.03, 0.02), _LINE, 0.6)


def _phonetic_w(canvas: Canvas) -> None:
    _opening(canvas, canvas.ellipse(0.0, 0.0, 0.15, 0.17), canvas.ellipse(0.0, 0.0, 0.33, 0.36), lip=0.7)
    for angle_x in (-0.22, 0.0, 0.22):
        for side in (-1.0, 1.0):
            canvas.paint(canvas.ellipse(angle_x, side * (0.27 - angle_x * angle_x), 0.014, 0.05), _LINE, 0.35)


def _phonetic_l(canvas: Canvas) -> None:
    _opening(
        canvas,
        canvas.ellipse(0.0, -0.04, 0.54, 0.44),
        canvas.ellipse(0.0, -0.04, 0.64, 0.55),
        teeth=canvas.y > 0.24,
        tongue=canvas.ellipse(0.0, -0.02, 0.24, 0.27),
    )


def _phonetic_dth(canvas: Canvas) -> None:
    shape, rim = canvas.ellipse(0.0, -0.02, 0.56, 0.33), canvas.ellipse(0.0, -0.02, 0.66, 0.44)
    _opening(canvas, shape, rim, teeth=canvas.y > 0.08)
    canvas.paint(canvas.ellipse(0.0, -0.11, 0.34, 0.17), _TONGUE)
    canvas.paint(canvas.stroke(-0.26, 0.26, arch(0.34, 0.02, -0.02), 0.01, 0.02, 0.01), _LINE, 0.35)


STATES: dict[str, Callable[[Canvas], None]] = {
    "Neutral": _neutral,
    "Sad": _sad,
    "Angry": _angry,
    "Confused": _confused,
    "Laughing": _laughing,
    "Shocked": _shocked,
    "Happy": _happy,
    "PhoneticO": _phonetic_o,
    "PhoneticAi": _phonetic_ai,
    "PhoneticEe": _phonetic_ee,
    "PhoneticFv": _phonetic_fv,
    "PhoneticW": _phonetic_w,
    "PhoneticL": _phonetic_l,
    "PhoneticDth": _phonetic_dth,
}
"""By XNA's name."""


def paint_mouth(name: str) -> NDArray[np.uint8]:
    """Return the tile."""
    canvas = Canvas(ASPECT)
    STATES[name](canvas)
    return canvas.pixels()
