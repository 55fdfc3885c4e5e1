"""Ruleset section Judges: the office, requests for justice, rulings, elections.

Decisions: any person may ask. A request stays open until it is answered; once a vote has overturned
its ruling, another ruling takes another request. How far a ruling binds, and whether it contradicts
the rules, is for people to say; its text stays on the page for 30 days, and on the log.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct

from rules.common import proceedings, votes
from rules.common.players import is_author, reputable
from rules.common.proceedings import next_id, with_thing
from rules.common.proposals import Proposals
from rules.common.sections import CLOCK, REPUTATION, Section, is_over, read_once, settled
from rules.common.votes import ABSTAIN, AGAINST, DOWN, FOR, UP, Lexicon
from wikibot.game import names
from wikibot.game.actions import Questions, Shape, Verb, Watched, under
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.state import Candidacy, Request
from wikibot.sdk import ActionContext, Implementation, Rulebook, State, plain, replace
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import DAY, WEEK, format_time, number_or_none, week_start
from wikibot.wikitext.regex import regex

# ==================================================================================================
# Ruleset section Judges: the office, removal, resignation, and the numbers that the section
# gives.
#
# Numbers (who removes a judge, how long a ruling may be challenged, voted on, overturned) are
# read from the page. What an accepted wording does not say has no number: it cannot be done, or
# the line is held. Decisions: a judge who no longer plays stays judge, and is known by the
# account. Assents are for the removal of one judge alone, and those of players who left do not
# count. Whether the office was abused is for those who assent to say.

SECTION = "Judges"
N = TypeVar("N", int, timedelta)
_SPAN = r"(?P<n>\w+) (?P<n_unit>day|week)s?"


class JudgeTerms(Struct, frozen=True):
    """The numbers of the section; None for what it does not say."""

    assents: int | None  # how many remove the judge
    challenge: timedelta | None  # how long after a ruling a vote of confidence can be initiated
    poll: timedelta | None  # how long votes may then be cast
    second_thoughts: timedelta | None  # how long the judge may overturn a ruling of their own


@read_once
def terms(book: Rulebook) -> JudgeTerms:
    """The numbers of the page."""
    text = plain(book.unit(SECTION).text) if book.has(SECTION) else ""
    assents = re.search(r"assent of (?P<n>\w+) players", text)
    return JudgeTerms(
        number_or_none(assents["n"]) if assents else None,
        _span(text, r"[Ww]ithin {} of a judge issuing"),
        _span(text, r"period of {} after initiation"),
        _span(text, r"within {} of being made"),
    )


def _span(text: str, pattern: str) -> timedelta | None:
    found = re.search(pattern.format(_SPAN), text)
    count = number_or_none(found["n"]) if found else None
    if count is None or not found:
        return None
    return count * (WEEK if found["n_unit"] == "week" else DAY)


def stated(number: N | None, what: str) -> N:
    """A number of the section; raises ``Held`` where it does not say ``what``."""
    if number is None:
        raise Held(SECTION, "it does not say {}", what)
    return number


def appoint(act: ActionContext[Any], name: str | None) -> None:
    """Make a person the judge; None leaves the office vacant. Assents to a removal become void."""
    act.state = replace(act.state, judge=name, removal=())


def is_judge(act: ActionContext[Any]) -> bool:
    """Whether the line is the judge's own."""
    return act.state.judge is not None and is_author(act, act.state.judge)


def judges_only(act: ActionContext[Any]) -> None:
    """Refuse a line that is not the judge's."""
    if not is_judge(act):
        judge = act.state.judge
        raise Refused(
            say("the judge is {}", judge) if judge else say("there is no judge"), rule=SECTION
        )


# -- leaving the office ----------------------------------------------------------------------------


def _assent(act: ActionContext[Any]) -> None:
    """``assent to removing the judge``: so many players, and the office is vacant."""
    act.book.require(SECTION)
    judge = act.state.judge
    if judge is None:
        raise Refused("there is no judge to remove", rule=SECTION)
    if act.player in act.state.removal:
        raise Refused("{} has assented already", act.player, rule=SECTION)
    needed = stated(terms(act.book).assents, "how many players remove the judge")
    act.state = replace(act.state, removal=(*act.state.removal, act.player))
    assents = [name for name in act.state.removal if name in act.state.players]
    if len(assents) < needed:
        more = needed - len(assents)
        act.say("{} assents to removing {}; {} more would do it", act.player, judge, more)
        return
    appoint(act, None)
    act.say("{} is removed as judge, with the assent of {}", judge, say(" and ").join(assents))


