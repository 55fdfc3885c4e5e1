"""Ruleset section Judges: candidacies, elections, and the section as one part."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from rules.common import justice, votes
from rules.common.justice import SECTION, appoint
from rules.common.players import reputable
from rules.common.proceedings import is_over, message
from rules.common.proposals import Proposals
from rules.common.sections import CLOCK, REPUTATION, Section, settled
from rules.common.votes import ABSTAIN, AGAINST, DOWN, FOR, UP
from wikibot.game import names
from wikibot.game.actions import Watched
from wikibot.game.calendar import WEEK, format_time, week_start
from wikibot.game.ruleset.rulebook import FirstOf
from wikibot.game.state import Candidacy
from wikibot.game.verbs import Shape, Verb, under
from wikibot.sdk import ActionContext, Implementation, Refused, Rulebook, State, Unclear, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# == Ruleset section Judges: candidacies, and the election at the end of the week ==================
#
# Decisions: the candidates are compared by the votes of those who are players when the week ends,
# and one who left no longer counts. Among popular candidates the one with most votes wins, among
# equals the earlier candidacy. Without a popular candidate the judge stays. A candidate who
# deletes their message stands down; editing it changes nothing.

MOST_WORDS = 20  # of a line, among which a short name of a candidate is looked for
_SUPPORT = (
    "support|back|endorse|elect|want|like {candidate} (as|for|to) (be|become) (the) (judge)",
    "vote (for|yes|to) (on|elect|support) {candidate} (as|for) (the) (judge)",
    "{candidate} (for) (judge) 👍", "{candidate} for judge",
    "{candidate} has|gets|have (my) support|vote|backing (for|as) (judge)",
    "back|endorse|elect|choose|want {candidate} (for|as) (judge)",
    "for|👍 {candidate} (as|for) (judge)", "thumbs up (to|for|on) {candidate} (as|for) (judge)",
    "?{candidate} judge",
)  # fmt: skip
_OPPOSE = (
    "?{candidate} against|no|not|oppose", "oppose|reject {candidate} (as|for) (the) (judge)",
    "vote against|no (on|to) {candidate} (as|for) (the) (judge)",
    "no|nay (to) {candidate} (as|for) (the) (judge)", "against|👎 {candidate} (as|for) (judge)",
    "thumbs down (to|for|on) {candidate} (as|for) (judge)",
)  # fmt: skip
_AS_JUDGE = regex(r"\s*\b(?:as (?:the )?)?judge$", re.IGNORECASE)


def _run(act: ActionContext[Any]) -> None:
    act.book.require(SECTION)
    if not reputable(act.me, act.state, act.book):
        raise Refused("{} is not reputable, so cannot be a candidate", act.player, rule=SECTION)
    if _runs(act):
        raise Refused("{} is a candidate already", act.player, rule=SECTION)
    candidacy = Candidacy(act.player, act.now, **message(act))
    act.state = replace(act.state, candidacies=(*act.state.candidacies, candidacy))
    end = format_time(_election(candidacy))
    act.say("{} runs for judge; `support {}` until {}", act.player, act.player, end)


def _runs(act: ActionContext[Any]) -> bool:
    return any(each.id == act.player for each in act.state.candidacies)


def _stand_down(act: ActionContext[Any]) -> None:
    if not _runs(act):
        raise Refused("{} is not a candidate", act.player, rule=SECTION)
    left = tuple(each for each in act.state.candidacies if each.id != act.player)
    act.state = replace(act.state, candidacies=left)
    act.say("{} no longer runs for judge", act.player)


def _react(act: ActionContext[Any], text: str) -> None:
    """A reaction to a candidate's message: ``Bob for``, ``👍 Bob``."""
    name, sentence = _candidate(act, text)
    if name is None:
        raise _no_candidate(act, text)
    options = (FOR, AGAINST, ABSTAIN)
    word = votes.vote_of(sentence, options, others=False)
    if word is None:
        raise votes.unread(sentence, options, None, None, lambda state, _: state)
    _vote(act, name, word)


