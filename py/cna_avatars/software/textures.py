"""Texture look-ups as the graphics card does them: linear, clamped at the edges, tiles with mip levels.

Colours are premultiplied; results are float32 between 0 and 1.
"""

from typing import Final

import numpy as np

from cna_avatars.catalog.png import Pixels

from .clipping import Indices
from .vertices import Floats

_ONE_BITS: Final = 0x3F800000
_QUARTER_EXPONENT: Final = 2.0**-25


def mip_levels(tiles: Pixels) -> list[Pixels]:
    """Return the levels of `tiles` (n, size, size, 4): each half as large as the one before, down to one pixel."""
    levels = [tiles]
    while min(levels[-1].shape[1:3]) > 1:
        wide = levels[-1].astype(np.uint16)
        height, width = wide.shape[1] // 2 * 2, wide.shape[2] // 2 * 2
        rows = wide[:, 0:height:2] + wide[:, 1:height:2]
        levels.append(((rows[:, :, 0:width:2] + rows[:, :, 1:width:2] + 2) >> 2).astype(np.uint8))
    return levels


def sample_linear(layers: Pixels, layer: Indices, uv: Floats) -> Floats:
    """Return the colours (n, 4) of `layers` (l, height, width, 4) at `uv` (n, 2), clamped at the edges."""
    height, width = layers.shape[1:3]
    left, right, across = _neighbours(uv[:, 0], width)
    top, bottom, down = _neighbours(uv[:, 1], height)
    texels = np.ascontiguousarray(layers).reshape(-1, 4)
    first = layer * (height * width)
    corners = (texels[first + y * width + x].astype(np.float32) for y in (top, bottom) for x in (left, right))
    upper_left, upper_right, lower_left, lower_right = corners
    upper = upper_left + across * (upper_right - upper_left)
    lower = lower_left + across * (lower_right - lower_left)
    return np.asarray((upper + down * (lower - upper)) / np.float32(255.0))


def sample_mipmapped(levels: list[Pixels], layer: Indices, uv: Floats, across: Floats, up: Floats) -> Floats:
    """Return the colours (n, 4) at `uv` (n, 2), of the two levels nearest to a texel for each pixel.

    `across` and `up` (n, 2) say how uv grows from pixel to pixel.
    """
    level = np.clip(_level(across, up, levels[0].shape[1]), 0.0, len(levels) - 1.0).astype(np.float32)
    finer = np.floor(level).astype(np.intp)
    share = (level - finer)[:, None]
    result = np.zeros((len(uv), 4), np.float32)
    for number in range(len(levels)):
        which = np.flatnonzero(finer == number)
        fine = sample_linear(levels[number], layer[which], uv[which])
        coarse = sample_linear(levels[min(number + 1, len(levels) - 1)], layer[which], uv[which])
        result[which] = fine + share[which] * (coarse - fine)
    return result


def _neighbours(coordinate: Floats, size: int) -> tuple[Indices, Indices, Floats]:
    """Return the texels on both sides of `coordinate` (n,), and how far (n, 1) it is from the first to the second."""
    place = np.clip(coordinate * np.float32(size) - np.float32(0.5), 0.0, np.float32(size - 1))
    first = place.astype(np.int64)
    return first, np.minimum(first + 1, size - 1), (place - first).astype(np.float32)[:, None]


def _level(across: Floats, up: Floats, size: int) -> Floats:
    """Return the mip level (n,): the binary logarithm of how many texels a pixel spans.

    It is taken as graphics cards do: a number's bits, read as a whole number, nearly are its logarithm; of the fourth
    power, a quarter of it, which is never more than 0.022 too small.
    """
    spans = (np.float32(size * size) * (steps * steps).sum(1) for steps in (across, up))
    longest = np.fmax(*spans).astype(np.float32)
    bits = (longest * longest).view(np.int32).astype(np.int64) - _ONE_BITS
    return np.asarray((bits * _QUARTER_EXPONENT).astype(np.float32))
