"""Word by word: what a change of wording took away and what it put in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from enum import StrEnum

from msgspec import Struct

from wikibot.wikitext.fingerprints import normalise

AROUND = 6  # words of the same text that are shown beside a change
_WORD = re.compile(r"(\w+|[^\w\s]+)(\s*)")


class Op(StrEnum):
    """Whether words stayed, were removed or were added."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


class Piece(Struct, frozen=True):
    """Some words in a row."""

    op: Op
    text: str

    @property
    def marked(self) -> str:
        """The words as git's word diff marks them, without the blanks behind them."""
        words = self.text.rstrip()
        return f"[-{words}-]" if self.op is Op.REMOVED else f"{{+{words}+}}"

    @property
    def blanks(self) -> str:
        """The blanks behind the words."""
        return self.text[len(self.text.rstrip()) :]


def word_diff(before: str, after: str) -> tuple[Piece, ...]:
    """The difference of two wikitexts in words; another spelling of the markup is none."""
    return tuple(_pieces(_words(before), _words(after)))


def _words(text: str) -> list[tuple[str, str]]:
    return [(found[1], found[2]) for found in _WORD.finditer(normalise(text))]


def _pieces(old: list[tuple[str, str]], new: list[tuple[str, str]]) -> Iterator[Piece]:
    before, after = [word for word, _ in old], [word for word, _ in new]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        gone, come = ("".join(map("".join, part)) for part in (old[a:b], new[c:d]))
        if tag == "equal":
            yield Piece(Op.SAME, come)
            continue
        yield from (Piece(op, text) for op, text in ((Op.REMOVED, gone), (Op.ADDED, come)) if text)


def shorten(pieces: Iterable[Piece], around: int = AROUND) -> tuple[Piece, ...]:
    """The same with long stretches of unchanged words cut to those beside a change."""
    whole = tuple(pieces)
    last = len(whole) - 1
    return tuple(_cut(piece, around, n == 0, n == last) for n, piece in enumerate(whole))


def _cut(piece: Piece, around: int, first: bool, last: bool) -> Piece:
    words = re.findall(r"\S+\s*", piece.text)
    if piece.op is not Op.SAME or len(words) <= (around if first or last else 2 * around):
        return piece
    head = "" if first else "".join(words[:around])
    tail = "" if last else " " + "".join(words[-around:])
    return Piece(Op.SAME, f"{head}…{tail}")


def plain(pieces: Iterable[Piece]) -> str:
    """A difference as git writes one: ``a [-dead-]{+live+} fish``."""
    return "".join(
        each.text if each.op is Op.SAME else each.marked + each.blanks for each in pieces
    ).strip()
