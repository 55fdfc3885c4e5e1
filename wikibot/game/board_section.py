"""The drawn board on a gamestate page: between two comments below the heading ``Board``.

People opt in by having that heading. Only what stands between the comments is ever replaced, so a table or a text that
somebody keeps in the same section stays. Whoever reads a page leaves the drawing out: it only repeats the state.
"""

from __future__ import annotations

from wikibot.wikitext.sections import section, sections

TITLE = "Board"
BEGIN = "<!-- Board drawn by the bot. It is drawn anew with every change: what you write here gets lost. -->\n"
END = "<!-- End of the drawn board. -->\n"


def drawn(text: str) -> tuple[int, int] | None:
    """Where the drawing stands, from its first comment to behind its last; None where there is none in one piece."""
    start = text.find(BEGIN)
    end = text.find(END, start) if start >= 0 else -1
    return (start, end + len(END)) if end >= 0 else None


def undrawn(text: str) -> str:
    """The page without its drawing."""
    start, end = drawn(text) or (0, 0)
    return text[:start] + text[end:]


def put_board(page: str, drawing: str) -> str:
    """The page with this drawing, or the page itself where it has no heading ``Board`` or shows the drawing already.

    ``drawing`` is wikitext that ends in a line break. A new one goes to the beginning of the section. A page on which
    one of the two comments is damaged stays as it is.
    """
    block = f"{BEGIN}{drawing}{END}"
    found = drawn(page)
    if found:
        return page[: found[0]] + block + page[found[1] :]
    place = section(page, TITLE)
    if place is None or BEGIN in page or END in page:
        return page
    before, after = page[: place.heading_end], page[place.heading_end :]
    gap = "" if before.endswith("\n") else "\n"
    blank = "" if not after.strip() or after.startswith("\n") else "\n"
    return f"{before}{gap}{block}{blank}{after}"


def with_heading(page: str) -> str:
    """A new page with the heading ``Board`` before its first one, unless it has one."""
    found = sections(page)
    if section(page, TITLE) is not None:
        return page
    at = found[0].start if found else len(page)
    gap = "" if not page[:at] or page[:at].endswith("\n\n") else "\n" if page[:at].endswith("\n") else "\n\n"
    return f"{page[:at]}{gap}== {TITLE} ==\n\n{page[at:]}"
