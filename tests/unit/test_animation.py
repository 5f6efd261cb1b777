from datetime import timedelta

import numpy as np
import pytest

from cna_avatars import AvatarAnimation, AvatarAnimationPreset, AvatarExpression, AvatarEye, IAvatarAnimation
from cna_avatars.animation.avatar_animation import advance, preset_clips
from cna_avatars.errors import InvalidOperationError, ObjectDisposedError
from cna_avatars.timespan import MAX_TICKS, MIN_TICKS

LENGTH = 32_000_000


@pytest.mark.parametrize(
    ("position", "elapsed", "loop", "reached"),
    [
        (0, 10, False, 10),
        (0, LENGTH, True, LENGTH),
        (0, LENGTH, False, LENGTH),
        (LENGTH, 0, True, LENGTH),
        (LENGTH, 1, True, 1),
        (LENGTH, 1, False, LENGTH),
        (0, 2 * LENGTH, True, 0),
        (0, 2 * LENGTH + 12_345, True, 12_345),
        (12_345, -(12_345 + 1_000), True, LENGTH - 1_000),
        (0, -1, False, 0),
        (0, -LENGTH, True, LENGTH),
        (0, -2 * LENGTH, True, LENGTH),
        (0, -2 * LENGTH - 7, True, LENGTH - 7),
        (5, -5, True, 0),
        (1, MAX_TICKS, True, LENGTH),
        (1, MAX_TICKS, False, LENGTH),
        (-1, MIN_TICKS, True, 0),
        (0, MAX_TICKS, True, MAX_TICKS % LENGTH),
        (0, MIN_TICKS, True, LENGTH - -MIN_TICKS % LENGTH),
        (MAX_TICKS, 1, False, LENGTH),
    ],
)
def test_the_clock_follows_the_reference(position: int, elapsed: int, loop: bool, reached: int) -> None:
    assert advance(position, elapsed, LENGTH, loop) == reached


@pytest.mark.parametrize("loop", [True, False])
@pytest.mark.parametrize("elapsed", [-50, 0, 50])
def test_a_length_of_zero_holds_still(elapsed: int, loop: bool) -> None:
    assert advance(0, elapsed, 0, loop) == 0


@pytest.mark.usefixtures("library")
class TestAvatarAnimation:
    def test_it_starts_at_zero_and_has_its_clips_length(self) -> None:
        wave = AvatarAnimation(AvatarAnimationPreset.Wave)
        assert (wave.current_position, wave.length) == (timedelta(0), timedelta(seconds=3.9))
        assert (wave.position_ticks, wave.length_ticks) == (0, 39_000_001)  # 3.9 in 32 bits

    def test_the_position_is_clamped(self) -> None:
        wave = AvatarAnimation(AvatarAnimationPreset.Wave)
        for wanted, reached in ((-5, 0), (1.5, 15_000_000), (100, 39_000_001)):
            wave.current_position = timedelta(seconds=wanted)
            assert wave.current_position == timedelta(microseconds=reached // 10)
            assert wave.position_ticks == reached
        for wanted, reached in ((timedelta.max, wave.length_ticks), (timedelta.min, 0)):  # beyond 64 bits of ticks
            wave.current_position = wanted
            assert wave.position_ticks == reached

    def test_setting_the_length_means_the_very_end(self) -> None:
        for preset in AvatarAnimationPreset:
            animation = AvatarAnimation(preset)
            animation.current_position = animation.length
            assert animation.position_ticks == animation.length_ticks

    def test_bones_move_in_place_and_cannot_be_written(self) -> None:
        clap = AvatarAnimation(AvatarAnimationPreset.Clap)
        bones = clap.bone_transforms
        before = bones.copy()
        clap.update(timedelta(seconds=1.9), False)
        assert clap.bone_transforms is bones
        assert not np.array_equal(bones[36], before[36])
        assert np.array_equal(bones[20], before[20])
        assert not bones[1:, 3, :3].any()
        assert bones[0, 3, :3].any()
        with pytest.raises(ValueError, match="read-only"):
            bones[0, 0, 0] = 5.0
        assert (bones.shape, bones.dtype) == ((71, 4, 4), np.float32)

    def test_negative_time_plays_backward(self) -> None:
        there, back = AvatarAnimation(0), AvatarAnimation(0)
        there.update(timedelta(seconds=0.7), True)
        back.update(timedelta(seconds=1.0), True)
        back.update(timedelta(seconds=-0.3), True)
        assert np.array_equal(there.bone_transforms, back.bone_transforms)

    def test_the_expression_is_a_copy_of_the_tracks_state(self) -> None:
        stand = AvatarAnimation(AvatarAnimationPreset.Stand0)
        assert stand.expression == AvatarExpression()
        stand.current_position = timedelta(seconds=1.2)
        face = stand.expression
        assert (face.mouth, face.left_eye, face.right_eye, face.left_eyebrow, face.right_eyebrow) == (6, 13, 12, 4, 1)
        face.left_eye = AvatarEye.Happy
        assert stand.expression.left_eye == AvatarEye.Blink

    @pytest.mark.parametrize("preset", [31, -1, 999])
    def test_an_undefined_preset_is_a_bind_pose_of_no_length(self, preset: int) -> None:
        animation = AvatarAnimation(preset)
        animation.update(timedelta(seconds=5), True)
        assert (animation.length, animation.current_position) == (timedelta(0), timedelta(0))
        assert (animation.length_ticks, animation.position_ticks) == (0, 0)
        assert np.array_equal(animation.bone_transforms, np.tile(np.eye(4, dtype=np.float32), (71, 1, 1)))
        assert animation.expression == AvatarExpression()

    def test_disposed_animations_can_be_read_but_not_moved(self) -> None:
        wave = AvatarAnimation(AvatarAnimationPreset.Wave)
        wave.update(timedelta(seconds=1), False)
        wave.dispose()
        wave.dispose()
        assert wave.is_disposed
        assert wave.current_position == timedelta(seconds=1)
        assert wave.bone_transforms.shape == (71, 4, 4)
        with pytest.raises(ObjectDisposedError):
            wave.update(timedelta(0), False)
        with pytest.raises(ObjectDisposedError):
            wave.current_position = timedelta(0)

    def test_it_is_an_avatar_animation_to_everyone(self) -> None:
        assert isinstance(AvatarAnimation(0), IAvatarAnimation)


def test_without_clips_the_reason_is_told(clean_process: None) -> None:
    del clean_process
    with pytest.raises(InvalidOperationError, match="animation assets are unavailable: no catalog is installed"):
        AvatarAnimation(0)
    assert not preset_clips.are_there


def test_with_clips_there_are_clips(library: object) -> None:
    del library
    assert preset_clips.are_there
