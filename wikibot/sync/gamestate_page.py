"""A gamestate page put together: state, drawing, status line, hidden comment, checked as a whole.

Every function raises ``UnsafeEdit`` rather than giving a page on which anything that people wrote
has changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.game.engine.enactment import PASSED
from wikibot.game.engine.steward_verbs import number_of
from wikibot.game.game import Game
from wikibot.game.page.board import (
    board_links,
    board_wikitext,
    drawn,
    put_board,
    shown_from,
    undrawn,
    with_heading,
)
from wikibot.game.picture import Picture
from wikibot.game.problems import Held, failure
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, State
from wikibot.storage.cursor import NAME, Cursor, write_cursor
from wikibot.wikitext.escape import answer_wikitext, comments_named, directed, shortened, show
from wikibot.wikitext.messages import at_most, every_wording, later, local_time, retold, say
from wikibot.wikitext.numerals import WEEK
from wikibot.wikitext.own_marks import (
    STATUS,
    TopLevel,
    added_at_end,
    check_marked,
    check_written,
    has_open_nowiki,
    place_at_end,
    without_nowiki,
)
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_writer import UnsafeEdit

# == The status line of the gamestate page: until when it is synced, what waits, where to ask ======
#
# A proposal that passed stands there for a week, unless it is noted before that it was enacted.
#
# Decision: a line is the bot's own where it stands alone on the top level of the page and says
# nothing but what a status line says, with people's words in ``<nowiki>`` only; where the bot's
# last version of the page is known, it must also be one that stood there. Anything else of that
# class is people's text and stays. The bot's own line may have been moved by people: it is
# renewed where it stands.

LISTED = 5
_BEGINS = f'<small class="{STATUS}">'
_SYNCED, _NEVER = later("Synced through {}."), later("Not synced yet.")
_TURNED = r'(?:<bdi dir="(?:ltr|rtl)">)'  # on a page that is written the other way
_MARKUP = rf"</?(?:code|bdi)>|{_TURNED}|<nowiki>[^<>\n]*</nowiki>|\[\[[^\[\]<>|\n]*\]\]"
_REST = rf"(?:[^<>\[\]{{}}|~\n]|{_MARKUP})*+</small>"
# The sentence that comes first while the game stands still. All behind it is the line as it was.
_STOPPED = "Nothing is played until this is mended"
_WHOLE = regex(rf"^{re.escape(_BEGINS)}{_TURNED}?'''.*</small>\r?$", re.MULTILINE)
_LONGEST_STOP = 600  # characters


class StatusLine(Struct, frozen=True):
    """What the status line tells.

    ``stewards``: the title of their page. ``own``: the gamestate page as the bot saved it last,
    where that is known. ``remarks`` are sentences without a full stop that stand there until the
    next save. ``waiting``: rules that wait, in words. ``turn``: the player whose turn it is.
    """

    cursor: Cursor
    state: State
    stewards: str = ""
    own: str | None = None
    remarks: Sequence[str] = ()
    waiting: Sequence[str] = ()
    turn: str = ""


def put_status(page: str, status: StatusLine) -> str:
    """The page with its status line renewed in place, or added at the end.

    Every other byte stays.
    """
    return _with_line(page, _new_line(status), status.own)


def _new_line(status: StatusLine) -> str:
    return f"{_BEGINS}{directed(' '.join(_sentences(status)))}</small>"


def put_stop(page: str, status: StatusLine, why: str) -> str:
    """The page with a status line that says first why the game stands still.

    All else of the line, and of the page, stays as it was.
    """
    found = find_status(page, status.own)
    own = page if found else status.own or ""
    found = found or find_status(own)  # or else the line of the bot's last version of the page
    line = own[found[0] : found[1]] if found else _new_line(status)
    said = directed(f"'''{say(_STOPPED)}''': {show(why, _LONGEST_STOP)}. ")
    first = f"{_BEGINS}{said}"
    return _with_line(page, first + (_going(line) or line).removeprefix(_BEGINS), status.own)


def _with_line(page: str, line: str, own: str | None) -> str:
    """The page with its status line renewed, or added at the end, and no other of the bot's."""
    line = without_nowiki(line) if has_open_nowiki(page) else line
    spans = status_lines(page, own)
    if not spans:
        return added_at_end(page, f"{line}\n")
    *others, (start, end) = spans
    page = page[:start] + line + page[end:]
    for start, end in reversed(others):
        page = page[:start] + page[end:].removeprefix("\n")
    return page


def says_stop(page: str, own: str | None = None) -> bool:
    """Whether a status line of the bot reports a stop."""
    return any(_stop(page[start:end]) for start, end in status_lines(page, own))


def _going(line: str) -> str | None:
    """A status line without its sentence about a stop; None where it has none."""
    stop = _stop(line)
    if not stop:
        return None
    begins = rf"\. (?:</bdi>)?(?={_TURNED}?(?:{_begun()})[^<]*<(?!/nowiki))"
    ends = re.compile(begins).search(line, stop)
    return None if ends is None else _BEGINS + line[ends.end() :]


