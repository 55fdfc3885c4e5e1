"""Sets aside what MediaWiki reads before it looks for tables, with offsets that lead back to the page exactly.

Comments vanish (a line of nothing but comments vanishes whole), and so do the tags that only matter for inclusion:
they become blanks that are trimmed away, and nothing at all where a blank would part what belongs together.
Templates, parser functions, nowiki and other extension tags, and HTML tags become runs of one opaque character.
``{{!}}`` becomes the bar that it stands for. Source: MediaWiki 1.39 and 1.43, ``Preprocessor_Hash`` and
``Sanitizer::internalRemoveHtmlTags``.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from enum import Enum

BLANK = "\x0b"  # a vertical tab: PHP's trim() takes it away, and MediaWiki lets none onto a page
OPAQUE = "\x7f"  # MediaWiki's own strip markers begin with it; it never reaches a page

# Tags whose content is not wikitext of the page: MediaWiki's own and those of common extensions. Where a wiki lacks
# the extension, the difference shows only if there is a bar or a line break inside the tag.
_EXTENSION_TAGS = (
    "categorytree|ce|charinsert|chem|gallery|graph|hiero|imagemap|indicator|inputbox|langconvert|maplink|mapframe|math|"
    "nowiki|poem|pre|references|ref|score|section|source|syntaxhighlight|tabber|templatedata|templatestyles|timeline"
)
_INCLUSION_TAGS = "noinclude|/noinclude|onlyinclude|/onlyinclude"
_ELEMENT = re.compile(
    rf"<(?:(?P<name>{_EXTENSION_TAGS}|includeonly|(?P<inclusion>{_INCLUSION_TAGS}))(?=\s|/>|>)|!--)",
    re.IGNORECASE | re.ASCII,
)
_HTML_NAME = re.compile(
    "abbr|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|data|dd|del|dfn|div|dl|dt|em|font|h[1-6]|hr|i|ins|kbd|li|"
    "link|mark|meta|ol|p|pre|q|rb|rp|rt|rtc|ruby|s|samp|small|span|strike|strong|sub|sup|table|td|th|time|tr|tt|u|ul|var|"
    "wbr",
    re.IGNORECASE | re.ASCII,
)
_HTML_TAG = re.compile(r"</?([A-Za-z][^<\t\n\v />\0]*+)([^<>]*+)>")
_HARMLESS = dict.fromkeys(map(ord, "<|![]{}-\n"), OPAQUE) | {ord(">"): "\f"}  # a blank to attributes, but not trimmed
_BLANKS = re.compile(r"[ \t]*+")
_EQUALS = re.compile("={1,6}")
_BAR = re.compile(r"\{\{\s*+!\s*+\}\}")
_PREFIX = re.compile(r"#?[\w \-]*")  # a namespace or a parser function
_LONGEST_TITLE = 300
_ACTS = re.compile(r"[\n!]")  # in the default of a parameter
_NO_TITLE = re.compile(r"^#|[<>\[\]{}|\x00-\x1f\x7f]")
_SUBST = re.compile(r"\{\{\s*(?:safe)?subst:", re.IGNORECASE)

_PLAIN = r"[^{}\[\]<\n]*+"
_TOP = rf"<(?=[!/A-Za-z])|\[\[{_PLAIN}\]\]|\{{\{{{_PLAIN}\}}\}}|-\{{+|\{{\{{+|\[\[+"
_MARKS = {  # what can be met, by what is open last
    "": re.compile(rf"{_TOP}|\n(?==)"),
    "\n": re.compile(rf"{_TOP}|\n"),
    "[": re.compile(rf"{_TOP}|\n(?==)|\]\]"),
    "{": re.compile(rf"{_TOP}|\n(?==)|\}}{{2,3}}|[|=]"),
    "-{": re.compile(rf"{_TOP}|\n(?==)|\}}-|[|=]"),
}


class _Kind(Enum):
    GONE = "gone"
    OPAQUE = "opaque"
    BAR = "bar"


_Span = tuple[int, int, _Kind]


@dataclass(slots=True)
class _Open:
    """Brackets that wait for their end: which, where they begin, how many; where their own bars stand.

    ``dash``: a minus sign stands before them. ``names``: ``name=`` may come now.
    """

    mark: str
    start: int
    count: int
    dash: bool = False
    names: bool = False
    bars: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Masked:
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
        """The place in the source of the masked character ``at``: behind whatever vanished before it."""
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
        width = _BAR.match(self.source, self._source[run]) if self._masked[run] == at - 1 else None
        return width.end() if width and self.text[at - 1] == "|" else self._source[run] + at - self._masked[run]


def mask(source: str) -> Masked:
    """The text as MediaWiki's table code sees it. Never raises; time grows with the length of the text only."""
    scan = _Scan(source)
    scan.run()
    text, masked, places = _assemble(source, scan.spans)
    return Masked(shade_html(text), source, masked, places)