def _take_back(act: ActionContext[Any]) -> None:
    if act.player not in act.state.removal:
        raise Refused("{} has not assented to removing the judge", act.player, rule=SECTION)
    removal = tuple(name for name in act.state.removal if name != act.player)
    act.state = replace(act.state, removal=removal)
    act.say("{} no longer assents to removing the judge", act.player)


def _resign(act: ActionContext[Any]) -> None:
    act.book.require(SECTION)
    judges_only(act)
    judge = act.state.judge
    appoint(act, None)
    act.say("{} is no longer the judge", judge)


ASSENT, TAKE_BACK = "assent to removing the judge", "take back my assent"
OFFICE_VERBS = under(
    SECTION,
    Verb(ASSENT, ASSENT, ASSENT,
         "removes the judge, once enough players do it (only for abuse of office)", _assent,
         available=lambda act: act.state.judge is not None and act.player not in act.state.removal,
         hints=("remove the judge", "remove judge", "assent"),
         phrases=(
             "remove|impeach|oust|fire|dismiss|depose|recall (the) judge",
             "assent|agree|consent (to) (remove|removing|removal) (of) (the) judge",
             "vote to remove|removing (the) judge",
             "want (the) judge removed|gone",
         )),
    Verb(TAKE_BACK, TAKE_BACK, TAKE_BACK, "takes back your assent to removing the judge",
         _take_back,
         available=lambda act: act.player in act.state.removal,
         phrases=("withdraw|revoke|retract|rescind|cancel (my) assent",)),
    Verb("resign as judge", "resign as judge", "resign as judge", "ends your term as judge",
         _resign, players_only=False, available=is_judge, hints=("resign",),
         phrases=(
             "resign|quit|retire (as|from|being) (the) judge|judgeship|office",
             "resign my office|judgeship|post", "leave|quit (the) office (of|as) judge",
             "step|stand down as|from (being) (the) judge|office", "no longer (am|be) (the) judge",
             "stop|done|finished being (the) judge",
             "cease|stop (to) be|being|acting (as) (the) judge",
             "lay|put|set|hang down|aside|up (my|the) office|robe|gavel|hammer|wig (of|as) (judge)",
             "give|hand up|over|in (my|the) office|robe|gavel|hammer|wig|judgeship (of|as) (judge)",
             "give up being|judging|judgeship|the (judge|judgeship|office)",
         )),
)  # fmt: skip


# == Ruleset section Judges: requests for justice, rulings, overturning ============================

OPEN, ANSWERED, CONTESTED, OVERTURNED, WITHDRAWN = map(
    later, ("open", "answered", "contested", "overturned", "withdrawn")
)
REQUEST = "request for justice"


def _request(act: ActionContext[Any]) -> None:
    """``judge request: ...``: a question or a statement."""
    act.book.require(SECTION)
    text = " ".join(f"{act.subject.lstrip(':')} {act.action.body}".split())
    if not text:
        raise Unclear("the line says nothing", nearest="`judge request: QUESTION OR STATEMENT`")
    if is_judge(act):
        raise Refused("the judge answers requests of others, not their own", rule=SECTION)
    id_ = next_id("J", act.state.requests)
    asker = act.player or act.action.account
    request = Request(id_, asker, text, OPEN, act.now)
    act.state = replace(act.state, requests=(*act.state.requests, request))
    judge = act.state.judge
    please = say("there is no judge to answer it")
    if judge:
        please = say("{}, please `judge answer {}: ...`", judge, id_)
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
    act.state = with_thing(act.state, "requests", reopened)
    if ruling:
        _rule(act, reopened, ruling)
    anew = say("a new one is made") if ruling else say("a new one is due")
    act.say("the ruling on {} is overturned; {}", request.id, anew)


def _rule(act: ActionContext[Any], request: Request, ruling: str) -> None:
    by = act.player or act.action.account
    ruled = replace(
        request, status=ANSWERED, judge=by, ruling=ruling, ruled=act.now, poll=None, votes={}
    )
    act.state = with_thing(act.state, "requests", ruled)


