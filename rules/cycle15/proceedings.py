"""Ruleset section Proposals and its classes, for Cycle 15: also Tune Up and Second Reading.

A Standard proposal that too many want rewritten becomes a Tune Up: its proposer approves it for a
Second Reading, which is voted on as a Standard one is, or holds it back for another phase. Only the
later ruleset has these two; by the early one a vote for a rewrite is an unclear vote. Decisions: a
Tune Up may pass three phases, counted from the one that begins when it becomes one; it is discarded
when a fourth would begin. ``approve P3`` and ``hold P3`` take the text below the line as the
proposal's new text, and a title behind a colon as its new title; without them they stay. The same
title or text counts as the same effect, from when a proposal becomes a Tune Up on; whether others
have it is for people to judge.

Ruleset section Trading, for Cycle 15: all items but crystals may be traded.

Section Winning says that crystals cannot be transferred. Decision: a Crustal counts as a crystal
for all but winning, so it cannot be traded either, wherever crystals cannot; nor can jumbo ones, as
a jumbo item is as the item is.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from rules.common import proposals as common
from rules.common.players import schedule
from rules.common.proceedings import is_over, message
from rules.common.proposals import (
    DISCARDED,
    HOLDING,
    LIVE,
    OPEN,
    Decision,
    ProposalClass,
    Proposals,
    like,
    title,
)
from rules.common.sections import NumberAt, Section, limit, read_once
from rules.common.trading import Trading
from rules.cycle15 import party
from rules.cycle15.garbage import known_items
from rules.cycle15.players import reputable_grants
from rules.cycle15.possessions import CRYSTALLINE, CRYSTALS_STAY
from rules.cycle15.state import JUMBO
from wikibot.game.calendar import DAY, format_time
from wikibot.game.page.records import on_one_line
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.state import Proposal
from wikibot.sdk import ActionContext, Refused, Rulebook, Shape, Verb, Vocabulary, counted, replace
from wikibot.wikitext.messages import later, say

# == proposals =====================================================================================

TUNE_UP_SECTION = "Tune Up Class Proposal"
SECOND_READING_SECTION = "Second Reading Class Proposal"
SHARE = NumberAt(common.STANDARD_SECTION, r"fewer than (\w+)%")  # of all votes, in percent
DAYS = NumberAt(common.STANDARD_SECTION, r"at least (\w+) days after")
MOST_DAYS = 36_500  # that a game looks back
PHASES = NumberAt(TUNE_UP_SECTION, r"greater than (\w+) phases")


def rewrites(book: Rulebook) -> bool:
    """Whether votes for a rewrite count as such."""
    return book.has(TUNE_UP_SECTION)


# -- Standard --------------------------------------------------------------------------------------


def wanted(decision: Decision) -> bool:
    """Whether more want it, as it is or rewritten, than do not."""
    return decision.count.favour + decision.count.rewrite > decision.count.against


def becomes(decision: Decision) -> str:
    """A Tune Up where enough votes are for a rewrite, and the proposal is wanted at all."""
    if not rewrites(decision.book) or not wanted(decision):
        return ""
    enough = decision.count.rewrite * 100 >= decision.book.derived(SHARE) * decision.count.total
    return TUNE_UP.name if enough else ""


def _not_again(act: ActionContext[Any], proposal: Proposal) -> None:
    """Refuse what is, or a few days ago was, a Tune Up."""
    if not rewrites(act.book):
        return
    wait = act.book.derived(DAYS) * DAY
    for other in act.state.proposals:
        since = _tuned(other)
        if since is None or not like(proposal, other):
            continue
        if other.cls == TUNE_UP.name and other.status in LIVE:
            what = say("{} says the same and is {}", title(other), common.of_class(TUNE_UP.name))
            remedy = say("{} may `approve {}`.", other.proposer, other.id)
            raise Refused(what, rule=common.STANDARD_SECTION, remedy=remedy)
        if not is_over(since + wait, act.now):
            remedy = say("It may be made again from {} on.", format_time(since + wait))
            why = say("{} said the same", title(other))
            raise Refused(why, rule=common.STANDARD_SECTION, remedy=remedy)


def _looks_back(book: Rulebook) -> timedelta:
    """For how long :func:`_not_again` asks about what was tuned."""
    days = limit(book, DAYS) if rewrites(book) else 0
    return min(days or 0, MOST_DAYS) * DAY


def _tuned(proposal: Proposal) -> Any:
    """When a proposal was discarded, made a Second Reading, or began to be a Tune Up; else None."""
    if proposal.cls == SECOND_READING.name:
        return proposal.submitted
    tuned = proposal.cls == TUNE_UP.name and proposal.status in (*LIVE, DISCARDED)
    return proposal.changed if tuned else None


STANDARD = replace(
    common.STANDARD, popular=wanted, becomes=becomes, admit=_not_again, counts_rewrites=rewrites,
)  # fmt: skip


# -- Tune Up and Second Reading --------------------------------------------------------------------


def _phases_over(act: ActionContext[Any], proposal: Proposal) -> int:
    """How many phases have ended since a proposal became a Tune Up."""
    phases = schedule(act.book)
    return phases.index(act.now) - phases.index(proposal.changed or act.now)


def _is_last(act: ActionContext[Any], proposal: Proposal) -> bool:
    """Whether the present phase is the last in which it may be one."""
    return _phases_over(act, proposal) + 1 >= act.book.derived(PHASES)


def _end_of_phase(act: ActionContext[Any], proposal: Proposal) -> None:
    """Discard a Tune Up that was not held back, or that has been one for long enough."""
    if proposal.status == HOLDING and _phases_over(act, proposal) < act.book.derived(PHASES):
        again = replace(proposal, status=OPEN, submitted=act.now)
        act.state = common.with_proposal(act.state, again)
        may = say("{} may approve it or hold it once more", proposal.proposer)
        act.say("{} was held back; {}", title(proposal), may)
        return
    act.state = common.with_proposal(act.state, common.ended(proposal, DISCARDED, act.now))
    number = act.book.derived(PHASES)
    over = say("{} is over" if number == 1 else "{} are over", counted(number, "phase"))
    why = say("neither approved nor held back") if proposal.status == OPEN else over
    act.say("{} is discarded ({})", title(proposal), why)


TUNE_UP = ProposalClass(
    "Tune Up", TUNE_UP_SECTION, common.this_phase, lambda _: False, by_hand=False, voted_on=False,
    close=_end_of_phase,
)  # fmt: skip
SECOND_READING = ProposalClass(
    "Second Reading", SECOND_READING_SECTION, common.next_phase, common.majority, by_hand=False,
)  # fmt: skip
PROPOSALS = Proposals((common.URGENT, STANDARD, TUNE_UP, SECOND_READING))


def _approve(act: ActionContext[Any]) -> None:
    proposal = _tune_up(act, later("approve"))
    act.book.require(SECOND_READING_SECTION)
    anew = replace(proposal, cls=SECOND_READING.name, status=OPEN, votes={}, **message(act))
    reading = replace(anew, submitted=act.now, changed=act.now)
    act.state = common.with_proposal(act.state, reading)
    PROPOSALS.announce(act, reading, say("{} comes to its Second Reading", title(reading)))


def _hold(act: ActionContext[Any]) -> None:
    proposal = _tune_up(act, later("hold back"))
    if proposal.status == HOLDING:
        raise Refused("{} is held back already", title(proposal), rule=TUNE_UP_SECTION)
    if _is_last(act, proposal):
        had, kind = _phases_over(act, proposal) + 1, common.of_class(TUNE_UP.name)
        why = say("{} has been {} for {}", title(proposal), kind, counted(had, "phase"))
        remedy = say("`approve {}` before the phase ends, or it is discarded.", proposal.id)
        raise Refused(why, rule=TUNE_UP_SECTION, remedy=remedy)
    act.state = common.with_proposal(act.state, replace(proposal, status=HOLDING))
    act.say("{} is held back for one more phase", title(proposal))


def _tune_up(act: ActionContext[Any], does: str) -> Proposal:
    """The player's own Tune Up that the line names, as its proposer modifies it with that line."""
    act.book.require(TUNE_UP_SECTION)
    proposal = PROPOSALS.mine(act, act.subject.partition(":")[0], does)
    if proposal.cls != TUNE_UP.name or proposal.status not in LIVE:
        what = say("{} and {}", common.of_class(proposal.cls), say(proposal.status))
        why = say("{} is {}, so there is nothing to do in the workshop", title(proposal), what)
        raise Refused(why, rule=TUNE_UP_SECTION)
    words = " ".join(act.subject.partition(":")[2].split())  # ``approve P3: NEW TITLE``
    text = on_one_line(act.action.body) or proposal.text
    return replace(proposal, title=words or proposal.title, text=text)


