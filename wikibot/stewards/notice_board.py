"""The heading of the steward page under which the rules that wait stand, one a line.

The bot keeps it: it comes with the first rule that waits and goes with the last, wherever people
have moved it to. Decisions: what stands between the two hidden marks is the bot's and is renewed
whole; all else on the page is people's. The heading is taken away only while it stands right above
the marks. Where people took the marks away while rules wait, the next sync that has anything to do
puts them at the end of the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from wikibot.wikitext.escape import show
from wikibot.wikitext.own_marks import added_at_end

TITLE = "Rules that wait"
MOST = 50  # rules that are listed
LONGEST = 600  # characters of one of them
_BEGINS, _ENDS = "<!-- wikibot: rules that wait -->", "<!-- wikibot: end of the rules that wait -->"
_HEADING = f"== {TITLE} ==\n"


def put_notices(page: str, notices: Sequence[str]) -> str:
    """The page with these notices, plain text, in place of the old ones; other bytes stay."""
    start, end = page.find(_BEGINS), page.find(_ENDS)
    stands = 0 <= start < end
    if not notices:
        return _without(page, start, end + len(_ENDS)) if stands else page
    block = f"{_BEGINS}\n{_listed(notices)}{_ENDS}"
    if stands:
        return page[:start] + block + page[end + len(_ENDS) :]
    gap = "\n" if page.strip() else ""
    return added_at_end(page, f"{gap}{_HEADING}{block}\n")


def _listed(notices: Sequence[str]) -> str:
    lines = [f"* {show(each, LONGEST)}\n" for each in notices[:MOST]]
    more = len(notices) - MOST
    return "".join(lines) + (
        f"* and {more} more: `wikibot rules check` lists all\n" if more > 0 else ""
    )


def _without(page: str, start: int, end: int) -> str:
    """The page without the bot's lines, and without their heading and the blank line before it."""
    before, after = page[:start], page[end:].removeprefix("\n")
    if before.endswith(_HEADING):
        before = before.removesuffix(_HEADING)
        before = before.removesuffix("\n") if before.endswith("\n\n") or not after else before
        before += "" if not before or before.endswith("\n") else "\n"
    return before + after
