"""Playing: timed events and actions in order of server time, each action exactly one outcome.

A line is parsed to an order, the order is performed on a copy of the state (states are values), and
only a performance that ends well replaces the state. What an unfinished action has so far is kept
as text on the waiting list; it is run again from its start when its player adds to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Generic

from wikibot.game import names
from wikibot.game.actions import Action, ActionId, Event, Outcome, Verdict, Withdrawal
from wikibot.game.calendar import format_time
from wikibot.game.engine import outcomes as endings
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.dice import Dice, Stated
from wikibot.game.engine.joining import Joined, Joining
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP, KERNEL_VERBS, STANDS
from wikibot.game.engine.orders import (
    LONGEST_BODY,
    LONGEST_ORDER,
    Order,
    Verbs,
    begun_with,
    find_verb,
    first_name,
    parse_order,
)
from wikibot.game.engine.passing_time import FiredEvent, Passing
from wikibot.game.engine.standing_rolls import ANSWERS, MOST_LOOSE, shown, without
from wikibot.game.engine.steward_verbs import (
    AS,
    CORRECT,
    NO_EFFECT,
    RETRY,
    RULING,
    STEWARD_VERBS,
    UNDO,
    read_id,
    waiting,
)
from wikibot.game.engine.text_log import with_drawn, withdrawn_line
from wikibot.game.game import Game
from wikibot.game.problems import Held, Missing, Problem, Refused, Unclear, failure
from wikibot.game.rolls import Roll, shown_rolls
from wikibot.game.ruleset.dependents import bearing
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, Pending, S, replace, settle
from wikibot.wikitext.numerals import TooManyDigits

NOT_PLAYED = "(not played)"  # begins no verb, so that it is a message and nothing more
_REFUSED = re.compile(rf"(?:{AS.name} [^:]+: )?{re.escape(NOT_PLAYED)} .*", re.DOTALL)
_FOR = re.compile(r"for\s+(?P<name>[^:]+?)\s*:?", re.IGNORECASE)


@dataclass(frozen=True)
class Played(Generic[S]):
    """What became of a batch of lines. ``outcomes`` stand in the order of the actions."""

    state: S
    outcomes: tuple[Outcome, ...] = ()
    fired_events: tuple[FiredEvent, ...] = ()


@dataclass(frozen=True)
class Undone(Generic[S]):
    """The state without one action, and what that changed, in words."""

    state: S
    text: str


@dataclass(frozen=True)
class How:
    """How a line is to be played.

    ``recorded``: it is what waited itself, so that the rolls in it were made before. ``retried``:
    once more, by a steward, as an order of its own. ``only_rolls``: it was not played; what was
    rolled or shown with it stands.
    """

    recorded: bool = False
    retried: bool = False
    only_rolls: bool = False

    def of(self, action: Action) -> How:
        """The same with what the line itself says of it."""
        recorded = self.recorded or action.recorded or action.line > 0
        return replace(self, recorded=recorded, only_rolls=self.only_rolls or action.gone)


USUAL = How()


Rewind = Callable[[S, ActionId, bool], Undone[S]]


class Engine(Generic[S]):
    """Plays one game by one rulebook with one source of dice. ``rewind`` knows how an action is taken back."""

    def __init__(
        self,
        game: Game[S],
        book: Rulebook,
        dice: Dice | None = None,
        rewind: Rewind[S] | None = None,
    ) -> None:
        self.game, self.book, self.rewind = game, book, rewind
        self.dice: Dice = dice or Stated()
        self.verbs = Verbs((*game.verbs, *KERNEL_VERBS))
        self.passing = Passing(game, book, self.dice)
        self.joining = Joining(game, book, self.verbs)

    def play(
        self,
        state: S,
        inputs: Iterable[Action | Withdrawal],
        until: datetime | None = None,
        unfit: Callable[[S], str] | None = None,
    ) -> Played[S]:
        """Play inputs in their order (which is that of their times), then let time run on to ``until``.

        ``unfit`` says why a state cannot be kept, "" where it can; a line that leads to one is
        held.

        Raises :class:`Missing` where an event needs a roll that its source is going to make, but
        not now.
        """
        outcomes: list[Outcome] = []
        fired_events: list[FiredEvent] = []
        for item in inputs:
            if item.time < state.now and isinstance(item, Action):
                outcomes.append(_late(item, state.now))
                continue
            state = self.passing.advance(state, item.time, fired_events)
            if isinstance(item, Withdrawal):
                state = self._withdraw(state, item, fired_events)
            else:
                after, outcome = self._hear(state, item)
                why = unfit(after) if unfit and after != state else ""
                state, outcome = (
                    self._unfit(state, outcome, why, unfit) if why and unfit else (after, outcome)
                )
                outcomes.append(outcome)
        if until is not None and until >= state.now:
            state = self.passing.advance(state, until, fired_events)
        return Played(state, tuple(outcomes), tuple(fired_events))

    def _unfit(
        self, state: S, outcome: Outcome, why: str, unfit: Callable[[S], str]
    ) -> tuple[S, Outcome]:
        """Leave a line unplayed after which the page could not be saved; its rolls stand.

        A player's line waits for a steward, if the page can hold it.
        """
        action = outcome.action
        after, kept = self._contained(state, replace(action, gone=True))
        held = endings.unfit(outcome, kept, why)
        player = self.game.player_of(state, action)
        if player is None or find_verb(action.text.strip(), STEWARD_VERBS):
            return after, held
        waits = endings.wait_for_ruling(after, action, player)
        return (after, held) if unfit(waits) else (waits, endings.with_ruling(held))

    def _withdraw(self, state: S, item: Withdrawal, fired_events: list[FiredEvent]) -> S:
        for pending in state.pending:
            if pending.id == item.id and pending.kind in (Kind.ACTION, Kind.HELD):
                lines: tuple[str, ...] = ()
                if self.dice.awaits(pending.id):
                    text = f"{item.by} took away {pending.text!r}, but its roll is on its way and stands"
                elif self._has_roll(state, pending):
                    text = f"{item.by} took away {pending.text!r}, but its roll was made and stands"
                else:
                    state, text = settle(state, pending), f"{item.by} withdrew {pending.text!r}"
                    lines = (withdrawn_line(item),)
                fired_events.append(FiredEvent(item.time, text, lines))
        return state

    def _has_roll(self, state: S, pending: Pending) -> bool:
        """Whether a roll was made for a line that waits; one that somebody edited beyond reading has none."""
        order = self.joining.waiting(pending)
        if order is None:
            return False
        purpose = self.joining.meaning(state, _line_of(pending), order, pending.player).purpose
        made = [
            each for each in state.rolls if (each.player, each.purpose) == (pending.player, purpose)
        ]
        return bool(order.rolls or any(each.label for each in made))

    # -- actions -----------------------------------------------------------------------------------

    def _hear(self, state: S, action: Action) -> tuple[S, Outcome]:
        """Play one line, and let the game note that it was written; what that changes must be in a log, too.

        There it is marked: whoever plays the log trusts it, and must not play what was refused
        here.
        """
        after, outcome = self._contained(state, action)
        if action.gone:
            return after, outcome
        try:
            heard = self.game.on_line(state, after, _shortened(outcome), self.book)
        except TooManyDigits:
            return after, outcome
        except Exception as error:  # noqa: BLE001  # as below
            return after, replace(
                outcome, text=f"{outcome.text}. And {failure('what follows from any line', error)}"
            )
        if heard is not after and heard != after and not outcome.counts:
            outcome = replace(outcome, logged=_not_played(action))
        return heard, outcome

    def _contained(self, state: S, action: Action) -> tuple[S, Outcome]:
        """Play one line, come what may: a mistake of the program costs that line, which a person then rules on."""
        name = ""
        try:
            name = self.game.player_of(state, action) or ""
            return self.perform(state, action)
        except Problem as problem:
            return state, Outcome(action, problem.verdict, problem.text, name or action.account)
        except TooManyDigits as error:
            return state, Outcome(action, Verdict.HUH, f"{error}.", name or action.account)
        except Exception as error:  # noqa: BLE001  # nothing that one line says may stop the others
            return endings.fail(state, action, name, error)

    def perform(self, state: S, action: Action, how: How = USUAL) -> tuple[S, Outcome]:
        """Play one action at its time; the state changes only where the outcome ``counts`` or is held."""
        how = how.of(action)
        name = self.game.player_of(state, action) or ""
        known, purpose, shown_by = name or action.account, "", ""
        rolls: Sequence[Roll] = ()
        order: Order | None = None
        try:
            if len(action.body) > LONGEST_BODY:
                raise Unclear(
                    f"the text below the line has {len(action.body)} characters, at most {LONGEST_BODY} are read"
                )
            if action.trusted and action.text.strip().startswith(STANDS.name):
                return self._let_stand(state, action, how)
            order = parse_order(action.text, self.verbs)
            self.game.authorize(state, order.verb, name, action)
            if order.verb.stewards_only:
                return self._by_steward(state, action, order, known)
            order, name = self._stand_in(state, order, name)
            shown_by = known if name != known and known in state.players else ""
            if not how.recorded:
                self._must_not_state(order)
            purpose, rolls = self.joining.meaning(state, action, order, name).purpose, order.rolls
            joined = self.joining.join(state, action, order, name, retried=how.retried)
            resumed = joined.resumed
            if resumed and not how.recorded and self.dice.awaits(resumed.id):
                raise Refused(
                    f"{resumed.text!r} waits for a roll that is on its way",
                    remedy="It is played by itself.",
                )
        except Problem as problem:
            outcome = Outcome(action, problem.verdict, problem.text, known)
            if order is None:
                purpose, rolls = self._shown(action, how)
            after = self._with_shown(state, name, purpose, rolls, shown_by)
            return after, endings.let_stand(state, after, outcome)
        return self._perform(state, action, joined, name, how, shown_by)

    def _perform(
        self, state: S, action: Action, joined: Joined, name: str, how: How, shown_by: str
    ) -> tuple[S, Outcome]:
        order, resumed = joined.order, joined.resumed
        base = settle(state, resumed) if resumed else state
        waits = replace(action, id=resumed.id) if resumed else action
        act: ActionContext[S] = ActionContext(
            self.game, self.book, base, waits, order, name, self.dice, action,
            purpose=joined.meant.purpose, whole=joined.whole, shown_by=shown_by,
        )  # fmt: skip
        after, outcome = self._ended(state, base, act, joined, action)
        if not how.only_rolls:
            return after, outcome
        stood = endings.with_rolls(state, act)
        outcome = replace(outcome, verdict=Verdict.DONE, text="the roll stands", logged="")
        return stood, endings.let_stand(state, stood, outcome)

    def _ended(
        self, state: S, base: S, act: ActionContext[S], joined: Joined, action: Action
    ) -> tuple[S, Outcome]:
        """Play an order to its end, whichever that is."""
        order = joined.order
        rules = bearing(self.book)
        try:
            if order.verb is not HELP:
                self.game.prepare(act)
                rules.check_verb(order.verb.name)
            act.supply.refuse_another()
            order.verb.play(act)
            act.finish()
            if order.verb is not HELP:  # it changes nothing on the board, so nothing follows
                self.game.after_action(act)
                rules.check_change(self.game.aspects, act.before, act.state)
        except Missing as missing:
            in_full = replace(order, subject=joined.meant.subject)
            after, outcome = endings.keep(base, act, in_full, missing, action)
            return after, endings.whole(outcome, act, order, joined.said)
        except Held as held:
            after, outcome = endings.hold(base, act, order, held.text, held.unit, action)
            return after, endings.whole(outcome, act, order, joined.said) if act.player else outcome
        except Problem as problem:
            return self._dropped(state, act, joined, problem, action)
        except TooManyDigits as error:
            return self._dropped(state, act, joined, Unclear(str(error)), action)
        except Exception as error:  # noqa: BLE001  # a mistake in one rule must not stop the other lines
            return endings.hold(base, act, order, failure(order.verb.name, error), "", action)
        outcome = endings.answered(Verdict.DONE, act.text or "done", act, action)
        outcome = endings.whole(outcome, act, order, joined.said)
        outcome = replace(outcome, logged="") if order.verb is HELP else outcome
        return endings.without_rolls(act.state, act), outcome

    def _dropped(
        self, state: S, act: ActionContext[S], joined: Joined, problem: Problem, action: Action
    ) -> tuple[S, Outcome]:
        after, outcome = endings.drop(state, act, problem, action)
        if after.rolls == state.rolls:
            return after, outcome
        full = endings.whole(outcome, act, joined.order, joined.said)
        return after, endings.let_stand(state, after, full)

    # -- rolls that stand --------------------------------------------------------------------------

    def _let_stand(self, state: S, action: Action, how: How) -> tuple[S, Outcome]:
        """A line that was not played, in a log: only what was rolled or shown with it counts."""
        inner = replace(action, text=action.text.strip()[len(STANDS.name) :].strip())
        after, outcome = self.perform(state, inner, replace(how, only_rolls=True))
        return after, replace(
            outcome, action=action, verdict=Verdict.DONE, text="the roll stands", logged=None
        )

    def _shown(self, action: Action, how: How) -> tuple[str, Sequence[Roll]]:
        """What a line shows dice for, if it cannot be read: what it begins with, or whatever needs such dice next."""
        if not (self.dice.stated or how.recorded) or (how.recorded and was_refused(action)):
            return "", ()
        verb = begun_with(action.text, self.game.verbs)
        purpose = first_name(verb, self.game.verbs) if verb and not verb.undecided else ANSWERS
        return purpose, tuple(islice(shown_rolls(action.text), MOST_LOOSE))

    def _with_shown(
        self, state: S, name: str, purpose: str, rolls: Sequence[Roll], shown_by: str
    ) -> S:
        """The state when a line was refused before anything asked for the rolls that it shows."""
        if not (name in state.players and purpose and rolls):
            return state
        return replace(state, rolls=shown(state.rolls, name, purpose, rolls, shown_by))

    # -- stewards ----------------------------------------------------------------------------------

    def _by_steward(self, state: S, action: Action, order: Order, known: str) -> tuple[S, Outcome]:
        """A steward's order. The log holds what it changed as a correction, which needs no identities to be read."""
        if order.verb is AS:
            return self._as(state, action, order, known)
        act: ActionContext[S] = ActionContext(
            self.game, self.book, state, action, order, "", self.dice
        )
        if order.verb is RETRY:
            return self._retry(state, act, known)
        if order.verb is UNDO:
            self._undo(act)
        else:
            order.verb.play(act)
        if order.verb is RULING:
            self._use_up(state, act)
        if (
            order.verb is not CORRECT
        ):  # as after an edit of the page, on which people may be at work step by step
            self.game.after_action(act)
        outcome = replace(endings.answered(Verdict.DONE, act.text, act, action), player=known)
        if order.verb is UNDO:  # a log cannot look back: it holds what the undoing changed
            made = self.game.differences(state, act.state)
            outcome = replace(outcome, logged=f"{CORRECT.name} {'; '.join(made)}" if made else "")
        return act.state, outcome

    def _use_up(self, before: S, act: ActionContext[S]) -> None:
        """Let the rolls of an order be used up that was ruled on, unless it was ruled to have no effect."""
        ruled = next(
            (p for p in before.pending if p not in act.state.pending and p.kind is not Kind.OFFER),
            None,
        )
        waited = self.joining.waiting(ruled) if ruled else None
        if (
            ruled is None
            or waited is None
            or act.subject.partition(":")[2].strip(" .").casefold() == NO_EFFECT
        ):
            return
        purpose = self.joining.meaning(before, _line_of(ruled), waited, ruled.player).purpose
        rest = without(act.state.rolls, ruled.player, purpose)
        if rest != act.state.rolls:
            act.state = replace(act.state, rolls=rest)
            act.say("the rolls for it are used up")

    def _as(self, state: S, action: Action, order: Order, known: str) -> tuple[S, Outcome]:
        name, colon, _ = order.subject.partition(":")
        text = action.text.partition(":")[2]  # with the dice that it states
        if not colon:
            raise Unclear("a colon parts the player from the action", nearest=f"`{AS.form}`")
        if find_verb(text.strip(), (AS,)):
            raise Unclear(
                "nobody plays a line for somebody who plays it for somebody else",
                nearest=f"`{AS.form}`",
            )
        player = names.find(name.strip(), tuple(state.players)) or name.strip()
        state, outcome = self.perform(
            state, replace(action, account=player, text=text.strip(), by_name=True)
        )
        logged = outcome.logged and f"{AS.name} {player}: {outcome.logged}"
        return state, replace(outcome, action=action, player=known, logged=logged)

    def _retry(self, state: S, act: ActionContext[S], known: str) -> tuple[S, Outcome]:
        held = waiting(act, act.subject)
        if held.kind is not Kind.HELD:
            raise Refused(
                f"{held.player}'s {held.text!r} is not held", remedy="It waits for its player."
            )
        if isinstance(held.what, Event):
            return self._let_happen(state, act, held.what, known)
        rolls = (
            act.order.rolls if act.order else ()
        )  # stated by a log that is played again, and by nobody else
        if act.order and not (act.action.recorded or act.action.line > 0):
            self._must_not_state(act.order)
        text = f"{held.text} -- {', '.join(map(str, rolls))}" if rolls else held.text
        line = replace(act.action, id=held.id, account=held.player, text=text, by_name=True)
        state, outcome = self.perform(settle(state, held), line, How(recorded=True, retried=True))
        logged = with_drawn(act.action.text, outcome.drawn)  # refused or not, it waits no more
        return state, replace(outcome, action=act.action, player=known, logged=logged)

    def _let_happen(
        self, state: S, act: ActionContext[S], event: Event, known: str
    ) -> tuple[S, Outcome]:
        """Let an event happen that was held. A log has no line for it: there it happens by itself at its time."""
        fired_events: list[FiredEvent] = []
        after = self.passing.again(state, event, fired_events)
        waits = (each.what for each in after.pending)
        verdict = Verdict.HELD if event in waits else Verdict.DONE
        ends = ("it happened",) if verdict is Verdict.DONE else ()
        text = "; ".join((*(each.text for each in fired_events), *ends))
        return after, replace(
            endings.answered(verdict, text, act, act.action), player=known, logged=""
        )

    def _undo(self, act: ActionContext[S]) -> None:
        if self.rewind is None:
            raise Refused(
                "only a sync can take an action back", remedy="Correct the state instead."
            )
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
        if player != name and not any(
            self.game.others_may_roll(state, p, self.book) for p in theirs
        ):
            raise Refused(f"nothing of {player}'s waits for a roll that anybody may make")
        return replace(order, subject=""), player

    def _must_not_state(self, order: Order) -> None:
        """Refuse rolls that a player states where the bot makes them."""
        if order.rolls and not self.dice.stated:
            said = ", ".join(map(str, order.rolls))
            raise Refused(f"the bot makes the rolls of this game, and {said} is stated",
                          remedy="Send the line without it.")  # fmt: skip


