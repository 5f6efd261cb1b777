"""`catalog.json`: what a catalog version consists of.

Every file is named with its size and SHA-256; whoever holds the manifest can trust any copy of the files.
Source: avatars.md, "Assets" and "Catalogs a release does not have".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from cna_avatars.enums import AvatarAnimationPreset, AvatarBodyType
from cna_avatars.errors import ContentLoadError
from cna_avatars.strict_json import Reader
from cna_avatars.wardrobe import ITEM_SLOTS, REQUIRED_SLOTS, Slot, Wardrobe, WardrobeItem

from .face_controls import FaceControl, read_face_controls
from .face_layout import FaceLayout, read_face_layout

CONTEXT: Final = "avatar catalog manifest"
RIG: Final = "cna-avatar-71"
MAX_MANIFEST_BYTES: Final = 1 << 20
MAX_FILE_BYTES: Final = 8 << 20
MAX_ASSETS: Final = 256
MAX_ITEMS: Final = 1024
MAX_FEATURE_ITEMS: Final = 256

_NAME = re.compile(r"[a-z0-9_-][a-z0-9_.-]{0,63}\Z")
_SHA256 = re.compile(r"[0-9a-f]{64}\Z")
_BODIES = ("female", "male")


class FileId(NamedTuple):
    """A file's identity; its name is nobody's concern."""

    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class CatalogItem:
    """An item's files by body (female, male); `hat_files` are worn under a hat that covers the hair."""

    item: WardrobeItem
    files: tuple[FileId, FileId]
    hat_files: tuple[FileId, FileId] | None
    covers_hair: bool


@dataclass(frozen=True, slots=True)
class Manifest:
    """One catalog version. Pairs are (female, male)."""

    version: int
    files: Mapping[str, FileId]
    bodies: tuple[FileId, FileId]
    items: Mapping[int, CatalogItem]
    wardrobe: Wardrobe
    face_controls: tuple[tuple[FaceControl, ...], tuple[FaceControl, ...]]
    atlas: FileId
    face_layout: FaceLayout
    animations: FileId


def read_manifest(data: bytes) -> Manifest:
    """Read the bytes of a `catalog.json`.

    Raises
    ------
    ContentLoadError
        if a rule of the format is broken; the text starts with "avatar catalog manifest:".
    """
    if len(data) > MAX_MANIFEST_BYTES:
        raise ContentLoadError(f"{CONTEXT}: expected at most {MAX_MANIFEST_BYTES} bytes; got {len(data)}.")
    top = Reader.parse(data, CONTEXT)
    top.get("format").integer(1, 1)
    if top.get("rig").text() != RIG:
        top.get("rig").fail(f"'{RIG}'")
    if (level := top.optional("reader")) is not None:
        level.integer(1, 1)
    version = top.get("catalogVersion").integer(1, 0xFFFF)
    files = _read_files(top.get("assets"))
    bodies, heights = _read_bodies(top.get("bodies"), files)
    items = _read_items(top, files)
    controls = _read_controls(top.optional("faceControls"))
    face, animations = top.get("face"), top.get("animations")
    _check_presets(animations.get("presets"))
    wardrobe = Wardrobe(
        version,
        tuple(entry.item for entry in items.values()),
        heights,
        (bool(controls[0]), bool(controls[1])),
    )
    _check_required_slots(wardrobe)
    return Manifest(
        version,
        files,
        bodies,
        items,
        wardrobe,
        controls,
        _file(face.get("asset"), files),
        read_face_layout(face.get("layout")),
        _file(animations.get("asset"), files),
    )


