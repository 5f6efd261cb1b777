"""The sheets: which shots are looked at, by name."""

import math
from pathlib import Path

from cna_avatars.catalog.clip_reader import read_clips
from cna_avatars.catalog.manifest import read_manifest
from cna_avatars.description import Descriptor, encode, share_code
from cna_avatars.description.palettes import CLOTH, EYES, HAIR, SKIN
from cna_avatars.enums import AvatarAnimationPreset, AvatarBodyType
from cna_avatars.expression import AvatarEye, AvatarEyebrow, AvatarMouth
from cna_avatars.wardrobe import ITEM_SLOTS, Slot

from .shots import Sheet, Shot

CATALOG = Path(__file__).resolve().parents[2] / "catalogs" / "v1"
MANIFEST = read_manifest((CATALOG / "catalog.json").read_bytes())


def _clip_seconds() -> dict[str, float]:
    clips = read_clips((CATALOG / "animations.glb").read_bytes(), "animations.glb").clips
    return {clip.name: clip.duration for clip in clips}


CLIP_SECONDS = _clip_seconds()
SIDES = (("front", 0.0), ("three-quarter", 0.7), ("side", math.pi / 2), ("back", math.pi))


def person(body: int, worn: dict[Slot, int] | None = None, look: int = 0) -> str:
    """Return the share code of a plain avatar that wears `worn`; `look` turns the palettes."""
    items = [(worn or {}).get(slot, MANIFEST.wardrobe.default(slot)) for slot in ITEM_SLOTS]
    colors = (
        SKIN[(2 + look) % len(SKIN)],
        HAIR[(1 + look) % len(HAIR)],
        EYES[(2 + look) % len(EYES)],
        CLOTH[(0 + look) % len(CLOTH)],
        CLOTH[(5 + look) % len(CLOTH)],
        CLOTH[(8 + look) % len(CLOTH)],
        CLOTH[(11 + look) % len(CLOTH)],
    )
    height = MANIFEST.wardrobe.authored_height_mm[body]
    return share_code(encode(Descriptor(body, height, 128, MANIFEST.version, colors, tuple(items))))


def _bodies() -> Sheet:
    shots = [
        Shot(f"{AvatarBodyType(body).name} {side}", person(body, look=3 * body), yaw=yaw)
        for body in (0, 1)
        for side, yaw in SIDES
    ]
    return Sheet(4, 360, 560, tuple(shots))


def _items(slot: Slot) -> Sheet:
    view = {Slot.hair: "head", Slot.glasses: "head", Slot.hat: "head", Slot.top: "upper"}.get(slot, "full")
    shots = [
        Shot(
            f"{item.name} {AvatarBodyType(body).name.lower()} {side}",
            person(body, {slot: item.id}, item.id),
            view=view,
            yaw=yaw,
        )
        for item in MANIFEST.wardrobe.of_slot(slot)
        for body in (0, 1)
        for side, yaw in SIDES
    ]
    return Sheet(8, 230, 230 if view == "head" else 320, tuple(shots))


def _faces() -> Sheet:
    features = (("eyes", AvatarEye), ("eyebrows", AvatarEyebrow), ("mouth", AvatarMouth))
    shots = [
        Shot(f"{name} {state.name}", person(state % 2, look=state), expression=f"{name}:{state.name}", view="head")
        for name, states in features
        for state in states
    ]
    return Sheet(7, 230, 230, tuple(shots))


def _close() -> Sheet:
    shots = []
    for body in (0, 1):
        code = person(body, look=body)
        shots += [Shot(f"face {side}", code, view="head", yaw=yaw) for side, yaw in SIDES]
        shots.append(Shot("face looking up at it", code, view="head", pitch=-0.5))
        shots.append(Shot("crown", code, view="head", pitch=0.9))
    return Sheet(6, 300, 300, tuple(shots))


def _clips(first: int, last: int) -> Sheet:
    shots = [
        Shot(
            f"{preset.name} {share:.0%} {side}",
            person(preset.name.startswith("Male"), look=4 * preset.name.startswith("Male")),
            animation=preset.name,
            time=CLIP_SECONDS[preset.name] * share,
            yaw=yaw,
            zoom=0.85,
        )
        for preset in list(AvatarAnimationPreset)[first:last]
        for side, yaw in (("front", 0.25), ("side", 1.3))
        for share in (0.0, 0.3, 0.55, 0.8)
    ]
    return Sheet(8, 200, 250, tuple(shots))


def _strip(preset: AvatarAnimationPreset) -> Sheet:
    """Sixteen instants of one clip on both bodies."""
    seconds = CLIP_SECONDS[preset.name]
    shots = [
        Shot(
            f"{seconds * i / 15:.2f} s",
            person(body, look=4 * body),
            animation=preset.name,
            time=seconds * i / 15,
            yaw=0.3,
            zoom=0.85,
        )
        for body in (0, 1)
        for i in range(16)
    ]
    return Sheet(8, 200, 250, tuple(shots))


def _arms_up() -> Sheet:
    """Every top on both bodies where the arms are raised or held forward."""
    moments = (("Celebrate", 1.3), ("Wave", 1.2), ("Clap", 0.9), ("MaleIdleStretch", 2.8))
    sides = ((0.0, 0.0), (0.9, 0.0), (math.pi, 0.0), (-0.7, -0.4))
    shots = [
        Shot(
            f"{item.name} {clip}",
            person(body, {Slot.top: item.id}, 3 * body + 1),
            animation=clip,
            time=time,
            view="upper",
            yaw=yaw,
            pitch=pitch,
            zoom=0.8,
        )
        for item in MANIFEST.wardrobe.of_slot(Slot.top)
        for body in (0, 1)
        for clip, time in moments
        for yaw, pitch in sides
    ]
    return Sheet(8, 250, 250, tuple(shots))


def _crowd() -> Sheet:
    return Sheet(8, 210, 330, tuple(Shot(f"seed {seed}", seed=seed, time=0.1 * seed) for seed in range(1, 25)))


SHEETS: dict[str, Sheet] = {
    "bodies": _bodies(),
    "close": _close(),
    "faces": _faces(),
    **{f"items-{slot.name}": _items(slot) for slot in ITEM_SLOTS},
    "clips-1": _clips(0, 8),
    "clips-2": _clips(8, 16),
    "clips-3": _clips(16, 24),
    "clips-4": _clips(24, 31),
    **{f"strip-{preset.name}": _strip(preset) for preset in AvatarAnimationPreset},
    "arms-up": _arms_up(),
    "crowd": _crowd(),
}
