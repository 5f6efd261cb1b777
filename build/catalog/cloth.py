"""What garments share: ramp textures by fabric, seam tones, and the way from a cloth field to a part."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .body import Figure
from .exact import Array
from .fields import Field
from .glb_writer import Material, Part
from .shading import Color, ramp
from .surface import Importance, Shares, finish, sculpt

SEAM_REACH = 0.128  # metres from a seam that v = 1 stands for: 2 mm a row
_WHITE: Color = (1.0, 1.0, 1.0)
# Fabric: shadow colour, then tones by millimetres from the nearest seam.
FABRICS: dict[str, tuple[Color, tuple[tuple[float, Color], ...]]] = {
    "cotton": ((0.46, 0.47, 0.55), ((0, (0.90, 0.90, 0.92)), (3, _WHITE), (17, _WHITE), (19, (0.84, 0.84, 0.88)), (21, _WHITE))),
    "denim": ((0.42, 0.43, 0.52), ((0, (0.72, 0.73, 0.78)), (3, (1.0, 1.0, 1.0)), (6, (1.0, 1.0, 1.0)), (8, (1.30, 1.18, 0.95)),
                                   (10, (0.98, 0.98, 0.98)), (40, (0.94, 0.94, 0.95)))),
    "canvas": ((0.45, 0.45, 0.52), ((0, (0.80, 0.80, 0.84)), (3, _WHITE), (8, _WHITE), (10, (0.88, 0.88, 0.91)), (12, _WHITE))),
    "fleece": ((0.46, 0.47, 0.54), ((0, (0.82, 0.82, 0.86)), (4, _WHITE), (40, _WHITE))),
    "knit": ((0.44, 0.45, 0.52), ((0, (0.76, 0.76, 0.80)), (4, _WHITE), (40, _WHITE))),
    "leather": ((0.40, 0.38, 0.40), ((0, (0.70, 0.70, 0.72)), (3, _WHITE), (6, _WHITE), (8, (1.18, 1.16, 1.10)), (10, _WHITE))),
    "rubber": ((0.45, 0.44, 0.46), ((0, (0.86, 0.86, 0.87)), (2, _WHITE))),
    "plain": ((0.45, 0.45, 0.50), ((0, _WHITE), (1, _WHITE))),
}


@cache
def fabric_ramp(fabric: str) -> bytes:
    """The PNG of a fabric's ramp."""
    shadow, tones = FABRICS[fabric]
    return ramp(shadow, tuple((distance / (SEAM_REACH * 1000.0), color) for distance, color in tones))


def fabric(name: str, tint: str, color: Color = _WHITE, specular: float = 0.5) -> Material:
    """A cloth material tinted by a description colour, or `color` alone with tint none."""
    return Material(tint, color, specular, fabric_ramp(name))


def seam_tone(distance: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """v from the distance in metres to the nearest seam."""
    return lambda p: np.clip(distance(p) / SEAM_REACH, 0.0, 1.0)


def cloth_part(figure: Figure, name: str, material: Material, field: Field, box: tuple[ArrayLike, ArrayLike], step: float, triangles: int,
               seams: Callable[[Array], Array] | None = None, hidden: Callable[[Array], NDArray[np.bool_]] | None = None,
               shares: Shares | None = None, importance: Importance | None = None, beside: Field | None = None) -> Part:
    """A garment's part. `beside` is what else shades it; what lies deep inside the body is dropped, and what `hidden` says."""
    def unseen(p: Array) -> NDArray[np.bool_]:
        inside = figure.whole(p) < -0.006
        return np.asarray(inside if hidden is None else inside | hidden(p), np.bool_)

    def scene(p: Array) -> Array:
        near = np.minimum(field(p), figure.whole(p))
        return near if beside is None else np.minimum(near, beside(p))

    mesh = sculpt(field, *box, step, triangles, unseen, importance)
    return finish(name, material, mesh, field, scene, figure.shares if shares is None else shares, None if seams is None else seam_tone(seams))
