"""Face controls: what each face parameter of a description does to the head.

A control is a list of deformers with an ellipsoidal falloff. Source: avatars.md, "Catalog v3" (faceControls).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from cna_avatars.strict_json import Reader
from cna_avatars.wardrobe import FACE_PARAMETER_COUNT

MAX_CONTROLS: Final = 32
MAX_OPS: Final = 8
_ORDINAL_LIMIT: Final = 5.0


class OpKind(Enum):
    """How a deformer moves a point."""

    scale = "scale"
    move = "move"
    rotate = "rotate"


@dataclass(frozen=True, slots=True)
class FaceOp:
    """One deformer, in asset space at the authored height. `amount` is a factor, an offset or an axis by `kind`."""

    kind: OpKind
    centre: tuple[float, ...]
    radii: tuple[float, ...]
    inner: float
    amount: tuple[float, ...]
    degrees: float = 0.0


@dataclass(frozen=True, slots=True)
class FaceControl:
    """The deformers of one face parameter; `whole_head` ones move hair, hats and glasses too."""

    parameter: int
    whole_head: bool
    ops: tuple[FaceOp, ...]


def read_face_controls(controls: Reader) -> tuple[FaceControl, ...]:
    """Read the controls of one body; ContentLoadError if one breaks the limits."""
    return tuple(_read_control(control) for control in controls.items(0, MAX_CONTROLS))


def _read_control(control: Reader) -> FaceControl:
    scope = control.get("scope")
    if scope.text() not in ("face", "head"):
        scope.fail("'face' or 'head'")
    if (name := control.optional("name")) is not None:
        name.text(32)
    parameter = control.get("parameter").integer(0, FACE_PARAMETER_COUNT - 1)
    ops = tuple(_read_op(op) for op in control.get("ops").items(0, MAX_OPS))
    return FaceControl(parameter, scope.text() == "head", ops)


def _read_op(op: Reader) -> FaceOp:
    kinds = [kind for kind in OpKind if op.optional(kind.value) is not None]
    if len(kinds) != 1:
        op.fail("exactly one of scale, move, rotate")
    kind = kinds[0]
    low, high = {OpKind.scale: (0.5, 2.0), OpKind.move: (-0.1, 0.1), OpKind.rotate: (-1.0, 1.0)}[kind]
    amount = op.get(kind.value).vector(3, low, high)
    degrees = 0.0
    if kind == OpKind.rotate:
        degrees = op.get("degrees").number(-45.0, 45.0)
        if sum(part * part for part in amount) < 1e-6:
            op.get("rotate").fail("an axis of length 0.001 or more")
    centre = op.get("centre").vector(3, -_ORDINAL_LIMIT, _ORDINAL_LIMIT)
    radii = op.get("radii").vector(3, 0.001, 1.0)
    inner = op.get("inner").number(0.0, 0.999999)
    return FaceOp(kind, centre, radii, inner, amount, degrees)
