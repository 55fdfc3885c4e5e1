"""Which lines of an actions page are action lines, and what they say.

Under the heading ``Actions`` every list item of the first level and every line of a paragraph is
one; with no such heading that holds for the whole page; elsewhere only lines that begin with ``!``
after their list marks, at any depth. Everything else is chatter and left alone: replies (``:`` or
deeper list marks), headings, rules, tables, lines that show nothing but templates, comments, files,
categories or magic words, and whatever a comment, nowiki, pre or template that reaches over several
lines covers.

Decisions: ``<br>`` does not part actions, one line is one action. A line that stands in nowiki or
is struck as a whole is an example or was taken back, and is chatter; of a line that shows one roll
struck and another one not, both are read. A table that is never closed covers nothing, so that one
stray ``{|`` cannot swallow other people's actions; a comment that is never closed hides what
follows, as it does for readers.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from wikibot.wikitext.dialect import CATEGORY, FILE, Dialect, any_of, current, fold, is_redirect
from wikibot.wikitext.plain import STRIKE, plain, struck
from wikibot.wikitext.preprocessor import (
    ELEMENTS,
    TAG,
    Interval,
    asides,
    blocks,
    covering,
    inside,
    set_aside,
    without,
)
from wikibot.wikitext.signatures import Signature, split_signature

MOST_LINES = 10_000  # of a page of lines; a longer one is not looked at
MOST_MARKS = 100_000  # openers of links, templates and tags on it, or on the gamestate page
MOST_SECTIONS = 20_000  # of any page; headings behind them are text

# -- sections --------------------------------------------------------------------------------------
# Sections of a page by their headings, with exact offsets.
#
# Headings are found by a scan of lines rather than with mwparserfromhell. Measured against
# MediaWiki's own result, that library takes headings inside templates, takes ``== A == more`` for
# one, joins two headings when italics in the first are not closed, and needs 36 ms for a page of
# 500 lines, where this scan needs under one.

_MAYBE = re.compile(r"^(?:=|<!--)", re.MULTILINE)


class PageSection(Struct, frozen=True):
    """A section. Offsets are characters of the page; a heading's line break belongs to it."""

    title: str  # plain text
    level: int  # 1 to 6
    start: int  # of the heading
    heading_end: int  # where the section's own text starts
    own_end: int  # before the first subsection
    end: int  # after the last subsection
    path: tuple[str, ...]  # titles from the outermost section down to this one


@lru_cache(maxsize=8)
def sections(text: str) -> tuple[PageSection, ...]:
    """The sections of a page in order, the first 20,000 of them.

    Headings in comments, nowiki, pre and templates are none.
    """
    found = list(islice(_headings(text), MOST_SECTIONS)) if "=" in text else []
    built: list[PageSection] = []
    starts = [len(text)] * 8  # of the next heading by its level, which is 1 to 6
    ends: list[int] = []
    for _, level, start, _ in reversed(found):
        ends.append(min(starts[: level + 1]))
        starts[level] = start
    above: list[tuple[int, str]] = []
    for number, (title, level, start, heading_end) in enumerate(found):
        above = [*(upper for upper in above if upper[0] < level), (level, title)]
        own_end = found[number + 1][2] if number + 1 < len(found) else len(text)
        path = tuple(upper for _, upper in above)
        built.append(
            PageSection(title, level, start, heading_end, own_end, ends[-1 - number], path)
        )
    return tuple(built)


def section(text: str, *titles: str) -> PageSection | None:
    """The first section of the last title that stands under the other titles, outermost first.

    Titles are compared folded; titles between them may be left out.
    """
    wanted = [fold(title) for title in titles]
    return next((each for each in sections(text) if wanted and _leads_to(each.path, wanted)), None)


def _leads_to(path: Sequence[str], wanted: Sequence[str]) -> bool:
    steps = iter([fold(title) for title in path[:-1]])
    return fold(path[-1]) == wanted[-1] and all(title in steps for title in wanted[:-1])


def _headings(text: str) -> Iterator[tuple[str, int, int, int]]:
    """Title, level, start and end of each heading."""
    hidden = blocks(text)
    for found in _MAYBE.finditer(text):
        start = found.start()
        if hidden and inside(hidden, start):
            continue
        end = text.find("\n", start)  # a break inside a comment or template ends no line
        while hidden and end >= 0 and (block := inside(hidden, end)):
            end = text.find("\n", block[1])
        end = len(text) if end < 0 else end + 1
        level, title = _read(text[start:end])
        if level:
            yield plain(title), level, start, end


