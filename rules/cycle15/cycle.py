"""Cycle 15 of Infinite Nomic as a game: a board with loops and wheels, crystals and garbage."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from rules.common import judges, principles
from rules.common.game_on_pages import GameOnPages, Ordered
from rules.cycle15 import party, players, proposals, time, trading, upgrades, winning
from rules.cycle15.belongings import amendments, garbage, possessions
from rules.cycle15.board import categories, spaces, types, unique_types, wheel_rotation
from rules.cycle15.items import macgyvering, uses, using_items
from rules.cycle15.moves import delegated_choices, incomplete_moves, landing, movement, replaying
from rules.cycle15.page.page import PAGE
from rules.cycle15.page.picture import picture
from rules.cycle15.page.schema import STATEMENTS
from rules.cycle15.page.state_json import to_json
from rules.cycle15.state import ASPECTS, CRYSTAL, Context, State
from wikibot.game.game import MainNumber
from wikibot.sdk import Event, Pending, Rulebook, Unit
from wikibot.wikitext.messages import say

AMENDED = "Cycle 15, amended"  # what items of the game make of some rules


class Cycle15(GameOnPages[State]):
    """The game, wired together out of its sections."""

    name = "cycle15"
    title = "Infinite Nomic, Cycle 15"
    showcase = True
    sections = (
        principles.RULES, time.RULES, players.RULES, movement.RULES, types.RULES, categories.RULES,
        wheel_rotation.RULES, spaces.RULES, unique_types.RULES, garbage.RULES, using_items.RULES,
        uses.RULES, macgyvering.RULES, possessions.RULES, landing.RULES, party.RULES,
        incomplete_moves.RULES, proposals.RULES, judges.section(proposals.PROPOSALS),
        trading.RULES, upgrades.RULES,
        replaying.RULES, delegated_choices.RULES, winning.RULES,
    )  # fmt: skip
    package = __package__
    catalogues = (garbage.CATALOGUE,)
    rulesets = (("Cycle 15", AMENDED), ("Cycle 15 early", AMENDED), ("demo", AMENDED))
    on_page = PAGE
    in_words = STATEMENTS
    to_json = staticmethod(to_json)
    picture = staticmethod(picture)
    next_event = staticmethod(time.next_event)
    bears_on_time = staticmethod(time.bears_on_time)
    ends_by = winning.SECTION
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
        items, types = garbage.items_in_play(state, book).names, unique_types.known_types(book)
        names = (super().names(state, book), items, types.names)
        return book.found_in_parts(names, _joined, names)

    def standing(self, state: State, player: str) -> str:
        where = say("space {}", state.players[player].location)
        return ", ".join(filter(None, (where, super().standing(state, player))))

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        return ("Space", "Phase")

    def others_may_roll(self, state: State, pending: Pending, book: Rulebook) -> bool:
        return incomplete_moves.others_may_roll(pending, book)

    def handle_event(self, act: Context, event: Event) -> None:
        time.pass_time(act, event)
        if act.state.phase != act.before.phase:
            amendments.note_carried_out(act)


def _joined(names: Iterable[Iterable[str]], book: Rulebook) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(names)))


GAME = Cycle15()
