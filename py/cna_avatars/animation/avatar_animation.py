"""`AvatarAnimation`: one of the 31 presets, played.

Source: avatars.md, "Animations"; XNA 4.0, AvatarAnimation and IAvatarAnimation.
"""

from datetime import timedelta
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.errors import InvalidOperationError, ObjectDisposedError
from cna_avatars.expression import AvatarExpression, AvatarEye, AvatarEyebrow, AvatarMouth
from cna_avatars.skeleton import BONE_COUNT
from cna_avatars.timespan import MAX_TICKS, MIN_TICKS, remainder, span_of, ticks_of

from .clip import ClipSet, seconds_of
from .pose import delta_matrices

Matrices = npt.NDArray[np.float32]


@runtime_checkable
class IAvatarAnimation(Protocol):
    """Anything that moves an avatar; games write their own."""

    @property
    def bone_transforms(self) -> npt.ArrayLike:
        """71 matrices (71, 4, 4), local, relative to the bind pose, XNA space."""

    @property
    def expression(self) -> AvatarExpression:
        """The face at the current position."""

    @property
    def current_position(self) -> timedelta:
        """Where the animation is; can be set."""

    @current_position.setter
    def current_position(self, value: timedelta) -> None: ...

    @property
    def length(self) -> timedelta:
        """How long it lasts."""

    def update(self, elapsed: timedelta, loop: bool) -> None:
        """Advance by `elapsed`, which may be negative."""


class PresetClips:
    """The clips that presets play: those of the newest installed catalog, which deliver() brings."""

    def __init__(self) -> None:
        self._clips: ClipSet | None = None
        self._reason = "no catalog is installed"

    def deliver(self, clips: ClipSet) -> None:
        """Make `clips` the ones that animations play from now on."""
        self._clips = clips

    def fail(self, reason: str) -> None:
        """Say why there are no clips."""
        self._reason = reason

    def get(self) -> ClipSet:
        """Return the clips; InvalidOperationError, with the reason, if there are none."""
        if self._clips is None:
            raise InvalidOperationError(f"The avatar animation assets are unavailable: {self._reason}.")
        return self._clips

    @property
    def are_there(self) -> bool:
        """Whether there are clips."""
        return self._clips is not None


preset_clips = PresetClips()
"""The clips of this process."""


class AvatarAnimation:
    """A preset and a position in it.

    Parameters
    ----------
    preset
        an AvatarAnimationPreset; an undefined number is an animation of length zero that holds the bind pose.

    Raises
    ------
    InvalidOperationError
        if the animation assets are unavailable.
    """

    def __init__(self, preset: int) -> None:
        self._clips = preset_clips.get()
        known = preset in AvatarAnimationPreset.__members__.values()
        self._clip = np.array([int(preset)] if known else [], np.intp)
        self._length = self._clips.length_ticks[preset] if known else 0
        self._position = 0
        self._is_disposed = False
        self._matrices = np.zeros((BONE_COUNT, 4, 4), np.float32)
        self._public = self._matrices.view()
        self._public.flags.writeable = False
        self._sample()

    @property
    def length(self) -> timedelta:
        """How long the preset lasts."""
        return span_of(self._length)

    @property
    def length_ticks(self) -> int:
        """`length` in ticks of 100 ns, exactly."""
        return self._length

    @property
    def position_ticks(self) -> int:
        """`current_position` in ticks of 100 ns, exactly."""
        return self._position

    @property
    def current_position(self) -> timedelta:
        """Where the animation is; setting it clamps to 0 … length. Equal to `length` exactly at the end."""
        return span_of(self._position)

    @current_position.setter
    def current_position(self, value: timedelta) -> None:
        # A length is not always a whole number of microseconds: the nearest span means the very end.
        self._require_undisposed()
        self._position = self._length if value == self.length else ticks_of(value)
        self._advance(0, False)

    @property
    def bone_transforms(self) -> Matrices:
        """(71, 4, 4) float32, local, relative to the bind pose, XNA space, read-only.

        Always the same array: `update` changes its contents. Translations other than the root's are zero.
        """
        return self._public

    @property
    def expression(self) -> AvatarExpression:
        """The face at the current position, as a copy."""
        return self._expression.copy()

    @property
    def is_disposed(self) -> bool:
        """Whether `dispose` was called."""
        return self._is_disposed

    def update(self, elapsed: timedelta, loop: bool) -> None:
        """Advance by `elapsed`; negative time plays backward.

        With `loop` a position beyond an end wraps by the remainder of the length (one equal to the length stays),
        without it clamps. A step beyond 64 bits of ticks ends at the nearer end.

        Raises
        ------
        ObjectDisposedError
            after `dispose`.
        """
        self._require_undisposed()
        self._advance(ticks_of(elapsed), loop)

    def dispose(self) -> None:
        """End the animation: it can be read, but no longer moved."""
        self._is_disposed = True

    def _require_undisposed(self) -> None:
        if self._is_disposed:
            raise ObjectDisposedError("AvatarAnimation")

    def _advance(self, elapsed: int, loop: bool) -> None:
        self._position = advance(self._position, elapsed, self._length, loop)
        self._sample()

    def _sample(self) -> None:
        quaternions = np.zeros((4, BONE_COUNT, 1), np.float32)
        quaternions[3] = 1.0
        root = np.zeros((3, 1), np.float32)
        states = np.zeros((1, 5), np.int64)
        if len(self._clip):
            times = np.array([seconds_of(self._position)])
            self._clips.sample_rotations(self._clip, times, quaternions)
            self._clips.sample_roots(self._clip, times, root)
            states = self._clips.sample_expressions(self._clip, times)
        self._matrices[:] = delta_matrices(quaternions, root)
        mouth, left, right, left_brow, right_brow = (int(state) for state in states[0])
        self._expression = AvatarExpression(
            AvatarMouth(mouth),
            AvatarEye(left),
            AvatarEye(right),
            AvatarEyebrow(left_brow),
            AvatarEyebrow(right_brow),
        )


def advance(position: int, elapsed: int, length: int, loop: bool) -> int:
    """Return the position that `update` reaches, in ticks. `position` may lie anywhere, as after setting it."""
    moved = position + elapsed
    if moved > MAX_TICKS:
        moved = length
    elif moved < MIN_TICKS:
        moved = 0
    if moved > length:
        return remainder(moved, length) if loop and length else length
    if moved < 0:
        return length + remainder(moved, length) if loop and length else 0
    return moved
