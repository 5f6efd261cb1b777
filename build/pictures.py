"""Draw the pictures of the documentation into docs/images: python3 build/pictures.py [--sheets]."""

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
REVIEW = IMAGES / "review"
SHEET_WIDTH, QUALITY = 1400, 80


def shrink(path: Path) -> None:
    """Put a compressed picture in the place of a PNG."""
    from PIL import Image

    with Image.open(path) as picture:
        scale = min(1.0, SHEET_WIDTH / picture.width)
        size = (round(picture.width * scale), round(picture.height * scale))
        picture.resize(size, Image.Resampling.LANCZOS).save(path.with_suffix(".webp"), quality=QUALITY, method=6)
    path.unlink()


def main() -> int:
    """Draw the pictures of the pages, or with --sheets the review sheets."""
    _, site = prepare()
    if Path(sys.prefix) != VENV:  # Playwright and Pillow are there, and only there
        return subprocess.run([VENV_PYTHON, __file__, *sys.argv[1:]], check=False).returncode
    sys.path.insert(0, str(ROOT / "py"))
    from cna_avatars.wardrobe import Slot
    from review import side_by_side
    from review.group import GROUP, GROUP_SHOT, write_group
    from review.sheets import SHEETS, person
    from review.studio import ReviewStudio

    IMAGES.mkdir(parents=True, exist_ok=True)
    with ReviewStudio(site, chromium.ensure()) as studio:
        if sys.argv[1:] == ["--sheets"]:
            REVIEW.mkdir(exist_ok=True)
            for name in [name for name in SHEETS if not name.startswith("strip-")]:
                studio.draw(SHEETS[name], REVIEW / f"{name}.png")
                shrink(REVIEW / f"{name}.png")
                print(f"  {name}", flush=True)
            return 0
        write_group(studio.group(GROUP, GROUP_SHOT, 1280, 600), IMAGES / "group.png")
        studio.screenshot(
            1280, 800, IMAGES / "viewer.png", f"#{person(0, {Slot.hair: 3, Slot.top: 22, Slot.shoes: 61}, look=11)}"
        )
        studio.screenshot(390, 844, IMAGES / "viewer-phone.png")
    side_by_side.write(site, chromium.ensure(), ("person-03", "face-Female-08", "head-13"), IMAGES / "renderers.png")
    for path in sorted(IMAGES.glob("*.png")):
        print(f"  {path.relative_to(ROOT)}: {path.stat().st_size >> 10} KiB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(run_main(main))
