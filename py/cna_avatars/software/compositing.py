"""What becomes of a premultiplied picture: straight alpha for files, or a colour behind it."""

import numpy as np

from cna_avatars.catalog.png import Pixels


def straight(pixels: Pixels) -> Pixels:
    """Return premultiplied `pixels` (..., 4) with colours divided by alpha; where alpha is 0, black."""
    result = pixels.copy()
    result[pixels[..., 3] == 0] = 0
    # Few pixels are neither clear nor opaque; only they are worth arithmetic.
    translucent = (pixels[..., 3] > 0) & (pixels[..., 3] < 255)
    wide = pixels[translucent].astype(np.uint16)
    wide[:, :3] = np.minimum((wide[:, :3] * 255 + wide[:, 3:] // 2) // wide[:, 3:], 255)
    result[translucent] = wide
    return result


def over(pixels: Pixels, color: tuple[int, int, int]) -> Pixels:
    """Return premultiplied `pixels` (..., 4) over an opaque `color`, as (..., 3)."""
    rest = np.uint16(255) - pixels[..., 3]
    channels = []
    for channel, behind in enumerate(color):
        shares = ((np.arange(256) * behind * 2 + 255) // 510).astype(np.uint16)
        channels.append(np.minimum(pixels[..., channel] + shares[rest], 255))
    return np.stack(channels, -1).astype(np.uint8)
