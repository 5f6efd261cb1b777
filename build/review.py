"""Draw contact sheets of the art through the real renderer: python3 build/review.py [SHEET ...] [--out FOLDER]."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - it may be run by any
    sys.exit(f"error: Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")

import argparse
import subprocess
from pathlib import Path

from steps import chromium
from steps.paths import VENV, VENV_PYTHON
from steps.prepare import prepare
from steps.progress import run_main

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Draw the sheets that are named, or all."""
    parser = argparse.ArgumentParser(prog="build/review.py", description="Draw contact sheets of the art.")
    parser.add_argument("sheets", nargs="*", help="names of sheets, or the beginning of names (default: all)")
    parser.add_argument("--out", type=Path, default=ROOT / ".cache" / "review", help="where to write (.cache/review)")
    parser.add_argument("--list", action="store_true", help="only tell which sheets there are")
    options = parser.parse_args()
    _, site = prepare()
    if Path(sys.prefix) != VENV:  # Playwright and Pillow are there, and only there
        return subprocess.run([VENV_PYTHON, __file__, *sys.argv[1:]], check=False).returncode
    sys.path.insert(0, str(ROOT / "py"))
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


if __name__ == "__main__":
    sys.exit(run_main(main))
