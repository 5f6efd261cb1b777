"""The base of bottoms with legs: seat, legs, waistband, pockets, fly, and a hem that may be turned up."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from catalog.body import Figure
from catalog.cloth import cloth_part, nearest
from catalog.fields import common, cone, cut, mirrored, union
from catalog.glb_writer import Material, Part
from catalog.skin import lower_skin
from cna_avatars.exact import Array, length, sin, smoothstep


@dataclass(frozen=True)
class Cut:
    """Measures in metres.

    `hem` above the ground or, if `from_knee`, above the knee joint; `thigh` and `ankle` how wide the legs are there;
    `cuff` height of the turned-up edge, 0 for none; `folds` depth of creases at knee and ankle.
    """

    hem: float
    from_knee: bool = False
    thigh: float = 0.010
    ankle: float = 0.016
    cuff: float = 0.0
    folds: float = 0.003


class Trousers:
    """A cut on a body: forms and seams."""

    def __init__(self, figure: Figure, cut_of: Cut) -> None:
        self.figure, self.anatomy, self.rig, self.cut = figure, figure.anatomy, figure.rig, cut_of
        self.size = self.rig.height / 1.8
        self.top = self.rig.back_lower + 0.022
        self.band = self.top - 0.036
        self.hem = cut_of.hem + (self.rig.knee[1] if cut_of.from_knee else 0.0)

    def legs(self, q: Array) -> Array:
        """Both legs, the inside of the hem hollowed."""
        y = q[..., 1]
        high = self.rig.knee[1] if not self.cut.from_knee else self.rig.hip[1] - 0.03
        wide = self.cut.thigh + self.cut.ankle * smoothstep(high, self.hem + 0.02, y)
        if self.cut.cuff:
            wide = wide + 0.0085 * smoothstep(self.hem + self.cut.cuff + 0.004, self.hem + self.cut.cuff - 0.002, y)
        bare = self.anatomy.leg(q)
        if not self.cut.from_knee:
            bare = union(bare, self._straight(q), 0.030)
        form = common(bare - wide - self._creases(q), 0.004 - q[..., 0], 0.012)
        hollow = common(bare - wide + 0.011, y - self.hem - 0.030, 0.01)
        return cut(form, hollow, 0.005)

    def _straight(self, q: Array) -> Array:
        """Cloth that hangs from the seat without following knee and calf."""
        x, y, _ = self.rig.joints["KneeLeft"]
        return cone(q, (x, y + 0.13, 0.002), (x, 0.12, -0.012), 0.062 * self.size, 0.054 * self.size)

    def _creases(self, q: Array) -> Array:
        y = q[..., 1]
        knee = self.rig.knee[1]
        behind = smoothstep(0.03, -0.05, q[..., 2])
        low = smoothstep(0.24, 0.14, y) * smoothstep(self.hem + self.cut.cuff, self.hem + self.cut.cuff + 0.03, y)
        slant = y + (q[..., 0] - self.rig.knee[0]) * 0.35
        return self.cut.folds * (
            low * sin(slant * 88.0 + q[..., 2] * 14.0)
            + (behind + (1.0 - behind) * 0.6) * smoothstep(0.085, 0.02, np.abs(y - knee)) * sin(slant * 80.0)
        )

    def field(self, p: Array) -> Array:
        """The finished bottom."""
        q = mirrored(p)
        y = q[..., 1]
        seat = self.anatomy.trunk(q) - 0.010 - 0.003 * smoothstep(self.band - 0.003, self.band + 0.003, y)
        form = union(self.legs(q), seat, 0.055) - 0.0025 * smoothstep(0.003, -0.003, self.back_pocket(q))
        form = common(form, y - self.top, 0.008)
        return common(form, self.hem - y, 0.008)

    def back_pocket(self, q: Array) -> Array:
        """Signed distance, across the back, to the outline of a pocket."""
        center = np.array((0.074 * self.size, self.band - 0.070))
        d = np.abs(np.stack([q[..., 0], q[..., 1]], -1) - center) - np.array((0.036, 0.040)) * self.size
        return np.where(q[..., 2] < -0.03, length(np.maximum(d, 0.0)) + np.minimum(d.max(-1), 0.0), 0.2)

    def seams(self, p: Array) -> Array:
        """Signed distance to waistband, hem or cuff, side seams, fly and pockets."""
        q = mirrored(p)
        x, y, z = q[:, 0], q[:, 1], q[:, 2]
        below = y < self.band
        side = np.where(below, np.abs(z + 0.012), 0.2)
        corner = length(np.stack([x - 0.160 * self.size, y - self.band - 0.006], -1)) - 0.072 * self.size
        mouth = np.where((z > 0.01) & below, corner, 0.2)
        fly = np.where((z > 0.03) & (y > self.rig.hip[1] - 0.02) & below, x - 0.018, 0.2)
        lines = nearest(self.band - y, y - self.hem - (self.cut.cuff or 0.022), mouth, fly, self.back_pocket(q))
        front = np.where(z > -0.012, 1.0, -1.0)  # the side seam is where the sign turns over
        return np.where(lines < 0.0, -front, front) * np.minimum(np.abs(lines), side)

    def parts(self, material: Material, triangles: int, skin_triangles: int) -> list[Part]:
        """The cloth and the legs that it shows."""

        def lid(p: Array) -> NDArray[np.bool_]:
            return np.asarray(self.figure.whole(p) < -0.003, np.bool_)

        box = ((-0.27, self.hem - 0.03, -0.18), (0.27, self.top + 0.03, 0.18))
        cloth = cloth_part(
            self.figure,
            "trousers",
            material,
            self.field,
            box,
            0.0075 * self.size,
            triangles,
            self.seams,
            lid,
            self.figure.armless_shares,
            lambda p: 1.0 + 2.0 * smoothstep(0.016, 0.006, np.abs(self.back_pocket(mirrored(p)))),
        )
        return [cloth, *lower_skin(self.figure, self.field, self.hem, skin_triangles)]
