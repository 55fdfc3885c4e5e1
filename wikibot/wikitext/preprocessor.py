"""Finds what MediaWiki's preprocessor sets aside: comments, extension tags, templates, parameters.

Source: MediaWiki 1.39 and 1.43, ``Preprocessor_Hash``. Brackets are matched on a stack as it does
it: an open link or heading keeps a template from closing, and what is never closed is text.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct, field

from wikibot.wikitext.regex import regex

# == Comments and tags that MediaWiki takes out of a text as a whole (``Preprocessor_Hash``) =======

# Tags whose content is not wikitext of the page: MediaWiki's own and those of common extensions.
# Where a wiki lacks the extension, the difference shows only if there is a bar or a line break
# inside the tag.
_EXTENSION_TAGS = (
    "categorytree|ce|charinsert|chem|gallery|graph|hiero|imagemap|indicator|inputbox|langconvert|maplink|mapframe|math|"
    "nowiki|poem|pre|references|ref|score|section|source|syntaxhighlight|tabber|templatedata|templatestyles|timeline"
)
_INCLUSION_TAGS = "noinclude|/noinclude|onlyinclude|/onlyinclude"
_NAMED = rf"(?P<name>{_EXTENSION_TAGS}|includeonly|(?P<inclusion>{_INCLUSION_TAGS}))(?=\s|/>|>)"
TAG = regex(f"<{_NAMED}", re.IGNORECASE | re.ASCII)
ELEMENT = regex(f"<(?:{_NAMED}|!--)", re.IGNORECASE | re.ASCII)


class SpanKind(Enum):
    """What a span is."""

    COMMENT = "comment"
    TAG = "tag"  # an extension's, with its content
    INCLUSION = "inclusion"  # a tag for inclusion only, or includeonly with its content
    TEMPLATE = "template"  # or what is as good: a parameter with a short default
    PARAMETER = "parameter"  # what of one is not shown: all that stands around its default
    BAR = "bar"  # the magic word for one

    @property
    def gone(self) -> bool:
        """Whether nothing of it is left on the page; else something stands in its place."""
        return self in (SpanKind.COMMENT, SpanKind.INCLUSION, SpanKind.PARAMETER)


ELEMENTS = (SpanKind.COMMENT, SpanKind.TAG, SpanKind.INCLUSION)


class Span(NamedTuple):
    """Characters ``start`` to ``end`` of a text. ``inner``: the content of a comment or tag."""

    start: int
    end: int
    kind: SpanKind
    inner: tuple[int, int] = (0, 0)
    tag: str = ""  # lower case


class Elements:
    """The comments and tags of one text, to be asked for from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._no_more_ends = False  # no ">" right of here
        self._endless: set[str] = set()  # tags that are not closed right of here

    def at(self, at: int) -> tuple[Span | None, int]:
        """What begins with the ``<`` at this place, if anything, and where to go on."""
        found = ELEMENT.match(self.text, at)
        if not found:
            return None, at + 1
        if found["name"]:
            return self._tag(found)
        end = self.text.find("-->", at + 4) + 3
        if end < 3:
            return Span(at, len(self.text), SpanKind.COMMENT, (at + 4, len(self.text))), len(
                self.text
            )
        return Span(at, end, SpanKind.COMMENT, (at + 4, end - 3)), end

    def _tag(self, found: re.Match[str]) -> tuple[Span | None, int]:
        name, at = found["name"].lower(), found.start()
        opened = -1 if self._no_more_ends else self.text.find(">", found.end())
        if opened < 0:
            self._no_more_ends = True
            return None, at + 1
        at_once = (opened + 1, opened + 1)
        if found["inclusion"]:
            return Span(at, opened + 1, SpanKind.INCLUSION, at_once, name), opened + 1
        close = at_once if self.text[opened - 1] == "/" else self._close(name, opened + 1)
        if close is None:
            return None, opened + 1
        kind = SpanKind.INCLUSION if name == "includeonly" else SpanKind.TAG
        return Span(at, close[1], kind, (opened + 1, close[0]), name), close[1]

    def _close(self, name: str, at: int) -> tuple[int, int] | None:
        """Where the closing tag is; without one a tag is text, but for ``includeonly``."""
        if name not in self._endless:
            found = re.compile(rf"</{re.escape(name)}\s*>", re.IGNORECASE).search(self.text, at)
            if found:
                return found.span()
        if name == "includeonly":
            return len(self.text), len(self.text)
        self._endless.add(name)
        return None


