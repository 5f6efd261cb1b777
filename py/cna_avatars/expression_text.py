"""Expressions by name: `"Happy"`, or feature by feature: `"mouth:PhoneticO left-eye:Blink"`.

A bare name sets every feature that has a state of that name, and leaves the others neutral.
"""

from typing import Final

from cna_avatars.errors import ArgumentError
from cna_avatars.expression import AvatarExpression, AvatarEye, AvatarEyebrow, AvatarMouth

_FEATURES: Final = {
    "mouth": ("mouth",),
    "eyes": ("left_eye", "right_eye"),
    "left-eye": ("left_eye",),
    "right-eye": ("right_eye",),
    "eyebrows": ("left_eyebrow", "right_eyebrow"),
    "left-eyebrow": ("left_eyebrow",),
    "right-eyebrow": ("right_eyebrow",),
}
_STATES: Final = {
    "mouth": AvatarMouth,
    "left_eye": AvatarEye,
    "right_eye": AvatarEye,
    "left_eyebrow": AvatarEyebrow,
    "right_eyebrow": AvatarEyebrow,
}
_COMPANIONS: Final = {
    "Laughing": ("eyebrows", "Raised"),
    "Shocked": ("eyebrows", "Raised"),
    "Yawning": ("mouth", "PhoneticO"),
}
"""What else a face does that shows this, where a feature has no state of the name."""

EXPRESSION_NAMES: Final = tuple(
    dict.fromkeys(name for states in (AvatarMouth, AvatarEye, AvatarEyebrow) for name in states.__members__)
)


def parse_expression(text: str) -> AvatarExpression:
    """Return the expression that `text` names.

    Raises
    ------
    ArgumentError
        if a feature or a state does not exist.
    """
    expression = AvatarExpression()
    for word in text.split():
        feature, colon, state = word.rpartition(":")
        if colon:
            _set(expression, feature, state, word)
        elif state not in EXPRESSION_NAMES:
            known = ", ".join(EXPRESSION_NAMES)
            raise ArgumentError(f"Expected an expression ({known}); got {word!r}.", "text")
        else:
            for name, states in _STATES.items():
                if state in states.__members__:
                    setattr(expression, name, states[state])
            if state in _COMPANIONS:
                _set(expression, *_COMPANIONS[state], word)
    return expression


def _set(expression: AvatarExpression, feature: str, state: str, word: str) -> None:
    if feature not in _FEATURES:
        raise ArgumentError(f"Expected one of {', '.join(_FEATURES)}; got {feature!r} in {word!r}.", "text")
    for name in _FEATURES[feature]:
        states = _STATES[name]
        if state not in states.__members__:
            raise ArgumentError(f"Expected one of {', '.join(states.__members__)}; got {state!r} in {word!r}.", "text")
        setattr(expression, name, states[state])
