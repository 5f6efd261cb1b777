"""One fact a test about tops over bottoms."""

from typing import Any

import numpy as np
import pytest

from catalog.anatomy import ANATOMIES
from catalog.body import Figure
from cna_avatars.skeleton import BONE_NAMES

from .dressed import BODIES, COVERS, TOPS, is_skin

BOTTOMS = ("bottom_jeans", "bottom_shorts", "bottom_skirt")
OVERLAP = 0.010  # metres below the hem down to which what is seen beside it counts
BACK = BONE_NAMES.index("BackLower")


def heaviest(part: Any) -> Any:
    """Of each vertex the bone that build thickens it around."""
    return np.take_along_axis(part.joints, part.weights.argmax(1)[:, None], 1)[:, 0]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("bottom", BOTTOMS)
def test_build_thickens_a_bottom_as_the_hem_over_it(body: str, bottom: str, read: Any) -> None:
    """Build moves a vertex by its heaviest bone alone: another one beneath the hem would come through it."""
    figure = Figure(ANATOMIES[body])
    hem = min(COVERS[top](figure).hem for top in TOPS)
    (cloth,) = (part for part in read(f"{bottom}.{body}.glb").parts if not is_skin(part))
    under = cloth.positions[:, 1] > hem - OVERLAP
    assert under.sum() > 50
    assert (heaviest(cloth)[under] == BACK).all(), (body, bottom, int((heaviest(cloth)[under] != BACK).sum()))


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("top", TOPS)
def test_build_thickens_the_hem_of_a_top_around_the_back(body: str, top: str, read: Any) -> None:
    figure = Figure(ANATOMIES[body])
    cover = COVERS[top](figure)
    (cloth,) = (part for part in read(f"{top}.{body}.glb").parts if part.name == "shirt")
    p = cloth.positions.astype(float)
    low = (p[:, 1] < cover.hem + 0.10) & (cover.sleeves_alone(p) > 0.01) & (figure.whole(p) > -0.01)
    assert low.sum() > 50
    assert (heaviest(cloth)[low] == BACK).all(), (body, top, int((heaviest(cloth)[low] != BACK).sum()))