def _withdraw(act: ActionContext[Any]) -> None:
    """``withdraw request J2``, while it is not answered."""
    request, _ = named(act, "withdraw request J2", needed=False)
    if not is_author(act, request.asker) or request.status != OPEN:
        why = say("{} is {}'s and {}", request.id, request.asker, say(request.status))
        remedy = say("Only who made it withdraws a request, and only before it is answered.")
        raise Refused(why, rule=SECTION, remedy=remedy)
    act.state = with_thing(act.state, "requests", replace(request, status=WITHDRAWN))
    act.say("{} is withdrawn", request.id)


def named(act: ActionContext[Any], form: str, *, needed: bool = True) -> tuple[Request, str]:
    """The request that the line names, and what follows the colon with the text below the line."""
    head, _, rest = act.subject.partition(":")
    requests: tuple[Request, ...] = act.state.requests
    request, more = proceedings.thing_named(head, "J", requests, REQUEST)
    text = " ".join(f"{more} {rest} {act.action.body}".split())
    if needed and not text:
        raise Unclear("the line does not say what is ruled", nearest=f"`{form}`")
    return request, text


def looks_back(book: Rulebook) -> timedelta:
    """For how long a ruling can be overturned, by its judge or by vote."""
    spans = (terms(book).second_thoughts, terms(book).challenge)
    return max((span for span in spans if span is not None), default=timedelta())


# -- verbs -----------------------------------------------------------------------------------------

_ASKING = (
    "request (for) justice|judgement|judgment|ruling {text} => judge request: {text}",
    "=cfj|=rfj {text} => judge request: {text}", "judge question: {text} => judge request: {text}",
    "call for judgement|judgment {text} => judge request: {text}",
    ("request|ask|want|need (for) (a) judge|ruling|judgement|judgment (on|about|from|whether) "
     "(judge) (formally|officially|humbly|politely|kindly) {text} => judge request: {text}"),
    "make|submit|file|have (a) request (for) (justice) {text} => judge request: {text}",
    "question (for|to) (the) judge {text} => judge request: {text}",
    "=to|=for (the) judge: {asking} => judge request: {asking}",
)  # fmt: skip
_ANSWERING = (
    "!rule|answer|judge (on) {request} as follows {text} => judge answer {request}: {text}",
    "{ruled request} {ruling} => judge answer {ruled request}: {ruling}",
    ("verdict|decision|ruling|answer (on|in|for|to) {request} (is|reads) {text} "
     "=> judge answer {request}: {text}"),
    ("!{ruled request} (my|the) ruling|verdict|answer|judgement|judgment|decision (as) (judge) "
     "is {text} "
     "=> judge answer {ruled request}: {text}"),
    ("{request} answer|ruling|verdict|judgement|judgment|decision: {text} "
     "=> judge answer {request}: {text}"),
    "rule|decide|answer|judge yes|true on|for|to|about {request} => judge answer {request}: yes",
    "rule|decide|answer|judge no|false on|for|to|about {request} => judge answer {request}: no",
    ("(in) re|regarding|concerning|in|on {request} (the) (my) answer|ruling|verdict|decision "
     "(of|as) (the) (court|judge) (is) {text} => judge answer {request}: {text}"),
    "answer|decide|resolve {request} with|as|by {text} => judge answer {request}: {text}",
    ("=court|=judge finds|rules|holds|answers|decides|says: {text} "
     "=> judge answer {request!}: {text}"),
    "find|hold|rule|decide|answer: {text} => judge answer {request!}: {text}",
    ("respond|reply to (the) request|question {request} (as) (follows): {text} "
     "=> judge answer {request}: {text}"),
    ("rule|answer|judge|decide|respond|reply (on|to|about|in|request) {ruled request} {text} "
     "=> judge answer {ruled request}: {text}"),
    ("ruling|answer|judgement|judgment (on|to|about|in|for) {ruled request} {text} "
     "=> judge answer {ruled request}: {text}"),
    ("issue|give|make (a) ruling|answer (on|to|about|in|for) {ruled request} {text} "
     "=> judge answer {ruled request}: {text}"),
)  # fmt: skip
_OVERTURNING = (
    ("overrule|reverse|revoke|revise|overturn (my) (ruling|answer) (on|to|in) {request} (the|my) "
     "new answer|ruling (is) {text} => overturn {request}: {text}"),
    ("overrule|reverse|revoke|revise|overturn (my) (ruling|answer) (on|to|in) {request} {text} "
     "=> overturn {request}: {text}"),
    "overrule|reverse|revoke|overturn (my) (ruling|answer) (on|to|in) {request}",
    ("{request} (is) (hereby) overturned|reversed|revised|overruled (by me) (and) (my|the) new "
     "ruling|answer (is) {text} => overturn {request}: {text}"),
    ("overrule|reverse|revoke|revise|overturn (my) (own) (ruling|answer) new ruling|answer (is) "
     "{text} => overturn {request!}: {text}"),
)  # fmt: skip
_TAKING_BACK = ("withdraw|retract|cancel|drop|rescind {request}", "take back {request}")


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


