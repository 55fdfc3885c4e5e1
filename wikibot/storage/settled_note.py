"""The note of a settled game: what the next sync has to find for nothing to be new.

The journal has all of it but the files' stamps; :mod:`wikibot.storage.local` writes it, once the
journal is closed, and :mod:`wikibot.sync.idle` reads it. It stands beside the journals of all
games, readable for its owner alone: it holds the cookies of the session. Nothing else of wikibot
may be imported here, nor what takes long to load.
"""

from __future__ import annotations

import json
import os
import zlib

TYPE_CHECKING = False  # as in typing, which takes as long to load as the rest of this module
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any


def leave_note(settings: str, journal: str, actions: str, polled: Mapping[str, Any]) -> None:
    """Note how the next sync may see that nothing is new.

    ``settings`` and ``journal`` are the paths of files that exist, ``actions`` that of the file of
    actions, "" without one; ``polled`` is :attr:`wikibot.storage.journal.Journal.polled`. Where the
    note cannot be written, the next sync only takes longer.
    """
    try:
        queue = [actions, polled["queue"]] if actions else None
        stamps = {"settings": _stamp(settings), "journal": _stamp(journal)}
        path = _note_of(settings)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        written = f"{path}.{os.getpid()}"
        with open(
            os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            json.dump({**polled, **stamps, "queue": queue}, file)
        os.replace(written, path)
    except OSError:
        return


def read_note(settings: str) -> dict[str, Any] | None:
    """The note of these settings, if neither they nor the other files have changed since."""
    try:
        with open(_note_of(settings), encoding="utf-8") as file:
            note: dict[str, Any] = json.load(file)
        same = note["settings"] == _stamp(settings)
        same = same and note["journal"] == _stamp(note["journal"][0])
        queue = note["queue"]
        same = same and (queue is None or queue[1] == stamp_of(queue[0]))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return note if same else None


def _note_of(settings: str) -> str:
    """Where the note of these settings stands; a name that two files share only costs time."""
    home = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return f"{home}/wikibot/settled/{zlib.crc32(os.path.abspath(settings).encode()):08x}.json"


def _stamp(path: str) -> list[Any]:
    """A value that changes when a file is written."""
    found = os.stat(path)
    return [os.path.abspath(path), found.st_mtime_ns, found.st_size]


def stamp_of(path: str | Path) -> str:
    """Size and time of a file, by which a change is seen; "" for none."""
    try:
        found = os.stat(path)
    except OSError:
        return ""
    return f"{found.st_size} {found.st_mtime_ns}"
