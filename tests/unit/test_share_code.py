import pytest
from hypothesis import given

from cna_avatars.description.codec import Descriptor, encode, seal
from cna_avatars.description.share_code import from_share_code, from_text, share_code
from cna_avatars.errors import ArgumentError

from .test_codec import NONE, A, B, descriptors, vector


@given(descriptors)
def test_codes_survive_a_round_trip(descriptor: Descriptor) -> None:
    data = encode(descriptor, NONE)
    code = share_code(data, NONE)
    assert len(code) == (82 if data[0] == 2 else 58)
    assert from_share_code(code, NONE) == data
    assert from_text(code, NONE) == data
    assert from_text(data.hex(), NONE) == data


CODE = share_code(vector(A), NONE)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "58 or 82 characters; got 0"),
        (CODE[:-1], "got 57"),
        (CODE + "A", "got 59"),
        (CODE[:5] + "+" + CODE[6:], "got '+' at 5"),
        (CODE[:5] + "ü" + CODE[6:], "got 'ü' at 5"),
        (CODE[:-1] + "B", "unused bits"),
        ("Ag" + CODE[2:], "format 1 in a code of 58 characters; got 2"),
        (CODE[:2] + "AA" + CODE[4:], "letters CNA"),
        (CODE[:7] + "__" + CODE[9:], "a height of 1450 to 2050 mm"),
    ],
)
def test_bad_codes_are_refused_with_a_reason(code: str, words: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        from_share_code(code, NONE)
    assert words in str(caught.value)


def test_a_format_2_code_must_need_format_2() -> None:
    neutral = seal(b"\2" + vector(A)[1:43] + b"\0\0" + b"\x80" * 16)
    with pytest.raises(ArgumentError, match="neither"):
        share_code(neutral, NONE)
    assert len(share_code(vector(B), NONE)) == 82


def test_hexadecimal_text_is_checked_too() -> None:
    with pytest.raises(ArgumentError, match="2042 hexadecimal digits"):
        from_text("g" * 2042, NONE)
    with pytest.raises(ArgumentError, match="CRC-32"):
        from_text("01434e41" + "0" * 2034, NONE)
