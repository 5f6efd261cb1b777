"""The assembled model: one avatar's arrays, ready for any graphics device.

Source: avatars.md, "Rendering"; docs/architecture.md, "The frame".
"""

import hashlib
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.catalog.atlas import Atlas
from cna_avatars.catalog.png import Pixels

MAX_PARTS: Final = 64

VERTEX: Final = np.dtype(
    [
        ("position", "<f4", 3),
        ("normal", "<f4", 3),
        ("uv", "<f4", 2),
        ("joints", "u1", 4),
        ("weights", "u1", 4),
        ("part", "u1", 4),
    ]
)
"""44 bytes, packed; `part[0]` is the part number."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class AssembledModel:
    """An avatar in its bind pose, asset space, metres.

    bind_local, bind_world
        (71, 3) float32 joints, relative to the parent and from the origin.
    vertices, indices
        VERTEX records and a triangle list (uint16 or uint32), clockwise seen from outside; `counts` says how many
        indices are opaque, decals and irises, which stand in this order.
    parts
        (128, 4) float32: 64 colours (rgb multiplier, specular strength), then 64 windows (texture layer, u scale,
        v scale, decal number).
    layers
        (n, height, width, 4) uint8 premultiplied: the opaque parts' textures; layer 0 is white.
    substituted
        ids that the catalog does not have, or whose files could not be read.
    """

    height: float
    bind_local: npt.NDArray[np.float32]
    bind_world: npt.NDArray[np.float32]
    vertices: npt.NDArray[np.void]
    indices: npt.NDArray[np.unsignedinteger]
    counts: tuple[int, int, int]
    parts: npt.NDArray[np.float32]
    part_count: int
    layers: Pixels
    atlas: Atlas
    is_catalog_missing: bool
    substituted: tuple[int, ...]

    @property
    def digest(self) -> str:
        """SHA-256 of the arrays: equal on every machine for one description and catalog."""
        total = hashlib.sha256()
        for array in (self.bind_local, self.vertices, self.indices, self.parts, self.layers):
            total.update(f"{array.dtype.str}{array.shape}".encode())
            total.update(np.ascontiguousarray(array).tobytes())
        return total.hexdigest()
