"""Time between lines: events, and unfinished actions that lapse, each at its own time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Event
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.enactment import clear
from wikibot.game.engine.standing_rolls import FaceSource, Unseen
from wikibot.game.engine.steward_verbs import number_of
from wikibot.game.game import Game
from wikibot.game.problems import Held, Missing, Problem, failure
from wikibot.game.ruleset.rulebook import Rulebook, bearing
from wikibot.game.state import Pending, S, hold_event, is_held, settle, text_of
from wikibot.wikitext.messages import retold, say

_NEVER = datetime.min.replace(tzinfo=UTC)


class FiredEvent(Struct, frozen=True):
    """A timed event that fired: a phase began, an unfinished action lapsed.

    ``lines``: of a log, that go with it (proofs of its rolls, what a replay has to know).
    ``failed``: the program made a mistake, which a person has to put right.
    """

    time: datetime
    text: str
    lines: tuple[str, ...] = ()
    failed: bool = False


class PassingTime(Generic[S]):
    """Lets time pass in one game, by one rulebook, with one source of dice."""

    def __init__(self, game: Game[S], book: Rulebook, dice: FaceSource) -> None:
        self.game, self.book, self.dice = game, book, dice
        self._next_by: tuple[tuple[object, ...], datetime, Event] | None = None  # until it is due
        self.clears = True  # whether what was settled long ago leaves the page
        self._stays: tuple[object, object, datetime] = (None, None, _NEVER)  # and until when

    def due(self, state: S) -> datetime | None:
        """The time of the next event or lapse, or None."""
        lapsing, event = self.book.found_in(state.pending, _first_to_lapse), self._next(state, [])
        times = [each.time for each in (event,) if each] + [each[0] for each in (lapsing,) if each]
        return min(times, default=None)

    def advance(self, state: S, to: datetime, fired: list[FiredEvent]) -> S:
        """Let everything happen that is due until then, in order of time; adds to ``fired``."""
        begun = state.now
        stuck: tuple[Event, S] | None = None  # an event that changed nothing would fire for ever
        while True:
            event = self._next(state, fired)
            event = None if (event, state) == stuck else event
            lapsing = self.book.found_in(state.pending, _first_to_lapse)
            if lapsing and lapsing[0] <= to and (event is None or lapsing[0] <= event.time):
                until, pending = lapsing
                state = settle(state, pending)  # time stays: an event of that instant comes next
                what = say("{}: {!r} lapsed", pending.player, pending.text)
                fired.append(
                    FiredEvent(until, say("{}, still waiting for {}", what, retold(pending.asks)))
                )
            elif event is not None and event.time <= to:
                now = replace(state, now=max(state.now, event.time))
                state = self._fire(now, event, fired)
                stuck = (event, state) if state == now else None
            else:
                state = state if to <= state.now else replace(state, now=to)
                return self._cleared(state, begun, fired) if self.clears else state

    def _cleared(self, state: S, begun: datetime, fired: list[FiredEvent]) -> S:
        """The state without what was settled long ago.

        Clearing is not an event. It changes nothing that an event looks at, so it comes last.
        """
        proposals, requests, until = self._stays
        if state.proposals is proposals and state.requests is requests and state.now < until:
            return state
        try:
            cleared = clear(state, self.book, self.game.looks_back(self.book), state.now)
        except Exception as error:  # noqa: BLE001  # the page stays longer than it might
            text = failure("clearing the page", error)
            if text not in (each.text for each in fired):
                fired.append(FiredEvent(state.now, text, failed=True))
            return state
        fired += [FiredEvent(max(time, begun), text) for time, text in cleared.gone]
        state = cleared.state
        self._stays = (state.proposals, state.requests, cleared.until)
        return state

    def _next(self, state: S, fired: list[FiredEvent]) -> Event | None:
        """The game's next event, looked for anew once anything bears on it that has changed."""
        by = self.game.bears_on_time(state, self.book)
        if self._next_by:
            known, since, event = self._next_by
            if since <= state.now < event.time and known == by:
                return event
        found = self._find_next(state, fired)
        self._next_by = (by, state.now, found) if found and by is not None else None
        return found

    def _find_next(self, state: S, fired: list[FiredEvent]) -> Event | None:
        """The same. A mistake in finding it is reported once, and no event fires."""
        try:
            event = self.game.next_event(state, self.book)
        except Problem:
            raise  # of the ruleset page as a whole
        except Exception as error:  # noqa: BLE001  # lines are played all the same
            text = failure("what comes next", error)
            if text not in (each.text for each in fired):
                fired.append(FiredEvent(state.now, text, failed=True))
            return None
        return None if event is None or is_held(state, event) else event

    def again(self, state: S, event: Event, fired: list[FiredEvent]) -> S:
        """Fire an event that was held, as at its own time; where it is still held it waits on."""
        held = next(each for each in state.pending if each.what == event)
        then = replace(settle(state, held), now=event.time)
        return replace(self._fire(then, event, fired), now=state.now)

    def _fire(self, state: S, event: Event, fired: list[FiredEvent]) -> S:
        action = Action(ActionId(0, 0, 0), event.time, "", text_of(event), trusted=True)
        act = ActionContext(self.game, self.book, state, action, None, "", self.dice)
        rules = bearing(self.book)
        try:
            self.game.prepare(act)
            rules.check_event(event.name)
            self.game.handle_event(act, event)
            self.game.after_action(act)
            rules.check_change(self.game.aspects, state, act.state)
        except Held as held:
            fired.append(FiredEvent(event.time, f"{retold(event.name)}: {held.text}"))
            return hold_event(state, event, held.unit)
        except Problem as problem:
            if isinstance(problem, Missing) and problem.how and not isinstance(self.dice, Unseen):
                raise  # its dice will be there later, and time waits for them
            fired.append(FiredEvent(event.time, f"{event.name}: {problem.told(self.book.cites)}"))
            return state
        except Exception as error:  # noqa: BLE001  # it waits for a person; later events fire
            state = hold_event(state, event)
            number = number_of(state, state.pending[-1].id)
            text = say("{}; `retry {}` tries it again", failure(text_of(event), error), number)
            fired.append(FiredEvent(event.time, text, failed=True))
            return state
        if act.text or act.proofs:
            fired.append(FiredEvent(event.time, act.text or event.name, tuple(act.proofs)))
        return act.state


def _first_to_lapse(waiting: Sequence[Pending], book: Rulebook) -> tuple[datetime, Pending] | None:
    """What lapses first of all that waits, and when."""
    dated = [(pending.until, pending) for pending in waiting if pending.until is not None]
    return min(dated, key=lambda each: each[0], default=None)
