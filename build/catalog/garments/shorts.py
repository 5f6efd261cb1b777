"""Bottom 41, shorts: wide legs that end above the knee."""

from catalog.body import Figure
from catalog.cloth import fabric
from catalog.garments.trousers import Cut, Trousers
from catalog.glb_writer import Part

CUT = Cut(hem=0.055, from_knee=True, thigh=0.011, ankle=0.016, folds=0.0)


def parts(figure: Figure) -> list[Part]:
    """The shorts and the legs."""
    return Trousers(figure, CUT).parts(fabric("canvas", "bottom"), 900, 300)
