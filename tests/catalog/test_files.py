"""The manifest names every file of the folder by size and hash, and every item has its files."""

import hashlib
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

BODIES = {"female", "male"}


def test_every_listed_file_has_its_size_and_hash(manifest: dict[str, Any], catalog_folder: Path) -> None:
    for asset in manifest["assets"]:
        data = (catalog_folder / asset["name"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (asset["size"], asset["sha256"]), asset["name"]


def test_the_folder_holds_the_listed_files_and_no_other(manifest: dict[str, Any], catalog_folder: Path) -> None:
    listed = [asset["name"] for asset in manifest["assets"]]
    assert sorted([*listed, "catalog.json"]) == sorted(path.name for path in catalog_folder.iterdir())
    assert len(set(listed)) == len(listed)


def test_names_and_sizes_keep_the_readers_limits(manifest: dict[str, Any]) -> None:
    for asset in manifest["assets"]:
        assert re.fullmatch(r"[a-z0-9_-][a-z0-9_.-]{0,63}", asset["name"])
        assert 1 <= asset["size"] <= 8 << 20


def test_the_whole_catalog_is_at_most_four_megabytes(catalog_folder: Path) -> None:
    assert sum(path.stat().st_size for path in catalog_folder.iterdir()) <= 4_000_000


def test_every_item_has_files_for_both_bodies(manifest: dict[str, Any]) -> None:
    listed = {asset["name"] for asset in manifest["assets"]}
    for item in manifest["items"]:
        assert set(item["assets"]) == BODIES
        assert listed.issuperset([*item["assets"].values(), *item.get("hatAssets", {}).values()]), item["name"]


def test_ids_are_unique_and_required_slots_are_filled_for_both_bodies(manifest: dict[str, Any]) -> None:
    items = manifest["items"]
    every = [item["id"] for item in items]
    assert len(set(every)) == len(every)
    for slot in ("hair", "top", "bottom", "shoes"):
        for body in BODIES:
            assert any(item["slot"] == slot and item["random"][body] > 0 for item in items), (slot, body)


def test_hair_alone_has_hat_files_and_hats_alone_cover_hair(manifest: dict[str, Any]) -> None:
    for item in manifest["items"]:
        assert ("hatAssets" in item) == (item["slot"] == "hair"), item["name"]
        assert not item.get("coversHair", False) or item["slot"] == "hat", item["name"]


def test_the_manifest_lists_31_presets(manifest: dict[str, Any]) -> None:
    presets = manifest["animations"]["presets"]
    assert len(presets) == len(set(presets)) == 31
    assert (presets[0], presets[8], presets[30]) == ("Stand0", "Clap", "MaleYawn")


def test_version_1_offers_no_facial_hair_and_no_face_shapes(manifest: dict[str, Any]) -> None:
    assert manifest["catalogVersion"] == 1
    assert "featureItems" not in manifest
    assert "faceControls" not in manifest


@pytest.mark.parametrize("body", sorted(BODIES))
def test_one_avatars_files_are_at_most_500_kilobytes_compressed(
    manifest: dict[str, Any], catalog_folder: Path, body: str
) -> None:
    """Manifest, face, body and the heaviest item of each slot; animations are the same for all and kept once."""
    sizes = {path.name: len(zlib.compress(path.read_bytes(), 9)) for path in catalog_folder.iterdir()}
    heaviest: dict[str, int] = {}
    for item in manifest["items"]:
        size = max(sizes[entry[body]] for entry in (item["assets"], item.get("hatAssets", item["assets"])))
        heaviest[item["slot"]] = max(heaviest.get(item["slot"], 0), size)
    total = sizes["catalog.json"] + sizes["face_features.png"] + sizes[f"body.{body}.glb"] + sum(heaviest.values())
    print(f"{body}: {total} bytes")
    assert total <= 500_000
