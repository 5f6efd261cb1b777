"""What becomes of a premultiplied picture: straight alpha for files, or a colour behind it."""

import numpy as np

from cna_avatars.catalog.png import Pixels


def straight(pixels: Pixels) -> Pixels:
    """Return premultiplied `pixels` (..., 4) with colours divided by alpha; where alpha is 0, black."""
    alpha = pixels[..., 3:].astype(np.uint32)
    color = (pixels[..., :3] * np.uint32(255) + alpha // 2) // np.maximum(alpha, 1)
    return np.concatenate([np.where(alpha > 0, np.minimum(color, 255), 0), alpha], -1).astype(np.uint8)


def over(pixels: Pixels, color: tuple[int, int, int]) -> Pixels:
    """Return premultiplied `pixels` (..., 4) over an opaque `color`, as (..., 3)."""
    rest = 255 - pixels[..., 3:].astype(np.uint32)
    behind = (np.array(color, np.uint32) * rest * 2 + 255) // 510
    return np.minimum(pixels[..., :3] + behind, 255).astype(np.uint8)
