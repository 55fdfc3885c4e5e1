"""The status line at the end of the gamestate page: through when it is synced, what needs people, where to ask.

A proposal that passed stands there for a week, unless somebody notes before that it was enacted.
"""

from __future__ import annotations

import re

from wikibot.cursor import Cursor
from wikibot.game.calendar import WEEK, format_time
from wikibot.game.enactment import PASSED
from wikibot.game.state import Kind, State
from wikibot.wikitext.escape import show

CLASS = "wikibot-status"
LISTED = 5
_LINE = re.compile(rf'<small class="{CLASS}">.*?</small>\n?', re.DOTALL)


def put_status(page: str, cursor: Cursor, state: State, stewards: str) -> str:
    """The page with its status line renewed in place, or added at the end; every other byte stays."""
    line = f'<small class="{CLASS}">{_words(cursor, state, stewards)}</small>\n'
    found = _LINE.search(page)
    if found:
        return page[: found.start()] + line + page[found.end() :]
    return page + ("" if not page or page.endswith("\n") else "\n") + line


def _words(cursor: Cursor, state: State, stewards: str) -> str:
    words = [f"Synced through {format_time(cursor.synced)}." if cursor.synced else "Not synced yet."]
    if cursor.closed:
        words.append(f"Closed by {show(cursor.closed)}.")
    elif cursor.paused:
        words.append(f"Paused by {show(cursor.paused)}: actions stay queued.")
    passed = [p for p in state.proposals if p.status == PASSED and p.changed and state.now < p.changed + WEEK]
    if passed:
        words.append(f"To be enacted: {', '.join(show(f'{p.id} by {p.proposer}', 80) for p in passed)}.")
    held = [p for p in state.pending if p.kind is Kind.HELD]
    if held:
        named = "; ".join(show(f"{p.player}: {p.text} ({p.asks}, {p.id})", 200) for p in held[:LISTED])
        more = f" and {len(held) - LISTED} more" if len(held) > LISTED else ""
        words.append(f"Held for a person: {named}{more}.")
    if stewards:
        words.append(f"Questions: [[{stewards}]].")
    return " ".join(words)
