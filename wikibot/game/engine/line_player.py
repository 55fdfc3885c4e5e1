"""Plays one player's line: joins it to what waits, performs it, and says how it ended.

Which unfinished action a line belongs to: one of the same meaning, or the one that it answers.

Two lines of one meaning are one order and share its rolls, whatever their spelling. Decisions: an
order is identified by its verb (which may have several names) and the things that it is about,
resolved as the state is now: ``use time bean`` and ``use my Time Bean Chili`` are one order,
``harvest 1, 2`` and ``harvest 2, 1``, too. Where a thing is unknown, its words
stand for it. Of two actions that wait, a ``choose`` line is for the one that it names, by all or
the beginning of its words; where it names none, for the only one that its answers and rolls fit.
It is never taken for one of two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import groupby, islice, takewhile
from operator import attrgetter
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game import names
from wikibot.game.actions import Action, Outcome, Shape, Verb, Verdict, one_order
from wikibot.game.engine.context import CONFIRMS, ActionContext, shown
from wikibot.game.engine.kernel_verbs import (
    CHOOSE,
    HELP,
    STANDS,
    in_full,
    join,
    named,
    waiting_order,
    with_kernel,
)
from wikibot.game.engine.orders import (
    LONGEST_LINE,
    Order,
    Verbs,
    as_verbs,
    first_name,
    parse_order,
    with_drawn,
)
from wikibot.game.engine.standing_rolls import (
    ANSWERS,
    MOST_LOOSE,
    DrawnRoll,
    FaceSource,
    RollRequest,
    Stated,
    Unseen,
)
from wikibot.game.engine.steward_verbs import number_of
from wikibot.game.game import Game
from wikibot.game.problems import (
    Held,
    Missing,
    MissingRoll,
    Noted,
    NotNow,
    Problem,
    Refused,
    Unclear,
    failure,
)
from wikibot.game.rolls import Roll
from wikibot.game.ruleset.rulebook import Rulebook, bearing
from wikibot.game.secrets import come_true
from wikibot.game.state import Kind, Pending, S, State, settle, unfinished, wait_for
from wikibot.game.understanding.dice import shown_rolls
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.numerals import TooManyDigits, format_time
from wikibot.wikitext.regex import regex


class Meaning(Struct, frozen=True, gc=False):
    """``key``: equal for orders of one meaning. ``purpose``: of its rolls. ``subject``: in full."""

    key: tuple[str, ...]
    purpose: str
    subject: str


class Joined(Struct, frozen=True, gc=False):
    """An order with all that is known of it. ``resumed``: the unfinished action that it continues.

    ``whole``: it states its rolls from the first one on; otherwise they add to those that stand.
    ``said``: the line with the name of what it answers, where that had to be found out.
    """

    order: Order
    meant: Meaning
    resumed: Pending | None = None
    whole: bool = True
    said: str = ""


@cache
def _with_kernel(ledger: str) -> Callable[[Sequence[Verb], Rulebook], Verbs]:
    """What adds the kernel's verbs to those in force, where the ledger is for these people."""
    return lambda own, _book: with_kernel(own, ledger)


