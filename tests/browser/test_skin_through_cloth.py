"""No skin comes through cloth: every garment on both bodies, in all 31 clips, at 8 times, from 4 sides.

Each garment is drawn without the others, which could only hide what shows; so the counts hold for every combination.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from .skin_marker import Outfit, SkinMarker, clip_names, dress
from .synthetic import SyntheticPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

GARMENTS = (
    "top_tshirt",
    "top_longsleeve",
    "top_hoodie",
    "top_tank",
    "bottom_jeans",
    "bottom_shorts",
    "bottom_skirt",
    "shoes_sneakers",
    "shoes_boots",
)


def shrunk(outfit: Outfit, metres: float) -> Outfit:
    """The same with its cloth drawn in along the normals."""
    cloth = [
        replace(part, positions=(part.positions - part.normals * np.float32(metres)).astype(np.float32))
        for part in outfit.cloth
    ]
    return Outfit(outfit.skin, cloth, outfit.bind_local)


@pytest.mark.parametrize("body", ["female", "male"])
@pytest.mark.parametrize("garment", GARMENTS)
def test_no_skin_is_seen_inside_a_garments_outline(page: Page, site_url: str, garment: str, body: str) -> None:
    items = [garment] if not garment.startswith("shoes") else ["bottom_shorts", garment]  # they bring the legs
    marker = SkinMarker(SyntheticPage(page, site_url, samples=1), dress(body, *items))
    found = {clip: int(marker.faults(clip).sum()) for clip in clip_names()}
    print(f"{garment} {body}: {sum(found.values())} pixels of skin over {marker.worn.sum()} worn triangles")
    assert {clip: count for clip, count in found.items() if count} == {}


def test_skin_that_comes_through_is_counted(page: Page, site_url: str) -> None:
    """A tank top drawn in by 12 mm lets the shoulders out."""
    whole = dress("male", "top_tank")
    marker = SkinMarker(SyntheticPage(page, site_url, samples=1), shrunk(whole, 0.012))
    assert marker.faults("Wave").sum() > 100
