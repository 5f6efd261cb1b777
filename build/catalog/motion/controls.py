"""Controls: the handles by which a clip is acted. A clip is a table of control curves; this turns it into rotations.

Angles are degrees, lengths metres of the male body. Every control is 0 when standing at attention. Names that end in
_l and _r exist for both sides, and mirror: the same number means the same gesture on either side.

    turn sway lean          the whole body about the ground: to its left, towards its left, forward
    drop shift_x shift_z    the pelvis (use little: it does not scale with a person's height)
    weight                  1: over the left foot, that hip up, the trunk upright; -1: over the right one
    breath                  1: the chest is full
    bend side twist         the spine: forward, towards the left, to the left
    nod tilt look           neck and head: down, towards the left shoulder, to the left
    shrug_ reach_           collar bone: up, forward
    raise_ swing_ roll_     upper arm: sideways up, forward up, about its own axis (thumb inwards)
    elbow_ pronate_         elbow bend, forearm turn (thumb inwards)
    wrist_ wave_            hand bend towards the palm, towards the thumb
    curl_ point_ spread_ thumb_   fingers: 0 straight, 1 a fist; 1 keeps the index straight; degrees; 0 to 1
    hand_                   0: the arm follows the angles above; 1: the hand is where hand_x_, hand_y_, hand_z_ say
    hand_x_ hand_y_ hand_z_ from the Neck joint, turned with the chest: outwards, up, forward
    face_               1: from the Head joint instead, turned with the head;  elbow_out_ elbow_up_: where it points
    aim_                1: the hand also keeps its turn aim_x_, aim_y_, aim_z_ in those axes; wrist_ and wave_ add to it
    step_x_ step_y_ step_z_ the foot: outwards, up, forward;  pitch_ yaw_: toes up, toes outwards;  knee_out_
"""

from collections.abc import Mapping

import numpy as np

from catalog.rig import Rig
from cna_avatars.exact import (
    DEGREE,
    Array,
    atan2,
    normalize,
    quaternion_from_axis_angle,
    quaternion_product,
    rotate_by_quaternion,
)

from .curve import Keys, sample
from .drag import trailing
from .skeleton_pose import BONE, Motion, frame_of, from_frames, inverse, two_bones

X, Y, Z = np.eye(3)
FINGERS = ("Index", "Middle", "Ring", "Small")
_CURL = (65.0, 65.0, 65.0)
_THUMB = (20.0, 36.0, 36.0)
_OPPOSITION = 50.0
_SPREADS = (1.0, 0.25, -0.45, -1.1)
_MOST_TWIST = 70.0  # degrees; beyond it sleeves wring
_WEIGHT = (0.042, 1.4)  # metres that the pelvis moves sideways, degrees by which it tilts
_BREATH = (-1.9, 2.4, 0.9)  # degrees: the upper back bends, the collar bones rise, the head stays level
_RELAX = (0.62, 0.92, 1.12, 1.34)
"""How much more the outer fingers curl than the index."""


class Controls:
    """The values of all controls at every frame; what a clip leaves out is 0."""

    def __init__(self, curves: Mapping[str, Keys | float], times: Array, period: float | None) -> None:
        unknown = [name for name in curves if name not in NAMES]
        if unknown:
            raise ValueError(f"expected controls of the table above, got {', '.join(unknown)}")
        self._values = {
            name: np.full(len(times), float(keys))
            if isinstance(keys, int | float)
            else sample(keys, times, period=period)
            for name, keys in curves.items()
        }
        self._none = np.zeros(len(times))
        self.frame_seconds = float(times[1] - times[0]) if len(times) > 1 else 1.0
        self.loop = period is not None

    def __getitem__(self, name: str) -> Array:
        return self._values.get(name, self._none)


