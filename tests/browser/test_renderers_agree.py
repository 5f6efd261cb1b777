"""All renderers draw the same pictures: the same draws, seen by each, compared pixel by pixel and pair by pair.

The frames are some of the 257 that build/review.py --compare draws. SwiftShader, which draws WebGL2 and WebGPU here,
takes the depth of a sample at the place mirrored left to right of where it takes its coverage. So where two surfaces
cross within a pixel it shows a sample of the other one. The first comparison leaves that as it is; the second takes
depth at SwiftShader's places, and then nearly every byte is the same.
"""

from __future__ import annotations

import base64
import dataclasses
import os
import subprocess
import sys
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.png import decode_png
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw
from cna_avatars.renderer.loading_effect import silhouette
from review.frames import FRAMES, SIZE
from review.measures import compare, shown
from review.renderers import BROWSER, MIRRORED, BrowserRenderer, make
from review.scene import pose

from .element_page import ElementPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from playwright.sync_api import Browser, Page

    from review.renderers import Draw, Renderer

    Pictures = dict[str, NDArray[np.uint8]]

CATALOGS = Path(__file__).resolve().parents[2] / "catalogs"
FRAMES_BY_NAME = {frame.name: frame for frame in FRAMES}
RENDERERS = ("webgl2", "webgpu", "software", MIRRORED)
IN_BROWSER = tuple(name for name in RENDERERS if name in BROWSER)
PLAIN = tuple(name for name in RENDERERS if name != MIRRORED)
CHOSEN = (
    "view-Female-front",
    "view-Male-back-of-the-hand",
    "view-Female-shoes",
    "person-04",
    "person-07",
    "face-Male-12",
    "head-06",
    "head-13",
    "clip-Wave-0.55",
    "clip-Stand3-0.00",
    "clip-FemaleCry-0.55",
    "expression-43",
)


class Studio:
    """All renderers, a library of the project's catalogs, and the bounds."""

    def __init__(self, renderers: list[Renderer], loader: ModelLoader, config: dict[str, Any]) -> None:
        self.renderers = renderers
        self.loader = loader
        self.mean: float = config["MEAN_TOLERANCE"]
        self.overlap: float = config["SILHOUETTE_OVERLAP"]

    def pose(self, name: str) -> AvatarDraw:
        return pose(FRAMES_BY_NAME[name], self.loader)

    def draw(self, *draws: Draw, size: int = SIZE) -> Pictures:
        return {renderer.name: renderer.draw(list(draws), size) for renderer in self.renderers}

    def assert_alike(self, pictures: Pictures, names: tuple[str, ...], mean: float) -> None:
        for first, second in combinations(names, 2):
            found = compare(pictures[first], pictures[second])
            assert found.mean <= mean, (first, second, found)
            assert found.overlap >= self.overlap, (first, second, found)


@pytest.fixture(scope="module")
def studio(
    browser: Browser, site_url: str, browser_config: dict[str, Any], loader: ModelLoader
) -> Iterator[Studio]:
    """A page for each renderer of the browser."""
    from guarded_page import guarded_page

    with ExitStack() as stack:

        def new_page() -> Page:
            return stack.enter_context(guarded_page(browser, site_url, browser_config))

        renderers = [make(name, site_url, new_page) for name in RENDERERS]
        yield Studio(renderers, loader, browser_config)


def test_the_browser_draws_with_swiftshader(studio: Studio, browser_config: dict[str, Any]) -> None:
    in_browser = [renderer for renderer in studio.renderers if isinstance(renderer, BrowserRenderer)]
    assert tuple(renderer.name for renderer in in_browser) == IN_BROWSER
    assert all(browser_config["RENDERER"].lower() in renderer.device_name.lower() for renderer in in_browser)


@pytest.mark.parametrize("name", CHOSEN)
def test_all_draw_the_same_picture(studio: Studio, name: str) -> None:
    pictures = studio.draw(studio.pose(name))
    assert shown(pictures["software"]) > 0.02
    studio.assert_alike(pictures, PLAIN, studio.mean)
    studio.assert_alike(pictures, (*IN_BROWSER, MIRRORED), studio.mean / 10)
    for renderer in IN_BROWSER:
        apart = np.abs(pictures[renderer].astype(np.int64) - pictures[MIRRORED])
        assert (apart.max(-1) > 8).sum() <= 40  # an edge that SwiftShader cuts at the border may miss a column


def test_all_draw_the_same_crowd_and_silhouettes(studio: Studio) -> None:
    """Avatars that stand in each other, and the loading effect about them; many more surfaces cross."""
    first, second = studio.pose("person-00"), studio.pose("person-09")
    second = dataclasses.replace(second, view=first.view)
    worlds, color = silhouette(1.7, 0.4)
    shapes = [SilhouetteDraw(world, first.view, color) for world in worlds]
    pictures = studio.draw(first, second, *shapes)
    alpha = pictures["software"][..., 3]
    assert ((alpha > 0) & (alpha < 255)).sum() > 500
    studio.assert_alike(pictures, (*IN_BROWSER, MIRRORED), studio.mean / 3)


@pytest.mark.parametrize("size", [48, 500])
def test_all_agree_at_other_sizes(studio: Studio, size: int) -> None:
    """Small, with coarse mip levels of the face; large, with its finest one."""
    pictures = studio.draw(studio.pose("expression-38"), size=size)
    studio.assert_alike(pictures, (*IN_BROWSER, MIRRORED), studio.mean / 3)


def test_a_renderer_draws_the_same_after_other_models(studio: Studio) -> None:
    """Models come and go; what was uploaded for one frame does not show in another."""
    before = studio.draw(studio.pose("person-04"))
    studio.draw(studio.pose("person-05"))
    after = studio.draw(studio.pose("person-04"))
    assert all(np.array_equal(before[name], after[name]) for name in RENDERERS)


def test_the_command_line_draws_what_the_element_shows(
    page: Page, site_url: str, browser_config: dict[str, Any], tmp_path: Path
) -> None:
    """The same camera, lights, pose and face, from the share code to the PNG file."""
    avatars = ElementPage(page, site_url)
    code = avatars.code()
    avatars.add("one", code=code, view="upper", animation="Celebrate", expression="Happy", paused="")
    text = avatars.evaluate(
        """async (size) => {
          const blob = await document.getElementById("one").toBlob({ width: size, height: size });
          return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
        }""",
        SIZE,
    )
    options = ["--size", str(SIZE), "--view", "upper", "--animation", "Celebrate", "--expression", "Happy"]
    command = [sys.executable, "-m", "cna_avatars", "render", code, "--out", str(tmp_path / "one.png"), *options]
    environment = {**os.environ, "PYTHONPATH": str(CATALOGS.parent / "py")}
    subprocess.run(command, env=environment, cwd=CATALOGS.parent, check=True, timeout=120)
    on_page = decode_png(base64.b64decode(text), "on_page")
    drawn = decode_png((tmp_path / "one.png").read_bytes(), "drawn")
    found = compare(on_page, drawn)
    assert found.overlap >= browser_config["SILHOUETTE_OVERLAP"]
    assert found.mean <= browser_config["MEAN_TOLERANCE"]
