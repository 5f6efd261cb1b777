import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cna_avatars.description import codec
from cna_avatars.description.codec import Descriptor, decode, downgrade, encode, read, seal, unencodable
from cna_avatars.errors import ArgumentError
from cna_avatars.wardrobe import Slot, Wardrobe, WardrobeItem, WardrobeRegistry

A = "01434e41010807800300e0ac80241c18462e1edc3c383c50b43c3e46f0f0ec0100140028003c0000000000000000000000000000000000000000000000"
B = "02434e41010807800300e0ac80241c18462e1edc3c383c50b43c3e46f0f0ec0100140028003c00000000007a00a08060808080808080808080808080f3"
C = "01434e410090068001000000000000000000000000000000000000000000000100140028003c0000000000000000000000000000000000000000000000"
VECTORS = [(A, "e3896bc3"), (B, "da82fce6"), (C, "dc019365")]
NONE = WardrobeRegistry()
KNOWN = WardrobeRegistry(
    [
        Wardrobe(
            3,
            (
                WardrobeItem(1, Slot.hair, "hair_short"),
                WardrobeItem(20, Slot.top, "top_tshirt"),
                WardrobeItem(40, Slot.bottom, "bottom_jeans"),
                WardrobeItem(60, Slot.shoes, "shoes_sneakers"),
                WardrobeItem(100, Slot.hat, "hat_cap"),
                WardrobeItem(122, Slot.facial_hair, "facial_beard"),
            ),
            (1680, 1800),
        )
    ]
)
GOOD = Descriptor(items=(1, 20, 40, 60, 0, 0), catalog_version=3)


def vector(hexadecimal: str) -> bytes:
    return seal(bytes.fromhex(hexadecimal))


@pytest.mark.parametrize(("head", "crc"), VECTORS)
def test_vectors_have_the_contracts_crc_and_survive_a_round_trip(head: str, crc: str) -> None:
    data = vector(head)
    assert data[1017:].hex() == crc
    descriptor = decode(data, NONE)
    assert descriptor is not None
    assert encode(descriptor, NONE) == data


def test_vector_b_reads_every_field() -> None:
    b = decode(vector(B), NONE)
    assert b is not None
    assert (b.body, b.height_mm, b.build, b.catalog_version) == (1, 1800, 128, 3)
    assert b.colors[0] == (224, 172, 128)
    assert b.colors[6] == (240, 240, 236)
    assert b.items == (1, 20, 40, 60, 0, 0)
    assert b.facial_hair == 122
    assert (b.face[0], b.face[2], b.face[15]) == (160, 96, 243)


def test_crc_is_the_ieee_one() -> None:
    assert zlib.crc32(b"123456789") == 0xCBF43926


@pytest.mark.parametrize("position", range(0, 1021, 7))
def test_any_flipped_bit_makes_it_unreadable(position: int) -> None:
    data = bytearray(vector(A))
    data[position] ^= 4
    assert decode(bytes(data), NONE) is None


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (vector(A)[:-1], "1021 bytes; got 1020"),
        (b"", "1021 bytes; got 0"),
        (bytes(1021), "format 1 or 2 at byte 0; got 0"),
        (b"\3" + vector(A)[1:], "format 1 or 2 at byte 0; got 3"),
        (vector(A)[:1] + b"CNB" + vector(A)[4:], "letters CNA"),
        (vector(A)[:1017] + b"\0\0\0\0", "CRC-32"),
        (seal(vector(A)[:600] + b"\1"), "got 1 at byte 600"),
        (seal(vector(B)[:61] + b"\1"), "got 1 at byte 61"),
        (seal(b"\2" + vector(A)[1:43] + b"\0\0" + b"\x80" * 16), "it has neither"),
    ],
)
def test_unreadable_bytes_say_why(data: bytes, words: str) -> None:
    result = read(data, NONE)
    assert isinstance(result, str)
    assert words in result
    assert decode(data, NONE) is None


def test_wrong_crc_counts_before_reserved_bytes() -> None:
    assert "CRC-32" in str(read(vector(A)[:600] + b"\1" + vector(A)[601:], NONE))


