"""Cycle 14 of Infinite Nomic: an obelisk comes nearer, and players work together against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.common.game_on_pages import KERNEL, GameOnPages, Ordered
from rules.common.judges import JUDGES
from rules.common.players import BEGINS, begin, on_time, schedule
from rules.common.proceedings import first_of, settle
from rules.common.sections import Section
from rules.cycle14 import (
    components,
    curses,
    gatherings,
    herbalism,
    obelisk,
    proposals,
    rituals,
    tasks,
)
from rules.cycle14 import rituals as ritual_rules
from rules.cycle14.gatherings import STARTING
from rules.cycle14.obelisk import OBSERVE
from rules.cycle14.page import PAGE, STATEMENTS, to_json
from rules.cycle14.picture import picture
from rules.cycle14.proposals import PROPOSALS, TRADING
from rules.cycle14.rituals import DISPLACES
from rules.cycle14.state import Context, Place, State
from wikibot.game.engine.standing_rolls import when_over
from wikibot.game.game import MainNumber
from wikibot.game.ruleset.implementations import InWords
from wikibot.sdk import Event, Refused, Rulebook, Unit, fold, replace, week_start
from wikibot.wikitext.messages import say

# ==================================================================================================
# Ruleset section Time: what happens at the end of a phase, of a week, and in between, in order.
#
# What players settle among themselves comes first: proposals take effect, votes of confidence and
# elections end, trades lapse. At the end of a phase open gatherings fail. At the end of a week
# the season changes after that, gains are boosted or not, and it is looked where the Obelisk is.
# Former players who may join again are forgotten. Decision: no timed event fires once the cycle
# is over.

NAME = "time passes"
_PROCEEDINGS = (PROPOSALS, JUDGES, TRADING)


def _look(act: Context) -> None:
    obelisk.end_week(act, gatherings.hindrance(act.book, DISPLACES, STARTING))


_AT_WEEKS_END = {  # in their order
    obelisk.CHANGES: obelisk.advance,
    gatherings.BOOSTING: gatherings.begin_week,
    obelisk.LOOKING: _look,
}
PARTS = {gatherings.FAILING: gatherings.fail_open, **_AT_WEEKS_END, BEGINS: begin}


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event."""
    if state.over:
        return None
    time = schedule(book).end(state.now)
    return first_of(_PROCEEDINGS, state, book, Event(time, NAME))


def pass_time(act: Context, event: Event) -> None:
    """Let everything happen that is due at the act's instant."""
    if event.name in PARTS:  # one that was held
        PARTS[event.name](act)
        return
    settle(_PROCEEDINGS, act)
    if event.name == NAME:
        gatherings.fail_open(act)
        if week_start(act.now) == act.now:
            for play in _AT_WEEKS_END.values():
                play(act)
            gatherings.forget(act)
            act.state = when_over(act.state, (OBSERVE.name,))
        act.happen(BEGINS, lambda: begin(act), what="the beginning of a phase")


RULES = Section(__name__, on_time(PARTS, gatherings.FAILING))


# == Cycle 14 of Infinite Nomic: an obelisk comes nearer, and players work together against it =====


class Cycle14(GameOnPages[State]):
    """The game, put together out of its sections."""

    name = "cycle14"
    title = "Infinite Nomic, Cycle 14"
    sections = (
        Section(implements=KERNEL), RULES, obelisk.ON_SEASONS, proposals.ON_PLAYERS,
        components.RULES, components.ON_ITEMS, obelisk.RULES, tasks.ON_TASKS, tasks.RULES,
        herbalism.RULES, herbalism.ON_ENCYCLOPAEDIA, tasks.ON_HIKING, gatherings.RULES,
        rituals.RULES, curses.RULES, proposals.ON_STOREHOUSE, proposals.ON_BANISHMENT,
        proposals.ON_TRADING, proposals.RULES, proposals.ON_JUDGES, obelisk.ON_WINNING,
    )  # fmt: skip
    package = __package__
    catalogues = (components.CATALOGUE, herbalism.CATALOGUE, curses.CATALOGUE)
    rulesets = (("Cycle 14",), ("demo",))
    on_page = PAGE
    in_words = STATEMENTS
    to_json = staticmethod(to_json)
    picture = staticmethod(picture)
    next_event = staticmethod(next_event)
    handle_event = staticmethod(pass_time)
    ends_by = obelisk.WINNING
    aspects = components.ASPECTS
    main_number = MainNumber("Experience", lambda player: sum(player.experience.values()))

    def world_of(self, unit: Unit) -> Any:
        if unit.catalogue != curses.SECTION:
            return None
        from rules.cycle14.curses import EFFECT

        return EFFECT

    def read_words(self, book: Rulebook, unit: Unit) -> InWords | None:
        if unit.catalogue == herbalism.ENCYCLOPAEDIA:
            self.recall_words()
            return herbalism.in_words(book, unit)
        found = super().read_words(book, unit)
        return found and curses.with_cost(book, unit, found)

    def counted(self, state: State) -> Iterable[tuple[str, Mapping[str, int]]]:
        yield from super().counted(state)
        yield from ((name, player.experience) for name, player in state.players.items())
        yield str(Place.OBELISK), state.obelisk.items
        yield str(Place.STOREHOUSE), state.storehouse

    def accounts(self, state: State) -> Iterable[str]:
        return (*super().accounts(state), *(each.id for each in state.dying))

    def with_accounts(self, state: State, now: Mapping[str, str]) -> State:
        dying = tuple(replace(each, id=now.get(each.id, each.id)) for each in state.dying)
        return replace(super().with_accounts(state, now), dying=dying)

    def over(self, state: State, order: Ordered) -> str:
        return obelisk.ended(state)

    def after_correction(self, act: Context) -> None:
        known = obelisk.seasons(act.book)
        if fold(act.state.season) not in map(fold, known):
            remedy = say("The seasons are {}.", ", ".join(known))
            raise Refused("there is no season {}", act.state.season, remedy=remedy)

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        rituals = ritual_rules.ritual_names(book)
        yield from super().names(state, book)
        yield from (*components.components(book).vocabulary, *rituals)
        yield from (*herbalism.herb_names(book), *map(ritual_rules.short, rituals))
        yield from map(str, Place)

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        return (
            *map(str, Place),
            "Storehouse",
            "Gates",
            "Gates of Infinity",
            "Town",
            "Pot",
            "Landmark",
        )


GAME = Cycle14()
