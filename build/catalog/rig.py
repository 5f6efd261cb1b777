"""The 71-joint rig of both bodies: proportions as tables, bind positions by formula (asset space, metres)."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cna_avatars.exact import DEGREE, Array, cos, cross3, normalize, sin
from cna_avatars.skeleton import BONE_NAMES, PARENTS

ARM_ANGLE = 73.0 * DEGREE  # below the horizontal
FINGERS = ("Index", "Middle", "Ring", "Small")
SPREADS = {"Index": 0.026, "Middle": 0.009, "Ring": -0.009, "Small": -0.025}
SEGMENTS = {
    "Index": (0.027, 0.019, 0.014),
    "Middle": (0.029, 0.021, 0.015),
    "Ring": (0.027, 0.019, 0.014),
    "Small": (0.022, 0.016, 0.012),
    "Thumb": (0.026, 0.021, 0.015),
}
FORWARD: Array = np.array([0.0, 0.0, 1.0])
_GRID = 65536.0  # bind positions are whole multiples of 1/65536 m, so that sums of local steps are exact


@dataclass(frozen=True)
class Rig:
    """Proportions of one body in metres: heights above the ground unless a name says otherwise."""

    name: str
    height: float
    head_center: float
    head_joint: float
    neck: float
    collar: tuple[float, float]
    shoulder: tuple[float, float]
    back_upper: float
    back_lower: float
    hip: tuple[float, float]
    knee: tuple[float, float]
    ankle: tuple[float, float]
    toe: tuple[float, float, float]
    upper_arm: float
    forearm: float
    hand_scale: float
    head_scale: float

    @property
    def arm_direction(self) -> Array:
        """Unit vector from the left shoulder to the left wrist."""
        return np.array([float(cos(ARM_ANGLE)), -float(sin(ARM_ANGLE)), 0.0])

    @property
    def palm_normal(self) -> Array:
        """Unit vector out of the left palm: inwards and a little down."""
        return normalize(cross3(self.arm_direction, FORWARD))

    @cached_property
    def joints(self) -> dict[str, Array]:
        """Bind position (3,) of each of the 71 bones by name, on the 1/65536 m grid."""
        places = self._center_joints()
        for side, name in ((1.0, "Left"), (-1.0, "Right")):
            for bone, place in self._left_joints().items():
                places[bone + name] = place * np.array([side, 1.0, 1.0])
        places.update(_slots(places))
        return {name: np.rint(places[name] * _GRID) / _GRID for name in BONE_NAMES}

    @property
    def positions(self) -> Array:
        """Bind positions (71, 3) in bone order."""
        return np.stack([self.joints[name] for name in BONE_NAMES])

    @property
    def local_positions(self) -> Array:
        """Bind positions relative to the parent joint (71, 3)."""
        world = self.positions
        return np.stack([world[i] - (world[parent] if parent >= 0 else 0.0) for i, parent in enumerate(PARENTS)])

    def _center_joints(self) -> dict[str, Array]:
        return {
            "Root": np.zeros(3),
            "BackLower": np.array([0.0, self.back_lower, -0.010]),
            "BackUpper": np.array([0.0, self.back_upper, -0.015]),
            "Neck": np.array([0.0, self.neck, -0.010]),
            "Head": np.array([0.0, self.head_joint, -0.005]),
            "Slot04": np.array([0.0, self.hip[1], 0.0]),
            "Slot10": np.array([0.0, self.back_lower + 0.07, 0.06]),
            "Slot18": np.array([0.0, self.back_upper + 0.11, 0.06]),
            "Slot24": np.array([0.0, self.head_center - 0.03, 0.10]),
        }

    def _left_joints(self) -> dict[str, Array]:
        k, along, inward = self.hand_scale, self.arm_direction, self.palm_normal
        shoulder = np.array([*self.shoulder, -0.010])
        elbow = shoulder + along * self.upper_arm
        wrist = elbow + along * self.forearm
        places = {
            "Hip": np.array([*self.hip, 0.0]),
            "Knee": np.array([*self.knee, 0.012]),
            "Ankle": np.array([*self.ankle, -0.015]),
            "Toe": np.array(self.toe),
            "Collar": np.array([*self.collar, -0.005]),
            "Shoulder": shoulder,
            "Elbow": elbow,
            "Wrist": wrist,
            "Prop": wrist + along * (0.055 * k) + inward * (0.020 * k),
            "Special": wrist + along * (0.050 * k) - inward * (0.020 * k),
        }
        for finger in FINGERS:
            base = wrist + along * ((0.080 if finger == "Small" else 0.085) * k) + FORWARD * (SPREADS[finger] * k)
            places.update(_finger(finger, base, along, k))
        thumb = wrist + along * (0.025 * k) + FORWARD * (0.028 * k) + inward * (0.012 * k)
        places.update(_finger("Thumb", thumb, normalize(along * 0.8 + FORWARD * 0.42 + inward * 0.36), k))
        return places


def _finger(name: str, base: Array, along: Array, k: float) -> dict[str, Array]:
    first, second, _ = SEGMENTS[name]
    return {
        f"Finger{name}": base,
        f"Finger{name}2": base + along * (first * k),
        f"Finger{name}3": base + along * ((first + second) * k),
    }


def _slots(places: dict[str, Array]) -> dict[str, Array]:
    """Helper joints that lie part of the way between two others."""
    table = (
        ("Slot07", "HipLeft", "KneeLeft", 0.5),
        ("Slot09", "HipRight", "KneeRight", 0.5),
        ("Slot13", "KneeLeft", "AnkleLeft", 0.5),
        ("Slot17", "KneeRight", "AnkleRight", 0.5),
        ("Slot26", "ShoulderLeft", "ElbowLeft", 1 / 3),
        ("Slot27", "ShoulderLeft", "ElbowLeft", 2 / 3),
        ("Slot29", "ShoulderRight", "ElbowRight", 1 / 3),
        ("Slot30", "ShoulderRight", "ElbowRight", 2 / 3),
        ("Slot31", "ElbowLeft", "WristLeft", 1 / 3),
        ("Slot32", "ElbowLeft", "WristLeft", 2 / 3),
        ("Slot34", "ElbowRight", "WristRight", 1 / 3),
        ("Slot35", "ElbowRight", "WristRight", 2 / 3),
    )
    return {name: places[start] + (places[end] - places[start]) * part for name, start, end, part in table}


MALE = Rig(
    "male",
    1.80,
    1.566,
    1.369,
    1.321,
    (0.037, 1.290),
    (0.190, 1.266),
    1.078,
    0.890,
    (0.100, 0.806),
    (0.101, 0.444),
    (0.100, 0.082),
    (0.100, 0.024, 0.132),
    0.246,
    0.222,
    1.40,
    1.30,
)
FEMALE = Rig(
    "female",
    1.68,
    1.457,
    1.270,
    1.227,
    (0.034, 1.198),
    (0.170, 1.178),
    1.003,
    0.834,
    (0.102, 0.760),
    (0.096, 0.420),
    (0.092, 0.078),
    (0.092, 0.021, 0.120),
    0.226,
    0.206,
    1.28,
    1.24,
)
RIGS = {"female": FEMALE, "male": MALE}
