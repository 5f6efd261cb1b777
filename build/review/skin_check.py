"""Measures skin that shows through cloth: `python3 build/review/skin_check.py [--all]`.

Skin is worn when, in the bind pose, its outward ray meets cloth that faces the same way within 3 cm. In each moment,
seen from four sides, a pixel of 4 mm whose nearest surface is worn skin is a fault; the worst side of a moment counts.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "py"))

from cna_avatars.animation.clip import ClipSet  # noqa: E402
from cna_avatars.animation.pose import palettes_of  # noqa: E402
from cna_avatars.catalog.clip_reader import read_clips  # noqa: E402
from cna_avatars.catalog.model_reader import Model, Part, read_model  # noqa: E402
from cna_avatars.catalog.rig_reader import bind_world  # noqa: E402

CATALOG = ROOT / "catalogs" / "v1"
TOPS = ("tshirt", "longsleeve", "hoodie", "tank")
BOTTOMS = ("jeans", "shorts", "skirt", "jeans")
PIXEL, SPACING, FAR = 0.004, 0.0025, 0.030  # metres: pixel, sampling of surfaces, reach of a garment
SKIN_BACK = 0.003  # metres the skin is pushed away from the eye, so that cloth on it hides it on any slope
HARD = (
    ("Celebrate", 1.3),
    ("Wave", 1.2),
    ("Clap", 0.9),
    ("MaleIdleStretch", 2.8),
    ("MaleYawn", 2.5),
    ("MaleConfused", 2.0),
    ("FemaleAngry", 2.0),
    ("FemaleIdleFixShoe", 3.2),
    ("MaleSurprised", 1.75),
)
Points = NDArray[np.float32]


class Surface:
    """Points spread over parts: barycentric samples that follow the skin, dense enough in each of `palettes`."""

    def __init__(self, parts: list[Part], palettes: Points) -> None:
        first = np.cumsum([0] + [len(part.positions) for part in parts[:-1]])
        self.positions = np.concatenate([part.positions for part in parts]).astype(np.float32)
        self.joints = np.concatenate([part.joints for part in parts])
        self.weights = np.concatenate([part.weights for part in parts]).astype(np.float32) / np.float32(255)
        corners = np.concatenate([part.triangles.astype(np.int64) + n for part, n in zip(parts, first, strict=True)])
        self.corners = corners
        longest = np.zeros(len(corners), np.float32)
        for palette in palettes:
            moved = self._moved(palette)
            for i, j in ((0, 1), (1, 2), (2, 0)):
                edge = moved[corners[:, i]] - moved[corners[:, j]]
                longest = np.maximum(longest, np.sqrt((edge * edge).sum(1)))
        steps = np.ceil(longest / SPACING).astype(np.int64) + 1
        rows, shares = [], []
        for n in np.unique(steps).tolist():
            down, along = np.nonzero(np.add.outer(np.arange(n + 1), np.arange(n + 1)) <= n)
            share = np.stack([down, along, n - down - along], -1).astype(np.float32) / np.float32(n)
            of = np.flatnonzero(steps == n)
            rows.append(np.repeat(of, len(share)))
            shares.append(np.tile(share, (len(of), 1)))
        self.triangle = np.concatenate(rows)
        self.shares = np.concatenate(shares)

    def _moved(self, palette: Points) -> Points:
        blend = np.einsum("vk,vkij->vij", self.weights, palette[self.joints])
        return np.asarray(np.einsum("vij,vj->vi", blend[:, :, :3], self.positions) + blend[:, :, 3], np.float32)

    def posed(self, palette: Points) -> tuple[Points, Points]:
        """Sample points (n, 3) and the normals of their triangles, under skinning matrices (71, 3, 4)."""
        p = self._moved(palette)
        a, b, c = (p[self.corners[:, i]] for i in range(3))
        normals = np.cross(b - a, c - a)
        normals /= np.maximum(np.sqrt((normals * normals).sum(1)), 1e-12)[:, None]
        t, s = self.triangle, self.shares
        return a[t] * s[:, :1] + b[t] * s[:, 1:2] + c[t] * s[:, 2:], normals[t]


def worn(skin: Points, normals: Points, cloth: Points, facing: Points) -> NDArray[np.bool_]:
    """Which skin points have cloth above them that faces as they do, by voxels that the outward ray runs through."""
    low, voxel = cloth.min(0) - 0.1, 0.004
    shape = np.ceil((cloth.max(0) + 0.1 - low) / voxel).astype(np.int64)
    filled = np.full(shape, -1, np.int32)
    filled[tuple(((cloth - low) / voxel).astype(np.int64).T)] = np.arange(len(cloth))
    hit = np.zeros(len(skin), bool)
    for reach in np.arange(0.002, FAR, voxel * 0.5):
        place = ((skin + normals * np.float32(reach) - low) / voxel).astype(np.int64)
        found = filled[tuple(np.clip(place, 0, shape - 1).T)]
        hit |= (found >= 0) & (np.einsum("ij,ij->i", facing[found], normals) > 0.5)
    return hit


def faults(skin: tuple[Points, Points], is_worn: NDArray[np.bool_], cloth: Points) -> int:
    """Of four sides the most pixels that show worn skin."""
    most = 0
    for x, z in ((0.28, 0.96), (0.96, -0.28), (-0.28, -0.96), (-0.96, 0.28)):
        side, eye = np.array((z, 0.0, -x), np.float32), np.array((x, 0.25, z), np.float32)
        faces = is_worn & (np.einsum("ij,j->i", skin[1], eye) > 0.35)
        points = np.concatenate([cloth, skin[0]])
        away = -np.einsum("ij,j->i", points, eye)
        away[len(cloth) :] += SKIN_BACK
        column = np.floor(np.einsum("ij,j->i", points, side) / PIXEL).astype(np.int64) + 400
        row = np.floor((points[:, 1] - 0.25 * np.einsum("ij,j->i", points, eye * (1, 0, 1))) / PIXEL).astype(np.int64)
        pixel = (row + 200) * 800 + column
        depth = np.full(800 * 1000, np.inf, np.float32)
        np.minimum.at(depth, pixel, away)
        own = slice(len(cloth), None)
        seen = faces & (away[own] <= depth[pixel[own]])
        most = max(most, len(np.unique(pixel[own][seen])))
    return most


def read(name: str) -> Model:
    """A model of the catalog."""
    return read_model((CATALOG / name).read_bytes(), name)


def poses(clips: ClipSet, bind_local: Points, moments: list[tuple[int, float]]) -> Points:
    """Skinning matrices (n, 71, 3, 4) of moments: clip and seconds."""
    count = len(moments)
    numbers = np.array([clip for clip, _ in moments])
    times = np.array([time for _, time in moments], np.float32)
    quaternions, roots = np.zeros((4, 71, count), np.float32), np.zeros((3, count), np.float32)
    clips.sample_rotations(numbers, times, quaternions)
    clips.sample_roots(numbers, times, roots)
    local = np.repeat(bind_local.T[:, :, None], count, 2)
    world = np.repeat(bind_world(bind_local).T[:, :, None], count, 2).astype(np.float32)
    out = np.zeros((count, 71, 3, 4), np.float32)
    palettes_of(quaternions, roots, local, world, out)
    return out


def main() -> None:
    """Print for each outfit the mean count of faulty pixels and the worst moments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="two instants of every clip, not only the hard ones")
    everything = parser.parse_args().all
    clips = read_clips((CATALOG / "animations.glb").read_bytes(), "animations.glb")
    number = {clip.name: i for i, clip in enumerate(clips.clips)}
    moments = [(number[name], time) for name, time in HARD]
    if everything:
        moments = [(i, clip.duration * share) for i, clip in enumerate(clips.clips) for share in (0.35, 0.7)]
    names = [f"{clips.clips[i].name} {time:.2f}" for i, time in moments]
    for body in ("female", "male"):
        model = read(f"body.{body}.glb")
        palettes = poses(clips, model.bind_local, moments)
        skin = Surface([model.parts[0]], palettes)
        for top, bottom in zip(TOPS, BOTTOMS, strict=True):
            items = (f"top_{top}", f"bottom_{bottom}", "shoes_sneakers")
            parts = [part for item in items for part in read(f"{item}.{body}.glb").parts]
            cloth = Surface(parts, palettes)
            still = np.broadcast_to(np.eye(3, 4, dtype=np.float32), (71, 3, 4))
            is_worn = worn(*skin.posed(still), *cloth.posed(still))
            counts = [faults(skin.posed(x), is_worn, cloth.posed(x)[0]) for x in palettes]
            worst = np.argsort(counts)[::-1][:4]
            print(f"{body:6} {top:10} {bottom:6} mean {sum(counts) / len(counts):6.1f} worst", end="")
            print("".join(f" | {names[i]} {counts[i]}" for i in worst), flush=True)


if __name__ == "__main__":
    main()
