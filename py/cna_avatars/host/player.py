"""A player: one avatar in a picture, with the animation it plays."""

import json
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.animation.avatar_animation import advance, preset_clips
from cna_avatars.assembly.loader import ModelLoad, ModelLoader
from cna_avatars.assembly.model import AssembledModel
from cna_avatars.description import AvatarDescription
from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.errors import ArgumentError
from cna_avatars.expression_text import parse_expression
from cna_avatars.math3d import create_rotation_y
from cna_avatars.timespan import ticks_from_seconds

IDLE: Final = "idle"
LOADING: Final = "loading"
READY: Final = "ready"
UNAVAILABLE: Final = "unavailable"

_LONGEST_SECONDS: Final = 1e6


class Player:
    """An avatar, its place and its animation.

    A new description keeps the old figure until the new one is ready; `events` collects what happened.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.state = IDLE
        self.model: AssembledModel | None = None
        self.height = 1.7
        self.clip = int(AvatarAnimationPreset.Stand0)
        self.position = 0
        """Ticks into the clip."""
        self.speed = 1.0
        self.is_paused = False
        self.is_looping = True
        self.face: tuple[int, ...] | None = None
        """Mouth, left eye, right eye, left eyebrow, right eyebrow; None follows the clip."""
        self.events: list[tuple[str, str]] = []
        self.x = 0.0
        self._z = 0.0
        self._turn = 0.0
        self._load: ModelLoad | None = None
        self._world: tuple[float, npt.NDArray[np.floating]] = (0.0, np.eye(4))
        self._given_world: npt.NDArray[np.floating] | None = None

    # --- what it shows --------------------------------------------------------------------------------------------

    def describe(self, description: AvatarDescription, loader: ModelLoader) -> None:
        """Show `description` as soon as it is assembled."""
        self._load = loader.load(description.description)
        if self.model is None:
            self.height = description.height
        self._enter(LOADING)

    def animate(self, name: str) -> None:
        """Play the preset `name` from its start (from its end, when playing backward)."""
        if name not in AvatarAnimationPreset.__members__:
            known = ", ".join(AvatarAnimationPreset.__members__)
            raise ArgumentError(f"Expected an animation ({known}); got {name!r}.", "animation")
        self.clip = int(AvatarAnimationPreset[name])
        self.position = 0
        if self.speed < 0.0:
            self.position = self.length

    def express(self, text: str) -> None:
        """Show the expression that `text` names; an empty one follows the animation."""
        if not text.strip():
            self.face = None
            return
        face = parse_expression(text)
        self.face = (face.mouth, face.left_eye, face.right_eye, face.left_eyebrow, face.right_eyebrow)

    def seek(self, seconds: float) -> None:
        """Go to `seconds` of the animation, clamped to its length."""
        self.position = advance(0, ticks_from_seconds(_bounded(seconds, "seconds")), self.length, False)

    def set_speed(self, factor: float) -> None:
        """Play `factor` times as fast; negative plays backward."""
        self.speed = _bounded(factor, "speed")

    def place(self, x: float, z: float, turn: float) -> None:
        """Stand at (x, 0, z), turned by `turn`."""
        self.x, self._z, self._turn = (_bounded(value, "place") for value in (x, z, turn))
        self._world = (float("nan"), self._world[1])
        self._given_world = None

    def stand(self, world: npt.NDArray[np.floating]) -> None:
        """Stand where `world` (4, 4) puts asset space, until `place` is called."""
        self._given_world = world

    # --- the frame ------------------------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """Ticks of the animation; 0 while the clips are not there."""
        return preset_clips.get().length_ticks[self.clip] if preset_clips.are_there else 0

    @property
    def shows_silhouette(self) -> bool:
        """Whether there is a figure to come and none yet."""
        return self.state == LOADING and self.model is None

    def poll(self) -> None:
        """Take a finished load."""
        load = self._load
        if load is None or not load.is_finished or not preset_clips.are_there:
            return
        self._load = None
        if load.model is None:
            self.events.append(("error", str(load.error)))
            self._enter(UNAVAILABLE if self.model is None else READY)
            return
        self.model = load.model
        self.height = load.model.height
        if load.model.substituted or load.model.is_catalog_missing:
            substitution = {"catalogMissing": load.model.is_catalog_missing, "items": load.model.substituted}
            self.events.append(("substituted", json.dumps(substitution)))
        self._enter(READY)

    def advance(self, elapsed: float) -> None:
        """Let `elapsed` seconds pass."""
        if self.is_paused or self.model is None:
            return
        step = ticks_from_seconds(elapsed * self.speed)
        before = self.position
        self.position = advance(before, step, self.length, self.is_looping)
        ends = self.length if step > 0 else 0
        if not self.is_looping and step and before != self.position and self.position == ends:
            self.events.append(("animationend", AvatarAnimationPreset(self.clip).name))

    def world(self, turn: float) -> npt.NDArray[np.floating]:
        """Return the world (4, 4) of asset space, turned by `turn` more unless it was given as a whole."""
        if self._given_world is not None:
            return self._given_world
        angle = self._turn + turn
        if self._world[0] != angle:
            world = create_rotation_y(angle)
            world[3, 0], world[3, 2] = self.x, self._z
            self._world = (angle, world)
        return self._world[1]

    def _enter(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.events.append(("state", state))


def _bounded(value: float, parameter: str) -> float:
    number = float(value)
    if not abs(number) <= _LONGEST_SECONDS:
        raise ArgumentError(f"Expected a number of at most {_LONGEST_SECONDS:g} in size; got {value}.", parameter)
    return number
