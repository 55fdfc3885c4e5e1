"""The game, wired together out of its sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from rules.common.game_on_pages import bundled_demo
from wikibot.sdk import (
    DAY,
    Action,
    ActionContext,
    Binding,
    Demo,
    Event,
    Game,
    How,
    Implementation,
    Reading,
    Refused,
    Rulebook,
    Verb,
    bundled_pins,
    common_json,
    day_start,
    index,
    read_rulebook,
)

from . import gardeners, kitchen, nightfall, picking, winning
from .page import PAGE, STATEMENTS
from .state import State

MODULES = (gardeners, picking, kitchen, nightfall, winning)
WELCOME = Implementation("(top)", How.FLAVOUR)  # what stands above the first heading
PINS = bundled_pins(__package__)  # the wordings that the implementation was written for
IMPLEMENTATIONS = index((WELCOME, *(each for module in MODULES for each in module.IMPLEMENTS)))


class Orchard(Game[State]):
    """Apples, baskets and birds."""

    name = "orchard"
    title = "The orchard"
    verbs: tuple[Verb, ...] = (*gardeners.VERBS, *picking.VERBS, *kitchen.VERBS)

    def rulebook(self, ruleset: str, overlay: Sequence[Binding] = ()) -> Rulebook:
        return read_rulebook(ruleset, (kitchen.RECIPES,), (*PINS, *overlay), IMPLEMENTATIONS)

    def read(self, page_text: str, book: Rulebook, now: datetime) -> Reading[State]:
        return PAGE.read(page_text, book, now)

    def write(self, page_text: str, book: Rulebook, state: State) -> str:
        return PAGE.write(page_text, book, state)

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        return PAGE.new_page(book, now, title)

    def authorize(self, state: State, verb: Verb, player: str, action: Action) -> None:
        if state.winners and verb in self.verbs:
            raise Refused(f"the game is over: {state.winners[0]} won", rule=winning.SECTION)
        super().authorize(state, verb, player, action)

    def deadline(self, state: State, book: Rulebook) -> datetime | None:
        return day_start(state.now) + DAY

    def after_action(self, act: ActionContext[State]) -> None:
        winning.check(act)

    def next_event(self, state: State, book: Rulebook) -> Event | None:
        return None if state.winners else nightfall.next_night(state)

    def handle_event(self, act: ActionContext[State], event: Event) -> None:
        nightfall.fall(act)

    def to_json(self, state: State, book: Rulebook) -> Mapping[str, Any]:
        return common_json(self.name, state)

    def differences(self, before: State, after: State) -> tuple[str, ...]:
        return STATEMENTS.differences(before, after)

    def correct(self, state: State, statement: str) -> State:
        return STATEMENTS.correct(state, statement)

    def demo(self) -> Demo:
        return bundled_demo(__package__)


GAME = Orchard()
