"""Face shape: what the sixteen face parameters do to the vertices of the head.

Source: avatars.md, "Catalog v3" (faceControls): deformers with an ellipsoidal falloff on Head-weighted vertices.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cna_avatars import exact
from cna_avatars.catalog.face_controls import FaceControl, FaceOp, OpKind
from cna_avatars.catalog.model_reader import Part
from cna_avatars.description.codec import AS_AUTHORED
from cna_avatars.enums import AvatarBone

Points = npt.NDArray[np.float64]


def shape_face(
    part: Part, positions: Points, controls: Sequence[FaceControl], face: Sequence[int], is_face: bool
) -> Points:
    """Return `positions` (n, 3), deformed.

    All offsets are measured from the undeformed head, added up, and weighted by the vertex's share of the Head bone.

    Parameters
    ----------
    face
        the sixteen parameters, 128 as authored.
    is_face
        whether the part belongs to the face; other parts follow the controls of the whole head only.
    """
    active = [
        (control, min(max((face[control.parameter] - AS_AUTHORED) / 127.0, -1.0), 1.0))
        for control in controls
        if face[control.parameter] != AS_AUTHORED and (is_face or control.whole_head)
    ]
    share: Points = np.where(part.joints == AvatarBone.Head, part.weights, 0).sum(-1) / 255.0
    if not active or not share.any():
        return positions
    offset = np.zeros_like(positions)
    for control, amount in active:
        for op in control.ops:
            offset += _offset(op, positions, amount)
    return np.asarray(positions + offset * share[:, None])


def _offset(op: FaceOp, positions: Points, amount: float) -> Points:
    """Return what `op` adds to `positions` at `amount` (-1 to 1)."""
    centred = positions - np.array(op.centre)
    distance = exact.length(centred / np.array(op.radii))
    falloff = 1.0 - exact.smoothstep(op.inner, 1.0, distance)
    if op.kind == OpKind.scale:
        moved = centred * (exact.exp(amount * exact.log(op.amount)) - 1.0)
    elif op.kind == OpKind.move:
        moved = np.broadcast_to(np.array(op.amount) * amount, centred.shape)
    else:
        turn = exact.quaternion_from_axis_angle(exact.normalize(op.amount), op.degrees * amount * exact.DEGREE)
        moved = exact.rotate_by_quaternion(turn, centred) - centred
    return np.asarray(moved * falloff[:, None])