def _read(line: str) -> tuple[int, str]:
    """Level and title of a heading's line; level 0 for any other line.

    The level follows the shorter side; what the longer one has more belongs to the title.
    """
    line = _without_comments(line)
    if set(line) == {"="}:
        level = min((len(line) - 1) // 2, 6)
    else:
        level = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")), 6)
    return level, line[level : len(line) - level].strip() if level else ""


def _without_comments(line: str) -> str:
    """The line without comments and blanks at its two ends."""
    while line.startswith("<!--") and "-->" in line:
        line = line.partition("-->")[2]
    line = line.rstrip()
    while line.endswith("-->") and "<!--" in line:
        line = line.rpartition("<!--")[0].rstrip()
    start = line.rfind("<!--")  # one that never ends
    return line[:start].rstrip() if 0 <= start > line.rfind("-->") else line


# -- lines -----------------------------------------------------------------------------------------

_PREFIX = re.compile(r"(?:\s|<!--(?:(?!-->).)*-->)*(?P<marks>[*#:;]*)(?P<rest>.*)", re.DOTALL)
_BANG = re.compile(r"!\s*(?=[\w\"“'‘])")
_MAY_BANG = re.compile(r"(?<!<)!|&(?:#0*33|#[xX]0*21|excl);")
_CHATTER = re.compile(r"\s*(?:-{4}|\{\||\|)")
_DICE = re.compile(r"\dd\d|\bd\d", re.IGNORECASE)
_TABLE = re.compile(r"^[ \t:]*(\{\||\|\})", re.MULTILINE)


class Line(Struct, frozen=True):
    """One line of a page. ``number`` counts from 0, ``raw`` is the line without its line break.

    It is taken apart when that is asked for: of most lines of a page nobody does.
    """

    number: int
    raw: str

    @property
    def prefix(self) -> str:
        """Its list marks, e.g. ``*:``."""
        return prefix_of(self.raw)

    @property
    def signature(self) -> Signature:
        """Whose it says it is."""
        return _said(self.raw, current()).signature

    @property
    def text(self) -> str:
        """Plain text without signature and ``!``."""
        return _parts(self.raw).text

    @property
    def bang(self) -> bool:
        return _parts(self.raw).bang


class _Parted(NamedTuple):
    """The wikitext of a line without its list marks and signature."""

    text: str
    signature: Signature


class _Parts(Struct, frozen=True):
    """What a line says wherever it stands. ``says``: whether any words are left."""

    text: str
    bang: bool
    says: bool


def is_too_long(text: str) -> bool:
    """Whether a page of lines has more of them, or of markup, than is looked at."""
    return text.count("\n") >= MOST_LINES or is_overmarked(text)


def is_overmarked(text: str) -> bool:
    """Whether a page has more markup than is looked at. A table counts as ten marks."""
    if len(text) < MOST_MARKS // 10:
        return False
    marks = text.count("[[") + text.count("{{") + text.count("<") + 10 * text.count("{|")
    return marks > MOST_MARKS


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
    first_level = in_region and prefix_of(raw) in ("", "*", "#", ";")
    if not first_level and not _MAY_BANG.search(raw):
        return False  # such as the bot's answers, whose words are not parsed for that
    parts = _parts(raw.rstrip("\r"))
    return parts.says and (parts.bang or first_level)


def read_line(raw: str, number: int = 0) -> Line:
    """One line, whether or not it is an action."""
    return Line(number, raw.rstrip("\r"))


def prefix_of(raw: str) -> str:
    """The list marks that a line begins with."""
    found = _PREFIX.match(raw)
    return found["marks"] if found else ""


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
    said = _said(raw, words).text
    text = plain(said)
    if "</" in said and _DICE.search(text):
        shown = said
        for start, end in reversed(struck(said)):  # a roll that was shown stands
            if _DICE.search(said, start, end):
                shown = shown[:start] + STRIKE.sub("~~", shown[start:end]) + shown[end:]
        text = plain(shown)
    bang = _BANG.match(text)
    chatter = _CHATTER.match(raw) or is_redirect(raw)
    says = bool(text) and not chatter and bool(plain(_visible(said, words)))
    return _Parts(text[bang.end() :] if bang else text, bool(bang), says)


@lru_cache(maxsize=16384)
def _said(raw: str, words: Dialect) -> _Parted:
    del words  # by which signatures are read
    found = _PREFIX.match(raw)
    return _Parted(*split_signature(found["rest"] if found else raw))


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


def open_comment(text: str) -> int:
    """The line, from 1, in which a comment begins that hides all lines below it; 0 if none."""
    if text.rfind("<!--") <= text.rfind("-->"):
        return 0
    start, end = (blocks(text) or ((0, 0),))[-1]
    hides = end == len(text) and text.startswith("<!--", start)
    return text.count("\n", 0, start) + 1 if hides else 0


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


# == Where on a page action lines may stand, kept up from revision to revision =====================
#
# To find a page's action lines takes a look at all of it: a comment, template or table that
# begins on one line may cover others. Most edits leave that as it was, and it is enough to look
# at the lines that they changed: ordinary text, in which nothing begins that goes on behind its
# line, at a place where nothing is open. That is decided strictly; where in doubt the whole page
# is looked at.

# What begins and ends within a line, whatever stands around it.
_WITHIN = re.compile(
    r"<!--[^<>\n]*-->|(?<!\[)\[\[[^\[\]{}<>\n]*\]\]|(?<![-{])\{\{[^\[\]{}<>\n]*\}\}(?!\})"
)
_BEGINS = re.compile(r"[<>{}]|\[\[|^=", re.MULTILINE)
_COMMENT_FIRST = re.compile(r"^<!--", re.MULTILINE)
_END = 2**62  # a line number behind all lines


class MultilineSpans(Struct, frozen=True):
    """What reaches over lines of a page, as ranges of line numbers, the second one excluded.

    ``regions``: sections whose first-level lines are actions. ``closed``: lines that begin inside a
    comment, template or bracket. ``templates``: how many lines hold any, for then brackets count.
    ``loose``: a tag is not closed, and would be by any ``>`` behind it.
    """

    regions: tuple[Interval, ...]
    tables: tuple[Interval, ...]
    closed: tuple[Interval, ...]
    templates: int
    loose: bool

    @classmethod
    def of(cls, text: str, heading: str) -> MultilineSpans:
        """Look at a whole page."""
        aside, breaks = set_aside(text), [found.start() for found in re.finditer("\n", text)]

        def number(at: int) -> int:
            return bisect_left(breaks, at)

        spans = [(span.start, span.end) for span in aside.outermost]
        found = [(span.start, span.end) for span in aside.every if span.kind in ELEMENTS]
        loose = any(not covering(found, each.start()) for each in TAG.finditer(text))
        closed = [
            (number(start) + 1, number(end - 1) + 1 if end < len(text) else _END)
            for start, end in (*blocks(text), *aside.brackets, *spans[-1:])
        ]
        return cls(
            tuple(
                (
                    number(start) + (start > 0 and text[start - 1] != "\n"),
                    number(end) if end < len(text) else _END,
                )
                for start, end in action_regions(text, heading)
            ),
            tuple((number(start), number(end - 1) + 1) for start, end in table_intervals(text)),
            tuple((first, last) for first, last in closed if first < last),
            _templates(text.split("\n")) if "{{" in text else 0,
            loose,
        )

    def after(self, start: int, old: Sequence[str], new: Sequence[str]) -> MultilineSpans | None:
        """The layout with lines ``new`` in the place of the lines ``old`` from ``start`` on.

        None where the whole page has to be looked at.
        """
        end = start + len(old)
        templates = self.templates + _templates(new) - _templates(old)
        if bool(templates) != bool(self.templates):
            return None
        if not (self._ordinary(old) and self._ordinary(new)):
            return None
        if any(first <= at < last for first, last in self.closed for at in (start, end)):
            return None
        more = len(new) - len(old)

        def moved(ranges: Iterable[Interval], *, begins: bool) -> tuple[Interval, ...]:
            """``begins``: what is added at the start of a range is in it."""
            return tuple(
                (
                    first + more if first > start or (first == end and not begins) else first,
                    last + more if last > start or (last == end and begins) else last,
                )
                for first, last in ranges
            )

        return MultilineSpans(
            moved(self.regions, begins=True),
            moved(self.tables, begins=False),
            moved(self.closed, begins=False),
            templates,
            self.loose,
        )

    def _ordinary(self, lines: Sequence[str]) -> bool:
        text = "\n".join(lines)
        if _COMMENT_FIRST.search(text) or (self.loose and "<!--" in text):
            return False
        return not _BEGINS.search(_WITHIN.sub("x", text))

    def actions(self, start: int, lines: Sequence[str]) -> list[int]:
        """The action lines among some ordinary ones, which stand from line ``start`` on."""
        return [
            number
            for number, raw in enumerate(lines, start)
            if could_be_action(raw, covering(self.regions, number) is not None)
            and not covering(self.tables, number)
        ]


def _templates(lines: Sequence[str]) -> int:
    return sum("{{" in line for line in lines)
