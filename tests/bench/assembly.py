"""How long it takes to assemble an avatar, in CPython and in Pyodide side by side."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "build"), str(ROOT / "py"), str(Path(__file__).parent)]

from machine import TABLE, heading, row
from pages import catalog_files, put_catalog_files, python_page, site_browser

ROUNDS = 12
# The same program on both sides: `files` are the catalog's, by name.
PROGRAM = """
import gc, json, random, time
from cna_avatars import wardrobe
from cna_avatars.assembly.assemble import assemble
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.description.random import random_descriptor
from cna_avatars.jobs import JobQueue
from cna_avatars.wardrobe import WardrobeRegistry

def bench(files, rounds):
    import hashlib
    manifest = files["catalog.json"]
    by_hash = {hashlib.sha256(data).hexdigest(): data for data in files.values()}
    people = [random_descriptor(wardrobe.installed.newest(), bits=random.Random(seed)) for seed in range(rounds)]
    def run(library, descriptor):
        queue = JobQueue()
        queue.submit("model", lambda: assemble(descriptor, library))
        start = time.perf_counter()
        steps = []
        while len(queue):
            before = time.perf_counter()
            queue.pump(0.0)
            steps.append(time.perf_counter() - before)
            for file in library.take_requests():
                library.deliver(file.sha256, by_hash[file.sha256])
        return time.perf_counter() - start, max(steps)
    first, later, longest = [], [], []
    for descriptor in people:
        library = CatalogLibrary(WardrobeRegistry())
        library.install(manifest)
        first.append(run(library, descriptor)[0] * 1000)
    for descriptor in people:  # files read, the avatar new
        run(library, descriptor)
    gc.collect()
    for descriptor in people:
        seconds, step = run(library, descriptor)
        later.append(seconds * 1000)
        longest.append(step * 1000)
    return json.dumps([first, later, longest])
"""


def main() -> None:
    """Print the table."""
    from cna_avatars.host import folder

    folder.install(ROOT / "catalogs")
    files = catalog_files()
    scope: dict = {}
    exec(PROGRAM, scope)
    native = json.loads(scope["bench"]({name: data for name, (_, data) in files.items()}, ROUNDS))
    with site_browser() as (browser, url):
        page = python_page(browser, url)
        page.evaluate("(code) => { python(code); }", PROGRAM)
        put_catalog_files(page, url, files)
        wasm = json.loads(page.evaluate(f"python('bench(files, {ROUNDS})')"))
        version = f"Chromium {browser.version}"
    print(heading(f"Assembly of {ROUNDS} random avatars, one after another.", version))
    print(TABLE)
    for name, ours, theirs in zip(
        ("every file read anew", "files read before, avatar new", "its longest step"), wasm, native, strict=True
    ):
        middle = sorted(ours)[ROUNDS // 2] / sorted(theirs)[ROUNDS // 2]
        print(row(f"CPython: {name}", theirs))
        print(row(f"Pyodide: {name}", ours, f"{middle:.1f} × CPython"))


if __name__ == "__main__":
    main()
