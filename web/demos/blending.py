"""An IAvatarAnimation that fades from one preset into the next, after XNA's sample."""

import math
from datetime import timedelta

import numpy as np
import numpy.typing as npt

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarDescription,
    AvatarExpression,
    AvatarRenderer,
    math3d,
)
from cna_avatars.game import (
    Game,
    GamerServicesComponent,
    GameTime,
    GraphicsDeviceManager,
    Keyboard,
    KeyboardState,
    Keys,
)

FADE = timedelta(seconds=0.25)
PRESETS = {
    Keys.A: AvatarAnimationPreset.Celebrate,
    Keys.B: AvatarAnimationPreset.Clap,
    Keys.X: AvatarAnimationPreset.Stand0,
    Keys.Y: AvatarAnimationPreset.Wave,
}


class BlendedAnimation:
    """Plays an animation, and for a quarter of a second something of the one before."""

    def __init__(self, animation: AvatarAnimation) -> None:
        self.current = animation
        self.previous: AvatarAnimation | None = None
        self.since_change = timedelta(0)
        self.current_position = timedelta(0)

    def play(self, animation: AvatarAnimation, blend: bool) -> None:
        if animation is not self.current:
            self.previous, self.current = (self.current if blend else None), animation
            self.since_change = animation.current_position = timedelta(0)

    def update(self, elapsed: timedelta, loop: bool) -> None:
        self.current.update(elapsed, loop)
        self.current_position = self.current.current_position
        self.since_change += elapsed
        if self.since_change >= FADE:
            self.previous = None

    @property
    def length(self) -> timedelta:
        return self.current.length

    @property
    def expression(self) -> AvatarExpression:
        return self.current.expression

    @property
    def bone_transforms(self) -> npt.NDArray[np.floating]:
        if self.previous is None:
            return self.current.bone_transforms
        return blended(
            self.previous.bone_transforms,
            self.current.bone_transforms,
            self.since_change / FADE,
        )


def blended(first: npt.NDArray, second: npt.NDArray, amount: float) -> npt.NDArray[np.floating]:
    """Poses (71, 4, 4) between two: rotations along the shorter arc, translations straight."""
    old, new = (
        math3d.create_from_rotation_matrix(first),
        math3d.create_from_rotation_matrix(second),
    )
    new *= np.where((old * new).sum(-1, keepdims=True) < 0.0, -1.0, 1.0)
    bones = math3d.create_from_quaternion(math3d.normalize((1.0 - amount) * old + amount * new))
    bones[:, 3, :3] = (1.0 - amount) * first[:, 3, :3] + amount * second[:, 3, :3]
    return bones


class BlendingGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.keys = self.old_keys = KeyboardState()
        self.blends = True

    def load_content(self) -> None:
        self.description = AvatarDescription.create_random()
        self.renderer = AvatarRenderer(self.description)
        self.presets = {key: AvatarAnimation(preset) for key, preset in PRESETS.items()}
        self.key = Keys.X
        self.animation = BlendedAnimation(self.presets[self.key])

    def update(self, game_time: GameTime) -> None:
        self.old_keys, self.keys = self.keys, Keyboard.get_state()
        for key in (*PRESETS, Keys.Space):
            if self.keys.is_key_up(key) or self.old_keys.is_key_down(key):
                continue
            if key is Keys.Space:
                self.blends = not self.blends
            else:
                self.key = key
                self.animation.play(self.presets[key], self.blends)
        self.animation.update(game_time.elapsed_game_time, loop=True)
        self.title = f"{PRESETS[self.key].name}, blending is {'on' if self.blends else 'off'}"
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
        self.renderer.draw(self.animation)
        super().draw(game_time)


BlendingGame().run()
