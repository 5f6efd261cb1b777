"""The group picture: random people in two rows, each doing something."""

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from .shots import Shot

GROUP_SHOT: Final = Shot("group", pitch=0.12, zoom=0.76)

_BACK = (
    (31, "Celebrate", 1.25),
    (5, "Stand3", 1.0),
    (38, "Wave", 1.15),
    (4, "Stand0", 2.0),
    (22, "Clap", 1.0),
    (27, "Stand6", 0.9),
    (13, "Celebrate", 0.85),
    (16, "Stand5", 1.0),
)
_FRONT = (
    (12, "Stand1", 1.0),
    (6, "Wave", 0.95),
    (1, "Stand5", 2.0),
    (19, "Clap", 0.85),
    (11, "Stand3", 0.4),
    (24, "Stand0", 3.1),
    (42, "Stand2", 1.2),
)
"""Seed, animation and seconds, from the left."""


def _row(people: tuple[tuple[int, str, float], ...], z: float, step: float) -> list[dict[str, Any]]:
    middle = (len(people) - 1) / 2.0
    return [
        {
            "seed": seed,
            "animation": animation,
            "time": time,
            "x": (i - middle) * step,
            "z": z,
            "turn": (middle - i) * 0.06,
        }
        for i, (seed, animation, time) in enumerate(people)
    ]


GROUP: Final = [*_row(_FRONT, 0.45, 0.62), *_row(_BACK, -0.45, 0.64)]


def write_group(pixels: NDArray[np.uint8], path: Path) -> None:
    """Write the picture over a soft backdrop."""
    height, width = pixels.shape[:2]
    down = np.linspace(0.0, 1.0, height)[:, None, None]
    backdrop = np.array([233.0, 238.0, 246.0]) * (1.0 - down) + np.array([206.0, 214.0, 230.0]) * down
    over = pixels[..., :3] + backdrop * (1.0 - pixels[..., 3:] / 255.0)
    image = np.clip(np.rint(np.broadcast_to(over, (height, width, 3))), 0, 255).astype(np.uint8)
    Image.fromarray(image).save(path, optimize=True)
