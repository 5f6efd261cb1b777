"""Merging parts into the few arrays that a device draws at once.

Source: avatars.md, "Rendering" (part order, decals after opaque parts); docs/architecture.md, "The frame".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.catalog.model_reader import TINTS, Part
from cna_avatars.catalog.png import Pixels
from cna_avatars.description.codec import COLOR_NAMES
from cna_avatars.description.palettes import Color
from cna_avatars.errors import ContentLoadError

from .model import MAX_PARTS, VERTEX

MAX_TEXTURE_BYTES: Final = 64 << 20
_WHITE: Final[Color] = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class ShapedPart:
    """A part with its final positions (n, 3) float64."""

    part: Part
    positions: npt.NDArray[np.float64]


def in_draw_order(parts: Sequence[ShapedPart]) -> tuple[list[ShapedPart], tuple[int, int, int]]:
    """Return the parts as they are drawn, and the index counts: opaque, decals of layer 0, then layer 1."""
    groups: tuple[list[ShapedPart], ...] = ([], [], [])
    for shaped in parts:
        material = shaped.part.material
        groups[0 if material.decal is None else 1 + material.layer].append(shaped)
    opaque, decals, irises = (sum(shaped.part.triangles.size for shaped in group) for group in groups)
    return [shaped for group in groups for shaped in group], (opaque, decals, irises)


def merge_geometry(
    parts: Sequence[ShapedPart],
) -> tuple[npt.NDArray[np.void], npt.NDArray[np.unsignedinteger]]:
    """Return all vertices and the triangle list, turned clockwise."""
    total = sum(len(shaped.positions) for shaped in parts)
    vertices = np.zeros(total, VERTEX)
    triangles: list[npt.NDArray[np.uint32]] = []
    start = 0
    for number, shaped in enumerate(parts):
        part, end = shaped.part, start + len(shaped.positions)
        block = vertices[start:end]
        block["position"] = shaped.positions
        block["normal"] = part.normals
        block["uv"] = part.uvs
        block["joints"] = part.joints
        block["weights"] = part.weights
        block["part"][:, 0] = number
        triangles.append(part.triangles[:, [0, 2, 1]] + np.uint32(start))
        start = end
    indices = np.concatenate(triangles).ravel()
    return vertices, indices.astype(np.uint16) if total <= 0x10000 else indices


def merge_materials(parts: Sequence[ShapedPart], colors: Sequence[Color]) -> tuple[npt.NDArray[np.float32], Pixels]:
    """Return the parts block (128, 4) and the texture layers; `colors` are the description's seven.

    Raises
    ------
    ContentLoadError
        if there are more than 64 parts, or the textures are larger than 64 MiB together.
    """
    if len(parts) > MAX_PARTS:
        raise ContentLoadError(f"avatar asset: expected at most {MAX_PARTS} parts in one avatar; got {len(parts)}.")
    layers, windows = _stack_textures([shaped.part.material.texture for shaped in parts])
    block = np.zeros((2 * MAX_PARTS, 4), np.float32)
    for number, shaped in enumerate(parts):
        material = shaped.part.material
        tint = _WHITE if material.tint == TINTS[0] else colors[COLOR_NAMES.index(material.tint)]
        block[number, :3] = [factor * channel / 255.0 for factor, channel in zip(material.color, tint, strict=True)]
        block[number, 3] = material.specular
        block[MAX_PARTS + number] = windows[number]
        if material.decal is not None:
            block[MAX_PARTS + number] = (0.0, 1.0, 1.0, material.decal)
    return block, layers


def _stack_textures(textures: Sequence[Pixels | None]) -> tuple[Pixels, list[tuple[float, float, float, float]]]:
    """Return textures as layers of one size, their edges repeated, and each part's window into its layer."""
    unique: dict[bytes, Pixels] = {b"": np.full((1, 1, 4), 255, np.uint8)}
    keys = []
    for texture in textures:
        key = b"" if texture is None else bytes(str(texture.shape), "ascii") + texture.tobytes()
        keys.append(key)
        if texture is not None:
            unique.setdefault(key, texture)
    height = max(image.shape[0] for image in unique.values())
    width = max(image.shape[1] for image in unique.values())
    if len(unique) * height * width * 4 > MAX_TEXTURE_BYTES:
        raise ContentLoadError(
            f"avatar asset: expected textures of at most {MAX_TEXTURE_BYTES >> 20} MiB in one avatar;"
            f" got {len(unique)} layers of {width} x {height}."
        )
    layers = np.stack(
        [
            np.pad(image, ((0, height - image.shape[0]), (0, width - image.shape[1]), (0, 0)), mode="edge")
            for image in unique.values()
        ]
    )
    order = list(unique)
    windows = [
        (float(order.index(key)), unique[key].shape[1] / width, unique[key].shape[0] / height, 0.0) for key in keys
    ]
    return layers, windows
