"""What catalog version 1 holds: items in manifest order, each with the function that makes its parts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from catalog.body import Figure
from catalog.garments import (
    beanie,
    boots,
    cap,
    glasses,
    hoodie,
    jeans,
    longsleeve,
    shorts,
    skirt,
    sneakers,
    tank,
    tshirt,
)
from catalog.glb_writer import Part
from catalog.hair import bob, buzz, ponytail, short, spiky
from catalog.hair.locks import Style, hair_parts

Maker = Callable[[Figure], list[Part]]


@dataclass(frozen=True)
class Item:
    """One item: manifest id, slot and name, random weights (female, male), its parts, and under a hat if it is hair."""

    id: int
    slot: str
    name: str
    random: tuple[float, float]
    parts: Maker
    hat_parts: Maker | None = None
    covers_hair: bool = False


def _hair(
    number: int,
    style: Style,
    female: float,
    male: float,
    triangles: int = 2160,
    hat_style: Style | None = None,
) -> Item:
    return Item(
        number,
        "hair",
        style.name,
        (female, male),
        partial(hair_parts, style=style, triangles=triangles),
        partial(hair_parts, style=hat_style or style, triangles=triangles * 12 // 20, hat=True),
    )


ITEMS: tuple[Item, ...] = (
    _hair(1, short.STYLE, 0.6, 1.4),
    _hair(2, spiky.STYLE, 0.4, 1.0),
    _hair(3, bob.STYLE, 1.4, 0.4),
    _hair(4, ponytail.STYLE, 1.4, 0.3, hat_style=ponytail.HAT_STYLE),
    _hair(5, buzz.STYLE, 0.3, 1.2, 1000),
    Item(20, "top", "top_tshirt", (1.0, 1.0), tshirt.parts),
    Item(21, "top", "top_longsleeve", (1.0, 1.0), longsleeve.parts),
    Item(22, "top", "top_hoodie", (1.0, 1.0), hoodie.parts),
    Item(23, "top", "top_tank", (1.0, 0.6), tank.parts),
    Item(40, "bottom", "bottom_jeans", (1.0, 1.4), jeans.parts),
    Item(41, "bottom", "bottom_shorts", (0.8, 1.0), shorts.parts),
    Item(42, "bottom", "bottom_skirt", (1.2, 0.05), skirt.parts),
    Item(60, "shoes", "shoes_sneakers", (1.2, 1.2), sneakers.parts),
    Item(61, "shoes", "shoes_boots", (1.0, 1.0), boots.parts),
    Item(80, "glasses", "glasses_round", (1.0, 1.0), glasses.round_parts),
    Item(81, "glasses", "glasses_square", (1.0, 1.0), glasses.square_parts),
    Item(100, "hat", "hat_cap", (1.0, 1.0), cap.parts, covers_hair=True),
    Item(101, "hat", "hat_beanie", (1.0, 1.0), beanie.parts, covers_hair=True),
)
