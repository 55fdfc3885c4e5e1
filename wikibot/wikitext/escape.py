"""Text that must do nothing on a page: what players wrote, and the bot's own notes in a hidden comment.

Players' text is shown in ``<nowiki>`` in a reply or quoted inside ``<pre>`` on a log. The comment can neither end early
nor be changed by saving, and is never guessed at when somebody damaged it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from wikibot.wikitext.aside import Kind, asides

# nowiki alone needs only the first three. The rest is for whatever reads pages without MediaWiki's parser; U+0338 would
# melt into a bracket before it, and line breaks would end the line that the text is shown on.
_ENTITIES = {ord(char): f"&#{ord(char)};" for char in "{}[]|~\u0338\t\n\r"} | {38: "&amp;", 60: "&lt;", 62: "&gt;"}
# What turns the direction of text, and what MediaWiki would not store as it was sent.
_UNSAFE = re.compile(
    "[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
)
_LOG = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "&#10;", "\r": "&#13;"}
_UNLOG = {entity: char for char, entity in _LOG.items()}
_LOGGED = re.compile("|".join(map(re.escape, _UNLOG)))

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(r"[\[\]{}]")
_DEEPEST = 100  # the bot itself nests three levels
# Inside strings only: "-->" would end the comment, tildes and pipe tricks would be expanded on saving.
_ACTIVE = re.compile(r"[-<>~\[\]{}|']")


def show(text: str, limit: int | None = None) -> str:
    """Wikitext that displays ``text`` and does nothing else, on one line.

    No template, link, category, ping, signature, ``{{subst:}}``, magic word, tag or list comes of it, whoever saves
    it. Control characters and marks that turn the direction of text are named (``⟨U+202E⟩``) and not sent. The result
    is in Unicode's form NFC, so that the server stores it unchanged. ``limit``: longest text in characters.
    """
    text = unicodedata.normalize("NFC", _UNSAFE.sub(_named, text))
    if limit is not None and len(text) > limit:
        text = text[: max(limit - 1, 0)].rstrip() + "…"
    return f"<nowiki>{text.translate(_ENTITIES)}</nowiki>"


def _named(found: re.Match[str]) -> str:
    return f"⟨U+{ord(found[0]):04X}⟩"


def quote_log(line: str) -> str:
    """A line as it stands inside a ``<pre>`` block, where neither ``</pre>`` nor a second line can come of it."""
    return "".join(_LOG.get(char, char) for char in line)


def unquote_log(line: str) -> str:
    """The exact inverse of :func:`quote_log`; other entities stay as they are."""
    return _LOGGED.sub(lambda found: _UNLOG[found[0]], line)


@dataclass(frozen=True)
class Comment:
    """A comment that was read: its place in the text and the JSON value in it."""

    start: int
    end: int
    value: Any


@dataclass(frozen=True)
class Damaged:
    """A comment that somebody damaged. ``why`` says what a person has to mend."""

    start: int
    end: int
    why: str


class CommentDamaged(ValueError):
    """Raised where a damaged comment was to be read or replaced."""


def comment_json(name: str, value: Any) -> str:
    """``<!-- wikibot {...} -->``, ASCII on one line, which can neither end early nor be changed by saving."""
    text = json.dumps(value, allow_nan=False)
    return f"<!-- {name} {_STRING.sub(_escaped, text)} -->"


def _depth(text: str) -> int:
    """How deeply JSON is nested. Its reader recurses in C, where too deep a text ends the whole program."""
    depth = deepest = 0
    for mark in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if mark in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def find_comment(text: str, name: str) -> Comment | Damaged | None:
    """The comment of that name; comments inside nowiki or pre are none."""
    begins = re.compile(rf"\s*{re.escape(name)}(?=[\s{{\[\"]|$)")
    spans = [
        span for span in asides(text) if span.kind is Kind.COMMENT and begins.match(text, span.inner[0], span.inner[1])
    ]
    if not spans:
        return None
    first = spans[0]
    if len(spans) > 1:
        return Damaged(first.start, first.end, f"the hidden comment {name!r} stands {len(spans)} times on the page")
    inner = text[first.inner[0] : first.inner[1]].strip().removeprefix(name)
    if _depth(inner) > _DEEPEST:
        return Damaged(first.start, first.end, f"the hidden comment {name!r} is nested too deeply")
    try:
        return Comment(first.start, first.end, json.loads(inner))
    except ValueError as error:
        return Damaged(first.start, first.end, f"the hidden comment {name!r} is no JSON: {error}")


def read_comment_json(text: str, name: str) -> Any:
    """The value in the comment of that name, None without one; raises :class:`CommentDamaged`."""
    found = find_comment(text, name)
    if isinstance(found, Damaged):
        raise CommentDamaged(found.why)
    return found.value if found else None


def put_comment_json(text: str, name: str, value: Any) -> str:
    """The text with its comment replaced where it stands, or added as a last line; every other byte stays.

    Raises :class:`CommentDamaged` rather than writing over what it cannot read.
    """
    found = find_comment(text, name)
    if isinstance(found, Damaged):
        raise CommentDamaged(found.why)
    comment = comment_json(name, value)
    if found:
        return text[: found.start] + comment + text[found.end :]
    return text + ("" if not text or text.endswith("\n") else "\n") + comment


def _escaped(found: re.Match[str]) -> str:
    return _ACTIVE.sub(lambda char: f"\\u{ord(char[0]):04x}", found[0])
