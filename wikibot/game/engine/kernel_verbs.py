"""Verbs that every game has: ``choose``, ``help``, and those of stewards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from msgspec.structs import replace

from wikibot.game.actions import Questions, Scope, Shape, Verb, unlisted
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.orders import (
    BY_RULE,
    Order,
    Verbs,
    called,
    find_verb,
    nearest,
    parse_order,
    split_list,
    split_words,
)
from wikibot.game.engine.steward_verbs import ORDERS, STEWARD_VERBS, make_true
from wikibot.game.game import LEDGER_OFF, LEDGER_PLAYERS, LEDGER_STEWARDS
from wikibot.game.problems import Problem, Refused, Unclear
from wikibot.game.state import Kind, Pending
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import at_most, retold, say
from wikibot.wikitext.numerals import format_time
from wikibot.wikitext.regex import regex

# == What ``help`` says: what waits for the asker, then what there is to do now, in a few words ====
#
# ``help`` names verbs by the sections of the ruleset, ``help all`` explains each, ``help move``
# one, ``help stewards`` the orders of stewards, to whoever may give them. Decision: what waits
# for a player is not only an unfinished action and what the player may take up, but also a trade
# offered to them, a proposal on which they have not voted, and for the judge a request.

ALL, STEWARDS = "all", "stewards"
SAME = "the same"  # what another name of a verb above it is about
MOST = 6  # things that wait, in one answer
_LONGEST = 60  # characters of an order that waits
_PARTS = "\n• "  # a list, each part on its own line
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
    elif fold(about) in (STEWARDS, "steward") and (
        orders := [each for each in verbs if each.stewards_only and is_usable(act, each)]
    ):
        for each in orders:
            act.say(_explained(each))
    else:
        found = [find_verb(f"{begins}{about}", verbs) for begins in ("", BY_RULE)]
        for verb, _ in filter(None, found):
            act.say("{}, such as `{}`", _explained(verb), verb.example)
        if found == [None, None]:
            why = say("{!r} is not a verb that this game knows", act.subject)
            raise Unclear(why, nearest=nearest(act.subject, verbs))


def is_usable(act: ActionContext[Any], verb: Verb) -> bool:
    """Whether the asker can use a verb now: the game admits it, and there is a use for it."""
    try:
        act.game.authorize(act.state, verb, act.player, act.action)
        if verb.section and not act.book.has(verb.section):
            return False
        return verb.available is None or verb.available(act)
    except (Problem, ValueError):  # refused, or the ruleset page says it in words that are not read
        return False


# -- the short list --------------------------------------------------------------------------------


def _parts(act: ActionContext[Any], verbs: Verbs) -> Iterator[str]:
    can = [each for each in verbs if is_usable(act, each)]
    waits = list(_waits(act, {each.name for each in can}))
    if waits:
        yield say("waiting for you: {}", "; ".join(at_most(MOST, waits)))
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
    return f"`{verb.form}` {verb.told}{where}"


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
    return f"`{text}`: {retold(pending.asks)}{until}"


# ==================================================================================================
# The line ``note STATEMENT: REASON``: what people decided among themselves is made so, and
# logged.
#
# Who may write it is the setting ``ledger``. Decision: the statement ends at the first colon
# before which it is understood, or at a word such as "because"; what follows is the reason.

_MOST_COLONS = 5  # at which a statement may end
_ENDS = regex(r":(?=\s)|\s(?P<why>because|since|due to|thanks to)\s", re.IGNORECASE)
_THAT = regex(r"[:\s]*(?:that\s+)?", re.IGNORECASE)


def _note(act: ActionContext[Any]) -> None:
    problem: Unclear | None = None
    text = _THAT.sub("", act.subject, count=1)
    for statements, reason in islice(_parted(text), _MOST_COLONS):
        try:
            make_true(act, statements)
        except Unclear as unclear:
            problem = problem or unclear
            continue
        if reason:
            act.say("reason: {}", reason)
        return
    raise problem or Unclear("the line makes no statement", nearest=f"`{NOTE.form}`")


def _parted(text: str) -> Iterator[tuple[str, str]]:
    """The text before each place at which a reason may begin, and behind it; then all of it.

    A colon may stand in a name, too; "because" ends the statement.
    """
    for found in _ENDS.finditer(text):
        reason = text[found.start("why") if found["why"] else found.end() :]
        yield text[: found.start()].strip(" \t,;"), reason.strip()
        if found["why"]:
            return
    yield text.strip().rstrip(":"), ""


NOTE = Verb(
    "note", "note STATEMENT: REASON", "note Alice gains 2 Fish: she won the riddle",
    "makes a statement about the state true; its reason, if any, is kept in the log",
    _note, Shape.TEXT, questions=Questions.BEHIND_COLON,
    inputs=(
        "note {player} gains {number} {counted}[: {Reason=text:200}]",
        "note {player} loses {number} {counted}[: {Reason=text:200}]",
    ),
)  # fmt: skip
# By whom a ledger is for.
_LEDGERS = {
    LEDGER_PLAYERS: (NOTE,),
    LEDGER_STEWARDS: (replace(NOTE, players_only=False, stewards_only=True),),
    LEDGER_OFF: (),
}


# == Verbs that every game has: ``choose``, ``help``, and those of stewards ========================


def waiting_order(pending: Pending, verbs: Sequence[Verb]) -> Order:
    """The order of an unfinished action; ``Unclear`` where its text was edited beyond reading."""
    order = parse_order(pending.text, verbs)
    if order.verb.stewards_only or order.verb.name == CHOOSE.name:  # these are never unfinished:
        # it is a rule's verb of that name
        return parse_order(f"{BY_RULE}{pending.text}", verbs)
    return order


def join(order: Order, rest: str, pending: Pending, verbs: Sequence[Verb]) -> Order:
    """Add the answers (``rest`` of a ``choose`` line) and rolls of a line to what it is for."""
    waiting = waiting_order(pending, verbs)
    answers = split_words(rest) if waiting.verb.shape is Shape.WORDS else split_list(rest)
    if not answers and not order.rolls:
        forms = "`choose ANSWER` or `choose 2d4 (1, 3) = 4`"
        raise Unclear("no answer is given to {!r}", retold(pending.asks), nearest=forms)
    more = {"answers": (*waiting.answers, *answers), "rolls": (*waiting.rolls, *order.rolls)}
    return replace(waiting, **more)


def in_full(pending: Pending, verbs: Sequence[Verb]) -> str:
    """An unfinished action without its answers: what a line calls it by."""
    with suppress(Unclear):
        return str(replace(waiting_order(pending, verbs), answers=(), rolls=()))
    return pending.text


def named(
    text: str, mine: Sequence[Pending], verbs: Sequence[Verb]
) -> tuple[Sequence[Pending], str]:
    """The waiting actions that a line may mean by its words before a colon, and the rest of it."""
    head, colon, rest = text.partition(":")
    wanted = fold(head)
    if not colon or not wanted:
        return (), text
    names = {pending: fold(in_full(pending, verbs)) for pending in mine}
    exact = [pending for pending in mine if names[pending] == wanted]
    return exact or [pending for pending in mine if names[pending].startswith(wanted)], rest.strip()


def _choose(_act: ActionContext[Any]) -> None:
    raise AssertionError("a choice is always joined to what it is for")


def _help(act: ActionContext[Any]) -> None:
    to_bot = [each for each in ORDERS if each.scope is Scope.BOT] if act.action.trusted else []
    own = act.game.verbs_in(act.state, act.book)
    tell(act, Verbs((*with_kernel(own, act.game.ledger), *to_bot)))


def _stands(_act: ActionContext[Any]) -> None:
    remedy = "State your roll behind the action itself."
    raise Refused("only a log says that a roll stands", remedy=remedy)


_CHOOSING = (
    (
        "choose|pick|take|select|want|name|say|answer (for) (option|space|number) {answer} "
        "=> choose {answer}"
    ),
    (
        "go|move|turn|head|continue|opt|settle|decide (on|along) (to|for|with|via|towards|on) "
        "(option|space) {answer} => choose {answer}"
    ),
    "target|aim (at) {answer} => choose {answer}",
    "=it must|has|have|shall (to) be {answer} => choose {answer}",
    "=it was|is {answer} that|who|whom i meant|mean|choose|chose => choose {answer}",
    (
        "choose|pick|take|select|go (with|to) {answer} and|then (then|and) {further} "
        "=> choose {answer} {further}"
    ),
    (
        "choose|pick|take|select|go (with|to) {answer} and|then (then|and) {further} "
        "=> choose {answer}"
    ),
)
_HELPING = (
    "need|want|get (some) help => help",
    "help me|us (out) (please) => help",
    "!help (me) (bot) what can|do|should i do (now|here|next) => help",
    "!what can|may|could|should i do (now|here|next) => help",
    "!what do i do (now|here|next) => help",
    "!what are my options => help",
    "!which actions|verbs|commands (are) (there) (can) (i) (use) => help",
    "list|show (me) (all) commands|actions|verbs|options|help => help",
    "commands|actions|verbs|options => help",
    "help|explain (me) (with|on|about|to|for) {verb} => help {verb}",
    "!how do i play|start|begin (the|this) (game) => help",
    "!how do|can|would|to (i|one|you|we) {verb} => help {verb}",
    "!how does|do {verb} work => help {verb}",
    "!what does|is {verb} do|for|mean => help {verb}",
    (
        "!what|which tasks|things|actions|items|moves|orders can|may|could i "
        "do|use|take|perform|write "
        "=> help"
    ),
    "!what now|next => help",
    "!where do i start|begin => help",
    "what to do (now|next|here) => help",
)
CHOOSE = Verb("choose", "choose ANSWER", "choose 5",
              "answers what an unfinished action of yours waits for",
              _choose, Shape.TEXT, phrases=_CHOOSING,
              available=lambda act: any(each.player == act.player for each in act.state.pending),
              )  # fmt: skip
STANDS = Verb("a roll stands:", "a roll stands: LINE -- DICE",
              "a roll stands: move -- 2d4 (1, 3) = 4",
              "keeps a roll whose line could not be played (in logs)", _stands, Shape.TEXT,
              available=unlisted, questions=Questions.ANYWHERE)  # fmt: skip
HELP = Verb("help", "help [VERB]", "help move",
            "lists what you can do now, what waits for you first; `help all` with what each is for",
            _help, Shape.TEXT, players_only=False, questions=Questions.ANYWHERE,
            phrases=_HELPING, inputs=("help",))  # fmt: skip
MAKE = Verb("make gamestate", "make gamestate", "make gamestate",
            "has the bot make the gamestate page, where there is none",
            lambda act: act.say("there is a gamestate page"), Shape.TEXT, players_only=False,
            available=unlisted)  # fmt: skip
KERNEL_VERBS = (CHOOSE, STANDS, HELP, MAKE, *STEWARD_VERBS)


def with_kernel(own: Sequence[Verb], ledger: str) -> Verbs:
    """The verbs of a game and those that every game has, where its ledger is for these people.

    One of the bot's that begins as one of a rule does is told of as ``bot help``.
    """
    verbs = Verbs((*own, *KERNEL_VERBS, *_LEDGERS[ledger]))
    return Verbs(map(verbs.told, verbs)) if verbs.claimed else verbs