def shade(value: str) -> str:
    """The value of a cell with whatever is set aside opaque, character for character.

    Not opaque: ``{{!}}``, what saving would substitute, and comments at the edges, which are no part of a value.
    """
    scan = _Scan(f" {value}")  # at the start of a line an equals sign would count
    scan.run()
    gone = [(start - 1, end - 1) for start, end, kind in scan.spans if kind is _Kind.GONE]
    at_edge = bool(gone) and not (value[: gone[0][0]].strip() and value[gone[-1][1] :].strip())
    pieces, at = [], 0
    for start, end, kind in scan.spans:
        acts = kind is _Kind.BAR or (kind is _Kind.OPAQUE and _SUBST.search(value, start - 1, end - 1))
        if not acts and not (at_edge and kind is _Kind.GONE):
            pieces += [value[at : start - 1], OPAQUE * (end - start)]
            at = end - 1
    return "".join(pieces) + value[at:]


def shade_html(text: str) -> str:
    """The text with what might act in valid HTML tags opaque, character for character."""
    return _HTML_TAG.sub(_opaque_tag, text) if "<" in text else text


def _opaque_tag(found: re.Match[str]) -> str:
    """A valid HTML tag, in which MediaWiki leaves nothing that acts; anything else is text."""
    name = found[1].lower()
    if not _HTML_NAME.fullmatch(name) or (name in ("meta", "link") and "itemprop" not in found[2]):
        return found[0]
    return found[0].translate(_HARMLESS)


def _assemble(source: str, spans: list[_Span]) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    pieces: list[str] = []
    masked: list[int] = []
    places: list[int] = []
    at = length = 0
    for start, end, kind in spans:
        pieces.append(source[at:start])
        length += start - at
        at = end
        same_length = _same_length(source, start, end, kind)
        if same_length:
            pieces.append(same_length)
            length += end - start
            continue
        if kind is _Kind.BAR:
            pieces.append("|")
            masked.append(length)
            places.append(start)
            length += 1
        masked.append(length)
        places.append(end)
    pieces.append(source[at:])
    return "".join(pieces), tuple(masked), tuple(places)


def _same_length(source: str, start: int, end: int, kind: _Kind) -> str:
    """What stands for a span, character for character; "" where that would read differently."""
    if kind is _Kind.OPAQUE:
        return OPAQUE * (end - start)
    around = source[start - 1 : start], source[end : end + 1]
    if kind is _Kind.GONE and any(not char.strip(" \t\n") for char in around):
        return BLANK * (end - start - 1) + ("\n" if source[end - 1] == "\n" else BLANK)
    return ""


def _is_title(title: str) -> bool:
    """Whether MediaWiki takes this for a page, a parser function or a variable. Source: Title::newFromText."""
    title = html.unescape(title).replace("_", " ").strip()
    name, colon, _ = title.partition(":")
    if colon and _PREFIX.fullmatch(name):
        return True
    return bool(title) and not _NO_TITLE.search(title)


def _in_title(text: str, start: int, kind: _Kind) -> str:
    """What stands in a title for something set aside: a template may be anything, a tag spoils it."""
    if kind is _Kind.OPAQUE:
        return "x" if text[start] == "{" else OPAQUE
    return "|" if kind is _Kind.BAR else ""


