"""Gives a page as MediaWiki's table code sees it, with offsets that lead back to the page exactly.

Comments vanish, and so do the tags that only matter for inclusion: they become blanks that are
trimmed away, and nothing at all where a blank would part what belongs together. (MediaWiki takes a
line of nothing but comments out as a whole; to tables that is the same as a blank line.) Templates,
parser functions, nowiki and other extension tags become runs of one opaque character, and ``{{!}}``
the bar that it stands for. In HTML tags nothing acts any more. Source:
``Sanitizer::internalRemoveHtmlTags`` of MediaWiki
1.39 and 1.43.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from wikibot.wikitext.elements import Span, SpanKind
from wikibot.wikitext.preprocessor import BAR, set_aside

BLANK = "\x0b"  # a vertical tab: PHP's trim() takes it away, and MediaWiki lets none onto a page
OPAQUE = "\x7f"  # MediaWiki's own strip markers begin with it; it never reaches a page

_HTML_NAME = re.compile(
    "abbr|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|data|dd|del|dfn|div|dl|dt|em|font|h[1-6]|hr|i|ins|kbd|li|"
    "link|mark|meta|ol|p|pre|q|rb|rp|rt|rtc|ruby|s|samp|small|span|strike|strong|sub|sup|table|td|th|time|tr|tt|u|ul|var|"
    "wbr",
    re.IGNORECASE | re.ASCII,
)
_HTML_TAG = re.compile(r"</?([A-Za-z][^<\t\n\v />\0]*+)([^<>]*+)>")
_HARMLESS = dict.fromkeys(map(ord, "<|![]{}-\n"), OPAQUE)
_HARMLESS[ord(">")] = "\f"  # a blank to attributes, but not trimmed
_DEEPEST = 8
_TAG_START = re.compile(r"<[!/A-Za-z]")
_SUBST = re.compile(r"\{\{\s*(?:safe)?subst:", re.IGNORECASE)


class Masked(Struct, frozen=True):
    """A masked text, and the source that it was made from."""

    text: str
    source: str
    _masked: tuple[int, ...] = ()  # where runs of equal shift begin, in the masked text
    _source: tuple[int, ...] = ()  # and in the source

    @property
    def shifted(self) -> bool:
        """Whether places differ between the masked text and the source at all."""
        return bool(self._masked)

    def after(self, at: int) -> int:
        """The place in the source of a masked character, behind what vanished before it."""
        if not self._masked:
            return at
        run = bisect_right(self._masked, at) - 1
        return at if run < 0 else self._source[run] + at - self._masked[run]

    def at(self, place: int) -> int:
        """The masked character for a place in the source that did not vanish."""
        run = bisect_right(self._source, place) - 1
        return place if run < 0 else self._masked[run] + place - self._source[run]

    def before(self, at: int) -> int:
        """The place in the source directly after the masked character before ``at``."""
        if not self._masked or at == 0:
            return at
        run = bisect_right(self._masked, at - 1) - 1
        if run < 0:
            return at
        bar = BAR.match(self.source, self._source[run]) if self._masked[run] == at - 1 else None
        if bar and self.text[at - 1] == "|":
            return bar.end()
        return self._source[run] + at - self._masked[run]


@lru_cache(maxsize=8)
def mask(source: str) -> Masked:
    """The text as MediaWiki's table code sees it. Never raises; in linear time."""
    text, masked, places = _assemble(source, set_aside(source).outermost)
    return Masked(shade_html(text), source, masked, places)


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


def _assemble(source: str, spans: Sequence[Span]) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    pieces: list[str] = []
    masked: list[int] = []
    places: list[int] = []
    at = length = 0
    for start, end, kind, *_ in spans:
        pieces.append(source[at:start])
        length += start - at
        at = end
        same_length = _same_length(source, start, end, kind)
        if same_length:
            pieces.append(same_length)
            length += end - start
            continue
        if kind is SpanKind.BAR:
            pieces.append("|")
            masked.append(length)
            places.append(start)
            length += 1
        masked.append(length)
        places.append(end)
    pieces.append(source[at:])
    return "".join(pieces), tuple(masked), tuple(places)


def _same_length(source: str, start: int, end: int, kind: SpanKind) -> str:
    """What stands for a span, character for character; "" where that would read differently."""
    if kind in (SpanKind.TAG, SpanKind.TEMPLATE):
        return OPAQUE * (end - start)
    around = source[start - 1 : start], source[end : end + 1]
    if kind.gone and any(not char.strip(" \t\n") for char in around):
        return BLANK * (end - start)
    return ""
