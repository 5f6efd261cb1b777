"""One fact a test about the parts of a dressed avatar together, at rest and in motion."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from catalog.anatomy import ANATOMIES
from catalog.body import Figure
from catalog.garments import hoodie, jeans, longsleeve, shorts, tank, tshirt
from catalog.garments.shirt import Shirt
from catalog.garments.skirt import Skirt
from catalog.garments.trousers import Trousers
from cna_avatars.animation.pose import palettes_of
from cna_avatars.catalog.clip_reader import read_clips
from cna_avatars.catalog.model_reader import read_model as read_whole
from cna_avatars.catalog.rig_reader import bind_world

Array = NDArray[np.float64]
BODIES = ("female", "male")
TOPS = ("top_tshirt", "top_longsleeve", "top_hoodie", "top_tank")
COVERS: dict[str, Callable[[Figure], Any]] = {
    "top_tshirt": lambda figure: Shirt(figure, tshirt.CUT),
    "top_longsleeve": lambda figure: Shirt(figure, longsleeve.CUT),
    "top_hoodie": lambda figure: hoodie.Hoodie(figure, hoodie.CUT),
    "top_tank": lambda figure: Shirt(figure, tank.CUT),
    "bottom_jeans": lambda figure: Trousers(figure, jeans.CUT),
    "bottom_shorts": lambda figure: Trousers(figure, shorts.CUT),
    "bottom_skirt": Skirt,
}
MOMENTS = (
    ("Celebrate", 1.3),
    ("Wave", 1.2),
    ("Clap", 0.9),
    ("MaleIdleStretch", 2.8),
    ("FemaleIdleFixShoe", 3.2),
    ("FemaleAngry", 2.0),
)
RIM_TO_COVER = 0.044  # metres from an open edge of skin to the nearest cloth or other skin, in any pose
DEEPEST_SKIN = 0.020  # metres inside the cloth: only a rim that closes the opening is covered
DEEPEST_BY_ITEM = {"top_tank": 0.042}  # raised arms open an armhole, so skin goes on into the fold of the armpit
FOLDED = {"hair": 0, "top": 85, "bottom": 50, "shoes": 12, "glasses": 0, "hat": 0, "body": 80}
"""Triangles of a model that motion may turn from one of their normals, at most in any of the moments."""
PIXEL = 0.005
SEEN_FROM_INSIDE = 70  # pixels of that size, of about 20,000: finger joints that bend, and the graze of outlines


def is_skin(part: Any) -> bool:
    return bool(part.extras["cnaTint"] == "skin")


def is_decal(part: Any) -> bool:
    return "cnaFeature" in part.extras


@cache
def palettes(body: str, folder: Any) -> Array:
    """Skinning matrices (1 + moments, 71, 3, 4), the bind pose first."""
    clips = read_clips((folder / "animations.glb").read_bytes(), "animations.glb")
    number = {clip.name: i for i, clip in enumerate(clips.clips)}
    bind_local = read_whole((folder / f"body.{body}.glb").read_bytes(), "body").bind_local
    count = len(MOMENTS)
    which = np.array([number[name] for name, _ in MOMENTS])
    times = np.array([time for _, time in MOMENTS], np.float32)
    quaternions, roots = np.zeros((4, 71, count), np.float32), np.zeros((3, count), np.float32)
    clips.sample_rotations(which, times, quaternions)
    clips.sample_roots(which, times, roots)
    local = np.repeat(bind_local.T[:, :, None], count, 2)
    world = np.repeat(bind_world(bind_local).T[:, :, None], count, 2).astype(np.float32)
    out = np.zeros((count, 71, 3, 4), np.float32)
    palettes_of(quaternions, roots, local, world, out)
    return np.concatenate([np.eye(3, 4)[None, None].repeat(71, 1), out.astype(np.float64)])


def posed(part: Any, palette: Array) -> tuple[Array, Array]:
    """Positions and normals (n, 3) of a part under skinning matrices (71, 3, 4)."""
    blend = np.einsum("vk,vkij->vij", part.weights / 255.0, palette[part.joints])
    positions = np.einsum("vij,vj->vi", blend[:, :, :3], part.positions) + blend[:, :, 3]
    normals = np.einsum("vij,vj->vi", blend[:, :, :3], part.normals / 32767.0)
    return positions, normals / np.sqrt((normals * normals).sum(1))[:, None]


def rim(part: Any) -> NDArray[np.int64]:
    """The vertices on open edges."""
    places = np.unique(part.positions, axis=0, return_inverse=True)[1].reshape(-1)
    triangles = places[part.triangles]
    pairs = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), 1)
    edges, uses = np.unique(pairs, axis=0, return_counts=True)
    first = np.zeros(places.max() + 1, np.int64)
    first[places] = np.arange(len(places))
    return np.asarray(first[np.unique(edges[uses == 1])])


def spread(part: Any, positions: Array, spacing: float) -> tuple[Array, Array]:
    """Points all over a part's triangles (m, 3), and which triangle each is of."""
    corners = positions[part.triangles]
    longest = np.sqrt(((corners - np.roll(corners, 1, 1)) ** 2).sum(2).max(1))
    steps = np.ceil(longest / spacing).astype(int) + 1
    points, owners = [], []
    for n in np.unique(steps).tolist():
        down, along = np.nonzero(np.add.outer(np.arange(n + 1), np.arange(n + 1)) <= n)
        share = np.stack([down, along, n - down - along], -1) / n
        of = np.flatnonzero(steps == n)
        points.append(np.einsum("sk,tki->tsi", share, corners[of]).reshape(-1, 3))
        owners.append(np.repeat(of, len(share)))
    return np.concatenate(points), np.concatenate(owners)


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
