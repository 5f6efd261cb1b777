"""Where an avatar's bones are in the world, for what is attached to them.

Source: avatars.md, "Animations" (`BoneTransforms[i] * BindPose[i] * parentWorld` is the joint that is drawn).
"""

import numpy as np
import numpy.typing as npt

from cna_avatars.errors import ArgumentError
from cna_avatars.math3d import multiply
from cna_avatars.skeleton import BONE_COUNT, LEVELS, PARENT_ARRAY


def bone_world_transforms(
    bone_transforms: npt.ArrayLike, bind_pose: npt.ArrayLike, world: npt.ArrayLike
) -> npt.NDArray[np.float64]:
    """Return the world matrices (71, 4, 4) of all bones, XNA space.

    Parameters
    ----------
    bone_transforms, bind_pose
        (71, 4, 4): an animation's `bone_transforms` and a ready renderer's `bind_pose`.
    world
        (4, 4): the renderer's `world`.

    Raises
    ------
    ArgumentError
        if a shape is another one.
    """
    deltas, bind, root = (np.asarray(value, np.float64) for value in (bone_transforms, bind_pose, world))
    for value, shape, name in (
        (deltas, (BONE_COUNT, 4, 4), "bone_transforms"),
        (bind, (BONE_COUNT, 4, 4), "bind_pose"),
        (root, (4, 4), "world"),
    ):
        if value.shape != shape:
            raise ArgumentError(f"Expected matrices of shape {shape}; got {value.shape}.", name)
    local = multiply(deltas, bind)
    result = np.empty((BONE_COUNT, 4, 4))
    result[0] = multiply(local[0], root)
    for bones in LEVELS:
        result[bones] = multiply(local[bones], result[PARENT_ARRAY[bones]])
    return result