class _Scan:
    """One pass over a text, as MediaWiki's preprocessor makes it. ``spans``: the outermost ones, in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[_Span] = []
        self.stack: list[_Open] = []
        self._no_more_ends = False  # no ">" right of here
        self._endless: set[str] = set()  # tags that are not closed right of here

    def run(self) -> None:
        if "{{" not in self.text:
            self._run_without_braces()
            return
        at = self._line_start(0)
        while found := _MARKS[self.stack[-1].mark if self.stack else ""].search(self.text, at):
            at = self._meet(found[0], found.start())

    def _run_without_braces(self) -> None:
        at = 0
        while (at := self.text.find("<", at)) >= 0:
            at = self._angle(at)

    def _meet(self, mark: str, at: int) -> int:
        """Deal with what was found; returns where to go on."""
        first = mark[0]
        if first == "<":
            return self._angle(at)
        if mark[-2:] in ("]]", "}}") and first in "[{":  # opened and closed at once, nothing inside
            if first == "{" and (_BAR.fullmatch(mark) or _is_title(mark[2:-2].partition("|")[0])):
                self._set_aside(at, at + len(mark))
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
        """Equals signs at the start of a line may open a heading, which is a bracket as well, up to the line's end."""
        found = _EQUALS.match(self.text, at)
        if not found or (len(found[0]) == 1 and self.stack and self.stack[-1].names):
            return at
        self.stack.append(_Open("\n", at, len(found[0])))
        return found.end()

    def _line_end(self, at: int) -> int:
        if self.stack and self.stack[-1].mark == "\n":
            self.stack.pop()
            return at
        return self._line_start(at + 1)

    def _open(self, at: int, mark: str) -> None:
        if mark[0] != "-":
            self.stack.append(_Open(mark[0], at, len(mark)))
        elif len(mark) == 2:
            self.stack.append(_Open("-{", at, 2))
        else:
            self.stack.append(_Open("{", at + 1, len(mark) - 1, dash=True))

    def _close(self, at: int, mark: str) -> int:
        piece = self.stack.pop()
        matched = 2 if piece.mark == "-{" else min(len(mark), piece.count)
        left = piece.count - matched
        if piece.mark == "{" and matched == 3:
            self._argument(piece, piece.start + left, at)
        elif piece.mark == "{" and self._is_template(piece, piece.start + left, at):
            self._set_aside(piece.start + left, at + matched)
        if left >= 2:
            self.stack.append(_Open(piece.mark, piece.start, left, piece.dash))
        elif left == 1 and piece.dash:
            self.stack.append(_Open("-{", piece.start - 1, 2))
        return at + matched

    def _is_template(self, piece: _Open, start: int, end: int) -> bool:
        """Whether there is a title; else MediaWiki leaves the braces and all between them as they are."""
        if _BAR.fullmatch(self.text, start, end + 2):
            return True
        title_end = piece.bars[0] if piece.bars else end
        at, cut, pieces = start + 2, min(title_end, start + _LONGEST_TITLE), []
        for inner_start, inner_end, kind in self.spans[bisect_left(self.spans, (start,)) :]:
            if inner_start >= cut:
                break
            pieces += [self.text[at:inner_start], _in_title(self.text, inner_start, kind)]
            at = inner_end
        return _is_title("".join(pieces) + self.text[at : max(at, cut)] + ("|" if cut < title_end else ""))

    def _argument(self, piece: _Open, start: int, end: int) -> None:
        """A parameter, unset on the page itself: its default is shown, and without one it stays as it is."""
        if not piece.bars:
            return
        default, default_end = piece.bars[0] + 1, (*piece.bars, end)[1]
        if not _ACTS.search(self.text, default, default_end):
            self._set_aside(start, end + 3)
            return
        self._set_aside(default_end, end + 3, _Kind.GONE)
        first, after = bisect_left(self.spans, (start,)), bisect_left(self.spans, (default,))
        self.spans[first:after] = [(start, default, _Kind.GONE)]

    def _set_aside(self, start: int, end: int, kind: _Kind = _Kind.OPAQUE) -> None:
        while self.spans and self.spans[-1][0] >= start:
            self.spans.pop()
        if kind is _Kind.OPAQUE and _BAR.fullmatch(self.text, start, end):
            kind = _Kind.BAR
        self.spans.append((start, end, kind))

    def _angle(self, at: int) -> int:
        found = _ELEMENT.match(self.text, at)
        if not found:
            return at + 1
        return self._tag(found) if found["name"] else self._comment(at)

    def _comment(self, at: int) -> int:
        """A comment; together with its whole line if that holds nothing but comments and blanks."""
        closed = self.text.find("-->", at + 4)
        end = len(self.text) if closed < 0 else closed + 3
        start = at
        while start and self.text[start - 1] in " \t":
            start -= 1
        if closed < 0 or not start or self.text[start - 1] != "\n":
            self._set_aside(at, end, _Kind.GONE)
            return end
        line_end = self._comments_end(end)
        if not self.text.startswith("\n", line_end):
            self._set_aside(at, end, _Kind.GONE)
            return end
        self._set_aside(start, line_end + 1, _Kind.GONE)
        return self._line_start(line_end + 1)

    def _comments_end(self, at: int) -> int:
        """Where blanks and further comments end."""
        at = self._blanks_end(at)
        while self.text.startswith("<!--", at):
            closed = self.text.find("-->", at + 4)
            if closed < 0:
                break
            at = self._blanks_end(closed + 3)
        return at

    def _blanks_end(self, at: int) -> int:
        found = _BLANKS.match(self.text, at)
        return found.end() if found else at

    def _tag(self, found: re.Match[str]) -> int:
        name, at = found["name"].lower(), found.start()
        opened = -1 if self._no_more_ends else self.text.find(">", found.end())
        if opened < 0:
            self._no_more_ends = True
            return at + 1
        if found["inclusion"]:
            self._set_aside(at, opened + 1, _Kind.GONE)
            return opened + 1
        kind = _Kind.GONE if name == "includeonly" else _Kind.OPAQUE
        end = opened + 1 if self.text[opened - 1] == "/" else self._tag_end(name, opened + 1)
        if end < 0:
            return opened + 1
        self._set_aside(at, end, kind)
        return end

    def _tag_end(self, name: str, at: int) -> int:
        """Where the closing tag ends, or -1: then the opening tag is text."""
        if name not in self._endless:
            found = re.compile(rf"</{re.escape(name)}\s*>", re.IGNORECASE).search(self.text, at)
            if found:
                return found.end()
        if name == "includeonly":
            return len(self.text)
        self._endless.add(name)
        return -1
