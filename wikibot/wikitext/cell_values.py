"""Text in a table cell: what would end the cell or reach beyond it is written as an entity, and read back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wikibot.wikitext.masking import shade, shade_html

_CODED = "!<{|}~"
_ENTITY = re.compile("&((?:amp;)*)#(" + "|".join(str(ord(char)) for char in _CODED) + ");")
_SPECIAL = re.compile(r"[\n\r&|<]|\{\{|\}\}|!!|~~~")
# Characters that act; where it takes two (or three tildes), coding the last is enough.
_ACTIVE = re.compile(rf"{_ENTITY.pattern}|\||(?<=\{{)\{{|(?<=\}})\}}|<(?=[!/A-Za-z])|(?<=~~)~")
_ACTIVE_IN_HEADER = re.compile(rf"{_ACTIVE.pattern}|(?<=!)!")
_ALL = re.compile(rf"{_ENTITY.pattern}|[{{|}}<]|(?<=~~)~|(?<=!)!")
_LINE_START = re.compile(r"(?<=\n)([ \t\r\0\x0b]*)!")
_BRACKETS = re.compile(r"\[\[|\]\]")


def encode_value(value: str, *, header: bool = False, one_line: bool = True) -> str:
    """The text that, between the bars of a cell, reads as ``value`` and ends nothing.

    Closed links, templates and tags stay as they are. Bars elsewhere become ``&#124;``: ``{{!}}`` would be a bar again
    before MediaWiki reads tables. What is opened without an end, and what saving would replace, is written as entities,
    too. ``header``: for a line that begins with ``!``, where ``!!`` splits. ``one_line``: line breaks as ``<br />``.
    """
    if not _SPECIAL.search(value):
        return value
    value = _broken(value, one_line)
    encoded = _encoded(value, _ACTIVE_IN_HEADER if header else _ACTIVE)
    if decode_value(encoded) != value:  # unusual nesting: leave nothing that acts
        encoded = _ALL.sub(_code, value)
    return _LINE_START.sub(r"\1&#33;", encoded)


def decode_value(text: str) -> str:
    """The inverse of :func:`encode_value`; other entities stay, and so does all in templates, comments and nowiki."""
    if "&" not in text:
        return text
    shaded = shade(text)
    return _ENTITY.sub(lambda found: _decoded(found) if shaded[found.start()] == "&" else found[0], text)


def _broken(value: str, one_line: bool) -> str:
    """The value with its line breaks in one form; those inside templates and tags stay in any case."""
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    if "\n" not in value or not one_line:
        return value
    shaded = shade_html(shade(value))
    return "".join("<br />" if char == "\n" == shaded[at] else char for at, char in enumerate(value))


def _encoded(value: str, active: re.Pattern[str]) -> str:
    shaded = shade(value)
    outside_html = shade_html(shaded)
    links = list(_links(outside_html))
    pieces, at = [], 0
    for found in active.finditer(shaded):
        if found[0] == "|" and _is_harmless(found.start(), outside_html, links):
            continue
        if found[0] == "<" and outside_html[found.start()] != "<":
            continue
        pieces += [value[at : found.start()], _code(found)]
        at = found.end()
    return "".join(pieces) + value[at:]


def _is_harmless(at: int, outside_html: str, links: list[tuple[int, int]]) -> bool:
    """Whether a bar splits nothing: inside a tag's attributes, or alone inside a closed link."""
    if outside_html[at] != "|":
        return True
    return outside_html[at - 1 : at] != "|" and any(start < at < end for start, end in links)


def _links(text: str) -> Iterator[tuple[int, int]]:
    """Closed double brackets, inner ones too."""
    opened: list[int] = []
    for found in _BRACKETS.finditer(text):
        if found[0] == "[[":
            opened.append(found.start())
        elif opened:
            yield opened.pop(), found.end()


def _code(found: re.Match[str]) -> str:
    """A character as an entity; what looks like such an entity already, one level deeper."""
    return "&amp;" + found[0][1:] if found[0][0] == "&" else f"&#{ord(found[0])};"


def _decoded(found: re.Match[str]) -> str:
    return "&" + found[0][5:] if found[1] else chr(int(found[2]))
