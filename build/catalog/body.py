"""The body's own parts: head with neck, hands and face decals.

Skin belongs to what shows it: every top brings the neck base, shoulders and arms that its openings show, every bottom
the legs (`catalog.skin`), and no skin lies deeper under cloth than one can look.
"""

import numpy as np

from catalog.anatomy import Anatomy
from catalog.fields import Field, gradient, in_chunks, mirrored, union
from catalog.glb_writer import Material, Part
from catalog.nets import Mesh
from catalog.shading import ramp
from catalog.surface import Shares, Tone, finish, sculpt_shown
from catalog.weights import arm_freedom, body_shares, head_shares, packed
from cna_avatars.exact import Array, normalize, smoothstep

SKIN_RAMP = ramp((0.60, 0.43, 0.39), ((0.0, (1.0, 1.0, 1.0)), (1.0, (1.0, 0.80, 0.76))), curve=0.75)
SEAM = 0.012  # metres that skins overlap on either side of the lines where they meet, at neck and wrists
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

    def arms(self, p: Array) -> Array:
        """Arms and hands alone."""
        q = mirrored(p)
        return union(self.anatomy.arm(q), self.anatomy.hand(q), 0.02)

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

    def below_neck(self, p: Array) -> Array:
        """Below zero up to where the head's own skin begins."""
        return p[..., 1] - self.rig.neck

    def before_hand(self, p: Array) -> Array:
        """Below zero along the arm up to where the hand's own skin begins."""
        return self.anatomy.arm_coordinates(mirrored(p))[0] - self.rig.upper_arm - self.rig.forearm + 0.012

    def armless_shares(self, p: Array) -> Array:
        """Weights of what hangs near the hands but does not follow them."""
        return body_shares(self.anatomy, p, 0.0)


def body_parts(figure: Figure) -> list[Part]:
    """Hands, head, then the seven decals."""
    return [_hands(figure), _head(figure), *(_decal(figure, *row) for row in DECALS)]


def skin_part(
    figure: Figure,
    name: str,
    mesh: Mesh,
    field: Field,
    tone: Tone | None = None,
    shares: Shares | None = None,
    sunken: float = 0.0,
) -> Part:
    """A piece of skin, meshed from `field`: all are shaded and weighted alike, so that they look like one."""
    material = Material("skin", texture=SKIN_RAMP, specular=0.8)
    table = figure.shares if shares is None else shares
    return finish(name, material, mesh, field, figure.whole, table, tone, (figure.armless, figure.arms), sunken)


def _hands(figure: Figure) -> Part:
    rig = figure.rig
    tip = rig.joints["FingerMiddle3Left"]
    across = tip[0] + 0.07
    mesh = sculpt_shown(
        lambda p: np.maximum(figure.upper(p, rig.shoulder[1]), -0.03 - figure.before_hand(p)),
        (-across, tip[1] - 0.06, -0.10),
        (across, rig.joints["WristLeft"][1] + 0.09, 0.12),
        0.0032 * rig.height / 1.8,
        1080,
        lambda p: -SEAM - figure.before_hand(p),
    )
    return skin_part(figure, "hands", mesh, lambda p: figure.upper(p, rig.shoulder[1]))


def _head(figure: Figure) -> Part:
    rig, anatomy = figure.rig, figure.anatomy
    y, s = rig.head_center, rig.head_scale

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

    mesh = sculpt_shown(
        lambda p: np.maximum(figure.upper(p), -0.05 - figure.below_neck(p)),
        (-0.23, rig.neck - 0.08, -0.22),
        (0.23, y + 0.17 * s, 0.24),
        0.0045 * s,
        1650,
        lambda p: -SEAM - figure.below_neck(p),
        importance,
    )
    return skin_part(figure, "head", mesh, figure.upper, blush)


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
