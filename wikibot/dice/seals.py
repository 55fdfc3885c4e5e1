"""The secrets of sealed dice: files that only their owner can read, each named by its seal, in the state folder.

A secret is written, and is on the disk, before its seal is published. One whose seal never got onto the wiki (a crash,
an edit conflict) is taken up again, so that no run rolls twice with different dice.
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path

from wikibot.dice.derive import seal_of
from wikibot.dice.sealed import Secret
from wikibot.session import make_private_folder

FOLDER = "seals"
_BYTES = 32
_FILE = re.compile(r"phase (?P<phase>-?\d+)\nsecret (?P<secret>[0-9a-f]{64})\n")
_REVEALED = ".revealed"


class Vault:
    """The secrets in one folder, which is made when there is something to keep."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, seal: str) -> Secret | None:
        """The secret of a seal, None where it is lost (or its file was changed)."""
        for name in (seal, seal + _REVEALED):
            found = _read(self.folder / name)
            if found is not None and seal_of(found[1]) == seal:
                return Secret(seal, found[1])
        return None

    def make(self, phase: int) -> Secret:
        """A secret for a phase: one that was made for it and never used, or a new one, already on the disk."""
        kept = next(self._unused(phase), None)
        if kept is not None:
            return kept
        value = secrets.token_bytes(_BYTES)
        secret = Secret(seal_of(value), value)
        make_private_folder(self.folder)
        _write(self.folder / secret.seal, f"phase {phase}\nsecret {value.hex()}\n")
        return secret

    def reveal(self, seal: str) -> None:
        """Note that a secret is public now, so that it is never taken up again."""
        file = self.folder / seal
        if file.exists():
            file.replace(file.with_name(seal + _REVEALED))

    def open_to_others(self) -> tuple[Path, ...]:
        """Files that somebody else on this machine may read."""
        if os.name != "posix" or not self.folder.is_dir():
            return ()
        return tuple(file for file in (self.folder, *sorted(self.folder.iterdir())) if file.stat().st_mode & 0o077)

    def _unused(self, phase: int) -> Iterator[Secret]:
        if self.folder.is_dir():
            for file in sorted(self.folder.iterdir()):
                found = _read(file)
                if found and found[0] == phase and seal_of(found[1]) == file.name:
                    yield Secret(file.name, found[1])


def _read(file: Path) -> tuple[int, bytes] | None:
    try:
        found = _FILE.fullmatch(file.read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError):
        return None
    return (int(found["phase"]), bytes.fromhex(found["secret"])) if found else None


def _write(file: Path, text: str) -> None:
    """Whole or not at all, 0600 from the first byte on, and on the disk when this returns."""
    handle, spool = tempfile.mkstemp(dir=file.parent, prefix=".")  # 0600, whatever the umask
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    Path(spool).replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
