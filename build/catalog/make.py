"""Writes a catalog folder: a GLB for each body and item, clips, face atlas, manifest."""

import hashlib
import importlib
import importlib.util
import json
import time
from collections.abc import Callable
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from catalog.anatomy import ANATOMIES
from catalog.body import Figure, body_parts
from catalog.glb_writer import Part, write_model
from catalog.recipes import ITEMS, Item
from catalog.rig import RIGS
from cna_avatars.enums import AvatarAnimationPreset

VERSION = 1
RIG_NAME = "cna-avatar-71"
BODIES = ("female", "male")
_ANIMATIONS, _ATLAS, _MANIFEST = "animations.glb", "face_features.png", "catalog.json"
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


def build_model(job: Job) -> tuple[Job, bytes, list[tuple[str, int]], float]:
    """A model's bytes, its parts' triangle counts and the seconds it took."""
    started = time.perf_counter()
    name, body, under_hat = job
    figure = Figure(ANATOMIES[body])
    rig = RIGS[body]
    extras: dict[str, Any] = {"rig": RIG_NAME, "bodyType": body, "authoredHeight": rig.height, "name": name}
    if name == "body":
        parts = body_parts(figure)
        extras |= {"asset": "body"}
    else:
        item = next(item for item in ITEMS if item.name == name)
        parts = _item_parts(item, figure, under_hat)
        extras |= {"asset": "item", "id": item.id, "slot": item.slot, "underHat": under_hat}
    counts = [(part.name, len(part.triangles)) for part in parts]
    return job, write_model(parts, rig, extras), counts, time.perf_counter() - started


def _item_parts(item: Item, figure: Figure, under_hat: bool) -> list[Part]:
    if not under_hat:
        return item.parts(figure)
    if item.hat_parts is None:
        raise ValueError(f"{item.name}: has no form under a hat")
    return item.hat_parts(figure)


def make(folder: Path, processes: int = 2, report: Callable[[str], None] = print) -> None:
    """Writes the whole catalog into `folder` (made if missing), one line of progress a file."""
    started = time.perf_counter()
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, bytes] = {}
    with Pool(processes) as pool:
        for job, data, counts, seconds in pool.imap(build_model, jobs()):
            files[file_name(job)] = data
            listed = ", ".join(f"{name} {count}" for name, count in counts[:6])
            report(
                f"{file_name(job)}: {len(data)} bytes, "
                f"{sum(count for _, count in counts)} triangles ({listed}), {seconds:.1f} s"
            )
    animations = _optional("motion", "build_animations")
    if animations is not None:
        files[_ANIMATIONS] = animations()
    atlas, layout = _optional("face", "build_atlas"), {}
    if atlas is not None:
        files[_ATLAS], layout = atlas()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / _MANIFEST).write_bytes(manifest(files, layout))
    report(
        f"{len(files) + 1} files, {sum(len(data) for data in files.values())} bytes, "
        f"{time.perf_counter() - started:.1f} s"
    )


def _optional(module: str, function: str) -> Any:
    """A function of a sub-package that may not be there yet; errors inside it are not hidden."""
    if importlib.util.find_spec(f"catalog.{module}") is None:
        return None
    return getattr(importlib.import_module(f"catalog.{module}"), function)


def manifest(files: dict[str, bytes], layout: dict[str, Any]) -> bytes:
    """catalog.json: every file by size and hash, bodies, items, face layout, presets."""
    assets = [
        {"name": name, "sha256": hashlib.sha256(files[name]).hexdigest(), "size": len(files[name])}
        for name in sorted(files)
    ]
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
        "face": {"asset": _ATLAS, "layout": layout},
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
