"""Processes of the bot, forked from one that has loaded its modules: they start in a tenth of the
time.

Each is a separate process from before the first line of its program on, and dies of SIGKILL as any
other. No way that a sync goes depends on what is loaded already.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import importlib
import json
import os
import runpy
import select
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver, util
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from unittest.mock import patch

BOT = (
    "wikibot.cli",
    "wikibot.cli.commands.sync",
    "wikibot.cli.terminal",
    "wikibot.sync.run",
    "wikibot.sync.pipeline",
    "wikibot.wiki.mediawiki",
    "wikibot.wiki.session",
    "mwclient",
    "rules.cycle15.cycle",
    "filelock",
)  # what a sync of the bot loads
_ROOT = Path(__file__).parents[1]
_PR_SET_PDEATHSIG = 1


class Child:
    """One process of the bot."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.pid, self._nursery = pid, nursery
        self.worked = 0.0  # seconds of the processor, once it has ended
        self._code: int | None = None
        self._lock = threading.Lock()

    def kill(self) -> None:
        """SIGKILL, unless it has ended."""
        with contextlib.suppress(ProcessLookupError):
            if self.poll() is None:
                os.kill(self.pid, signal.SIGKILL)

    def poll(self) -> int | None:
        """Its exit code (negative: the signal that killed it), None while it runs."""
        with self._lock:  # the one who waits for it and the one who kills it are two threads
            ended = self._nursery.ask({"poll": self.pid}) if self._code is None else None
            if ended:
                self._code, self.worked = ended
            return self._code

    def is_stopped(self) -> bool:
        """Whether SIGSTOP holds it."""
        state = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2]
        return state.startswith("T")

    def wait(self, seconds: float = 60.0) -> int | None:
        """Its exit code, None where it still runs after so many seconds."""
        with contextlib.suppress(ProcessLookupError):  # it has ended, and was asked for
            handle = os.pidfd_open(self.pid)
            try:
                select.select([handle], [], [], seconds)  # readable when it ends
            finally:
                os.close(handle)
        return self.poll()


class Ended(NamedTuple):
    """What is left of a process: its exit code (negative: the signal that killed it; None: it
    hangs) and what it printed.
    """

    code: int | None
    out: str
    err: str


class Nursery:
    """The process that the others are forked from, with the modules that it has loaded."""

    def __init__(self, loaded: Sequence[str], site: Path | None) -> None:
        self._lock = threading.Lock()
        path = os.pathsep.join(filter(None, (str(site or ""), os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.nursery", *loaded],
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self._process.communicate)  # it ends when its input does

    def start(
        self,
        command: Sequence[str],
        folder: Path,
        out: Path,
        err: Path,
        *,
        module: str = "wikibot",
        path: Sequence[Path] = (),
        environment: Mapping[str, str] | None = None,
        leads: bool = False,
        forks: bool = False,
    ) -> Child:
        """Begin ``python -m MODULE`` with these words in a folder; what it prints goes to two
        files. ``path`` and ``environment`` come before what there is. One that ``leads`` has a
        session of its own, and is gone with tests that are killed. One that ``forks`` has a server
        of :mod:`multiprocessing` with what is loaded here.
        """
        request = {
            "command": list(command),
            "folder": str(folder),
            "out": str(out),
            "err": str(err),
            "module": module,
            "path": [str(each) for each in path],
            "environment": dict(environment or {}),
            "leads": leads,
            "forks": forks,
        }
        return Child(self, self.ask(request))

    def run(self, command: Sequence[str], folder: Path, **more: Any) -> Ended:
        """The same from beginning to end."""
        with tempfile.TemporaryDirectory() as home:
            out, err = Path(home, "out"), Path(home, "err")
            code = self.start(command, folder, out, err, **more).wait()
            return Ended(code, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8"))

    def ask(self, request: dict[str, Any]) -> Any:
        """The answer to one request."""
        with self._lock:
            if self._process.stdin is None or self._process.stdout is None:
                raise RuntimeError("the nursery has no pipes")
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())


@cache
def nursery(*loaded: str, site: Path | None = None) -> Nursery:
    """The one of this program that has loaded these modules, as a ``sitecustomize.py`` in ``site``
    changes them.
    """
    return Nursery(loaded, site)


def _serve(loaded: Sequence[str]) -> None:
    for name in loaded:
        importlib.import_module(name)
    gc.freeze()  # no copies of pages for the sake of garbage
    for line in sys.stdin:
        request = json.loads(line)
        answer = _polled(request["poll"]) if "poll" in request else _forked(request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _polled(pid: int) -> tuple[int, float] | None:
    found, status, used = os.wait4(pid, os.WNOHANG)
    return (os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime) if found else None


def _forked(request: dict[str, Any]) -> int:
    pid = os.fork()
    return pid or _live(request)


def _live(request: dict[str, Any]) -> NoReturn:
    """What ``python -m MODULE`` does, from its first line to its exit code."""
    code = 1
    try:
        if request["leads"]:
            os.setsid()
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        os.chdir(request["folder"])
        _redirect(os.devnull, 0, os.O_RDONLY)
        _redirect(request["out"], 1, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        _redirect(request["err"], 2, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.environ |= request["environment"]
        sys.path[:0] = request["path"]
        sys.argv = [request["module"], *request["command"]]
        if request["forks"]:
            with patch.object(util, "spawnv_passfds", _forked_program):
                forkserver.ensure_running()
        runpy.run_module(request["module"], run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter tells it
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _forked_program(_: str, command: Sequence[str], kept: Sequence[int]) -> int:
    """Run ``python -c PROGRAM`` in a fork, which keeps these files open alone."""
    pid = os.fork()
    if pid == 0:
        try:
            files = Path("/proc/self/fd").iterdir()
            for each in {int(file.name) for file in files} - {0, 1, 2, *kept}:
                with contextlib.suppress(OSError):  # the list itself
                    os.close(each)
            exec(command[-1], {})
        finally:
            os._exit(0)
    return pid


def _redirect(path: str, number: int, flags: int) -> None:
    opened = os.open(path, flags | os.O_APPEND, 0o600)  # both may be one file
    os.dup2(opened, number)
    os.close(opened)


if __name__ == "__main__":
    _serve(sys.argv[1:])
