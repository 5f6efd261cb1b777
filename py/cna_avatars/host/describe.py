"""An avatar in words, for people who do not see it and for the page beside it."""

from typing import Any, Final

from cna_avatars import wardrobe
from cna_avatars.description import AvatarDescription
from cna_avatars.description.codec import COLOR_NAMES, Descriptor
from cna_avatars.description.palettes import (
    CLOTH,
    CLOTH_NAMES,
    EYE_NAMES,
    EYES,
    HAIR,
    HAIR_NAMES,
    SKIN,
    SKIN_NAMES,
    nearest_name,
)
from cna_avatars.enums import AvatarBodyType
from cna_avatars.errors import ArgumentError
from cna_avatars.wardrobe import Slot

_PALETTES: Final = {"skin": (SKIN, SKIN_NAMES), "hair": (HAIR, HAIR_NAMES), "eyes": (EYES, EYE_NAMES)}
_SPECIAL_LABELS: Final = {
    "tshirt": "T-shirt",
    "longsleeve": "Long sleeve",
    "sidepart": "Side part",
    "longskirt": "Long skirt",
    "buzz": "Buzz cut",
}
_NOUNS: Final = {Slot.hair: " hair", Slot.glasses: " glasses"}


def item_label(name: str) -> str:
    """Return an item's name for people: `top_tshirt` → "T-shirt"."""
    short = name.partition("_")[2] or name
    return _SPECIAL_LABELS.get(short, short.capitalize())


def describe_text(description: AvatarDescription) -> dict[str, Any]:
    """Return body, height (m), items and colours by name, and a sentence.

    Raises
    ------
    ArgumentError
        if the description cannot be read.
    """
    descriptor = description.descriptor
    if descriptor is None:
        raise ArgumentError("Expected a readable avatar description.", "description")
    body = AvatarBodyType(descriptor.body).name.lower()
    colors = {
        name: nearest_name(descriptor.colors[i], *_PALETTES.get(name, (CLOTH, CLOTH_NAMES)))
        for i, name in enumerate(COLOR_NAMES)
    }
    items = _items(descriptor)
    return {
        "body": body,
        "height": descriptor.height_mm / 1000.0,
        "build": descriptor.build,
        "catalog": descriptor.catalog_version,
        "colors": colors,
        "items": items,
        "sentence": _sentence(body, descriptor, colors, items),
    }


def _items(descriptor: Descriptor) -> dict[str, str]:
    known = wardrobe.installed.get(descriptor.catalog_version)
    labels = {}
    for slot in Slot:
        item_id = descriptor.item(slot)
        if item_id:
            item = known.by_id.get(item_id) if known else None
            labels[slot.name] = item_label(item.name) if item else f"Item {item_id}"
    return labels


def _sentence(body: str, descriptor: Descriptor, colors: dict[str, str], items: dict[str, str]) -> str:
    color_of = {Slot.hair: "hair", Slot.top: "top", Slot.bottom: "bottom", Slot.shoes: "shoes"}
    phrases = []
    for slot in Slot:
        if slot.name in items:
            color = colors[color_of.get(slot, "hair" if slot == Slot.facial_hair else "accessory")]
            label = items[slot.name]
            label = label if label == "T-shirt" else label.lower()
            phrases.append(f"{color} {label}{_NOUNS.get(slot, '')}")
    worn = ", ".join(phrases[:-1]) + f" and {phrases[-1]}"
    return (
        f"An avatar, {body}, {descriptor.height_mm / 1000:.2f} m tall, with {colors['skin']} skin,"
        f" {colors['eyes']} eyes, {worn}."
    )
