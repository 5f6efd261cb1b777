"""Draw the pictures of the documentation into docs/images: python3 build/pictures.py."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - it may be run by any
    sys.exit(f"error: Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")

import subprocess
from pathlib import Path

from steps import chromium
from steps.paths import ROOT, VENV, VENV_PYTHON
from steps.prepare import prepare
from steps.progress import run_main

IMAGES = ROOT / "docs" / "images"


def main() -> int:
    """Draw them all."""
    _, site = prepare()
    if Path(sys.prefix) != VENV:  # Playwright and Pillow are there, and only there
        return subprocess.run([VENV_PYTHON, __file__], check=False).returncode
    sys.path.insert(0, str(ROOT / "py"))
    from cna_avatars.wardrobe import Slot
    from review.group import GROUP, GROUP_SHOT, write_group
    from review.sheets import person
    from review.studio import ReviewStudio

    IMAGES.mkdir(parents=True, exist_ok=True)
    with ReviewStudio(site, chromium.ensure()) as studio:
        write_group(studio.group(GROUP, GROUP_SHOT, 1280, 600), IMAGES / "group.png")
        studio.screenshot(
            1280, 800, IMAGES / "viewer.png", f"#{person(0, {Slot.hair: 3, Slot.top: 22, Slot.shoes: 61}, look=11)}"
        )
        studio.screenshot(390, 844, IMAGES / "viewer-phone.png")
    for path in sorted(IMAGES.glob("*.png")):
        print(f"  {path.relative_to(ROOT)}: {path.stat().st_size >> 10} KiB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(run_main(main))
