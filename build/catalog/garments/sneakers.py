"""Shoes 60, sneakers: padded collar, tongue and laces on a canvas upper, rubber sole with a toe cap, a short sock."""

import numpy as np
from numpy.typing import NDArray

from ..body import Figure
from ..cloth import cloth_part, fabric
from ..exact import Array
from ..fields import common, cone, cut, ellipsoid, mirrored, piping, sphere, union
from ..glb_writer import Part

_SOLE = 0.034
_LACES = (0.052, 0.072, 0.092)  # forwards from the ankle


class Sneaker:
    """The left shoe's forms in mirrored points."""

    def __init__(self, figure: Figure) -> None:
        self.figure, self.rig = figure, figure.rig
        ankle, toe = self.rig.joints["AnkleLeft"], self.rig.joints["ToeLeft"]
        self.size = float((toe[2] - ankle[2]) / 0.147)
        self.heel = np.array((ankle[0], 0.0, ankle[2] - 0.012 * self.size))
        self.ball = np.array((toe[0] + 0.006, 0.0, toe[2] - 0.018 * self.size))
        self.top = ankle[1] + 0.034 * self.size

    def outline(self, q: Array, grow: float) -> Array:
        """Distance to the sole's outline on the ground."""
        flat = q * np.array((1.0, 0.0, 1.0))
        form = cone(flat, self.heel, self.ball, 0.059 * self.size + grow, 0.073 * self.size + grow)
        return common(form, -sphere(flat, self.heel + np.array((-0.118, 0.0, 0.075)) * self.size, 0.062 * self.size), 0.03)

    def sole(self, p: Array) -> Array:
        """A thick cup sole that rises a little at the toe, with a rubber toe cap."""
        q = mirrored(p)
        rise = 0.20 * np.maximum(q[..., 2] - self.ball[2] - 0.01, 0.0)
        y = q[..., 1] - rise
        form = common(self.outline(q, 0.007), np.abs(y - _SOLE * 0.5) - _SOLE * 0.5, 0.014)
        cap = common(self.upper_form(q) - 0.0045, self.cap_line(q), 0.008)
        return union(form, cap, 0.006)

    def cap_line(self, q: Array) -> Array:
        """Below zero on the toe cap."""
        return np.asarray(self.ball[2] + 0.030 * self.size - q[..., 2] + (q[..., 1] - 0.03) * 0.75, np.float64)

    def upper_form(self, q: Array) -> Array:
        """The shoe's body without opening and laces."""
        s = self.size
        x = self.heel[0]
        heel = ellipsoid(q, (x, 0.058 * s, self.heel[2] + 0.004), np.array((0.054, 0.072, 0.062)) * s)
        shaft = cone(q, (x, 0.05 * s, self.heel[2] + 0.006 * s), (x, self.top + 0.03, self.heel[2] + 0.010 * s), 0.057 * s, 0.055 * s)
        toe = ellipsoid(q, (self.ball[0], 0.028 * s, self.ball[2] + 0.010 * s), np.array((0.072, 0.058, 0.074)) * s)
        vamp = cone(q, (x, 0.066 * s, self.heel[2] + 0.030 * s), (self.ball[0], 0.038 * s, self.ball[2] - 0.010 * s), 0.058 * s, 0.050 * s)
        form = union(union(heel, shaft, 0.03), union(vamp, toe, 0.04), 0.035)
        form = common(form, self.outline(q, 0.002), 0.02)
        return common(form, 0.012 - q[..., 1], 0.01)

    def collar_line(self, q: Array) -> Array:
        """Below zero under the collar's edge."""
        return np.asarray(q[..., 1] - self.top - (q[..., 2] - self.heel[2]) * 0.16, np.float64)

    def upper(self, p: Array) -> Array:
        """The canvas upper with a padded collar and a tongue."""
        q = mirrored(p)
        form = self.upper_form(q)
        edge = self.collar_line(q)
        pad = piping(form + 0.002, edge + 0.004, 0.009)
        shoe = union(common(form, edge, 0.008), pad, 0.012)
        hole = common(self.figure.anatomy.leg(q, 0.008), -0.030 - edge, 0.01)
        tongue = ellipsoid(q, (self.heel[0], self.top + 0.004, self.heel[2] + 0.066 * self.size), np.array((0.026, 0.034, 0.012)) * self.size)
        return union(cut(shoe, hole, 0.008), tongue, 0.010)

    def laces(self, p: Array) -> Array:
        """Bars across the vamp."""
        q = mirrored(p)
        form = self.upper_form(q)
        across = np.abs(q[..., 0] - self.heel[0]) - 0.027 * self.size
        bars = np.minimum.reduce([piping(form, q[..., 2] - self.heel[2] - z * self.size - (q[..., 1] - 0.08) * 0.3, 0.0058) for z in _LACES])
        bars = common(bars, across, 0.006)
        return common(bars, 0.05 * self.size - q[..., 1], 0.004)

    def sock(self, p: Array) -> Array:
        """A ribbed sock that ends above the ankle."""
        q = mirrored(p)
        top = self.top + 0.040 * self.size
        leg = self.figure.anatomy.leg(q, 0.005)
        form = common(leg, q[..., 1] - top, 0.006)
        return common(union(form, piping(leg, q[..., 1] - top + 0.006, 0.006), 0.006), 0.075 - q[..., 1], 0.01)

    def seams(self, p: Array) -> Array:
        """Distance to the collar, the toe cap and the eyelet rows."""
        q = mirrored(p)
        rows = np.where(q[:, 1] > 0.045, np.abs(np.abs(q[:, 0] - self.heel[0]) - 0.036 * self.size), 0.1)
        heel = np.abs(self.heel[2] - 0.022 * self.size - q[:, 2] + (q[:, 1] - 0.06) * 0.25)
        return np.minimum(np.minimum(np.abs(self.collar_line(q) + 0.016), rows), heel)


def parts(figure: Figure) -> list[Part]:
    """Upper, rubber, laces and sock."""
    shoe = Sneaker(figure)
    s = shoe.size
    box = ((-0.21, -0.02, -0.13), (0.21, shoe.top + 0.09, 0.25))
    rubber, cotton = fabric("rubber", "none", (0.95, 0.95, 0.92), 0.8), fabric("plain", "none", (0.94, 0.94, 0.92))

    def low(p: Array) -> NDArray[np.bool_]:
        return np.asarray((p[:, 1] < 0.014) | (shoe.sole(p) < -0.004), np.bool_)

    def in_shoe(p: Array) -> NDArray[np.bool_]:
        return np.asarray(shoe.upper(p) < -0.004, np.bool_)

    return [cloth_part(figure, "upper", fabric("canvas", "shoes"), shoe.upper, box, 0.006 * s, 700, shoe.seams, low),
            cloth_part(figure, "rubber", rubber, shoe.sole, box, 0.0055 * s, 520, lambda p: np.abs(p[:, 1] - 0.021), in_shoe, beside=shoe.upper),
            cloth_part(figure, "laces", cotton, shoe.laces, box, 0.0035 * s, 240, None, in_shoe, beside=shoe.upper),
            cloth_part(figure, "sock", cotton, shoe.sock, box, 0.006 * s, 170, None, in_shoe, beside=shoe.upper)]
