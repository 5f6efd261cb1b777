"""All 31 standard animations, each on an avatar of the body it was made for."""

import math

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarBodyType,
    AvatarDescription,
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
from cna_avatars.renderer.shapes import lathe
from cna_avatars.renderer.solid import Solid

PRESETS = list(AvatarAnimationPreset)
STAGE = [(0.0, -0.06), (0.5, -0.06), (0.5, -0.06), (0.5, 0.0), (0.5, 0.0), (0.0, 0.0)]


class GalleryGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.keys = self.old_keys = KeyboardState()

    def load_content(self) -> None:
        self.stage = Solid([(lathe(STAGE, 48), (0.96, 0.97, 1.0))])
        self.stage.light_direction = (0.0, -0.8, -0.6)
        self.invite(AvatarBodyType.Female)
        self.play(0)

    def invite(self, body_type: AvatarBodyType) -> None:
        """Bring another person on the stage."""
        self.description = AvatarDescription.create_random(body_type)
        self.renderer = AvatarRenderer(self.description)

    def play(self, number: int) -> None:
        """Play a preset; Female and Male ones on a person of that body."""
        self.number = number % len(PRESETS)
        preset = PRESETS[self.number]
        self.animation = AvatarAnimation(preset)
        for body_type in AvatarBodyType:
            is_for_it = preset.name.startswith(body_type.name)
            if is_for_it and self.description.body_type is not body_type:
                self.invite(body_type)

    def was_pressed(self, key: Keys) -> bool:
        """Whether a key went down since the update before."""
        return self.keys.is_key_down(key) and self.old_keys.is_key_up(key)

    def update(self, game_time: GameTime) -> None:
        self.old_keys, self.keys = self.keys, Keyboard.get_state()
        if self.was_pressed(Keys.Right):
            self.play(self.number + 1)
        if self.was_pressed(Keys.Left):
            self.play(self.number - 1)
        if self.was_pressed(Keys.R):
            self.invite(self.description.body_type)
        self.animation.update(game_time.elapsed_game_time, loop=True)
        seconds = self.animation.length.total_seconds()
        name = PRESETS[self.number].name
        self.title = f"{name}, {seconds:.1f} s ({self.number + 1} of {len(PRESETS)})"
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        aspect, height = self.graphics.aspect_ratio, self.description.height
        self.renderer.world = math3d.create_rotation_y(math.pi)  # faces the camera
        for thing in (self.stage, self.renderer):
            thing.view = math3d.create_look_at(
                (0.0, 0.8 * height, 1.85 * height), (0.0, 0.56 * height, 0.0)
            )
            thing.projection = math3d.create_perspective_field_of_view(0.7, aspect, 0.1, 100.0)
        self.stage.draw()
        self.renderer.draw(self.animation)
        super().draw(game_time)


GalleryGame().run()
