"""The standard render test: XNA's calls alone, in Python in the page, drawn by WebGL2 and checked pixel by pixel."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cna_avatars import math3d

from .element_page import ElementPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from playwright.sync_api import Browser

SIZE = 256
BACKGROUND = np.array([20, 24, 32])
EYE, LOOK_AT, FOV = (0.0, 1.0, 3.1), (0.0, 0.95, 0.0), 0.7854
VIEW = math3d.create_look_at(EYE, LOOK_AT)
PROJECTION = math3d.create_perspective_field_of_view(FOV, 1.0, 0.1, 20.0)
SKIN, TOP, BOTTOM = (224, 172, 128), (220, 60, 56), (60, 80, 180)

SETUP = """
import math
from datetime import timedelta

from cna_avatars import *
from cna_avatars.description import Descriptor, encode
from cna_avatars.gamer_services import GamerServicesDispatcher, IGraphicsDeviceService, ServiceContainer
from cna_avatars.host import web
from cna_avatars.math3d import *


class DeviceService:
    graphics_device = web.records


services = ServiceContainer()
services.add_service(IGraphicsDeviceService, DeviceService())
GamerServicesDispatcher.initialize(services)
colors = ((224, 172, 128), (36, 28, 24), (70, 46, 30), (220, 60, 56), (60, 80, 180), (60, 62, 70), (240, 240, 236))
description = AvatarDescription(encode(Descriptor(1, 1800, 128, 1, colors, (1, 20, 40, 60, 0, 0))))
animation = AvatarAnimation(AvatarAnimationPreset.Stand0)
expression = None


def make_renderer():
    global renderer
    renderer = AvatarRenderer(description)
    renderer.world = create_rotation_y(math.pi)
    renderer.view = create_look_at((0.0, 1.0, 3.1), (0.0, 0.95, 0.0))
    renderer.projection = create_perspective_field_of_view(0.7854, 1.0, 0.1, 20.0)


def draw(device, view):
    if expression is None:
        renderer.draw(animation)
    else:
        renderer.draw(animation.bone_transforms, expression)


make_renderer()
web.stage.target(TARGET).drawers.append(draw)
"""

PAGE = """async () => {
  const { openStudio } = await import("../runtime/studio.js");
  const { boot } = await import("../runtime/boot.js");
  const studio = await openStudio();
  const canvas = document.createElement("canvas");
  document.body.append(canvas);
  const quiet = { onEvent() {}, onFrame() {}, onFailure(error) { throw error; }, onDrawn() {} };
  const picture = studio.createPicture(canvas, quiet);
  picture.onScreen = true;
  picture.resize(256, 256, 1, studio.sizeLimit);
  const { pyodide } = await boot();
  globalThis.python = (code) => {
    const result = pyodide.runPython(code);
    return typeof result === "object" ? null : result;
  };
  globalThis.picture = picture;
  await settle(() => studio.catalogsAreInstalled, 500, 0);
  await settle(() => python("from cna_avatars.animation.avatar_animation import preset_clips; preset_clips.are_there"), 500, 0);
  return picture.target;
}"""


class StandardPage:
    """A page that runs an XNA program."""

    def __init__(self, page: Any, site_url: str) -> None:
        self.page = ElementPage(page, site_url)
        self.target: int = self.page.evaluate(PAGE)
        self.python(f"TARGET = {self.target}\n{SETUP}")

    def python(self, code: str) -> Any:
        """Run Python in the page; numbers and strings come back."""
        return self.page.evaluate("(code) => python(code)", code)

    def picture(self) -> NDArray[np.int64]:
        """The picture (256, 256, 3) over the background."""
        text = self.page.evaluate("(target) => cnaAvatarsTest.readPixels(target, 256, 256)", self.target)
        pixels = np.frombuffer(base64.b64decode(text), np.uint8).reshape(SIZE, SIZE, 4).astype(np.int64)
        return pixels[..., :3] + (BACKGROUND * (255 - pixels[..., 3:]) + 127) // 255

    def wait_until_ready(self) -> None:
        """Let frames pass until the state is Ready."""
        self.page.settle("python('renderer.state.name') === 'Ready'", seconds=0.01)

    def show(self, animation: str = "Stand0", seconds: float = 0.0, expression: str = "None") -> NDArray[np.int64]:
        """The picture at an instant."""
        self.python(
            f"animation = AvatarAnimation(AvatarAnimationPreset.{animation})\n"
            f"animation.current_position = timedelta(seconds={seconds})\nexpression = {expression}"
        )
        return self.picture()


@pytest.fixture(scope="module")
def standard(browser: Browser, site_url: str, browser_config: dict[str, Any]) -> Iterator[StandardPage]:
    """One page for all facts; it is checked for errors at the end."""
    from guarded_page import guarded_page

    with guarded_page(browser, site_url, browser_config) as page:
        opened = StandardPage(page, site_url)
        assert "SwiftShader" in page.evaluate("cnaAvatarsTest.rendererName()")
        yield opened


def pixel_of(*point: float) -> tuple[int, int]:
    """Row and column of a point of the world."""
    x, y, _, w = np.array([*point, 1.0]) @ VIEW @ PROJECTION
    return round((0.5 - 0.5 * y / w) * SIZE - 0.5), round((0.5 + 0.5 * x / w) * SIZE - 0.5)


def around(picture: NDArray[np.int64], point: tuple[float, float, float], radius: int = 1) -> NDArray[np.float64]:
    """The mean colour about a point of the world."""
    row, column = pixel_of(*point)
    return picture[row - radius : row + radius + 1, column - radius : column + radius + 1].mean((0, 1))


def differs(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where two pictures differ so that it is seen."""
    return np.abs(first - second).sum(-1) > 24