class Joining(Generic[S]):
    """Joins lines to what waits, in one game by one rulebook."""

    def __init__(self, game: Game[S], book: Rulebook) -> None:
        self.game, self.book = game, book
        self._verbs_of: S | None = None
        self._all = Verbs()

    def verbs(self, state: S) -> Verbs:
        """All verbs that a line may begin with: those in force, and the kernel's."""
        if state is not self._verbs_of:
            own, self._verbs_of = self.game.verbs_in(state, self.book), state
            self._all = self.book.found_in(own, _with_kernel(self.game.ledger))
        return self._all

    def meaning(self, state: S, action: Action, order: Order, name: str) -> Meaning:
        """What an order means."""
        if order.verb.means is None:
            verb, in_words = first_name(order.verb, self.verbs(state)), (Shape.SUBJECT, Shape.TEXT)
            words = fold(order.subject) if order.verb.shape in in_words else ""
            purpose = ANSWERS if order.verb.undecided else verb
            return Meaning((verb, "?", words), purpose, order.subject)
        if order.verb.means is one_order:
            verb = first_name(order.verb, self.verbs(state))
            return Meaning((verb,), verb, order.subject)
        return _meaning(order, self.trial(state, action, order, name), self.verbs(state))

    def join(
        self, state: S, action: Action, order: Order, name: str, meant: Meaning, *, retried: bool
    ) -> tuple[Joined, Action]:
        """Join a line that means ``meant`` to the unfinished action that it belongs to, if any.

        ``retried``: it waited for a steward, and is an order by itself. New selections replace old
        ones; without any, those from before are kept if they still fit. A player who sends an order
        once more when asked whether they mean it does: the log has it with that answer, but for one
        that the bot wrote without, and a steward's for a player.
        """
        mine = self.book.found_in(state.pending, unfinished).get(name, ())
        if order.verb.name == CHOOSE.name:
            return self._answering(state, action, order, name, mine), action
        for pending in () if retried else mine:
            waiting = self.waiting(state, pending)
            if not waiting or self.meaning(state, action, waiting, name).key != meant.key:
                continue
            subject, answers = order.subject or waiting.subject, order.answers or waiting.answers
            again = replace(order, subject=subject, answers=answers)
            if waiting.answers and not order.answers:
                try:  # without its rolls, as the bot's are not known before it is played
                    tried = replace(again, rolls=())
                    self._takes_up(state, action, Joined(tried, meant, pending), name)
                except Problem:
                    again = replace(again, answers=())
            joined = Joined(replace(again, rolls=waiting.rolls + order.rolls), meant, pending)
            ordered = action.by_name and action.line == 0
            if action.is_logged or ordered or again.answers or not pending.asks.endswith(CONFIRMS):
                return joined, action
            means = replace(joined.order, answers=("yes",))
            return replace(joined, order=means), replace(action, said=str(means))
        return Joined(order, meant, whole=not retried), action

    def waiting(self, state: S, pending: Pending) -> Order | None:
        """The order that waits; None where its text was edited beyond reading."""
        with suppress(Unclear):
            return waiting_order(pending, self.verbs(state))
        return None

    def trial(
        self, state: S, action: Action, order: Order, name: str, purpose: str = ""
    ) -> ActionContext[S]:
        """A context for trying an order: it adds to what stands, and rolls nothing."""
        player = name if name in state.players else ""  # or not a player yet
        return ActionContext(
            self.game, self.book, state, action, order, player, Unseen(), purpose=purpose,
            whole=False,
        )  # fmt: skip

    # -- choices -----------------------------------------------------------------------------------

    def _answering(
        self, state: S, action: Action, order: Order, name: str, mine: Sequence[Pending]
    ) -> Joined:
        """The action that a ``choose`` line answers: the one that it names, or alone fits."""
        if not mine:
            asked = [each for each in state.pending if each.kind is Kind.ACTION]
            who = [say("{} is asked: {}.", each.player, retold(each.asks)) for each in asked[-1:]]
            remedy = " ".join((*who, say("Begin an action first.")))
            raise Refused("nothing of yours waits for a choice", remedy=remedy)
        about, rest = self._named(state, action, order.subject, name, mine)
        if not about:
            about, rest = mine, order.subject
        if len(about) == 1:
            return self._added(state, action, order, rest, name, about[0])
        found = self._fitting(state, action, order, rest, name, about)
        if found is None:
            verbs = self.verbs(state)
            forms = (f"`choose {in_full(each, verbs)}: ...`" for each in about)
            why = say("several actions of yours wait for a choice, and the line does not say which")
            raise Unclear(why, nearest=tuple(dict.fromkeys(forms)))
        return found

    def may_answer(self, state: S, action: Action, order: Order, name: str) -> bool:
        """Whether a ``choose`` line names something that waits, or all that it says fits it."""
        mine = self.book.found_in(state.pending, unfinished).get(name, ())
        if self._named(state, action, order.subject, name, mine)[0]:
            return True
        for pending in mine:
            with suppress(Problem):
                joined = self._added(state, action, order, order.subject, name, pending)
                if self._takes_up(state, action, joined, name):
                    return True
        return False

    def _named(
        self, state: S, action: Action, text: str, name: str, mine: Sequence[Pending]
    ) -> tuple[Sequence[Pending], str]:
        """The waiting actions that a line names: in full, by other words, or by how they begin."""
        verbs = self.verbs(state)
        about, rest = named(text, mine, verbs)
        if about or ":" not in text:
            return about, rest
        head, _, after = text.partition(":")
        with suppress(Unclear):
            wanted = self.meaning(state, action, parse_order(head, verbs), name).key
            waiting = [(each, self.waiting(state, each)) for each in mine]
            about = [
                each
                for each, order in waiting
                if order and self.meaning(state, action, order, name).key == wanted
            ]
        return about, after.strip() if about else rest

    def _added(
        self, state: S, action: Action, order: Order, rest: str, name: str, pending: Pending
    ) -> Joined:
        """An unfinished action with a line's answers and rolls, if the game admits it."""
        whole = join(order, rest, pending, self.verbs(state))
        self.game.authorize(state, whole.verb, name, replace(action, text=str(whole)))
        return Joined(whole, self.meaning(state, action, whole, name), pending, whole=False)

    def _fitting(
        self, state: S, action: Action, order: Order, rest: str, name: str, about: Sequence[Pending]
    ) -> Joined | None:
        """The only action that answers fit: among those that take all of them up, or among all."""
        fits: dict[bool, list[Joined]] = {True: [], False: []}
        verbs = self.verbs(state)
        for pending in about:
            with suppress(Problem):
                joined = self._added(state, action, order, rest, name, pending)
                said = str(replace(order, subject=f"{in_full(pending, verbs)}: {rest}"))
                fits[self._takes_up(state, action, joined, name)].append(replace(joined, said=said))
        best = fits[True] or fits[False]
        return best[0] if len(best) == 1 else None

    def missing(
        self, state: S, action: Action, order: Order, name: str, pending: Pending | None = None
    ) -> Missing | None:
        """What an order of a player lacks; None where it cannot be told. ``pending``: it waits."""
        joined = Joined(order, self.meaning(state, action, order, name), pending)
        with suppress(Problem):
            return self._tried(state, action, joined, name)[1]
        return None

    def would(self, state: S, action: Action, order: Order, name: str) -> str | None:
        """What an order of a player does as far as it is sure, in words; None: it is refused.

        It goes as far as the first roll or choice that it lacks. What only the bot can open is not
        at hand where that is asked, as the words are for all: nothing is sure then.
        """
        joined = Joined(order, self.meaning(state, action, order, name))
        try:
            act, missing = self._tried(state, action, joined, name)
        except Held:
            return ""
        except Problem:
            return None
        return f"{act.text} …" if missing and act.text else act.text

    def _takes_up(self, state: S, action: Action, joined: Joined, name: str) -> bool:
        """Whether an order takes up all its answers and rolls; ``Problem`` if they do not fit."""
        act, _ = self._tried(state, action, joined, name)
        return not act.answers_left and not act.supply.stated

    def _tried(
        self, state: S, action: Action, joined: Joined, name: str
    ) -> tuple[ActionContext[S], Missing | None]:
        """An order as far as it goes, and what it lacks; ``Problem`` if its answers do not fit."""
        base = settle(state, joined.resumed) if joined.resumed else state
        act = self.trial(base, action, joined.order, name, joined.meant.purpose)
        try:
            self.game.prepare(act)
            joined.order.verb.play(act)
            act.finish()
        except Missing as missing:
            return act, missing
        except Problem:
            raise
        except Exception as error:  # noqa: BLE001  # reported when the line is played
            raise Unclear(str(error)) from None
        return act, None


