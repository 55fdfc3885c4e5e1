"""Lists of names in a cell or line, and of pairs such as votes: ``Alice: for, Bob: against``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from wikibot.game.page.cells import CellError, nothing
from wikibot.game.page.lists import Pieces, take_apart
from wikibot.game.page.markup import closed, entity, inline, spelled
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.wikitext.plain import plain


class NameList(Struct, frozen=True):
    """A list of names in their order."""

    known: Vocabulary = field(default_factory=Vocabulary)

    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(self.known.canonical(plain(part)) for part in self._apart(text).parts)

    def render(self, value: Sequence[str], old: str = "") -> str:
        if self.parse(old) == tuple(value):
            return old
        pieces = self._apart(old)
        held = self.parse(old)
        kept = next(
            n for n in range(min(len(held), len(value)), -1, -1) if held[:n] == tuple(value[:n])
        )
        for index in reversed(range(kept, len(held))):
            pieces = pieces.dropped(index)
        for name in value[kept:]:
            pieces = pieces.added(_name(name))
        return str(pieces)

    def _apart(self, text: str) -> Pieces:
        if nothing(text):
            return Pieces("", (), (), "")
        return take_apart(text, lambda part: self.known.find(part) is not None, self.known.commas)


class Pairs(Struct, frozen=True):
    """Names with a word each, in their order."""

    expected: str = "a list such as Alice: for, Bob: against"

    def parse(self, text: str) -> Mapping[str, str]:
        pairs: dict[str, str] = {}
        for part in () if nothing(text) else take_apart(text).parts:
            at = closed(part).find(":")
            name, word = plain(part[: max(at, 0)]), plain(part[at + 1 :])
            if not name or name in pairs:
                raise CellError(self.expected)
            pairs[name] = word
        return pairs

    def render(self, value: Mapping[str, str], old: str = "") -> str:
        del old
        return ", ".join(f"{_name(name)}: {_name(word)}" for name, word in value.items())


def _name(text: str) -> str:
    """A name with nothing in it that a list could be split at."""
    if nothing(text) or re.match(r"and\s", text, re.IGNORECASE):
        return entity(text[:1]) + spelled(text[1:])
    return spelled(text) if re.search(r"[,;•:.]|^\W", text) else inline(text)
