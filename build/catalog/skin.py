"""The skin that a garment brings: what its openings show of arms, shoulders, neck base and legs, and no more.

A garment is a closed solid, hollowed at its openings. Skin inside it is never seen, so skin ends a little way into it,
along a clean line; and where it is covered it gives way inwards, so that it stays covered in every pose.
"""

from typing import Protocol

import numpy as np

from catalog.body import SEAM, Figure, skin_part
from catalog.fields import Field, common, gradient, in_chunks
from catalog.glb_writer import POSITION_GRID, Part
from catalog.nets import Mesh
from catalog.surface import Shares, sculpt_shown
from cna_avatars.exact import Array, normalize, smoothstep

_DEEP = 0.006  # metres that skin reaches into the cloth
_GIVE = 0.007  # metres that legs give way there, and once more where they are deep inside
_BELOW = 0.0015  # metres that skin lies below that of head and hands where they overlap: as deep as their chords lie
_LEVEL = 0.030  # metres before the skin of head and hands over which skin comes back from where it has given way
_ANKLE = 0.058  # metres above the ankle of a male foot where legs end: socks and boots reach higher


class Top(Protocol):
    """What skin must know of a top."""

    margin: float
    """Metres past `bare` that skin goes on below the cloth."""
    give: float
    """Metres that skin gives way where it is covered, and once more where it is deep inside."""

    def field(self, p: Array) -> Array:
        """The finished top."""

    def shares(self, p: Array) -> Array:
        """Its skin weights."""

    def openings(self, p: Array) -> Array:
        """Below zero around the openings, where skin may show."""

    def bare(self, p: Array) -> Array:
        """Below zero on the arms past the sleeves or armholes."""

    def covered(self, p: Array) -> Array:
        """Below zero under the cloth and within its sleeves."""


def upper_skin(figure: Figure, top: Top, triangles: int) -> Part:
    """Neck base, shoulders and arms as far as a top shows them."""
    rig = figure.rig
    chest, high, across = rig.shoulder[1] - 0.20, rig.neck + 0.06, rig.joints["WristLeft"][0] + 0.10

    def shown(p: Array) -> Array:
        under = np.minimum(_inside(top.field, p), top.bare(p) - top.margin)
        return np.maximum(under, np.maximum(figure.below_neck(p), figure.before_hand(p)) - SEAM)

    def importance(p: Array) -> Array:
        neck = smoothstep(rig.neck - 0.075, rig.neck - 0.035, p[:, 1])
        return 1.0 + np.maximum(7.0 * neck, 5.0 * smoothstep(0.030, 0.018, np.abs(top.bare(p))))  # there skin gives way

    def skin(p: Array) -> Array:
        return figure.upper(p, chest)

    mesh = sculpt_shown(
        lambda p: np.maximum(skin(p), np.maximum(top.openings(p), figure.before_hand(p) - 0.03)),
        (-across, rig.joints["WristLeft"][1] - 0.08, -0.17),
        (across, high + 0.02, 0.18),
        0.0065 * rig.height / 1.8,
        triangles,
        shown,
        importance,
    )

    def mixed(p: Array) -> Array:
        """Where the top covers it, skin takes the top's weights, to move as it does."""
        seam = np.maximum(figure.below_neck(p), figure.before_hand(p))
        own = np.maximum(smoothstep(0.0, 0.03, in_chunks(top.field, p)), smoothstep(-0.035, -SEAM, seam))
        own = np.maximum(own, smoothstep(0.0, -0.03, top.bare(p)))[:, None]
        theirs = top.shares(p)
        mine: Array = theirs + (figure.shares(p) - theirs) * own
        return mine

    return _tucked(figure, mesh, skin, top.covered, mixed, top.give)


def lower_skin(figure: Figure, cover: Field, hem: float, triangles: int) -> list[Part]:
    """The legs from socks to a bottom with the field `cover`, at most 7 cm past its `hem`; none if it hides them."""
    rig = figure.rig
    top = min(hem + 0.07, rig.hip[1] - 0.05)
    foot = (rig.joints["ToeLeft"][2] - rig.joints["AnkleLeft"][2]) / 0.147
    end = float(rig.joints["AnkleLeft"][1] + _ANKLE * foot)
    if hem < end:
        return []

    def shown(p: Array) -> Array:
        return np.maximum(_inside(cover, p), end - p[..., 1])

    def worn(p: Array) -> Array:
        return np.asarray(np.minimum(cover(p), p[..., 1] - end - 0.014))  # a sock covers the last centimetre

    mesh = sculpt_shown(
        lambda p: common(figure.lower(p), np.maximum(p[:, 1] - top, end - 0.02 - p[:, 1]), 0.006),
        (-0.23, end - 0.04, -0.14),
        (0.23, top + 0.03, 0.14),
        0.0075 * rig.height / 1.8,
        triangles,
        shown,
    )
    return [_tucked(figure, mesh, figure.lower, worn, figure.shares, _GIVE)]


def _inside(cover: Field, p: Array) -> Array:
    """Above zero where the cloth hides the skin."""
    return -_DEEP - cover(p)


def _tucked(figure: Figure, mesh: Mesh, skin: Field, cover: Field, shares: Shares, give: float) -> Part:
    depth = in_chunks(cover, mesh.vertices)
    covered = smoothstep(0.0, -_DEEP, depth) + smoothstep(-_DEEP, -3.0 * _DEEP, depth)
    normals = normalize(gradient(lambda p: in_chunks(skin, p), mesh.vertices, 4e-4))
    seam = np.maximum(figure.below_neck(mesh.vertices), figure.before_hand(mesh.vertices))
    give_here = give * covered * smoothstep(-SEAM, -SEAM - _LEVEL, seam)  # head and hands do not give way
    give_here = give_here + _BELOW * smoothstep(-2.0 * SEAM, -SEAM, seam)
    tucked = np.rint((mesh.vertices - normals * give_here[:, None]) * POSITION_GRID) / POSITION_GRID
    return skin_part(figure, "skin", Mesh(tucked, mesh.triangles), skin, shares=shares, sunken=2.0 * give)
