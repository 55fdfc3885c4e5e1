"""Calendar of a nomic: UTC, weeks from Monday 00:00, phases that begin on given weekdays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from itertools import permutations

from wikibot.wikitext import dialect
from wikibot.wikitext.messages import MONTHS, local_time, say, zone_of
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.regex import regex

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
          (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))  # fmt: skip
_LARGEST = 100_000  # beyond it a Roman numeral is a row of Ms
_LONGEST = 120  # characters of a Roman numeral below that
_MOST_PARTS, _AGO = 6, 999  # numbers and months of a time; a year before all wikis
_TIME = regex(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?"
    r"(?:Z|(?P<sign>[+-])(?P<ahead>\d\d):?(?P<minutes>\d\d))?"
)


@lru_cache(maxsize=256)
def parse_time(text: str) -> datetime:
    """Read ``2024-01-05T02:22:00Z``; seconds and the Z may be missing, ``+02:00`` may replace it.

    Raises ``ValueError`` with what was expected.
    """
    found = _TIME.fullmatch(text.strip())
    if not found:
        raise ValueError(say("{!r} is not a time; write it like 2024-01-05T02:22:00Z", text))
    numbers = [integer(part or "0") for part in found.groups()[:6]]
    hours, minutes = integer(found["ahead"] or "0"), integer(found["minutes"] or "0")
    ahead = timedelta(hours=hours, minutes=minutes)
    try:
        zone = timezone(-ahead if found["sign"] == "-" else ahead)
        time = datetime(*numbers, tzinfo=zone).astimezone(UTC)  # type: ignore[misc, arg-type]
        return in_calendar(time)
    except (ValueError, OverflowError) as error:
        raise ValueError(say("{!r} is not a time: {}", text, error)) from None


def parse_local_time(text: str) -> datetime:
    """Read a time as the wiki's signatures have it, to the minute; ``ValueError`` for another."""
    wiki = dialect.current()
    months = wiki.months or tuple(map(say, MONTHS))
    said = [number for number, month in enumerate(months, start=1) if month in text]
    said += [integer(each) for each in re.findall(r"\d{1,4}", text)]
    before = dialect.BUDDHIST if "{buddhist}" in wiki.date else 0
    for year, *rest in (each for each in permutations(said[:_MOST_PARTS], 5) if each[0] > _AGO):
        with suppress(ValueError, OverflowError):
            zone = zone_of(wiki.zone)
            time = datetime(year - before, *rest, tzinfo=zone).astimezone(UTC)  # type: ignore[misc, arg-type]
            if local_time(time) == text:
                return time
    raise ValueError(text)


def in_calendar(time: datetime) -> datetime:
    """The time itself, or ``ValueError`` where a year more or less may be no time at all."""
    if not 1 < time.year < 9999:
        raise ValueError("it is at an end of the calendar")
    return time


@lru_cache(maxsize=64)
def format_time(time: datetime) -> str:
    """Write a time as ``2024-01-05T02:22:00Z``."""
    return time.astimezone(UTC).isoformat()[:19] + "Z"


def day_start(time: datetime) -> datetime:
    """00:00 of the same day."""
    return time.replace(hour=0, minute=0, second=0, microsecond=0)


def week_start(time: datetime) -> datetime:
    """Monday 00:00 of the same week."""
    return day_start(time) - time.weekday() * DAY


class Phases:
    """Phases that begin at 00:00 on the same weekdays of every week, e.g. Monday and Friday.

    ``starts`` are weekday numbers, Monday 0, in order.
    """

    def __init__(self, starts: Sequence[int]) -> None:
        if not starts or list(starts) != sorted(dict.fromkeys(starts)):
            raise ValueError("phases need weekdays in order, each once")
        self.starts = tuple(starts)
        week = range(7)
        self._since = [min((day - start) % 7 for start in starts) * DAY for day in week]
        self._until = [min((start - day - 1) % 7 + 1 for start in starts) * DAY for day in week]

    def start(self, time: datetime) -> datetime:
        """When the phase that ``time`` lies in began."""
        return day_start(time) - self._since[time.weekday()]

    def end(self, time: datetime) -> datetime:
        """When the phase that ``time`` lies in ends, which is the instant the next one begins."""
        return day_start(time) + self._until[time.weekday()]

    def index(self, time: datetime) -> int:
        """A number that grows by one with every phase, to count the phases between two times."""
        start = self.start(time)
        weeks = (week_start(start) - datetime(2001, 1, 1, tzinfo=UTC)) // WEEK
        return weeks * len(self.starts) + self.starts.index(start.weekday())


def roman(number: int) -> str:
    """Write a positive number in Roman numerals; other numbers in Arabic ones."""
    if not 0 < number < _LARGEST:
        return str(number)
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text


def parse_roman(text: str) -> int:
    """Read a Roman or Arabic number; raises ``ValueError`` where it is neither."""
    text = text.strip().upper()
    if len(text) > _LONGEST:
        raise ValueError(say("{!r}... is not a Roman numeral", text[:_LONGEST]))
    if text.isascii() and text.isdigit():
        return integer(text)
    number, rest = 0, text
    for value, letters in _ROMAN:
        while rest.startswith(letters):
            number, rest = number + value, rest[len(letters) :]
    if rest or not text or roman(number) != text:
        raise ValueError(say("{!r} is not a Roman numeral", text))
    return number


def period_name(phase: int, time: datetime) -> str:
    """What a chart counts by: the phase; where that is 0, in a game without phases, the day."""
    return str(phase) if phase else f"{time:%Y-%m-%d}"
