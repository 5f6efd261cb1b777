"""The 257 frames that all renderers are compared by: who is seen, doing what, from where.

Everything that an avatar can be is in them: both bodies from all sides, the smallest and the tallest, the slightest
and the heaviest, every item, every state of the face, and every animation at four instants.
"""

from itertools import cycle
from typing import Final, NamedTuple

from cna_avatars.enums import AvatarAnimationPreset, AvatarBodyType, AvatarBone
from cna_avatars.expression import AvatarEye, AvatarEyebrow, AvatarMouth

SIZE: Final = 320
"""Pixels of a frame's side."""


class Person(NamedTuple):
    """An avatar; `look` turns the palettes, `items` stand in the order of a description's slots."""

    body: int
    height_mm: int
    build: int
    look: int
    items: tuple[int, int, int, int, int, int]


class Camera(NamedTuple):
    """Looks at `centre`, from `distance`, both in heights of the avatar; from a bone if there is one, else from 0."""

    centre: tuple[float, float, float]
    distance: float
    fov: float
    bone: AvatarBone | None = None


class Frame(NamedTuple):
    """One picture: `share` of the animation's length, the camera's `yaw` and `pitch` about what it looks at."""

    name: str
    person: Person
    camera: Camera
    animation: str = "Stand0"
    share: float = 0.0
    expression: str = ""
    yaw: float = 0.0
    pitch: float = 0.0216


FULL: Final = Camera((0.0, 0.5, 0.0), 1.85, 0.62)
FACE: Final = Camera((0.0, 0.87, 0.0), 0.8, 0.42)
FEET: Final = Camera((0.0, 0.07, 0.0), 0.62, 0.42)
LEFT_HAND: Final = Camera((0.0, -0.04, 0.0), 0.4, 0.42, AvatarBone.WristLeft)
RIGHT_HAND: Final = Camera((0.0, -0.04, 0.0), 0.4, 0.42, AvatarBone.WristRight)
RAISED_HAND: Final = Camera((0.0, 0.04, 0.0), 0.4, 0.42, AvatarBone.WristRight)

PEOPLE: Final = (
    Person(0, 1680, 128, 0, (1, 20, 40, 60, 0, 0)),
    Person(1, 1800, 128, 1, (2, 20, 40, 60, 0, 0)),
    Person(0, 1450, 0, 2, (3, 21, 42, 61, 80, 0)),
    Person(1, 2050, 255, 3, (5, 22, 41, 61, 81, 100)),
    Person(0, 2050, 255, 4, (4, 23, 41, 60, 0, 101)),
    Person(1, 1450, 0, 5, (1, 23, 40, 61, 80, 0)),
    Person(0, 1450, 255, 6, (5, 22, 40, 61, 81, 0)),
    Person(1, 2050, 0, 7, (3, 21, 42, 60, 0, 101)),
    Person(0, 2050, 0, 8, (2, 20, 42, 61, 0, 100)),
    Person(1, 1450, 255, 9, (4, 22, 40, 60, 0, 0)),
    Person(0, 1570, 72, 10, (3, 23, 42, 60, 81, 100)),
    Person(1, 1690, 184, 11, (2, 21, 41, 60, 0, 0)),
    Person(0, 1790, 184, 12, (4, 21, 40, 60, 0, 0)),
    Person(1, 1910, 72, 13, (1, 22, 40, 61, 0, 100)),
    Person(0, 1620, 100, 14, (2, 22, 41, 60, 80, 101)),
    Person(1, 1750, 150, 15, (5, 23, 41, 60, 80, 0)),
    Person(0, 1710, 160, 16, (1, 21, 41, 61, 0, 0)),
    Person(1, 1850, 100, 17, (3, 20, 40, 61, 81, 0)),
    Person(0, 1640, 140, 18, (5, 20, 42, 61, 0, 0)),
    Person(1, 1780, 120, 19, (4, 23, 40, 61, 0, 101)),
    Person(0, 1740, 90, 20, (3, 22, 40, 60, 0, 0)),
    Person(1, 1720, 170, 21, (2, 22, 42, 61, 0, 0)),
    Person(0, 1600, 200, 22, (1, 23, 41, 61, 81, 100)),
    Person(1, 1880, 60, 23, (5, 21, 41, 60, 80, 101)),
)
_WOMEN: Final = PEOPLE[0::2]
_MEN: Final = PEOPLE[1::2]

