"""A proxy before a test wiki that tests can program: to act between two requests, to fake a fault,
to count.

Nothing is hidden from the wiki and nothing is added: without hooks the bot cannot tell the proxy
from the server.
"""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Generic, TypeVar
from urllib.parse import parse_qsl, urlsplit

_HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}
_PATIENCE = 30.0  # seconds for requests that are still under way when a test ends


class Drop(Exception):
    """A hook raises this to end the connection without an answer;
    ``reset``: not with a farewell but at once.
    """

    def __init__(self, *, reset: bool = False) -> None:
        super().__init__()
        self.reset = reset


@dataclass(frozen=True)
class Request:
    """What a client sent. ``params`` are those of the address and of the form together."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    params: dict[str, str]

    @property
    def action(self) -> str:
        """The API's action: query, edit, login..."""
        return self.params.get("action", "")

    @property
    def size(self) -> int:
        """Bytes on the wire, head and body."""
        return _size(f"{self.method} {self.path} HTTP/1.1", self.headers, self.body)


@dataclass(frozen=True)
class Response:
    """What was answered.
    ``body`` is compressed if the head says so; ``cut`` more bytes are promised and never sent.
    """

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    cut: int = 0

    @property
    def size(self) -> int:
        """Bytes on the wire, head and body."""
        return _size(f"HTTP/1.1 {self.status} OK", self.headers, self.body)


@dataclass(frozen=True)
class Exchange:
    """One request and what became of it; ``response`` is None if the connection was dropped."""

    request: Request
    response: Response | None


Match = Callable[[Request], bool]
Before = Callable[[Request], object]
After = Callable[[Request, Response], object]
Act = TypeVar("Act")


def anything(_: Request) -> bool:
    """Match every request."""
    return True


def edit_of(title: str | None = None) -> Match:
    """Match the saving of a page (of any page, without a title)."""
    return lambda request: request.action == "edit" and title in (None, request.params.get("title"))


def call_of(action: str) -> Match:
    """Match every request with this action of the API."""
    return lambda request: request.action == action


@dataclass
class _Hook(Generic[Act]):
    match: Match
    act: Act
    left: int


class Proxy:
    """Listens on its own port and passes everything on to ``target``."""

    def __init__(self, target: str) -> None:
        self.log: list[Exchange] = []
        self._target = urlsplit(target).netloc
        self._before: list[_Hook[Before]] = []
        self._after: list[_Hook[After]] = []
        self._failures: list[Exception] = []
        self._under_way = 0
        self._idle = threading.Condition()
        self._listener = _Listener(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._listener.server_port}"
        self.api = f"{self.url}/api.php"
        threading.Thread(target=self._listener.serve_forever, args=(0.01,), daemon=True).start()

    # For tests

    def before(self, act: Before, match: Match = anything, times: int = 1) -> None:
        """Call ``act(request)`` before the next matching requests go on to the wiki.

        It may do anything (edit as a person, kill the bot). If it gives a Response, that is sent
        instead of asking the wiki; anything else that it gives is ignored. With ``raise Drop`` the
        connection ends.
        """
        self._before.append(_Hook(match, act, times))

    def after(self, act: After, match: Match = anything, times: int = 1) -> None:
        """Call ``act(request, response)`` when the wiki has done its work and before the client
        hears of it.
        """
        self._after.append(_Hook(match, act, times))

    def answer(self, response: Response, match: Match = anything, times: int = 1) -> None:
        """Give this answer without asking the wiki."""
        self.before(lambda _: response, match, times)

    def lose_answer(self, match: Match = anything, times: int = 1) -> None:
        """Let the wiki do its work, and drop the connection before its answer."""
        self.after(_drop, match, times)

    def mark(self) -> None:
        """Begin to count anew."""
        self.log.clear()

    @property
    def requests(self) -> int:
        """Requests since the mark."""
        return len(self.log)

    @property
    def bytes(self) -> int:
        """Bytes since the mark, both ways, heads included."""
        return sum(
            one.request.size + (one.response.size if one.response else 0) for one in self.log
        )

    def check(self) -> None:
        """Raise what a hook of this test raised; a handler's thread cannot."""
        if self._failures:
            raise self._failures[0]

    def reset(self) -> None:
        """Forget hooks and log, when no request is under way any more."""
        self._before, self._after = [], []
        with self._idle:
            self._idle.wait_for(lambda: self._under_way == 0, _PATIENCE)
        self._failures = []
        self.mark()

    def stop(self) -> None:
        """Stop listening."""
        self._listener.shutdown()
        self._listener.server_close()

    # For the handler

    def exchange(self, request: Request) -> Response | Drop:
        """Take one request through hooks and wiki."""
        with self._idle:
            self._under_way += 1
        try:
            response = self._respond(request)
            self.log.append(Exchange(request, None if isinstance(response, Drop) else response))
            return response
        finally:
            with self._idle:
                self._under_way -= 1
                self._idle.notify_all()

    def _respond(self, request: Request) -> Response | Drop:
        try:
            given = [act(request) for act in self._due(self._before, request)]
            response = _response_among(given) or self.ask(request)
            given = [act(request, response) for act in self._due(self._after, request)]
            return _response_among(given) or response
        except Drop as drop:
            return drop
        except Exception as failure:  # noqa: BLE001 - whatever it is, the test must hear of it: see check()
            self._failures.append(failure)
            return Response(
                500, (("Content-Type", "text/plain"),), f"A hook failed: {failure!r}".encode()
            )

    def _due(self, hooks: list[_Hook[Act]], request: Request) -> list[Act]:
        """Give the hooks that this request meets, and count them as used."""
        with self._idle:
            met = [hook for hook in hooks if hook.left > 0 and hook.match(request)]
            for hook in met:
                hook.left -= 1
        return [hook.act for hook in met]

    def ask(self, request: Request) -> Response:
        """Ask the wiki itself."""
        wiki = HTTPConnection(self._target, timeout=120)
        try:
            wiki.request(request.method, request.path, request.body or None, dict(request.headers))
            answer = wiki.getresponse()
            return Response(answer.status, _kept(answer.getheaders()), answer.read())
        finally:
            wiki.close()