def _meaning(order: Order, act: ActionContext[Any], verbs: Sequence[Any]) -> Meaning:
    """What an order means in the state of ``act``, which is about to play it."""
    verb, subject, means = first_name(order.verb, verbs), order.subject, order.verb.means
    try:
        things = means(act) if means else ()
    except Problem:
        return Meaning((verb, "?", fold(subject)), verb, subject)
    if things and (said := ", ".join(things)) != subject:
        full = replace(order, subject=said, rolls=())
        with suppress(Problem):  # where a line can say the full names
            subject = full.subject if parse_order(str(full), verbs) == full else subject
    purpose = " ".join(filter(None, (verb, *things))) if order.verb.rolls_apart else verb
    return Meaning((verb, *sorted(things)), purpose, subject)


# == Playing the line ==============================================================================

# -- outcomes --------------------------------------------------------------------------------------
# How an order ends that is not done: kept until more is known, held for a person, or dropped.
#
# However it ends, what was rolled for it stands (see ``standing_rolls``), and the log says so.

_PARTED = regex('[,"→]|->')
_SHOWN = 60  # characters of a line, where an answer quotes it


def answered(verdict: Verdict, text: str, act: ActionContext[S], action: Action) -> Outcome:
    """The outcome of a performance, with the rolls that it took."""
    rolls, drawn = tuple(map(str, act.rolled)), tuple(map(str, act.drawn))
    player, is_done = act.player or action.account, verdict is Verdict.DONE
    proofs = come_true(act.proofs, act.state if is_done else act.before)
    if drawn and verdict in (Verdict.DONE, Verdict.NEEDS, Verdict.HELD):
        fell = say("rolled {}", ", ".join(drawn))
        text = f"{fell}; {text}" if verdict is Verdict.DONE else f"{fell}. {text}"
    return Outcome(action, verdict, text, player, rolls, drawn, proofs=proofs)


