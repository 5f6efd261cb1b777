"""Memory images for the page's renderers: the seam of docs/architecture.md written by NumPy, with no host behind it.

Conventions: matrices are row-major for row vectors, colours straight numbers in display space, sizes in pixels.
"""

import base64
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
RECORD_FLOATS: Final = 1024
IDENTITY: Final = np.eye(4, dtype=np.float32)
AVATAR: Final = 1
SILHOUETTE: Final = 2


def vertices(
    positions: ArrayLike,
    *,
    normals: ArrayLike = (0, 0, 1),
    uvs: ArrayLike = (0, 0),
    joints: ArrayLike = (0, 0, 0, 0),
    weights: ArrayLike = (255, 0, 0, 0),
    parts: ArrayLike = 0,
) -> NDArray[Any]:
    """Vertices in the seam's layout; every argument but positions may be one value for all."""
    positions = np.asarray(positions, dtype=np.float32)
    table = np.zeros(len(positions), dtype=VERTEX)
    table["position"] = positions
    table["normal"] = normals
    table["uv"] = uvs
    table["joints"] = joints
    table["weights"] = weights
    table["part"][:, 0] = parts
    return table


def quad(left: float, bottom: float, right: float, top: float, z: float = 0.5) -> NDArray[np.float32]:
    """Corners of a rectangle: lower left, upper left, upper right, lower right (clockwise, so a front face)."""
    corners = [(left, bottom, z), (left, top, z), (right, top, z), (right, bottom, z)]
    return np.array(corners, dtype=np.float32)


QUAD_UVS: Final = np.array([(0, 1), (0, 0), (1, 0), (1, 1)], dtype=np.float32)
QUAD_INDICES: Final = (0, 1, 2, 0, 2, 3)


def record(
    kind: int,
    resource: int,
    *,
    target: int = 1,
    world: ArrayLike = IDENTITY,
    view_projection: ArrayLike = IDENTITY,
    normal_matrix: ArrayLike = IDENTITY[:3],
    eye: ArrayLike = (0, 0, 5),
    light_direction: ArrayLike = (0, 0, -1),
    light_color: ArrayLike = (0, 0, 0),
    ambient: ArrayLike = (1, 1, 1),
    tiles: ArrayLike = (0,) * 8,
    silhouette: ArrayLike = (0, 0, 0, 0),
    bones: ArrayLike | None = None,
) -> NDArray[np.float32]:
    """One draw record: (1024,) float32. `bones` is (n, 3, 4), n ≤ 71; the others are identity."""
    table = np.zeros(RECORD_FLOATS, dtype=np.float32)
    table[0:16] = np.ravel(world)
    table[16:32] = np.ravel(view_projection)
    table[32:44] = np.ravel(normal_matrix)
    for start, values in ((44, eye), (48, light_direction), (52, light_color), (56, ambient)):
        table[start : start + 3] = values
    table[60:68] = tiles
    table[68:72] = silhouette
    rows = np.tile(IDENTITY[:3], (71, 1, 1))
    if bones is not None:
        given = np.asarray(bones, dtype=np.float32)
        rows[: len(given)] = given
    table[128:980] = rows.ravel()
    table.view(np.uint32)[1000:1004] = (kind, target, resource, 1)
    return table


class Memory:
    """A memory image under construction: bytes with addresses, an upload table and records."""

    def __init__(self) -> None:
        self._bytes = bytearray(64)  # address 0 stays unused
        self._uploads: list[list[int]] = []
        self.records: list[NDArray[np.float32]] = []

    def allocate(self, array: NDArray[Any]) -> int:
        """Copies an array in and answers its address, a multiple of 16."""
        self._bytes += bytes(-len(self._bytes) % 16)
        address = len(self._bytes)
        self._bytes += array.tobytes()
        return address

    def model(
        self,
        number: int,
        table: NDArray[Any],
        opaque: Sequence[int] = (),
        decals: Sequence[int] = (),
        irises: Sequence[int] = (),
        *,
        colors: ArrayLike = ((1, 1, 1, 0),),
        windows: ArrayLike = ((-1, 1, 1, 0),),
        layers: NDArray[np.uint8] | None = None,
        tiles: int = 0,
        index_bytes: int = 2,
    ) -> None:
        """A model; `layers` is (layers, height, width, 4) premultiplied."""
        indices = np.array([*opaque, *decals, *irises], dtype=f"<u{index_bytes}")
        parts = np.zeros((2, 64, 4), dtype=np.float32)
        for half, values in enumerate((colors, windows)):
            rows = np.asarray(values, dtype=np.float32)
            parts[half, : len(rows)] = rows
        layer_fields = [0, 0, 0, 0]
        if layers is not None:
            count, height, width, _ = layers.shape
            layer_fields = [self.allocate(layers), width, height, count]
        counts = (len(opaque), len(decals), len(irises))
        fields = [1, number, self.allocate(table), len(table), self.allocate(indices), len(indices), index_bytes]
        self._uploads.append([*fields, *counts, self.allocate(parts), 64, *layer_fields, tiles])

    def tiles(self, number: int, pixels: NDArray[np.uint8]) -> None:
        """Face tiles: (count, size, size, 4) premultiplied."""
        count, size = pixels.shape[:2]
        self._uploads.append([3, number, self.allocate(pixels), size, count])

    def sphere(self, number: int, positions: NDArray[np.float32], indices: Sequence[int]) -> None:
        """A sphere of the loading effect, or any other mesh of positions."""
        table = np.array(indices, dtype="<u2")
        address = self.allocate(np.asarray(positions, dtype=np.float32))
        self._uploads.append([4, number, address, len(positions), self.allocate(table), len(indices)])

    def release(self, operation: int, number: int) -> None:
        """Operation 2 releases a model, 5 tiles."""
        self._uploads.append([operation, number])

    def payload(self) -> dict[str, Any]:
        """What the page's `harness.load` takes; the uploads made so far are in it once."""
        uploads = np.zeros((max(len(self._uploads), 1), 32), dtype=np.uint32)
        for row, fields in zip(uploads, self._uploads, strict=False):
            row[: len(fields)] = fields
        count, self._uploads = len(self._uploads), []
        records = np.array(self.records or [np.zeros(RECORD_FLOATS, dtype=np.float32)])
        addresses = {"uploads": self.allocate(uploads), "records": self.allocate(records)}
        self._bytes += bytes(-len(self._bytes) % 16)
        return {
            "memory": base64.b64encode(self._bytes).decode(),
            **addresses,
            "recordCount": len(self.records),
            "uploadCount": count,
        }
