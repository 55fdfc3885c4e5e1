"""Text that must do nothing on a page: what players wrote, and the bot's notes in a hidden comment.

Players' text is shown in ``<nowiki>`` in a reply or quoted inside ``<pre>`` on a log. The comment
can neither end early nor be changed by saving.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from wikibot.wikitext.dialect import account_name, current
from wikibot.wikitext.messages import ISO_TIME, QUOTED, local_time, localized, say
from wikibot.wikitext.preprocessor import Interval, SpanKind, asides, shade, shade_html
from wikibot.wikitext.regex import regex

# nowiki alone needs only &, < and >. The rest is for whatever reads pages without MediaWiki's
# parser; U+0338 would melt into a bracket before it, and line breaks would end the line.
_ENTITIES = {ord(char): f"&#{ord(char)};" for char in "{}[]|~\u0338\t\n\r"} | {
    38: "&amp;",
    60: "&lt;",
    62: "&gt;",
}
# What turns the direction of text, and what MediaWiki would not store as it was sent.
_UNSAFE = regex(
    "[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
)
_LOG = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "&#10;", "\r": "&#13;"}
_UNLOG = {entity: char for char, entity in _LOG.items()}
_LOGGED = regex("|".join(map(re.escape, _UNLOG)))
_BRACKET = regex(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_STRING = regex(r'"(?:[^"\\]|\\.)*"')
# In strings: "-->" would end the comment, tildes and pipe tricks would be expanded on saving.
_ACTIVE = regex(r"[-<>~\[\]{}|']")


_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_OTHER = rf"[^\W{_LEFTWARD}]"  # a letter or digit of any other script
_WORD = rf"{_OTHER}*+(?!\d)[{_LEFTWARD}](?:['’\u200c\u200d-]?[\w{_LEFTWARD}])*+"
_RUN = regex(rf"(?<!{_OTHER}){_WORD}(?: {_WORD})*+")
_RUN_AMONG = regex(rf"[^\W\d_{_LEFTWARD}][^{_LEFTWARD}\n]*+")  # in a text from right to left
_OPENS, _CLOSES = "\x02", "\x03"  # which no text has any more once it is named
ISOLATED = "\u2068{}\u2069"  # by characters, where there is no markup


def isolated(text: str, form: str = ISOLATED, *, leftward: bool = False) -> str:
    """A text in which words of the other direction do not pull signs and numbers along.

    ``leftward``: the text around them runs from right to left.
    """
    if leftward:
        return _RUN_AMONG.sub(lambda run: form.format(run[0]), text)
    return text if text.isascii() else _RUN.sub(lambda run: form.format(run[0]), text)


def named(text: str) -> str:
    """The text with control characters and marks of direction by name, as ``⟨U+202E⟩``."""
    return _UNSAFE.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


def show(text: str, limit: int | None = None) -> str:
    """Wikitext that displays ``text`` and does nothing else, on one line.

    No template, link, category, ping, signature, ``{{subst:}}``, magic word, tag or list comes of
    it, no matter which account saves it. The result is in Unicode's form NFC, which the server
    stores unchanged. ``limit``: longest text in characters.
    """
    text = unicodedata.normalize("NFC", named(text))
    if limit is not None and len(text) > limit:
        text = text[: max(limit - 1, 0)].rstrip() + "…"
    leftward = speaks_leftward()
    if leftward or not text.isascii():
        text = isolated(text, f"{_OPENS}{{}}{_CLOSES}", leftward=leftward)
    shown = f"<nowiki>{text.translate(_ENTITIES)}</nowiki>"
    return shown.replace(_OPENS, _ISOLATES).replace(_CLOSES, _ISOLATES_NO_MORE)


_ISOLATES = "</nowiki><bdi><nowiki>"
_ISOLATES_NO_MORE = "</nowiki></bdi><nowiki>"


def speaks_leftward() -> bool:
    """Whether the words in use run from right to left, whatever the page does."""
    word = say("done")
    return not word.isascii() and _RUN.search(word) is not None


def directed(wikitext: str) -> str:
    """A sentence of ours in its own direction, also on a page that runs in the other.

    Without that, an English sentence with a Hebrew name in it is torn apart on a Hebrew wiki.
    """
    leftward = speaks_leftward()
    if leftward == current().leftward:
        return wikitext
    return f'<bdi dir="{"rtl" if leftward else "ltr"}">{wikitext}</bdi>'


def not_isolated(wikitext: str) -> str:
    """Wikitext of :func:`show` and :func:`directed` as it was before they isolated anything."""
    for mark in (_ISOLATES, _ISOLATES_NO_MORE):
        wikitext = wikitext.replace(mark, "")
    return _BDI.sub("", wikitext)


_BDI = regex(r'</?bdi(?: dir="(?:ltr|rtl)")?>')


def quote_log(line: str) -> str:
    """A line inside a ``<pre>`` block: neither ``</pre>`` nor a second line can come of it."""
    return "".join(_LOG.get(char, char) for char in line)


def unquote_log(line: str) -> str:
    """The exact inverse of :func:`quote_log`; other entities stay as they are."""
    return _LOGGED.sub(lambda found: _UNLOG[found[0]], line)


def comment_json(name: str, value: Any) -> str:
    """``<!-- wikibot {...} -->``, ASCII on one line, that cannot end early nor change by saving."""
    return f"<!-- {name} {inert(json.dumps(value, allow_nan=False), _ACTIVE)} -->"


def inert(text: str, active: re.Pattern[str]) -> str:
    """JSON with the marks in its strings spelled so that they mean nothing in wikitext."""
    return _STRING.sub(
        lambda string: active.sub(lambda mark: f"\\u{ord(mark[0]):04x}", string[0]), text
    )


def comments_named(text: str, name: str) -> tuple[tuple[int, int], ...]:
    """Start and end of each comment that begins with a name and a bracket, outside nowiki and pre.

    Such a comment stands on one line. Without its end it ends with its line, so that nothing that
    people wrote below is taken for a part of it.
    """
    begins = re.compile(rf"<!--\s*{re.escape(name)}\s*[{{\[]")
    found: list[tuple[int, int]] = []
    for span in asides(text):
        if span.kind is SpanKind.COMMENT and begins.match(text, span.start, span.end):
            line = text.find("\n", span.start, span.end)
            found.append((span.start, span.end if line < 0 else line))
    return tuple(found)


def json_depth(text: str) -> int:
    """How deep the brackets of JSON are nested at the most, those in strings aside.

    Readers of JSON in C go down a call with each bracket, as far as the stack reaches.
    """
    depth = deepest = 0
    for found in _BRACKET.finditer(text):
        depth += 1 if found[0] in "[{" else -1 if found[0] in "]}" else 0
        deepest = max(deepest, depth)
    return deepest


# == Text in a table cell: what would end the cell or reach beyond it is an entity, and read back ==

_CODED = "!<[]{|}~"
_ENTITY = regex("&((?:amp;)*)#(" + "|".join(str(ord(char)) for char in _CODED) + ");")
_UNIT = regex(rf"{_ENTITY.pattern}|.", re.DOTALL)
_SPECIAL = regex(r"[\n\r&|<]|\{\{|\}\}|\[\[|\]\]|!!|~~~")
# Characters that act; where it takes two (or three tildes), coding the last is enough.
_CELL_VALUES_ACTIVE = regex(
    rf"{_ENTITY.pattern}|\||(?<=\{{)\{{|(?<=\}})\}}|(?<=\[)\[|(?<=\])\]|<(?=[!/A-Za-z])|(?<=~~)~"
)
_ACTIVE_IN_HEADER = regex(rf"{_CELL_VALUES_ACTIVE.pattern}|(?<=!)!")
_ALL = regex(rf"{_ENTITY.pattern}|[{{|}}<]|(?<=\[)\[|(?<=\])\]|(?<=~~)~|(?<=!)!")
_LINE_START = regex(r"(?<=\n)([ \t\r\0\x0b]*)!")
_BRACKETS = regex(r"\[\[|\]\]")


def encode_value(value: str, *, header: bool = False, one_line: bool = True, old: str = "") -> str:
    """The text that, between the bars of a cell, reads as ``value`` and ends nothing.

    Closed links, templates and tags stay as they are. Bars elsewhere become ``&#124;``: ``{{!}}``
    would be a bar again before MediaWiki reads tables. What is opened without an end, and what
    saving would replace, is written as entities, too. ``header``: for a line that begins with
    ``!``, where ``!!`` splits. ``one_line``: line breaks as ``<br />``. ``old``: how the cell is
    written so far; what it says at its beginning and at its end stays as it is written.
    """
    if not _SPECIAL.search(value) and "&" not in old:
        return value
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    if "\n" in value and one_line:  # breaks inside templates and tags stay
        shaded = shade_html(shade(value))
        pairs = zip(value, shaded, strict=True)
        value = "".join("<br />" if char == "\n" == shown else char for char, shown in pairs)
    active = _ACTIVE_IN_HEADER if header else _CELL_VALUES_ACTIVE
    # What a cell's old text has in common with a value: its beginning, its end; where, in it.
    units = [(found[0], decode_value(found[0])) for found in _UNIT.finditer(old)]
    first, start, last, end = 0, 0, len(units), len(value)
    while first < last and value.startswith(units[first][1], start):
        start += len(units[first][1])
        first += 1
    while first < last and value.endswith(units[last - 1][1], start, end):
        last -= 1
        end -= len(units[last][1])
    head, tail = ("".join(unit for unit, _ in some) for some in (units[:first], units[last:]))
    encoded = head + _encoded(value, active, start, end) + tail
    if decode_value(encoded) != value and old:
        encoded = _encoded(value, active, 0, len(value))
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


def _encoded(value: str, active: re.Pattern[str], start: int, end: int) -> str:
    """The characters of a value from ``start`` to ``end``."""
    shaded = shade(value)
    outside_html = shade_html(shaded)
    links, lone = _brackets(outside_html)
    pieces, at = [], start
    for found in active.finditer(shaded):
        if start <= found.start() < end and _acts(found, outside_html, links, lone):
            pieces += [value[at : found.start()], _code(found)]
            at = found.end()
    return "".join(pieces) + value[at:end]


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


# == An answer as wikitext: forms as code, times as the wiki writes them, names as links ===========
#
# Answers are plain text everywhere else: in the log, the journal, the terminal. Only where one is
# put on a page are its backticks, times and names turned into markup; what stands between
# quotation marks is what a player wrote, and is shown as it is. All else does nothing on the page
# (``escape.show``).
#
# Decision: a time is in italics, but for its zone. A time in one piece behind a link to an
# account is a signature to what reads talk pages, and would end the comment there.

_CODE = r"`(?P<code>[^`\n]+)`"
_TIME = rf"(?P<time>{ISO_TIME})"
_NO_TITLE = regex(r"[\[\]{}|#<>/\x00-\x1f\x7f\ufffd]|~~~|__")
_LONGEST = 85  # characters of an account's name, of up to three bytes each
_ANSWERS_ACTIVE = regex(r"[\"&'<=>\[\]{|};~]|__|^[ !#*:-]")  # in a link, as in signatures


def answer_wikitext(text: str, names: Mapping[str, str] | None = None) -> str:
    """The wikitext of an answer. ``names``: accounts of the people whom it concerns, by name.

    Each name is a link to the user page where it stands first, so that a notification reaches the
    person. The accounts have to be such that a link can name them.
    """
    return directed("".join(_parts(unicodedata.normalize("NFC", named(text)), dict(names or {}))))


def shortened(text: str, longest: int) -> str:
    """A text of at most so many characters, that does not end within a form in backticks."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    cut = cut[: cut.rindex("`")] if cut.count("`") % 2 else cut
    return f"{cut.rstrip()}…"