def keep(
    state: S, act: ActionContext[S], joined: Joined, missing: Missing, action: Action
) -> tuple[S, Outcome]:
    """Put an unfinished order on the waiting list.

    Choices with a single option are marked, so that an answer added later meets its question.
    """
    order = replace(joined.order, subject=joined.meant.subject)
    kept = str(replace(order, answers=(*act.answered, *act.answers_left), rolls=()))
    until = act.game.until(act)
    text = f"{retold(missing.asks)}. {say(missing.how or 'Send the line again with it')}"
    if act.player and not missing.how:
        one_word = order.verb.shape is Shape.WORDS
        text = missing.asked(lambda option: _as_answer(option, one_word=one_word))
        text += say(", by {}", format_time(until)) if until else ""
    if act.player:
        id_, time = act.action.id, action.time
        pending = Pending(id_, act.player, Kind.ACTION, kept, missing.asks, time, until)
        state = wait_for(with_rolls(state, act), pending)
    return state, whole(answered(Verdict.NEEDS, text, act, action), act, joined)


def _as_answer(option: str, *, one_word: bool) -> str:
    """An option as a line with ``choose`` gives it, in quotes where it would be taken apart."""
    parts = _PARTED.search(option) or (one_word and " " in option)
    return json.dumps(option, ensure_ascii=False) if parts else option


def asks_for(unit: str) -> str:
    """What a line waits for that is held for a unit of the ruleset."""
    return f"a ruling on {unit}"


def hold(
    state: S, act: ActionContext[S], order: Order, text: str, unit: str, action: Action
) -> tuple[S, Outcome]:
    """Put a line aside until a person rules on it; without a player it waits under the account."""
    player = act.player or action.account
    outcome = replace(answered(Verdict.HELD, text.rstrip("."), act, action), unit=unit)
    if not player:
        return state, replace(outcome, logged="")
    asks, text = asks_for(unit or order.verb.name), str(replace(order, rolls=()))
    pending = Pending(act.action.id, player, Kind.HELD, text, asks, action.time)
    state = wait_for(with_rolls(state, act), pending)
    return state, for_stewards(state, outcome, act.action)


def refusal(action: Action, problem: Problem, player: str | None, book: Rulebook) -> Outcome:
    """The outcome of a line that a problem ends before anything is performed."""
    text = problem.told(book.cites)
    return Outcome(action, problem.verdict, text, player or action.account)


