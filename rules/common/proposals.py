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

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from typing import Any, ClassVar

from msgspec import Struct

from rules.common import proceedings, votes
from rules.common.players import accounts_of, is_author, reputable, schedule
from rules.common.sections import CLOCK, PHASE, REPUTATION, NumberAt, is_over
from rules.common.votes import ABSTAIN, AGAINST, FOR, REWRITE, UNCLEAR, VoteCount
from wikibot.game.actions import Questions, Shape, Verb, Watched, under
from wikibot.game.engine.enactment import describes_changes, patches_of
from wikibot.game.names import number_of
from wikibot.game.page.gamestate import on_lines, on_one_line
from wikibot.game.problems import Problem, Refused, Unclear, failure
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.rulebook import FirstOf, Kept
from wikibot.game.state import Proposal, State
from wikibot.game.understanding.situation import live_proposals
from wikibot.game.understanding.slots import LED_LATER, NewText, PhraseSlot, Raw, bare_text
from wikibot.sdk import ActionContext, NamesSlot, Rulebook, counted, fold, format_time, replace
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.patches import PatchError, apply_patches
from wikibot.wikitext.regex import regex

# == Classes of proposals as data: voting periods, popularity, who may submit, what follows ========
#
# Periods and limits read their numbers from the page. A proposal whose submission was not noted
# has no end.

OPEN, HOLDING, PASSED, FAILED, RETRACTED, DISCARDED, HELD = map(
    later, ("open", "holding", "passed", "failed", "retracted", "discarded", "held")
)
LIVE = (OPEN, HOLDING)
SECTION = "Proposals"
HOUR = timedelta(hours=1)


class Decision(Struct, frozen=True):
    """The end of the voting period of a proposal, with the votes that count."""

    proposal: Proposal
    count: VoteCount
    state: Any
    book: Rulebook


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
    admit: Callable[[ActionContext[Any], Proposal], None] = lambda *_: None
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
    return proceedings.with_thing(state, "proposals", proposal)


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
    by_bot = say(", or a steward's `enact {}` has the bot do it", proposal.id)
    by_bot = by_bot if describes_changes(proposal) else ""
    act.say("{} passes ({}); {} enacts what it says{}", title(proposal), count, who, by_bot)


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
WAITS = later("proposals of that class")
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
    URGENT_SECTION, reads=(URGENT_HOURS, URGENT_AGAINST),
    people="whether a proposal is one that the class is for",
    says="voted on for the hours it names; passes unless too many are against it", waits=WAITS,
)  # fmt: skip
STANDARD_CLASS = Implementation(
    STANDARD_SECTION,
    says="voted on in the phase after; passes with more votes for than against",
    waits=WAITS,
)


# == Ruleset section Proposals: how people say that they make or retract one =======================
#
# ``propose [CLASS]: TITLE`` gives class and title. Decisions: a class stands before a colon, and
# before the first one only. A title that begins with the name of a class and has no colon behind
# it is not understood, since either may be meant. As a message must not be edited later, the
# answer says at once whether the bot could carry out the changes that the text below it describes
# in the agreed form.

