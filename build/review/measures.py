"""How far two pictures differ: on average, in their outlines, and at their worst place."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cna_avatars.catalog.png import Pixels

TILE: Final = 16
"""Pixels of a tile's side."""
_OPAQUE: Final = 127


class Tile(NamedTuple):
    """A square of TILE pixels: where its corner is, and the mean difference in it."""

    left: int
    top: int
    mean: float


class Difference(NamedTuple):
    """Of two pictures; `mean` is of 255, `largest` that of one channel of one pixel."""

    mean: float
    overlap: float
    tile: Tile
    largest: int


def compare(first: Pixels, second: Pixels) -> Difference:
    """Return how two pictures (height, width, 4) of one size differ; ValueError if their sizes do.

    Examples
    --------
    >>> black, clear = np.full((2, 2, 4), 255, np.uint8), np.zeros((2, 2, 4), np.uint8)
    >>> compare(black, clear).mean, compare(black, clear).overlap
    (255.0, 0.0)
    """
    if first.shape != second.shape:
        raise ValueError(f"Expected two pictures of one size; got {first.shape} and {second.shape}.")
    apart = differences(first, second)
    return Difference(float(apart.mean()), overlap(first, second), worst_tile(apart), int(apart.max()))


def differences(first: Pixels, second: Pixels) -> Pixels:
    """Return how far all channels are apart, of 255."""
    return np.maximum(first, second) - np.minimum(first, second)


def overlap(first: Pixels, second: Pixels) -> float:
    """Return what both show of the avatar, as a share of what either does; 1 if neither shows anything."""
    one, other = first[..., 3] > _OPAQUE, second[..., 3] > _OPAQUE
    either = int((one | other).sum())
    return int((one & other).sum()) / either if either else 1.0


def worst_tile(apart: NDArray[np.uint8]) -> Tile:
    """Return the tile of `apart` (height, width, channels) with the largest mean; the first of equals.

    Tiles at the right and lower edges may be smaller; what they lack counts as equal.
    """
    height, width, channels = apart.shape
    rows, columns = -(-height // TILE), -(-width // TILE)
    padded = np.zeros((rows * TILE, columns * TILE, channels), np.uint8)
    padded[:height, :width] = apart
    means = padded.reshape(rows, TILE, columns, TILE, channels).mean((1, 3, 4))
    row, column = divmod(int(means.argmax()), columns)
    return Tile(column * TILE, row * TILE, float(means[row, column]))


def shown(picture: Pixels) -> float:
    """Return the share of a picture that is opaque."""
    return float((picture[..., 3] > _OPAQUE).mean())
