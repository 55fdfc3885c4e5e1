"""Plays timed events and lines in order of server time, each line to exactly one outcome.

A line is parsed to an order (``orders``), the order is performed on a copy of the state
(``line_player``; states are values), and only a performance that ends well replaces the state. What
an unfinished action has so far is kept as text on the waiting list; it runs again from its start
when its player adds to it.

Time between lines: events, and unfinished actions that lapse, each at its own time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game import names
from wikibot.game.actions import (
    Action,
    ActionId,
    Event,
    LineAbove,
    OfferedOrders,
    Outcome,
    Verdict,
    Withdrawal,
)
from wikibot.game.engine import line_player
from wikibot.game.engine import steward_verbs as verbs
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.enactment import clear
from wikibot.game.engine.kernel_verbs import CHOOSE, STANDS, in_full
from wikibot.game.engine.line_player import NOT_PLAYED, PLAIN, LinePlayer, Mode
from wikibot.game.engine.line_reader import LineReader
from wikibot.game.engine.orders import (
    LONGEST_BODY,
    LONGEST_ORDER,
    Order,
    find_verb,
    parse_order,
    read_order,
    unknown,
    with_drawn,
    withdrawn_line,
)
from wikibot.game.engine.standing_rolls import FaceSource, Stated, Unseen
from wikibot.game.engine.steward_verbs import AS, STEWARD_VERBS, misplaced_or_near, number_of
from wikibot.game.engine.trials import PLAYABLE, SeveralOrders, Way, WrittenLine, offering, order_of
from wikibot.game.game import Game
from wikibot.game.problems import Held, Missing, Problem, Refused, Unclear, failure
from wikibot.game.ruleset.rulebook import Rulebook, bearing
from wikibot.game.secrets import LINE, Letter, come_true, keeper, letter_to
from wikibot.game.state import (
    Kind,
    Pending,
    S,
    State,
    hold_event,
    is_held,
    settle,
    text_of,
    unfinished,
)
from wikibot.game.understanding.talk import of_name, takes_back
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.numerals import TooManyDigits, format_time
from wikibot.wikitext.regex import regex

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
        stays = state.proposals is proposals and state.requests is requests and state.now < until
        if stays or not (state.proposals or state.requests):
            return state
        try:
            cleared = clear(state, self.game.looks_back(self.book), state.now)
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
            proofs = come_true(act.proofs, act.state)
            fired.append(FiredEvent(event.time, act.text or event.name, proofs))
        return act.state


def _first_to_lapse(waiting: Sequence[Pending], book: Rulebook) -> tuple[datetime, Pending] | None:
    """What lapses first of all that waits, and when."""
    dated = [(pending.until, pending) for pending in waiting if pending.until is not None]
    return min(dated, key=lambda each: each[0], default=None)


# == Actions in, outcomes out ======================================================================

# -- steward orders --------------------------------------------------------------------------------
# Steward orders that need the engine: ``as``, ``retry``, ``undo``, and the rolls of a ruled line.
#
# The log holds what such an order changed as a correction, which needs no identities to be read.


class Undone(Struct, Generic[S], frozen=True):
    """The state without one action, and what that changed, in words."""

    state: S
    text: str


class PlayedSoFar(NamedTuple):
    """What came of the lines before this one in the same batch, which no page has yet."""

    outcomes: Sequence[Outcome] = ()
    fired: Sequence[FiredEvent] = ()


# From the state, what led to it in this batch, the order, the action that it takes back, and
# whether later lines that cannot be played without it are left out.
Rewind = Callable[[S, PlayedSoFar, Action, ActionId, bool], Undone[S]]


class StewardOrders(Generic[S]):
    """Carries out what stewards order. ``perform`` plays a line that an order is about.

    ``so_far`` is the engine's: what it has played of the present batch.
    """

    def __init__(
        self, lines: LinePlayer[S], passing: PassingTime[S],
        perform: Callable[..., tuple[S, Outcome]],
        rewind: Rewind[S] | None
    ) -> None:  # fmt: skip
        self.lines, self.passing, self.play_line, self.rewind = lines, passing, perform, rewind
        self.so_far = PlayedSoFar()
        self.game, self.book, self.dice = lines.game, lines.book, lines.dice

    def perform(self, state: S, action: Action, order: Order, known: str) -> tuple[S, Outcome]:
        """Carry out one order; ``known`` is the name under which the steward is answered."""
        if order.verb is verbs.AS:
            return self._as(state, action, order, known)
        act = ActionContext(self.game, self.book, state, action, order, "", self.dice)
        if order.verb is verbs.RETRY:
            return self._retry(state, act, order, known)
        if order.verb is verbs.HELD:  # which changes nothing
            order.verb.play(act)
            told = line_player.answered(Verdict.DONE, act.text, act, action)
            return state, replace(told, player=known, logged="")
        if order.verb is verbs.UNDO:
            if self.rewind is None:
                why = say("only a sync can take an action back")
                raise Refused(why, remedy="Correct the state instead.")
            *words, last = act.subject.split() or [""]
            anyway = bool(words) and last.casefold() == "anyway"
            identity = verbs.read_id(" ".join(words if anyway else (*words, last)))
            undone = self.rewind(act.state, self.so_far, act.action, identity, anyway)
            act.state = undone.state
            act.say(undone.text)
        else:
            order.verb.play(act)
        if order.verb is verbs.RULING:
            self._use_up(state, act)
        follow = self.game.after_action
        if order.verb is verbs.CORRECT:  # people may correct step by step, as they edit
            follow = self.game.after_correction
        follow(act)
        outcome = replace(line_player.answered(Verdict.DONE, act.text, act, action), player=known)
        if order.verb in (verbs.RULING, verbs.WITHDRAW):
            outcome = replace(outcome, logged=_by_identity(state, action, order))
        if order.verb is verbs.UNDO:  # a log cannot look back: it holds what the undoing changed
            made = self.game.differences(state, act.state)
            logged = f"{verbs.CORRECT.name} {'; '.join(made) or verbs.NO_EFFECT}"
            outcome = replace(outcome, logged=logged)
        return act.state, outcome

    def _as(self, state: S, action: Action, order: Order, known: str) -> tuple[S, Outcome]:
        name, colon, _ = order.subject.partition(":")
        text = action.text.partition(name + colon)[2].strip()  # with the dice that it states
        if find_verb(text, (verbs.AS,)):
            why = "`as` stands once: a line is played for one player"
            raise Unclear(why, nearest=f"`{verbs.AS.form}`")
        player = names.find(name.strip(), tuple(state.players)) or name.strip()
        line = replace(action, account=player, text=text, by_name=True)
        state, outcome = self.play_line(state, line)
        logged = outcome.logged and f"{verbs.AS.name} {player}: {outcome.logged}"
        if outcome.action.said:
            action = replace(action, said=f"{verbs.AS.name} {player}: {outcome.action.said}")
        return state, replace(outcome, action=action, player=known, logged=logged)

    def _retry(
        self, state: S, act: ActionContext[S], order: Order, known: str
    ) -> tuple[S, Outcome]:
        held, action = verbs.waiting(state, act.action, act.subject), act.action
        written = _by_identity(state, action, order)
        if held.kind is not Kind.HELD:
            why = say("{}'s {!r} is not held", held.player, held.text)
            raise Refused(why, remedy="It waits for its player.")
        if isinstance(held.what, Event):
            # Let a held event happen. A log has no line for it: a replay fires it at its own
            # time.
            fired: list[FiredEvent] = []
            after = self.passing.again(state, held.what, fired)
            waits = any(each.what == held.what for each in after.pending)
            said = [each.text for each in fired] + ([] if waits else [say("it happened")])
            verdict = Verdict.HELD if waits else Verdict.DONE
            outcome = line_player.answered(verdict, "; ".join(said), act, act.action)
            return after, replace(outcome, player=known, logged="")
        if not (action.recorded or action.line > 0):  # only a replayed log states rolls here
            self.lines.must_not_state(order)
        text = held.text
        text += f" -- {', '.join(map(str, order.rolls))}" if order.rolls else ""
        line = replace(action, id=held.id, account=held.player, text=text, by_name=True)
        mode = Mode(recorded=True, retried=True)
        state, outcome = self.play_line(settle(state, held), line, mode)
        logged = with_drawn(written, outcome.drawn)  # refused or not, it waits no more
        return state, replace(outcome, action=action, player=known, logged=logged)

    def _use_up(self, before: S, act: ActionContext[S]) -> None:
        """Use up the rolls of an order that was ruled on, unless the ruling is: no effect."""
        settled = (p for p in before.pending if p not in act.state.pending)
        ruled = next((p for p in settled if p.kind is not Kind.OFFER), None)
        order = self.lines.waiting(before, ruled) if ruled else None
        no_effect = act.subject.partition(":")[2].strip(" .").casefold() == verbs.NO_EFFECT
        if ruled is None or order is None or no_effect:
            return
        of_it = ruled.player, self.lines.purpose(before, ruled, order)
        rest = tuple(each for each in act.state.rolls if (each.player, each.purpose) != of_it)
        if rest != act.state.rolls:
            act.state = replace(act.state, rolls=rest)
            act.say("the rolls for it are used up")


def _by_identity(state: State, action: Action, order: Order) -> str:
    """An order as a log has it: with the identity of what it is about, which waits in ``state``."""
    named = order.subject.partition(":")[0].strip(" .!")
    identity = str(verbs.waiting(state, action, named).id)
    return f"{order.verb.name} {identity}{action.text.partition(named)[2]}"


# -- Lines that do not stand among the actions: answers to a question, and misplaced actions -------
# A reply below a question of the bot is tried as the answer to what waits. One below a line of its
# author's own that was not understood is that line anew, where it reads exactly as an action.
# A direct reply to a line that made something, or that its author voted with, is about that.
# Where it answers nothing, and of every other line, only what reads exactly as an action is told
# that it stands in the wrong place. Below the heading of a topic of its author's own, a line may
# say that in other words.

_CHOOSE = regex(r"choose\b\s*:?\s*", re.IGNORECASE)
_REFUSED = (Verdict.CANT, Verdict.HUH)
_WHATEVER = ActionId(0, 0, 0)
_CLAUSES = regex(r"[,;:.!–—]")  # part a reply of which one part alone may be meant
_IDENTITY = regex(r"\b[A-Z]\d+\b")
_EDITED = later(
    "the question above is not in the bot's words, so this answers nothing. Write `choose ...` "
    "among the actions"
)
MOST_HINTS = 20  # to an account at once; what else it wrote in wrong places stands near
_MOST_WORDS = 4  # of a reply that is taken for an answer though it does not fit
Play = Callable[[S, Action], tuple[S, Outcome]]


class MisplacedLines(Generic[S]):
    """Answers such lines; ``play_line`` plays one that stands among the actions."""

    def __init__(self, reader: LineReader[S], play_line: Play[S]) -> None:
        self.reader, self.play_line, self.game = reader, play_line, reader.lines.game
        self.hints = Counter[str]()  # given since the play began, by account
        self.outcomes: Sequence[Outcome] = ()  # since then

    def play(self, state: S, action: Action) -> tuple[S, Outcome | None]:
        """Play an answer; None for talk, which nothing comes of."""
        name = self.game.player_of(state, action) or ""
        line, beside = replace(action, beside=None), action.beside
        apart = self.reader.trying.told_apart(state, line, name, PLAIN)
        if beside and beside.question and name:
            if beside.edited and self._asked(state, line, name, beside.question):
                return state, Outcome(line, Verdict.CANT, say(_EDITED), name, logged="")
            answered = self._answer(state, line, name, beside.question)
            if answered:
                return answered
        if beside and beside.corrects:
            taken = self.reader.taken(state, action)
            if taken or self.reader.is_exact(state, name, apart.text):
                after, outcome = self.play_line(state, action if taken else line)
                if taken or outcome.verdict is not Verdict.HUH:
                    return after, outcome
        if beside and beside.above and name and len(line.text) <= LONGEST_ORDER:
            answered = self._about(state, line, name, beside.above)
            if answered:
                return answered
        if self.hints[line.account] == MOST_HINTS:
            return state, None
        order = self.reader.would_play(state, apart, name, freely=bool(beside and beside.topic))
        if not order:
            return state, None
        self.hints[line.account] += 1
        text = say("nothing is played here. Write `! {}`, or write it among the actions", order)
        return state, Outcome(line, Verdict.HUH, text, name or line.account, logged="")

    def _about(
        self, state: S, line: Action, name: str, above: LineAbove
    ) -> tuple[S, Outcome] | None:
        """What comes of a reply to a line that made or voted on what is still open; None for talk.

        Such are proposals, trades to those who take part, and one's own votes. The reply is read as
        if nothing else were open.
        """
        played = (each for each in self.outcomes if each.action.id.line == above.id)
        done = [each.text for each in played if each.verdict is Verdict.DONE]
        done += filter(None, [above.done])
        named = frozenset(_IDENTITY.findall(" ".join(done)))
        proposals = (
            each
            for each in state.proposals
            if each.line == above.id or (above.own and each.id in named and name in each.votes)
        )
        trades = (
            each
            for each in state.trades
            if each.id in named and name in (each.proposer, each.partner)
        )
        alone = [
            *((each.id, replace(state, proposals=(each,), trades=())) for each in proposals),
            *((each.id, replace(state, proposals=(), trades=(each,))) for each in trades),
        ]
        said = line.text.strip(" .!")

        def orders(*texts: str) -> list[str]:
            """The orders about one of these that the texts are, ``{}`` for which it is."""
            found = (
                (id_, self.reader.would_play(only, replace(line, text=text.replace("{}", id_)),
                                             name, freely=True))
                for id_, only in alone
                for text in texts
            )  # fmt: skip
            return [*dict.fromkeys(order for id_, order in found if id_ in order.split())]

        names_it = () if _CLAUSES.search(said) else (f"{said} {{}}",)
        meant = orders(*names_it, said)
        if len(meant) == 1:
            return self.play_line(state, replace(line, text=meant[0]))
        why, verdict = say("the line above may be about several things"), Verdict.HUH
        both = (said, said.rpartition(",")[0])  # ``no wait, on Cleo``
        is_back = "?" not in said and any(takes_back(of_name(each)) for each in both if " " in each)
        if not meant and above.own and done and is_back:
            meant, why = orders("take back {}", "vote {} abstain"), say("already played")
            if not meant:
                why, verdict = say("already played; only a steward can undo it"), Verdict.CANT
        elif not meant:
            return None
        verbs = self.reader.lines.verbs(state)
        ways = [[each] for each in (order_of(order, verbs) for order in meant) if each]
        told = Outcome(line, verdict, why, name, logged="")
        return state, offering(told, ways) if ways else told

    def _answer(
        self, state: S, line: Action, name: str, question: ActionId
    ) -> tuple[S, Outcome] | None:
        """What comes of a reply as the answer to a question; None where it is none."""
        pending, refused = self._asked(state, line, name, question), None
        if pending is None:
            return None
        mine = self.reader.lines.book.found_in(state.pending, unfinished)[name]
        is_short = len(line.text.split()) <= _MOST_WORDS and any(map(str.isdigit, line.text))
        is_meant = is_short or _CHOOSE.match(line.text)  # as an answer, though it does not fit
        for text in self._texts(state, line.text, pending, alone=len(mine) == 1):
            after, outcome = self.play_line(state, replace(line, text=text))
            if pending not in after.pending and self._continues(state, outcome, pending):
                return after, outcome
            if outcome.verdict in _REFUSED and is_meant:
                refused = after, outcome
        return refused

    def _asked(self, state: S, line: Action, name: str, question: ActionId) -> Pending | None:
        """What waits for the author of a line that stands below a question; None for talk."""
        mine = self.reader.lines.book.found_in(state.pending, unfinished).get(name, ())
        asked = [each for each in mine if each.id.line == question]
        if not asked and question == _WHATEVER:
            asked = [*mine]
        is_one = len(asked) == 1 and not self.reader.judge.talk(state, name, line.text)
        return asked[0] if is_one else None

    def _continues(self, state: S, outcome: Outcome, pending: Pending) -> bool:
        """Whether a line was an answer to what waits, or the same order again."""
        verbs = self.reader.lines.verbs(state)
        order = order_of(outcome.action.order, verbs)
        waiting = self.reader.lines.waiting(state, pending)
        same = order and waiting and order.verb.play is waiting.verb.play
        return bool(order and (order.verb.name == CHOOSE.name or same))

    def _texts(self, state: S, text: str, pending: Pending, *, alone: bool) -> tuple[str, ...]:
        """The lines that a reply may stand for, the closest first."""
        answer = _CHOOSE.sub("", text, count=1)
        if not alone:
            order = in_full(pending, self.reader.lines.verbs(state))
            return (f"choose {order}: {answer}",)
        return (text,) if answer != text else (text, f"choose {answer}")


# -- Plays timed events and lines in order of server time, each line to exactly one outcome --------

_NOT_PLAYED = regex(rf"(?:{AS.name} [^:]+: )?{re.escape(NOT_PLAYED)} .*", re.DOTALL)


class Played(Struct, Generic[S], frozen=True):
    """What became of a batch of lines. ``outcomes`` stand in the order of the actions.

    ``offers``: what answers offer that may still be taken.
    """

    state: S
    outcomes: tuple[Outcome, ...] = ()
    fired_events: tuple[FiredEvent, ...] = ()
    offers: tuple[OfferedOrders, ...] = ()


class Engine(Generic[S]):
    """Plays one game by one rulebook with one source of dice.

    ``rewind`` takes an action back; without it the verb ``undo`` is refused. ``offers``: what
    earlier answers offered.
    """

    def __init__(
        self, game: Game[S], book: Rulebook, dice: FaceSource | None = None,
        rewind: Rewind[S] | None = None, offers: tuple[OfferedOrders, ...] = ()
    ) -> None:  # fmt: skip
        self.game, self.book, self.dice = game, book, dice or Stated()
        self.passing = PassingTime(game, book, self.dice)
        self.lines = LinePlayer(game, book, self.dice)
        self.reader, self.offers = LineReader(self.lines), offers
        self.misplaced = MisplacedLines(self.reader, self._play_line)
        self.stewards = StewardOrders(self.lines, self.passing, self.perform, rewind)
        self._fired: list[FiredEvent] = []
        # Whether every line has a hook; a game that is loaded later may have one.
        self._hooked = getattr(type(game), "on_line", None) is not Game.on_line

    def play(
        self, state: S, inputs: Iterable[Action | Withdrawal], until: datetime | None = None,
        unfit: Callable[[S], str] | None = None
    ) -> Played[S]:  # fmt: skip
        """Play inputs in their order (which is that of their times), then let time run on.

        ``unfit`` says why a state cannot be kept, "" where it can; a line that leads to one is
        held. Raises :class:`Missing` where an event needs a roll that its source will make later.
        """
        answers: list[Outcome] = []
        fired = self._fired = []
        self.stewards.so_far = PlayedSoFar(answers, fired)
        self.misplaced.hints.clear()
        self.misplaced.outcomes = answers
        self.reader.offers = self.offers
        for item in inputs:
            if item.time < state.now and isinstance(item, Action):
                answers += () if item.beside else (_late(item, state.now),)
                continue
            if state.rolls_outlast != item.rolls_outlast:
                state = replace(state, rolls_outlast=item.rolls_outlast)
            state = self.passing.advance(state, item.time, fired)
            if isinstance(item, Withdrawal):
                state = self._withdraw(state, item, fired)
                continue
            after, outcome = self._play_wherever(state, item)
            if outcome is None:
                continue
            if unfit and after != state and (why := unfit(after)):
                after, outcome = self._unfit(state, outcome, why, unfit)
            state = after
            answers.append(outcome)
            if outcome.offers or self.reader.offers:
                self.reader.note(item, outcome)
        if state.rolls_outlast:
            state = replace(state, rolls_outlast=False)
        if until is not None and until >= state.now:
            state = self.passing.advance(state, until, fired)
        return Played(state, tuple(answers), tuple(fired), self.reader.offers)

    def perform(self, state: S, action: Action, mode: Mode = PLAIN) -> tuple[S, Outcome]:
        """Play one line at its time; the state changes only where the outcome counts or is held."""
        mode, text = mode.of(action), action.text.strip()
        if LINE.fullmatch(text):
            return self._perform_sealed(state, action)
        if action.trusted and text.startswith(STANDS.name):  # of a log; it was not played
            inner = replace(action, text=text.removeprefix(STANDS.name).strip())
            after, outcome = self.perform(state, inner, replace(mode, only_rolls=True))
            done, text = Verdict.DONE, say("the roll stands")
            return after, replace(outcome, action=action, verdict=done, text=text, logged=None)
        name = self.game.player_of(state, action) or ""
        line = self.reader.trying.told_apart(
            state, self.reader.with_dice_below(state, action), name, mode
        )
        # What waited, what the bot wrote in a log, and one of the orders of a line is no one's
        # words any more; too long a line is not looked through.
        long = len(action.text) > LONGEST_ORDER or len(action.body) > LONGEST_BODY
        is_bots = action.is_logged or action.recorded or mode.retried or action.written_as
        play = self._play_exactly if is_bots or long else self._play_as_meant
        after, outcome = play(self.reader.trying.line(state, line, name, mode))
        outcome = self.reader.trying.logged(state, outcome, mode)
        if line is not action:
            said = replace(action, said=outcome.action.order, body=line.body)
            return after, replace(outcome, action=said)
        if outcome.verdict in _REFUSED and not mode.retried and not action.is_logged:
            return after, self.reader.guidance.with_rules(state, outcome)
        return after, outcome

    def _play_as_meant(self, line: WrittenLine[S]) -> tuple[S, Outcome]:
        """Play a player's line: what comes first of all, or as it stands, or in other words."""
        after, outcome = self._play_whole(line)
        if outcome.verdict in _REFUSED and not outcome.drawn:
            for part in self.reader.own_parts(line, outcome):
                own, played = self._play_whole(part)
                if played.verdict in PLAYABLE:
                    said = replace(line.action, said=played.action.order)
                    return own, replace(played, action=said)
        return after, outcome

    def _play_whole(self, line: WrittenLine[S]) -> tuple[S, Outcome]:
        """Play a line, or the part of one that says what its author does."""
        ahead = self.reader.ahead(line)
        played = ahead.played if ahead else self._play_exactly(line)
        if (ahead and ahead.is_final) or self.reader.is_final(line, played[1]):
            return played
        if whole := self.reader.with_whole_numbers(line):
            after, outcome = self._play_whole(whole)
            return after, replace(outcome, action=replace(line.action, said=outcome.action.order))
        return self.reader.otherwise(line, played)

    def _perform_sealed(self, state: S, action: Action) -> tuple[S, Outcome]:
        """Play a line that is sealed: whole and at once, or not at all, and without dice.

        What it says, and what came of it, goes to its author alone.
        """
        name = self.game.player_of(state, action) or ""
        done = Outcome(action, Verdict.DONE, say("the sealed line was played"), name)
        cant = say("the sealed line was not played; its author is told why")
        refused = Outcome(action, Verdict.CANT, cant, name or action.account)
        if name not in state.players or action.gone:
            return state, replace(refused, text=say("only players send sealed lines"))
        try:
            text = keeper().open_line(action.text, action.account)
        except ValueError:
            why = say("it was sealed for another game, or by another account")
            return state, replace(refused, text=why)
        if text.strip(" .!").casefold() == "nothing":
            return state, done
        inner = replace(action, text=text, said="", body="", trusted=False, secret=True)
        played = Engine(self.game, self.book, Unseen()).play(state, [inner])
        after, (outcome,) = played.state, played.outcomes
        plays = outcome.verdict is Verdict.DONE
        said = say("`{}`: {}, {}", text, say(outcome.verdict), outcome.text)
        seal = keeper().seal(letter_to(name), said, f"{action.id}@{format_time(action.time)}")
        kept = after if plays else state
        kept = replace(kept, letters=(*kept.letters, Letter(name, seal)))
        return kept, replace(done, proofs=outcome.proofs) if plays else refused

    def _play_exactly(self, line: WrittenLine[S]) -> tuple[S, Outcome]:
        state, action, name, mode = line.state, line.action, line.name, line.mode
        try:
            if len(action.body) > LONGEST_BODY:
                size = say("{} characters, at most {} are read", len(action.body), LONGEST_BODY)
                raise Unclear("the text below the line has {}", size)
            order = read_order(action.text, line.verbs)
            if order is None:
                raise unknown(action.text)
        except Problem as problem:
            near = misplaced_or_near(action.text) if action.trusted else ""
            why = Unclear(near) if near else problem
            return self.lines.unread(state, action, name, why, mode, refused=was_refused(action))
        try:
            self.game.authorize(state, order.verb, name, action)
            if order.verb.stewards_only:
                return self.stewards.perform(state, action, order, name or action.account)
        except Problem as problem:
            return state, line_player.refusal(action, problem, name, self.book)
        return self.lines.play(state, action, order, name, mode)

    def _play_wherever(self, state: S, action: Action) -> tuple[S, Outcome | None]:
        """Play a line, or answer one that does not stand among the actions; None: it is talk."""
        if not action.beside:
            return self._play_line(state, action)
        try:
            return self.misplaced.play(state, action)
        except Exception as error:  # noqa: BLE001  # most likely talk
            failure("a line beside the actions", error)
            return state, None

    def _play_line(self, state: S, action: Action) -> tuple[S, Outcome]:
        """Play one line, then run the game's hook for every line; the log holds what that changes.

        There the line is marked: a replay trusts the log, and must not play what was refused here.
        """
        after, outcome = self._contained(state, action)
        in_turn = outcome.parts and outcome.verdict in PLAYABLE  # each with its hook
        if action.gone or in_turn or not self._hooked:
            return after, outcome
        try:
            hooked = self.game.on_line(state, after, _shortened(outcome), self.book)
        except TooManyDigits:
            return after, outcome
        except Exception as error:  # noqa: BLE001  # as below
            why = failure("what follows from any line", error)
            return after, replace(outcome, text=say("{}. And {}", outcome.text, why))
        if hooked is not after and hooked != after and not outcome.counts:
            outcome = replace(outcome, logged=_not_played(action))
        return hooked, outcome

    def _contained(self, state: S, action: Action) -> tuple[S, Outcome]:
        """Play one line; a mistake of the program costs that line, on which a person then rules."""
        try:
            return self.perform(state, action)
        except SeveralOrders as several:
            return self._in_turn(state, action, several.orders)
        except Problem as problem:
            return state, line_player.refusal(action, problem, self._name(state, action), self.book)
        except TooManyDigits as error:
            name = self._name(state, action) or action.account
            return state, Outcome(action, Verdict.HUH, f"{error}.", name)
        except Exception as error:  # noqa: BLE001  # nothing in one line may stop the others
            return line_player.fail(state, action, self._name(state, action), error)

    def _in_turn(self, state: S, action: Action, orders: Way) -> tuple[S, Outcome]:
        """Play the orders of a line, one after the other, or none; only what was rolled stands.

        Each is what a line of its own would be, and a log has a line for each. The last one may
        wait for something; before that nothing may, as what comes behind would not wait with it.
        """
        lines = [
            replace(
                action,
                id=replace(action.id, nth=nth),
                text=order.told,
                written_as=action.written_as or action.text,
                body=action.body if order.verb.is_free else "",
            )
            for nth, order in enumerate(orders, start=1)
        ]
        now, parts, before = state, list[Outcome](), len(self._fired)
        for line in lines:
            now = self.passing.advance(now, line.time, self._fired) if parts else now
            now, outcome = self._play_line(now, line)
            parts.append(_of_line(action, line, outcome))
            if outcome.verdict is not Verdict.DONE:
                break
        if len(parts) == len(lines) and parts[-1].verdict in PLAYABLE:
            return now, line_player.in_turn(action, parts)
        del self._fired[before:]
        failed, now, stand = parts[-1], state, list[Outcome]()
        for line, order in zip(lines, orders, strict=True):
            if line.id.nth <= len(parts) or order.rolls:
                now, outcome = self._play_line(now, replace(line, gone=True))
                stand += [_of_line(action, line, outcome)] if outcome.counts else []
        told = line_player.not_in_turn(action, failed, orders[len(parts) - 1], stand)
        trying = self.reader.trying
        alone = trying.played(trying.line(state, action, failed.player), orders)
        others = [(each.order,) for each in alone if each.playable]
        return now, offering(told, others) if others else told

    def _name(self, state: S, action: Action) -> str:
        """Whose line it is; "" where the program cannot tell that either."""
        with suppress(Exception):
            return self.game.player_of(state, action) or ""
        return ""

    def _unfit(
        self, state: S, outcome: Outcome, why: str, unfit: Callable[[S], str]
    ) -> tuple[S, Outcome]:
        """Leave a line unplayed after which the page could not be saved; its rolls stand.

        A player's line waits for a steward, if the page can hold it.
        """
        action = outcome.action
        after, kept = self._contained(state, replace(action, gone=True))
        held = line_player.unfit(outcome, kept, why)
        player = self.game.player_of(state, action)
        if player is None or find_verb(action.text.strip(), STEWARD_VERBS):
            return after, held
        waits = line_player.wait_for_ruling(after, action, player)
        return (
            (after, held)
            if unfit(waits)
            else (waits, line_player.for_stewards(waits, held, action))
        )

    def _withdraw(self, state: S, item: Withdrawal, fired: list[FiredEvent]) -> S:
        """Drop what a line left waiting that was taken off the page, unless it has a roll."""
        for pending in state.pending:
            if pending.id.line != item.id or pending.kind not in (Kind.ACTION, Kind.HELD):
                continue
            lines: tuple[str, ...] = ()
            if self.dice.awaits(pending.id):
                text = say("took away {!r}, but its roll is on its way and stands", pending.text)
            elif self.lines.has_roll(state, pending):
                text = say("took away {!r}, but its roll was made and stands", pending.text)
            else:
                state, text = settle(state, pending), say("withdrew {!r}", pending.text)
                lines = (withdrawn_line(item),)
            fired.append(FiredEvent(item.time, f"{item.by} {text}", lines))
        return state


