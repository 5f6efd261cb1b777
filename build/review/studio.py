"""The real renderer as a photographer: shots in, contact sheets out."""

import base64
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from .browser import browsing
from .shots import Sheet, Shot

_BACKGROUND = (226, 231, 240)
_LABEL_HEIGHT = 18
_PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>Review</title><canvas id=stage></canvas></html>"
_SCRIPT = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
_SHOOT = "({ shot, width, height }) => globalThis.review.shoot(shot, width, height)"


class ReviewStudio:
    """A browser with one page that takes shots; use it as a context."""

    def __init__(self, site: Path, chromium: str | Path) -> None:
        self._where = site, chromium
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._browser, self._url = self._stack.enter_context(browsing(*self._where))
        self._page = self._browser.new_page()
        self._page.set_default_timeout(120_000)
        self._page.route("**/review.html*", lambda route: route.fulfill(body=_PAGE, content_type="text/html"))
        self._page.goto(f"{self._url}review.html?test=1")
        self._page.add_script_tag(content=_SCRIPT)
        self._page.evaluate("(base) => globalThis.review.open(base)", self._url)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def shoot(self, shot: Shot, width: int, height: int) -> NDArray[np.uint8]:
        """Return a shot (height, width, 4) uint8, premultiplied."""
        text = self._page.evaluate(_SHOOT, {"shot": asdict(shot), "width": width, "height": height})
        return np.frombuffer(base64.b64decode(text), np.uint8).reshape(height, width, 4)

    def group(self, people: list[dict[str, Any]], shot: Shot, width: int, height: int) -> NDArray[np.uint8]:
        """Return several avatars in one picture (height, width, 4) uint8, premultiplied."""
        text = self._page.evaluate(
            "({ people, shot, width, height }) => globalThis.review.group(people, shot, width, height)",
            {"people": people, "shot": asdict(shot), "width": width, "height": height},
        )
        return np.frombuffer(base64.b64decode(text), np.uint8).reshape(height, width, 4)

    def screenshot(self, width: int, height: int, path: Path, fragment: str = "") -> None:
        """Write a picture of the viewer page with a ready avatar."""
        page = self._browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"{self._url}{fragment}")
        page.wait_for_selector("body[data-state=ready]", timeout=60_000)
        page.wait_for_timeout(1500)
        page.screenshot(path=path)
        page.close()

    def draw(self, sheet: Sheet, path: Path) -> None:
        """Take the shots of a sheet and write it."""
        rows = -(-len(sheet.shots) // sheet.columns)
        cell = sheet.height + _LABEL_HEIGHT
        image = Image.new("RGB", (sheet.columns * sheet.width, rows * cell), _BACKGROUND)
        pen = ImageDraw.Draw(image)
        font = ImageFont.load_default(size=13)
        for index, shot in enumerate(sheet.shots):
            x, y = index % sheet.columns * sheet.width, index // sheet.columns * cell
            pixels = self.shoot(shot, sheet.width, sheet.height).astype(np.uint16)
            over = pixels[..., :3] + np.array(_BACKGROUND, np.uint16) * (255 - pixels[..., 3:]) // 255
            image.paste(Image.fromarray(np.minimum(over, 255).astype(np.uint8)), (x, y + _LABEL_HEIGHT))
            pen.text((x + 4, y + 1), shot.label, fill=(40, 46, 60), font=font)
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(path)
