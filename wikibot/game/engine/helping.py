"""What ``help`` says: what waits for the asker, then what there is to do now, in a few words.

``help`` names verbs by the sections of the ruleset, ``help all`` explains each, ``help move`` one,
``help stewards`` the orders of stewards, to whoever may give them.
Decision: what waits for a player is not only an unfinished action and what the player may take
up, but also a trade offered to them, a proposal on which they have not voted, and for the
judge a request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wikibot.game.calendar import format_time
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.orders import nearest
from wikibot.game.engine.verb_lookup import BY_RULE, Verbs, called, find_verb
from wikibot.game.problems import Problem, Unclear
from wikibot.game.state import Kind, Pending
from wikibot.game.verbs import Scope, Verb
from wikibot.wikitext.folding import fold
from wikibot.wikitext.messages import retold, say

ALL, STEWARDS = "all", "stewards"
SAME = "the same"  # what another name of a verb above it is about
MOST = 6  # things that wait, in one answer
_LONGEST = 60  # characters of an order that waits
_PARTS = " • "
_OWN = ("help", "choose")  # not listed among the others
_ROOM = 600  # characters of a list that explains each verb at once
_RULES_ROOM = 4000  # the same of verbs that stand for a sentence of the ruleset page
_OPEN = "open"


def tell(act: ActionContext[Any], verbs: Verbs) -> None:
    """Answer a line with ``help``. ``verbs``: all that the asker may know of."""
    about = act.subject.strip(" ?.")
    if not about:
        act.say(_PARTS.join(_parts(act, verbs)))
    elif fold(about) == ALL:
        for each in verbs:
            if is_usable(act, each):
                act.say(_explained(each))
    elif fold(about) in (STEWARDS, "steward") and (orders := _orders(act, verbs)):
        for each in orders:
            act.say(_explained(each))
    else:
        _explain(act, about, verbs)


def is_usable(act: ActionContext[Any], verb: Verb) -> bool:
    """Whether the asker can use a verb now: the game admits it, and there is a use for it."""
    try:
        act.game.authorize(act.state, verb, act.player, act.action)
        if verb.section and not act.book.has(verb.section):
            return False
        return verb.available is None or verb.available(act)
    except (Problem, ValueError):  # refused, or the ruleset page says it in words that are not read
        return False


def _orders(act: ActionContext[Any], verbs: Sequence[Verb]) -> list[Verb]:
    """What the asker may do as a steward."""
    return [each for each in verbs if each.stewards_only and is_usable(act, each)]


def _explain(act: ActionContext[Any], about: str, verbs: Sequence[Verb]) -> None:
    found = [find_verb(f"{begins}{about}", verbs) for begins in ("", BY_RULE)]
    for verb, _ in filter(None, found):
        act.say("{}, e.g. `{}`", _explained(verb), verb.example)
    if found == [None, None]:
        why = say("{!r} is not a verb that this game knows", act.subject)
        raise Unclear(why, nearest=nearest(act.subject, verbs))


# -- the short list --------------------------------------------------------------------------------


def _parts(act: ActionContext[Any], verbs: Verbs) -> Iterator[str]:
    can = [each for each in verbs if is_usable(act, each)]
    waits = list(_waits(act, {each.name for each in can}))
    if waits:
        more = say("; and {} more", len(waits) - MOST) if len(waits) > MOST else ""
        yield say("waiting for you: {}{}", "; ".join(waits[:MOST]), more)
    listed = [each for each in can if not (each.stewards_only or each.name in _OWN)]
    told = [each for each in listed if each.is_explained]
    if sum(len(_explained(each)) for each in told) > _RULES_ROOM:
        told = []
    yield from map(_explained, told)
    yield from _by_section([each for each in listed if each not in told])
    orders = dict.fromkeys(f"`{each.name}`" for each in can if each.stewards_only)
    if orders:
        yield say("for stewards: {}; `help {}` explains them", ", ".join(orders), STEWARDS)
    help_ = verbs.bots("help")
    yield say("`{0} [VERB]` explains one of these, `{0} {1}` all", help_, ALL)


def _by_section(verbs: Sequence[Verb]) -> Iterator[str]:
    """Verbs under their sections: their names, or where there are few, what each is for."""
    groups: dict[str, dict[str, None]] = {}
    brief = sum(len(_explained(each)) for each in verbs) > _ROOM
    known = list[Any]()  # what plays the verbs so far; another name of one adds nothing
    for verb in verbs:
        if not (brief and (verb.about.endswith(SAME) or verb.play in known)):
            known.append(verb.play)
            said = f"`{called(verb)}`" if brief else _explained(verb)
            groups.setdefault(verb.section, {})[said] = None
    alone = [section for section, said in groups.items() if brief and len(said) == 1]
    for section in (each for each in alone if each):  # a heading for one word tells nothing
        groups.setdefault("", {}).update(groups.pop(section))
    for section, all_ in groups.items():
        yield f"{section}: {', '.join(all_)}" if section else ", ".join(all_)


def _explained(verb: Verb) -> str:
    where = say(", on the steward page") if verb.scope is Scope.BOT else ""
    return f"`{verb.form}` {retold(verb.about)}{where}"


def _waits(act: ActionContext[Any], can: set[str]) -> Iterator[str]:
    """What waits for the asker. ``can``: the names of the verbs that they can use now."""
    state, player = act.state, act.player
    yield from (_pending(each) for each in state.pending if each.player == player)
    if not player:
        return
    for trade in state.trades:
        if "accept" in can and trade.status == _OPEN and trade.partner == player:
            yield say("a trade of {0}'s: `accept {1}` or `decline {1}`", trade.proposer, trade.id)
    for proposal in state.proposals:
        if "vote" in can and proposal.status == _OPEN and player not in proposal.votes:
            yield say("your vote on {0} ({1}): `vote {0} for`", proposal.id, proposal.title)
    for request in state.requests:
        if "judge answer" in can and request.status == _OPEN and state.judge == player:
            yield say("{}'s request: `judge answer {}: ...`", request.asker, request.id)


def _pending(pending: Pending) -> str:
    until = say(", by {}", format_time(pending.until)) if pending.until else ""
    text = pending.text if len(pending.text) <= _LONGEST else f"{pending.text[:_LONGEST]}…"
    if pending.kind is Kind.OFFER:
        return f"`{text}` ({retold(pending.asks)}){until}"
    return say("`{}` needs {}{}", text, retold(pending.asks), until)
