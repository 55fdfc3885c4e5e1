"""A worker's process for one sync, which can be killed or stopped where a test wants it.

``python -m tests.postgres.worker JSON``: ``dsn`` and ``name``, or ``settings`` of files; ``at``:
the method, ``when`` before or after it, ``count`` which call of it, ``how`` KILL or STOP.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, TypedDict

from tests.postgres.farms import KEY

ROOT = Path(__file__).parents[2]
WRITE = {
    "files": "wikibot.storage.local:Folder.write",
    "postgres": "wikibot.storage.postgres.game:PostgresDrawer.write",
}
SAVE = "wikibot.wiki.folder:FolderWiki.save"
FLUSH = "wikibot.storage.journal:Journal.flush"


class Where(TypedDict, total=False):
    """At what point a process is to end or to stop."""

    at: str
    when: str
    count: int
    how: str


class Worker:
    """The process. ``site`` is where the game ``stones`` is installed."""

    def __init__(self, site: Path, *, patience: float = 20.0, **job: Any) -> None:
        environment = {
            **os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}", "WIKIBOT_FARM_KEY": KEY,
        }  # fmt: skip
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.postgres.worker",
                json.dumps({"patience": patience, **job}),
            ],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def stopped(self) -> None:
        """Wait until it stands still at its point."""
        _, status = os.waitpid(self.process.pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            self.process.returncode = os.waitstatus_to_exitcode(status)
            raise AssertionError(f"it ended, and did not stop: {self.process.communicate()}")

    def go_on(self) -> None:
        """Let it go on."""
        os.kill(self.process.pid, signal.SIGCONT)

    def kill(self) -> None:
        """SIGKILL, and its end."""
        self.process.kill()
        self.process.communicate()

    def ended(self) -> tuple[int, str]:
        """Its exit code (negative: the signal that killed it) and what it said."""
        out, err = self.process.communicate(timeout=120)
        return self.process.returncode, out + err


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
    from wikibot.cli.program import _code
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