def fail(state: S, action: Action, player: str, error: Exception) -> tuple[S, Outcome]:
    """Put a line aside at which the program failed before the line was an order."""
    text = failure(action.text[:_SHOWN], error).rstrip(".")
    if not player:
        return state, Outcome(action, Verdict.HELD, text, action.account, logged="")
    outcome = Outcome(action, Verdict.HELD, text, player)
    state = wait_for_ruling(state, action, player)
    return state, for_stewards(state, outcome, action)


def wait_for_ruling(state: S, action: Action, player: str) -> S:
    """Keep a line as it was understood, for a steward to rule on or to retry."""
    asks = "a ruling on a line that the bot failed at"
    return wait_for(state, Pending(action.id, player, Kind.HELD, action.order, asks, action.time))


def for_stewards(state: State, outcome: Outcome, waits: Action) -> Outcome:
    """The outcome of a held line with what a steward can do."""
    number = number_of(state, waits.id)
    text = say("{}. For stewards: `ruling {}: ...`", outcome.text.rstrip("."), number)
    return replace(outcome, text=text)


def unfit(outcome: Outcome, kept: Outcome, why: str) -> Outcome:
    """The outcome of a line whose result the page cannot hold; the other lines are saved.

    ``kept``: the outcome of its rolls, which stand.
    """
    text = say("what comes of it cannot stand on the page: {}. A steward must rule on it", why)
    return Outcome(
        outcome.action, Verdict.HELD, text.replace(". .", "."), outcome.player, drawn=kept.drawn,
        logged=kept.logged or "", proofs=kept.proofs,
    )  # fmt: skip


def in_turn(action: Action, parts: Sequence[Outcome]) -> Outcome:
    """The outcome of a line with several orders, which were played one after the other.

    Its verdict is that of the last one: all before it are done.
    """
    told = [say("`{}`: {}, {}", _named(each), say(each.verdict), each.text) for each in parts]
    rolls = tuple(roll for each in parts for roll in each.rolls)
    text, parts = "; ".join(told), tuple(parts)
    return replace(parts[-1], action=action, text=text, rolls=rolls, logged=None, parts=parts)


def not_in_turn(action: Action, failed: Outcome, order: Order, stand: Sequence[Outcome]) -> Outcome:
    """The outcome of a line none of whose orders was played, as one ``failed`` or has to wait.

    ``stand``: the outcomes of those whose rolls stand.
    """
    form, verdict = replace(order, rolls=()).told, Verdict.HUH
    if failed.verdict in (Verdict.CANT, Verdict.HUH):
        verdict, why = failed.verdict, failed.text.rstrip(".")
        text = say("nothing is played, because `{}` cannot be: {}", form, why)
    elif failed.verdict is Verdict.HELD:
        text = say("nothing is played, because a person must rule on `{}` first", form)
    else:
        text = say("nothing is played, because `{}` asks for a choice or a roll first", form)
    others = (each for each in stand if each.action.id != failed.action.id)  # it says so itself
    if rolls := [roll for each in others for roll in each.rolls]:
        text = say("{}. These rolls stand: {}", text, ", ".join(rolls))
    return Outcome(action, verdict, text, failed.player, parts=tuple(stand))


def each_answer(outcome: Outcome) -> tuple[Outcome, ...]:
    """The answers to a line: of several orders the last one is by itself where it waits.

    People reply to what asks them something. And a line of which something is done is not played
    again when its author changes it.
    """
    *done, last = outcome.parts or (outcome,)
    if not done or outcome.verdict not in (Verdict.NEEDS, Verdict.HELD):
        return (outcome,)
    first = in_turn(outcome.action, done) if done[1:] else replace(done[0], action=outcome.action)
    return first, replace(last, action=outcome.action)


def _named(outcome: Outcome) -> str:
    """The order of an outcome without its dice, in short."""
    order = outcome.action.order.partition(" -- ")[0]
    return order if len(order) <= _SHOWN else f"{order[:_SHOWN].rstrip()}…"


