import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from cna_avatars.catalog.face_controls import OpKind
from cna_avatars.catalog.manifest import read_manifest
from cna_avatars.errors import ContentLoadError
from cna_avatars.wardrobe import Slot

from .helpers import tiny_catalog

BASE, FILES = tiny_catalog.catalog()
CONTROL = {
    "parameter": 3,
    "name": "chinSize",
    "scope": "face",
    "ops": [{"centre": [0, 1.4, 0.1], "radii": [0.1, 0.1, 0.1], "inner": 0.3, "scale": [1.3, 1.3, 1.3]}],
}


def read(manifest: dict[str, Any]) -> Any:
    return read_manifest(json.dumps(manifest).encode())


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    manifest = copy.deepcopy(BASE)
    change(manifest)
    return manifest


def put(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Return a change that sets the last of `path` at the keys before it."""

    def change(manifest: dict[str, Any]) -> None:
        entry: Any = manifest
        for key in path[:-2]:
            entry = entry[key]
        entry[path[-2]] = path[-1]

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(manifest: dict[str, Any]) -> None:
        entry: Any = manifest
        for key in path[:-1]:
            entry = entry[key]
        del entry[path[-1]]

    return change


def test_a_manifest_says_what_there_is() -> None:
    manifest = read(BASE)
    assert manifest.version == 1
    assert manifest.wardrobe.authored_height_mm == (1680, 1800)
    assert [item.id for item in manifest.wardrobe.of_slot(Slot.hair)] == [1, 2]
    assert manifest.wardrobe.default(Slot.top) == 20
    assert manifest.wardrobe.default(Slot.hat) == 0
    assert manifest.items[100].covers_hair
    assert manifest.items[1].hat_files[0] == manifest.files["hair_short.hat.glb"]
    assert manifest.items[2].hat_files is None
    assert manifest.face_layout.tile_count == 80


def test_weights_controls_and_features_are_read() -> None:
    def change(manifest: dict[str, Any]) -> None:
        manifest["items"][1]["random"] = {"female": 0.4, "male": 0}
        feature = copy.deepcopy(manifest["items"][0])
        del feature["hatAssets"]
        manifest["featureItems"] = [{**feature, "id": 122, "slot": "facialHair", "name": "facial_beard"}]
        manifest["faceControls"] = {"female": [CONTROL], "male": []}

    manifest = read(changed(change))
    assert manifest.wardrobe.by_id[2].weights == (0.4, 0.0)
    assert manifest.wardrobe.of_slot(Slot.facial_hair)[0].id == 122
    assert manifest.wardrobe.has_face_controls == (True, False)
    assert manifest.face_controls[0][0].ops[0].kind is OpKind.scale


A_HASH = "0" * 64
BROKEN: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (put("format", 2), "whole number of 1 to 1 at format; got 2"),
    (put("format", True), "at format; got True"),
    (put("rig", "other"), "'cna-avatar-71' at rig"),
    (put("reader", 2), "at reader; got 2"),
    (put("catalogVersion", 0), "at catalogVersion"),
    (put("catalogVersion", 65536), "at catalogVersion"),
    (drop("bodies"), "a field 'bodies' at the top"),
    (put("assets", []), "1 to 256 elements at assets"),
    (put("assets", {}), "an array at assets"),
    (put("assets", 0, "name", "../x"), r"assets\[0\].name"),
    (put("assets", 0, "name", ".hidden"), r"assets\[0\].name"),
    (put("assets", 0, "name", "A.glb"), r"assets\[0\].name"),
    (put("assets", 0, "name", "a" * 65), r"assets\[0\].name"),
    (put("assets", 1, "name", "body.female.glb"), "a name that no other asset has"),
    (put("assets", 0, "sha256", A_HASH.upper()[:-1] + "G"), r"assets\[0\].sha256"),
    (put("assets", 0, "size", 0), r"assets\[0\].size"),
    (put("assets", 0, "size", (8 << 20) + 1), r"assets\[0\].size"),
    (put("bodies", "female", "asset", "nobody.glb"), "a listed asset at bodies.female.asset"),
    (put("bodies", "male", "authoredHeightMillimeters", 1449), "authoredHeightMillimeters"),
    (drop("bodies", "male"), "'male' at bodies"),
    (put("items", 0, "slot", "facialHair"), r"items\[0\].slot"),
    (put("items", 0, "id", 0), r"items\[0\].id"),
    (put("items", 1, "id", 1), "an id that no other item has"),
    (put("items", 2, "hatAssets", {"female": "x", "male": "x"}), "no hatAssets outside the hair slot"),
    (put("items", 2, "coversHair", True), "no coversHair outside the hat slot"),
    (put("items", -1, "coversHair", 1), "true or false"),
    (put("items", 0, "random", {"female": -1, "male": 1}), "a number of 0 to 1000"),
    (put("items", 0, "random", {"female": 1001, "male": 1}), "a number of 0 to 1000"),
    (drop("animations", "presets", 0), "31 to 31 elements at animations.presets"),
    (put("animations", "presets", 0, "Wave"), "the 31 presets"),
    (put("face", "layout", "tileSize", 7), "tileSize"),
    (put("face", "layout", "width", 100), "width"),
    (put("face", "layout", "height", 41), "a multiple of 8"),
    (drop("face", "layout", "eyes", "Blink"), "'Blink' at face.layout.eyes"),
    (drop("face", "layout", "mouths", "PhoneticDth"), "PhoneticDth"),
    (put("face", "layout", "eyes", "Sad", {"left": [0, 80], "right": [0, 0]}), "0 to 79"),
    (put("face", "layout", "eyebrows", "Raised", {"left": -1, "right": 0}), "0 to 79"),
    (put("faceControls", {"female": []}), "'male' at faceControls"),
    (put("faceControls", {"female": [{**CONTROL, "parameter": 16}], "male": []}), "parameter"),
    (put("faceControls", {"female": [{**CONTROL, "scope": "body"}], "male": []}), "'face' or 'head'"),
    (put("faceControls", {"female": [CONTROL] * 33, "male": []}), "0 to 32 elements"),
    (put("faceControls", {"female": [{**CONTROL, "ops": CONTROL["ops"] * 9}], "male": []}), "0 to 8 elements"),
]
OP = CONTROL["ops"][0]
for change, words in [
    ({"scale": [2.1, 1, 1]}, "0.5 to 2"),
    ({"radii": [0, 1, 1]}, "0.001 to 1"),
    ({"inner": 1}, "inner"),
    ({"centre": [0, 6, 0]}, "centre"),
    ({"move": [0, 0, 0]}, "exactly one of scale, move, rotate"),
]:
    control = {**CONTROL, "ops": [{**OP, **change}]}
    BROKEN.append((put("faceControls", {"female": [control], "male": []}), words))
for op, words in [
    ({"rotate": [0, 0, 0.0001], "degrees": 3}, "an axis of length"),
    ({"rotate": [0, 0, 1], "degrees": 46}, "degrees"),
    ({"move": [0.2, 0, 0]}, "-0.1 to 0.1"),
]:
    control = {**CONTROL, "ops": [{**{k: v for k, v in OP.items() if k != "scale"}, **op}]}
    BROKEN.append((put("faceControls", {"female": [control], "male": []}), words))


@pytest.mark.parametrize(("change", "words"), BROKEN)
def test_broken_manifests_are_refused_with_the_place(change: Callable[[dict[str, Any]], Any], words: str) -> None:
    with pytest.raises(ContentLoadError, match=words) as caught:
        read(changed(change))
    assert str(caught.value).startswith("avatar catalog manifest:")


def test_unknown_fields_are_left_for_later_readers() -> None:
    assert read(changed(put("somethingNew", 1))).version == 1


def test_every_required_slot_needs_an_item_for_every_body() -> None:
    def change(manifest: dict[str, Any]) -> None:
        for item in manifest["items"]:
            if item["slot"] == "hair":
                item["random"] = {"female": 1, "male": 0}

    with pytest.raises(ContentLoadError, match="a hair item for random male avatars"):
        read(changed(change))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "JSON in UTF-8"),
        (b"\xff", "JSON in UTF-8"),
        (b"[]", "an object at the top"),
        (b'{"format": NaN}', "NaN is not a number"),
        (b'{"format": 1, "format": 1}', "'format' stands twice"),
        (b"[" * 100_000, "nested at most 32 deep; got 100000"),
        (b'{"a":' * 33, "nested at most 32 deep; got 33"),
        (b'["\\"' + b"[" * 99 + b'"]', "an object at the top"),
        (b" " * ((1 << 20) + 1), "at most 1048576 bytes"),
        (b'{"format": 1e999}', "a whole number"),
    ],
)
def test_hostile_text_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(ContentLoadError, match=words):
        read_manifest(data)
