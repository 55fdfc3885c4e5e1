"""Files that are written whole or not at all: spooled beside their place, then moved into it."""

from __future__ import annotations

import os
from pathlib import Path

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
