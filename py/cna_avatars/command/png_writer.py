"""PNG files: 8 bits a channel, each row told as its difference from the row above."""

import struct
import zlib
from typing import Final

import numpy as np
import numpy.typing as npt

_COLOR_TYPES: Final = {3: 2, 4: 6}
_FILTER_UP: Final = 2


def encode_png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Return the file of `pixels` (height, width, 3 RGB or 4 RGBA with straight alpha), the top row first."""
    height, width, channels = pixels.shape
    rows = np.zeros((height, 1 + width * channels), np.uint8)
    rows[:, 0] = _FILTER_UP
    rows[:, 1:] = pixels.reshape(height, -1)
    rows[1:, 1:] -= pixels.reshape(height, -1)[:-1]
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOR_TYPES[channels], 0, 0, 0)
    body = zlib.compress(rows.tobytes(), 6)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
