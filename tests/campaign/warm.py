"""Loaded before bots are forked: one sync in a folder, so that what programs keep once they have
read a ruleset and a page need not be worked out by each of them, as a bot that stays does not.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.campaign import pages
from tests.campaign.fuzz_pages import Desk
from tests.campaign.people import some_line
from wikibot.sync.run import sync

SIGNED = "[[User:Bob|Bob]] 10:00, 2 January 2024 (UTC)"

with TemporaryDirectory() as home:
    folder = Path(home, "wiki")
    folder.mkdir()
    desk = Desk(folder, Random(0))
    for kind in ("shatter", "ask", "move", "nonsense"):
        said = some_line(desk.rng, "Bob", "zz1zz", kind).replace("~~~~", SIGNED)
        desk.save("Bob", "Play", f"{desk.text('Play')}\n{said}")
        sync(desk.settings, pages.game(), desk.wiki, desk.journal)
    desk.journal.close()