# fmt: off
_BODY = (
    "turn", "sway", "lean", "drop", "shift_x", "shift_z", "weight", "breath", "bend", "side", "twist",
    "nod", "tilt", "look",
)
_LIMBS = (
    "shrug", "reach", "raise", "swing", "roll", "elbow", "pronate", "wrist", "wave", "curl", "point", "spread", "thumb",
    "hand", "hand_x", "hand_y", "hand_z", "face", "elbow_out", "elbow_up",
    "aim", "aim_x", "aim_y", "aim_z",
    "step_x", "step_y", "step_z", "pitch", "yaw", "knee_out",
)
# fmt: on
NAMES = frozenset([*_BODY, *(f"{name}_{side}" for name in _LIMBS for side in "lr")])


def turn_about(axis: Array, degrees: Array) -> Array:
    """Return the quaternions (n, 4) of turns by `degrees` (n,)."""
    return quaternion_from_axis_angle(np.broadcast_to(axis, (len(degrees), 3)), degrees * DEGREE)


def euler(x: Array, y: Array, z: Array) -> Array:
    """Return the turn about X, then Z, then Y (n, 4)."""
    return quaternion_product(turn_about(Y, y), quaternion_product(turn_about(Z, z), turn_about(X, x)))


def pose(controls: Controls, rig: Rig, frames: int) -> Motion:
    """Return the motion that the controls describe, with feet where they belong."""
    motion, c = Motion(rig, frames), controls
    aside, tip = (amount * c["weight"] for amount in _WEIGHT)
    chest, _, level = (amount * c["breath"] for amount in _BREATH)
    motion.root = np.stack([c["shift_x"] + aside, c["drop"], c["shift_z"]], -1)
    motion.turn("Root", euler(c["lean"], c["turn"], tip - c["sway"]))
    motion.turn("BackLower", euler(0.0 * tip, 0.0 * tip, -tip))
    motion.turn("BackUpper", euler(chest, 0.0 * chest, 0.0 * chest))
    motion.turn("Neck", euler(level, 0.0 * level, 0.0 * level))
    for bone, share in (("BackLower", 0.45), ("BackUpper", 0.55)):
        motion.turn(bone, euler(c["bend"] * share, c["twist"] * share, -c["side"] * share))
    for bone, share in (("Neck", 0.4), ("Head", 0.6)):
        motion.turn(bone, euler(c["nod"] * share, c["look"] * share, -c["tilt"] * share))
    for side, name, sign in (("l", "Left", 1.0), ("r", "Right", -1.0)):
        _arm(motion, c, side, name, sign)
        _fingers(motion, c, side, name, sign)
        _leg(motion, c, side, name, sign)
    return motion


def _arm(motion: Motion, c: Controls, side: str, name: str, sign: float) -> None:
    def value(control: str) -> Array:
        return c[f"{control}_{side}"]

    motion.turn(
        f"Collar{name}",
        euler(0.0 * c["turn"], -sign * value("reach"), sign * (value("shrug") + _BREATH[1] * c["breath"])),
    )
    arm = normalize(motion.local[BONE[f"Elbow{name}"]])
    spin = turn_about(arm, sign * value("roll"))
    lift = turn_about(Z, sign * value("raise"))
    swing = turn_about(X, -value("swing"))
    angles = quaternion_product(swing, quaternion_product(lift, spin))
    # Half the forearm's turn is the wrist's: the skin of a real forearm twists along its whole length.
    pronate = turn_about(arm, sign * 0.5 * value("pronate"))
    bent = turn_about(X, -value("elbow"))
    weight = value("hand")
    if weight.any():
        upper, fore = _reach(motion, c, side, name, sign)
        angles, bent = _mix(angles, upper, weight), _mix(bent, fore, weight)
    motion.turn(f"Shoulder{name}", angles)
    aimed = _aimed(motion, c, side, name, bent)
    half = turn_about(arm, 0.5 * _twist(aimed, arm))
    motion.turn(f"Elbow{name}", quaternion_product(bent, quaternion_product(pronate, half)))
    # The palm faces the thigh: bending towards it turns about Z, towards the thumb about X.
    path, fore = motion.world_of(f"Wrist{name}")
    late = [
        trailing(path, rotate_by_quaternion(fore, axis), c.frame_seconds, loop=c.loop)
        for axis in (motion.rig.palm_normal * np.array([sign, 1.0, 1.0]), Z)
    ]
    hand = quaternion_product(turn_about(Z, -sign * (value("wrist") - late[0])), turn_about(X, late[1] - value("wave")))
    rest = quaternion_product(pronate, quaternion_product(inverse(half), aimed))
    motion.turn(f"Wrist{name}", quaternion_product(rest, hand))


