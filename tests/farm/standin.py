"""A stand-in for many MediaWikis, each at an address of the loopback of its own, in one process.

It answers what the bot and its people ask as MediaWiki 1.43 does, at a hundredth of the cost, and
tells edits by UDP and as EventStreams. tests/mediawiki/test_standin.py compares it with a real one.
``python -m tests.farm.standin COUNT``: the process; its last line of output is its port.
"""

from __future__ import annotations

import hashlib
import json
import socket
import subprocess
import sys
import threading
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Self
from urllib.parse import parse_qsl, urlsplit

from tests.mediawiki.client import Client
from tests.mediawiki.template import BOT, BOT_APP, BOT_PASSWORD
from wikibot.wiki.base import normalise
from wikibot.wikitext.lines import expand

SPACES = ("", "Talk", "User", "User talk", "Project", "Project talk")
USERS = {BOT: ["bot"], "Steward": ["sysop", "bureaucrat"]}
RIGHTS = ("read", "edit", "createpage", "createtalk", "writeapi", "minoredit", "editsemiprotected")
BOT_RIGHTS = (*RIGHTS, "bot", "apihighlimits", "noratelimit")
TOKEN = "0123456789abcdef+\\"
_COOKIE = "standin_account"
_MANY, _FEW = 5000, 500  # rows of one answer, with apihighlimits and without
_SITEINFO: dict[str, Any] = {
    "general": {
        "generator": "MediaWiki 1.43.0", "lang": "en", "timezone": "UTC", "rtl": False,
        "sitename": "Stand-in", "readonly": False, "categorycollation": "uppercase",
    },
    "namespaces": {
        str(number): {"id": number, "case": "first-letter", "name": name}
        for number, name in enumerate(SPACES)
    },
    "namespacealiases": [],
    "specialpagealiases": [{"realname": "Contributions", "aliases": ["Contributions"]}],
    "magicwords": [{"name": "redirect", "aliases": ["#REDIRECT"], "case-sensitive": False}],
    "usergroups": [{"name": each, "rights": []} for each in ("*", "user", "bot", "sysop")],
    "allmessages": [
        {"name": "parentheses", "normalizedname": "parentheses", "content": "(1,234,567)"}
    ],
}  # fmt: skip


class Refused(Exception):
    """The API says no, by a code."""


