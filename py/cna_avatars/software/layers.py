"""What a picture is drawn from, in this order: opaque parts, faces, the loading effect.

A layer is made ready once and drawn into any number of bands of the picture.
"""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from cna_avatars.assembly.model import AssembledModel
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw
from cna_avatars.renderer.loading_effect import unit_sphere

from .clipping import Indices
from .coverage import rasterize
from .surfaces import decal_colors, opaque_colors, parts_of, tile_levels
from .target import Target
from .triangles import concatenate, front_triangles
from .vertices import Vertices, sphere_vertices


class Layer(Protocol):
    """Something to draw."""

    def draw_into(self, target: Target) -> None:
        """Draw what lies in the rows of `target`."""


class Solids:
    """The opaque parts of all avatars: the nearest is found first, and only what is seen is coloured."""

    def __init__(self, avatars: list[tuple[AvatarDraw, Vertices]], width: int, height: int) -> None:
        self._draws = [draw for draw, _ in avatars]
        tables, parts = [], []
        for draw, vertices in avatars:
            indices = _triples(draw.model.indices[: draw.model.counts[0]])
            tables.append(front_triangles(vertices, indices, width, height))
            parts.append(parts_of(draw.model, indices)[tables[-1].sources])
        self._ends = np.cumsum([len(table.area) for table in tables])
        self._triangles = concatenate(tables)
        self._parts = np.concatenate(parts)

    def draw_into(self, target: Target) -> None:
        """Draw what lies in the rows of `target`."""
        for fragments in rasterize(self._triangles, target.width, target.rows, target.samples):
            target.cover(self._triangles, fragments)
        seen = target.seen()
        owner = np.searchsorted(self._ends, seen.triangle, "right")
        for number, draw in enumerate(self._draws):
            own = seen.where(owner == number)
            target.write(own, opaque_colors(draw, self._triangles, self._parts[own.triangle], own))


class Decals:
    """One avatar's face: decals and irises, blended in their order, hidden by what is nearer."""

    def __init__(self, draw: AvatarDraw, vertices: Vertices, width: int, height: int) -> None:
        self._draw = draw
        indices = _triples(draw.model.indices[draw.model.counts[0] :])
        self._triangles = front_triangles(vertices, indices, width, height)
        self._parts = parts_of(draw.model, indices)[self._triangles.sources]
        self._levels = tile_levels(draw)

    def draw_into(self, target: Target) -> None:
        """Draw what lies in the rows of `target`."""
        for fragments in rasterize(self._triangles, target.width, target.rows, target.samples):
            passed = target.not_hidden(self._triangles, fragments)
            kept = np.asarray(passed.any(0))
            shown = fragments.where(kept)
            colors = decal_colors(self._draw, self._levels, self._triangles, self._parts[shown.triangle], shown)
            target.blend(shown.covering(passed[:, kept]), colors)


class Silhouette:
    """One ellipsoid of the loading effect: a plain colour, blended."""

    def __init__(self, draw: SilhouetteDraw, width: int, height: int) -> None:
        positions, indices = unit_sphere()
        self._triangles = front_triangles(sphere_vertices(draw, positions), _triples(indices), width, height)
        self._color = np.asarray(draw.color, np.float32)

    def draw_into(self, target: Target) -> None:
        """Draw what lies in the rows of `target`."""
        for fragments in rasterize(self._triangles, target.width, target.rows, target.samples):
            colors = np.broadcast_to(self._color, (len(fragments.row), 4))
            target.blend(fragments.covering(target.not_hidden(self._triangles, fragments)), colors)


def has_face(model: AssembledModel) -> bool:
    """Return whether a model has decals, and tiles for them; a prop has none."""
    return len(model.atlas.tiles) > 0 and model.counts[0] < len(model.indices)


def _triples(indices: npt.NDArray[np.unsignedinteger]) -> Indices:
    return indices.reshape(-1, 3).astype(np.int64)
