"""What is pinned of a released catalog: hashes of all its files, and of avatars assembled from it."""

import hashlib
import json
from typing import Any

from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.description import Descriptor, encode
from cna_avatars.jobs import JobQueue
from cna_avatars.wardrobe import WardrobeRegistry
from steps.paths import ROOT
from steps.progress import SetupError

PINS = ROOT / "tests" / "catalog" / "released.json"
_COLORS = ((224, 172, 128), (36, 28, 24), (70, 46, 30), (220, 60, 56), (60, 80, 180), (60, 62, 70), (240, 240, 236))
# Body, height in millimetres, build, items: every slot, both bodies, hair under hats, both ends of the ranges.
_SAMPLES = (
    (0, 1680, 128, (3, 20, 42, 60, 0, 0)),
    (1, 2050, 255, (2, 22, 40, 61, 81, 100)),
    (0, 1450, 0, (4, 23, 41, 60, 80, 101)),
)


def pins(version: int) -> dict[str, Any]:
    """The hashes of catalogs/v<version> as it lies there: `manifest`, `files` by name, `avatars` by description."""
    root = ROOT / "catalogs" / f"v{version}"
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(root.iterdir())}
    manifest = files.pop("catalog.json")
    library, queue = CatalogLibrary(WardrobeRegistry()), JobQueue()
    own = library.install((root / "catalog.json").read_bytes())
    contents = {file: (root / name).read_bytes() for name, file in own.files.items()}
    loader = ModelLoader(library, queue)
    avatars = {}
    for body, height, build, items in _SAMPLES:
        data = encode(Descriptor(body, height, build, version, _COLORS, items))
        load = loader.load(data)
        while queue.pump(1000):
            for wanted in library.take_requests():
                library.deliver(wanted.sha256, contents[wanted])
        if load.model is None:
            raise load.error or RuntimeError("An avatar could not be assembled.")
        avatars[data.hex()[:122]] = load.model.digest
    return {"manifest": manifest, "files": files, "avatars": avatars}


def pinned() -> dict[str, Any]:
    """What was pinned, by version as in "v1"."""
    found: dict[str, Any] = json.loads(PINS.read_text(encoding="utf-8")) if PINS.is_file() else {}
    return found


def release(version: int) -> None:
    """Pin a version for ever; SetupError if it is pinned already."""
    name, every = f"v{version}", pinned()
    if name in every:
        raise SetupError(f"catalogs/{name} is released and never changes. Make a new version.")
    every[name] = pins(version)
    PINS.write_text(json.dumps(every, indent=1, sort_keys=True) + "\n", encoding="utf-8")
