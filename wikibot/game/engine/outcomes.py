"""How an order ends that is not done: kept until more is known, held for a person, or dropped.

However it ends, what was rolled for it stands (see ``standing_rolls``), and the log says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from msgspec.structs import replace

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.calendar import format_time
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.kernel_verbs import STANDS
from wikibot.game.engine.orders import Order
from wikibot.game.engine.steward_verbs import number_of
from wikibot.game.engine.text_log import with_drawn
from wikibot.game.problems import Missing, Noted, NotNow, Problem, failure
from wikibot.game.rolls import StandingRoll
from wikibot.game.state import Kind, Pending, S, State, wait_for
from wikibot.game.verbs import Shape
from wikibot.wikitext.messages import retold, say

_PARTED = re.compile('[,"→]|->')
_SHOWN = 60  # characters of a line, where an answer quotes it


def answered(verdict: Verdict, text: str, act: ActionContext[S], action: Action) -> Outcome:
    """The outcome of a performance, with the rolls that it took."""
    rolls, drawn = tuple(map(str, act.rolled)), tuple(map(str, act.drawn))
    player, proofs = act.player or action.account, tuple(act.proofs)
    if drawn and verdict in (Verdict.DONE, Verdict.NEEDS, Verdict.HELD):
        fell = say("rolled {}", ", ".join(drawn))
        text = f"{fell}; {text}" if verdict is Verdict.DONE else f"{fell}. {text}"
    return Outcome(action, verdict, text, player, rolls, drawn, proofs=proofs)


def keep(
    state: S, act: ActionContext[S], order: Order, missing: Missing, action: Action
) -> tuple[S, Outcome]:
    """Put an unfinished order on the waiting list.

    Choices with a single option are marked, so that an answer added later meets its question.
    """
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
    return state, answered(Verdict.NEEDS, text, act, action)


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
    return state, _for_stewards(state, outcome, act.action)


def fail(state: S, action: Action, player: str, error: Exception) -> tuple[S, Outcome]:
    """Put a line aside at which the program failed before the line was an order."""
    text = failure(action.text[:_SHOWN], error).rstrip(".")
    if not player:
        return state, Outcome(action, Verdict.HELD, text, action.account, logged="")
    outcome = Outcome(action, Verdict.HELD, text, player)
    state = wait_for_ruling(state, action, player)
    return state, with_ruling(state, outcome)


def wait_for_ruling(state: S, action: Action, player: str) -> S:
    """Keep a line as it was understood, for a steward to rule on or to retry."""
    asks = "a ruling on a line that the bot failed at"
    return wait_for(state, Pending(action.id, player, Kind.HELD, action.order, asks, action.time))


def with_ruling(state: State, outcome: Outcome) -> Outcome:
    """The outcome of a held line with what a steward can do."""
    return _for_stewards(state, outcome, outcome.action)


def _for_stewards(state: State, outcome: Outcome, waits: Action) -> Outcome:
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


def drop(state: S, act: ActionContext[S], problem: Problem, action: Action) -> tuple[S, Outcome]:
    """Leave an order unplayed. Its rolls stand: no worse line brings a better roll.

    What is shown with an order for which nothing can be rolled now does not.
    What counts as unclear is noted; a log holds the line as it is, for there it is as unclear.
    """
    if isinstance(problem, Noted):
        outcome = Outcome(
            action, problem.verdict, problem.told(act.book.cites), act.player or action.account
        )
        return problem.note(state), replace(outcome, logged=action.order)
    if isinstance(problem, NotNow) and not state.rolls_outlast:
        act.supply.stated.clear()
    text, made = problem.told(act.book.cites), ", ".join(str(each.roll) for each in act.supply.made)
    if made and act.player:
        text = say("{}. The roll for it stands: {}", text.rstrip("."), made)
    return with_rolls(state, act), answered(problem.verdict, text, act, action)


def with_rolls(state: S, act: ActionContext[S]) -> S:
    """The state with what stands after a performance that came to nothing."""
    return _standing(state, act.supply.after_all(state.rolls))


def without_rolls(state: S, act: ActionContext[S]) -> S:
    """The state with what stands after a performance that was carried out."""
    return _standing(state, act.supply.after_use(state.rolls))


def _standing(state: S, rolls: tuple[StandingRoll, ...]) -> S:
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


def whole(outcome: Outcome, act: ActionContext[S], order: Order, said: str = "") -> Outcome:
    """An outcome whose log line states all rolls of its order, where it used some from before.

    A line that answers what waits (``choose``) only adds to them, in a log as on the wiki.
    ``said``: the line with the name of what it answers, where that had to be found out.
    """
    if said:
        return replace(outcome, logged=with_drawn(said, outcome.drawn))
    if not (act.supply.whole and act.supply.recalled):
        return outcome
    rolls = (*(each.roll for each in act.supply.made), *act.supply.stated)
    return replace(outcome, logged=str(replace(order, rolls=rolls)))
