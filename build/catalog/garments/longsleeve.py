"""Top 21, long-sleeved shirt: close fit, wide neck, sleeves to the wrist with narrow cuffs."""

from ..body import Figure
from ..cloth import fabric
from ..glb_writer import Part
from .shirt import Cut, Shirt

CUT = Cut(sleeve=0.446, flare=0.004, opening=((0.0, 0.030, 0.010), (0.088, 0.074, 0.092)), loose=(0.009, 0.010), waist=(0.004, 0.008),
          cord=0.0065, drape=0.0035)


def parts(figure: Figure) -> list[Part]:
    """The shirt in one part."""
    return [Shirt(figure, CUT).part(fabric("cotton", "top"), 1650)]
