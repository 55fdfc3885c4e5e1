"""The status line at the end of the gamestate page: through when it is synced, what needs people, where to ask.

A proposal that passed stands there for a week, unless somebody notes before that it was enacted.

Decision: a line is the bot's own where it stands by itself on the top level of the page and says
nothing but what a status line says, with people's words in ``<nowiki>`` only; where the bot's last
version of the page is known, it must also be one that stood there. Anything else of that class is
people's text and stays. The bot's own line may have been moved by people: it is renewed where it
stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wikibot.game.calendar import WEEK, format_time
from wikibot.game.engine.enactment import PASSED
from wikibot.game.state import Kind, State
from wikibot.storage.cursor import Cursor
from wikibot.wikitext.escape import show
from wikibot.wikitext.own_marks import TopLevel, added_at_end, has_open_nowiki, without_nowiki

CLASS = "wikibot-status"
LISTED = 5
_BEGINS = f'<small class="{CLASS}">'
_SAID = re.compile(
    rf"{re.escape(_BEGINS)}(?:Synced through|Not synced yet)"
    r"(?:[^<>\[\]{}|~\n]|<nowiki>[^<>\n]*</nowiki>|\[\[[^\[\]<>|\n]*\]\])*+</small>"
)


def put_status(
    page: str,
    cursor: Cursor,
    state: State,
    stewards: str,
    own: str | None = None,
    remarks: Sequence[str] = (),
    waiting: Sequence[str] = (),
) -> str:
    """The page with its status line renewed in place, or added at the end; every other byte stays.

    ``own``: the page as the bot saved it last, where that is known. ``remarks`` are sentences
    without a full stop that stand there until the next save. ``waiting``: rules that wait, in
    words.
    """
    line = f"{_BEGINS}{_words(cursor, state, stewards, remarks, waiting)}</small>"
    line = without_nowiki(line) if has_open_nowiki(page) else line
    found = find_status(page, own)
    return page[: found[0]] + line + page[found[1] :] if found else added_at_end(page, f"{line}\n")


def find_status(page: str, own: str | None = None) -> tuple[int, int] | None:
    """Where the bot's own status line stands, without its line break; None where there is none."""
    if _BEGINS not in page:
        return None
    top = TopLevel(page)
    written = None if own is None else frozenset(own.split("\n"))
    last = None
    for line in _SAID.finditer(page):
        known = written is None or line[0] in written
        if known and top.has(line.start()) and top.whole_line(line.start(), line.end()):
            last = line.span()
    return last


def _words(
    cursor: Cursor, state: State, stewards: str, remarks: Sequence[str], waiting: Sequence[str]
) -> str:
    words = [
        f"Synced through {format_time(cursor.synced)}." if cursor.synced else "Not synced yet."
    ]
    if cursor.closed:
        words.append(f"Closed by {show(cursor.closed)}.")
    elif cursor.paused:
        words.append(f"Paused by {show(cursor.paused)}: actions stay queued.")
    passed = [
        p
        for p in state.proposals
        if p.status == PASSED and p.changed and state.now < p.changed + WEEK
    ]
    if passed:
        words.append(
            f"To be enacted: {', '.join(show(f'{p.id} by {p.proposer}', 80) for p in passed)}."
        )
    held = [p for p in state.pending if p.kind is Kind.HELD]
    if held:
        named = "; ".join(
            show(f"{p.player}: {p.text} ({p.asks}, {p.id})", 200) for p in held[:LISTED]
        )
        more = f"; and {len(held) - LISTED} more" if len(held) > LISTED else ""
        words.append(f"Held for a person: {named}{more}.")
    if waiting:
        listed = "; ".join(show(each, 300) for each in waiting[:LISTED])
        more = f"; and {len(waiting) - LISTED} more" if len(waiting) > LISTED else ""
        words.append(f"Rules that wait: {listed}{more}.")
    words += [f"{show(remark, 300)}." for remark in remarks]
    if stewards:
        words.append(f"Questions: [[{stewards}]].")
    return " ".join(words)
