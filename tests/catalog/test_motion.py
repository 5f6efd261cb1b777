"""One measure a test, of the 31 clips in the released catalog, on the skeletons of both bodies.

Every failure names the clip, the body and the value. Lengths are metres, times seconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from catalog.motion import act_of, perform
from catalog.rig import RIGS
from cna_avatars.animation.clip import Channel, ChannelTable, ClipSet
from cna_avatars.animation.pose import compose, rotation_linear
from cna_avatars.catalog.clip_reader import read_clips
from cna_avatars.catalog.gltf_container import Gltf
from cna_avatars.catalog.rig_reader import bind_world, read_rig
from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES

Floats = NDArray[np.float64]

CATALOG = Path(__file__).resolve().parents[2] / "catalogs" / "v1"
BODIES = ("female", "male")
STEP = 1.0 / 60.0
BONE = {name: index for index, name in enumerate(BONE_NAMES)}
HAND_BONES = {
    side: [i for name, i in BONE.items() if name.endswith(side) and name.startswith(("Wrist", "Finger"))]
    for side in ("Left", "Right")
}
FOOT_BONES = ("AnkleLeft", "ToeLeft", "AnkleRight", "ToeRight")
# fmt: off
SECONDS = {
    "Stand0": 6.0, "Stand1": 7.0, "Stand2": 6.5, "Stand3": 6.0, "Stand4": 8.0, "Stand5": 7.0, "Stand6": 6.0,
    "Stand7": 7.0, "Clap": 3.2, "Wave": 3.0, "Celebrate": 3.4, "FemaleIdleCheckNails": 6.0,
    "FemaleIdleLookAround": 7.0, "FemaleIdleShiftWeight": 6.0, "FemaleIdleFixShoe": 6.5, "FemaleAngry": 4.0,
    "FemaleConfused": 4.0, "FemaleLaugh": 4.0, "FemaleCry": 5.0, "FemaleShocked": 3.5, "FemaleYawn": 5.0,
    "MaleIdleLookAround": 7.0, "MaleIdleStretch": 6.5, "MaleIdleShiftWeight": 6.0, "MaleIdleCheckHand": 5.5,
    "MaleAngry": 4.0, "MaleConfused": 4.0, "MaleLaugh": 4.0, "MaleCry": 5.0, "MaleSurprised": 3.5, "MaleYawn": 5.0,
}
# fmt: on
DELIBERATE_STEPS = {
    "Stand2": {"AnkleLeft", "AnkleRight"},
    "Stand4": {"ToeRight"},
    "Stand7": {"AnkleRight", "ToeRight"},
    "Celebrate": {"AnkleLeft", "AnkleRight"},
    "FemaleIdleLookAround": {"AnkleLeft", "AnkleRight"},
    "FemaleIdleShiftWeight": {"AnkleLeft", "AnkleRight"},
    "FemaleIdleFixShoe": {"AnkleRight", "ToeRight"},
    "FemaleAngry": {"AnkleRight", "ToeRight"},
    "FemaleShocked": {"AnkleRight", "ToeRight"},
    "MaleIdleStretch": {"AnkleLeft", "AnkleRight"},
    "MaleIdleShiftWeight": {"AnkleLeft", "AnkleRight"},
    "MaleAngry": {"AnkleRight", "ToeRight"},
}
"""Joints of feet that are meant to leave their place; all others are planted."""
HEAD_CENTER = (0.0, 0.19, 0.01)
HEAD_RADII = (0.185, 0.20, 0.19)
TRUNK_RADII = (0.165, 0.115)
SIZE = {"male": 1.0, "female": 1.24 / 1.30}
"""The female head and trunk, as shares of the male's."""


