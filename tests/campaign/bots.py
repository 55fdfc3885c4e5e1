"""The bot as a process: a folder with settings and state, and `wikibot sync` started in it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.campaign import pages
from tests.nursery import BOT, nursery
from tests.settings import settle

LONGEST = 90  # seconds; a sync that takes longer hangs
CODES = {0, 1, 64, 75, 77, 78}


@lru_cache
def _overlay() -> str:
    with TemporaryDirectory() as folder:
        pages.accept_all(Path(folder, "pins"))
        return Path(folder, "pins").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Ended:
    """How a sync ended: exit code (negative: the signal that killed it), what it printed, how long
    it took.

    ``worked``: seconds of the processor, which a busy machine does not lengthen.
    """

    code: int
    out: str
    err: str
    seconds: float
    worked: float

    @property
    def crash(self) -> str:
        """Why this is no way to end, "" where it is one."""
        if self.code < 0 and self.code != -9:
            return f"ended by signal {-self.code}"
        if "Traceback" in self.err or self.code not in {*CODES, -9}:
            return f"exit {self.code}: {self.err.strip()[-600:]}"
        return ""


class Bot:
    """One installation. Several may work for the same account at once."""

    def __init__(
        self,
        folder: Path,
        api: str,
        user: str,
        password: str,
        dice: str = "stated",
        rules: str = pages.RULES,
    ) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._password = password
        self._values = {"user": user, "rules": rules, "dice": dice}
        self.settle("settings", api, 60)

    def settle(self, name: str, api: str, deadline: int) -> None:
        """Write another settings file over the same state."""
        settle(
            self.folder, self._password, file=f"{name}.ini", api=api, **self._values, log="Log",
            users="Steward", page="Stewards", stop_page="Stop", journal="state/journal.sqlite",
            deadline=f"{deadline} seconds",
        )  # fmt: skip
        if self._values["rules"] == pages.RULES:
            (self.folder / f"{name}.wordings.txt").write_text(_overlay(), encoding="utf-8")

    def start(self, name: str = "settings") -> Running:
        """Begin a sync."""
        return Running(self.folder, name)

    def run(self, *command: str) -> Running:
        """Begin another command."""
        return Running(self.folder, "settings", command)

    def secrets(self) -> list[str]:
        """The secrets of sealed dice that are not public yet."""
        files = [file for file in self.folder.glob("state/seals/*") if file.suffix != ".revealed"]
        lines = [line for file in files for line in file.read_text(encoding="ascii").splitlines()]
        return [line.split()[1] for line in lines if line.startswith("secret ")]

    def sync(self, name: str = "settings") -> Ended:
        """One sync from beginning to end."""
        return self.start(name).wait()

    def forget(self, what: str = "state") -> None:
        """Lose the state folder (``state``) or one file in it (``journal.sqlite``, ``cookies``)."""
        if what == "state":
            shutil.rmtree(self.folder / "state", ignore_errors=True)
        else:
            for file in (self.folder / "state").glob(f"{what}*"):
                file.unlink(missing_ok=True)


class Running:
    """A sync under way."""

    def __init__(self, folder: Path, name: str, command: Sequence[str] = ("sync",)) -> None:
        self._began = time.monotonic()
        self._out, self._err = (folder / f"{end}.txt" for end in ("out", "err"))
        self.process = nursery(*BOT, "tests.campaign.warm").start(
            [*command, "--settings", f"{name}.ini"], folder, self._out, self._err
        )

    def kill(self) -> None:
        """SIGKILL, at once."""
        self.process.kill()
        self.process.wait()

    def wait(self) -> Ended:
        """Let it end; one that hangs is killed, and told as such."""
        code = self.process.wait(LONGEST)
        if code is None:
            self.kill()
            code = -14
        out, err = (
            file.read_text(encoding="utf-8", errors="replace") for file in (self._out, self._err)
        )
        return Ended(code, out, err, time.monotonic() - self._began, self.process.worked)
