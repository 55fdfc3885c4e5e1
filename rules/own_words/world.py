"""What a coded game offers to effects in plain words: its state as tables, and ways to change it.

The effects themselves are those of the game ``generic`` (``rules.generic.play``): they see the page
that a :class:`World` shows them, and what they change there it carries out in the game's own state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.generic.state import Field
from rules.generic.state import State as Page
from rules.plain import tree
from rules.plain import vocabulary as v
from wikibot.sdk import Held, Rulebook, Unit


class World(ABC):
    """One kind of things of a coded game, such as the items of a rule, in plain words.

    ``rule``: the part of the ruleset that has them. ``told_when``: whether the words say when
    something happens ("Whenever a player lands on ..."), and not only what. The context ``act`` is
    that of the game itself.
    """

    rule: str
    told_when = False

    @abstractmethod
    def words(self, book: Rulebook, /) -> v.PlainVocabulary:
        """All names that the words may have; of the ruleset page alone, so that they stay."""

    @abstractmethod
    def text(self, unit: Unit, /) -> str:
        """The words of a unit that say what happens, in plain text."""

    @abstractmethod
    def page(self, state: Any, book: Rulebook, /) -> Page:
        """The state as players, tables and values, in the published order of random choices."""

    @abstractmethod
    def write(self, act: Any, before: Page, after: Page, /) -> bool:
        """Carry out what one effect changed on that page; whether the answer tells of it."""

    def stand(self, act: Any, who: str, to: str, /, *, moving: bool) -> None:
        """Let a player go (or, where not ``moving``, be put) to a thing, with what comes of it.

        Here, not at all: the game has no board.
        """
        raise NotImplementedError

    def spelled(self, text: str, book: Rulebook, /) -> str:
        """The words with signs of the page, such as emoji, as the names that they stand for."""
        return text

    def fits(self, rule: Any, unit: Unit, /) -> bool:
        """Whether a sentence that says when is one that the game plays for such a unit."""
        return False

    def instead(self, act: Any, effect: Any, player: str, /) -> Sequence[Any]:
        """The effects that one stands for in this game as it is now: mostly itself alone.

        ``player``: whom it is about.
        """
        return (effect,)

    def did(self, state: Any, player: str, asks: tree.Did, /) -> bool:
        """Whether a player did something in some unit of time.

        Raises ``Held`` where that is not known: here, always.
        """
        raise Held(self.rule, "it is not known who did {} this or last {}", asks.verb, asks.unit)

    def may_go(self, act: Any, player: str, /) -> Sequence[str]:
        """The items of a player that may go to another one: all that they have."""
        held = act.state.players[player].items.items()
        return tuple(item for item, count in held if count > 0)

    def count(self, act: Any, player: str, what: str, /) -> int | None:
        """How many of something a player counts as having; None: as many as the page shows."""
        return None

    def deed(self, act: Any, effect: Any, name: str, number: int | None, /) -> None:
        """Carry out what only this game's rules know, for a player or a thing of this name.

        The vocabulary of most games has no such thing.
        """
        raise NotImplementedError(f"{type(effect).__name__} {name} {number} {act}")

    def settled(self, act: Any, /) -> None:  # noqa: B027  # most worlds need nothing
        """What follows each sentence, beside what follows each action."""

    def beside(self, act: Any, play: Callable[[str], None], /) -> None:  # noqa: B027  # likewise
        """Let what bears on all players bear on what else it does, by ``play`` of a player."""


def spoken(fields: Iterable[Field]) -> tuple[v.KnownField, ...]:
    """Fields of the page as the words name them."""
    return tuple(v.KnownField(each.name, str(each.kind), each.table) for each in fields)


def present(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values that a page has a place for; a blank is not among them."""
    return {name: value for name, value in values.items() if value}


def changes(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """The items of which an owner has more (or fewer) after than before, with the difference."""
    for item in dict.fromkeys((*before, *after)) if before != after else ():
        more = after.get(item, 0) - before.get(item, 0)
        if more:
            yield item, more
