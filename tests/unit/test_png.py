import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cna_avatars.catalog.png import decode_png, premultiply
from cna_avatars.errors import ContentLoadError

from .helpers.tiny_catalog import png, png_of

RNG = np.random.default_rng(4)
PIXELS = RNG.integers(0, 256, (9, 7, 4), dtype=np.uint8)
PIXELS[..., 3] = 255


def filtered(pixels: np.ndarray, filters: list[int]) -> bytes:
    """Encode with the PNG specification's filters, one pixel at a time."""
    height, width, channels = pixels.shape
    wide = pixels.astype(int)
    rows = b""
    for y in range(height):
        row = bytearray()
        for x in range(width):
            for c in range(channels):
                left = wide[y, x - 1, c] if x else 0
                up = wide[y - 1, x, c] if y else 0
                corner = wide[y - 1, x - 1, c] if x and y else 0
                estimate = left + up - corner
                distances = [abs(estimate - left), abs(estimate - up), abs(estimate - corner)]
                paeth = (left, up, corner)[distances.index(min(distances))]
                predicted = (0, left, up, (left + up) // 2, paeth)[filters[y]]
                row.append((wide[y, x, c] - predicted) % 256)
        rows += bytes([filters[y]]) + bytes(row)
    return rows


def header(width: int, height: int, kind: int = 6, depth: int = 8, interlace: int = 0) -> bytes:
    return struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlace)


@pytest.mark.parametrize(
    "filters", [[0] * 9, [1] * 9, [2] * 9, [3] * 9, [4] * 9, [0, 1, 2, 3, 4, 4, 3, 2, 1], [2, 1, 0, 2, 1, 0, 2, 1, 0]]
)
def test_every_filter_is_undone(filters: list[int]) -> None:
    data = png_of(header(7, 9), filtered(PIXELS, filters))
    assert decode_png(data, "test").tolist() == PIXELS.tolist()


@given(st.integers(0, 255), st.integers(0, 255))
def test_premultiplying_rounds_in_whole_numbers(color: int, alpha: int) -> None:
    pixels = np.array([[[color, 0, 255, alpha]]], np.uint8)
    expected = [(color * alpha + 127) // 255, 0, (255 * alpha + 127) // 255, alpha]
    assert decode_png(png(pixels), "test")[0, 0].tolist() == expected
    assert premultiply(pixels)[0, 0].tolist() == expected


@pytest.mark.parametrize(
    ("kind", "samples", "rgba"),
    [
        (0, [9], [9, 9, 9, 255]),
        (2, [1, 2, 3], [1, 2, 3, 255]),
        (4, [9, 255], [9, 9, 9, 255]),
        (6, [1, 2, 3, 255], [1, 2, 3, 255]),
    ],
)
def test_other_colour_types_become_rgba(kind: int, samples: list[int], rgba: list[int]) -> None:
    assert decode_png(png_of(header(1, 1, kind), bytes([0, *samples])), "test")[0, 0].tolist() == rgba


def test_palettes_bring_colour_and_transparency() -> None:
    extra = [(b"PLTE", bytes([10, 20, 30, 255, 255, 255])), (b"tRNS", bytes([0]))]
    pixels = decode_png(png_of(header(2, 1, 3), bytes([0, 1, 0]), extra), "test")
    assert pixels[0].tolist() == [[255, 255, 255, 255], [0, 0, 0, 0]]


GOOD = png(PIXELS)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "PNG signature"),
        (GOOD[:40], "IDAT|a chunk|bytes of"),
        (GOOD[:20] + b"\xff" + GOOD[21:], "CRC"),
        (png_of(header(0, 9), b""), "1 to 2048 x 2048 pixels.*; got 0 x 9"),
        (png_of(header(4000, 4000), b""), "got 4000 x 4000"),
        (png_of(header(7, 9, depth=16), b""), "8 bits a channel"),
        (png_of(header(7, 9, interlace=1), b""), "not interlaced"),
        (png_of(header(7, 9, kind=5), b""), "8 bits a channel"),
        (png_of(header(7, 9), b"\0" * 100), "261 bytes of pixels.*; got 100"),
        (png_of(header(7, 9), b"\0" * 300), "261 bytes of pixels.*; got 262"),
        (png_of(header(1, 1), bytes([5, 0, 0, 0, 0])), "filters 0 to 4.*; got filter 5"),
        (png_of(header(1, 1, 3), b"\0\0"), "a palette"),
        (png_of(header(1, 1, 3), b"\0\1", [(b"PLTE", bytes(3))]), "palette indices below 1.*; got 1"),
        (png_of(header(1, 1, 2), b"\0abc", [(b"tRNS", bytes(6))]), "transparency"),
        (png_of(header(1, 1), b"\0abcd", [(b"ABCD", b"")]), "known critical chunks"),
        (png_of(header(1, 1), b"\0abcd", [(b"IHDR", header(1, 1))]), "one IHDR"),
        (GOOD[:8] + GOOD[33:], "IHDR first"),
    ],
    ids=range(17),
)
def test_broken_images_are_refused_with_a_reason(data: bytes, words: str) -> None:
    with pytest.raises(ContentLoadError, match=words) as caught:
        decode_png(data, "file x")
    assert "file x" in str(caught.value)


@given(st.binary(max_size=200), st.integers(0, len(GOOD)))
def test_hostile_bytes_raise_nothing_else(data: bytes, cut: int) -> None:
    for hostile in (data, GOOD[:cut] + data, GOOD[:cut] + data + GOOD[cut + len(data) :]):
        try:
            decode_png(hostile, "test")
        except ContentLoadError:
            continue


def test_a_small_file_cannot_unpack_into_much() -> None:
    bomb = png_of(header(1, 1), bytes(50_000_000))
    with pytest.raises(ContentLoadError, match="5 bytes of pixels"):
        decode_png(bomb, "test")
