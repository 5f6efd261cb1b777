"""`SoftwareDevice`: a graphics device that draws into an array, with NumPy alone.

What it draws is what WebGL2 draws: all opaque parts, then every avatar's decals and irises in their order, then the
loading effect. A large picture is drawn band by band, so that memory stays bounded.
"""

from typing import Final

import numpy as np

from cna_avatars.catalog.png import Pixels
from cna_avatars.errors import ArgumentOutOfRangeError
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw

from .coverage import SAMPLES
from .layers import Decals, Layer, Silhouette, Solids, has_face
from .target import Target
from .vertices import Vertices, avatar_vertices

MOST_PIXELS: Final = 4096
"""Of a picture's side."""
_MOST_PIXELS_AT_ONCE: Final = 1 << 17


class SoftwareDevice:
    """Pictures of `width` × `height` pixels.

    Draws are collected and carried out when the picture is asked for; what they point at may have changed by then.

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
        self._avatars: list[tuple[AvatarDraw, Vertices]] = []
        self._silhouettes: list[Silhouette] = []

    def clear(self) -> None:
        """Begin a new picture: forget what was drawn."""
        self._avatars.clear()
        self._silhouettes.clear()

    def draw_avatar(self, draw: AvatarDraw) -> None:
        """Add an avatar to the picture."""
        with _quietly():
            self._avatars.append((draw, avatar_vertices(draw)))

    def draw_silhouette(self, draw: SilhouetteDraw) -> None:
        """Add an ellipsoid of the loading effect."""
        with _quietly():
            self._silhouettes.append(Silhouette(draw, self.width, self.height))

    def picture(self) -> Pixels:
        """Return what was drawn since `clear`: (height, width, 4) uint8, premultiplied, the top row first."""
        avatars, bands = self._avatars, []
        with _quietly():
            layers: list[Layer] = [Solids(avatars, self.width, self.height)] if avatars else []
            layers += [Decals(*avatar, self.width, self.height) for avatar in avatars if has_face(avatar[0].model)]
            layers += self._silhouettes
            step = max(_MOST_PIXELS_AT_ONCE // self.width, 1)
            for bottom in range(0, self.height, step):
                target = Target(self.width, range(bottom, min(bottom + step, self.height)), self.samples)
                for layer in layers:
                    layer.draw_into(target)
                bands.append(target.resolved())
        return np.concatenate(bands[::-1])


def _quietly() -> np.errstate:
    """Let numbers overflow: hostile ones may on the way, and what is not finite is not drawn."""
    return np.errstate(all="ignore")
