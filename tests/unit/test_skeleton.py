from cna_avatars.enums import AvatarAnimationPreset, AvatarBone
from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES, HELPERS, LEVELS, PARENTS


def descendants(bone: int) -> list[int]:
    family = {bone}
    for child in range(bone + 1, BONE_COUNT):
        if PARENTS[child] in family:
            family.add(child)
    return sorted(family)


def test_parents_come_before_their_children() -> None:
    assert PARENTS[0] == -1
    assert all(0 <= PARENTS[bone] < bone for bone in range(1, BONE_COUNT))
    assert (PARENTS[1], PARENTS[5], PARENTS[37], PARENTS[70]) == (0, 1, 33, 60)


def test_families_are_those_of_xna() -> None:
    right = [22, 28, 29, 30, 34, 35, 36, *range(44, 51), *range(56, 61), *range(66, 71)]
    left = [20, 25, 26, 27, 31, 32, 33, *range(37, 44), *range(51, 56), *range(61, 66)]
    assert descendants(AvatarBone.ShoulderRight) == right
    assert descendants(AvatarBone.ShoulderLeft) == left
    assert descendants(AvatarBone.Neck) == [14, 19, 24]
    assert descendants(AvatarBone.HipLeft) == [2, 6, 7, 11, 13, 21]


def test_levels_hold_every_bone_once_below_its_parent() -> None:
    seen = [0]
    for bones in LEVELS:
        assert all(PARENTS[bone] in seen for bone in bones)
        seen += bones.tolist()
    assert sorted(seen) == list(range(BONE_COUNT))


def test_named_bones_carry_their_index() -> None:
    assert len(AvatarBone) == 55
    assert all(BONE_NAMES[bone] == bone.name for bone in AvatarBone)


def test_helpers_are_the_unnamed_and_the_attachment_bones() -> None:
    unnamed = {4, 7, 9, 10, 13, 17, 18, 24, 26, 27, 29, 30, 31, 32, 34, 35}
    assert unnamed | {41, 42, 48, 49} == HELPERS


def test_presets_stand_in_xnas_order() -> None:
    assert [p.value for p in AvatarAnimationPreset] == list(range(31))
    assert (AvatarAnimationPreset.Wave, AvatarAnimationPreset.MaleYawn) == (9, 30)
    assert AvatarAnimationPreset.FemaleIdleCheckNails == 11
