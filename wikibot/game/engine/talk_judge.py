"""Whether a line is talk, and not an order, as far as its words and the state of the game tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from msgspec.structs import replace

from wikibot.game.engine.line_player import LinePlayer
from wikibot.game.engine.verb_lookup import begun_with, takes_free_text
from wikibot.game.rolls import Roll
from wikibot.game.ruleset.of_each import Kept
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import S
from wikibot.game.understanding.talk import SAID_TO_OTHERS, LineOpening, is_plain, talk
from wikibot.game.understanding.talk_kinds import of_name

_NAMES = Kept[Mapping[str, Any], tuple[str, ...]](lambda players, _: tuple(players))


class TalkJudge(Generic[S]):
    """Judges whether lines are talk, in one game by one rulebook."""

    def __init__(self, lines: LinePlayer[S]) -> None:
        self.lines, self.game, self.book = lines, lines.game, lines.book

    def with_dice(self, state: S, name: str, text: str, words: str, rolls: Sequence[Roll]) -> str:
        """What makes a line talk, with and without the dice that it shows; "" for none."""
        why = self.talk(state, name, words)
        may_be_of_others = rolls and not why and words.startswith(self._names(state))
        if may_be_of_others and self.talk(state, name, text) == SAID_TO_OTHERS:
            return SAID_TO_OTHERS  # Ben rolled a 6 and moved
        return why

    def talk(self, state: S, name: str, words: str) -> str:
        """What makes a line talk; "" where it may be an order. Stewards' orders are none."""
        if is_plain(words, self.book.found_in(self._names(state), _words_of)):
            return ""
        verbs = self.lines.verbs(state)
        verb = begun_with(words, verbs)
        if verb and verb.stewards_only:
            return ""
        others = tuple([each for each in state.players if each != name])
        free = takes_free_text(words, verbs)
        speech = LineOpening(others, outside=name not in state.players, free=free)
        return talk(words, speech) and talk(words, replace(speech, names=self._named(state)))

    def _names(self, state: S) -> tuple[str, ...]:
        return self.book.found_in(state.players, _NAMES)

    def _named(self, state: S) -> tuple[str, ...]:
        """All that has a name: its words say nothing else."""
        titles = (each.title for each in state.proposals)
        return (*self.game.names(state, self.book), *titles)


def _words_of(names: Sequence[str], _book: Rulebook) -> frozenset[str]:
    """All words of some names, as lines have them."""
    return frozenset(word for name in names for word in of_name(name))
