"""The colours of what is seen of an avatar: its parts with their textures, and its face with its tiles."""

from typing import Final

import numpy as np

from cna_avatars.assembly.model import MAX_PARTS, AssembledModel
from cna_avatars.catalog.png import Pixels
from cna_avatars.renderer.device import AvatarDraw

from .attributes import attributes, uv_steps
from .clipping import Indices
from .coverage import Fragments, coverage
from .lighting import lit
from .textures import mip_levels, sample_linear, sample_mipmapped
from .triangles import Triangles
from .vertices import UV, Floats

_FEATURES: Final = 7


def parts_of(model: AssembledModel, indices: Indices) -> Indices:
    """Return the part (t,) of each triangle of an index list (t, 3): that of its last corner, as GLSL has it."""
    return np.asarray(model.vertices["part"][:, 0][indices[:, 2]].astype(np.int64))


def opaque_colors(draw: AvatarDraw, triangles: Triangles, parts: Indices, seen: Fragments) -> Floats:
    """Return the colours (n, 4) of opaque fragments; `parts` (n,) are theirs, and they cover what they own or more."""
    covered = seen.covered.copy()
    partly = np.flatnonzero(~covered.all(0))
    place = seen.triangle[partly], seen.column[partly], seen.row[partly]
    covered[:, partly] = coverage(triangles, *place, len(covered))
    values = attributes(triangles, seen.covering(covered))
    texels = _part_texels(draw.model, parts, values[:, UV])
    return lit(texels, draw.model.parts[parts], values, draw.lights, draw.view.eye)


def tile_levels(draw: AvatarDraw) -> list[Pixels]:
    """Return the mip levels of the seven tiles that the face shows."""
    tiles = draw.model.atlas.tiles
    return mip_levels(tiles[np.clip(np.asarray(draw.tiles[:_FEATURES], np.int64), 0, len(tiles) - 1)])


def decal_colors(
    draw: AvatarDraw, levels: list[Pixels], triangles: Triangles, parts: Indices, fragments: Fragments
) -> Floats:
    """Return the premultiplied colours (n, 4) of fragments of the face."""
    values = attributes(triangles, fragments)
    features = draw.model.parts[MAX_PARTS + parts, 3].astype(np.int64)
    texels = sample_mipmapped(levels, features, values[:, UV], *uv_steps(triangles, fragments))
    return lit(texels, draw.model.parts[parts], values, draw.lights, draw.view.eye)


def _part_texels(model: AssembledModel, parts: Indices, uv: Floats) -> Floats:
    """Return the opaque texels (n, 4): white where a part has no texture, else from its corner of its layer."""
    layers, windows = model.layers, model.parts[MAX_PARTS + parts]
    texels = np.ones((len(parts), 4), np.float32)
    textured = np.flatnonzero(windows[:, 0] >= 0.0)
    if len(textured) == 0:
        return texels
    half_texel = np.float32(0.5) / np.array([layers.shape[2], layers.shape[1]], np.float32)
    extent = windows[textured, 1:3]
    inside = np.minimum(np.maximum(uv[textured] * extent, half_texel), extent - half_texel)
    layer = np.clip(windows[textured, 0].astype(np.int64), 0, len(layers) - 1)
    texels[textured, :3] = sample_linear(layers, layer, inside)[:, :3]
    return texels
