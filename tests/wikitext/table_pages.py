"""Pages with a table for Hypothesis:
any layout, any padding, comments, and values that try to break out.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from wikibot.wikitext.escape import encode_value

_MARKUP = """
    {{ }} {{!}} {{{ }}} [[ ]] [[A|b]] {{lc:A|b}} {{subst:x}} -{ }- || !! {| |} |- <!-- -->
    <nowiki> </nowiki> <b> </b> <i <nowiki>|</nowiki> <pre>
    <includeonly> <noinclude> &#124; &amp;#124; &#33; ~~~~ '' ⚡️ -209
"""
_PIECES = [
    *_MARKUP.split(),
    *"|{}[]<>!-+=~'&#;:*/ aB1",
    "<!-- x -->",
    '<b class="|">',
    "2 Fish",
    "\u00a0",
]

# What somebody may want to have in a cell: one line, trimmed.
wanted = st.lists(st.sampled_from(_PIECES), max_size=8).map(
    lambda pieces: "".join(pieces).strip(" ")
)
_blanks = st.sampled_from(["", " ", "  ", "\t"])


@dataclass(frozen=True)
class Page:
    """A page with one table:
    its text, and the values of its header and body rows as they should be read.
    """

    text: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@st.composite
def pages(draw: st.DrawFn) -> Page:
    """A page whose table has one to four columns and up to four rows, some of them short."""
    columns = draw(st.integers(1, 4))
    headers = tuple(f"H{number}" for number in range(columns))
    rows = draw(st.lists(st.lists(wanted, min_size=1, max_size=columns).map(tuple), max_size=4))
    lines = [draw(st.sampled_from(['{| class="wikitable"', "{|", ":{|"]))]
    lines += draw(st.sampled_from([[], ["|+"], ["|+ Caption"]]))
    lines += _row(draw, headers, "!")
    for row in rows:
        lines += draw(st.sampled_from([[], ["<!-- a line -->"], [""]]))
        lines.append(draw(st.sampled_from(["|-", "|-----", '|- class="x"', "  |-"])))
        lines += _row(draw, row, draw(st.sampled_from("|||!")))
    lines += draw(
        st.sampled_from([["|}"], ["|}", "after {{lc:A|B}} [[it]]"], ["|}", "{|", "| z", "|}"], []])
    )
    text = draw(st.sampled_from(["\n", "\r\n"])).join(
        [draw(st.sampled_from(["", "before '' <!-- x -->"])), *lines]
    )
    return Page(text + draw(st.sampled_from(["", "\n"])), headers, tuple(rows))


def _row(draw: st.DrawFn, values: tuple[str, ...], mark: str) -> list[str]:
    """The lines of a row, each cell on its own line or on that of the cell before it."""
    lines: list[str] = []
    for number, value in enumerate(values):
        cell = draw(_padded(encode_value(value, header=mark == "!"), mark))
        if number and draw(st.booleans()):
            lines[-1] += mark * 2 + cell
        else:
            lines.append(mark + cell)
    return lines


@st.composite
def _padded(draw: st.DrawFn, value: str, mark: str) -> str:
    lead, trail = draw(_blanks), draw(_blanks)
    if value[:1] in ("-", "+", "}") or not value:
        lead = " "
    if mark == "!" and value.endswith("!"):
        trail = " "
    attrs = draw(st.sampled_from(["", "", ' style="x" |']))
    return attrs + lead + value + trail + draw(st.sampled_from(["", "", "<!-- | -->"]))
