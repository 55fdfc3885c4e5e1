"""Finds what MediaWiki's preprocessor sets aside: comments, extension tags, templates, parameters.

Source: MediaWiki 1.39 and 1.43, ``Preprocessor_Hash``. Brackets are matched on a stack as it does
it: an open link or heading keeps a template from closing, and what is never closed is text.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct, field

from wikibot.wikitext.elements import Elements, Span, SpanKind

Interval = tuple[int, int]

BAR = re.compile(r"\{\{\s*+!\s*+\}\}")
"""The magic word that stands for a bar."""

_EQUALS = re.compile("={1,6}")
_PREFIX = re.compile(r"#?[\w \-]*")  # a namespace or a parser function
_LONG = 300  # no title is longer, and nothing beyond is looked at again and again
_ACTS = re.compile(r"[\n!]")  # in the default of a parameter
_NO_TITLE = re.compile(r"^#|[<>\[\]{}|\x00-\x1f\x7f]")

_PLAIN = r"[^{}\[\]<\n]*+"
_TOP = rf"<(?=[!/A-Za-z])|\[\[{_PLAIN}\]\]|\{{\{{{_PLAIN}\}}\}}|-\{{+|\{{\{{+|\[\[+"
_MARKS = {  # what can be met, by what is open last
    "": re.compile(rf"{_TOP}|\n(?==)"),
    "\n": re.compile(rf"{_TOP}|\n"),
    "[": re.compile(rf"{_TOP}|\n(?==)|\]\]"),
    "{": re.compile(rf"{_TOP}|\n(?==)|\}}{{2,3}}|[|=]"),
    "-{": re.compile(rf"{_TOP}|\n(?==)|\}}-|[|=]"),
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
            return self._angle(at)
        if mark[-2:] in ("]]", "}}") and first in "[{":  # opened and closed at once, nothing inside
            if first == "{" and (BAR.fullmatch(mark) or _is_title(mark[2:-2].partition("|")[0])):
                self._braces(at, at + len(mark))
            return at + len(mark)
        if first == "\n":
            return self._line_end(at)
        if first == "|" or first == "=":
            self.stack[-1].names = first == "|"
            if first == "|":
                self.stack[-1].bars.append(at)
            return at + 1
        if first == "}" or first == "]":
            return self._close(at, mark)
        self._open(at, mark)
        return at + len(mark)

    def _line_start(self, at: int) -> int:
        """Equals signs at a line's start may open a heading, a bracket up to its end."""
        found = _EQUALS.match(self.text, at)
        if not found or (len(found[0]) == 1 and self.stack and self.stack[-1].names):
            return at
        self.stack.append(_OpenBracket("\n", at, len(found[0])))
        return found.end()

    def _line_end(self, at: int) -> int:
        if self.stack and self.stack[-1].mark == "\n":
            self.stack.pop()
            return at
        return self._line_start(at + 1)

    def _open(self, at: int, mark: str) -> None:
        if mark[0] != "-":
            self.stack.append(_OpenBracket(mark[0], at, len(mark)))
        elif len(mark) == 2:
            self.stack.append(_OpenBracket("-{", at, 2))
        else:
            self.stack.append(_OpenBracket("{", at + 1, len(mark) - 1, dash=True))

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

    def _angle(self, at: int) -> int:
        span, at = self.elements.at(at)
        if span:
            self._set_aside(span)
        return at


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
