"""A tile to paint on: shapes by formula, sixteen samples a pixel, straight alpha.

Coordinates are those of the patch on the face, as somebody facing the avatar sees it: x to the right, y up, the unit
is half the patch's height. Shapes are boolean arrays over the samples; only exactly rounded operations are used.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cna_avatars.exact import Array, smoothstep

TILE = 128
_SAMPLES = 4
_STEP = 5

Mask = NDArray[np.bool_]
Color = tuple[float, float, float]
Curve = Callable[[Array], Array]


class Canvas:
    """One tile of a patch that is `aspect` times as wide as high."""

    def __init__(self, aspect: float) -> None:
        side = TILE * _SAMPLES
        middle = (np.arange(side) + 0.5) * (2.0 / side) - 1.0
        self.x: Array = np.broadcast_to(middle * aspect, (side, side)).copy()
        self.y: Array = np.broadcast_to(-middle[:, None], (side, side)).copy()
        self._color = np.zeros((side, side, 3))
        self._alpha = np.zeros((side, side))

    def paint(self, shape: Mask | Array, color: Color | Array, opacity: float = 1.0) -> None:
        """Lay `color`, one for all or one for each sample (n, n, 3), over the samples as far as `shape` covers them."""
        over = np.asarray(shape, np.float64) * opacity
        below = self._alpha * (1.0 - over)
        alpha = over + below
        weight = np.where(alpha > 0.0, over / np.where(alpha > 0.0, alpha, 1.0), 0.0)[..., None]
        self._color = np.asarray(color) * weight + self._color * (1.0 - weight)
        self._alpha = alpha

    def cut(self, shape: Mask) -> None:
        """Make a hole."""
        self._alpha = np.where(shape, 0.0, self._alpha)

    def ellipse(self, x: float, y: float, width: float, height: float) -> Mask:
        """Return the samples inside an ellipse of half-axes `width` and `height`."""
        return self.distance(x, y, width, height) <= 1.0

    def distance(self, x: float, y: float, width: float, height: float) -> Array:
        """Return how far samples lie from (x, y), 1 on the ellipse of these half-axes."""
        u, v = (self.x - x) / width, (self.y - y) / height
        return np.asarray(np.sqrt(u * u + v * v))

    def between(self, left: float, right: float, low: Curve, high: Curve) -> Mask:
        """Return the samples with x in left..right and y between two curves of x."""
        inside = (self.x >= left) & (self.x <= right)
        return inside & (self.y >= low(self.x)) & (self.y <= high(self.x))

    def stroke(self, left: float, right: float, curve: Curve, start: float, middle: float, end: float) -> Mask:
        """Return a brush stroke along a curve of x: its half-widths at the left end, the middle and the right end.

        The width is measured across the curve, and the ends are round.
        """
        span = (right - left) / 2.0
        t = np.clip((self.x - (left + right) / 2.0) / span, -1.0, 1.0)
        edge = np.where(t < 0.0, start, end)
        bend = t * t
        half = middle + (edge - middle) * bend
        nearest = np.clip(self.x, left, right)
        step = span / 64.0
        slope = (curve(nearest + step) - curve(nearest - step)) / (2.0 * step)
        across = (self.y - curve(nearest)) / np.sqrt(1.0 + slope * slope)
        beyond = self.x - nearest
        return np.asarray(across * across + beyond * beyond <= half * half)

    def triangle(self, a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> Mask:
        """Return the samples inside a triangle of counter-clockwise corners."""
        inside = np.ones(self.x.shape, np.bool_)
        for (x0, y0), (x1, y1) in ((a, b), (b, c), (c, a)):
            inside &= (x1 - x0) * (self.y - y0) - (y1 - y0) * (self.x - x0) >= 0.0
        return inside

    def soft(self, distance: Array, inner: float, outer: float) -> Array:
        """Return 1 where `distance` is below `inner`, 0 beyond `outer`, smooth between."""
        return smoothstep(outer, inner, distance)

    def pixels(self) -> NDArray[np.uint8]:
        """Return the tile (128, 128, 4) uint8, straight alpha; colour runs on under transparent pixels."""
        grid = (TILE, _SAMPLES, TILE, _SAMPLES)
        alpha = self._alpha.reshape(grid)
        total = alpha.sum((1, 3))
        weighted = (self._color.reshape(*grid, 3) * alpha[..., None]).sum((1, 3))
        plain = self._color.reshape(*grid, 3).sum((1, 3)) / (_SAMPLES * _SAMPLES)
        painted = total > 0.0
        color = np.where(painted[..., None], weighted / np.where(painted, total, 1.0)[..., None], plain)
        rgba = np.concatenate([color, (total / (_SAMPLES * _SAMPLES))[..., None]], -1)
        rgba[~painted] = 0.0
        # Steps of five are below what an eye can see, and make the file half as large.
        steps = np.rint(np.clip(rgba, 0.0, 1.0) * (255.0 / _STEP))
        return np.asarray(steps * _STEP, np.uint8)


def arch(width: float, height: float, y: float, tilt: float = 0.0, roundness: float = 0.5) -> Curve:
    """Return a curve that is `height` above y at x = 0 and meets it at x = ±width.

    `roundness` mixes a parabola (0) with an ellipse (1); `tilt` raises the right end.
    """

    def curve(x: Array) -> Array:
        t = np.clip(x / width, -1.0, 1.0)
        square = 1.0 - t * t
        return np.asarray(y + tilt * t + height * (square + roundness * (np.sqrt(square) - square)))

    return curve
