"""Text that must do nothing on a page: what players wrote, and the bot's notes in a hidden comment.

Players' text is shown in ``<nowiki>`` in a reply or quoted inside ``<pre>`` on a log. The comment
can neither end early nor be changed by saving.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from wikibot.wikitext.dialect import current
from wikibot.wikitext.elements import SpanKind
from wikibot.wikitext.preprocessor import asides

# nowiki alone needs only &, < and >. The rest is for whatever reads pages without MediaWiki's
# parser; U+0338 would melt into a bracket before it, and line breaks would end the line.
_ENTITIES = {ord(char): f"&#{ord(char)};" for char in "{}[]|~\u0338\t\n\r"} | {
    38: "&amp;",
    60: "&lt;",
    62: "&gt;",
}
# What turns the direction of text, and what MediaWiki would not store as it was sent.
_UNSAFE = re.compile(
    "[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
)
_LOG = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "&#10;", "\r": "&#13;"}
_UNLOG = {entity: char for char, entity in _LOG.items()}
_LOGGED = re.compile("|".join(map(re.escape, _UNLOG)))
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
# In strings: "-->" would end the comment, tildes and pipe tricks would be expanded on saving.
_ACTIVE = re.compile(r"[-<>~\[\]{}|']")


_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_OTHER = rf"[^\W{_LEFTWARD}]"  # a letter or digit of any other script
_WORD = rf"{_OTHER}*+[{_LEFTWARD}][\w{_LEFTWARD}'’-]*+"
_RUN = re.compile(rf"(?<!{_OTHER}){_WORD}(?: {_WORD})*+")
_RUN_AMONG = re.compile(rf"[^\W\d_{_LEFTWARD}][^{_LEFTWARD}\n]*+")  # in a text from right to left
_OPENS, _CLOSES = "\ue002", "\ue003"
_MARKED = re.compile(f"[{_OPENS}{_CLOSES}]")
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
    text = _MARKED.sub("", unicodedata.normalize("NFC", named(text)))
    if limit is not None and len(text) > limit:
        text = text[: max(limit - 1, 0)].rstrip() + "…"
    leftward = current().leftward
    if leftward or not text.isascii():
        text = isolated(text, f"{_OPENS}{{}}{_CLOSES}", leftward=leftward)
    shown = f"<nowiki>{text.translate(_ENTITIES)}</nowiki>"
    return shown.replace(_OPENS, _ISOLATES).replace(_CLOSES, _ISOLATES_NO_MORE)


_ISOLATES = "</nowiki><bdi><nowiki>"
_ISOLATES_NO_MORE = "</nowiki></bdi><nowiki>"


def not_isolated(wikitext: str) -> str:
    """Wikitext of :func:`show` as it was before it isolated anything."""
    for mark in (_ISOLATES, _ISOLATES_NO_MORE, "<bdi>", "</bdi>"):
        wikitext = wikitext.replace(mark, "")
    return wikitext


def quote_log(line: str) -> str:
    """A line inside a ``<pre>`` block: neither ``</pre>`` nor a second line can come of it."""
    return "".join(_LOG.get(char, char) for char in line)


def unquote_log(line: str) -> str:
    """The exact inverse of :func:`quote_log`; other entities stay as they are."""
    return _LOGGED.sub(lambda found: _UNLOG[found[0]], line)


def comment_json(name: str, value: Any) -> str:
    """``<!-- wikibot {...} -->``, ASCII on one line, that cannot end early nor change by saving."""

    def escaped(found: re.Match[str]) -> str:
        return _ACTIVE.sub(lambda char: f"\\u{ord(char[0]):04x}", found[0])

    return f"<!-- {name} {_STRING.sub(escaped, json.dumps(value, allow_nan=False))} -->"


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
