"""The face atlas: every eye, eyebrow and mouth state, painted from tables of shapes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from catalog.png_writer import FILTER_UP, encode_png

from . import eyebrows, eyes, mouths
from .canvas import TILE

COLUMNS = 16


def build_atlas() -> tuple[bytes, dict[str, Any]]:
    """Return the PNG of all tiles and the manifest's `face.layout`."""
    tiles: list[NDArray[np.uint8]] = []

    def add(tile: NDArray[np.uint8]) -> int:
        tiles.append(tile)
        return len(tiles) - 1

    eye_layout: dict[str, Any] = {}
    for name, pair in eyes.STATES.items():
        sides = {}
        for side, eye in zip(("left", "right"), pair, strict=True):
            sides[side] = [add(tile) for tile in eyes.paint_eye(eye, is_left=side == "left")]
        eye_layout[name] = sides
    brow_layout = {
        name: {
            "left": add(eyebrows.paint_eyebrow(left, is_left=True)),
            "right": add(eyebrows.paint_eyebrow(right, is_left=False)),
        }
        for name, (left, right) in eyebrows.STATES.items()
    }
    mouth_layout = {name: add(mouths.paint_mouth(name)) for name in mouths.STATES}
    rows = len(tiles) // COLUMNS
    grid = np.stack(tiles).reshape(rows, COLUMNS, TILE, TILE, 4).transpose(0, 2, 1, 3, 4)
    layout = {
        "tileSize": TILE,
        "columns": COLUMNS,
        "width": COLUMNS * TILE,
        "height": rows * TILE,
        "eyes": eye_layout,
        "eyebrows": brow_layout,
        "mouths": mouth_layout,
    }
    return encode_png(np.ascontiguousarray(grid.reshape(rows * TILE, COLUMNS * TILE, 4)), FILTER_UP), layout
