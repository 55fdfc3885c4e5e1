"""Sentences that define a term: which word of a page means which players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.plain.vocabulary import PlainVocabulary, singular, stem
from rules.plain.words.lexemes import Lexeme, Phrases
from rules.plain.words.reading import read

_PLAYERS = ("A_PLAYER", "EACH_PLAYER", "THE_PLAYER_WITH")


def terms_of(
    texts: Sequence[str], known: Phrases, vocabulary: PlainVocabulary
) -> Iterator[tuple[str, str]]:
    """The terms that sentences define, each with its sentence; the first definition counts."""
    found: set[str] = set()
    for text in texts:
        term = _term(read(text, known, vocabulary))
        if term and stem(term) not in found and stem(term) not in vocabulary.stems:
            found.add(stem(term))
            yield term, text


def _term(words: Sequence[Lexeme]) -> str:
    """The word that a sentence defines; "" where it defines none."""
    kinds = [each.kind for each in words]
    if "_MEANS" in kinds[1:4] and kinds[kinds.index("_MEANS") + 1 :][:1] == ["A_PLAYER"]:
        return _name(words[: kinds.index("_MEANS")])
    first, means = kinds[:1], kinds[2:3] == ["IS"] and kinds[3:4]
    if first in (["A"], ["THE"]) and means and means[0] in _PLAYERS:
        return _name(words[1:2])
    if kinds[0:1] == ["THE_PLAYER_WITH"] and kinds[-3:-1] == ["IS", "THE"]:
        return _name(words[-1:])
    if kinds[:1] not in (["A_PLAYER"], ["EACH_PLAYER"]):
        return ""
    end = kinds.index("_IF") if "_IF" in kinds else len(kinds)
    if end < 3 or (end == len(kinds) and end < 5):
        return ""
    is_said = kinds[end - 2] == "IS" or kinds[end - 3 : end - 1] == ["IS", "_NAMED"]
    return _name(words[end - 1 : end]) if is_said else ""


def _name(words: Sequence[Lexeme]) -> str:
    """The words of a term as its name."""
    if any(each.kind not in ("WORD", "NAME", "A", "QUOTED") for each in words):
        return ""
    said = [str(each.value or each.text) for each in words if each.kind != "A"]
    return singular(" ".join(said))
