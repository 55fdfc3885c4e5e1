"""Text in a table cell: what would end the cell or reach beyond it is an entity, and read back."""

from __future__ import annotations

import re

from wikibot.wikitext.masking import shade, shade_html
from wikibot.wikitext.preprocessor import Interval

_CODED = "!<[]{|}~"
_ENTITY = re.compile("&((?:amp;)*)#(" + "|".join(str(ord(char)) for char in _CODED) + ");")
_SPECIAL = re.compile(r"[\n\r&|<]|\{\{|\}\}|\[\[|\]\]|!!|~~~")
# Characters that act; where it takes two (or three tildes), coding the last is enough.
_ACTIVE = re.compile(
    rf"{_ENTITY.pattern}|\||(?<=\{{)\{{|(?<=\}})\}}|(?<=\[)\[|(?<=\])\]|<(?=[!/A-Za-z])|(?<=~~)~"
)
_ACTIVE_IN_HEADER = re.compile(rf"{_ACTIVE.pattern}|(?<=!)!")
_ALL = re.compile(rf"{_ENTITY.pattern}|[{{|}}<]|(?<=\[)\[|(?<=\])\]|(?<=~~)~|(?<=!)!")
_LINE_START = re.compile(r"(?<=\n)([ \t\r\0\x0b]*)!")
_BRACKETS = re.compile(r"\[\[|\]\]")


def encode_value(value: str, *, header: bool = False, one_line: bool = True) -> str:
    """The text that, between the bars of a cell, reads as ``value`` and ends nothing.

    Closed links, templates and tags stay as they are. Bars elsewhere become ``&#124;``: ``{{!}}``
    would be a bar again before MediaWiki reads tables. What is opened without an end, and what
    saving would replace, is written as entities, too. ``header``: for a line that begins with
    ``!``, where ``!!`` splits. ``one_line``: line breaks as ``<br />``.
    """
    if not _SPECIAL.search(value):
        return value
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    if "\n" in value and one_line:  # breaks inside templates and tags stay
        shaded = shade_html(shade(value))
        pairs = zip(value, shaded, strict=True)
        value = "".join("<br />" if char == "\n" == shown else char for char, shown in pairs)
    encoded = _encoded(value, _ACTIVE_IN_HEADER if header else _ACTIVE)
    if decode_value(encoded) != value:  # unusual nesting: leave nothing that acts
        encoded = _ALL.sub(_code, value)
    return _LINE_START.sub(r"\1&#33;", encoded)


def decode_value(text: str) -> str:
    """The inverse of :func:`encode_value`.

    Other entities stay, and so does everything in templates, comments and nowiki.
    """
    if "&" not in text:
        return text
    shaded = shade(text)

    def decoded(found: re.Match[str]) -> str:
        if shaded[found.start()] != "&":
            return found[0]
        return "&" + found[0][5:] if found[1] else chr(int(found[2]))

    return _ENTITY.sub(decoded, text)


def _encoded(value: str, active: re.Pattern[str]) -> str:
    shaded = shade(value)
    outside_html = shade_html(shaded)
    links, lone = _brackets(outside_html)
    pieces, at = [], 0
    for found in active.finditer(shaded):
        if _acts(found, outside_html, links, lone):
            pieces += [value[at : found.start()], _code(found)]
            at = found.end()
    return "".join(pieces) + value[at:]


def _acts(found: re.Match[str], outside_html: str, links: list[Interval], lone: list[int]) -> bool:
    """Whether this does anything: not a bar in a link, a tag that ends, or brackets in pairs."""
    at, char = found.start(), found[0]
    if char == "|":
        in_link = any(start < at < end for start, end in links)
        return outside_html[at] == "|" and (outside_html[at - 1 : at] == "|" or not in_link)
    if char == "<":
        return outside_html[at] == "<"
    return char not in ("[", "]") or at in lone


def _brackets(text: str) -> tuple[list[Interval], list[int]]:
    """Where links begin and end, inner ones too, and the second brackets of pairs without a half.

    Those would be a link together with such a pair in another cell: MediaWiki reads links after
    tables.
    """
    links: list[Interval] = []
    lone: list[int] = []
    opened: list[int] = []
    for found in _BRACKETS.finditer(text):
        if found[0] == "[[":
            opened.append(found.start())
        elif opened:
            links.append((opened.pop(), found.end()))
        else:
            lone.append(found.start() + 1)
    return links, [*lone, *(at + 1 for at in opened)]


def _code(found: re.Match[str]) -> str:
    """A character as an entity; what looks like such an entity already, one level deeper."""
    return "&amp;" + found[0][1:] if found[0][0] == "&" else f"&#{ord(found[0])};"
