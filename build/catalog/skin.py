"""The skin that a garment brings: what its openings show of arms, shoulders, neck base and legs, and no more.

A garment is a closed solid, hollowed at its openings. Skin inside it is never seen, so skin ends a little way into it,
along a clean line; and where it is covered it gives way inwards, so that it stays covered in every pose.
"""

from dataclasses import replace

import numpy as np

from catalog.body import SEAM, Figure, skin_part
from catalog.fields import Field, common, in_chunks
from catalog.glb_writer import Part
from catalog.nets import Mesh
from catalog.repair import agreeing_normals
from catalog.surface import sculpt_shown
from cna_avatars.exact import Array, smoothstep

_DEEP = 0.006  # metres that skin reaches into the cloth
_GIVE = 0.003  # metres that it gives way there


def upper_skin(figure: Figure, cover: Field, around: Field, triangles: int) -> Part:
    """Neck base, shoulders and arms as far as a top with the field `cover` shows them: at most where `around` < 0."""
    rig = figure.rig
    chest, top, across = rig.shoulder[1] - 0.20, rig.neck + 0.06, rig.joints["WristLeft"][0] + 0.10

    def shown(p: Array) -> Array:
        return np.maximum(_inside(cover, p), np.maximum(figure.below_neck(p), figure.before_hand(p)) - SEAM)

    def importance(p: Array) -> Array:
        return 1.0 + 7.0 * smoothstep(rig.neck - 0.075, rig.neck - 0.035, p[:, 1])

    mesh = sculpt_shown(
        lambda p: np.maximum(figure.upper(p, chest), np.maximum(around(p), figure.before_hand(p) - 0.03)),
        (-across, rig.joints["WristLeft"][1] - 0.08, -0.17),
        (across, top + 0.02, 0.18),
        0.0065 * rig.height / 1.8,
        triangles,
        shown,
        importance,
    )
    return _tucked(figure, cover, mesh)


def lower_skin(figure: Figure, cover: Field, hem: float, triangles: int) -> Part:
    """The legs from where shoes begin to a bottom with the field `cover`, which shows them at most 7 cm past `hem`."""
    top = min(hem + 0.07, figure.rig.hip[1] - 0.05)

    def shown(p: Array) -> Array:
        return np.maximum(_inside(cover, p), 0.05 - p[..., 1])

    mesh = sculpt_shown(
        lambda p: common(figure.lower(p), np.maximum(p[:, 1] - top, 0.03 - p[:, 1]), 0.006),
        (-0.23, 0.01, -0.14),
        (0.23, top + 0.03, 0.14),
        0.0075 * figure.rig.height / 1.8,
        triangles,
        shown,
    )
    return _tucked(figure, cover, mesh)


def _inside(cover: Field, p: Array) -> Array:
    """Above zero where the cloth hides the skin."""
    return -_DEEP - cover(p)


def _tucked(figure: Figure, cover: Field, mesh: Mesh) -> Part:
    part = skin_part(figure, "skin", mesh)
    covered = smoothstep(0.0, -_DEEP, in_chunks(cover, part.positions))
    positions = part.positions - part.normals * (_GIVE * covered)[:, None]
    return replace(part, positions=positions, normals=agreeing_normals(Mesh(positions, part.triangles), part.normals))
