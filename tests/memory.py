"""Temporary files in memory: nothing waits for a disk, and what is killed loses nothing of them."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

_MEMORY, _ROOM = Path("/dev/shm"), 2**30  # bytes that have to be free


def use_memory() -> None:
    """Put temporary files there, where the system has it and the environment names no place; those
    of the programs that are started as well.
    """
    if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
        folder = _MEMORY / f"wikibot-tests-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        os.environ["TMPDIR"] = str(folder)
        tempfile.tempdir = None
