"""Orders that wait for something: what was rolled for them stands, whatever their player writes next."""

from __future__ import annotations

from collections.abc import Iterator

from rules.round7.state import State
from wikibot.game.act import Act
from wikibot.game.kernel_verbs import waiting_order
from wikibot.game.problems import Refused, Unclear
from wikibot.game.state import Kind, Pending, settle


def unfinished(state: State, verb: str) -> Iterator[Pending]:
    """The orders of a verb (of one word) that wait."""
    return (each for each in state.pending if each.kind is Kind.ACTION and each.text.casefold().split()[:1] == [verb])


def take_the_place(act: Act[State], verb: str, what: str, rule: str) -> None:
    """Let an order take the place of an earlier one of the same verb, unless ``what`` was made for that one."""
    for each in [each for each in unfinished(act.state, verb) if each.player == act.player]:
        if _was_made(act, each):
            remedy = "Go on from it with `choose ...`."
            raise Refused(f"{what} was made before: `{each.text}`", rule=rule, remedy=remedy)
        act.state = settle(act.state, each)


def _was_made(act: Act[State], waits: Pending) -> bool:
    """Whether an order has a roll, or a Number in its place; one that nobody can read has neither."""
    try:
        order = waiting_order(waits, act.game.verbs)
    except Unclear:
        return False
    return bool(order.rolls or order.subject)
