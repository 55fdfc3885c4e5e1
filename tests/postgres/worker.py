"""A worker's process for one sync, which can be killed or stopped where a test wants it.

``python -m tests.postgres.worker JSON``: ``dsn`` and ``name``, or ``settings`` of files; ``at``:
the method, ``when`` before or after it, ``count`` which call of it, ``how`` KILL or STOP.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, TypedDict

from tests.nursery import nursery
from tests.postgres.farms import KEY

LOADED = (
    "tests.game.tiny", "tests.postgres.farms", "wikibot.cli", "wikibot.storage.local",
    "wikibot.sync.pipeline", "wikibot.sync.run", "filelock",
)  # fmt: skip
WRITE = {
    "files": "wikibot.storage.local:Folder.write",
    "postgres": "wikibot.storage.postgres.database:PostgresDrawer.write",
}
SAVE = "wikibot.wiki.folder:FolderWiki.save"
FLUSH = "wikibot.storage.local:Journal.flush"


class Where(TypedDict, total=False):
    """At what point a process is to end or to stop."""

    at: str
    when: str
    count: int
    how: str


class Worker:
    """The process. ``site`` is where the game ``stones`` is installed; what it says is kept in
    ``folder``.
    """

    def __init__(self, site: Path, folder: Path, *, patience: float = 20.0, **job: Any) -> None:
        words = [json.dumps({"patience": patience, **job})]
        self._said = Path(tempfile.mkstemp(dir=folder, suffix=".said")[1])
        self.process = nursery(*LOADED).start(
            words, folder, self._said, self._said, module="tests.postgres.worker", path=[site],
            environment={"WIKIBOT_FARM_KEY": KEY},
        )  # fmt: skip

    def stopped(self) -> None:
        """Wait until it stands still at its point."""
        while not self.process.is_stopped():
            if self.process.poll() is not None:
                raise AssertionError(f"it ended, and did not stop: {self.ended()}")
            time.sleep(0.01)

    def go_on(self) -> None:
        """Let it go on."""
        os.kill(self.process.pid, signal.SIGCONT)

    def kill(self) -> None:
        """SIGKILL, and its end."""
        self.process.kill()
        self.process.wait()

    def ended(self) -> tuple[int | None, str]:
        """Its exit code (negative: the signal that killed it) and what it said."""
        return self.process.wait(120), self._said.read_text(encoding="utf-8")


def _interrupt(job: dict[str, Any]) -> None:
    """Have this process killed or stopped at the point."""
    module, _, path = job["at"].partition(":")
    owner, name = path.split(".")
    kind = getattr(importlib.import_module(module), owner)
    real, left = getattr(kind, name), [int(job.get("count", 1))]

    def method(self: Any, *words: Any, **more: Any) -> Any:
        left[0] -= 1
        if not left[0] and job["when"] == "before":
            os.kill(os.getpid(), getattr(signal, f"SIG{job['how']}"))
        answer = real(self, *words, **more)
        if not left[0] and job["when"] == "after":
            os.kill(os.getpid(), getattr(signal, f"SIG{job['how']}"))
        return answer

    setattr(kind, name, method)


def main(job: dict[str, Any]) -> int:
    """One sync; its exit code."""
    from wikibot.cli import _code
    from wikibot.config.settings import load
    from wikibot.storage.local import LocalStorage
    from wikibot.storage.postgres.farm import FarmStore
    from wikibot.sync.run import run_sync

    if "at" in job:
        _interrupt(job)

    def synced() -> int:
        if "settings" in job:
            settings = load(Path(job["settings"]))
            return run_sync(settings, LocalStorage(settings)).report.exit_code
        with FarmStore.open(job["dsn"], patience=job["patience"]) as store:
            ran = run_sync(store.settings(job["name"]), store.storage(job["name"]))
        sys.stdout.write("idle\n" if ran.report.idle else f"{len(ran.report.outcomes)} lines\n")
        return ran.report.exit_code

    return _code(synced)


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
