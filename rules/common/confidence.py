"""Ruleset section Judges: votes of confidence on a ruling.

Decisions: any person may initiate one; one vote at a time on each ruling. A reaction on the poll is
for or against confidence: 👍 affirms. The votes of those count who are players when the poll ends.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import partial
from typing import Any

from rules.common import votes
from rules.common.identities import refuse_second, vote_on
from rules.common.judge_office import SECTION, stated, terms
from rules.common.justice import ANSWERED, CONTESTED, OVERTURNED, REQUEST, named, with_request
from rules.common.proceedings import is_over
from rules.common.sections import CLOCK
from rules.common.vote_reading import Lexicon
from rules.common.votes import ABSTAIN, AGAINST, FOR
from wikibot.game.proceedings import Request
from wikibot.game.ruleset.of_each import FirstOf
from wikibot.game.verbs import Questions
from wikibot.sdk import ActionContext, Refused, Rulebook, Shape, State, Verb, format_time, replace
from wikibot.wikitext.messages import say

AFFIRM, OVERTURN = "affirm", "overturn"
_CONFIDENCE = {FOR: AFFIRM, AGAINST: OVERTURN, ABSTAIN: ABSTAIN}
_MORE = {
    AFFIRM: ("affirm", "affirming", "uphold", "upholding", "keep", "keeping", "confidence",
             "affirmed", "for affirming", "against overturning", "in favour of affirming",
             "in favor of affirming", "for keeping"),
    OVERTURN: ("overturn", "overturning", "in favour of overturning", "in favor of overturning",
               "for overturning", "overrule", "no confidence", "against affirming",
               "against keeping"),
}  # fmt: skip
_LEXICON = Lexicon(
    {word: _CONFIDENCE[vote] for word, vote in votes.WORDS.items() if vote in _CONFIDENCE}
    | {word: vote for vote, words in _MORE.items() for word in words}
)


def _confidence(act: ActionContext[Any]) -> None:
    act.book.require(SECTION)
    request, _ = named(act, "confidence J2", needed=False)
    if request.status == CONTESTED:
        why, remedy = say("a vote of confidence on {} is under way", request.id), _form(request)
        raise Refused(why, rule=SECTION, remedy=remedy)
    if request.status != ANSWERED or request.ruled is None:
        raise Refused("{} has no ruling that is in force", request.id, rule=SECTION)
    poll = stated(terms(act.book).poll, "how long votes of confidence take")
    if not _contestable(request, act):
        span = stated(terms(act.book).challenge, "how long a ruling may be challenged")
        last = format_time(request.ruled + span)
        raise Refused("a vote of confidence could be initiated until {}", last, rule=SECTION)
    act.state = with_request(act.state, replace(request, status=CONTESTED, poll=act.now, votes={}))
    end = format_time(act.now + poll)
    act.say("vote of confidence on the ruling on {}: {} until {}", request.id, _form(request), end)


def _form(request: Request) -> str:
    return f"`vote {request.id} affirm|overturn`"


def _contestable(request: Request, act: ActionContext[Any]) -> bool:
    """Whether a vote of confidence on a ruling can be initiated now."""
    ruled = request.ruled if request.status == ANSWERED else None
    challenge = terms(act.book).challenge
    return ruled is not None and challenge is not None and not is_over(ruled + challenge, act.now)


def _names_request(act: ActionContext[Any], text: str) -> bool:
    if re.match(r"[jJ]\s?\d", text):
        return True
    return bool(act.state.requests) and re.search(r"\b[jJ]\d+\b", text) is not None


def _options(act: ActionContext[Any]) -> tuple[str, ...]:
    return (FOR, AGAINST) if any(each.status == CONTESTED for each in act.state.requests) else ()


def _vote_confidence(act: ActionContext[Any], text: str) -> None:
    act.book.require(SECTION)
    requests: tuple[Request, ...] = act.state.requests
    request, sentence = vote_on(text, "J", requests, REQUEST)
    id_ = request.id
    if request.status != CONTESTED:
        remedy = say("Send `confidence {}` first.", id_) if _contestable(request, act) else ""
        raise Refused("no vote of confidence on {} is under way", id_, rule=SECTION, remedy=remedy)
    options = (AFFIRM, OVERTURN, ABSTAIN)
    word = votes.vote_of(sentence, options, _LEXICON)
    if word is None:
        refuse_second(" ".join(sentence), "J", REQUEST)
        note = partial(_with_vote, request=request, player=act.player)
        raise votes.unread(sentence, options, request.votes.get(act.player), AFFIRM, note)
    act.state = _with_vote(act.state, word, request, act.player)
    act.say("{} votes {} on the ruling on {}", act.player, word, id_)


def _with_vote(state: Any, word: str, request: Request, player: str) -> Any:
    return with_request(state, replace(request, votes=votes.with_vote(request.votes, player, word)))


def next_poll(state: State, book: Rulebook) -> datetime | None:
    """When a vote of confidence ends next."""
    return book.found_in(state.requests, _ENDS).first


def _end(request: Request, book: Rulebook) -> datetime | None:
    if request.poll is None or request.status != CONTESTED:
        return None
    poll = terms(book).poll
    return None if poll is None else request.poll + poll


_ENDS = FirstOf(_end)


def end_polls(act: ActionContext[Any]) -> None:
    """End the votes of confidence whose time is over."""
    poll = terms(act.book).poll
    for request in act.state.requests if poll is not None else ():
        if request.poll and request.status == CONTESTED and is_over(request.poll + poll, act.now):
            _end_poll(act, request)


def _end_poll(act: ActionContext[Any], request: Request) -> None:
    words = [word for name, word in request.votes.items() if name in act.state.players]
    overturn, affirm = words.count(OVERTURN), len(words) - words.count(OVERTURN)
    status = OVERTURNED if overturn > affirm else ANSWERED
    act.state = with_request(act.state, replace(request, status=status, poll=None))
    outcome = say("is overturned") if status == OVERTURNED else say("stands")
    act.say(
        "the ruling on {} {} ({} for overturning, {} affirm)", request.id, outcome, overturn, affirm
    )


def _may_contest(act: ActionContext[Any]) -> bool:
    return any(_contestable(each, act) for each in act.state.requests)


POLL = votes.Ballot(SECTION, _names_request, _vote_confidence, _options, "J", _LEXICON)
_CONTESTING = (
    "challenge|contest|appeal|dispute|question (ruling) (on|in|of) {request}",
    "vote of|on (no) confidence (on|in|about|for|of) {request}",
    (
        "call|initiate|start|request|demand|open|begin|want (for) (a) (vote) (of) (no) confidence "
        "(vote) (on|in|about|for|of) {request}"
    ),
)
VERBS = (
    Verb("confidence", "confidence J2", "confidence J2",
         "initiates a vote of confidence on a ruling", _confidence, Shape.TEXT, players_only=False,
         available=_may_contest, section=SECTION, questions=Questions.BEHIND_COLON,
         hints=("challenge", "vote of confidence", "contest", "appeal"), phrases=_CONTESTING,
         needs=(CLOCK,)),
)  # fmt: skip
