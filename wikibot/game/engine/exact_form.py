"""A line as it stands: the order that it is, its words and dice, and whether it says it all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

from msgspec.structs import replace

from wikibot.game.engine.orders import Order, read_order
from wikibot.game.engine.verb_lookup import Verbs
from wikibot.game.problems import Problem, Unclear
from wikibot.game.rolls import Roll
from wikibot.game.verbs import Shape, Verb

BETWEEN = re.compile(
    r"[;,.]\s+(?:(?:and|then|also),?\s+)*(?:I\s+)?|\s(?:and|then)\s(?:then\s|also\s)?(?:I\s)?",
    re.IGNORECASE,
)
_MOST_PARTS = 6  # ways of parting a line in two


def order_of(text: str, verbs: Sequence[Verb]) -> Order | None:
    """The order that a line is as it stands."""
    with suppress(Problem):
        return read_order(text, verbs)
    return None


def parted(text: str, verbs: Verbs) -> tuple[str, tuple[Roll, ...]]:
    """A line's words and its dice; dice that cannot be read stay among the words."""
    try:
        return verbs.parted(text.strip())
    except Unclear:
        return text, ()


def is_in_form(words: str, order: Order | None) -> bool:
    """Whether a line is in exact form to the letter; what is free of it stands behind a colon."""
    if order is None or order.verb.shape is Shape.SUBJECT:
        return False
    if order.verb.shape is Shape.TEXT:
        return words.casefold().startswith(f"{order.verb.name}:")
    return words == str(replace(order, rolls=()))


def two_orders(text: str, verbs: Sequence[Verb]) -> tuple[str, ...]:
    """The two orders that a line holds one behind the other; nothing where it does not."""
    for gap in islice(BETWEEN.finditer(text), _MOST_PARTS):
        one, other = order_of(text[: gap.start()], verbs), order_of(text[gap.end() :], verbs)
        if one and other and not (_is_no_order(one) or _is_no_order(other) or _is_same(one, other)):
            return (f"`{one}`", f"`{other}`")
    return ()


def _is_same(one: Order, other: Order) -> bool:
    """Whether what stands behind one vote says more of it: ``against P1, for it is silly``."""
    names = (one.verb.name, *one.verb.hints)
    return one.verb.reads is not None and other.verb.name in names


def _is_no_order(order: Order) -> bool:
    """Whether it is free text, or goes with the order beside it, as a choice and its dice do."""
    is_free = order.verb.is_free and order.verb.reads is None  # a vote says all that it is
    return is_free or order.verb.name == "choose"
