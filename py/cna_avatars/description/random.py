"""A random avatar, by the contract's distributions.

The distributions are our own, built on whole random bits, so a seed gives the same avatar on every machine and in
every version of Python. Source: avatars.md, "Descriptions" (CreateRandom).
"""

import random
from typing import Protocol

from cna_avatars.enums import AvatarBodyType
from cna_avatars.wardrobe import FACE_PARAMETER_COUNT, REQUIRED_SLOTS, Slot, Wardrobe, WardrobeItem

from .codec import AS_AUTHORED, MAX_HEIGHT_MM, MIN_HEIGHT_MM, Descriptor
from .palettes import CLOTH, EYES, HAIR, SKIN, Color

HEIGHT_SPREAD_MM = 110
BUILD_RANGE = (72, 184)
ACCESSORY_CHANCE = 0.3
FACIAL_HAIR_CHANCE = 0.35
FACE_SPREAD = 120


class RandomBits(Protocol):
    """A source of random bits; `random.Random` is one."""

    def getrandbits(self, k: int, /) -> int:
        """Return a whole number of `k` random bits."""


class Draw:
    """Distributions over a source of bits."""

    def __init__(self, bits: RandomBits) -> None:
        self._bits = bits

    def below(self, count: int) -> int:
        """Return a uniform whole number of 0 to count - 1; bits beyond the last full share are drawn again."""
        width = (count - 1).bit_length()
        while (value := self._bits.getrandbits(width) if width else 0) >= count:
            pass
        return value

    def between(self, low: int, high: int) -> int:
        """Return a uniform whole number of low to high, both included."""
        return low + self.below(high - low + 1)

    def unit(self) -> float:
        """Return a uniform multiple of 2**-53 in [0, 1)."""
        return self._bits.getrandbits(53) / 9007199254740992.0

    def chance(self, probability: float) -> bool:
        """Return True with `probability`."""
        return self.unit() < probability

    def color(self, palette: tuple[Color, ...]) -> Color:
        """Return a uniform entry of `palette`."""
        return palette[self.below(len(palette))]

    def item(self, items: tuple[WardrobeItem, ...], body: AvatarBodyType) -> int:
        """Return an item id by the weights of `body`; 0 if none has weight."""
        candidates = [item for item in items if item.weights[body] > 0]
        if not candidates:
            return 0
        rest = self.unit() * sum(item.weights[body] for item in candidates)
        for item in candidates:
            rest -= item.weights[body]
            if rest < 0:
                return item.id
        return candidates[-1].id


def random_descriptor(
    wardrobe: Wardrobe, body: AvatarBodyType | None = None, bits: RandomBits | None = None
) -> Descriptor:
    """Return a random avatar of `wardrobe`; `bits` defaults to the system's own randomness."""
    draw = Draw(bits or random.SystemRandom())
    if body is None:
        body = AvatarBodyType(draw.below(2))
    authored = wardrobe.authored_height(body)
    height = draw.between(authored - HEIGHT_SPREAD_MM, authored + HEIGHT_SPREAD_MM)
    build = draw.between(*BUILD_RANGE)
    colors = (draw.color(SKIN), draw.color(HAIR), draw.color(EYES), *(draw.color(CLOTH) for _ in range(4)))
    required = [draw.item(wardrobe.of_slot(slot), body) or wardrobe.default(slot) for slot in REQUIRED_SLOTS]
    optional = [
        draw.item(wardrobe.of_slot(slot), body) if draw.chance(ACCESSORY_CHANCE) else 0
        for slot in (Slot.glasses, Slot.hat)
    ]
    face = (AS_AUTHORED,) * FACE_PARAMETER_COUNT
    if wardrobe.has_face_controls[body]:
        face = tuple(_face_byte(draw) for _ in range(FACE_PARAMETER_COUNT))
    return Descriptor(
        body,
        min(max(height, MIN_HEIGHT_MM), MAX_HEIGHT_MM),
        build,
        wardrobe.version,
        colors,
        (*required, *optional),
        _facial_hair(draw, wardrobe, body),
        face,
    )


def _face_byte(draw: Draw) -> int:
    offset = (draw.unit() + draw.unit() - 1.0) * FACE_SPREAD
    rounded = int(abs(offset) + 0.5)
    return min(max(AS_AUTHORED + (rounded if offset >= 0 else -rounded), 0), 255)


def _facial_hair(draw: Draw, wardrobe: Wardrobe, body: AvatarBodyType) -> int:
    styles = tuple(item for item in wardrobe.of_slot(Slot.facial_hair) if item.weights[body] > 0)
    return draw.item(styles, body) if styles and draw.chance(FACIAL_HAIR_CHANCE) else 0
