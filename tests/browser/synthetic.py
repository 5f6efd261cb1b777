"""Pages that draw memory images (build/review/memory_image.py), for the tests."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import numpy as np

from review.memory_image import (
    AVATAR,
    IDENTITY,
    QUAD_INDICES,
    QUAD_UVS,
    SILHOUETTE,
    Memory,
    quad,
    record,
    vertices,
)
from review.renderers import open_harness

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from playwright.sync_api import Page

__all__ = [
    "AVATAR",
    "IDENTITY",
    "QUAD_INDICES",
    "QUAD_UVS",
    "SILHOUETTE",
    "Memory",
    "SyntheticPage",
    "quad",
    "record",
    "vertices",
]


class SyntheticPage:
    """A page that draws memory images."""

    def __init__(self, page: Page, site_url: str, samples: int | None = None, renderer: str = "webgl2") -> None:
        """Open the page; `samples` a pixel, as many as the device gives if None; `renderer` webgl2 or webgpu."""
        self.page = page
        self.renderer_name = open_harness(page, site_url, renderer, samples)

    def clear(self) -> None:
        """Forgets everything that was loaded."""
        self.page.evaluate("harness.clear()")

    def errors(self) -> list[str]:
        """The errors that the graphics interface reports."""
        errors: list[str] = self.page.evaluate("harness.device.errors()")
        return errors

    def load(self, memory: Memory) -> None:
        """Hands a memory image over, as one frame."""
        self.page.evaluate("(payload) => harness.load(payload)", memory.payload())

    def draw(
        self, width: int, height: int, *, picture: int = 1, how: str = "draw", shadow: bool = False
    ) -> NDArray[np.uint8]:
        """A picture's pixels: (height, width, 4) premultiplied. `how` is "draw" or "present"."""
        text = self.page.evaluate("([how, ...size]) => harness[how](...size)", [how, picture, width, height, shadow])
        return np.frombuffer(base64.b64decode(text), dtype=np.uint8).reshape(height, width, 4)

    def evaluate(self, expression: str) -> Any:
        """Shorthand for the page's own evaluate."""
        return self.page.evaluate(expression)
