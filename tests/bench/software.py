"""How long the software renderer takes for a dressed avatar, in CPython and in Pyodide side by side."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "build"), str(ROOT / "py"), str(Path(__file__).parent)]

from machine import TABLE, heading, row
from pages import catalog_files, put_catalog_files, python_page, site_browser

ROUNDS = 9
VIEWS = ("full", "upper", "head")
# Pixels of a side, and samples in a pixel; the first is what the others are compared with.
SHAPES = ((256, 4), (256, 1), (512, 4), (512, 1))
# The same program on both sides: `files` are the catalog's, by name.
PROGRAM = """
import hashlib, json, random, time
from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.command.picture import VIEWS, draw_of
from cna_avatars.description import AvatarDescription
from cna_avatars.host.records import Records
from cna_avatars.host.stage import Stage
from cna_avatars.jobs import JobQueue
from cna_avatars.software import SoftwareDevice
from cna_avatars.wardrobe import WardrobeRegistry

def draws(files, view):
    by_hash = {hashlib.sha256(data).hexdigest(): data for data in files.values()}
    library, queue = CatalogLibrary(WardrobeRegistry()), JobQueue()
    library.install(files["catalog.json"])
    for seed in range(3, 6):
        records = Records()
        stage = Stage(records)
        target = stage.create_target()
        stage.inputs[target, 5] = VIEWS.index(view)
        player = stage.player(stage.add_player(target))
        player.animate("Wave")
        player.seek(0.8)
        player.describe(AvatarDescription.create_random(rng=random.Random(seed)), ModelLoader(library, queue))
        while queue.pump(1000.0):
            for file in library.take_requests():
                library.deliver(file.sha256, by_hash[file.sha256])
        stage.frame(0.0)
        yield draw_of(records, player)

def bench(files, view, shapes, rounds):
    taken = {f"{size},{samples}": [] for size, samples in shapes}
    for draw in draws(files, view):
        for number in range(rounds // 3 + 1):  # in turn, so that a busy machine slows all alike
            for size, samples in shapes:
                device = SoftwareDevice(size, size, samples)
                device.draw_avatar(draw)
                start = time.process_time()
                device.picture()
                if number:
                    taken[f"{size},{samples}"].append((time.process_time() - start) * 1000)
    return json.dumps(taken)
"""


def main() -> None:
    """Print the table."""
    from cna_avatars.host import folder

    folder.install(ROOT / "catalogs")
    files = catalog_files()
    scope: dict = {}
    exec(PROGRAM, scope)
    contents = {name: data for name, (_, data) in files.items()}
    native = {view: json.loads(scope["bench"](contents, view, SHAPES, ROUNDS)) for view in VIEWS}
    with site_browser() as (browser, url):
        page = python_page(browser, url)
        page.evaluate("(code) => { python(code); }", PROGRAM)
        put_catalog_files(page, url, files)
        run = "([view, shapes, rounds]) => python(`bench(files, '${view}', ${shapes}, ${rounds})`)"
        wasm = {view: json.loads(page.evaluate(run, [view, json.dumps(SHAPES), ROUNDS])) for view in VIEWS}
        version = f"Chromium {browser.version}"
    print(
        heading(f"A picture of a dressed avatar, time of one core; {ROUNDS} pictures each, of three avatars.", version)
    )
    print(TABLE)
    for view in VIEWS:
        for name, results in (("CPython", native), ("Pyodide", wasm)):
            first = sorted(results[view]["256,4"])[ROUNDS // 2]
            for size, samples in SHAPES:
                times = results[view][f"{size},{samples}"]
                ratio = sorted(times)[len(times) // 2] / first
                print(
                    row(
                        f"{name}: {view}, {size} × {size}, {samples} sample{'s' if samples > 1 else ''}",
                        times,
                        f"{ratio:.2f} × the first",
                    )
                )


if __name__ == "__main__":
    main()
