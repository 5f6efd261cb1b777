"""What catalog version 1 holds: items in manifest order, each with the function that makes its parts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from .body import Figure
from .garments import glasses, hats, jeans, sneakers, tshirt
from .glb_writer import Part
from .hair import bob, buzz, ponytail, short, spiky
from .hair.locks import Style, hair_parts

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


def _hair(number: int, style: Style, female: float, male: float, triangles: int = 2150) -> Item:
    return Item(number, "hair", style.name, (female, male), partial(hair_parts, style=style, triangles=triangles),
                partial(hair_parts, style=style, triangles=triangles // 2, under_hat=True))


ITEMS: tuple[Item, ...] = (
    _hair(1, short.STYLE, 0.6, 1.4),
    _hair(2, spiky.STYLE, 0.4, 1.0),
    _hair(3, bob.STYLE, 1.4, 0.4),
    _hair(4, ponytail.STYLE, 1.4, 0.3),
    _hair(5, buzz.STYLE, 0.3, 1.2, 1000),
    Item(20, "top", "top_tshirt", (1.0, 1.0), tshirt.parts),
    Item(40, "bottom", "bottom_jeans", (1.0, 1.4), jeans.parts),
    Item(60, "shoes", "shoes_sneakers", (1.2, 1.2), sneakers.parts),
    Item(80, "glasses", "glasses_round", (1.0, 1.0), glasses.round_parts),
    Item(81, "glasses", "glasses_square", (1.0, 1.0), glasses.square_parts),
    Item(100, "hat", "hat_cap", (1.0, 1.0), hats.cap_parts, covers_hair=True),
    Item(101, "hat", "hat_beanie", (1.0, 1.0), hats.beanie_parts, covers_hair=True),
)
