"""One picture of what every renderer draws of some frames, and their differences."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from cna_avatars.assembly.loader import loader
from cna_avatars.catalog.png import Pixels
from cna_avatars.host import folder as catalogs

from .browser import ROOT, browsing
from .comparison import compare_frames
from .frames import FRAMES
from .measures import differences
from .renderers import BROWSER, SOFTWARE, make

NAMES: Final = (*BROWSER, SOFTWARE)
MAGNIFIED: Final = 16
_BACKGROUND: Final = np.array((226, 231, 240))


def write(site: Path, chromium: str | Path, frames: Sequence[str], path: Path) -> None:
    """Write a PNG: a row for each frame, by WebGL2, WebGPU and NumPy, then the first against the others, magnified."""
    catalogs.install(ROOT / "catalogs")
    chosen = [frame for frame in FRAMES if frame.name in frames]
    rows = []
    with browsing(site, chromium) as (browser, url):
        renderers = [make(name, url, browser.new_page) for name in NAMES]
        for _, pictures in compare_frames(chosen, renderers, loader):
            first, *others = pictures.values()
            rows.append([*map(_over_background, (first, *others)), *(_magnified(first, other) for other in others)])
    Image.fromarray(np.concatenate([np.concatenate(row, axis=1) for row in rows])).save(path)


def _over_background(pixels: Pixels) -> Pixels:
    return (pixels[..., :3] + _BACKGROUND * (255 - pixels[..., 3:].astype(np.int64)) // 255).astype(np.uint8)


def _magnified(first: Pixels, second: Pixels) -> Pixels:
    apart = differences(first, second)[..., :3].astype(np.int64)
    return (255 - np.minimum(MAGNIFIED * apart, 255)).astype(np.uint8)
