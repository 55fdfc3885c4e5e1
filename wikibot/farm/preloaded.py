"""What the process loads from which syncs are forked: all that a sync may need, once.

Modules and installed games are loaded, and each game's demo is played once in a folder that is then
deleted: so expressions are compiled and phrases made before any process is forked. A sync then
begins within milliseconds, and the pages of memory that hold the program are shared.

Importing this module does the work: ``multiprocessing`` preloads by name, and nothing else imports
it.
"""

from __future__ import annotations

import gc
import importlib
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wikibot.config.games import NoSuchGame, installed, load_game
from wikibot.config.settings import from_sections
from wikibot.game.game import Game
from wikibot.storage.local import Journal
from wikibot.sync.run import sync
from wikibot.wiki.folder import FolderWiki

_MODULES = (
    "encodings.utf_8_sig", "filelock", "mwclient", "psycopg", "tenacity", "wikibot.farm.processes",
    "wikibot.farm.polling", "wikibot.sync.pipeline", "wikibot.wiki.mediawiki",
)  # fmt: skip
_LINES = 3  # of each demo
_ACTIONS, _HEADING = "Talk:Gamestate", "== Actions ==\n"


def _play(game: Game[Any]) -> None:
    """Sync the game's demo once; one without a demo is only loaded."""
    if type(game).demo is Game.demo:
        return
    script = game.demo()
    with TemporaryDirectory() as folder, suppress(Exception):
        wiki = FolderWiki(Path(folder), "Wikibot", "Owner")
        start = datetime.now(UTC) - timedelta(days=1)
        lines = "".join(f"* {line} ~~~~\n" for _, _, line in script.lines[:_LINES])
        for title, text in {**script.pages, _ACTIONS: _HEADING + lines}.items():
            wiki.save_as("Steward", title, text, start)
        pages = {"ruleset": "Ruleset", "gamestate": "Gamestate", "actions": _ACTIONS, "log": "Log"}
        sections = {"wiki": {"api": f"folder:{folder}"}, "game": {"rules": game.name, **pages}}
        with Journal(":memory:") as journal:
            sync(from_sections(sections, Path(folder) / "settings.ini"), game, wiki, journal)


for _name in _MODULES:
    importlib.import_module(_name)
for _name in installed():
    with suppress(NoSuchGame):  # one that cannot be loaded or played costs only itself
        _play(load_game(_name))
gc.collect()
gc.freeze()  # else the first collection in each child would copy every page of memory
