"""Numbers and times as people and wikis write them: found, read, masked and written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from itertools import permutations
from types import MappingProxyType

from wikibot.wikitext.dialect import BUDDHIST, current
from wikibot.wikitext.messages import MONTHS, local_time, say, zone_of
from wikibot.wikitext.regex import regex

# == Numbers in prose: digits, number words and Roman numerals =====================================

MOST_DIGITS = 18  # of any number: more than any game needs, and quick to reckon with

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

HOW_OFTEN = MappingProxyType({"once": 1, "twice": 2, "thrice": 3})
CARDINALS = MappingProxyType(
    {word: value for value, word in enumerate(_ONES)}
    | {word: value for value, word in zip(range(20, 100, 10), _TENS, strict=True)}
    | {
        f"{tens}-{ones}": value + digit
        for value, tens in zip(range(20, 100, 10), _TENS, strict=True)
        for digit, ones in enumerate(_ONES[1:10], 1)
    }
    | {"hundred": 100, "thousand": 1000}
)
"""Words that count things; how often something happens is no number of them."""
NUMBER_WORDS = MappingProxyType({**CARDINALS, **HOW_OFTEN})

# What stands between thousands in any language, and marks that people type for one another:
_GROUPING = "'’\u00a0\u202f\u2009\u066c"
_ALIKE = (" \u00a0\u202f\u2009", ",，", ".．")
_MARKS = f"[{''.join(_ALIKE)[1:]}{_GROUPING}]"
_ENTITIES = "&(?:nbsp|thinsp|#160|#8239|#[xX][aA]0|#[xX]202[fF]);"
DIGITS = rf"\d{{1,3}}(?:(?:[ ]|{_MARKS}|{_ENTITIES})\d{{3}})+(?!\d)|\d+"
"""A pattern for a number as people write it, with whatever marks between thousands."""
_MAY_BE_GROUPED = regex(r"\d[^\w-]\d{3}")
_SHOWN = 20  # characters of a number that is refused
_TENS_AND_ONES = rf"(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES[1:10])})\b)?"
_SINGLE = sorted((*_ONES, *HOW_OFTEN, "hundred", "thousand"), key=lambda word: -len(word))
_WORDS = "|".join((_TENS_AND_ONES, *_SINGLE))
# Letters may touch digits (2d4, 10km, 5th). A Roman numeral counts only after a word that nomics
# number with it: anywhere else "I" and "MIX" are words.
NUMBER = regex(
    rf"\d+(?:[.,]\d+)*|\b(?i:{_WORDS})\b"
    r"|(?<=\b[Pp]hase )[IVXLCDM]+\b|(?<=\b[Cc]ycle )[IVXLCDM]+\b|(?<=\b[Rr]ound )[IVXLCDM]+\b"
)
NO_AMOUNT = regex(  # of things: none of them, fewer than none, or a part of one
    r"(?<![\w.,])(?:[-\u2212\u2013]\s?\d+|0+|zero|\d*[.,]\d+)(?=\s+[^\s\d])", re.IGNORECASE
)
TWO_NUMBERS = regex(  # before one thing, of which at least one is a word: one two Fish
    rf"(?<![\w.,])(?:(?:an?|{_WORDS})\s+(?:\d+|{_WORDS})|\d+\s+(?:{_WORDS}))\s+(?!and\b|or\b)[^\s,;:.&+]",
    re.IGNORECASE,
)
_PLURAL = regex(r"(?<=\b0 )(\w{2,}?)s\b")


class TooManyDigits(ValueError):
    """A number longer than any game needs. ``expected`` completes the sentence "... is not"."""

    expected = f"a number of at most {MOST_DIGITS} digits"

    def __init__(self, text: str) -> None:
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        super().__init__(say("{!r} is not {}", shown, self.expected))


def changes_number(mark: str) -> bool:
    """Whether a mark beside digits makes another number of them: ``5%``, ``$5``, ``2²``, ``~2``."""
    kind = unicodedata.category(mark)
    return mark in "%‰‱°′″" or (kind in "Sc Sm Sk Mn Me No" and mark not in "=|→⇒↔⇔")


def integer(text: str) -> int:
    """The value of digits, with any sign in front; the one way in which text becomes a number.

    Raises :class:`TooManyDigits`, and ``ValueError`` for what is no integer number.
    """
    if len(text) > MOST_DIGITS + 1:
        raise TooManyDigits(text)
    return int(text if text.isascii() else text.replace("\u2212", "-").replace("\u2013", "-"))


@lru_cache(maxsize=64)
def _by_thousands(mark: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Numbers with marks between thousands, of a language with this mark: its own; of any."""
    alike = next((marks for marks in _ALIKE if mark and mark in marks), mark)
    first, end = r"(?<![\w.,])(?P<first>\d{1,3})", r"(?!\w|[.,]\d)"
    marks = re.escape(f"{_GROUPING}{alike}")
    own = rf"{first}(?P<mark>[{marks}])(?P<rest>\d{{3}}(?:(?P=mark)\d{{3}}){{0,5}}){end}"
    # Between blanks stand numbers of a list, none of which begins with a zero.
    spaced = r"(?: \d{3}){1,6}" if " " in alike else r"(?: \d{3}){0,5} 0\d\d(?: \d{3}){0,5}"
    return re.compile(own), re.compile(rf"{first}(?:(?:{_MARKS}\d{{3}}){{1,6}}|{spaced})(?!\w)")