_HEADS: Final = (
    (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0),
    (1, 80, 100), (2, 81, 100), (3, 0, 100), (4, 0, 100), (5, 80, 100),
    (1, 0, 101), (2, 80, 101), (3, 81, 101), (4, 0, 101), (5, 0, 101),
    (3, 80, 0),
)  # fmt: skip
"""Hair, glasses and hat."""

_VIEWS: Final = (
    ("front", FULL, 0.0, 0.0216, "Stand0"),
    ("side", FULL, 1.5708, 0.0216, "Stand0"),
    ("back", FULL, 3.1416, 0.0216, "Stand0"),
    ("above", FULL, 0.7, 0.9, "Stand0"),
    ("back-of-the-hand", LEFT_HAND, 1.5708, 0.1, "Stand0"),
    ("palm", RAISED_HAND, 0.0, 0.0, "Wave"),
    ("shoes", FEET, 0.5, 0.35, "Stand0"),
    ("heels", FEET, 2.5, 0.2, "Stand0"),
)
_SHARES: Final = ((0.0, 0.0), (0.3, 0.7), (0.55, -1.3), (0.8, 2.6))
"""Of the length of an animation, and the yaw that it is seen from then."""

_STATES: Final = (
    *(f"eyes:{state.name}" for state in AvatarEye),
    *(f"eyebrows:{state.name}" for state in AvatarEyebrow),
    *(f"mouth:{state.name}" for state in AvatarMouth),
)
_WHOLE: Final = (
    "Sad",
    "Angry",
    "Confused",
    "Laughing",
    "Shocked",
    "Happy",
    "Yawning",
    "Sleeping",
    "left-eye:Blink right-eye:LookRight mouth:Happy",
    "right-eye:Blink left-eye:Shocked left-eyebrow:Raised",
    "eyes:LookUp left-eyebrow:Angry right-eyebrow:Sad mouth:PhoneticAi",
    "eyes:LookLeft right-eyebrow:Raised mouth:Confused",
)


def _face(number: int, body: int) -> Person:
    """Return one whose head is that of a row of _HEADS."""
    hair, glasses, hat = _HEADS[number]
    return Person(body, 1680 + 120 * body, 128, number + 3 * body, (hair, 20 + number % 4, 40, 60, glasses, hat))


def _actors() -> list[tuple[AvatarAnimationPreset, Person]]:
    """Return every animation with one who plays it, of the body that it is for."""
    women, men, all_people = cycle(_WOMEN), cycle(_MEN), cycle(PEOPLE)
    casts = {"Female": women, "Male": men}
    return [
        (preset, next(next((cast for body, cast in casts.items() if preset.name.startswith(body)), all_people)))
        for preset in AvatarAnimationPreset
    ]


FRAMES: Final = (
    *(
        Frame(f"view-{AvatarBodyType(body).name}-{name}", PEOPLE[body], camera, clip, 0.4, "", yaw, pitch)
        for body in AvatarBodyType
        for name, camera, yaw, pitch, clip in _VIEWS
    ),
    *(
        Frame(f"person-{number:02}", person, FULL, f"Stand{number % 8}", 0.5, yaw=0.3 * (number % 5 - 2))
        for number, person in enumerate(PEOPLE)
    ),
    *(
        Frame(f"face-{AvatarBodyType(body).name}-{number:02}", _face(number, body), FACE)
        for body in AvatarBodyType
        for number in range(len(_HEADS))
    ),
    *(
        Frame(f"head-{number:02}", _face(number, number % 2), FACE, yaw=yaw, pitch=pitch)
        for number, (yaw, pitch) in zip(
            range(len(_HEADS)),
            cycle([(0.7, 0.1), (1.5708, 0.0), (3.1416, 0.3), (-0.9, -0.4), (0.2, 0.9)]),
            strict=False,
        )
    ),
    *(
        Frame(f"clip-{preset.name}-{share:.2f}", person, FULL, preset.name, share, "", yaw)
        for preset, person in _actors()
        for share, yaw in _SHARES
    ),
    *(
        Frame(f"expression-{number:02}", PEOPLE[number % 2], FACE, expression=text, yaw=0.25 * (number % 3 - 1))
        for number, text in enumerate((*_STATES, *_WHOLE))
    ),
)