def _aimed(motion: Motion, c: Controls, side: str, name: str, bent: Array) -> Array:
    """Return the turn of the hand relative to the forearm that gives it the direction of aim_x, aim_y, aim_z."""
    sign = 1.0 if side == "l" else -1.0
    weight = c[f"aim_{side}"]
    none = np.broadcast_to(np.array([0.0, 0.0, 0.0, 1.0]), (len(weight), 4))
    if not weight.any():
        return none
    bone = np.where(c[f"face_{side}"][:, None] > 0.5, motion.world_of("Head")[1], motion.world_of("BackUpper")[1])
    hand = quaternion_product(
        bone, euler(*(c[f"aim_{axis}_{side}"] * s for axis, s in zip("xyz", (1.0, sign, sign), strict=True)))
    )
    fore = quaternion_product(motion.world_of(f"Shoulder{name}")[1], bent)
    return _mix(none, quaternion_product(inverse(fore), hand), weight)


def _twist(turn: Array, axis: Array) -> Array:
    """Return by how many degrees quaternions (n, 4) turn about `axis`, -180 to 180."""
    along, real = (turn[:, :3] * axis).sum(-1), turn[:, 3]
    flip = np.where(real < 0.0, -1.0, 1.0)
    return np.asarray(2.0 * atan2(along * flip, real * flip) / DEGREE)


def _mix(first: Array, second: Array, weight: Array) -> Array:
    same = np.where((first * second).sum(-1, keepdims=True) < 0.0, -1.0, 1.0)
    return normalize(first * (1.0 - weight[:, None]) + second * same * weight[:, None])


def _reach(motion: Motion, c: Controls, side: str, name: str, sign: float) -> tuple[Array, Array]:
    """Return the turns of shoulder and elbow that bring the wrist to hand_x, hand_y, hand_z."""
    neck, chest = motion.world_of("Neck")[0], motion.world_of("BackUpper")[1]
    offset = np.stack([sign * c[f"hand_x_{side}"], c[f"hand_y_{side}"], c[f"hand_z_{side}"]], -1)
    head, facing = motion.world_of("Head")
    near = c[f"face_{side}"][:, None]
    target = (neck + rotate_by_quaternion(chest, offset)) * (1.0 - near)
    target = target + (head + rotate_by_quaternion(facing, offset)) * near
    collar = motion.world_of(f"Collar{name}")[1]
    start = motion.world_of(f"Shoulder{name}")[0]
    out, up = c[f"elbow_out_{side}"], c[f"elbow_up_{side}"]
    pole = rotate_by_quaternion(chest, np.stack([sign * (0.35 + out), up - 0.85, out * 0.0 - 0.45], -1))
    upper_bone, fore_bone = motion.local[BONE[f"Elbow{name}"]], motion.local[BONE[f"Wrist{name}"]]
    first, second = float(np.sqrt((upper_bone * upper_bone).sum())), float(np.sqrt((fore_bone * fore_bone).sum()))
    elbow = two_bones(start, target, pole, first, second)
    # The elbow folds forward about the arm's X axis.
    hinge = normalize(np.cross(elbow - start, target - elbow) + 1e-9)
    upper = from_frames(frame_of(upper_bone, -X), frame_of(elbow - start, hinge))
    fore = from_frames(frame_of(fore_bone, -X), frame_of(target - elbow, hinge))
    return _share_twist(
        normalize(upper_bone), quaternion_product(inverse(collar), upper), quaternion_product(inverse(upper), fore)
    )


