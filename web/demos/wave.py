"""One avatar that waves: the shape that every XNA program with avatars has."""

import math

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarDescription,
    AvatarRenderer,
    math3d,
)
from cna_avatars.game import Game, GamerServicesComponent, GameTime, GraphicsDeviceManager


class WaveGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))

    def load_content(self) -> None:
        self.description = AvatarDescription.create_random()  # a valid avatar
        self.renderer = AvatarRenderer(self.description)  # Loading, then Ready
        self.animation = AvatarAnimation(AvatarAnimationPreset.Wave)

    def update(self, game_time: GameTime) -> None:
        self.animation.update(game_time.elapsed_game_time, loop=True)
        self.title = f"{self.renderer.state.name}, {self.description.height:.2f} m"
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        aspect = self.graphics.aspect_ratio
        self.renderer.world = math3d.create_rotation_y(
            math.pi
        )  # avatars face -Z; the camera is on +Z
        self.renderer.view = math3d.create_look_at((0.0, 1.2, 3.2), (0.0, 0.95, 0.0))
        self.renderer.projection = math3d.create_perspective_field_of_view(
            math.pi / 4, aspect, 0.1, 100.0
        )
        self.renderer.draw(self.animation)  # the loading effect until the avatar is Ready
        super().draw(game_time)


WaveGame().run()
