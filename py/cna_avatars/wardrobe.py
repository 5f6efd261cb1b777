"""What a catalog offers to a description: its item numbers, without any art.

A description can be checked and drawn by lot knowing only this much. Catalogs that are installed register their
wardrobe here; a process has one set, as XNA's static methods ask for.

Source: avatars.md, "Assets"; XNA's slots.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from .enums import AvatarBodyType
from .errors import InvalidOperationError


class Slot(IntEnum):
    """Where an item is worn, in the order of a description's item fields; facial hair has a field of its own."""

    hair = 0
    top = 1
    bottom = 2
    shoes = 3
    glasses = 4
    hat = 5
    facial_hair = 6


ITEM_SLOTS = tuple(slot for slot in Slot if slot != Slot.facial_hair)
REQUIRED_SLOTS = (Slot.hair, Slot.top, Slot.bottom, Slot.shoes)
FACE_PARAMETER_COUNT = 16


@dataclass(frozen=True, slots=True)
class WardrobeItem:
    """One item: `weights` (female, male) say how likely a random avatar wears it."""

    id: int
    slot: Slot
    name: str
    weights: tuple[float, float] = (1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Wardrobe:
    """The items of one catalog version, in its order; `items` includes facial hair."""

    version: int
    items: tuple[WardrobeItem, ...]
    authored_height_mm: tuple[int, int]
    has_face_controls: tuple[bool, bool] = (False, False)
    by_id: Mapping[int, WardrobeItem] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {item.id: item for item in self.items})

    def of_slot(self, slot: Slot) -> tuple[WardrobeItem, ...]:
        """Return the items worn in `slot`, in the catalog's order."""
        return tuple(item for item in self.items if item.slot == slot)

    def default(self, slot: Slot) -> int:
        """Return the item that stands in for an unknown one: the first of a required slot, else 0 (nothing)."""
        if slot not in REQUIRED_SLOTS:
            return 0
        return next((item.id for item in self.items if item.slot == slot), 0)

    def authored_height(self, body: AvatarBodyType) -> int:
        """Return the height in millimetres that the body was made at."""
        return self.authored_height_mm[body]


class WardrobeRegistry:
    """The wardrobes of the installed catalogs, by version."""

    def __init__(self, wardrobes: Iterable[Wardrobe] = ()) -> None:
        self._by_version = {wardrobe.version: wardrobe for wardrobe in wardrobes}

    def register(self, wardrobe: Wardrobe) -> None:
        """Add `wardrobe`; a version is registered once (the same one again is harmless)."""
        known = self._by_version.setdefault(wardrobe.version, wardrobe)
        if known != wardrobe:
            raise InvalidOperationError(f"Catalog version {wardrobe.version} is installed already, with other items.")

    def get(self, version: int) -> Wardrobe | None:
        """Return the wardrobe of `version`, or None if that catalog is not installed."""
        return self._by_version.get(version)

    def newest(self) -> Wardrobe:
        """Return the wardrobe with the highest version.

        Raises
        ------
        InvalidOperationError
            if no catalog is installed.
        """
        if not self._by_version:
            raise InvalidOperationError("No avatar catalog is installed; install one first.")
        return self._by_version[max(self._by_version)]


installed = WardrobeRegistry()
"""The wardrobes of this process."""
