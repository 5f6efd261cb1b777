"""Counts skin that shows through cloth, in pictures of the real renderer.

Skin is *worn* where cloth that faces the same way lies over it in the bind pose. It is drawn red, all else black. A red
pixel is a fault if the front of the cloth over it lies close behind, which a second picture tells: there the cloth near worn
skin is pulled towards the eye by that much, and hides the red. What one sees when looking into a sleeve has no front close
behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cna_avatars.animation.pose import palettes_of
from cna_avatars.catalog.clip_reader import read_clips
from cna_avatars.catalog.model_reader import Part, read_model
from cna_avatars.catalog.rig_reader import bind_world

from .synthetic import AVATAR, Memory, SyntheticPage, record, vertices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CATALOG = Path(__file__).resolve().parents[2] / "catalogs" / "v1"
PIXEL = 0.004  # metres; a single sample each, since SwiftShader mixes up the depths of several
SIDES = 4
YAW, PITCH = 0.3, 0.12
REACH = 0.030  # metres between skin and the cloth that is over it
CLOSE = 0.025  # metres behind red skin where cloth makes it a fault
NEAR = 0.08  # metres in the bind pose within which cloth counts; the trunk behind a sleeve is another matter
_NORMALS_AGREE = 0.3
_DRESSED, _SKIN, _CLOTH = 1, 2, 3
_BLACK_AND_RED = ((0, 0, 0, 0), (1, 0, 0, 0))
_NO_TEXTURE = ((-1, 1, 1, 0), (-1, 1, 1, 0))


@dataclass(frozen=True)
class Outfit:
    """Parts that are worn together on a body."""

    skin: list[Part]
    cloth: list[Part]
    bind_local: NDArray[np.float32]


def dress(body: str, *items: str) -> Outfit:
    """A body with items, by the names of their files."""
    models = [_model(f"{name}.{body}.glb") for name in ("body", *items)]
    parts = [part for model in models for part in model.parts if part.material.decal is None]
    skin = [part for part in parts if part.material.tint == "skin"]
    return Outfit(skin, [part for part in parts if part.material.tint != "skin"], models[0].bind_local)


@cache
def _model(name: str):  # type: ignore[no-untyped-def]
    return read_model((CATALOG / name).read_bytes(), name)


@cache
def _clips():  # type: ignore[no-untyped-def]
    return read_clips((CATALOG / "animations.glb").read_bytes(), "animations.glb")


def clip_names() -> list[str]:
    """The catalog's clips."""
    return [clip.name for clip in _clips().clips]


def _corners(parts: list[Part]) -> tuple[Floats, Floats]:
    """Corner positions (n, 3, 3) and vertex normals (n, 3, 3) of all triangles."""
    places = [part.positions.astype(np.float64)[part.triangles] for part in parts]
    normals = [part.normals.astype(np.float64)[part.triangles] for part in parts]
    return np.concatenate(places), np.concatenate(normals)


def _is_under(points: Floats, normals: Floats, cloth: Floats) -> NDArray[np.bool_]:
    """Whether the first triangle of `cloth` that a point's outward ray meets within REACH faces the same way."""
    a, ab, ac = cloth[:, 0], cloth[:, 1] - cloth[:, 0], cloth[:, 2] - cloth[:, 0]
    facing = np.cross(ab, ac)
    facing /= np.linalg.norm(facing, axis=1, keepdims=True)
    result = np.zeros(len(points), bool)
    for start in range(0, len(points), 256):
        p, n = points[start : start + 256, None], normals[start : start + 256, None]
        h = np.cross(n, ac[None])
        determinant = (ab * h).sum(-1)
        inverse = 1.0 / np.where(np.abs(determinant) < 1e-15, np.inf, determinant)
        s = p - a
        u = (s * h).sum(-1) * inverse
        q = np.cross(s, ab[None])
        v = (n * q).sum(-1) * inverse
        t = (ac * q).sum(-1) * inverse
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t > -0.001) & (t < REACH) & (determinant != 0)
        first = np.where(hit, t, np.inf).argmin(1)
        agrees = (n[:, 0] * facing[first]).sum(-1) > _NORMALS_AGREE
        result[start : start + 256] = hit.any(1) & agrees
    return result


def worn_triangles(outfit: Outfit) -> NDArray[np.bool_]:
    """Of all skin triangles, those that are under cloth with their corners and their middle."""
    places, normals = _corners(outfit.skin)
    cloth, _ = _corners(outfit.cloth)
    middle, mean = places.mean(1), normals.mean(1)
    mean /= np.linalg.norm(mean, axis=1, keepdims=True)
    under = _is_under(middle, mean, cloth)
    for corner in range(3):
        left = np.flatnonzero(under)
        under[left] = _is_under(places[left, corner], normals[left, corner], cloth)
    return under


def _memory(outfit: Outfit, worn: NDArray[np.bool_]) -> Memory:
    """Three models: worn skin and cloth, the skin alone, the cloth alone."""
    memory = Memory()
    parts = [*outfit.skin, *outfit.cloth]
    table = np.concatenate(
        [vertices(p.positions, normals=p.normals, joints=p.joints, weights=p.weights) for p in parts]
    )
    starts = np.cumsum([0, *(len(p.positions) for p in parts)])
    moved = [p.triangles.astype(np.int64)[:, [0, 2, 1]] + start for p, start in zip(parts, starts, strict=False)]
    none = np.zeros((0, 3), np.int64)
    skin = np.concatenate([none, *moved[: len(outfit.skin)]])
    cloth = np.concatenate(moved[len(outfit.skin) :])
    table = np.concatenate([table, table])  # a second copy of every vertex, of part 1, is the red one
    half = len(table) // 2
    table["part"][half:, 0] = 1
    red = skin[worn] + half
    near = cloth[_is_near(cloth, red, table["position"])]
    for number, chosen in ((_DRESSED, [red, skin[~worn], cloth]), (_SKIN, [red]), (_CLOTH, [near])):
        triangles = np.concatenate(chosen).ravel()
        memory.model(number, table, triangles, colors=_BLACK_AND_RED, windows=_NO_TEXTURE, index_bytes=4)
    return memory


