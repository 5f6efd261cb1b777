"""The rules at the edge of the API, each tried on a live avatar."""

import math
from collections.abc import Callable
from datetime import timedelta

import numpy as np

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarDescription,
    AvatarExpression,
    AvatarRenderer,
    AvatarRendererState,
    math3d,
)
from cna_avatars.game import Game, GamerServicesComponent, GameTime, GraphicsDeviceManager

CALM = AvatarExpression()
ZEROS = np.zeros((71, 4, 4))
MIRRORED = np.tile(np.eye(4), (71, 1, 1))
MIRRORED[33] = math3d.create_scale((-1.0, 1.0, 1.0))
SHEARED = np.tile(np.eye(4), (71, 1, 1))
SHEARED[33, 0, 1] = 0.5

Rule = tuple[str, Callable[[], object]]


def outcome(action: Callable[[], object]) -> str:
    """What an action answers, or the error it raises."""
    try:
        answer = action()
    except Exception as error:
        return type(error).__name__
    return "fine" if answer is None else str(answer)


class BoundaryGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.found: dict[str, str] = {}

    def load_content(self) -> None:
        self.description = AvatarDescription.create_random()
        self.renderer = AvatarRenderer(self.description)
        self.animation = AvatarAnimation(AvatarAnimationPreset.Stand0)
        self.undefined = AvatarAnimation(31)  # there are 0 to 30
        self.spare = AvatarRenderer(self.description)
        self.ended = AvatarAnimation(AvatarAnimationPreset.Wave)

    def rules(self) -> list[Rule]:
        """What can be tried now; some rules need an avatar that loads, or one that is ready."""
        avatar, spare, step = self.renderer, self.spare, timedelta(seconds=1)
        if avatar.state is AvatarRendererState.Loading:
            return [
                ("Loading: the bind pose", lambda: avatar.bind_pose),
                ("Loading: the number of parents", lambda: len(avatar.parent_bones)),
                ("Loading: zero matrices", lambda: avatar.draw(ZEROS, CALM)),
                ("Loading: 70 matrices", lambda: avatar.draw(ZEROS[1:], CALM)),
            ]
        return [
            ("Ready: the shape of the bind pose", lambda: avatar.bind_pose.shape),
            ("Ready: no bones", lambda: avatar.draw(None)),
            ("Ready: 70 matrices", lambda: avatar.draw(ZEROS[1:], CALM)),
            ("Ready: zero matrices", lambda: avatar.draw(ZEROS, CALM)),
            ("Ready: a sheared hand", lambda: avatar.draw(SHEARED, CALM)),
            ("Ready: a mirrored hand", lambda: avatar.draw(MIRRORED, CALM)),
            ("Preset 31: its length", lambda: self.undefined.length),
            ("Preset 31: holds the bind pose", self.holds_bind_pose),
            ("1,020 bytes", lambda: AvatarDescription(bytes(1020))),
            ("1,021 zeros: is it valid", lambda: AvatarDescription(bytes(1021)).is_valid),
            ("Disposing", spare.dispose),
            ("Disposing twice", spare.dispose),
            ("Disposed: the state", lambda: spare.state),
            ("Disposed: no bones", lambda: spare.draw(None)),
            ("Disposed: 71 matrices", lambda: spare.draw(ZEROS, CALM)),
            ("Disposed animation: disposing", self.ended.dispose),
            ("Disposed animation: its position", lambda: self.ended.current_position),
            ("Disposed animation: moving it", lambda: self.ended.update(step, loop=True)),
        ]

    def holds_bind_pose(self) -> bool:
        return bool((self.undefined.bone_transforms == np.eye(4)).all())

    def update(self, game_time: GameTime) -> None:
        self.animation.update(game_time.elapsed_game_time, loop=True)
        self.title = "\n".join(f"{what}: {answer}" for what, answer in self.found.items())
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        aspect, height = self.graphics.aspect_ratio, self.description.height
        self.renderer.world = math3d.create_rotation_y(math.pi)
        self.renderer.view = math3d.create_look_at(
            (0.0, 0.8 * height, 1.85 * height), (0.0, 0.6 * height, 0.0)
        )
        self.renderer.projection = math3d.create_perspective_field_of_view(
            0.7, aspect, 0.1, 100.0
        )
        for what, action in self.rules():
            if what not in self.found:
                self.found[what] = outcome(action)
        self.renderer.draw(self.animation)
        super().draw(game_time)


BoundaryGame().run()
