"""The stage of a page: pictures, and the avatars that play in them.

A picture is an element's, with a camera of its own, or inside a host's scene, which gives its camera and lights.
All avatars are posed in one pass; what they draw goes into the shared records. Avatars stand in asset space with their
face towards +Z, where the cameras are.

Source: docs/architecture.md, "The frame".
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.animation.avatar_animation import preset_clips
from cna_avatars.animation.clip import seconds_of
from cna_avatars.animation.pose import palettes_of
from cna_avatars.assembly.model import AssembledModel
from cna_avatars.errors import ArgumentError, InvalidOperationError
from cna_avatars.math3d import create_rotation_y, multiply, normal_matrix, transform
from cna_avatars.renderer.device import Lights, SilhouetteDraw, View
from cna_avatars.renderer.loading_effect import silhouette
from cna_avatars.skeleton import BONE_COUNT

from .camera import Camera
from .guest import GuestScene
from .player import Player
from .records import (
    EYE,
    HEADER,
    KIND_AVATAR,
    LIGHTS,
    NORMAL_MATRIX,
    TILES,
    VIEW_PROJECTION,
    WORLD,
    Records,
    lights_row,
)

INPUTS: Final = 16
STAGE_LIGHTS: Final = Lights((-0.406, -0.508, -0.76), (0.62, 0.595, 0.55), (0.47, 0.485, 0.53))
"""A warm key from the upper right of the camera, cool ambient light."""

MOST_TARGETS: Final = 1024
_LONGEST_FRAME: Final = 0.25


def stage_lights(yaw: float) -> Lights:
    """Return the lights for a camera at `yaw`: they go round with it, so that what is seen is lit."""
    x, y, z = transform(STAGE_LIGHTS.direction, create_rotation_y(yaw))
    return Lights((x, y, z), STAGE_LIGHTS.color, STAGE_LIGHTS.ambient)


class Target:
    """One picture: a camera, and what else draws into it; or a host's own scene."""

    def __init__(self, scene: GuestScene | None = None) -> None:
        self.camera = Camera()
        self.drawers: list[Callable[[Records, View], None]] = []
        self.scene = scene


