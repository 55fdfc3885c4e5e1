"""Cycle 14 of Infinite Nomic as a game: an obelisk comes nearer, and players work together against it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.common.game_on_pages import GameOnPages, Ordered
from rules.cycle14 import (
    banishment,
    components,
    judges,
    obelisk,
    players,
    possessions,
    proposals,
    storehouse,
    time,
    trading,
    winning,
)
from rules.cycle14.implementations import IMPLEMENTATIONS
from rules.cycle14.page import board, page, picture, state_json, statements
from rules.cycle14.rituals import gatherings, naming
from rules.cycle14.state import Place, State
from rules.cycle14.tasks import herbalism, hiking, simple_tasks
from rules.cycle14.tasks.encyclopaedia import herb_names
from rules.cycle14.wordings import CATALOGUES
from wikibot.game.actions import Event
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.verbs import Verb


class Cycle14(GameOnPages[State]):
    """The game, wired together out of its sections."""

    name = "cycle14"
    title = "Infinite Nomic, Cycle 14"
    verbs: tuple[Verb, ...] = (
        *players.VERBS, *obelisk.VERBS, *simple_tasks.VERBS, *herbalism.VERBS, *hiking.VERBS, *gatherings.VERBS, *storehouse.VERBS, *banishment.VERBS, *trading.VERBS,
        *proposals.VERBS, *judges.VERBS,
    )  # fmt: skip
    package = __package__
    catalogues = CATALOGUES
    implementations = IMPLEMENTATIONS
    rulesets = (("Cycle 14",), ("demo",))
    on_page = page
    in_words = statements
    in_json = state_json
    in_text = board
    in_picture = picture
    in_time = time
    by_message = (proposals.PROPOSALS, judges.JUDGES)
    ends_by = winning.SECTION
    aspects = possessions.ASPECTS

    def over(self, state: State, order: Ordered) -> str:
        del order
        return winning.ended(state)

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        yield from super().names(state, book)
        yield from (
            *components.components(book).vocabulary,
            *naming.ritual_names(book),
            *herb_names(book),
        )
        yield from map(naming.short, naming.ritual_names(book))
        yield from map(str, Place)

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        del state, book
        return (*map(str, Place), "Storehouse", "Gates", "Gates of Infinity", "Town", "Pot")

    def prepare(self, act: ActionContext[State]) -> None:
        self.after_action(act)

    def after_action(self, act: ActionContext[State]) -> None:
        components.limit_resolve(act)
        obelisk.limit_birds(act)

    def handle_event(self, act: ActionContext[State], event: Event) -> None:
        time.pass_time(act, event)


GAME = Cycle14()
