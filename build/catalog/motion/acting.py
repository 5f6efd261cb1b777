"""What a clip is made of: control curves, the face, and a few gestures that many clips share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cna_avatars.expression import AvatarEye, AvatarEyebrow, AvatarMouth

from .curve import Keys

Curves = Mapping[str, Keys | float]


@dataclass(frozen=True)
class Face:
    """The face from `time` on; features that are not named are neutral."""

    time: float
    mouth: str = "Neutral"
    eyes: str = "Neutral"
    brows: str = "Neutral"

    def row(self) -> list[float]:
        """Return time, mouth, left eye, right eye, left brow, right brow."""
        eye, brow = AvatarEye[self.eyes], AvatarEyebrow[self.brows]
        return [round(self.time, 4), AvatarMouth[self.mouth], eye, eye, brow, brow]


BLINK_SECONDS = 0.14


def blinks(times: Sequence[float], mouth: str = "Neutral", eyes: str = "Neutral", brows: str = "Neutral") -> list[Face]:
    """Return a face that stays as it is but for blinks at `times`."""
    faces = [Face(0.0, mouth, eyes, brows)]
    for time in times:
        faces += [Face(time, mouth, "Blink", brows), Face(time + BLINK_SECONDS, mouth, eyes, brows)]
    return faces


@dataclass(frozen=True)
class Act:
    """A clip to be acted."""

    name: str
    seconds: float
    curves: Curves
    face: Sequence[Face] = field(default=())
    loop: bool = False


RELAXED: Curves = {
    "drop": -0.0015,
    "raise_l": -7.0,
    "raise_r": -7.0,
    "swing_l": 5.0,
    "swing_r": 5.0,
    "elbow_l": 14.0,
    "elbow_r": 14.0,
    "roll_l": 8.0,
    "roll_r": 8.0,
    "curl_l": 0.26,
    "curl_r": 0.26,
    "thumb_l": 0.35,
    "thumb_r": 0.35,
    "yaw_l": 7.0,
    "yaw_r": 7.0,
}
"""Arms that hang at ease, soft knees, toes a little outwards."""


def with_relaxed(curves: Curves) -> dict[str, Keys | float]:
    """Return `curves` on top of the relaxed stance."""
    return {**RELAXED, **curves}


def hold(rest: float, value: float, start: float, there: float, leave: float, end: float) -> Keys:
    """Return keys that go from `rest` to `value`, stay from `there` until `leave`, and go back."""
    return [(start, rest), (there, value), (leave, value), (end, rest)]


_FINGERS_LATE = 0.08
_FOLD = 80.0
"""Degrees by which an elbow folds on its way to the face and back, so that the arm does not swing out straight."""


def reaching(
    side: str,
    place: tuple[float, float, float],
    seconds: tuple[float, float, float, float],
    posture: Mapping[str, float],
    *,
    face: bool = False,
) -> dict[str, Keys | float]:
    """Return the curves of an arm that leaves rest, holds its hand at a place, and comes back to rest.

    `place`: hand_x, hand_y, hand_z. `seconds`: start, there, leave, end. `posture`: the hand's other controls while it
    is there; with aim_x, aim_y and aim_z it keeps that turn. `face`: the hand keeps to the head, not to the chest.
    """
    curves: dict[str, Keys | float] = {
        f"hand_{side}": hold(0.0, 1.0, *seconds),
        **{f"hand_{axis}_{side}": value for axis, value in zip("xyz", place, strict=True)},
        f"face_{side}": float(face),
    }
    if "aim_x" in posture:
        curves[f"aim_{side}"] = hold(0.0, 1.0, *seconds)
    if face:
        start, there, leave, end = seconds
        curves[f"elbow_{side}"] = hold(14.0, _FOLD, start, 0.5 * (start + there), 0.55 * leave + 0.45 * end, end)
    for name, value in posture.items():
        control = f"{name}_{side}"
        rest = RELAXED.get(control, 0.0)
        if name.startswith(("elbow_", "aim_")):
            curves[control] = value
        elif isinstance(rest, float):
            start, there, leave, end = seconds
            late = _FINGERS_LATE if name in ("curl", "point", "spread", "thumb") else 0.0
            curves[control] = hold(rest, value, start + late, there + late, leave + late / 2.0, end)
    return curves


_HEEL: Mapping[str, float] = {"pitch": -14.0, "step_y": 0.0338, "step_z": 0.0184}
"""A foot that turns about its toes: they stay where they are, the ankle goes up and forward."""
_TOES: Mapping[str, float] = {"pitch": 13.0, "step_y": 0.0115, "step_z": -0.0195}
"""A foot that turns about its heel: it stays on the ground, the ankle goes up and back."""


def heel(side: str, keys: Sequence[tuple[float, float]]) -> dict[str, Keys | float]:
    """Return the curves of a foot whose heel leaves the ground: 0 flat, 1 raised by 3 cm."""
    return _scaled(_HEEL, side, keys)


def toes(side: str, keys: Sequence[tuple[float, float]], forward: float = 0.0) -> dict[str, Keys | float]:
    """Return the curves of a foot, `forward` of its place, whose toes leave the ground: 0 flat, 1 raised by 3 cm."""
    curves = _scaled(_TOES, side, keys)
    curves[f"step_z_{side}"] = [(time, _TOES["step_z"] * value + forward) for time, value in keys]
    return curves


def _scaled(foot: Mapping[str, float], side: str, keys: Sequence[tuple[float, float]]) -> dict[str, Keys | float]:
    return {f"{control}_{side}": [(time, amount * value) for time, value in keys] for control, amount in foot.items()}


def breaths(seconds: float, count: int, depth: float = 1.0) -> Keys:
    """Return keys of quiet breathing in a clip that does not loop."""
    beat = seconds / count
    keys = [(index * beat + share * beat, depth * value) for index in range(count) for share, value in _BREATH_SHAPE]
    return [*keys, (seconds, 0.0)]


_BREATH_SHAPE = ((0.0, 0.0), (0.42, 1.0))


def cycle(seconds: float, beats: int, low: float, high: float, phase: float = 0.0) -> list[tuple[float, float]]:
    """Return keys of an even swing between two values, `beats` times in a loop; `phase` is a share of a beat."""
    beat = seconds / beats
    keys = [((index / 2.0 + phase) * beat, low if index % 2 == 0 else high) for index in range(2 * beats)]
    return sorted((time % seconds, value) for time, value in keys)


def tapping(start: float, beat: float, count: int, away: float, rest: float = 0.0) -> list[tuple[float, float]]:
    """Return keys that go from `rest` to `away` and back, `count` times from `start`."""
    return [(start, rest), *((start + (i + 1) * beat / 2.0, rest if i % 2 else away) for i in range(2 * count))]


def shaking(start: float, beat: float, amounts: Sequence[float]) -> list[tuple[float, float]]:
    """Return keys that visit `amounts` in turn, a beat apart, and come back to 0."""
    return [
        (start, 0.0),
        *((start + (i + 1) * beat, amount) for i, amount in enumerate(amounts)),
        (start + (len(amounts) + 1) * beat, 0.0),
    ]