class Stage:
    """Pictures and players, by number."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.inputs = np.zeros((MOST_TARGETS, INPUTS), np.float32)
        """Written by JavaScript between frames, so it never moves."""
        self.targets: dict[int, Target] = {}
        self.players: dict[int, Player] = {}
        self._next_player = 0
        self._time = _Time()
        self._picture_time = _Time()
        self._crowd = _Crowd()
        self._guest_crowd = _Crowd()
        self._drawn_in_pictures: set[int] = set()

    # --- pictures and players -------------------------------------------------------------------------------------

    def create_target(self) -> int:
        """Return the number of a new picture: the lowest free one, which is its row of `inputs`."""
        if len(self.targets) == MOST_TARGETS:
            raise InvalidOperationError(f"Expected at most {MOST_TARGETS} pictures on a page.")
        number = next(i for i in range(len(self.targets) + 1) if i not in self.targets)
        self.inputs[number] = 0.0
        self.inputs[number, 2:5] = 1.0
        self.targets[number] = Target()
        return number

    def create_guest(self) -> int:
        """Return the number of a new picture inside a host's own scene; only `guest_frame` draws it."""
        number = self.create_target()
        self.targets[number].scene = GuestScene(STAGE_LIGHTS)
        return number

    def scene(self, number: int) -> GuestScene:
        """Return what the host gives for a picture; ArgumentError if the picture is not inside a host's scene."""
        scene = self.target(number).scene
        if scene is None:
            raise ArgumentError(f"Expected the number of a picture in a host's scene; got {number}.", "target")
        return scene

    def destroy_target(self, number: int) -> None:
        """Remove a picture and its players."""
        self.target(number)
        for player in [player for player, entry in self.players.items() if entry.target == number]:
            del self.players[player]
        del self.targets[number]

    def target(self, number: int) -> Target:
        """Return a picture; ArgumentError if there is no such one."""
        if number not in self.targets:
            raise ArgumentError(f"Expected the number of a picture; got {number}.", "target")
        return self.targets[number]

    def add_player(self, target: int) -> int:
        """Return the number of a new player in the picture `target`."""
        self.target(target)
        self._next_player += 1
        self.players[self._next_player] = Player(target)
        return self._next_player

    def player(self, number: int) -> Player:
        """Return a player; ArgumentError if there is no such one."""
        if number not in self.players:
            raise ArgumentError(f"Expected the number of a player; got {number}.", "player")
        return self.players[number]

    # --- the frame ------------------------------------------------------------------------------------------------

    def frame(self, seconds: float) -> int:
        """Advance to `seconds` of a rising clock, write the records of all visible pictures, return their number."""
        elapsed = self._picture_time.elapsed(seconds)
        self._begin(seconds)
        numbers = [n for n, target in self.targets.items() if target.scene is None and self.inputs[n, 4] > 0.0]
        views = {number: self._view(number, elapsed) for number in sorted(numbers)}
        self._draw(views, seconds, self._crowd)
        for number, view in views.items():
            self._records.target = number
            for drawer in list(self.targets[number].drawers):
                drawer(self._records, view)
        self._drawn_in_pictures = self._records.drawn()
        return self._end()

    def guest_frame(self, number: int, seconds: float) -> int:
        """Advance to `seconds`, write the records of one picture in a host's scene alone, return their number.

        Time passes for all avatars once, whichever of the two frames it is that comes first.
        """
        scene = self.scene(number)
        self._begin(seconds)
        self._draw({number: scene.view}, seconds, self._guest_crowd)
        return self._end()

    def _begin(self, seconds: float) -> None:
        elapsed = self._time.elapsed(seconds)
        self._records.begin()
        for player in self.players.values():
            player.poll()
            player.advance(elapsed)

    def _end(self) -> int:
        held = [player.model for player in self.players.values() if player.model is not None]
        self._records.release_unused(held, self._drawn_in_pictures)
        return self._records.end()

    def _draw(self, views: dict[int, View], seconds: float, crowd: "_Crowd") -> None:
        ready = [
            (number, player)
            for number, player in self.players.items()
            if player.model is not None and player.target in views
        ]
        if ready and preset_clips.are_there:
            self._draw_crowd(ready, views, crowd)
        self._draw_silhouettes(views, seconds)

    def _lights(self, number: int) -> Lights:
        scene = self.targets[number].scene
        return stage_lights(float(self.inputs[number, 0])) if scene is None else scene.lights

    def _view(self, number: int, elapsed: float) -> View:
        players = [player for player in self.players.values() if player.target == number]
        height = max((player.height for player in players), default=1.7)
        places = [player.x for player in players]
        spread = max(places) - min(places) if places else 0.0
        return self.targets[number].camera.update(self.inputs[number], height, spread, elapsed)

    def _draw_crowd(self, ready: list[tuple[int, Player]], views: dict[int, View], crowd: "_Crowd") -> None:
        records = self._records
        players = [player for _, player in ready]
        rows = records.reserve(len(ready))
        clips = np.array([player.clip for player in players], np.intp)
        times = np.array([seconds_of(player.position) for player in players], np.float32)
        crowd.pose([player.model for player in players if player.model], clips, times, records.palettes[rows])
        floats = records.floats[rows]
        worlds = np.stack([player.world(float(self.inputs[player.target, 6])) for player in players])
        floats[:, WORLD] = worlds.reshape(-1, 16)
        floats[:, NORMAL_MATRIX] = normal_matrix(worlds).reshape(-1, 12)
        lights = {number: lights_row(self._lights(number)) for number in views}
        for row, player in enumerate(players):
            view = views[player.target]
            floats[row, VIEW_PROJECTION] = view.view_projection.ravel()
            floats[row, EYE] = (*view.eye, 1.0)
            floats[row, LIGHTS] = lights[player.target]
        states = preset_clips.get().sample_expressions(clips, times)
        for row, player in enumerate(players):
            if player.face is not None:
                states[row] = player.face
        self._write_tiles(floats, players, states)
        records.words[rows, HEADER] = [
            (KIND_AVATAR, player.target, records.uploads.model_id(player.model), number)
            for number, player in ready
            if player.model
        ]

    @staticmethod
    def _write_tiles(floats: npt.NDArray[np.float32], players: list[Player], states: npt.NDArray[np.int64]) -> None:
        atlases = {id(player.model.atlas): player.model.atlas for player in players if player.model}
        for key, atlas in atlases.items():
            rows = [row for row, player in enumerate(players) if player.model and id(player.model.atlas) == key]
            floats[rows, TILES] = atlas.layout.tile_table(states[rows])

    def _draw_silhouettes(self, views: dict[int, View], seconds: float) -> None:
        for player in self.players.values():
            if player.target not in views or not player.shows_silhouette:
                continue
            self._records.target = player.target
            worlds, color = silhouette(player.height, seconds)
            place = player.world(0.0)
            for world in worlds:
                self._records.draw_silhouette(SilhouetteDraw(multiply(world, place), views[player.target], color))


class _Time:
    """A clock that is looked at: what passed since the last look, never less than nothing and never a leap."""

    def __init__(self) -> None:
        self._last_seconds: float | None = None

    def elapsed(self, seconds: float) -> float:
        """Return the seconds since the last call."""
        elapsed = 0.0 if self._last_seconds is None else seconds - self._last_seconds
        self._last_seconds = seconds
        return min(max(elapsed, 0.0), _LONGEST_FRAME)


class _Crowd:
    """Arrays for posing that are kept while the same models are on stage."""

    def __init__(self) -> None:
        self._models: list[AssembledModel] = []
        self._bind_local = self._bind_world = np.zeros((3, BONE_COUNT, 0), np.float32)
        self._rotations = np.zeros((4, BONE_COUNT, 0), np.float32)
        self._roots = np.zeros((3, 0), np.float32)

    def pose(
        self,
        models: list[AssembledModel],
        clips: npt.NDArray[np.intp],
        times: npt.NDArray[np.float32],
        out: npt.NDArray[np.float32],
    ) -> None:
        """Write the skinning matrices of `models` at `times` of `clips` into `out` (n, 71, 3, 4)."""
        if len(models) != len(self._models) or any(a is not b for a, b in zip(models, self._models, strict=True)):
            self._models = models
            self._bind_local = np.stack([model.bind_local.T for model in models], -1)
            self._bind_world = np.stack([model.bind_world.T for model in models], -1)
            self._rotations = np.zeros((4, BONE_COUNT, len(models)), np.float32)
            self._roots = np.zeros((3, len(models)), np.float32)
        clip_set = preset_clips.get()
        clip_set.sample_rotations(clips, times, self._rotations)
        clip_set.sample_roots(clips, times, self._roots)
        palettes_of(self._rotations, self._roots, self._bind_local, self._bind_world, out)
