"""An edit as the API takes it, and its answer as ours. Pure."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from wikibot.wiki.base import Edit, Revision, Saved
from wikibot.wiki.errors import EditRefused
from wikibot.wiki.faults import Refusal

_TRANSFORMED = re.compile(
    r"~~~|\{\{\s*(?:safe)?subst:|\[\[\s*\||\|\s*\]\]|<includeonly", re.IGNORECASE
)
_TRIMMED = " \t\n\r\0\x0b"  # what PHP's rtrim takes off
MAX_SUMMARY = 500  # characters, https://www.mediawiki.org/wiki/Help:Edit_summary


def parameters(edit: Edit, *, token: str, account: str, bot: bool) -> dict[str, str | int]:
    """The POST. ``baserevid`` alone guards an update: with ``basetimestamp`` the server lets us overwrite ourselves."""
    text = unicodedata.normalize("NFC", edit.text)  # as the server does before it checks md5
    flags = {"bot": bot, "minor": edit.minor, "notminor": not edit.minor}
    return {
        "action": "edit",
        "title": edit.title,
        "text": text,
        "md5": _md5(text, edit.title),
        "summary": summary(edit.summary, edit.run),
        **({"createonly": 1} if edit.base is None else {"nocreate": 1, "baserevid": edit.base}),
        **{name: 1 for name, on in flags.items() if on},
        "assertuser": account,
        "token": token,
    }


def stored(text: str) -> str | None:
    """What MediaWiki makes of a text: NFC, line feeds, no white space at the end.

    From ``TextContent::normalizeLineEndings``. None where the pre-save transform may change more:
    signatures, ``{{subst:}}``, links whose label is left to the server.
    """
    if _TRANSFORMED.search(text):
        return None
    return (
        unicodedata.normalize("NFC", text)
        .replace("\r\n", "\n")
        .replace("\r", "\n")
        .rstrip(_TRIMMED)
    )


def summary(text: str, run: str) -> str:
    """An edit summary within the server's limit that still holds the run id."""
    if len(text) <= MAX_SUMMARY and run in text:
        return text
    if run in text[: MAX_SUMMARY - 1]:
        return text[: MAX_SUMMARY - 1] + "…"
    tail = f"… {run}" if len(text) + 1 + len(run) > MAX_SUMMARY else f" {run}"
    return (text[: MAX_SUMMARY - len(tail)] + tail).strip()


def saved(answer: Mapping[str, Any]) -> Saved | None:
    """What the server says of an edit; ``None`` when it changed nothing.

    Raises :class:`Refusal` for a captcha or an extension that said no inside a well-formed answer.
    """
    edit = answer.get("edit", {})
    if edit.get("result") != "Success":
        code = (
            "captcha"
            if "captcha" in edit
            else str(edit.get("code") or edit.get("result") or "unknown")
        )
        raise Refusal(code, str(edit.get("info", "")), edit)
    if edit.get("nochange"):
        return None
    return Saved(revision=edit["newrevid"], parent=edit["oldrevid"])


def find(revisions: Iterable[Revision], edit: Edit, account: str) -> Saved | None:
    """The edit among revisions: made by our account after the base, with the run id in its summary."""
    for revision in revisions:
        ours = (
            revision.user == account
            and revision.comment is not None
            and edit.run in revision.comment
        )
        if ours and revision.id > (edit.base or 0):
            return Saved(revision.id, revision.parent_id)
    return None


def _md5(text: str, title: str) -> str:
    try:
        return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
    except UnicodeEncodeError as error:
        raise EditRefused(f"the text holds a lone surrogate at {error.start}", page=title) from None
