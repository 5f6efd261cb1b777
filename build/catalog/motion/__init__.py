"""Motion: the 31 preset clips, acted with controls, solved on the skeleton, written as few keys."""

import numpy as np

from catalog.glb_writer import Channel, Clip, write_animations
from catalog.rig import RIGS, Rig
from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.exact import Array
from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES

from .acting import Act
from .clips.emotions_female import FEMALE_EMOTIONS
from .clips.emotions_male import MALE_EMOTIONS
from .clips.gestures import GESTURES
from .clips.idles_female import FEMALE_IDLES
from .clips.idles_male import MALE_IDLES
from .clips.standing import STANDING
from .controls import Controls, pose
from .keys import reduce
from .skeleton_pose import Motion

FRAMES_PER_SECOND = 60
_FAMILIES = {
    "Leg": ("Hip", "Knee", "Ankle"),
    "Thumb": ("FingerThumb",),
    "Hand": ("Finger",),
    "Collar": ("Collar",),
    "Spine": ("BackLower", "BackUpper"),
    "Head": ("Neck", "Head"),
}
_PAIRS = ("Collar",)
_TOLERANCES = (
    ("Finger", 0.010),
    ("Wrist", 0.004),
    ("Head", 0.003),
    ("Neck", 0.003),
    ("Elbow", 0.0024),
    ("Shoulder", 0.0022),
    ("Collar", 0.002),
    ("Root", 0.0012),
    ("Back", 0.0014),
    ("", 0.0019),
)
"""How far the keys of a bone may be from its frames: the less, the more hangs on it."""
_ROOT_TOLERANCE = 0.0004
STILL = 0.0004  # a bone whose quaternion is never farther from identity than this has no channel

ACTS: tuple[Act, ...] = (*STANDING, *GESTURES, *FEMALE_IDLES, *MALE_IDLES, *FEMALE_EMOTIONS, *MALE_EMOTIONS)


def act_of(preset: AvatarAnimationPreset) -> Act:
    """Return the act of a preset."""
    return next(act for act in ACTS if act.name == preset.name)


def perform(act: Act, rig: Rig) -> tuple[np.ndarray, Motion]:
    """Return the frame times (n,) and the motion of an act on `rig`."""
    frames = round(act.seconds * FRAMES_PER_SECOND) + 1
    times: Array = np.arange(frames, dtype=np.float64) * (act.seconds / (frames - 1))
    controls = Controls(act.curves, times, act.seconds if act.loop else None)
    motion = pose(controls, rig, frames)
    for bone in range(BONE_COUNT):
        motion.rotations[:, bone] = _continuous(motion.rotations[:, bone])
    return times, motion


def _continuous(rotations: np.ndarray) -> np.ndarray:
    """Return the same rotations with signs that do not jump from frame to frame."""
    dots = (rotations[1:] * rotations[:-1]).sum(-1)
    flips = np.cumprod(np.where(dots < 0.0, -1.0, 1.0))
    return np.concatenate([rotations[:1], rotations[1:] * flips[:, None]])


def _tolerance(bone: int) -> float:
    return next(tolerance for prefix, tolerance in _TOLERANCES if BONE_NAMES[bone].startswith(prefix))


def _group(bone: int) -> str:
    """Return the name of the bones that share their key times with `bone`, because they move together."""
    name = BONE_NAMES[bone]
    side = name[-5:] if name.endswith("Right") else name[-4:] if name.endswith("Left") else ""
    family = next((family for family, prefixes in _FAMILIES.items() if name.startswith(prefixes)), name)
    return family if family in _PAIRS else family + side


def _clip(act: Act, preset: AvatarAnimationPreset) -> Clip:
    times, motion = perform(act, RIGS["male"])
    groups: dict[str, list[int]] = {}
    for bone in range(BONE_COUNT):
        if float(np.abs(motion.rotations[:, bone, :3]).max()) >= STILL:
            groups.setdefault(_group(bone), []).append(bone)
    channels = []
    for bones in groups.values():
        key_times, rows = reduce(times, motion.rotations[:, bones], _tolerance(bones[0]), loop=act.loop)
        channels += [Channel(bone, "rotation", key_times, rows[:, :, index]) for index, bone in enumerate(bones)]
    if motion.root.any():
        key_times, rows = reduce(times, motion.root[:, None], _ROOT_TOLERANCE, loop=act.loop)
        channels.append(Channel(0, "translation", key_times, rows[:, :, 0]))
    if max(float(channel.times[-1]) for channel in channels) < act.seconds:
        raise ValueError(f"{act.name}: nothing moves until its end")
    return Clip(act.name, int(preset), act.loop, channels, [face.row() for face in act.face])


def build_animations() -> bytes:
    """Return the GLB with the 31 presets in their order."""
    clips = [_clip(act_of(preset), preset) for preset in AvatarAnimationPreset]
    return write_animations(clips, RIGS["male"], {"asset": "animations", "rig": "cna-avatar-71"})
