"""The arrays that Python and JavaScript share, and the graphics device that writes into them.

Source: docs/architecture.md, "The frame"; the numbers below are that page's, and web/render/layout.js repeats them.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.assembly.model import AssembledModel
from cna_avatars.catalog.atlas import Atlas
from cna_avatars.math3d import normal_matrix
from cna_avatars.renderer.device import AvatarDraw, Lights, SilhouetteDraw, View
from cna_avatars.renderer.loading_effect import unit_sphere
from cna_avatars.skeleton import BONE_COUNT

FLOATS: Final = 1024
"""Numbers in a record."""
WORLD: Final = slice(0, 16)
VIEW_PROJECTION: Final = slice(16, 32)
NORMAL_MATRIX: Final = slice(32, 44)
EYE: Final = slice(44, 48)
LIGHTS: Final = slice(48, 60)
TILES: Final = slice(60, 67)
EFFECT: Final = slice(68, 72)
BONES: Final = 128
HEADER: Final = slice(1000, 1004)

KIND_AVATAR: Final = 1
KIND_SILHOUETTE: Final = 2

OP_MODEL: Final = 1
OP_RELEASE_MODEL: Final = 2
OP_TILES: Final = 3
OP_SPHERE: Final = 4
OP_RELEASE_TILES: Final = 5

FLAG_REQUESTS: Final = 1
FLAG_EVENTS: Final = 2
FLAG_MOVED: Final = 4

_UPLOAD_WORDS: Final = 32
_FIRST_CAPACITY: Final = 16


def address_of(array: npt.NDArray[np.generic]) -> int:
    """Return where `array` starts in memory: all of a WebAssembly address, the lower half of a native one."""
    return int(array.__array_interface__["data"][0]) & 0xFFFFFFFF


def lights_row(lights: Lights) -> npt.NDArray[np.float32]:
    """Return the twelve numbers of `lights` in a record."""
    rows = np.zeros((3, 4), np.float32)
    rows[:, :3] = (lights.direction, lights.color, lights.ambient)
    return rows.ravel()


class Records:
    """The draw records of a frame; a GraphicsDevice that appends to them.

    `target` is the picture that `draw_avatar` and `draw_silhouette` go to.
    """

    def __init__(self) -> None:
        self.status = np.zeros(16, np.uint32)
        self.target = 0
        self._uploads = Uploads()
        self._allocate(_FIRST_CAPACITY)
        self._count = 0

    def _allocate(self, capacity: int) -> None:
        self.floats = np.zeros((capacity, FLOATS), np.float32)
        self.words = self.floats.view(np.uint32)
        self.palettes = np.ndarray(
            (capacity, BONE_COUNT, 3, 4), np.float32, self.floats, 4 * BONES, (4 * FLOATS, 48, 16, 4)
        )
        self.status[2] |= FLAG_MOVED

    @property
    def uploads(self) -> "Uploads":
        """What the device must take up before the records are drawn."""
        return self._uploads

    def begin(self) -> None:
        """Forget the last frame's records and the uploads that it carried out."""
        self._count = 0
        self._uploads.begin()

    def reserve(self, count: int) -> slice:
        """Return the rows of `count` new records; their numbers are whatever was there before."""
        start, self._count = self._count, self._count + count
        if self._count > len(self.floats):
            kept = self.floats[:start].copy()
            self._allocate(max(2 * len(self.floats), self._count))
            self.floats[:start] = kept
        return slice(start, self._count)

    def end(self) -> int:
        """Write the counts into `status` and return the number of records."""
        self.status[0] = self._count
        self.status[1] = self._uploads.count
        if self._uploads.has_moved:
            self.status[2] |= FLAG_MOVED
        return self._count

    def draw_avatar(self, draw: AvatarDraw) -> None:
        """Append one avatar."""
        row = self.reserve(1).start
        self._write(row, draw.world, draw.view)
        record = self.floats[row]
        record[LIGHTS] = lights_row(draw.lights)
        record[TILES] = draw.tiles
        self.palettes[row] = draw.palette
        self.words[row, HEADER] = (KIND_AVATAR, self.target, self._uploads.model_id(draw.model), 0)

    def draw_silhouette(self, draw: SilhouetteDraw) -> None:
        """Append one ellipsoid."""
        row = self.reserve(1).start
        self._write(row, draw.world, draw.view)
        self.floats[row, EFFECT] = draw.color
        self.words[row, HEADER] = (KIND_SILHOUETTE, self.target, self._uploads.sphere_id(), 0)

    def drawn(self) -> set[int]:
        """Return the numbers of the models and spheres in this frame's records."""
        return set(self.words[: self._count, HEADER.start + 2].tolist())

    def release_unused(self, held: list[AssembledModel], drawn: set[int]) -> None:
        """Release what is neither in `held` nor, by its number, in `drawn`."""
        self._uploads.release_unused({id(model) for model in held}, drawn)

    def _write(self, row: int, world: npt.NDArray[np.floating], view: View) -> None:
        record = self.floats[row]
        record[WORLD] = np.asarray(world).ravel()
        record[VIEW_PROJECTION] = np.asarray(view.view_projection).ravel()
        record[NORMAL_MATRIX] = normal_matrix(world).ravel()
        record[EYE] = (*view.eye, 1.0)


