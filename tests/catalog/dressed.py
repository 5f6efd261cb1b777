"""What is worn on a body, and how it lies in motion: shared by the tests of dressed avatars."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

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


def is_skin(part: Any) -> bool:
    """Whether a part takes the colour of the skin."""
    return bool(part.extras["cnaTint"] == "skin")


def is_decal(part: Any) -> bool:
    """Whether a part is a feature of the face."""
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
