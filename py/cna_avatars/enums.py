"""XNA's avatar enumerations, with XNA's member names and values.

Source: XNA 4.0, Microsoft.Xna.Framework.GamerServices; avatars.md, "Animations".
"""

from enum import IntEnum


class AvatarBodyType(IntEnum):
    """The two bodies of a catalog."""

    Female = 0
    Male = 1


class AvatarRendererState(IntEnum):
    """What an AvatarRenderer has to draw."""

    Loading = 0
    Ready = 1
    Unavailable = 2


class AvatarAnimationPreset(IntEnum):
    """The 31 animations every catalog has."""

    Stand0 = 0
    Stand1 = 1
    Stand2 = 2
    Stand3 = 3
    Stand4 = 4
    Stand5 = 5
    Stand6 = 6
    Stand7 = 7
    Clap = 8
    Wave = 9
    Celebrate = 10
    FemaleIdleCheckNails = 11
    FemaleIdleLookAround = 12
    FemaleIdleShiftWeight = 13
    FemaleIdleFixShoe = 14
    FemaleAngry = 15
    FemaleConfused = 16
    FemaleLaugh = 17
    FemaleCry = 18
    FemaleShocked = 19
    FemaleYawn = 20
    MaleIdleLookAround = 21
    MaleIdleStretch = 22
    MaleIdleShiftWeight = 23
    MaleIdleCheckHand = 24
    MaleAngry = 25
    MaleConfused = 26
    MaleLaugh = 27
    MaleCry = 28
    MaleSurprised = 29
    MaleYawn = 30


class AvatarBone(IntEnum):
    """The 55 bones that XNA names; the values index the 71-bone skeleton."""

    Root = 0
    BackLower = 1
    HipLeft = 2
    HipRight = 3
    BackUpper = 5
    KneeLeft = 6
    KneeRight = 8
    AnkleLeft = 11
    CollarLeft = 12
    Neck = 14
    AnkleRight = 15
    CollarRight = 16
    Head = 19
    ShoulderLeft = 20
    ToeLeft = 21
    ShoulderRight = 22
    ToeRight = 23
    ElbowLeft = 25
    ElbowRight = 28
    WristLeft = 33
    WristRight = 36
    FingerIndexLeft = 37
    FingerMiddleLeft = 38
    FingerRingLeft = 39
    FingerSmallLeft = 40
    PropLeft = 41
    SpecialLeft = 42
    FingerThumbLeft = 43
    FingerIndexRight = 44
    FingerMiddleRight = 45
    FingerRingRight = 46
    FingerSmallRight = 47
    PropRight = 48
    SpecialRight = 49
    FingerThumbRight = 50
    FingerIndex2Left = 51
    FingerMiddle2Left = 52
    FingerRing2Left = 53
    FingerSmall2Left = 54
    FingerThumb2Left = 55
    FingerIndex2Right = 56
    FingerMiddle2Right = 57
    FingerRing2Right = 58
    FingerSmall2Right = 59
    FingerThumb2Right = 60
    FingerIndex3Left = 61
    FingerMiddle3Left = 62
    FingerRing3Left = 63
    FingerSmall3Left = 64
    FingerThumb3Left = 65
    FingerIndex3Right = 66
    FingerMiddle3Right = 67
    FingerRing3Right = 68
    FingerSmall3Right = 69
    FingerThumb3Right = 70
