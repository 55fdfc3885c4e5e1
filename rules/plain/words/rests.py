"""Words that are taken as they stand: what one is reminded of, the text that a rule gets."""

from __future__ import annotations

from collections.abc import Sequence

from rules.plain.words.lexemes import Lexeme, RawWord

RESTS = {  # behind which phrase: the words before any of which such a text ends
    "_REMINDED_TO": ((",",), (".",), (";",), (":",), ("and",), ("or",), ("then",)),
    "_AMEND_RULE": (("and", "the", "text", "{"),),
    "_AND_THE_TEXT": (("}",),),
}
_CLOSED = "_AND_THE_TEXT"  # whose end is a sign that belongs to it
_LONGEST = 300  # words


def rest_of(
    text: str, raw: Sequence[RawWord], at: int, kind: str
) -> tuple[tuple[Lexeme, ...], int]:
    """The text from a place on as one word, none where it has no end; and the place after it."""
    end = at
    while end < min(len(raw), at + _LONGEST) and not _ends(raw, end, kind):
        end += 1
    closed = end < len(raw) and _ends(raw, end, kind)
    if end == at or (not closed and kind != "_REMINDED_TO"):
        return (), at
    said = " ".join(text[raw[at].start : raw[end - 1].end].split())
    found = Lexeme("REST", said, raw[at].start, raw[end - 1].end, said)
    return (found,), end + (kind == _CLOSED)


def _ends(raw: Sequence[RawWord], at: int, kind: str) -> bool:
    return any(
        tuple(each.key for each in raw[at : at + len(words)]) == words for words in RESTS[kind]
    )
