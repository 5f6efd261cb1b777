"""Bottom 42, skirt: a plain yoke, then soft pleats that open towards a hem above the knee."""

import numpy as np

from catalog.body import Figure
from catalog.cloth import cloth_part, fabric, nearest
from catalog.fields import common, cut, loft, mirrored
from catalog.glb_writer import Part
from catalog.skin import lower_skin
from cna_avatars.exact import Array, atan2, cos, smoothstep
from cna_avatars.skeleton import BONE_NAMES

_PLEATS = 14.0


class Skirt:
    """The skirt's forms."""

    def __init__(self, figure: Figure) -> None:
        self.figure, self.rig = figure, figure.rig
        self.size = self.rig.height / 1.8
        self.top = self.rig.back_lower + 0.022
        self.yoke = self.top - 0.085 * self.size
        self.hem = self.rig.knee[1] + 0.095 * self.size

    def shell(self, q: Array, grow: float) -> Array:
        """The skirt's outline, wider by `grow`, pleats included."""
        hips = self.figure.anatomy.hips(q) - 0.010
        hip, s = self.rig.hip[1], self.size
        table = (
            (self.hem - 0.02, 0.268 * s, 0.212 * s, 0, 0.0),
            (hip - 0.12, 0.232 * s, 0.178 * s, 0, -0.002),
            (hip, 0.190 * s, 0.130 * s, 0, -0.008),
            (hip + 0.07, 0.152 * s, 0.108 * s, 0, -0.004),
            (self.top + 0.03, 0.120 * s, 0.090 * s, 0, 0.0),
        )
        bell = loft(q[..., 1], q[..., 0], q[..., 2], table, 0.1)
        turn = atan2(q[..., 0], q[..., 2] * 1.25)
        wave = cos(turn * _PLEATS)
        depth = 0.012 * smoothstep(self.yoke, self.hem, q[..., 1])
        form = bell - depth * wave
        return np.minimum(form, np.where(q[..., 1] > hip - 0.06, hips, 1.0)) - grow

    def field(self, p: Array) -> Array:
        """The finished skirt, hollow at the hem."""
        q = mirrored(p)
        y = q[..., 1]
        band = 0.003 * smoothstep(self.top - 0.039, self.top - 0.033, y)
        hollow = common(self.shell(q, -0.016), y - self.hem - 0.045, 0.02)
        form = cut(self.shell(q, 0.0) - band, hollow, 0.006)
        form = common(form, y - self.top, 0.008)
        return common(form, self.hem - y, 0.007)

    def seams(self, p: Array) -> Array:
        """Signed distance to waistband and hem."""
        return nearest(self.top - 0.036 - p[:, 1], p[:, 1] - self.hem - 0.018)

    def shares(self, p: Array) -> Array:
        """Weights of a cloth that hangs from the hips and swings with both legs, more so towards the hem.

        Where a top lies over it, it moves as all bottoms do.
        """
        held = self.figure.armless_shares(p)
        table = held.copy()
        index = {name: i for i, name in enumerate(BONE_NAMES)}
        legs = [index[f"{bone}{side}"] for side in ("Left", "Right") for bone in ("Hip", "Knee", "Ankle", "Toe")]
        total = table[:, legs[0]].copy()
        for i in legs[1:]:
            total += table[:, i]
        table[:, legs] = 0.0
        firm = total * (0.40 + 0.25 * smoothstep(self.rig.hip[1], self.hem, p[:, 1]))
        left = smoothstep(-0.13, 0.13, p[:, 0])
        table[:, index["HipLeft"]] = firm * left
        table[:, index["HipRight"]] = firm * (1.0 - left)
        table[:, index["Root"]] += total - firm
        hip = self.rig.hip[1]
        free = smoothstep(hip - 0.025 * self.size, hip - 0.085 * self.size, p[:, 1])[:, None]
        return np.asarray(held + (table - held) * free, np.float64)


def parts(figure: Figure) -> list[Part]:
    """The skirt and the legs."""
    skirt = Skirt(figure)
    box = ((-0.32, skirt.hem - 0.03, -0.26), (0.32, skirt.top + 0.03, 0.26))
    return [
        cloth_part(
            figure,
            "skirt",
            fabric("canvas", "bottom"),
            skirt.field,
            box,
            0.0055 * skirt.size,
            1200,
            skirt.seams,
            shares=skirt.shares,
        ),
        *lower_skin(figure, skirt.field, skirt.hem, 320),
    ]
