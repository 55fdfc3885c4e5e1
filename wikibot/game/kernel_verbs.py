"""Verbs that every game has: ``choose``, ``help``, and those of stewards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wikibot.game.act import Act
from wikibot.game.problems import Problem, Refused, Unclear
from wikibot.game.state import Kind, Pending, settle, wait_for
from wikibot.game.steward_verbs import STEWARD_VERBS
from wikibot.game.verbs import Order, Questions, Shape, Verb, find_verb, nearest, parse_order, split_list, split_words

PLAYABLE = "a line that can be played"  # what an order waits for whose roll stands


def waiting_order(pending: Pending, verbs: Sequence[Verb]) -> Order:
    """The order that an unfinished action holds; raises ``Unclear`` where somebody edited it beyond reading."""
    return parse_order(pending.text, verbs)


def join(order: Order, mine: Sequence[Pending], verbs: Sequence[Verb]) -> tuple[Order, Pending]:
    """Add the answers and rolls of a ``choose`` line to the unfinished action that they are for.

    With several of them waiting the line has to say which: ``choose move: 5``.
    """
    if not mine:
        raise Refused("nothing of yours waits for a choice", remedy="Begin an action first.")
    named, rest = _named(order.subject, mine)
    if named is None and len(mine) > 1:
        which = tuple(f"`choose {pending.text.split()[0]}: ...`" for pending in mine)
        raise Unclear("several actions of yours wait for a choice, and the line does not say which", nearest=which)
    pending = named or mine[0]
    waiting = waiting_order(pending, verbs)
    answers = split_words(rest) if waiting.verb.shape is Shape.WORDS else split_list(rest)
    if not answers and not order.rolls:
        raise Unclear(f"no answer is given to {pending.asks!r}", nearest="`choose ANSWER` or `choose 2d4 (1, 3) = 4`")
    return waiting.with_more(answers, order.rolls), pending


def _named(text: str, mine: Sequence[Pending]) -> tuple[Pending | None, str]:
    """Which waiting action a line names before its colon, and what is left of the line."""
    head, colon, rest = text.partition(":")
    if colon:
        for pending in mine:
            if pending.text.casefold().startswith(head.strip().casefold()):
                return pending, rest.strip()
    return None, text


def _choose(_act: Act[Any]) -> None:
    raise AssertionError("a choice is always joined to what it is for")


def _help(act: Act[Any]) -> None:
    verbs = (*act.game.verbs, *KERNEL_VERBS)
    if not act.subject.strip(" ?"):
        for each in verbs:
            if _open_now(act, each):
                act.say(f"`{each.form}` {each.about}")
        return
    found = find_verb(act.subject.strip(" ?"), verbs)
    if found is None:
        raise Unclear(f"{act.subject!r} is no verb that this game knows", nearest=nearest(act.subject, verbs))
    act.say(f"`{found[0].form}` {found[0].about}, e.g. `{found[0].example}`")


def _open_now(act: Act[Any], verb: Verb) -> bool:
    """Whether the asker can use a verb: the game admits them, and there is something to use it on."""
    try:
        act.game.admit(act.state, verb, act.player, act.action)
    except Refused:
        return False
    if verb.section and not act.book.has(verb.section):
        return False
    try:
        return verb.available is None or verb.available(act)
    except (Problem, ValueError):  # the ruleset page says it in words that are not read
        return False


def _has_something_waiting(act: Act[Any]) -> bool:
    return any(pending.player == act.player for pending in act.state.pending)


def _let_stand(act: Act[Any]) -> None:
    """What a log holds for a line that was not played although the bot had rolled for it: the roll waits on."""
    if not act.action.trusted:
        raise Refused("only a log says that a roll stands", remedy="State your roll behind the action itself.")
    rolls = act.use_rolls()
    verbs = (*act.game.verbs, *KERNEL_VERBS)
    order = replace(parse_order(act.subject, verbs), rolls=rolls)
    identity = act.action.id
    for pending in act.state.pending:
        if pending.player == act.player and pending.kind is Kind.ACTION:
            waiting = waiting_order(pending, verbs)
            if (waiting.verb, waiting.subject) == (order.verb, order.subject):
                act.state, identity = settle(act.state, pending), pending.id
    until = act.game.until(act)
    act.state = wait_for(act.state, Pending(identity, act.player, Kind.ACTION, str(order), PLAYABLE, act.now, until))
    act.say("the roll stands")


CHOOSE = Verb("choose", "choose ANSWER", "choose 5", "answers what an unfinished action of yours waits for",
              _choose, Shape.TEXT, available=_has_something_waiting)  # fmt: skip
STANDS = Verb("a roll stands:", "a roll stands: ORDER -- DICE", "a roll stands: move -- 2d4 (1, 3) = 4",
              "keeps a roll whose line could not be played (in logs)", _let_stand, Shape.TEXT,
              available=lambda _act: False, questions=Questions.ANYWHERE)  # fmt: skip
HELP = Verb("help", "help [VERB]", "help move", "lists what you can do now, and what for",
            _help, Shape.TEXT, players_only=False, questions=Questions.ANYWHERE)  # fmt: skip
KERNEL_VERBS = (CHOOSE, STANDS, HELP, *STEWARD_VERBS)
