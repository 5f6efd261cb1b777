"""Time as XNA counts it: whole ticks of 100 ns in a signed 64-bit number.

`datetime.timedelta` is the public type; its microseconds are ten ticks each.
"""

from datetime import timedelta
from typing import Final

TICKS_PER_SECOND: Final = 10_000_000
MAX_TICKS: Final = 2**63 - 1
MIN_TICKS: Final = -(2**63)
_MICROSECOND: Final = timedelta(microseconds=1)


def ticks_of(span: timedelta) -> int:
    """Return `span` in ticks, exactly."""
    return (span // _MICROSECOND) * 10


def span_of(ticks: int) -> timedelta:
    """Return `ticks` as a timedelta, rounded to the nearest microsecond (half to even)."""
    microseconds, rest = divmod(ticks, 10)
    if rest > 5 or (rest == 5 and microseconds % 2):
        microseconds += 1
    return timedelta(microseconds=microseconds)


def ticks_from_seconds(seconds: float) -> int:
    """Return the nearest whole number of ticks, halves away from zero."""
    ticks = int(abs(seconds) * TICKS_PER_SECOND + 0.5)
    return ticks if seconds >= 0 else -ticks


def remainder(dividend: int, divisor: int) -> int:
    """Return the remainder that C and C# compute: it has the sign of the dividend (-7, 3 → -1)."""
    rest = abs(dividend) % abs(divisor)
    return rest if dividend >= 0 else -rest
