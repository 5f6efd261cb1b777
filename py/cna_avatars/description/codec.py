"""The 1,021 bytes of a description, formats 1 and 2.

    0       format: 2 when facial hair or a face shape is set, else 1
    1–3     "CNA"
    4       body type            5–6  height, millimetres        7  build, 128 as authored
    8–9     catalog version
    10–30   colours: skin, hair, eyes, top, bottom, shoes, accessory (red, green, blue)
    31–42   items: hair, top, bottom, shoes, glasses, hat
    43–44   format 2: facial hair       45–60  format 2: sixteen face parameters, 128 as authored
    …1016   zero                        1017–1020  CRC-32 of what precedes it

Numbers of two or four bytes are little endian. There is one encoding of each avatar: reading refuses what writing
would not have written. Source: avatars.md, "Descriptions".
"""

import struct
import zlib
from dataclasses import dataclass
from typing import Final

from cna_avatars.enums import AvatarBodyType
from cna_avatars.errors import ArgumentError
from cna_avatars.wardrobe import (
    FACE_PARAMETER_COUNT,
    ITEM_SLOTS,
    REQUIRED_SLOTS,
    Slot,
    Wardrobe,
    WardrobeRegistry,
    installed,
)

from .palettes import Color

SIZE: Final = 1021
CRC_OFFSET: Final = 1017
SIGNIFICANT_BYTES: Final = {1: 43, 2: 61}
"""How many bytes of a format are not always zero, without the CRC."""
MIN_HEIGHT_MM: Final = 1450
MAX_HEIGHT_MM: Final = 2050
AS_AUTHORED: Final = 128
COLOR_NAMES: Final = ("skin", "hair", "eyes", "top", "bottom", "shoes", "accessory")

_MAGIC = b"CNA"
_HEAD = struct.Struct("<B3sBHBH21s6H")
_TAIL = struct.Struct("<H16s")
_BLACK: Color = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Descriptor:
    """What the bytes say. Colours in the order of `COLOR_NAMES`, items in the order of `ITEM_SLOTS` (0: nothing)."""

    body: int = AvatarBodyType.Female
    height_mm: int = 1700
    build: int = AS_AUTHORED
    catalog_version: int = 1
    colors: tuple[Color, ...] = (_BLACK,) * len(COLOR_NAMES)
    items: tuple[int, ...] = (0,) * len(ITEM_SLOTS)
    facial_hair: int = 0
    face: tuple[int, ...] = (AS_AUTHORED,) * FACE_PARAMETER_COUNT

    @property
    def format(self) -> int:
        """The format it is written in: 2 only where format 1 cannot express it."""
        shaped = any(value != AS_AUTHORED for value in self.face)
        return 2 if self.facial_hair or shaped else 1

    def item(self, slot: Slot) -> int:
        """Return the item id worn in `slot`."""
        return self.facial_hair if slot == Slot.facial_hair else self.items[slot]


def encode(descriptor: Descriptor, wardrobes: WardrobeRegistry = installed) -> bytes:
    """Return the 1,021 bytes of `descriptor`.

    Raises
    ------
    ArgumentError
        if no bytes can say it; nothing is clamped.
    """
    fault = unencodable(descriptor, wardrobes)
    if fault:
        raise ArgumentError(fault, "descriptor")
    head = _HEAD.pack(
        descriptor.format,
        _MAGIC,
        descriptor.body,
        descriptor.height_mm,
        descriptor.build,
        descriptor.catalog_version,
        bytes(channel for color in descriptor.colors for channel in color),
        *descriptor.items,
    )
    tail = _TAIL.pack(descriptor.facial_hair, bytes(descriptor.face)) if descriptor.format == 2 else b""
    return seal(head + tail)


def seal(significant: bytes) -> bytes:
    """Return 1,021 bytes: `significant`, zeros and the CRC."""
    body = significant.ljust(CRC_OFFSET, b"\0")
    return body + struct.pack("<I", zlib.crc32(body))


def decode(data: bytes, wardrobes: WardrobeRegistry = installed) -> Descriptor | None:
    """Return what `data` says, or None if it is not a description that `encode` writes."""
    result = read(data, wardrobes)
    return result if isinstance(result, Descriptor) else None


