"""One fact a test about the parts of a dressed avatar together, at rest and in motion."""

from typing import Any

import numpy as np
import pytest

from catalog.anatomy import ANATOMIES
from catalog.body import Figure

from .dressed import BODIES, COVERS, TOPS, Array, is_decal, is_skin, palettes, posed, rim, spread

RIM_TO_COVER = 0.044  # metres from an open edge of skin to the nearest cloth or other skin, in any pose
DEEPEST_SKIN = 0.020  # metres inside the cloth: only a rim that closes the opening is covered
DEEPEST_BY_ITEM = {"top_tank": 0.042}  # raised arms open an armhole, so skin goes on into the fold of the armpit
FOLDED = {"hair": 0, "top": 85, "bottom": 50, "shoes": 12, "glasses": 0, "hat": 0, "body": 80}
"""Triangles of a model that motion may turn from one of their normals, at most in any of the moments."""
PIXEL = 0.005
SEEN_FROM_INSIDE = 70  # pixels of that size, of about 20,000: finger joints that bend, and the graze of outlines


def farthest(points: Array, cover: Array) -> float:
    """Of points the longest way to the nearest of `cover`."""
    most = 0.0
    for p in points:
        near = cover[np.abs(cover[:, 1] - p[1]) < 0.1]
        most = max(most, float(((near - p) ** 2).sum(1).min()) if len(near) else 1.0)
    return float(np.sqrt(most))


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("item", COVERS)
def test_skin_ends_at_cloth_or_at_other_skin_in_every_pose(
    body: str, item: str, read: Any, catalog_folder: Any
) -> None:
    parts = read(f"{item}.{body}.glb").parts
    others = [part for part in read(f"body.{body}.glb").parts if not is_decal(part)]
    others += [part for part in parts if not is_skin(part)] + read(f"shoes_sneakers.{body}.glb").parts
    skins = [part for part in parts if is_skin(part)]
    assert len(skins) == (item != "bottom_jeans"), "only jeans show no skin"
    if not skins:
        return
    (skin,) = skins
    edge = rim(skin)
    assert len(edge) > 20
    for palette in palettes(body, catalog_folder):
        cover = np.concatenate([spread(part, posed(part, palette)[0], 0.012)[0] for part in others])
        gap = farthest(posed(skin, palette)[0][edge], cover)
        assert gap < RIM_TO_COVER, (item, body, gap)


@pytest.mark.parametrize("body", BODIES)
def test_hands_and_head_reach_past_the_lines_where_other_skin_begins(body: str, read: Any) -> None:
    figure = Figure(ANATOMIES[body])
    parts = {part.name: part for part in read(f"body.{body}.glb").parts}
    head, hands = parts["head"].positions.astype(float), parts["hands"].positions.astype(float)
    assert np.abs(figure.below_neck(head).min() + 0.012) < 0.002
    assert np.abs(figure.before_hand(hands).min() + 0.012) < 0.002
    for item in TOPS:
        (skin,) = (part for part in read(f"{item}.{body}.glb").parts if is_skin(part))
        p = skin.positions.astype(float)
        assert figure.below_neck(p).max() > 0.009, item
        assert figure.before_hand(p).max() > 0.009, item


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("item", COVERS)
def test_no_skin_lies_deep_under_cloth(body: str, item: str, read: Any) -> None:
    for skin in (part for part in read(f"{item}.{body}.glb").parts if is_skin(part)):  # jeans show none
        inside = -COVERS[item](Figure(ANATOMIES[body])).field(skin.positions.astype(float))
        assert inside.max() < DEEPEST_BY_ITEM.get(item, DEEPEST_SKIN), (
            item,
            body,
            skin.positions[inside.argmax()],
            inside.max(),
        )


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("outfit", [("top_tshirt", "bottom_jeans"), ("top_tank", "bottom_shorts")])
def test_nothing_is_seen_from_inside(body: str, outfit: tuple[str, str], read: Any, catalog_folder: Any) -> None:
    names = [f"{item}.{body}.glb" for item in ("body", *outfit, "shoes_sneakers")]
    parts = [part for name in names for part in read(name).parts if not is_decal(part)]
    for palette in palettes(body, catalog_folder)[[0, 1, 5]]:
        points, normals = [], []
        for part in parts:
            p = posed(part, palette)[0]
            spots, owners = spread(part, p, 0.0035)
            corners = p[part.triangles]
            normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            normal /= np.maximum(np.sqrt((normal * normal).sum(1)), 1e-12)[:, None]
            points.append(spots)
            normals.append(normal[owners])
        for eye in ((0, 0, 1), (1, 0, 0), (0, 0, -1), (-1, 0, 0), (0.1, 1, 0.1), (0.1, -1, 0.1)):
            seen = inside_pixels(np.concatenate(points), np.concatenate(normals), np.array(eye, float))
            assert seen < SEEN_FROM_INSIDE, (body, outfit, eye, seen)


def inside_pixels(points: Array, normals: Array, eye: Array) -> int:
    """How many pixels show a back face first."""
    eye = eye / np.sqrt((eye * eye).sum())
    side = np.cross((0.0, 1.0, 0.0), eye)
    side /= np.sqrt((side * side).sum())
    up = np.cross(eye, side)
    depth = -(points @ eye)
    place = (np.floor(points @ side / PIXEL) + 500) * 1000 + np.floor(points @ up / PIXEL) + 200
    order = np.lexsort((depth, place))
    first = order[np.unique(place[order], return_index=True)[1]]
    return int(((normals[first] @ eye) < -0.3).sum())


def test_motion_folds_few_triangles(model: Any, catalog_folder: Any) -> None:
    body = "female" if ".female." in model.name else "male"
    worst = 0
    for palette in palettes(body, catalog_folder):
        count = 0
        for part in model.parts:
            if is_decal(part):
                continue
            p, n = posed(part, palette)
            corners = p[part.triangles]
            across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
            agreement = (n[part.triangles] * across[:, None]).sum(2).min(1)
            count += int((agreement < 0.0).sum())
        worst = max(worst, count)
    assert worst <= FOLDED[model.name.split("_")[0].split(".")[0]], (model.name, worst)
