"""The note of a settled game: what the next sync has to find for nothing to be new.

The journal has all of it but the settings, and the stamps of their file and of itself;
:mod:`wikibot.storage.local` writes it, once the journal is closed, and :mod:`wikibot.sync.idle`
reads it. It stands beside the journals of all games, readable for its owner alone: it holds the
cookies of the session. Nothing else of wikibot may be imported here, nor what takes long to load.
"""

from __future__ import annotations

import json
import os
import zlib

TYPE_CHECKING = False  # as in typing, which takes as long to load as the rest of this module
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any


def leave_note(settings: str, files: Sequence[str], note: Mapping[str, Any]) -> None:
    """Note how the next sync may see that nothing is new.

    ``settings`` is the path of the settings file. ``files`` are those of which any change counts,
    beside the ones that ``note`` has the stamps of: what
    :attr:`wikibot.storage.local.Journal.polled` says, and whatever else is to be found as it is.
    Where the note cannot be written, the next sync only takes longer.
    """
    try:
        stamps = {os.path.abspath(each): stamp_of(each) for each in (settings, *files)}
        path = _note_of(settings)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        written = f"{path}.{os.getpid()}"
        with open(
            os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            json.dump({**note, "files": {**note["files"], **stamps}}, file)
        os.replace(written, path)
    except OSError:
        return


def read_note(settings: str, *files: str) -> dict[str, Any] | None:
    """The note of these settings, if nothing has changed since: ``files``, else all that it names.

    The settings are always among them.
    """
    try:
        with open(_note_of(settings), encoding="utf-8") as file:
            note: dict[str, Any] = json.load(file)
        stamps: dict[str, str] = note["files"]
        looked_at = map(os.path.abspath, (settings, *(files or stamps)))
        same = all(stamp_of(path) == stamps[path] for path in looked_at)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return note if same else None


def _note_of(settings: str) -> str:
    """Where the note of these settings stands; a name that two files share only costs time."""
    home = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return f"{home}/wikibot/settled/{zlib.crc32(os.path.abspath(settings).encode()):08x}.json"


def stamp_of(path: str | Path) -> str:
    """What the file system tells of a file, by which every change of it is seen; "" for none."""
    try:
        found = os.stat(path)
    except OSError:
        return ""
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"
