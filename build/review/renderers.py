"""All renderers by name, behind one interface: the same draws in, pixels out."""

import base64
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Final, Protocol
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, Route

from cna_avatars.assembly.model import MAX_PARTS, AssembledModel
from cna_avatars.catalog.png import Pixels
from cna_avatars.math3d import normal_matrix
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw
from cna_avatars.renderer.loading_effect import unit_sphere
from cna_avatars.software import SoftwareDevice, target

from .memory_image import AVATAR, SILHOUETTE, Memory, record

Draw = AvatarDraw | SilhouetteDraw

SOFTWARE: Final = "software"
MIRRORED: Final = "mirrored"
BROWSER: Final = ("webgl2", "webgpu")
RENDERERS: Final = (*BROWSER, SOFTWARE, MIRRORED)

PAGES: Final = Path(__file__).resolve().parents[2] / "tests" / "browser" / "pages"
_TILES, _SPHERE, _FIRST_MODEL = 1, 2, 3


class Renderer(Protocol):
    """Whatever draws; `name` is one of RENDERERS, `device_name` says on what."""

    name: str
    device_name: str

    def draw(self, draws: list[Draw], size: int) -> Pixels:
        """Return the picture (size, size, 4), premultiplied, the top row first."""


class SoftwareRenderer:
    """NumPy's.

    With `mirrored`, it takes the depth of a sample where SwiftShader does: at the place mirrored left to right of where
    it takes its coverage. What then still differs from SwiftShader's pictures has another cause.
    """

    def __init__(self, *, mirrored: bool = False, samples: int = 4) -> None:
        self._samples = samples
        self.name = MIRRORED if mirrored else SOFTWARE
        self.device_name = f"NumPy {np.__version__}"
        turn = (-1, 1) if mirrored else (1, 1)
        self._depth_places = {count: places * turn for count, places in target.DEPTH_PLACES.items()}

    def draw(self, draws: list[Draw], size: int) -> Pixels:
        """Return the picture (size, size, 4), premultiplied, the top row first."""
        device = SoftwareDevice(size, size, self._samples)
        for draw in draws:
            if isinstance(draw, AvatarDraw):
                device.draw_avatar(draw)
            else:
                device.draw_silhouette(draw)
        with patch.object(target, "DEPTH_PLACES", self._depth_places):
            return device.picture()


class BrowserRenderer:
    """One of the page's, on a page of its own, with no Python behind it; models stay uploaded while they are drawn."""

    def __init__(self, page: Page, site_url: str, name: str, *, samples: int = 4) -> None:
        self.name = name
        self._page = page
        self._numbers: dict[AssembledModel, int] = {}
        self._next_number = _FIRST_MODEL
        self._atlas: object = None
        self.device_name = open_harness(page, site_url, name, samples)

    def draw(self, draws: list[Draw], size: int) -> Pixels:
        """Return the picture (size, size, 4), premultiplied, the top row first."""
        memory = Memory()
        self._hold([draw.model for draw in draws if isinstance(draw, AvatarDraw)], memory)
        if any(isinstance(draw, SilhouetteDraw) for draw in draws):
            positions, indices = unit_sphere()
            memory.sphere(_SPHERE, positions, indices.tolist())
        memory.records += [self._record(draw) for draw in draws]
        self._page.evaluate("(payload) => harness.load(payload)", memory.payload())
        text = self._page.evaluate("(size) => harness.draw(1, size, size)", size)
        return np.frombuffer(base64.b64decode(text), np.uint8).reshape(size, size, 4)

    def _record(self, draw: Draw) -> NDArray[np.float32]:
        matrix, eye = draw.view.view_projection, draw.view.eye
        if isinstance(draw, SilhouetteDraw):
            color = draw.color
            return record(SILHOUETTE, _SPHERE, world=draw.world, view_projection=matrix, eye=eye, silhouette=color)
        return record(
            AVATAR,
            self._numbers[draw.model],
            world=draw.world,
            view_projection=matrix,
            normal_matrix=normal_matrix(draw.world),
            eye=eye,
            light_direction=draw.lights.direction,
            light_color=draw.lights.color,
            ambient=draw.lights.ambient,
            tiles=(*draw.tiles, 0),
            bones=draw.palette,
        )

    def _hold(self, models: list[AssembledModel], memory: Memory) -> None:
        """Let the page have just these models."""
        for model in [model for model in self._numbers if model not in models]:
            memory.release(2, self._numbers.pop(model))
        for model in models:
            if model in self._numbers:
                continue
            if model.atlas is not self._atlas:  # a process has one: all its models are of one catalog
                memory.tiles(_TILES, model.atlas.tiles)
                self._atlas = model.atlas
            self._numbers[model] = self._next_number
            self._next_number += 1
            opaque, decals, _ = model.counts
            memory.model(
                self._numbers[model],
                model.vertices,
                model.indices[:opaque].tolist(),
                model.indices[opaque : opaque + decals].tolist(),
                model.indices[opaque + decals :].tolist(),
                colors=model.parts[:MAX_PARTS],
                windows=model.parts[MAX_PARTS:],
                layers=model.layers,
                tiles=_TILES,
                index_bytes=model.indices.itemsize,
            )


def make(name: str, site_url: str, new_page: Callable[[], Page], *, samples: int = 4) -> Renderer:
    """Return the renderer `name`, with 4 samples in a pixel or 1; those of the browser get a page from `new_page`."""
    if name in BROWSER:
        return BrowserRenderer(new_page(), site_url, name, samples=samples)
    return SoftwareRenderer(mirrored=name == MIRRORED, samples=samples)


def open_harness(page: Page, site_url: str, name: str, samples: int | None = None) -> str:
    """Open the page that draws memory images by the renderer `name`, and return on what it draws.

    Without `samples`, a pixel has as many as the device gives.
    """
    base = site_url.rstrip("/") + "/test-pages/"
    page.route(base + "**", _serve)
    page.goto(base + "synthetic.html")
    create = "([samples, name]) => harness.create(samples ?? undefined, name)"
    return str(page.evaluate(create, [samples, name]))


def _serve(route: Route) -> None:
    route.fulfill(path=PAGES / PurePosixPath(route.request.url).name)