def _of_line(action: Action, part: Action, outcome: Outcome) -> Outcome:
    """The outcome of one of several orders, as that of the line which has it."""
    said = outcome.action.order
    return replace(outcome, action=replace(action, id=part.id, said=said, body=part.body))


def was_refused(action: Action) -> bool:
    """Whether a line of a log stands there only because it was written, and was not played."""
    return _NOT_PLAYED.fullmatch(action.text) is not None


def _not_played(action: Action) -> str:
    """A refused line in a log; a steward's line for a player is still that player's message."""
    with suppress(Unclear):
        name, colon, said = action.text.partition(":")
        if action.trusted and colon and parse_order(action.text, (AS,)):
            return f"{name}: {NOT_PLAYED} {said.strip()}"
    return f"{NOT_PLAYED} {action.text}"


def _shortened(outcome: Outcome) -> Outcome:
    """An outcome for the game's hook; a line too long to be read is cut."""
    action = outcome.action
    if len(action.text) <= LONGEST_ORDER or outcome.verdict is not Verdict.HUH:
        return outcome
    return replace(outcome, action=replace(action, text=action.text[:LONGEST_ORDER]))


def _late(action: Action, now: datetime) -> Outcome:
    text = say(
        "the line is dated {}, but the game has been played through {}. Lines are "
        "played in order of time",
        format_time(action.time),
        format_time(now),
    )
    return Outcome(action, Verdict.HUH, text, action.account)
