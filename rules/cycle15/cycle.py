"""Cycle 15 of Infinite Nomic as a game: a board with loops and wheels, crystals and garbage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import chain
from typing import Any

from rules.common import game_on_pages, judges
from rules.common.game_on_pages import GameOnPages, Ordered
from rules.common.judges import JUDGES
from rules.common.players import BEGINS, begin, on_time, schedule
from rules.common.proceedings import first_of, settle
from rules.common.sections import Section
from rules.cycle15 import garbage, party, players, possessions, proceedings
from rules.cycle15.board import spaces, types
from rules.cycle15.items import uses, using_items
from rules.cycle15.items.using_items import MACGYVER
from rules.cycle15.moves import delegated_choices, movement, path, taking_back
from rules.cycle15.moves.movement import MOVE
from rules.cycle15.page import PAGE, STATEMENTS, to_json
from rules.cycle15.picture import picture
from rules.cycle15.possessions import outlasting
from rules.cycle15.proceedings import PROPOSALS, TRADING
from rules.cycle15.state import ASPECTS, CRYSTAL, Context, Player, State
from wikibot.game.engine.standing_rolls import when_over
from wikibot.game.game import MainNumber
from wikibot.game.state import held_events
from wikibot.sdk import Event, Pending, Rulebook, Unit, replace
from wikibot.wikitext.messages import say

# ==================================================================================================
# Ruleset section Time: phases come and go; what happens at an instant happens in a fixed order.
#
# Votes that end are counted first: proposals, then votes of confidence and the election of a
# judge; trades lapse. When a phase begins: the moves of the last one are forgotten but for who
# moved, with the rolls that stood for them; effects for one phase end, and former players who may
# join again are forgotten. Then players become reputable. Decision: no timed event fires once the
# cycle is over.

NAME = "time passes"
_PROCEEDINGS = (PROPOSALS, JUDGES, TRADING)


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event."""
    if state.winners:
        return None
    time = schedule(book).end(state.now)
    reputable = players.next_reputable(state, book)
    time = time if reputable is None else min(time, reputable)
    return first_of(_PROCEEDINGS, state, book, Event(time, NAME))


def bears_on_time(state: State, book: Rulebook) -> tuple[object, ...]:
    """All of a state that :func:`next_event` looks at, beside the time."""
    held = book.found_in(state.pending, held_events)
    votes = book.found_in_parts((state.proposals,), _next_decision, state)
    ruling = book.found_in_parts((state.requests, state.candidacies), _next_ruling, state)
    lapse = book.found_in_parts((state.trades,), _next_lapse, state)
    joined = players.joined(state, book)
    return (state.winners, state.started, joined, held, votes, ruling, lapse)


def _next_decision(state: State, book: Rulebook) -> datetime | None:
    """When the next vote on a proposal ends."""
    return PROPOSALS.ends(state, book)


def _next_ruling(state: State, book: Rulebook) -> datetime | None:
    """When the next vote of confidence or election ends."""
    return JUDGES.ends(state, book)


def _next_lapse(state: State, book: Rulebook) -> datetime | None:
    """When the next trade lapses."""
    return TRADING.ends(state, book)


def pass_time(act: Context, event: Event) -> None:
    """Let everything happen that is due at the act's instant."""
    if event.name in PARTS:  # one that was held
        PARTS[event.name](act, event.data)
        return
    settle(_PROCEEDINGS, act)
    if event.name != NAME:
        return
    if schedule(act.book).start(act.now) == act.now:
        act.happen(BEGINS, lambda: begin_phase(act), what="the beginning of a phase")
    for name in players.newly_reputable(act.state, act.book, act.now):
        players.welcome(act, name)


def begin_phase(act: Context) -> None:
    """Begin the next phase."""
    begin(act)
    phase, extra = act.state.phase, dict.fromkeys(move.player for move in act.state.moves)
    players = {
        name: _rested(player, phase, moved=name in extra)
        for name, player in act.state.players.items()
    }
    state = when_over(act.state, (MOVE, MACGYVER))
    act.state = replace(state, moves=(), players=players)


