"""The skeleton that every avatar shares: 71 bones, their names, parents and depth levels.

A parent's index is smaller than its child's, so one forward pass composes the hierarchy; `LEVELS` lets NumPy
do it in ten steps for any number of avatars at once. Bones that XNA leaves unnamed are called SlotNN; they and
the Prop and Special bones carry no skin and no animation.

Source: XNA 4.0, AvatarRenderer.ParentBones and AvatarBone; avatars.md, "Assets".
"""

from typing import Final

import numpy as np
import numpy.typing as npt

BONE_COUNT: Final = 71

# fmt: off
PARENTS: Final[tuple[int, ...]] = (
    -1,  0,  0,  0,  0,  1,  2,  2,  3,  3,
     1,  6,  5,  6,  5,  8,  5,  8,  5, 14,
    12, 11, 16, 15, 14, 20, 20, 20, 22, 22,
    22, 25, 25, 25, 28, 28, 28, 33, 33, 33,
    33, 33, 33, 33, 36, 36, 36, 36, 36, 36,
    36, 37, 38, 39, 40, 43, 44, 45, 46, 47,
    50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
    60,
)

BONE_NAMES: Final[tuple[str, ...]] = (
    "Root", "BackLower", "HipLeft", "HipRight", "Slot04", "BackUpper", "KneeLeft", "Slot07", "KneeRight", "Slot09",
    "Slot10", "AnkleLeft", "CollarLeft", "Slot13", "Neck", "AnkleRight", "CollarRight", "Slot17", "Slot18", "Head",
    "ShoulderLeft", "ToeLeft", "ShoulderRight", "ToeRight", "Slot24", "ElbowLeft", "Slot26", "Slot27", "ElbowRight",
    "Slot29", "Slot30", "Slot31", "Slot32", "WristLeft", "Slot34", "Slot35", "WristRight",
    "FingerIndexLeft", "FingerMiddleLeft", "FingerRingLeft", "FingerSmallLeft", "PropLeft", "SpecialLeft",
    "FingerThumbLeft", "FingerIndexRight", "FingerMiddleRight", "FingerRingRight", "FingerSmallRight", "PropRight",
    "SpecialRight", "FingerThumbRight",
    "FingerIndex2Left", "FingerMiddle2Left", "FingerRing2Left", "FingerSmall2Left", "FingerThumb2Left",
    "FingerIndex2Right", "FingerMiddle2Right", "FingerRing2Right", "FingerSmall2Right", "FingerThumb2Right",
    "FingerIndex3Left", "FingerMiddle3Left", "FingerRing3Left", "FingerSmall3Left", "FingerThumb3Left",
    "FingerIndex3Right", "FingerMiddle3Right", "FingerRing3Right", "FingerSmall3Right", "FingerThumb3Right",
)
# fmt: on


def _levels() -> tuple[npt.NDArray[np.intp], ...]:
    depth = [0] * BONE_COUNT
    for bone in range(1, BONE_COUNT):
        depth[bone] = depth[PARENTS[bone]] + 1
    return tuple(
        np.array([bone for bone in range(BONE_COUNT) if depth[bone] == level], np.intp)
        for level in range(1, max(depth) + 1)
    )


PARENT_ARRAY: Final = np.array(PARENTS, np.intp)
"""(71,) intp: `PARENTS` for indexing."""

LEVELS: Final = _levels()
"""The bones of each depth below the root, in index order."""

HELPERS: Final[frozenset[int]] = frozenset(
    bone for bone, name in enumerate(BONE_NAMES) if name.startswith(("Slot", "Prop", "Special"))
)
"""Bones without skin and without animation."""
