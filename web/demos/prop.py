"""A baseball bat in the right hand, after XNA's sample: it follows SpecialRight."""

import math

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarBone,
    AvatarDescription,
    AvatarRenderer,
    AvatarRendererState,
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
from cna_avatars.renderer.attachments import bone_world_transforms
from cna_avatars.renderer.shapes import lathe
from cna_avatars.renderer.solid import Solid

PRESETS = [AvatarAnimationPreset[name] for name in ("Stand0", "Celebrate", "Clap", "Stand5")]

# The bat from the knob up: (radius, height) in metres; the hand is at 0.
KNOB = [(0.0, -0.09), (0.024, -0.085), (0.027, -0.075), (0.018, -0.062)]
GRIP = [(0.017, -0.062), (0.0155, 0.0), (0.016, 0.14)]
WOOD = [
    (0.016, 0.14),
    (0.021, 0.26),
    (0.031, 0.42),
    (0.034, 0.54),
    (0.031, 0.6),
    (0.018, 0.625),
    (0.0, 0.63),
]
# Out of a hand that hangs down the bat points forward and down, and a little inward.
BAT_IN_HAND = math3d.multiply(
    math3d.multiply(
        math3d.create_rotation_x(math.radians(-120)),
        math3d.create_rotation_y(math.radians(-20)),
    ),
    math3d.create_translation((-0.05, -0.04, 0.0)),  # into the fist
)
FIST = math3d.create_rotation_z(math.radians(-62))  # how far each joint of the fingers closes
FINGERS = [
    bone
    for bone in AvatarBone
    if bone.name.startswith("Finger")
    and bone.name.endswith("Right")
    and "Thumb" not in bone.name
]


class PropGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.keys = self.old_keys = KeyboardState()
        self.number = 0

    def load_content(self) -> None:
        self.description = AvatarDescription.create_random()
        self.renderer = AvatarRenderer(self.description)
        self.animation = AvatarAnimation(PRESETS[0])
        self.transforms = self.animation.bone_transforms.copy()
        self.bat = Solid(
            [
                (lathe(KNOB), (0.62, 0.38, 0.18)),
                (lathe(GRIP), (0.16, 0.17, 0.22)),
                (lathe(WOOD), (0.85, 0.6, 0.33)),
            ]
        )

    def update(self, game_time: GameTime) -> None:
        self.old_keys, self.keys = self.keys, Keyboard.get_state()
        if self.keys.is_key_down(Keys.A) and self.old_keys.is_key_up(Keys.A):
            self.number = (self.number + 1) % len(PRESETS)
            self.animation = AvatarAnimation(PRESETS[self.number])
        self.animation.update(game_time.elapsed_game_time, loop=True)
        self.transforms[:] = self.animation.bone_transforms
        self.transforms[FINGERS] = FIST
        self.title = PRESETS[self.number].name
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        aspect, height = self.graphics.aspect_ratio, self.description.height
        self.renderer.world = math3d.create_rotation_y(math.pi)
        for thing in (self.renderer, self.bat):
            thing.view = math3d.create_look_at(
                (-0.6 * height, 0.8 * height, 1.85 * height), (0.0, 0.6 * height, 0.0)
            )
            thing.projection = math3d.create_perspective_field_of_view(0.7, aspect, 0.1, 100.0)
        if self.renderer.state is AvatarRendererState.Ready:
            bones = bone_world_transforms(
                self.transforms, self.renderer.bind_pose, self.renderer.world
            )
            self.bat.world = math3d.multiply(BAT_IN_HAND, bones[AvatarBone.SpecialRight])
            self.bat.draw()
        self.renderer.draw(self.transforms, self.animation.expression)
        super().draw(game_time)


PropGame().run()
