"""The renderers, compared frame by frame: pictures, a page and numbers in a folder."""

from collections.abc import Sequence
from pathlib import Path

from cna_avatars.assembly.loader import loader
from cna_avatars.host import folder as catalogs
from steps.progress import say

from .browser import CONFIG, ROOT, browsing
from .comparison import Bounds, compare_frames
from .frames import Frame
from .renderers import make
from .report import start_folder, write_page, write_pictures
from .results import Results

BOUNDS = Bounds(CONFIG["MEAN_TOLERANCE"], CONFIG["SILHOUETTE_OVERLAP"])

_FRAMES_A_LINE = 32


def run(site: Path, chromium: str | Path, names: Sequence[str], frames: Sequence[Frame], out: Path) -> Results:
    """Draw `frames` by the renderers `names`, write the page into `out`, and return what was found."""
    catalogs.install(ROOT / "catalogs")
    start_folder(out)
    with browsing(site, chromium) as (browser, url):
        renderers = [make(name, url, browser.new_page) for name in names]
        results = Results(BOUNDS, {renderer.name: renderer.device_name for renderer in renderers})
        for count, (comparison, pictures) in enumerate(compare_frames(frames, renderers, loader), 1):
            results.add(comparison)
            write_pictures(out, comparison, pictures)
            if results.is_outside(comparison):
                say(f"{comparison.frame.name} is out of bounds")
            if count % _FRAMES_A_LINE == 0 or count == len(frames):
                say(f"{count} of {len(frames)} frames")
    for pair in results.pairs:
        say(results.line(pair))
    say(str(write_page(out, results)))
    return results
