"""Top 21, long-sleeved shirt: close fit, wide neck, sleeves to the wrist with narrow cuffs."""

from catalog.body import Figure
from catalog.cloth import fabric
from catalog.garments.shirt import Cut, Shirt
from catalog.glb_writer import Part

CUT = Cut(
    sleeve=0.446,
    flare=0.004,
    opening=(0.016, 0.019, 0.042, 0.068),
    loose=(0.011, 0.012),
    waist=(0.004, 0.008),
    cord=0.0065,
    drape=0.0028,
)


def parts(figure: Figure) -> list[Part]:
    """The shirt, and neck and arms."""
    return Shirt(figure, CUT).parts(fabric("cotton", "top"), 1800, 150)
