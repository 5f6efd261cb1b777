"""Top 22, hoodie: a full hood laid back, drawstrings, a front pocket, ribbed bands at hem and wrists."""

import numpy as np

from catalog.body import Figure
from catalog.cloth import cloth_part, fabric, nearest
from catalog.fields import common, cut, ellipsoid, mirrored, piping, union
from catalog.garments.shirt import Cut, Shirt
from catalog.glb_writer import Part
from cna_avatars.exact import Array, length, smoothstep

CUT = Cut(
    sleeve=0.452,
    flare=0.009,
    opening=(0.034, 0.022, 0.046, 0.080),
    hem=-0.004,
    loose=(0.015, 0.016),
    waist=(0.012, 0.012),
    band=0.036,
    drape=0.003,
)
_STRING = 0.034  # metres from the middle
_ABOVE = 0.024  # metres from the band to the pocket: a triangle that reaches from one seam to another smears both
_ROUNDED = 0.024  # of the edge around the neck: a blade finer than the grid would be notched


class Hoodie(Shirt):
    """A shirt with a hood and a pocket."""

    def hood(self, p: Array) -> Array:
        """A roll of cloth around the neck, fuller behind."""
        q = mirrored(p)
        y, s = self.rig.neck, self.size
        bag = ellipsoid(q, (0.0, y - 0.050 * s, -0.088 * s), np.array((0.118, 0.090, 0.066)) * s)
        bag = union(bag, ellipsoid(q, (0.0, y - 0.110 * s, -0.090 * s), np.array((0.066, 0.060, 0.052)) * s), 0.05)
        back = smoothstep(0.07, -0.08, q[..., 2])
        height = q[..., 1] - (y - 0.016 * s) - 0.026 * s * back + 0.55 * np.maximum(q[..., 2] - 0.01, 0.0)
        ring = length(np.stack([q[..., 0] * 0.94, q[..., 2] - 0.008], -1)) - (0.092 + 0.008 * back) * s
        roll = length(np.stack([ring, height], -1)) - (0.023 + 0.012 * back) * s
        return union(roll, bag, 0.035)

    def field(self, p: Array) -> Array:
        """The finished hoodie."""
        form, opening = self.uncut(mirrored(p)), self.opening(p)
        form = form - 0.006 * smoothstep(0.004, -0.004, self.pocket(p))
        form = union(form, self.hood(p), 0.012)
        return cut(form, common(opening, self.anatomy.neck(p) - 0.024, 0.02), _ROUNDED)

    def pocket(self, p: Array) -> Array:
        """Signed distance, across the front, to the pocket's outline."""
        q = mirrored(p)
        low, high = self.hem + self.cut.band + _ABOVE, self.hem + self.cut.band + 0.136 * self.size
        half = 0.105 * self.size - 0.35 * np.maximum(q[..., 1] - low - 0.03, 0.0)
        d = np.stack([q[..., 0] - half, np.maximum(low - q[..., 1], q[..., 1] - high)], -1)
        return np.where(q[..., 2] > 0.03, length(np.maximum(d, 0.0)) + np.minimum(d.max(-1), 0.0), 0.2)

    def strings(self, p: Array) -> Array:
        """Two cords down the chest."""
        q = mirrored(p)
        y = self.rig.neck
        end = y - 0.150 * self.size
        form = self.field(p) - 0.001
        cord = common(
            piping(form, q[..., 0] - _STRING * self.size, 0.0042),
            np.maximum(end - q[..., 1], q[..., 1] - y + 0.055 * self.size),
            0.004,
        )
        return np.where(q[..., 2] > 0.03, cord, 0.1)

    def importance(self, p: Array) -> Array:
        """Where triangles are wanted: around the neck, the edges and the pocket."""
        return np.maximum(super().importance(p), 1.0 + 11.0 * smoothstep(0.020, 0.010, np.abs(self.pocket(p))))

    def seams(self, p: Array) -> Array:
        """Signed distance to bands and pocket."""
        return nearest(super().seams(p), self.pocket(p))


def parts(figure: Figure) -> list[Part]:
    """The hoodie, neck and wrists, and its drawstrings."""
    hoodie = Hoodie(figure, CUT)
    y = figure.rig.neck
    box = ((-0.07, y - 0.18, 0.02), (0.07, y, 0.20))
    return [
        *hoodie.parts(fabric("fleece", "top"), 1850, 110),
        cloth_part(
            figure,
            "strings",
            fabric("plain", "none", (0.92, 0.91, 0.88)),
            hoodie.strings,
            box,
            0.0022,
            96,
            beside=hoodie.field,
        ),
    ]