def _stop(line: str) -> int:
    """How much of a status line says, in any language, that the game stands still; 0: none."""
    begun = "|".join(map(re.escape, every_wording(_STOPPED)))
    found = re.match(f"{re.escape(_BEGINS)}{_TURNED}?'''(?:{begun})''': ", line)
    return found.end() if found else 0


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
    said = re.compile(f"{re.escape(_BEGINS)}{_TURNED}?(?:{_begun()}){_REST}")
    lines = [(found[0], found.start()) for found in said.finditer(page)]
    stopped = ((found[0].rstrip("\r"), found.start()) for found in _WHOLE.finditer(page))
    lines += [(line, at) for line, at in stopped if said.fullmatch(_going(line) or "")]
    there = [(at, line) for line, at in lines if top.has(at) and top.whole_line(at, at + len(line))]
    mine = [(at, line) for at, line in there if written is None or line in written]
    stops = [(at, line) for at, line in there if _stop(line)]
    return tuple(sorted({(at, at + len(line)) for at, line in (*mine[-1:], *stops)}))


def _sentences(status: StatusLine) -> Iterator[str]:
    cursor, state = status.cursor, status.state
    yield say(_SYNCED, local_time(cursor.synced)) if cursor.synced else say(_NEVER)
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
    if status.turn:
        yield say("It is {}'s turn.", show(status.turn, 80))
    asked = dict.fromkeys(
        each.player for each in state.pending if each.kind is Kind.ACTION and not each.id.page
    )  # by the rules: nobody wrote a line
    if asked:
        yield say("Still to answer: {}.", _listed([*asked], 80))
    held = [
        f"{each.player}: {each.text} ({retold(each.asks)}, {number_of(state, each.id)})"
        for each in state.pending
        if each.kind is Kind.HELD
    ]
    if held:
        yield say("Held for a person: {}.", _listed(held, 200))
    if status.waiting:
        yield f"{say('Rules that wait')}: {_listed(status.waiting, 300)}."
    yield from (f"{show(remark, 300)}." for remark in status.remarks)
    if status.stewards:
        yield say("Questions: [[{}]].", status.stewards)


def _listed(texts: Sequence[str], longest: int) -> str:
    said = [answer_wikitext(shortened(each, longest)) for each in texts]
    return "; ".join(at_most(LISTED, said))


# == A gamestate page put together: state, drawing, status line, hidden comment, checked ===========


class DrawnPage(Struct, frozen=True):
    """A page with a state laid over it, and the board's picture.

    ``picture`` is None where there is none, or where the ruleset page lacks a number that drawing
    it needs: the old drawing then stays, and the game plays on. ``links``: where its cells lead.
    ``problem``: what a person has to be told where the program failed at it.
    """

    text: str
    picture: Picture | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


def lay_over(
    game: Game[Any], page: str, book: Rulebook, state: Any, own: str | None = None,
    board_page: str = ""
) -> DrawnPage:  # fmt: skip
    """The page with a state, and with its drawing where it has a heading ``Board``.

    ``own``: the page as the bot saved it last, where that is known. ``board_page``: the title of
    the page on which the board is drawn, to be shown there; "": it is drawn here.
    """
    state = replace(state, letters=()) if state.letters else state  # no page has them
    new = game.write(page, book, state)
    check_written(page, new, lists=game.in_lists)
    picture, problem = _picture(game, book, state)
    if picture is None:
        return DrawnPage(new, problem=problem)
    links = board_links(undrawn(new), picture)
    drawing = shown_from(board_page) if board_page else board_wikitext(picture, links)
    with_board = put_board(new, drawing, own)
    before, after = ([place] if (place := drawn(each)) else [] for each in (new, with_board))
    check_marked(new, with_board, before, after)
    return DrawnPage(with_board, picture, links)


def new_gamestate(game: Game[Any], book: Rulebook, now: datetime, title: str) -> str:
    """A starting page, with a heading ``Board`` and the drawing where the game has one."""
    page = game.new_page(book, now, title)
    picture, _ = _picture(game, book, game.read(page, book, now).state)
    if picture is None:
        return page
    return put_board(with_heading(page), board_wikitext(picture, board_links(page, picture)))


def finished(page: str, status: StatusLine) -> str:
    """The page with status line and hidden comment."""
    cursor, marked = status.cursor, put_status(page, status)
    now = find_status(marked)
    if now is None:
        raise UnsafeEdit("there is no place on the page for the bot's status line")
    check_marked(page, marked, status_lines(page, status.own), [now])
    # A first comment goes before what is never closed.
    at = len(marked) if comments_named(marked, NAME) else place_at_end(marked)
    new = write_cursor(marked[:at], cursor) + (f"\n{marked[at:]}" if marked[at:] else "")
    check_marked(marked, new, comments_named(marked, NAME), comments_named(new, NAME))
    return new


def _picture(game: Game[Any], book: Rulebook, state: Any) -> tuple[Picture | None, str]:
    try:
        return game.picture(state, book), ""
    except Held:
        return None, ""
    except Exception as error:  # noqa: BLE001  # a drawing stops nothing
        return None, failure("drawing the board", error)
