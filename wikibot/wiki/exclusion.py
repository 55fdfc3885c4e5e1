"""``{{bots}}`` and ``{{nobots}}``: whether a page asks this bot to stay away.

The form is that of https://en.wikipedia.org/wiki/Template:Bots: ``{{nobots}}``,
``{{bots|deny=all}}``, ``{{bots|deny=A, B}}``, ``{{bots|allow=none}}``, ``{{bots|allow=A, B}}``.

Templates are found as MediaWiki's preprocessor finds them (``wikitext/preprocessor.py``), in one
pass over the page. mwparserfromhell, which this is mostly done with, takes the square of the page's
length for what is left open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from wikibot.wikitext.dialect import fold
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import Span, SpanKind, asides

_NAMES = ("bots", "nobots")
_MENTIONED = re.compile("bots", re.IGNORECASE)
_LONGEST = 60  # characters of the beginning of a template that are looked at for its name
_MOST = 5000  # characters of its parameters
_FIRST = 50  # templates of these names; no page needs more


def denies(text: str, account: str) -> bool:
    """Whether the wikitext forbids ``account`` to edit the page, outside comments and nowiki."""
    if not _MENTIONED.search(text):
        return False
    return any(
        _is_denied(name, params, fold(account)) for name, params in islice(_templates(text), _FIRST)
    )


def _templates(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The templates of one of the names, anywhere on the page, with their named parameters."""
    for span in asides(text):
        if span.kind is SpanKind.TEMPLATE and _name(text, span) in _NAMES:
            inside = plain(text[span.start + 2 : min(span.end - 2, span.start + _MOST)])
            name, *params = inside.split("|")
            pairs = [param.partition("=") for param in params]
            said = {fold(key): value for key, equals, value in pairs if equals}
            positional = {
                str(number): value
                for number, (value, equals, _) in enumerate(pairs, 1)
                if not equals
            }
            yield fold(name), {**positional, **said}


def _name(text: str, span: Span) -> str:
    start = text[span.start + 2 : min(span.end - 2, span.start + _LONGEST)]
    return fold(start.partition("|")[0]) if "bots" in start.casefold() else ""


def _is_denied(name: str, params: dict[str, str], account: str) -> bool:
    if name == "nobots":
        return not params
    deny, allow = _listed(params.get("deny", "")), _listed(params.get("allow", ""))
    if "all" in deny or account in deny:
        return True
    return "none" in allow or (bool(allow) and "all" not in allow and account not in allow)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(name for part in text.split(",") if (name := fold(part)))
