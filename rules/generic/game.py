"""Any nomic as a game: what its pages say is what is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from rules.common.game_on_pages import GameOnPages
from rules.common.phases import schedule
from rules.generic import in_words as words
from rules.generic import ledger, people, proceedings, time
from rules.generic.changed_rules import changes
from rules.generic.checked import checked
from rules.generic.compiled import Compiled, compiled, plan_of
from rules.generic.page import listed, state_json
from rules.generic.page.new_page import new_page
from rules.generic.page.page import PAGE
from rules.generic.page.picture import picture
from rules.generic.page.statements import STATEMENTS
from rules.generic.play.beginnings import declare_winners
from rules.generic.play.changes import within_limits
from rules.generic.play.checks import refuse_forbidden
from rules.generic.rulebook import read_plain
from rules.generic.state import Context, State
from rules.generic.verbs import verbs_of
from rules.plain import memory
from wikibot.game.engine.verb_lookup import Verbs
from wikibot.game.game import LEDGER_PLAYERS, RULES_BY_PLAYERS
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.game.understanding.options import Lists
from wikibot.sdk import PhraseSlot, Pin, Rulebook


class Generic(GameOnPages[State]):
    """The game, wired together out of its parts."""

    name = "generic"
    title = "any nomic, by its own sentences"
    has_phases = False
    sections = (people.RULES, *proceedings.SECTIONS, ledger.RULES)
    ledger = LEDGER_PLAYERS
    rules_by = RULES_BY_PLAYERS
    package = __package__
    catalogues = ()
    on_page: Any = PAGE
    in_words: Any = STATEMENTS
    to_json = staticmethod(state_json.to_json)
    next_event = staticmethod(time.next_event)
    handle_event = staticmethod(time.pass_time)
    bears_on_time = staticmethod(time.bears_on_time)
    new_page = staticmethod(new_page)
    picture = staticmethod(picture)

    def pins(self) -> tuple[Pin, ...]:
        return ()

    def remember(self) -> bytes:
        return memory.remember()

    def recall(self, kept: bytes) -> None:
        memory.recall(kept)

    def rulebook(self, ruleset: str, overlay: Sequence[Pin] = ()) -> Rulebook:
        return read_plain(ruleset)

    def sentences(self, page: str, book: Rulebook, now: datetime) -> Sequence[SentenceFinding]:
        return tuple(checked(self.read(page, book, now).state, book))

    def verbs_in(self, state: State, book: Rulebook) -> Verbs:
        return book.found_in(compiled(state, book), self._verbs)

    def _verbs(self, found: Compiled, _book: Rulebook) -> Verbs:
        return verbs_of(found, self.verbs)

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        yield from super().names(state, book)
        for table in state.tables.values():
            yield from table.things

    def lists(self, state: State, book: Rulebook, player: str) -> Lists:
        return {**super().lists(state, book, player), **listed.lists(state)}

    def standing(self, state: State, player: str) -> str:
        return listed.standing(state, player)

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        yield "game"
        yield from (field.name for field in (*state.columns, *state.labels))
        for table in state.tables.values():
            yield from (table.name, table.noun, *table.things)

    def slots(self, state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
        return {**super().slots(state, book, player), **words.slots(state, book, player)}

    def deadline(self, state: State, book: Rulebook) -> datetime | None:
        return schedule(book).end(state.now)

    def ruleset_changes(
        self, before: Callable[[], Rulebook] | None, after: Rulebook, state: State
    ) -> str:
        return changes(before, after, state)

    def prepare(self, act: Context) -> None:
        plan = plan_of(act.state, act.book)
        within_limits(act, plan)
        if act.order is not None and act.player:
            refuse_forbidden(act, plan, act.order.verb.name.partition(" ")[0])

    def after_action(self, act: Context) -> None:
        ledger.check_note(act)
        plan = plan_of(act.state, act.book)
        if act.state.trades is not act.before.trades:
            proceedings.traded(act, plan)
        if act.state.proposals is not act.before.proposals:
            proceedings.decided(act, plan)
        within_limits(act, plan)
        declare_winners(act, plan)


GAME = Generic()