def within(point: tuple[float, float, float], radius: float) -> NDArray[np.bool_]:
    """The pixels of a disc about a point of the world."""
    row, column = pixel_of(*point)
    rows, columns = np.mgrid[:SIZE, :SIZE]
    return (rows - row) ** 2 + (columns - column) ** 2 <= radius**2


def hue(color: Any) -> NDArray[np.float64]:
    """The colour's direction: brightness does not count."""
    vector = np.asarray(color, float)
    return vector / np.sqrt((vector * vector).sum())


def test_while_loading_a_silhouette_of_the_avatars_height_is_drawn(standard: StandardPage) -> None:
    standard.python(
        "description = AvatarDescription(encode(Descriptor(1, 1801, 128, 1, colors, (1, 20, 40, 60, 0, 0))))"
    )
    standard.python("make_renderer()")
    assert standard.python("renderer.state.name") == "Loading"
    picture = standard.picture()
    drawn = differs(picture, np.broadcast_to(BACKGROUND, picture.shape))
    assert drawn.sum() > 2000
    top, _ = pixel_of(0.0, 1.8, 0.0)
    bottom, _ = pixel_of(0.0, 0.0, 0.0)
    rows = np.flatnonzero(drawn.any(1))
    assert abs(rows[0] - top) <= 6
    assert abs(rows[-1] - bottom) <= 6
    assert (picture[..., 2] >= picture[..., 0]).all()


def test_the_ready_avatar_wears_its_colours_where_its_body_is(standard: StandardPage) -> None:
    standard.wait_until_ready()
    picture = standard.show()
    for color, point in ((TOP, (0.0, 1.12, 0.12)), (BOTTOM, (0.1, 0.62, 0.08)), (SKIN, (-0.09, 1.475, 0.16))):
        assert hue(around(picture, point)) == pytest.approx(hue(color), abs=0.12), (color, point)


def test_the_background_around_it_is_untouched(standard: StandardPage) -> None:
    standard.wait_until_ready()
    picture = standard.show()
    left, right = pixel_of(-0.52, 1.0, 0.0)[1], pixel_of(0.52, 1.0, 0.0)[1]
    top, bottom = pixel_of(0.0, 1.95, 0.0)[0], pixel_of(0.0, -0.08, 0.2)[0]
    outside = np.ones((SIZE, SIZE), bool)
    outside[top:bottom, left:right] = False
    assert (picture[outside] == BACKGROUND).all()
    assert outside.sum() > 10_000


