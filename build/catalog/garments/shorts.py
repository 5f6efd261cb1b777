"""Bottom 41, shorts: wide legs that end above the knee."""

from ..body import Figure
from ..cloth import fabric
from ..glb_writer import Part
from .trousers import Cut, Trousers

CUT = Cut(hem=0.055, from_knee=True, thigh=0.011, ankle=0.016, folds=0.0)


def parts(figure: Figure) -> list[Part]:
    """The shorts in one part."""
    return [Trousers(figure, CUT).part(fabric("canvas", "bottom"), 900)]
