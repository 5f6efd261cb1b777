"""From bone rotations to skinning matrices, for any number of avatars at once.

Arrays put the avatar last, so that every operation runs over long rows: linear parts are (3, 3, 71, n)
[row, column, bone, avatar], translations (3, 71, n). Only exactly rounded operations: CPython and Pyodide give the
same bits.
"""

import numpy as np
import numpy.typing as npt

from cna_avatars.skeleton import BONE_COUNT, LEVELS, PARENT_ARRAY

FloatArray = npt.NDArray[np.float32]


def rotation_linear(quaternions: FloatArray) -> FloatArray:
    """Return the linear parts (3, 3, 71, n) of unit quaternions (4, 71, n)."""
    x, y, z, w = quaternions
    x2, y2, z2 = x + x, y + y, z + z
    xx, yy, zz = x * x2, y * y2, z * z2
    xy, xz, yz = x * y2, x * z2, y * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    linear = np.zeros((3, 3, *x.shape), np.float32)
    linear[0, 0] = 1.0 - (yy + zz)
    linear[0, 1] = xy + wz
    linear[0, 2] = xz - wy
    linear[1, 0] = xy - wz
    linear[1, 1] = 1.0 - (zz + xx)
    linear[1, 2] = yz + wx
    linear[2, 0] = xz + wy
    linear[2, 1] = yz - wx
    linear[2, 2] = 1.0 - (yy + xx)
    return linear


def compose(linear: FloatArray, translation: FloatArray) -> None:
    """Turn transforms relative to the parent into transforms from the origin, in place, a depth level at a time."""
    for bones in LEVELS:
        parents = PARENT_ARRAY[bones]
        up, moved = linear[:, :, parents], translation[:, parents]
        own, offset = linear[:, :, bones], translation[:, bones]
        translation[:, bones] = offset[0, None] * up[0] + offset[1, None] * up[1] + offset[2, None] * up[2] + moved
        linear[:, :, bones] = (
            own[:, 0, None] * up[None, 0] + own[:, 1, None] * up[None, 1] + own[:, 2, None] * up[None, 2]
        )


def write_palettes(linear: FloatArray, translation: FloatArray, bind: FloatArray, out: FloatArray) -> None:
    """Write skinning matrices into `out` (n, 71, 3, 4): the three rows that a column vector (p, 1) is multiplied with.

    `linear` and `translation` are from the origin, `bind` (3, 71, n) are the joints' bind positions from the origin.
    """
    offset = translation - (bind[0] * linear[0] + bind[1] * linear[1] + bind[2] * linear[2])
    out[..., :3] = linear.transpose(3, 2, 1, 0)
    out[..., 3] = offset.transpose(2, 1, 0)


def palettes_of(
    quaternions: FloatArray, roots: FloatArray, bind_local: FloatArray, bind_world: FloatArray, out: FloatArray
) -> None:
    """Write the skinning matrices of a crowd into `out` (n, 71, 3, 4).

    Parameters
    ----------
    quaternions
        (4, 71, n) rotations relative to the parent, asset space.
    roots
        (3, n) the roots' movement.
    bind_local, bind_world
        (3, 71, n) joints of each avatar's model, relative to the parent and from the origin.
    """
    linear = rotation_linear(quaternions)
    translation = bind_local.copy()
    translation[:, 0] = roots
    compose(linear, translation)
    write_palettes(linear, translation, bind_world, out)


def delta_matrices(quaternions: FloatArray, root: FloatArray) -> FloatArray:
    """Return the public bone transforms (71, 4, 4) float32, XNA space, of (4, 71, 1) rotations and a (3, 1) root."""
    linear = rotation_linear(quaternions)[..., 0]
    signs = np.array([-1.0, 1.0, -1.0], np.float32)
    matrices = np.zeros((BONE_COUNT, 4, 4), np.float32)
    matrices[:, :3, :3] = (linear * signs[:, None, None] * signs[None, :, None]).transpose(2, 0, 1)
    matrices[0, 3, :3] = root[:, 0] * signs
    matrices[:, 3, 3] = 1.0
    return matrices