def read(data: bytes, wardrobes: WardrobeRegistry = installed) -> Descriptor | str:
    """Return what `data` says, or a sentence that tells why it is unreadable."""
    if len(data) != SIZE:
        return f"expected exactly {SIZE} bytes; got {len(data)}"
    if data[0] not in SIGNIFICANT_BYTES:
        return f"expected format 1 or 2 at byte 0; got {data[0]}"
    if data[1:4] != _MAGIC:
        return f"expected the letters CNA at byte 1; got {data[1:4]!r}"
    stored, computed = struct.unpack_from("<I", data, CRC_OFFSET)[0], zlib.crc32(data[:CRC_OFFSET])
    if stored != computed:
        return f"expected CRC-32 {computed:08x} at byte {CRC_OFFSET}; got {stored:08x}"
    reserved = data[SIGNIFICANT_BYTES[data[0]] : CRC_OFFSET]
    if any(reserved):
        where = SIGNIFICANT_BYTES[data[0]] + next(i for i, value in enumerate(reserved) if value)
        return f"expected zero in the reserved bytes of format {data[0]}; got {data[where]} at byte {where}"
    descriptor = _extract(data)
    if data[0] != descriptor.format:
        return "expected facial hair or a face shape in format 2; it has neither"
    return unencodable(descriptor, wardrobes) or descriptor


def _extract(data: bytes) -> Descriptor:
    _, _, body, height_mm, build, version, colors, *items = _HEAD.unpack_from(data)
    facial_hair, face = 0, bytes([AS_AUTHORED] * FACE_PARAMETER_COUNT)
    if data[0] == 2:
        facial_hair, face = _TAIL.unpack_from(data, _HEAD.size)
    return Descriptor(
        body,
        height_mm,
        build,
        version,
        tuple((colors[i], colors[i + 1], colors[i + 2]) for i in range(0, len(colors), 3)),
        tuple(items),
        facial_hair,
        tuple(face),
    )


def unencodable(descriptor: Descriptor, wardrobes: WardrobeRegistry = installed) -> str:
    """Return a sentence that tells why no bytes can say `descriptor`, or "" if they can.

    Items of a catalog that is not installed are carried unchecked.
    """
    d = descriptor
    if d.body not in (0, 1):
        return f"expected body type 0 or 1; got {d.body}"
    if not MIN_HEIGHT_MM <= d.height_mm <= MAX_HEIGHT_MM:
        return f"expected a height of {MIN_HEIGHT_MM} to {MAX_HEIGHT_MM} mm; got {d.height_mm}"
    if not 1 <= d.catalog_version <= 0xFFFF:
        return f"expected a catalog version of 1 to 65535; got {d.catalog_version}"
    if len(d.colors) != len(COLOR_NAMES) or any(len(color) != 3 for color in d.colors):
        return f"expected {len(COLOR_NAMES)} colours of 3 bytes; got {d.colors}"
    if len(d.items) != len(ITEM_SLOTS) or len(d.face) != FACE_PARAMETER_COUNT:
        return f"expected {len(ITEM_SLOTS)} items and {FACE_PARAMETER_COUNT} face parameters"
    channels = (d.build, *d.face, *(channel for color in d.colors for channel in color))
    if not all(0 <= value <= 255 for value in channels):
        return "expected build, colours and face parameters of 0 to 255"
    if not all(0 <= value <= 0xFFFF for value in (*d.items, d.facial_hair)):
        return "expected item ids of 0 to 65535"
    for slot in REQUIRED_SLOTS:
        if d.items[slot] == 0:
            return f"expected an item in slot {slot.name}; got none"
    wardrobe = wardrobes.get(d.catalog_version)
    return _unknown_item(d, wardrobe) if wardrobe else ""


def _unknown_item(descriptor: Descriptor, wardrobe: Wardrobe) -> str:
    for slot in Slot:
        item_id = descriptor.item(slot)
        if item_id == 0:
            continue
        item = wardrobe.by_id.get(item_id)
        if item is None or item.slot != slot:
            found = "no such item" if item is None else f"it belongs to slot {item.slot.name}"
            return f"expected a {slot.name} item of catalog {wardrobe.version}; got id {item_id} ({found})"
    return ""


def downgrade(data: bytes) -> bytes:
    """Return a format 1 copy of the readable description `data`: face shape and facial hair are dropped."""
    if data[0] != 2:
        return data
    return seal(b"\1" + data[1 : SIGNIFICANT_BYTES[1]])
