"""What waits because a unit of the ruleset is held: verbs, events, rolls, changes of the state.

Most rules ask for their own section when they are played. Many sections bear on far more than that:
what a die roll is, what a phase is, what it means to own something. Their implementations say so
(:class:`Bears`), and the engine asks here, before it plays a line or lets an event happen, and of
every change before it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import EVERY, Bears, Implementation
from wikibot.game.ruleset.rulebook import Rulebook

Aspects = Mapping[str, Callable[[Any], Any]]  # what of a state an aspect is, by its name


class HeldUnits(Struct, frozen=True):
    """Held units by what each holds; of several that hold the same thing the first one counts."""

    verbs: Mapping[str, Held] = field(default_factory=dict)
    events: Mapping[str, Held] = field(default_factory=dict)
    changes: Mapping[str, Held] = field(default_factory=dict)
    rolls: Held | None = None

    def check_verb(self, name: str) -> None:
        """Raise :class:`Held` where no line with this verb can be played."""
        if self.verbs:
            _raise(self.verbs.get(name) or self.verbs.get(EVERY[0]))

    def check_event(self, name: str) -> None:
        """Raise :class:`Held` where this event cannot happen."""
        _raise(self.events.get(name))

    def check_roll(self) -> None:
        """Raise :class:`Held` where nothing can be rolled or picked."""
        if self.rolls is not None:
            _raise(self.rolls)

    def check_change(self, aspects: Aspects, before: Any, after: Any) -> None:
        """Raise :class:`Held` where an aspect of the state has changed that may not."""
        if before is after or not self.changes:
            return
        for name, held in self.changes.items():
            if aspects[name](before) != aspects[name](after):
                _raise(held)


def bearing(book: Rulebook) -> HeldUnits:
    """What is held by this rulebook."""
    return book.derived(_bearing)


def _bearing(book: Rulebook) -> HeldUnits:
    known = (book.implementations or {}).values()
    held = [(each, problem) for each in known if (problem := _held(book, each))]
    rolls = next((problem for each, problem in held if each.bears.rolls), None)
    return HeldUnits(
        _first((name, problem) for each, problem in held for name in each.bears.verbs),
        _first((name, problem) for each, problem in held for name in each.bears.events),
        _first((name, problem) for each, problem in held for name in each.bears.changes),
        rolls,
    )


def named(bears: Bears) -> tuple[str, ...]:
    """What of it are not verbs, in words: ``all rolls``, ``what changes items``."""
    rolls = ("all rolls",) if bears.rolls else ()
    return (*(f"what changes {name}" for name in bears.changes), *rolls, *bears.events)


def _held(book: Rulebook, each: Implementation) -> Held | None:
    """Why a unit is held that bears on anything beyond what asks for it."""
    problem = book.obstacle(each.unit) if each.bears != Bears() else None
    return problem if isinstance(problem, Held) else None


def _first(pairs: Iterable[tuple[str, Held]]) -> Mapping[str, Held]:
    found: dict[str, Held] = {}
    for name, problem in pairs:
        found.setdefault(name, problem)
    return found


def _raise(held: Held | None) -> None:
    if held is not None:
        raise held.with_traceback(None)
