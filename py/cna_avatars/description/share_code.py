"""The text form of a description: base64url of the bytes that are not always zero.

58 characters for format 1, 82 for format 2; the CRC and the zeros are rebuilt. There is one code for each avatar.
"""

import base64
import re

from cna_avatars.errors import ArgumentError
from cna_avatars.wardrobe import WardrobeRegistry, installed

from .codec import SIGNIFICANT_BYTES, SIZE, Descriptor, read, seal

CODE_LENGTHS = {58: 1, 82: 2}
"""Length of a code in characters → format."""

_ALPHABET = re.compile(r"[A-Za-z0-9_-]*\Z")
_HEX = re.compile(r"[0-9a-fA-F]*\Z")


def share_code(data: bytes, wardrobes: WardrobeRegistry = installed) -> str:
    """Return the code of the 1,021 bytes `data`.

    Raises
    ------
    ArgumentError
        if `data` is not a readable description.
    """
    _require_readable(data, "data", wardrobes)
    return base64.urlsafe_b64encode(data[: SIGNIFICANT_BYTES[data[0]]]).rstrip(b"=").decode("ascii")


def from_share_code(code: str, wardrobes: WardrobeRegistry = installed) -> bytes:
    """Return the 1,021 bytes that `code` stands for.

    Raises
    ------
    ArgumentError
        if it is not a code that `share_code` writes.
    """
    if len(code) not in CODE_LENGTHS:
        raise ArgumentError(f"Expected a share code of 58 or 82 characters; got {len(code)}.", "code")
    if not _ALPHABET.match(code):
        wrong = next(i for i, character in enumerate(code) if not _ALPHABET.match(character))
        raise ArgumentError(f"Expected letters, digits, - and _ only; got {code[wrong]!r} at {wrong}.", "code")
    padded = code + "=" * (-len(code) % 4)
    significant = base64.urlsafe_b64decode(padded)
    if base64.urlsafe_b64encode(significant).decode("ascii") != padded:
        raise ArgumentError("Expected a share code whose last character has no unused bits set.", "code")
    if significant[0] != CODE_LENGTHS[len(code)]:
        raise ArgumentError(
            f"Expected format {CODE_LENGTHS[len(code)]} in a code of {len(code)} characters; got {significant[0]}.",
            "code",
        )
    data = seal(significant)
    _require_readable(data, "code", wardrobes)
    return data


def from_text(text: str, wardrobes: WardrobeRegistry = installed) -> bytes:
    """Return the 1,021 bytes of `text`: a share code, or 2,042 hexadecimal digits of a readable description."""
    if len(text) != 2 * SIZE:
        return from_share_code(text, wardrobes)
    if not _HEX.match(text):
        raise ArgumentError(f"Expected {2 * SIZE} hexadecimal digits.", "text")
    data = bytes.fromhex(text)
    _require_readable(data, "text", wardrobes)
    return data


def _require_readable(data: bytes, parameter: str, wardrobes: WardrobeRegistry) -> None:
    result = read(data, wardrobes)
    if not isinstance(result, Descriptor):
        raise ArgumentError(f"Not a readable avatar description: {result}.", parameter)