def _vote(act: ActionContext[Any], name: str, word: str) -> None:
    act.book.require(SECTION)
    candidacies = list(act.state.candidacies)
    at = [each.id for each in candidacies].index(name)
    cast = votes.with_vote(candidacies[at].votes, act.player, word)
    candidacies[at] = replace(candidacies[at], votes=cast)
    act.state = replace(act.state, candidacies=tuple(candidacies))
    act.say("{} votes on {} as judge: {}", act.player, name, word)


def _says(word: str) -> Callable[[ActionContext[Any]], None]:

    def play(act: ActionContext[Any]) -> None:
        name = act.find(_AS_JUDGE.sub("", act.subject), [each.id for each in act.state.candidacies])
        if name is None:
            raise _no_candidate(act, act.subject)
        _vote(act, name, word)

    return play


def _no_candidate(act: ActionContext[Any], text: str) -> Unclear:
    running = tuple(each.id for each in act.state.candidacies)
    near = names.suggestions(text, running) or running or (say("there is no candidate"),)
    what = say("{!r} names no candidate", text) if text else say("no candidate is named")
    return Unclear(what, nearest=near)


CANDIDATES = votes.Ballot(
    SECTION, lambda act, text: _candidate(act, text)[0] is not None, _react,
    lambda act: (FOR, AGAINST) if act.state.candidacies else (),
)  # fmt: skip


def elect(act: ActionContext[Any]) -> None:
    """Make the popular candidate with most votes the judge."""
    due = [each for each in act.state.candidacies if is_over(_election(each), act.now)]
    left = tuple(each for each in act.state.candidacies if each not in due)
    act.state = replace(act.state, candidacies=left)
    running = sorted(due, key=lambda each: each.since or act.now)
    counts = {
        each.id: votes.count(each.votes, lambda name: name in act.state.players, {})
        for each in due
        if each.id in act.state.players
    }
    popular = [
        each.id
        for each in running
        if each.id in counts and counts[each.id].favour > counts[each.id].against
    ]
    told = ", ".join(f"{name}: {count}" for name, count in counts.items())
    if popular:
        winner = max(popular, key=lambda name: counts[name].favour)  # of equals the earlier one
        act.say("{} is elected judge ({})", winner, told)
        appoint(act, winner)
    else:
        act.say("no judge is elected ({})", told or say("no candidate is left"))


def _election(candidacy: Candidacy) -> datetime:
    """The end of the week of a candidacy; far away for one that has no time."""
    since = candidacy.since
    return week_start(since) + WEEK if since else datetime(9000, 1, 1, tzinfo=UTC)


_ELECTIONS = FirstOf[Candidacy](lambda candidacy, _: _election(candidacy))


def _candidate(act: ActionContext[Any], text: str) -> tuple[str | None, tuple[str, str]]:
    """The candidate that a text names, and what is before and behind: ``Bob for``, ``yes for Bob``.

    A name in full comes before a short one; one that is a word for a vote has to be the last such
    word.
    """
    running = tuple(each.id for each in act.state.candidacies)
    spelled = [
        (found.start(), name)
        for name in running
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    ]
    if spelled:
        # Words for a vote come last; of others the longest first, of equals the last one first.
        start, name = min(
            spelled, key=lambda at: (votes.PLAIN.read("", at[1]) is not None, -len(at[1]), -at[0])
        )
        return name, (text[:start], _AS_JUDGE.sub("", text[start + len(name) :]))
    words = text.split()[:MOST_WORDS]
    for start in range(len(words)):
        for end in range(len(words), start, -1):
            name = " ".join(words[start:end])
            found = act.find(name, running) if votes.PLAIN.read("", name) is None else None
            if found and (not start or votes.PLAIN.read("", " ".join(words[:start]))):
                return found, (" ".join(words[:start]), _AS_JUDGE.sub("", " ".join(words[end:])))
    return None, ("", text)


