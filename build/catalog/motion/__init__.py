"""Motion: the 31 preset clips, acted with controls, solved on the skeleton, written as few keys."""

import numpy as np

from catalog.glb_writer import Channel, Clip, write_animations
from catalog.rig import RIGS, Rig
from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.exact import Array
from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES

from .acting import Act
from .clips.emotions import EMOTIONS
from .clips.gestures import GESTURES
from .clips.idles import IDLES
from .clips.standing import STANDING
from .controls import Controls, pose
from .keys import reduce
from .skeleton_pose import Motion

FRAMES_PER_SECOND = 60
_LEG_TOLERANCE = 0.0018
_ARM_TOLERANCE = 0.0028
_FINGER_TOLERANCE = 0.008
_ROOT_TOLERANCE = 0.0004
STILL = 0.0004  # a bone whose quaternion is never farther from identity than this has no channel

ACTS: tuple[Act, ...] = (*STANDING, *GESTURES, *IDLES, *EMOTIONS)


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
    """Return how far the keys of a bone may be from its frames: the less, the more hangs on it."""
    name = BONE_NAMES[bone]
    if name.startswith("Finger"):
        return _FINGER_TOLERANCE
    return _ARM_TOLERANCE if name.startswith(("Collar", "Shoulder", "Elbow", "Wrist")) else _LEG_TOLERANCE


def _group(bone: int) -> str:
    """Return the name of the bones that share their key times with `bone`: its own, or that of its fingers."""
    name = BONE_NAMES[bone]
    if not name.startswith("Finger"):
        return name
    return ("Thumb" if "Thumb" in name else "Finger") + ("Left" if name.endswith("Left") else "Right")


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
