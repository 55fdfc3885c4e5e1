"""Wikitext as a reader sees it: the words of a line, a heading or a cell, without markup."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from functools import lru_cache
from typing import Any

from wikibot.wikitext.dialect import USER, Dialect, current, key, namespaces
from wikibot.wikitext.elements import TAG
from wikibot.wikitext.parsing import replaced
from wikibot.wikitext.preprocessor import Interval, without

_STRIKE = re.compile(r"<(?P<close>/?)(?P<tag>s|del|strike)\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_HTML = re.compile(
    r"</?(?:abbr|b|bdi|bdo|big|blockquote|center|cite|code|data|dd|del|dfn|div|dl|dt|em|font|"
    r"h[1-6]|hr|i|ins|kbd|li|mark|noinclude|nowiki|ol|onlyinclude|p|q|rb|rp|rt|ruby|s|samp|small|"
    r"span|strike|strong|sub|sup|time|tt|u|ul|var|wbr)\b[^<>]*>|<(?:!--|includeonly\b).*",
    re.IGNORECASE | re.DOTALL,
)
_WEB = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_QUOTES = re.compile("'{2,}")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
_ACTS = re.compile(r"^[*#:;!-]|[|<'_\[{]")
_ACTS_IN_LABEL = re.compile(r"^[*#:;!-]|\|")
# Invisible marks that are often pasted along; joiners and variation selectors belong to emoji.
_UNSEEN = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad\x00-\x08\x0e-\x1f\x7f]"
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
    text = replaced(wikitext, shown, words)
    return tidy(wikitext) if text is None else unmarked(text)


def unmarked(text: str) -> str:
    """A text whose nodes were replaced, without the rest of its markup."""
    if "<" in text:  # tags: the library takes those that overlap or have no end for text
        text = _HTML.sub("", _BREAK.sub(" ", without(text, struck(text))))
    return tidy(decoded(_QUOTES.sub(_apostrophes, text)))


def tidy(text: str) -> str:
    """A plain text as pages give it: on one line with single blanks, without invisible marks."""
    return " ".join(_UNSEEN.sub("", text).split())


def decoded(text: str) -> str:
    """A text with its entities decoded, once: those that end in a semicolon, as on MediaWiki."""
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text


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


def shown(node: Any, words: Dialect) -> str | None:
    """What a reader sees of a node of the library; None for what may stay as it is."""
    kind = type(node).__name__
    tag = f"<{str(node.tag).strip().lower()}>" if kind == "Tag" else ""
    if tag in ("<nowiki>", "<pre>"):
        return _ACTS.sub(_coded, str(node.contents or ""))
    extension = TAG.match(tag)
    if kind == "Comment" or (extension and not extension["inclusion"]):
        return ""
    if kind == "ExternalLink" and node.brackets and _WEB.match(str(node.url)):
        return str(node.title or "").strip() or str(node.url)
    return _label(node, words) if kind == "Wikilink" else None


def _label(node: Any, words: Dialect) -> str | None:
    """The label of a link, or else its target, of an account's page the account."""
    label, title = str(node.text or ""), str(node.title)
    if "[" in label or "]" in label:
        return None
    if label:
        return _ACTS_IN_LABEL.sub(_coded, label)
    title = title.strip().removeprefix(":")
    name = title.partition(":")[2].replace("_", " ").strip()
    is_user = namespace(title, words) == USER and name and not {"/", "#"} & {*decoded(name)}
    return name if is_user else title


def namespace(title: str, words: Dialect) -> int:
    """The number of the namespace that a title names; 0 for none."""
    space, colon, _ = title.partition(":")
    return namespaces(words).get(key(space), (0, ""))[0] if colon else 0


def _coded(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"


def _apostrophes(found: re.Match[str]) -> str:
    """Runs of 2, 3 and 5 are markup; of 4, one is text; of more, all but 5 (Parser::doQuotes)."""
    run = len(found[0])
    return "'" if run == 4 else "'" * max(run - 5, 0)
