"""Edits and uploads as the API takes them, and its answers as ours. Pure.

https://www.mediawiki.org/wiki/API:Edit, API:Upload and API:Imageinfo.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from wikibot.wiki.base import Edit, Revision, Saved
from wikibot.wiki.errors import EditRefused, Refusal
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import Span, SpanKind, asides

_TRANSFORMED = re.compile(
    r"~~~|\{\{\s*(?:safe)?subst:|\[\[\s*\||\|\s*\]\]|<includeonly", re.IGNORECASE
)
_TRIMMED = " \t\n\r\0\x0b"  # what PHP's rtrim takes off


def parameters(edit: Edit, *, token: str, account: str, bot: bool) -> dict[str, str | int]:
    """The POST of an edit.

    ``baserevid`` alone guards an update: with ``basetimestamp`` the server lets us overwrite
    ourselves.
    """
    text = unicodedata.normalize("NFC", edit.text)  # as the server does before it checks md5
    model = {"contentmodel": edit.model} if edit.model and edit.base is None else {}
    flags = {"bot": bot, "minor": edit.minor, "notminor": not edit.minor}
    return {
        "action": "edit",
        "title": edit.title,
        "text": text,
        "md5": hashlib.md5(encoded(text, edit.title), usedforsecurity=False).hexdigest(),
        "summary": edit.summary,
        **({"createonly": 1} if edit.base is None else {"nocreate": 1, "baserevid": edit.base}),
        **{name: 1 for name, on in flags.items() if on},
        **model,
        "assertuser": account,
        "token": token,
    }


def encoded(text: str, title: str) -> bytes:
    """A text in UTF-8. Raises :class:`EditRefused` where it cannot be encoded."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise EditRefused(f"the text holds a lone surrogate at {error.start}", page=title) from None


def stored(text: str) -> str | None:
    """What MediaWiki makes of a text: NFC, line feeds, no white space at the end.

    From ``TextContent::normalizeLineEndings``. None where the pre-save transform may change more:
    signatures, ``{{subst:}}``, links whose label is left to the server.
    """
    if _TRANSFORMED.search(text):
        return None
    composed = unicodedata.normalize("NFC", text)
    return composed.replace("\r\n", "\n").replace("\r", "\n").rstrip(_TRIMMED)


def saved(answer: Mapping[str, Any]) -> Saved | None:
    """What the server says of an edit; ``None`` when it changed nothing.

    Raises :class:`Refusal` for a captcha or an extension that said no inside a well-formed answer.
    """
    edit = answer.get("edit", {})
    if edit.get("result") != "Success":
        code = "captcha" if "captcha" in edit else edit.get("code") or edit.get("result")
        raise Refusal(str(code or "unknown"), str(edit.get("info", "")), edit)
    if edit.get("nochange"):
        return None
    return Saved(revision=edit["newrevid"], parent=edit["oldrevid"])


def find(revisions: Iterable[Revision], edit: Edit, account: str) -> Saved | None:
    """The edit among revisions: by our account, after the base, with the run id in its summary."""
    for revision in revisions:
        ours = revision.user == account and edit.run in (revision.comment or "")
        if ours and revision.id > (edit.base or 0):
            return Saved(revision.id, revision.parent_id)
    return None


# -- files -----------------------------------------------------------------------------------------


def others_file(query: Mapping[str, Any], data: bytes, account: str) -> str | None:
    """Who uploaded the newest version of a file, another account; "" for ours or no file.

    None where the wiki's file has these bytes. Files of a shared repository do not count.
    """
    wanted = hashlib.sha1(data, usedforsecurity=False).hexdigest()
    local = (each for each in query.get("pages", ()) if each.get("imagerepository") == "local")
    for info in (info for page in local for info in page.get("imageinfo", ())):
        if info.get("sha1") == wanted:
            return None
        if info.get("user") != account:
            return info.get("user") or "a hidden account"
    return ""


# -- exclusion -------------------------------------------------------------------------------------
# ``{{bots}}`` and ``{{nobots}}``: whether a page asks this bot to stay away.
#
# The form is that of https://en.wikipedia.org/wiki/Template:Bots: ``{{nobots}}``,
# ``{{bots|deny=all}}``, ``{{bots|deny=A, B}}``, ``{{bots|allow=none}}``, ``{{bots|allow=A, B}}``.
#
# Templates are found as MediaWiki's preprocessor finds them (``wikitext/preprocessor.py``), in
# one pass over the page. mwparserfromhell, which this is mostly done with, takes the square of
# the page's length for what is left open.

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
