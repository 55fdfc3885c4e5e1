"""What a coded game offers to effects in plain words: its state as tables, and ways to change it.

The effects themselves are those of the game ``generic`` (``rules.generic.play``): they see the page
that a :class:`World` shows them, and what they change there it carries out in the game's own state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rules.generic.state import State as Page
from rules.plain import tree
from rules.plain.vocabulary import PlainVocabulary
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit


class World(Protocol):
    """One kind of things of a coded game, such as the items of a rule, in plain words.

    ``told_when``: whether the words say when something happens ("Whenever a player lands on ..."),
    and not only what. The context ``act`` is that of the game itself.
    """

    told_when: bool

    def words(self, book: Rulebook, /) -> PlainVocabulary:
        """All names that the words may have; of the ruleset page alone, so that they stay."""
        ...

    def text(self, unit: Unit, /) -> str:
        """The words of a unit that say what happens, in plain text."""
        ...

    def spelled(self, text: str, book: Rulebook, /) -> str:
        """The words with signs of the page, such as emoji, as the names that they stand for."""
        ...

    def fits(self, rule: Any, unit: Unit, /) -> bool:
        """Whether a sentence that says when is one that the game plays for such a unit."""
        ...

    def page(self, state: Any, book: Rulebook, /) -> Page:
        """The state as players, tables and values, in the published order of random choices."""
        ...

    def write(self, act: Any, before: Page, after: Page, /) -> bool:
        """Carry out what one effect changed on that page; whether the answer tells of it."""
        ...

    def stand(self, act: Any, who: str, to: str, /, *, moving: bool) -> None:
        """Let a player go (or, where not ``moving``, be put) to a thing, with what comes of it."""
        ...

    def instead(self, act: Any, effect: Any, player: str, /) -> Sequence[Any]:
        """The effects that one stands for in this game as it is now: mostly itself alone.

        ``player``: whom it is about.
        """
        ...

    def did(self, state: Any, player: str, asks: tree.Did, /) -> bool:
        """Whether a player did something in some unit of time; ``Held`` where that is not known."""
        ...

    def may_go(self, act: Any, player: str, /) -> Sequence[str]:
        """The items of a player that may go to another one."""
        ...

    def count(self, act: Any, player: str, what: str, /) -> int | None:
        """How many of something a player counts as having; None: as many as the page shows."""
        ...

    def deed(self, act: Any, effect: Any, name: str, number: int | None, /) -> None:
        """Carry out what only this game's rules know, for a player or a thing of this name."""
        ...

    def settled(self, act: Any, /) -> None:
        """What follows each sentence."""
        ...

    def beside(self, act: Any, play: Callable[[str], None], /) -> None:
        """Let what bears on all players bear on what else it does, by ``play`` of a player."""
        ...


class Usual:
    """What the things of most coded games leave as it is."""

    def may_go(self, act: Any, player: str) -> Sequence[str]:
        """All that they have."""
        held = act.state.players[player].items.items()
        return tuple(item for item, count in held if count > 0)

    def count(self, act: Any, player: str, what: str) -> int | None:
        """As many as the page shows."""
        del act, player, what
        return None

    def deed(self, act: Any, effect: Any, name: str, number: int | None) -> None:
        """Nothing beside the effects of plain words; no vocabulary has such a thing then."""
        raise NotImplementedError(f"{type(effect).__name__} {name} {number} {act}")