class Uploads:
    """Models, tiles and the sphere that JavaScript holds, by number; Python keeps their memory until the release."""

    def __init__(self) -> None:
        self.words = np.zeros((64, _UPLOAD_WORDS), np.uint32)
        self.count = 0
        self.has_moved = False
        self._next_id = 0
        self._models: dict[int, tuple[int, AssembledModel]] = {}
        self._tiles: dict[int, tuple[int, Atlas]] = {}
        self._sphere: tuple[int, npt.NDArray[np.float32], npt.NDArray[np.uint16]] | None = None

    def begin(self) -> None:
        """Forget the commands that the last frame carried out."""
        self.count = 0
        self.has_moved = False

    def _append(self, *words: int) -> None:
        if self.count == len(self.words):
            self.words = np.concatenate([self.words, np.zeros_like(self.words)])
            self.has_moved = True
        self.words[self.count, : len(words)] = words
        self.words[self.count, len(words) :] = 0
        self.count += 1

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id

    def model_id(self, model: AssembledModel) -> int:
        """Return the number of `model`, uploading it first if need be."""
        if id(model) in self._models:
            return self._models[id(model)][0]
        tiles, number = self._tiles_id(model.atlas), self._new_id()
        self._models[id(model)] = (number, model)
        layers, height, width = model.layers.shape[:3]
        self._append(
            OP_MODEL,
            number,
            address_of(model.vertices),
            len(model.vertices),
            address_of(model.indices),
            len(model.indices),
            model.indices.itemsize,
            *model.counts,
            address_of(model.parts),
            model.part_count,
            address_of(model.layers),
            width,
            height,
            layers,
            tiles,
        )
        return number

    def _tiles_id(self, atlas: Atlas) -> int:
        if len(atlas.tiles) == 0:
            return 0  # a thing without a face
        if id(atlas) in self._tiles:
            return self._tiles[id(atlas)][0]
        number = self._new_id()
        self._tiles[id(atlas)] = (number, atlas)
        self._append(OP_TILES, number, address_of(atlas.tiles), atlas.layout.tile_size, len(atlas.tiles))
        return number

    def sphere_id(self) -> int:
        """Return the number of the unit sphere, uploading it first if need be."""
        if self._sphere is None:
            positions, indices = unit_sphere()
            self._sphere = (self._new_id(), positions, indices)
            self._append(
                OP_SPHERE, self._sphere[0], address_of(positions), len(positions), address_of(indices), len(indices)
            )
        return self._sphere[0]

    def release_unused(self, held: set[int], drawn: set[int]) -> None:
        """Release models that are neither `held` (by id()) nor `drawn` (by number), and tiles that no model uses."""
        unused = [key for key, (number, _) in self._models.items() if key not in held and number not in drawn]
        for key in unused:
            self._append(OP_RELEASE_MODEL, self._models.pop(key)[0])
        atlases = {id(model.atlas) for _, model in self._models.values()}
        for key in [key for key in self._tiles if key not in atlases]:
            self._append(OP_RELEASE_TILES, self._tiles.pop(key)[0])
