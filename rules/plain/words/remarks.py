"""Nouns and remarks that say once more what a thing is, and so add nothing."""

from __future__ import annotations

from collections.abc import Sequence

from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import Lexeme

_LONGEST = 6  # words of a remark, with its brackets


def remark(
    words: Sequence[Lexeme], at: int, before: Lexeme | None, vocabulary: PlainVocabulary
) -> int:
    """How many words from a place on add nothing to the name before them."""
    if before is None or before.kind != "NAME":
        return 0
    if _is_noun_behind(before, words[at], vocabulary):
        return 1
    if words[at].text.casefold() == "type" and before.value in vocabulary.texts:
        return 1 if [each.kind for each in words[at + 1 : at + 2]] == ["NAME"] else 0
    return _in_brackets(words, at, before, vocabulary)


def _is_noun_behind(before: Lexeme, word: Lexeme, vocabulary: PlainVocabulary) -> bool:
    """Whether a noun says once more what a table's things are: a Relic item."""
    if word.kind != "NAME":
        return False
    narrow, wide = (vocabulary.table(str(each.value)) for each in (before, word))
    if narrow is None or wide is None or narrow == wide or not narrow.things:
        return False
    return {*narrow.things} <= {*wide.things}


def _in_brackets(
    words: Sequence[Lexeme], at: int, before: Lexeme, vocabulary: PlainVocabulary
) -> int:
    """``Ace (the Card)``: what is so."""
    end = next((n for n in range(at, min(at + _LONGEST, len(words))) if words[n].text == ")"), 0)
    said = [each for each in words[at + 1 : end] if each.kind != "THE"]
    if words[at].text != "(" or not said:
        return 0
    tables = [table.name for table, _ in vocabulary.things(str(before.value))]
    named = [vocabulary.table(str(each.value)) if each.kind == "NAME" else None for each in said]
    return end + 1 - at if all(each and each.name in tables for each in named) else 0
