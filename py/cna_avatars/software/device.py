"""`SoftwareDevice`: a graphics device that draws into an array, with NumPy alone.

What it draws is what WebGL2 draws: all opaque parts, then every avatar's decals and irises in their order, then the
loading effect.
"""

import numpy as np

from cna_avatars.catalog.png import Pixels
from cna_avatars.errors import ArgumentOutOfRangeError
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw
from cna_avatars.renderer.loading_effect import unit_sphere

from .attributes import attributes, uv_steps
from .coverage import SAMPLES, Fragments, coverage, rasterize
from .lighting import lit
from .target import Target
from .textures import mip_levels, sample_linear, sample_mipmapped
from .triangles import Triangles, concatenate, front_triangles
from .vertices import UV, Floats, Vertices, avatar_vertices, sphere_vertices

MOST_PIXELS = 4096
"""Of a picture's side."""

_TILES = 7
_WINDOWS = 64


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
            self._draw_silhouettes(target)
        return target.resolved()

    def _draw_opaque(self, target: Target, avatars: list[tuple[AvatarDraw, Vertices]]) -> None:
        if not avatars:
            return
        tables = [self._triangles(vertices, draw.model.indices[: draw.model.counts[0]]) for draw, vertices in avatars]
        everything = concatenate(tables)
        for fragments in rasterize(everything, target.width, target.height, self.samples):
            target.cover(everything, fragments)
        seen = target.seen()
        ends = np.cumsum([len(table.area) for table in tables])
        owner = np.searchsorted(ends, seen.triangle, "right")
        for number, (draw, _) in enumerate(avatars):
            fragments = seen.where(owner == number)
            target.write(fragments, _opaque_colors(draw, everything, fragments, ends[number] - len(tables[number].area)))

    def _draw_decals(self, target: Target, draw: AvatarDraw, vertices: Vertices) -> None:
        model = draw.model
        if len(model.atlas.tiles) == 0 or model.counts[0] == len(model.indices):
            return
        triangles = self._triangles(vertices, model.indices[model.counts[0] :])
        parts = _parts_of(draw, triangles, model.counts[0])
        tiles = np.clip(np.asarray(draw.tiles, np.int64)[:_TILES], 0, len(model.atlas.tiles) - 1)
        levels = mip_levels(model.atlas.tiles[tiles])
        features = model.parts[_WINDOWS:, 3].astype(np.int64)
        for fragments in rasterize(triangles, target.width, target.height, self.samples):
            passed = target.not_hidden(triangles, fragments)
            kept = passed.any(0)
            fragments, passed = fragments.where(kept), passed[:, kept]
            values = attributes(triangles, fragments)
            part = parts[fragments.triangle]
            texels = sample_mipmapped(levels, features[part], values[:, UV], *uv_steps(triangles, fragments))
            colors = lit(texels, model.parts[part], values, draw.lights, draw.view.eye)
            visible = Fragments(fragments.triangle, fragments.column, fragments.row, passed)
            target.blend(visible, colors)

    def _draw_silhouettes(self, target: Target) -> None:
        positions, indices = unit_sphere()
        for draw in self._silhouettes:
            triangles = self._triangles(sphere_vertices(draw, positions), indices)
            color = np.asarray(draw.color, np.float32)
            for fragments in rasterize(triangles, target.width, target.height, self.samples):
                passed = target.not_hidden(triangles, fragments)
                visible = Fragments(fragments.triangle, fragments.column, fragments.row, passed)
                target.blend(visible, np.broadcast_to(color, (len(fragments.row), 4)))

    def _triangles(self, vertices: Vertices, indices: np.ndarray) -> Triangles:
        return front_triangles(vertices, indices.reshape(-1, 3).astype(np.int64), self.width, self.height)


def _parts_of(draw: AvatarDraw, triangles: Triangles, first_index: int) -> np.ndarray:
    """Return each triangle's part: that of its last corner, as flat varyings have it."""
    last_corners = draw.model.indices[first_index:][2::3]
    return draw.model.vertices["part"][:, 0][last_corners[triangles.sources]].astype(np.int64)


def _opaque_colors(draw: AvatarDraw, triangles: Triangles, fragments: Fragments, first: int) -> Floats:
    """Return the colours (n, 4) of what is seen of one avatar, whose triangles begin at `first`."""
    model, which = draw.model, fragments.triangle
    partly = np.flatnonzero(~fragments.covered.all(0))
    covered = fragments.covered.copy()
    column, row = fragments.column[partly], fragments.row[partly]
    covered[:, partly] = coverage(triangles, which[partly], column, row, len(covered))
    values = attributes(triangles, Fragments(which, fragments.column, fragments.row, covered))
    last_corners = model.indices[2 : model.counts[0] : 3]
    part = model.vertices["part"][:, 0][last_corners[triangles.sources[which]]].astype(np.int64)
    texels = _part_texels(draw, part, values[:, UV])
    return lit(texels, model.parts[part], values, draw.lights, draw.view.eye)


def _part_texels(draw: AvatarDraw, part: np.ndarray, uv: Floats) -> Floats:
    """Return the opaque texels (n, 4): white where a part has no texture, else from its corner of its layer."""
    layers, windows = draw.model.layers, draw.model.parts[_WINDOWS:][part]
    texels = np.ones((len(part), 4), np.float32)
    textured = np.flatnonzero(windows[:, 0] >= 0.0)
    if len(textured) == 0:
        return texels
    half_texel = np.float32(0.5) / np.array([layers.shape[2], layers.shape[1]], np.float32)
    extent = windows[textured, 1:3]
    inside = np.minimum(np.maximum(uv[textured] * extent, half_texel), extent - half_texel)
    layer = np.clip(windows[textured, 0].astype(np.int64), 0, len(layers) - 1)
    texels[textured, :3] = sample_linear(layers, layer, inside)[:, :3]
    return texels
