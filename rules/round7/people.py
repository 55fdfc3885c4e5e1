"""Players as lines name them: by name or account, by mention, user link or ping template."""

from __future__ import annotations

import re

from rules.round7.state import Context
from wikibot.sdk import plain

MARK = (
    r"@|\[\[\s*user\b|\{\{\s*(?:ping|re|reply to|u|user)\s*\|"  # with which a ping begins on a wiki
)
_TEMPLATE = re.compile(
    r"\{\{\s*(?:ping|re|reply to|u|user)\s*\|\s*(?P<name>[^{}|]+)[^{}]*\}\}", re.IGNORECASE
)
_AROUND = re.compile(r"^[\s@.:,]*(?:user(?: talk)?:\s*)?|[\s.!:,]+$", re.IGNORECASE)


def spoken(text: str) -> str:
    """A text in which people are names, not links, templates or mentions."""
    return plain(_TEMPLATE.sub(lambda found: found["name"], text))


def bare(text: str) -> str:
    """The name in a text that names one person and says nothing else."""
    return _AROUND.sub("", spoken(text).strip())


def player_named(act: Context, text: str) -> str:
    """The player that a text names; raises ``Unclear`` with suggestions."""
    return find_player(act, text) or act.resolve(
        bare(text), tuple(act.state.players), "player", _accounts(act)
    )


def find_player(act: Context, text: str) -> str | None:
    """The same, or None where it names none or more than one. An exact name counts first."""
    known, accounts = tuple(act.state.players), _accounts(act)
    return act.find(spoken(text).strip(), known, accounts) or act.find(bare(text), known, accounts)


def _accounts(act: Context) -> dict[str, str]:
    return {player.owner: name for name, player in act.state.players.items()}
