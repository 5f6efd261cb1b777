"""Performances: the clips of the released catalog on the skeletons and skins of both bodies.

Lengths are metres, times seconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cna_avatars.animation.clip import ClipSet
from cna_avatars.animation.pose import compose, rotation_linear
from cna_avatars.catalog.clip_reader import read_clips
from cna_avatars.catalog.gltf_container import Gltf
from cna_avatars.catalog.model_reader import read_model
from cna_avatars.catalog.rig_reader import bind_world, read_rig
from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES

Floats = NDArray[np.float64]

CATALOG = Path(__file__).resolve().parents[2] / "catalogs" / "v1"
BODIES = ("female", "male")
SIDES = ("Left", "Right")
STEP = 1.0 / 60.0
CLIPS = tuple(preset.name for preset in AvatarAnimationPreset)
BONE = {name: index for index, name in enumerate(BONE_NAMES)}
HAND_BONES = {
    side: [i for name, i in BONE.items() if name.endswith(side) and name.startswith(("Wrist", "Finger"))]
    for side in SIDES
}

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

    def skin(self, part: "Skin", frames: Floats) -> Floats:
        """Where the points of a skin (m) are at the given frames (n): (n, m, 3)."""
        index = frames.astype(np.intp)
        turns, joints = self.turns[index], self.joints[index]
        placed = np.zeros((len(index), len(part.points), 3))
        for k in range(part.bones.shape[1]):
            bones = part.bones[:, k]
            moved = np.einsum("mi,nmij->nmj", part.points - self.bind[bones], turns[:, bones]) + joints[:, bones]
            placed += part.weights[:, k, None] * moved
        return placed

    def fingers(self, side: str) -> Floats:
        """Where the middle finger's root lies from the wrist, unit vectors (n, 3)."""
        return unit(self.of(f"FingerMiddle{side}") - self.of(f"Wrist{side}"))

    def palm(self, side: str) -> Floats:
        """Unit vectors out of the palm (n, 3)."""
        along = self.bind[BONE[f"FingerMiddle{side}"]] - self.bind[BONE[f"Wrist{side}"]]
        across = self.bind[BONE[f"FingerIndex{side}"]] - self.bind[BONE[f"FingerSmall{side}"]]
        return self.direction(f"Wrist{side}", unit(np.cross(along, across)) * (1.0 if side == "Left" else -1.0))

    def palm_center(self, side: str) -> Floats:
        return (self.of(f"Wrist{side}") + self.of(f"FingerMiddle{side}")) / 2.0 + 0.02 * self.palm(side)


@dataclass(frozen=True)
class Skin:
    """Points of a model: where they are in the bind pose (m, 3), their bones and weights (m, 4)."""

    points: Floats
    bones: NDArray[np.uint8]
    weights: Floats

    def only(self, chosen: NDArray[np.bool_]) -> "Skin":
        return Skin(self.points[chosen], self.bones[chosen], self.weights[chosen])

    def share(self, bones: list[int]) -> Floats:
        """How much of every point hangs on some bones (m,)."""
        return np.asarray((self.weights * np.isin(self.bones, bones)).sum(1))


@cache
def skin_of(*names: str, tint: str = "") -> Skin:
    """All points of models in the catalog but those of decals; with `tint` only those of parts tinted so."""
    models = [read_model((CATALOG / name).read_bytes(), name) for name in names]
    parts = [part for model in models for part in model.parts if part.material.decal is None]
    parts = [part for part in parts if tint in ("", part.material.tint)]
    return Skin(
        np.concatenate([part.positions for part in parts]).astype(np.float64),
        np.concatenate([part.joints for part in parts]),
        np.concatenate([part.weights for part in parts]) / 255.0,
    )


@cache
def hand_skin(body: str, side: str) -> Skin:
    """A hand's own skin."""
    skin = skin_of(f"body.{body}.glb")
    return skin.only(skin.share(HAND_BONES[side]) > 0.95)


@cache
def arm_skin(body: str, side: str) -> Skin:
    """A hand's skin with its forearm's, which a top brings."""
    skin = skin_of(f"body.{body}.glb", f"top_tank.{body}.glb", tint="skin")
    return skin.only(skin.share([*HAND_BONES[side], BONE[f"Elbow{side}"]]) > 0.95)


class Worst:
    """The worst of many measures, with its name."""

    def __init__(self) -> None:
        self.value, self.text = -np.inf, "nothing was measured"

    def see(self, value: float, text: str) -> None:
        if value > self.value:
            self.value, self.text = float(value), text

    def must_be_at_most(self, limit: float) -> None:
        """Print the worst and fail if it is beyond the limit."""
        print(f"worst: {self.text} (limit {limit:g})")
        assert self.value <= limit, self.text


def unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.sqrt((vectors * vectors).sum(-1, keepdims=True)))


def length(vectors: NDArray[np.floating]) -> Floats:
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
    for clip in CLIPS:
        for body in BODIES:
            yield performance(clip, body)
