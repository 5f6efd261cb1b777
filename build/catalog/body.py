"""The body's own parts: skin, head and face decals. The trunk is left out: every top and bottom hides it."""

import numpy as np
from numpy.typing import NDArray

from catalog.anatomy import Anatomy
from catalog.fields import common, gradient, in_chunks, mirrored, union
from catalog.glb_writer import Material, Part
from catalog.nets import joined
from catalog.shading import ramp
from catalog.surface import finish, sculpt
from catalog.weights import arm_freedom, body_shares, head_shares, packed
from cna_avatars.exact import Array, normalize, smoothstep

SKIN_RAMP = ramp((0.60, 0.43, 0.39), ((0.0, (1.0, 1.0, 1.0)), (1.0, (1.0, 0.80, 0.76))), curve=0.75)
_SEAM = 0.012  # head and skin overlap this far above and below the neck joint
_GRID = 10  # vertices along a side of a decal
# Feature, layer, tint, centre x and y and size in head units. As drawn: layer 0 first.
DECALS = (
    ("eyeLeft", 0, "none", 0.054, -0.004, 0.076, 0.084),
    ("eyeRight", 0, "none", -0.054, -0.004, 0.076, 0.084),
    ("eyeLeft", 1, "eyes", 0.054, -0.004, 0.076, 0.084),
    ("eyeRight", 1, "eyes", -0.054, -0.004, 0.076, 0.084),
    ("eyebrowLeft", 0, "hair", 0.056, 0.056, 0.080, 0.044),
    ("eyebrowRight", 0, "hair", -0.056, 0.056, 0.080, 0.044),
    ("mouth", 0, "none", 0.0, -0.082, 0.118, 0.072),
)


class Figure:
    """A body's skin as one field of unmirrored points, so that its parts meet without a step."""

    def __init__(self, anatomy: Anatomy) -> None:
        self.anatomy = anatomy
        self.rig = anatomy.rig

    def upper(self, p: Array, low: float | None = None) -> Array:
        """Head, trunk (cut off below `low`), arms and hands."""
        return union(self.anatomy.head(p), self.anatomy.limbs(mirrored(p), low), 0.03)

    def lower(self, p: Array) -> Array:
        """Legs and feet."""
        q = mirrored(p)
        return union(self.anatomy.leg(q), self.anatomy.foot(q), 0.03)

    def armless(self, p: Array) -> Array:
        """Head, trunk, legs and feet."""
        return np.minimum(union(self.anatomy.head(p), self.anatomy.trunk(mirrored(p)), 0.03), self.lower(p))

    def whole(self, p: Array) -> Array:
        """All of the skin."""
        return np.minimum(self.upper(p), self.lower(p))

    def shares(self, p: Array) -> Array:
        """Skin weights (n, 71)."""
        q = mirrored(p)
        along = self.anatomy.arm_coordinates(q)[0]
        free = arm_freedom(along, self.anatomy.trunk(q), self.anatomy.arm(q))
        return body_shares(self.anatomy, p, np.maximum(free, smoothstep(0.30, 0.40, along)))

    def armless_shares(self, p: Array) -> Array:
        """Weights of what hangs near the hands but does not follow them."""
        return body_shares(self.anatomy, p, 0.0)


def body_parts(figure: Figure) -> list[Part]:
    """Skin, head, then the seven decals."""
    return [_skin(figure), _head(figure), *(_decal(figure, *row) for row in DECALS)]


def _skin(figure: Figure) -> Part:
    """Arms with the upper chest, hands, legs: pieces of one surface, each as fine as it needs, overlapping a little."""
    rig, anatomy = figure.rig, figure.anatomy
    size = rig.height / 1.8
    wrist = rig.upper_arm + rig.forearm - 0.012
    chest, thigh = rig.shoulder[1] - 0.130, rig.hip[1] - 0.115  # what lies between is always dressed

    def along(p: Array) -> Array:
        return anatomy.arm_coordinates(mirrored(p))[0]

    def arm_hidden(p: Array) -> NDArray[np.bool_]:
        q = mirrored(p)
        on_trunk = anatomy.arm(q) > anatomy.trunk(q) + 0.004
        below = (p[:, 1] < chest + 0.004) & on_trunk & (along(p) < rig.upper_arm)
        return np.asarray(below | (p[:, 1] > rig.neck + _SEAM) | (along(p) > wrist + _SEAM), np.bool_)

    def hand_hidden(p: Array) -> NDArray[np.bool_]:
        return np.asarray(along(p) < wrist - _SEAM, np.bool_)

    def leg_hidden(p: Array) -> NDArray[np.bool_]:
        return np.asarray((p[:, 1] > thigh - 0.004) | (p[:, 1] < 0.05), np.bool_)

    def neck(p: Array) -> Array:
        return 1.0 + 4.0 * smoothstep(rig.neck - 0.045, rig.neck - 0.015, p[:, 1])

    tip, top = rig.joints["FingerMiddle3Left"], rig.neck + 0.06
    across = tip[0] + 0.07
    arms = sculpt(
        lambda p: np.maximum(figure.upper(p, chest), np.maximum(p[:, 1] - top, along(p) - wrist - 0.04)),
        (-across, tip[1] + 0.05, -0.17),
        (across, top + 0.02, 0.18),
        0.0075 * size,
        860,
        arm_hidden,
        neck,
    )
    hands = sculpt(
        lambda p: np.maximum(figure.upper(p, chest), wrist - 0.04 - along(p)),
        (-across, tip[1] - 0.06, -0.10),
        (across, rig.joints["WristLeft"][1] + 0.09, 0.12),
        0.0032 * size,
        1110,
        hand_hidden,
    )
    legs = sculpt(
        lambda p: common(figure.lower(p), np.maximum(p[:, 1] - thigh, 0.04 - p[:, 1]), 0.006),
        (-0.23, 0.02, -0.14),
        (0.23, thigh + 0.03, 0.14),
        0.009 * size,
        380,
        leg_hidden,
    )
    return finish(
        "skin",
        Material("skin", texture=SKIN_RAMP, specular=0.8),
        joined([arms, hands, legs]),
        figure.whole,
        figure.whole,
        figure.shares,
    )


