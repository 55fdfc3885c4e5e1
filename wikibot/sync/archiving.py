"""Archiving: old answered lines leave the actions page for the page that ``archive`` names.

The archive is saved first, then the actions page, in the same edit as the answers where there are
any. If the program is killed in between, the next run finds the lines in the archive and only takes
them off. Whatever goes wrong here leaves the lines where they are and costs no answer.

A look costs two requests, so there is one a day; where the page is half full, one an hour. When the
last one was is noted in the journal alone: without it, one look more.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from wikibot.config.sections import GameSection
from wikibot.game.calendar import DAY, format_time
from wikibot.game.counting import counted
from wikibot.game.problems import failure
from wikibot.sync.commit import Writer
from wikibot.sync.page_sizes import FULL, LIMIT
from wikibot.sync.render import Plan
from wikibot.sync.report import PageChange
from wikibot.sync.watchdog import TimeUp, Watchdog, at
from wikibot.wiki.base import Revision
from wikibot.wiki.errors import EditConflict, EditRefused, TryLater, WikiError
from wikibot.wiki.exclusion import denies
from wikibot.wiki.titles import of_month, page_before
from wikibot.wikitext.archive import (
    archives_listed,
    part_answered,
    with_archived,
    with_archives_listed,
)
from wikibot.wikitext.dialect import is_redirect
from wikibot.wikitext.messages import say

_NOTE = "archived"
_SOON = timedelta(hours=1)
_LEAST = 20_000  # bytes that an archive has left before it is called full
_BY_MONTH = "Put `%Y-%m` into `archive` in settings.ini, for a page a month."
_RENAME = "Set `archive` in settings.ini to its new title."
_ABOUT = "Answered lines of [[:{}]] that got old. Nothing that is written here is played."


class Archivist:
    """Moves old lines in one run; only the first try of writing the page does.

    In a dry run nothing is saved nor noted: ``would_save`` has the archive as it would be.
    """

    def __init__(
        self, writer: Writer, watchdog: Watchdog, game: GameSection, *, dry_run: bool = False
    ) -> None:
        self.writer, self.watchdog, self.dry_run = writer, watchdog, dry_run
        self.title, self.after = game.archive, game.archive_after
        self.would_save: list[PageChange] = []
        self._tried = False

    def is_due(self, plan: Plan) -> bool:
        """Whether it is time to look for old lines, and known which of them wait."""
        page, snapshot = plan.snapshot.actions, plan.snapshot
        known = plan.in_play is not None and not plan.blocked and page.page is not None
        if not self.title or self._tried or not known or page.title in snapshot.left_out:
            return False
        noted = self.writer.journal.time(_NOTE)
        half = snapshot.head(page.title).length > LIMIT // 2
        return not noted or snapshot.poll.now - noted >= (_SOON if half else DAY)

    def without_old(self, plan: Plan, text: str) -> tuple[str, str]:
        """The actions page ``text`` without old lines, which are in the archive then.

        With it what was moved where, for the edit's summary; the same text and "" where nothing is.
        """
        if not self.is_due(plan):
            return text, ""
        self._tried = True
        try:
            return self._moved(plan, text)
        except (EditConflict, TryLater) as error:
            self.writer.progress(f"{error}; the next run archives")
            return text, ""
        except WikiError as error:
            self.writer.problems.append(f"{error} The lines stay on {plan.snapshot.actions.title}.")
        except TimeUp:
            self.writer.problems.append(self.watchdog.report())
        except Exception as error:  # noqa: BLE001  # a mistake in the program costs no answer
            self.writer.problems.append(failure("archiving lines", error))
        self.note(plan.snapshot.poll.now)
        return text, ""

    def note(self, now: datetime) -> None:
        """Note until when there is nothing to move."""
        if self.dry_run:
            return
        self.writer.journal.set_notes({_NOTE: format_time(now)})

    def _moved(self, plan: Plan, text: str) -> tuple[str, str]:
        snapshot, writer = plan.snapshot, self.writer
        title, then = snapshot.actions.title, snapshot.poll.now - self.after
        writer.progress(f"looking for old lines on {title}")
        before, archive = writer.wiki.as_of(title, then), self._archive(then)
        old = (before.text or "") if before else ""
        owed = (each.id for each in plan.cursor.answers)
        waiting = set(map(str, (*(plan.in_play or ()), *owed)))
        with self.watchdog.stage():
            at(title)
            parted = part_answered(text, old, snapshot.poll.user, waiting, archive.room)
        if not parted.moved:
            self.note(snapshot.poll.now)
            return text, ""
        if denies(archive.text, snapshot.poll.user):
            why = "{{bots}} or {{nobots}} keeps the bot away"
            raise EditRefused(why, page=archive.title, remedy="Take it off that page.")
        count = len(parted.moved)
        what = say("{} moved to {}", counted(count, "old line"), f"[[:{archive.title}]]")
        self._save(archive, parted.moved, title, what)
        listed = {**dict(archives_listed(text)), archive.title: archive.name}
        heading, prefix = snapshot.titles.heading, self.title.partition("%")[0]
        kept = with_archives_listed(parted.kept, tuple(listed.items()), heading, prefix)
        return kept, what

    def _archive(self, then: datetime) -> _Archive:
        """The archive of a time. One that is full, or leads elsewhere, is refused.

        On the first of a month a run that was cut off may have begun on the page before it.
        """
        title = of_month(self.title, then)
        before = page_before(self.title, then) if then.day == 1 else ""
        found = self.writer.wiki.read([each for each in (title, before) if each])
        page, last = found[title], found.get(before)
        archive = _Archive(title, page, (last.text or "") if last else "")
        if archive.room < _LEAST:
            raise EditRefused("the archive is full", page=title, remedy=_BY_MONTH)
        if is_redirect(archive.text):
            raise EditRefused("the archive is a redirect", page=title, remedy=_RENAME)
        return archive

    def _save(self, archive: _Archive, threads: Sequence[str], title: str, what: str) -> None:
        """Put what the archive does not have, nor the one before it, at its end."""
        begun = archive.text if archive.page else f"{say(_ABOUT, title)}\n\n"
        after = with_archived(begun, threads, title, archive.before)
        if after == archive.text:
            return
        base = archive.page.id if archive.page else 0
        change = PageChange(archive.title, archive.text, after)
        if self.dry_run:
            self.would_save.append(change)
            return
        self.writer.save(change, base, secrets.token_hex(4), what)


class _Archive(Struct, frozen=True):
    """A page of the archive as it was read; ``before``: the text of the page before it."""

    title: str
    page: Revision | None
    before: str

    @property
    def text(self) -> str:
        return (self.page.text or "") if self.page else ""

    @property
    def name(self) -> str:
        """What the actions page calls it."""
        return self.title.rpartition("/")[2] or self.title

    @property
    def room(self) -> int:
        """How many bytes it still takes."""
        return LIMIT * FULL // 100 - len(self.text.encode())
