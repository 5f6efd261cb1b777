"""A skeleton over all frames of a clip: quaternions (n, 71, 4) relative to the parent, root positions (n, 3)."""

from functools import cached_property

import numpy as np

from catalog.rig import Rig
from cna_avatars.exact import Array, cross3, length, normalize, quaternion_product, rotate_by_quaternion
from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES, PARENTS

BONE = {name: index for index, name in enumerate(BONE_NAMES)}
_CONJUGATE = np.array([-1.0, -1.0, -1.0, 1.0])


def inverse(rotation: Array) -> Array:
    """Return the opposite turn of unit quaternions (..., 4)."""
    return np.asarray(rotation * _CONJUGATE, np.float64)


def from_frames(before: Array, after: Array) -> Array:
    """Return the quaternions (n, 4) that turn the axes `before` (3, 3) into `after` (n, 3, 3); axes are rows."""
    # m[i, j]: the turned unit vector i, in components j.
    m = (before[None, :, :, None] * after[:, :, None, :]).sum(1)
    x, y, z = m[:, 1, 2] - m[:, 2, 1], m[:, 2, 0] - m[:, 0, 2], m[:, 0, 1] - m[:, 1, 0]
    xy, xz, yz = m[:, 0, 1] + m[:, 1, 0], m[:, 2, 0] + m[:, 0, 2], m[:, 1, 2] + m[:, 2, 1]
    d0, d1, d2 = m[:, 0, 0], m[:, 1, 1], m[:, 2, 2]
    candidates = np.stack(
        [
            np.stack([x, y, z, 1.0 + d0 + d1 + d2], -1),
            np.stack([1.0 + d0 - d1 - d2, xy, xz, x], -1),
            np.stack([xy, 1.0 + d1 - d0 - d2, yz, y], -1),
            np.stack([xz, yz, 1.0 + d2 - d0 - d1, z], -1),
        ],
        1,
    )
    # The candidate with the largest component of its own is the one that loses no digits.
    own = np.stack([candidates[:, 0, 3], candidates[:, 1, 0], candidates[:, 2, 1], candidates[:, 3, 2]], -1)
    return normalize(np.take_along_axis(candidates, own.argmax(-1)[:, None, None], 1)[:, 0])


def frame_of(along: Array, hinge: Array) -> Array:
    """Return right-angled axes (..., 3, 3), rows: `along`, the part of `hinge` across it, and their cross product."""
    first = normalize(along)
    second = normalize(hinge - first * (hinge * first).sum(-1, keepdims=True))
    return np.stack([first, second, cross3(first, second)], -2)


class Motion:
    """Rotations and root of every frame, on one rig."""

    def __init__(self, rig: Rig, frames: int) -> None:
        self.rig = rig
        self.rotations = np.zeros((frames, BONE_COUNT, 4))
        self.rotations[..., 3] = 1.0
        self.root = np.zeros((frames, 3))

    @cached_property
    def local(self) -> Array:
        """Bind positions relative to the parent (71, 3)."""
        return self.rig.local_positions

    def on(self, rig: Rig) -> "Motion":
        """Return the same rotations on another body."""
        other = Motion(rig, len(self.root))
        other.rotations, other.root = self.rotations, self.root
        return other

    def turn(self, bone: str, rotation: Array) -> None:
        """Add a turn before the bone's own."""
        self.rotations[:, BONE[bone]] = quaternion_product(self.rotations[:, BONE[bone]], rotation)

    def world(self) -> tuple[Array, Array]:
        """Return positions (n, 71, 3) and rotations (n, 71, 4) from the origin."""
        positions = np.zeros((len(self.root), BONE_COUNT, 3))
        rotations = self.rotations.copy()
        positions[:, 0] = self.root
        for bone in range(1, BONE_COUNT):
            parent = PARENTS[bone]
            positions[:, bone] = positions[:, parent] + rotate_by_quaternion(rotations[:, parent], self.local[bone])
            rotations[:, bone] = quaternion_product(rotations[:, parent], self.rotations[:, bone])
        return positions, rotations

    def world_of(self, bone: str) -> tuple[Array, Array]:
        """Return the position (n, 3) and rotation (n, 4) of one bone, from the origin."""
        chain = [BONE[bone]]
        while PARENTS[chain[-1]] >= 0:
            chain.append(PARENTS[chain[-1]])
        position, rotation = self.root, self.rotations[:, 0]
        for index in chain[-2::-1]:
            position = position + rotate_by_quaternion(rotation, self.local[index])
            rotation = quaternion_product(rotation, self.rotations[:, index])
        return position, rotation


def two_bones(start: Array, target: Array, pole: Array, first: float, second: float) -> Array:
    """Return where the middle joint lies (n, 3) so that two bones of these lengths reach from `start` to `target`.

    The joint points towards `pole`. A target out of reach is approached along the straight line.
    """
    way = target - start
    distance = np.clip(length(way), abs(first - second) + 1e-4, (first + second) * 0.9998)
    along = normalize(way)
    near = (first * first - second * second + distance * distance) / (2.0 * distance)
    aside = np.sqrt(np.maximum(first * first - near * near, 0.0))
    outward = normalize(pole - along * (pole * along).sum(-1, keepdims=True))
    return np.asarray(start + along * near[:, None] + outward * aside[:, None])
