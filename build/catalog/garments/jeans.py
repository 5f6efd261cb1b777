"""Bottom 40, jeans: straight legs with turned-up cuffs and stitched seams."""

from ..body import Figure
from ..cloth import fabric
from ..glb_writer import Part
from .trousers import Cut, Trousers

CUT = Cut(hem=0.068, cuff=0.036)


def parts(figure: Figure) -> list[Part]:
    """The trousers in one part."""
    return [Trousers(figure, CUT).part(fabric("denim", "bottom"), 1250)]
