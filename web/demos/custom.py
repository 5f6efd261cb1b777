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

# Degrees about X, and Z, by joint: +X swings a limb forward, bends an elbow; -X bends a knee.
# Arms hang like this unless a pose says else.
ARMS = "ShoulderLeft 0 14, ShoulderRight 0 -14, ElbowLeft 12, ElbowRight 12"
POSES = {
    "rest": "BackLower 0",
    "stride": "HipLeft 28, KneeLeft -8, HipRight -22, KneeRight -22, ElbowLeft 15, ElbowRight 30, "
    "ShoulderLeft -28 14, ShoulderRight 30 -14",
    "lift": "HipLeft 24, KneeLeft -55, KneeRight -4, ElbowLeft 22, ElbowRight 22",
    "crouch": "HipLeft 62, HipRight 62, KneeLeft -105, KneeRight -105, BackLower -24, "
    "AnkleLeft 42, AnkleRight 42, ShoulderLeft -45 14, ShoulderRight -45 -14",
    "fly": "HipLeft 16, HipRight 16, KneeLeft -34, KneeRight -34, AnkleLeft -35, AnkleRight -35, "
    "ShoulderLeft 165, ShoulderRight 165",
    "guard": "ShoulderLeft 40 8, ElbowLeft 105, ShoulderRight -30 -8, ElbowRight 115, "
    "HipLeft 14, KneeLeft -20, HipRight -10, KneeRight -14",
    "punch": "ShoulderLeft 20 8, ElbowLeft 115, ShoulderRight 95 -20, ElbowRight 4, BackLower -8, "
    "HipLeft 26, KneeLeft -34, HipRight -22, KneeRight -6",
    "kick": "HipLeft 100, KneeLeft -6, AnkleLeft -20, BackLower 14, KneeRight -10, "
    "ShoulderRight 55 -8, ElbowRight 80, ShoulderLeft -35 -10, ElbowLeft 30",
}
# By key: seconds, pose (~ is its mirror image), metres that the hips rise.
CLIPS = {
    "stand": "0 rest 0, 1 rest 0",
    "walk": "0 stride -0.03, 0.2 ~lift 0, 0.4 ~stride -0.03, 0.6 lift 0, 0.8 stride -0.03",
    "jump": "0 rest 0, 0.22 crouch -0.24, 0.5 fly 0.34, 0.78 crouch -0.2, 1.05 rest 0",
    "punch": "0 rest 0, 0.2 guard -0.02, 0.32 punch -0.04, 0.45 punch -0.04, 0.85 rest 0",
    "kick": "0 rest 0, 0.2 ~lift 0, 0.36 ~kick 0, 0.5 ~kick 0, 0.7 ~lift 0, 1 rest 0",
}
MOVES = {Keys.Space: "jump", Keys.A: "punch", Keys.B: "kick"}
UP = np.array((0.0, 1.0, 0.0))
LAWN = lathe([(100.0, -0.1), (100.0, 0.0), (100.0, 0.0), (0.0, 0.0)], 64)


def rotations(pose: str) -> math3d.FloatArray:
    """The quaternions (71, 4) of a pose."""
    bones = np.tile(np.eye(4), (71, 1, 1))
    is_mirrored = pose.startswith("~")
    for joint in f"{ARMS}, {POSES[pose.lstrip('~')]}".split(","):
        name, x, z = (*joint.split(), "0")[:3]
        if is_mirrored:
            name = name.replace("Left", "_").replace("Right", "Left").replace("_", "Right")
            z = -float(z)
        bones[AvatarBone[name]] = math3d.multiply(
            math3d.create_rotation_x(math.radians(float(x))),
            math3d.create_rotation_z(math.radians(float(z))),
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
