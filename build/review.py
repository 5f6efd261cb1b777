"""Look at the art, and at how the renderers differ.

python3 build/review.py [SHEET ...] [--out FOLDER] draws contact sheets by the page's renderer;
python3 build/review.py --compare [--renderers NAMES] [--frames PREFIX] compares all renderers over 257 frames.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - it may be run by any
    sys.exit(f"error: Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")

import argparse
import subprocess
from pathlib import Path

from steps import chromium
from steps.paths import VENV, VENV_PYTHON
from steps.prepare import prepare
from steps.progress import SetupError, run_main, step

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Draw the sheets that are named, or all; or compare the renderers, and fail if a frame is out of bounds."""
    parser = argparse.ArgumentParser(prog="build/review.py", description="Draw contact sheets, or compare renderers.")
    parser.add_argument("sheets", nargs="*", help="names of sheets, or the beginning of names (default: all)")
    parser.add_argument("--out", type=Path, default=ROOT / ".cache" / "review", help="where to write (.cache/review)")
    parser.add_argument("--list", action="store_true", help="only tell which sheets there are")
    parser.add_argument("--compare", action="store_true", help="compare the renderers instead of drawing sheets")
    parser.add_argument(
        "--renderers", default="webgl2,webgpu,software", help="which (webgl2,webgpu,software; mirrored)"
    )
    parser.add_argument("--frames", default="", metavar="PREFIX", help="only the frames whose names begin so")
    options = parser.parse_args()
    _, site = prepare()
    if Path(sys.prefix) != VENV:  # Playwright and Pillow are there, and only there
        return subprocess.run([VENV_PYTHON, __file__, *sys.argv[1:]], check=False).returncode
    sys.path.insert(0, str(ROOT / "py"))
    if options.compare:
        return compare(site, options)
    from review.sheets import SHEETS

    chosen = {
        name: sheet for name, sheet in SHEETS.items() if not options.sheets or name.startswith(tuple(options.sheets))
    }
    if options.list or not chosen:
        print("\n".join(SHEETS))
        return 0 if options.list else 1
    from review.studio import ReviewStudio

    with ReviewStudio(site, chromium.ensure()) as studio:
        for name, sheet in chosen.items():
            path = options.out / f"{name}.png"
            studio.draw(sheet, path)
            print(f"  {path}", flush=True)
    return 0


def compare(site: Path, options: argparse.Namespace) -> int:
    """Compare the renderers over the frames that are named."""
    from review.compare import run
    from review.frames import FRAMES
    from review.renderers import RENDERERS

    names = list(dict.fromkeys(options.renderers.split(",")))
    unknown = [name for name in names if name not in RENDERERS]
    if unknown or len(names) < 2:
        raise SetupError(f"Expected two or more of {', '.join(RENDERERS)}; got {options.renderers!r}.")
    frames = [frame for frame in FRAMES if frame.name.startswith(options.frames)]
    if not frames:
        raise SetupError(
            f"Expected the beginning of a frame's name, such as view or clip-Wave; got {options.frames!r}."
        )
    with step(f"{len(frames)} frames by {', '.join(names)}"):
        results = run(site, chromium.ensure(), names, frames, options.out / "compare")
    return 1 if results.outside else 0


if __name__ == "__main__":
    sys.exit(run_main(main))
