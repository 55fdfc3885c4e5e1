"""Committing: the gamestate, with state and cursor in one edit, is the write that counts.

Before it nothing has happened, after it everything has. The replies and the log lines are in that
edit as well, so that the next run can still deliver them. The ruleset page and the picture follow
from the state; what fails there the next sync does.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from wikibot.game.names import counted
from wikibot.game.problems import failure
from wikibot.game.ruleset.readings import written
from wikibot.stewards.readings import telling_unread
from wikibot.storage.journal import Journal
from wikibot.storage.own_revision import OwnRevisions
from wikibot.sync.pending_deliveries import FILTERS, TOO_BIG
from wikibot.sync.render import LONGEST, Plan, fitting, harmless
from wikibot.sync.report import Options, PageChange
from wikibot.sync.watchdog import TimeUp, Watchdog, at
from wikibot.wiki.base import Edit, Saved, Wiki
from wikibot.wiki.edits import denies
from wikibot.wiki.errors import EditConflict, EditRefused, NotAllowed, WikiError
from wikibot.wikitext.messages import say
from wikibot.wikitext.table_writer import UnsafeEdit


class Writer:
    """Saves the pages of one run, and collects changes, problems and notes for the report."""

    def __init__(self, wiki: Wiki, journal: Journal, options: Options, stop_page: str) -> None:
        self.wiki, self.journal = wiki, journal
        self.stop, self.progress = options.stop, options.progress
        self.stop_page = stop_page
        self.changes: list[PageChange] = []
        self.notes: list[str] = []
        self.problems: list[str] = []
        self.due: list[datetime] = []  # when pages that had to wait are to be saved

    def save(
        self,
        change: PageChange,
        base: int,
        run: str,
        what: str,
        *,
        plays: bool = True,
        minor: bool = True,
        model: str = "",
    ) -> Saved:
        """Save one page over the revision ``base`` (0: it does not exist yet).

        What was saved is cached, unless the server merged it with another edit: then the page reads
        otherwise. Without ``plays`` the edit is not one that the next run goes on from. Only edits
        that answer people, or change what is played, are not ``minor``. ``model``: as of
        :class:`~wikibot.wiki.base.Edit`.
        """
        summary = self.summary(run, what) if plays else self.summary(run, what, "id")
        edit = Edit(change.title, change.after, base or None, summary, run, minor, model)
        with self.stop.writing():
            try:
                saved = self.wiki.save(edit)
            except EditRefused as error:
                if error.code == TOO_BIG:
                    self.journal.note_too_big(len(change.after.encode()))
                raise
        self.changes.append(change)
        stored = self.wiki.stored(change.after)
        if stored is not None and saved.changed and saved.parent == base:
            self.journal.keep(change.title, saved.revision, stored, summary)
        return saved

    def summary(self, run: str, what: str, name: str = "run") -> str:
        """Edit summary: what was done, the run's id, where to stop the bot."""
        halt = f" ([[{self.stop_page}|{say('stop')}]])" if self.stop_page else ""
        return f"wikibot: {what}, {name} {run}{halt}"


def played_lines(plan: Plan) -> str:
    """The number of lines played, for edit summaries."""
    played = len(plan.report.outcomes)
    return say("{} played", counted(played, "line")) if played else say("nothing played")


def commit(writer: Writer, plan: Plan, own: OwnRevisions) -> Saved | None:
    """Save state and cursor.

    None where the server merged the edit with one that was not read: then plan again.
    """
    snapshot, run, page = plan.snapshot, plan.cursor.run, plan.snapshot.gamestate
    title, before = snapshot.titles.gamestate, (page.text or "") if page else ""
    writer.progress("saving the gamestate")
    with writer.stop.writing():
        what = fitting(plan.happened, LONGEST - len(writer.summary(run, ""))) or played_lines(plan)
        change = PageChange(title, before, plan.gamestate or "")
        try:
            saved = writer.save(change, snapshot.over, run, what)
        except EditRefused as error:  # perhaps for a name in the summary: once more without
            if what == played_lines(plan) or not error.code.startswith(FILTERS):
                raise
            what = played_lines(plan)
            saved = writer.save(change, snapshot.over, run, what)
        if saved.parent != snapshot.over and saved.changed:
            writer.progress("the gamestate was saved in between; playing again on that")
            return None
        if saved.changed:
            summary = writer.summary(run, what)
            own.note_saved(snapshot.poll.user, saved.revision, saved.parent, summary)
        report = plan.report
        counted = f"{len(report.outcomes)} lines, {len(report.corrections)} corrections"
        writer.journal.record(run, snapshot.poll.now, counted, report.outcomes)
        return saved


