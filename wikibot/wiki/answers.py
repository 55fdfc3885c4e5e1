"""From the API's JSON (formatversion 2) to our values. Pure.

The shapes are those of https://www.mediawiki.org/wiki/API:Revisions, API:Info and API:Userinfo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import unquote

from wikibot.wiki.base import Block, Head, Poll, Revision
from wikibot.wiki.errors import WikiError, WrongSettings
from wikibot.wiki.titles import normalise

Json = Mapping[str, Any]
_TITLE = "Correct the page title in the settings."


def revision(page: Json, rev: Json) -> Revision:
    """One revision. What is hidden stays ``None`` even where our rights would show it.

    The API marks every author without an account as ``anon``; imported names (``prefix>Name``) are
    not IP addresses.
    """
    slot = rev.get("slots", {}).get("main", {})
    user_hidden = bool(rev.get("userhidden"))
    text_hidden = bool(rev.get("texthidden") or slot.get("texthidden"))
    if slot and not text_hidden and "content" not in slot:
        why = f"the text of revision {rev['revid']} is missing on the server"
        raise WikiError(why, page=page.get("title", ""))
    user = None if user_hidden else rev.get("user")
    return Revision(
        page_id=page.get("pageid", 0),
        id=rev["revid"],
        parent_id=rev.get("parentid", 0),
        time=datetime.fromisoformat(rev["timestamp"]),
        user=user,
        user_id=0 if user_hidden else rev.get("userid", 0),
        anon=bool(rev.get("anon")) and ">" not in (user or ""),
        temp=bool(rev.get("temp")),
        user_hidden=user_hidden,
        text_hidden=text_hidden,
        comment=None if rev.get("commenthidden") else rev.get("comment"),
        sha1=rev.get("sha1"),
        text=str(slot["content"]) if slot and not text_hidden else None,
    )


def pages(query: Json, titles: Sequence[str]) -> dict[str, Json]:
    """The pages of an answer by the titles that were asked for, undoing the server's normalisation.

    Raises :class:`WrongSettings` for a title that no page can have.
    """
    renamed = {_asked(entry): entry["to"] for entry in query.get("normalized", ())}
    found = {page["title"]: page for page in query.get("pages", ())}
    for entry in query.get("interwiki", ()):
        raise _impossible(entry["title"], "it leads to another wiki")
    for page in found.values():
        if page.get("invalid") or page.get("special"):
            why = page.get("invalidreason", "it is a special page").rstrip(".")
            raise _impossible(page["title"], why)
    return {title: _page(found, renamed, title) for title in titles}


def head(page: Json) -> Head:
    """A page with ``prop=revisions|info&inprop=protection``."""
    newest = next(iter(page.get("revisions", ())), None)
    needs = "create" if page.get("missing") else "edit"
    levels = (entry["level"] for entry in page.get("protection", ()) if entry["type"] == needs)
    return Head(
        title=page["title"],
        page_id=page.get("pageid", 0),
        revision=revision(page, newest) if newest else None,
        length=page.get("length", 0),
        redirect=bool(page.get("redirect")),
        protection=tuple(dict.fromkeys(levels)),
        model=str(page.get("contentmodel", "wikitext")),
    )


def newest(parts: Iterable[Json], titles: Sequence[str]) -> dict[str, int]:
    """The newest revisions by title, of a query with ``prop=info``; 0: no such page."""
    found: dict[str, int] = {}
    for part in parts:
        for title, page in pages(part["query"], titles).items():
            found[title] = int(page.get("lastrevid", found.get(title, 0)))
    return found


def poll(answers: Iterable[Json], titles: Sequence[str]) -> Poll:
    """Heads, and the account's state as ``meta=userinfo`` gives it."""
    parts = list(answers)
    found: dict[str, Json] = {}
    for part in parts:
        for title, page in pages(part["query"], titles).items():
            found[title] = {**found.get(title, {}), **page}
    user = parts[0]["query"]["userinfo"]
    anonymous = bool(user.get("anon"))
    return Poll(
        now=datetime.fromisoformat(parts[0]["curtimestamp"]),
        user="" if anonymous else user["name"],
        user_id=0 if anonymous else user["id"],
        rights=tuple(user.get("rights", ())),
        groups=tuple(user.get("groups", ())),
        block=block(user) if "blockid" in user else None,
        heads={title: head(page) for title, page in found.items()},
    )


def block(told: Json) -> Block:
    """A block as userinfo or a ``blocked`` error gives it."""
    return Block(
        by=str(told.get("blockedby", "")),
        reason=str(told.get("blockreason", "")),
        partial=bool(told.get("blockpartial")),
        expiry=str(told.get("blockexpiry", "")),
    )


def _asked(entry: Json) -> str:
    return unquote(entry["from"]) if entry.get("fromencoded") else str(entry["from"])


def _page(found: Mapping[str, Json], renamed: Mapping[str, str], title: str) -> Json:
    spelt = [renamed.get(each, each) for each in (title, title.strip())]
    for name in (*spelt, normalise(title)):
        if name in found:
            return found[name]
    remedy = "Check the title in the settings."
    raise WikiError("the wiki's answer leaves this page out", page=title, remedy=remedy)


def _impossible(title: str, why: str) -> WrongSettings:
    why = f"{title!r} cannot be a page here: {why}"
    return WrongSettings(why, code="invalidtitle", remedy=_TITLE)