def _tune_ups(act: ActionContext[Any]) -> list[Proposal]:
    """The player's own."""
    own = (each for each in act.state.proposals if each.proposer == act.player)
    return [each for each in own if each.cls == TUNE_UP.name and each.status in LIVE]


def _may_hold(act: ActionContext[Any]) -> bool:
    return any(each.status == OPEN and not _is_last(act, each) for each in _tune_ups(act))


RULES = Section(
    __name__,
    (
        replace(common.PROPOSALS, reads=(reputable_grants,)),
        common.URGENT_CLASS,
        replace(common.STANDARD_CLASS, reads=(SHARE, DAYS),
                people="whether two proposals have the same effect"),
        Implementation(TUNE_UP_SECTION, waits=common.WAITS,
                       people="what would mollify those who want a rewrite",
                       says="its proposer approves, holds or loses it before its phases end"),
        Implementation(SECOND_READING_SECTION, waits=common.WAITS,
                       says="as a Standard one, without votes for a rewrite"),
    ),
    (
        *PROPOSALS.verbs,
        Verb("approve", "approve P3[: NEW TITLE]", "approve P3",
             "sends a Tune Up of yours to its Second Reading, with the text below the line",
             _approve, Shape.TEXT, available=lambda act: bool(_tune_ups(act)),
             hints=("second reading",),
             phrases=(
                 ("approve|send|move|advance|pass {own proposal} (for|to|on) (a|the|its) "
                  "(second|2nd|next) (vote|reading|round)"),
                 "approve {own proposal}",
             ), inputs=("approve {own proposal}[: {New title=text:200}]",)),
        Verb("hold", "hold P3[: NEW TITLE]", "hold P3",
             "holds a Tune Up of yours back for one more phase, with the text below the line",
             _hold, Shape.TEXT, available=_may_hold,
             phrases=(("hold|keep|hang (back|on) (to) {own proposal} (back|on) (hold|for) "
                       "(now|one|another) (more) (phase)"),
                      "put {own proposal} on hold"),
             inputs=("hold {own proposal}[: {New title=text:200}]",)),
    ),
    messages=PROPOSALS, slots=PROPOSALS.slots, looks_back=_looks_back,
)  # fmt: skip


# == trading =======================================================================================


@read_once
def _items(book: Rulebook) -> Vocabulary:
    names = known_items(book).names
    return Vocabulary((*names, *(JUMBO + name for name in names)), plurals=True)


def _transferable(act: ActionContext[Any], item: str) -> None:
    if item.removeprefix(JUMBO) in CRYSTALLINE and act.book.derived(CRYSTALS_STAY):
        raise Refused("a {} cannot be transferred", item, rule=party.WINNING)


TRADING = Trading(known=_items, admit_item=_transferable)
TRADES = Section(__name__, TRADING.implements, TRADING.verbs, slots=TRADING.slots)
