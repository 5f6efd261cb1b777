"""Hat 101, beanie: ribbed knit with a folded edge and a pompom. Head units."""

import numpy as np

from catalog.body import Figure
from catalog.cloth import fabric
from catalog.fields import common, ellipsoid, sphere, union
from catalog.garments.hats import DOME_CENTER, hat_line, hat_part
from catalog.glb_writer import Part
from cna_avatars.exact import Array, atan2, sin, smoothstep

_RIBS = 22.0


def _ribs(q: Array) -> Array:
    turn = atan2(q[..., 0], q[..., 2] - DOME_CENTER[2])
    return 0.0026 * sin(turn * _RIBS) * smoothstep(0.190, 0.13, q[..., 1])


def _beanie(q: Array) -> Array:
    line, ribs = hat_line(q), _ribs(q)
    body = common(ellipsoid(q, (0.0, 0.036, -0.018), (0.162, 0.160, 0.167)) - ribs, -line, 0.01)
    fold = common(
        ellipsoid(q, (0.0, 0.030, -0.014), (0.1675, 0.170, 0.1725)) - ribs,
        np.abs(line - 0.020) - 0.028,
        0.018,
    )
    return union(body, fold, 0.004)


def _pompom(q: Array) -> Array:
    d = q - np.array((0.0, 0.212, -0.018))
    bumps = 0.0030 * sin(d[..., 0] * 190.0) * sin(d[..., 1] * 190.0 + 1.0) * sin(d[..., 2] * 190.0 + 2.0)
    return sphere(d, (0.0, 0.0, 0.0), 0.036) - bumps


def _seams(q: Array) -> Array:
    return np.where(_pompom(q) < 0.004, 1.0, 0.050 - hat_line(q))


def parts(figure: Figure) -> list[Part]:
    """The beanie and its pompom in one part."""
    return [
        hat_part(
            figure,
            "beanie",
            fabric("knit", "accessory"),
            lambda q: np.minimum(_beanie(q), _pompom(q)),
            _seams,
            1080,
            0.20,
        )
    ]
