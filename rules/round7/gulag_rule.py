"""What nobody does in the Gulag (ruleset section Gulag): a part of its own, so that any rule may ask."""

from __future__ import annotations

from rules.round7.state import GULAG, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Refused


def refuse_in_gulag(act: ActionContext[State], what: str) -> None:
    """Refuse what nobody does in the Gulag."""
    if act.me.space == GULAG:
        raise Refused(f"in the Gulag you cannot {what}", rule=GULAG, remedy="Send `rejoin` first.")
