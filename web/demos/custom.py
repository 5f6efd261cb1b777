"""Moves that no preset has, after XNA's sample: keyframes in a table, played on any avatar."""

import math
from datetime import timedelta

import numpy as np

from cna_avatars import AvatarBone, AvatarExpression, AvatarRenderer, game, math3d
from cna_avatars.description import AvatarDescription
from cna_avatars.renderer.shapes import ball, plane
from cna_avatars.renderer.solid import Solid

# Degrees about X of the left and the right joint: + swings a limb forward, - bends a knee.
POSES = {
    "rest": "Elbow 12 12",
    "stride": "Hip 28 -22, Knee -8 -22, Shoulder -28 30, Elbow 15 30",
    "lift": "Hip 24 0, Knee -55 -4, Elbow 22 22",
    "crouch": "BackLower -24, Hip 62 62, Knee -105 -105, Ankle 42 42, Shoulder -45 -45",
    "fly": "Hip 16 16, Knee -34 -34, Ankle -35 -35, Shoulder 165 165, Elbow 12 12",
    "punch": "BackLower -8, Hip 26 -22, Knee -34 -6, Shoulder 20 95, Elbow 115 4",
    "kick": "BackLower 14, Hip 100 0, Knee -6 -10, Ankle -20 0, Shoulder -35 55, Elbow 30 80",
}
# By key: seconds, pose (~ is its mirror image), metres that the hips rise.
CLIPS = {
    "stand": "0 rest 0, 1 rest 0",
    "walk": "0 stride -0.03, 0.2 ~lift 0, 0.4 ~stride -0.03, 0.6 lift 0, 0.8 stride -0.03",
    "back": "0 stride -0.03, 0.2 lift 0, 0.4 ~stride -0.03, 0.6 ~lift 0, 0.8 stride -0.03",
    "jump": "0 rest 0, 0.22 crouch -0.24, 0.5 fly 0.34, 0.78 crouch -0.2, 1.05 rest 0",
    "punch": "0 rest 0, 0.16 ~punch -0.03, 0.32 punch -0.04, 0.45 punch -0.04, 0.85 rest 0",
    "kick": "0 rest 0, 0.2 ~lift 0, 0.36 ~kick 0, 0.5 ~kick 0, 0.7 ~lift 0, 1 rest 0",
}
MOVES = {game.Keys.Space: "jump", game.Keys.A: "punch", game.Keys.B: "kick"}


def rotations(pose: str) -> math3d.FloatArray:
    """The quaternions (71, 4) of a pose."""
    bones = np.tile(np.eye(4), (71, 1, 1))
    sides = ("Right", "Left") if pose.startswith("~") else ("Left", "Right")
    for part in POSES[pose.lstrip("~")].split(", "):
        joint, *angles = part.split()
        for side, angle in zip(sides if len(angles) > 1 else ("",), angles, strict=True):
            bones[AvatarBone[joint + side]] = math3d.create_rotation_x(math.radians(float(angle)))
    for bone, angle in ((AvatarBone.ShoulderLeft, 0.24), (AvatarBone.ShoulderRight, -0.24)):
        bones[bone] = math3d.multiply(bones[bone], math3d.create_rotation_z(angle))  # arms hang
    return math3d.create_from_rotation_matrix(bones)


class KeyframeAnimation:
    """An IAvatarAnimation: poses at their times, and smooth ways between them."""

    def __init__(self, name: str) -> None:
        times, poses, rises = zip(*(key.split() for key in CLIPS[name].split(", ")), strict=True)
        self.times, self.rises = np.array(times, float), np.array(rises, float)
        self.rotations = np.array([rotations(pose) for pose in poses])
        self.name, self.is_move, self.expression = name, name in MOVES.values(), AvatarExpression()
        self.length, self.current_position = timedelta(seconds=self.times[-1]), timedelta(0)

    def update(self, elapsed: timedelta, loop: bool) -> None:
        position = self.current_position + elapsed
        self.current_position = position % self.length if loop else min(position, self.length)

    @property
    def bone_transforms(self) -> math3d.FloatArray:
        key = np.interp(self.current_position.total_seconds(), self.times, range(len(self.times)))
        before, after = math.floor(key), math.ceil(key)
        share = (key - before) ** 2 * (3 - 2 * (key - before))  # slow, fast, slow
        mixed = (1 - share) * self.rotations[before] + share * self.rotations[after]
        bones = math3d.create_from_quaternion(math3d.normalize(mixed))
        bones[0, 3, 1] = (1 - share) * self.rises[before] + share * self.rises[after]
        return bones


class CustomGame(game.Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = game.GraphicsDeviceManager(self)
        self.components.append(game.GamerServicesComponent(self))
        self.place, self.heading, self.camera = np.zeros(3), math.pi, 0.4
        self.animation = KeyframeAnimation("stand")

    def load_content(self) -> None:
        self.renderer = AvatarRenderer(AvatarDescription.create_random())
        grid = [(x, 0.0, z) for x in range(-10, 11, 4) for z in range(-10, 11, 4)]
        stones = [(ball(0.16).moved(math3d.create_translation(at)), (0.7, 0.7, 0.8)) for at in grid]
        self.ground = Solid([(plane(900.0, 900.0), (0.78, 1.0, 0.72)), *stones])

    def update(self, game_time: game.GameTime) -> None:
        elapsed, is_down = game_time.elapsed_game_time, game.Keyboard.get_state().is_key_down
        seconds = elapsed.total_seconds()
        turn = is_down(game.Keys.Left) - is_down(game.Keys.Right)
        walk = is_down(game.Keys.Up) - is_down(game.Keys.Down)
        names = [*(MOVES[key] for key in MOVES if is_down(key)), ("stand", "walk", "back")[walk]]
        if not self.animation.is_move or self.animation.current_position == self.animation.length:
            if self.animation.is_move or self.animation.name != names[0]:
                self.animation = KeyframeAnimation(names[0])
            self.heading += 2.4 * turn * seconds
            way = math3d.create_rotation_y(self.heading)
            self.place += math3d.transform((0.0, 0.0, -1.1 * walk * seconds), way)
        if turn or walk:  # the camera swings behind who walks
            self.camera += 2.0 * seconds * math.remainder(self.heading - self.camera, math.tau)
        self.animation.update(elapsed, loop=not self.animation.is_move)
        self.title = self.animation.name
        super().update(game_time)

    def draw(self, game_time: game.GameTime) -> None:
        aspect, chest = self.graphics.aspect_ratio, self.place + np.array((0.0, 1.0, 0.0))
        behind = math3d.transform((0.0, 1.5, 3.3), math3d.create_rotation_y(self.camera))
        self.renderer.world = math3d.create_rotation_y(self.heading)
        self.renderer.world[3, :3] = self.place
        for thing in (self.ground, self.renderer):
            thing.light_direction = tuple(math3d.normalize(-behind))
            thing.view = math3d.create_look_at(self.place + behind, chest)
            thing.projection = math3d.create_perspective_field_of_view(0.76, aspect, 0.1, 200.0)
        self.ground.draw()
        self.renderer.draw(self.animation)
        super().draw(game_time)


CustomGame().run()
