"""Memory images drawn by the software renderer: what the page's renderers are given, it is given, too."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import numpy as np

from cna_avatars.assembly.model import MAX_PARTS, VERTEX, AssembledModel
from cna_avatars.catalog.atlas import Atlas
from cna_avatars.catalog.face_layout import FaceLayout
from cna_avatars.host import records
from cna_avatars.math3d import normal_matrix
from cna_avatars.renderer.device import AvatarDraw, Lights, SilhouetteDraw, View
from cna_avatars.renderer.loading_effect import unit_sphere
from cna_avatars.skeleton import BONE_COUNT
from cna_avatars.software import SoftwareDevice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .synthetic import Memory

    Words = NDArray[np.uint32]

_NO_STATES = np.zeros((14, 2, 2), np.int64)
_LAYOUT = FaceLayout(1, 1, 1, 1, _NO_STATES, np.zeros((5, 2), np.int64), _NO_STATES[:, 0, 0])
_NO_TILES = np.zeros((0, 1, 1, 4), np.uint8)


class SoftwareScene:
    """Has the calls of SyntheticPage that make pictures."""

    renderer_name = "NumPy"

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget everything that was loaded."""
        self._models: dict[int, Words] = {}
        self._tiles: dict[int, NDArray[np.uint8]] = {}
        self._records = np.zeros((0, records.FLOATS), np.float32)
        self._bytes = np.zeros(0, np.uint8)

    def errors(self) -> list[str]:
        """What a graphics interface would complain of: there is none."""
        return []

    def load(self, memory: Memory) -> None:
        """Take a memory image over, as one frame."""
        payload: dict[str, Any] = memory.payload()
        self._bytes = np.frombuffer(base64.b64decode(payload["memory"]), np.uint8)
        self._records = self._read(payload["records"], np.float32, payload["recordCount"], records.FLOATS)
        for words in self._read(payload["uploads"], np.uint32, payload["uploadCount"], 32):
            self._carry_out(words)

    def draw(self, width: int, height: int, *, picture: int = 1) -> NDArray[np.uint8]:
        """Return a picture's pixels: (height, width, 4), premultiplied."""
        device = SoftwareDevice(width, height)
        for row in self._records:
            kind, target, resource, _ = row.view(np.uint32)[records.HEADER]
            if target != picture:
                continue
            view = View(row[records.VIEW_PROJECTION].reshape(4, 4), row[records.EYE][:3])
            world = row[records.WORLD].reshape(4, 4)
            if kind == records.KIND_SILHOUETTE:
                device.draw_silhouette(SilhouetteDraw(world, view, tuple(row[records.EFFECT])))
                continue
            np.testing.assert_allclose(row[records.NORMAL_MATRIX], normal_matrix(world).ravel(), atol=1e-6)
            lights = Lights(*(tuple(light[:3]) for light in row[records.LIGHTS].reshape(3, 4)))
            palette = row[records.BONES : records.BONES + 12 * BONE_COUNT].reshape(BONE_COUNT, 3, 4)
            tiles = tuple(row[records.TILES].astype(int).tolist())
            device.draw_avatar(AvatarDraw(self._model(self._models[int(resource)]), world, view, lights, palette, tiles))
        return device.picture()

    def _read(self, address: int, kind: Any, *shape: int) -> NDArray[Any]:
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        return self._bytes[address : address + size].view(kind).reshape(shape)

    def _carry_out(self, words: Words) -> None:
        operation, number = int(words[0]), int(words[1])
        if operation == records.OP_MODEL:
            self._models[number] = words
        elif operation == records.OP_TILES:
            address, size, count = words[2:5].tolist()
            self._tiles[number] = self._read(address, np.uint8, count, size, size, 4)
        elif operation == records.OP_SPHERE:
            positions, indices = unit_sphere()
            np.testing.assert_array_equal(self._read(int(words[2]), np.float32, int(words[3]), 3), positions)
            np.testing.assert_array_equal(self._read(int(words[4]), np.uint16, int(words[5])), indices)
        else:
            raise ValueError(f"Expected an upload of a model, tiles or the unit sphere; got {operation}.")

    def _model(self, words: Words) -> AssembledModel:
        vertices, vertex_count, indices, index_count, index_bytes = words[2:7].tolist()
        layers, width, height, layer_count = words[12:16].tolist()
        still = np.zeros((BONE_COUNT, 3), np.float32)
        return AssembledModel(
            height=1.0,
            bind_local=still,
            bind_world=still,
            vertices=self._read(vertices, VERTEX, vertex_count),
            indices=self._read(indices, f"<u{index_bytes}", index_count),
            counts=tuple(words[7:10].tolist()),
            parts=self._read(int(words[10]), np.float32, 2 * MAX_PARTS, 4),
            part_count=int(words[11]),
            layers=self._read(layers, np.uint8, layer_count, height, width, 4),
            atlas=Atlas(_LAYOUT, self._tiles.get(int(words[16]), _NO_TILES)),
            is_catalog_missing=False,
            substituted=(),
        )
