"""Top 20, T-shirt: crew neck with a ribbed collar, short sleeves, straight hem over the hips."""

from catalog.body import Figure
from catalog.cloth import fabric
from catalog.garments.shirt import Cut, Shirt
from catalog.glb_writer import Part

CUT = Cut(sleeve=0.155)


def parts(figure: Figure) -> list[Part]:
    """The shirt, and neck and arms."""
    return Shirt(figure, CUT).parts(fabric("cotton", "top"), 1720, 610)
