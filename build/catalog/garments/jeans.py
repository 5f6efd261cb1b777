"""Bottom 40, jeans: straight legs with turned-up cuffs and stitched seams."""

from catalog.body import Figure
from catalog.cloth import fabric
from catalog.garments.trousers import Cut, Trousers
from catalog.glb_writer import Part

CUT = Cut(hem=0.076, cuff=0.036)


def parts(figure: Figure) -> list[Part]:
    """The trousers and the ankles."""
    return Trousers(figure, CUT).parts(fabric("denim", "bottom"), 1210, 60)
