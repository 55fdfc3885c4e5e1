"""Ruleset section Proposals: how a proposal of any class is made, voted on and decided.

What tells classes apart is data of :class:`ProposalClass`; a game lists its classes in
:class:`Proposals`. Decisions: votes may be cast from the moment of submission, since only those
that stand at the end count, and only those of people who are players then. Only players make
proposals. A player who edits or deletes the message of a proposal retracts it, as the line
``retract P3`` does, also after leaving the game. What a proposal that takes effect says is carried
out by its proposer, which the bot announces; ``enact`` lets a steward have the bot change the
ruleset page. Several that end at once are decided in the order in which they were submitted.
Whether two proposals have substantially the same effect, and whether a class is used for what it is
meant for, is for people to judge; the bot only knows the same title or text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.common import proposal_classes as common
from rules.common import votes
from rules.common.identities import next_id, refuse_second, split_id, thing_named, vote_on
from rules.common.players import accounts_of, is_author
from rules.common.proceedings import is_over, message
from rules.common.proposal_classes import HELD, LIVE, OPEN, SECTION, ProposalClass, title
from rules.common.proposing import (
    PROPOSING,
    RETRACTING,
    about_changes,
    class_and_title,
    inputs,
    slots,
)
from rules.common.sections import CLOCK, PHASE, REPUTATION
from rules.common.votes import ABSTAIN, AGAINST, REWRITE, UNCLEAR, VoteCount
from wikibot.game.actions import Watched
from wikibot.game.calendar import format_time
from wikibot.game.engine.context import ActionContext
from wikibot.game.names import number_of
from wikibot.game.page.line_bodies import on_lines, on_one_line
from wikibot.game.problems import Problem, Refused, Unclear, failure
from wikibot.game.proceedings import Proposal
from wikibot.game.ruleset.of_each import FirstOf, Only
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.game.understanding.slots.base import PhraseSlot
from wikibot.game.verbs import Questions, Shape, Verb, under
from wikibot.wikitext.folding import fold
from wikibot.wikitext.messages import say

LIVE_ONES: Only[Proposal] = Only(lambda proposal: proposal.status in LIVE)


class Proposals(Struct, frozen=True, dict=True):
    """The proposals of one game. ``unclear``: what an unclear vote counts as; None: it is an error.

    ``admit``: refuse any submission. ``default``: the class of a proposal that names none.
    """

    classes: tuple[ProposalClass, ...]
    default: str = "Standard"
    unclear: str | None = AGAINST
    admit: Callable[[ActionContext[Any], Proposal], None] = common.anyone

    # -- finding -----------------------------------------------------------------------------------

    def class_of(self, proposal: Proposal) -> ProposalClass | None:
        """A proposal's class; None for one on the page that the game does not know."""
        name = proposal.cls or self.default
        return self._by_name.get(name) or self._by_name.get(fold(name))

    @cached_property
    def _by_name(self) -> Mapping[str, ProposalClass]:
        folded = {fold(each.name): each for each in self.classes}
        return {**folded, **{each.name: each for each in self.classes}}

    def end(self, proposal: Proposal, book: Rulebook) -> datetime | None:
        """When a live proposal's period ends; None where that is unknown or it has ended."""
        cls = self.class_of(proposal) if proposal.status in LIVE else None
        if cls is None or proposal.submitted is None or not book.has(cls.section):
            return None
        try:
            return cls.ends(proposal, book)
        except (Problem, LookupError, ValueError):  # the page says it in no form that is read
            return None

    def settled(self, cls: ProposalClass, book: Rulebook) -> bool:
        """Whether a class and the section about proposals have a wording that is implemented."""
        return all(book.obstacle(unit) is None for unit in (SECTION, cls.section))

    # -- time --------------------------------------------------------------------------------------

    def ends(self, state: State, book: Rulebook) -> datetime | None:
        """When the next period ends."""
        return book.found_in(book.found_in(state.proposals, LIVE_ONES), self._ends).first

    @cached_property
    def _ends(self) -> FirstOf[Proposal]:
        return FirstOf(self.end)

    def pass_time(self, act: ActionContext[Any]) -> None:
        """Decide everything whose period has ended by now, in the order of submission.

        All votes are counted as they stand before any of them takes effect. Whatever goes wrong
        with one of them leaves that one to a steward, and is never tried again and again.
        """
        together = act.state
        for proposal in self._due(act):
            cls, before = self.class_of(proposal), act.state
            if cls is None:
                continue
            try:
                self._decide(act, proposal, cls, together)
            except Exception as error:  # noqa: BLE001  # a mistake in one rule must not stop the others
                act.state = before
                self._end(act, proposal, HELD)
                what = say("ending {}", proposal.id)
                why = error.text if isinstance(error, Problem) else failure(what, error)
                act.say("a steward must rule on {}: {}", title(proposal), why)

    def _due(self, act: ActionContext[Any]) -> list[Proposal]:
        live = act.book.found_in(act.state.proposals, LIVE_ONES)
        ends = [(self.end(each, act.book), each) for each in live]
        due = [(end, each) for end, each in ends if end is not None and is_over(end, act.now)]
        due.sort(key=lambda pair: (pair[0], pair[1].submitted, number_of(pair[1].id)))
        return [each for _, each in due]

    def _decide(
        self, act: ActionContext[Any], proposal: Proposal, cls: ProposalClass, together: Any
    ) -> None:
        act.book.require(SECTION)
        act.book.require(cls.section)
        if cls.close is not None:
            cls.close(act, proposal)
            return
        count = self.count(together, act.book, proposal, cls)
        decision = common.Decision(proposal, count, together, act.book)
        other = cls.becomes(decision)
        if other:
            again = common.ended(
                replace(proposal, cls=other, submitted=act.now, votes={}), OPEN, act.now
            )
            act.state = common.with_proposal(act.state, again)
            act.say("{} becomes {} ({})", title(proposal), common.of_class(other), count)
            act.say("its text stays with {}", proposal.proposer)
        elif cls.popular(decision):
            common.passes(act, proposal, count)
            cls.adopted(act, proposal)
        else:
            common.fails(act, proposal, count)

    def count(
        self, state: Any, book: Rulebook, proposal: Proposal, cls: ProposalClass
    ) -> VoteCount:
        """The votes that would count if the period ended now."""
        rewrite = REWRITE if cls.counts_rewrites(book) else AGAINST
        as_ = {UNCLEAR: self.unclear or ABSTAIN, REWRITE: rewrite}
        return votes.count(proposal.votes, lambda name: cls.counts(state, proposal, name), as_)

    def _end(self, act: ActionContext[Any], proposal: Proposal, status: str) -> None:
        act.state = common.with_proposal(act.state, common.ended(proposal, status, act.now))

    # -- making, retracting ------------------------------------------------------------------------

    def propose(self, act: ActionContext[Any]) -> None:
        """``propose [CLASS]: TITLE`` with the text below it."""
        act.book.require(SECTION)
        classes = {each.name: each for each in self.classes if act.book.has(each.section)}
        cls, words = class_and_title(act.subject, classes, self.default)
        act.book.require(cls.section)
        id_ = next_id("P", act.state.proposals, act.book)
        text = on_one_line(act.action.body)
        proposal = Proposal(id_, words, cls.name, act.player, OPEN, act.now, text, **message(act))
        self.admit(act, proposal)
        cls.admit(act, proposal)
        proposal = cls.settle(act, proposal)
        act.state = replace(act.state, proposals=(*act.state.proposals, proposal))
        about = say(" about {}", proposal.about) if proposal.about else ""
        self.announce(act, proposal, say("{}: {} proposal{}", proposal.id, cls.name, about))

    def announce(self, act: ActionContext[Any], proposal: Proposal, what: str) -> None:
        """Say what has come up for votes, until when, and whether the bot could carry it out."""
        end = self.end(proposal, act.book)
        act.say(say("{}, voted on until {}", what, format_time(end)) if end else what)
        if changes := about_changes(act, proposal):
            act.say(changes)

    def retract(self, act: ActionContext[Any]) -> None:
        """``retract P3``: what deleting one's message amounts to."""
        proposal = self.mine(act, act.subject, "retracts")
        act.book.require(SECTION)
        if proposal.status not in LIVE:
            raise Refused("{} is {} already", title(proposal), say(proposal.status), rule=SECTION)
        self._end(act, proposal, common.RETRACTED)
        act.say("{} is retracted", title(proposal))

    def mine(self, act: ActionContext[Any], text: str, does: str) -> Proposal:
        """The proposal that a text names and nothing else, by its proposer; refuses otherwise."""
        proposal, rest = self.named(act, text)
        if fold(rest).strip(" ()") not in ("", fold(proposal.title)):
            raise Unclear("{!r} is more than which proposal it is", rest, nearest=proposal.id)
        if not is_author(act, proposal.proposer):
            why = say(
                "{} is {}'s; only who made it {} it", title(proposal), proposal.proposer, does
            )
            raise Refused(why, rule=SECTION)
        return proposal

    def named(self, act: ActionContext[Any], text: str) -> tuple[Proposal, str]:
        """The one proposal that a text names, and the rest of the text."""
        proposals: tuple[Proposal, ...] = act.state.proposals
        return thing_named(text, "P", proposals, "proposal")

    # -- votes -------------------------------------------------------------------------------------

    def vote(self, act: ActionContext[Any], text: str) -> None:
        """``vote P3 for``; an unclear vote is noted where the rules say what it counts as."""
        act.book.require(SECTION)
        proposals: tuple[Proposal, ...] = act.state.proposals
        proposal, sentence = vote_on(text, "P", proposals, "proposal")
        cls, name = self.class_of(proposal), title(proposal)
        if cls is None or proposal.status not in LIVE:
            raise Refused("{} is {}; it is not voted on", name, say(proposal.status), rule=SECTION)
        if not cls.voted_on:
            why = say("{} is {}; such are not voted on", name, common.of_class(cls.name))
            raise Refused(why, rule=cls.section)
        act.book.require(cls.section)
        options = common.options_of(cls, act.book)
        word = votes.vote_of(sentence, options, others=self.unclear is not None)
        if word is None:
            refuse_second(" ".join(sentence), "P", "proposal")
            note = partial(common.with_vote, proposal=proposal, player=act.player)
            before = proposal.votes.get(act.player)
            raise votes.unread(sentence, options, before, self.unclear, note)
        act.state = common.with_vote(act.state, word, proposal, act.player)
        rewrite = word == REWRITE and not cls.counts_rewrites(act.book)
        remark = (
            say("; that counts as {} on {}", AGAINST, common.of_class(cls.name)) if rewrite else ""
        )
        act.say("{} votes {} on {}{}", act.player, word, name, remark)

    def ballot(self) -> votes.Ballot:
        """What the voting verbs need to know."""

        def is_named(act: ActionContext[Any], text: str) -> bool:
            return split_id(text, "P", [each.id for each in act.state.proposals])[0] is not None

        def options(act: ActionContext[Any]) -> tuple[str, ...]:
            live = (self.class_of(each) for each in act.state.proposals if each.status in LIVE)
            classes = [cls for cls in live if cls and cls.voted_on]
            return tuple(word for cls in classes for word in common.options_of(cls, act.book))

        return votes.Ballot(SECTION, is_named, self.vote, options, "P")

    def reopened(self, state: Any, book: Rulebook) -> Any:
        """Reopen what was put aside and can be decided by now; the votes of its time count."""
        for each in state.proposals:
            cls = self.class_of(each) if each.status == HELD else None
            if cls and self.settled(cls, book):
                state = common.with_proposal(state, replace(each, status=OPEN))
        return state

    def watched(self, state: State) -> Iterator[Watched]:
        """The messages that make live proposals: editing or deleting one retracts it."""
        for each in state.proposals:
            authors = accounts_of(state, each.proposer)
            if each.line is not None and each.status in LIVE and authors:
                order = f"retract {each.id}"
                yield Watched(each.line, authors[-1], each.message, on_lines(each.text), order)

    def slots(self, state: Any, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
        """The classes that the page defines, and titles that begin with none of them."""
        return slots({each.name: each.form for each in self.classes if book.has(each.section)})

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """The verbs for making and retracting; for voting see :func:`rules.common.votes.verbs`."""

        def has_own(act: ActionContext[Any]) -> bool:
            live = (each for each in act.state.proposals if each.status in LIVE)
            return any(is_author(act, each.proposer) for each in live)

        return under(
            SECTION,
            Verb("propose", "propose [CLASS]: TITLE", "propose: More fish",
                 "makes a proposal, with its text on the lines below, indented", self.propose,
                 Shape.TEXT,
                 questions=Questions.BEHIND_COLON, hints=("proposal", "suggest", "amend"),
                 phrases=PROPOSING,
                 inputs=inputs({each.name: each.form for each in self.classes}),
                 needs=(CLOCK, PHASE, REPUTATION)),
            Verb("retract", "retract P3", "retract P3", "retracts a proposal of yours",
                 self.retract, Shape.TEXT,
                 players_only=False, available=has_own, hints=("delete", "remove", "withdraw"),
                 phrases=RETRACTING, inputs=("retract {own proposal}",)),
        )  # fmt: skip
