"""Reading `animations.glb`: the 31 clips of a catalog.

Source: avatars.md, "Animations"; glTF 2.0, cubic splines.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.animation.clip import LONGEST_SECONDS, Channel, Clip, ClipSet
from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.expression import AvatarEye, AvatarEyebrow, AvatarMouth
from cna_avatars.skeleton import BONE_NAMES, HELPERS
from cna_avatars.strict_json import Reader

from .gltf_container import Gltf
from .rig_reader import Rig, read_rig

MAX_CLIPS: Final = 64
MAX_KEYS: Final = 4096
_FLOAT, _SHORT = 5126, 5122
_STATES = (AvatarMouth, AvatarEye, AvatarEye, AvatarEyebrow, AvatarEyebrow)


def read_clips(data: bytes, where: str) -> ClipSet:
    """Read the bytes of an `animations.glb`; `where` names it in errors.

    Raises
    ------
    ContentLoadError
        if a rule of the contract is broken or one of the 31 presets is missing.
    """
    gltf = Gltf(data, where)
    rig = read_rig(gltf)
    clips: dict[int, Clip] = {}
    for animation in gltf.elements("animations", MAX_CLIPS):
        preset = animation.get("extras").get("cnaPreset")
        index = preset.integer(0, len(AvatarAnimationPreset) - 1)
        if index in clips:
            preset.fail("a preset that no other clip has")
        clips[index] = _read_clip(gltf, rig, animation, AvatarAnimationPreset(index).name)
    missing = [preset.name for preset in AvatarAnimationPreset if preset not in clips]
    if missing:
        gltf.fail(f"expected all 31 presets; missing: {', '.join(missing)}.")
    return ClipSet([clips[preset] for preset in AvatarAnimationPreset])


def _read_clip(gltf: Gltf, rig: Rig, animation: Reader, name: str) -> Clip:
    samplers = list(animation.get("samplers").items(0, 256))
    rotations: dict[int, Channel] = {}
    root: Channel | None = None
    for channel in animation.get("channels").items(0, 256):
        target = channel.get("target")
        node = target.get("node").integer(0, len(gltf.nodes) - 1)
        if node not in rig.bone_of_node or rig.bone_of_node[node] in HELPERS:
            target.get("node").fail("a bone that carries skin")
        bone = rig.bone_of_node[node]
        sampler = samplers[channel.get("sampler").integer(0, len(samplers) - 1)]
        path = target.get("path").text()
        if path == "rotation" and bone not in rotations:
            rotations[bone] = _read_channel(gltf, sampler, 4)
        elif path == "translation" and bone == 0 and root is None:
            root = _read_channel(gltf, sampler, 3)
        else:
            target.fail(f"one rotation of {BONE_NAMES[bone]}, or one translation of Root")
    extras = animation.get("extras")
    times, states = _read_expressions(extras.optional("cnaExpressions"))
    is_loop = (flag := extras.optional("cnaLoop")) is not None and flag.flag()
    return Clip(name, is_loop, rotations, root, times, states)


def _read_channel(gltf: Gltf, sampler: Reader, width: int) -> Channel:
    interpolation = sampler.get("interpolation")
    if interpolation.text() != "CUBICSPLINE":
        interpolation.fail("'CUBICSPLINE'")
    times = gltf.floats(sampler.get("input"), "SCALAR", (_FLOAT,), MAX_KEYS)
    if times[0] < 0.0 or times[-1] > LONGEST_SECONDS or (np.diff(times) <= 0.0).any():
        sampler.get("input").fail(f"key times that rise from 0 to {LONGEST_SECONDS:g} s")
    kind, components = ("VEC4", (_FLOAT, _SHORT)) if width == 4 else ("VEC3", (_FLOAT,))
    output = gltf.floats(sampler.get("output"), kind, components, 3 * MAX_KEYS)
    if len(output) != 3 * len(times):
        sampler.get("output").fail(f"{3 * len(times)} elements for {len(times)} keys")
    keys = output.reshape(-1, 3, width)
    values = np.ascontiguousarray(keys[:, 1])
    if width == 4 and ((values * values).sum(-1) < 0.25).any():
        sampler.get("output").fail("rotations of length 1")
    return Channel(times, values, np.ascontiguousarray(keys[:, 0]), np.ascontiguousarray(keys[:, 2]))


def _read_expressions(track: Reader | None) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
    times: list[float] = []
    states: list[list[int]] = []
    for key in track.items(0, MAX_KEYS) if track is not None else ():
        time, *features = key.items(6, 6)
        times.append(time.number(times[-1] if times else 0.0, LONGEST_SECONDS))
        states.append(
            [feature.integer(0, len(enumeration) - 1) for feature, enumeration in zip(features, _STATES, strict=True)]
        )
    return np.array(times, np.float32), np.array(states, np.int64).reshape(-1, 5)
