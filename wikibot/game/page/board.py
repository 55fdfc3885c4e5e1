"""The drawn board on a gamestate page: divs between two comments below the heading ``Board``.

People opt in by having that heading. Only what stands between the comments is ever replaced, so a
table or a text that people keep in the same section stays. Readers of the page skip the
drawing, which only repeats the state; what people put between the comments is read like all else.

Decision: what is between is replaced only if it is a drawing and nothing else, and, where the bot's
last version of the page is known, the very drawing that stood there. If people changed it, took one
of the comments off or set them around other text, everything stays as it is, until they take the
comments off the page; then the board is drawn anew.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

from wikibot.game.page.cells import entity
from wikibot.game.picture import (
    COLOURS,
    Group,
    LegendEntry,
    Picture,
    PictureCell,
    PlayerToken,
    with_arrows,
)
from wikibot.wikitext.dialect import current, fold
from wikibot.wikitext.escape import isolated, shortened
from wikibot.wikitext.lines import PageSection, line_starts, section, sections
from wikibot.wikitext.messages import at_most, every_wording, later, say
from wikibot.wikitext.own_marks import TopLevel
from wikibot.wikitext.plain import plain
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import Table, outer_tables

# == A picture of a board as wikitext: divs with inline styles, no template and no extension =======
#
# Lines of cells wrap, so a phone shows them without scrolling sideways. What people wrote is
# spelled in entities: nothing of theirs runs. A cell leads to the row of its space, by that row's
# ``id`` where it has one, as in ``|- id="space-7"``, else to the heading above the table: tables
# stay as they are.

MOST_PLAYERS = 30  # named in one cell
CROWD = 3  # players that a cell of double width has room for
LONGEST = 24  # characters of a player's name or a mark
_INK, _RULE = "#202122", "#72777d"
# Each box has both its colours, so that a dark skin leaves it as it is; text outside them has the
# skin's own colour.
_BOX = f"border:1px solid {_RULE};border-radius:4px;color:{_INK};"
_CELL = f"{_BOX}padding:0 4px 1px;min-width:0;"
_COLUMN = 4.7  # em that a column of a line is wide at least
_CHIP = (
    "color:#fff;border-radius:8px;padding:0 6px;margin:1px 2px 1px 0;display:inline-block;"
    "background:"
)
_FLOW = "display:flex;flex-wrap:wrap;gap:3px"
_ROWS = (
    f"display:grid;grid-template-columns:repeat(auto-fill,minmax({_COLUMN}em,1fr));gap:3px;"
    "align-items:start"
)
_NO_LINKS: Mapping[str, str] = {}
# What a wiki would not store as it was sent, and what turns the direction of text.
_UNSAFE = regex(
    "[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
)
# All but letters, digits and the few marks that mean nothing inside a line.
_SPECIAL = regex(r"[^\w ,;:.()·→◆◉+-]|_|:(?! )")


def board_wikitext(picture: Picture, links: Mapping[str, str] = _NO_LINKS, page: str = "") -> str:
    """The picture as lines of wikitext, with a line break at the end.

    ``links``: fragments that cells lead to on ``page`` ("": the page itself), by the cells' ids.
    """
    picture, of_page = with_arrows(picture), f":{page}" if page else ""
    runs = ";direction:ltr" if current().leftward else ""  # as its arrows point
    return "\n".join(
        [
            f'<div style="line-height:1.35;font-size:90%;overflow-wrap:anywhere{runs}">',
            *_parts(picture, {id_: f"{of_page}#{place}" for id_, place in links.items()}),
            "</div>",
            "",
        ]
    )


def _parts(picture: Picture, links: Mapping[str, str]) -> Iterator[str]:
    if picture.facts:
        yield f"<div>'''{' · '.join(map(_text, picture.facts))}'''</div>"
    yield '<div style="display:flex;flex-wrap:wrap;gap:0 16px">'
    known = picture.tokens
    yield from (line for group in picture.groups for line in _group(group, known, links))
    yield "</div>"
    if picture.legend:
        yield f'<div style="margin-top:8px">{_text(say("Signs:"))}</div>'
        yield f'<div style="{_FLOW}">'
        yield from map(_entry, picture.legend)
        yield "</div>"


def _group(
    group: Group, known: Mapping[str, PlayerToken], links: Mapping[str, str]
) -> Iterator[str]:
    """A group as wide as it needs to be: short lines stand side by side where there is room."""
    columns = sum(map(_span, group.cells))
    width = "100%" if group.grid else f"{columns * (_COLUMN + 0.3):g}em;max-width:100%"
    yield f'<div style="margin-top:8px;width:{width}"><div>{_text(group.title)}</div>'
    yield _opening(group)
    for cell in group.cells:
        to = links.get(cell.id, "") if group.header else ""
        yield _cell(cell, known, to, grid=group.grid, space=bool(group.header))
    yield "</div></div>"


def _span(cell: PictureCell) -> int:
    """How many columns of a line a cell takes: more for players."""
    return 3 if len(cell.players) > CROWD else 2 if cell.players else 1


def _opening(group: Group) -> str:
    if not group.grid:
        return f'<div style="{_ROWS}">'
    columns, rows = group.size
    grid = f"display:grid;grid-template-columns:repeat({columns},minmax(0,1fr));gap:2px"
    if group.extent[0]:  # a plain, as wide as high
        size = f"grid-template-rows:repeat({rows},minmax(2em,auto));max-width:{columns * 2.4:g}em"
        return f'<div style="{grid};{size};border:1px dashed {_RULE};background:#eef3ea">'
    return f'<div style="{grid};max-width:{columns * 8}em">'


def _cell(
    cell: PictureCell, known: Mapping[str, PlayerToken], to: str, *, grid: bool, space: bool
) -> str:
    wide = f"grid-column:span {_span(cell)};" if cell.players else ""
    place = (
        f"grid-column:{cell.x + 1};grid-row:{cell.y + 1};" if grid else f"min-height:2.7em;{wide}"
    )
    style = f"{_CELL}{place}background:{COLOURS[cell.colour]}"
    sign = f" {_text(cell.sign)}" if cell.sign else ""
    marks = "".join(f" <small>{_text(shortened(mark, LONGEST))}</small>" for mark in cell.marks)
    title = f' title="{_text(cell.title)}"' if cell.title else ""
    name = isolated(_text(cell.label), "&#x2068;{}&#x2069;")
    label = f'[[{to}|<b style="color:{_INK}">{name}</b>]]' if to else f"'''{name}'''"
    shown = f"{label}{sign}{marks}{_players(cell.players, known)}"
    value = f' class="wikibot-space" data-space="{_text(cell.label)}"' if space else ""
    return f'<div style="{style}"{title}{value}>{shown}</div>'


def _players(names: tuple[str, ...], known: Mapping[str, PlayerToken]) -> str:
    """Names on grounds of the colours that players have in all drawings."""
    shown = [
        f'<span style="{_CHIP}{known[name].ink}">{_text(shortened(name, LONGEST))}</span>'
        for name in names
    ]
    return f"<div>{' '.join(at_most(MOST_PLAYERS, shown))}</div>" if shown else ""


def _entry(entry: LegendEntry) -> str:
    box = f"{_BOX}background:{COLOURS[entry.colour]};padding:0 4px"
    return f'<div style="{box}">{_text(entry.sign)} {_text(entry.name)}</div>'


def _text(text: str) -> str:
    """Any text where only it shows: in an attribute as well as between tags."""
    named = unicodedata.normalize(
        "NFC", _UNSAFE.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)
    )
    return _SPECIAL.sub(lambda found: entity(found[0]), named)


# -- where cells lead ------------------------------------------------------------------------------

_ID = regex(r"""\bid\s*=\s*["']?([\w-]{1,80})["'\s]?""")
_PLAIN = regex(r"[\w ,.()+-]{1,100}")  # a heading that does nothing in a link


def board_links(page: str, picture: Picture) -> Mapping[str, str]:
    """The fragment that each cell leads to, by its id; nothing for a cell without a row."""
    found: dict[str, str] = {}
    for header in dict.fromkeys(group.header for group in picture.groups if group.header):
        tables = [each for each in outer_tables(page) if fold(_first(each)) == fold(header)]
        ids: dict[str, str] = {}
        for row in (row for table in tables for row in table.rows):
            name = _ID.search(row.attrs)
            if name and row.cells:
                ids.setdefault(plain(row.cells[0].value).strip(), name[1])
        above = _heading(page, tables[0].start) if tables else ""
        cells = (cell for group in picture.groups if group.header == header for cell in group.cells)
        places = ((cell.id, ids.get(cell.label, above)) for cell in cells)
        found |= {id_: place for id_, place in places if place}
    return found


def _first(table: Table) -> str:
    cells = table.rows[0].cells if table.rows else ()
    return plain(cells[0].value).strip() if cells else ""


def _heading(page: str, at: int) -> str:
    """The nearest heading above a place, as the fragment of a link; "" without one."""
    above = [each for each in sections(page) if each.heading_end <= at]
    title = above[-1].title.strip() if above else ""
    return title if _PLAIN.fullmatch(title) else ""


# == The drawn board on a gamestate page: between two comments below the heading ``Board`` =========

TITLE = later("Board")
BEGIN = (
    "<!-- Board drawn by the bot. It is drawn anew with every change:"
    " what you write here gets lost. -->\n"
)
END = "<!-- End of the drawn board. -->\n"
FOREIGN = later(
    "what stands between the two comments around the drawn board was changed, or one of them is"
    " gone, so it is not drawn anew. Take the comments and what is left of the drawing off the page"
    " to have it drawn again"
)


# One line of a drawing: the bot's tags, and text in which all but letters, digits and a few marks
# is spelled out.
_TAG = (
    r"</?(?:div|span|small)(?: style=\"[^\"<>\n]*\")?(?: title=\"[^\"<>\n]*\")?"
    r"(?: class=\"wikibot-space\" data-space=\"[^\"<>\n]*\")?>|'''"
    r"|\[\[[^\[\]{}|<>\n]*\|<b style=\"color:(?:#202122|inherit)\">|</b>\]\]"
)
_LINE = regex(rf"(?=</?div[ >])(?:{_TAG}|[\w ,;:.()·→◆◉+-]|&#x[0-9A-F]+;)*+")


_SHOWN = regex(r"\{\{:[^{}<>\[\]|#\n]+\}\}\n")  # the drawing of another page


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
    begin, end = _between(text) or (0, 0)
    lines = text[begin:end].split("\n")
    every = zip(line_starts(lines), lines, strict=True)
    return tuple(
        (begin + at, begin + at + len(line)) for at, line in every if _LINE.fullmatch(line)
    )


def _between(text: str) -> tuple[int, int] | None:
    """From the first comment to behind the last one, whatever stands between them."""
    for begin, end in reversed(list(itertools.pairwise(_marks(text)))):
        if text.startswith(BEGIN, begin) and text.startswith(END, end):
            return begin, end + len(END)
    return None


@lru_cache(maxsize=8)
def _marks(text: str) -> tuple[int, ...]:
    """Where the two comments stand."""
    if BEGIN not in text and END not in text:
        return ()
    starts = [span.start for span in TopLevel(text).comments()]
    return tuple(start for start in starts if text.startswith((BEGIN, END), start))


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
    """Whether what stands between the two comments is the bot's alone.

    True without them, but not with one of them.
    """
    place = _between(page)
    if place is None:
        return not _marks(page)
    block = page[slice(*place)]
    content = block.removeprefix(BEGIN).removesuffix(END)
    return is_drawing(content) and (own is None or block in own)


def with_heading(page: str) -> str:
    """A new page with the heading ``Board`` before its first one, unless it has one."""
    found = sections(page)
    if _section(page) is not None:
        return page
    at = found[0].start if found else len(page)
    before = page[:at]
    gap = "\n" * (2 - before.endswith("\n") - before.endswith("\n\n")) if before else ""
    return f"{before}{gap}== {say(TITLE)} ==\n\n{page[at:]}"
