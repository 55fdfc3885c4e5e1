"""Which accepted wordings may stand together: those of one ruleset that a game was written for.

A game may know several rulesets, such as the early and the late one of a cycle. A sentence that is
taken away may leave a unit of the one reading as it does in the other, where the rest of the page
is not what that wording was written for. So a page is held against the wordings of one ruleset
alone: the one by which most of its units read. Wordings that people accepted belong to no ruleset,
and count beside any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.units import Unit

Sets = Sequence[Sequence[str]]  # names of sources, those in one group together


def chosen(
    sets: Sets, units: Iterable[Unit], pins_of: Callable[[Unit], Sequence[Pin]]
) -> Sequence[str]:
    """The group by which most of a page reads, the first of several; no source at all where there are no groups."""
    votes = dict.fromkeys(range(len(sets)), 0)
    for unit in units if votes else ():
        said = [pin.sources for pin in pins_of(unit) if pin.normal == unit.prints.normal]
        for number, group in enumerate(sets) if said and not unit.empty else ():
            votes[number] += any(source in group for sources in said for source in sources)
    return sets[max(votes, key=lambda number: votes[number])] if votes else ()


def of_group(
    pins: Mapping[str, tuple[Pin, ...]], sets: Sets, group: Sequence[str]
) -> Mapping[str, tuple[Pin, ...]]:
    """The pins that count beside a group: its own, and those of no group."""
    grouped = [source for each in sets for source in each]

    def counts(pin: Pin) -> bool:
        return any(source in group or source not in grouped for source in pin.sources)

    return {name: tuple(filter(counts, known)) for name, known in pins.items()}
