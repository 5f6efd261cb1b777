"""From the caller's 71 matrices to skinning matrices.

Source: avatars.md, "Rendering" (Draw): every bone must be decomposable; the root takes the supplied translation, every
other bone keeps the avatar's own bind offset.
"""

import numpy as np
import numpy.typing as npt

from cna_avatars.animation.pose import compose, write_palettes
from cna_avatars.assembly.model import AssembledModel
from cna_avatars.errors import ArgumentError, InvalidOperationError
from cna_avatars.math3d import decompose, half_turn, rotation_rows
from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES


def as_bones(bones: npt.ArrayLike) -> npt.NDArray[np.float32]:
    """Return `bones` as (71, 4, 4) float32; ArgumentError unless there are exactly 71 matrices."""
    try:
        array = np.asarray(bones, np.float32)
    except (TypeError, ValueError):
        message = f"Expected exactly {BONE_COUNT} matrices of numbers; got something else."
        raise ArgumentError(message, "bones") from None
    if array.shape != (BONE_COUNT, 4, 4):
        raise ArgumentError(f"Expected exactly {BONE_COUNT} matrices (71, 4, 4); got shape {array.shape}.", "bones")
    return array


def palette_of(bones: npt.NDArray[np.float32], model: AssembledModel) -> npt.NDArray[np.float32]:
    """Return the skinning matrices (71, 3, 4) of `bones` (71, 4, 4), local deltas in XNA space.

    Raises
    ------
    InvalidOperationError
        if a matrix is not scale · rotation · translation.
    """
    parts = decompose(half_turn(bones))
    if not parts.ok.all():
        bone = int(np.flatnonzero(~parts.ok)[0])
        raise InvalidOperationError(f"Every bone transform must be decomposable; {BONE_NAMES[bone]} ({bone}) is not.")
    rows = parts.scale[..., None] * rotation_rows(parts.rotation)
    linear = rows.transpose(1, 2, 0)[..., None].astype(np.float32)
    translation = model.bind_local.T[..., None].copy()
    translation[:, 0, 0] = parts.translation[0]
    compose(linear, translation)
    palette = np.zeros((1, BONE_COUNT, 3, 4), np.float32)
    write_palettes(linear, translation, model.bind_world.T[..., None], palette)
    return np.asarray(palette[0])
