"""Classes of proposals as data: voting periods, popularity, who may submit, what follows.

Periods and limits read their numbers from the page. A proposal whose submission was not noted has
no end.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct

from rules.common import votes
from rules.common.identities import put
from rules.common.notation import NumberAt
from rules.common.phases import schedule
from rules.common.players import reputable
from rules.common.votes import ABSTAIN, AGAINST, FOR, REWRITE, VoteCount
from wikibot.game.engine.enactment import describes_changes
from wikibot.game.proceedings import Proposal
from wikibot.sdk import ActionContext, Implementation, Refused, Rulebook, fold, replace
from wikibot.wikitext.messages import say

OPEN, HOLDING, PASSED, FAILED, RETRACTED, DISCARDED, HELD = (
    "open", "holding", "passed", "failed", "retracted", "discarded", "held",
)  # fmt: skip
LIVE = (OPEN, HOLDING)
SECTION = "Proposals"
HOUR = timedelta(hours=1)


class Decision(Struct, frozen=True):
    """A proposal at the end of its voting period, with the votes that count."""

    proposal: Proposal
    count: VoteCount
    state: Any
    book: Rulebook


def anyone(act: ActionContext[Any], proposal: Proposal) -> None:
    """Refuse no player."""


class ProposalClass(Struct, frozen=True):
    """One class of proposals.

    ``section``: the unit of the ruleset that makes the class. ``ends``: when the voting period (or
    the present round) of a proposal ends, by its ``submitted``. ``popular``: whether it takes
    effect. ``becomes``: the class that it becomes instead, "" for none. ``admit``: refuse a
    submission. ``settle``: note in ``about`` what its words mean, which is looked up once, at
    submission. ``counts``: whose votes count at the end. ``counts_rewrites``: whether a vote for a
    rewrite counts as such; otherwise it counts against. ``adopted``: what happens beside the effect
    that the text states; ``close``: what happens at the end instead of counting votes. ``form``:
    what stands behind its name and a colon, as a template, where a title alone does not do.
    """

    name: str
    section: str
    ends: Callable[[Proposal, Rulebook], datetime]
    popular: Callable[[Decision], bool]
    becomes: Callable[[Decision], str] = lambda _: ""
    admit: Callable[[ActionContext[Any], Proposal], None] = anyone
    by_hand: bool = True
    voted_on: bool = True
    counts: Callable[[Any, Proposal, str], bool] = lambda state, _, name: name in state.players
    counts_rewrites: Callable[[Rulebook], bool] = lambda _: False
    settle: Callable[[ActionContext[Any], Proposal], Proposal] = lambda _, proposal: proposal
    adopted: Callable[[ActionContext[Any], Proposal], None] = lambda *_: None
    close: Callable[[ActionContext[Any], Proposal], None] | None = None
    form: str = ""


# -- voting periods, popularity, who may submit ----------------------------------------------------


def hours_after(hours: Callable[[Rulebook], int]) -> Callable[[Proposal, Rulebook], datetime]:
    """A voting period of so many hours from submission, as the page says."""
    return lambda proposal, book: since(proposal) + book.derived(hours) * HOUR


def next_phase(proposal: Proposal, book: Rulebook) -> datetime:
    """The end of the phase that starts after submission."""
    phases = schedule(book)
    return phases.end(phases.end(since(proposal)))


def this_phase(proposal: Proposal, book: Rulebook) -> datetime:
    """The end of the phase in which the present round began."""
    return schedule(book).end(since(proposal))


def at_most_against(most: Callable[[Rulebook], int]) -> Callable[[Decision], bool]:
    """Popular with so many votes against it or fewer, as the page says."""
    return lambda decision: decision.count.against <= decision.book.derived(most)


def majority(decision: Decision) -> bool:
    """Popular with more votes for it than against it."""
    return decision.count.favour > decision.count.against


def reputable_only(section: str) -> Callable[[ActionContext[Any], Proposal], None]:
    """Only reputable players may submit it, by a section of the ruleset."""

    def admit(act: ActionContext[Any], proposal: Proposal) -> None:
        if not reputable(act.me, act.state, act.book):
            why = say("{} is not reputable, so cannot submit a proposal of the class ", act.player)
            remedy = "Submit it as a Standard proposal."
            raise Refused(why + proposal.cls, rule=section, remedy=remedy)

    return admit


def since(proposal: Proposal) -> datetime:
    """When a proposal's present round began; far away where it was not noted."""
    return proposal.submitted or datetime(9000, 1, 1, tzinfo=UTC)


