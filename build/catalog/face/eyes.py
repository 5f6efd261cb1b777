"""Eyes: fourteen states, each a white layer with lids and lashes, and an iris layer that the eye colour tints.

Shapes are drawn for the avatar's left eye, its outer corner on the right; the right eye is the mirror image, but gaze
and highlights keep their side. Highlights are holes in the iris, through which the white shows.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .canvas import TILE, Canvas, Color, Mask, arch

ASPECT = 0.076 / 0.084

_WHITE: Color = (0.985, 0.985, 0.975)
_SHADE: Color = (0.66, 0.68, 0.76)
_LASH: Color = (0.13, 0.09, 0.09)
_CREASE: Color = (0.42, 0.24, 0.20)
_LID: Color = (0.30, 0.17, 0.14)
_WIDTH = 0.63
_MIDDLE = -0.04
_HIGHLIGHT = (0.13, 0.17)


@dataclass(frozen=True)
class Eye:
    """One state: the opening's upper and lower height, the tilt of its corners, the gaze, the iris' size.

    `closed` draws a line instead, bent by this much (above 0 upwards, like a smiling eye).
    """

    upper: float = 0.63
    lower: float = 0.54
    tilt: float = 0.03
    inner_lid: float = 0.0
    gaze: tuple[float, float] = (0.0, 0.0)
    iris: float = 0.44
    cheek: float = 0.0
    closed: float | None = None
    squeeze: bool = False


_OPEN = Eye()
_LEFT_RIGHT = dict[str, tuple[Eye, Eye]]

STATES: _LEFT_RIGHT = {
    "Neutral": (_OPEN, _OPEN),
    "Sad": (replace(_OPEN, upper=0.50, tilt=-0.08, inner_lid=0.08, lower=0.50, gaze=(0.0, -0.06)),) * 2,
    "Angry": (replace(_OPEN, upper=0.50, tilt=0.08, inner_lid=-0.22, lower=0.46, iris=0.40),) * 2,
    "Confused": (
        replace(_OPEN, upper=0.70, gaze=(0.06, 0.12)),
        replace(_OPEN, upper=0.42, lower=0.38, gaze=(0.06, 0.07)),
    ),
    "Laughing": (replace(_OPEN, closed=0.46),) * 2,
    "Shocked": (replace(_OPEN, upper=0.78, lower=0.66, tilt=0.0, iris=0.32),) * 2,
    "Happy": (replace(_OPEN, upper=0.64, lower=0.46, cheek=0.22, gaze=(0.0, 0.05), iris=0.45),) * 2,
    "Yawning": (replace(_OPEN, closed=-0.16, squeeze=True),) * 2,
    "Sleeping": (replace(_OPEN, closed=-0.30),) * 2,
    "LookUp": (replace(_OPEN, upper=0.70, lower=0.48, gaze=(0.0, 0.22)),) * 2,
    "LookDown": (replace(_OPEN, upper=0.40, lower=0.56, gaze=(0.0, -0.18)),) * 2,
    "LookLeft": (replace(_OPEN, gaze=(0.17, 0.0)),) * 2,
    "LookRight": (replace(_OPEN, gaze=(-0.17, 0.0)),) * 2,
    "Blink": (replace(_OPEN, closed=-0.20),) * 2,
}
"""By XNA's name: the avatar's left and right eye."""


def paint_eye(eye: Eye, *, is_left: bool) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the white tile and the iris tile."""
    if eye.closed is not None:
        return _closed(eye, is_left), np.zeros((TILE, TILE, 4), np.uint8)
    return _white(eye, is_left), _iris(eye, is_left)


def _canvas(is_left: bool) -> Canvas:
    canvas = Canvas(ASPECT)
    if not is_left:
        canvas.x = -canvas.x
    return canvas


def _upper(eye: Eye, canvas: Canvas) -> NDArray[np.float64]:
    """Return the upper lid over every sample: the arch, lowered or raised towards the nose."""
    curve = arch(_WIDTH, eye.upper, _MIDDLE, eye.tilt, 0.80)
    t = np.clip(canvas.x / _WIDTH, -1.0, 1.0)
    inner = np.maximum(-t, -0.4) * (1.0 - t * t)
    return np.asarray(curve(canvas.x) + eye.inner_lid * 2.0 * inner)


def _lower(eye: Eye, canvas: Canvas) -> NDArray[np.float64]:
    curve = arch(_WIDTH, -eye.lower, _MIDDLE, eye.tilt, 0.78)
    t = np.clip(canvas.x / _WIDTH, -1.0, 1.0)
    return np.asarray(curve(canvas.x) + eye.cheek * (1.0 - t * t))


def _opening(eye: Eye, canvas: Canvas) -> Mask:
    inside = (canvas.x > -_WIDTH) & (canvas.x < _WIDTH)
    return np.asarray(inside & (canvas.y < _upper(eye, canvas)) & (canvas.y > _lower(eye, canvas)))


