"""The bot's own words: what it says to people, in the words of the wiki.

A message is known by its English text, with a hole for each value: ``{} has no {}``. A catalogue
gives other words for it; where it has none, the English ones stand. A sync speaks to the people of
one wiki, so the words are a context, as the wiki's dialect is.

What a state keeps (what an unfinished action asks for, what a roll is for) is kept in English, so
that a game is the same in any language, and is retold in the words in use where it is shown.
Decision: a text that several messages could have made is taken for the one with the most letters.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from difflib import get_close_matches
from functools import cached_property, lru_cache
from pkgutil import get_data
from string import Formatter
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from wikibot.wikitext import dialect
from wikibot.wikitext.dialect import LARGE, InUse, grouped
from wikibot.wikitext.regex import regex

CATALOGUES = ("de",)  # that come along, beside English
MOST = 500_000  # characters of messages that people changed
_ROLLS = regex(r" and (?=(?:a roll|\d+ rolls) of )")
_LEAST = 3  # letters of a message beside its holes, for a text to be taken for it
_LONGER, _SENTENCE = 3, 120  # how long other words for a message may be: times, and characters more
_NEAR = 0.8  # how alike messages are of which one may be meant for the other
_FAULTS = 10  # that are told
_PAIR = regex(r'\s*("(?:[^"\\]|\\.)*+")\s*:\s*("(?:[^"\\]|\\.)*+")\s*,?\s*')
_HOLE = regex(r"\{(\d*+)[^{}]*+\}")
_MARKUP = regex(r"\[\[|\]\]|<[^<>]*>?|''+|~~~+|[{}\n|`]|__|^[ *#:;=]|://")


WordsKey = frozenset[tuple[str, str]]


class Words(Struct, frozen=True, dict=True):
    """The words of a language, by the messages that they stand for."""

    language: str = "en"
    texts: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def key(self) -> WordsKey:
        """What a cache goes by that keeps what was said in these words."""
        return frozenset(self.texts.items())


ENGLISH = Words()
_WORDS = InUse("words", ENGLISH)
current, use, speaking = _WORDS.current, _WORDS.use, _WORDS.speaking


def say(message: str, *values: object) -> str:
    """A message in the words in use, with its values."""
    words = current()
    if words is not ENGLISH:
        message = words.texts.get(message, message)
    if not values:
        return message
    for each in values:
        if type(each) is int and not -LARGE < each < LARGE:
            values = tuple(_Number(each) if isinstance(each, int) else each for each in values)
            break
    return message.format(*values)


def at_most(most: int, parts: Sequence[str]) -> Sequence[str]:
    """Parts of an answer; of many the first ones, and one that says how many more there are."""
    more = len(parts) - most
    return (*parts[:most], say("and {} more", more)) if more > 0 else parts


class _Number(int):
    """A whole number that a message without a format of its own shows as the wiki writes it."""

    def __format__(self, form: str) -> str:
        return super().__format__(form) if form else grouped(+self)


def later(message: str) -> str:
    """A message that is said, or retold, somewhere else: this marks it for the catalogues."""
    return message


def every_wording(message: str) -> tuple[str, ...]:
    """What a message may read like on a page: a game may have changed its language."""
    known = (catalogue(language).get(message, message) for language in CATALOGUES)
    return tuple(dict.fromkeys((message, say(message), *known)))


def every_language() -> tuple[Words, ...]:
    """English, and the language of each catalogue."""
    return (ENGLISH, *(Words(language, catalogue(language)) for language in CATALOGUES))


# -- times and numbers -----------------------------------------------------------------------------
#
# Texts have times like ``2024-01-05T02:22:00Z`` and digits of ASCII wherever a program may read
# them again: in the log, the cursor, the journal, cells and JSON. Where one is put on a page for
# people, its times and numbers get the form that the wiki itself gives them in signatures.

MONTHS = tuple(map(later, (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)))  # fmt: skip
ISO_TIME = r"(?<![\w.-])\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(?!\w)"
QUOTED = r"""(?<!\w)(?:'[^'\n]*'|"[^"\n]*"|«[^»\n]*»)(?!\w)"""
_KEPT_OR_SAID = regex(
    rf"{QUOTED}|(?P<time>{ISO_TIME})|\d++d\d++ \([\d, ]++\)(?: = \d++)?+"
    r"|(?<![\w./@])(?<!\w[-–])(?P<number>\d++(?:,\d++)*+(?:\.\d++)?+)(?![\w/@]|[.-]\w)"
)


def local_time(time: datetime) -> str:
    """A time as the wiki's signatures have it: ``14:05, 3 January 2024 (UTC)``."""
    wiki = dialect.current()
    time = time.astimezone(zone_of(wiki.zone))
    hour, minute, day, year = map(local_digits, f"{time:%H %M} {time.day} {time.year}".split())
    month = (wiki.months or MONTHS)[time.month - 1]
    if not wiki.date:
        date = say("{}, {} {} {}", f"{hour}:{minute}", day, say(month), year)
        return f"{date} ({time:%Z})"
    return wiki.date.format(
        hour=hour, minute=minute, day=day, year=year, zone=f"{time:%Z}",
        buddhist=local_digits(str(time.year + dialect.BUDDHIST)),
        month=month if wiki.months else local_digits(str(time.month)),
        weekday=wiki.weekdays[time.weekday()] if wiki.weekdays else "",
    )  # fmt: skip


