"""Build and height: how a description changes the authored body.

Both leave the animation alone: build moves no joint, height scales joints and vertices by one factor.
Source: avatars.md, "Descriptions" (build, height).
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.catalog.model_reader import Part
from cna_avatars.description.codec import AS_AUTHORED
from cna_avatars.enums import AvatarBone
from cna_avatars.skeleton import BONE_COUNT

BUILD_REACH: Final = 0.18

_FAR_END: Final[dict[AvatarBone, AvatarBone]] = {
    AvatarBone.BackLower: AvatarBone.BackUpper,
    AvatarBone.BackUpper: AvatarBone.Neck,
    AvatarBone.HipLeft: AvatarBone.KneeLeft,
    AvatarBone.HipRight: AvatarBone.KneeRight,
    AvatarBone.KneeLeft: AvatarBone.AnkleLeft,
    AvatarBone.KneeRight: AvatarBone.AnkleRight,
    AvatarBone.CollarLeft: AvatarBone.ShoulderLeft,
    AvatarBone.CollarRight: AvatarBone.ShoulderRight,
    AvatarBone.ShoulderLeft: AvatarBone.ElbowLeft,
    AvatarBone.ShoulderRight: AvatarBone.ElbowRight,
    AvatarBone.ElbowLeft: AvatarBone.WristLeft,
    AvatarBone.ElbowRight: AvatarBone.WristRight,
}
"""The bones that build thickens, and the joint at their far end."""


def build_factor(build: int) -> float:
    """Return the thickness of limbs and trunk at `build`, 1 as authored."""
    return 1.0 + (build - AS_AUTHORED) / 127.0 * BUILD_REACH


def apply_build(
    part: Part, positions: npt.NDArray[np.float64], bind_world: npt.NDArray[np.floating], build: int
) -> npt.NDArray[np.float64]:
    """Return `positions` (n, 3) with each vertex moved away from, or towards, the axis of its heaviest bone."""
    factor = build_factor(build)
    if abs(factor - 1.0) < 1e-4:
        return positions
    heaviest = np.take_along_axis(part.joints, part.weights.argmax(-1)[:, None], -1)[:, 0]
    near = bind_world.astype(np.float64)
    axis = np.zeros((BONE_COUNT, 3))
    for bone, far in _FAR_END.items():
        axis[bone] = near[far] - near[bone]
    square = (axis * axis).sum(-1)
    has_axis = square > 0.0
    offset = positions - near[heaviest]
    along = (offset * axis[heaviest]).sum(-1) / np.where(has_axis, square, 1.0)[heaviest]
    across = offset - along[:, None] * axis[heaviest]
    strength = np.where(has_axis[heaviest], factor - 1.0, 0.0)
    return np.asarray(positions + strength[:, None] * across)
