"""Top 23, tank top: deep neck and armholes with bound edges."""

from catalog.body import Figure
from catalog.cloth import fabric
from catalog.garments.shirt import Cut, Shirt
from catalog.glb_writer import Part

CUT = Cut(
    sleeve=0.0,
    opening=(0.010, 0.019, 0.072, 0.094),
    loose=(0.0075, 0.008),
    waist=(0.006, 0.010),
    cord=0.0062,
)


def parts(figure: Figure) -> list[Part]:
    """The top, and neck, shoulders and arms."""
    return Shirt(figure, CUT).parts(fabric("cotton", "top"), 1600, 830)
