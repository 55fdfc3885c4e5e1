"""A short text that changes when one of a game's pages does: what a poll compares.

Of a MediaWiki it is made of the newest revisions, of a folder of what the file system tells of the
page files. Equal stamps: nothing moved, and no one has to look closer.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from wikibot.storage.settled_note import stamp_of
from wikibot.wiki.titles import to_file_name

_SETTLED_NS = 20_000_000  # file systems tell times in steps of up to 10 ms


def of_heads(heads: Mapping[str, int]) -> str:
    """The stamp of newest revisions by title; 0: no such page."""
    return _digest(f"{title}\0{heads[title]}" for title in sorted(heads))


def of_files(folder: Path, titles: Sequence[str]) -> str:
    """The stamp of the page files of a folder wiki."""
    return _digest(f"{name}\0{stamp_of(folder / name)}" for name in _names(titles))


def rest(folder: Path, titles: Sequence[str]) -> None:
    """Wait until another change of a file would be seen in its time."""
    newest = max((_time(f"{folder}/{name}") for name in _names(titles)), default=0)
    left = newest + _SETTLED_NS - time.time_ns()
    if 0 < left <= _SETTLED_NS:
        time.sleep(left / 1e9)


def _names(titles: Sequence[str]) -> list[str]:
    return sorted(map(to_file_name, titles))


def _time(path: str) -> int:
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return 0


def _digest(parts: Iterable[str]) -> str:
    return blake2b("\n".join(parts).encode(), digest_size=12).hexdigest()
