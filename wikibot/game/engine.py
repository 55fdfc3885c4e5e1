"""Playing: timed events and actions in order of server time, each action exactly one outcome.

A line is parsed to an order, the order is performed on a copy of the state (states are values), and only a performance
that ends well replaces the state. What an unfinished action has so far is kept as text on the waiting list; it is run
again from its start when its player adds to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic

from wikibot.game import names
from wikibot.game.act import Act
from wikibot.game.actions import Action, ActionId, Withdrawal
from wikibot.game.calendar import format_time
from wikibot.game.dice import Dice, Stated, Unseen
from wikibot.game.game import Event, Game
from wikibot.game.kernel_verbs import CHOOSE, HELP, KERNEL_VERBS, PLAYABLE, STANDS, join, waiting_order
from wikibot.game.problems import Held, Missing, Problem, Refused, Unclear
from wikibot.game.rulebook import Rulebook
from wikibot.game.state import Kind, Pending, S, settle, wait_for
from wikibot.game.steward_verbs import AS, CORRECT, RETRY, UNDO, read_id, waiting
from wikibot.game.values import changed
from wikibot.game.verbs import Order, Verbs, parse_order
from wikibot.game.verdicts import Outcome, Verdict

NOT_PLAYED = "(not played)"  # begins no verb, so that it is a message and nothing more
_FOR = re.compile(r"for\s+(?P<name>[^:]+?)\s*:?", re.IGNORECASE)


@dataclass(frozen=True)
class Happening:
    """Something that came about by itself at its own time: a phase began, an unfinished action lapsed."""

    time: datetime
    text: str
    proofs: tuple[str, ...] = ()  # of the rolls that it took


@dataclass(frozen=True)
class Played(Generic[S]):
    """What became of a batch of lines. ``outcomes`` stand in the order of the actions."""

    state: S
    outcomes: tuple[Outcome, ...] = ()
    happenings: tuple[Happening, ...] = ()


@dataclass(frozen=True)
class Undone(Generic[S]):
    """The state without one action, and what that changed, in words."""

    state: S
    text: str


Rewind = Callable[[S, ActionId, bool], Undone[S]]


class Engine(Generic[S]):
    """Plays one game by one rulebook with one source of dice. ``rewind`` knows how an action is taken back."""

    def __init__(
        self, game: Game[S], book: Rulebook, dice: Dice | None = None, rewind: Rewind[S] | None = None
    ) -> None:
        self.game, self.book, self.rewind = game, book, rewind
        self.dice: Dice = dice or Stated()
        self.verbs = Verbs((*game.verbs, *KERNEL_VERBS))

    def play(self, state: S, inputs: Iterable[Action | Withdrawal], until: datetime | None = None) -> Played[S]:
        """Play inputs in their order (which is that of their times), then let time run on to ``until``.

        Raises :class:`Missing` where an event needs a roll that its source is going to make, but not now.
        """
        outcomes: list[Outcome] = []
        happenings: list[Happening] = []
        for item in inputs:
            if item.time < state.now and isinstance(item, Action):
                outcomes.append(_late(item, state.now))
                continue
            state = self._advance(state, item.time, happenings)
            if isinstance(item, Withdrawal):
                state = self._withdraw(state, item, happenings)
            else:
                state, outcome = self._hear(state, item)
                outcomes.append(outcome)
        if until is not None and until >= state.now:
            state = self._advance(state, until, happenings)
        return Played(state, tuple(outcomes), tuple(happenings))

    def due(self, state: S) -> datetime | None:
        """When something happens by itself next, or None."""
        lapsing, event = self.book.found_in(state.pending, _first_to_lapse), self.game.next_event(state, self.book)
        return min([*([lapsing[0]] if lapsing else []), *([event.time] if event else [])], default=None)

    # -- time -------------------------------------------------------------------------------------------------------

    def _advance(self, state: S, to: datetime, happenings: list[Happening]) -> S:
        stuck: tuple[Event, S] | None = None  # an event that came to nothing would come again for ever
        while True:
            event = self.game.next_event(state, self.book)
            event = None if (event, state) == stuck else event
            lapsing = self.book.found_in(state.pending, _first_to_lapse)
            if lapsing and lapsing[0] <= to and (event is None or lapsing[0] <= event.time):
                state = settle(state, lapsing[1])  # time stands still: the game's own event of that instant comes next
                happenings.append(Happening(lapsing[0], _lapse(lapsing[1])))
            elif event is not None and event.time <= to:
                now = changed(state, now=max(state.now, event.time))
                state = self._fire(now, event, happenings)
                stuck = (event, state) if state == now else None
            else:
                return state if to <= state.now else changed(state, now=to)

    def _fire(self, state: S, event: Event, happenings: list[Happening]) -> S:
        text = f"{event.name} {event.data}".strip()
        action = Action(ActionId(0, 0, 0), event.time, "", text, trusted=True)
        act: Act[S] = Act(self.game, self.book, state, action, None, "", self.dice)
        try:
            self.game.fire(act, event)
            self.game.aftermath(act)
        except Problem as problem:
            if isinstance(problem, Missing) and problem.how and not isinstance(self.dice, Unseen):
                raise  # its dice are going to be there later, and time waits for them
            happenings.append(Happening(event.time, f"{event.name}: {problem.text}"))
            return state
        except Exception as error:  # noqa: BLE001  # an event comes once: it must not stop what comes after it
            happenings.append(Happening(event.time, _failure(event.name, error)))
            return state
        if act.text or act.proofs:
            happenings.append(Happening(event.time, act.text or event.name, tuple(act.proofs)))
        return act.state

    def _withdraw(self, state: S, item: Withdrawal, happenings: list[Happening]) -> S:
        for pending in state.pending:
            if pending.id == item.id and pending.kind in (Kind.ACTION, Kind.HELD):
                if self.dice.awaits(pending.id):
                    text = f"{item.by} took away {pending.text!r}, but its roll is on its way and stands"
                elif pending.kind is Kind.ACTION and waiting_order(pending, self.verbs).rolls:
                    text = f"{item.by} took away {pending.text!r}, but its roll was made and stands"
                else:
                    state, text = settle(state, pending), f"{item.by} withdrew {pending.text!r}"
                happenings.append(Happening(item.time, text))
        return state

    # -- actions ----------------------------------------------------------------------------------------------------

    def _hear(self, state: S, action: Action) -> tuple[S, Outcome]:
        """Play one line, and let the game note that it was written; what that changes must be in a log, too.

        There it is marked: whoever plays the log trusts it, and must not play what was refused here.
        """
        after, outcome = self.perform(state, action)
        heard = self.game.heard(state, after, outcome, self.book)
        if heard is not after and heard != after and not outcome.counts:
            outcome = replace(outcome, logged=f"{NOT_PLAYED} {action.text}")
        return heard, outcome

    def perform(self, state: S, action: Action, *, recorded: bool = False) -> tuple[S, Outcome]:
        """Play one action at its time; the state changes only where the outcome ``counts`` or is held.

        ``recorded``: the line is what waited itself, so that the rolls in it were made before.
        """
        recorded = recorded or action.recorded or action.line > 0
        name = self.game.player_of(state, action) or ""
        known = name or action.account
        try:
            order = parse_order(action.text, self.verbs)
            self.game.admit(state, order.verb, name, action)
            if order.verb.stewards_only:
                return self._by_steward(state, action, order, known)
            order, name = self._stand_in(state, order, name)
            if not recorded:
                self._must_not_state(order)
            order, resumed = self._resume(state, order, name)
            if resumed and not recorded and self.dice.awaits(resumed.id):
                raise Refused(f"{resumed.text!r} waits for a roll that is on its way", remedy="It is played by itself.")
        except Problem as problem:
            return state, Outcome(action, problem.verdict, problem.text, known)
        return self._perform(state, action, order, name, resumed)

    def _perform(self, state: S, action: Action, order: Order, name: str, resumed: Pending | None) -> tuple[S, Outcome]:
        identity = resumed.id if resumed else action.id
        base = settle(state, resumed) if resumed else state
        waits = replace(action, id=identity) if resumed else action
        act: Act[S] = Act(self.game, self.book, base, waits, order, name, self.dice, action)
        try:
            order.verb.play(act)
            act.finish()
            if order.verb not in (HELP, STANDS):  # they change nothing on the board, so nothing follows
                self.game.aftermath(act)
        except Missing as missing:
            after, outcome = self._keep(base, act, order, missing, action)
            return after, _whole(outcome, act, order, resumed)
        except Held as held:
            return self._hold(state, act, order, held.text, held.unit, action)
        except Problem as problem:
            return self._end(state, base, act, order, problem.verdict, problem.text, action)
        except Exception as error:  # noqa: BLE001  # a mistake in one rule must not stop the other lines
            return self._hold(state, act, order, _failure(order.verb.name, error), "", action)
        outcome = _whole(_outcome(Verdict.DONE, act.text or "done", act, action), act, order, resumed)
        return act.state, replace(outcome, logged="") if order.verb is HELP else outcome

    # -- stewards -----------------------------------------------------------------------------------------------------

    def _by_steward(self, state: S, action: Action, order: Order, known: str) -> tuple[S, Outcome]:
        """A steward's order. The log holds what it changed as a correction, which needs no identities to be read."""
        if order.verb is AS:
            return self._as(state, action, order, known)
        act: Act[S] = Act(self.game, self.book, state, action, order, "", self.dice)
        if order.verb is RETRY:
            return self._retry(state, act, known)
        if order.verb is UNDO:
            self._undo(act)
        else:
            order.verb.play(act)
        self.game.aftermath(act)
        outcome = replace(_outcome(Verdict.DONE, act.text, act, action), player=known)
        if order.verb is UNDO:  # a log cannot look back: it holds what the undoing changed
            made = self.game.differences(state, act.state)
            outcome = replace(outcome, logged=f"{CORRECT.name} {'; '.join(made)}" if made else "")
        return act.state, outcome

    def _as(self, state: S, action: Action, order: Order, known: str) -> tuple[S, Outcome]:
        name, colon, _ = order.subject.partition(":")
        text = action.text.partition(":")[2]  # with the dice that it states
        if not colon:
            raise Unclear("a colon parts the player from the action", nearest=f"`{AS.form}`")
        player = names.find(name.strip(), tuple(state.players)) or name.strip()
        state, outcome = self.perform(state, replace(action, account=player, text=text.strip(), by_name=True))
        return state, replace(outcome, action=action, player=known)

    def _retry(self, state: S, act: Act[S], known: str) -> tuple[S, Outcome]:
        held = waiting(act, act.subject)
        if held.kind is not Kind.HELD:
            raise Refused(f"{held.player}'s {held.text!r} is not held", remedy="It waits for its player.")
        rolls = act.order.rolls if act.order else ()  # stated by a log that is played again
        text = f"{held.text} -- {', '.join(map(str, rolls))}" if rolls else held.text
        line = replace(act.action, id=held.id, account=held.player, text=text, by_name=True)
        state, outcome = self.perform(settle(state, held), line, recorded=True)
        return state, replace(outcome, action=act.action, player=known)

    def _undo(self, act: Act[S]) -> None:
        if self.rewind is None:
            raise Refused("only a sync can take an action back", remedy="Correct the state instead.")
        words = act.subject.split()
        anyway = len(words) > 1 and words[-1].casefold() == "anyway"
        undone = self.rewind(act.state, read_id(" ".join(words[:-1] if anyway else words)), anyway)
        act.state = undone.state
        act.say(undone.text)

    def _stand_in(self, state: S, order: Order, name: str) -> tuple[Order, str]:
        """Whose unfinished action a line is for: ``choose for Ann -- 1d6 (4) = 4`` makes a roll in Ann's stead."""
        found = _FOR.fullmatch(order.subject) if order.verb is CHOOSE else None
        if not found:
            return order, name
        player = names.resolve(found["name"], tuple(state.players), "player")
        theirs = [p for p in state.pending if p.kind is Kind.ACTION and p.player == player]
        if player != name and not any(self.game.others_may_roll(state, p, self.book) for p in theirs):
            raise Refused(f"nothing of {player}'s waits for a roll that anybody may make")
        return replace(order, subject=""), player

    def _must_not_state(self, order: Order) -> None:
        """Refuse rolls that a player states where the bot makes them."""
        if order.rolls and not self.dice.stated:
            said = ", ".join(map(str, order.rolls))
            raise Refused(f"the bot makes the rolls of this game, and {said} is stated",
                          remedy="Send the line without it.")  # fmt: skip

    def _resume(self, state: S, order: Order, name: str) -> tuple[Order, Pending | None]:
        """Join a line to the unfinished action that it belongs to, if there is one."""
        mine = [p for p in state.pending if p.kind is Kind.ACTION and p.player == name]
        if order.verb is CHOOSE:
            return join(order, mine, self.verbs)
        for pending in mine:
            waiting = waiting_order(pending, self.verbs)
            if waiting.verb is order.verb and waiting.subject == order.subject:
                return _again(waiting, order), pending
        return order, None

    def _keep(self, state: S, act: Act[S], order: Order, missing: Missing, action: Action) -> tuple[S, Outcome]:
        """Put an unfinished order on the waiting list, with the rolls that were made for it.

        Choices that made themselves are marked, so that an answer added later meets the question it is for.
        """
        kept = replace(order, answers=(*act.answered, *act.answers_left), rolls=(*act.rolled, *act.rolls_left))
        until = self.game.until(act)
        pending = Pending(act.action.id, act.player, Kind.ACTION, str(kept), missing.asks, action.time, until)
        by = f" by {format_time(until)}" if until else ""
        how = missing.how or (f"Add a line `{missing.form}`{by}" if act.player else "Send the line again with it")
        outcome = _outcome(Verdict.NEEDS, f"{missing.asks}. {how}", act, action)
        return (wait_for(state, pending) if act.player else state), outcome

    def _hold(self, state: S, act: Act[S], order: Order, text: str, unit: str, action: Action) -> tuple[S, Outcome]:
        """Put a line aside until a person rules on it."""
        text = text.rstrip(".")
        outcome = replace(_outcome(Verdict.HELD, text, act, action), unit=unit)
        if not act.player:
            return state, replace(outcome, logged="")
        kept = replace(order, rolls=(*act.rolled, *act.rolls_left))
        asks = f"a ruling on {unit or order.verb.name}"
        pending = Pending(act.action.id, act.player, Kind.HELD, str(kept), asks, action.time)
        ruling = f"{text}. For stewards: `ruling {act.action.id}: ...`"
        return wait_for(state, pending), replace(outcome, text=ruling)

    def _end(
        self, state: S, base: S, act: Act[S], order: Order, verdict: Verdict, text: str, action: Action
    ) -> tuple[S, Outcome]:
        """Leave an order unplayed. A roll that the bot made for it stands: no worse line brings a better one."""
        if not (act.drawn and act.player):
            return state, Outcome(action, verdict, text, act.player or action.account)
        kept = replace(order, answers=tuple(act.answered), rolls=tuple(act.rolled))
        until = self.game.until(act)
        pending = Pending(act.action.id, act.player, Kind.ACTION, str(kept), PLAYABLE, action.time, until)
        stands = f"{text.rstrip('.')}. The roll for it stands: {', '.join(map(str, act.rolled))}"
        outcome = replace(_outcome(verdict, stands, act, action), logged=f"{STANDS.name} {kept}")
        return wait_for(base, pending), outcome


