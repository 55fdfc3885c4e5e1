"""The calendar of a nomic."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikibot.wikitext.numerals import (
    Phases,
    format_time,
    parse_roman,
    parse_time,
    roman,
    week_start,
)

TIMES = st.integers(1_000_000_000, 4_000_000_000).map(
    lambda seconds: datetime.fromtimestamp(seconds, UTC)
)
MONDAY_AND_FRIDAY = Phases((0, 4))


@pytest.mark.parametrize(
    ("time", "start", "end"),
    [
        ("2024-01-05T02:22:00Z", "2024-01-05T00:00:00Z", "2024-01-08T00:00:00Z"),
        ("2024-01-04T23:59:59Z", "2024-01-01T00:00:00Z", "2024-01-05T00:00:00Z"),
        ("2024-01-05T00:00:00Z", "2024-01-05T00:00:00Z", "2024-01-08T00:00:00Z"),
        ("2024-01-07T12:00:00Z", "2024-01-05T00:00:00Z", "2024-01-08T00:00:00Z"),
    ],
)
def test_phase_bounds(time: str, start: str, end: str) -> None:
    """A phase that begins on Friday 00:00 has that instant in it,
    and not the Monday 00:00 at which it ends.
    """
    now = parse_time(time)

    assert (format_time(MONDAY_AND_FRIDAY.start(now)), format_time(MONDAY_AND_FRIDAY.end(now))) == (
        start,
        end,
    )


@pytest.mark.parametrize(
    "written",
    ["2024-01-05T02:22:00Z", "2024-01-05T02:22Z", "2024-01-05 02:22:00", "2024-01-05T02:22:00.5Z",
     "2024-01-05T02:22:00+00:00", "2024-01-05T04:22:00+02:00", "2024-01-04T21:52:00-0430"],
)  # fmt: skip
def test_one_time_in_many_writings(written: str) -> None:
    """Seconds and zone may be missing; a time of another zone is that instant in UTC."""
    assert format_time(parse_time(written)) == "2024-01-05T02:22:00Z"


@pytest.mark.parametrize(
    "written", ["", "2024-01-05", "2024-13-05T02:22:00Z", "today", "0001-01-01T00:00:00+05:00"]
)
def test_what_is_no_time(written: str) -> None:
    """It is refused with what was expected, or what is wrong with it."""
    with pytest.raises(ValueError, match="is not a time"):
        parse_time(written)


@given(TIMES)
def test_phases_follow_each_other(time: datetime) -> None:
    """Where one phase ends the next begins, and its number is one higher."""
    end = MONDAY_AND_FRIDAY.end(time)

    assert (MONDAY_AND_FRIDAY.start(end), MONDAY_AND_FRIDAY.index(end)) == (
        end,
        MONDAY_AND_FRIDAY.index(time) + 1,
    )


@given(TIMES)
def test_a_week_starts_on_monday(time: datetime) -> None:
    """The start of a week is a Monday 00:00, less than seven days back."""
    start = week_start(time)

    assert (start.weekday(), start.hour, time - start < timedelta(days=7)) == (0, 0, True)


@given(TIMES)
def test_times_read_back(time: datetime) -> None:
    """A time that is written down is read back the same."""
    assert parse_time(format_time(time)) == time


@pytest.mark.parametrize("text", ["yesterday", "2024-13-01T00:00:00Z", "2024-01-01", ""])
def test_what_is_no_time_says_so(text: str) -> None:
    """A wrong time is named, with the form that is right or what is wrong with it."""
    with pytest.raises(ValueError, match="is not a time"):
        parse_time(text)


@given(st.integers(1, 3999))
def test_roman_numerals_read_back(number: int) -> None:
    """Roman numerals of all phases a game may have are read back; Arabic ones are read as well."""
    assert (parse_roman(roman(number)), parse_roman(str(number))) == (number, number)


@pytest.mark.parametrize("text", ["IIII", "Spring", "", "VX"])
def test_what_is_no_numeral_says_so(text: str) -> None:
    """Letters that are not a Roman numeral are refused rather than added up."""
    with pytest.raises(ValueError, match="is not a Roman numeral"):
        parse_roman(text)
