"""Writing a file whole or not at all; folders that are the bot's alone."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import click

from wikibot.exits import NOT_ALLOWED, SETTINGS, USAGE, ProgramError
from wikibot.wiki.files import replace_file

STDOUT = "-"


def write_text(target: str, text: str) -> None:
    """Write UTF-8, line ends as they are; ``-`` prints. Raises :class:`ProgramError`."""
    if target == STDOUT:
        click.echo(text.encode(), nl=False)
        return
    path = Path(target)
    try:
        if path.exists() and not path.is_file():  # /dev/stdout, a pipe
            path.write_bytes(text.encode())
            return
        replace_file(path, text.encode())
    except OSError as error:
        raise ProgramError(f"{target} cannot be written ({error.strerror})", USAGE) from None


def read_bounded(file: Path, most: int) -> str:
    """The beginning of a regular file, UTF-8; raises ``OSError``."""
    if not file.is_file():
        raise OSError(errno.EINVAL, "it is not a file")
    with file.open("rb") as opened:
        return opened.read(most + 1).decode(errors="replace")


def make_private_folder(folder: Path) -> None:
    """Make a folder (0700) with all above it, to write in. Raises :class:`ProgramError`."""
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
