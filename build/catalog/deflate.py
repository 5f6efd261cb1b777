"""A small deflate encoder whose output never changes: fixed Huffman codes, matches at set distances or a recent repeat.

zlib promises no stable bytes from one version to the next, so a pinned file cannot come from it.
"""

import zlib

import numpy as np
from numpy.typing import NDArray

_LONGEST, _SHORTEST, _FARTHEST = 258, 4, 32768
_LENGTH_BASES = (
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    13,
    15,
    17,
    19,
    23,
    27,
    31,
    35,
    43,
    51,
    59,
    67,
    83,
    99,
    115,
    131,
    163,
    195,
    227,
    258,
)
_LENGTH_BITS = (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0)
_DISTANCE_BASES = (
    1,
    2,
    3,
    4,
    5,
    7,
    9,
    13,
    17,
    25,
    33,
    49,
    65,
    97,
    129,
    193,
    257,
    385,
    513,
    769,
    1025,
    1537,
    2049,
    3073,
    4097,
    6145,
    8193,
    12289,
    16385,
    24577,
)
_DISTANCE_BITS = (
    0,
    0,
    0,
    0,
    1,
    1,
    2,
    2,
    3,
    3,
    4,
    4,
    5,
    5,
    6,
    6,
    7,
    7,
    8,
    8,
    9,
    9,
    10,
    10,
    11,
    11,
    12,
    12,
    13,
    13,
)


def _reversed_bits(value: int, count: int) -> int:
    return int(format(value, f"0{count}b")[::-1], 2)


def _fixed_code(symbol: int) -> tuple[int, int]:
    """(bits as they are sent, how many) of a literal, length or end symbol."""
    if symbol < 144:
        return _reversed_bits(0x30 + symbol, 8), 8
    if symbol < 256:
        return _reversed_bits(0x190 + symbol - 144, 9), 9
    if symbol < 280:
        return _reversed_bits(symbol - 256, 7), 7
    return _reversed_bits(0xC0 + symbol - 280, 8), 8


def _step(bases: tuple[int, ...], value: int) -> int:
    return max(i for i, base in enumerate(bases) if base <= value)


_CODES = [_fixed_code(symbol) for symbol in range(286)]


def _length_code(length: int) -> tuple[int, int]:
    step = _step(_LENGTH_BASES, length)
    bits, count = _CODES[257 + step]
    return bits | (length - _LENGTH_BASES[step]) << count, count + _LENGTH_BITS[step]


_LENGTH_CODES = [(0, 0)] * 3 + [_length_code(length) for length in range(3, _LONGEST + 1)]


def _distance_code(distance: int) -> tuple[int, int]:
    step = _step(_DISTANCE_BASES, distance)
    return _reversed_bits(step, 5) | (distance - _DISTANCE_BASES[step]) << 5, 5 + _DISTANCE_BITS[step]


def _repeat_lengths(data: NDArray[np.uint8], distance: int) -> list[int]:
    """For each place, how many bytes from there equal those `distance` before."""
    places = np.arange(len(data))
    differs = np.ones(len(data), bool)
    differs[distance:] = data[distance:] != data[:-distance]
    ends = np.where(differs, places, len(data))
    ends = np.minimum.accumulate(ends[::-1])[::-1]
    return np.minimum(ends - places, _LONGEST).tolist()  # type: ignore[no-any-return]


def deflate(data: bytes, distances: tuple[int, ...]) -> bytes:
    """A zlib stream of `data`; tried at each place: `distances` (1..32768), and the last place with the same bytes."""
    source = np.frombuffer(data, np.uint8)
    tried = [
        (distance, _distance_code(distance), _repeat_lengths(source, distance))
        for distance in distances
        if distance < min(len(data), _FARTHEST + 1)
    ]
    latest: dict[bytes, int] = {}
    out = bytearray(b"\x78\x01")
    pending, count = 0b011, 3  # last block, fixed codes
    place = 0
    while place < len(data):
        best, code = 0, (0, 0)
        for _, distance_code, lengths in tried:
            if lengths[place] > best:
                best, code = lengths[place], distance_code
        if best < 16:
            key = data[place : place + _SHORTEST]
            earlier = latest.get(key, -1)
            if earlier >= 0 and place - earlier <= _FARTHEST:
                size = _common_length(data, earlier, place)
                if size > best + 1:
                    best, code = size, _distance_code(place - earlier)
            latest[key] = place
        if best >= _SHORTEST:
            bits, size = _LENGTH_CODES[best]
            pending |= (bits | code[0] << size) << count
            count += size + code[1]
            place += best
        else:
            bits, size = _CODES[data[place]]
            pending |= bits << count
            count += size
            place += 1
        if count >= 512:
            whole = count // 8
            out += (pending & ((1 << 8 * whole) - 1)).to_bytes(whole, "little")
            pending >>= 8 * whole
            count -= 8 * whole
    count += 7  # the end symbol is seven zero bits
    out += pending.to_bytes((count + 7) // 8, "little")
    return bytes(out) + zlib.adler32(data).to_bytes(4, "big")


def _common_length(data: bytes, first: int, second: int) -> int:
    size = 0
    limit = min(_LONGEST, len(data) - second)
    while size < limit and data[first + size] == data[second + size]:
        size += 1
    return size
