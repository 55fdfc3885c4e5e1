"""A MediaWiki through its API: one small GET to poll, one to read, one POST to save."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import Any

from wikibot.game.calendar import format_time
from wikibot.wiki import answers, edits, refusals, uploads
from wikibot.wiki.api import Answer, Api, Params
from wikibot.wiki.base import Edit, Poll, Revision, Saved
from wikibot.wiki.errors import EditConflict, NotAllowed, PageVanished, WrongSettings
from wikibot.wiki.faults import Fault, Refusal
from wikibot.wiki.login import login
from wikibot.wiki.retry import Patience
from wikibot.wiki.saved_order import SKEW, in_saved_order, newest_first
from wikibot.wiki.titles import user_name

MAX_TITLES = 50  # of one query, without the right apihighlimits
_MORE = (
    2,
    50,
    # revisions beside those wanted: of one page by one account within the skew, usually and at the most
)
_OVERTAKEN = 8  # requests for revisions that were saved later with an earlier time
_MAX_POSTS = 3  # of one edit whose answers get lost
_POLLED = "ids|timestamp|user|userid"
_HEAD = f"{_POLLED}|comment"


class MediaWiki:
    """Implements :class:`wikibot.wiki.base.Wiki`.

    ``api`` is the address of api.php; ``user`` is ``Account@botname``, "" reads without an account;
    ``password`` is called only for a login; ``cookies`` is the file that keeps the session (0600).
    ``seconds`` is the time that everything from one :meth:`poll` to the next may take, waiting
    included; ``clock`` and ``sleep`` count in seconds.
    """

    def __init__(
        self,
        api: str,
        *,
        user: str = "",
        password: Callable[[], str] | None = None,
        contact: str = "",
        cookies: Path | None = None,
        maxlag: int = 5,
        seconds: float = 240.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.user = user
        self._account = user_name(user.partition("@")[0])
        self._password = password
        self._patience = Patience(seconds, clock, sleep)
        self._api = Api(api, _user_agent(contact), cookies, maxlag, self._patience)
        self._token = ""
        self._rights: tuple[str, ...] = ()
        self._may_login = True

    def __repr__(self) -> str:
        return f"<MediaWiki as {self.account or 'nobody'}>"

    @property
    def account(self) -> str:
        """The account that saves, "" where nothing can be saved."""
        return self._account

    @property
    def requests(self) -> int:
        """Requests sent so far."""
        return self._api.requests

    @property
    def bytes_received(self) -> int:
        """Bytes received so far: headers, and bodies as compressed."""
        return self._api.bytes_received

    def poll(self, titles: Sequence[str]) -> Poll:
        """Heads of at most 50 titles, and who we are; the deadline starts anew.

        Heads have no ``sha1`` and no ``comment`` here: the answer is to be small; a comment may
        take 500 letters.
        """
        if len(titles) > MAX_TITLES:
            raise ValueError(f"a poll takes at most {MAX_TITLES} titles")
        self._patience.restart()
        self._may_login = True
        parts = self._query(_polling(titles))
        self._token = parts[0]["query"]["tokens"]["csrftoken"]
        poll = answers.poll(parts, titles)
        self._rights = poll.rights
        return poll

    def poll_request(self, titles: Sequence[str]) -> tuple[str, Mapping[str, str]]:
        """Address and headers (cookies among them) of the GET with which :meth:`poll` begins."""
        return self._api.plain_get({"action": "query", **self._asserted(_polling(titles))})

    def read(self, titles: Sequence[str]) -> Mapping[str, Revision | None]:
        """The newest revision of each of at most 50 titles with its text."""
        if len(titles) > MAX_TITLES:
            raise ValueError(f"a read takes at most {MAX_TITLES} titles")
        found: dict[str, Revision | None] = dict.fromkeys(titles)
        for part in self._query({**_texts(), "titles": _joined(titles)}):
            for title, page in answers.pages(part["query"], titles).items():
                for rev in page.get("revisions", ()):
                    found[title] = answers.revision(page, rev)
        return found

    def revisions(self, ids: Sequence[int]) -> Mapping[int, Revision]:
        """Revisions by id with their text; 50 (500 with apihighlimits) in one GET."""
        size = 500 if "apihighlimits" in self._rights else MAX_TITLES
        found: list[Revision] = []
        for start in range(0, len(ids), size):
            part = "|".join(map(str, ids[start : start + size]))
            found += self._revisions({**_texts(), "revids": part})
        return {rev.id: rev for rev in found}

    def history(self, title: str, since: int) -> Sequence[Revision]:
        """Revisions from ``since`` on; the whole history when ``since`` is not a revision of the page (any more).

        One GET; another where revisions were saved later with an earlier time, which the server
        leaves out.
        """
        params = {
            **_texts(),
            "prop": "revisions|info",
            "titles": _joined([title]),
            "rvdir": "newer",
            "rvlimit": "max",
        }
        if since:
            with suppress(PageVanished):  # the server does not know the revision
                found = self._with_overtaken(
                    self._query({**params, "rvstartid": since}), since, params
                )
                if found and found[0].id == since:
                    return found
        parts = self._query(params)
        return tuple(in_saved_order(_of_pages(parts), _head_of(parts)))

    def _with_overtaken(
        self, parts: Sequence[Answer], since: int, params: Params
    ) -> Sequence[Revision]:
        """What came with later times than ``since`` has, and whatever was saved later in spite of an earlier time."""
        found, head = {revision.id: revision for revision in _of_pages(parts)}, _head_of(parts)
        first = found.get(since)
        for attempt in range(_OVERTAKEN if first else 0):
            named = {
                *(revision.parent_id for revision in found.values() if revision.id > since),
                head,
            }
            missing = sorted(id_ for id_ in named if id_ > since and id_ not in found)
            if not missing or first is None:
                break
            if attempt == 0:
                bounds = {
                    "rvstart": format_time(first.time - SKEW),
                    "rvend": format_time(first.time),
                }
                more = self._revisions({**params, **bounds})
            else:
                more = list(self.revisions(missing).values())
            new = {
                each.id: each
                for each in more
                if each.page_id == first.page_id and each.id not in found
            }
            if attempt and not new:
                break  # they were deleted, or are on another page
            found |= new
        later = (revision for revision in found.values() if revision.id >= since)
        return tuple(
            in_saved_order(sorted(later, key=lambda revision: (revision.time, revision.id)), head)
        )

    def as_of(self, title: str, time: datetime, *, after: bool = False) -> Revision | None:
        """The newest revision up to a time, or the first from then on, in one GET."""
        asked = {"rvdir": "newer" if after else "older", "rvlimit": 1, "rvstart": format_time(time)}
        params = {**_texts(), "titles": _joined([title]), **asked}
        return next(iter(_of_pages(self._query(params, parts=1))), None)

    def changes(
        self,
        title: str,
        *,
        until: Revision | None,
        since: Revision | None = None,
        user: str = "",
        limit: int = 50,
        texts: bool = False,
    ) -> Sequence[Revision]:
        """The newest revisions between two of a page, newest first.

        A few more are asked for, as times may be wrong, and more still where these were made within
        the skew.
        """
        params = {
            **(_texts() if texts else {"prop": "revisions", "rvprop": _HEAD}),
            "titles": _joined([title]),
        }
        bounds = {
            "rvstart": format_time(until.time + SKEW) if until else "",
            "rvend": format_time(since.time - SKEW) if since else "",
            "rvuser": user,
        }
        params |= {name: bound for name, bound in bounds.items() if bound}
        for more in _MORE:
            most = min(limit + more, 500)
            every = self._revisions({**params, "rvlimit": most}, parts=1)
            found = newest_first(
                [revision for revision in every if _between(revision, since, until)]
            )[:limit]
            if len(every) < most or (
                len(found) == limit and found[-1].time - every[-1].time > SKEW
            ):
                break
        return tuple(found)

    def groups(self, users: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """The groups of at most 50 accounts, implicit ones too."""
        asked = {"list": "users", "ususers": "|".join(users[:MAX_TITLES]), "usprop": "groups"}
        found = [user for part in self._query(asked) for user in part["query"].get("users", ())]
        return {user["name"]: tuple(user["groups"]) for user in found if "groups" in user}

    def stored(self, text: str) -> str | None:
        """How MediaWiki stores a text, None where its pre-save transform decides."""
        return edits.stored(text)

    def save(self, edit: Edit) -> Saved:
        """Post one edit. After a lost answer the page is looked at before anything is posted again."""
        if not self.user:
            raise NotAllowed("nothing is saved without an account", remedy="Set user and password.")
        lost: Fault | None = None
        for tries in range(1, _MAX_POSTS + 1):
            try:
                return (
                    self._post(edit)
                    or (self._find(edit) if lost else None)
                    or self._unchanged(edit)
                )
            except EditConflict:
                found = (
                    self._find(edit) if lost else None
                )  # the conflict may be with our own lost edit
                if found is None:
                    raise
                return found
            except Fault as fault:
                lost = fault
            if not lost.sent:  # the wiki was out of reach for as long as our patience lasts
                break
            if found := self._find(edit):
                return found
            # Safe to post again: the same base, or createonly, lets only one of the posts through.
            if not lost.again or not self._patience.pause(tries, lost.wait):
                break
        raise refusals.of_fault(lost or Fault("no answer"), f"saving {edit.title}")

    def put_file(self, name: str, data: bytes, summary: str) -> bool:
        """Upload a file unless the wiki has it already; one GET, and one POST where it differs."""
        if not self.user:
            raise NotAllowed(
                "nothing is uploaded without an account", remedy="Set user and password."
            )
        if any(
            uploads.is_present(part["query"], data) for part in self._query(uploads.question(name))
        ):
            return False
        try:
            sent = uploads.parameters(
                name, summary, token=self._token or self._new_token(), account=self.account
            )
            uploads.check(self._api.upload(sent, name, data))
        except Fault as fault:
            raise refusals.of_fault(fault, f"uploading {name}") from None
        except Refusal as refusal:
            raise refusals.of_refusal(refusal, f"File:{name}", editing=True) from None
        return True

    def server(self) -> Mapping[str, Any]:
        """What the server says of itself (``meta=siteinfo``): generator, sitename, readonly and readonlyreason."""
        general: Mapping[str, Any] = self._query({"meta": "siteinfo", "siprop": "general"})[0][
            "query"
        ]["general"]
        return general

    def _post(self, edit: Edit) -> Saved | None:
        """Post; once more with a new token, and a new login if need be, when the session was lost."""
        try:
            return self._post_once(edit)
        except Refusal as refusal:
            if refusal.code not in refusals.SESSION_LOST | {refusals.BAD_TOKEN}:
                raise refusals.of_refusal(refusal, edit.title, editing=True) from None
            self._token = ""
        try:
            return self._post_once(edit)
        except Refusal as refusal:
            raise refusals.of_refusal(refusal, edit.title, editing=True) from None

    def _post_once(self, edit: Edit) -> Saved | None:
        token = self._token or self._new_token()
        bot = "bot" in self._rights
        return edits.saved(
            self._api.post(edits.parameters(edit, token=token, account=self.account, bot=bot))
        )

    def _new_token(self) -> str:
        query = self._query({"meta": "tokens|userinfo", "uiprop": "rights"})[0]["query"]
        self._rights = tuple(query["userinfo"].get("rights", ()))
        self._token = query["tokens"]["csrftoken"]
        return self._token

    def _find(self, edit: Edit) -> Saved | None:
        """The edit among the page's newest revisions, when its answer was lost."""
        return edits.find(self._newest(edit.title), edit, self.account)

    def _unchanged(self, edit: Edit) -> Saved:
        head = next(iter(self._newest(edit.title)), None)
        if head is None:
            raise PageVanished(
                "the page was deleted meanwhile", code="missingtitle", page=edit.title
            )
        return Saved(head.id, head.id, changed=False)

    def _newest(self, title: str) -> list[Revision]:
        return list(self.changes(title, until=None))

    def _revisions(self, params: Params, parts: int | None = None) -> list[Revision]:
        return _of_pages(self._query(params, parts))

    def _query(self, params: Params, parts: int | None = None) -> list[Answer]:
        """A query as our account (its first ``parts``); a lost session logs in once, then the query is repeated."""
        asked = self._asserted(params)
        with _told("reading from the wiki"):
            if self.user and not self._api.cookies:
                self._login()
            try:
                found = list(islice(self._api.query(asked), parts))
            except Refusal as refusal:
                if not self.user or refusal.code not in refusals.SESSION_LOST:
                    raise
                self._login()
                found = list(islice(self._api.query(asked), parts))
            self._may_login = (
                True  # the session holds; should it get lost later, another login is in order
            )
            return found

    def _asserted(self, params: Params) -> Params:
        """The same request, refused by the wiki where it does not come from our account."""
        return {**params, "assertuser": self.account} if self.user else params

    def _login(self) -> None:
        if not self._may_login:
            raise NotAllowed(
                "the wiki forgot us right after a login", remedy="Check https and cookies."
            )
        self._may_login = False
        self._token = ""
        login(self._api, self.user, self._password)


