"""What garments share: ramp textures by fabric, seam tones, and the way from a cloth field to a part."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catalog.body import Figure
from catalog.fields import Field
from catalog.glb_writer import Material, Part
from catalog.shading import Color, ramp
from catalog.surface import Importance, Shares, finish, sculpt
from cna_avatars.exact import Array

SEAM_REACH = 0.064  # metres: v runs from 0, this far on one side of a seam, over 0.5 to 1: 2 mm a row
_WHITE: Color = (1.0, 1.0, 1.0)
# Fabric: shadow colour, then tones by millimetres from the nearest seam, alike on both sides.
FABRICS: dict[str, tuple[Color, tuple[tuple[float, Color], ...]]] = {
    "cotton": ((0.46, 0.47, 0.55), ((0, (0.80, 0.80, 0.84)), (3, _WHITE))),
    "denim": (
        (0.42, 0.43, 0.52),
        (
            (0, (0.62, 0.63, 0.70)),
            (3, _WHITE),
            (6, _WHITE),
            (8, (1.40, 1.25, 0.95)),
            (10, _WHITE),
            (60, (0.93, 0.93, 0.94)),
        ),
    ),
    "canvas": (
        (0.45, 0.45, 0.52),
        ((0, (0.74, 0.74, 0.79)), (3, _WHITE), (7, _WHITE), (9, (0.86, 0.86, 0.89)), (11, _WHITE)),
    ),
    "fleece": ((0.46, 0.47, 0.54), ((0, (0.74, 0.74, 0.79)), (4, _WHITE))),
    "knit": ((0.44, 0.45, 0.52), ((0, (0.76, 0.76, 0.80)), (4, _WHITE))),
    "leather": (
        (0.40, 0.38, 0.40),
        ((0, (0.66, 0.66, 0.69)), (3, _WHITE), (6, _WHITE), (8, (1.18, 1.16, 1.10)), (10, _WHITE)),
    ),
    "rubber": ((0.45, 0.44, 0.46), ((0, (0.86, 0.86, 0.87)), (2, _WHITE))),
    "plain": ((0.45, 0.45, 0.50), ((0, _WHITE), (1, _WHITE))),
}


@cache
def fabric_ramp(fabric: str) -> bytes:
    """The PNG of a fabric's ramp."""
    shadow, tones = FABRICS[fabric]
    half = [(distance / (SEAM_REACH * 2000.0), color) for distance, color in tones]
    mirrored_half = [(0.5 - place, color) for place, color in reversed(half)]
    return ramp(shadow, (*mirrored_half, *((0.5 + place, color) for place, color in half)))


def fabric(name: str, tint: str, color: Color = _WHITE, specular: float = 0.5) -> Material:
    """A cloth material tinted by a description colour, or `color` alone with tint none."""
    return Material(tint, color, specular, fabric_ramp(name))


def seam_tone(distance: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """V from the signed distance in metres to the nearest seam: signed, so that a seam may run through a triangle."""
    return lambda p: np.clip(0.5 + distance(p) / (2.0 * SEAM_REACH), 0.0, 1.0)


def nearest(*distances: Array) -> Array:
    """Of signed distances the one nearest to zero; all are positive on the open cloth, negative beyond their line."""
    result = distances[0]
    for distance in distances[1:]:
        result = np.where(np.abs(distance) < np.abs(result), distance, result)
    return result


def cloth_part(
    figure: Figure,
    name: str,
    material: Material,
    field: Field,
    box: tuple[ArrayLike, ArrayLike],
    step: float,
    triangles: int,
    seams: Callable[[Array], Array] | None = None,
    hidden: Callable[[Array], NDArray[np.bool_]] | None = None,
    shares: Shares | None = None,
    importance: Importance | None = None,
    beside: Field | None = None,
    apart: tuple[Field, Field] | None = None,
) -> Part:
    """A garment's part. `beside` also shades it; what lies deep inside the body is dropped, and what `hidden` says.

    `apart` are its trunk and its sleeves, if it has them: they shade each other little.
    """

    def unseen(p: Array) -> NDArray[np.bool_]:
        inside = figure.whole(p) < -0.009
        return np.asarray(inside if hidden is None else inside | hidden(p), np.bool_)

    def scene(p: Array) -> Array:
        near = np.minimum(field(p), figure.armless(p))  # hands pass by, they do not stay
        return near if beside is None else np.minimum(near, beside(p))

    mesh = sculpt(field, *box, step, triangles, unseen, importance)
    return finish(
        name,
        material,
        mesh,
        field,
        scene,
        figure.shares if shares is None else shares,
        None if seams is None else seam_tone(seams),
        apart,
    )
