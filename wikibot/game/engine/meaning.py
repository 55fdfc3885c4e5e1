"""What an order means, whatever its spelling: two lines of one meaning are one order, and share its rolls.

Decisions: an order is told by its verb (which may go by several names) and the things that it is
about, resolved as the state is now: ``use time bean`` and ``use my Time Bean Chili`` are one order,
``harvest 1, 2`` and ``harvest 2, 1``, too. Where a thing cannot be told, its words stand for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.problems import Problem
from wikibot.game.engine.standing_rolls import ANSWERS
from wikibot.game.engine.verbs import Order, Shape, Verb, first_name, parse_order
from wikibot.wikitext.folding import fold


@dataclass(frozen=True)
class Meaning:
    """``key``: equal for orders of one meaning. ``purpose``: what its rolls are for. ``subject``: with full names."""

    key: tuple[str, ...]
    purpose: str
    subject: str


def meaning_of(order: Order, act: ActionContext[Any], verbs: Sequence[Verb]) -> Meaning:
    """What an order means in the state of ``act``, which is about to play it."""
    verb = first_name(order.verb, verbs)
    try:
        things = order.verb.means(act) if order.verb.means else None
    except Problem:
        return Meaning((verb, "?", fold(order.subject)), verb, order.subject)
    if things is None:
        words = fold(order.subject) if order.verb.shape in (Shape.SUBJECT, Shape.TEXT) else ""
        return Meaning((verb, "?", words), ANSWERS if order.verb.undecided else verb, order.subject)
    purpose = " ".join((verb, *things)) if order.verb.rolls_apart else verb
    return Meaning((verb, *sorted(things)), purpose, _in_full(order, things, verbs))


def _in_full(order: Order, things: Sequence[str], verbs: Sequence[Verb]) -> str:
    """What an order is about with the full names of its things, if a line can say them."""
    full = replace(order, subject=", ".join(things), rolls=()) if things else order
    try:
        return full.subject if parse_order(str(full), verbs) == full else order.subject
    except Problem:
        return order.subject
