"""Reads the tables of a piece of HTML that MediaWiki made:
rows of cells with their spans and their text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from tests.wikitext.table_cases import Grid, Square

_NUMBER = re.compile(r"[ \t\n\f\r]*\+?([0-9]+)")
_HIDDEN = ("style", "script")


def html_grids(html: str) -> tuple[Grid, ...]:
    """All tables in order of their start, nested ones too; text without blanks."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    return tuple(
        Grid(squeezed(table.caption), tuple(map(tuple, table.rows))) for table in parser.tables
    )


def html_text(html: str) -> str:
    """The text of a piece of HTML, without blanks."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    return squeezed(parser.text)


def squeezed(text: str) -> str:
    """The text without blanks, which HTML shows as it likes; non-breaking spaces stay."""
    return re.sub(r"[ \t\r\n\f\v]", "", text)


@dataclass
class _Table:
    caption: str = ""
    captions: int = 0
    rows: list[list[Square]] = field(default_factory=list)
    begun: tuple[bool, int, int] | None = None
    text: str = ""  # of the cell that is open
    in_caption: bool = False


class _Parser(HTMLParser):
    """MediaWiki's HTML is balanced: every cell is closed before the next begins."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[_Table] = []
        self.stack: list[_Table] = []
        self.text = ""
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in _HIDDEN
        if tag == "table":
            self.stack.append(_Table())
            self.tables.append(self.stack[-1])
        elif tag == "caption":
            self.stack[-1].captions += 1
            self.stack[-1].in_caption = True
        elif tag == "tr":
            self.stack[-1].rows.append([])
        elif tag in ("td", "th"):
            self.stack[-1].begun = (
                tag == "th",
                _span(attrs, "rowspan", 0),
                _span(attrs, "colspan", 1),
            )
            self.stack[-1].text = ""

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in _HIDDEN
        if tag == "table":
            self.stack.pop()
        elif tag == "caption":
            self.stack[-1].in_caption = False
        elif tag in ("td", "th"):
            table = self.stack[-1]
            assert table.begun
            table.rows[-1].append(Square(*table.begun, squeezed(table.text)))
            table.begun = None

    def handle_data(self, data: str) -> None:
        if self.hidden:
            return
        self.text += data
        for table in self.stack:
            if table.begun:
                table.text += data
            elif table.in_caption and table.captions == 1:
                table.caption += data


def _span(attrs: list[tuple[str, str | None]], name: str, least: int) -> int:
    """A span as a browser counts it; a row span of 0 reaches to the end of the table."""
    number = _NUMBER.match(dict(attrs).get(name) or "")
    most = 65534 if name == "rowspan" else 1000
    return min(max(int(number[1]), least), most) or most if number else 1
