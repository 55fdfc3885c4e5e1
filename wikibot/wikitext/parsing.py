"""Links, templates, tags and comments of a text, found by mwparserfromhell behind a bound.

Its tokenizer goes back for each opener that has no end, for some it takes the square of the length
and worse, and it cannot be interrupted. A text beyond the bound is never given to it: it is the
wording of no rule and the value of no cell, and people are told what to mend.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from wikibot.wikitext.dialect import Dialect
from wikibot.wikitext.elements import ELEMENT
from wikibot.wikitext.messages import say

MOST_MARKS = 4_000  # of one text; the longest ruleset that we know has 1,000
MOST_ON_PAGE = 12_000
MOST_OPEN = 12  # openers without an end, or still open at one place, and stray closing tags
# What has nothing of this is not parsed; HTML's own tags show their content in any case.
_PARSED = re.compile(rf"{ELEMENT.pattern}|\[\[|\[(?:https?:)?//|\{{\{{", re.IGNORECASE)
_MARK = re.compile(r"[<\[&*#:;|!=]|\{\{|----")
_ENDS = {"-->": "<!--", "}}": "{{", "]]": "[[", "]": "[", "|}": "{|"}
_OPENER = re.compile(
    r"<!--|-->|\{\{\{++|\{\{|\}\}|\[\[|\[(?=//|[a-z]++:)|\](?=\]\](?!\]))|\]\]?"
    r"|^[ \t:]*+(?:\{\||\|\})|\n"
    r"|^=(?!=*+[^=<\[{\n]++=++[ \t]*+$)"  # but for headings of mere words
    r"|<(?P<close>/?)(?P<tag>[a-z][a-z0-9]*+)"  # with attributes that end
    r"(?:\s++[^\s\"'<>/=]++(?:\s*+=\s*+(?:\"[^\"<\n]*+\"|'[^'<\n]*+'|[^\s\"'<>=]++))?+)*+"
    r"\s*+(?P<empty>/?)>|<(?![\s\d=-])",
    re.IGNORECASE | re.MULTILINE | re.ASCII,
)
_SINGLE = ("br", "wbr", "hr", "meta", "link", "img")
_READING = 1  # another one with each change of what is shown of nodes: kept texts are parsed again
_MOST_KEPT, _MOST_BYTES = 4_096, 50_000_000

Show = Callable[[Any, Dialect], str | None]
"""What stands for a node of the library, whose inner nodes were replaced before; None: itself."""

_before: dict[bytes, str] = {}  # texts of an earlier run by what was asked of them
_new: dict[bytes, str] = {}


def replaced(wikitext: str, show: Show, words: Dialect) -> str | None:
    """The text with something else for some of its nodes; None where it is beyond the bound."""
    if not _PARSED.search(wikitext):
        return wikitext
    asked = f"{_READING} {show.__name__} {_name(words)} {wikitext}"
    key = sha256(asked.encode("utf-8", "surrogatepass")).digest()
    known = _before.get(key)
    if known is not None or beyond(wikitext):
        return known
    from mwparserfromhell import parse  # 60 ms, which no idle sync has

    code = parse(wikitext, skip_style_tags=True)
    _replace(code.nodes, show, words)
    _new[key] = str(code)
    return _new[key]


def _replace(nodes: Any, show: Show, words: Dialect) -> None:
    from mwparserfromhell.nodes import Text

    for at, node in enumerate(nodes):
        if type(node).__name__ != "Text":
            for inner in node.__children__():
                _replace(inner.nodes, show, words)
            if (shown := show(node, words)) is not None:
                nodes[at] = Text(shown)


@lru_cache(maxsize=64)
def _name(words: Dialect) -> str:
    return sha256(repr(words).encode()).hexdigest()


@lru_cache(maxsize=8)
def _marks_on(page: str, texts: tuple[str, ...]) -> int:
    return sum(map(_marks, texts or page.split("\n=")))


def legible(page: str, texts: tuple[str, ...] = ()) -> tuple[str, str]:
    """A page; where its texts together are beyond the bound, with another sign for each opener.

    Then nothing of it is parsed, and no text that had markup reads as before. The second value says
    why that is so, and what to do. ``texts``: what is read of it; none given: its sections.
    """
    if why := _too_many(_marks_on(page, texts), MOST_ON_PAGE):
        return _PARSED.sub(lambda found: "\u2039" * len(found[0]), page), why
    return page, ""


def beyond(wikitext: str) -> str:
    """Why a text is not parsed, and what to do; "" for nearly every text."""
    if openers := _left_open(wikitext):
        shown = " ".join(f"`{each}`" for each in dict.fromkeys(openers))
        return say(
            "its wikitext is not read, as more than {} of {} are not closed; close or remove them",
            MOST_OPEN, shown,
        )  # fmt: skip
    return _too_many(_marks(wikitext), MOST_MARKS)


@lru_cache(maxsize=4096)
def _left_open(wikitext: str) -> tuple[str, ...]:
    """Openers that are left open, and ends without one, where a text has too many of them."""
    waiting, left = list[str](), list[str]()
    for found in _OPENER.finditer(wikitext) if _PARSED.search(wikitext) else ():
        mark, tag = found[0].lower().strip(" \t:"), (found["tag"] or "").lower()
        kind, ends = (f"<{tag}>", found["close"]) if tag else (_ENDS.get(mark, mark), mark in _ENDS)
        if mark == "\n":  # a link to the web ends with its line
            while waiting[-1:] == ["["]:
                left.append(waiting.pop())
        elif ends and kind in waiting:
            while (inner := waiting.pop()) != kind:
                left.append(inner)
        elif ends and tag:
            left.append(f"</{tag}>")
        elif not ends and tag not in _SINGLE and not found["empty"]:
            waiting.append(kind)
        if len(left) + len(waiting) > MOST_OPEN:
            return (*left, *waiting)
    return ()


def _marks(text: str) -> int:
    """How many marks of wikitext a text has, if any of it has to be parsed."""
    return len(_MARK.findall(text)) if _PARSED.search(text) else 0


def _too_many(marks: int, most: int) -> str:
    if marks <= most:
        return ""
    return say(
        "its wikitext is not read, as it has {} marks, and at most {} are read; shorten it",
        f"{marks:,}", f"{most:,}",
    )  # fmt: skip


# -- between two runs ------------------------------------------------------------------------------


def recall(kept: bytes) -> None:
    """Begin a run with what an earlier one found, so that only new texts are parsed."""
    _before.clear()
    _new.clear()
    with suppress(zlib.error, msgspec.MsgspecError):
        unpacked = zlib.decompressobj().decompress(kept, _MOST_BYTES)
        _before.update(msgspec.msgpack.decode(unpacked, type=dict[bytes, str]))


def remember() -> bytes:
    """What to keep for the next run; nothing where no new text was parsed."""
    latest = list({**_before, **_new}.items())[-_MOST_KEPT:]
    return zlib.compress(msgspec.msgpack.encode(dict(latest))) if _new else b""