VERBS = under(
    SECTION,
    Verb("run for judge", "run for judge", "run for judge", "makes you a candidate for judge", _run,
         available=lambda act: reputable(act.me, act.state, act.book) and not _runs(act),
         hints=("run", "candidacy", "candidate", "become judge"), needs=(CLOCK, REPUTATION),
         phrases=(
             "run|stand|campaign (for|as) (the) (office) (of) judge",
             "candidate|candidacy (for|as) (the) (next) judge", "become|be a|the (next) judge",
             "become|be (a) judge candidate", "become|be (a) candidate (for|as) judge",
             "nominate|propose|offer|submit me|myself (for|as) (the) judge",
             "declare|announce|submit (my) candidacy (for|as) (judge)",
             "consider this|me (as|to|be) (my|a) candidacy|candidature|candidate (for|as) (judge)",
             "this is my candidacy|candidature (for|as) (judge)",
             "throw|put|toss my hat|name in|into (the) ring|hat (for|as) (judge)",
             "apply for judge", "throw|toss|put (my) hat in|into (the) ring (for|as) (judge)",
             "put|put|offer me|myself|name (up|forward|down) for|as judge",
             "stand|run|go for (the) office|election|judgeship",
             "want|wish|like|love to be|become (the|a) (next) judge",
             "volunteer (as|for|to) (be) judge",
         )),
    Verb("stand down", "stand down", "stand down", "ends your candidacy", _stand_down,
         available=_runs,
         phrases=(
             "withdraw|end|cancel|revoke|drop (my) candidacy|candidature (for|as) (judge)",
             "stand|step down (as|from) (a) (candidate) (for) (judge)",
             "no longer run|running (for|as) (judge)", "stop running (for|as) (judge)",
         )),
    *(Verb(word, f"{word} NAME", f"{word} Bob", f"is a {mark} for a candidate for judge",
           _says(vote), Shape.TEXT, available=lambda act: bool(act.state.candidacies), yields=True,
           phrases=phrases, inputs=(f"{word} {{candidate}}",), needs=(CLOCK,))
      for word, mark, vote, phrases in (
          ("support", UP, FOR, _SUPPORT), ("oppose", DOWN, AGAINST, _OPPOSE))),
)  # fmt: skip


# == Ruleset section Judges: the office, justice, votes of confidence and elections as one part ====


class Judges:
    """The judge of a game, as what comes due and has to stay as it is."""

    def ends(self, state: State, book: Rulebook) -> datetime | None:
        """When a vote of confidence or an election ends next.

        None does while the wording is not settled; what has ended by then ends when a steward
        does.
        """
        if not (state.candidacies or state.requests) or not settled(book, SECTION):
            return None
        poll = book.found_in(state.requests, justice.POLLS_END).first
        election = book.found_in(state.candidacies, _ELECTIONS).first
        return min(poll, election) if poll and election else poll or election

    def pass_time(self, act: ActionContext[Any]) -> None:
        """End what is due: votes of confidence first, then the week's election."""
        if not settled(act.book, SECTION):
            return
        justice.end_polls(act)
        due = act.book.found_in(act.state.candidacies, _ELECTIONS).first
        if due is not None and is_over(due, act.now):
            elect(act)

    def reopened(self, state: Any, book: Rulebook) -> Any:
        """Nothing is put aside here: what has ended ends as soon as the section is settled."""
        return state

    def watched(self, state: State) -> Iterator[Watched]:
        """Messages of candidates, who stand down by deleting theirs; edits do not matter."""
        for each in state.candidacies:
            if each.line is not None and each.id in state.players:
                owner = state.players[each.id].owner
                yield Watched(each.line, owner, each.message, "", "stand down", edits=False)


JUDGES = Judges()


def section(proposals: Proposals, *, rewrites: bool = True) -> Section:
    """The section of a game with these proposals, and the verbs for all votes that there are.

    ``rewrites``: whether one can vote for a rewrite of a proposal.
    """
    judges = Implementation(
        SECTION,
        reads=(justice.terms,),
        people="whether an office was abused; how soon a ruling is due, how far it binds, what "
        "contradicts the rules",
        says="one judge answers requests; votes of confidence, and an election at each week's end",
    )
    ballots = (proposals.ballot(), justice.POLL, CANDIDATES)
    cast = votes.verbs(*ballots, rewrites=rewrites)
    verbs = (*cast, *justice.VERBS, *justice.CONFIDENCE_VERBS, *VERBS, *justice.OFFICE_VERBS)
    return Section(
        implements=(judges,), verbs=verbs, messages=JUDGES, looks_back=justice.looks_back
    )
