"""What the sixteen face parameters do to our head, as a table in head units, and its form for the manifest.

Each deformer fades out smoothly over an ellipsoid; inside the share `inner` of it, it acts in full. "head" controls
move hair, hats and glasses too.
"""

from dataclasses import dataclass
from typing import Any

from catalog.rig import Rig

Triple = tuple[float, float, float]


@dataclass(frozen=True)
class Deformer:
    """One deformer: `scale` factors, `move` offset or `rotate` axis with `degrees`, at full travel of the parameter."""

    kind: str
    amount: Triple
    center: Triple
    radii: Triple
    inner: float
    degrees: float = 0.0
    mirrored: bool = False  # also on the right, with x turned over


def _eyes(kind: str, amount: Triple, degrees: float = 0.0) -> Deformer:
    return Deformer(kind, amount, (0.054, -0.004, 0.132), (0.052, 0.054, 0.040), 0.70, degrees, True)


def _brows(amount: Triple) -> Deformer:
    return Deformer("move", amount, (0.056, 0.056, 0.124), (0.052, 0.034, 0.040), 0.68, mirrored=True)


def _nose(kind: str, amount: Triple) -> Deformer:
    return Deformer(kind, amount, (0.0, -0.016, 0.142), (0.036, 0.046, 0.050), 0.40)


def _mouth(kind: str, amount: Triple) -> Deformer:
    return Deformer(kind, amount, (0.0, -0.082, 0.124), (0.072, 0.044, 0.045), 0.68)


_WHOLE = (0.36, 0.36, 0.36)
# Parameter number is the row: name, scope, deformers.
CONTROLS: tuple[tuple[str, str, tuple[Deformer, ...]], ...] = (
    ("headWidth", "head", (Deformer("scale", (1.11, 1.0, 1.0), (0.0, 0.0, 0.0), _WHOLE, 0.8),)),
    ("headHeight", "head", (Deformer("scale", (1.0, 1.08, 1.0), (0.0, -0.16, 0.0), _WHOLE, 0.8),)),
    ("jawWidth", "face", (Deformer("scale", (1.20, 1.0, 1.03), (0.0, -0.095, 0.02), (0.17, 0.075, 0.17), 0.25),)),
    ("chinSize", "face", (Deformer("scale", (1.26, 1.22, 1.20), (0.0, -0.122, 0.070), (0.062, 0.050, 0.070), 0.2),)),
    (
        "cheekFullness",
        "face",
        (Deformer("move", (0.010, 0.0, 0.007), (0.076, -0.046, 0.066), (0.056, 0.048, 0.056), 0.2, mirrored=True),),
    ),
    ("eyeSize", "face", (_eyes("scale", (1.20, 1.20, 1.0)),)),
    ("eyeSpacing", "face", (_eyes("move", (0.008, 0.0, -0.001)),)),
    ("eyeHeight", "face", (_eyes("move", (0.0, 0.008, 0.0)), _brows((0.0, 0.008, 0.0)))),
    ("eyeTilt", "face", (_eyes("rotate", (0.0, 0.0, 1.0), 12.0),)),
    ("browHeight", "face", (_brows((0.0, 0.009, -0.002)),)),
    ("noseSize", "face", (_nose("scale", (1.32, 1.28, 1.35)),)),
    ("noseWidth", "face", (_nose("scale", (1.38, 1.0, 1.0)),)),
    ("noseHeight", "face", (_nose("move", (0.0, 0.008, 0.0)),)),
    ("mouthWidth", "face", (_mouth("scale", (1.26, 1.0, 1.0)),)),
    ("mouthHeight", "face", (_mouth("move", (0.0, 0.008, 0.0)),)),
    (
        "earSize",
        "face",
        (Deformer("scale", (1.35, 1.32, 1.32), (0.142, -0.014, -0.014), (0.036, 0.052, 0.042), 0.5, mirrored=True),),
    ),
)


def manifest_controls(rig: Rig) -> list[dict[str, Any]]:
    """The manifest's `faceControls` of one body, in metres."""
    result = []
    for parameter, (name, scope, deformers) in enumerate(CONTROLS):
        sides = [(deformer, side) for deformer in deformers for side in ((1.0, -1.0) if deformer.mirrored else (1.0,))]
        ops = [_operation(rig, deformer, side) for deformer, side in sides]
        result.append({"parameter": parameter, "name": name, "scope": scope, "ops": ops})
    return result


def _operation(rig: Rig, deformer: Deformer, side: float) -> dict[str, Any]:
    s = rig.head_scale
    x, y, z = deformer.center
    op: dict[str, Any] = {
        "centre": [round(x * s * side, 6), round(rig.head_center + y * s, 6), round(z * s, 6)],
        "radii": [round(radius * s, 6) for radius in deformer.radii],
        "inner": deformer.inner,
    }
    if deformer.kind == "move":
        across, up, out = deformer.amount
        op["move"] = [round(across * s * side, 6), round(up * s, 6), round(out * s, 6)]
    else:
        op[deformer.kind] = list(deformer.amount)
    if deformer.kind == "rotate":
        op["degrees"] = deformer.degrees * side
    return op