@dataclass(frozen=True)
class Performance:
    """A clip on a body: times (n,), joints (n, 71, 3) and turns (n, 71, 3, 3; a row vector times it) in its space."""

    clip: str
    body: str
    is_loop: bool
    times: Floats
    joints: Floats
    turns: Floats
    bind: Floats

    def of(self, bone: str) -> Floats:
        return self.joints[:, BONE[bone]]

    def at(self, seconds: float) -> int:
        return int(np.abs(self.times - seconds).argmin())

    def direction(self, bone: str, bind_direction: Floats) -> Floats:
        """Where a direction of the bind pose points (n, 3)."""
        return np.asarray(np.einsum("i,nij->nj", bind_direction, self.turns[:, BONE[bone]]))

    def seen_from(self, bone: str, points: Floats) -> Floats:
        """Points (n, k, 3) in the axes of a bone, from its joint."""
        return np.asarray(np.einsum("nki,nji->nkj", points - self.of(bone)[:, None], self.turns[:, BONE[bone]]))

    @cached_property
    def name(self) -> str:
        return f"{self.clip} on the {self.body} body"

    def fingers(self, side: str) -> Floats:
        """Where the middle finger's root lies from the wrist, unit vectors (n, 3)."""
        return _unit(self.of(f"FingerMiddle{side}") - self.of(f"Wrist{side}"))

    def palm(self, side: str) -> Floats:
        """Unit vectors out of the palm (n, 3)."""
        along = self.bind[BONE[f"FingerMiddle{side}"]] - self.bind[BONE[f"Wrist{side}"]]
        across = self.bind[BONE[f"FingerIndex{side}"]] - self.bind[BONE[f"FingerSmall{side}"]]
        return self.direction(f"Wrist{side}", _unit(np.cross(along, across)) * (1.0 if side == "Left" else -1.0))

    def palm_center(self, side: str) -> Floats:
        return (self.of(f"Wrist{side}") + self.of(f"FingerMiddle{side}")) / 2.0 + 0.02 * self.palm(side)


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.sqrt((vectors * vectors).sum(-1, keepdims=True)))


def _length(vectors: NDArray[np.floating]) -> Floats:
    return np.asarray(np.sqrt((vectors * vectors).sum(-1)))


@cache
def clips() -> ClipSet:
    return read_clips((CATALOG / "animations.glb").read_bytes(), "animations.glb")


@cache
def local_bind(body: str) -> Floats:
    """Joints relative to their parents (71, 3), as the body's file has them."""
    name = f"body.{body}.glb"
    return read_rig(Gltf((CATALOG / name).read_bytes(), name)).bind_local.astype(np.float64)


@cache
def performance(clip: str, body: str) -> Performance:
    preset = AvatarAnimationPreset[clip]
    length = clips().clips[preset].duration
    times = np.append(np.arange(0.0, length - 1e-9, STEP), length)
    rows = np.full(len(times), preset, np.intp)
    rotations = np.empty((4, BONE_COUNT, len(times)), np.float32)
    roots = np.empty((3, len(times)), np.float32)
    clips().sample_rotations(rows, times.astype(np.float32), rotations)
    clips().sample_roots(rows, times.astype(np.float32), roots)
    local = local_bind(body)
    linear = rotation_linear(rotations)
    joints = np.repeat(local.T[..., None], len(times), 2).astype(np.float32)
    joints[:, 0] = roots
    compose(linear, joints)
    return Performance(
        clip,
        body,
        clips().clips[preset].is_loop,
        times,
        joints.transpose(2, 1, 0).astype(np.float64),
        linear.transpose(3, 2, 0, 1).astype(np.float64),
        np.asarray(bind_world(local), np.float64),
    )


def performances() -> Iterator[Performance]:
    for clip in SECONDS:
        for body in BODIES:
            yield performance(clip, body)


def channels() -> Iterator[tuple[str, str, Channel]]:
    for clip in clips().clips:
        for bone, channel in clip.rotations.items():
            yield clip.name, BONE_NAMES[bone], channel


def test_clips_have_their_lengths() -> None:
    found = {clip.name: round(clip.duration, 4) for clip in clips().clips}
    assert found == SECONDS


def test_stands_loop_and_the_rest_do_not() -> None:
    assert [clip.name for clip in clips().clips if clip.is_loop] == [f"Stand{i}" for i in range(8)]


def test_the_file_stays_small() -> None:
    size = (CATALOG / "animations.glb").stat().st_size
    assert size < 600_000, f"animations.glb has {size} bytes"


def test_neighbouring_keys_never_take_the_long_way_round() -> None:
    for clip, bone, channel in channels():
        dots = (channel.values[1:] * channel.values[:-1]).sum(-1)
        assert (dots >= 0.0).all(), f"{clip}: {bone} turns the long way, dot {dots.min():.3f}"


def test_curves_stay_on_the_unit_sphere() -> None:
    worst = (0.0, "none")
    for clip, bone, channel in channels():
        times = np.linspace(0.0, channel.times[-1], 200, dtype=np.float32)
        values = ChannelTable([channel], 4).sample(np.zeros(200, np.intp), times)
        worst = max(worst, (float(np.abs(_length(values) - 1.0).max()), f"{clip}: {bone}"))
    assert worst[0] <= 2e-3, f"{worst[1]}: the length of a quaternion is off by {worst[0]:.5f}"


