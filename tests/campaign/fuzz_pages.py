"""Random edits of the pages of a folder wiki by random people, with a sync after each few."""

from __future__ import annotations

import time
import traceback
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.campaign import pages
from tests.campaign.checks import bytes_kept
from tests.campaign.history import BOT, Rev
from tests.campaign.people import PLAYERS, some_line
from tests.campaign.report import Figures, Violation
from tests.fuzz.texts import SHORT, Texts, savable
from wikibot.config.settings import Settings, from_sections
from wikibot.storage.local import Journal
from wikibot.sync.run import sync
from wikibot.wiki.errors import WikiError
from wikibot.wiki.folder import FolderWiki

SYNCS = 6
SLOW = 10.0  # seconds of the processor for one sync
_BEGIN = datetime(2024, 1, 2, 10, tzinfo=UTC)


class Desk:
    """One folder wiki with a clock of its own; ``live``: with that of the machine."""

    def __init__(self, folder: Path, rng: Random, *, live: bool = False) -> None:
        self.rng, self.now, self.live = rng, _BEGIN, live
        self.texts = Texts(rng, pages.game(), PLAYERS)
        self.wiki = FolderWiki(folder, user=BOT, keyboard="Keyboard", clock=lambda: self.now)
        self.journal = Journal(":memory:")
        self.settings = _settings(folder)
        pages.accept_all(folder.parent / "settings.wordings.txt")
        for title, text in (
            ("Rules", pages.ruleset()),
            ("State", pages.state()),
            ("Play", pages.actions()),
        ):
            self.save("Steward", title, text)

    def save(self, who: str, title: str, text: str) -> None:
        """Somebody saves a page."""
        later = self.now + timedelta(minutes=self.rng.randint(1, 200))
        self.now = datetime.now(UTC) if self.live else later
        self.wiki.save_as(who, title, text, self.now)

    def text(self, title: str) -> str:
        """A page as it reads now."""
        page = self.wiki.read([title])[title]
        return (page.text or "") if page else ""

    def edit(self) -> None:
        """Somebody adds lines, or damages a page."""
        rng, who = self.rng, self.rng.choice((*PLAYERS, "Frank"))
        what = rng.random()
        if what < 0.7:
            signed = f"[[User:{who}|{who}]] {self.now:%H:%M, %-d %B %Y} (UTC)"
            said = self._said(who).replace("~~~~", signed)
            self.save(who, "Play", f"{self.text('Play')}\n{said}")
        else:
            title = "Play" if what < 0.9 else "State"
            self.save(who, title, savable(self.texts.page(self.text(title))))

    def _said(self, who: str) -> str:
        rng = self.rng
        if rng.random() < 0.5:
            return some_line(rng, who, "zz1zz")
        said, end = self.texts.short_line(), rng.choice(SHORT)
        marks = rng.choice(("* ", "*", "# ", "", ": ", "** ", "*: ", "! ", ":* ! "))
        return savable(f"{marks}{said}{rng.choice(('', '', ' ~~~~', end, ' <!--', '--> ~~~~'))}")

    def revisions(self, title: str) -> list[Rev]:
        """The whole history of a page."""
        return [Rev(rev.id, rev.parent_id, rev.user or "", rev.time, rev.comment or "",
                    rev.text or "", rev.page_id)
                for rev in (self.wiki.history(title, 0) if self.text(title) else ())]  # fmt: skip


def _settings(folder: Path) -> Settings:
    sections = {
        "wiki": {"api": f"folder:{folder}"},
        "game": {
            "rules": pages.RULES, "ruleset": "Rules", "gamestate": "State", "actions": "Play",
            "log": "Log",
        },
        "stewards": {"users": "Steward"},
    }  # fmt: skip
    return from_sections(sections, folder.parent / "settings.ini")


def play(rng: Random, figures: Figures, again: str) -> None:
    """One wiki: some edits and a sync, several times;
    nothing raises, and the bot only ever adds answers.
    """
    with TemporaryDirectory(prefix="desk-") as home:
        folder = Path(home, "wiki")
        folder.mkdir()
        desk = Desk(folder, rng)
        for number in range(SYNCS):
            for _ in range(rng.randint(1, 4)):
                desk.edit()
            began = time.process_time()
            try:
                sync(desk.settings, pages.game(), desk.wiki, desk.journal)
            except WikiError:
                pass
            except Exception:  # noqa: BLE001 - this is what is looked for
                what = traceback.format_exc().strip().splitlines()
                figures.add(
                    [Violation("exception", f"sync {number}: {what[-1]} at {what[-3].strip()}")],
                    again,
                )
                break
            if time.process_time() - began > SLOW:
                figures.add(
                    [Violation("slow", f"sync {number} took {time.process_time() - began:.0f} s")],
                    again,
                )
        figures.counts["wikis"] += 1
        figures.add(_checked(desk), again)
        desk.journal.close()


def _checked(desk: Desk) -> list[Violation]:
    return list(
        bytes_kept(desk.revisions("State"), {"Play": desk.revisions("Play")}, desk.revisions("Log"))
    )