@dataclass
class Wiki:
    """One wiki. ``mode``: "", "dead" (takes every request and answers none) or "slow" for bots."""

    host: str
    mode: str = ""
    feed: str = ""  # ``udp://ADDRESS:PORT``, to which every change is told
    pages: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    by_id: dict[int, dict[str, Any]] = field(default_factory=dict)
    changes: list[dict[str, Any]] = field(default_factory=list)
    users: list[str] = field(default_factory=lambda: [*USERS])
    lock: threading.RLock = field(default_factory=threading.RLock)
    requests: int = 0
    _more: str = ""  # where the next part of revisions begins

    def answer(self, asked: dict[str, str], account: str) -> tuple[dict[str, Any], str]:
        """The JSON of one request, and the account that is logged in from then on."""
        with self.lock:
            self.requests += 1
            try:
                if asked["action"] == "login":
                    return self._login(asked)
                _check_user(asked, account)
                return getattr(self, f"_{asked['action']}")(asked, account), account
            except Refused as error:
                if "errorformat" in asked:
                    return {"errors": [{"code": str(error), "module": "main"}]}, account
                return {"error": {"code": str(error), "info": "It says no."}}, account

    # -- accounts ----------------------------------------------------------------------------------

    def _login(self, asked: dict[str, str]) -> tuple[dict[str, Any], str]:
        name = asked["lgname"].partition("@")[0]
        if asked["lgpassword"] != BOT_PASSWORD:
            reason = {"code": "wrongpassword", "text": "Incorrect username or password entered."}
            return {"login": {"result": "Failed", "reason": reason}}, ""
        told = {"result": "Success", "lguserid": self._user(name), "lgusername": name}
        return {"login": told}, name

    def _user(self, name: str) -> int:
        if name not in self.users:
            self.users.append(name)
        return self.users.index(name) + 1

    # -- reading -----------------------------------------------------------------------------------

    def _parse(self, asked: dict[str, str], account: str) -> dict[str, Any]:
        return {"parse": {"text": "12:00, 5 January 2024 (UTC)"}}

    def _query(self, asked: dict[str, str], account: str) -> dict[str, Any]:
        query: dict[str, Any] = {}
        for meta in filter(None, asked.get("meta", "").split("|")):
            query |= self._meta(meta, asked, account)
        self._more, go_on = "", dict[str, Any]()
        if "titles" in asked or "revids" in asked:
            query |= self._pages(asked)
            if self._more:
                go_on = {"continue": {"rvcontinue": self._more, "continue": "||"}}
        if asked.get("list") == "recentchanges":
            limit = asked["rclimit"]
            most = int(limit) if limit != "max" else _MANY if account == BOT else _FEW
            rows = self._recent(asked)
            query["recentchanges"] = rows[:most]
            if rows[most:]:
                mark = f"20000101000000|{rows[most]['rcid']}"
                go_on = {"continue": {"rccontinue": mark, "continue": "-||"}}
        elif asked.get("list") == "logevents":
            query["logevents"] = []
        elif asked.get("list") == "users":
            query["users"] = [
                {"userid": self._user(name), "name": name, "groups": self._groups(name)}
                for name in asked["ususers"].split("|")
            ]
        now = {"curtimestamp": _text(time.time())} if "curtimestamp" in asked else {}
        return {**(go_on or {"batchcomplete": True}), **now, "query": query}

    def _groups(self, name: str) -> list[str]:
        return [*USERS.get(name, []), "*", "user", "autoconfirmed"]

    def _meta(self, meta: str, asked: dict[str, str], account: str) -> dict[str, Any]:
        if meta == "tokens":
            return {"tokens": {f"{asked.get('type', 'csrf')}token": TOKEN}}
        if meta == "userinfo":
            told: dict[str, Any] = {"id": self._user(account) if account else 0, "name": account}
            if "groups" in asked.get("uiprop", ""):
                told["groups"] = self._groups(account)
            if "rights" in asked.get("uiprop", ""):
                told["rights"] = [*(BOT_RIGHTS if account == BOT else RIGHTS)]
            return {"userinfo": told}
        if meta == "siteinfo":
            return {part: _SITEINFO[part] for part in asked.get("siprop", "general").split("|")}
        return {meta: _SITEINFO[meta]}

    def _pages(self, asked: dict[str, str]) -> dict[str, Any]:
        if "revids" in asked:
            wanted = [int(each) for each in asked["revids"].split("|")]
            found: dict[str, list[dict[str, Any]]] = {}
            for each in filter(None, map(self.by_id.get, wanted)):
                found.setdefault(each["title"], []).append(each)
            return {"pages": [self._page(each, asked, revs) for each, revs in found.items()]}
        given = asked["titles"].split("|")
        if len(given) > _FEW:
            raise Refused("toomanyvalues")
        renamed = [
            {"fromencoded": False, "from": each, "to": normalise(each)}
            for each in given if normalise(each) != each
        ]  # fmt: skip
        titles = dict.fromkeys(map(normalise, given))
        pages = [self._page(each, asked, self._revisions(each, asked)) for each in titles]
        return {"pages": pages} | ({"normalized": renamed} if renamed else {})

    def _revisions(self, title: str, asked: dict[str, str]) -> list[dict[str, Any]]:
        every = self.pages.get(title, [])
        if not {"rvlimit", "rvdir", "rvuser", "rvstart", "rvend"} & {*asked}:
            return every[-1:]
        newer = asked.get("rvdir") == "newer"
        if "rvstartid" in asked:
            start = self.by_id.get(int(asked["rvstartid"]))
            if start is None:
                raise Refused("badid_rvstartid")
            every = [each for each in every if each["revid"] >= start["revid"]]
        low, high = ("rvstart", "rvend") if newer else ("rvend", "rvstart")
        kept = [
            each for each in every
            if asked.get(low, "") <= each["timestamp"] <= asked.get(high, "9")
            and asked.get("rvuser", each["user"]) == each["user"]
        ]  # fmt: skip
        ordered, limit = kept if newer else kept[::-1], asked.get("rvlimit", "10")
        most = _FEW if limit == "max" else int(limit)  # as of a bot, for the texts
        first = int(asked.get("rvcontinue", "|0")[15:] or 0)
        at = next((at for at, each in enumerate(ordered) if each["revid"] == first), 0)
        if ordered[at + most :]:
            self._more = f"20000101000000|{ordered[at + most]['revid']}"
        return ordered[at : at + most]

    def _page(
        self, title: str, asked: dict[str, str], revisions: Iterable[dict[str, Any]]
    ) -> dict[str, Any]:
        every = self.pages.get(title, [])
        page: dict[str, Any] = {"ns": _space(title), "title": title}
        page |= {"pageid": every[0]["pageid"]} if every else {"missing": True}
        prop = asked.get("prop", "").split("|")
        if "info" in prop:
            page |= {"contentmodel": "wikitext", "pagelanguage": "en"}
            if every:
                newest = every[-1]
                page |= {"touched": newest["timestamp"], "lastrevid": newest["revid"]}
                page |= {"length": len(newest["text"].encode())}
            if asked.get("inprop") == "protection":
                page |= {"protection": [], "restrictiontypes": ["edit", "move"]}
        if "revisions" in prop and every:
            page["revisions"] = [_revision(each, asked.get("rvprop", "")) for each in revisions]
        return page

    def _recent(self, asked: dict[str, str]) -> list[dict[str, Any]]:
        spaces, mark = asked.get("rcnamespace", ""), int(asked.get("rccontinue", "|0")[15:] or 0)
        if asked.get("rcdir") != "newer":
            rows = self.changes[mark - 1 if mark else None :: -1]
        else:
            at = bisect_left(self.changes, asked["rcstart"], key=lambda row: row["timestamp"])
            rows = self.changes[max(at, mark - 1) :]
        return [
            {name: row[name] for name in
             ("type", "ns", "title", "pageid", "revid", "old_revid", "rcid", "user")}
            for row in rows if not spaces or str(row["ns"]) in spaces.split("|")
        ]  # fmt: skip

    # -- writing -----------------------------------------------------------------------------------

    def _edit(self, asked: dict[str, str], account: str) -> dict[str, Any]:
        title, now = normalise(asked["title"]), time.time()
        every = self.pages.setdefault(title, [])
        head = every[-1] if every else None
        if asked.get("token") != TOKEN:
            raise Refused("badtoken")
        if "createonly" in asked and head:
            raise Refused("articleexists")
        if "nocreate" in asked and not head:
            raise Refused("missingtitle")
        if head and int(asked.get("baserevid", head["revid"])) != head["revid"]:
            raise Refused("editconflict")
        before = head["text"] if head else ""
        text = before + asked["appendtext"] if "appendtext" in asked else asked["text"]
        text = expand(text.rstrip(), account, datetime.fromtimestamp(now, UTC))
        told: dict[str, Any] = {"result": "Success", "title": title, "contentmodel": "wikitext"}
        told["pageid"] = head["pageid"] if head else len(self.pages)
        if head and text == before:
            return {"edit": {**told, "nochange": True}}
        revision = {
            "revid": len(self.by_id) + 1, "parentid": head["revid"] if head else 0,
            "user": account, "userid": self._user(account), "timestamp": _text(now),
            "comment": asked.get("summary", ""), "text": text, "title": title,
            "pageid": told["pageid"],
        }  # fmt: skip
        every.append(revision)
        self.by_id[revision["revid"]] = revision
        self._tell(revision, now)
        return {
            "edit": {
                **told, **({} if head else {"new": True}), "oldrevid": revision["parentid"],
                "newrevid": revision["revid"], "newtimestamp": revision["timestamp"],
            }
        }  # fmt: skip

    def _tell(self, revision: dict[str, Any], now: float) -> None:
        """As JSONRCFeedFormatter tells an edit; ``at`` is the machine's monotonic time."""
        row = {
            "type": "edit" if revision["parentid"] else "new", "ns": _space(revision["title"]),
            "title": revision["title"], "pageid": revision["pageid"], "revid": revision["revid"],
            "old_revid": revision["parentid"], "rcid": len(self.changes) + 1,
            "user": revision["user"], "timestamp": revision["timestamp"], "at": time.monotonic(),
        }  # fmt: skip
        self.changes.append(row)
        if self.feed:
            event = event_of(row, self.host, int(now))
            send(json.dumps(event).encode(), self.feed, self.host)


