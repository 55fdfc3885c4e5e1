"""Round 7 of Infinite Nomic as a game: turns in real time, on a line of spaces that grows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from rules.common.game_on_pages import GameOnPages
from rules.round7 import (
    bank,
    chief_of_police,
    commerce,
    exploring,
    frontier,
    gulag,
    houses,
    jail,
    leaving,
    master_of_your_fate,
    moving,
    naming,
    proposals,
    shop,
    snek,
    time,
    town_verbs,
    turn_timer,
    turns,
    using_items,
    winning,
)
from rules.round7.implementations import IMPLEMENTATIONS
from rules.round7.page import drawing, page, picture, state_json, statements
from rules.round7.state import ASPECTS, GULAG, JAIL, State
from rules.round7.wordings import CATALOGUES
from wikibot.game.actions import Outcome
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Pending, Proposal
from wikibot.game.verbs import Verb


class Round7(GameOnPages[State]):
    """The game, wired together out of its sections."""

    name = "round7"
    title = "Infinite Nomic, Round 7"
    has_phases = False
    verbs: tuple[Verb, ...] = (
        *leaving.VERBS, *turns.VERBS, *moving.VERBS, *exploring.VERBS, *jail.VERBS, *gulag.VERBS,
        *master_of_your_fate.VERBS, *chief_of_police.VERBS, *shop.VERBS, *using_items.VERBS, *houses.VERBS, *bank.VERBS,
        *town_verbs.VERBS, *commerce.VERBS, *proposals.VERBS,
    )  # fmt: skip
    package = __package__
    catalogues = CATALOGUES
    implementations = IMPLEMENTATIONS
    rulesets = (("Round 7",), ("demo",))
    on_page = page
    in_words = statements
    in_json = state_json
    in_text = drawing
    in_picture = picture
    in_time = time
    by_message = (proposals.PROPOSALS,)
    aspects = ASPECTS

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        del state, book
        own = (
            naming.COP_CAR,
            naming.SHOP,
            naming.BANK,
            naming.HOUSE,
            naming.FIELD,
            naming.SNAKE,
            naming.LADDER,
        )
        return (
            *own,
            naming.TOWN,
            "field",
            "officer",
            "Frontier",
            JAIL,
            GULAG,
            "Space",
            "Number",
            "poents",
            "VP",
        )

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        yield from super().names(state, book)
        yield from (*shop.wares(book), *shop.known_items(book), *state.towns, JAIL, GULAG)
        yield from (feature for _, feature in naming.placed(state))

    def deadline(self, state: State, book: Rulebook) -> datetime | None:
        return turns.end_time(state, book)

    def until(self, act: ActionContext[State]) -> datetime | None:
        return turn_timer.until(act)

    def on_line(self, before: State, after: State, outcome: Outcome, book: Rulebook) -> State:
        return turn_timer.on_line(before, after, outcome, book, self.verbs)

    def others_may_roll(self, state: State, pending: Pending, book: Rulebook) -> bool:
        del book
        return pending == frontier.waiting(state)

    def objection(self, proposal: Proposal, book: Rulebook) -> str:
        return proposals.objection(proposal, book.text)

    def prepare(self, act: ActionContext[State]) -> None:
        snek.keep_off_frontier(act)

    def after_action(self, act: ActionContext[State]) -> None:
        proposals.check(act)
        snek.keep_off_frontier(act)
        time.finish_turn(act)
        winning.check(act)


GAME = Round7()
