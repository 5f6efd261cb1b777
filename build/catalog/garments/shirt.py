"""The base of all tops: a loose trunk with sleeves, a neck opening with a cord along its edge, a hem over the hips."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from catalog.anatomy import NECK_RADII
from catalog.body import Figure
from catalog.cloth import cloth_part, nearest
from catalog.fields import common, cone, cut, ellipsoid, loft, mirrored, piping, union
from catalog.glb_writer import Material, Part
from catalog.nets import project
from catalog.skin import upper_skin
from catalog.weights import arm_freedom, body_shares
from cna_avatars.exact import Array, atan2, cos, sin, smoothstep

_STITCH = 0.017  # metres from an edge to its stitching
_WALL = 0.009  # metres of cloth at least between a sleeve's hollow and the gap below the armpit
_STRAP_FREEDOM = 0.9  # how far arms take cloth without sleeves
_CLEARANCE = 0.017  # metres off the hips below the waist, so that bottoms fit inside
# How cloth falls from the chest, as in anatomy.TRUNKS.
_FALLS = {
    "male": (
        (0.700, 0.186, 0.128, 0, -0.004),
        (0.800, 0.184, 0.126, 0, -0.003),
        (0.930, 0.178, 0.122, 0, 0.000),
        (1.050, 0.176, 0.118, 0, 0.001),
        (1.170, 0.180, 0.118, 0, 0.000),
    ),
    "female": (
        (0.660, 0.176, 0.120, 0, -0.008),
        (0.750, 0.173, 0.120, 0, -0.007),
        (0.870, 0.150, 0.119, 0, -0.008),
        (0.980, 0.142, 0.112, 0, -0.005),
        (1.090, 0.150, 0.105, 0, 0.002),
    ),
}


@dataclass(frozen=True)
class Cut:
    """Measures in metres at a height of 1.8 m (they scale with it).

    `sleeve` along the arm, 0 for none; `flare` how much wider the sleeve ends; `opening` of the neck: its middle above
    the neck joint, how far it stands off the neck at the sides and behind, how far in front, half its height; `hem`
    above the hip joint; `loose` everywhere and `waist` more there, by body; `cord` radius along the neck; `band`
    height of a gathered band at hem and wrists, 0 for none; `drape` depth of soft folds.
    """

    sleeve: float
    flare: float = 0.009
    opening: tuple[float, float, float, float] = (0.014, 0.015, 0.034, 0.062)
    hem: float = -0.010
    loose: tuple[float, float] = (0.010, 0.011)  # female, male
    waist: tuple[float, float] = (0.007, 0.011)
    cord: float = 0.0085
    band: float = 0.0
    drape: float = 0.003


class Shirt:
    """A cut on a body: its forms, and the lines its edges follow."""

    def __init__(self, figure: Figure, cut_of: Cut) -> None:
        self.figure, self.anatomy, self.rig, self.cut = figure, figure.anatomy, figure.rig, cut_of
        self.size = self.rig.height / 1.8
        body = 0 if self.rig.name == "female" else 1
        self.loose, self.waist = cut_of.loose[body], cut_of.waist[body]
        self.hem = self.rig.hip[1] + cut_of.hem * self.size
        self.sleeve = cut_of.sleeve * (self.rig.upper_arm + self.rig.forearm) / 0.468
        self.margin, self.give = (0.0, 0.007) if cut_of.sleeve else (0.0275, 0.0103)  # raised arms open an armhole

    def opening(self, p: Array) -> Array:
        """The hole for the neck; takes unmirrored points."""
        y, side, front, height = self.cut.opening
        radius = NECK_RADII[self.rig.name][0]
        center = (0.0, self.rig.neck + y * self.size, (front - side) * self.size * 0.5 - 0.011)
        return ellipsoid(p, center, (radius + side, height * self.size, radius + (front + side) * self.size * 0.5))

    def sleeve_end(self, q: Array) -> Array:
        """Below zero within the sleeve."""
        t, u, _ = self.anatomy.arm_coordinates(q)
        return np.asarray(t - self.sleeve + u * (0.25 if self.cut.sleeve < 0.3 else 0.0), np.float64)

    def trunk(self, q: Array) -> Array:
        """The part over the trunk and hips, hem not yet cut."""
        y = q[..., 1]
        fall = smoothstep(self.rig.back_upper + 0.06, self.rig.back_lower - 0.01, y)
        turn = atan2(q[..., 0], q[..., 2])
        folds = self.cut.drape * smoothstep(self.hem + 0.16, self.hem, y) * cos(turn * 6.0 + 0.6)
        lack = max(0.0, _CLEARANCE - self.loose - self.waist)
        form = self._torso(q) - self.loose - self.waist * fall - folds
        form = union(form, self._fall(q), 0.05)
        form = form - lack * smoothstep(self.rig.back_lower + 0.070, self.rig.back_lower + 0.020, y)
        if self.cut.band:
            gather = self.loose + self.waist - _CLEARANCE
            return form + gather * smoothstep(self.hem + self.cut.band + 0.008, self.hem + self.cut.band - 0.008, y)
        return form - 0.002 * smoothstep(self.hem + 0.05, self.hem, y)

    def _torso(self, q: Array) -> Array:
        """Trunk and hips with the swell of neck and shoulders, so that cloth is as thick there as elsewhere."""
        neck = common(self.anatomy.neck(q), q[..., 1] - self.rig.neck, 0.02)
        torso = union(self.anatomy.hips(q), neck, 0.020)
        if self.cut.sleeve:
            return torso
        return union(torso, common(self.anatomy.arm(q), self.anatomy.arm_coordinates(q)[0] - 0.03, 0.02), 0.030)

    def _fall(self, q: Array) -> Array:
        """Cloth that falls from the chest without following the waist."""
        y = q[..., 1]
        column = loft(y, q[..., 0], q[..., 2], _FALLS[self.rig.name], 0.3, self.loose - 0.010)
        return common(column, y - self.rig.back_upper - 0.09, 0.08)

    def sleeves(self, q: Array) -> Array:
        """Cut and hollowed sleeves, before they join the trunk."""
        t, u, v = self.anatomy.arm_coordinates(q)
        end = self.sleeve_end(q)
        form = self.anatomy.arm(q, self.loose) - self.cut.flare * smoothstep(0.06, max(self.sleeve, 0.10), t)
        if self.cut.sleeve > 0.3:
            bend = smoothstep(0.10, 0.03, np.abs(t - self.rig.upper_arm))
            form = form - self.cut.drape * bend * sin(t * 95.0 + v * 30.0 - u * 20.0)
        if self.cut.band:
            form = form + (self.cut.flare + 0.004) * smoothstep(-self.cut.band - 0.008, -self.cut.band + 0.008, end)
        form = common(form, end, 0.010)
        if self.cut.flare < 0.008 or self.cut.band:
            return form
        wall = np.maximum(-0.022 - end, _WALL - self._gap(q))
        return cut(form, common(self.anatomy.arm(q, 0.006), wall, 0.01), 0.006)

    def armhole(self, q: Array) -> Array:
        """What a sleeveless top leaves out around the shoulder."""
        start = self.anatomy.shoulder + np.array((-0.008, 0.034, 0.0)) * self.size
        end = start + np.array((0.062, -0.160, 0.0)) * self.size
        return cone(q, start, end, 0.066 * self.size, 0.092 * self.size)

    def uncut(self, q: Array) -> Array:
        """All but the neck opening; takes mirrored points."""
        form = self.trunk(q)
        if self.cut.sleeve:
            form = cut(union(form, self.sleeves(q), 0.035), self._gap(q), 0.009)
        else:
            form = self._sleeveless(form, q)
        return common(form, self.hem - q[..., 1], 0.010)

    def _gap(self, q: Array) -> Array:
        """Air between arm and trunk below the armpit, half way: where both are loose they must not grow together.

        It ends bluntly: a slit finer than the grid would leave folds.
        """
        arm, trunk = self.anatomy.arm(q), self.anatomy.hips(q)
        below = smoothstep(self.rig.shoulder[1] - 0.07, self.rig.shoulder[1] - 0.10, q[..., 1])
        half = np.minimum((arm + trunk) * 1.5 - 0.015, 0.006) * below - 0.05 * (1.0 - below)
        return np.abs(arm - trunk) * 0.5 - half

    def _sleeveless(self, form: Array, q: Array) -> Array:
        hole = self.armhole(q)
        binding = piping(form + 0.0035, hole + 0.001, 0.0068)  # it lies on the skin
        return union(cut(form, hole, 0.006), binding, 0.004)

    def field(self, p: Array) -> Array:
        """The finished top."""
        form, opening = self.uncut(mirrored(p)), self.opening(p)
        cord = common(piping(form, opening - 0.004, self.cut.cord), -opening - 0.012, 0.004)
        return union(cut(form, opening, 0.008), cord, 0.006)

    def openings(self, p: Array) -> Array:
        """Below zero around the openings, where skin may show."""
        q = mirrored(p)
        if self.cut.sleeve:
            arm = -0.026 - self.sleeve_end(q)
        else:
            arm = np.minimum(0.03 - self.anatomy.arm_coordinates(q)[0], self.armhole(q) - 0.05)
        return np.minimum(self.opening(p) - 0.02, arm)

    def bare(self, p: Array) -> Array:
        """Below zero on the arms past the sleeves or armholes."""
        q = mirrored(p)
        beside = self.anatomy.arm(q) - self.anatomy.trunk(q)  # below zero nearer to the arm than to the trunk
        if self.cut.sleeve:
            return np.maximum(-self.sleeve_end(q), beside)
        along = self.anatomy.arm_coordinates(q)[0]
        return np.minimum(self.armhole(q), np.maximum(0.10 - along, beside))

    def covered(self, p: Array) -> Array:
        """Below zero under the cloth and within its sleeves; arms that hang beside it are not."""
        bare, cloth = self.bare(p), self.field(p)
        if self.cut.sleeve:
            cloth = np.minimum(cloth, -0.5 * bare)
        else:  # a binding digs in, most below the arm
            low = self.rig.shoulder[1] - 0.05 * self.size
            cloth = cloth - 0.004 - 0.026 * smoothstep(low + 0.01, low - 0.02 * self.size, p[..., 1])
        return np.maximum(cloth, -0.02 - bare)

    def seams(self, p: Array) -> Array:
        """Signed distance to the neck, the sleeve ends or armholes, and the hem."""
        q = mirrored(p)
        collar = self.opening(p) - 0.013
        if self.cut.sleeve:
            on_sleeve = self.anatomy.arm(q) < self.anatomy.trunk(q)
            edge = np.where(on_sleeve, -self.sleeve_end(q) - (self.cut.band or _STITCH), 1.0)
        else:
            edge = self.armhole(q) - 0.008
        return nearest(collar, edge, q[:, 1] - self.hem - (self.cut.band or _STITCH))

    def without_sleeves(self, p: Array) -> Array:
        """The top's trunk on the body, as if there were no arms."""
        q = mirrored(p)
        return np.minimum(common(self.trunk(q), self.hem - q[..., 1], 0.010), self.figure.armless(p))

    def sleeves_alone(self, p: Array) -> Array:
        """Sleeves and arms, as if there were no trunk."""
        q = mirrored(p)
        return np.minimum(self.sleeves(q), self.anatomy.arm(q)) if self.cut.sleeve else self.anatomy.arm(q)

    def shares(self, p: Array) -> Array:
        """Skin weights: those of the nearest skin beneath, to move as what they cover does."""
        if not self.cut.sleeve:
            skin = project(lambda x: self.anatomy.hips(mirrored(x)), p, 0.03, 4)
        else:
            skin = project(self._beneath, p, 0.03, 4)
        q = mirrored(skin)
        trunk, arm = self.anatomy.hips(q), self.anatomy.arm(q)
        free = arm_freedom(self.anatomy.arm_coordinates(q)[0], trunk, arm)
        return body_shares(self.anatomy, skin, free if self.cut.sleeve else free * _STRAP_FREEDOM)

    def _beneath(self, p: Array) -> Array:
        """What the top lies on; takes unmirrored points."""
        q = mirrored(p)
        return union(self.anatomy.hips(q), self.anatomy.arm(q), 0.030)

    @property
    def box(self) -> tuple[ArrayLike, ArrayLike]:
        """Room for the whole top."""
        reach = self.rig.joints["WristLeft" if self.cut.sleeve > 0.3 else "ElbowLeft"]
        return (
            (-reach[0] - 0.08, min(self.hem, reach[1]) - 0.03, -0.23),
            (reach[0] + 0.08, self.rig.neck + 0.07, 0.23),
        )

    def importance(self, p: Array) -> Array:
        """Where triangles are wanted: around the neck, and along the other edges."""
        edge = smoothstep(0.012, 0.004, np.abs(self.seams(p)))
        return 1.0 + 40.0 * smoothstep(0.032, 0.022, np.abs(self.opening(p))) + 2.0 * edge

    def parts(self, material: Material, triangles: int, skin_triangles: int) -> list[Part]:
        """The cloth and the skin that it shows."""
        cloth = cloth_part(
            self.figure,
            "shirt",
            material,
            self.field,
            self.box,
            0.0048 * self.size,
            triangles,
            self.seams,
            shares=self.shares,
            importance=self.importance,
            apart=(self.without_sleeves, self.sleeves_alone),
        )
        return [cloth, upper_skin(self.figure, self, skin_triangles)]
