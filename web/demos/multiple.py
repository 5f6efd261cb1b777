"""Two animations at once, after XNA's sample: the body celebrates while the right arm waves."""

import math

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarBone,
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


def find_influenced_bones(bone: int, parents: tuple[int, ...]) -> list[int]:
    """A bone and all that hang on it; a parent always comes before its children."""
    influenced = {bone}
    for child, parent in enumerate(parents):
        if parent in influenced:
            influenced.add(child)
    return sorted(influenced)


class MultipleGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.keys = self.old_keys = KeyboardState()
        self.arm_waves = True

    def load_content(self) -> None:
        self.description = AvatarDescription.create_random()
        self.renderer = AvatarRenderer(self.description)
        self.celebrate = AvatarAnimation(AvatarAnimationPreset.Celebrate)
        self.wave = AvatarAnimation(AvatarAnimationPreset.Wave)
        self.right_arm = find_influenced_bones(
            AvatarBone.ShoulderRight, self.renderer.parent_bones
        )
        self.transforms = self.celebrate.bone_transforms.copy()

    def update(self, game_time: GameTime) -> None:
        self.old_keys, self.keys = self.keys, Keyboard.get_state()
        if self.keys.is_key_down(Keys.Space) and self.old_keys.is_key_up(Keys.Space):
            self.arm_waves = not self.arm_waves
        for animation in (self.celebrate, self.wave):
            animation.update(game_time.elapsed_game_time, loop=True)
        self.transforms[:] = self.celebrate.bone_transforms
        if self.arm_waves:
            self.transforms[self.right_arm] = self.wave.bone_transforms[self.right_arm]
        waving = f", Wave on {len(self.right_arm)} bones of the right arm"
        self.title = f"Celebrate on the body{waving if self.arm_waves else ''}"
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
        self.renderer.draw(self.transforms, self.celebrate.expression)
        super().draw(game_time)


MultipleGame().run()
