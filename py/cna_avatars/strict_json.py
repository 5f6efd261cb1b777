"""Reading JSON from strangers: every value is asked for by type, and an error names where it stood.

`Reader` wraps one value and its path ("items[3].assets.female"); each method checks and returns plain values or
further readers, or raises ContentLoadError.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final, NoReturn

import numpy as np

from .errors import ContentLoadError

MAX_NESTING: Final = 32
_ESCAPED = re.compile(rb"\\.", re.DOTALL)


class Reader:
    """One JSON value, with the path that leads to it and the words that errors start with."""

    __slots__ = ("_context", "path", "value")

    def __init__(self, value: Any, context: str, path: str = "") -> None:
        self.value = value
        self._context = context
        self.path = path

    @classmethod
    def parse(cls, data: bytes, context: str) -> "Reader":
        """Parse UTF-8 JSON; deep nesting, duplicate keys and numbers that are not finite are refused."""
        if (depth := nesting(data)) > MAX_NESTING:
            raise ContentLoadError(f"{context}: expected JSON nested at most {MAX_NESTING} deep; got {depth}.")
        try:
            text = data.decode("utf-8")
            value = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_refuse_constant)
        except ValueError as error:
            raise ContentLoadError(f"{context}: expected JSON in UTF-8; {error}.") from None
        return cls(value, context)

    def fail(self, expected: str) -> NoReturn:
        """Raise: `expected`, what came, where."""
        got = repr(self.value)
        got = got if len(got) <= 60 else got[:57] + "..."
        raise ContentLoadError(f"{self._context}: expected {expected} at {self.path or 'the top'}; got {got}.")

    def get(self, key: str) -> "Reader":
        """Return the member `key` of this object."""
        member = self.optional(key)
        if member is None:
            where = self.path or "the top"
            raise ContentLoadError(f"{self._context}: expected a field '{key}' at {where}; there is none.")
        return member

    def optional(self, key: str) -> "Reader | None":
        """Return the member `key` of this object, or None if it has none."""
        if not isinstance(self.value, dict):
            self.fail("an object")
        if key not in self.value:
            return None
        return Reader(self.value[key], self._context, f"{self.path}.{key}" if self.path else key)

    def keys(self) -> list[str]:
        """Return the keys of this object."""
        if not isinstance(self.value, dict):
            self.fail("an object")
        return list(self.value)

    def items(self, low: int = 0, high: int = 1 << 30) -> Iterator["Reader"]:
        """Yield the elements of this array of `low` to `high` elements."""
        if not isinstance(self.value, list):
            self.fail("an array")
        if not low <= len(self.value) <= high:
            count = len(self.value)
            raise ContentLoadError(
                f"{self._context}: expected {low} to {high} elements at {self.path or 'the top'}; got {count}."
            )
        for index, value in enumerate(self.value):
            yield Reader(value, self._context, f"{self.path}[{index}]")

    def integer(self, low: int, high: int) -> int:
        """Return this whole number of `low` to `high`."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            self.fail(f"a whole number of {low} to {high}")
        return self.value

    def number(self, low: float, high: float) -> float:
        """Return this finite number of `low` to `high`."""
        value = self.value
        if not isinstance(value, int | float) or isinstance(value, bool) or abs(value) > 1e300:
            self.fail("a number")
        if not math.isfinite(value) or not low <= value <= high:
            self.fail(f"a number of {low:g} to {high:g}")
        return float(value)

    def vector(self, length: int, low: float, high: float) -> tuple[float, ...]:
        """Return this array of `length` numbers of `low` to `high`."""
        return tuple(element.number(low, high) for element in self.items(length, length))

    def text(self, longest: int = 256) -> str:
        """Return this string of at most `longest` characters."""
        if not isinstance(self.value, str) or len(self.value) > longest:
            self.fail(f"a string of at most {longest} characters")
        return self.value

    def flag(self) -> bool:
        """Return this true or false."""
        if not isinstance(self.value, bool):
            self.fail("true or false")
        return self.value


def nesting(data: bytes) -> int:
    """Return how deeply the brackets of a JSON text are nested, counting none inside strings.

    The parser is recursive, and in WebAssembly a stack that overflows ends the whole runtime.
    """
    text = np.frombuffer(_ESCAPED.sub(b"__", data), np.uint8)
    is_outside = np.cumsum(text == ord('"'), dtype=np.int32) % 2 == 0
    opens = (text == ord("[")) | (text == ord("{"))
    closes = (text == ord("]")) | (text == ord("}"))
    steps = np.where(is_outside, opens.astype(np.int8) - closes.astype(np.int8), 0)
    return int(np.cumsum(steps, dtype=np.int32).max(initial=0))


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        double = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {double!r} stands twice in one object")
    return result


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
