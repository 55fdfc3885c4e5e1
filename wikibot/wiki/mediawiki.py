"""A MediaWiki through its API: one small GET to poll, one to read, one POST to save."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from importlib import metadata
from typing import Any

from wikibot.wiki import answers, base, errors
from wikibot.wiki.api import Account, Answer, Api, Gate, Params, Patience, of_fault, of_refusal
from wikibot.wiki.base import Edit, PageMove, Poll, Revision, Saved
from wikibot.wiki.feed import OVERLAP, RecentChange
from wikibot.wiki.files import KeptText
from wikibot.wiki.history import SKEW, History, Texts, in_saved_order, newest_first
from wikibot.wikitext.numerals import format_time

# revisions beside those wanted: of one page by one account within the skew, usually and at most
_MORE = (2, 50)
_MAX_POSTS = 3  # of one edit whose answers get lost
# requests for recent changes at once; what is older is seen when all pages are looked at
_RECENT = 4


class MediaWiki:
    """Implements :class:`wikibot.wiki.base.Wiki`.

    ``api`` is the address of api.php; ``user`` is ``Account@botname``, "" reads without an account;
    ``password`` is called only for a login; ``cookies`` is where the session is kept.
    ``seconds`` is the time that everything from one :meth:`poll` to the next may take, waiting
    included; ``clock`` and ``sleep`` count in seconds. ``gate`` is what
    several programs on one wiki keep to.
    """

    def __init__(
        self, api: str, *, user: str = "", password: Callable[[], str] | None = None,
        contact: str = "", cookies: KeptText | None = None, maxlag: int = 5, seconds: float = 240.0,
        clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep,
        gate: Gate | None = None,
    ) -> None:  # fmt: skip
        self._patience = Patience(seconds, clock, sleep)
        self._api = Api(api, user_agent(contact), cookies, maxlag, self._patience, gate)
        self._account = Account(self._api, user, password)

    def __repr__(self) -> str:
        return f"<MediaWiki as {self.account or 'a reader'}>"

    @property
    def account(self) -> str:
        return self._account.name

    @property
    def requests(self) -> int:
        return self._api.requests

    @property
    def bytes_received(self) -> int:
        return self._api.bytes_received

    def poll(self, titles: Sequence[str], *, introduce: bool = False) -> Poll:
        """Heads of at most 50 titles, and who we are; the deadline starts anew.

        Heads have no ``sha1`` and no ``comment`` here: the answer is to be small; a comment may
        take 500 letters.
        """
        self._patience.restart()
        self._account.may_login = True
        asked = {**POLL, "titles": joined(titles)}
        if introduce:
            asked |= {**answers.ASKED, "meta": f"{POLL['meta']}|{answers.ASKED['meta']}"}
        parts = self._query(asked)
        stamp = ""
        if introduce:
            with suppress(errors.WikiError):  # it then writes times as an English wiki does
                stamp = self.saved_as("~~~~~", once=True)
        poll = answers.poll(parts, titles, stamp)
        self._account.token = parts[0]["query"]["tokens"]["csrftoken"]
        self._account.rights = poll.rights
        return poll

    def heads(self, titles: Sequence[str]) -> Iterator[tuple[datetime, Mapping[str, int]]]:
        """The server's time, and the newest revision of titles in their order; 0: no such page.

        A part for each request, which has all of the time: 50 titles, and from the second on 500
        where the account has apihighlimits.
        """
        self._account.may_login = True
        start, now = 0, datetime.now(UTC)
        while start < len(titles):
            size = 500 if start and "apihighlimits" in self._account.rights else MAX_TITLES
            some = titles[start : start + size]
            asked: Params = {"prop": "info", "titles": "|".join(map(whole_title, some))}
            if not start:
                asked = {**asked, "meta": "userinfo", "uiprop": "rights", "curtimestamp": 1}
            self._patience.restart()
            parts = self._query(asked)
            if not start:
                self._account.rights = tuple(parts[0]["query"]["userinfo"].get("rights", ()))
                now = datetime.fromisoformat(parts[0]["curtimestamp"])
            yield now, answers.newest(parts, some)
            start += size

    def poll_request(self, titles: Sequence[str]) -> tuple[str, Mapping[str, str]]:
        asked = self._account.asserted({**POLL, "titles": joined(titles)})
        return self._api.plain_get({"action": "query", **asked})

    def read(self, titles: Sequence[str]) -> Mapping[str, Revision | None]:
        found: dict[str, Revision | None] = dict.fromkeys(titles)
        for part in self._query({**TEXTS, "titles": joined(titles)}):
            for title, page in answers.pages(part["query"], titles).items():
                for rev in page.get("revisions", ()):
                    found[title] = answers.revision(page, rev)
        return found

    def revisions(self, ids: Sequence[int]) -> Mapping[int, Revision]:
        """Revisions by id with their text; 50 (500 with apihighlimits) in one GET."""
        size = 500 if "apihighlimits" in self._account.rights else MAX_TITLES
        found: list[Revision] = []
        for start in range(0, len(ids), size):
            part = "|".join(map(str, ids[start : start + size]))
            found += revisions_in(self._query({**TEXTS, "revids": part}))
        return {rev.id: rev for rev in found}

    def history(self, title: str, since: int) -> History:
        """Revisions from ``since`` on; all of them when that is not a revision of the page.

        One GET; another where revisions were saved later with an earlier time, which the server
        leaves out.
        """
        return PageHistory(title, self._account.query_each, self.revisions).since(since)

    def as_of(self, title: str, time: datetime, *, after: bool = False) -> Revision | None:
        asked = {"rvdir": "newer" if after else "older", "rvlimit": 1, "rvstart": format_time(time)}
        found = revisions_in(self._query({**TEXTS, "titles": joined([title]), **asked}, parts=1))
        return next(iter(found), None)

    def changes(
        self, title: str, *, until: Revision | None, since: Revision | None = None, user: str = "",
        limit: int = 50, texts: bool = False,
    ) -> Sequence[Revision]:  # fmt: skip
        """The newest revisions between two of a page, newest first.

        A few more are asked for, as times may be wrong, and more still where these were made within
        the skew.
        """
        bounds = {
            "rvstart": format_time(until.time + SKEW) if until else "",
            "rvend": format_time(since.time - SKEW) if since else "",
            "rvuser": user,
        }
        given = {name: bound for name, bound in bounds.items() if bound}
        kind = TEXTS if texts else {"prop": "revisions", "rvprop": HEAD}
        for more in _MORE:
            most = min(limit + more, 500)
            asked: Params = {**kind, "titles": joined([title]), **given, "rvlimit": most}
            every = revisions_in(self._query(asked, parts=1))
            oldest, newest = since.id if since else 0, until.id if until else math.inf
            between = [each for each in every if oldest <= each.id <= newest]
            found = newest_first(between)[:limit]
            complete = len(found) == limit and found[-1].time - every[-1].time > SKEW
            if complete or len(every) < most:
                break
        return tuple(found)

    def moves(self, since: datetime, until: datetime) -> Sequence[PageMove]:
        """All moves of pages in some time; one GET for 500 (5,000 with apihighlimits)."""
        asked: Params = {
            "list": "logevents", "letype": "move", "leprop": "ids|title|timestamp|user|details",
            "ledir": "newer", "lestart": format_time(since), "leend": format_time(until),
            "lelimit": "max",
        }  # fmt: skip
        entries = [entry for part in self._query(asked) for entry in part["query"]["logevents"]]
        return [  # MediaWiki 1.39 does not name the revision
            PageMove(
                datetime.fromisoformat(entry["timestamp"]), entry.get("user"), entry.get("title"),
                dict(entry.get("params", ())).get("target_title"), int(entry.get("revid", 0))
            )
            for entry in entries
        ]  # fmt: skip

    def recent_changes(
        self, since: datetime | None, namespaces: Collection[int]
    ) -> tuple[datetime, Sequence[tuple[int, RecentChange]]]:
        """The server's time, and numbered changes from a time on; without one the newest of all.

        From some seconds before that time: a change is shown later than it is dated. No
        ``namespaces``: of all pages.
        """
        self._patience.restart()
        self._account.may_login = True
        asked: dict[str, str | int] = {
            "list": "recentchanges", "rcprop": "title|ids|user", "rctype": "edit|new|log",
            "rclimit": 1, "curtimestamp": 1,
        }  # fmt: skip
        if since is not None:
            start = format_time(since - timedelta(seconds=OVERLAP))
            asked = {**asked, "rcdir": "newer", "rcstart": start, "rclimit": "max"}
            if namespaces:
                asked["rcnamespace"] = "|".join(map(str, sorted(namespaces)))
        parts = self._query(asked, parts=_RECENT if since else 1)
        rows = [row for part in parts for row in part["query"]["recentchanges"]]
        changes = [
            (row["rcid"], RecentChange(row["title"], row.get("user", ""), row.get("revid", 0)))
            for row in rows
            if "title" in row
        ]
        return datetime.fromisoformat(parts[0]["curtimestamp"]), changes

    def groups(self, users: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """The groups of accounts, implicit ones too, fifty in a request."""
        every = ("|".join(users[at : at + MAX_TITLES]) for at in range(0, len(users), MAX_TITLES))
        asked = ({"list": "users", "ususers": each, "usprop": "groups"} for each in every)
        found = [user for each in asked for part in self._query(each)
                 for user in part["query"].get("users", ())]  # fmt: skip
        return {user["name"]: tuple(user["groups"]) for user in found if "groups" in user}

    def server(self) -> Mapping[str, Any]:
        """What the server says of itself: generator, sitename, readonly and readonlyreason."""
        asked: Params = {"meta": "siteinfo", "siprop": "general"}
        general: Mapping[str, Any] = self._query(asked)[0]["query"]["general"]
        return general

    def saved_as(self, text: str, *, once: bool = False) -> str:
        """What a text such as the account's ``~~~~`` would be saved as; nothing is saved.

        ``once``: a request that fails is not repeated.
        """
        asked: Params = {"action": "parse", "text": text, "contentmodel": "wikitext", "onlypst": 1}
        try:
            parsed = self._api.get(self._account.asserted(asked), once=once).get("parse")
        except errors.Fault as fault:
            raise of_fault(fault, "asking for the signature") from None
        except errors.Refusal as refusal:
            raise of_refusal(refusal) from None
        found = parsed.get("text") if isinstance(parsed, dict) else None
        return found if isinstance(found, str) else ""

    def stored(self, text: str) -> str | None:
        return base.stored(text)

    def save(self, edit: Edit) -> Saved:
        """Post one edit. After a lost answer the page is looked at before it is posted again."""
        self._account.need("saved")
        lost: errors.Fault | None = None
        for tries in range(1, _MAX_POSTS + 1):
            try:
                found = self._post(edit) or (self._find(edit) if lost else None)
                if found is None:  # the page read so already
                    head = next(iter(self.changes(edit.title, until=None)), None)
                    if head is None:
                        gone, page = "the page was deleted meanwhile", edit.title
                        raise errors.PageVanished(gone, code="missingtitle", page=page)
                    found = Saved(head.id, head.id, changed=False)
                return found
            except errors.EditConflict:
                if lost and (found := self._find(edit)):  # the conflict is with our own lost edit
                    return found
                raise
            except errors.Fault as fault:
                lost = fault
            if not lost.sent:  # the wiki was out of reach for as long as our patience lasts
                break
            if found := self._find(edit):
                return found
            # Safe to post again: the same base, or createonly, lets only one of the posts through.
            if not lost.again or not self._patience.pause(tries, lost.wait):
                break
        raise of_fault(lost or errors.Fault("no answer"), f"saving {edit.title}")

    def put_file(self, name: str, data: bytes, summary: str) -> bool:
        """Upload a file unless the wiki has it: one GET, and one POST where it differs.

        Raises :class:`EditRefused` where its newest version is another account's.
        """
        self._account.need("uploaded")
        asked: Params = {"titles": f"File:{name}", "prop": "imageinfo", "iiprop": "sha1|user"}
        parts = [part["query"] for part in self._query(asked)]
        found = [base.others_file(part, data, self.account) for part in parts]
        if None in found:
            return False
        if other := next(filter(None, found), ""):
            raise errors.EditRefused(
                f"its newest version is by {other}, and nobody's file is written over",
                page=f"File:{name}",
                remedy="Set another name, or have that file deleted.",
            )
        # Warnings are for people: that the file is there.
        upload: Params = {
            "action": "upload",
            "filename": name,
            "ignorewarnings": 1,
            "comment": summary,
        }

        def check(answer: Answer) -> None:
            done = answer.get("upload", {})
            if done.get("result") != "Success":
                raise errors.Refusal(str(done.get("result") or "unknown"), "", done)

        page, file = f"File:{name}", {"file": (name, data)}
        try:
            self._account.post(lambda: upload, check, page, file)
        except errors.Fault as fault:
            raise of_fault(fault, f"uploading {name}") from None
        return True

    def mail(self, account: str, subject: str, text: str) -> None:
        """Send a mail by ``emailuser`` (https://www.mediawiki.org/wiki/API:Emailuser): one POST."""
        self._account.need("mailed")
        asked = {"action": "emailuser", "target": account, "subject": subject, "text": text}
        try:
            self._account.post(lambda: asked, lambda _: None, f"User:{account}")
        except errors.Fault as fault:
            raise of_fault(fault, f"mailing {account}") from None

    def _query(self, params: Params, parts: int | None = None) -> list[Answer]:
        return self._account.query_each(params, lambda part: part, parts)

    def _post(self, edit: Edit) -> Saved | None:
        def parameters() -> Params:
            return base.parameters(edit, bot="bot" in self._account.rights)

        return self._account.post(parameters, base.saved, edit.title)

    def _find(self, edit: Edit) -> Saved | None:
        """The edit among the page's newest revisions, when its answer was lost."""
        return base.find(self.changes(edit.title, until=None), edit, self.account)


def user_agent(contact: str) -> str:
    """As https://meta.wikimedia.org/wiki/User-Agent_policy asks for."""
    try:
        version = metadata.version("wikibot")
    except metadata.PackageNotFoundError:  # run from a source tree
        version = "0"
    known = contact.encode("ascii", "replace").decode().split()
    return f"wikibot/{version} ({' '.join(known) or 'no contact given'})"


# -- What is asked of a MediaWiki's API about pages, and the history of one, from a revision on ----

MAX_TITLES = 50  # of one query, without the right apihighlimits
POLL: Params = {
    "prop": "revisions|info", "rvprop": "ids|timestamp|user|userid", "inprop": "protection",
    "meta": "userinfo|tokens", "uiprop": "blockinfo|rights|groups", "curtimestamp": 1,
}  # fmt: skip
HEAD = f"{POLL['rvprop']}|comment|sha1"
TEXTS = {"prop": "revisions", "rvprop": f"{HEAD}|content", "rvslots": "main"}
_OVERTAKEN = 8  # requests for revisions that were saved later with an earlier time
QueryEach = Callable[[Params, Callable[[Answer], Any], int | None], list[Any]]


def revisions_in(parts: Sequence[Answer]) -> list[Revision]:
    """All revisions of an answer, in its order."""
    return [
        answers.revision(page, rev)
        for part in parts
        for page in part["query"].get("pages", ())
        for rev in page.get("revisions", ())
    ]


def joined(titles: Sequence[str]) -> str:
    """Titles of one query."""
    if len(titles) > MAX_TITLES:
        raise ValueError(f"one request takes at most {MAX_TITLES} titles")
    return "|".join(map(whole_title, titles))


def whole_title(title: str) -> str:
    """A title that the API does not take for two."""
    if "|" in title:
        why, remedy = "cannot be the title of a page", "Correct the page title in the settings."
        raise errors.WrongSettings(f"{title!r} {why}", code="invalidtitle", remedy=remedy)
    return title


class PageHistory:
    """Reads revisions of a page, taking texts out of one part of an answer after the other.

    ``query_each`` reads an answer part by part, ``revisions`` gives revisions by their ids.
    """

    def __init__(
        self, title: str, query_each: QueryEach,
        revisions: Callable[[Sequence[int]], Mapping[int, Revision]],
    ) -> None:  # fmt: skip
        self._query_each, self._revisions, self._texts = query_each, revisions, Texts()
        asked = {"prop": "revisions|info", "rvdir": "newer", "rvlimit": "max"}
        self._params: Params = {**TEXTS, "titles": joined([title]), **asked}

    def since(self, revision: int) -> History:
        """From a revision on; all where the page has no such one, or for 0."""
        if revision:
            with suppress(errors.PageVanished):  # the server does not know the revision
                found = self._with_overtaken(revision)
                if found and found[0].id == revision:
                    return History(found, self._texts)
        heads, newest = self._kept(self._params)
        return History(in_saved_order(heads, newest), self._texts)

    def _kept(self, params: Params) -> tuple[list[Revision], int]:
        """Revisions of a page, their texts kept apart, and the newest that it has."""

        def read(part: Answer) -> tuple[list[Revision], int]:
            newest = (int(page.get("lastrevid", 0)) for page in part["query"].get("pages", ()))
            return list(map(self._texts.keep, revisions_in([part]))), max(newest, default=0)

        parts = self._query_each(params, read, None)
        heads = [revision for revisions, _ in parts for revision in revisions]
        return heads, max((newest for _, newest in parts), default=0)

    def _with_overtaken(self, since: int) -> Sequence[Revision]:
        """Revisions with later times than ``since``, and those saved later with an earlier one."""
        heads, head = self._kept({**self._params, "rvstartid": since})
        found = {revision.id: revision for revision in heads}
        first = found.get(since)
        if first is None:
            return ()
        for attempt in range(_OVERTAKEN):
            parents = {revision.parent_id for revision in found.values() if revision.id > since}
            missing = sorted(id_ for id_ in {*parents, head} - found.keys() if id_ > since)
            if not missing:
                break
            if attempt == 0:
                start, end = format_time(first.time - SKEW), format_time(first.time)
                more, _ = self._kept({**self._params, "rvstart": start, "rvend": end})
            else:
                more = list(map(self._texts.keep, self._revisions(missing).values()))
            new = {each.id: each for each in more if each.page_id == first.page_id}
            if attempt and not new.keys() - found.keys():
                break  # they were deleted, or are on another page
            found = {**new, **found}
        later = [revision for revision in found.values() if revision.id >= since]
        return in_saved_order(sorted(later, key=lambda each: (each.time, each.id)), head)
