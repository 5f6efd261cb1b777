"""One picture of one avatar: the same stage, camera and lights as `<cna-avatar>`, drawn by the software renderer."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from cna_avatars.assembly.loader import loader
from cna_avatars.catalog.png import Pixels
from cna_avatars.description import AvatarDescription
from cna_avatars.errors import ContentLoadError
from cna_avatars.host import folder
from cna_avatars.host.player import Player
from cna_avatars.host.records import EYE, LIGHTS, TILES, VIEW_PROJECTION, WORLD, Records
from cna_avatars.host.stage import Stage
from cna_avatars.renderer.device import AvatarDraw, Lights, View
from cna_avatars.software import SoftwareDevice
from cna_avatars.software.compositing import over, straight

VIEWS: Final = ("full", "upper", "head")


@dataclass(frozen=True, slots=True)
class Shot:
    """How an avatar is shown.

    width, height
        pixels.
    view
        one of VIEWS.
    animation, seconds
        a preset's name, and when.
    expression
        as `parse_expression` reads it; empty follows the animation.
    turn_degrees
        how far the avatar turns, counter-clockwise seen from above.
    background
        red, green and blue of 255, or None: transparent.
    samples
        in a pixel, 1 or 4.
    """

    width: int = 512
    height: int = 512
    view: str = "full"
    animation: str = "Stand0"
    seconds: float = 0.0
    expression: str = ""
    turn_degrees: float = 0.0
    background: tuple[int, int, int] | None = None
    samples: int = 4


@dataclass(frozen=True, slots=True)
class Picture:
    """`pixels` (height, width, 4 with straight alpha, or 3), and the item ids that were replaced."""

    pixels: Pixels
    substituted: tuple[int, ...]


def take(description: AvatarDescription, shot: Shot) -> Picture:
    """Return the picture of an avatar.

    Raises
    ------
    ArgumentError
        if the animation or the expression does not exist.
    ContentLoadError
        if the avatar cannot be assembled.
    """
    records = Records()
    stage = Stage(records)
    target = stage.create_target()
    stage.inputs[target, 3] = shot.width / shot.height
    stage.inputs[target, 5] = VIEWS.index(shot.view)
    stage.inputs[target, 6] = math.radians(shot.turn_degrees)
    player = stage.player(stage.add_player(target))
    player.animate(shot.animation)
    player.seek(shot.seconds)
    player.express(shot.expression)
    player.describe(description, loader)
    folder.load_all()
    stage.frame(0.0)
    device = SoftwareDevice(shot.width, shot.height, shot.samples)
    device.draw_avatar(draw_of(records, player))
    pixels = device.picture()
    finished = straight(pixels) if shot.background is None else over(pixels, shot.background)
    return Picture(finished, player.model.substituted if player.model else ())


def draw_of(records: Records, player: Player) -> AvatarDraw:
    """Return what a stage with one player draws; ContentLoadError if its avatar could not be loaded."""
    if player.model is None:
        raise ContentLoadError(next((detail for kind, detail in player.events if kind == "error"), "no figure came"))
    numbers = records.floats[0]
    lights = Lights(*(tuple(row[:3].tolist()) for row in numbers[LIGHTS].reshape(3, 4)))
    view = View(numbers[VIEW_PROJECTION].reshape(4, 4), numbers[EYE][:3])
    tiles = tuple(numbers[TILES].astype(np.int64).tolist())
    return AvatarDraw(player.model, numbers[WORLD].reshape(4, 4), view, lights, records.palettes[0], tiles)
