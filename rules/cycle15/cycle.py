"""Cycle 15 of Infinite Nomic as a game: a board with loops and wheels, crystals and a great deal of garbage."""

from __future__ import annotations

from collections.abc import Iterable

from rules.common.game_on_pages import GameOnPages, Ordered
from rules.cycle15 import judges, players, proposals, time, trading, upgrades, winning
from rules.cycle15.belongings import amendments, shards
from rules.cycle15.belongings.garbage import CATALOGUE, items_in_play
from rules.cycle15.board import categories, spaces, types, unique_types, wheel_rotation
from rules.cycle15.board.type_names import known_types
from rules.cycle15.implementations import IMPLEMENTATIONS
from rules.cycle15.items import barriers, macgyvering, unusable, using_items
from rules.cycle15.moves import (
    combos,
    delegated_choices,
    hitching,
    incomplete_moves,
    move_record,
    movement,
    pinging,
    replaying,
)
from rules.cycle15.page import drawing, page, picture, state_json, statements
from rules.cycle15.state import ASPECTS, State
from wikibot.game.actions import Event
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Pending
from wikibot.game.verbs import Verb

AMENDED = "Cycle 15, amended"  # what items of the game make of some rules


class Cycle15(GameOnPages[State]):
    """The game, wired together out of its sections."""

    name = "cycle15"
    title = "Infinite Nomic, Cycle 15"
    showcase = True
    verbs: tuple[Verb, ...] = (
        *players.VERBS, *movement.VERBS, *types.VERBS, *categories.VERBS, *using_items.VERBS,
        *macgyvering.VERBS, *shards.VERBS, *pinging.VERBS, *combos.VERBS, *incomplete_moves.VERBS, *proposals.VERBS,
        *judges.VERBS, *trading.VERBS, *upgrades.VERBS, *hitching.VERBS, *unusable.VERBS, *replaying.VERBS,
        *delegated_choices.VERBS,
    )  # fmt: skip
    package = __package__
    catalogues = (CATALOGUE,)
    implementations = IMPLEMENTATIONS
    rulesets = (("Cycle 15", AMENDED), ("Cycle 15 early", AMENDED), ("demo", AMENDED))
    on_page = page
    in_words = statements
    in_json = state_json
    in_text = drawing
    in_picture = picture
    in_time = time
    by_message = (proposals.PROPOSALS, judges.JUDGES)
    ends_by = winning.SECTION
    aspects = ASPECTS

    def over(self, state: State, order: Ordered) -> str:
        if not state.winners or using_items.undoes_a_win(
            state, order.verb, order.player, order.text
        ):
            return ""
        return f"the cycle is over: {', '.join(state.winners)} won"

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        yield from super().names(state, book)
        yield from (*items_in_play(state, book), *known_types(book))

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        del state, book
        return ("Space", "Phase")

    def others_may_roll(self, state: State, pending: Pending, book: Rulebook) -> bool:
        del state
        return incomplete_moves.others_may_roll(pending, book)

    def prepare(self, act: ActionContext[State]) -> None:
        wheel_rotation.keep_in_range(act)
        unique_types.keep_unique(act)
        barriers.hold_barred(act)

    def after_action(self, act: ActionContext[State]) -> None:
        wheel_rotation.keep_in_range(act)
        spaces.keep_whole(act)
        unique_types.keep_unique(act)
        unusable.annihilate(act)
        move_record.note_taken_up(act)
        winning.check(act)

    def handle_event(self, act: ActionContext[State], event: Event) -> None:
        time.pass_time(act, event)
        if act.state.phase != act.before.phase:
            amendments.note_carried_out(act)


GAME = Cycle15()
