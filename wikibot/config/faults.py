"""What is wrong with a settings file: one fault a line, with what was expected and the nearest key that exists."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wikibot.exits import SETTINGS, ProgramError

_SECRET_KEY = re.compile(r"pass|secret|token|credential", re.IGNORECASE)
_BOT_PASSWORD = re.compile(r"[0-9a-v]{32,}")  # what Special:BotPasswords hands out
_IN_ADDRESS = re.compile(r"(?<=://)[^/@\s]*@")
_SHOWN = 80
HIDDEN = "(hidden)"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong. ``key`` is "" where a section or the file itself is meant."""

    section: str
    key: str
    value: str | None
    why: str

    def __str__(self) -> str:
        where = " ".join(
            part for part in (f"[{self.section}]" if self.section else "", self.key) if part
        )
        value = "" if self.value is None else f" = {shown(self.key, self.value)}"
        return f"{where}{value}: {self.why}" if where else self.why


class SettingsError(ProgramError):
    """The settings cannot be used. ``str`` is one line for every fault."""

    exit_code = SETTINGS

    def __init__(self, file: Path | str, faults: Sequence[Fault]) -> None:
        self.file, self.faults = file, tuple(faults)
        super().__init__("\n".join(f"{file}: {fault}" for fault in faults))


def shown(key: str, value: str) -> str:
    """A value as it may be shown: on one line, not too long, and never a secret that was put in the wrong place."""
    value = " ".join(value.split())
    if (_SECRET_KEY.search(key) and key != "password_file") or _BOT_PASSWORD.search(value):
        return HIDDEN
    value = _IN_ADDRESS.sub(f"{HIDDEN}@", value)
    return value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"


def unknown(section: str, key: str, value: str | None, known: Sequence[tuple[str, str]]) -> Fault:
    """The fault of a key that does not exist; ``known`` are all (section, key) that do."""
    if _SECRET_KEY.search(key):
        why = "secrets have no place here; use WIKIBOT_PASSWORD, password_file or a systemd credential"
        return Fault(section, key, value, why)
    elsewhere = [where for where, name in known if name == key]
    close = difflib.get_close_matches(key, [name for _, name in known], 1)
    nearest = next(((where, name) for where, name in known if close and name == close[0]), None)
    if elsewhere:
        why = f"no such key here; it belongs under [{elsewhere[0]}]"
    elif nearest:
        why = f"no such key; did you mean {nearest[1]} under [{nearest[0]}]?"
    else:
        why = f"no such key; [{section}] takes {', '.join(name for where, name in known if where == section)}"
    return Fault(section, key, value, why)


def unknown_section(section: str, known: Sequence[str]) -> Fault:
    """The fault of a section that does not exist."""
    close = difflib.get_close_matches(section.casefold(), known, 1)
    hint = (
        f"did you mean [{close[0]}]?"
        if close
        else f"there are {', '.join(f'[{name}]' for name in known)}"
    )
    return Fault(section, "", None, f"no such section; {hint}")