def send(datagram: bytes, feed: str, source: str) -> None:
    """One datagram from an address to a feed."""
    host, _, port = feed.removeprefix("udp://").rpartition(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.bind((source, 0))
        out.sendto(datagram, (host, int(port)))


def free_port(host: str = "127.0.0.1") -> int:
    """A port of an address that no program has."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def event_of(row: dict[str, Any], host: str, now: int = 0) -> dict[str, Any]:
    """A change as MediaWiki's own feed and EventStreams have it."""
    return {
        "id": row["rcid"], "type": row["type"], "namespace": row["ns"], "title": row["title"],
        "user": row["user"], "timestamp": now, "server_name": host, "wiki": "standin",
        "revision": {"old": row["old_revid"], "new": row["revid"]}, "comment": "", "bot": False,
    }  # fmt: skip


def _check_user(asked: dict[str, str], account: str) -> None:
    if asked.get("assertuser", account) != account:
        raise Refused("assertnameduserfailed")


def _revision(revision: dict[str, Any], prop: str) -> dict[str, Any]:
    told = {"revid": revision["revid"], "parentid": revision["parentid"]}
    told |= {each: revision[each] for each in ("user", "userid", "timestamp") if each in prop}
    if "comment" in prop:
        told["comment"] = revision["comment"]
    if "sha1" in prop:
        sha1 = hashlib.sha1(revision["text"].encode(), usedforsecurity=False)
        told["sha1"] = sha1.hexdigest()
    if "content" in prop:
        model = {"contentmodel": "wikitext", "contentformat": "text/x-wiki"}
        told["slots"] = {"main": {**model, "content": revision["text"]}}
    return told


def _space(title: str) -> int:
    name, colon, _ = title.partition(":")
    return SPACES.index(name) if colon and name in SPACES else 0


def _text(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# == The process, and those who use it =============================================================

SLOW = 12.0  # seconds of an answer of a slow wiki: longer than a farm waits for one


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wikis: ClassVar[dict[str, Wiki]] = {}

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        parts = urlsplit(self.path)
        asked = dict(parse_qsl(f"{parts.query}&{body}", keep_blank_values=True))
        wiki = self.wikis[str(self.connection.getsockname()[0])]
        if parts.path == "/control":  # of tests, which is of no wiki
            for name in {"mode", "feed"} & {*asked}:
                setattr(wiki, name, asked[name])
            after = int(asked.get("after", "0"))
            told = {"requests": wiki.requests, "changes": wiki.changes[after:], "feed": wiki.feed}
            self._send(told)
            return
        if wiki.mode == "dead":
            time.sleep(3600)
        is_bot = self.headers.get("User-Agent", "").startswith("wikibot/")  # people need not wait
        end = time.monotonic() + SLOW * is_bot
        while wiki.mode == "slow" and time.monotonic() < end:
            time.sleep(0.05)
        if parts.path.startswith("/v2/stream"):
            self._stream(wiki)
            return
        cookies = (each.strip().partition("=") for each in
                   self.headers.get("Cookie", "").split(";"))  # fmt: skip
        account = {name: value for name, _, value in cookies}.get(_COOKIE, "")
        told, after_it = wiki.answer(asked, account)
        self._send(told, f"{_COOKIE}={after_it}; path=/" if after_it != account else "")

    def _send(self, told: dict[str, Any], cookie: str = "") -> None:
        data = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        if cookie:
            self.send_header("Set-Cookie", cookie)
        self._headers_buffer.append(b"\r\n" + data)  # type: ignore[attr-defined]  # in one packet
        self.flush_headers()

    def _stream(self, wiki: Wiki) -> None:
        """Server-sent events, from now on, until the reader leaves."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        seen = len(wiki.changes)
        try:
            self.wfile.write(b":ok\n\n")
            while True:
                for row in wiki.changes[seen:]:
                    event = json.dumps(event_of(row, wiki.host))
                    self.wfile.write(f"event: message\ndata: {event}\n\n".encode())
                    seen += 1
                time.sleep(0.02)
        except OSError:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # its base class has it
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Of those who are killed while they ask, nothing is told."""


def serve(count: int) -> Iterator[int]:
    """Serve so many wikis at 127.0.1.1, 127.0.1.2 ...; gives the port first."""
    _Handler.wikis = {(host := host_of(number)): Wiki(host) for number in range(count)}
    server = _Server(("0.0.0.0", 0), _Handler)
    yield server.server_port
    server.serve_forever(60)


def host_of(number: int) -> str:
    """The address of a wiki, by its number."""
    return f"127.0.1.{number + 1}"


class Site:
    """One of the wikis, as tests use it: it has what they ask of a real server."""

    bot_user, bot_password = f"{BOT}@{BOT_APP}", BOT_PASSWORD

    def __init__(self, number: int, port: int) -> None:
        self.host, self._port, self.name = host_of(number), port, f"Wiki{number}"
        self.api = f"http://{self.host}:{port}/w/api.php"

    def client(self, name: str) -> Client:
        """A person who is logged in."""
        client = Client(self.api, name)
        client._session.headers["Cookie"] = f"{_COOKIE}={name}"
        client._token = TOKEN
        return client

    def control(self, **settings: str | int) -> dict[str, Any]:
        """Set ``mode`` or ``feed``; how many requests there were, and the changes ``after`` so
        many.
        """
        connection = HTTPConnection(self.host, self._port, timeout=60)
        connection.request("GET", "/control?" + "&".join(f"{k}={v}" for k, v in settings.items()))
        told: dict[str, Any] = json.loads(connection.getresponse().read())
        connection.close()
        return told


class Standin:
    """The process with all wikis."""

    def __init__(self, count: int) -> None:
        command = ["setpriv", "--pdeathsig=KILL", sys.executable, "-m", __name__, str(count)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.sites = [Site(number, port) for port in [int(self._process.stdout.readline())]
                      for number in range(count)]  # fmt: skip
        self.pid = self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()


if __name__ == "__main__":
    for port in serve(int(sys.argv[1])):
        sys.stdout.write(f"{port}\n")
        sys.stdout.flush()
