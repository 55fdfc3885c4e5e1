"""Ruleset sections Proposals and Winning: how proposals pass, and who has enough Victory Poents.

Nothing but the section Winning gives or takes Victory Poents. So the bot never changes them; people
write them on the page when a rule that they adopted says so. Decisions: the game goes on after a
player has won, as no rule ends it. Several may win.

A player has one proposal at a time; it is voted on for a day, and its maker gains the margin in
poents when it passes. Proposals about the winning rule are of the class Winning: after the day they
pass once no vote is against them, or on the seventh day with three votes for each one against.
Decisions: a proposal is about that rule where its maker says so (``propose Winning: TITLE``), and
has to be where a change in the agreed form bears on the text of the section; no other is enacted by
the bot. What prose means to change is for people to judge. Such proposals need more votes for than
against in any case. Until the seventh day they can be voted on, and hold back further proposals of
their maker. Votes count at the end of the period; an unclear vote is not understood, as there are
but two reactions. Players in the Gulag do not propose.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from rules.common import proposals as common
from rules.common import votes
from rules.common.proposals import (
    HOLDING,
    LIVE,
    OPEN,
    ProposalClass,
    Proposals,
    title,
    with_proposal,
)
from rules.common.sections import NumberAt, Section, settled, unsettled
from rules.round7 import possessions
from rules.round7.possessions import refuse_in_gulag
from rules.round7.state import Context
from wikibot.game.engine.enactment import patches_of
from wikibot.game.ruleset.implementations import Bears, Implementation
from wikibot.game.state import Proposal
from wikibot.sdk import ActionContext, Refused, Rulebook, fold, format_time, replace
from wikibot.wikitext.lines import sections
from wikibot.wikitext.messages import say
from wikibot.wikitext.patches import PatchError, apply_patches

SECTION, WINNING = common.SECTION, "Winning"
STANDARD, ABOUT_WINNING = "Standard", "Winning"
_HOURS = NumberAt(SECTION, r"next (\w+) hours")
_LEAST_HOURS = NumberAt(WINNING, r"(\w+) hours or more")
_DAYS = NumberAt(WINNING, r"exactly (\w+) days")
_SHARE = NumberAt(WINNING, r"at least (\w+) votes in its favour")
_ENOUGH = NumberAt(WINNING, r"at least (\w+) Victory Poents")


# -- winning ---------------------------------------------------------------------------------------


# -- proposals -------------------------------------------------------------------------------------


def _admit(act: ActionContext[Any], proposal: Proposal) -> None:
    """Refuse a second one at a time, one from the Gulag, changes of Winning in another class."""
    refuse_in_gulag(act, "make proposals")
    if proposal.cls != ABOUT_WINNING and changes_winning(proposal, act.book.text):
        remedy = say("Send it as `propose {}: {}`.", ABOUT_WINNING, proposal.title)
        raise Refused(
            "it changes the section {}, which passes in another way",
            WINNING,
            rule=WINNING,
            remedy=remedy,
        )
    other = next(
        (
            each
            for each in act.state.proposals
            if each.proposer == act.player and each.status in LIVE
        ),
        None,
    )
    if other:
        remedy = say("`retract {}` first, or wait for its end.", other.id)
        raise Refused(
            "your proposal {} is being voted on", title(other), rule=SECTION, remedy=remedy
        )


def changes_winning(proposal: Proposal, ruleset: str) -> bool:
    """Whether the changes that a proposal describes bear on the section about winning."""
    try:
        patches = patches_of(proposal)
    except PatchError:
        return False  # the bot carries none of them out
    if any(fold(WINNING) in map(fold, each.section.split("/")) for each in patches):
        return True
    for patch in patches:
        before = _wording_of_winning(ruleset)
        with suppress(PatchError):
            ruleset = apply_patches(ruleset, (patch,), again=True)
        if _wording_of_winning(ruleset) != before:
            return True
    return False


def _wording_of_winning(ruleset: str) -> tuple[str, ...]:
    found = (each for each in sections(ruleset) if fold(each.title) == fold(WINNING))
    return tuple(" ".join(ruleset[each.start : each.end].split()) for each in found)


def objection(proposal: Proposal, ruleset: str) -> str:
    """Why the bot enacts a proposal that passed not at all; "" where nothing speaks against it."""
    if PROPOSALS.class_of(proposal) is CLASS_WINNING or not changes_winning(proposal, ruleset):
        return ""
    passed_as = common.of_class(proposal.cls or STANDARD)
    return say("it changes the section {}, but passed as {}", WINNING, passed_as)


def _reward(act: ActionContext[Any], proposal: Proposal) -> None:
    """Give the margin to the player who made it."""
    cls = PROPOSALS.class_of(proposal)
    if cls and proposal.proposer in act.state.players:
        count = PROPOSALS.count(act.state, act.book, proposal, cls)
        possessions.change(act, proposal.proposer, count.favour - count.against)


def _standard_end(proposal: Proposal, book: Rulebook) -> datetime:
    return common.since(proposal) + timedelta(hours=_number(book, _HOURS, 24))


def _winning_end(proposal: Proposal, book: Rulebook) -> datetime:
    """After a day the first look is taken; then it waits until the last."""
    if proposal.status == OPEN:
        return common.since(proposal) + timedelta(hours=_number(book, _LEAST_HOURS, 24))
    return _last_day(proposal, book)


def _last_day(proposal: Proposal, book: Rulebook) -> datetime:
    return common.since(proposal) + timedelta(days=_number(book, _DAYS, 7))


def _number(book: Rulebook, number: NumberAt, otherwise: int) -> int:
    """A number of the page; where the wording is not settled a proposal is held at its usual time.

    Raises ``Held`` where an accepted wording does not say it: then the proposal has no end, and
    waits for a steward.
    """
    return otherwise if unsettled(book, number.section) else book.derived(number)


def _close(act: ActionContext[Any], proposal: Proposal) -> None:
    """Look at a proposal about winning at the end of its day, and of its seventh day."""
    count = _count(act, proposal)
    if _unopposed(act, proposal):
        _pass(act, proposal)
    elif proposal.status == OPEN:
        act.state = with_proposal(act.state, replace(proposal, status=HOLDING, changed=act.now))
        last = format_time(_last_day(proposal, act.book))
        act.say("{} waits until no vote is against it, at most until {}", title(proposal), last)
    elif count.favour > count.against and count.favour >= act.book.derived(_SHARE) * count.against:
        _pass(act, proposal)
    else:
        common.fails(act, proposal, count)


def _count(act: ActionContext[Any], proposal: Proposal) -> votes.VoteCount:
    return PROPOSALS.count(act.state, act.book, proposal, CLASS_WINNING)


def _unopposed(act: ActionContext[Any], proposal: Proposal) -> bool:
    count = _count(act, proposal)
    return not count.against and count.favour > 0


def _pass(act: ActionContext[Any], proposal: Proposal) -> None:
    common.passes(act, proposal, _count(act, proposal))
    _reward(act, proposal)


def _after_action(act: Context) -> None:
    # Let a proposal about winning pass as soon as the last vote against it is gone.
    for proposal in act.state.proposals:
        waits = proposal.status == HOLDING and PROPOSALS.class_of(proposal) is CLASS_WINNING
        if waits and PROPOSALS.settled(CLASS_WINNING, act.book) and _unopposed(act, proposal):
            _pass(act, proposal)
    if not settled(act.book, WINNING, _ENOUGH):
        return
    enough = act.book.derived(_ENOUGH)
    for name, player in act.state.players.items():
        if player.vp >= enough and name not in act.state.winners:
            act.state = replace(act.state, winners=(*act.state.winners, name))
            act.say("{} wins with {} Victory Poents", name, player.vp)


CLASS_STANDARD = ProposalClass(STANDARD, SECTION, _standard_end, common.majority, adopted=_reward)
CLASS_WINNING = ProposalClass(ABOUT_WINNING, WINNING, _winning_end, common.majority, close=_close)
PROPOSALS = Proposals((CLASS_STANDARD, CLASS_WINNING), default=STANDARD, unclear=None, admit=_admit)
RULES = Section(
    __name__,
    implements=(
        Implementation(SECTION, says=common.PROPOSALS.says),
        Implementation(WINNING, says="a player with enough Victory Poents wins",
                       bears=Bears(changes=("vp", "the winners"))),
    ),
    verbs=(*PROPOSALS.verbs, *votes.verbs(PROPOSALS.ballot(), rewrites=False)),
    after_action=_after_action, messages=PROPOSALS, slots=PROPOSALS.slots,
)  # fmt: skip
