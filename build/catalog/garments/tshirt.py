"""Top 20, T-shirt: crew neck with a ribbed collar, short sleeves, straight hem over the hips."""

import numpy as np

from ..body import Figure
from ..cloth import cloth_part, fabric
from ..exact import Array, smoothstep
from ..fields import common, cut, ellipsoid, mirrored, piping, union
from ..glb_writer import Part

_SLEEVE = 0.155  # along the arm, metres at a height of 1.8
_LOOSE = {"male": (0.011, 0.012), "female": (0.010, 0.007)}  # everywhere, and more at the waist


class Tee:
    """The shirt's forms: the cut solid and the surfaces its edges follow."""

    def __init__(self, figure: Figure) -> None:
        self.figure, self.rig = figure, figure.rig
        self.size = self.rig.height / 1.8
        self.hem = self.rig.hip[1] - 0.010
        self.loose, self.waist = _LOOSE[self.rig.name]

    def opening(self, p: Array) -> Array:
        """The hole for the neck."""
        y = self.rig.neck
        return ellipsoid(p, np.array((0, y + 0.028 * self.size, 0.006)), np.array((0.084, 0.066, 0.086)) * self.size)

    def sleeve_end(self, q: Array) -> Array:
        """Below zero within the sleeve."""
        t, u, _ = self.figure.anatomy.arm_coordinates(q)
        return np.asarray(t - _SLEEVE * self.size + u * 0.25, np.float64)

    def uncut(self, q: Array) -> Array:
        """Trunk and sleeves, hem cut, the neck still closed."""
        anatomy = self.figure.anatomy
        y = q[..., 1]
        fall = smoothstep(self.rig.back_upper + 0.06, self.rig.back_lower - 0.01, y)
        trunk = anatomy.hips(q) - self.loose - self.waist * fall - 0.004 * smoothstep(self.hem + 0.05, self.hem, y)
        arm = anatomy.arm(q, self.loose)
        sleeve = common(arm - 0.009 * smoothstep(0.06, _SLEEVE, anatomy.arm_coordinates(q)[0]), self.sleeve_end(q), 0.010)
        hollow = common(anatomy.arm(q, 0.006), -0.022 - self.sleeve_end(q), 0.01)
        sleeve = cut(sleeve, hollow, 0.006)
        form = union(trunk, sleeve, 0.045)
        return common(form, self.hem - y, 0.010)

    def field(self, p: Array) -> Array:
        """The finished shirt."""
        q = mirrored(p)
        form, opening = self.uncut(q), self.opening(p)
        cord = common(piping(form, opening - 0.004, 0.0085), -opening - 0.012, 0.004)
        return union(cut(form, opening, 0.008), cord, 0.006)

    def seams(self, p: Array) -> Array:
        """Distance to collar, sleeve ends and hem."""
        q = mirrored(p)
        on_sleeve = self.figure.anatomy.arm(q) < self.figure.anatomy.trunk(q)
        arm = np.where(on_sleeve, np.abs(self.sleeve_end(q)), 1.0)
        collar = np.abs(self.opening(p) - 0.012) + 0.002
        return np.minimum(np.minimum(arm, collar), np.abs(p[:, 1] - self.hem))


def parts(figure: Figure) -> list[Part]:
    """The shirt in one part."""
    tee, rig = Tee(figure), figure.rig
    reach = rig.joints["ElbowLeft"][0] + 0.08
    box = ((-reach, tee.hem - 0.03, -0.20), (reach, rig.neck + 0.05, 0.22))
    return [cloth_part(figure, "shirt", fabric("cotton", "top"), tee.field, box, 0.007, 1900, tee.seams)]
