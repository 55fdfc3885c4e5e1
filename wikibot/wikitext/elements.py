"""Comments and tags that MediaWiki's preprocessor takes out of a text as a whole. Source: ``Preprocessor_Hash``."""

from __future__ import annotations

import re
from enum import Enum

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


class Kind(Enum):
    """What becomes of a span: it vanishes, it is opaque, or it is the magic word for a bar."""

    GONE = "gone"
    OPAQUE = "opaque"
    BAR = "bar"


Span = tuple[int, int, Kind]


class Elements:
    """The comments and tags of one text, to be asked for from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._no_more_ends = False  # no ">" right of here
        self._endless: set[str] = set()  # tags that are not closed right of here

    def at(self, at: int) -> tuple[Span | None, int]:
        """What begins with the ``<`` at this place, if anything, and where to go on."""
        found = _ELEMENT.match(self.text, at)
        if not found:
            return None, at + 1
        if found["name"]:
            return self._tag(found)
        end = self.text.find("-->", at + 4) + 3
        end = len(self.text) if end < 3 else end
        return (at, end, Kind.GONE), end

    def _tag(self, found: re.Match[str]) -> tuple[Span | None, int]:
        name, at = found["name"].lower(), found.start()
        opened = -1 if self._no_more_ends else self.text.find(">", found.end())
        if opened < 0:
            self._no_more_ends = True
            return None, at + 1
        if found["inclusion"]:
            return (at, opened + 1, Kind.GONE), opened + 1
        end = opened + 1 if self.text[opened - 1] == "/" else self._tag_end(name, opened + 1)
        if end < 0:
            return None, opened + 1
        return (at, end, Kind.GONE if name == "includeonly" else Kind.OPAQUE), end

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
