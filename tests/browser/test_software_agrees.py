"""The software renderer and WebGL2 draw the same pictures: the same draws, seen by both, compared pixel by pixel.

SwiftShader, which draws WebGL2 here, takes the depth of a sample at the place mirrored left to right of where it takes
its coverage. So where two surfaces cross within a pixel it shows a sample of the other one. The first comparison leaves
that as it is; the second takes depth at SwiftShader's places, and then nearly every byte is the same.
"""

from __future__ import annotations

import base64
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from cna_avatars import wardrobe
from cna_avatars.animation import avatar_animation
from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.catalog.png import decode_png
from cna_avatars.command.picture import VIEWS, draw_of
from cna_avatars.description import AvatarDescription
from cna_avatars.host import folder
from cna_avatars.host.records import Records
from cna_avatars.host.stage import Stage
from cna_avatars.jobs import JobQueue
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw
from cna_avatars.renderer.loading_effect import silhouette, unit_sphere
from cna_avatars.software import SoftwareDevice, target

from .element_page import ElementPage
from .synthetic import AVATAR, SILHOUETTE, Memory, SyntheticPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from playwright.sync_api import Browser, Page

SIZE = 256
CATALOGS = Path(__file__).resolve().parents[2] / "catalogs"
MIRRORED = {count: places * (-1, 1) for count, places in target.DEPTH_PLACES.items()}


class Frame(NamedTuple):
    """One avatar at one instant."""

    seed: int
    view: str
    animation: str = "Stand0"
    seconds: float = 0.0
    expression: str = ""
    yaw: float = 0.0
    pitch: float = 0.0


FRAMES = [
    Frame(3, "full", "Wave", 0.8, "Happy"),
    Frame(3, "upper", "Stand0", 1.8, yaw=0.5),
    Frame(3, "head", "Wave", 0.8, "Laughing"),
    Frame(0, "full", "Celebrate", 0.8, yaw=2.0),
    Frame(1, "head", "Stand1", 0.8, "Sad", yaw=0.4),
    Frame(2, "upper", "Clap", 0.4, "Angry", yaw=-0.6),
    Frame(5, "head", "MaleYawn", 2.0, yaw=0.3),
    Frame(6, "full", "FemaleAngry", 1.0, yaw=3.1),
    Frame(8, "full", "MaleCry", 1.5, pitch=0.9),
    Frame(9, "head", "FemaleShocked", 0.7, "eyes:LookLeft mouth:PhoneticW", pitch=-0.3),
]


class Both:
    """The two renderers, and what they are given."""

    def __init__(self, page: Any, site_url: str, loader: ModelLoader) -> None:
        self.page = SyntheticPage(page, site_url)
        self.loader = loader

    def draw_of(self, frame: Frame) -> AvatarDraw:
        """What the stage of a page would draw."""
        records = Records()
        stage = Stage(records)
        number = stage.create_target()
        stage.inputs[number, :2] = frame.yaw, frame.pitch
        stage.inputs[number, 5] = VIEWS.index(frame.view)
        player = stage.player(stage.add_player(number))
        player.animate(frame.animation)
        player.seek(frame.seconds)
        player.express(frame.expression)
        player.describe(AvatarDescription.create_random(rng=random.Random(frame.seed)), self.loader)
        folder.load_all(self.loader.library, self.loader.queue)
        stage.frame(0.0)
        return draw_of(records, player)

    def by_webgl(self, *draws: AvatarDraw | SilhouetteDraw, size: int = SIZE) -> NDArray[np.int64]:
        """The picture that the page draws."""
        memory, records = Memory(), Records()
        positions, indices = unit_sphere()
        for number, draw in enumerate(draws, 1):
            if isinstance(draw, SilhouetteDraw):
                records.draw_silhouette(draw)
                memory.sphere(number, positions, indices.tolist())
                continue
            records.draw_avatar(draw)
            model = draw.model
            opaque, decals, _ = model.counts
            memory.tiles(100 + number, model.atlas.tiles)
            memory.model(
                number,
                model.vertices,
                model.indices[:opaque].tolist(),
                model.indices[opaque : opaque + decals].tolist(),
                model.indices[opaque + decals :].tolist(),
                colors=model.parts[:64],
                windows=model.parts[64:],
                layers=model.layers,
                tiles=100 + number,
                index_bytes=model.indices.itemsize,
            )
        for number, draw in enumerate(draws, 1):
            row = records.floats[number - 1].copy()
            kind = SILHOUETTE if isinstance(draw, SilhouetteDraw) else AVATAR
            row.view(np.uint32)[1000:1004] = (kind, 1, number, 1)
            memory.records.append(row)
        self.page.load(memory)
        return self.page.draw(size, size).astype(np.int64)

    @staticmethod
    def by_software(*draws: AvatarDraw | SilhouetteDraw, size: int = SIZE) -> NDArray[np.int64]:
        """The picture that NumPy draws."""
        device = SoftwareDevice(size, size)
        for draw in draws:
            if isinstance(draw, SilhouetteDraw):
                device.draw_silhouette(draw)
            else:
                device.draw_avatar(draw)
        return device.picture().astype(np.int64)


