"""Facial hair 120 to 123: moustache, goatee, beard, chinstrap, as layers on the skull within an outline. Head units."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from catalog.anatomy import skull_form
from catalog.body import Figure
from catalog.exact import DEGREE, Array, atan2, sin
from catalog.fields import common, cone, ellipse_distance, mirrored, profile, union
from catalog.glb_writer import Material, Part
from catalog.hair.locks import HAIR_RAMP
from catalog.surface import finish, sculpt
from catalog.weights import head_shares

Outline = Callable[[Array], Array]

# Azimuth from the face in degrees, upper edge, lower edge (heights).
_BEARD = (
    (0, -0.042, -0.170),
    (16, -0.044, -0.170),
    (30, -0.064, -0.168),
    (45, -0.074, -0.160),
    (58, -0.058, -0.150),
    (70, -0.022, -0.125),
    (80, 0.020, -0.095),
    (90, 0.020, -0.060),
)
_STRAP = (
    (0, -0.124, -0.160),
    (20, -0.122, -0.156),
    (40, -0.112, -0.146),
    (58, -0.088, -0.126),
    (70, -0.042, -0.096),
    (80, 0.020, -0.060),
    (90, 0.020, -0.030),
)


def _flat(q: Array) -> Array:
    return np.asarray(q * np.array((1.0, 1.0, 0.0)), np.float64)


def _mustache(q: Array) -> Array:
    return cone(_flat(q), (0.008, -0.056, 0.0), (0.041, -0.068, 0.0), 0.0120, 0.0030)


def _goatee(q: Array) -> Array:
    return ellipse_distance(q[..., 0], q[..., 1] + 0.128, np.array(0.030), np.array(0.024), 0.4)


def _band(q: Array, table: tuple[tuple[float, float, float], ...]) -> Array:
    high, low = profile(atan2(q[..., 0], q[..., 2]) / DEGREE, table)
    behind = 0.012 - q[..., 2] + np.maximum(-0.02 - q[..., 1], 0.0) * 0.2
    return common(common(q[..., 1] - high, low - q[..., 1], 0.02), behind, 0.01)


def _beard(q: Array) -> Array:
    mouth = ellipse_distance(q[..., 0], q[..., 1] + 0.088, np.array(0.046), np.array(0.020))
    return common(union(_band(q, _BEARD), _mustache(q), 0.02), np.where(q[..., 2] > 0.0, -mouth, -1.0), 0.014)


def _chinstrap(q: Array) -> Array:
    return _band(q, _STRAP)


def _parts(figure: Figure, outline: Outline, thick: float, triangles: int) -> list[Part]:
    s, y = figure.rig.head_scale, figure.rig.head_center
    points = figure.anatomy.head_points

    def strands(q: Array) -> Array:
        return sin(q[..., 0] * 170.0 + q[..., 1] * 30.0)

    def field(p: Array) -> Array:
        q = mirrored(points(p))
        edge = np.where(q[..., 2] > -0.03, outline(q), 0.1)
        layer = skull_form(q) - thick - 0.0012 * strands(q)
        return common(layer, edge * 0.8, 0.014) * s

    def unseen(p: Array) -> NDArray[np.bool_]:
        return np.asarray(figure.anatomy.head(p) < -0.004, np.bool_)

    def tone(p: Array) -> Array:
        return 0.45 + 0.3 * strands(mirrored(points(p)))

    box = ((-0.15 * s, y - 0.175 * s, -0.03 * s), (0.15 * s, y + 0.035 * s, 0.17 * s))
    mesh = sculpt(field, *box, 0.0042 * s, triangles, unseen)
    material = Material("hair", specular=0.8, texture=HAIR_RAMP)
    return [
        finish(
            "facialHair",
            material,
            mesh,
            field,
            lambda p: np.minimum(field(p), figure.anatomy.head(p)),
            head_shares,
            tone,
        )
    ]


def mustache_parts(figure: Figure) -> list[Part]:
    """Two tapered halves under the nose."""
    return _parts(figure, _mustache, 0.010, 260)


def goatee_parts(figure: Figure) -> list[Part]:
    """A tuft on the chin."""
    return _parts(figure, _goatee, 0.011, 300)


def beard_parts(figure: Figure) -> list[Part]:
    """From ear to ear with a moustache; the mouth stays free."""
    return _parts(figure, _beard, 0.010, 900)


def chinstrap_parts(figure: Figure) -> list[Part]:
    """A narrow band along the jaw."""
    return _parts(figure, _chinstrap, 0.006, 500)
