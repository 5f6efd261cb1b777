"""An arm that reaches by itself, after XNA's sample: inverse kinematics strokes the cat."""

import math

import numpy as np

from cna_avatars import (
    AvatarBone,
    AvatarDescription,
    AvatarExpression,
    AvatarMouth,
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
    Keys,
)
from cna_avatars.renderer.attachments import bone_world_transforms
from cna_avatars.renderer.shapes import Shape, ball, lathe
from cna_avatars.renderer.solid import Color, Solid

FINGERTIP = AvatarBone.FingerMiddle3Left
CHAIN = (AvatarBone.WristLeft, AvatarBone.ElbowLeft, AvatarBone.ShoulderLeft)  # from the tip up
LOWEST, HIGHEST = np.array((-0.1, 0.75, 0.42)), np.array((0.6, 1.5, 0.42))
GINGER, CREAM, INK = (0.93, 0.6, 0.3), (1.0, 0.93, 0.84), (0.1, 0.1, 0.14)
PINK, BLUE = (0.93, 0.5, 0.52), (0.36, 0.52, 0.86)
CUSHION = lathe([(0, -0.3), (0.11, -0.3), (0.14, -0.28), (0.11, -0.26), (0, -0.26)])
BODY = lathe([(0, -0.26), (0.08, -0.25), (0.085, -0.2), (0.05, -0.1), (0, -0.08)])
EAR = lathe([(0.028, 0), (0.012, 0.04), (0, 0.05)])
CAT: list[tuple[Shape, Color, tuple[float, float, float]]] = [
    (CUSHION, BLUE, (0, 0, 0)),
    (BODY, GINGER, (0, 0, 0)),
    (ball(0.07), GINGER, (0, -0.07, 0.02)),  # the head, its top at 0
    (EAR, GINGER, (-0.042, -0.025, 0.02)),
    (EAR, GINGER, (0.042, -0.025, 0.02)),
    (ball(0.013), INK, (-0.028, -0.06, 0.079)),
    (ball(0.013), INK, (0.028, -0.06, 0.079)),
    (ball(0.019), CREAM, (-0.013, -0.098, 0.077)),
    (ball(0.019), CREAM, (0.013, -0.098, 0.077)),
    (ball(0.008), PINK, (0, -0.084, 0.093)),
    (ball(0.024), CREAM, (-0.04, -0.25, 0.075)),
    (ball(0.024), CREAM, (0.04, -0.25, 0.075)),
    *(
        (ball(0.018), GINGER, (0.08 + 0.008 * i, -0.24 + 0.02 * i, 0.0)) for i in range(5)
    ),  # tail
]


class KinematicsGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.target = np.array((0.36, 1.2, 0.42))
        self.distance = math.inf

    def load_content(self) -> None:
        self.renderer = AvatarRenderer(AvatarDescription.create_random())
        self.renderer.world = math3d.create_rotation_y(math.pi)
        self.bones = np.tile(np.eye(4), (71, 1, 1))
        self.cat = Solid(
            [(part.moved(math3d.create_translation(at)), c) for part, c, at in CAT]
        )
        self.cat.light_direction = (-0.3, -0.6, -0.7)

    def worlds(self) -> np.ndarray:
        return bone_world_transforms(self.bones, self.renderer.bind_pose, self.renderer.world)

    def reach(self) -> None:
        """Cyclic coordinate descent: each joint turns the fingertip towards the target."""
        for bone in CHAIN:
            worlds = self.worlds()
            joint = worlds[bone, 3, :3]
            tip = math3d.normalize(worlds[FINGERTIP, 3, :3] - joint)
            goal = math3d.normalize(self.target - joint)
            axis = np.cross(tip, goal)
            sine, cosine = math.sqrt((axis * axis).sum()), float((tip * goal).sum())
            if sine > 1e-4:
                parent = worlds[self.renderer.parent_bones[bone], :3, :3]
                axis = (parent * (axis / sine)).sum(-1)  # into the parent's space
                turn = math3d.create_from_axis_angle(axis, 0.3 * math.atan2(sine, cosine))
                self.bones[bone] = math3d.multiply(self.bones[bone], turn)
        away = self.worlds()[FINGERTIP, 3, :3] - self.target
        self.distance = math.sqrt((away * away).sum())

    def look(self) -> None:
        """The head turns its face, -Z, to the target."""
        worlds = self.worlds()
        away = self.target - worlds[AvatarBone.Head, 3, :3]
        neck = worlds[AvatarBone.Neck, :3, :3]
        self.bones[AvatarBone.Head] = math3d.invert(
            math3d.create_look_at((0, 0, 0), (neck * away).sum(-1))
        )

    def update(self, game_time: GameTime) -> None:
        keys, step = Keyboard.get_state(), 0.6 * game_time.elapsed_game_time.total_seconds()
        self.target[0] += step * (keys.is_key_down(Keys.Right) - keys.is_key_down(Keys.Left))
        self.target[1] += step * (keys.is_key_down(Keys.Up) - keys.is_key_down(Keys.Down))
        self.target = np.clip(self.target, LOWEST, HIGHEST)
        if self.renderer.state is AvatarRendererState.Ready:
            self.reach()
            self.look()
            self.title = f"The fingertip is {100 * self.distance:.0f} cm from the cat"
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        aspect = self.graphics.aspect_ratio
        self.cat.world = math3d.create_translation(self.target)
        for thing in (self.renderer, self.cat):
            thing.view = math3d.create_look_at((0.5, 1.4, 2.6), (0.12, 1.1, 0.0))
            thing.projection = math3d.create_perspective_field_of_view(0.6, aspect, 0.1, 100.0)
        self.cat.draw()
        self.renderer.draw(self.bones, AvatarExpression(AvatarMouth.Happy))
        super().draw(game_time)


KinematicsGame().run()