def _white(eye: Eye, is_left: bool) -> NDArray[np.uint8]:
    canvas = _canvas(is_left)
    upper, lower = _upper(eye, canvas), _lower(eye, canvas)
    opening = _opening(eye, canvas)
    crease = _band(canvas, upper + 0.155, 0.020, -0.46, 0.62)
    canvas.paint(crease, _CREASE, 0.38)
    canvas.paint(opening, _WHITE)
    shade = canvas.soft(upper - canvas.y, 0.02, 0.26) * opening
    canvas.paint(shade, _SHADE, 0.70)
    corner = canvas.soft(np.abs(canvas.x), 0.70 * _WIDTH, 1.05 * _WIDTH)
    canvas.paint((1.0 - corner) * opening, _SHADE, 0.40)
    canvas.paint(_band(canvas, lower, 0.020, -0.40, 0.60), _LID, 0.62)
    canvas.paint(_lash(canvas, upper), _LASH)
    canvas.paint(_wing(canvas, eye), _LASH)
    return canvas.pixels()


def _band(canvas: Canvas, height: NDArray[np.float64], half: float, left: float, right: float) -> NDArray[np.float64]:
    """Return a line along `height`, fading towards its ends."""
    fade = canvas.soft(np.abs(canvas.x - (left + right) / 2.0), 0.35 * (right - left), 0.5 * (right - left))
    return np.asarray((np.abs(canvas.y - height) < half) * fade)


def _lash(canvas: Canvas, upper: NDArray[np.float64]) -> Mask:
    """Return the bold line of the upper lid, thicker towards the outer corner."""
    t = np.clip(canvas.x / _WIDTH, -1.0, 1.0)
    thick = 0.052 + 0.030 * t + 0.030 * (1.0 - t * t)
    inside = (canvas.x > -_WIDTH - 0.015) & (canvas.x < _WIDTH + 0.015)
    return np.asarray(inside & (canvas.y > upper - 0.022) & (canvas.y < upper + thick))


def _wing(canvas: Canvas, eye: Eye) -> Mask:
    """Return the small flick of lashes beyond the outer corner, a tapering continuation of the lid's line."""
    corner = _MIDDLE + eye.tilt
    rise = min(eye.upper, 0.7)
    root = (_WIDTH - 0.17, corner + 0.60 * rise)
    return canvas.triangle(root, (_WIDTH - 0.02, corner + 0.01), (_WIDTH + 0.10, corner + 0.16))


def _iris(eye: Eye, is_left: bool) -> NDArray[np.uint8]:
    canvas = _canvas(is_left)
    opening = _opening(eye, canvas)
    side = 1.0 if is_left else -1.0
    x, y = -0.03 + eye.gaze[0] * side, 0.01 + eye.gaze[1]
    size = eye.iris
    distance = canvas.distance(x, y, size, size * 1.10)
    disc = (distance <= 1.0) & opening
    # The lower half glows, the upper lies in the lid's shadow, a dark ring closes the edge.
    height = np.clip((canvas.y - y) / size, -1.0, 1.0)
    light = 0.98 - 0.30 * height
    ring = canvas.soft(distance, 0.99, 0.70)
    light = light * (0.40 + 0.60 * ring)
    lid = canvas.soft(_upper(eye, canvas) - canvas.y, 0.04, 0.24)
    light = np.clip(light * (1.0 - 0.40 * lid), 0.0, 1.0)
    canvas.paint(disc, np.repeat(light[..., None], 3, -1))
    pupil = canvas.soft(canvas.distance(x, y, size * 0.46, size * 0.51), 0.90, 1.0) * disc
    canvas.paint(pupil, (0.03, 0.025, 0.03))
    highlight_x, highlight_y = x + _HIGHLIGHT[0] * side, y + _HIGHLIGHT[1]
    scale = size / 0.43
    canvas.cut(canvas.ellipse(highlight_x, highlight_y, 0.118 * scale, 0.128 * scale))
    canvas.cut(canvas.ellipse(x - 0.15 * side, y - 0.20 * scale, 0.052 * scale, 0.052 * scale))
    return canvas.pixels()


def _closed(eye: Eye, is_left: bool) -> NDArray[np.uint8]:
    canvas = _canvas(is_left)
    bend = eye.closed or 0.0
    line = arch(_WIDTH, bend, -0.10 if bend < 0.0 else -0.16, 0.02, 0.35)
    canvas.paint(canvas.stroke(-_WIDTH + 0.04, _WIDTH - 0.02, line, 0.035, 0.078, 0.055), _LASH)
    if bend < 0.0:
        for x, length in ((0.34, 0.13), (0.50, 0.15), (0.63, 0.16)):
            root = float(line(np.array(x)))
            canvas.paint(_hair(canvas, x, root, x + length * 0.75, root - length * 0.72), _LASH)
        lid = arch(_WIDTH, bend * 0.4 + 0.42, -0.06, 0.03, 0.5)
        canvas.paint(canvas.stroke(-_WIDTH + 0.16, _WIDTH - 0.14, lid, 0.008, 0.020, 0.012), _CREASE, 0.35)
    if eye.squeeze:
        for y, rise in ((0.10, 0.10), (-0.20, -0.10)):
            canvas.paint(_hair(canvas, _WIDTH - 0.06, y, _WIDTH + 0.16, y + rise), _LASH, 0.75)
    return canvas.pixels()


def _hair(canvas: Canvas, x0: float, y0: float, x1: float, y1: float) -> Mask:
    """Return a tapering straight stroke."""
    dx, dy = x1 - x0, y1 - y0
    t = np.clip(((canvas.x - x0) * dx + (canvas.y - y0) * dy) / (dx * dx + dy * dy), 0.0, 1.0)
    u, v = canvas.x - (x0 + dx * t), canvas.y - (y0 + dy * t)
    half = 0.036 * (1.0 - t) + 0.010
    return np.asarray(u * u + v * v <= half * half)
