"""What the clips show: hands where they belong, eyes that blink, faces that fit."""

from itertools import pairwise

import numpy as np
import pytest

from catalog.anatomy import ANATOMIES
from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.expression import AvatarEye, AvatarEyebrow, AvatarMouth
from performances import BODIES, BONE, CLIPS, HAND_BONES, SIZE, clips, hand_skin, length, performance, unit

WAITING = [clip for clip in CLIPS if clip.startswith("Stand") or "Idle" in clip]
STANDS = [clip for clip in CLIPS if clip.startswith("Stand")]


def eyes(clip: str) -> list[tuple[float, str]]:
    """When the left eye changes, and to what."""
    found = clips().clips[AvatarAnimationPreset[clip]]
    return [
        (float(time), AvatarEye(row[1]).name)
        for time, row in zip(found.expression_times, found.expressions, strict=True)
    ]


def blinks(clip: str) -> list[tuple[float, float]]:
    """When the eyes blink, and for how long."""
    track = eyes(clip)
    return [(time, after - time) for (time, eye), (after, _) in pairwise(track) if eye == "Blink"]


@pytest.mark.parametrize("clip", WAITING)
def test_who_waits_blinks_for_an_eighth_to_a_fifth_of_a_second(clip: str) -> None:
    assert blinks(clip), f"{clip} never blinks"
    for time, seconds in blinks(clip):
        assert 0.12 <= round(seconds, 3) <= 0.2, f"{clip} blinks for {seconds:.2f} s at {time:.2f} s"


@pytest.mark.parametrize("clip", STANDS)
def test_blinks_come_every_few_seconds_also_across_the_seam(clip: str) -> None:
    times = [time for time, _ in blinks(clip)]
    seconds = clips().clips[AvatarAnimationPreset[clip]].duration
    gaps = np.diff([*times, times[0] + seconds])
    assert gaps.min() >= 1.5, f"{clip}: {gaps.min():.1f} s between two blinks"
    assert gaps.max() <= 5.0, f"{clip}: {gaps.max():.1f} s between two blinks"


def test_a_crowd_does_not_blink_in_step() -> None:
    assert len({blinks(clip)[0][0] for clip in STANDS}) == len(STANDS)


@pytest.mark.parametrize(
    ("clip", "seconds", "mouth", "eye", "brow"),
    [
        ("Stand6", 1.0, "Happy", "Neutral", "Neutral"),
        ("Stand7", 1.0, "Happy", "LookDown", "Neutral"),
        ("Clap", 1.0, "Laughing", "Happy", "Neutral"),
        ("Wave", 0.8, "PhoneticAi", "Neutral", "Neutral"),
        ("Celebrate", 1.3, "Laughing", "Laughing", "Raised"),
        ("FemaleIdleCheckNails", 2.0, "Neutral", "LookDown", "Neutral"),
        ("FemaleIdleLookAround", 6.0, "Neutral", "LookUp", "Neutral"),
        ("FemaleAngry", 2.0, "Angry", "Angry", "Angry"),
        ("MaleAngry", 2.0, "Angry", "Angry", "Angry"),
        ("FemaleConfused", 2.0, "Confused", "Confused", "Confused"),
        ("MaleConfused", 2.0, "Confused", "Confused", "Confused"),
        ("FemaleLaugh", 2.0, "Laughing", "Laughing", "Neutral"),
        ("MaleLaugh", 2.0, "Laughing", "Laughing", "Neutral"),
        ("FemaleCry", 2.0, "Sad", "Sad", "Sad"),
        ("MaleCry", 2.0, "Sad", "Sad", "Sad"),
        ("FemaleShocked", 2.0, "Shocked", "Shocked", "Raised"),
        ("MaleSurprised", 2.0, "Shocked", "Shocked", "Raised"),
        ("FemaleYawn", 2.0, "Shocked", "Sleeping", "Neutral"),
        ("MaleYawn", 2.0, "Shocked", "Sleeping", "Neutral"),
        ("MaleIdleStretch", 2.0, "PhoneticO", "Sleeping", "Neutral"),
    ],
)
def test_the_face_fits_the_act(clip: str, seconds: float, mouth: str, eye: str, brow: str) -> None:
    number, time = np.array([AvatarAnimationPreset[clip]], np.intp), np.array([seconds], np.float32)
    found = clips().sample_expressions(number, time)[0].tolist()
    eyes_and_brows = [AvatarEye[eye], AvatarEye[eye], AvatarEyebrow[brow], AvatarEyebrow[brow]]
    assert found == [AvatarMouth[mouth], *eyes_and_brows], clip


