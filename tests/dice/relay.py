"""A relay of drand on this machine, with a chain of its own whose rounds anyone can make."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from wikibot.dice.beacon import BeaconChain

CHAIN = BeaconChain(
    30, 1_700_000_000, "8a" * 48, "5e" * 32, "a scheme that nobody can check", "tests"
)


def info(chain: BeaconChain) -> dict[str, Any]:
    """What an honest relay tells of a chain."""
    return {
        "period": chain.period, "genesis_time": chain.genesis, "public_key": chain.public_key,
        "groupHash": chain.seed, "schemeID": chain.scheme, "metadata": {"beaconID": chain.beacon},
        "hash": chain.hash,
    }  # fmt: skip


INFO = info(CHAIN)


def honest(number: int) -> dict[str, Any]:
    """The round as an honest relay tells it."""
    signature = hashlib.sha256(f"round {number}".encode()).digest() * 2
    return {
        "round": number,
        "randomness": hashlib.sha256(signature).hexdigest(),
        "signature": signature.hex(),
    }


@dataclass
class Relay:
    """What it answers may be changed while it runs; ``answer`` gives None for an error 500."""

    address: str = ""
    answer: Callable[[int], Any] = honest
    info: Any = field(default_factory=lambda: INFO)
    chain: BeaconChain = CHAIN
    asked: list[str] = field(default_factory=list)

    def reply(self, path: str) -> Any:
        """The body for a path."""
        self.asked.append(path)
        head, _, last = path.rpartition("/")
        if path == f"/{self.chain.hash}/info":
            return self.info
        return self.answer(int(last)) if head == f"/{self.chain.hash}/public" else None


@contextmanager
def running(count: int, chain: BeaconChain = CHAIN) -> Iterator[list[Relay]]:
    """Some relays of a chain, each at a port of its own."""
    relays = [Relay(info=info(chain), chain=chain) for _ in range(count)]
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), _handler(relay)) for relay in relays]
    threads = [
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        for server in servers
    ]
    for relay, server, thread in zip(relays, servers, threads, strict=True):
        relay.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread.start()
    yield relays
    for server, thread in zip(servers, threads, strict=True):
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(relay: Relay) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = relay.reply(self.path)
            self.send_response(200 if body is not None else 500)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode() if body is not None else b"")

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    return Handler
