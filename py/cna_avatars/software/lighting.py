"""The lighting formula: XNA's SkinnedEffect for one directional light, per pixel, in display space.

Source: docs/architecture.md, "The frame" (lit.frag is the same sum).
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.renderer.device import Lights

from .vertices import NORMAL, POSITION, Floats

SPECULAR_LEVEL: Final = np.float32(0.12)
_SHORTEST: Final = np.float32(1e-20)


def lit(texels: Floats, parts: Floats, values: Floats, lights: Lights, eye: npt.ArrayLike) -> Floats:
    """Return premultiplied colours (n, 4), not yet limited to 0 … 1.

    Parameters
    ----------
    texels
        (n, 4) premultiplied.
    parts
        (n, 4) rgb multiplier and specular strength.
    values
        (n, 8) position and normal in the world, and uv.
    lights
        the light, and the ambient colour.
    eye
        (3,) in the world.
    """
    direction, color, ambient = (np.asarray(v, np.float32) for v in (lights.direction, lights.color, lights.ambient))
    normal = _normalized(values[:, NORMAL])
    facing = -_dot(normal, direction)
    light = ambient + color * np.maximum(facing, np.float32(0.0))[:, None]
    result = np.empty_like(texels)
    result[:, :3] = texels[:, :3] * parts[:, :3] * light
    result[:, 3] = texels[:, 3]
    bright = np.flatnonzero((facing > 0.0) & (parts[:, 3] != 0.0))
    to_eye = _normalized(np.asarray(eye, np.float32) - values[bright, POSITION])
    halfway = np.maximum(_dot(normal[bright], _normalized(to_eye - direction)), np.float32(0.0))
    squared = halfway * halfway
    fourth = squared * squared
    eighth = fourth * fourth
    strength = texels[bright, 3] * parts[bright, 3] * SPECULAR_LEVEL * (eighth * eighth * eighth)
    result[bright, :3] += strength[:, None] * color
    return result


def _dot(first: Floats, second: Floats) -> Floats:
    products = first * second
    return np.asarray(products[..., 0] + products[..., 1] + products[..., 2])


def _normalized(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.sqrt(_dot(vectors, vectors)), _SHORTEST)[:, None])
