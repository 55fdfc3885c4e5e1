"""The headings of the steward page under which the bot says what waits for a person, one a line.

There are two: the rules that wait, and what stops the game. The bot keeps each: it comes with the
first notice and goes with the last, wherever people have moved it to. Decisions: what stands
between the two hidden marks is the bot's and is renewed whole; all else on the page is people's.
The heading is taken away only while it stands right above the marks. Where people took the marks
away while something waits, the next sync that has anything to do puts them at the end of the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wikibot.wikitext.answers import answer_wikitext, shortened
from wikibot.wikitext.own_marks import added_at_end

MOST = 50  # notices that are listed
LONGEST = 600  # characters of one of them


class NoticeBoard(Struct, frozen=True):
    """One heading. ``name``: in its hidden marks; ``lists_all``: the command that has the rest."""

    title: str
    name: str
    lists_all: str

    @property
    def begins(self) -> str:
        """The hidden mark above the notices."""
        return f"<!-- wikibot: {self.name} -->"

    @property
    def ends(self) -> str:
        """The hidden mark below them."""
        return f"<!-- wikibot: end of the {self.name} -->"

    @property
    def heading(self) -> str:
        """The heading's line."""
        return f"== {self.title} ==\n"


RULES = NoticeBoard("Rules that wait", "rules that wait", "wikibot rules check")
STOPS = NoticeBoard("What stops the game", "stops of the game", "wikibot sync")


def put_notices(page: str, notices: Sequence[str], board: NoticeBoard = RULES) -> str:
    """The page with these notices, plain text, in place of the old ones; other bytes stay."""
    start, end = page.find(board.begins), page.find(board.ends)
    stands = 0 <= start < end
    end += len(board.ends)
    if not notices:
        return _without(page, start, end, board.heading) if stands else page
    block = f"{board.begins}\n{_listed(notices, board)}{board.ends}"
    if stands:
        return page[:start] + block + page[end:]
    gap = "\n" if page.strip() else ""
    return added_at_end(page, f"{gap}{board.heading}{block}\n")


def _listed(notices: Sequence[str], board: NoticeBoard) -> str:
    lines = [f"* {answer_wikitext(shortened(each, LONGEST))}\n" for each in notices[:MOST]]
    more = len(notices) - MOST
    rest = f"and {more} more: `{board.lists_all}` lists all"
    return "".join(lines) + (f"* {answer_wikitext(rest)}\n" if more > 0 else "")


def _without(page: str, start: int, end: int, heading: str) -> str:
    """The page without the bot's lines, and without their heading and the blank line before it."""
    before, after = page[:start], page[end:].removeprefix("\n")
    if before.endswith(heading):
        before = before.removesuffix(heading)
        before = before.removesuffix("\n") if before.endswith("\n\n") or not after else before
        before += "" if not before or before.endswith("\n") else "\n"
    return before + after
