"""`SoftwareDevice`: a graphics device that draws into an array, with NumPy alone.

What it draws is what WebGL2 draws: all opaque parts, then every avatar's decals and irises in their order, then the
loading effect.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.catalog.png import Pixels
from cna_avatars.errors import ArgumentOutOfRangeError
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw
from cna_avatars.renderer.loading_effect import unit_sphere

from .clipping import Indices
from .coverage import SAMPLES, rasterize
from .surfaces import decal_colors, opaque_colors, parts_of, tile_levels
from .target import Target
from .triangles import concatenate, front_triangles
from .vertices import Vertices, avatar_vertices, sphere_vertices

MOST_PIXELS: Final = 4096
"""Of a picture's side."""


class SoftwareDevice:
    """Pictures of `width` × `height` pixels.

    Draws are collected, and carried out when the picture is asked for.

    Parameters
    ----------
    width, height
        1 to 4,096 pixels.
    samples
        in a pixel: 4 smooth the edges, 1 does not.
    """

    def __init__(self, width: int, height: int, samples: int = 4) -> None:
        for name, side in (("width", width), ("height", height)):
            if not 1 <= side <= MOST_PIXELS:
                raise ArgumentOutOfRangeError(f"Expected 1 to {MOST_PIXELS} pixels; got {side}.", name)
        if samples not in SAMPLES:
            raise ArgumentOutOfRangeError(f"Expected 1 or 4 samples in a pixel; got {samples}.", "samples")
        self.width, self.height, self.samples = width, height, samples
        self._avatars: list[AvatarDraw] = []
        self._silhouettes: list[SilhouetteDraw] = []

    def clear(self) -> None:
        """Begin a new picture: forget what was drawn."""
        self._avatars.clear()
        self._silhouettes.clear()

    def draw_avatar(self, draw: AvatarDraw) -> None:
        """Add an avatar to the picture."""
        self._avatars.append(draw)

    def draw_silhouette(self, draw: SilhouetteDraw) -> None:
        """Add an ellipsoid of the loading effect."""
        self._silhouettes.append(draw)

    def picture(self) -> Pixels:
        """Return what was drawn since `clear`: (height, width, 4) uint8, premultiplied, the top row first."""
        target = Target(self.width, self.height, self.samples)
        # Hostile numbers may overflow on the way; what is not finite is not drawn.
        with np.errstate(all="ignore"):
            avatars = [(draw, avatar_vertices(draw)) for draw in self._avatars]
            self._draw_opaque(target, avatars)
            for draw, vertices in avatars:
                self._draw_decals(target, draw, vertices)
            for silhouette in self._silhouettes:
                self._draw_silhouette(target, silhouette)
        return target.resolved()

    def _draw_opaque(self, target: Target, avatars: list[tuple[AvatarDraw, Vertices]]) -> None:
        tables, parts = [], []
        for draw, vertices in avatars:
            indices = _triples(draw.model.indices[: draw.model.counts[0]])
            tables.append(front_triangles(vertices, indices, self.width, self.height))
            parts.append(parts_of(draw.model, indices)[tables[-1].sources])
        if not tables:
            return
        triangles, part = concatenate(tables), np.concatenate(parts)
        for fragments in rasterize(triangles, self.width, self.height, self.samples):
            target.cover(triangles, fragments)
        seen = target.seen()
        owner = np.searchsorted(np.cumsum([len(table.area) for table in tables]), seen.triangle, "right")
        for number, (draw, _) in enumerate(avatars):
            own = seen.where(owner == number)
            target.write(own, opaque_colors(draw, triangles, part[own.triangle], own))

    def _draw_decals(self, target: Target, draw: AvatarDraw, vertices: Vertices) -> None:
        indices = _triples(draw.model.indices[draw.model.counts[0] :])
        if len(indices) == 0 or len(draw.model.atlas.tiles) == 0:
            return
        triangles = front_triangles(vertices, indices, self.width, self.height)
        parts, levels = parts_of(draw.model, indices)[triangles.sources], tile_levels(draw)
        for fragments in rasterize(triangles, self.width, self.height, self.samples):
            passed = target.not_hidden(triangles, fragments)
            kept = np.asarray(passed.any(0))
            shown = fragments.where(kept)
            colors = decal_colors(draw, levels, triangles, parts[shown.triangle], shown)
            target.blend(shown.covering(passed[:, kept]), colors)

    def _draw_silhouette(self, target: Target, draw: SilhouetteDraw) -> None:
        positions, indices = unit_sphere()
        vertices = sphere_vertices(draw, positions)
        triangles = front_triangles(vertices, _triples(indices), self.width, self.height)
        for fragments in rasterize(triangles, self.width, self.height, self.samples):
            colors = np.broadcast_to(np.asarray(draw.color, np.float32), (len(fragments.row), 4))
            target.blend(fragments.covering(target.not_hidden(triangles, fragments)), colors)


def _triples(indices: npt.NDArray[np.unsignedinteger]) -> Indices:
    return indices.reshape(-1, 3).astype(np.int64)