@pytest.fixture(scope="module")
def both(browser: Browser, site_url: str, browser_config: dict[str, Any]) -> Iterator[Both]:
    """A page that draws with SwiftShader, and a library of its own with the project's catalogs."""
    from guarded_page import guarded_page

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wardrobe.installed, "_by_version", {})
        patch.setattr(avatar_animation.preset_clips, "_clips", None)
        library, queue = CatalogLibrary(wardrobe.installed), JobQueue()
        folder.install(CATALOGS, library, queue)
        with guarded_page(browser, site_url, browser_config) as page:
            pair = Both(page, site_url, ModelLoader(library, queue))
            assert "SwiftShader" in pair.page.renderer_name
            yield pair


def mean_difference(first: NDArray[np.int64], second: NDArray[np.int64]) -> float:
    """Of all channels of all pixels, of 255."""
    return float(np.abs(first - second).mean())


def overlap(first: NDArray[np.int64], second: NDArray[np.int64]) -> float:
    """What both show of the avatar, as a share of what either does."""
    a, b = first[..., 3] > 127, second[..., 3] > 127
    return float((a & b).sum() / (a | b).sum())


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.seed}-{frame.view}-{frame.animation}")
def test_both_draw_the_same_picture(
    both: Both, browser_config: dict[str, Any], monkeypatch: pytest.MonkeyPatch, frame: Frame
) -> None:
    draw = both.draw_of(frame)
    expected, drawn = both.by_webgl(draw), both.by_software(draw)
    assert (expected[..., 3] == 255).mean() > 0.05
    assert overlap(expected, drawn) >= browser_config["SILHOUETTE_OVERLAP"]
    assert mean_difference(expected, drawn) <= browser_config["MEAN_TOLERANCE"]
    monkeypatch.setattr(target, "DEPTH_PLACES", MIRRORED)
    mirrored = both.by_software(draw)
    assert mean_difference(expected, mirrored) <= browser_config["MEAN_TOLERANCE"] / 5
    assert (np.abs(expected - mirrored).max(-1) > 8).sum() <= 20


def test_both_draw_the_same_crowd_and_silhouettes(
    both: Both, browser_config: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Avatars that stand in each other, and the loading effect about them."""
    monkeypatch.setattr(target, "DEPTH_PLACES", MIRRORED)  # many more surfaces cross
    first, second = (both.draw_of(Frame(seed, "full", "Clap", 0.5)) for seed in (3, 4))
    worlds, color = silhouette(1.7, 0.4)
    shapes = [SilhouetteDraw(world, first.view, color) for world in worlds]
    expected, drawn = both.by_webgl(first, second, *shapes), both.by_software(first, second, *shapes)
    assert ((expected[..., 3] > 0) & (expected[..., 3] < 255)).sum() > 500
    assert overlap(expected, drawn) >= browser_config["SILHOUETTE_OVERLAP"]
    assert mean_difference(expected, drawn) <= browser_config["MEAN_TOLERANCE"]


@pytest.mark.parametrize("size", [48, 500])
def test_both_agree_at_other_sizes(
    both: Both, browser_config: dict[str, Any], monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """Small, with coarse mip levels of the face; large, with its finest one."""
    monkeypatch.setattr(target, "DEPTH_PLACES", MIRRORED)
    draw = both.draw_of(Frame(3, "head", "Stand0", 0.0, "Happy"))
    expected, drawn = both.by_webgl(draw, size=size), both.by_software(draw, size=size)
    assert overlap(expected, drawn) >= browser_config["SILHOUETTE_OVERLAP"]
    assert mean_difference(expected, drawn) <= browser_config["MEAN_TOLERANCE"]


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
    shown = decode_png(base64.b64decode(text), "shown").astype(np.int64)
    drawn = decode_png((tmp_path / "one.png").read_bytes(), "drawn").astype(np.int64)
    assert overlap(shown, drawn) >= browser_config["SILHOUETTE_OVERLAP"]
    assert mean_difference(shown, drawn) <= browser_config["MEAN_TOLERANCE"]