# == What MediaWiki's preprocessor sets aside: comments, tags, templates, parameters ===============

Interval = tuple[int, int]

BAR = regex(r"\{\{\s*+!\s*+\}\}")
"""The magic word that stands for a bar."""

_EQUALS = regex("={1,6}")
_PREFIX = regex(r"#?[\w \-]*")  # a namespace or a parser function
_LONG = 300  # no title is longer, and nothing beyond is looked at again and again
_ACTS = regex(r"[\n!]")  # in the default of a parameter
_NO_TITLE = regex(r"^#|[<>\[\]{}|\x00-\x1f\x7f]")

_PLAIN = r"[^{}\[\]<\n]*+"
_TOP = rf"<(?=[!/A-Za-z])|\[\[{_PLAIN}\]\]|\{{\{{{_PLAIN}\}}\}}|-\{{+|\{{\{{+|\[\[+"
_MARKS = {  # what can be met, by what is open last
    "": regex(rf"{_TOP}|\n(?==)"),
    "\n": regex(rf"{_TOP}|\n"),
    "[": regex(rf"{_TOP}|\n(?==)|\]\]"),
    "{": regex(rf"{_TOP}|\n(?==)|\}}{{2,3}}|[|=]"),
    "-{": regex(rf"{_TOP}|\n(?==)|\}}-|[|=]"),
}


class _OpenBracket(Struct):
    """Brackets that wait for their end: which, where, how many; and their bars.

    ``dash``: a minus sign stands before them. ``names``: ``name=`` may come now.
    """

    mark: str
    start: int
    count: int
    dash: bool = False
    names: bool = False
    bars: list[int] = field(default_factory=list)


class SetAside(Struct, frozen=True):
    """The spans of a text by their start: the outermost, and all, outer ones before inner.

    ``brackets``: from where to where some are open, headings among them; they need not be closed.
    """

    outermost: tuple[Span, ...]
    every: tuple[Span, ...]
    brackets: tuple[Interval, ...] = ()


@lru_cache(maxsize=8)
def set_aside(source: str) -> SetAside:
    """What is set aside of a text. Never raises; time grows with the length of the text only."""
    if "{{" in source:
        scan = _Scan(source)
        scan.run()
        every = sorted(scan.every, key=lambda span: (span.start, -span.end))
        return SetAside(tuple(scan.spans), tuple(every), tuple(scan.brackets))
    elements, spans, at = Elements(source), list[Span](), 0
    while (at := source.find("<", at)) >= 0:
        span, at = elements.at(at)
        if span:
            spans.append(span)
    return SetAside(tuple(spans), tuple(spans))


@lru_cache(maxsize=256)
def _is_title(title: str) -> bool:
    """Whether this is a page, a parser function or a variable. Source: Title::newFromText."""
    title = html.unescape(title).replace("_", " ").strip()
    name, colon, _ = title.partition(":")
    if colon and _PREFIX.fullmatch(name):
        return True
    return bool(title) and not _NO_TITLE.search(title)


# What stands in a title for something set aside: a template may be anything, a tag spoils it.
_IN_TITLE = {SpanKind.TEMPLATE: "x", SpanKind.TAG: "<", SpanKind.BAR: "|"}


