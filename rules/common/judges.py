"""Ruleset section Judges: the office, justice, votes of confidence and elections as one part."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from rules.common import confidence, elections, judge_office, justice, votes
from rules.common.judge_office import SECTION
from rules.common.proceedings import is_over
from rules.common.proposals import Proposals
from rules.common.sections import Section, settled
from wikibot.game.actions import Watched
from wikibot.sdk import ActionContext, Implementation, Rulebook, State


class Judges:
    """The judge of a game, as what comes due and has to stay as it is."""

    def ends(self, state: State, book: Rulebook) -> datetime | None:
        """When a vote of confidence or an election ends next.

        None does while the wording is not settled; what has ended by then ends when a steward
        does.
        """
        if not (state.candidacies or state.requests) or not settled(book, SECTION):
            return None
        poll, election = confidence.next_poll(state, book), elections.next_election(state, book)
        return min(poll, election) if poll and election else poll or election

    def pass_time(self, act: ActionContext[Any]) -> None:
        """End what is due: votes of confidence first, then the week's election."""
        if not settled(act.book, SECTION):
            return
        confidence.end_polls(act)
        due = elections.next_election(act.state, act.book)
        if due is not None and is_over(due, act.now):
            elections.elect(act)

    def reopened(self, state: Any, book: Rulebook) -> Any:
        """Nothing is put aside here: what has ended ends as soon as the section is settled."""
        return state

    def watched(self, state: State) -> Iterator[Watched]:
        """Messages of candidates."""
        return elections.watched(state)


JUDGES = Judges()


def section(proposals: Proposals, *, rewrites: bool = True) -> Section:
    """The section of a game with these proposals, and the verbs for all votes that there are.

    ``rewrites``: whether one can vote for a rewrite of a proposal.
    """
    judges = Implementation(
        SECTION,
        reads=(judge_office.terms,),
        people="whether an office was abused; how soon a ruling is due, how far it binds, what "
        "contradicts the rules",
        says="one judge answers requests; votes of confidence, and an election at each week's end",
    )
    ballots = (proposals.ballot(), confidence.POLL, elections.CANDIDATES)
    cast = votes.verbs(*ballots, rewrites=rewrites)
    verbs = (*cast, *justice.VERBS, *confidence.VERBS, *elections.VERBS)
    verbs += judge_office.VERBS
    return Section(
        implements=(judges,), verbs=verbs, messages=JUDGES, looks_back=justice.looks_back
    )
