"""The page of a comparison: every frame's pictures and their magnified differences, the worst frame first."""

import json
from html import escape
from pathlib import Path
from typing import Final

import numpy as np

from cna_avatars.catalog.png import Pixels
from cna_avatars.command.png_writer import encode_png
from cna_avatars.software.compositing import over

from .comparison import Comparison, Pair
from .frames import SIZE
from .measures import TILE, Tile, differences
from .results import Results

MAGNIFIED: Final = 16
"""How many times as large differences are shown."""

_BACKGROUND: Final = (54, 60, 72)
_STYLE: Final = Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def start_folder(folder: Path) -> None:
    """Make `folder`, or take the pictures of an earlier comparison out of it."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()


def write_pictures(folder: Path, comparison: Comparison, pictures: dict[str, Pixels]) -> None:
    """Write what each renderer drew of a frame, and the differences."""
    name = comparison.frame.name
    files = {renderer: over(picture, _BACKGROUND) for renderer, picture in pictures.items()}
    for first, second in comparison.differences:
        files[f"{first}-{second}"] = magnified(pictures[first], pictures[second])
    for kind, pixels in files.items():
        (folder / f"{name}.{kind}.png").write_bytes(encode_png(pixels))


def write_page(folder: Path, results: Results) -> Path:
    """Write the numbers and the page, and return where the page lies."""
    (folder / "results.json").write_text(json.dumps(results.numbers(), indent=1) + "\n", encoding="utf-8")
    page = folder / "index.html"
    page.write_text(_page(results), encoding="utf-8")
    return page


def magnified(first: Pixels, second: Pixels) -> Pixels:
    """Return the difference of two pictures (height, width, 4) as one (height, width, 3); alpha's counts for all."""
    apart = differences(first, second).astype(np.uint16)
    largest = np.maximum(apart[..., :3], apart[..., 3:])
    return np.asarray(np.minimum(largest * MAGNIFIED, 255).astype(np.uint8))


def _page(results: Results) -> str:
    frames, bounds = results.worst_first, results.bounds
    devices = "".join(f"<li>{escape(name)}: {escape(device)}</li>" for name, device in results.devices.items())
    head = "<th>".join(("pair", "worst mean", "average", "worst overlap", "worst tile", "frames out of bounds"))
    rows = "".join(_row(results, pair) for pair in results.pairs)
    sections = "".join(_section(comparison, results) for comparison in frames)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Renderers compared: {len(frames)} frames</title>
<style>
{_STYLE}</style>
<h1>{len(frames)} frames, {len(results.outside)} out of bounds</h1>
<p>Allowed are a mean difference of {bounds.mean} of 255 and an overlap of {bounds.overlap}. The worst frame comes
first. Differences are shown {MAGNIFIED} times as large; the worst tile of {TILE} × {TILE} pixels has an outline.</p>
<ul>{devices}</ul>
<table><tr><th>{head}</tr>{rows}</table>
{sections}</html>
"""


def _row(results: Results, pair: Pair) -> str:
    found = results.summary(pair)
    mean, overlap, tile = (frame.differences[pair] for frame in (found.mean, found.overlap, found.tile))
    cells = (
        " and ".join(pair),
        _link(found.mean, f"{mean.mean:.4f}"),
        f"{found.average:.4f}",
        _link(found.overlap, f"{overlap.overlap:.5f}"),
        _link(found.tile, f"{tile.tile.mean:.2f}"),
        str(len(found.outside)),
    )
    return f"<tr><td>{'<td>'.join(cells)}</tr>"


def _link(comparison: Comparison, text: str) -> str:
    name = comparison.frame.name
    return f'{text} <a href="#{name}">{name}</a>'


def _section(comparison: Comparison, results: Results) -> str:
    frame, found = comparison.frame, comparison.differences
    tiles = [difference.tile for difference in found.values()]
    figures = [_figure(f"{frame.name}.{renderer}.png", renderer, tiles) for renderer in results.devices]
    for pair, difference in found.items():
        tile = difference.tile
        caption = (
            f"{' and '.join(pair)}: mean {difference.mean:.4f}, overlap {difference.overlap:.5f}, tile {tile.mean:.2f} "
            f"at ({tile.left}, {tile.top}), largest {difference.largest}"
        )
        figures.append(_figure(f"{frame.name}.{'-'.join(pair)}.png", caption, [tile]))
    title = (
        f"{frame.name} <small>{escape(f'{frame.animation} at {frame.share:.0%} {frame.expression}'.strip())}</small>"
    )
    outside = " class=outside" if results.is_outside(comparison) else ""
    return f'<section id="{frame.name}"><h2{outside}>{title}</h2><div>{"".join(figures)}</div></section>\n'


def _figure(source: str, caption: str, tiles: list[Tile]) -> str:
    outlines = "".join(f'<i style="left:{tile.left}px;top:{tile.top}px"></i>' for tile in dict.fromkeys(tiles))
    image = f'<img src="{source}" width="{SIZE}" height="{SIZE}" loading="lazy" alt="">'
    return f"<figure><div>{image}{outlines}</div><figcaption>{escape(caption)}</figcaption></figure>"
