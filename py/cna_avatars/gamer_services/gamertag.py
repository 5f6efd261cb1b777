"""The names of gamers.

Source: cna-facts 7.7: 1 to 15 characters, ASCII letters, digits and single spaces, a letter first. Our own addition: no
space at the end, where nobody sees it.
"""

import re
from typing import Any, Final

from cna_avatars.errors import ArgumentError, ArgumentNullError

LONGEST: Final = 15
_PATTERN: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*")


def is_gamertag(value: Any) -> bool:
    """Whether `value` may name a gamer."""
    return isinstance(value, str) and len(value) <= LONGEST and _PATTERN.fullmatch(value) is not None


def require_gamertag(value: str) -> str:
    """Return `value`.

    Raises
    ------
    ArgumentNullError
        if it is None.
    ArgumentError
        if it is no gamertag.
    """
    if value is None:
        raise ArgumentNullError("gamertag")
    if not is_gamertag(value):
        got = repr(value)
        got = got if len(got) <= 60 else got[:57] + "..."
        raise ArgumentError(
            f"Expected 1 to {LONGEST} ASCII letters, digits and single spaces, a letter first; got {got}.", "gamertag"
        )
    return value


def key_of(gamertag: str) -> str:
    """Return what two spellings of one gamertag have in common: names are the same ignoring case."""
    return gamertag.lower()