def ungrouped(text: str) -> str:
    """A text whose numbers have no marks between thousands, ``1000`` for ``1.000``.

    Known are the mark of the wiki's language and those that are nothing else in any; all others
    stay, for ``1.000`` may be one.
    """
    may_be = _MAY_BE_GROUPED.search(text)
    return _by_thousands(current().group)[0].sub(_whole, text) if may_be else text


def unclear_number(text: str) -> str:
    """A number in a text whose marks are between thousands in some language; "" for none."""
    if not _MAY_BE_GROUPED.search(text):
        return ""
    found = _by_thousands(current().group)[1].search(text)
    return found[0] if found else ""


def _whole(found: re.Match[str]) -> str:
    """A number without its marks; as it is where it begins with a zero."""
    whole = found["first"] + found["rest"].replace(found["mark"], "")
    return whole if unicodedata.decimal(whole[0]) else found[0]


def written_as(value: int, old: str) -> str:
    """A number in digits, with the plus sign, the marks and the kind of digits of an old one."""
    mark = re.search(r"(?<=\d)\D+(?=\d)", old)
    digits = f"{value:,}".replace(",", mark[0]) if mark else str(value)
    one = re.search(r"\d", old)
    shift = ord(one[0]) - unicodedata.decimal(one[0]) - ord("0") if one else 0
    digits = re.sub(r"[0-9]", lambda digit: chr(ord(digit[0]) + shift), digits)
    return f"+{digits}" if old.startswith("+") and value > 0 else digits


def numbers(text: str) -> tuple[str, ...]:
    """Every number of a text as written: ``2d4 and twice`` gives ``2``, ``4``, ``twice``."""
    return tuple(NUMBER.findall(text))


def mask(text: str) -> str:
    """The text with every number as ``0``, and the plural of a counted thing as its singular.

    Signs stay: +1 and -1 differ by more than a number.
    """
    return _PLURAL.sub(r"\1", NUMBER.sub("0", text))


def mask_places(text: str, hole: str) -> str:
    """The text with every ``hole`` as ``0``, and the plural of a thing counted by it singular."""
    return re.sub(rf"{hole} (\w{{2,}}?)s\b", rf"{hole} \1", text).replace(hole, "0")


def read_number(text: str) -> int:
    """The value of digits or of a number word, one for an article; ``ValueError`` otherwise."""
    word = text.strip().casefold()
    if word in ("a", "an"):
        return 1
    if word in NUMBER_WORDS:
        return NUMBER_WORDS[word]
    if re.fullmatch(r"[+\-\u2212]?\d+", word):
        return integer(word)
    raise ValueError(say("{!r} is not a number", text))


def number_or_none(text: str) -> int | None:
    """The same; None where there is no readable number."""
    try:
        return read_number(text)
    except ValueError:
        return None


_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
          (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))  # fmt: skip
_LARGEST = 100_000  # beyond it a Roman numeral is a row of Ms
_LONGEST = 120  # characters of a Roman numeral below that


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


# == Times: UTC, weeks from Monday 00:00, phases that begin on given weekdays ======================

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
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
    wiki = current()
    months = wiki.months or tuple(map(say, MONTHS))
    said = [number for number, month in enumerate(months, start=1) if month in text]
    said += [integer(each) for each in re.findall(r"\d{1,4}", text)]
    before = BUDDHIST if "{buddhist}" in wiki.date else 0
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


def period_name(phase: int, time: datetime) -> str:
    """What a chart counts by: the phase; where that is 0, in a game without phases, the day."""
    return str(phase) if phase else f"{time:%Y-%m-%d}"
