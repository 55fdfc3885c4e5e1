"""The status line at the end of the gamestate page: through when it is synced, what is held, where to ask."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wikibot.cursor import Cursor
from wikibot.game.calendar import format_time
from wikibot.game.state import Kind, Pending
from wikibot.wikitext.escape import show

CLASS = "wikibot-status"
LISTED = 5
_LINE = re.compile(rf'<small class="{CLASS}">.*?</small>\n?', re.DOTALL)


def put_status(page: str, cursor: Cursor, pending: Sequence[Pending], stewards: str) -> str:
    """The page with its status line renewed in place, or added at the end; every other byte stays."""
    line = f'<small class="{CLASS}">{_words(cursor, pending, stewards)}</small>\n'
    found = _LINE.search(page)
    if found:
        return page[: found.start()] + line + page[found.end() :]
    return page + ("" if not page or page.endswith("\n") else "\n") + line


def _words(cursor: Cursor, pending: Sequence[Pending], stewards: str) -> str:
    words = [f"Synced through {format_time(cursor.synced)}." if cursor.synced else "Not synced yet."]
    if cursor.closed:
        words.append(f"Closed by {show(cursor.closed)}.")
    elif cursor.paused:
        words.append(f"Paused by {show(cursor.paused)}: actions stay queued.")
    held = [p for p in pending if p.kind is Kind.HELD]
    if held:
        named = "; ".join(show(f"{p.player}: {p.text} ({p.asks}, {p.id})", 200) for p in held[:LISTED])
        more = f" and {len(held) - LISTED} more" if len(held) > LISTED else ""
        words.append(f"Held for a person: {named}{more}.")
    if stewards:
        words.append(f"Questions: [[{stewards}]].")
    return " ".join(words)
