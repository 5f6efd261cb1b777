"""Skin weights: each joint hands a share of its weight to the bone beyond it, by smooth steps of position."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from catalog.anatomy import Anatomy
from catalog.fields import cone
from catalog.rig import FINGERS, SPREADS
from cna_avatars.exact import Array, cross3, dot3, length, normalize, smoothstep
from cna_avatars.skeleton import BONE_NAMES

_INDEX = {name: i for i, name in enumerate(BONE_NAMES)}
JOINT_COUNT = 71


class _Shares:
    """Weights (n, 71) that always sum to one: a bone's weight only ever moves to another bone."""

    def __init__(self, count: int) -> None:
        self.table = np.zeros((count, JOINT_COUNT))
        self.table[:, 0] = 1.0

    def hand(self, giver: str, taker: str, share: Array) -> None:
        moved = self.table[:, _INDEX[giver]] * share
        self.table[:, _INDEX[giver]] -= moved
        self.table[:, _INDEX[taker]] += moved


def arm_freedom(along: Array, trunk: Array, arm: Array) -> Array:
    """How far the arms may take points: below the shoulder only those nearer to the arm's form than to the trunk's."""
    return np.maximum(smoothstep(0.20, 0.12, along), smoothstep(-0.008, 0.008, trunk - arm))


def body_shares(anatomy: Anatomy, p: Array, arms: Array | float = 1.0) -> Array:
    """Weights (n, 71) of points on the body or on cloth near it; `arms` (n,) how far arms may take a point."""
    rig = anatomy.rig
    joints, y = rig.joints, p[:, 1]
    shares = _Shares(len(p))
    hip, lower, upper = rig.hip[1], rig.back_lower, rig.back_upper
    scale = rig.height / 1.8
    # Hems of tops end above where legs outweigh the back: build thickens by the heaviest bone, all layers alike.
    legs = smoothstep(hip + 0.035 * scale, hip - 0.105 * scale, y)
    # Legs share what is between them only at their root: shoes and cuffs stand closer together than that.
    between = 0.004 + 0.031 * smoothstep(hip - 0.22 * scale, hip - 0.08 * scale, y)
    left = smoothstep(-1.0, 1.0, p[:, 0] / between)
    trunk = np.maximum(0.62, smoothstep(lower - 0.02, lower + 0.10, y)) * (1.0 - legs)
    shares.hand("Root", "BackLower", trunk)
    rest = np.where(trunk < 1.0, legs / np.maximum(1.0 - trunk, 1e-9), 0.0)
    shares.hand("Root", "HipLeft", rest * left)
    shares.hand(
        "Root",
        "HipRight",
        np.where(rest * left < 1.0, rest * (1.0 - left) / np.maximum(1.0 - rest * left, 1e-9), 0.0),
    )
    shares.hand("BackLower", "BackUpper", smoothstep(upper - 0.085, upper + 0.075, y))
    neck = smoothstep(rig.neck - 0.035, rig.neck + 0.015, y - np.minimum(p[:, 2], 0.0) * 0.25)
    middle = np.maximum(smoothstep(0.13, 0.07, np.abs(p[:, 0])), smoothstep(rig.neck + 0.015, rig.neck + 0.045, y))
    shares.hand("BackUpper", "Neck", neck * middle)
    shares.hand("Neck", "Head", smoothstep(rig.head_joint - 0.035, rig.head_joint + 0.02, y))
    for side, name in ((1.0, "Left"), (-1.0, "Right")):
        q = p * np.array((side, 1.0, 1.0))
        _leg(shares, joints, q, name, scale)
        _arm(shares, anatomy, q, name, scale, arms)
    return shares.table


def _leg(shares: _Shares, joints: dict[str, Array], q: Array, side: str, scale: float) -> None:
    knee, ankle, toe = joints["KneeLeft"], joints["AnkleLeft"], joints["ToeLeft"]
    width = 0.060 * scale
    shares.hand(f"Hip{side}", f"Knee{side}", smoothstep(knee[1] + width, knee[1] - width, q[:, 1]))
    low = ankle[1] + 0.012 - np.clip(q[:, 2] - ankle[2], -0.06, 0.06) * 0.35
    shares.hand(f"Knee{side}", f"Ankle{side}", smoothstep(0.035, -0.030, q[:, 1] - low))
    shares.hand(f"Ankle{side}", f"Toe{side}", smoothstep(toe[2] - 0.045, toe[2] + 0.010, q[:, 2]))


