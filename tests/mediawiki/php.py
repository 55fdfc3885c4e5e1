"""Runs PHP for one wiki: the built-in web server and the maintenance scripts."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

_SETTINGS = Path(__file__).with_name("LocalSettings.php")

_COMPILED = (  # all of MediaWiki fits in, and the code stays as it is
    "enable_cli=1",
    "validate_timestamps=0",
    "file_cache_consistency_checks=0",
    "enable_file_override=1",
    "memory_consumption=256",
    "interned_strings_buffer=32",
    "max_accelerated_files=30000",
)

_PATIENCE = 30.0  # seconds until a server must answer

# The shell ends PHP and its workers, all of its process group, when the pipe that it reads closes:
# at stop(), and also when the test run itself is killed.
_GUARD = '"$@" & read -r _; kill -KILL 0'


class Php:
    """One wiki's folder, with the PHP that works on it.
    ``state`` goes to LocalSettings.php, see there. ``compiled``: the folder of what PHP has
    compiled, for all servers and scripts of this code and these settings.
    """

    def __init__(
        self, code: Path, home: Path, extensions: list[str], compiled: Path, workers: int = 3
    ) -> None:
        self.code = code
        self.workers = workers
        self._compiled = [*_COMPILED, f"file_cache={compiled}"]
        self.home = home
        self.log = home / "php.log"
        self.url = "http://127.0.0.1"
        self._state: dict[str, Any] = {
            "messages": str(home / "messages"),
            "extensions": extensions,
            "skins": [],
            "settings": {},
            "ahead": 0,
        }
        self._guard: subprocess.Popen[bytes] | None = None

    def show(self, **state: Any) -> None:
        """Change what LocalSettings.php reads; the next request sees it."""
        self._state |= state
        draft = self.home / "harness.json.new"
        draft.write_text(json.dumps({"url": self.url, **self._state}))
        draft.replace(self.home / "harness.json")

    def script(self, name: str, *arguments: str, settings: bool = True) -> None:
        """Run one of MediaWiki's maintenance scripts;
        without ``settings`` as before an installation.
        """
        run = self.code / "maintenance/run.php"
        command = [str(run), name] if run.exists() else [str(self.code / f"maintenance/{name}.php")]
        done = subprocess.run(
            [*self._command(), *command, *arguments],
            env=self._environment() if settings else None,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"MediaWiki's script {name} failed:\n{done.stdout}{done.stderr}")

    def start(self) -> None:
        """Start the web server on a free port, and wait until it answers."""
        for _ in range(5):
            if self._listens_on(_free_port()):
                return
            self.stop()
        raise RuntimeError(f"PHP's web server does not start:\n{self.log.read_text()}")

    def stop(self) -> None:
        """End the web server with all its workers."""
        if self._guard is not None and self._guard.stdin is not None:
            self._guard.stdin.close()
            self._guard.wait()
        self._guard = None

    def _listens_on(self, port: int) -> bool:
        self.url = f"http://127.0.0.1:{port}"
        self.show()
        php = [*self._command(), "-d", "apc.enabled=0"]  # a cache in memory would outlive a reset
        with self.log.open("wb") as log:
            self._guard = subprocess.Popen(
                ["sh", "-c", _GUARD, "sh", *php, "-S", f"127.0.0.1:{port}", "-t", str(self.code)],
                env=self._environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        return self._answers(port)

    def _answers(self, port: int) -> bool:
        """Wait until the server says that it started,
        or that it cannot (somebody else took the port meanwhile).
        """
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end and b"Failed to listen" not in self.log.read_bytes():
            if b") started" in self.log.read_bytes():
                with socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE):
                    return True
            time.sleep(0.01)
        return False

    def _command(self) -> list[str]:
        return ["php", *(word for each in self._compiled for word in ("-d", f"opcache.{each}"))]

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "MW_CONFIG_FILE": str(_SETTINGS),
            "WIKIBOT_HARNESS": str(self.home / "harness.json"),
            "PHP_CLI_SERVER_WORKERS": str(self.workers),
        }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
