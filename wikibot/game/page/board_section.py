"""The drawn board on a gamestate page: between two comments below the heading ``Board``.

People opt in by having that heading. Only what stands between the comments is ever replaced, so a
table or a text that people keep in the same section stays. Readers of the page skip the
drawing, which only repeats the state; what people put between the comments is read like all else.

Decision: what is between is replaced only if it is a drawing and nothing else, and, where the bot's
last version of the page is known, the very drawing that stood there. If people changed it or set
the comments around other text, everything stays as it is, until they take the two comments
off the page; then the board is drawn anew.
"""

from __future__ import annotations

import itertools
import re

from wikibot.wikitext.messages import every_wording, later, say
from wikibot.wikitext.own_marks import TopLevel
from wikibot.wikitext.sections import PageSection, section, sections

TITLE = later("Board")
BEGIN = (
    "<!-- Board drawn by the bot. It is drawn anew with every change:"
    " what you write here gets lost. -->\n"
)
END = "<!-- End of the drawn board. -->\n"
FOREIGN = (
    "what stands between the two comments around the drawn board was changed,"
    " so it is not drawn anew. Take the two comments off the page to have it drawn again"
)


# One line of a drawing: the bot's tags, and text in which all but letters, digits and a few marks
# is spelled out.
_TAG = (
    r"</?(?:div|span|small)(?: style=\"[^\"<>\n]*\")?(?: title=\"[^\"<>\n]*\")?"
    r"(?: class=\"wikibot-space\" data-space=\"[^\"<>\n]*\")?>|'''"
    r"|\[\[[^\[\]{}|<>\n]*\|<b style=\"color:inherit\">|</b>\]\]"
)
_LINE = re.compile(rf"(?=</?div[ >])(?:{_TAG}|[\w ,;:.()·→◆◉+-]|&#x[0-9A-F]+;)*+")


_SHOWN = re.compile(r"\{\{:[^{}<>\[\]|#\n]+\}\}\n")  # the drawing of another page


def shown_from(title: str) -> str:
    """Wikitext that shows the drawing of another page."""
    return f"{{{{:{title}}}}}\n"


def drawn(text: str) -> tuple[int, int] | None:
    """Where the drawing stands, from its first comment to behind its last; None without one.

    The comments count on the top level of the page only. Of several drawings the last is meant.
    """
    place = _between(text)
    whole = place and is_drawing(text[place[0] + len(BEGIN) : place[1] - len(END)])
    return place if whole else None


def hidden(text: str) -> tuple[tuple[int, int], ...]:
    """What readers of the page skip: the drawing, or the lines of one that people wrote into."""
    if whole := drawn(text):
        return (whole,)
    at, end = _between(text) or (0, 0)
    found = list[tuple[int, int]]()
    for line in text[at:end].split("\n"):
        if _LINE.fullmatch(line):
            found.append((at, at + len(line)))
        at += len(line) + 1
    return tuple(found)


def _between(text: str) -> tuple[int, int] | None:
    """From the first comment to behind the last one, whatever stands between them."""
    marks = _marks(text)
    for begin, end in reversed(list(itertools.pairwise(marks))):
        if text.startswith(BEGIN, begin) and text.startswith(END, end):
            return begin, end + len(END)
    return None


def _marks(text: str) -> list[int]:
    """Where the two comments stand."""
    if BEGIN not in text and END not in text:
        return []
    return [
        span.start
        for span in TopLevel(text).comments()
        if text.startswith((BEGIN, END), span.start)
    ]


def is_drawing(content: str) -> bool:
    """Whether a text is a drawing as the bot makes them, and nothing else."""
    if _SHOWN.fullmatch(content):
        return True
    lines = content.removesuffix("\n").split("\n")
    return content.endswith("</div>\n") and all(map(_LINE.fullmatch, lines))


def undrawn(text: str) -> str:
    """The page without its drawing."""
    start, end = drawn(text) or (0, 0)
    return text[:start] + text[end:]


def put_board(page: str, drawing: str, own: str | None = None) -> str:
    """The page with this drawing; the page itself without a heading ``Board`` or a change.

    ``drawing`` is wikitext that ends in a line break. A new one goes to the beginning of the
    section. A page on which one of the two comments is damaged, or holds text of people, stays as
    it is. ``own``: the page as the bot saved it last, where that is known.
    """
    block = f"{BEGIN}{drawing}{END}"
    found = drawn(page)
    if found:
        return page[: found[0]] + block + page[found[1] :] if is_own(page, own) else page
    place = _section(page)
    if place is None or _marks(page) or not TopLevel(page).has(place.start):
        return page
    before, after = page[: place.heading_end], page[place.heading_end :]
    gap = "" if before.endswith("\n") else "\n"
    blank = "" if not after.strip() or after.startswith("\n") else "\n"
    return f"{before}{gap}{block}{blank}{after}"


def _section(page: str) -> PageSection | None:
    """The section of the board, whatever the language of its heading."""
    return next(filter(None, (section(page, each) for each in every_wording(TITLE))), None)


def is_own(page: str, own: str | None = None) -> bool:
    """Whether what stands between the two comments is the bot's alone; True without them."""
    start, end = _between(page) or (0, 0)
    content = page[start + len(BEGIN) : end - len(END)]
    return start == end or (is_drawing(content) and (own is None or page[start:end] in own))


def with_heading(page: str) -> str:
    """A new page with the heading ``Board`` before its first one, unless it has one."""
    found = sections(page)
    if _section(page) is not None:
        return page
    at = found[0].start if found else len(page)
    gap = (
        ""
        if not page[:at] or page[:at].endswith("\n\n")
        else "\n"
        if page[:at].endswith("\n")
        else "\n\n"
    )
    return f"{page[:at]}{gap}== {say(TITLE)} ==\n\n{page[at:]}"