def drop(
    state: S, act: ActionContext[S], joined: Joined, problem: Problem, action: Action
) -> tuple[S, Outcome]:
    """Leave an order unplayed. Its rolls stand: no worse line brings a better roll.

    What is shown with an order for which nothing can be rolled now does not.
    What counts as unclear is noted; a log holds the line as it is, for there it is as unclear.
    """
    if isinstance(problem, Noted):
        outcome = refusal(action, problem, act.player, act.book)
        return problem.note(state), replace(outcome, logged=action.order)
    if isinstance(problem, NotNow) and not state.rolls_outlast:
        act.supply.stated.clear()
    text, made = problem.told(act.book.cites), ", ".join(str(each.roll) for each in act.supply.made)
    if made and act.player:
        text = say("{}. The roll for it stands: {}", text.rstrip("."), made)
    after, outcome = with_rolls(state, act), answered(problem.verdict, text, act, action)
    if after.rolls == state.rolls:
        return after, outcome
    return after, let_stand(state, after, whole(outcome, act, joined))


def with_rolls(state: S, act: ActionContext[S]) -> S:
    """The state with what stands after a performance that came to nothing."""
    rolls = act.supply.after_all(state.rolls)
    return state if rolls == state.rolls else replace(state, rolls=rolls)


def let_stand(before: S, after: S, outcome: Outcome) -> Outcome:
    """The outcome of a line that was not played; the log says which rolls stand because of it."""
    if after.rolls == before.rolls:
        return outcome
    line = outcome.logged or with_drawn(outcome.action.order, outcome.drawn)
    return replace(outcome, logged=f"{STANDS.name} {line}")


def leaves_only_rolls(outcome: Outcome) -> bool:
    """Whether a line left nothing but rolls that stand."""
    return STANDS.name in (outcome.logged or "")


def whole(outcome: Outcome, act: ActionContext[S], joined: Joined) -> Outcome:
    """An outcome whose log line states all rolls of its order, where it used some from before.

    A line that answers what waits (``choose``) only adds to them, in a log as on the wiki.
    """
    if joined.said:
        return replace(outcome, logged=with_drawn(joined.said, outcome.drawn))
    if not (act.supply.whole and act.supply.recalled):
        return outcome
    rolls = (*(each.roll for each in act.supply.made), *act.supply.stated)
    return replace(outcome, logged=str(replace(joined.order, rolls=rolls)))


# -- line player -----------------------------------------------------------------------------------

NOT_PLAYED = "(not played)"  # begins no verb, so that it is a message and nothing more
_FOR = regex(r"for\s+(?P<name>[^:]+?)\s*:?", re.IGNORECASE)


class Mode(Struct, frozen=True, gc=False):
    """How a line is played.

    ``recorded``: its rolls were made before. ``retried``: once more, by a steward, as an order by
    itself. ``only_rolls``: it was not played; what was rolled or shown with it stands.
    """

    recorded: bool = False
    retried: bool = False
    only_rolls: bool = False

    def of(self, action: Action) -> Mode:
        """The same with what the line itself says of it."""
        recorded = self.recorded or action.recorded or action.line > 0
        only_rolls = self.only_rolls or action.gone
        return Mode(recorded, self.retried, only_rolls)


PLAIN = Mode()


