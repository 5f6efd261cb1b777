"""What all hats share: the line down to which they cover the hair, the dome inside, and the way to a part. Head units.

One line and one dome for all hats that cover the hair: a hair style needs one cut for all of them.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from catalog.body import Figure
from catalog.cloth import seam_tone
from catalog.fields import ellipsoid
from catalog.glb_writer import Material, Part
from catalog.surface import finish, sculpt
from catalog.weights import head_shares
from cna_avatars.exact import Array

DOME_CENTER = (0.0, 0.030, -0.014)


def dome(q: Array, grow: float = 0.0) -> Array:
    """The inside of every hat."""
    return ellipsoid(q, DOME_CENTER, np.array((0.152, 0.146, 0.156)) + grow)


def hat_line(q: Array) -> Array:
    """Above zero where a hat covers: higher at the front, lower at the back."""
    return np.asarray(q[..., 1] - 0.060 - q[..., 2] * 0.30, np.float64)


def under_hat(q: Array) -> Array:
    """Below zero where hair may be: inside the dome, and below the line in a cone that widens downwards."""
    return dome(q, -0.005) - 0.75 * np.maximum(-hat_line(q), 0.0)


def hat_part(
    figure: Figure,
    name: str,
    material: Material,
    form: Callable[[Array], Array],
    seams: Callable[[Array], Array],
    triangles: int,
    front: float,
) -> Part:
    """A hat from its form and signed seam distance, both in head units; `front` is how far it reaches forwards."""
    s, y = figure.rig.head_scale, figure.rig.head_center
    points = figure.anatomy.head_points

    def field(p: Array) -> Array:
        return np.asarray(form(points(p)) * s, np.float64)

    def unseen(p: Array) -> NDArray[np.bool_]:
        return np.asarray(figure.anatomy.head(p) < -0.006, np.bool_)

    mesh = sculpt(
        field,
        (-0.20 * s, y - 0.03 * s, -0.22 * s),
        (0.20 * s, y + 0.27 * s, front * s),
        0.0048 * s,
        triangles,
        unseen,
    )
    return finish(
        name,
        material,
        mesh,
        field,
        lambda p: np.minimum(field(p), figure.anatomy.head(p)),
        head_shares,
        seam_tone(lambda p: seams(points(p)) * s),
    )
