"""One sync of the tiny game, as a process: ``python -m tests.mediawiki.sync_worker API FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.game.tiny import Tiny
from tests.mediawiki.table import bot, settings
from wikibot.storage.local import Journal
from wikibot.sync.run import sync

if __name__ == "__main__":
    address, home = sys.argv[1], Path(sys.argv[2])
    with Journal(home / "journal") as memory:
        sync(settings(address, home), Tiny(), bot(address, home), memory)