def test_keys_keep_what_was_acted() -> None:
    for preset in AvatarAnimationPreset:
        times, motion = perform(act_of(preset), RIGS["male"])
        acted, found = motion.world()[0], performance(preset.name, "male")
        shared = [found.at(float(time)) for time in times]
        apart = _length(found.joints[shared] - acted)
        frame, bone = np.unravel_index(apart.argmax(), apart.shape)
        assert apart.max() <= 0.008, (
            f"{preset.name}: {BONE_NAMES[bone]} is {apart.max() * 1000:.1f} mm from the act at {times[frame]:.2f} s"
        )


def test_the_root_stays_within_five_centimetres() -> None:
    for p in performances():
        far = _length(p.of("Root")).max()
        assert far < 0.05, f"{p.name}: the root moves {far * 1000:.0f} mm"


def test_loops_end_as_they_begin() -> None:
    for preset, clip in enumerate(clips().clips):
        ends = np.array([0.0, clip.duration], np.float32)
        rotations = np.empty((4, BONE_COUNT, 2), np.float32)
        clips().sample_rotations(np.full(2, preset, np.intp), ends, rotations)
        apart = np.abs(rotations[..., 1] - rotations[..., 0]).max(0)
        if clip.is_loop:
            assert apart.max() <= 2e-3, f"{clip.name}: {BONE_NAMES[apart.argmax()]} is off by {apart.max():.4f}"


def test_loops_have_no_seam() -> None:
    for p in performances():
        if p.is_loop:
            before, after = p.joints[-1] - p.joints[-2], p.joints[1] - p.joints[0]
            moved = _length(p.joints[1] - p.joints[-2])
            assert moved.max() < 0.02, f"{p.name}: {BONE_NAMES[moved.argmax()]} jumps {moved.max() * 1000:.1f} mm"
            turned = _length(after / STEP - before / (p.times[-1] - p.times[-2]))
            assert turned.max() < 0.1, f"{p.name}: {BONE_NAMES[turned.argmax()]} changes by {turned.max():.3f} m/s"


def test_other_clips_begin_and_end_in_the_same_stance() -> None:
    for body in BODIES:
        stance = performance("Wave", body).joints[0]
        for p in performances():
            if p.body == body and not p.is_loop:
                for moment, joints in (("begins", p.joints[0]), ("ends", p.joints[-1])):
                    apart = _length(joints - stance)
                    assert apart.max() <= 0.004, (
                        f"{p.name} {moment} with {BONE_NAMES[apart.argmax()]} {apart.max() * 1000:.1f} mm off the stance"
                    )


def test_planted_feet_stay_where_they_are() -> None:
    for p in performances():
        for bone in FOOT_BONES:
            if bone not in DELIBERATE_STEPS.get(p.clip, ()):
                drift = _length(p.of(bone) - p.of(bone)[0]).max()
                assert drift <= 0.010, f"{p.name}: {bone} drifts {drift * 1000:.1f} mm"


def test_deliberate_steps_are_taken() -> None:
    for clip, bones in DELIBERATE_STEPS.items():
        for bone in bones:
            way = _length(performance(clip, "male").of(bone) - performance(clip, "male").of(bone)[0]).max()
            assert way > 0.010, f"{clip}: {bone} moves only {way * 1000:.1f} mm"


def test_feet_stay_above_the_ground() -> None:
    for p in performances():
        for bone in FOOT_BONES:
            depth = (p.bind[BONE[bone], 1] - p.of(bone)[:, 1]).max()
            assert depth <= 0.005, f"{p.name}: {bone} sinks {depth * 1000:.1f} mm"


def test_no_joint_jumps() -> None:
    for p in performances():
        moved = _length(np.diff(p.joints, axis=0)) * (STEP / np.diff(p.times))[:, None]
        frame, bone = np.unravel_index(moved.argmax(), moved.shape)
        assert moved.max() <= 0.12, (
            f"{p.name}: {BONE_NAMES[bone]} moves {moved.max() * 100:.1f} cm in 1/60 s at {p.times[frame]:.2f} s"
        )


