"""Hat 100, cap: six panels with seams, a button, a curved brim. Head units."""

import numpy as np

from catalog.body import Figure
from catalog.cloth import fabric, nearest
from catalog.fields import common, ellipsoid, sphere, union
from catalog.garments.hats import DOME_CENTER, dome, hat_line, hat_part
from catalog.glb_writer import Part
from cna_avatars.exact import PI, Array, atan2, length, smoothstep


def _panel_seam(q: Array) -> Array:
    """Distance to the nearest of the seams between six panels."""
    x, z = q[..., 0], q[..., 2] - DOME_CENTER[2]
    turn = atan2(x, z) * (3.0 / PI)
    return np.asarray(np.abs(turn - np.rint(turn)) * length(np.stack([x, z], -1)) * (PI / 3.0), np.float64)


def _crown(q: Array) -> Array:
    groove = 0.0018 * smoothstep(0.006, 0.0, _panel_seam(q))
    form = common(dome(q, 0.010) + groove, -hat_line(q), 0.008)
    return union(form, sphere(q, (0.0, 0.187, DOME_CENTER[2]), 0.011), 0.004)


def _brim_outline(q: Array) -> Array:
    return ellipsoid(q * np.array((1.0, 0.0, 1.0)), (0.0, 0.0, 0.108), (0.122, 1.0, 0.150))


def _brim(q: Array) -> Array:
    x, z = q[..., 0], q[..., 2]
    middle = 0.112 - 1.7 * x * x - 0.14 * (z - 0.13) - 0.9 * (z - 0.13) * np.maximum(z - 0.13, 0.0)
    plate = np.abs(q[..., 1] - middle) * 0.86 - 0.0052
    return common(common(plate, _brim_outline(q), 0.006), 0.075 - z, 0.01)


def _cap(q: Array) -> Array:
    return union(_crown(q), _brim(q), 0.006)


def _seams(q: Array) -> Array:
    turn = atan2(q[..., 0], q[..., 2] - DOME_CENTER[2]) * (3.0 / PI)
    odd = np.where(
        np.floor(turn) % 2.0 == 0.0, 1.0, -1.0
    )  # panels take turns, so that each seam is where the sign turns over
    on_crown = nearest(_panel_seam(q), hat_line(q) - 0.016, 0.180 - q[..., 1]) * odd
    return np.where(hat_line(q) > 0.002, on_crown, -_brim_outline(q) - 0.014)


def parts(figure: Figure) -> list[Part]:
    """The cap in one part."""
    return [hat_part(figure, "cap", fabric("cotton", "accessory"), _cap, _seams, 900, 0.30)]