class LinePlayer(Joining[S]):
    """Plays the lines of players in one game, by one rulebook, with one source of dice."""

    def __init__(self, game: Game[S], book: Rulebook, dice: FaceSource) -> None:
        super().__init__(game, book)
        self.dice = dice

    def play(
        self, state: S, action: Action, order: Order, name: str, mode: Mode
    ) -> tuple[S, Outcome]:
        """Play an order of a player: join it to what waits, carry it out, and say how it ended."""
        known, purpose, shown_by = name or action.account, "", ""
        stated: Sequence[Roll] = ()
        try:  # whose it is, what it means, and which unfinished order it goes on with
            order, name = self._stand_in(state, order, name)
            shown_by = known if name != known and known in state.players else ""
            if not mode.recorded:
                self.must_not_state(order)
            meant = self.meaning(state, action, order, name)
            purpose, stated = meant.purpose, order.rolls
            joined, action = self.join(state, action, order, name, meant, retried=mode.retried)
            resumed = joined.resumed
            if resumed and not mode.recorded and self.dice.awaits(resumed.id):
                why = say("{!r} waits for a roll that is on its way", resumed.text)
                raise Refused(why, remedy="It is played by itself.")
        except Problem as problem:
            outcome = refusal(action, problem, known, self.book)
            return self._with_shown(state, outcome, name, purpose, stated, shown_by)
        order, base = joined.order, settle(state, resumed) if resumed else state
        waits = replace(action, id=resumed.id) if resumed else action

        def begun(dice: FaceSource) -> ActionContext[S]:
            return ActionContext(
                self.game, self.book, base, waits, order, name, dice, action,
                purpose=joined.meant.purpose, whole=joined.whole, shown_by=shown_by,
            )  # fmt: skip

        act = begun(self.dice)
        try:  # on a copy of the state: the rule asks for rolls and choices, and one may be missing
            self._carry_out(act, order)
        except Missing as missing:
            missing.__traceback__ = None  # it would keep this frame, and all states in it
            if self.dice.stated:
                missing = foreseen(missing, lambda dice: self._carry_out(begun(dice), order))
            after, outcome = keep(base, act, joined, missing, action)
        except Held as held:
            after, outcome = hold(base, act, order, held.text, held.unit, action)
            outcome = whole(outcome, act, joined) if act.player else outcome
        except (Problem, TooManyDigits) as found:
            why_not = found if isinstance(found, Problem) else Unclear(str(found))
            after, outcome = drop(state, act, joined, why_not, action)
        except Exception as error:  # noqa: BLE001  # a mistake in one rule must not stop the others
            after, outcome = hold(base, act, order, failure(order.verb.name, error), "", action)
        else:
            rolls = act.supply.after_use(act.state.rolls)
            after = act.state if rolls == act.state.rolls else replace(act.state, rolls=rolls)
            outcome = answered(Verdict.DONE, act.text or "done", act, action)
            outcome = whole(outcome, act, joined)
            outcome = replace(outcome, logged="") if order.verb.name == HELP.name else outcome
        if mode.only_rolls:
            after, text = with_rolls(state, act), say("the roll stands")
            outcome = replace(outcome, verdict=Verdict.DONE, text=text, logged="")
            outcome = let_stand(state, after, outcome)
        return after, outcome

    def unread(
        self, state: S, action: Action, name: str, problem: Problem, mode: Mode, *,
        refused: bool = False
    ) -> tuple[S, Outcome]:  # fmt: skip
        """Answer a line that is not an order; the dice that it shows stand.

        They are for what the line begins with, or else for whatever needs such dice next.
        """
        outcome = refusal(action, problem, name, self.book)
        if not (self.dice.stated or mode.recorded) or (mode.recorded and refused):
            return state, outcome
        own = self.game.verbs_in(state, self.book)
        verb = as_verbs(own).begun(action.text)
        purpose = first_name(verb, own) if verb and not verb.undecided else ANSWERS
        rolls = tuple(islice(shown_rolls(action.text[:LONGEST_LINE]), MOST_LOOSE))
        return self._with_shown(state, outcome, name, purpose, rolls, "")

    def has_roll(self, state: S, pending: Pending) -> bool:
        """Whether a roll was made for a line that waits; one edited beyond reading has none."""
        order = self.waiting(state, pending)
        if order is None:
            return False
        mine = pending.player, self.purpose(state, pending, order)
        made = any(each.label and (each.player, each.purpose) == mine for each in state.rolls)
        return bool(order.rolls or made)

    def purpose(self, state: S, pending: Pending, order: Order) -> str:
        """What the rolls of a line that waits are for."""
        line = Action(pending.id, pending.since, pending.player, pending.text, by_name=True)
        return self.meaning(state, line, order, pending.player).purpose

    def must_not_state(self, order: Order) -> None:
        """Refuse rolls that a player states where the bot makes them."""
        if order.rolls and not self.dice.stated:
            said = ", ".join(map(str, order.rolls))
            raise Refused("the bot makes the rolls of this game, and {} is stated", said,
                          remedy="Send the line without it.")  # fmt: skip

    def _stand_in(self, state: S, order: Order, name: str) -> tuple[Order, str]:
        """Whose action a line continues: ``choose for Ann -- 1d6 (4) = 4`` rolls in Ann's stead."""
        found = _FOR.fullmatch(order.subject) if order.verb.name == CHOOSE.name else None
        if not found:
            return order, name
        player = names.resolve(found["name"], tuple(state.players), "player")
        theirs = self.book.found_in(state.pending, unfinished).get(player, ())
        allowed = any(self.game.others_may_roll(state, p, self.book) for p in theirs)
        if player != name and not allowed:
            raise Refused("nothing of {}'s waits for a roll that any player may make", player)
        return replace(order, subject=""), player

    def _carry_out(self, act: ActionContext[S], order: Order) -> None:
        """Carry out an order, and what follows from it; help changes nothing."""
        rules = bearing(self.book)
        changes = order.verb.name != HELP.name
        if changes:
            self.game.prepare(act)
            rules.check_verb(order.verb.name)
        act.supply.refuse_another()
        order.verb.play(act)
        act.finish()
        if changes:
            self.game.after_action(act)
            rules.check_change(self.game.aspects, act.before, act.state)

    @staticmethod
    def _with_shown(
        state: S, outcome: Outcome, name: str, purpose: str, rolls: Sequence[Roll], shown_by: str
    ) -> tuple[S, Outcome]:
        """A line that was refused before anything asked for its rolls: they stand."""
        if not (name in state.players and purpose and rolls):
            return state, outcome
        after = replace(state, rolls=shown(state.rolls, name, purpose, rolls, shown_by))
        return after, let_stand(state, after, outcome)


