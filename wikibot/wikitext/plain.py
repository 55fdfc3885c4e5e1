"""Wikitext as a reader sees it: the words of a line, a heading or a cell, without markup."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from functools import lru_cache

from wikibot.wikitext.dialect import USER, Dialect, any_of, current
from wikibot.wikitext.elements import SpanKind
from wikibot.wikitext.preprocessor import Interval, asides, without

_STRIKE = re.compile(r"<(?P<close>/?)(?P<tag>s|del|strike)\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_HTML = re.compile(
    r"</?(?:abbr|b|bdi|bdo|big|blockquote|center|cite|code|data|dd|del|dfn|div|dl|dt|em|font|"
    r"h[1-6]|hr|i|ins|kbd|li|mark|noinclude|nowiki|ol|onlyinclude|p|q|rb|rp|rt|ruby|s|samp|small|"
    r"span|strike|strong|sub|sup|time|tt|u|ul|var|wbr)\b[^<>]*>",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[\[(?P<target>[^\[\]|]*)(?:\|(?P<label>[^\[\]]*))?\]\]")
_WEB = re.compile(r"\[(?P<url>(?:https?:)?//[^\s\[\]<>\"]+)(?:[ \t]++(?P<label>[^\[\]]*))?\]")
_QUOTES = re.compile("'{2,}")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
# Invisible marks that are often pasted along; joiners and variation selectors belong to emoji.
_UNSEEN = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad\x00-\x08\x0e-\x1f\x7f]"
)
_HELD = re.compile("\ue000(\\d+)\ue001")


@lru_cache(maxsize=64)
def _user(words: Dialect) -> re.Pattern[str]:
    """The target of a link to an account's page."""
    space = any_of(words, USER)
    return re.compile(
        rf"\s*+(?::\s*+)?(?:{space})\s*+:\s*+(?P<name>(?:&#?\w++;|[^/#])++)", re.IGNORECASE
    )


def plain(wikitext: str) -> str:
    """What a reader sees, on one line with single blanks.

    Links become their label (a user link without one the bare name, a web link without one its
    address), bold, italics, tags and comments go, entities are decoded, the content of ``<nowiki>``
    and ``<pre>`` stays as it is, templates stay as wikitext. Struck text (``<s>``, ``<del>``,
    ``<strike>``) was taken back by its writer and goes.
    """
    return wikitext if wikitext.isalnum() else _plain(wikitext, current())


@lru_cache(maxsize=4096)
def _plain(wikitext: str, words: Dialect) -> str:
    text, held = _hold(wikitext)
    text = _BREAK.sub(" ", without(text, struck(text)))
    text = _HTML.sub("", text)
    for _ in range(3):  # inner links first: a picture's caption may hold links
        text = _LINK.sub(lambda found: _label(found, words), text)
    text = _WEB.sub(lambda found: found["label"] or found["url"], text)
    text = decoded(_QUOTES.sub(_apostrophes, text))
    return tidy(_HELD.sub(lambda found: held[int(found[1])], text))


def tidy(text: str) -> str:
    """A plain text as pages give it: on one line with single blanks, without invisible marks."""
    return " ".join(_UNSEEN.sub("", text).split())


def decoded(text: str) -> str:
    """A text with its entities decoded, once: those that end in a semicolon, as on MediaWiki."""
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text


def _hold(wikitext: str) -> tuple[str, list[str]]:
    """The text with marks for verbatim tags and without comments, and what the marks stand for."""
    wikitext = wikitext.replace("\ue000", "").replace("\ue001", "")
    out, held, at = "", [""], 0
    for span in asides(wikitext):
        if span.start < at or span.kind in (SpanKind.TEMPLATE, SpanKind.BAR, SpanKind.PARAMETER):
            continue
        out += wikitext[at : span.start]
        if span.kind is SpanKind.TAG and span.tag in ("nowiki", "pre"):
            held.append(decoded(wikitext[span.inner[0] : span.inner[1]]))
            out += f"\ue000{len(held) - 1}\ue001"
        at = span.end
    return out + wikitext[at:], held


def struck(text: str) -> list[Interval]:
    """Struck text with its tags, outermost, in order.

    From each opening tag to the next closing one of its name; without one it strikes nothing.
    """
    closing: dict[str, list[int]] = {}
    tags = list(_STRIKE.finditer(text))
    for number, found in enumerate(tags):
        if found["close"]:
            closing.setdefault(found["tag"].lower(), []).append(number)
    spans: list[Interval] = []
    for number, found in enumerate(tags):
        if found["close"] or (spans and found.start() < spans[-1][1]):
            continue
        ends = closing.get(found["tag"].lower(), [])
        after = bisect_right(ends, number)
        if after < len(ends):
            spans.append((found.start(), tags[ends[after]].end()))
    return spans


def _label(found: re.Match[str], words: Dialect) -> str:
    if found["label"]:
        return found["label"]
    user = _user(words).fullmatch(found["target"])
    if user:
        return user["name"].replace("_", " ").strip()
    return found["target"].strip().removeprefix(":")


def _apostrophes(found: re.Match[str]) -> str:
    """Runs of 2, 3 and 5 are markup; of 4, one is text; of more, all but 5 (Parser::doQuotes)."""
    run = len(found[0])
    return "'" if run == 4 else "'" * max(run - 5, 0)