_VERB = partial(Verb, shape=Shape.TEXT, players_only=False, section=SECTION)
JUSTICE_VERBS = (
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
          _withdraw, questions=Questions.BEHIND_COLON, hints=("withdraw",), phrases=_TAKING_BACK,
          available=lambda act: any(
              each.status == OPEN and is_author(act, each.asker) for each in act.state.requests
          )),
)  # fmt: skip


# == Ruleset section Judges: votes of confidence on a ruling =======================================
#
# Decisions: any person may initiate one; one vote at a time on each ruling. A reaction on the
# poll is for or against confidence: 👍 affirms. The votes of those count who are players when the
# poll ends.

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
    request, more = named(act, "confidence J2", needed=False)
    if more and ":" not in act.subject and not act.action.is_logged:
        raise Unclear("nothing follows {!r}, but {!r} does", request.id, more)
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
    act.state = with_thing(
        act.state, "requests", replace(request, status=CONTESTED, poll=act.now, votes={})
    )
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
    request, sentence = proceedings.vote_on(text, "J", requests, REQUEST)
    id_ = request.id
    if request.status != CONTESTED:
        remedy = say("Send `confidence {}` first.", id_) if _contestable(request, act) else ""
        raise Refused("no vote of confidence on {} is under way", id_, rule=SECTION, remedy=remedy)
    options = (AFFIRM, OVERTURN, ABSTAIN)
    word = votes.vote_of(sentence, options, _LEXICON)
    if word is None:
        proceedings.refuse_second(" ".join(sentence), "J", REQUEST)
        note = partial(votes.voted, field="requests", on=request, player=act.player)
        raise votes.unread(sentence, options, request.votes.get(act.player), AFFIRM, note)
    act.state = votes.voted(act.state, word, "requests", request, act.player)
    act.say("{} votes on the ruling on {}: {}", act.player, id_, word)


def _end(request: Request, book: Rulebook) -> datetime | None:
    if request.poll is None or request.status != CONTESTED:
        return None
    poll = terms(book).poll
    return None if poll is None else request.poll + poll


def _end_poll(act: ActionContext[Any], request: Request) -> None:
    words = [word for name, word in request.votes.items() if name in act.state.players]
    overturn, affirm = words.count(OVERTURN), len(words) - words.count(OVERTURN)
    status = OVERTURNED if overturn > affirm else ANSWERED
    act.state = with_thing(act.state, "requests", replace(request, status=status, poll=None))
    outcome = say("is overturned") if status == OVERTURNED else say("stands")
    act.say(
        "the ruling on {} {} ({} for overturning, {} affirm)", request.id, outcome, overturn, affirm
    )


