"""Hats 100 and 101: a six-panel cap with a curved brim, and a ribbed beanie. Head units throughout.

All hats that cover the hair share one line and one dome, so that a hair style needs one cut for all of them.
"""

import numpy as np
from numpy.typing import NDArray

from ..body import Figure
from ..cloth import SEAM_REACH, fabric
from ..exact import Array, PI, atan2, length, sin, smoothstep
from ..fields import common, ellipsoid, piping, sphere, union
from ..glb_writer import Part
from ..surface import finish, sculpt
from ..weights import head_shares

_DOME_CENTER = (0.0, 0.030, -0.014)


def dome(q: Array, grow: float = 0.0) -> Array:
    """The inside of every hat."""
    return ellipsoid(q, _DOME_CENTER, np.array((0.152, 0.146, 0.156)) + grow)


def hat_line(q: Array) -> Array:
    """Above zero where a hat covers: higher at the front, lower at the back."""
    return np.asarray(q[..., 1] - 0.050 - q[..., 2] * 0.28, np.float64)


def _panel(q: Array) -> tuple[Array, Array]:
    """Distance to the nearest of six panel seams, and the height above the hat line."""
    x, z = q[..., 0], q[..., 2] - _DOME_CENTER[2]
    turn = atan2(x, z) * (6.0 / PI) * 0.5
    return np.abs(turn - np.rint(turn)) * length(np.stack([x, z], -1)) * (2.0 * PI / 6.0), hat_line(q)


def _crown(q: Array) -> Array:
    seam, _ = _panel(q)
    form = dome(q, 0.010) + 0.0016 * smoothstep(0.006, 0.0, seam)
    form = common(form, -hat_line(q), 0.008)
    return union(form, sphere(q, (0.0, 0.187, _DOME_CENTER[2]), 0.011), 0.004)


def _brim(q: Array) -> Array:
    x, z = q[..., 0], q[..., 2]
    middle = 0.094 - 1.9 * x * x - 0.16 * (z - 0.13) - 0.5 * (z - 0.13) * np.abs(z - 0.13)
    plate = np.abs(q[..., 1] - middle) * 0.86 - 0.0052
    outline = ellipsoid(q * np.array((1.0, 0.0, 1.0)), (0.0, 0.0, 0.106), np.array((0.126, 1.0, 0.152)))
    return common(common(plate, outline, 0.006), 0.075 - z, 0.01)


def _cap(q: Array) -> Array:
    return union(_crown(q), _brim(q), 0.006)


def _beanie(q: Array) -> Array:
    line = hat_line(q)
    turn = atan2(q[..., 0], q[..., 2] - _DOME_CENTER[2])
    ribs = 0.0022 * sin(turn * 30.0) * smoothstep(0.185, 0.15, q[..., 1])
    body = common(ellipsoid(q, (0.0, 0.034, -0.018), (0.164, 0.162, 0.168)) - ribs, -line, 0.01)
    fold = common(ellipsoid(q, (0.0, 0.030, -0.014), (0.170, 0.170, 0.175)) - ribs, np.abs(line - 0.021) - 0.026, 0.016)
    return union(union(body, fold, 0.005), sphere(q, (0.0, 0.208, -0.018), 0.034), 0.012)


def _cap_seams(q: Array) -> Array:
    seam, line = _panel(q)
    brim = np.abs(ellipsoid(q * np.array((1.0, 0.0, 1.0)), (0.0, 0.0, 0.106), np.array((0.126, 1.0, 0.152))))
    return np.where(line > 0.004, np.minimum(np.minimum(seam, np.abs(line)), np.where(q[..., 1] > 0.172, 0.0, 1.0)), brim)


def cap_parts(figure: Figure) -> list[Part]:
    """A cap in one part."""
    return [_hat(figure, "cap", _cap, _cap_seams, 1500, "canvas", 0.30)]


def beanie_parts(figure: Figure) -> list[Part]:
    """A beanie with a folded edge and a pompom."""
    return [_hat(figure, "beanie", _beanie, lambda q: np.abs(hat_line(q) - 0.049), 1500, "plain", 0.25)]


def _hat(figure: Figure, name: str, form, seams, triangles: int, cloth: str, front: float) -> Part:  # type: ignore[no-untyped-def]
    s, y = figure.rig.head_scale, figure.rig.head_center
    points = figure.anatomy.head_points

    def field(p: Array) -> Array:
        return np.asarray(form(points(p)) * s, np.float64)

    def unseen(p: Array) -> NDArray[np.bool_]:
        return np.asarray(figure.upper(p) < -0.006, np.bool_)

    mesh = sculpt(field, (-0.20 * s, y - 0.03 * s, -0.21 * s), (0.20 * s, y + 0.26 * s, front * s), 0.0048 * s, triangles, unseen)
    return finish(name, fabric(cloth, "accessory"), mesh, field, lambda p: np.minimum(field(p), figure.upper(p)), head_shares,
                  lambda p: np.clip(seams(points(p)) * s / SEAM_REACH, 0.0, 1.0))
