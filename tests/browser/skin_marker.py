"""Counts skin that shows through cloth, in pictures of the real renderer.

Skin is *worn* where cloth that faces the same way lies over it in the bind pose. It is drawn red, all else black. A red
pixel is a fault if the cloth's front lies close behind it, which a second picture tells: there the cloth is pulled
towards the eye by that much, and hides the red. What one sees when looking into a sleeve has no front close behind.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cache
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
TILE_WIDTH, TILE_HEIGHT = 208, 320  # pixels, for 2.2 metres of height
TALL, WIDE = 2.2, 2.2 * TILE_WIDTH / TILE_HEIGHT
SIDES = 4
YAW, PITCH = 0.3, 0.12
REACH = 0.030  # metres between skin and the cloth that is over it
CLOSE = 0.025  # metres behind red skin where cloth makes it a fault
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
    """Whether the outward ray of each point meets a triangle of `cloth` that faces the same way, within REACH."""
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
        result[start : start + 256] = (hit & ((n * facing).sum(-1) > _NORMALS_AGREE)).any(1)
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
    """Three models: all of it, the worn skin alone, the cloth alone."""
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
    for number, chosen in ((_DRESSED, [red, skin[~worn], cloth]), (_SKIN, [red]), (_CLOTH, [cloth])):
        triangles = np.concatenate(chosen).ravel()
        memory.model(number, table, triangles, colors=_BLACK_AND_RED, windows=_NO_TEXTURE, index_bytes=4)
    return memory


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


def _view(side: int, column: int, columns: int, rows: int, pulled: float) -> NDArray[np.float32]:
    """World to clip space, parallel, into a tile of a grid; `pulled` metres nearer to the eye."""
    yaw = YAW + side * np.pi / 2
    right = np.array((np.cos(yaw), 0, -np.sin(yaw)))
    away = np.array((-np.sin(yaw) * np.cos(PITCH), -np.sin(PITCH), -np.cos(yaw) * np.cos(PITCH)))
    up = np.cross(right, away)
    center = np.array((0.0, 1.0, 0.0))
    matrix = np.eye(4)
    for axis, (direction, scale, offset) in enumerate(
        (
            (right, 2 / WIDE / columns, (2 * column + 1) / columns - 1),
            (up, 2 / TALL / rows, 1 - (2 * side + 1) / rows),
            (away, 0.25, 0.5 - pulled * 0.25),
        )
    ):
        matrix[:3, axis] = direction * scale
        matrix[3, axis] = offset - center @ direction * scale
    return matrix.astype(np.float32)


class SkinMarker:
    """One outfit in a page; counts the faulty pixels of its clips."""

    def __init__(self, page: SyntheticPage, outfit: Outfit) -> None:
        worn = worn_triangles(outfit)
        ends = np.cumsum([len(part.triangles) for part in outfit.skin])
        kept = [flags.any() for flags in np.split(worn, ends[:-1])]  # other skin could only hide a fault
        self._page = page
        self._outfit = Outfit([p for p, k in zip(outfit.skin, kept, strict=True) if k], outfit.cloth, outfit.bind_local)
        self.worn = np.concatenate([f for f, k in zip(np.split(worn, ends[:-1]), kept, strict=True) if k] or [worn[:0]])
        self._memory: Memory | None = _memory(self._outfit, self.worn)

    def faults(self, clip: str, moments: int = 8) -> NDArray[np.int64]:
        """Faulty pixels (sides, moments) of a clip at `moments` times."""
        shares = (np.arange(moments) + 0.5) / moments
        palettes = _poses(self._outfit, clip_names().index(clip), shares)
        memory, self._memory = self._memory or Memory(), None
        for column, bones in enumerate(palettes):
            for side in range(SIDES):
                plain = _view(side, column, moments, SIDES, 0.0)
                near = _view(side, column, moments, SIDES, CLOSE)
                memory.records += [
                    record(AVATAR, _DRESSED, target=1, view_projection=plain, bones=bones),
                    record(AVATAR, _SKIN, target=2, view_projection=plain, bones=bones),
                    record(AVATAR, _CLOTH, target=2, view_projection=near, bones=bones),
                ]
        self._page.load(memory)
        size = [TILE_WIDTH * moments, TILE_HEIGHT * SIDES]
        text = self._page.page.evaluate("(size) => harness.onlyInFirst(...size)", size)
        red = np.unpackbits(np.frombuffer(base64.b64decode(text), np.uint8)).astype(np.int64)
        return red.reshape(SIDES, TILE_HEIGHT, moments, TILE_WIDTH).sum((1, 3))
