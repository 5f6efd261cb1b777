from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cna_avatars.timespan import MAX_TICKS, MIN_TICKS, remainder, span_of, ticks_from_seconds, ticks_of


@pytest.mark.parametrize(
    ("dividend", "divisor", "rest"), [(-7, 3, -1), (7, 3, 1), (7, -3, 1), (-7, -3, -1), (-6, 3, 0), (0, 5, 0)]
)
def test_remainder_has_the_sign_of_the_dividend(dividend: int, divisor: int, rest: int) -> None:
    assert remainder(dividend, divisor) == rest


@given(st.integers(-(2**62), 2**62), st.integers(1, 2**40))
def test_remainder_completes_a_division_towards_zero(dividend: int, divisor: int) -> None:
    rest = remainder(dividend, divisor)
    quotient = (dividend - rest) // divisor
    assert quotient * divisor + rest == dividend
    assert abs(rest) < divisor
    assert rest * dividend >= 0


@given(st.timedeltas(timedelta(days=-10000), timedelta(days=10000)))
def test_spans_keep_their_ticks(span: timedelta) -> None:
    assert span_of(ticks_of(span)) == span


@pytest.mark.parametrize(
    ("ticks", "microseconds"), [(14, 1), (15, 2), (25, 2), (16, 2), (-15, -2), (-25, -2), (-14, -1)]
)
def test_spans_round_to_the_nearest_even_microsecond(ticks: int, microseconds: int) -> None:
    assert span_of(ticks) == timedelta(microseconds=microseconds)


@pytest.mark.parametrize(
    ("seconds", "ticks"), [(0.25e-7, 0), (0.5e-7, 1), (-0.5e-7, -1), (3.2, 32_000_000), (-1.5, -15_000_000)]
)
def test_seconds_round_half_away_from_zero(seconds: float, ticks: int) -> None:
    assert ticks_from_seconds(seconds) == ticks


def test_the_longest_timespan_is_a_timedelta() -> None:
    assert abs(ticks_of(span_of(MAX_TICKS)) - MAX_TICKS) < 10


def test_ticks_have_64_bits_and_a_sign() -> None:
    assert (MIN_TICKS, MAX_TICKS) == (-9_223_372_036_854_775_808, 9_223_372_036_854_775_807)