def test_hands_stay_out_of_the_head() -> None:
    for p in performances():
        for side, bones in HAND_BONES.items():
            place = p.seen_from("Head", p.joints[:, bones]) - np.multiply(HEAD_CENTER, SIZE[p.body])
            depth = 1.0 - _length(place / np.multiply(HEAD_RADII, SIZE[p.body]))
            frame, bone = np.unravel_index(depth.argmax(), depth.shape)
            assert depth.max() <= 0.0, (
                f"{p.name}: {BONE_NAMES[bones[bone]]} is {depth.max():.2f} radii inside the head"
                f" at {p.times[frame]:.2f} s ({side})"
            )


@pytest.mark.parametrize(("bone", "low", "high"), [("BackLower", -0.08, 0.19), ("BackUpper", 0.0, 0.19)])
def test_hands_stay_out_of_the_trunk(bone: str, low: float, high: float) -> None:
    for p in performances():
        for bones in HAND_BONES.values():
            place = p.seen_from(bone, p.joints[:, bones]) / SIZE[p.body]
            beside = (place[..., 1] > low) & (place[..., 1] < high)
            depth = np.where(beside, 1.0 - _length(place[..., (0, 2)] / TRUNK_RADII), -1.0)
            frame, joint = np.unravel_index(depth.argmax(), depth.shape)
            assert depth.max() <= 0.0, (
                f"{p.name}: {BONE_NAMES[bones[joint]]} is {depth.max():.2f} radii inside the trunk"
                f" at {p.times[frame]:.2f} s"
            )


def test_hands_do_not_pass_through_each_other() -> None:
    for p in performances():
        left, right = (p.joints[:, bones] for bones in HAND_BONES.values())
        near = _length(left[:, :, None] - right[:, None]).min((1, 2))
        assert near.min() > 0.012, (
            f"{p.name}: hands are {near.min() * 1000:.0f} mm apart at {p.times[near.argmin()]:.2f} s"
        )


def test_every_clip_is_unlike_every_other() -> None:
    samples = {clip: performance(clip, "male") for clip in SECONDS}
    for one, other in combinations(samples, 2):
        shares = np.linspace(0.0, 1.0, 24)
        poses = [samples[clip].joints[[samples[clip].at(s * SECONDS[clip]) for s in shares]] for clip in (one, other)]
        apart = _length(poses[0] - poses[1]).max()
        assert apart > 0.025, f"{one} and {other} differ by {apart * 1000:.0f} mm at most"


def test_nobody_freezes() -> None:
    for p in performances():
        for start in np.arange(0.0, p.times[-1] - 1.0, 0.5):
            part = p.joints[p.at(start) : p.at(start + 1.0) + 1]
            moved = (part.max(0) - part.min(0)).max()
            assert moved > 0.0015, f"{p.name} moves {moved * 1000:.1f} mm in the second after {start:.1f} s"


def test_wave_shows_an_open_palm_above_the_shoulder() -> None:
    for body in BODIES:
        p = performance("Wave", body)
        now = p.at(1.2)
        assert p.of("WristRight")[now, 1] > p.of("ShoulderRight")[now, 1] + 0.15, p.name
        assert p.palm("Right")[now, 2] > 0.85, f"{p.name}: palm {p.palm('Right')[now].round(2)}"
        assert p.fingers("Right")[now, 1] > 0.8, f"{p.name}: fingers {p.fingers('Right')[now].round(2)}"
        knuckles = _unit(p.of("FingerMiddle3Right") - p.of("FingerMiddleRight"))
        assert (knuckles * p.fingers("Right")).sum(-1)[now] > 0.97, f"{p.name}: the hand is not open"


def test_clap_brings_the_palms_together_six_times() -> None:
    for body in BODIES:
        p = performance("Clap", body)
        gap = _length(p.palm_center("Left") - p.palm_center("Right"))
        closest = np.flatnonzero((gap[1:-1] < gap[:-2]) & (gap[1:-1] <= gap[2:]) & (gap[1:-1] < 0.05)) + 1
        assert len(closest) == 6, f"{p.name}: palms meet {len(closest)} times, {gap.min() * 1000:.0f} mm apart at best"
        facing = -(p.palm("Left") * p.palm("Right")).sum(-1)[closest]
        assert facing.min() > 0.9, f"{p.name}: palms face each other by {facing.min():.2f}"
        assert (p.palm_center("Left")[closest, 2] > 0.2).all(), f"{p.name}: not before the chest"


