"""An avatar over any background: its edges pass into it, with no fringe of another colour."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cna_avatars.catalog.png import decode_png

from .element_page import ElementPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[2]
BACKGROUNDS = {"white": (255, 255, 255), "black": (0, 0, 0), "magenta": (255, 0, 255)}
WIDTH, HEIGHT = 160, 240


@pytest.fixture(scope="module", params=["webgl2", "webgpu"])
def avatars(
    request: pytest.FixtureRequest, browser: Browser, site_url: str, browser_config: dict[str, Any]
) -> Iterator[ElementPage]:
    """A page with one avatar that stands still."""
    from guarded_page import guarded_page

    with guarded_page(browser, site_url, browser_config) as page:
        opened = ElementPage(page, site_url, query=f"&renderer={request.param}")
        opened.add("one", code=opened.code(), animation="Wave", paused="")
        assert opened.evaluate("cnaAvatarsTest.renderer()") == request.param
        yield opened


def on_screen(avatars: ElementPage, element: str, background: str) -> NDArray[np.int64]:
    """What the browser shows of an element before a background, (height, width, 3)."""
    avatars.evaluate(
        "([id, color]) => { document.getElementById(id).style.background = color; }", [element, background]
    )
    shot = decode_png(avatars.page.locator(f"#{element}").screenshot(type="png"), "screenshot")
    assert shot.shape[:2] == (HEIGHT, WIDTH)
    return shot[..., :3].astype(np.int64)


def over(pixels: NDArray[np.int64], background: str) -> NDArray[np.int64]:
    """Premultiplied pixels over a colour, to the nearest number."""
    return pixels[..., :3] + (np.array(BACKGROUNDS[background]) * (255 - pixels[..., 3:]) + 127) // 255


def partly(pixels: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The pixels of the avatar's edges."""
    edge = (pixels[..., 3] > 0) & (pixels[..., 3] < 255)
    assert edge.sum() > 200
    assert (pixels[..., :3] <= pixels[..., 3:]).all()
    return edge


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_an_elements_edges_pass_into_the_page(avatars: ElementPage, background: str) -> None:
    text = avatars.evaluate(f"cnaAvatarsTest.readPixels(cnaAvatarsTest.targets()[0], {WIDTH}, {HEIGHT})")
    drawn = np.frombuffer(base64.b64decode(text), np.uint8).reshape(HEIGHT, WIDTH, 4).astype(np.int64)
    difference = np.abs(on_screen(avatars, "one", background) - over(drawn, background)).max(-1)
    assert difference[partly(drawn)].max() <= 2
    assert difference.max() <= 2


@pytest.mark.parametrize("avatars", ["webgl2"], indirect=True)
def test_the_software_renderers_file_passes_into_the_page(avatars: ElementPage, tmp_path: Path) -> None:
    """The picture of the command line, as an `img`."""
    options = ["--out", str(tmp_path / "one.png"), "--size", str(WIDTH), "--animation", "Wave"]
    command = [sys.executable, "-m", "cna_avatars", "render", avatars.code(), *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
    subprocess.run(command, env=environment, cwd=ROOT, check=True, timeout=120)
    data = (tmp_path / "one.png").read_bytes()
    drawn = decode_png(data, "one.png").astype(np.int64)
    partly(drawn)
    url = "data:image/png;base64," + base64.b64encode(data).decode()
    avatars.evaluate(
        f"""async () => {{
          const image = Object.assign(document.createElement("img"), {{ id: "file", src: {json.dumps(url)} }});
          image.style.cssText = "display: block; inline-size: {WIDTH}px; block-size: {WIDTH}px;";
          await image.decode();
          document.body.append(image);
        }}"""
    )
    for background in BACKGROUNDS:
        avatars.evaluate(f"document.getElementById('file').style.background = '{background}'")
        shot = decode_png(avatars.page.locator("#file").screenshot(type="png"), "screenshot")[..., :3].astype(np.int64)
        assert np.abs(shot - over(drawn, background)).max() <= 2
    avatars.evaluate("document.getElementById('file').remove()")