def _arm(shares: _Shares, anatomy: Anatomy, q: Array, side: str, scale: float, arms: Array | float) -> None:
    rig = anatomy.rig
    t, _, _ = anatomy.arm_coordinates(q)
    # Near the armpit the trunk keeps its weight: how far a point is from the arm decides, beside how far along it lies.
    beside = np.minimum(anatomy.trunk(q), np.minimum(anatomy.leg(q), anatomy.foot(q)))
    hand = cone(q, rig.joints["WristLeft"], rig.joints["FingerMiddle3Left"], 0.045 * scale, 0.060 * scale)
    reach = np.maximum(beside, 0.0) - np.maximum(np.minimum(anatomy.arm(q), hand), 0.0)
    height = smoothstep(rig.back_upper + 0.06, rig.collar[1] - 0.03, q[:, 1])
    collar = smoothstep(0.035, rig.shoulder[0] - 0.015, q[:, 0]) * height
    lower_arm = smoothstep(0.10, 0.22, t) * smoothstep(-0.012, 0.012, reach)
    shares.hand("BackUpper", f"Collar{side}", np.maximum(collar * 0.9, 0.0))
    outward = q[:, 0] - rig.shoulder[0]
    beyond = smoothstep(-0.052 * scale, 0.048 * scale, outward * 0.85 + t * 0.30 + 0.004) * smoothstep(
        -0.024, 0.022, reach + 0.008
    )
    beyond = np.maximum(beyond, lower_arm)
    gate = np.where(q[:, 0] > 0.0, beyond, 0.0) * arms
    for giver in ("Root", "BackLower", "BackUpper", f"Collar{side}", f"Hip{side}", f"Knee{side}"):
        shares.hand(giver, f"Shoulder{side}", gate)
    elbow, wrist = rig.upper_arm, rig.upper_arm + rig.forearm
    shares.hand(f"Shoulder{side}", f"Elbow{side}", smoothstep(elbow - 0.042 * scale, elbow + 0.042 * scale, t))
    shares.hand(f"Elbow{side}", f"Wrist{side}", smoothstep(wrist - 0.034 * scale, wrist + 0.020 * scale, t))
    _hand(shares, anatomy, q, side)


def _hand(shares: _Shares, anatomy: Anatomy, q: Array, side: str) -> None:
    rig, k = anatomy.rig, anatomy.rig.hand_scale
    wrist = rig.joints["WristLeft"]
    d = (q - wrist) / k
    t, z = dot3(d, rig.arm_direction), d[:, 2]
    base, first = rig.joints["FingerThumbLeft"], rig.joints["FingerThumb2Left"]
    axis = normalize(first - base)
    along = dot3(q - base, axis) / k
    off = length(cross3(q - base, axis)) / k
    apart = smoothstep(0.027, 0.019, off) * smoothstep(0.026, 0.034, z) * smoothstep(0.105, 0.09, t)
    shares.hand(f"Wrist{side}", f"FingerThumb{side}", smoothstep(-0.012, 0.012, along) * apart)
    shares.hand(f"FingerThumb{side}", f"FingerThumb2{side}", smoothstep(0.018, 0.034, along))
    shares.hand(f"FingerThumb2{side}", f"FingerThumb3{side}", smoothstep(0.041, 0.053, along))
    fan = z / (1.0 + np.maximum(t - 0.083, 0.0) * 3.0)
    borders = [0.5 * (SPREADS[a] + SPREADS[b]) for a, b in pairwise(FINGERS)]
    passed = [smoothstep(border + 0.0025, border - 0.0025, fan) for border in borders]
    members = [1.0 - passed[0], passed[0] - passed[1], passed[1] - passed[2], passed[2]]
    left = np.ones(len(q))
    for finger, member in zip(FINGERS, members, strict=True):
        start, second, third = (
            float(dot3(rig.joints[f"Finger{finger}{part}Left"] - wrist, rig.arm_direction)) / k
            for part in ("", "2", "3")
        )
        share = member * smoothstep(start - 0.012, start + 0.010, t)
        shares.hand(
            f"Wrist{side}",
            f"Finger{finger}{side}",
            np.where(left > 1e-9, share / np.maximum(left, 1e-9), 0.0),
        )
        left = left - share
        shares.hand(f"Finger{finger}{side}", f"Finger{finger}2{side}", smoothstep(second - 0.009, second + 0.009, t))
        shares.hand(f"Finger{finger}2{side}", f"Finger{finger}3{side}", smoothstep(third - 0.008, third + 0.008, t))


def arm_share(shares: Array) -> Array:
    """How much of weights (n, 71) is the arms', shoulder to finger tips."""
    arms = [i for i, name in enumerate(BONE_NAMES) if name.startswith(("Shoulder", "Elbow", "Wrist", "Finger"))]
    return np.asarray(shares[:, arms].sum(1), np.float64)


def head_shares(p: Array) -> Array:
    """All weight on the head, for what is worn on it."""
    table = np.zeros((len(p), JOINT_COUNT))
    table[:, _INDEX["Head"]] = 1.0
    return table


def packed(shares: Array) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The four largest weights of each point: joints and weights (n, 4) uint8, largest first, sum 255."""
    joints = np.argsort(-shares, axis=1, kind="stable")[:, :4]
    values = np.take_along_axis(shares, joints, 1)
    values = values / (values[:, 0] + values[:, 1] + values[:, 2] + values[:, 3])[:, None]
    whole = np.rint(values * 255.0).astype(np.int64)
    whole[:, 0] += 255 - whole.sum(1)
    joints = np.where(whole > 0, joints, 0)
    return joints.astype(np.uint8), whole.astype(np.uint8)
