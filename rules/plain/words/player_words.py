"""What the page calls its players: ``Each player is called a Keeper``, ``Keepers are players``.

Such a word means a player in every sentence. Decision: a word that names something else on the
gamestate page keeps that meaning, and only a single word counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.plain.vocabulary import singular
from rules.plain.words.lexemes import raw_words
from wikibot.wikitext.folding import fold

_EACH = frozenset({"a", "an", "any", "each", "every", "the", "all", "one"})
_PLAYER = frozenset({"player", "players"})
_NAMED = (("called",), ("known", "as"), ("referred", "to", "as"))
_LONGEST = 9  # words of such a sentence


def player_words(texts: Sequence[str]) -> Iterator[str]:
    """The words for players that sentences give, folded, in the singular."""
    for text in texts:
        word = player_word(text) if "player" in text.casefold() else ""
        if word:
            yield fold(singular(word))


def player_word(text: str) -> str:
    """The word that a sentence gives to players, as it stands there; "" where it gives none."""
    keys = [each.text for each in raw_words(text[:200])]
    while keys and keys[-1] in ".;!":
        keys.pop()
    if len(keys) > _LONGEST:
        return ""
    verb = next((at for at, key in enumerate(keys) if key.casefold() in ("is", "are")), 0)
    first, last = _bare(keys[:verb]), keys[verb + 1 :]
    low = tuple(key.casefold() for key in last)
    named = next((words for words in _NAMED if low[: len(words)] == words), ())
    second = _bare(last[len(named) :])
    if len(first) != 1 or len(second) != 1:
        return ""
    is_first, is_second = (one[0].casefold() in _PLAYER for one in (first, second))
    if is_first and named and not is_second:
        return _word(second[0])
    return _word(first[0]) if is_second and not named and not is_first else ""


def _bare(keys: Sequence[str]) -> Sequence[str]:
    """The words without what stands before a noun."""
    return keys[1:] if keys and keys[0].casefold() in _EACH else keys


def _word(text: str) -> str:
    return text if text.isalpha() else ""
