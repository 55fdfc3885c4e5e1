"""Which lines of an actions page are action lines, and what they say.

Under the heading ``Actions`` every list item of the first level and every line of a paragraph is
one; with no such heading that holds for the whole page; elsewhere only lines that begin with ``!``
after their list marks, at any depth. Everything else is chatter and left alone: replies (``:`` or
deeper list marks), headings, rules, tables, lines that show nothing but templates, comments, files,
categories or magic words, and whatever a comment, nowiki, pre or template that reaches over several
lines covers.

Decisions: ``<br>`` does not part actions, one line is one action. A line that stands in nowiki or
is struck as a whole is an example or was taken back, and is chatter. A table that is never closed
covers nothing, so that one stray ``{|`` cannot swallow other people's actions; a comment that is
never closed hides what follows, as it does for readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from wikibot.wikitext.dialect import CATEGORY, FILE, Dialect, any_of, current, is_redirect
from wikibot.wikitext.folding import fold
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import asides, blocks, covering, inside, without
from wikibot.wikitext.sections import sections
from wikibot.wikitext.signatures import Signature, split_signature

_PREFIX = re.compile(r"(?:\s|<!--(?:(?!-->).)*-->)*(?P<marks>[*#:;]*)(?P<rest>.*)", re.DOTALL)
_BANG = re.compile(r"!\s*(?=[\w\"“'‘])")
_MAY_BANG = re.compile(r"(?<!<)!|&")
_CHATTER = re.compile(r"\s*(?:-{4}|\{\||\|)")
_TABLE = re.compile(r"^[ \t:]*(\{\||\|\})", re.MULTILINE)


class Line(Struct, frozen=True):
    """One line of a page. ``number`` counts from 0, ``raw`` is the line without its line break."""

    number: int
    raw: str
    prefix: str  # its list marks, e.g. "*:"
    text: str  # plain text without signature and "!"
    signature: Signature
    bang: bool  # begins with "!"


class _Parts(Struct, frozen=True):
    """What a line says wherever it stands. ``says``: whether any words are left."""

    prefix: str
    text: str
    signature: Signature
    bang: bool
    says: bool


def action_numbers(text: str, heading: str = "Actions") -> list[int]:
    """The line numbers of the action lines of a page, in page order."""
    hidden, regions, tables = blocks(text), action_regions(text, heading), table_intervals(text)
    headings = {each.start for each in sections(text)}
    found = []
    for number, (at, raw) in enumerate(_offsets(text)):
        if at in headings or not could_be_action(raw, covering(regions, at) is not None):
            continue
        if not _covered(at, raw, hidden) and not covering(tables, at):
            found.append(number)
    return found


def said_numbers(text: str) -> frozenset[int]:
    """The line numbers of all lines that say something to readers, actions or not."""
    hidden, tables = blocks(text), table_intervals(text)
    headings = {each.start for each in sections(text)}
    return frozenset(
        number
        for number, (at, raw) in enumerate(_offsets(text))
        if at not in headings
        and _parts(raw.rstrip("\r")).says
        and not _covered(at, raw, hidden)
        and not covering(tables, at)
    )


def could_be_action(raw: str, in_region: bool) -> bool:
    """Whether a line is an action line unless it is a heading or covered by something.

    ``in_region``: it stands where every first-level line is one.
    """
    marks = _PREFIX.match(raw)
    first_level = in_region and (marks is None or marks["marks"] in ("", "*", "#", ";"))
    if not first_level and not _MAY_BANG.search(raw):
        return False  # such as the bot's answers, whose words are not parsed for that
    parts = _parts(raw.rstrip("\r"))
    return parts.says and (parts.bang or first_level)


def read_line(raw: str, number: int = 0) -> Line:
    """Take one line apart, whether or not it is an action."""
    raw = raw.rstrip("\r")
    parts = _parts(raw)
    return Line(number, raw, parts.prefix, parts.text, parts.signature, parts.bang)


@lru_cache(maxsize=64)
def _unseen(words: Dialect) -> re.Pattern[str]:
    """What readers do not see where it stands: categories, files, magic words."""
    spaces = any_of(words, FILE, CATEGORY)
    hidden = "|".join(map(re.escape, ("__TOC__", *words.hidden)))  # exact, as MediaWiki reads them
    return re.compile(
        rf"\[\[\s*(?:{spaces})\s*:[^\[\]]*(?:\[\[[^\[\]]*\]\][^\[\]]*)*\]\]"
        rf"|__[^\W\d]+__|{hidden}",
        re.IGNORECASE,
    )


def _parts(raw: str) -> _Parts:
    return _parted(raw, current())


@lru_cache(maxsize=16384)
def _parted(raw: str, words: Dialect) -> _Parts:
    found = _PREFIX.match(raw)
    marks, rest = (found["marks"], found["rest"]) if found else ("", raw)
    said, signature = split_signature(rest)
    text = plain(said)
    bang = _BANG.match(text)
    chatter = _CHATTER.match(raw) or is_redirect(raw)
    says = bool(text) and not chatter and bool(plain(_visible(said, words)))
    return _Parts(marks, text[bang.end() :] if bang else text, signature, bool(bang), says)


def _visible(said: str, words: Dialect) -> str:
    """A line's wikitext without templates, verbatim text, files, categories and magic words."""
    spans = asides(said) if "<" in said or "{{" in said else ()
    return _unseen(words).sub("", without(said, ((span.start, span.end) for span in spans)))


def _offsets(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for raw in text.split("\n"):
        yield at, raw
        at += len(raw) + 1


def _covered(at: int, raw: str, hidden: tuple[tuple[int, int], ...]) -> bool:
    """Whether a line starts inside a block, or shows nothing before a block that starts on it."""
    if not hidden:
        return False
    if inside(hidden, at):
        return True
    last = inside(hidden, at + len(raw))
    return bool(last and not raw[: last[0] - at].strip(" \t*#:;"))


def action_regions(text: str, heading: str) -> list[tuple[int, int]]:
    """Where first-level lines are actions: the sections of that heading, or everything."""
    wanted = fold(heading)
    regions: list[tuple[int, int]] = []
    for each in sections(text):
        if fold(each.title) == wanted and (not regions or each.start >= regions[-1][1]):
            regions.append((each.heading_end, each.end))
    return regions or [(0, len(text) + 1)]


def table_intervals(text: str) -> list[tuple[int, int]]:
    """Start and end of the outermost tables that are closed."""
    return _tables(text)[0]


def open_tables(text: str) -> int:
    """How many tables are never closed."""
    return _tables(text)[1]


def _tables(text: str) -> tuple[list[tuple[int, int]], int]:
    tables: list[tuple[int, int]] = []
    opened: list[int] = []
    hidden = blocks(text) if "{|" in text else ()
    for found in _TABLE.finditer(text) if "{|" in text else ():
        if inside(hidden, found.start()):
            continue
        if found[1] == "{|":
            opened.append(found.start())
        elif opened:
            start = opened.pop()
            while tables and tables[-1][0] > start:
                tables.pop()
            tables.append((start, found.end()))
    return tables, len(opened)
