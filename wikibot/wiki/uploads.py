"""An upload of a file as the API takes it, and its answer as ours. Pure.

https://www.mediawiki.org/wiki/API:Upload and https://www.mediawiki.org/wiki/API:Imageinfo.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from wikibot.wiki.edits import MAX_SUMMARY
from wikibot.wiki.faults import Refusal


def parameters(name: str, summary: str, *, token: str, account: str) -> dict[str, str | int]:
    """The POST, beside the file itself. Warnings are for people: that the file is there already, or looks like one."""
    return {
        "action": "upload",
        "filename": name,
        "comment": summary[:MAX_SUMMARY],
        "ignorewarnings": 1,
        "assertuser": account,
        "token": token,
    }


def check(answer: Mapping[str, Any]) -> None:
    """Raises :class:`Refusal` for a well-formed answer that is not a success."""
    upload = answer.get("upload", {})
    if upload.get("result") != "Success":
        raise Refusal(str(upload.get("result") or "unknown"), "", upload)


def question(name: str) -> dict[str, str | int]:
    """The query for the present file's SHA-1."""
    return {"titles": f"File:{name}", "prop": "imageinfo", "iiprop": "sha1"}


def is_present(query: Mapping[str, Any], data: bytes) -> bool:
    """Whether the wiki's own file has these bytes; files of a shared repository do not count."""
    wanted = hashlib.sha1(data, usedforsecurity=False).hexdigest()
    return any(
        info.get("sha1") == wanted
        for page in query.get("pages", ())
        if page.get("imagerepository") == "local"
        for info in page.get("imageinfo", ())
    )
