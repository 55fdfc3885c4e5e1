"""Wikitext as a reader sees it: the words of an action line, a heading or a cell, without markup."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from functools import lru_cache

from wikibot.wikitext.elements import Kind, Span
from wikibot.wikitext.preprocessor import asides

_STRIKE = re.compile(r"<(?P<close>/?)(?P<tag>s|del|strike)\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_HTML = re.compile(
    r"</?(?:abbr|b|bdi|bdo|big|blockquote|center|cite|code|data|dd|del|dfn|div|dl|dt|em|font|h[1-6]|hr|i|ins|kbd|li|"
    r"mark|noinclude|nowiki|ol|onlyinclude|p|q|rb|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|ul|var|"
    r"wbr)\b[^<>]*>",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[\[(?P<target>[^\[\]|]*)(?:\|(?P<label>[^\[\]]*))?\]\]")
_USER = re.compile(r"\s*+(?::\s*+)?user\s*+:\s*+(?P<name>(?:&#?\w++;|[^/#])++)", re.IGNORECASE)
_WEB = re.compile(r"\[(?P<url>(?:https?:)?//[^\s\[\]<>\"]+)(?:[ \t]++(?P<label>[^\[\]]*))?\]")
_QUOTES = re.compile("'{2,}")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
# Marks nobody sees and that are often pasted along; joiners and variation selectors are part of
# emoji and stay.
_UNSEEN = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad\x00-\x08\x0e-\x1f\x7f]"
)
_HELD = re.compile("\ue000(\\d+)\ue001")


@lru_cache(maxsize=4096)
def plain(wikitext: str) -> str:
    """What a reader sees, on one line with single blanks.

    Links become their label (a user link without one the bare name, a web link without one its
    address), bold, italics, tags and comments go, entities are decoded, the content of ``<nowiki>``
    and ``<pre>`` stays as it is, templates stay as wikitext. Struck text (``<s>``, ``<del>``,
    ``<strike>``) was taken back by its writer and goes.
    """
    if wikitext.isalnum():
        return wikitext
    text, held = _hold(wikitext)
    text = _BREAK.sub(" ", _unstruck(text))
    text = _HTML.sub("", _links(text))
    text = _ENTITY.sub(_decoded, _QUOTES.sub(_apostrophes, text))
    text = _HELD.sub(lambda found: held[int(found[1])], text)
    return tidy(text)


def tidy(text: str) -> str:
    """A plain text as pages give it: on one line with single blanks, without the marks that nobody sees."""
    return " ".join(_UNSEEN.sub("", text).split())


def _hold(wikitext: str) -> tuple[str, list[str]]:
    """The text with marks in place of verbatim tags and without comments, and what the marks stand for."""
    wikitext = wikitext.replace("\ue000", "").replace("\ue001", "")
    out, held, at = "", [""], 0
    for span in asides(wikitext):
        if span.start < at or span.kind in (Kind.TEMPLATE, Kind.BAR, Kind.PARAMETER):
            continue
        out += wikitext[at : span.start]
        if span.kind is Kind.TAG and span.tag in ("nowiki", "pre"):
            held.append(_ENTITY.sub(_decoded, _inner(wikitext, span)))
            out += f"\ue000{len(held) - 1}\ue001"
        at = span.end
    return out + wikitext[at:], held


def _inner(text: str, span: Span) -> str:
    return text[span.inner[0] : span.inner[1]]


def struck(text: str) -> list[tuple[int, int]]:
    """Where struck text starts and ends with its tags: from each opening tag to the next closing one of its name."""
    closing: dict[str, list[int]] = {}
    tags = list(_STRIKE.finditer(text))
    for number, found in enumerate(tags):
        if found["close"]:
            closing.setdefault(found["tag"].lower(), []).append(number)
    spans: list[tuple[int, int]] = []
    for number, found in enumerate(tags):
        ends = closing.get(found["tag"].lower(), [])
        after = bisect_right(ends, number)
        if (
            not found["close"]
            and after < len(ends)
            and (not spans or found.start() >= spans[-1][1])
        ):
            spans.append((found.start(), tags[ends[after]].end()))
    return spans


def _unstruck(text: str) -> str:
    """The text without what stands in struck tags; tags without a partner are left to others."""
    opened: dict[str, int] = {}
    out, at = "", 0
    for found in _STRIKE.finditer(text):
        tag = found["tag"].lower()
        if not found["close"]:
            opened.setdefault(tag, found.start())
        elif tag in opened:
            out += text[at : max(at, opened.pop(tag))]
            at = found.end()
            opened.clear()
    return out + text[at:]


def _links(text: str) -> str:
    """Links by their labels, inner ones first: a picture's caption may hold links, and those hold none."""
    for _ in range(3):
        text = _LINK.sub(_label, text)
    return _WEB.sub(lambda found: found["label"] or found["url"], text)


def _label(found: re.Match[str]) -> str:
    if found["label"]:
        return found["label"]
    user = _USER.fullmatch(found["target"])
    return (
        user["name"].replace("_", " ").strip()
        if user
        else found["target"].strip().removeprefix(":")
    )


def _apostrophes(found: re.Match[str]) -> str:
    """Runs of 2, 3 and 5 are markup; of 4, one is text; of more than 5, all but 5. Source: Parser::doQuotes."""
    run = len(found[0])
    return "'" if run == 4 else "'" * max(run - 5, 0)


def decoded(text: str) -> str:
    """A text with its entities decoded, once: those that end in a semicolon, as MediaWiki has them."""
    return _ENTITY.sub(_decoded, text) if "&" in text else text


def _decoded(found: re.Match[str]) -> str:
    return html.unescape(found[0])
