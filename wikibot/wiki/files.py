"""Files that are written whole or not at all: spooled beside their place, then moved into it.

The session that is kept from run to run: its cookies, as one private text.
"""

from __future__ import annotations

import http.cookiejar
import os
from io import StringIO
from pathlib import Path
from typing import Protocol

from wikibot.wiki.errors import WikiError

PRIVATE = 0o600  # for the owner alone
_ORDINARY = 0o666  # as the umask has it


def spool(folder: Path, data: bytes, mode: int = _ORDINARY) -> Path:
    """A new file in ``folder`` with this content, safe on disk, to be put into its place."""
    path = folder / f".{os.urandom(8).hex()}"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return path


def put(waiting: Path, path: Path) -> None:
    """Move a spooled file into its place, in one step; it stays there after a power failure."""
    waiting.replace(path)
    for folder in {waiting.parent, path.parent} if hasattr(os, "O_DIRECTORY") else ():
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def replace_file(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write a file whole or not at all; without ``mode`` it keeps its own. Raises ``OSError``."""
    kept = path.stat().st_mode & 0o777 if mode is None and path.exists() else None
    waiting = spool(path.parent, data, _ORDINARY if mode is None else mode)
    try:
        if kept is not None:
            waiting.chmod(kept)
        put(waiting, path)
    except OSError:
        waiting.unlink(missing_ok=True)
        raise


class KeptText(Protocol):
    """One text that is kept from run to run."""

    @property
    def place(self) -> str:
        """Where it is, as an operator knows it."""

    def read(self) -> str | None:
        """The text; None where there is none yet. Raises ``OSError`` or ``UnicodeDecodeError``."""

    def write(self, text: str) -> None:
        """Keep it, whole or not at all. Raises ``OSError``."""


class TextFile:
    """A text that is kept in a file, whose folder is made when there is something to keep."""

    def __init__(self, path: Path, mode: int | None = None) -> None:
        self.path, self._mode = path, mode

    @property
    def place(self) -> str:
        return str(self.path)

    def read(self) -> str | None:
        try:
            return self.path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return None

    def write(self, text: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(self.path, text.encode(), self._mode)


# == The cookies of a session, as one private text =================================================

_HEAD = "#LWP-Cookies-2.0\n"


class Jar(http.cookiejar.LWPCookieJar):
    """Cookies that can be read from a text, as ``load`` reads them from a file."""

    def read(self, text: str) -> None:
        """Add the cookies of a text. Raises ``LoadError``."""
        load = getattr(self, "_really_load")  # noqa: B009  # not known to the types of the library
        load(StringIO(text), "the session", ignore_discard=True, ignore_expires=False)


class Cookies:
    """The cookies of ``kept``, in ``jar``; without a place they last as long as the program."""

    def __init__(self, kept: KeptText | None) -> None:
        self.jar, self._place = Jar(), kept
        if kept is not None:
            try:
                self.jar.read(kept.read() or "")
            except (OSError, http.cookiejar.LoadError, ValueError):
                self.jar.clear()  # a missing or broken one only means one more login
        self._kept = self.jar.as_lwp_str(ignore_discard=True)

    def __bool__(self) -> bool:
        """Whether a session was kept."""
        return len(self.jar) > 0

    def clear(self) -> None:
        self.jar.clear()

    def keep(self) -> None:
        """Write changed cookies to their place, whole or not at all."""
        text = self.jar.as_lwp_str(ignore_discard=True)
        if self._place is None or text == self._kept:
            return
        try:
            self._place.write(_HEAD + text)
        except OSError as error:
            why = f"the session cannot be kept in {self._place.place}: {error.strerror}"
            raise WikiError(why, remedy="Make the state folder writable.") from None
        self._kept = text
