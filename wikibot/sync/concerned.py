"""Whom an answer concerns: the people whose names are links in it, so that it reaches them.

They are noted with the answer when it is given, so that it reads the same whenever it is delivered.
Decisions: the author of a line knows of it, and has a link only where more is asked of them. Names
between quotation marks or backticks are part of what a player wrote, and notify no one.
"""

from __future__ import annotations

from collections.abc import Mapping

from wikibot.game.actions import Outcome, Verdict
from wikibot.game.state import State
from wikibot.wikitext.answers import linkable, names_in
from wikibot.wikitext.folding import account_name

MOST = 20  # people in one answer; a wiki that notifies has a limit for each edit
People = Mapping[str, str]  # accounts by the names in the tables
Names = tuple[tuple[str, str], ...]


def concerned(before: State, after: State) -> People:
    """All who play, before or after a sync."""
    players = {**before.players, **after.players}
    return {name: each.owner for name, each in players.items() if linkable(each.owner)}


def named_in(outcome: Outcome, people: People) -> Names:
    """The people whom an answer names, without its author; before them who is to answer it."""
    author = account_name(outcome.action.account)
    others = {name: account for name, account in people.items() if account != author}
    found = names_in(outcome.text, others)[:MOST]
    asked = outcome.verdict is Verdict.NEEDS and linkable(author)
    return ((("", author),) if asked else ()) + tuple((name, others[name]) for name in found)