# -- Which rolls an order will need besides the first one that is missing --------------------------
# The order is carried out in thought with low, high and middling faces. What it asks for in the
# same way whatever falls is named at once, so that a player need not be asked again after every
# roll. What depends on faces or on a choice that is still to be made is asked for when it comes.

MOST = 20  # rolls that are named at once
_FACES: tuple[Callable[[int], int], ...] = (
    lambda _: 1,
    lambda sides: sides,
    lambda sides: (sides + 1) // 2,
)


class _Enough(Exception):
    """No more rolls need to be known."""


class _Imagined(Stated):
    """Dice that show given faces, and record which rolls were requested."""

    def __init__(self, face: Callable[[int], int]) -> None:
        self.face, self.draws = face, list[RollRequest]()

    def faces(self, draw: RollRequest) -> DrawnRoll:
        if len(self.draws) >= MOST:
            raise _Enough
        self.draws.append(draw)
        return DrawnRoll((self.face(draw.sides),) * draw.count)


def foreseen(first: Missing, play: Callable[[FaceSource], object]) -> Missing:
    """A roll that a player has to state with those that will be needed with it.

    ``play`` carries the order out.
    """
    if not isinstance(first, MissingRoll) or first.how:
        return first
    runs = []
    for face in _FACES:
        imagined = _Imagined(face)
        with suppress(Exception):  # what comes of imagined faces is of no matter
            play(imagined)
        runs.append(imagined.draws)
    steps, what = zip(*runs, strict=False), attrgetter("label", "index", "count", "sides")
    same = [step[0] for step in takewhile(lambda step: len({*map(what, step)}) == 1, steps)]
    if len(same) < 2:
        return first
    dice = [draw.form.removeprefix("choose ") for draw in same]
    form = first.form.partition(dice[0])[0] + ", ".join(dice)
    return MissingRoll(" and ".join(_asks(same, first)), form=form)


def _asks(draws: Sequence[RollRequest], first: MissingRoll) -> list[str]:
    said = []
    for asks, group in groupby(draws, key=lambda draw: draw.asks):
        count = len([*group])
        more = later(f"{count} rolls of {asks.removeprefix('a roll of ')}")
        said.append(asks if count == 1 else more)
    return [first.asks, *said[1:]] if draws[0].asks == said[0] else said