@contextmanager
def _told(doing: str) -> Iterator[None]:
    """Faults and refusals of a read as our errors."""
    try:
        yield
    except Fault as fault:
        raise refusals.of_fault(fault, doing) from None
    except Refusal as refusal:
        raise refusals.of_refusal(refusal) from None


def _of_pages(parts: Sequence[Answer]) -> list[Revision]:
    return [
        answers.revision(page, rev)
        for part in parts
        for page in part["query"].get("pages", ())
        for rev in page.get("revisions", ())
    ]


def _head_of(parts: Sequence[Answer]) -> int:
    """The newest revision of the one page that was asked for."""
    return max(
        (
            int(page.get("lastrevid", 0))
            for part in parts
            for page in part["query"].get("pages", ())
        ),
        default=0,
    )


def _between(revision: Revision, since: Revision | None, until: Revision | None) -> bool:
    return (since is None or since.id <= revision.id) and (until is None or revision.id <= until.id)


def _polling(titles: Sequence[str]) -> Params:
    return {
        "prop": "revisions|info",
        "rvprop": _POLLED,
        "inprop": "protection",
        "titles": _joined(titles),
        "meta": "userinfo|tokens",
        "uiprop": "blockinfo|rights|groups",
        "curtimestamp": 1,
    }


def _texts() -> dict[str, str | int]:
    return {"prop": "revisions", "rvprop": f"{_HEAD}|sha1|content", "rvslots": "main"}


def _joined(titles: Sequence[str]) -> str:
    for title in titles:
        if "|" in title:
            remedy = "Correct the page title in the settings."
            raise WrongSettings(
                f"{title!r} cannot be the title of a page", code="invalidtitle", remedy=remedy
            )
    return "|".join(titles)


def _user_agent(contact: str) -> str:
    """As https://meta.wikimedia.org/wiki/User-Agent_policy asks for."""
    try:
        version = metadata.version("wikibot")
    except metadata.PackageNotFoundError:  # run from a source tree
        version = "0"
    known = contact.encode("ascii", "replace").decode().split()
    return f"wikibot/{version} ({' '.join(known) or 'no contact given'})"
