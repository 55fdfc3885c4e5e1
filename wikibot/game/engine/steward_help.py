"""``help`` on the steward page and at the command line: every order, or one of them."""

from __future__ import annotations

from wikibot.game.engine import steward_verbs
from wikibot.game.engine.verb_lookup import find_verb
from wikibot.game.verbs import Scope, Verb

HELP = "help"
_MARKS = " .!?:"


def steward_help(text: str) -> str | None:
    """The answer to ``help`` and ``help ORDER``; None for any other line.

    ``help`` with a word that is not an order is the players', where the game answers it.
    """
    if not asks_for_help(text):
        return None
    about = " ".join(text.strip(_MARKS).split()[1:])
    if about.casefold() in ("", "all", "orders", "steward", "stewards"):
        return "; ".join(every_order())
    found = find_verb(about, steward_verbs.ORDERS)
    return _in_full(found[0]) if found else None


def every_order() -> tuple[str, ...]:
    """Each order with its form and what it does."""
    return tuple(f"`{order.form}` {order.about}" for order in steward_verbs.ORDERS)


def asks_for_help(text: str) -> bool:
    """Whether a line begins with ``help``."""
    words = text.strip(_MARKS).split(maxsplit=1)
    return bool(words) and words[0].casefold().rstrip(_MARKS) == HELP


def _in_full(order: Verb) -> str:
    where = "the bot" if order.scope is Scope.BOT else "the game"
    return f"`{order.form}` {order.about}, e.g. `{order.example}` (an order to {where})"
