"""Spans of time by clock and calendar: ``between 22:00 and 06:00``, ``on Fridays``, ``in May``.

Each is one word: in ``it is between 18:00 and 20:00`` a condition, and elsewhere the same condition
behind "if", in the place that the grammar has for it.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain.words.lexemes import DAYS, MONTHS, SPANS, Lexeme, Said, Words, kinds
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.regex import regex

_ORDINAL = regex(r"(\d{1,2})(?:st|nd|rd|th)?")
_CLOCK = regex(r"(\d{1,2}):([0-5]\d)")
_LAST = 24 * 60  # minutes
_BETWEEN = {"between": ("and",), "from": ("to", "until", "till", "through")}
_HOURS = {"noon": _LAST // 2, "midnight": 0}
_EVERY = frozenset(f"{each} {unit}" for each in ("each", "every") for unit in ("day", "week"))
_SUBJECTS = {("it",): 1, ("today",): 1, ("now",): 1, ("the", "time"): 2, ("the", "date"): 2}
_JOINTS = {"only": "only if", "but only": "only if", "except": "unless", "not": "unless"}
_ALLOWS = kinds("_MAY _MAY_NOT _NO_PLAYER")
Span = tuple[int, int, int]  # which of SPANS, the first and the last of it, both in it


def span_at(words: Words, at: int, found: list[Lexeme], rewriter: Any) -> Said:
    """A span of time as a condition, and how many words it has."""
    texts = [each.low for each in words[at : at + 3]]
    many = next((n for said, n in _SUBJECTS.items() if tuple(texts[:n]) == said), 0)
    said = words[at + many].kind if many and at + many < len(words) else ""
    if said in ("IS", "IS_NOT") and not (found and found[-1].kind in ("THE", "THEIR", "POSS")):
        start = at + many + 1
        if span := _span(words, start, rewriter) or _point(words, start, rewriter):
            kind = "NOW" if said == "IS" else "NOT_NOW"
            return [_word(words, at, start + span[1], kind, span[0])], start + span[1] - at
        return None
    span = _span(words, at, rewriter)
    return _as_condition(words, at, found, rewriter, span) if span else None


def _as_condition(
    words: Words, at: int, found: list[Lexeme], rewriter: Any, span: tuple[Span, int]
) -> Said:
    """``if it is`` such a time, behind the comma of what it belongs to."""
    end = at + span[1]
    joint = words[end : end + 1] if end < len(words) and words[end].text == "," else []
    now = _word(words, at, end, "NOW", span[0])
    allows = any(each.kind in _ALLOWS for each in words)
    if words[at].kind == "WEEKDAY" and not allows:
        return None  # a time at which something happens
    if found and found[-1].kind == "NOW":
        return [*rewriter.made("and", words[at]), now], span[1]
    if not found and not allows:  # what happens on a day, and not all the time
        day = SPANS[span[0][0]] in ("date", "weekday") and span[0][1] == span[0][2]
        edge = rewriter.made("at the beginning of each day ,", words[at])
        return ([*edge, *rewriter.made("if", words[at]), now], span[1]) if day and joint else None
    if not allows and words[0].kind == "_IF":
        return None  # it has to be so at that time
    if joint and not allows and all(each.kind != "joint" for each in found):
        return [*joint, *rewriter.made("if", words[at]), now], span[1]
    said = _JOINTS.get(found[-1].low, "") if found else ""
    if said:
        found.pop()
    return [*rewriter.made(said or "if", words[at]), now], span[1]


def _word(words: Words, at: int, end: int, kind: str, span: Span) -> Lexeme:
    text = " ".join(each.text for each in words[at:end])
    return replace(words[at], kind=kind, text=text, end=words[end - 1].end, value=span)


def _span(words: Words, at: int, rewriter: Any) -> tuple[Span, int] | None:
    """A span with the words in front that make it one, and how many words that is."""
    if at >= len(words):
        return None
    first = words[at].low
    if first in _BETWEEN:
        one = _point(words, at + 1, rewriter, open_=True)
        to = at + 1 + one[1] if one else len(words)
        other = _point(words, to + 1, rewriter) if to < len(words) else None
        if not (one and other and words[to].low in _BETWEEN[first]):
            return None
        (unit, start, _), (of, _, last) = one[0], other[0]
        if SPANS[unit] == "date" and start <= 100:  # from 1 to 15 December
            start += last // 100 * 100
        end = last - (SPANS[unit] == "minute")
        length = to + 1 + other[1] - at
        is_span = unit == of and start != end + 1
        return ((unit, start, end % _LAST), _every(words, at, length)) if is_span else None
    if words[at].kind == "WEEKDAY" and first.startswith("on "):
        day = DAYS.index(first.removeprefix("on ").removesuffix("s"))
        return (SPANS.index("weekday"), day, day), 1
    found = _point(words, at + 1, rewriter)
    if found is None:
        return None
    which, low, high = found[0]
    length = _every(words, at, 1 + found[1])
    if SPANS[which] == "minute":
        if first not in ("after", "before", "until"):
            return None
        low, high = (low, _LAST - 1) if first == "after" else (0, low - 1)
        return (which, low, high), length
    wanted = ("on", "every") if low == high else ("in", "during")
    return (found[0], length) if first in wanted else None


def _point(words: Words, at: int, rewriter: Any, *, open_: bool = False) -> tuple[Span, int] | None:
    """A time of the day, a weekday, a date or a month, and how many words it has.

    ``open_``: it may be a day whose month is said with the end of the span, which is 0 then.
    """
    if at >= len(words) or rewriter.time_of(words[at].text):
        return None
    text, rest = words[at].low, [each.low for each in words[at + 1 : at + 3]]
    if (clock := _CLOCK.fullmatch(text)) or text in _HOURS:
        minute = _HOURS[text] if not clock else 60 * integer(clock[1]) + integer(clock[2])
        return ((SPANS.index("minute"), minute, minute), 1) if minute <= _LAST else None
    if text.removesuffix("s") in DAYS:
        day = DAYS.index(text.removesuffix("s"))
        return (SPANS.index("weekday"), day, day), 1
    date = SPANS.index("date")
    if text in MONTHS and words[at].text[0].isupper():
        month = 100 * MONTHS.index(text) + 100
        day = _day(rest[0], text) if rest else 0
        return ((date, month + day, month + day), 2) if day else ((date, month + 1, month + 31), 1)
    the = text == "the"
    day = _day(rest[0] if the and rest else text)
    month_at = at + 1 + the + (rest[the : the + 1] == ["of"])
    name = words[month_at] if day and month_at < len(words) else words[at]
    day = _day(str(day), name.low) if name.low in MONTHS else day
    if day and name.low in MONTHS and name.text[0].isupper():
        month = 100 * MONTHS.index(name.low) + 100
        return (date, month + day, month + day), month_at + 1 - at
    return ((date, day, day), 1 + the) if day and open_ else None


def _day(text: str, month: str = "january") -> int:
    """The day of a month; 0 for other words, and where that month has no such day."""
    said = _ORDINAL.fullmatch(text)
    day = integer(said[1]) if said else 0
    return day if day <= _LENGTHS[MONTHS.index(month)] else 0


_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _every(words: Words, at: int, length: int) -> int:
    """The length with ``each day``, ``every year`` behind it, which says no more."""
    behind = [each.low for each in words[at + length : at + length + 2]]
    if behind[:1] and behind[0] in {*_EVERY, "utc"}:
        return length + 1
    return length + 2 * (behind in (["each", "year"], ["every", "year"]))
