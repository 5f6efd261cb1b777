"""The base of all shoes: heel and ball, the outline of the sole, the form of a closed upper. Mirrored points."""

import numpy as np

from catalog.body import Figure
from catalog.fields import common, cone, ellipsoid, piping, sphere, union
from cna_avatars.exact import Array


class Shoe:
    """The left shoe's common forms; `s` is its size beside a male foot."""

    def __init__(self, figure: Figure) -> None:
        self.figure, self.rig = figure, figure.rig
        ankle, toe = self.rig.joints["AnkleLeft"], self.rig.joints["ToeLeft"]
        self.s = float((toe[2] - ankle[2]) / 0.147)
        self.heel = np.array((ankle[0], 0.0, ankle[2] - 0.012 * self.s))
        self.ball = np.array((toe[0] + 0.006, 0.0, toe[2] - 0.018 * self.s))
        self.ankle = float(ankle[1])

    def outline(self, q: Array, grow: float) -> Array:
        """Distance to the sole's outline on the ground, hollowed on the inner side."""
        flat = q * np.array((1.0, 0.0, 1.0))
        form = cone(flat, self.heel, self.ball, 0.059 * self.s + grow, 0.073 * self.s + grow)
        return common(form, -sphere(flat, self.heel + np.array((-0.122, 0.0, 0.075)) * self.s, 0.062 * self.s), 0.03)

    def sole_form(self, q: Array, thick: float, grow: float) -> Array:
        """A slab under the shoe that rises a little at the toe."""
        y = q[..., 1] - 0.20 * np.maximum(q[..., 2] - self.ball[2] - 0.01, 0.0)
        return common(self.outline(q, grow), np.abs(y - thick * 0.5) - thick * 0.5, 0.014)

    def foot_form(self, q: Array, top: float) -> Array:
        """The upper as a closed solid, its shaft reaching above `top`."""
        s, x = self.s, self.heel[0]
        heel = ellipsoid(q, (x, 0.058 * s, self.heel[2] + 0.004), np.array((0.054, 0.072, 0.062)) * s)
        shaft = cone(
            q,
            (x, 0.05 * s, self.heel[2] + 0.006 * s),
            (x, top + 0.03, self.heel[2] + 0.010 * s),
            0.057 * s,
            0.055 * s,
        )
        toe = ellipsoid(q, (self.ball[0], 0.028 * s, self.ball[2] + 0.010 * s), np.array((0.072, 0.058, 0.074)) * s)
        vamp = cone(
            q,
            (x, 0.066 * s, self.heel[2] + 0.030 * s),
            (self.ball[0], 0.038 * s, self.ball[2] - 0.010 * s),
            0.058 * s,
            0.050 * s,
        )
        form = union(union(heel, shaft, 0.03), union(vamp, toe, 0.04), 0.035)
        form = common(form, self.outline(q, 0.002), 0.02)
        return common(form, 0.012 - q[..., 1], 0.01)

    def laces_on(self, form: Array, q: Array, heights: tuple[float, ...], half: float) -> Array:
        """Cords across a form's front, `heights` in metres forwards of the heel."""
        lines = [
            piping(form, q[..., 2] - self.heel[2] - z * self.s - (q[..., 1] - 0.08) * 0.3, 0.0058) for z in heights
        ]
        bars = common(np.minimum.reduce(lines), np.abs(q[..., 0] - self.heel[0]) - half * self.s, 0.006)
        return common(bars, 0.05 * self.s - q[..., 1], 0.004)
