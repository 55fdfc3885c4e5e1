"""``You are Tired`` as what happens, and not as one more condition."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import PLAYER_KINDS, RELATIVE, Lexeme, kinds

OPENING = kinds(
    "_ONLY_IF _IF _UNLESS OTHERWISE IF_SO _EITHER_OF _IF_ROLLED _ON_TIE _ON_ROLL IF_WON IF_LOST"
)
CONDITION_BEHIND = kinds("_IF _ONLY_IF _UNLESS")  # a condition may stand behind its clause
_PART_BEGINS = kinds("_STOP ITEM _THEN _COLON OR_DO")
_PART_ENDS = kinds("_STOP ITEM OR_DO _THEN")
_IS = kinds("IS IS_NOT")
_FAR = 20  # words behind a joint that are looked at


def told_so(words: list[Lexeme], vocabulary: PlainVocabulary) -> list[Lexeme]:
    """The words with joints of effects before such clauses."""
    opened = settled = False
    for at, word in enumerate(words):
        if word.kind in OPENING and (at == 0 or words[at - 1].kind in _PART_BEGINS):
            opened = True
        elif word.kind in CONDITION_BEHIND:
            settled = True
        if word.kind in _PART_ENDS:
            opened = settled = False
        settled = settled or word.kind in RELATIVE or word.kind == "_A_NEW_PLAYER"
        if word.kind != "_ALSO" or settled or (opened and not word.text.startswith(",")):
            continue
        if _is_told(words, at + 1, vocabulary):
            words[at], opened = replace(word, kind="_THEN"), False
    return words


def _is_told(words: Sequence[Lexeme], at: int, vocabulary: PlainVocabulary) -> bool:
    """Whether ``[you] are Tired`` stands there and ends a part: no condition goes on behind it."""
    if words[at].kind in PLAYER_KINDS:
        verbs = [n for n in range(at, min(at + _FAR, len(words))) if words[n].kind in _IS]
        at = verbs[-1] if verbs else at
    if words[at].kind not in _IS or at + 1 == len(words) or words[at + 1].kind != "NAME":
        return False
    field = vocabulary.field(str(words[at + 1].value))
    if field is None or field.kind != "yes or no":
        return False
    return not any(each.kind == "_THEN" for each in words[at + 2 :][:_FAR])
