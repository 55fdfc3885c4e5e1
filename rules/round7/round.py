"""Round 7 of Infinite Nomic as a game: turns in real time, on a line of spaces that grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from rules.round7 import (
    bank,
    chief_of_police,
    commerce,
    demonstration,
    drawing,
    exploring,
    gulag,
    hearing,
    houses,
    jail,
    leaving,
    master_of_your_fate,
    moving,
    page,
    picture,
    proposals,
    shop,
    snek,
    state_json,
    statements,
    time,
    town_verbs,
    turns,
    using_items,
    winning,
)
from rules.round7.implementations import IMPLEMENTATIONS
from rules.round7.state import State
from rules.round7.wordings import CATALOGUES
from wikibot.game.act import Act
from wikibot.game.game import Demo, Event, Game, Reading, Watched
from wikibot.game.picture import Picture
from wikibot.game.pins import Pin, bundled_pins
from wikibot.game.rulebook import Rulebook, read_rulebook
from wikibot.game.verbs import Verb
from wikibot.game.verdicts import Outcome


@cache
def pins() -> tuple[Pin, ...]:
    """The wordings that the implementation was written for."""
    return bundled_pins(__package__)


class Round7(Game[State]):
    """The game, wired together out of its sections."""

    name = "round7"
    title = "Infinite Nomic, Round 7"
    has_phases = False
    verbs: tuple[Verb, ...] = (
        *leaving.VERBS, *turns.VERBS, *moving.VERBS, *exploring.VERBS, *jail.VERBS, *gulag.VERBS,
        *master_of_your_fate.VERBS, *chief_of_police.VERBS, *shop.VERBS, *using_items.VERBS, *houses.VERBS, *bank.VERBS,
        *town_verbs.VERBS, *commerce.VERBS, *proposals.VERBS,
    )  # fmt: skip

    def rulebook(self, ruleset: str, overlay: Sequence[Pin] = ()) -> Rulebook:
        return read_rulebook(ruleset, CATALOGUES, (*pins(), *overlay), IMPLEMENTATIONS)

    def read(self, page_text: str, book: Rulebook, now: datetime) -> Reading[State]:
        return page.read(page_text, book, now)

    def write(self, page_text: str, book: Rulebook, state: State) -> str:
        return page.write(page_text, book, state)

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        return page.new_page(book, now, title)

    def deadline(self, state: State, book: Rulebook) -> datetime | None:
        return turns.end_time(state, book)

    def until(self, act: Act[State]) -> datetime | None:
        return hearing.until(act)

    def heard(self, before: State, after: State, outcome: Outcome, book: Rulebook) -> State:
        return hearing.heard(before, after, outcome, book, self.verbs)

    def aftermath(self, act: Act[State]) -> None:
        proposals.check(act)
        if act.state.features is not act.before.features or act.state.highest != act.before.highest:
            snek.keep_off_frontier(act)
        time.finish_turn(act)
        winning.check(act)

    def next_event(self, state: State, book: Rulebook) -> Event | None:
        return time.next_event(state, book)

    def fire(self, act: Act[State], event: Event) -> None:
        time.fire(act, event)

    def watched(self, state: State) -> Sequence[Watched]:
        return tuple(proposals.PROPOSALS.watched(state))

    def to_json(self, state: State, book: Rulebook) -> Mapping[str, Any]:
        return state_json.to_json(state, book)

    def board(self, state: State, book: Rulebook) -> str:
        return drawing.draw(state, book)

    def picture(self, state: State, book: Rulebook) -> Picture | None:
        return picture.picture(state, book)

    def differences(self, before: State, after: State) -> tuple[str, ...]:
        return statements.differences(before, after)

    def correct(self, state: State, statement: str) -> State:
        return statements.correct(state, statement)

    def demo(self) -> Demo:
        return demonstration.demo()


GAME = Round7()
