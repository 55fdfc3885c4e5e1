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

Signatures: taken off the end of a line, read for their account, and as MediaWiki writes them.

Decisions where the end of a line can be read in two ways:

- ``--`` also parts stated dice from an action, so a dash is only taken off together with a
  signature behind it.
- A link to a user at the end is what the action is about, not a signature (``ping [[User:Bob]]``),
  unless a timestamp
  follows it, a dash stands before it, or a link to the talk page or contributions of the same user
  follows it.
- All links of one signature belong to one account; a link to another account before them belongs to
  the action.
- MediaWiki writes names into signatures with entities (``O&#39;Brien``); they are decoded here,
  once.
- A name without a link is taken off only between a dash and a timestamp; it is a nickname and names
  no account.
- Every language writes its timestamps in its own way. One is known by its parts, in any order: at
  the end of the line, before a time zone in brackets, a time of day, a year, a day, and a month by
  word or number. The shortest end of the line that has all of them is the timestamp.
- Namespaces are known by the wiki's own names (:mod:`wikibot.wikitext.dialect`). Two links before a
  timestamp to pages of one name in different namespaces are a signature in any language.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import accumulate, islice
from typing import NamedTuple, TypeVar

from msgspec import Struct

from wikibot.wikitext import dialect
from wikibot.wikitext.dialect import (
    CATEGORY,
    FILE,
    SPECIAL,
    USER,
    USER_TALK,
    Dialect,
    account_name,
    any_of,
    current,
    fold,
    is_redirect,
)
from wikibot.wikitext.messages import MONTHS
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import STRIKE, decoded, plain, struck
from wikibot.wikitext.preprocessor import (
    ELEMENTS,
    TAG,
    Elements,
    Interval,
    asides,
    blocks,
    covering,
    inside,
    set_aside,
    without,
)
from wikibot.wikitext.regex import regex

# What ``~~~~~`` leaves, in any language: the time zone, and what may stand before it.
_ZONE = regex(
    r"\( ?(?:\[\[|<[^<>]{0,30}>)?(?:[A-Z]{1,6}|[^\W\d_a-zA-Z][^()\[\]{}<>|\d]{0,30}"
    r"|(?:UTC|GMT)?[+−-]\d{1,2}(?::?\d\d)?)(?:\]\]|</[^<>]{0,30}>)?\)$"
)
_ISO = regex(r"(?<!\d)\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$")
_PART = regex(
    r"(?P<time>\d{1,2}(?:[:.]\d{2}){1,2}(?!\d)|\d{1,2}h\d{2}min|\d{1,2}時\d{1,2}分)|(?P<year>\d{4})(?!\d)"
    r"|(?P<number>\d{1,2})(?!\d)|(?P<word>[‘’ʼ]?[^\W\d_][^\s\d,.()\[\]{}<>|،、]*)"
    r"|(?P<between>[\s,.،、၊/\u200e\u200f\u202f-]+|[(（][^()（），,]{1,40}[)）])|(?P<other>.)",
    re.DOTALL,
)
_ONLY_WORDS = regex(r"[)）]?(?:\s+[^\W\d_][^\s\d()\[\]{}<>|]*){1,3}\s*")
_HAN = str.maketrans("〇一二三四五六七八九", "0123456789")  # in a time: 二〇二六年一一月二八日
_STAMP_WINDOW = 80  # characters
_MOST_WORDS = 9  # in a timestamp: ``28 de Mweeri wa namuloko ni mmosa de 2026`` has eight
_TILDES = regex(r"(?<!~)~{3,5}$")
_UNSIGNED = regex(
    r"\{\{\s*+(?:subst:\s*+)?(?P<named>(?:preceding[ _])?(?:unsigned|xsign|undated))?[^{}|]*+"
    r"(?P<args>\|[^{}]*)?\}\}$",
    re.IGNORECASE,
)
_TAG = r"(?:small|span|font|b|i|u|em|strong|sup|sub|big|code|tt|kbd|bdi|div|s)"
_DASH = r"(?:-{2,}|—|–|―|&[mn]dash;)"
_NOTHING = r"&nbsp;|&(?:lrm|rlm);|[\u061c\u200e\u200f\u2066-\u2069]"  # that is seen
_CLOSER = regex(rf"(?:</{_TAG}\s*>|<!--(?:(?!-->).)*-->|''+|{_NOTHING})$", re.IGNORECASE)
_OPENER = regex(rf"(?:<{_TAG}\b[^<>]*>|''+|{_NOTHING})$", re.IGNORECASE)
_BY = r"preceding (?:\[\[[^\[\]]*\]\]|unsigned) comment (?:was )?added by"
_LEAD = regex(
    rf"(?:<{_TAG}\b[^<>]*>|''+|{_NOTHING}|{_DASH}|(?<=\s)[-~•·(]+|(?<!\w){_BY})$", re.IGNORECASE
)
_ENDS_IN_DASH = regex(rf"{_DASH}$", re.IGNORECASE)
_NICKNAME = regex(rf"{_DASH}\s*+[^\W\d_][^\d(),:;=\[\]{{}}<>|-]{{0,39}}$", re.IGNORECASE)
# characters at the end of a line that are looked at; MediaWiki allows signatures of 255
_WINDOW = 1000
_TOKEN = regex(
    r"(?P<link>\[\[[^\[\]]*\]\])|(?P<glue><!--(?:(?!-->).)*-->|</?[a-zA-Z][^<>]*>|&#?\w+;)|(?P<char>.)",
    re.DOTALL,
)
_ANY_SPACE = regex(r"\[\[:?(?P<space>[^\[\]|:#/]+):(?P<name>[^|\]/#]+)")


@lru_cache(maxsize=64)
def _account(words: Dialect) -> re.Pattern[str]:
    """A link to an account's page, talk page or contributions."""
    contributions = dialect.one_of(("Contributions", "Contribs", *words.contributions))
    return re.compile(
        rf"\[\[[\s:]*(?:(?P<page>{dialect.any_of(words, USER)})"
        rf"|{dialect.any_of(words, USER_TALK)}|(?P<special>{dialect.any_of(words, SPECIAL)}))"
        rf"\s*:\s*(?(special)(?:{contributions})/)(?P<name>[^|\]/#]+)",
        re.IGNORECASE,
    )


class Signature(Struct, frozen=True):
    """What a signature says: an account's name and the time as it stands; None: not there."""

    user: str | None = None
    timestamp: str | None = None


UNSIGNED = Signature()
_CLOCK = regex(r"(\d{1,2})(?:[:.]|h)(\d{2})")


def is_older(signature: Signature, saved: datetime) -> bool:
    """Whether a signature was not made when its line was saved, as far as its clock tells.

    Wikis write the time of day in their own zones, which differ by quarters of an hour.
    """
    stamp = signature.timestamp or ""
    clock = _CLOCK.search(stamp)
    if clock is None:
        return False
    utc = "(UTC)" in stamp
    whole = 24 * 60 if utc else 15
    past = (saved.hour * 60 + saved.minute - integer(clock[1]) * 60 - integer(clock[2])) % whole
    return 1 < past < whole - 1 or (utc and f"{saved.year}" not in stamp)


def split_signature(text: str) -> tuple[str, Signature]:
    """Part a line's wikitext into what was said and its signature, or ``UNSIGNED``."""
    head, end = text[:-_WINDOW], _strip(text[-_WINDOW:], _CLOSER)
    if tildes := _TILDES.search(end, max(len(end) - 6, 0)):
        return head + _strip(end[: tildes.start()], _LEAD), UNSIGNED
    if found := _template(end) or _links(end):
        return head + found[0], found[1]
    return text.rstrip(), UNSIGNED


def part_of_signature(name: str) -> str:
    """What of a signature stands in a plain text that is to be a name, "" where nothing does.

    A day with a time, or an account or its talk page as links name them; a time alone is none.
    """
    return _part_of_signature(name, dialect.current()) if not name.isalnum() else ""


@lru_cache(maxsize=8192)
def _part_of_signature(name: str, words: Dialect) -> str:
    accounts = rf"(?<!\w)(?:{dialect.any_of(words, USER, USER_TALK)})\s*:\s*\S[^\]|]*"
    if found := re.search(accounts, name, re.IGNORECASE):
        return found[0].strip()
    name = name[:_WINDOW]
    for part in _PART.finditer(name):
        if not (part["time"] or part["year"] or part["number"]):
            continue
        if (at := _time_before(name, part.end())) is not None:
            return name[at:].strip()
    return ""


def _strip(text: str, piece: re.Pattern[str]) -> str:
    """The text without any blanks and pieces at its end."""
    text = text.rstrip()
    while found := piece.search(text, max(len(text) - 300, 0)):
        text = text[: found.start()].rstrip()
    return text


def _stamp_in(text: str) -> int | None:
    """Where the timestamp at the end of a text begins."""
    zone = _ZONE.search(text, max(len(text) - 70, 0))
    if zone is None:
        return None
    return _time_before(text, len(text[: zone.start()].rstrip()))


def _time_before(text: str, end: int) -> int | None:
    """Where the day and time begin that end there."""
    start = max(end - _STAMP_WINDOW, 0)
    if iso := _ISO.search(text, start, end):
        return iso.start()
    text = text.translate(_HAN) if "〇" in text else text
    has: Counter[str] = Counter()
    for part in reversed(list(_PART.finditer(text, start, end))):
        kind = part.lastgroup or ""
        has[kind] += 1
        if has["other"] or max(has["time"], has["year"]) > 1 or has["number"] > 2:
            return None
        whole = has["time"] and has["year"] and has["number"]
        if whole and kind != "between" and (has["word"] or has["number"] > 1):
            is_cut = part.start() == start > 0 and text[start - 1].isalnum()
            return None if is_cut or has["word"] > _MOST_WORDS else part.start()
    return None


def _template(text: str) -> tuple[str, Signature] | None:
    """``{{unsigned|Name|time}}`` in its many spellings; the arguments come in either order."""
    if not text.endswith("}}") or not (found := _UNSIGNED.search(text)):
        return None
    args = [arg.rpartition("=")[2].strip() for arg in (found["args"] or "").split("|")[1:]]
    stamps = [arg for arg in args if _stamp_in(arg) is not None]
    if not stamps and not found["named"]:
        return None
    names = [decoded(arg) for arg in args if arg and arg not in stamps]
    signature = Signature(account_name(names[0]) if names else None, stamps[0] if stamps else None)
    return _strip(text[: found.start()], _LEAD), signature


def _links(text: str) -> tuple[str, Signature] | None:
    """A signature made of links, a timestamp, or both."""
    at = _stamp_in(text)
    links = text.rfind("]]", 0, at)
    # Where a signature of two links ends, even words that a language puts first are its time's.
    if at is not None and links >= 0 and _ONLY_WORDS.fullmatch(text, links + 2, at):
        whole = _cluster(text[: links + 2], stamped=True)
        at = links + 2 if whole and whole.sure else at
    stamp = None if at is None else text[at:].lstrip(" )）\u200e\u200f")
    text = text if at is None else text[:at].rstrip(" \u200e\u200f")
    cluster = _cluster(text, stamped=stamp is not None) if "[[" in text else None
    if cluster and (
        stamp or cluster.sure or _ENDS_IN_DASH.search(_strip(text[: cluster.start], _OPENER))
    ):
        return _strip(text[: cluster.start], _LEAD), Signature(cluster.user, stamp)
    if stamp is None:
        return None
    text = _strip(text, _CLOSER)
    nickname = _NICKNAME.search(text, max(len(text) - 60, 0))
    return _strip(text[: nickname.start()] if nickname else text, _LEAD), Signature(None, stamp)


class _Cluster(Struct, frozen=True):
    """Links to one account at the end of a text. ``sure``: a user link and another behind it."""

    start: int
    user: str
    sure: bool


def _cluster(text: str, *, stamped: bool) -> _Cluster | None:
    """The links to one account at the end of a text, with only punctuation between them."""
    known = _account(dialect.current())
    user, start, talk, named, spaces = "", len(text), False, False, set[str]()
    for token in reversed(list(_TOKEN.finditer(text))):
        if token["char"]:
            if token["char"].isalnum() or (named and token["char"] != "'"):
                break
            continue
        if not token["link"]:
            continue
        # up to its label, as MediaWiki reads the title: with entities decoded
        target = decoded(token[0].partition("|")[0])
        account = known.match(target)
        other = None if account or not stamped else _ANY_SPACE.match(target)
        found = account or other
        if not found:
            break
        name = account_name(found["name"])
        if user and name != user:
            break
        user, start = name, token.start()
        if account:
            talk, named = talk or not account["page"], named or bool(account["page"])
        elif other:
            spaces.add(dialect.key(other["space"]))
    known_account = talk or named or len(spaces) > 1
    return _Cluster(start, user, talk and named) if user and known_account else None


# -- as MediaWiki expands them ---------------------------------------------------------------------

# What the server sets aside before it looks for tildes. An unclosed comment runs to the end, an
# unclosed tag is text.
_ASIDE_OR_TILDES = regex(r"<(?=!--|nowiki|pre)|(?P<tildes>~{3,5})", re.IGNORECASE)
# What is escaped of a name. Source: ``wfEscapeWikiText``.
_ACTIVE = regex(r"[\"&'<=>\[\]{|};]|^[ !#*:-]")


def expand(text: str, user: str, time: datetime) -> str:
    """``text`` with its tildes replaced by the user's signature, but in comments, nowiki and pre.

    A time reads ``02:22, 5 January 2024 (UTC)``.
    """
    name, stamp = _name(user), _stamp(time)
    signs = {3: name, 4: f"{name} {stamp}", 5: stamp}

    elements, out, done, at = Elements(text), list[str](), 0, 0
    while found := _ASIDE_OR_TILDES.search(text, at):
        if found["tildes"]:
            out += [text[done : found.start()], signs[len(found["tildes"])]]
            at = done = found.end()
        else:
            _, at = elements.at(found.start())
    return "".join([*out, text[done:]])


def signature(user: str, time: datetime) -> str:
    """What ``~~~~`` becomes on an English wiki, for an account with no signature of its making."""
    return f"{_name(user)} {_stamp(time)}"


def _name(user: str) -> str:
    user = _ACTIVE.sub(lambda found: f"&#{ord(found[0])};", user)
    return f"[[User:{user}|{user}]] ([[User talk:{user}|talk]])"


def _stamp(time: datetime) -> str:
    time = time.astimezone(UTC)
    return f"{time:%H:%M}, {time.day} {MONTHS[time.month - 1]} {time.year} (UTC)"


# == Which lines are action lines, and what they say ===============================================

MOST_LINES = 8_000  # of a page of lines; a longer one is not looked at
MOST_MARKS = 50_000  # openers of links, templates and tags on it, or on the gamestate page
MOST_SECTIONS = 20_000  # of any page; headings behind them are text

# -- sections --------------------------------------------------------------------------------------
# Sections of a page by their headings, with exact offsets.
#
# Headings are found by a scan of lines rather than with mwparserfromhell. Measured against
# MediaWiki's own result, that library takes headings inside templates, takes ``== A == more`` for
# one, joins two headings when italics in the first are not closed, and needs 36 ms for a page of
# 500 lines, where this scan needs under one.

_MAYBE = regex(r"^(?:=|<!--)", re.MULTILINE)


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

_PREFIX = regex(r"(?:\s|<!--(?:(?!-->).)*-->)*(?P<marks>[*#:;]*)(?P<rest>.*)", re.DOTALL)
_SPEAKS = regex(r"[^\[{<&'_＿]*?[^\W_]")  # a letter before any markup: seen without a parser
_BANG = regex(r"!\s*(?=[\w\"“'‘])")
_MAY_BANG = regex(r"(?<!<)!|&(?:#0*33|#[xX]0*21|excl);")
_CHATTER = regex(r"\s*(?:-{4}|\{\||\|)")
_DICE = regex(r"\dd\d|\bd\d", re.IGNORECASE)
_TABLE = regex(r"^[ \t:]*(\{\||\|\})", re.MULTILINE)


class Line(Struct, frozen=True):
    """One line of a page. ``number`` counts from 0, ``raw`` is the line without its line break.

    It is taken apart when that is asked for: of most lines of a page nobody does.
    """

    number: int
    raw: str

    @property
    def signature(self) -> Signature:
        """Whose it says it is."""
        return _said(self.raw, current()).signature

    @property
    def text(self) -> str:
        """Plain text without signature and ``!``."""
        return _parts(self.raw).text


class _Parted(NamedTuple):
    """The wikitext of a line without its list marks and signature."""

    text: str
    signature: Signature


class _Parts(Struct, frozen=True):
    """What a line says wherever it stands."""

    text: str
    bang: bool


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
    regions = action_regions(text, heading)

    def counts(at: int, raw: str) -> bool:
        return could_be_action(raw, covering(regions, at) is not None)

    return list(_uncovered(text, counts))


def said_numbers(text: str) -> frozenset[int]:
    """The line numbers of all lines that say something to readers, actions or not."""
    return frozenset(_uncovered(text, lambda _, raw: _says(raw.rstrip("\r"), current())))


def _uncovered(text: str, counts: Callable[[int, str], bool]) -> Iterator[int]:
    """The numbers of the lines that count, but of headings and of what something covers."""
    hidden, tables = blocks(text), table_intervals(text)[0]
    headings, raws = {each.start for each in sections(text)}, text.split("\n")
    for number, (at, raw) in enumerate(zip(line_starts(raws), raws, strict=True)):
        if at in headings or not counts(at, raw):
            continue
        if not _covered(at, raw, hidden) and not covering(tables, at):
            yield number


def could_be_action(raw: str, in_region: bool) -> bool:
    """Whether a line is an action line unless it is a heading or covered by something.

    ``in_region``: it stands where every first-level line is one.
    """
    first_level = in_region and prefix_of(raw) in ("", "*", "#", ";")
    if not first_level and not _MAY_BANG.search(raw):
        return False  # such as the bot's answers, whose words are not parsed for that
    raw = raw.rstrip("\r")
    return _says(raw, current()) and (first_level or _parts(raw).bang)


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
    return _Parts(text[bang.end() :] if bang else text, bool(bang))


@lru_cache(maxsize=16384)
def _says(raw: str, words: Dialect) -> bool:
    """Whether a line says something to readers; where a letter begins it, that is seen unparsed."""
    said = _said(raw, words).text
    if _CHATTER.match(raw) or is_redirect(raw):
        return False
    return bool(_SPEAKS.match(said) or (plain(said) and plain(_visible(said, words))))


@lru_cache(maxsize=16384)
def _said(raw: str, words: Dialect) -> _Parted:
    del words  # by which signatures are read
    found = _PREFIX.match(raw)
    return _Parted(*split_signature(found["rest"] if found else raw))


def _visible(said: str, words: Dialect) -> str:
    """A line's wikitext without templates, verbatim text, files, categories and magic words."""
    spans = asides(said) if "<" in said or "{{" in said else ()
    return _unseen(words).sub("", without(said, ((span.start, span.end) for span in spans)))


def line_starts(raws: Sequence[str]) -> list[int]:
    """Where the lines of a text begin in it."""
    return list(accumulate((len(raw) + 1 for raw in raws[:-1]), initial=0))


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


def open_comment(text: str) -> int:
    """The line, from 1, in which a comment begins that hides all lines below it; 0 if none."""
    if text.rfind("<!--") <= text.rfind("-->"):
        return 0
    start, end = (blocks(text) or ((0, 0),))[-1]
    hides = end == len(text) and text.startswith("<!--", start)
    return text.count("\n", 0, start) + 1 if hides else 0


def table_intervals(text: str) -> tuple[list[tuple[int, int]], int]:
    """Start and end of the outermost tables that are closed, and how many never are."""
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
_WITHIN = regex(
    r"<!--[^<>\n]*-->|(?<!\[)\[\[[^\[\]{}<>\n]*\]\]|(?<![-{])\{\{[^\[\]{}<>\n]*\}\}(?!\})"
)
_BEGINS = regex(r"[<>{}]|\[\[|^=", re.MULTILINE)
_COMMENT_FIRST = regex(r"^<!--", re.MULTILINE)
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
            tuple((number(start), number(end - 1) + 1) for start, end in table_intervals(text)[0]),
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
            moved(self.regions, begins=True), moved(self.tables, begins=False),
            moved(self.closed, begins=False), templates, self.loose
        )  # fmt: skip

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


# == What lines say that were read lately ==========================================================

T = TypeVar("T")
_KEPT = 512  # lines
_SHORT = 200  # characters of a line that is kept beside many
_LONG_KEPT = 2  # longer ones: each is read several times in a row


def lately(read: Callable[[str], T]) -> Callable[[str], T]:
    """``read``, a function of a line alone, that keeps its answers for the latest lines.

    People write many a line again, and several stages of reading look at each.
    """
    short, long = lru_cache(maxsize=_KEPT)(read), lru_cache(maxsize=_LONG_KEPT)(read)
    return lambda line: short(line) if len(line) <= _SHORT else long(line)