@pytest.mark.parametrize(
    "change",
    [
        {"body": 2},
        {"height_mm": 1449},
        {"height_mm": 2051},
        {"catalog_version": 0},
        {"catalog_version": 65536},
        {"build": 256},
        {"items": (0, 20, 40, 60, 0, 0)},
        {"items": (1, 0, 40, 60, 0, 0)},
        {"items": (1, 20, 0, 60, 0, 0)},
        {"items": (1, 20, 40, 0, 0, 0)},
        {"items": (1, 1, 40, 60, 0, 0)},
        {"items": (1, 20, 40, 999, 0, 0)},
        {"items": (1, 20, 40, 60, 100, 0)},
        {"items": (1, 20, 40, 60, 0, 20)},
        {"facial_hair": 40},
        {"facial_hair": 4000},
        {"face": (128,) * 15},
        {"face": (256,) * 16},
        {"colors": ((0, 0, 0),) * 6},
        {"colors": ((0, 0, -1),) * 7},
    ],
)
def test_what_cannot_be_encoded_is_refused_and_never_clamped(change: dict) -> None:
    descriptor = replace(GOOD, **change)
    assert unencodable(descriptor, KNOWN)
    with pytest.raises(ArgumentError):
        encode(descriptor, KNOWN)


@pytest.mark.parametrize("height", [1450, 2050])
def test_the_extreme_heights_are_encodable(height: int) -> None:
    assert decode(encode(replace(GOOD, height_mm=height), KNOWN), KNOWN) == replace(GOOD, height_mm=height)


@pytest.mark.parametrize(
    "change", [{"items": (65536, 20, 40, 60, 0, 0)}, {"items": (1, 20, 40, 60, 0, -1)}, {"facial_hair": 65536}]
)
def test_ids_have_16_bits_in_unknown_catalogs_too(change: dict) -> None:
    assert unencodable(replace(GOOD, catalog_version=65535, **change), NONE) == "expected item ids of 0 to 65535"
    most = replace(GOOD, catalog_version=65535, items=(65535,) * 6, facial_hair=65535)
    assert decode(encode(most, NONE), NONE) == most


def test_a_descriptor_is_plain_unless_said_otherwise() -> None:
    black = ((0, 0, 0),) * 7
    assert Descriptor() == Descriptor(0, 1700, 128, 1, black, (0, 0, 0, 0, 0, 0), 0, (128,) * 16)


def test_an_unknown_catalogs_ids_are_carried() -> None:
    far = replace(GOOD, catalog_version=999, items=(1, 20, 40, 60, 0, 4000), facial_hair=4001)
    assert decode(encode(far, KNOWN), KNOWN) == far


@pytest.mark.parametrize("change", [{"facial_hair": 122}, {"face": (128,) * 15 + (3,)}, {"face": (3,) + (128,) * 15}])
def test_only_what_needs_format_2_is_written_in_it(change: dict) -> None:
    plain, rich = encode(GOOD, KNOWN), encode(replace(GOOD, **change), KNOWN)
    assert (plain[0], rich[0]) == (1, 2)
    assert plain[1:43] == rich[1:43]


def test_downgrading_drops_face_and_facial_hair_only() -> None:
    copy = downgrade(vector(B))
    assert copy == vector(A)
    assert downgrade(copy) == copy


colors = st.tuples(*[st.tuples(*[st.integers(0, 255)] * 3)] * 7)
descriptors = st.builds(
    Descriptor,
    body=st.integers(0, 1),
    height_mm=st.integers(1450, 2050),
    build=st.integers(0, 255),
    catalog_version=st.integers(1, 65535),
    colors=colors,
    items=st.tuples(*[st.integers(1, 65535)] * 4, *[st.integers(0, 65535)] * 2),
    facial_hair=st.integers(0, 65535),
    face=st.tuples(*[st.integers(0, 255)] * 16),
)


@given(descriptors)
def test_every_descriptor_survives_a_round_trip(descriptor: Descriptor) -> None:
    data = encode(descriptor, NONE)
    assert len(data) == codec.SIZE
    assert decode(data, NONE) == descriptor


@given(st.binary(min_size=0, max_size=1200))
def test_hostile_bytes_are_unreadable_and_harmless(data: bytes) -> None:
    assert decode(data, NONE) is None


@given(st.binary(min_size=61, max_size=61))
def test_what_is_readable_is_exactly_what_is_written(significant: bytes) -> None:
    data = seal(bytes([1 + significant[0] % 2]) + b"CNA" + significant[4:])
    descriptor = decode(data, NONE)
    if descriptor is not None:
        assert encode(descriptor, NONE) == data
