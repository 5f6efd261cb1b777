"""`BoneTransforms[i] * BindPose[i] * parentWorld` is the joint that is drawn, in every space, height and build."""

import numpy as np
import pytest

from cna_avatars import AvatarBone
from cna_avatars.assembly.model import AssembledModel
from cna_avatars.errors import ArgumentError
from cna_avatars.math3d import (
    create_from_axis_angle,
    create_scale,
    create_translation,
    half_turn,
    multiply,
    normalize,
)
from cna_avatars.renderer.attachments import bone_world_transforms
from cna_avatars.renderer.avatar_renderer import HALF_TURN_WORLD
from cna_avatars.renderer.pose_check import palette_of
from cna_avatars.skeleton import BONE_COUNT, PARENTS

WORLD = multiply(create_from_axis_angle(normalize((0.3, 0.9, -0.2)), 1.1), create_translation((4.0, -2.0, 0.5)))


def pose(generator: np.random.Generator) -> np.ndarray:
    """71 deltas with rotations and scales; the root moves too."""
    bones = np.stack(
        [
            multiply(
                create_scale(generator.uniform(0.7, 1.4, 3)),
                create_from_axis_angle(normalize(generator.normal(size=3)), generator.uniform(-2.0, 2.0)),
            )
            for _ in range(BONE_COUNT)
        ]
    )
    bones[0, 3, :3] = (0.1, 0.05, -0.3)
    return bones


def test_each_bone_follows_its_parent_from_the_root_down() -> None:
    generator = np.random.default_rng(5)
    bones, bind = pose(generator), create_translation(generator.normal(size=(BONE_COUNT, 3)))
    worlds = bone_world_transforms(bones, bind, WORLD)
    assert worlds.shape == (BONE_COUNT, 4, 4)
    for bone, parent in enumerate(PARENTS):
        above = WORLD if parent < 0 else worlds[parent]
        assert worlds[bone] == pytest.approx(bones[bone] @ bind[bone] @ above, abs=1e-9), bone


@pytest.mark.parametrize("height", [1.45, 1.8, 2.05])
def test_attached_points_are_where_the_skin_is_drawn(height: float) -> None:
    """A vertex of one bone alone lands where the attachment's matrix puts it, whatever the height."""
    generator = np.random.default_rng(7)
    local = generator.normal(size=(BONE_COUNT, 3)).astype(np.float32) * np.float32(height)
    local[0] = 0.0
    joints = local.astype(np.float64)
    for bone, parent in enumerate(PARENTS):
        if parent >= 0:
            joints[bone] += joints[parent]
    model = object.__new__(AssembledModel)
    object.__setattr__(model, "bind_local", local)
    object.__setattr__(model, "bind_world", joints.astype(np.float32))
    bones = pose(generator).astype(np.float32)
    drawn = palette_of(bones, model)
    bind_pose = half_turn(create_translation(local))
    worlds = bone_world_transforms(bones, bind_pose, WORLD)
    for bone in (AvatarBone.SpecialRight, AvatarBone.Head, AvatarBone.AnkleLeft, AvatarBone.Root):
        offset_asset = np.array((0.02, -0.03, 0.05))
        skin = drawn[bone] @ np.append(joints[bone] + offset_asset, 1.0)
        in_world = np.append(skin, 1.0) @ multiply(HALF_TURN_WORLD, WORLD)
        offset_xna = np.append(offset_asset * (-1.0, 1.0, -1.0), 1.0)
        assert (offset_xna @ worlds[bone])[:3] == pytest.approx(in_world[:3], abs=2e-4), bone


@pytest.mark.parametrize(
    ("shapes", "name"), [(((70, 4, 4), (71, 4, 4), (4, 4)), "bone_transforms"), (((71, 4, 4),) * 3, "world")]
)
def test_other_shapes_are_refused(shapes: tuple[tuple[int, ...], ...], name: str) -> None:
    with pytest.raises(ArgumentError, match="Expected matrices of shape") as raised:
        bone_world_transforms(*(np.zeros(shape) for shape in shapes))
    assert raised.value.parameter == name
