"""Shoes 60, sneakers: padded collar, tongue and laces on a canvas upper, rubber sole with a toe cap, a short sock."""

import numpy as np
from numpy.typing import NDArray

from catalog.body import Figure
from catalog.cloth import cloth_part, fabric, nearest
from catalog.fields import common, cut, ellipsoid, mirrored, piping, union
from catalog.garments.shoe import Shoe
from catalog.glb_writer import Part
from cna_avatars.exact import Array

_LACES = (0.058, 0.080, 0.102)


class Sneaker(Shoe):
    """A low shoe with a rubber toe cap."""

    def __init__(self, figure: Figure) -> None:
        super().__init__(figure)
        self.top = self.ankle + 0.034 * self.s

    def rubber(self, p: Array) -> Array:
        """Sole and toe cap."""
        q = mirrored(p)
        edge = self.ball[2] + 0.030 * self.s - q[..., 2] + (q[..., 1] - 0.03) * 0.75
        cap = common(self.foot_form(q, self.top) - 0.0045, edge, 0.008)
        return union(self.sole_form(q, 0.034, 0.007), cap, 0.006)

    def collar_line(self, q: Array) -> Array:
        """Below zero under the collar's edge."""
        return np.asarray(q[..., 1] - self.top - (q[..., 2] - self.heel[2]) * 0.16, np.float64)

    def upper(self, p: Array) -> Array:
        """The canvas with a padded collar and a tongue."""
        q = mirrored(p)
        form, edge = self.foot_form(q, self.top), self.collar_line(q)
        shoe = union(common(form, edge, 0.008), piping(form + 0.002, edge + 0.004, 0.009), 0.012)
        hole = common(self.figure.anatomy.leg(q, 0.008), -0.030 - edge, 0.01)
        tongue = ellipsoid(
            q,
            (self.heel[0], self.top + 0.002, self.heel[2] + 0.066 * self.s),
            np.array((0.026, 0.030, 0.012)) * self.s,
        )
        return union(cut(shoe, hole, 0.008), tongue, 0.010)

    def laces(self, p: Array) -> Array:
        """Bars across the vamp."""
        q = mirrored(p)
        return self.laces_on(self.foot_form(q, self.top), q, _LACES, 0.027)

    def sock(self, p: Array) -> Array:
        """A ribbed sock that ends above the ankle."""
        q = mirrored(p)
        top = self.top + 0.040 * self.s
        leg = self.figure.anatomy.leg(q, 0.005)
        form = common(leg, q[..., 1] - top, 0.006)
        return common(union(form, piping(leg, q[..., 1] - top + 0.006, 0.006), 0.006), 0.075 - q[..., 1], 0.01)

    def seams(self, p: Array) -> Array:
        """Signed distance to the collar, the eyelet rows and the heel patch."""
        q = mirrored(p)
        rows = np.where(q[:, 1] > 0.045, np.abs(q[:, 0] - self.heel[0]) - 0.036 * self.s, 0.1)
        heel = q[:, 2] - self.heel[2] + 0.022 * self.s - (q[:, 1] - 0.06) * 0.25
        return nearest(-0.016 - self.collar_line(q), rows, heel)


def parts(figure: Figure) -> list[Part]:
    """Upper, rubber, laces and sock."""
    shoe = Sneaker(figure)
    s = shoe.s
    box = ((-0.21, -0.02, -0.13), (0.21, shoe.top + 0.09, 0.25))
    rubber, cotton = (
        fabric("rubber", "none", (0.95, 0.95, 0.92), 0.8),
        fabric("plain", "none", (0.94, 0.94, 0.92)),
    )

    def under(p: Array) -> NDArray[np.bool_]:
        return np.asarray((p[:, 1] < 0.014) | (shoe.rubber(p) < -0.004), np.bool_)

    def in_shoe(p: Array) -> NDArray[np.bool_]:
        return np.asarray(shoe.upper(p) < -0.004, np.bool_)

    return [
        cloth_part(figure, "upper", fabric("canvas", "shoes"), shoe.upper, box, 0.006 * s, 530, shoe.seams, under),
        cloth_part(
            figure,
            "rubber",
            rubber,
            shoe.rubber,
            box,
            0.0055 * s,
            410,
            lambda p: p[:, 1] - 0.021,
            in_shoe,
            beside=shoe.upper,
        ),
        cloth_part(figure, "laces", cotton, shoe.laces, box, 0.0035 * s, 150, None, in_shoe, beside=shoe.upper),
        cloth_part(figure, "sock", cotton, shoe.sock, box, 0.006 * s, 90, None, in_shoe, beside=shoe.upper),
    ]