def _shortened(outcome: Outcome) -> Outcome:
    """An outcome for whoever looks at the line once more; of one that was too long to be read, as much as may be."""
    action = outcome.action
    if len(action.text) <= LONGEST_ORDER or outcome.verdict is not Verdict.HUH:
        return outcome
    return replace(outcome, action=replace(action, text=action.text[:LONGEST_ORDER]))


def _line_of(pending: Pending) -> Action:
    """The line that left something waiting."""
    return Action(pending.id, pending.since, pending.player, pending.text, by_name=True)


def was_refused(action: Action) -> bool:
    """Whether a line of a log was none that was played."""
    return _REFUSED.fullmatch(action.text) is not None


def _not_played(action: Action) -> str:
    """What a log holds for a line that was refused; what a steward said for somebody is still that player's message."""
    with suppress(Unclear):
        name, colon, said = action.text.partition(":")
        if action.trusted and colon and parse_order(action.text, (AS,)):
            return f"{name}: {NOT_PLAYED} {said.strip()}"
    return f"{NOT_PLAYED} {action.text}"


def _late(action: Action, now: datetime) -> Outcome:
    text = f"the line is dated {format_time(action.time)}, but the game has been played through {format_time(now)}"
    return Outcome(
        action, Verdict.HUH, f"{text}. Lines are played in order of time", action.account
    )
