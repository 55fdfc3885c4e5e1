"""Inline wikitext of a cell: what a reader sees of it, and wikitext that shows a plain text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from wikibot.wikitext.plain import plain, struck
from wikibot.wikitext.preprocessor import asides

HIDDEN = (
    "\x00"  # stands for a character that a reader does not see; offsets stay those of the wikitext
)
_MARKUP = re.compile(
    r"\[\[(?:[^\[\]|]*\|)?|\]\]|\[(?:https?:)?//[^\s\[\]]+[ \t]*|'{2,}|</?[A-Za-z][^<>]*>"
    r"|[\u200b\u2060\ufeff\u00ad]"
)
_WHOLE = re.compile(r"\[\[[^\[\]]*\]\]|\[(?:https?:)?//[^\[\]]*\]|&(?:#\w+|[A-Za-z]\w*);")
# All that has a meaning in a cell, at the start of a line, or to the parser's first pass.
_SPECIAL = re.compile(
    r"&(?=[#A-Za-z])|[<>{}|\n]|\[(?=\[|[A-Za-z]*:?//)|(?<=\[)\[|\](?=\])|(?<=\])\]|'(?=')|(?<=')'|~(?=~)|(?<=~)~"
    r"|_(?=_)|(?<=_)_|!(?=!)|(?<=!)!|^[*#:;= ]|(?<==)$"
    # behind a protocol, whatever a wiki counts as one: addresses must not become links
    r"|(?<=[A-Za-z]):(?=\S)"
)
_ANY = re.compile(r"[^\w ]|_", re.ASCII)


def entity(text: str) -> str:
    """Every character as a hexadecimal reference, which the table engine leaves alone."""
    return "".join(f"&#x{ord(character):X};" for character in text)


@lru_cache(maxsize=4096)
def inline(text: str) -> str:
    """Wikitext that shows exactly ``text`` in a cell or on a line.

    No link, template, signature or markup in it runs, and no address becomes a link: it would be
    one in an edit of the bot's. The wikitext is in Unicode's form NFC, which is how a wiki stores
    what it is sent.
    """
    text = seen(text)
    written = _SPECIAL.sub(lambda found: entity(found[0]), text)
    if plain(written) == text and unicodedata.is_normalized("NFC", written):
        return written
    return spelled(text)


def spelled(text: str) -> str:
    """The same with every character but plain letters, digits and blanks as an entity."""
    return _ANY.sub(lambda found: entity(found[0]), text)


@lru_cache(maxsize=4096)
def seen(text: str) -> str:
    """A plain text as it comes back from a page: on one line, single blanks, no invisible marks."""
    return plain(_ANY.sub(lambda found: entity(found[0]) if found[0].isascii() else found[0], text))


def visible(wikitext: str) -> str:
    """The text, as long as before, with :data:`HIDDEN` for all that a reader does not see."""
    return _MARKUP.sub(_hidden, without_asides(wikitext))


def closed(wikitext: str) -> str:
    """The text, as long as before, with :data:`HIDDEN` for what no list is split in, as links."""
    return _WHOLE.sub(_hidden, without_asides(wikitext))


def without_asides(wikitext: str) -> str:
    """The text, as long as before, with :data:`HIDDEN` for asides and struck text."""
    text = blanked(wikitext, ((span.start, span.end) for span in asides(wikitext)))
    return blanked(text, struck(text)) if "</" in text else text


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text, as long as before, with :data:`HIDDEN` for spans in the order of their start."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        if end > at:
            pieces += [text[at:start], HIDDEN * (end - max(start, at))]
            at = end
    return "".join([*pieces, text[at:]])


def _hidden(found: re.Match[str]) -> str:
    return HIDDEN * len(found[0])
