"""Shoes 61, boots: a leather shaft to the calf with a padded edge, laces, and a heavy sole with a heel."""

import numpy as np
from numpy.typing import NDArray

from catalog.body import Figure
from catalog.cloth import cloth_part, fabric, nearest
from catalog.fields import common, mirrored, piping, union
from catalog.garments.shoe import Shoe
from catalog.glb_writer import Part
from cna_avatars.exact import Array, smoothstep

_LACES = (0.062, 0.084, 0.106)
_SHAFT_LACES = (0.120, 0.142, 0.164)  # metres above the ground


class Boot(Shoe):
    """A shaft around the calf on a deep sole."""

    def __init__(self, figure: Figure) -> None:
        super().__init__(figure)
        self.top = self.ankle + 0.125 * self.s

    def body(self, q: Array) -> Array:
        """Foot and shaft, top edge not yet cut."""
        wide = 0.0085 + 0.002 * smoothstep(self.top - 0.05, self.top, q[..., 1])
        return union(
            self.foot_form(q, self.ankle - 0.01),
            common(self.figure.anatomy.leg(q) - wide, 0.05 - q[..., 1], 0.02),
            0.05,
        )

    def upper(self, p: Array) -> Array:
        """The leather with its padded top edge."""
        q = mirrored(p)
        form, edge = self.body(q), q[..., 1] - self.top
        return union(common(form, edge, 0.008), piping(form, edge + 0.007, 0.0070), 0.008)

    def sole(self, p: Array) -> Array:
        """A welted slab with a heel block."""
        q = mirrored(p)
        arch = np.maximum(0.010 - np.abs(q[..., 2] - self.heel[2] - 0.070 * self.s) * 0.35, 0.0)
        return common(self.sole_form(q, 0.038, 0.010), arch * 0.9 - q[..., 1], 0.006)

    def laces(self, p: Array) -> Array:
        """Cords over the vamp and up the shaft."""
        q = mirrored(p)
        form = self.body(q)
        low = self.laces_on(form, q, _LACES, 0.028)
        lines = np.minimum.reduce([piping(form, q[..., 1] - y * self.s, 0.0056) for y in _SHAFT_LACES])
        high = common(common(lines, np.abs(q[..., 0] - self.heel[0]) - 0.024 * self.s, 0.006), -q[..., 2], 0.004)
        return np.minimum(low, high)

    def seams(self, p: Array) -> Array:
        """Signed distance to the top edge, the front flaps and the heel seam."""
        q = mirrored(p)
        flaps = np.where((q[:, 2] > 0.0) & (q[:, 1] > 0.05), np.abs(q[:, 0] - self.heel[0]) - 0.034 * self.s, 0.1)
        low = q[:, 1] < self.ankle + 0.02
        back = np.where(low, q[:, 2] - self.heel[2] - 0.006 - (q[:, 1] - 0.06) * 0.15, 0.1)
        toe = np.where(low, self.ball[2] - 0.012 * self.s - q[:, 2] + (q[:, 1] - 0.05) * 0.9, 0.1)
        return nearest(self.top - 0.018 - q[:, 1], flaps, back, toe)


def parts(figure: Figure) -> list[Part]:
    """Upper, sole and laces."""
    boot = Boot(figure)
    s = boot.s
    box = ((-0.21, -0.02, -0.14), (0.21, boot.top + 0.03, 0.25))
    dark = fabric("rubber", "none", (0.18, 0.17, 0.16), 0.8)

    def under(p: Array) -> NDArray[np.bool_]:
        return np.asarray((p[:, 1] < 0.014) | (boot.sole(p) < -0.004), np.bool_)

    def in_boot(p: Array) -> NDArray[np.bool_]:
        return np.asarray(boot.upper(p) < -0.004, np.bool_)

    return [
        cloth_part(
            figure,
            "upper",
            fabric("leather", "shoes", specular=1.4),
            boot.upper,
            box,
            0.006 * s,
            650,
            boot.seams,
            under,
        ),
        cloth_part(figure, "sole", dark, boot.sole, box, 0.006 * s, 310, None, in_boot, beside=boot.upper),
        cloth_part(
            figure,
            "laces",
            fabric("plain", "none", (0.80, 0.74, 0.62)),
            boot.laces,
            box,
            0.0028 * s,
            220,
            None,
            in_boot,
            beside=boot.upper,
        ),
    ]
