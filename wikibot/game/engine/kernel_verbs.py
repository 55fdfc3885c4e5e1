"""Verbs that every game has: ``choose``, ``help``, and those of stewards."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.helping import tell
from wikibot.game.engine.ledger import ledger_verbs
from wikibot.game.engine.orders import (
    Order,
    parse_order,
    split_list,
    split_words,
)
from wikibot.game.engine.steward_verbs import ORDERS, STEWARD_VERBS
from wikibot.game.engine.verb_lookup import BY_RULE, Verbs
from wikibot.game.problems import Refused, Unclear
from wikibot.game.state import Pending
from wikibot.game.verbs import Questions, Scope, Shape, Verb, unlisted
from wikibot.wikitext.folding import fold
from wikibot.wikitext.messages import retold


def waiting_order(pending: Pending, verbs: Sequence[Verb]) -> Order:
    """The order of an unfinished action; ``Unclear`` where its text was edited beyond reading."""
    order = parse_order(pending.text, verbs)
    if order.verb.stewards_only:  # which are never unfinished: of a game that a rule's verb began
        return parse_order(f"{BY_RULE}{pending.text}", verbs)
    return order


def join(order: Order, rest: str, pending: Pending, verbs: Sequence[Verb]) -> Order:
    """Add the answers (``rest`` of a ``choose`` line) and rolls of a line to what it is for."""
    waiting = waiting_order(pending, verbs)
    answers = split_words(rest) if waiting.verb.shape is Shape.WORDS else split_list(rest)
    if not answers and not order.rolls:
        forms = "`choose ANSWER` or `choose 2d4 (1, 3) = 4`"
        raise Unclear("no answer is given to {!r}", retold(pending.asks), nearest=forms)
    return waiting.with_more(answers, order.rolls)


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


def _has_something_waiting(act: ActionContext[Any]) -> bool:
    return any(pending.player == act.player for pending in act.state.pending)


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
    "to|with|via|on|at {answer} => choose {answer}",
    "choice|answer|option (is) {answer} => choose {answer}",
    "target|aim (at) {answer} => choose {answer}",
    "choose|pick|take|select|go (with|to) {answers} => choose {answers}",
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
    "!what can|may|could|should i do (now|here|next) => help",
    "!what do i do (now|here|next) => help",
    "!what are my options => help",
    "!which actions|verbs|commands (are) (there) (can) (i) (use) => help",
    "list|show (me) (all) (the) actions|verbs|commands|options => help",
    "commands|actions|verbs|options => help",
    "help (me) with|on|about|to|for {verb} => help {verb}",
    "help|explain {verb} => help {verb}",
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
    "!now what => help",
    "!where do i start|begin => help",
    "stuck|lost|confused => help",
    "what to do (now|next|here) => help",
)
CHOOSE = Verb("choose", "choose ANSWER", "choose 5",
              "answers what an unfinished action of yours waits for",
              _choose, Shape.TEXT, available=_has_something_waiting, phrases=_CHOOSING)  # fmt: skip
STANDS = Verb("a roll stands:", "a roll stands: LINE -- DICE",
              "a roll stands: move -- 2d4 (1, 3) = 4",
              "keeps a roll whose line could not be played (in logs)", _stands, Shape.TEXT,
              available=unlisted, questions=Questions.ANYWHERE)  # fmt: skip
HELP = Verb("help", "help [VERB]", "help move",
            "lists what you can do now, what waits for you first; `help all` with what each is for",
            _help, Shape.TEXT, players_only=False, questions=Questions.ANYWHERE,
            phrases=_HELPING, inputs=("help",))  # fmt: skip
KERNEL_VERBS = (CHOOSE, STANDS, HELP, *STEWARD_VERBS)


def with_kernel(own: Sequence[Verb], ledger: str) -> Verbs:
    """The verbs of a game and those that every game has, where its ledger is for these people.

    One of the bot's that begins as one of a rule does is told of as ``bot help``.
    """
    verbs = Verbs((*own, *KERNEL_VERBS, *ledger_verbs(ledger)))
    return Verbs(map(verbs.told, verbs)) if verbs.claimed else verbs
