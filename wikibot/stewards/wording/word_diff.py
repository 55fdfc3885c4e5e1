"""Word by word: what a change of wording took away and what it put in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from wikibot.wikitext.fingerprints import normalise

AROUND = 6  # words of the same text that are shown beside a change
_WORD = re.compile(r"(\w+|[^\w\s]+)(\s*)")


class Op(StrEnum):
    """What became of some words."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True)
class Piece:
    """Some words in a row."""

    op: Op
    text: str


def word_diff(before: str, after: str) -> tuple[Piece, ...]:
    """The difference of two wikitexts in words; writing differently is none."""
    old, new = _words(before), _words(after)
    matcher = SequenceMatcher(
        None, [word for word, _ in old], [word for word, _ in new], autojunk=False
    )
    return tuple(_pieces(matcher, old, new))


def _words(text: str) -> list[tuple[str, str]]:
    return [(found[1], found[2]) for found in _WORD.finditer(normalise(text))]


def _pieces(
    matcher: SequenceMatcher[str], old: list[tuple[str, str]], new: list[tuple[str, str]]
) -> Iterator[Piece]:
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            yield Piece(Op.SAME, _joined(new[new_start:new_end]))
            continue
        if old_end > old_start:
            yield Piece(Op.REMOVED, _joined(old[old_start:old_end]))
        if new_end > new_start:
            yield Piece(Op.ADDED, _joined(new[new_start:new_end]))


def _joined(words: Iterable[tuple[str, str]]) -> str:
    return "".join(word + space for word, space in words)


def shorten(pieces: Iterable[Piece], around: int = AROUND) -> tuple[Piece, ...]:
    """The same with long stretches of unchanged words cut to those beside a change."""
    whole = tuple(pieces)
    return tuple(
        _cut(piece, around, first=n == 0, last=n == len(whole) - 1) for n, piece in enumerate(whole)
    )


def _cut(piece: Piece, around: int, *, first: bool, last: bool) -> Piece:
    words = re.findall(r"\S+\s*", piece.text)
    head, tail = (
        ("" if first else "".join(words[:around])),
        ("" if last else "".join(words[-around:])),
    )
    if piece.op is not Op.SAME or len(words) <= (around if first or last else 2 * around):
        return piece
    return Piece(Op.SAME, f"{head}… {tail}" if not last else f"{head}…")


def plain(pieces: Iterable[Piece]) -> str:
    """A difference as git writes one: ``a [-dead-]{+live+} fish``."""
    return "".join(_marked(piece) for piece in pieces).strip()


def _marked(piece: Piece) -> str:
    if piece.op is Op.SAME:
        return piece.text
    words = piece.text.rstrip()
    space = piece.text[len(words) :]
    return (f"[-{words}-]" if piece.op is Op.REMOVED else f"{{+{words}+}}") + space
