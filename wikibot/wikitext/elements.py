"""Comments and tags that MediaWiki takes out of a text as a whole (``Preprocessor_Hash``)."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

# Tags whose content is not wikitext of the page: MediaWiki's own and those of common extensions.
# Where a wiki lacks the extension, the difference shows only if there is a bar or a line break
# inside the tag.
_EXTENSION_TAGS = (
    "categorytree|ce|charinsert|chem|gallery|graph|hiero|imagemap|indicator|inputbox|langconvert|maplink|mapframe|math|"
    "nowiki|poem|pre|references|ref|score|section|source|syntaxhighlight|tabber|templatedata|templatestyles|timeline"
)
_INCLUSION_TAGS = "noinclude|/noinclude|onlyinclude|/onlyinclude"
_NAMED = rf"(?P<name>{_EXTENSION_TAGS}|includeonly|(?P<inclusion>{_INCLUSION_TAGS}))(?=\s|/>|>)"
TAG = re.compile(f"<{_NAMED}", re.IGNORECASE | re.ASCII)
ELEMENT = re.compile(f"<(?:{_NAMED}|!--)", re.IGNORECASE | re.ASCII)


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