POLL = votes.Ballot(SECTION, _names_request, _vote_confidence, _options, "J", _LEXICON)
_CONTESTING = (
    "challenge|contest|appeal|dispute|question (ruling) (on|in|of) {request}",
    "vote of|on (no) confidence (on|in|about|for|of) {request}",
    "{request} gets a vote of (no) confidence (from) (me)",
    ("call|initiate|start|request|demand|open|begin|give|want (for) (a) (vote) (of) (no) "
     "confidence (vote) (on|in|about|for|of) {request}"),
)  # fmt: skip
CONFIDENCE_VERBS = (
    Verb("confidence", "confidence J2", "confidence J2",
         "initiates a vote of confidence on a ruling", _confidence, Shape.TEXT, players_only=False,
         available=lambda act: any(_contestable(each, act) for each in act.state.requests),
         section=SECTION, questions=Questions.BEHIND_COLON,
         hints=("challenge", "vote of confidence", "contest", "appeal"), phrases=_CONTESTING,
         needs=(CLOCK,)),
)  # fmt: skip


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
    "{candidate} (for) (judge) 👍",
    "back|endorse|elect|choose|want|for|👍 {candidate} (for|as) (judge)",
    "thumbs up (to|for|on) {candidate} (as|for) (judge)",
    "!{candidate} has|gets my|our support|backing|vote (as|for) (the) (judge)",
)  # fmt: skip
_OPPOSE = (
    "oppose|reject {candidate} (as|for) (the) (judge)",
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
    candidacy = Candidacy(act.player, act.now, **proceedings.message(act))
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


def _side(act: ActionContext[Any], word: str) -> None:
    name = act.find(_AS_JUDGE.sub("", act.subject), [each.id for each in act.state.candidacies])
    if name is None:
        raise _no_candidate(act, act.subject)
    _vote(act, name, word)


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
    there = act.state.players.__contains__
    counts = {each.id: votes.count(each.votes, there, {}) for each in due if there(each.id)}
    liked = [name for name, count in counts.items() if count.favour > count.against]
    popular = [each.id for each in running if each.id in liked]
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


CANDIDATE_VERBS = under(
    SECTION,
    Verb("run for judge", "run for judge", "run for judge", "makes you a candidate for judge", _run,
         available=lambda act: reputable(act.me, act.state, act.book) and not _runs(act),
         hints=("run", "candidacy", "candidate", "become judge"), needs=(CLOCK, REPUTATION),
         phrases=(
             "run|stand|campaign (for|as) (the) (office) (of) judge",
             "candidate|candidacy (for|as) (the) (next) judge", "become|be a|the (next) judge",
             "nominate|propose|offer|submit me|myself (for|as) (the) judge",
             "declare|announce|submit (my) candidacy (for|as) (judge)",
             "consider this|me (as|to|be) (my|a) candidacy|candidature|candidate (for|as) (judge)",
             "this is my candidacy|candidature (for|as) (judge)",
             "throw|put|toss my hat|name in|into (the) ring|hat (for|as) (judge)",
             "apply for judge", "throw|toss|put (my) hat in|into (the) ring (for|as) (judge)",
             "put|offer me|myself|name (up|forward|down) (on) (ballot) for|as judge",
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
           partial(_side, word=vote), Shape.TEXT, yields=True, phrases=phrases,
           available=lambda act: bool(act.state.candidacies),
           inputs=(f"{word} {{candidate}}",), needs=(CLOCK,))
      for word, mark, vote, phrases in (
          ("support", UP, FOR, _SUPPORT), ("oppose", DOWN, AGAINST, _OPPOSE))),
)  # fmt: skip


# == Ruleset section Judges: the office, justice, votes of confidence and elections as one part ====


class Judges:
    """The judge of a game, as what comes due and has to stay as it is."""

    fields = ("requests", "candidacies")

    def ends(self, state: State, book: Rulebook) -> datetime | None:
        """When a vote of confidence or an election ends next.

        None does while the wording is not settled; what has ended by then ends when a steward
        does.
        """
        if not settled(book, SECTION):
            return None
        polls, elections = (_end(each, book) for each in state.requests), state.candidacies
        return min(filter(None, (*polls, *map(_election, elections))), default=None)

    def pass_time(self, act: ActionContext[Any]) -> None:
        """End what is due: votes of confidence first, then the week's election."""
        if not settled(act.book, SECTION):
            return
        for request in act.state.requests:
            end = _end(request, act.book)
            if end is not None and is_over(end, act.now):
                _end_poll(act, request)
        if any(is_over(_election(each), act.now) for each in act.state.candidacies):
            elect(act)

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
        reads=(terms,),
        people="whether an office was abused; how soon a ruling is due, how far it binds, what "
        "contradicts the rules",
        says="one judge answers requests; votes of confidence, and an election at each week's end",
    )
    ballots = (proposals.ballot(), POLL, CANDIDATES)
    cast = votes.verbs(*ballots, rewrites=rewrites)
    verbs = (*cast, *JUSTICE_VERBS, *CONFIDENCE_VERBS, *CANDIDATE_VERBS, *OFFICE_VERBS)
    return Section(implements=(judges,), verbs=verbs, messages=JUDGES, looks_back=looks_back)