def mark(writer: Writer, plan: Plan) -> None:
    """Save the status line alone: what stops the game, or stops it no longer.

    What fails here the next sync does; the report tells of the trouble in any case.
    """
    snapshot, page = plan.snapshot, plan.snapshot.gamestate
    if plan.marked is None or writer.stop():
        return
    change = PageChange(snapshot.titles.gamestate, (page.text or "") if page else "", plan.marked)
    writer.progress("saying on the gamestate page what stops the game")
    try:
        writer.save(
            change, snapshot.over, secrets.token_hex(4), say("what stops the game"), plays=False
        )
    except EditConflict as conflict:
        writer.progress(f"{conflict}; the next sync says it")
    except (EditRefused, NotAllowed) as error:
        writer.problems.append(str(error))


def amend_rules(writer: Writer, plan: Plan, run: str) -> None:
    """Write into the ruleset page what stewards let the bot enact."""
    page, title = plan.snapshot.ruleset, plan.snapshot.titles.ruleset
    if plan.ruleset is None or page is None or writer.stop():
        return
    before = page.text or ""
    if denies(before, plan.snapshot.poll.user):
        writer.progress(f"{title} keeps the bot away")
        return
    writer.progress(f"writing {title}")
    try:
        change = PageChange(title, before, plan.ruleset)
        writer.save(change, page.id, run, plan.enacts, minor=False)
    except EditConflict as conflict:
        writer.progress(f"{conflict}; the next sync writes it")


def write_readings(writer: Writer, plan: Plan, run: str) -> dict[str, int]:
    """Write onto the readings page what people gave by lines; the head that it then has."""
    page, title, lacking = (
        plan.snapshot.readings,
        plan.snapshot.titles.readings,
        plan.counted.lacking,
    )
    tells = plan.unread is not None and page is not None
    if not (lacking or tells) or writer.stop():
        return {}
    before = (page.text or "") if page else ""
    if denies(before, plan.snapshot.poll.user):
        writer.notes.append(f"{title} keeps the bot away")
        return {}
    about = say("What sentences of [[{}]] mean to the bot.", plan.snapshot.titles.ruleset)
    try:
        after = written(before, lacking, f"{about}\n\n")
        after = telling_unread(after, plan.unread or ()) if tells else after
        if after == before:
            return {}
        writer.progress(f"writing {title}")
        whose = ", ".join(dict.fromkeys(harmless(each.by) for each in lacking))
        what = say("{} by {}", counted(len(lacking), "reading"), whose) if lacking else ""
        what = what or say("what is for people, and what it may mean")
        change = PageChange(title, before, after)
        saved = writer.save(change, page.id if page else 0, run, what, minor=False)
    except EditConflict as conflict:
        writer.progress(f"{conflict}; the next sync writes it")
    except (EditRefused, NotAllowed, UnsafeEdit) as error:
        writer.problems.append(f"{title}: {error}")
    else:
        return {title: saved.revision}
    return {}


def draw_board(writer: Writer, plan: Plan, watchdog: Watchdog, name: str, run: str) -> None:
    """Put the board's picture into the file ``name``; a failure stops nothing."""
    if not name or plan.picture is None or writer.stop():
        return
    from wikibot.game.board.svg import board_svg

    writer.progress(f"drawing {name}")
    try:
        with watchdog.stage():
            at(name)
            picture = board_svg(plan.picture).encode()
        with writer.stop.writing():
            writer.wiki.put_file(name, picture, writer.summary(run, played_lines(plan)))
    except (WikiError, OSError) as error:
        writer.notes.append(f"{name} could not be written: {error}")
    except TimeUp:
        writer.problems.append(watchdog.report())
    except Exception as error:  # noqa: BLE001  # a mistake in drawing stops nothing, either
        writer.problems.append(failure(f"drawing {name}", error))
