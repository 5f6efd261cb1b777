"""Moves that no preset has, after XNA's sample: keyframes in a table, played on any avatar."""

import math
from datetime import timedelta

import numpy as np

from cna_avatars import AvatarBone, AvatarDescription, AvatarExpression, AvatarRenderer, math3d
from cna_avatars.game import (
    Game,
    GamerServicesComponent,
    GameTime,
    GraphicsDeviceManager,
    Keyboard,
    Keys,
)
from cna_avatars.renderer.shapes import lathe
from cna_avatars.renderer.solid import Solid

# Degrees about X and Z by joint. +X swings a limb forward and bends an elbow, -X bends a knee.
POSES = {
    "rest": "ShoulderLeft 0 14, ShoulderRight 0 -14, ElbowLeft 12 0, ElbowRight 12 0",
    "left": (
        "HipLeft 28 0, KneeLeft -8 0, HipRight -22 0, KneeRight -22 0, ShoulderLeft -28 14, "
        "ShoulderRight 30 -14, ElbowLeft 15 0, ElbowRight 30 0"
    ),
    "lift-right": (
        "HipRight 24 0, KneeRight -55 0, KneeLeft -4 0, ShoulderLeft 0 14, "
        "ShoulderRight 0 -14, ElbowLeft 22 0, ElbowRight 22 0"
    ),
    "right": (
        "HipRight 28 0, KneeRight -8 0, HipLeft -22 0, KneeLeft -22 0, "
        "ShoulderRight -28 -14, ShoulderLeft 30 14, ElbowRight 15 0, ElbowLeft 30 0"
    ),
    "lift-left": (
        "HipLeft 24 0, KneeLeft -55 0, KneeRight -4 0, ShoulderLeft 0 14, "
        "ShoulderRight 0 -14, ElbowLeft 22 0, ElbowRight 22 0"
    ),
    "crouch": (
        "HipLeft 62 0, HipRight 62 0, KneeLeft -105 0, KneeRight -105 0, BackLower -24 0, "
        "AnkleLeft 42 0, AnkleRight 42 0, ShoulderLeft -45 14, ShoulderRight -45 -14"
    ),
    "fly": (
        "HipLeft 16 0, HipRight 16 0, KneeLeft -34 0, KneeRight -34 0, AnkleLeft -35 0, "
        "AnkleRight -35 0, ShoulderLeft 165 0, ShoulderRight 165 0"
    ),
    "guard": (
        "ShoulderLeft 40 8, ElbowLeft 105 0, ShoulderRight -30 -8, ElbowRight 115 0, "
        "HipLeft 14 0, KneeLeft -20 0, HipRight -10 0, KneeRight -14 0"
    ),
    "punch": (
        "ShoulderLeft 20 8, ElbowLeft 115 0, ShoulderRight 95 -20, ElbowRight 4 0, "
        "BackLower -8 0, HipLeft 26 0, KneeLeft -34 0, HipRight -22 0, KneeRight -6 0"
    ),
    "kick": (
        "HipRight 100 0, KneeRight -6 0, AnkleRight -20 0, BackLower 14 0, KneeLeft -10 0, "
        "ShoulderLeft 55 8, ElbowLeft 80 0, ShoulderRight -35 10, ElbowRight 30 0"
    ),
}
# By key: seconds, pose, metres that the hips rise.
CLIPS = {
    "stand": "0 rest 0, 1 rest 0",
    "walk": "0 left -0.03, 0.2 lift-right 0, 0.4 right -0.03, 0.6 lift-left 0, 0.8 left -0.03",
    "jump": "0 rest 0, 0.22 crouch -0.24, 0.5 fly 0.34, 0.78 crouch -0.2, 1.05 rest 0",
    "punch": "0 rest 0, 0.2 guard -0.02, 0.32 punch -0.04, 0.45 punch -0.04, 0.85 rest 0",
    "kick": "0 rest 0, 0.2 lift-right 0, 0.36 kick 0, 0.5 kick 0, 0.7 lift-right 0, 1 rest 0",
}
MOVES = {Keys.Space: "jump", Keys.A: "punch", Keys.B: "kick"}
UP = np.array((0.0, 1.0, 0.0))
LAWN = lathe([(100.0, -0.1), (100.0, 0.0), (100.0, 0.0), (0.0, 0.0)], 64)


def rotations(pose: str) -> math3d.FloatArray:
    """The quaternions (71, 4) of a pose."""
    bones = np.tile(np.eye(4), (71, 1, 1))
    for name, *degrees in (joint.split() for joint in POSES[pose].split(",")):
        x, z = (math.radians(float(angle)) for angle in degrees)
        bones[AvatarBone[name]] = math3d.multiply(
            math3d.create_rotation_x(x), math3d.create_rotation_z(z)
        )
    return math3d.create_from_rotation_matrix(bones)


