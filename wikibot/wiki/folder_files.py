"""The files of a folder wiki: pages byte by byte, and new texts that wait to take their place."""

from __future__ import annotations

import os
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from wikibot.wiki.errors import PageUnreadable
from wikibot.wiki.titles import from_file_name, to_file_name

_TRIES = 5


@dataclass(frozen=True)
class PageFile:
    """What a page's file holds, and when it was written (seconds since 1970)."""

    text: str
    mtime: float


class Files:
    """Page files in ``root``, and the wiki's own files in ``root/.wikibot``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.own = root / ".wikibot"
        self.database = self.own / "history.sqlite"
        self.lock = self.own / "lock"
        self._spools = self.own / "spool"

    def prepare(self) -> None:
        """Make the wiki's own folders; they must not lead out of ``root``."""
        self._spools.mkdir(parents=True, exist_ok=True)
        for folder in (self.own, self._spools):
            if folder.is_symlink():
                raise PageUnreadable(
                    f"{folder} is a symbolic link", remedy="Replace it by a real folder."
                )

    def path(self, title: str) -> Path:
        """The file of a page."""
        return self.root / to_file_name(title)

    def read(self, title: str) -> PageFile | None:
        """A page's text and time, ``None`` without a file; a file that changes under the eye is read again.

        Raises :class:`PageUnreadable` for a symbolic link, a folder, or bytes that are not UTF-8.
        """
        path = self.path(title)
        if path.is_symlink():
            raise PageUnreadable(
                f"{path} is a symbolic link", page=title, remedy="Put the file itself there."
            )
        try:
            for _ in range(_TRIES):
                before, data, after = path.stat(), path.read_bytes(), path.stat()
                if (before.st_mtime_ns, before.st_size, before.st_ino) == (
                    after.st_mtime_ns,
                    len(data),
                    after.st_ino,
                ):
                    break
            return PageFile(data.decode(), after.st_mtime)
        except FileNotFoundError:
            return None
        except IsADirectoryError:
            raise PageUnreadable(
                f"{path} is a folder", page=title, remedy="Move it away."
            ) from None
        except UnicodeDecodeError as error:
            message = f"{path} is not UTF-8 at byte {error.start}"
            raise PageUnreadable(
                message, code="badutf8", page=title, remedy="Save the file as UTF-8."
            ) from None

    def text(self, title: str) -> str | None:
        """A page's text, ``None`` without a file."""
        file = self.read(title)
        return file.text if file else None

    def spool(self, data: bytes) -> str:
        """Write a text that waits to take its place, safe on disk; returns the spool file's name."""
        name = secrets.token_hex(8)
        with (self._spools / name).open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return name

    def put(self, spool: str, title: str) -> None:
        """Move a waiting text into its place, in one step."""
        self.put_other(spool, self.path(title))

    def put_other(self, spool: str, path: Path) -> None:
        """Move what waits into the place of a file that is not a page."""
        (self._spools / spool).replace(path)
        for folder in (self.root, self._spools):
            _sync_folder(folder)

    def waits(self, spool: str) -> bool:
        """Whether a text still waits to take its place."""
        return (self._spools / spool).exists()

    def drop(self, spool: str) -> None:
        """Remove a waiting text."""
        (self._spools / spool).unlink(missing_ok=True)

    def drop_all_but(self, spools: Collection[str]) -> None:
        """Remove waiting texts that nobody knows of: a crash came before they were recorded."""
        for path in self._spools.iterdir():
            if path.name not in spools:
                path.unlink(missing_ok=True)

    def titles(self) -> list[str]:
        """The titles of all page files, sorted."""
        return sorted(
            title
            for path in self.root.iterdir()
            if (title := from_file_name(path.name)) is not None
        )


def _sync_folder(folder: Path) -> None:
    """Make a rename safe on disk, where the system can (https://man7.org/linux/man-pages/man2/fsync.2.html)."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
