"""The forms of the bare body as fields, shared by skin and garments. All but `head` and `skull` take x >= 0."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from catalog.fields import around, box, common, cone, ellipsoid, loft, sphere, union
from catalog.rig import FINGERS, RIGS, SEGMENTS, SPREADS, Rig
from cna_avatars.exact import Array, dot3, normalize, smoothstep

Table = tuple[tuple[float, ...], ...]

# Trunk and leg: height, half-width, half-depth, centre x, centre z.
# Arm: metres from the shoulder, half-thickness towards the palm, half-width front to back, centres.
TRUNKS: dict[str, Table] = {
    "male": (
        (0.700, 0.090, 0.085, 0, -0.006),
        (0.750, 0.132, 0.106, 0, -0.008),
        (0.800, 0.149, 0.114, 0, -0.010),
        (0.860, 0.149, 0.112, 0, -0.006),
        (0.930, 0.145, 0.105, 0, 0.000),
        (1.000, 0.144, 0.103, 0, 0.003),
        (1.080, 0.157, 0.109, 0, 0.002),
        (1.160, 0.174, 0.114, 0, 0.000),
        (1.215, 0.176, 0.106, 0, -0.005),
        (1.255, 0.158, 0.088, 0, -0.009),
        (1.290, 0.112, 0.070, 0, -0.012),
        (1.325, 0.070, 0.060, 0, -0.012),
    ),
    "female": (
        (0.655, 0.090, 0.085, 0, -0.006),
        (0.710, 0.136, 0.108, 0, -0.010),
        (0.760, 0.158, 0.117, 0, -0.012),
        (0.810, 0.155, 0.113, 0, -0.008),
        (0.870, 0.134, 0.099, 0, -0.001),
        (0.925, 0.123, 0.091, 0, 0.002),
        (0.990, 0.131, 0.095, 0, 0.003),
        (1.060, 0.147, 0.102, 0, 0.002),
        (1.120, 0.154, 0.099, 0, -0.002),
        (1.165, 0.142, 0.084, 0, -0.007),
        (1.198, 0.100, 0.066, 0, -0.011),
        (1.230, 0.062, 0.054, 0, -0.012),
    ),
}
LEGS: dict[str, Table] = {
    "male": (
        (0.060, 0.042, 0.046, 0.100, -0.014),
        (0.110, 0.041, 0.045, 0.100, -0.016),
        (0.180, 0.047, 0.051, 0.100, -0.016),
        (0.270, 0.057, 0.063, 0.101, -0.014),
        (0.340, 0.060, 0.066, 0.101, -0.008),
        (0.400, 0.059, 0.062, 0.101, 0.006),
        (0.445, 0.062, 0.066, 0.101, 0.014),
        (0.500, 0.066, 0.070, 0.101, 0.010),
        (0.580, 0.075, 0.079, 0.101, 0.006),
        (0.680, 0.081, 0.090, 0.100, 0.001),
        (0.760, 0.082, 0.097, 0.097, -0.004),
        (0.840, 0.078, 0.095, 0.092, -0.006),
    ),
    "female": (
        (0.055, 0.037, 0.041, 0.092, -0.014),
        (0.100, 0.036, 0.040, 0.092, -0.016),
        (0.170, 0.042, 0.046, 0.092, -0.016),
        (0.255, 0.053, 0.059, 0.093, -0.014),
        (0.325, 0.056, 0.062, 0.094, -0.008),
        (0.380, 0.055, 0.058, 0.096, 0.006),
        (0.420, 0.057, 0.062, 0.096, 0.013),
        (0.475, 0.062, 0.067, 0.096, 0.009),
        (0.550, 0.074, 0.079, 0.097, 0.005),
        (0.640, 0.085, 0.093, 0.097, 0.000),
        (0.720, 0.087, 0.101, 0.095, -0.005),
        (0.790, 0.082, 0.098, 0.090, -0.008),
    ),
}
ARMS: dict[str, Table] = {
    "male": (
        (-0.024, 0.034, 0.040, 0.010, 0),
        (0.000, 0.042, 0.049, 0.007, 0),
        (0.050, 0.054, 0.058, 0.001, 0),
        (0.110, 0.053, 0.056, 0.000, 0.002),
        (0.180, 0.047, 0.048, 0.000, 0.001),
        (0.235, 0.044, 0.044, 0.000, -0.003),
        (0.290, 0.046, 0.048, 0.000, 0.000),
        (0.350, 0.042, 0.045, 0.000, 0.002),
        (0.420, 0.033, 0.038, 0.000, 0.001),
        (0.468, 0.029, 0.037, 0.000, 0.000),
        (0.500, 0.029, 0.040, 0.000, 0.000),
    ),
    "female": (
        (-0.021, 0.029, 0.034, 0.009, 0),
        (0.000, 0.037, 0.042, 0.006, 0),
        (0.046, 0.046, 0.049, 0.001, 0),
        (0.100, 0.045, 0.047, 0.000, 0.002),
        (0.165, 0.040, 0.041, 0.000, 0.001),
        (0.216, 0.038, 0.038, 0.000, -0.003),
        (0.266, 0.040, 0.042, 0.000, 0.000),
        (0.322, 0.036, 0.039, 0.000, 0.002),
        (0.388, 0.028, 0.033, 0.000, 0.001),
        (0.432, 0.025, 0.032, 0.000, 0.000),
        (0.460, 0.025, 0.035, 0.000, 0.000),
    ),
}
NECK_RADII = {"male": (0.068, 0.060), "female": (0.056, 0.050)}


@dataclass(frozen=True)
class Anatomy:
    """The fields of one body."""

    rig: Rig

    @cached_property
    def shoulder(self) -> Array:
        """Left shoulder joint (3,)."""
        return self.rig.joints["ShoulderLeft"]

    def arm_coordinates(self, q: Array) -> tuple[Array, Array, Array]:
        """Along the arm from the shoulder, towards the palm, and forwards."""
        d = q - self.shoulder
        return dot3(d, self.rig.arm_direction), dot3(d, self.rig.palm_normal), d[..., 2]

    def trunk(self, q: Array, grow: float = 0.0) -> Array:
        """Pelvis to shoulders, closed at both ends."""
        table = TRUNKS[self.rig.name]
        form = loft(q[..., 1], q[..., 0], q[..., 2], table, 0.35, grow)
        form = common(form, table[0][0] - grow - q[..., 1], 0.06)
        form = common(form, q[..., 1] - table[-1][0] - grow, 0.02)
        if self.rig.name == "female":
            form = union(form, ellipsoid(q, (0.058, 1.072, 0.046), np.array((0.066, 0.062, 0.062)) + grow), 0.10)
        else:
            form = union(form, ellipsoid(q, (0.070, 1.185, 0.040), np.array((0.100, 0.070, 0.066)) + grow), 0.10)
        x, y = self.rig.shoulder
        yoke = cone(
            q,
            (0.024, y + 0.024, -0.014),
            (x - 0.020, y - 0.008, -0.012),
            0.040 + grow,
            NECK_RADII[self.rig.name][1] - 0.020 + grow,
        )
        return union(form, yoke, 0.07)

    def hips(self, q: Array) -> Array:
        """Trunk and legs as one, the base of what hangs over both."""
        return union(self.trunk(q), self.leg(q), 0.055)

    def arm(self, q: Array, grow: float = 0.0) -> Array:
        """Shoulder to wrist."""
        table = ARMS[self.rig.name]
        t, u, v = self.arm_coordinates(q)
        form = loft(t, u, v, table, 0.0, grow)
        form = common(form, table[0][0] - grow - t, 0.06)
        return common(form, t - table[-1][0], 0.02)

    def leg(self, q: Array, grow: float = 0.0) -> Array:
        """Hip to ankle."""
        table = LEGS[self.rig.name]
        form = loft(q[..., 1], q[..., 0], q[..., 2], table, 0.1, grow)
        form = common(form, q[..., 1] - table[-1][0] - grow, 0.05)
        return common(form, table[0][0] - q[..., 1], 0.02)

    def foot(self, q: Array) -> Array:
        """Heel to toe, flat below."""
        ankle, toe = self.rig.joints["AnkleLeft"], self.rig.joints["ToeLeft"]
        middle = (ankle[2] + toe[2]) * 0.5 + 0.004
        form = union(
            ellipsoid(q, (ankle[0] + 0.004, 0.036, middle), (0.050, 0.046, toe[2] - ankle[2] - 0.030)),
            sphere(q, ankle - np.array((0.0, 0.012, 0.0)), 0.046),
            0.05,
        )
        return common(form, 0.004 - q[..., 1], 0.015)

    def neck(self, q: Array) -> Array:
        """A column from the shoulders into the head."""
        low, high = NECK_RADII[self.rig.name]
        y = self.rig.neck
        return cone(q, (0, y - 0.07, -0.012), (0, y + 0.10, -0.006), low, high)

    def hand(self, q: Array) -> Array:
        """Palm, four fingers and a thumb, a little curled."""
        k = self.rig.hand_scale
        wrist, along, inward = self.rig.joints["WristLeft"], self.rig.arm_direction, self.rig.palm_normal
        d = (q - wrist) / k
        local = np.stack([dot3(d, along), d[..., 2], dot3(d, inward)], -1)
        return around(local, (0.07, 0.01, 0.0), 0.12, self._hand) * k

    def _hand(self, local: Array) -> Array:
        palm = union(
            box(local, (0.050, 0.0, 0.001), (0.043, 0.0335, 0.0135), 0.0125),
            ellipsoid(local, (0.030, 0.018, 0.008), (0.030, 0.017, 0.013)),
            0.02,
        )
        palm = union(palm, ellipsoid(local, (0.075, -0.002, -0.002), (0.020, 0.035, 0.0125)), 0.012)
        fingers = [self._finger(local, finger) for finger in FINGERS]
        digits = fingers[0]
        for finger in fingers[1:]:
            digits = union(digits, finger, 0.0025)
        form = union(palm, digits, 0.009)
        form = union(form, self._thumb(local), 0.016)
        return union(form, cone(local, (-0.03, 0, 0), (0.02, 0, 0), 0.020, 0.0195), 0.030)

    def _finger(self, local: Array, name: str) -> Array:
        first, second, third = SEGMENTS[name]
        spread = SPREADS[name]
        radius = 0.0082 if name == "Small" else 0.0091
        points = [np.array((0.078 if name == "Small" else 0.083, spread * 1.04, 0.0))]
        for size, fan, curl in ((first, 6.0, 0.04), (second, 3.5, 0.26), (third - 0.003, 1.5, 0.44)):
            points.append(points[-1] + normalize(np.array((1.0, spread * fan, curl))) * size)
        form = cone(local, points[0] - np.array((0.014, 0, 0)), points[1], radius, radius * 1.0)
        form = union(form, cone(local, points[1], points[2], radius * 1.0, radius * 0.97), 0.006)
        return union(form, cone(local, points[2], points[3], radius * 0.97, radius * 0.90), 0.006)

    def _thumb(self, local: Array) -> Array:
        first, second, third = SEGMENTS["Thumb"]
        base = np.array((0.025, 0.028, 0.012))
        along = normalize(np.array((0.8, 0.42, 0.36)))
        knuckle, joint = base + along * first, base + along * (first + second)
        tip = joint + normalize(np.array((0.92, 0.28, 0.20))) * (third - 0.003)
        form = cone(local, base - along * 0.008, knuckle, 0.0150, 0.0125)
        form = union(form, cone(local, knuckle, joint, 0.0125, 0.0118), 0.006)
        return union(form, cone(local, joint, tip, 0.0118, 0.0102), 0.006)

    def limbs(self, q: Array, low: float | None = None) -> Array:
        """Trunk (cut off below the height `low`), neck, arms, hands: everything above the legs but the head."""
        trunk = self.trunk(q) if low is None else common(self.trunk(q), low - q[..., 1], 0.006)
        arm, y = self.arm(q), self.shoulder[1]
        below = smoothstep(y - 0.045, y - 0.095, q[..., 1]) * smoothstep(y - 0.30, y - 0.22, q[..., 1])
        fold = smoothstep(0.034, 0.0, np.abs(trunk - arm)) * below
        form = union(trunk, arm, 0.040) + 0.020 * fold  # a deep armpit, so that cloth can fold over it
        form = union(form, self.neck(q), 0.045)
        return union(form, self.hand(q), 0.02)

    def head_points(self, p: Array) -> Array:
        """Points relative to the head's centre, in units of the head's scale."""
        return np.asarray((p - np.array((0.0, self.rig.head_center, 0.0))) / self.rig.head_scale, np.float64)

    def head(self, p: Array) -> Array:
        """Skull, face, nose, ears and the upper neck; takes unmirrored points."""
        local = self.head_points(p)
        form = head_form(np.concatenate([np.abs(local[..., :1]), local[..., 1:]], -1)) * self.rig.head_scale
        return union(form, self.neck(p), 0.035)


def skull_form(q: Array) -> Array:
    """A round head with soft cheeks and a small chin, about 0.28 high, in head units."""
    form = ellipsoid(q, (0, 0.022, -0.014), (0.133, 0.136, 0.135))
    form = union(form, ellipsoid(q, (0, -0.042, 0.013), (0.111, 0.092, 0.115)), 0.08)
    form = union(form, ellipsoid(q, (0, -0.104, 0.056), (0.050, 0.034, 0.050)), 0.07)
    return union(form, ellipsoid(q, (0.057, -0.046, 0.067), (0.047, 0.044, 0.051)), 0.06)


def head_form(q: Array) -> Array:
    """The skull form with a nose, shallow eye sockets and ears."""
    form = skull_form(q)
    socket = ellipsoid(q, (0.054, -0.002, 0.166), (0.048, 0.040, 0.036))
    form = common(form, -socket, 0.025)
    nose = union(
        ellipsoid(q, (0, -0.022, 0.136), (0.017, 0.014, 0.018)),
        ellipsoid(q, (0, 0.004, 0.122), (0.010, 0.026, 0.014)),
        0.02,
    )
    form = union(form, nose, 0.022)
    return union(form, ear_form(q), 0.014)


def ear_form(q: Array) -> Array:
    """A cupped ear with a rim, an inner ridge and a lobe."""
    d = q - np.array((0.134, -0.014, -0.016))
    turned = np.stack([d[..., 0] * 0.86 + d[..., 2] * 0.51, d[..., 1], d[..., 2] * 0.86 - d[..., 0] * 0.51], -1)
    plate = union(
        ellipsoid(turned, (0.004, 0.004, -0.004), (0.012, 0.036, 0.026)),
        ellipsoid(turned, (0.002, -0.026, 0.004), (0.010, 0.016, 0.014)),
        0.012,
    )
    bowl = ellipsoid(turned, (0.016, 0.004, 0.001), (0.011, 0.025, 0.0165))
    ear = common(plate, -bowl, 0.006)
    return union(ear, ellipsoid(turned, (0.003, -0.006, 0.016), (0.008, 0.010, 0.006)), 0.008)


ANATOMIES = {name: Anatomy(rig) for name, rig in RIGS.items()}