class _Listener(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing when a client is gone: a killed bot is what the test wanted."""


def _handler(proxy: Proxy) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = _kept(list(self.headers.items()))
            request = Request(
                self.command, self.path, headers, body, _params(self.path, self.headers, body)
            )
            response = proxy.exchange(request)
            if isinstance(response, Drop):
                self.close_connection = True
                if response.reset:
                    self.connection.setsockopt(
                        socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                    )
                    self.connection.close()
            else:
                self._send(response)

        def do_POST(self) -> None:
            self.do_GET()

        def _send(self, response: Response) -> None:
            self.send_response_only(response.status)
            for name, value in response.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(response.body) + response.cut))
            self.end_headers()
            self.wfile.write(response.body)
            self.close_connection = self.close_connection or response.cut > 0

        def log_message(self, *_: object) -> None:
            """Keep quiet: the log is ``proxy.log``."""

    return Handler


def _kept(headers: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in headers if name.lower() not in _HOP_BY_HOP)


def _params(path: str, headers: object, body: bytes) -> dict[str, str]:
    """Read the parameters of address and form; a form may be urlencoded or multipart."""
    params = dict(parse_qsl(urlsplit(path).query, keep_blank_values=True))
    kind = headers.get("Content-Type", "") if hasattr(headers, "get") else ""
    if kind.startswith("application/x-www-form-urlencoded"):
        params |= parse_qsl(body.decode(), keep_blank_values=True)
    elif kind.startswith("multipart/form-data"):
        form = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
        for part in form.iter_parts():
            params[str(part.get_param("name", header="content-disposition"))] = part.get_content()
    return params


def _size(first: str, headers: tuple[tuple[str, str], ...], body: bytes) -> int:
    """Count a message's bytes: first line, headers, the length's own header, empty line, body."""
    lines = [
        first,
        *(f"{name}: {value}" for name, value in headers),
        f"Content-Length: {len(body)}",
        "",
    ]
    return sum(len(line.encode()) + 2 for line in lines) + len(body)


def _response_among(given: list[object]) -> Response | None:
    return next((one for one in given if isinstance(one, Response)), None)


def _drop(request: Request, response: Response) -> None:
    raise Drop
