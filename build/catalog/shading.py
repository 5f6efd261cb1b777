"""Light that a field can tell of: openness to the sky, shown by small ramp textures (u openness, v a second tone)."""

import numpy as np

from catalog.fields import Field, in_chunks
from catalog.png_writer import FILTER_UP, encode_png
from cna_avatars.exact import Array, cross3, dot3, normalize

Color = tuple[float, float, float]
RAMP_WIDTH, RAMP_HEIGHT = 64, 64
_REACHES = (0.010, 0.024, 0.050, 0.095)
_TILTS = ((0.0, 0.0), (0.9, 0.0), (0.28, 0.86), (-0.73, 0.53), (-0.73, -0.53), (0.28, -0.86))


def openness(scene: Field, p: Array, normals: Array) -> Array:
    """How much sky points (n, 3) on a surface see past `scene`: 0 shut in, 1 free; below counts less than above."""
    helper = np.where(np.abs(normals[:, :1]) < 0.6, np.array((1.0, 0.0, 0.0)), np.array((0.0, 1.0, 0.0)))
    side = normalize(cross3(normals, helper))
    other = cross3(normals, side)
    total, weights = np.zeros(len(p)), np.zeros(len(p))
    for a, b in _TILTS:
        ray = normalize(normals + side * a + other * b)
        facing = dot3(ray, normals)
        start = p + normals * 0.004
        clear = np.ones(len(p))
        for reach in _REACHES:
            distance = in_chunks(scene, start + ray * reach) + 0.002
            clear = np.minimum(clear, np.clip(distance / (reach * 0.62 * facing + 0.002), 0.0, 1.0))
        weight = facing * (0.75 + 0.45 * np.clip(ray[:, 1], -1.0, 1.0) + 0.25 * np.clip(ray[:, 2], 0.0, 1.0))
        total += clear * weight
        weights += weight
    return np.asarray(total / weights, np.float64)


def ramp(
    shadow: Color,
    tones: tuple[tuple[float, Color], ...] = ((0.0, (1.0, 1.0, 1.0)), (1.0, (1.0, 1.0, 1.0))),
    curve: float = 0.35,
) -> bytes:
    """A PNG: left `shadow`, right white, times the tone of the row; `tones` are (v, colour), straight between them."""
    u = np.arange(RAMP_WIDTH) / (RAMP_WIDTH - 1.0)
    light = u + curve * u * (1.0 - u)
    dark = np.asarray(shadow)
    across = dark + (1.0 - dark) * light[:, None]
    v = np.arange(RAMP_HEIGHT) / (RAMP_HEIGHT - 1.0)
    places = [place for place, _ in tones]
    down = np.stack([np.interp(v, places, [color[c] for _, color in tones]) for c in range(3)], -1)
    return encode_png(np.rint(np.clip(across[None] * down[:, None], 0.0, 1.0) * 255.0).astype(np.uint8), FILTER_UP)
