"""Codec for a set of whole numbers, such as the successors of a space."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from wikibot.game.page.cells import MINUS, NOTHING, REMARK, CellError, nothing, number
from wikibot.game.page.lists import take_apart
from wikibot.game.page.markup import without_asides
from wikibot.wikitext.folding import fold
from wikibot.wikitext.plain import plain


class Identifiers(Struct, frozen=True):
    """A set of whole numbers, ascending: ``{-214, -209}``; braces and links may be there."""

    expected: str = "a set of whole numbers such as {-214, -209}"
    braces: bool = True

    def parse(self, text: str) -> tuple[int, ...]:
        body = _unbraced(plain(text))
        if fold(body) in NOTHING:
            return ()
        parts = re.split(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s+", body.rstrip(",; "))
        if not all(re.fullmatch(rf"(?:[+]|{MINUS})?\d+", part) for part in parts):
            raise CellError(self.expected)
        return tuple(sorted({number(part) for part in parts}))

    def render(self, value: Sequence[int], old: str = "") -> str:
        """Keep what stays as people wrote it and in their order; what is new comes last."""
        start, end = _body(old)
        pieces = take_apart("" if nothing(old[start:end]) else old[start:end])
        held = [self.parse(part) for part in pieces.parts]
        for index in reversed(range(len(held))):
            if not set(held[index]) <= set(value):
                pieces = pieces.dropped(index)
        kept = {each for part in pieces.parts for each in self.parse(part)}
        for each in value:
            pieces = pieces if each in kept else pieces.added(str(each))
        if end == len(old) and start == 0:
            return (
                f"{{{pieces}}}"
                if self.braces and (not pieces.parts or nothing(old))
                else str(pieces)
            )
        return old[:start] + str(pieces) + old[end:]


def _body(text: str) -> tuple[int, int]:
    """Where the inside of the braces starts and ends; the whole text where there are none."""
    found = re.search(r"\{([^{}]*)\}", without_asides(text))
    return found.span(1) if found else (0, len(text))


def _unbraced(text: str) -> str:
    """What stands between the braces, without a remark behind them; all where there are none."""
    found = re.fullmatch(rf"\{{([^{{}}]*)\}}{REMARK}", text)
    return (found[1] if found else text).strip()