def _rested(player: Player, phase: int, *, moved: bool) -> Player:
    phases = tuple(each for each in player.moved if each >= phase - 1)
    if moved and phase - 1 not in phases:
        phases = (*phases, phase - 1)
    effects = outlasting(player.effects, phase)
    if phases == player.moved and effects == player.effects:
        return player
    return replace(player, moved=phases, effects=effects)


PARTS: Mapping[str, Callable[[Context, str], None]] = {
    BEGINS: lambda act, _: begin_phase(act),
    players.WELCOME: players.welcome,
    players.GRANT: players.grant_again,
}
RULES = Section(implements=on_time(PARTS))


# == Cycle 15 of Infinite Nomic as a game: a board with loops and wheels, crystals and garbage =====

AMENDED = "Cycle 15, amended"  # what items of the game make of some rules


class Cycle15(GameOnPages[State]):
    """The game, wired together out of its sections."""

    name = "cycle15"
    title = "Infinite Nomic, Cycle 15"
    showcase = True
    sections = (
        game_on_pages.RULES, RULES, players.RULES, movement.RULES, types.RULES, spaces.RULES,
        garbage.RULES, using_items.RULES, uses.RULES, possessions.RULES, path.RULES, party.RULES,
        taking_back.RULES, proceedings.RULES, judges.section(proceedings.PROPOSALS),
        proceedings.TRADES, movement.REPLAYING, delegated_choices.RULES, party.ON_WINNING,
    )  # fmt: skip
    package = __package__
    catalogues = (garbage.CATALOGUE,)
    rulesets = (("Cycle 15", AMENDED), ("Cycle 15 early", AMENDED), ("demo", AMENDED))
    on_page = PAGE
    in_words = STATEMENTS
    to_json = staticmethod(to_json)
    picture = staticmethod(picture)
    next_event = staticmethod(next_event)
    bears_on_time = staticmethod(bears_on_time)
    ends_by = party.WINNING
    aspects = ASPECTS
    main_number = MainNumber("Crystals", lambda player: player.items.get(CRYSTAL, 0))

    def world_of(self, unit: Unit) -> Any:
        if unit.catalogue != garbage.SECTION and not types.is_of_type(unit):
            return None
        from rules.cycle15.items.own_words import ITEMS, TYPES

        return ITEMS if unit.catalogue else TYPES

    def over(self, state: State, order: Ordered) -> str:
        if not state.winners or using_items.undoes_a_win(
            state, order.verb, order.player, order.text
        ):
            return ""
        return say("the cycle is over: {} won", ", ".join(state.winners))

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        items, types = garbage.items_in_play(state, book).names, spaces.known_types(book)
        names = (super().names(state, book), items, types.names)
        return book.found_in_parts(names, _joined, names)

    def dangling(self, state: State, book: Rulebook) -> Mapping[str, str]:
        named = [
            (say("{} is on space {}", name, str(each.location)), each.location)
            for name, each in state.players.items()
        ]
        named += [
            (say("{} leads to {}", each.id, to), to)
            for each in state.spaces.values()
            for to in each.successors
        ]
        return {
            said: say(
                "the nearest are {0}; `correct space {1} is Blank` makes it",
                ", ".join(map(str, sorted(sorted(state.spaces, key=lambda n: abs(n - to))[:4]))),
                to,
            )
            for said, to in named
            if to not in state.spaces
        }

    def standing(self, state: State, player: str) -> str:
        where = say("space {}", str(state.players[player].location))
        return ", ".join(filter(None, (where, super().standing(state, player))))

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        return ("Space", "Phase")

    def others_may_roll(self, state: State, pending: Pending, book: Rulebook) -> bool:
        return taking_back.others_may_roll(pending, book)

    def handle_event(self, act: Context, event: Event) -> None:
        pass_time(act, event)
        if act.state.phase != act.before.phase:
            garbage.note_carried_out(act)


def _joined(names: Iterable[Iterable[str]], book: Rulebook) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(names)))


GAME = Cycle15()
