"""A strict PNG decoder: 8 bits a channel, not interlaced, to premultiplied RGBA.

Chunk CRCs are checked, sizes are bounded before anything is unpacked, and the filters of a whole image are undone along
its diagonals, so the slowest legal image costs no Python loop over pixels.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import Final, NoReturn

import numpy as np
import numpy.typing as npt

from cna_avatars.errors import ContentLoadError

Pixels = npt.NDArray[np.uint8]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PALETTE = 3
_RGBA = 6


def decode_png(data: bytes, where: str, largest: tuple[int, int] = (2048, 2048)) -> Pixels:
    """Return the pixels (height, width, 4) uint8 with colour multiplied by alpha, `(c * a + 127) // 255`.

    Raises
    ------
    ContentLoadError
        if the bytes are not such a PNG, or are larger than `largest` (width, height). `where` names the file.
    """
    header, palette, alpha, packed = _collect(data, where)
    width, height, depth, kind, compression, filtering, interlace = struct.unpack(">IIBBBBB", header)
    if not (1 <= width <= largest[0] and 1 <= height <= largest[1]):
        _fail(where, f"1 to {largest[0]} x {largest[1]} pixels", f"{width} x {height}")
    if depth != 8 or kind not in _CHANNELS or (compression, filtering, interlace) != (0, 0, 0):
        _fail(where, "8 bits a channel, not interlaced", f"depth {depth}, kind {kind}, interlace {interlace}")
    channels = _CHANNELS[kind]
    rows = _unpack(packed, height, 1 + width * channels, where)
    if rows[:, 0].max() > 4:
        _fail(where, "filters 0 to 4", f"filter {rows[:, 0].max()}")
    samples = _unfilter(rows[:, 0], rows[:, 1:].reshape(height, width, channels))
    return premultiply(_to_rgba(samples, kind, palette, alpha, where))


def premultiply(rgba: Pixels) -> Pixels:
    """Return RGBA (..., 4) with colour multiplied by alpha in whole numbers."""
    alpha = rgba[..., 3]
    if alpha.min() == 255:
        return rgba
    words = np.ascontiguousarray(rgba).view(np.uint32)
    result = np.where((alpha > 0)[..., None], words, np.uint32(0)).view(np.uint8)
    # Few pixels of an image are neither clear nor opaque; only they are worth arithmetic.
    translucent = (alpha > 0) & (alpha < 255)
    wide = rgba[translucent].astype(np.uint16)
    wide[:, :3] = (wide[:, :3] * wide[:, 3:] + 127) // 255
    result[translucent] = wide
    return result


def _fail(where: str, expected: str, got: str) -> NoReturn:
    raise ContentLoadError(f"PNG image: expected {expected} in {where}; got {got}.")


def _chunks(data: bytes, where: str) -> Iterator[tuple[bytes, bytes]]:
    if data[:8] != _SIGNATURE:
        _fail(where, "the PNG signature", repr(data[:8]))
    offset, kind = 8, b""
    while kind != b"IEND":
        if offset + 12 > len(data):
            _fail(where, "a chunk", f"the end of the file at byte {offset}")
        length, kind = struct.unpack_from(">I4s", data, offset)
        if length > len(data) - offset - 12:
            _fail(where, f"{length} bytes of {kind!r} at byte {offset}", f"{len(data) - offset - 12}")
        body = data[offset + 8 : offset + 8 + length]
        (crc,) = struct.unpack_from(">I", data, offset + 8 + length)
        if crc != zlib.crc32(kind + body):
            _fail(where, f"CRC {zlib.crc32(kind + body):08x} of {kind!r} at byte {offset}", f"{crc:08x}")
        yield kind, body
        offset += 12 + length


def _collect(data: bytes, where: str) -> tuple[bytes, bytes, bytes, bytes]:
    header, palette, alpha = b"", b"", b""
    packed: list[bytes] = []
    for kind, body in _chunks(data, where):
        if not header and kind != b"IHDR":
            _fail(where, "IHDR first", repr(kind))
        if kind == b"IHDR":
            if header or len(body) != 13:
                _fail(where, "one IHDR of 13 bytes", f"{len(body)} bytes")
            header = body
        elif kind == b"PLTE":
            palette = body
        elif kind == b"tRNS":
            alpha = body
        elif kind == b"IDAT":
            packed.append(body)
        elif kind != b"IEND" and kind[0] & 32 == 0:
            _fail(where, "known critical chunks", repr(kind))
    return header, palette, alpha, b"".join(packed)


def _unpack(packed: bytes, height: int, stride: int, where: str) -> Pixels:
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(packed, height * stride + 1)
    except zlib.error as error:
        _fail(where, "deflated pixels", str(error))
    if len(raw) != height * stride or not unpacker.eof:
        _fail(where, f"{height * stride} bytes of pixels", f"{len(raw)}{'' if unpacker.eof else ' or more'}")
    return np.frombuffer(raw, np.uint8).reshape(height, stride)


def _unfilter(filters: Pixels, samples: Pixels) -> Pixels:
    if filters.max() <= 2:
        return _unfilter_rows(filters, samples)
    return _unfilter_diagonals(filters, samples)


def _unfilter_rows(filters: Pixels, samples: Pixels) -> Pixels:
    """Undo filters 0, 1 and 2: none, left, up."""
    result = samples.copy()
    for y in np.flatnonzero(filters):
        if filters[y] == 1:
            np.cumsum(samples[y], axis=0, dtype=np.uint8, out=result[y])
        elif y > 0:
            result[y] += result[y - 1]
    return result


def _unfilter_diagonals(filters: Pixels, samples: Pixels) -> Pixels:
    """Undo any filters: all pixels of a diagonal x + y = d need only the two diagonals before it."""
    height, width, channels = samples.shape
    result = np.zeros((height + 1, width + 1, channels), np.int16)
    for diagonal in range(width + height - 1):
        y = np.arange(max(0, diagonal - width + 1), min(height, diagonal + 1))
        x = diagonal - y
        left, up, corner = result[y + 1, x], result[y, x + 1], result[y, x]
        estimate = left + up - corner
        to_left, to_up, to_corner = abs(estimate - left), abs(estimate - up), abs(estimate - corner)
        paeth = np.where((to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner))
        kind = filters[y][:, None]
        predicted = np.where(kind == 1, left, np.where(kind == 2, up, np.where(kind == 3, (left + up) // 2, paeth)))
        result[y + 1, x + 1] = (samples[y, x] + np.where(kind == 0, 0, predicted)) & 255
    return result[1:, 1:].astype(np.uint8)


def _to_rgba(samples: Pixels, kind: int, palette: bytes, alpha: bytes, where: str) -> Pixels:
    if kind == _PALETTE:
        if not palette or len(palette) % 3 or len(palette) > 768:
            _fail(where, "a palette of 1 to 256 colours", f"{len(palette)} bytes")
        table = np.full((len(palette) // 3, 4), 255, np.uint8)
        table[:, :3] = np.frombuffer(palette, np.uint8).reshape(-1, 3)
        opacity = np.frombuffer(alpha, np.uint8)[: len(table)]
        table[: len(opacity), 3] = opacity
        if samples.max() >= len(table):
            _fail(where, f"palette indices below {len(table)}", str(samples.max()))
        return table[samples[..., 0]]
    if alpha:
        _fail(where, "transparency in an alpha channel or a palette", "a transparent colour")
    if kind == _RGBA:
        return samples
    color = samples[..., :1].repeat(3, -1) if kind in (0, 4) else samples[..., :3]
    opacity = samples[..., -1:] if kind == 4 else np.full((*samples.shape[:2], 1), 255, np.uint8)
    return np.concatenate([color, opacity], -1)