def _read_files(assets: Reader) -> dict[str, FileId]:
    files: dict[str, FileId] = {}
    for asset in assets.items(1, MAX_ASSETS):
        name, digest = asset.get("name"), asset.get("sha256")
        if not _NAME.match(name.text()):
            name.fail("a name of at most 64 letters a-z, digits, _ . - without a leading dot")
        if name.text() in files:
            name.fail("a name that no other asset has")
        if not _SHA256.match(digest.text()):
            digest.fail("64 lower-case hexadecimal digits")
        files[name.text()] = FileId(digest.text(), asset.get("size").integer(1, MAX_FILE_BYTES))
    return files


def _file(name: Reader, files: Mapping[str, FileId]) -> FileId:
    if name.text() not in files:
        name.fail("the name of a listed asset")
    return files[name.text()]


def _both_files(pair: Reader, files: Mapping[str, FileId]) -> tuple[FileId, FileId]:
    return _file(pair.get("female"), files), _file(pair.get("male"), files)


def _read_bodies(bodies: Reader, files: Mapping[str, FileId]) -> tuple[tuple[FileId, FileId], tuple[int, int]]:
    female, male = (bodies.get(name) for name in _BODIES)
    heights = tuple(body.get("authoredHeightMillimeters").integer(1450, 2050) for body in (female, male))
    return (_file(female.get("asset"), files), _file(male.get("asset"), files)), (heights[0], heights[1])


def _read_items(top: Reader, files: Mapping[str, FileId]) -> dict[int, CatalogItem]:
    items: dict[int, CatalogItem] = {}
    features = top.optional("featureItems")
    slots: dict[str, Slot] = {slot.name: slot for slot in ITEM_SLOTS}
    groups = [(top.get("items"), MAX_ITEMS, slots)]
    if features is not None:
        groups.append((features, MAX_FEATURE_ITEMS, {"facialHair": Slot.facial_hair}))
    for group, most, allowed in groups:
        for entry in group.items(0, most):
            item = _read_item(entry, allowed, files)
            if item.item.id in items:
                entry.get("id").fail("an id that no other item has")
            items[item.item.id] = item
    return items


def _read_item(entry: Reader, slots: Mapping[str, Slot], files: Mapping[str, FileId]) -> CatalogItem:
    slot_name = entry.get("slot")
    if slot_name.text() not in slots:
        slot_name.fail(f"one of {', '.join(slots)}")
    slot = slots[slot_name.text()]
    weights = (1.0, 1.0)
    if (random := entry.optional("random")) is not None:
        weights = (random.get("female").number(0, 1000), random.get("male").number(0, 1000))
    hat_files, covers_hair = None, False
    if (hat_assets := entry.optional("hatAssets")) is not None:
        if slot != Slot.hair:
            hat_assets.fail("no hatAssets outside the hair slot")
        hat_files = _both_files(hat_assets, files)
    if (covers := entry.optional("coversHair")) is not None:
        if slot != Slot.hat:
            covers.fail("no coversHair outside the hat slot")
        covers_hair = covers.flag()
    item = WardrobeItem(entry.get("id").integer(1, 0xFFFF), slot, entry.get("name").text(64), weights)
    return CatalogItem(item, _both_files(entry.get("assets"), files), hat_files, covers_hair)


def _read_controls(controls: Reader | None) -> tuple[tuple[FaceControl, ...], tuple[FaceControl, ...]]:
    if controls is None:
        return (), ()
    return read_face_controls(controls.get("female")), read_face_controls(controls.get("male"))


def _check_presets(presets: Reader) -> None:
    names = [name.text() for name in presets.items(len(AvatarAnimationPreset), len(AvatarAnimationPreset))]
    if names != [preset.name for preset in AvatarAnimationPreset]:
        presets.fail("the 31 presets in their order")


def _check_required_slots(wardrobe: Wardrobe) -> None:
    for slot in REQUIRED_SLOTS:
        for body in AvatarBodyType:
            if not any(item.weights[body] > 0 for item in wardrobe.of_slot(slot)):
                raise ContentLoadError(
                    f"{CONTEXT}: expected a {slot.name} item for random {_BODIES[body]} avatars; there is none."
                )
