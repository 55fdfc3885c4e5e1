"""What is wrong with a settings file: one fault a line, with what was expected and a hint."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from wikibot.config.logs import HIDDEN
from wikibot.exits import SETTINGS, ProgramError

_SECRET_KEY = re.compile(r"(?!password_file$).*(pass|secret|token|credential)", re.IGNORECASE)
_BOT_PASSWORD = re.compile(r"[0-9a-v]{32,}")  # what Special:BotPasswords hands out
_IN_ADDRESS = re.compile(r"(?<=://)[^/@\s]*@")
_SHOWN = 80


def looks_like_password(value: str) -> bool:
    """Whether a value may be one that Special:BotPasswords hands out."""
    return _BOT_PASSWORD.search(value) is not None


class SettingsFault(Struct, frozen=True):
    """One thing that is wrong. ``key`` is "" where a section or the file itself is meant."""

    section: str
    key: str
    value: str | None
    why: str
    secret: bool = False

    def __str__(self) -> str:
        section = f"[{self.section}]" if self.section else ""
        where = " ".join(filter(None, (section, self.key)))
        value = "" if self.value is None else f" = {self._shown(self.value)}"
        return f"{where}{value}: {self.why}" if where else self.why

    def _shown(self, value: str) -> str:
        """A value on one line, not too long, and never a secret that is in the wrong place."""
        value = " ".join(value.split())
        if self.secret or _SECRET_KEY.match(self.key) or _BOT_PASSWORD.search(value):
            return HIDDEN
        value = _IN_ADDRESS.sub(f"{HIDDEN}@", value)
        return value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"


class SettingsError(ProgramError):
    """The settings cannot be used. ``str`` is one line for every fault."""

    exit_code = SETTINGS

    def __init__(self, file: Path | str, faults: Sequence[SettingsFault]) -> None:
        self.file, self.faults = file, tuple(faults)
        super().__init__("\n".join(f"{file}: {fault}" for fault in faults))


class NoSettings(SettingsError):
    """No settings file was found in any of the usual places."""

    remedy = (
        "`wikibot init` writes one by asking, `--settings FILE` names another, "
        "`wikibot demo` makes a game to try"
    )

    def __init__(self, *places: Path) -> None:
        why = f"there is no settings file: not {' nor '.join(map(str, places))}"
        super().__init__(places[0], [SettingsFault("", "", None, why)])
        self.args = (f"{self.faults[0]}. {self.remedy}",)


def unknown(
    section: str, key: str, value: str | None, known: Sequence[tuple[str, str]]
) -> SettingsFault:
    """The fault of a key that does not exist; ``known`` are all (section, key) that do."""
    if _SECRET_KEY.match(key):
        places = "WIKIBOT_PASSWORD, password_file or a systemd credential"
        return SettingsFault(section, key, value, f"secrets have no place here; use {places}")
    homes = {name: where for where, name in reversed(known)}
    close = difflib.get_close_matches(key, homes, 1)
    if key in homes:
        why = f"no such key here; it belongs under [{homes[key]}]"
    elif close:
        why = f"no such key; did you mean {close[0]} under [{homes[close[0]]}]?"
    else:
        listed = ", ".join(name for where, name in known if where == section)
        why = f"no such key; [{section}] takes {listed}"
    return SettingsFault(section, key, value, why)


def unknown_section(section: str, known: Sequence[str]) -> SettingsFault:
    """The fault of a section that does not exist."""
    close = difflib.get_close_matches(section.casefold(), known, 1)
    every = ", ".join(f"[{name}]" for name in known)
    hint = f"did you mean [{close[0]}]?" if close else f"there are {every}"
    return SettingsFault(section, "", None, f"no such section; {hint}")
