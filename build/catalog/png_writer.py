"""PNG files with the same bytes on every machine: one filter for all rows, and our own deflate."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from catalog.deflate import deflate

FILTER_NONE, FILTER_SUB, FILTER_UP = 0, 1, 2
_COLOR_TYPES = {1: 0, 3: 2, 4: 6}


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def encode_png(pixels: NDArray[np.uint8], row_filter: int = FILTER_NONE) -> bytes:
    """A PNG of uint8 pixels (height, width, 1 grey, 3 RGB or 4 RGBA), top row first; FILTER_UP suits soft gradients."""
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] not in _COLOR_TYPES:
        raise ValueError(f"encode_png: expected uint8 (height, width, 1, 3 or 4), got {pixels.dtype} {pixels.shape}")
    height, width, channels = pixels.shape
    rows = pixels.reshape(height, width * channels)
    before = np.zeros_like(rows)
    if row_filter == FILTER_UP:
        before[1:] = rows[:-1]
    elif row_filter == FILTER_SUB:
        before[:, channels:] = rows[:, :-channels]
    elif row_filter != FILTER_NONE:
        raise ValueError(f"encode_png: expected filter 0, 1 or 2, got {row_filter}")
    filtered = np.concatenate([np.full((height, 1), row_filter, np.uint8), rows - before], 1)
    stride = filtered.shape[1]
    packed = deflate(filtered.tobytes(), (1, channels, stride, stride - channels, stride + channels))
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOR_TYPES[channels], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")
