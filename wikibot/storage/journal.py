"""The journal of a game: a cache of page texts, what is settled, an audit trail.

It is never the only copy of anything: delete it and the next run costs a few requests more. Where
its rows are is the storage's affair; alone it is a local SQLite file (:mod:`wikibot.storage.rows`).
Others can write to that: pydantic reads its notes, unless the storage knows that the journal is as
the bot left it. A note that is not what it should be, is none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import DecodeError
from msgspec.json import decode
from msgspec.structs import replace

from wikibot.config.values import adapter
from wikibot.game.actions import Outcome
from wikibot.game.calendar import format_time, parse_time
from wikibot.storage.rows import Added, OutcomeRow, PageRow, Rows, RunRow, SqliteRows
from wikibot.wiki.base import Revision

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Journal(AbstractContextManager["Journal"]):
    """Opened with ``with Journal(path) as journal``; ``":memory:"`` keeps nothing.

    ``untouched``: nobody wrote to it since the bot closed it.
    """

    def __init__(self, kept: Path | str | Rows, *, untouched: bool = False) -> None:
        self._rows: Rows = SqliteRows(kept) if isinstance(kept, Path | str) else kept
        self._untouched = untouched
        self.polled: Mapping[str, Any] | None = None
        self._begin()

    @property
    def place(self) -> str:
        """Where it is, as an operator knows it."""
        return self._rows.place

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what was noted, and close it; nothing can be read or noted afterwards."""
        try:
            self.flush()
        finally:
            self._rows.close()

    def flush(self) -> None:
        """Write all that was noted, in one transaction.

        Until then it is only in memory, so that no other process has to wait for this one.
        """
        added = Added(list(self._pages.values()), self._notes, self._runs, self._outcomes)
        if any(added):
            self._rows.write(added)
        self._begin()

    def dump(self) -> Added:
        """All rows as they were written last."""
        return self._rows.dump()

    def _begin(self) -> None:
        """Begin with nothing in memory."""
        self._pages: dict[int, PageRow] = {}
        self._notes: dict[str, str] = {}
        self._runs: list[RunRow] = []
        self._outcomes: list[OutcomeRow] = []

    # -- texts -------------------------------------------------------------------------------------

    def cached(self, revision: Revision, length: int | None = None) -> Revision | None:
        """The revision with its text, and with its comment where that is not known.

        None where it is not cached, or where the wiki tells another SHA-1 or length in bytes.
        """
        page = self._page(revision.id)
        if page is None or (revision.sha1 and revision.sha1 != page.sha1):
            return None
        if length is not None and len(page.text.encode()) != length:
            return None
        return replace(revision, text=page.text, comment=revision.comment or page.comment)

    def keep(self, title: str, revision: int, text: str, comment: str | None = None) -> None:
        """Cache text and comment of a revision and drop the oldest ones of the same title."""
        sha1 = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
        page = PageRow(revision, title, sha1, text, comment)
        if self._page(revision) != page:
            self._pages[revision] = page

    def _page(self, revision: int) -> PageRow | None:
        return self._pages.get(revision) or self._rows.page(revision)

    # -- what is settled ---------------------------------------------------------------------------

    def note(self, name: str) -> str | None:
        """A small value noted before."""
        if name in self._notes:
            return self._notes[name]
        return self._rows.note(name)

    def value(self, name: str, kind: Any, default: Any = None) -> Any:
        """What a note with JSON says, as a type; the default where there is none, or none such."""
        text = self.note(name) or ""
        try:
            return decode(text, type=kind) if self._untouched else adapter(kind).validate_json(text)
        except (DecodeError, ValueError):
            return default

    def time(self, name: str) -> datetime | None:
        """The time that a note says."""
        try:
            return parse_time(self.note(name) or "")
        except ValueError:
            return None

    def set_notes(self, notes: Mapping[str, str]) -> None:
        """Note small values, all or none."""
        self._notes.update(notes)

    @property
    def settled(self) -> Mapping[str, int]:
        """By title: the head up to which nothing is left to do, as the last whole run left it.

        0: no such page.
        """
        heads: dict[str, int] = self.value("settled", dict[str, int], {})
        return heads

    def settled_in(self, title: str, page: int) -> int:
        """The settled head of a title, 0 where another page stood under it then."""
        pages = self.value("pages", dict[str, int], {})
        return self.settled.get(title, 0) if pages.get(title) == page else 0

    @property
    def due(self) -> datetime | None:
        """When the next timed event is due; where that cannot be read, one is."""
        return self.time("due") or (_LONG_AGO if self.note("due") else None)

    def settle(
        self, heads: Mapping[str, int], due: datetime | None, pages: Mapping[str, int] | None = None
    ) -> None:
        """Note that nothing is left to do before one of these heads moves or ``due`` comes.

        ``pages``: the ids of the pages.
        """
        notes = {"settled": json.dumps(dict(heads)), "due": format_time(due) if due else ""}
        self.set_notes({**notes, "pages": json.dumps(dict(pages or {}))})

    def unsettle(self) -> None:
        """Forget what is settled, so that the next run looks at everything."""
        self.set_notes({"settled": "{}", "pages": "{}", "due": ""})

    def note_poll(
        self, request: tuple[str, Mapping[str, str]] | None, files: Mapping[str, str]
    ) -> None:
        """Keep as ``polled`` how the next sync sees that nothing is new, for the storage to note.

        ``request``: address and headers of the poll, where it is one; ``files``: the stamps of all
        files that were read, by path.
        """
        self.polled = {
            "request": request,
            "heads": self.settled,
            "due": self.note("due") or "",
            "files": files,
        }

    def was_delivered(self, title: str, run: str) -> bool:
        """Whether all that the cursor of a run owes a page is known to be there."""
        return run != "" and self.note(f"delivered {title}") == run

    def note_delivered(self, title: str, run: str) -> None:
        """Note that it is."""
        self.set_notes({f"delivered {title}": run})

    @property
    def too_big(self) -> int:
        """The length in bytes of the shortest page that the wiki refused as too big; 0: none."""
        found: int = self.value("too big", int, 0)
        return found

    def note_too_big(self, length: int) -> None:
        """Note the length in bytes of such a page."""
        self.set_notes({"too big": str(min(length, self.too_big or length))})

    # -- audit -------------------------------------------------------------------------------------

    def record(self, run: str, time: datetime, what: str, outcomes: Iterable[Outcome] = ()) -> None:
        """Add a run and its outcomes to the audit trail."""
        self._runs.append(RunRow(run, format_time(time), what))
        self._outcomes += [
            OutcomeRow(
                str(each.id), run, format_time(each.time), each.account, each.text, verdict, answer
            )
            for each, verdict, answer in ((o.action, o.verdict, o.text) for o in outcomes)
        ]