def test_celebrate_raises_two_fists_above_the_head() -> None:
    for body in BODIES:
        p = performance("Celebrate", body)
        now = p.at(1.3)
        crown = p.of("Head")[now, 1] + 0.38 * SIZE[body]
        for side in ("Left", "Right"):
            assert p.of(f"FingerMiddle{side}")[now, 1] > crown, f"{p.name}: {side}"
            knuckles = _unit(p.of(f"FingerMiddle3{side}") - p.of(f"FingerMiddle2{side}"))[now]
            assert (knuckles * p.fingers(side)[now]).sum() < 0.0, f"{p.name}: the {side} hand is no fist"


@pytest.mark.parametrize(
    ("clip", "seconds", "side", "joint", "head_place", "reach"),
    [
        ("FemaleCry", 2.5, "Left", "palm", (0.07, 0.19, 0.16), 0.09),
        ("FemaleCry", 2.5, "Right", "palm", (-0.07, 0.19, 0.16), 0.09),
        ("FemaleLaugh", 1.6, "Right", "palm", (0.0, 0.09, 0.16), 0.10),
        ("FemaleYawn", 2.6, "Right", "palm", (0.0, 0.09, 0.16), 0.10),
        ("FemaleConfused", 1.4, "Right", "FingerIndex3Right", (0.0, 0.03, 0.15), 0.09),
        ("FemaleShocked", 1.5, "Left", "palm", (0.13, 0.09, 0.11), 0.10),
        ("FemaleShocked", 1.5, "Right", "palm", (-0.13, 0.09, 0.11), 0.10),
        ("MaleConfused", 1.6, "Right", "palm", (-0.18, 0.26, 0.08), 0.06),
        ("MaleCry", 2.5, "Right", "WristRight", (-0.02, 0.15, 0.18), 0.10),
        ("MaleIdleLookAround", 2.2, "Right", "palm", (-0.03, 0.25, 0.23), 0.06),
        ("MaleIdleLookAround", 4.6, "Left", "palm", (0.03, 0.25, 0.23), 0.06),
    ],
)
def test_a_hand_reaches_its_place_on_the_face(
    clip: str, seconds: float, side: str, joint: str, head_place: tuple[float, float, float], reach: float
) -> None:
    for body in BODIES:
        p = performance(clip, body)
        hand = p.palm_center(side) if joint == "palm" else p.of(joint)
        place = p.seen_from("Head", hand[:, None])[p.at(seconds), 0]
        apart = _length(place - np.multiply(head_place, SIZE[body]))
        assert apart <= reach, f"{p.name}: {joint} is {apart * 1000:.0f} mm away, at {place.round(3)} from the head"


@pytest.mark.parametrize("clip", ["FemaleAngry", "Stand3"])
def test_hands_on_the_hips_are_at_the_hips(clip: str) -> None:
    for body in BODIES:
        p = performance(clip, body)
        hand = p.palm_center("Left")[p.at(2.0)]
        hip = p.of("HipLeft")[p.at(2.0)]
        assert abs(hand[1] - hip[1]) < 0.12, f"{p.name}: {(hand[1] - hip[1]) * 1000:.0f} mm above the hip joint"
        assert 0.03 < hand[0] - hip[0] < 0.16, f"{p.name}: {(hand[0] - hip[0]) * 1000:.0f} mm beside the hip joint"
        assert abs(hand[2] - hip[2]) < 0.13, f"{p.name}: {(hand[2] - hip[2]) * 1000:.0f} mm before the hip joint"


def test_the_hand_meets_the_heel() -> None:
    for body in BODIES:
        p = performance("FemaleIdleFixShoe", body)
        heel = p.of("AnkleRight") + p.direction("AnkleRight", np.array([0.0, -0.03, -0.06]) * SIZE[body])
        hand = p.joints[:, HAND_BONES["Right"]]
        apart = _length(hand - heel[:, None]).min(-1)[p.at(2.2) : p.at(4.0)]
        assert apart.max() < 0.08, f"{p.name}: the hand is {apart.max() * 1000:.0f} mm from the heel"


def test_hanging_palms_face_the_thighs() -> None:
    for body in BODIES:
        p = performance("Stand0", body)
        for side, inwards in (("Left", -1.0), ("Right", 1.0)):
            facing = (p.palm(side)[:, 0] * inwards).min()
            assert facing > 0.85, f"{p.name}: the {side} palm faces the thigh by {facing:.2f}"
