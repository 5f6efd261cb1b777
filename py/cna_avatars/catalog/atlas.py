"""The face atlas, cut into tiles.

Source: avatars.md, "Catalog v3" (the atlas of every eye, eyebrow and mouth state).
"""

from dataclasses import dataclass

import numpy as np

from cna_avatars.errors import ContentLoadError

from .face_layout import FaceLayout
from .png import Pixels, decode_png


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """`tiles` (count, size, size, 4) uint8, premultiplied, first row at the top; `layout` says which shows what."""

    layout: FaceLayout
    tiles: Pixels


def read_atlas(data: bytes, layout: FaceLayout, where: str) -> Atlas:
    """Cut the PNG `data` into its tiles.

    Raises
    ------
    ContentLoadError
        if it is not a PNG of the size that `layout` says.
    """
    pixels = decode_png(data, where, (layout.width, layout.height))
    if pixels.shape[:2] != (layout.height, layout.width):
        height, width = pixels.shape[:2]
        raise ContentLoadError(
            f"avatar asset: {where}: expected {layout.width} x {layout.height} pixels; got {width} x {height}."
        )
    size = layout.tile_size
    grid = pixels.reshape(-1, size, layout.columns, size, 4).transpose(0, 2, 1, 3, 4)
    return Atlas(layout, np.ascontiguousarray(grid).reshape(-1, size, size, 4))