class KeyframeAnimation:
    """An IAvatarAnimation: poses at their times, and smooth ways between them."""

    def __init__(self, name: str) -> None:
        keys = [key.split() for key in CLIPS[name].split(",")]
        self.times = [float(time) for time, _, _ in keys]
        self.rotations = np.array([rotations(pose) for _, pose, _ in keys])
        self.rises = [float(rise) for _, _, rise in keys]
        self.expression = AvatarExpression()
        self.length = timedelta(seconds=self.times[-1])
        self.current_position = timedelta(0)

    def update(self, elapsed: timedelta, loop: bool) -> None:
        position = self.current_position + elapsed
        clamped = min(max(position, timedelta(0)), self.length)
        self.current_position = position % self.length if loop else clamped

    @property
    def bone_transforms(self) -> math3d.FloatArray:
        now = self.current_position.total_seconds()
        key = min(int(np.searchsorted(self.times, now, "right")), len(self.times) - 1)
        share = (now - self.times[key - 1]) / (self.times[key] - self.times[key - 1])
        share = share * share * (3.0 - 2.0 * share)  # slow, fast, slow
        before, after = self.rotations[key - 1], self.rotations[key]
        bones = math3d.create_from_quaternion(
            math3d.normalize(before + share * (after - before))
        )
        bones[0, 3, 1] = np.interp(share, (0.0, 1.0), self.rises[key - 1 : key + 1])
        return bones


class CustomGame(Game):
    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.place, self.heading, self.camera = np.zeros(3), math.pi, 0.4

    def load_content(self) -> None:
        self.renderer = AvatarRenderer(AvatarDescription.create_random())
        self.clips = {name: KeyframeAnimation(name) for name in CLIPS}
        self.start("stand")
        stone = lathe([(0.0, 0.0), (0.12, 0.0), (0.1, 0.16), (0.0, 0.2)])
        ring = [
            math3d.transform((0, 0, 4.0), math3d.create_rotation_y(math.tau * i / 16))
            for i in range(16)
        ]
        stones = [
            (stone.moved(math3d.create_translation(at)), (0.72, 0.74, 0.8)) for at in ring
        ]
        self.ground = Solid([(LAWN, (0.62, 0.75, 0.58)), *stones])
        self.ground.light_direction = (0.3, -0.8, -0.52)

    def start(self, name: str) -> None:
        self.name, self.animation = name, self.clips[name]
        self.animation.current_position = timedelta(0)

    def update(self, game_time: GameTime) -> None:
        is_down, elapsed = Keyboard.get_state().is_key_down, game_time.elapsed_game_time
        seconds = elapsed.total_seconds()
        turn = is_down(Keys.Left) - is_down(Keys.Right)
        walk = is_down(Keys.Up) - is_down(Keys.Down)
        is_move = self.name in MOVES.values()
        if not is_move or self.animation.current_position == self.animation.length:
            name = next(
                (MOVES[key] for key in MOVES if is_down(key)), "walk" if walk else "stand"
            )
            if name != self.name or is_move:
                self.start(name)
            self.heading += 2.4 * turn * seconds
            forward = math3d.transform((0.0, 0.0, -1.0), math3d.create_rotation_y(self.heading))
            self.place = self.place + 1.1 * walk * seconds * forward
        if turn or walk:  # the camera swings behind who walks
            self.camera += 2.0 * seconds * math.remainder(self.heading - self.camera, math.tau)
        is_move = self.name in MOVES.values()
        self.animation.update(-elapsed if walk < 0 and not is_move else elapsed, not is_move)
        self.title = f"{self.name}, {self.animation.current_position.total_seconds():.2f} s"
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        behind = math3d.transform((0.0, 1.5, 3.3), math3d.create_rotation_y(self.camera))
        self.renderer.world = math3d.multiply(
            math3d.create_rotation_y(self.heading), math3d.create_translation(self.place)
        )
        aspect = self.graphics.aspect_ratio
        for thing in (self.ground, self.renderer):
            thing.view = math3d.create_look_at(self.place + behind, self.place + UP)
            thing.projection = math3d.create_perspective_field_of_view(0.76, aspect, 0.1, 200.0)
        forward = math3d.transform((0.0, -0.4, -0.9), math3d.create_rotation_y(self.camera))
        self.renderer.light_direction = tuple(forward)  # the sun is always behind the camera
        self.ground.draw()
        self.renderer.draw(self.animation)
        super().draw(game_time)


CustomGame().run()