_BULLET = regex(r"^(?:[-–—=>]+(?: |$))+")  # between verb and title: `propose - Fish`
_SENTENCES = regex(r"[.!?]\s+\S")  # of which the last may be no part of a title
_NO_TITLE = regex(
    r"(?:(?:that )?(?:we|you|everybody|everyone)|to|a toast|marriage)\b|--\w|\w+=\S", re.IGNORECASE
)
_CALLED = regex(
    r"(?:the|an?|this|my|that)\s.{0,60}?\b(?:called|named|titled|entitled|(?:name|title) is) "
    r"(?P<title>.+)",
    re.IGNORECASE,
)
_PLACE = regex(r"\{(?:(?P<name>\w+)=)?(?P<kind>\w+)\}")
_LEADING = ("titled", "called", "named", "entitled", "is", "that", "proposal")
_QUOTES = ('"', "“", "”", "„", "«", "»")
PROPOSING = (
    "!propose|proposal {title} {marked class} => propose {marked class}: {title}",
    "!propose|proposal (is) {tidied} => propose: {tidied}",
    "propose|proposal (class|proposal) {marked class} {title} => propose {marked class}: {title}",
    ("propose|submit|make|put|create|file (forward|up) {class} proposal|class (proposal) {title} "
     "=> propose {class}: {title}"),
    "(new) {class} (class) proposal (by|from me) {title} => propose {class}: {title}",
    "move (that) (we) adopt (the|this|a) (following|new) proposal: {title} => propose: {title}",
    "propose {title} => propose: {title}", "(new|another) proposal: {title} => propose: {title}",
    "new|another proposal (from|by) me|yours|mine (truly): {title} => propose: {title}",
    "submit|make|put|file (the) following as {class} proposal: {title} => propose {class}: {title}",
    "proposal (is|reads|goes) titled|called|named|entitled {title} => propose: {title}",
    ("submit|make|put|create|file|suggest (forward|up) (new) proposal: {title} "
     "=> propose: {title}"),
    ("submit|make|put|create|file (forward|up) (new) proposal titled|called|named|to {title} "
     "=> propose: {title}"),
    "suggest|move that {title} => propose: {title}",
    "!propose|submit (the) following: {title} => propose: {title}",
    "!propose|submit (the) following proposal: {title} => propose: {title}",
    ("put|bring|lay|table forward|up|in|down (a|my|this) (new) proposal: {title} "
     "=> propose: {title}"),
    ("put|bring forward|up (a|my|this) (new) proposal called|titled|named {title} "
     "=> propose: {title}"),
)  # fmt: skip
_SHORT_CLASS = 5  # letters
_STEM = 6  # letters of a word that tells a class
RETRACTING = (
    ("retract|withdraw|delete|remove|rescind|revoke|cancel|pull|drop|scrap|kill|axe|ditch|bin|shelve|"
     "trash|abandon|nix|scratch|recall|end|stop|unpropose|retire|annul|cut|erase|strike|lift|pluck|"
     "yank {own proposal}"),
    "retract|withdraw|rescind|revoke {proposal} => retract {proposal}", "take back {own proposal}",
    "take {own proposal} back|down",
    "{own proposal} withdrawn|retracted|off|dead|cancelled|canceled",
    "!undo|forget {own proposal}", "never mind {own proposal}",
    "take|pull {own proposal} off|from (the) table|vote|page", "call off {own proposal}",
    "{own proposal} (is|gets) (hereby) pulled|scrapped|dropped|gone|void|binned|cancelled",
)  # fmt: skip
_BODY = "{Text=lines:20000}"


class Marked(Raw, frozen=True):
    """The class of a proposal in brackets or before a colon."""

    classes: NamesSlot

    def read(self, text: str) -> tuple[str, ...]:
        bare = text.strip()
        marked = bare.startswith(("(", "[")) or bare.endswith(":")
        return self.classes.read(bare.strip("()[]: ")) if marked else ()


class Title(NewText, frozen=True):
    """The title of a proposal; a text that begins with the name of a class may be more."""

    classes: NamesSlot
    formed: tuple[str, ...] = ()  # classes with a form of their own

    def read(self, text: str) -> tuple[str, ...]:
        """The title itself, without the words that lead to it."""
        words = bare_text(text.strip(" \t,;:-–—")).split()
        while len(words) > 1 and fold(words[0]).strip(":") in _LEADING:
            words = words[1:]
        bare = " ".join(words)
        if bare[:1] in _QUOTES and bare.rstrip(".!")[-1:] in _QUOTES:
            bare = bare.rstrip(".!")[1:-1].strip()
        elif bare[:1] in _QUOTES and any(mark in bare[1:] for mark in _QUOTES):
            return ()  # "Unfreeze the herbs". Please vote quickly!
        elif _SENTENCES.search(bare):
            return ()  # Unfreeze the herbs. Please vote quickly!
        if (
            not words
            or ":" in bare
            or LED_LATER.search(bare)
            or _NO_TITLE.match(bare)
            or _NO_TITLE.match(text.strip())
        ):
            return ()
        first = words[0].strip("()[]:,")  # a class in full, or short for one by a good part of it
        if (len(first) >= _SHORT_CLASS and self.classes.read(first)) or _CALLED.fullmatch(bare):
            return ()
        stems = tuple(name[:_STEM].casefold() for name in self.formed)
        if any(word.casefold().startswith(stems) for word in words if stems):
            return ()  # that Cid be banished
        return (bare,)


