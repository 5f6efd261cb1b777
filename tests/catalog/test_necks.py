"""One fact a test about the neck: what the collars of tops leave open, and where the skin of a top meets the body's."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from catalog.anatomy import ANATOMIES
from catalog.body import Figure

from .dressed import BODIES, COVERS, TOPS, Array, is_decal, is_skin, palettes, posed, rim

GAP, TURN, TONE = 0.007, 6.0, 0.10  # metres, degrees and openness (0..1) between the neck and what a top brings
CRUMB = 0.006  # metres, the longest edge of a triangle as fine as the grid that cloth is meshed from
CRUMBS = 12  # such triangles around the front of a collar


def looking_at(eye: Array) -> tuple[Array, Array]:
    """The two directions (3,) of a picture seen from `eye`, a unit vector."""
    side = np.cross((0.0, 1.0, 0.0), eye)
    side = side / np.sqrt((side * side).sum())
    return side, np.cross(eye, side)


def uncovered(targets: Array, triangles: Array, eye: Array) -> NDArray[np.bool_]:
    """Which points (n, 3) can be reached from far along `eye` without meeting a triangle's (m, 3, 3) front."""
    side, up = looking_at(eye)
    x, y, z = triangles @ side, triangles @ up, triangles @ eye
    x, y = x[None] - (targets @ side)[:, None, None], y[None] - (targets @ up)[:, None, None]
    areas = x[:, :, [1, 2, 0]] * y[:, :, [2, 0, 1]] - x[:, :, [2, 0, 1]] * y[:, :, [1, 2, 0]]
    total = areas.sum(2)
    depth = (areas * z).sum(2) / np.where(total > 0.0, total, 1.0)
    met = (areas >= 0.0).all(2) & (total > 0.0) & (depth > (targets @ eye)[:, None])
    return np.asarray(~met.any(1))


def nearest(p: Array, part: Any) -> tuple[Array, Array, Array]:
    """For points (n, 3) the way to a part's surface, and there its normal (unit) and openness."""
    corners = part.positions.astype(float)[part.triangles]
    a, ab, ac = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    to = p[:, None] - a
    d00, d01, d11 = (ab * ab).sum(1), (ab * ac).sum(1), (ac * ac).sum(1)
    d20, d21 = (to * ab).sum(2), (to * ac).sum(2)
    area = d00 * d11 - d01 * d01
    v, w = (d11 * d20 - d01 * d21) / area, (d00 * d21 - d01 * d20) / area
    share = np.maximum(np.stack([1.0 - v - w, v, w], -1), 0.0)  # outside a triangle, a point close to its edge
    share = share / share.sum(2, keepdims=True)
    places = np.einsum("ntk,tki->nti", share, corners)
    ways = np.sqrt(((places - p[:, None]) ** 2).sum(2))
    rows, best = np.arange(len(p)), ways.argmin(1)
    at = part.triangles[best]
    normals = np.einsum("nk,nki->ni", share[rows, best], part.normals[at] / 32767.0)
    openness = (share[rows, best] * part.uv[at][..., 0] / 65535.0).sum(1)
    return ways[rows, best], normals / np.sqrt((normals**2).sum(1))[:, None], openness


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("top", TOPS)
def test_no_one_sees_into_the_neck(body: str, top: str, read: Any, catalog_folder: Any) -> None:
    figure = Figure(ANATOMIES[body])
    neck = figure.rig.neck
    x, y, z = np.meshgrid(np.linspace(-0.030, 0.030, 7), neck + np.linspace(-0.045, 0.025, 18), (-0.010,))
    inner = np.stack([x, y, z], -1).reshape(-1, 3)
    weights = figure.shares(inner)
    parts = [part for name in ("body", top) for part in read(f"{name}.{body}.glb").parts if not is_decal(part)]
    for palette in palettes(body, catalog_folder):
        blend = np.einsum("vk,kij->vij", weights, palette)
        targets = np.einsum("vij,vj->vi", blend[:, :, :3], inner) + blend[:, :, 3]
        triangles = np.concatenate([posed(part, palette)[0][part.triangles] for part in parts])
        near = np.abs(triangles - targets.mean(0)).min(1).max(1) < 0.40
        for turn in np.radians((-45, -20, 0, 20, 45)):
            for lift in np.radians((5, 20, 45)):
                eye = np.array((np.sin(turn) * np.cos(lift), np.sin(lift), np.cos(turn) * np.cos(lift)))
                open_to = uncovered(targets, triangles[near], eye)
                assert not open_to.any(), (body, top, float(turn), float(lift), int(open_to.sum()))


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("top", TOPS)
def test_the_neck_goes_on_in_the_skin_of_a_top_without_a_step(body: str, top: str, read: Any) -> None:
    figure = Figure(ANATOMIES[body])
    (skin,) = (part for part in read(f"{top}.{body}.glb").parts if is_skin(part))
    (head,) = (part for part in read(f"body.{body}.glb").parts if part.name == "head")
    edge = rim(head)
    p = head.positions[edge].astype(float)
    bare = COVERS[top](figure).field(p) > -0.002
    assert bare.any()
    gaps, normals, openness = nearest(p[bare], skin)
    turns = np.degrees(np.arccos(np.clip((normals * head.normals[edge][bare] / 32767.0).sum(1), -1.0, 1.0)))
    tones = np.abs(openness - head.uv[edge][bare, 0] / 65535.0)
    print(f"{top} {body}: {bare.sum()} points, {gaps.max():.4f} m, {turns.max():.1f} degrees, {tones.max():.3f}")
    assert gaps.max() < GAP, (body, top, gaps.max())
    assert turns.max() < TURN, (body, top, turns.max())
    assert tones.max() < TONE, (body, top, tones.max())


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("top", TOPS)
def test_collars_leave_no_crumbs_of_the_grid(body: str, top: str, read: Any) -> None:
    """Where cloth is a blade finer than the grid, fewer triangles cannot be made of it, and its edge is notched."""
    cover = COVERS[top](Figure(ANATOMIES[body]))
    (cloth,) = (part for part in read(f"{top}.{body}.glb").parts if part.name == "shirt")
    corners = cloth.positions.astype(float)[cloth.triangles]
    longest = np.sqrt(((corners - np.roll(corners, 1, 1)) ** 2).sum(2).max(1))
    middle = corners.mean(1)
    crumbs = (longest < CRUMB) & (np.abs(cover.opening(middle)) < 0.03) & (middle[:, 2] > -0.02)
    print(f"{top} {body}: {int(crumbs.sum())}")
    assert crumbs.sum() <= CRUMBS, (body, top, int(crumbs.sum()))