def _head(figure: Figure) -> Part:
    rig, anatomy = figure.rig, figure.anatomy
    y, s = rig.head_center, rig.head_scale

    def hidden(p: Array) -> NDArray[np.bool_]:
        return np.asarray(p[:, 1] < rig.neck - _SEAM, np.bool_)

    def importance(p: Array) -> Array:
        q = anatomy.head_points(p)
        ear = smoothstep(0.120, 0.130, np.abs(q[:, 0])) * smoothstep(0.05, 0.035, np.abs(q[:, 1] + 0.014))
        nose = smoothstep(0.045, 0.030, np.abs(q[:, 0])) * smoothstep(0.125, 0.135, q[:, 2])
        scalp = smoothstep(0.045, 0.075, q[:, 1]) * smoothstep(0.07, 0.04, q[:, 2])
        return (1.0 + 3.0 * ear + 4.0 * nose + 2.0 * smoothstep(-0.13, -0.15, q[:, 1])) * (1.0 - 0.85 * scalp)

    def blush(p: Array) -> Array:
        q = mirrored(anatomy.head_points(p))
        cheek = smoothstep(
            0.050,
            0.012,
            np.sqrt((q[:, 0] - 0.080) * (q[:, 0] - 0.080) + (q[:, 1] + 0.050) * (q[:, 1] + 0.050)),
        )
        nose = smoothstep(0.024, 0.006, np.sqrt(q[:, 0] * q[:, 0] + (q[:, 1] + 0.022) * (q[:, 1] + 0.022)))
        ear = smoothstep(0.128, 0.146, q[:, 0])
        return np.where(q[:, 2] > 0.0, np.maximum(cheek * 0.75, nose * 0.45), 0.0) * 0.8 + ear * 0.5

    def field(p: Array) -> Array:
        return np.maximum(figure.upper(p), rig.neck - 0.05 - p[:, 1])

    mesh = sculpt(
        field,
        (-0.23, rig.neck - 0.08, -0.22),
        (0.23, y + 0.17 * s, 0.24),
        0.0045 * s,
        1710,
        hidden,
        importance,
    )
    return finish(
        "head",
        Material("skin", texture=SKIN_RAMP, specular=0.8),
        mesh,
        figure.upper,
        figure.whole,
        figure.shares,
        blush,
    )


def _decal(
    figure: Figure, feature: str, layer: int, tint: str, x: float, y: float, width: float, height: float
) -> Part:
    """A grid draped on the face along -Z, first row at the top, first column at the viewer's left."""
    s = figure.rig.head_scale
    across = np.linspace(x - width * 0.5, x + width * 0.5, _GRID) * s
    down = np.linspace(y + height * 0.5, y - height * 0.5, _GRID) * s + figure.rig.head_center
    p = np.stack([np.tile(across, _GRID), np.repeat(down, _GRID), np.full(_GRID * _GRID, 0.32)], -1)
    for _ in range(60):
        p[:, 2] -= np.clip(in_chunks(figure.upper, p), -0.05, 0.05) * 0.9
    normals = normalize(gradient(figure.upper, p, 4e-4))
    steps = np.linspace(0.0, 1.0, _GRID)
    uv = np.stack([np.tile(steps, _GRID), np.repeat(steps, _GRID)], -1)
    corner = (np.arange(_GRID - 1)[:, None] * _GRID + np.arange(_GRID - 1)).reshape(-1)
    triangles = np.concatenate(
        [
            np.stack([corner, corner + _GRID, corner + 1], -1),
            np.stack([corner + 1, corner + _GRID, corner + _GRID + 1], -1),
        ]
    )
    joints, weights = packed(head_shares(p))
    material = Material(tint, feature=feature, layer=layer, specular=0.6)
    return Part(f"{feature}{layer}", material, p + normals * (0.0012 * s), normals, uv, joints, weights, triangles)
