"""The status line of the gamestate page: until when it is synced, what waits, where to ask.

A proposal that passed stands there for a week, unless it is noted before that it was enacted.

Decision: a line is the bot's own where it stands alone on the top level of the page and says
nothing but what a status line says, with people's words in ``<nowiki>`` only; where the bot's last
version of the page is known, it must also be one that stood there. Anything else of that class is
people's text and stays. The bot's own line may have been moved by people: it is renewed where it
stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from wikibot.game.calendar import WEEK
from wikibot.game.engine.enactment import PASSED
from wikibot.game.engine.waiting_numbers import number_of
from wikibot.game.state import Kind, State
from wikibot.storage.cursor import Cursor
from wikibot.wikitext.answers import answer_wikitext, shortened, wiki_time
from wikibot.wikitext.escape import show
from wikibot.wikitext.messages import every_wording, later, retold, say
from wikibot.wikitext.own_marks import (
    STATUS,
    TopLevel,
    added_at_end,
    has_open_nowiki,
    without_nowiki,
)

LISTED = 5
_BEGINS = f'<small class="{STATUS}">'
_SYNCED, _NEVER = later("Synced through {}."), later("Not synced yet.")
_MARKUP = r"</?(?:code|bdi)>|<nowiki>[^<>\n]*</nowiki>|\[\[[^\[\]<>|\n]*\]\]"
_REST = rf"(?:[^<>\[\]{{}}|~\n]|{_MARKUP})*+</small>"
# The sentence that comes first while the game stands still. All behind it is the line as it was.
_STOPPED = "Nothing is played until this is mended"
_WHOLE = re.compile(rf"^{re.escape(_BEGINS)}'''.*</small>\r?$", re.MULTILINE)
_LONGEST_STOP = 600  # characters


class StatusLine(Struct, frozen=True):
    """What the status line tells.

    ``stewards``: the title of their page. ``own``: the gamestate page as the bot saved it last,
    where that is known. ``remarks`` are sentences without a full stop that stand there until the
    next save. ``waiting``: rules that wait, in words.
    """

    cursor: Cursor
    state: State
    stewards: str = ""
    own: str | None = None
    remarks: Sequence[str] = ()
    waiting: Sequence[str] = ()


def put_status(page: str, status: StatusLine) -> str:
    """The page with its status line renewed in place, or added at the end.

    Every other byte stays.
    """
    line = f"{_BEGINS}{' '.join(_sentences(status))}</small>"
    return _with_line(page, line, status.own)


def put_stop(page: str, status: StatusLine, why: str) -> str:
    """The page with a status line that says first why the game stands still.

    All else of the line, and of the page, stays as it was.
    """
    found = find_status(page, status.own)
    line = page[found[0] : found[1]] if found else _own_line(status)
    first = f"{_BEGINS}'''{say(_STOPPED)}''': {show(why, _LONGEST_STOP)}. "
    return _with_line(page, first + (_going(line) or line).removeprefix(_BEGINS), status.own)


def _with_line(page: str, line: str, own: str | None) -> str:
    """The page with its status line renewed, or added at the end, and no other of the bot's."""
    line = without_nowiki(line) if has_open_nowiki(page) else line
    *others, place = status_lines(page, own) or (None,)
    if place is None:
        return added_at_end(page, f"{line}\n")
    page = page[: place[0]] + line + page[place[1] :]
    for start, end in (span for span in reversed(others) if span is not None):
        page = page[:start] + page[end:].removeprefix("\n")
    return page


def says_stop(page: str, own: str | None = None) -> bool:
    """Whether a status line of the bot reports a stop."""
    return any(_stop(page[start:end]) for start, end in status_lines(page, own))


def _own_line(status: StatusLine) -> str:
    """The status line of the bot's last version of the page, or else a new one."""
    own = status.own or ""
    found = find_status(own)
    if found is None:
        return f"{_BEGINS}{' '.join(_sentences(status))}</small>"
    return own[found[0] : found[1]]


def _going(line: str) -> str | None:
    """A status line without its sentence about a stop; None where it has none."""
    stop = _stop(line)
    if not stop:
        return None
    ends = re.compile(rf"\. (?=(?:{_begun()})[^<]*<(?!/nowiki))").search(line, stop)
    return None if ends is None else _BEGINS + line[ends.end() :]


def _stop(line: str) -> int:
    """How much of a status line says, in any language, that the game stands still; 0: none."""
    begun = (f"{_BEGINS}'''{each}''': " for each in every_wording(_STOPPED))
    return next((len(each) for each in begun if line.startswith(each)), 0)


def _begun() -> str:
    """A pattern for how a status line begins, in any language."""
    every = (*every_wording(_SYNCED), *every_wording(_NEVER))
    begun = (each.partition("{")[0].rstrip(" .") for each in every)
    return "|".join(map(re.escape, filter(None, begun)))


def find_status(page: str, own: str | None = None) -> tuple[int, int] | None:
    """Where the bot's own status line stands, without its line break; None where there is none."""
    return next(reversed(status_lines(page, own)), None)


def status_lines(page: str, own: str | None = None) -> tuple[tuple[int, int], ...]:
    """Where lines of the bot's own stand: its status line, and any that say that the game stands.

    Those have a form that nothing else has; an old one comes back where people go back to an older
    version of the page. The last line is the one that is renewed.
    """
    if _BEGINS not in page:
        return ()
    top = TopLevel(page)
    written = None if own is None else frozenset(own.split("\n"))
    said = re.compile(f"{re.escape(_BEGINS)}(?:{_begun()}){_REST}")
    lines = [(found[0], found.start()) for found in said.finditer(page)]
    stopped = ((found[0].rstrip("\r"), found.start()) for found in _WHOLE.finditer(page))
    lines += [(line, at) for line, at in stopped if said.fullmatch(_going(line) or "")]
    there = [(at, line) for line, at in lines if top.has(at) and top.whole_line(at, at + len(line))]
    mine = [(at, line) for at, line in there if written is None or line in written]
    stops = [(at, line) for at, line in there if _stop(line)]
    return tuple(sorted({(at, at + len(line)) for at, line in (*mine[-1:], *stops)}))


def _sentences(status: StatusLine) -> Iterator[str]:
    cursor, state = status.cursor, status.state
    yield say(_SYNCED, _time(cursor.synced)) if cursor.synced else say(_NEVER)
    if cursor.closed:
        yield say("Closed by {}.", show(cursor.closed))
    elif cursor.paused:
        yield say("Paused by {}: actions stay queued.", show(cursor.paused))
    passed = [
        show(f"{each.id} by {each.proposer}", 80)
        for each in state.proposals
        if each.status == PASSED and each.changed and state.now < each.changed + WEEK
    ]
    if passed:
        yield say("To be enacted: {}.", ", ".join(passed))
    held = [
        f"{each.player}: {each.text} ({retold(each.asks)}, {number_of(state, each.id)})"
        for each in state.pending
        if each.kind is Kind.HELD
    ]
    if held:
        yield say("Held for a person: {}.", _listed(held, 200))
    if status.waiting:
        yield say("Rules that wait: {}.", _listed(status.waiting, 300))
    yield from (f"{show(remark, 300)}." for remark in status.remarks)
    if status.stewards:
        yield say("Questions: [[{}]].", status.stewards)


def _time(time: datetime) -> str:
    return f"{wiki_time(time)} (UTC)"


def _listed(texts: Sequence[str], longest: int) -> str:
    more = say("; and {} more", len(texts) - LISTED) if len(texts) > LISTED else ""
    said = (answer_wikitext(shortened(each, longest)) for each in texts[:LISTED])
    return "; ".join(said) + more
