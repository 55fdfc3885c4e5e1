"""Writing a file whole or not at all; folders that are the bot's alone."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from wikibot.exits import NOT_ALLOWED, SETTINGS, USAGE, ProgramError

STDOUT = "-"


def write_text(target: str, text: str) -> None:
    """Write UTF-8, line ends as they are; ``-`` prints. Raises :class:`ProgramError` where it cannot be written."""
    if target == STDOUT:
        click.echo(text.encode(), nl=False)
        return
    path = Path(target)
    try:
        if path.exists() and not path.is_file():  # /dev/stdout, a pipe
            path.write_bytes(text.encode())
            return
        _replace(path, text.encode())
    except OSError as error:
        raise ProgramError(f"{target} cannot be written ({error.strerror})", USAGE) from None


def make_private_folder(folder: Path) -> None:
    """Make a folder (0700) with all above it. Raises :class:`ProgramError` where it cannot be made or written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ProgramError(
            f"{folder}: the state folder cannot be made ({error.strerror})", SETTINGS
        ) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ProgramError(
            f"{folder}: the state folder cannot be written to; set `journal` under [bot]",
            NOT_ALLOWED,
        )


def _replace(path: Path, data: bytes) -> None:
    handle, spool = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        Path(spool).chmod(mode)
        Path(spool).replace(path)
    except OSError:
        Path(spool).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