def test_another_expression_changes_the_face_and_only_the_face(standard: StandardPage) -> None:
    standard.wait_until_ready()
    calm = standard.show(expression="AvatarExpression()")
    loud = standard.show(
        expression="AvatarExpression(AvatarMouth.Laughing, AvatarEye.Angry, AvatarEye.Blink, AvatarEyebrow.Raised,"
        " AvatarEyebrow.Angry)"
    )
    changed = differs(calm, loud)
    face = within((0.0, 1.545, 0.16), 20.0)
    assert (changed & face).sum() > 60
    assert not (changed & ~face).any()


def test_wave_lifts_the_right_arm_above_the_shoulder(standard: StandardPage) -> None:
    standard.wait_until_ready()
    still, waving = standard.show(), standard.show("Wave", 1.2)
    above = within((-0.32, 1.55, 0.0), 18.0)
    assert (differs(still, waving) & above).sum() > 40
    shoulder = pixel_of(0.0, 1.30, 0.0)[0]
    empty = np.broadcast_to(BACKGROUND, still.shape)
    left_half = np.zeros((SIZE, SIZE), bool)
    left_half[:shoulder, : pixel_of(-0.26, 1.5, 0.0)[1]] = True
    assert not (differs(still, empty) & left_half).any()
    assert (differs(waving, empty) & left_half).sum() > 40


def test_ambient_light_alone_gives_the_colour_and_no_square_of_it(standard: StandardPage) -> None:
    standard.wait_until_ready()
    standard.python("renderer.light_color, renderer.ambient_light_color = (0.0, 0.0, 0.0), (0.5, 0.5, 0.5)")
    dim = around(standard.show(), (0.1, 0.62, 0.08), 0)
    standard.python("renderer.ambient_light_color = (1.0, 1.0, 1.0)")
    full = around(standard.show(), (0.1, 0.62, 0.08), 0)
    standard.python("renderer.light_color, renderer.ambient_light_color = (0.65, 0.65, 0.65), (0.35, 0.35, 0.35)")
    assert dim == pytest.approx(full / 2, abs=1.0)
    assert (full <= np.array(BOTTOM) + 1).all()
    assert hue(full) == pytest.approx(hue(BOTTOM), abs=0.06)


def test_two_renderers_of_one_description_show_their_own_poses(standard: StandardPage) -> None:
    standard.wait_until_ready()
    alone = standard.show("Wave", 1.2)
    standard.python(
        "twin = AvatarRenderer(description)\n"
        "twin.view, twin.projection = renderer.view, renderer.projection\n"
        "twin.world = multiply(renderer.world, create_translation((0.9, 0.0, 0.0)))\n"
        "still = AvatarAnimation(AvatarAnimationPreset.Stand0)\n"
        "twin_draw = lambda device, view: twin.draw(still)\n"
        "web.stage.target(TARGET).drawers.append(twin_draw)"
    )
    standard.page.settle("python('twin.state.name') === 'Ready'", seconds=0.01)
    both = standard.picture()
    standard.python("web.stage.target(TARGET).drawers.remove(twin_draw)")
    left = pixel_of(0.36, 1.0, 0.0)[1]
    assert not differs(alone, both)[:, : left - 12].any()
    assert differs(alone, both)[:, left:].sum() > 1000
    assert json.loads(standard.python("import json; json.dumps(twin._model is renderer._model)"))


def test_a_shadow_matrix_as_world_is_drawn_flat_and_breaks_nothing(standard: StandardPage) -> None:
    standard.wait_until_ready()
    standard.python(
        "plain = renderer.world\n"
        "renderer.world = multiply(plain, create_shadow(normalize((0.4, 1.0, 0.3)), (0.0, 1.0, 0.0, -0.001)))\n"
        "renderer.light_color, renderer.ambient_light_color = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)"
    )
    picture = standard.show()
    standard.python(
        "renderer.world = plain\n"
        "renderer.light_color, renderer.ambient_light_color = (0.65, 0.65, 0.65), (0.35, 0.35, 0.35)"
    )
    drawn = differs(picture, np.broadcast_to(BACKGROUND, picture.shape))
    assert drawn.sum() > 200
    assert (picture[drawn] <= 20).all()
    highest = np.flatnonzero(drawn.any(1))[0]
    assert highest > pixel_of(0.0, 0.35, 0.0)[0]
