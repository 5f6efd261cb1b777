import numpy as np
import pytest

from cna_avatars import math3d
from cna_avatars.animation.pose import compose, delta_matrices, palettes_of, rotation_linear
from cna_avatars.skeleton import BONE_COUNT, PARENTS

from .helpers.tiny_catalog import bind_local

RNG = np.random.default_rng(11)
COUNT = 3


def random_rotations() -> np.ndarray:
    q = RNG.normal(size=(4, BONE_COUNT, COUNT))
    return (q / np.sqrt((q * q).sum(0))).astype(np.float32)


ROTATIONS, ROOTS = random_rotations(), RNG.normal(size=(3, COUNT)).astype(np.float32)
LOCAL = np.stack([bind_local(scale).T for scale in (1.0, 0.9, 1.2)], -1)


def worlds_one_by_one(avatar: int) -> list[np.ndarray]:
    """Compose the hierarchy with 4 x 4 matrices, a bone at a time."""
    worlds: list[np.ndarray] = []
    for bone, parent in enumerate(PARENTS):
        offset = ROOTS[:, avatar] if bone == 0 else LOCAL[:, bone, avatar]
        local = math3d.multiply(
            math3d.create_from_quaternion(ROTATIONS[:, bone, avatar].astype(float)), math3d.create_translation(offset)
        )
        worlds.append(local if parent < 0 else math3d.multiply(local, worlds[parent]))
    return worlds


def bind_worlds() -> np.ndarray:
    world = LOCAL.copy()
    for bone in range(1, BONE_COUNT):
        world[:, bone] += world[:, PARENTS[bone]]
    return world


def test_a_crowd_is_posed_like_matrices_bone_by_bone() -> None:
    bind = bind_worlds()
    palettes = np.zeros((COUNT, BONE_COUNT, 3, 4), np.float32)
    palettes_of(ROTATIONS, ROOTS, LOCAL, bind, palettes)
    point = np.array([0.1, 1.3, -0.2])
    for avatar in range(COUNT):
        for bone, world in enumerate(worlds_one_by_one(avatar)):
            expected = math3d.transform(point - bind[:, bone, avatar], world)
            moved = palettes[avatar, bone].astype(float) @ np.append(point, 1.0)
            assert moved == pytest.approx(expected, abs=2e-5)


def test_the_bind_pose_leaves_every_point_where_it_is() -> None:
    still = np.zeros((4, BONE_COUNT, COUNT), np.float32)
    still[3] = 1.0
    palettes = np.zeros((COUNT, BONE_COUNT, 3, 4), np.float32)
    palettes_of(still, np.zeros((3, COUNT), np.float32), LOCAL, bind_worlds(), palettes)
    assert np.abs(palettes - np.eye(3, 4)).max() < 1e-6


def test_posing_one_avatar_gives_the_bits_of_posing_it_in_a_crowd() -> None:
    bind = bind_worlds()
    crowd = np.zeros((COUNT, BONE_COUNT, 3, 4), np.float32)
    palettes_of(ROTATIONS, ROOTS, LOCAL, bind, crowd)
    alone = np.zeros((1, BONE_COUNT, 3, 4), np.float32)
    palettes_of(ROTATIONS[..., 1:2], ROOTS[:, 1:2], LOCAL[..., 1:2], bind[..., 1:2], alone)
    assert np.array_equal(crowd[1], alone[0])


def test_rotations_that_do_not_commute_compose_child_first() -> None:
    turn_x = math3d.create_from_rotation_matrix(math3d.create_rotation_x(0.9)).astype(np.float32)
    turn_z = math3d.create_from_rotation_matrix(math3d.create_rotation_z(1.1)).astype(np.float32)
    q = np.zeros((4, BONE_COUNT, 1), np.float32)
    q[3] = 1.0
    q[:, 1, 0], q[:, 5, 0] = turn_x, turn_z
    linear, translation = rotation_linear(q), LOCAL[..., :1].copy()
    compose(linear, translation)
    expected = math3d.multiply(math3d.create_rotation_z(1.1), math3d.create_rotation_x(0.9))[:3, :3]
    assert linear[:, :, 5, 0] == pytest.approx(expected, abs=1e-6)


def test_public_deltas_are_the_half_turn_of_the_clip() -> None:
    matrices = delta_matrices(ROTATIONS[..., :1], ROOTS[:, :1])
    for bone in (0, 20, 36):
        asset = math3d.create_from_quaternion(ROTATIONS[:, bone, 0].astype(float))
        if bone == 0:
            asset[3, :3] = ROOTS[:, 0]
        assert matrices[bone] == pytest.approx(math3d.half_turn(asset), abs=1e-5)
    assert not matrices[1:, 3, :3].any()
    x, y, z, w = ROTATIONS[:, 36, 0].astype(float)
    assert matrices[36] == pytest.approx(math3d.create_from_quaternion((-x, y, -z, w)), abs=1e-5)
