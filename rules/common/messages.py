"""The line of a wiki page that makes a proposal or a candidacy, watched while that is open."""

from __future__ import annotations

from typing import Any

from wikibot.game.engine.context import ActionContext


def message(act: ActionContext[Any]) -> dict[str, Any]:
    """The fields ``line`` and ``message`` of what a line makes; empty for one of a text log."""
    if act.action.id.page == 0:
        return {"line": None, "message": ""}
    return {"line": act.action.id, "message": " ".join(act.action.text.split())}
