"""Cycle 14 of Infinite Nomic as a game: an obelisk comes nearer, and players work together against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from rules.common.demos import bundled_demo
from rules.common.phases import schedule
from rules.cycle14 import (
    banishment,
    board,
    components,
    judges,
    obelisk,
    page,
    picture,
    players,
    proposals,
    state_json,
    statements,
    storehouse,
    time,
    trading,
    winning,
)
from rules.cycle14.implementations import IMPLEMENTATIONS
from rules.cycle14.rituals import gatherings
from rules.cycle14.state import State
from rules.cycle14.tasks import (
    alchemy,
    befriend_grebe,
    blood_acquisition,
    foraging,
    herbalism,
    hiking,
    infernal_heart,
    instructing_grebe,
    mining,
    pot_synthesis,
)
from rules.cycle14.wordings import CATALOGUES
from wikibot.game.act import Act
from wikibot.game.actions import Action
from wikibot.game.game import Demo, Event, Game, Reading, Watched
from wikibot.game.kernel_verbs import CHOOSE
from wikibot.game.picture import Picture
from wikibot.game.pins import Pin, bundled_pins
from wikibot.game.problems import Refused
from wikibot.game.rulebook import Rulebook, read_rulebook
from wikibot.game.verbs import Verb


@cache
def pins() -> tuple[Pin, ...]:
    """The wordings that the implementation was written for."""
    return bundled_pins(__package__)


class Cycle14(Game[State]):
    """The game, wired together out of its sections."""

    name = "cycle14"
    title = "Infinite Nomic, Cycle 14"
    verbs: tuple[Verb, ...] = (
        *players.VERBS, *obelisk.VERBS, *mining.VERBS, *foraging.VERBS, *herbalism.VERBS, *alchemy.VERBS,
        *infernal_heart.VERBS, *blood_acquisition.VERBS, *befriend_grebe.VERBS, *instructing_grebe.VERBS,
        *pot_synthesis.VERBS, *hiking.VERBS, *gatherings.VERBS, *storehouse.VERBS, *banishment.VERBS, *trading.VERBS,
        *proposals.VERBS, *judges.VERBS,
    )  # fmt: skip

    def rulebook(self, ruleset: str, overlay: Sequence[Pin] = ()) -> Rulebook:
        return read_rulebook(ruleset, CATALOGUES, (*pins(), *overlay), IMPLEMENTATIONS)

    def read(self, page_text: str, book: Rulebook, now: datetime) -> Reading[State]:
        return page.read(page_text, book, now)

    def write(self, page_text: str, book: Rulebook, state: State) -> str:
        return page.write(page_text, book, state)

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        return page.new_page(book, now, title)

    def admit(self, state: State, verb: Verb, player: str, action: Action) -> None:
        if state.over and (verb in self.verbs or verb is CHOOSE):
            how = f"{', '.join(state.winners)} won" if state.winners else "all players lost"
            raise Refused(f"the cycle is over: {how}", rule=winning.SECTION)
        super().admit(state, verb, player, action)

    def deadline(self, state: State, book: Rulebook) -> datetime | None:
        return schedule(book).end(state.now)

    def aftermath(self, act: Act[State]) -> None:
        components.limit_resolve(act)
        obelisk.limit_birds(act)

    def next_event(self, state: State, book: Rulebook) -> Event | None:
        return time.next_event(state, book)

    def fire(self, act: Act[State], event: Event) -> None:
        time.pass_time(act, event)

    def watched(self, state: State) -> Sequence[Watched]:
        return (*proposals.PROPOSALS.watched(state), *judges.JUDGES.watched(state))

    def to_json(self, state: State, book: Rulebook) -> Mapping[str, Any]:
        return state_json.to_json(state, book)

    def board(self, state: State, book: Rulebook) -> str:
        return board.draw(state, book)

    def picture(self, state: State, book: Rulebook) -> Picture | None:
        return picture.picture(state, book)

    def differences(self, before: State, after: State) -> tuple[str, ...]:
        return statements.differences(before, after)

    def correct(self, state: State, statement: str) -> State:
        return statements.correct(state, statement)

    def demo(self) -> Demo:
        return bundled_demo("rules.cycle14")


GAME = Cycle14()