@lru_cache(maxsize=64)
def zone_of(name: str) -> tzinfo:
    """A time zone by its name; UTC where there is none."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError):  # no such zone, or this computer has no list of them
        return UTC


def local_digits(text: str) -> str:
    """A text with the digits of the wiki in place of those of ASCII."""
    first = ord(dialect.current().zero) - ord("0")
    return text.translate({ord(digit): ord(digit) + first for digit in "0123456789"})


def localized(text: str) -> str:
    """A text with its times and numbers as the wiki writes them.

    What people wrote, between quotation marks, rolls, and what has letters or dots among its
    digits, stay as they are typed.
    """
    return _KEPT_OR_SAID.sub(_as_said, text)


def _as_said(found: re.Match[str]) -> str:
    if found["time"]:
        with suppress(ValueError):
            return local_time(datetime.fromisoformat(found[0]))
    return local_digits(found[0]) if found["number"] else found[0]


# -- what is kept in English -----------------------------------------------------------------------


def retold(kept: str) -> str:
    """A text that is kept in English, in the words in use; as it is where no message made it."""
    texts = current().texts
    return _retold(kept, texts) if texts else kept


def _retold(kept: str, texts: Mapping[str, str]) -> str:
    if kept in texts:
        return texts[kept]
    before, joint, last = kept.rpartition("; ")
    if last in texts:
        return f"{_retold(before, texts)}{joint}{texts[last]}"
    asks, colon, options = kept.partition(": ")
    if colon and (said := _retold(asks, texts)) != asks:
        return f"{said}{colon}{options}"
    if len(rolls := _ROLLS.split(kept)) > 1:
        return texts.get(" and ", " and ").join(_retold(each, texts) for each in rolls)
    found = max(_made_of(kept, texts), key=lambda made: made[0], default=None)
    if found:
        _, message, (*values, last) = found
        return _HOLE.sub(r"{\1}", texts[message]).format(*values, _retold(last, texts))
    one, joint, other = kept.partition(" and ")
    if joint:
        return f"{_retold(one, texts)}{texts.get(joint, joint)}{_retold(other, texts)}"
    return kept


def _made_of(kept: str, texts: Mapping[str, str]) -> Iterator[tuple[int, str, list[str]]]:
    """Messages with holes of which a text can be made: their letters, and what fills the holes."""
    for message in texts:
        first, hole, _ = message.partition("{")
        if not hole or "{0" in message or not kept.startswith(first):
            continue
        *parts, end = _HOLE.split(message)[2::2]
        letters, at, values = len(first) + len("".join(parts)) + len(end), len(first), list[str]()
        for part in parts:
            found = kept.find(part, at)
            if found < 0:
                break
            values.append(kept[at:found])
            at = found + len(part)
        else:
            if letters >= _LEAST and kept.endswith(end) and at <= len(kept) - len(end):
                yield letters, message, [*values, kept[at : len(kept) - len(end)]]


# -- catalogues ------------------------------------------------------------------------------------


@lru_cache
def catalogue(language: str) -> Mapping[str, str]:
    """A catalogue that comes along: the words of a language by their messages."""
    found: Mapping[str, str] = json.loads(get_data("wikibot", f"words/{language}.json") or b"{}")
    return found


def words_of(
    language: str, given: str = "", before: Words | None = None
) -> tuple[Words, tuple[str, ...]]:
    """The words of a language with those that people gave, and what is wrong with these.

    ``before``: words of that language with others that people gave already.

    English where no catalogue of the language comes along. What people gave is JSON, ``"message":
    "other words",`` on each line; a faulty line costs only itself.
    """
    code = language.partition("-")[0]
    language = code if code in CATALOGUES else "en"
    texts = dict(before.texts if before else catalogue(language) if code in CATALOGUES else {})
    faults = [f"more than {MOST:,} characters"] if len(given) > MOST else []
    for number, line in enumerate(() if faults else given.split("\n"), 1):
        fault, pair = "", _PAIR.fullmatch(line)
        if pair:
            fault = _take(pair[1], pair[2], texts)
        elif '"' in line:
            fault = 'it does not read `"message": "other words",`'
        if fault and len(faults) < _FAULTS:
            faults.append(f"line {number}: {fault}")
    return Words(language, texts) if texts else ENGLISH, tuple(faults)


def _take(message: str, text: str, texts: dict[str, str]) -> str:
    """Take other words for a message; what is wrong with them."""
    try:
        message, text = json.loads(message, strict=False), json.loads(text, strict=False)
    except ValueError as error:
        return str(error)
    if message not in catalogue(CATALOGUES[0]):
        near = get_close_matches(message[:_SENTENCE], catalogue(CATALOGUES[0]), 1, _NEAR)
        return f"there is no message {message[:60]!r}" + "".join(f"; nearest: {n!r}" for n in near)
    fault = misfit(message, text)
    if text and not fault:
        texts[message] = text
    return fault and f"{message[:60]!r} {fault}"


def misfit(message: str, text: str) -> str:
    """Why other words cannot stand in a message's place; "" where they can."""
    if len(text) > _LONGER * len(message) + _SENTENCE:
        return "would be too long"
    try:
        alike = not text or _holes(message) == _holes(text)
    except ValueError as error:
        return f"has other braces: {error}"
    if not alike:
        return (
            f"has these places for values: {' '.join(each[0] for each in _HOLE.finditer(message))}"
        )
    if text and _marks(message) != _marks(text):
        return "has other markup, backticks or line breaks"
    return ""


def _holes(message: str) -> set[tuple[str, str, str]]:
    """The holes of a message: which value stands there, and how it is written."""
    if not _HOLE.search(message):
        return set()
    fields = [each[1:] for each in Formatter().parse(message) if each[1] is not None]
    if len({bool(name) for name, _, _ in fields}) > 1:
        raise ValueError("some are numbered, some are not")
    return {(name or str(at), how or "", kind or "") for at, (name, kind, how) in enumerate(fields)}


def _marks(message: str) -> Counter[str]:
    return Counter(_MARKUP.findall(_HOLE.sub("_1", message)))
