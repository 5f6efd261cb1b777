"""Bottom 40, jeans: waistband, front and back pockets, fly, straight legs that end in a turned-up cuff."""

import numpy as np

from ..body import Figure
from ..cloth import cloth_part, fabric
from ..exact import Array, length, sin, smoothstep
from ..fields import common, mirrored, union
from ..glb_writer import Part

_CUFF = 0.036


class Jeans:
    """The forms and seams of the trousers; takes mirrored points."""

    def __init__(self, figure: Figure) -> None:
        self.figure, self.rig = figure, figure.rig
        self.size = self.rig.height / 1.8
        self.top = self.rig.back_lower + 0.022
        self.band = self.top - 0.036
        self.hem = 0.068

    def field(self, p: Array) -> Array:
        """The finished trousers."""
        q = mirrored(p)
        anatomy, y = self.figure.anatomy, q[..., 1]
        knee = self.rig.knee[1]
        wide = 0.010 + 0.004 * smoothstep(knee, knee - 0.12, y) + 0.012 * smoothstep(knee - 0.08, self.hem + 0.02, y)
        cuff = 0.0055 * smoothstep(self.hem + _CUFF + 0.004, self.hem + _CUFF - 0.002, y)
        leg = anatomy.leg(q, 0.0) - wide - cuff - self._folds(q)
        leg = common(leg, 0.004 - q[..., 0], 0.012)
        seat = anatomy.trunk(q, 0.0) - 0.010 - 0.003 * smoothstep(self.band - 0.003, self.band + 0.003, y)
        form = union(leg, seat, 0.055)
        form = form - 0.0022 * self._pocket(q)
        form = common(form, y - self.top, 0.008)
        return common(form, self.hem - y, 0.008)

    def _folds(self, q: Array) -> Array:
        """Soft creases behind the knee and above the shoe."""
        y = q[..., 1]
        knee = self.rig.knee[1]
        behind = smoothstep(0.03, -0.05, q[..., 2])
        low = smoothstep(self.hem + 0.17, self.hem + 0.07, y) * smoothstep(self.hem + _CUFF, self.hem + _CUFF + 0.03, y)
        slant = y + (q[..., 0] - self.rig.knee[0]) * 0.35
        return np.asarray(0.0030 * low * sin(slant * 88.0 + q[..., 2] * 14.0)
                          + 0.0030 * behind * smoothstep(0.08, 0.02, np.abs(y - knee)) * sin(slant * 80.0), np.float64)

    def _pocket_distance(self, q: Array) -> Array:
        """Signed distance, across the back, to the outline of a back pocket."""
        center = np.array((0.074, self.band - 0.070)) * np.array((self.size, 1.0))
        d = np.abs(np.stack([q[..., 0], q[..., 1]], -1) - center) - np.array((0.036, 0.040)) * self.size
        return np.where(q[..., 2] < -0.03, length(np.maximum(d, 0.0)) + np.minimum(d.max(-1), 0.0), 0.2)

    def _pocket(self, q: Array) -> Array:
        return smoothstep(0.003, -0.003, self._pocket_distance(q))

    def seams(self, p: Array) -> Array:
        """Distance to waistband, cuff, side seams, fly and pockets."""
        q = mirrored(p)
        x, y, z = q[:, 0], q[:, 1], q[:, 2]
        nearest = np.minimum(np.abs(y - self.band), np.abs(y - self.hem - _CUFF))
        nearest = np.minimum(nearest, np.where((x > 0.11) & (y < self.band), np.abs(z + 0.012), 0.2))
        mouth = np.abs(length(np.stack([x - 0.165 * self.size, y - self.band - 0.012], -1)) - 0.078 * self.size)
        nearest = np.minimum(nearest, np.where((z > 0.01) & (y < self.band), mouth, 0.2))
        nearest = np.minimum(nearest, np.abs(self._pocket_distance(q)))
        fly = np.where((z > 0.03) & (y > self.rig.hip[1] - 0.03) & (y < self.band), np.abs(x - 0.004), 0.2)
        return np.minimum(nearest, fly)


def parts(figure: Figure) -> list[Part]:
    """The trousers in one part."""
    jeans, rig = Jeans(figure), figure.rig
    box = ((-0.26, jeans.hem - 0.03, -0.18), (0.26, jeans.top + 0.03, 0.18))
    def cap(p: Array) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return np.asarray(p[:, 1] > jeans.top + 0.02, np.bool_)
    return [cloth_part(figure, "trousers", fabric("denim", "bottom"), jeans.field, box, 0.0075 * jeans.size, 1500, jeans.seams, cap)]