def _outcome(verdict: Verdict, text: str, act: Act[S], action: Action) -> Outcome:
    rolls, drawn = tuple(map(str, act.rolled)), tuple(map(str, act.drawn))
    return Outcome(action, verdict, text, act.player or action.account, rolls, drawn, proofs=tuple(act.proofs))


def _whole(outcome: Outcome, act: Act[S], order: Order, resumed: Pending | None) -> Outcome:
    """An outcome whose log line is the whole order, where a line alone would not tell which roll it brought about."""
    if resumed is None or not act.drawn:
        return outcome
    chosen = act.chosen if outcome.verdict is Verdict.DONE else act.answered
    whole = replace(order, answers=(*chosen, *act.answers_left), rolls=(*act.rolled, *act.rolls_left))
    return replace(outcome, logged=str(whole))


def _failure(doing: str, error: Exception) -> str:
    what = f"{type(error).__name__}: {error}"
    return f"the bot failed at `{doing}` ({what}). A steward must rule on it; please report this as a bug"


def _late(action: Action, now: datetime) -> Outcome:
    text = f"the line is dated {format_time(action.time)}, but the game has been played through {format_time(now)}"
    return Outcome(action, Verdict.HUH, f"{text}. Lines are played in order of time", action.account)


def _first_to_lapse(waiting: Sequence[Pending], book: Rulebook) -> tuple[datetime, Pending] | None:
    """What lapses first of all that waits, and when."""
    del book
    dated = [(pending.until, pending) for pending in waiting if pending.until is not None]
    return min(dated, key=lambda each: each[0], default=None)


def _lapse(pending: Pending) -> str:
    return f"{pending.player}: {pending.text!r} lapsed, still waiting for {pending.asks}"


def _again(waiting: Order, order: Order) -> Order:
    """The same action sent once more: new selections replace the old ones, but a roll that was made stands."""
    answers = order.answers or waiting.answers
    if not waiting.rolls:
        return replace(order, answers=answers)
    repeated = order.rolls[: len(waiting.rolls)]
    if repeated and [r.faces for r in repeated] != [r.faces for r in waiting.rolls[: len(repeated)]]:
        made = ", ".join(map(str, waiting.rolls))
        raise Refused(f"the roll for this was made before: {made}", rule="Random Choices",
                      remedy="Go on from it with `choose ...`.")  # fmt: skip
    return replace(order, answers=answers, rolls=waiting.rolls + order.rolls[len(waiting.rolls) :])
