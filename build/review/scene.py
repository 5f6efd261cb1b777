"""A frame made ready: what every renderer is given to draw."""

import dataclasses
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.command.picture import draw_of
from cna_avatars.description import AvatarDescription, Descriptor, encode
from cna_avatars.description.palettes import CLOTH, EYES, HAIR, SKIN
from cna_avatars.host import folder
from cna_avatars.host.camera import FAR, NEAR
from cna_avatars.host.records import Records
from cna_avatars.host.stage import Stage
from cna_avatars.math3d import (
    create_look_at,
    create_perspective_field_of_view,
    create_rotation_x,
    create_rotation_y,
    multiply,
    transform,
)
from cna_avatars.renderer.device import AvatarDraw, Lights, View
from cna_avatars.timespan import TICKS_PER_SECOND

from .frames import Frame, Person

LIGHTS: Final = Lights((0.35, -0.45, -0.82), (0.72, 0.70, 0.66), (0.36, 0.38, 0.42))
"""As seen from the camera, wherever it is."""


def describe(person: Person) -> AvatarDescription:
    """Return the avatar."""
    palettes = (SKIN, HAIR, EYES, CLOTH, CLOTH, CLOTH, CLOTH)
    colors = tuple(palette[(person.look + 3 * place) % len(palette)] for place, palette in enumerate(palettes))
    descriptor = Descriptor(person.body, person.height_mm, person.build, colors=colors, items=person.items)
    return AvatarDescription(encode(descriptor))


def pose(frame: Frame, loader: ModelLoader) -> AvatarDraw:
    """Return the frame's avatar in its pose, with its face, seen by its camera."""
    records = Records()
    stage = Stage(records)
    player = stage.player(stage.add_player(stage.create_target()))
    player.animate(frame.animation)
    player.seek(frame.share * player.length / TICKS_PER_SECOND)
    player.express(frame.expression)
    player.describe(describe(frame.person), loader)
    folder.load_all(loader.library, loader.queue)
    stage.frame(0.0)
    draw = draw_of(records, player)
    return dataclasses.replace(draw, view=_view(frame, draw), lights=_lights(frame.yaw))


def _lights(yaw: float) -> Lights:
    x, y, z = transform(LIGHTS.direction, create_rotation_y(yaw))
    return Lights((x, y, z), LIGHTS.color, LIGHTS.ambient)


def _view(frame: Frame, draw: AvatarDraw) -> View:
    camera, height = frame.camera, draw.model.height
    turn = multiply(create_rotation_x(-frame.pitch), create_rotation_y(frame.yaw))
    target = np.multiply(camera.centre, height)
    if camera.bone is not None:
        target = target + _joint(draw, camera.bone)
    eye = target + transform((0.0, 0.0, camera.distance * height), turn)
    lens = create_perspective_field_of_view(camera.fov, 1.0, NEAR, FAR)
    return View(multiply(create_look_at(eye, target), lens), eye)


def _joint(draw: AvatarDraw, bone: int) -> NDArray[np.floating]:
    """Return where a joint is (3,) in the pose."""
    rows, place = draw.palette[bone], draw.model.bind_world[bone]
    return np.asarray((rows[:, :3] * place).sum(1) + rows[:, 3])
