"""One measure a test, of the 31 clips in the released catalog, on the skeletons and skins of both bodies.

Every failure names the clip, the body and the value; with `-rP` the worst one is printed as well. Lengths are metres,
times seconds.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
import pytest

from catalog.anatomy import ANATOMIES
from catalog.motion import act_of, perform
from catalog.rig import RIGS
from cna_avatars.animation.clip import Channel, ChannelTable
from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES
from performances import (
    BODIES,
    BONE,
    CATALOG,
    CLIPS,
    HAND_BONES,
    SIDES,
    SIZE,
    STEP,
    Floats,
    Performance,
    Worst,
    arm_skin,
    clips,
    hand_skin,
    length,
    performance,
    performances,
    skin_of,
)

FOOT_BONES = ("AnkleLeft", "ToeLeft", "AnkleRight", "ToeRight")
SHOES = ("sneakers", "boots")
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
    "Stand4": {"AnkleRight", "ToeRight"},
    "Stand7": {"ToeRight"},
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
        worst = max(worst, (float(np.abs(length(values) - 1.0).max()), f"{clip}: {bone}"))
    assert worst[0] <= 2.5e-3, f"{worst[1]}: the length of a quaternion is off by {worst[0]:.5f}"


def test_keys_keep_what_was_acted() -> None:
    for preset in AvatarAnimationPreset:
        times, motion = perform(act_of(preset), RIGS["male"])
        acted, found = motion.world()[0], performance(preset.name, "male")
        shared = [found.at(float(time)) for time in times]
        apart = length(found.joints[shared] - acted)
        frame, bone = np.unravel_index(apart.argmax(), apart.shape)
        assert apart.max() <= 0.008, (
            f"{preset.name}: {BONE_NAMES[bone]} is {apart.max() * 1000:.1f} mm from the act at {times[frame]:.2f} s"
        )


def test_the_root_stays_within_five_centimetres() -> None:
    worst = Worst()
    for p in performances():
        far = length(p.of("Root")).max()
        worst.see(far, f"{p.name}: the root moves {far * 1000:.1f} mm")
    worst.must_be_at_most(0.05)


def test_loops_end_as_they_begin() -> None:
    for preset, clip in enumerate(clips().clips):
        ends = np.array([0.0, clip.duration], np.float32)
        rotations = np.empty((4, BONE_COUNT, 2), np.float32)
        clips().sample_rotations(np.full(2, preset, np.intp), ends, rotations)
        apart = np.abs(rotations[..., 1] - rotations[..., 0]).max(0)
        if clip.is_loop:
            assert apart.max() <= 2e-3, f"{clip.name}: {BONE_NAMES[apart.argmax()]} is off by {apart.max():.4f}"


def test_loops_have_no_seam() -> None:
    jump, kink = Worst(), Worst()
    for p in performances():
        if p.is_loop:
            before, after = p.joints[-1] - p.joints[-2], p.joints[1] - p.joints[0]
            moved = length(p.joints[1] - p.joints[-2])
            jump.see(moved.max(), f"{p.name}: {BONE_NAMES[moved.argmax()]} jumps {moved.max() * 1000:.1f} mm")
            turned = length(after / STEP - before / (p.times[-1] - p.times[-2]))
            kink.see(turned.max(), f"{p.name}: {BONE_NAMES[turned.argmax()]} changes by {turned.max():.3f} m/s")
    jump.must_be_at_most(0.02)
    kink.must_be_at_most(0.1)


def test_other_clips_begin_and_end_in_the_same_stance() -> None:
    for body in BODIES:
        stance = performance("Wave", body).joints[0]
        for p in performances():
            if p.body == body and not p.is_loop:
                for moment, joints in (("begins", p.joints[0]), ("ends", p.joints[-1])):
                    apart = length(joints - stance)
                    assert apart.max() <= 0.004, (
                        f"{p.name} {moment} with {BONE_NAMES[apart.argmax()]} {apart.max() * 1000:.1f} mm off the stance"
                    )


def test_planted_feet_stay_where_they_are() -> None:
    worst = Worst()
    for p in performances():
        for bone in FOOT_BONES:
            if bone not in DELIBERATE_STEPS.get(p.clip, ()):
                drift = length(p.of(bone) - p.of(bone)[0]).max()
                worst.see(drift, f"{p.name}: {bone} drifts {drift * 1000:.1f} mm")
    worst.must_be_at_most(0.010)


def test_deliberate_steps_are_taken() -> None:
    for clip, bones in DELIBERATE_STEPS.items():
        for bone in bones:
            way = length(performance(clip, "male").of(bone) - performance(clip, "male").of(bone)[0]).max()
            assert way > 0.010, f"{clip}: {bone} moves only {way * 1000:.1f} mm"


def test_feet_stay_above_the_ground() -> None:
    worst = Worst()
    for p in performances():
        for bone in FOOT_BONES:
            depth = (p.bind[BONE[bone], 1] - p.of(bone)[:, 1]).max()
            worst.see(depth, f"{p.name}: {bone} sinks {depth * 1000:.1f} mm")
    worst.must_be_at_most(0.005)


@pytest.mark.parametrize("shoes", SHOES)
def test_soles_stay_above_the_ground(shoes: str) -> None:
    worst = Worst()
    for p in performances():
        skin = skin_of(f"shoes_{shoes}.{p.body}.glb")
        soles = p.skin(skin.only(skin.points[:, 1] < 0.02), np.arange(0.0, len(p.times), 4.0))
        depth = -soles[..., 1].min(1)
        at = p.times[4 * depth.argmax()]
        worst.see(depth.max(), f"{p.name}: the sole is {depth.max() * 1000:.1f} mm under the ground at {at:.2f} s")
    worst.must_be_at_most(0.005)


def test_no_joint_jumps() -> None:
    worst = Worst()
    for p in performances():
        moved = length(np.diff(p.joints, axis=0)) * (STEP / np.diff(p.times))[:, None]
        frame, bone = np.unravel_index(moved.argmax(), moved.shape)
        worst.see(
            moved.max(),
            f"{p.name}: {BONE_NAMES[bone]} moves {moved.max() * 100:.1f} cm in 1/60 s at {p.times[frame]:.2f} s",
        )
    worst.must_be_at_most(0.12)


def test_hands_stay_out_of_the_head() -> None:
    worst = Worst()
    for p in performances():
        for side, bones in HAND_BONES.items():
            place = p.seen_from("Head", p.joints[:, bones]) - np.multiply(HEAD_CENTER, SIZE[p.body])
            depth = 1.0 - length(place / np.multiply(HEAD_RADII, SIZE[p.body]))
            frame, bone = np.unravel_index(depth.argmax(), depth.shape)
            worst.see(
                depth.max(),
                f"{p.name}: {BONE_NAMES[bones[bone]]} is {depth.max():.3f} radii inside the head"
                f" at {p.times[frame]:.2f} s ({side})",
            )
    worst.must_be_at_most(0.0)


@pytest.mark.parametrize(("bone", "low", "high"), [("BackLower", -0.08, 0.19), ("BackUpper", 0.0, 0.19)])
def test_hands_stay_out_of_the_trunk(bone: str, low: float, high: float) -> None:
    worst = Worst()
    for p in performances():
        for bones in HAND_BONES.values():
            place = p.seen_from(bone, p.joints[:, bones]) / SIZE[p.body]
            beside = (place[..., 1] > low) & (place[..., 1] < high)
            depth = np.where(beside, 1.0 - length(place[..., (0, 2)] / TRUNK_RADII), -1.0)
            frame, joint = np.unravel_index(depth.argmax(), depth.shape)
            worst.see(
                depth.max(),
                f"{p.name}: {BONE_NAMES[bones[joint]]} is {depth.max():.3f} radii inside the trunk"
                f" at {p.times[frame]:.2f} s",
            )
    worst.must_be_at_most(0.0)


def depth_in_head(p: Performance, skin: Floats) -> Floats:
    """How deep points (n, m, 3) at frames 0, 4, 8 ... are in the skin of the head (n, m); below 0 they are outside."""
    place = np.einsum("nmi,nji->nmj", skin - p.of("Head")[::4, None], p.turns[::4, BONE["Head"]])
    return -np.asarray(ANATOMIES[p.body].head(place + p.bind[BONE["Head"]]))


def depth_in_trunk(p: Performance, skin: Floats) -> Floats:
    """How deep points (n, m, 3) at frames 0, 4, 8 ... are in the trunk, as its two halves carry it (n, m)."""
    depths = []
    for bone in ("BackLower", "BackUpper"):
        place = np.einsum("nmi,nji->nmj", skin - p.of(bone)[::4, None], p.turns[::4, BONE[bone]]) + p.bind[BONE[bone]]
        depths.append(-ANATOMIES[p.body].trunk(np.concatenate([np.abs(place[..., :1]), place[..., 1:]], -1)))
    return np.maximum(*depths)


@pytest.mark.parametrize(("what", "depth", "limit"), [("head", depth_in_head, 0.005), ("trunk", depth_in_trunk, 0.0)])
def test_the_skin_of_hands_stays_out_of(
    what: str, depth: Callable[[Performance, Floats], Floats], limit: float
) -> None:
    worst = Worst()
    for p in performances():
        for side in SIDES:
            skin = hand_skin(p.body, side)
            found = depth(p, p.skin(skin, np.arange(0.0, len(p.times), 4.0))).max(1)
            worst.see(
                found.max(),
                f"{p.name}: the {side} hand is {found.max() * 1000:.1f} mm inside the {what}"
                f" at {p.times[4 * found.argmax()]:.2f} s",
            )
    worst.must_be_at_most(limit)


@pytest.mark.parametrize(
    ("clip", "sides", "start", "end"),
    [
        ("FemaleLaugh", ("Right",), 0.7, 3.0),
        ("FemaleYawn", ("Right",), 1.05, 1.6),
        ("FemaleCry", ("Left", "Right"), 1.1, 4.0),
        ("FemaleShocked", ("Left", "Right"), 0.65, 2.55),
        ("FemaleConfused", ("Right",), 0.95, 1.2),
        ("MaleCry", ("Right",), 1.6, 3.4),
    ],
)
def test_a_hand_on_the_face_touches_it(clip: str, sides: tuple[str, ...], start: float, end: float) -> None:
    own = "female" if clip.startswith("Female") else "male"
    for body in BODIES:
        p, worst = performance(clip, body), Worst()
        for side in sides:
            depth = depth_in_head(p, p.skin(arm_skin(body, side), np.arange(0.0, len(p.times), 4.0))).max(1)
            away = -depth[(p.times[::4] >= start) & (p.times[::4] <= end)].min()
            worst.see(away, f"{p.name}: the {side} arm is {away * 1000:.1f} mm off the face")
        worst.must_be_at_most(0.010 if body == own else 0.018)


def test_hands_do_not_pass_through_each_other() -> None:
    worst = Worst()
    for p in performances():
        left, right = (p.joints[:, bones] for bones in HAND_BONES.values())
        near = length(left[:, :, None] - right[:, None]).min((1, 2))
        worst.see(
            -near.min(), f"{p.name}: hands are {near.min() * 1000:.0f} mm apart at {p.times[near.argmin()]:.2f} s"
        )
    worst.must_be_at_most(-0.012)


def test_every_clip_is_unlike_every_other() -> None:
    samples = {clip: performance(clip, "male") for clip in CLIPS}
    for one, other in combinations(samples, 2):
        shares = np.linspace(0.0, 1.0, 24)
        poses = [samples[clip].joints[[samples[clip].at(s * SECONDS[clip]) for s in shares]] for clip in (one, other)]
        apart = length(poses[0] - poses[1]).max()
        assert apart > 0.025, f"{one} and {other} differ by {apart * 1000:.0f} mm at most"


def test_nobody_freezes() -> None:
    for p in performances():
        for start in np.arange(0.0, p.times[-1] - 1.0, 0.5):
            part = p.joints[p.at(start) : p.at(start + 1.0) + 1]
            moved = (part.max(0) - part.min(0)).max()
            assert moved > 0.0015, f"{p.name} moves {moved * 1000:.1f} mm in the second after {start:.1f} s"