class _Scan:
    """One pass over a text. ``spans``: the outermost so far, in order; ``every``: all."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.elements = Elements(text)
        self.spans: list[Span] = []
        self.every: list[Span] = []
        self.stack: list[_OpenBracket] = []
        self.brackets: list[Interval] = []

    def run(self) -> None:
        at = self._line_start(0)
        while found := _MARKS[self.stack[-1].mark if self.stack else ""].search(self.text, at):
            opened = self.stack[0].start if self.stack else -1
            at = self._meet(found[0], found.start())
            if opened >= 0 and not self.stack:
                self.brackets.append((opened, at))
        if self.stack:
            self.brackets.append((self.stack[0].start, len(self.text) + 1))

    def _meet(self, mark: str, at: int) -> int:
        """Deal with what was found; returns where to go on."""
        first = mark[0]
        if first == "<":
            span, at = self.elements.at(at)
            if span:
                self._set_aside(span)
            return at
        if mark[-2:] in ("]]", "}}") and first in "[{":  # opened and closed at once, nothing inside
            if first == "{" and (BAR.fullmatch(mark) or _is_title(mark[2:-2].partition("|")[0])):
                self._braces(at, at + len(mark))
            return at + len(mark)
        if first == "\n":
            if self.stack and self.stack[-1].mark == "\n":
                self.stack.pop()
                return at
            return self._line_start(at + 1)
        if first == "|" or first == "=":
            self.stack[-1].names = first == "|"
            if first == "|":
                self.stack[-1].bars.append(at)
            return at + 1
        if first == "}" or first == "]":
            return self._close(at, mark)
        if mark[0] != "-":
            self.stack.append(_OpenBracket(mark[0], at, len(mark)))
        elif len(mark) == 2:
            self.stack.append(_OpenBracket("-{", at, 2))
        else:
            self.stack.append(_OpenBracket("{", at + 1, len(mark) - 1, dash=True))
        return at + len(mark)

    def _line_start(self, at: int) -> int:
        """Equals signs at a line's start may open a heading, a bracket up to its end."""
        found = _EQUALS.match(self.text, at)
        if not found or (len(found[0]) == 1 and self.stack and self.stack[-1].names):
            return at
        self.stack.append(_OpenBracket("\n", at, len(found[0])))
        return found.end()

    def _close(self, at: int, mark: str) -> int:
        piece = self.stack.pop()
        matched = 2 if piece.mark == "-{" else min(len(mark), piece.count)
        left = piece.count - matched
        if piece.mark == "{" and matched == 3:
            self._argument(piece, piece.start + left, at)
        elif piece.mark == "{" and self._is_template(piece, piece.start + left, at):
            self._braces(piece.start + left, at + matched)
        if left >= 2:
            self.stack.append(_OpenBracket(piece.mark, piece.start, left, piece.dash))
        elif left == 1 and piece.dash:
            self.stack.append(_OpenBracket("-{", piece.start - 1, 2))
        return at + matched

    def _is_template(self, piece: _OpenBracket, start: int, end: int) -> bool:
        """Whether there is a title; else MediaWiki leaves the braces as they are."""
        if BAR.fullmatch(self.text, start, end + 2):
            return True
        title_end = piece.bars[0] if piece.bars else end
        at, cut, pieces = start + 2, min(title_end, start + _LONG), []
        for number in range(bisect_left(self.spans, (start,)), len(self.spans)):
            inner = self.spans[number]
            if inner.start >= cut:
                break
            pieces += [self.text[at : inner.start], _IN_TITLE.get(inner.kind, "")]
            at = inner.end
        return _is_title(
            "".join(pieces) + self.text[at : max(at, cut)] + ("|" if cut < title_end else "")
        )

    def _argument(self, piece: _OpenBracket, start: int, end: int) -> None:
        """A parameter, unset on the page itself: its default is shown, or else it stays."""
        if not piece.bars:
            return
        default, default_end = piece.bars[0] + 1, (*piece.bars, end)[1]
        if default_end - default < _LONG and not _ACTS.search(self.text, default, default_end):
            self._set_aside(Span(start, end + 3, SpanKind.TEMPLATE))
            return
        self._set_aside(Span(default_end, end + 3, SpanKind.PARAMETER))
        first, after = bisect_left(self.spans, (start,)), bisect_left(self.spans, (default,))
        self.spans[first:after] = [opening := Span(start, default, SpanKind.PARAMETER)]
        self.every.append(opening)

    def _braces(self, start: int, end: int) -> None:
        bar = BAR.fullmatch(self.text, start, end)
        self._set_aside(Span(start, end, SpanKind.BAR if bar else SpanKind.TEMPLATE))

    def _set_aside(self, span: Span) -> None:
        while self.spans and self.spans[-1].start >= span.start:
            self.spans.pop()
        self.spans.append(span)
        self.every.append(span)


def asides(text: str) -> tuple[Span, ...]:
    """All spans of a text by their start, nested ones too, as the preprocessor finds them."""
    return set_aside(text).every


