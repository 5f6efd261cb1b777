"""Which tile of the face atlas shows which state.

Source: avatars.md, "Catalog v3" (the atlas of every eye, eyebrow and mouth state).
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.expression import AvatarExpression, AvatarEye, AvatarEyebrow, AvatarMouth
from cna_avatars.strict_json import Reader

MAX_TILES: Final = 4096


class Decal(IntEnum):
    """The seven decals of a face, in the order of the tile numbers that a draw carries."""

    eye_left_white = 0
    eye_left_iris = 1
    eye_right_white = 2
    eye_right_iris = 3
    eyebrow_left = 4
    eyebrow_right = 5
    mouth = 6


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """Tiles by state. `eyes` (14, 2, 2): side, then white and iris; `eyebrows` (5, 2): side; `mouths` (14,)."""

    tile_size: int
    columns: int
    width: int
    height: int
    eyes: npt.NDArray[np.int64]
    eyebrows: npt.NDArray[np.int64]
    mouths: npt.NDArray[np.int64]

    @property
    def tile_count(self) -> int:
        """Number of tiles in the atlas."""
        return self.columns * (self.height // self.tile_size)

    def tiles(self, expression: AvatarExpression) -> tuple[int, ...]:
        """Return the tile of each Decal; a state that does not exist counts as Neutral."""
        states = (expression.mouth, expression.left_eye, expression.right_eye)
        brows = (expression.left_eyebrow, expression.right_eyebrow)
        table = self.tile_table(np.array([[*states, *brows]], np.int64))
        return tuple(int(tile) for tile in table[0])

    def tile_table(self, states: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the tiles (n, 7) of states (n, 5): mouth, left eye, right eye, left eyebrow, right eyebrow."""
        mouth = _known(states[:, 0], AvatarMouth)
        left, right = _known(states[:, 1], AvatarEye), _known(states[:, 2], AvatarEye)
        left_brow, right_brow = _known(states[:, 3], AvatarEyebrow), _known(states[:, 4], AvatarEyebrow)
        return np.stack(
            [
                self.eyes[left, 0, 0],
                self.eyes[left, 0, 1],
                self.eyes[right, 1, 0],
                self.eyes[right, 1, 1],
                self.eyebrows[left_brow, 0],
                self.eyebrows[right_brow, 1],
                self.mouths[mouth],
            ],
            -1,
        )


def _known(states: npt.NDArray[np.int64], enumeration: type[IntEnum]) -> npt.NDArray[np.int64]:
    return np.where((states >= 0) & (states < len(enumeration)), states, 0)


def read_face_layout(layout: Reader) -> FaceLayout:
    """Read `face.layout` of a manifest; ContentLoadError if a tile or a state is missing or out of range."""
    size = layout.get("tileSize").integer(8, 256)
    columns = layout.get("columns").integer(1, MAX_TILES)
    layout.get("width").integer(columns * size, columns * size)
    height = layout.get("height").integer(size, MAX_TILES * size)
    if height % size or columns * (height // size) > MAX_TILES:
        layout.get("height").fail(f"a multiple of {size} with at most {MAX_TILES} tiles")
    last = columns * (height // size) - 1

    def pair(sides: Reader) -> list[Reader]:
        return [sides.get("left"), sides.get("right")]

    eyes, brows, mouths = layout.get("eyes"), layout.get("eyebrows"), layout.get("mouths")
    return FaceLayout(
        size,
        columns,
        columns * size,
        height,
        np.array(
            [
                [[tile.integer(0, last) for tile in side.items(2, 2)] for side in pair(eyes.get(state.name))]
                for state in AvatarEye
            ],
            np.int64,
        ),
        np.array(
            [[side.integer(0, last) for side in pair(brows.get(state.name))] for state in AvatarEyebrow], np.int64
        ),
        np.array([mouths.get(state.name).integer(0, last) for state in AvatarMouth], np.int64),
    )