def slots(forms: Mapping[str, str]) -> Mapping[str, PhraseSlot]:
    """The kinds of things in these words, by the ``forms`` of the classes that the page defines."""
    classes = NamesSlot(tuple(forms))
    return {
        "class": classes,
        "marked class": Marked(classes),
        "title": Title(classes, tuple(name for name, form in forms.items() if form)),
        "titled class": NamesSlot(tuple(name for name, form in forms.items() if not form)),
        **{f"class {name}": NamesSlot((name,)) for name, form in forms.items() if form},
    }


FORM = later("`propose [CLASS]: TITLE`, with the text on the lines below, indented")
LONGEST_TITLE = 200

Classes = Mapping[str, ProposalClass]


def class_and_title(text: str, known: Classes, default: str) -> tuple[ProposalClass, str]:
    """What a proposal's line says behind its verb, by the classes that the page defines."""
    if not known:
        raise Refused("the ruleset page defines no class of proposals", rule=SECTION)
    head, colon, rest = text.partition(":")
    name = head.strip(" []()").casefold().removesuffix("proposal").strip() if colon else ""
    name = name.removesuffix("class").strip()  # of `[Urgent class proposal]`
    words = _BULLET.sub("", " ".join((rest if colon else text).split()))
    if not colon:
        _refuse_class_without_colon(words, known)
        if called := _CALLED.fullmatch(words):  # `I propose a change called Fish`
            forms = (f"`propose: {called['title']}`", f"`propose: {words}`")
            raise Unclear("a title that begins so stands behind a colon", nearest=forms)
        if _NO_TITLE.match(words):  # `I propose we wait`
            raise Unclear("a title that begins so stands behind a colon", nearest=FORM)
    found = next((each for each in known if fold(each) == fold(name or default)), None)
    if found is None:
        classes = ", ".join(each for each in known if known[each].by_hand)
        remedy = say("Classes: {}. A title with a colon in it: `propose: {}`", classes, text)
        what = head.strip()
        raise Refused("{!r} is not a class of proposals", what, rule=SECTION, remedy=remedy)
    if not known[found].by_hand:
        remedy = "Such proposals come about by votes on others."
        why = say("{} proposals are not made by hand", found)
        raise Refused(why, rule=known[found].section, remedy=remedy)
    if not words or len(words) > LONGEST_TITLE:
        long = say("a title has at most {} characters", LONGEST_TITLE)
        raise Unclear(long if words else say("the proposal has no title"), nearest=FORM)
    return known[found], words


def about_changes(act: ActionContext[Any], proposal: Proposal) -> str:
    """What there is to know about the changes that a proposal's text describes; "" without any."""
    book: Rulebook = act.book
    try:
        patches = patches_of(proposal)
        after = apply_patches(book.text, patches)
    except PatchError as error:
        return say("as the ruleset page is now, the bot could not carry out its changes: {}", error)
    if not patches:
        return act.game.proposed_text(proposal.text, book, act.state)
    then = act.game.proposed(book, book.reread(after), act.state)
    said = say("the bot could carry out its {}", counted(len(patches), "change"))
    return say("{}. Then: {}", said, then) if then else said


def _refuse_class_without_colon(words: str, known: Classes) -> None:
    """``I propose Urgent fish``, ``I propose that Cid be banished``: of which class is not said."""
    for name in known:
        found = re.match(rf"\W*{re.escape(fold(name))}\b(?: class)?(?: proposal)?\W*", fold(words))
        title = words[found.end() :] if found else ""
        if found and not title:
            raise Unclear("the proposal has no title", nearest=f"`propose {name}: TITLE`")
        if found:
            raise Unclear("the line may mean the class {}, or a title that begins so", name,
                          nearest=(f"`propose {name}: {title}`",
                                   f"`propose: {words}`"))  # fmt: skip
        if known[name].form and any(
            word.startswith(fold(name)[:_STEM]) for word in fold(words).split()
        ):
            form = _PLACE.sub(
                lambda place: (place["name"] or place["kind"]).upper(), known[name].form
            )
            raise Unclear("the line may mean the class {}, or a title", name,
                          nearest=(f"`propose {name}: {form}`", f"`propose: {words}`"))  # fmt: skip


