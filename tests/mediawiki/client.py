"""A person at a wiki, for tests: a small client of the API that is logged in at once."""

from __future__ import annotations

from typing import Any

import requests


class ApiError(Exception):
    """The server said no. ``code`` is its code, ``answer`` all it said."""

    def __init__(self, code: str, answer: dict[str, Any]) -> None:
        super().__init__(f"{code}: {answer}")
        self.code = code
        self.answer = answer


class Client:
    """One account (or none) at one wiki.
    Every method acts at once and raises ApiError when refused.
    """

    def __init__(
        self, api: str, name: str | None, password: str = "", *, ip: str | None = None
    ) -> None:
        self.name = name
        self._api = api
        self._password = password
        self._token: str | None = None
        self._session = requests.Session()
        self._session.trust_env = False
        if ip is not None:
            self._session.headers["X-Forwarded-For"] = ip

    # The session, so that it can be kept and taken up again.

    def login(self) -> None:
        """Log in anew with name and password."""
        self._session.cookies.clear()
        token = self.api(action="query", meta="tokens", type="login")["query"]["tokens"][
            "logintoken"
        ]
        answer = self.api(
            action="clientlogin", username=self.name, password=self._password, logintoken=token,
            loginreturnurl="http://127.0.0.1/",
        )["clientlogin"]  # fmt: skip
        if answer["status"] != "PASS":
            raise ApiError(answer.get("messagecode", answer["status"]), answer)
        self._token = None

    def session(self) -> dict[str, Any]:
        """Give cookies and edit token, for ``resume``."""
        return {"cookies": self._session.cookies.get_dict(), "token": self.token()}

    def resume(self, session: dict[str, Any]) -> None:
        """Take up a session that was kept."""
        for name, value in session["cookies"].items():
            self._session.cookies.set(
                name, value, domain="127.0.0.1"
            )  # else the server could not replace it
        self._token = session["token"]

    def token(self) -> str:
        """Give the edit token of this session."""
        if self._token is None:
            self._token = str(
                self.api(action="query", meta="tokens")["query"]["tokens"]["csrftoken"]
            )
        return self._token

    # Any request

    def api(self, *, files: dict[str, Any] | None = None, **params: Any) -> dict[str, Any]:
        """Send one POST to the API and give the answer.

        True is sent as 1, False and None not at all, lists with ``|``.
        """
        params = {"format": "json", "formatversion": 2, "errorformat": "raw", **params}
        answer = self._session.post(self._api, data=_form(params), files=files, timeout=60)
        try:
            body: dict[str, Any] = answer.json()
        except requests.JSONDecodeError:
            raise ApiError(f"http-{answer.status_code}", {"text": answer.text}) from None
        if "errors" in body:
            raise ApiError(body["errors"][0]["code"], body)
        return body

    def act(self, action: str, **params: Any) -> dict[str, Any]:
        """Do something that needs the edit token,
        and give the part of the answer that tells what was done.
        """
        answer: dict[str, Any] = self.api(action=action, token=self.token(), **params)[action]
        return answer

    # Reading

    def text(self, title: str) -> str:
        """Give the present text of a page; "" when it is missing."""
        return next(
            (str(revision["content"]) for revision in self._revisions(title, "content", 1)), ""
        )

    def history(self, title: str) -> list[dict[str, Any]]:
        """Give the newest 50 revisions, newest first:
        revid, parentid, user, comment, timestamp, content and so on.
        """
        found = self._revisions(title, "ids|timestamp|user|userid|comment|flags|tags|content", 50)
        return sorted(found, key=lambda revision: int(revision["revid"]), reverse=True)

    def head(self, title: str) -> int:
        """Give the id of the newest revision; 0 when the page is missing."""
        return next((int(revision["revid"]) for revision in self._revisions(title, "ids", 1)), 0)

    def html(self, wikitext: str, title: str = "Sandbox") -> str:
        """Give the HTML that the server makes of a piece of wikitext."""
        answer = self.api(
            action="parse", text=wikitext, title=title, contentmodel="wikitext", prop="text"
        )
        return str(answer["parse"]["text"])

    def _revisions(self, title: str, prop: str, limit: int) -> list[dict[str, Any]]:
        asked: dict[str, Any] = (
            {"rvlimit": limit} if limit > 1 else {}
        )  # without a limit the page's own newest, else that by time
        page = self.api(
            action="query", prop="revisions", titles=title, rvprop=prop, rvslots="main", **asked
        )
        revisions: list[dict[str, Any]] = page["query"]["pages"][0].get("revisions", [])
        return [{**revision, **revision.pop("slots", {}).get("main", {})} for revision in revisions]

    # Writing

    def edit(
        self,
        title: str,
        text: str | None = None,
        *,
        append: str | None = None,
        summary: str = "",
        **params: Any,
    ) -> int:
        """Save a page (``section``, ``minor``... as in the API) and give the revision that it now
        has.
        """
        answer = self.act(
            "edit", title=title, text=text, appendtext=append, summary=summary, **params
        )
        if answer["result"] != "Success":
            raise ApiError(answer.get("code", answer["result"]), answer)
        return int(answer["newrevid"]) if "newrevid" in answer else self.head(title)

    def undo(self, title: str, revid: int) -> int:
        """Undo one revision."""
        answer = self.act("edit", title=title, undo=revid)
        return int(answer["newrevid"]) if "newrevid" in answer else self.head(title)

    def rollback(self, title: str, user: str) -> dict[str, Any]:
        """Roll back all of the last user's edits."""
        token = self.api(action="query", meta="tokens", type="rollback")["query"]["tokens"][
            "rollbacktoken"
        ]
        answer: dict[str, Any] = self.api(action="rollback", token=token, title=title, user=user)[
            "rollback"
        ]
        return answer

    def delete(self, title: str) -> None:
        """Delete a page."""
        self.act("delete", title=title)

    def undelete(self, title: str) -> None:
        """Restore a page."""
        self.act("undelete", title=title)

    def move(self, old: str, new: str, *, redirect: bool = True) -> None:
        """Move a page."""
        self.act("move", **{"from": old, "to": new, "noredirect": not redirect})

    def protect(self, title: str, level: str = "sysop", *, cascade: bool = False) -> None:
        """Let only ``level`` edit the page."""
        self.act("protect", title=title, protections=f"edit={level}", cascade=cascade)

    def block(self, user: str, *, pages: tuple[str, ...] = (), reason: str = "") -> None:
        """Block an account; only from ``pages`` if some are given.
        Its address stays free: all tests share it.
        """
        only = {"partial": True, "pagerestrictions": pages, "allowusertalk": True} if pages else {}
        self.act("block", user=user, reason=reason, expiry="infinite", **only)

    def unblock(self, user: str) -> None:
        """Lift a block."""
        self.act("unblock", user=user)

    def revdelete(
        self, title: str, *revids: int, hide: tuple[str, ...] = ("content", "user", "comment")
    ) -> None:
        """Hide parts of revisions."""
        self.act("revisiondelete", type="revision", target=title, ids=revids, hide=hide)

    def groups(self, user: str, *, add: tuple[str, ...] = (), remove: tuple[str, ...] = ()) -> None:
        """Change the groups of an account."""
        token = self.api(action="query", meta="tokens", type="userrights")["query"]["tokens"][
            "userrightstoken"
        ]
        self.api(action="userrights", token=token, user=user, add=add, remove=remove)

    def import_xml(
        self, xml: str, *, prefix: str = "old", assign_known_users: bool = False
    ) -> None:
        """Import pages from a dump; their authors become ``prefix>Name``."""
        self.api(
            action="import",
            token=self.token(),
            interwikiprefix=prefix,
            assignknownusers=assign_known_users,
            files={"xml": ("dump.xml", xml.encode(), "text/xml")},
        )


def _form(params: dict[str, Any]) -> dict[str, str]:
    """Give the parameters as a form sends them."""
    return {name: _field(value) for name, value in params.items() if not _left_out(value)}


def _left_out(value: Any) -> bool:
    return value is None or value is False or value == ()


def _field(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "|".join(str(part) for part in value)
    return "1" if value is True else str(value)
