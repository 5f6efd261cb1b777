"""Top 20, T-shirt: crew neck with a ribbed collar, short sleeves, straight hem over the hips."""

from ..body import Figure
from ..cloth import fabric
from ..glb_writer import Part
from .shirt import Cut, Shirt

CUT = Cut(sleeve=0.155)


def parts(figure: Figure) -> list[Part]:
    """The shirt in one part."""
    return [Shirt(figure, CUT).part(fabric("cotton", "top"), 1550)]
