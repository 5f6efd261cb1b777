"""Scenes for the software renderer, small enough to compute by hand."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cna_avatars.assembly.model import MAX_PARTS, VERTEX, AssembledModel
from cna_avatars.catalog.atlas import Atlas
from cna_avatars.catalog.face_layout import FaceLayout
from cna_avatars.renderer.device import AvatarDraw, Lights, View
from cna_avatars.skeleton import BONE_COUNT
from cna_avatars.software import SoftwareDevice

QUAD_UVS = np.array([(0, 1), (0, 0), (1, 0), (1, 1)], np.float32)
QUAD_INDICES = (0, 1, 2, 0, 2, 3)
IDENTITY = np.eye(4)

_NO_STATES = np.zeros((14, 2, 2), np.int64)


def quad(left: float, bottom: float, right: float, top: float, z: float = 0.5) -> NDArray[np.float32]:
    """Corners of a rectangle: lower left, upper left, upper right, lower right (clockwise, so a front face)."""
    return np.array([(left, bottom, z), (left, top, z), (right, top, z), (right, bottom, z)], np.float32)


def model(
    positions: ArrayLike,
    opaque: Sequence[int] = QUAD_INDICES,
    decals: Sequence[int] = (),
    *,
    normals: ArrayLike = (0, 0, 1),
    uvs: ArrayLike = (0, 0),
    joints: ArrayLike = (0, 0, 0, 0),
    weights: ArrayLike = (255, 0, 0, 0),
    parts: ArrayLike = 0,
    colors: ArrayLike = ((1, 1, 1, 0),),
    windows: ArrayLike = ((-1, 1, 1, 0),),
    layers: NDArray[np.uint8] | None = None,
    tiles: NDArray[np.uint8] | None = None,
) -> AssembledModel:
    """A model; `layers` and `tiles` are premultiplied."""
    positions = np.asarray(positions, np.float32)
    vertices = np.zeros(len(positions), VERTEX)
    for name, values in (
        ("position", positions),
        ("normal", normals),
        ("uv", uvs),
        ("joints", joints),
        ("weights", weights),
    ):
        vertices[name] = values
    vertices["part"][:, 0] = parts
    table = np.zeros((2 * MAX_PARTS, 4), np.float32)
    for start, values in ((0, colors), (MAX_PARTS, windows)):
        rows = np.asarray(values, np.float32)
        table[start : start + len(rows)] = rows
    tiles = np.zeros((0, 1, 1, 4), np.uint8) if tiles is None else tiles
    layout = FaceLayout(1, 1, 1, 1, _NO_STATES, np.zeros((5, 2), np.int64), _NO_STATES[:, 0, 0])
    still = np.zeros((BONE_COUNT, 3), np.float32)
    white = np.full((1, 1, 1, 4), 255, np.uint8)
    return AssembledModel(
        1.0, still, still, vertices, np.array([*opaque, *decals], np.uint32), (len(opaque), len(decals), 0), table,
        len(np.asarray(colors)), white if layers is None else layers, Atlas(layout, tiles), False, (),
    )  # fmt: skip


def draw(
    of: AssembledModel,
    *,
    world: ArrayLike = IDENTITY,
    view_projection: ArrayLike = IDENTITY,
    eye: ArrayLike = (0, 0, 5),
    light_direction: Sequence[float] = (0, 0, -1),
    light_color: Sequence[float] = (0, 0, 0),
    ambient: Sequence[float] = (1, 1, 1),
    bones: ArrayLike | None = None,
    tiles: Sequence[int] = (0,) * 7,
) -> AvatarDraw:
    """A draw; `bones` is (n, 3, 4), n ≤ 71; the others are identity."""
    palette = np.tile(np.eye(3, 4, dtype=np.float32), (BONE_COUNT, 1, 1))
    if bones is not None:
        palette[: len(np.asarray(bones))] = bones
    lights = Lights(tuple(light_direction), tuple(light_color), tuple(ambient))
    view = View(np.asarray(view_projection, np.float64), np.asarray(eye, np.float64))
    return AvatarDraw(of, np.asarray(world, np.float64), view, lights, palette, tuple(tiles))


def picture(*draws: AvatarDraw, size: int = 16, samples: int = 4) -> NDArray[np.int64]:
    """The picture of draws, (size, size, 4), premultiplied."""
    device = SoftwareDevice(size, size, samples)
    for one in draws:
        device.draw_avatar(one)
    return device.picture().astype(np.int64)


def center(pixels: NDArray[Any]) -> list[int]:
    """The pixel in the middle."""
    return [int(value) for value in pixels[pixels.shape[0] // 2, pixels.shape[1] // 2]]
