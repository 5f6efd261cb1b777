"""Bottom 40, jeans: straight legs with turned-up cuffs and stitched seams."""

from catalog.body import Figure
from catalog.cloth import fabric
from catalog.garments.trousers import Cut, Trousers
from catalog.glb_writer import Part

CUT = Cut(hem=0.070, ankle=0.013, cuff=0.040, folds=0.0042)


def parts(figure: Figure) -> list[Part]:
    """The trousers and the ankles."""
    return Trousers(figure, CUT).parts(fabric("denim", "bottom"), 1500, 60)