# -- single proposals ------------------------------------------------------------------------------


def title(proposal: Proposal) -> str:
    """``P3 (More fish)``."""
    return f"{proposal.id} ({proposal.title})"


def of_class(name: str) -> str:
    """``an Urgent proposal``."""
    return say("an {} proposal" if name[:1] in "AEIOU" else "a {} proposal", name)


def with_proposal(state: Any, proposal: Proposal) -> Any:
    """Put a proposal's new value in the old one's place."""
    return replace(state, proposals=put(state.proposals, proposal))


def with_vote(state: Any, word: str, proposal: Proposal, player: str) -> Any:
    """The state with a player's vote on a proposal."""
    cast = votes.with_vote(proposal.votes, player, word)
    return with_proposal(state, replace(proposal, votes=cast))


def options_of(cls: ProposalClass, book: Rulebook) -> tuple[str, ...]:
    """The votes that a class has, each of which counts as itself."""
    return (FOR, AGAINST, *((REWRITE,) if cls.counts_rewrites(book) else ()), ABSTAIN)


def ended(proposal: Proposal, status: str, at: datetime) -> Proposal:
    """A proposal that has come to its end; its message is no longer watched."""
    return replace(proposal, status=status, changed=at, line=None, message="")


def passes(act: ActionContext[Any], proposal: Proposal, count: VoteCount) -> None:
    """End a proposal as passed, and say who carries it out."""
    act.state = with_proposal(act.state, ended(proposal, PASSED, act.now))
    who = proposal.proposer if proposal.proposer in act.state.players else say("a player")
    act.say(
        "{} passes ({}); {} enacts what it says{}",
        title(proposal),
        count,
        who,
        _by_the_bot(proposal),
    )


def _by_the_bot(proposal: Proposal) -> str:
    described = describes_changes(proposal)
    return say(", or a steward's `enact {}` has the bot do it", proposal.id) if described else ""


def fails(act: ActionContext[Any], proposal: Proposal, count: VoteCount) -> None:
    """End a proposal as failed."""
    act.state = with_proposal(act.state, ended(proposal, FAILED, act.now))
    act.say("{} fails ({})", title(proposal), count)


def like(proposal: Proposal, other: Proposal) -> bool:
    """Whether two proposals are plainly the same: by title, or by a text that both have."""
    same_text = bool(proposal.text) and fold(proposal.text) == fold(other.text)
    return fold(proposal.title) == fold(other.title) or same_text


# -- classes that several cycles have --------------------------------------------------------------

URGENT_SECTION = "Urgent Class Proposal"
STANDARD_SECTION = "Standard Class Proposal"
WAITS = "proposals of that class"
URGENT_HOURS = NumberAt(URGENT_SECTION, r"(\w+) hours")
URGENT_AGAINST = NumberAt(URGENT_SECTION, r"more than (\w+) votes")
URGENT = ProposalClass(
    "Urgent", URGENT_SECTION, hours_after(URGENT_HOURS),
    at_most_against(URGENT_AGAINST),
    admit=reputable_only(URGENT_SECTION),
)  # fmt: skip
STANDARD = ProposalClass("Standard", STANDARD_SECTION, next_phase, majority)
PROPOSALS = Implementation(
    SECTION,
    people="carrying out what a proposal that takes effect says",
    says="proposals are voted on, and decided when their period ends",
)
URGENT_CLASS = Implementation(
    URGENT_SECTION,
    reads=(URGENT_HOURS, URGENT_AGAINST),
    people="whether a proposal is one that the class is for",
    says="voted on for the hours it names; passes unless too many are against it",
    waits=WAITS,
)
STANDARD_CLASS = Implementation(
    STANDARD_SECTION,
    says="voted on in the phase after; passes with more votes for than against",
    waits=WAITS,
)
