import enum
import inspect

import cna_avatars
from cna_avatars import errors

PUBLIC = [
    "AvatarAnimation",
    "AvatarAnimationPreset",
    "AvatarBodyType",
    "AvatarBone",
    "AvatarDescription",
    "AvatarExpression",
    "AvatarEye",
    "AvatarEyebrow",
    "AvatarMouth",
    "AvatarRenderer",
    "AvatarRendererState",
    "IAvatarAnimation",
]


def test_the_public_names_are_these() -> None:
    assert sorted(cna_avatars.__all__) == PUBLIC
    assert all(hasattr(cna_avatars, name) for name in PUBLIC)


def test_every_public_thing_has_a_docstring() -> None:
    for name in PUBLIC:
        thing = getattr(cna_avatars, name)
        assert inspect.getdoc(thing)
        if isinstance(thing, enum.EnumMeta):
            continue
        for member, value in vars(thing).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, property | classmethod)):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_errors_are_xnas_kinds_under_pythons_bases() -> None:
    assert issubclass(errors.ArgumentNullError, errors.ArgumentError)
    assert issubclass(errors.ArgumentOutOfRangeError, errors.ArgumentError)
    assert issubclass(errors.ArgumentError, ValueError)
    assert issubclass(errors.ObjectDisposedError, errors.InvalidOperationError)
    assert issubclass(errors.InvalidOperationError, RuntimeError)
    assert issubclass(errors.NotSupportedError, RuntimeError)
    assert not issubclass(errors.ContentLoadError, ValueError | RuntimeError)


def test_eye_states_have_xnas_values() -> None:
    assert [state.name for state in cna_avatars.AvatarEye] == (
        [
            "Neutral",
            "Sad",
            "Angry",
            "Confused",
            "Laughing",
            "Shocked",
            "Happy",
            "Yawning",
            "Sleeping",
            "LookUp",
            "LookDown",
            "LookLeft",
            "LookRight",
            "Blink",
        ]
    )
    assert [state.name for state in cna_avatars.AvatarMouth][7:] == (
        ["PhoneticO", "PhoneticAi", "PhoneticEe", "PhoneticFv", "PhoneticW", "PhoneticL", "PhoneticDth"]
    )
    assert cna_avatars.AvatarEyebrow.Raised == 4