@pytest.mark.parametrize(
    ("clip", "look", "moment"),
    [
        ("Stand4", "LookLeft", 1.7),
        ("Stand4", "LookRight", 4.7),
        ("FemaleIdleLookAround", "LookLeft", 1.1),
        ("FemaleIdleLookAround", "LookRight", 3.3),
        ("MaleIdleLookAround", "LookRight", 1.2),
        ("MaleIdleLookAround", "LookLeft", 3.5),
    ],
)
def test_eyes_look_before_the_head_is_there(clip: str, look: str, moment: float) -> None:
    assert (moment, look) in [(round(time, 2), eye) for time, eye in eyes(clip)]
    p = performance(clip, "male")
    facing = p.direction("Head", np.array([0.0, 0.0, 1.0]))[:, 0] * (1.0 if look == "LookLeft" else -1.0)
    reached = p.times[(p.times > moment) & (facing > 0.55)][0]
    assert 0.2 < reached - moment < 1.0, f"{clip}: the head is there {reached - moment:.2f} s after the eyes"


def test_a_hand_slaps_the_thigh_twice() -> None:
    for body in BODIES:
        p = performance("MaleLaugh", body)
        frames = np.arange(p.at(1.7), p.at(2.8))
        hand = p.skin(hand_skin(body, "Right"), frames.astype(np.float64))
        hip = BONE["HipRight"]
        place = np.einsum("nmi,nji->nmj", hand - p.joints[frames, None, hip], p.turns[frames, hip]) + p.bind[hip]
        gap = ANATOMIES[body].leg(np.abs(place * [1.0, 0.0, 0.0]) + place * [0.0, 1.0, 1.0]).min(1)
        slaps = np.flatnonzero((gap[1:-1] < gap[:-2]) & (gap[1:-1] <= gap[2:])) + 1
        assert len(slaps) == 2, f"{p.name}: {len(slaps)} slaps"
        assert gap[slaps].max() < 0.015, f"{p.name}: the hand is {gap[slaps].max() * 1000:.0f} mm from the thigh"
        assert gap.min() > -0.008, f"{p.name}: the hand is {-gap.min() * 1000:.0f} mm inside the thigh"


def test_wave_shows_an_open_palm_above_the_shoulder() -> None:
    for body in BODIES:
        p = performance("Wave", body)
        now = p.at(1.2)
        assert p.of("WristRight")[now, 1] > p.of("ShoulderRight")[now, 1] + 0.15, p.name
        assert p.palm("Right")[now, 2] > 0.85, f"{p.name}: palm {p.palm('Right')[now].round(2)}"
        assert p.fingers("Right")[now, 1] > 0.8, f"{p.name}: fingers {p.fingers('Right')[now].round(2)}"
        knuckles = unit(p.of("FingerMiddle3Right") - p.of("FingerMiddleRight"))
        assert (knuckles * p.fingers("Right")).sum(-1)[now] > 0.97, f"{p.name}: the hand is not open"


def test_clap_brings_the_palms_together_six_times() -> None:
    for body in BODIES:
        p = performance("Clap", body)
        gap = length(p.palm_center("Left") - p.palm_center("Right"))
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
            knuckles = unit(p.of(f"FingerMiddle3{side}") - p.of(f"FingerMiddle2{side}"))[now]
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
        ("MaleCry", 2.5, "Right", "WristRight", (-0.03, 0.22, 0.23), 0.05),
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
        apart = length(place - np.multiply(head_place, SIZE[body]))
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
        apart = length(hand - heel[:, None]).min(-1)[p.at(2.2) : p.at(4.0)]
        assert apart.max() < 0.08, f"{p.name}: the hand is {apart.max() * 1000:.0f} mm from the heel"


def test_hanging_palms_face_the_thighs() -> None:
    for body in BODIES:
        p = performance("Stand0", body)
        for side, inwards in (("Left", -1.0), ("Right", 1.0)):
            facing = (p.palm(side)[:, 0] * inwards).min()
            assert facing > 0.85, f"{p.name}: the {side} palm faces the thigh by {facing:.2f}"
