"""What a face shows: a mouth, two eyes and two eyebrows, each chosen by itself.

Source: XNA 4.0, AvatarExpression; avatars.md, "Rendering".
"""

from dataclasses import dataclass
from enum import IntEnum


class AvatarEye(IntEnum):
    """States of one eye."""

    Neutral = 0
    Sad = 1
    Angry = 2
    Confused = 3
    Laughing = 4
    Shocked = 5
    Happy = 6
    Yawning = 7
    Sleeping = 8
    LookUp = 9
    LookDown = 10
    LookLeft = 11
    LookRight = 12
    Blink = 13


class AvatarEyebrow(IntEnum):
    """States of one eyebrow."""

    Neutral = 0
    Sad = 1
    Angry = 2
    Confused = 3
    Raised = 4


class AvatarMouth(IntEnum):
    """States of the mouth."""

    Neutral = 0
    Sad = 1
    Angry = 2
    Confused = 3
    Laughing = 4
    Shocked = 5
    Happy = 6
    PhoneticO = 7
    PhoneticAi = 8
    PhoneticEe = 9
    PhoneticFv = 10
    PhoneticW = 11
    PhoneticL = 12
    PhoneticDth = 13


@dataclass(slots=True)
class AvatarExpression:
    """A face's state. A value: the API hands out copies, equality compares the five features."""

    mouth: AvatarMouth = AvatarMouth.Neutral
    left_eye: AvatarEye = AvatarEye.Neutral
    right_eye: AvatarEye = AvatarEye.Neutral
    left_eyebrow: AvatarEyebrow = AvatarEyebrow.Neutral
    right_eyebrow: AvatarEyebrow = AvatarEyebrow.Neutral

    def copy(self) -> "AvatarExpression":
        """Return an independent copy."""
        return AvatarExpression(self.mouth, self.left_eye, self.right_eye, self.left_eyebrow, self.right_eyebrow)