def _is_near(cloth: NDArray[np.int64], red: NDArray[np.int64], places: Floats) -> NDArray[np.bool_]:
    """Which triangles have a corner within NEAR of a corner of the red ones."""
    corners, seen = np.unique(cloth), places[np.unique(red)].astype(np.float64)
    near = np.zeros(len(places), bool)
    for start in range(0, len(corners), 512):
        apart = places[corners[start : start + 512], None].astype(np.float64) - seen
        near[corners[start : start + 512]] = ((apart * apart).sum(-1) < NEAR * NEAR).any(1)
    return np.asarray(near[cloth].any(1))


def _poses(outfit: Outfit, clip: int, shares: Floats) -> NDArray[np.float32]:
    """Skinning matrices (n, 71, 3, 4) at shares of a clip."""
    count = len(shares)
    times = (np.float64(_clips().clips[clip].duration) * shares).astype(np.float32)
    numbers = np.full(count, clip)
    quaternions, roots = np.zeros((4, 71, count), np.float32), np.zeros((3, count), np.float32)
    _clips().sample_rotations(numbers, times, quaternions)
    _clips().sample_roots(numbers, times, roots)
    local = np.repeat(outfit.bind_local.T[:, :, None], count, 2)
    world = np.repeat(bind_world(outfit.bind_local).T[:, :, None], count, 2).astype(np.float32)
    out = np.zeros((count, 71, 3, 4), np.float32)
    palettes_of(quaternions, roots, local, world, out)
    return out


def _axes(side: int) -> tuple[Floats, Floats, Floats]:
    """The eye's axes from a side: right, up, away."""
    yaw = YAW + side * np.pi / 2
    right = np.array((np.cos(yaw), 0, -np.sin(yaw)))
    away = np.array((-np.sin(yaw) * np.cos(PITCH), -np.sin(PITCH), -np.cos(yaw) * np.cos(PITCH)))
    return right, np.cross(right, away), away


@dataclass(frozen=True)
class Frame:
    """What a picture shows, by a parallel view: metres right and left of the middle, low and high."""

    half: float
    low: float
    high: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return int(np.ceil(2 * self.half / PIXEL)), int(np.ceil((self.high - self.low) / PIXEL))

    def view(self, side: int, pulled: float) -> NDArray[np.float32]:
        """World to clip space; `pulled` metres nearer to the eye."""
        right, up, away = _axes(side)
        matrix = np.eye(4)
        for axis, (direction, scale, center) in enumerate(
            (
                (right, 1 / self.half, 0.0),
                (up, 2 / (self.high - self.low), 0.5 * (self.low + self.high)),
                (away, 0.25, pulled - 2.0),
            )
        ):
            matrix[:3, axis] = direction * scale
            matrix[3, axis] = -center * scale
        return matrix.astype(np.float32)


class SkinMarker:
    """One outfit in a page; counts the faulty pixels of its clips."""

    def __init__(self, page: SyntheticPage, outfit: Outfit) -> None:
        self._page, self._outfit = page, outfit
        self.worn = worn_triangles(outfit)
        self._memory: Memory | None = _memory(outfit, self.worn)

    def faults(self, clip: str, moments: int = 8) -> NDArray[np.int64]:
        """Faulty pixels (sides, moments) of a clip at `moments` times."""
        if not self.worn.any():
            return np.zeros((SIDES, moments), np.int64)
        shares = (np.arange(moments) + 0.5) / moments
        palettes = _poses(self._outfit, clip_names().index(clip), shares)
        frame = self._frame(palettes)
        memory, self._memory = self._memory or Memory(), None
        for pair, (side, bones) in enumerate(product(range(SIDES), palettes)):
            plain, near = frame.view(side, 0.0), frame.view(side, CLOSE)
            first, second = 2 * pair + 1, 2 * pair + 2
            memory.records += [
                record(AVATAR, _DRESSED, target=first, view_projection=plain, bones=bones),
                record(AVATAR, _SKIN, target=second, view_projection=plain, bones=bones),
                record(AVATAR, _CLOTH, target=second, view_projection=near, bones=bones),
            ]
        self._page.load(memory)
        counts = self._page.page.evaluate("(of) => harness.countRedInFirst(...of)", [SIDES * moments, *frame.size])
        return np.array(counts).reshape(SIDES, moments)

    def _frame(self, palettes: NDArray[np.float32]) -> Frame:
        """The smallest frame that holds all red skin in these poses."""
        parts = self._outfit.skin
        starts = np.cumsum([0, *(len(part.positions) for part in parts[:-1])])
        corners = np.concatenate(
            [part.triangles.astype(np.int64) + start for part, start in zip(parts, starts, strict=True)]
        )
        used = np.unique(corners[self.worn])
        positions = np.concatenate([part.positions for part in parts])[used]
        joints = np.concatenate([part.joints for part in parts])[used]
        weights = np.concatenate([part.weights for part in parts])[used] / 255.0
        bound = np.concatenate([positions, np.ones((len(used), 1))], 1)
        places = np.einsum("vk,nvkij,vj->nvi", weights, palettes[:, joints], bound)
        across = max(float(np.abs(places @ _axes(side)[0]).max()) for side in range(SIDES))
        heights = np.stack([places @ _axes(side)[1] for side in range(SIDES)])
        return Frame(across + PIXEL, float(heights.min()) - PIXEL, float(heights.max()) + PIXEL)
