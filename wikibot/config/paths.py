"""Where the program keeps its own files: settings, state, cookies. Nothing in them is the only copy of anything."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from wikibot.wiki.base import FOLDER

SETTINGS_NAME = "settings.ini"


def settings_files() -> tuple[Path, ...]:
    """Where settings are looked for, in this order."""
    import platformdirs

    return Path(SETTINGS_NAME), platformdirs.user_config_path("wikibot") / SETTINGS_NAME


def state_folder(api: str, user: str, gamestate: str) -> Path:
    """The folder of one game on one wiki; another game, wiki or account has another.

    The state of a folder wiki lies inside it, so that a folder that is deleted and made anew starts
    without a past.
    """
    if api.startswith(FOLDER):
        return Path(api.removeprefix(FOLDER)) / ".wikibot" / "bot"
    import platformdirs

    digest = hashlib.sha256(f"{api}\n{user}\n{gamestate}".encode()).hexdigest()[:8]
    host = re.sub(r"^https?://([^/]*).*", r"\1", api)
    name = re.sub(r"[^\w.-]+", "_", f"{host}-{gamestate}").strip("._")[:80]
    return platformdirs.user_state_path("wikibot") / f"{name}-{digest}"
