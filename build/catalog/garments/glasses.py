"""Glasses 80 and 81: round or square frames, a bridge, and temples that rest on the ears. Head units throughout."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from catalog.body import Figure
from catalog.cloth import fabric
from catalog.fields import cone, union
from catalog.glb_writer import Part
from catalog.surface import finish, sculpt
from catalog.weights import head_shares
from cna_avatars.exact import Array, length

_LENS = np.array((0.055, -0.004, 0.148))
_TURN = 0.20  # how far each rim turns outwards with the face: dz/dx
_WIRE = 0.0046
_TEMPLE = ((0.099, 0.010, 0.136), (0.139, 0.014, 0.064), (0.147, 0.012, 0.004), (0.143, -0.006, -0.034))


def _rim(q: Array, square: bool) -> Array:
    d = q - _LENS
    bend = d[..., 2] + d[..., 0] * _TURN + 0.9 * d[..., 0] * d[..., 0]
    if square:
        corner = np.abs(d[..., :2]) - (np.array((0.044, 0.034)) - 0.016)
        ring = length(np.maximum(corner, 0.0)) + np.minimum(corner.max(-1), 0.0) - 0.016
    else:
        ring = length(d[..., :2]) - 0.0425
    return length(np.stack([ring, bend * 0.95], -1)) - _WIRE


def _frame(q: Array, square: bool) -> Array:
    form = _rim(q, square)
    bridge = cone(q, (0.0, 0.014, 0.1595), (0.017, 0.007, 0.1545), _WIRE, _WIRE)
    form = union(form, bridge, 0.006)
    for start, end in pairwise(_TEMPLE):
        form = union(form, cone(q, start, end, _WIRE * 0.95, _WIRE * 0.9), 0.004)
    return form


def _parts(figure: Figure, square: bool) -> list[Part]:
    rig, s = figure.rig, figure.rig.head_scale

    def field(p: Array) -> Array:
        q = figure.anatomy.head_points(p)
        return _frame(np.concatenate([np.abs(q[..., :1]), q[..., 1:]], -1), square) * s

    def unseen(p: Array) -> NDArray[np.bool_]:
        return np.asarray(figure.upper(p) < -0.004, np.bool_)

    y = rig.head_center
    mesh = sculpt(
        field,
        (-0.165 * s, y - 0.06 * s, -0.055 * s),
        (0.165 * s, y + 0.055 * s, 0.185 * s),
        0.0026 * s,
        540,
        unseen,
    )
    return [
        finish(
            "frame",
            fabric("plain", "accessory", specular=2.0),
            mesh,
            field,
            lambda p: np.minimum(field(p), figure.upper(p)),
            head_shares,
        )
    ]


def round_parts(figure: Figure) -> list[Part]:
    """Round frames."""
    return _parts(figure, False)


def square_parts(figure: Figure) -> list[Part]:
    """Square frames with soft corners."""
    return _parts(figure, True)