@lru_cache(maxsize=8)
def blocks(text: str) -> tuple[Interval, ...]:
    """Start and end of what reaches over more than one line, outermost only, in order."""
    spans = ((span.start, span.end) for span in set_aside(text).outermost)
    return tuple((start, end) for start, end in spans if "\n" in text[start:end])


def covering(intervals: Sequence[Interval], at: int) -> Interval | None:
    """The interval that a character lies in, out of sorted ones that do not overlap."""
    number = bisect_left(intervals, (at + 1,)) - 1
    return intervals[number] if number >= 0 and at < intervals[number][1] else None


def inside(intervals: Sequence[Interval], at: int) -> Interval | None:
    """The same, but not for the first character of an interval."""
    found = covering(intervals, at)
    return found if found and found[0] < at else None


def without(text: str, intervals: Iterable[Interval], filler: str = "") -> str:
    """The text without some intervals, sorted by their start; ``filler`` stands for each."""
    pieces, at = [], 0
    for start, end in intervals:
        if start >= at:
            pieces += [text[at:start], filler]
        at = max(at, end)
    return "".join([*pieces, text[at:]])


# == What is set aside, and what might act in HTML tags, made opaque ==============================
#
# Source: ``Sanitizer::internalRemoveHtmlTags`` of MediaWiki 1.39 and 1.43.

OPAQUE = "\x7f"  # MediaWiki's own strip markers begin with it; it never reaches a page

_HTML_NAME = regex(
    "abbr|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|data|dd|del|dfn|div|dl|dt|em|font|h[1-6]|hr|i|ins|kbd|li|"
    "link|mark|meta|ol|p|pre|q|rb|rp|rt|rtc|ruby|s|samp|small|span|strike|strong|sub|sup|table|td|th|time|tr|tt|u|ul|var|"
    "wbr",
    re.IGNORECASE | re.ASCII,
)
_HTML_TAG = regex(r"</?([A-Za-z][^<\t\n\v />\0]*+)([^<>]*+)>")
_HARMLESS = dict.fromkeys(map(ord, "<|![]{}-\n"), OPAQUE)
_HARMLESS[ord(">")] = "\f"  # a blank to attributes, but not trimmed
_DEEPEST = 8
_TAG_START = regex(r"<[!/A-Za-z]")
_SUBST = regex(r"\{\{\s*(?:safe)?subst:", re.IGNORECASE)


def shade(value: str, depth: int = 0) -> str:
    """The value of a cell with whatever is set aside opaque, character for character.

    Not opaque: ``{{!}}``, templates that saving would substitute or that hold a tag without an end,
    and comments at the edges, which are no part of a value.
    """
    spans = set_aside(f" {value}").outermost  # at the start of a line an equals sign would count
    gone = [(span.start - 1, span.end - 1) for span in spans if span.kind.gone]
    at_edge = bool(gone) and not (value[: gone[0][0]].strip() and value[gone[-1][1] :].strip())
    pieces, at = [], 0
    for start, end, kind, *_ in spans:
        inner = value[start - 1 : end - 1]
        acts = kind is SpanKind.BAR or (not kind.gone and _reaches_out(inner, depth))
        if not acts and not (at_edge and kind.gone):
            pieces += [value[at : start - 1], OPAQUE * (end - start)]
            at = end - 1
    return "".join(pieces) + value[at:]


def shade_html(text: str) -> str:
    """The text with what might act in valid HTML tags opaque, character for character."""
    return _HTML_TAG.sub(_opaque_tag, text) if "<" in text else text


def _reaches_out(aside: str, depth: int) -> bool:
    """Whether a template, or one nested too deep, holds what takes effect beyond it."""
    if not aside.startswith("{"):
        return False
    if _SUBST.search(aside) or depth > _DEEPEST:
        return True
    return "<" in aside and bool(_TAG_START.search(shade_html(shade(aside[2:-2], depth + 1))))


def _opaque_tag(found: re.Match[str]) -> str:
    """A valid HTML tag, in which MediaWiki leaves nothing that acts; anything else is text."""
    name = found[1].lower()
    if not _HTML_NAME.fullmatch(name) or (name in ("meta", "link") and "itemprop" not in found[2]):
        return found[0]
    return found[0].translate(_HARMLESS)