def in_a_line(text: str, longest: int) -> str:
    """The same on one line."""
    return shortened(" ".join(text.split()), longest)


def names_in(text: str, known: Mapping[str, str]) -> list[str]:
    """Those of some names that stand in an answer as links would, in order, each once."""
    there = {name: account for name, account in known.items() if name and name in text}
    found = (each.groupdict().get("name") for each in _pattern(there).finditer(text))
    return list(dict.fromkeys(name for name in found if name))


def linkable(account: str) -> bool:
    """Whether a link can name this account: as MediaWiki writes it, and a valid title."""
    fits = 0 < len(account) <= _LONGEST and not _NO_TITLE.search(account)
    return fits and account == account_name(account)


def mention(account: str, name: str = "") -> str:
    """A link to the user page of an account, which shows the name that the game has for it."""
    target, label = (
        _ANSWERS_ACTIVE.sub(lambda found: "".join(f"&#{ord(char)};" for char in found[0]), each)
        for each in (account, name or account)
    )
    shown = isolated(name or account, leftward=speaks_leftward()) != (name or account)
    return f"[[User:{target}|<bdi>{label}</bdi>]]" if shown else f"[[User:{target}|{label}]]"


def _parts(text: str, names: dict[str, str]) -> Iterator[str]:
    at = 0
    for found in _pattern(names).finditer(text):
        said = _said(found, names)
        if said:
            yield from _shown(localized(text[at : found.start()]))
            yield said
            at = found.end()
    yield from _shown(localized(text[at:]))


def _pattern(names: Mapping[str, str]) -> re.Pattern[str]:
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    name = rf"|(?<![\w@/])(?P<name>{known})(?!\w)" if known else ""
    return re.compile(f"{QUOTED}|{_CODE}|{_TIME}{name}")


def _said(found: re.Match[str], names: dict[str, str]) -> str:
    """The markup of what was found; "" where it is shown as it is."""
    parts = found.groupdict()
    if parts["code"]:
        return f"<code>{show(parts['code'])}</code>"
    if parts["time"]:
        with suppress(ValueError):
            date, _, zone = local_time(datetime.fromisoformat(parts["time"])).rpartition(" ")
            return f"''{date}'' {zone}"
    account = names.pop(parts.get("name") or "", "")
    return mention(account, parts["name"]) if account else ""


def _shown(text: str) -> Iterator[str]:
    for number, line in enumerate(text.split("\n")):
        yield "<br>" if number else ""
        yield show(line) if line.strip() else line
