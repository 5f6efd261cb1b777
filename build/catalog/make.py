"""Writes a catalog folder: a GLB for each body and item, clips, face atlas, manifest."""

import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from catalog.anatomy import ANATOMIES
from catalog.body import Figure, body_parts
from catalog.face import build_atlas
from catalog.glb_writer import Part, write_model
from catalog.motion import build_animations
from catalog.recipes import ITEMS, Item
from catalog.rig import RIGS
from cna_avatars.enums import AvatarAnimationPreset

VERSION = 1
RIG_NAME = "cna-avatar-71"
BODIES = ("female", "male")
_ANIMATIONS, _ATLAS, MANIFEST = "animations.glb", "face_features.png", "catalog.json"
_NOTE = "Original art, made from signed distance fields by build/catalog. CC0-1.0."
Job = tuple[str, str, bool]  # item name or "body", body, under a hat


def jobs() -> list[Job]:
    """Every model of the catalog, in the order in which it is made."""
    result: list[Job] = [("body", body, False) for body in BODIES]
    for item in ITEMS:
        for under_hat in (False, True) if item.hat_parts else (False,):
            result += [(item.name, body, under_hat) for body in BODIES]
    return result


def file_name(job: Job) -> str:
    """As in `hair_short.hat.female.glb`."""
    name, body, under_hat = job
    return f"{name}{'.hat' if under_hat else ''}.{body}.glb"


def file_names() -> list[str]:
    """Every file of the catalog but the manifest, which names them; the longest to make come first."""
    return [_ANIMATIONS, _ATLAS, *(file_name(job) for job in jobs())]


def build_file(name: str) -> bytes:
    """The bytes of one of `file_names()`."""
    if name == _ANIMATIONS:
        return build_animations()
    if name == _ATLAS:
        return build_atlas()[0]
    return build_model(next(job for job in jobs() if file_name(job) == name))


def build_model(job: Job) -> bytes:
    """A model's GLB."""
    name, body, under_hat = job
    figure = Figure(ANATOMIES[body])
    rig = RIGS[body]
    extras: dict[str, Any] = {"rig": RIG_NAME, "bodyType": body, "authoredHeight": rig.height, "name": name}
    if name == "body":
        return write_model(body_parts(figure), rig, extras | {"asset": "body"})
    item = next(item for item in ITEMS if item.name == name)
    extras |= {"asset": "item", "id": item.id, "slot": item.slot, "underHat": under_hat}
    return write_model(_item_parts(item, figure, under_hat), rig, extras)


def _item_parts(item: Item, figure: Figure, under_hat: bool) -> list[Part]:
    if not under_hat:
        return item.parts(figure)
    if item.hat_parts is None:
        raise ValueError(f"{item.name}: has no form under a hat")
    return item.hat_parts(figure)


def make(folder: Path, processes: int = 2, report: Callable[[str], None] = print) -> None:
    """Writes the whole catalog into `folder` (made if missing), one line of progress a file."""
    from multiprocessing import Pool  # not there in Pyodide, which makes single files

    started = time.perf_counter()
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, bytes] = {}
    with Pool(processes) as pool:
        for name, data, seconds in pool.imap_unordered(_timed, file_names()):
            files[name] = data
            report(f"{len(files):3} of {len(file_names())}  {name}: {len(data)} bytes, {seconds:.1f} s")
    for name, data in files.items():
        (folder / name).write_bytes(data)
    hashes = {name: (len(data), hashlib.sha256(data).hexdigest()) for name, data in files.items()}
    (folder / MANIFEST).write_bytes(manifest(hashes))
    total = sum(len(data) for data in files.values())
    report(f"{len(files) + 1} files, {total} bytes, {time.perf_counter() - started:.1f} s")


def _timed(name: str) -> tuple[str, bytes, float]:
    started = time.perf_counter()
    return name, build_file(name), time.perf_counter() - started


def manifest(files: dict[str, tuple[int, str]]) -> bytes:
    """catalog.json: every file by size and SHA-256, as given, then bodies, items, face layout, presets."""
    assets = [{"name": name, "sha256": files[name][1], "size": files[name][0]} for name in sorted(files)]
    document = {
        "format": 1,
        "rig": RIG_NAME,
        "catalogVersion": VERSION,
        "note": _NOTE,
        "assets": assets,
        "bodies": {
            body: {"asset": f"body.{body}.glb", "authoredHeightMillimeters": round(RIGS[body].height * 1000)}
            for body in BODIES
        },
        "items": [_manifest_item(item) for item in ITEMS],
        "face": {"asset": _ATLAS, "layout": build_atlas()[1]},
        "animations": {"asset": _ANIMATIONS, "presets": [preset.name for preset in AvatarAnimationPreset]},
    }
    return (json.dumps(document, indent=1, sort_keys=True) + "\n").encode()


def _manifest_item(item: Item) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": item.id,
        "slot": item.slot,
        "name": item.name,
        "random": dict(zip(BODIES, item.random, strict=True)),
        "assets": {body: file_name((item.name, body, False)) for body in BODIES},
    }
    if item.hat_parts is not None:
        entry["hatAssets"] = {body: file_name((item.name, body, True)) for body in BODIES}
    if item.covers_hair:
        entry["coversHair"] = True
    return entry
