"""Ruleset section Judges: requests for justice, rulings, overturning.

Decisions: any person may ask. A request stays open until it is answered; once a vote has overturned
its ruling, another ruling takes another request. How far a ruling binds, and whether it contradicts
the rules, is for people to say; its text stays on the page for 30 days, and on the log.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from rules.common.identities import next_id, put, thing_named
from rules.common.judge_office import SECTION, is_judge, judges_only, stated, terms
from rules.common.players import is_author
from rules.common.proceedings import is_over
from rules.common.sections import CLOCK
from wikibot.game.proceedings import Request
from wikibot.game.verbs import Questions
from wikibot.sdk import ActionContext, Refused, Rulebook, Shape, Unclear, Verb, format_time, replace
from wikibot.wikitext.messages import say

OPEN, ANSWERED, CONTESTED = "open", "answered", "contested"
OVERTURNED, WITHDRAWN = "overturned", "withdrawn"
REQUEST = "request for justice"


# -- requests and rulings --------------------------------------------------------------------------


def _request(act: ActionContext[Any]) -> None:
    """``judge request: ...``: a question or a statement."""
    act.book.require(SECTION)
    text = _said(act, "judge request: QUESTION OR STATEMENT")
    if is_judge(act):
        raise Refused("the judge answers requests of others, not their own", rule=SECTION)
    id_ = next_id("J", act.state.requests, act.book)
    asker = act.player or act.action.account
    request = Request(id_, asker, text, OPEN, act.now)
    act.state = replace(act.state, requests=(*act.state.requests, request))
    judge = act.state.judge
    please = (
        say("{}, please `judge answer {}: ...`", judge, id_)
        if judge
        else say("there is no judge to answer it")
    )
    act.say(f"{id_}: {please}")


def _answer(act: ActionContext[Any]) -> None:
    act.book.require(SECTION)
    judges_only(act)
    request, ruling = named(act, "judge answer J2: RULING")
    if request.status != OPEN:
        anew = say("To rule anew, `overturn {}: NEW RULING`.", request.id)
        remedy = anew if request.status == ANSWERED else ""
        raise Refused(
            "{} is {} already", request.id, say(request.status), rule=SECTION, remedy=remedy
        )
    if request.asker in (act.player, act.action.account):
        raise Refused("{} is a request of your own", request.id, rule=SECTION)
    _rule(act, request, ruling)
    act.say("{} is answered", request.id)
    challenge = terms(act.book).challenge
    if challenge is not None:
        until = format_time(act.now + challenge)
        act.say("the ruling may be challenged by `confidence {}` until {}", request.id, until)


def _overturn(act: ActionContext[Any]) -> None:
    """``overturn J2: NEW RULING``, by the judge who made the old one.

    With no new one the request is open again.
    """
    act.book.require(SECTION)
    request, ruling = named(act, "overturn J2: NEW RULING", needed=False)
    if request.status not in (ANSWERED, CONTESTED) or request.ruled is None:
        raise Refused("{} has no ruling that is in force", request.id, rule=SECTION)
    if not is_author(act, request.judge):
        why = say("the ruling on {} is {}'s; only they overturn it", request.id, request.judge)
        remedy = say("Players may vote on it: `confidence {}`.", request.id)
        raise Refused(why, rule=SECTION, remedy=remedy)
    judges_only(act)
    span = stated(terms(act.book).second_thoughts, "how long a judge may overturn a ruling")
    if is_over(request.ruled + span, act.now):
        last = format_time(request.ruled + span)
        raise Refused(
            "the ruling on {} could be overturned until {}", request.id, last, rule=SECTION
        )
    reopened = replace(request, status=OPEN, judge="", ruling="", ruled=None, poll=None, votes={})
    act.state = with_request(act.state, reopened)
    if ruling:
        _rule(act, reopened, ruling)
    anew = "made" if ruling else "due"
    act.say("the ruling on {} is overturned; a new one is {}", request.id, anew)


def _rule(act: ActionContext[Any], request: Request, ruling: str) -> None:
    by = act.player or act.action.account
    ruled = replace(
        request, status=ANSWERED, judge=by, ruling=ruling, ruled=act.now, poll=None, votes={}
    )
    act.state = with_request(act.state, ruled)


def _withdraw(act: ActionContext[Any]) -> None:
    """``withdraw request J2``, while it is not answered."""
    request, _ = named(act, "withdraw request J2", needed=False)
    if not is_author(act, request.asker) or request.status != OPEN:
        why = say("{} is {}'s and {}", request.id, request.asker, say(request.status))
        remedy = say("Only who made it withdraws a request, and only before it is answered.")
        raise Refused(why, rule=SECTION, remedy=remedy)
    act.state = with_request(act.state, replace(request, status=WITHDRAWN))
    act.say("{} is withdrawn", request.id)


def named(act: ActionContext[Any], form: str, *, needed: bool = True) -> tuple[Request, str]:
    """The request that the line names, and what follows the colon with the text below the line."""
    head, _, rest = act.subject.partition(":")
    requests: tuple[Request, ...] = act.state.requests
    request, more = thing_named(head, "J", requests, REQUEST)
    text = " ".join(f"{more} {rest} {act.action.body}".split())
    if needed and not text:
        raise Unclear("the line does not say what is ruled", nearest=f"`{form}`")
    return request, text


def looks_back(book: Rulebook) -> timedelta:
    """For how long a ruling can be overturned, by its judge or by vote."""
    spans = (terms(book).second_thoughts, terms(book).challenge)
    return max((span for span in spans if span is not None), default=timedelta())


def with_request(state: Any, request: Request) -> Any:
    """Put a request's new value in the old one's place."""
    return replace(state, requests=put(state.requests, request))


def _said(act: ActionContext[Any], form: str) -> str:
    """What a line says after its verb, with the text below it."""
    text = " ".join(f"{act.subject.lstrip(':')} {act.action.body}".split())
    if not text:
        raise Unclear("the line says nothing", nearest=f"`{form}`")
    return text


# -- verbs -----------------------------------------------------------------------------------------

_ASKING = (
    "request (for) justice|judgement|judgment|ruling {text} => judge request: {text}",
    "cfj {text} => judge request: {text}",
    "call for judgement|judgment {text} => judge request: {text}",
    "ask (the) judge {text} => judge request: {text}",
    (
        "request|ask|want|need (for) (a) judge|ruling|judgement|judgment "
        "(on|about|from|whether) (judge) {text} => judge request: {text}"
    ),
    "make|submit|file|have (a) request (for) (justice) {text} => judge request: {text}",
    "question (for|to) (the) judge {text} => judge request: {text}",
)
_ANSWERING = (
    "!rule|answer|judge (on) {request} as follows {text} => judge answer {request}: {text}",
    (
        "verdict|decision|ruling|answer (on|in|for|to) {request} {text} "
        "=> judge answer {request}: {text}"
    ),
    (
        "verdict|decision|ruling|answer (on|in|for|to) {request} is|reads {text} "
        "=> judge answer {request}: {text}"
    ),
    (
        "!{ruled request} (my) ruling|verdict|answer|judgement|judgment|decision is {text} "
        "=> judge answer {ruled request}: {text}"
    ),
    (
        "{request} answer|ruling|verdict|judgement|judgment|decision: {text} "
        "=> judge answer {request}: {text}"
    ),
    "rule|decide|answer|judge yes|true on|for|to|about {request} => judge answer {request}: yes",
    "rule|decide|answer|judge no|false on|for|to|about {request} => judge answer {request}: no",
    "answer|decide|resolve {request} with|as|by {text} => judge answer {request}: {text}",
    (
        "rule|answer|judge|decide|respond|reply (on|to|about|in|request) {ruled request} {text} "
        "=> judge answer {ruled request}: {text}"
    ),
    (
        "ruling|answer|judgement|judgment (on|to|about|in|for) {ruled request} {text} "
        "=> judge answer {ruled request}: {text}"
    ),
    (
        "issue|give|make (a) ruling|answer (on|to|about|in|for) {ruled request} {text} "
        "=> judge answer {ruled request}: {text}"
    ),
)
_OVERTURNING = (
    (
        "overrule|reverse|revoke|revise|overturn (my) (ruling|answer) (on|to|in) {request} {text} "
        "=> overturn {request}: {text}"
    ),
    "overrule|reverse|revoke|overturn (my) (ruling|answer) (on|to|in) {request}",
)
_TAKING_BACK = (
    "withdraw|retract|cancel|drop|rescind {request}",
    "take back {request}",
)


def _may_answer(act: ActionContext[Any]) -> bool:
    others = (each for each in act.state.requests if not is_author(act, each.asker))
    return is_judge(act) and any(each.status == OPEN for each in others)


def _may_overturn(act: ActionContext[Any]) -> bool:
    span = terms(act.book).second_thoughts
    if span is None or not is_judge(act):
        return False
    ruled = (each for each in act.state.requests if each.status in (ANSWERED, CONTESTED))
    own = (each.ruled for each in ruled if each.ruled and is_author(act, each.judge))
    return any(not is_over(time + span, act.now) for time in own)


def _may_withdraw(act: ActionContext[Any]) -> bool:
    return any(each.status == OPEN and is_author(act, each.asker) for each in act.state.requests)


_VERB = partial(Verb, shape=Shape.TEXT, players_only=False, section=SECTION)
VERBS = (
    _VERB("judge request", "judge request: QUESTION OR STATEMENT",
          "judge request: Is a Duck a bird?", "asks the judge", _request,
          available=lambda act: not is_judge(act), questions=Questions.ANYWHERE,
          hints=("request for justice", "request", "judge", "ask"), phrases=_ASKING),
    _VERB("judge answer", "judge answer J2: RULING", "judge answer J2: Yes, it is.",
          "answers a request", _answer, available=_may_answer, questions=Questions.BEHIND_COLON,
          hints=("answer", "ruling", "rule"), phrases=_ANSWERING, needs=(CLOCK,)),
    _VERB("overturn", "overturn J2: NEW RULING", "overturn J2: No, it is not.",
          "overturns a ruling of your own", _overturn, available=_may_overturn,
          questions=Questions.BEHIND_COLON, phrases=_OVERTURNING, needs=(CLOCK,)),
    _VERB("withdraw request", "withdraw request J2", "withdraw request J2", "takes a request back",
          _withdraw, available=_may_withdraw, questions=Questions.BEHIND_COLON,
          hints=("withdraw",), phrases=_TAKING_BACK),
)  # fmt: skip
