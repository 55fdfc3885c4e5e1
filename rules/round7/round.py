"""Round 7 of Infinite Nomic as a game: turns in real time, on a line of spaces that grows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.common.game_on_pages import GameOnPages
from rules.common.sections import Section
from rules.round7 import leaving, naming, numbers, proposals, time, towns
from rules.round7.board import bank, features, game_board, houses, snek, tiles
from rules.round7.items import commerce, poent, shop, using_items
from rules.round7.page import PAGE, STATEMENTS, to_json
from rules.round7.picture import picture
from rules.round7.police import chief_of_police, gulag, jail
from rules.round7.state import ASPECTS, FIRST, GULAG, JAIL, State
from rules.round7.turns import frontier, moving, standstill, turn_timer, turns
from wikibot.game.board.picture import Picture
from wikibot.game.game import MainNumber
from wikibot.game.ruleset.implementations import InWords
from wikibot.game.state import Proposal
from wikibot.sdk import Outcome, Pending, Rulebook, Unit
from wikibot.wikitext.messages import later, say


class Round7(GameOnPages[State]):
    """The game, wired together out of its sections."""

    name = "round7"
    title = "Infinite Nomic, Round 7"
    has_phases = False
    sections: tuple[Section, ...] = (
        leaving.RULES,
        turns.RULES,
        standstill.RULES,
        game_board.RULES,
        moving.RULES,
        frontier.RULES,
        features.RULES,
        jail.RULES,
        gulag.RULES,
        tiles.RULES,
        chief_of_police.RULES,
        shop.RULES,
        using_items.RULES,
        numbers.RULES,
        poent.RULES,
        houses.RULES,
        bank.RULES,
        towns.RULES,
        commerce.RULES,
        proposals.RULES,
        snek.RULES,
        time.RULES,
    )
    package = __package__
    catalogues = (shop.CATALOGUE,)
    rulesets = (("Round 7",), ("demo",))
    on_page = PAGE
    in_words = STATEMENTS
    next_event = staticmethod(time.next_event)
    handle_event = staticmethod(time.pass_time)
    deadline = staticmethod(turns.end_time)
    until = staticmethod(turn_timer.until)
    aspects = ASPECTS
    main_number = MainNumber("Victory Poents", lambda player: player.vp)

    def __init__(self) -> None:
        super().__init__()
        self.landing = features.landing_effects(self.sections)

    def to_json(self, state: State, book: Rulebook) -> Mapping[str, Any]:
        return to_json(state, book, self.landing)

    def picture(self, state: State, book: Rulebook) -> Picture:
        return picture(state, book, self.landing)

    def world_of(self, unit: Unit) -> Any:
        if unit.catalogue != shop.SECTION:
            return None
        from rules.round7.own_words import WARES

        return WARES

    def read_words(self, book: Rulebook, unit: Unit) -> InWords | None:
        found = super().read_words(book, unit)
        return found and shop.with_price(book, unit, found)

    def dangling(self, state: State, book: Rulebook) -> Mapping[str, str]:
        on = later("{} is on space {}")
        named = [(say(on, n, str(p.space)), p.space) for n, p in state.players.items()]
        named += [(say(on, ", ".join(f), str(n)), n) for n, f in state.features.items()]
        spaces = say("the spaces are those from {} to {}", FIRST, state.highest)
        return {
            said: spaces
            for said, at in named
            if isinstance(at, int) and not FIRST <= at <= state.highest
        }

    def standing(self, state: State, player: str) -> str:
        me, own = state.players[player], super().standing(state, player)
        where = say("space {}", str(me.space)) if isinstance(me.space, int) else str(me.space)
        return ", ".join(filter(None, (where, f"{me.poents} poents, {me.vp} VP", own)))

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        own = (*self.landing.features, "field", "officer", "Frontier")
        return (*own, JAIL, GULAG, "Space", "Number", "poents", "VP")

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        yield from super().names(state, book)
        yield from (*shop.wares(book), *shop.known_items(book), *state.towns, JAIL, GULAG)
        yield from (feature for _, feature in naming.placed(state))

    def on_line(self, before: State, after: State, outcome: Outcome, book: Rulebook) -> State:
        return turn_timer.on_line(before, after, outcome, book, self.verbs)

    def others_may_roll(self, state: State, pending: Pending, book: Rulebook) -> bool:
        return pending == frontier.waiting(state)

    def objection(self, proposal: Proposal, book: Rulebook) -> str:
        return proposals.objection(proposal, book.text)


GAME = Round7()