# == Ruleset section Proposals: how a proposal of any class is made, voted on and decided ==========

LIVE_ONES = Kept[Sequence[Proposal], tuple[Proposal, ...]](
    lambda proposals, _book: tuple([each for each in proposals if each.status in LIVE])
)


class Proposals(Struct, frozen=True, dict=True):
    """The proposals of one game. ``unclear``: what an unclear vote counts as; None: it is an error.

    ``admit``: refuse any submission. ``default``: the class of a proposal that names none.
    """

    fields: ClassVar = ("proposals",)
    classes: tuple[ProposalClass, ...]
    default: str = "Standard"
    unclear: str | None = AGAINST
    admit: Callable[[ActionContext[Any], Proposal], None] = lambda *_: None

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
        live = act.book.found_in(act.state.proposals, LIVE_ONES)
        ends = [(self.end(each, act.book), each) for each in live]
        due = [(end, it) for end, it in ends if end and is_over(end, act.now)]
        due.sort(key=lambda pair: (pair[0], pair[1].submitted, number_of(pair[1].id)))
        for _, proposal in due:
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

    def _decide(
        self, act: ActionContext[Any], proposal: Proposal, cls: ProposalClass, together: Any
    ) -> None:
        act.book.require(SECTION)
        act.book.require(cls.section)
        if cls.close is not None:
            cls.close(act, proposal)
            return
        count = self.count(together, act.book, proposal, cls)
        decision = Decision(proposal, count, together, act.book)
        other = cls.becomes(decision)
        if other:
            again = ended(replace(proposal, cls=other, submitted=act.now, votes={}), OPEN, act.now)
            act.state = with_proposal(act.state, again)
            act.say("{} becomes {} ({})", title(proposal), of_class(other), count)
            act.say("its text stays with {}", proposal.proposer)
        elif cls.popular(decision):
            passes(act, proposal, count)
            cls.adopted(act, proposal)
        else:
            fails(act, proposal, count)

    def count(
        self, state: Any, book: Rulebook, proposal: Proposal, cls: ProposalClass
    ) -> VoteCount:
        """The votes that would count if the period ended now."""
        rewrite = REWRITE if cls.counts_rewrites(book) else AGAINST
        as_ = {UNCLEAR: self.unclear or ABSTAIN, REWRITE: rewrite}
        return votes.count(proposal.votes, lambda name: cls.counts(state, proposal, name), as_)

    def _end(self, act: ActionContext[Any], proposal: Proposal, status: str) -> None:
        act.state = with_proposal(act.state, ended(proposal, status, act.now))

    # -- making, retracting ------------------------------------------------------------------------

    def propose(self, act: ActionContext[Any]) -> None:
        """``propose [CLASS]: TITLE`` with the text below it."""
        act.book.require(SECTION)
        classes = {each.name: each for each in self.classes if act.book.has(each.section)}
        cls, words = class_and_title(act.subject, classes, self.default)
        act.book.require(cls.section)
        id_ = proceedings.next_id("P", act.state.proposals)
        text = on_one_line(act.action.body)
        proposal = Proposal(
            id_, words, cls.name, act.player, OPEN, act.now, text, **proceedings.message(act)
        )
        self.admit(act, proposal)
        cls.admit(act, proposal)
        proposal = cls.settle(act, proposal)
        act.state = replace(act.state, proposals=(*act.state.proposals, proposal))
        term = proposal.about
        about = say(" about {} for {} hours", term.who, term.hours) if term else ""
        self.announce(act, proposal, say("{}: {} proposal{}", title(proposal), cls.name, about))

    def announce(self, act: ActionContext[Any], proposal: Proposal, what: str) -> None:
        """Say what has come up for votes, until when, and whether the bot could carry it out."""
        end = self.end(proposal, act.book)
        act.say(say("{}, voted on until {}", what, format_time(end)) if end else what)
        if changes := about_changes(act, proposal):
            act.say(changes)

    def retract(self, act: ActionContext[Any]) -> None:
        """``retract P3``: what deleting one's message amounts to."""
        proposal = self.mine(act, act.subject, later("retract"))
        act.book.require(SECTION)
        if proposal.status not in LIVE:
            raise Refused("{} is {} already", title(proposal), say(proposal.status), rule=SECTION)
        self._end(act, proposal, RETRACTED)
        act.say("{} is retracted", title(proposal))

    def mine(self, act: ActionContext[Any], text: str, does: str) -> Proposal:
        """The player's own proposal that a text names, and nothing else."""
        proposal, rest = self.named(act, text)
        if fold(rest).strip(" ()") not in ("", fold(proposal.title)):
            raise Unclear("{!r} is more than which proposal it is", rest, nearest=proposal.id)
        if not is_author(act, proposal.proposer):
            raise Refused(
                "only {} can {} {}", proposal.proposer, say(does), title(proposal), rule=SECTION
            )
        return proposal

    def named(self, act: ActionContext[Any], text: str) -> tuple[Proposal, str]:
        """The one proposal that a text names, and the rest of the text."""
        proposals: tuple[Proposal, ...] = act.state.proposals
        return proceedings.thing_named(text, "P", proposals, "proposal")

    # -- votes -------------------------------------------------------------------------------------

    def vote(self, act: ActionContext[Any], text: str) -> None:
        """``vote P3 for``; an unclear vote is noted where the rules say what it counts as."""
        act.book.require(SECTION)
        proposals: tuple[Proposal, ...] = act.state.proposals
        proposal, sentence = proceedings.vote_on(text, "P", proposals, "proposal")
        cls, name = self.class_of(proposal), title(proposal)
        if cls is None or proposal.status not in LIVE:
            raise Refused("{} is {}; it is not voted on", name, say(proposal.status), rule=SECTION)
        if not cls.voted_on:
            why = say("{} is {}; such are not voted on", name, of_class(cls.name))
            raise Refused(why, rule=cls.section)
        act.book.require(cls.section)
        options = options_of(cls, act.book)
        word = votes.vote_of(sentence, options, others=self.unclear is not None)
        if word is None:
            proceedings.refuse_second(" ".join(sentence), "P", "proposal")
            note = partial(votes.voted, field="proposals", on=proposal, player=act.player)
            before = proposal.votes.get(act.player)
            raise votes.unread(sentence, options, before, self.unclear, note)
        act.state = votes.voted(act.state, word, "proposals", proposal, act.player)
        rewrite = word == REWRITE and not cls.counts_rewrites(act.book)
        remark = say("; that counts as {} on {}", AGAINST, of_class(cls.name)) if rewrite else ""
        act.say("{} votes on {}: {}{}", act.player, name, word, remark)

    def ballot(self) -> votes.Ballot:
        """What the voting verbs need to know."""

        def is_named(act: ActionContext[Any], text: str) -> bool:
            ids = [each.id for each in act.state.proposals]
            return proceedings.locate(text, "P", ids) is not None

        def options(act: ActionContext[Any]) -> tuple[str, ...]:
            live = (self.class_of(each) for each in act.state.proposals if each.status in LIVE)
            classes = [cls for cls in live if cls and cls.voted_on]
            return tuple(word for cls in classes for word in options_of(cls, act.book))

        return votes.Ballot(SECTION, is_named, self.vote, options, "P")

    def reopened(self, state: Any, book: Rulebook) -> Any:
        """Reopen what was put aside and can be decided by now; the votes of its time count."""
        for each in state.proposals:
            cls = self.class_of(each) if each.status == HELD else None
            if cls and self.settled(cls, book):
                state = with_proposal(state, replace(each, status=OPEN))
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
        open_ = live_proposals(state)
        return {
            **slots({each.name: each.form for each in self.classes if book.has(each.section)}),
            "ballot": votes.SaidVote(open_),
            "asked ballot": votes.SaidVote(open_, asked=True),
        }

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
                 inputs=(f"propose[ {{titled class}}]: {{Title=text:200}}{_BODY}",
                         *(f"propose {{class {each.name}}}: {each.form}{_BODY}"
                           for each in self.classes if each.form)),
                 needs=(CLOCK, PHASE, REPUTATION)),
            Verb("retract", "retract P3", "retract P3", "retracts a proposal of yours",
                 self.retract, Shape.TEXT,
                 players_only=False, available=has_own, hints=("delete", "remove", "withdraw"),
                 phrases=RETRACTING, inputs=("retract {own proposal}",)),
        )  # fmt: skip