def _share_twist(arm: Array, upper: Array, fore: Array) -> tuple[Array, Array]:
    """Return the same two turns, but what twists the upper arm by more than `_MOST_TWIST` twists the elbow instead."""
    twist = _twist(upper, arm)
    turns = np.concatenate([np.zeros(1), np.cumsum(np.rint(np.diff(twist) / 360.0))])
    twist = twist - 360.0 * turns
    excess = twist - np.clip(twist, -_MOST_TWIST, _MOST_TWIST)
    return (
        quaternion_product(upper, turn_about(arm, -excess)),
        quaternion_product(turn_about(arm, excess), fore),
    )


def _fingers(motion: Motion, c: Controls, side: str, name: str, sign: float) -> None:
    curl, point, spread, thumb = (c[f"{control}_{side}"] for control in ("curl", "point", "spread", "thumb"))
    for finger, fan, relax in zip(FINGERS, _SPREADS, _RELAX, strict=True):
        amount = np.minimum(curl * (relax + (1.0 - relax) * curl), 1.1)
        if finger == "Index":
            amount = amount * (1.0 - point)
        for joint, degrees in zip(("", "2", "3"), _CURL, strict=True):
            turn = turn_about(Z, -sign * amount * degrees)
            if not joint:
                turn = quaternion_product(turn, turn_about(X, -spread * fan))
            motion.turn(f"Finger{finger}{joint}{name}", turn)
    # The thumb swings before the palm, then folds across the fingers.
    arm = normalize(motion.local[BONE[f"Elbow{name}"]])
    across = rotate_by_quaternion(turn_about(arm, np.array([-sign * _OPPOSITION]))[0], X)
    for joint, degrees in zip(("", "2", "3"), _THUMB, strict=True):
        fold = turn_about(across if joint else X, thumb * degrees)
        if not joint:
            fold = quaternion_product(fold, turn_about(arm, sign * thumb * _OPPOSITION))
        motion.turn(f"FingerThumb{joint}{name}", fold)


def _leg(motion: Motion, c: Controls, side: str, name: str, sign: float) -> None:
    """Bring the foot to its place on the ground, whatever the body above does."""
    rig = motion.rig
    ankle = rig.joints[f"Ankle{name}"]
    step = np.stack([sign * c[f"step_x_{side}"], c[f"step_y_{side}"], c[f"step_z_{side}"]], -1)
    yaw = turn_about(Y, sign * c[f"yaw_{side}"])
    target = ankle + step
    start = motion.world_of(f"Hip{name}")[0]
    thigh, shin = motion.local[BONE[f"Knee{name}"]], motion.local[BONE[f"Ankle{name}"]]
    outward = c[f"knee_out_{side}"]
    pole = rotate_by_quaternion(yaw, np.stack([sign * outward, 0.0 * outward, 1.0 + 0.0 * outward], -1))
    first, second = float(np.sqrt((thigh * thigh).sum())), float(np.sqrt((shin * shin).sum()))
    knee = two_bones(start, target, pole, first, second)
    side_axis = rotate_by_quaternion(yaw, X)
    bind = rig.joints[f"Knee{name}"] - rig.joints[f"Hip{name}"]
    upper = from_frames(frame_of(bind, X), frame_of(knee - start, side_axis))
    lower = from_frames(frame_of(shin, X), frame_of(target - knee, side_axis))
    foot = quaternion_product(yaw, turn_about(X, -c[f"pitch_{side}"]))
    motion.turn(f"Hip{name}", quaternion_product(inverse(motion.rotations[:, 0]), upper))
    motion.turn(f"Knee{name}", quaternion_product(inverse(upper), lower))
    motion.turn(f"Ankle{name}", quaternion_product(inverse(lower), foot))
