"""What a worker counts, in Prometheus' text form on ``/metrics``, and ``/health``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, make_wsgi_app
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from wikibot import schemas
from wikibot.exits import USAGE, ProgramError
from wikibot.farm.one_sync import Synced
from wikibot.farm.polling import Polled

_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)


class Metrics:
    """The numbers of one worker."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        name = "wikibot_farm"
        self.up = Gauge(f"{name}_up", "1 while the worker takes jobs.", registry=registry)
        self.syncs = Counter(
            f"{name}_syncs", "Syncs by how they ended.", ["result"], registry=registry
        )
        self.lines = Counter(f"{name}_lines", "Lines that were answered.", registry=registry)
        self.requests = Counter(
            f"{name}_requests", "Requests to wikis, by what for.", ["of"], registry=registry
        )
        self.seconds = Histogram(
            f"{name}_sync_seconds", "How long syncs took.", buckets=_SECONDS, registry=registry
        )
        self.polls = Histogram(
            f"{name}_poll_seconds", "How long polls took.", buckets=_SECONDS, registry=registry
        )
        self.rescued = Counter(
            f"{name}_rescued", "Jobs of killed workers that run again.", registry=registry
        )

    def synced(self, done: Synced) -> None:
        """Count a sync that ended."""
        result = "idle" if done.idle else "attention" if done.attention else "done"
        self.syncs.labels(result).inc()
        self.lines.inc(done.lines)
        self.requests.labels("sync").inc(done.requests)
        self.seconds.observe(done.seconds)

    def failed(self, code: int) -> None:
        """Count a sync that failed, by the exit code that it would have had."""
        self.syncs.labels(f"failed {code}").inc()

    def polled(self, found: Polled) -> None:
        """Count a poll."""
        self.requests.labels("poll").inc(found.requests)
        self.polls.observe(found.seconds)


class States(Collector):
    """Games by their state, of the whole farm: any worker tells it, and one is enough to ask."""

    def __init__(self, counts: Callable[[], Iterable[tuple[str, int]]]) -> None:
        self._counts = counts

    def collect(self) -> Iterator[Metric]:
        """Read the states at each scrape; nothing where the database is out of reach."""
        family = GaugeMetricFamily("wikibot_farm_games", "Games by state.", labels=["state"])
        try:
            for state, count in self._counts():
                family.add_metric([state], count)
        except ProgramError:
            return
        yield family


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    timeout = 10

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # its base class has it
        """Log nothing: a scrape every few seconds is not worth a line."""


def serve(
    address: str, metrics: Metrics, health: Callable[[], tuple[bool, dict[str, Any]]]
) -> None:
    """Answer ``/metrics`` and ``/health`` from a thread. Raises :class:`ProgramError`."""
    host, _, port = address.rpartition(":")
    shown = make_wsgi_app(metrics.registry)

    def application(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path == "/metrics":
            page: Iterable[bytes] = shown(environ, start)
            return page
        if path != "/health":
            start("404 Not Found", [("Content-Type", "text/plain")])
            return [b"There are /metrics and /health.\n"]
        well, told = health()
        status = "200 OK" if well else "503 Service Unavailable"
        start(status, [("Content-Type", "application/json")])
        return [schemas.json_text(schemas.Health, told).encode() + b"\n"]

    try:
        server = make_server(host.strip("[]"), int(port), application, _Server, _Quiet)
    except (OSError, ValueError, OverflowError) as error:
        why = f"{address}: cannot listen there ({error}); give --listen HOST:PORT another port"
        raise ProgramError(why, USAGE) from None
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
