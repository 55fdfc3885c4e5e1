"""Cycle 15 of Infinite Nomic as a game: a board with loops and wheels, crystals and a great deal of garbage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from rules.common.phases import schedule
from rules.cycle15 import (
    amendments,
    combos,
    demonstration,
    drawing,
    hitching,
    incomplete_moves,
    judges,
    macgyvering,
    movement,
    page,
    picture,
    pinging,
    players,
    proposals,
    shards,
    spaces,
    state_json,
    statements,
    time,
    trading,
    upgrades,
    using_items,
    winning,
)
from rules.cycle15.board import types, unique_types
from rules.cycle15.garbage import CATALOGUE
from rules.cycle15.implementations import IMPLEMENTATIONS
from rules.cycle15.items import unusable
from rules.cycle15.state import State
from wikibot.game.act import Act
from wikibot.game.actions import Action
from wikibot.game.game import Demo, Event, Game, Reading, Watched
from wikibot.game.kernel_verbs import CHOOSE
from wikibot.game.picture import Picture
from wikibot.game.pins import Pin, bundled_pins
from wikibot.game.problems import Refused
from wikibot.game.rulebook import Rulebook, read_rulebook
from wikibot.game.state import Pending
from wikibot.game.verbs import Verb


@cache
def pins() -> tuple[Pin, ...]:
    """The wordings that the implementation was written for."""
    return bundled_pins(__package__)


class Cycle15(Game[State]):
    """The game, wired together out of its sections."""

    name = "cycle15"
    title = "Infinite Nomic, Cycle 15"
    showcase = True
    verbs: tuple[Verb, ...] = (
        *players.VERBS, *movement.VERBS, *types.VERBS, *using_items.VERBS, *macgyvering.VERBS, *shards.VERBS,
        *pinging.VERBS, *combos.VERBS, *incomplete_moves.VERBS, *proposals.VERBS, *judges.VERBS,
        *trading.VERBS, *upgrades.VERBS, *hitching.VERBS, *unusable.VERBS,
    )  # fmt: skip

    def rulebook(self, ruleset: str, overlay: Sequence[Pin] = ()) -> Rulebook:
        return read_rulebook(ruleset, (CATALOGUE,), (*pins(), *overlay), IMPLEMENTATIONS)

    def read(self, page_text: str, book: Rulebook, now: datetime) -> Reading[State]:
        return page.read(page_text, book, now)

    def write(self, page_text: str, book: Rulebook, state: State) -> str:
        return page.write(page_text, book, state)

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        return page.new_page(book, now, title)

    def admit(self, state: State, verb: Verb, player: str, action: Action) -> None:
        over = bool(state.winners) and (verb in self.verbs or verb is CHOOSE)
        if over and not using_items.undoes_a_win(state, verb, player, action.text):
            raise Refused(f"the cycle is over: {', '.join(state.winners)} won", rule=winning.SECTION)
        super().admit(state, verb, player, action)

    def others_may_roll(self, state: State, pending: Pending) -> bool:
        del state
        return incomplete_moves.others_may_roll(pending)

    def deadline(self, state: State, book: Rulebook) -> datetime | None:
        return schedule(book).end(state.now)

    def aftermath(self, act: Act[State]) -> None:
        spaces.keep_whole(act)
        unique_types.keep_unique(act)
        unusable.annihilate(act)
        winning.check(act)

    def next_event(self, state: State, book: Rulebook) -> Event | None:
        return time.next_event(state, book)

    def fire(self, act: Act[State], event: Event) -> None:
        time.pass_time(act, event)
        amendments.note_carried_out(act)

    def watched(self, state: State) -> Sequence[Watched]:
        return (*proposals.PROPOSALS.watched(state), *judges.JUDGES.watched(state))

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


GAME = Cycle15()
