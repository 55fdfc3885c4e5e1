"""The bot's own last revision of the gamestate page, which holds all that it remembers.

A revision counts as the bot's own by its account and the run in its summary, never by what the page
says. Where another account's revision is on top, it is asked for: one request, none where the
journal knows it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from wikibot.storage.cursor import (
    Cursor,
    DamagedCursor,
    comment_of,
    comments_on,
    cursor_of,
    read_cursor,
    run_in,
    says_run,
)
from wikibot.storage.journal import Journal
from wikibot.wiki.base import Revision, Wiki

SEARCHED = 500  # revisions of the account, where people edit by it too or took back many
# In the summary of an edit of the bot's that touches the status line alone; and what it was once:
_NO_RUN, _TELLS = re.compile(r"\bid [0-9a-f]{8,32}\b"), "what stops the game"
_NOTE = "own revision"


class OwnRevision(Struct, frozen=True):
    """The bot's last revision of the gamestate page up to a head, and the cursor in it.

    ``editors``: who saved the page since, each once. ``on_top``: it is the head. ``tampered``: the
    hidden comment on the page is not the one that the bot wrote. ``reverted``: it is an older one
    of the bot's, so an edit of the bot was taken back.
    """

    revision: Revision
    cursor: Cursor
    editors: tuple[str, ...] = ()
    on_top: bool = False
    tampered: bool = False
    reverted: bool = False


@dataclass
class NotedEdit:
    """What the journal has of it: ``own``, saved over ``parent``, was below ``head`` or is it."""

    account: str
    head: int
    own: int
    parent: int
    summary: str | None


def cursor_on(wiki: Wiki, title: str, page: Revision | None) -> Cursor | None:
    """What the bot remembers of a game, for commands that only show it.

    ``page`` is the gamestate page as it is. Where no account is set that could have written it, the
    page's comment is believed. Raises :class:`DamagedCursor`.
    """
    if page is None or page.text is None:
        return None
    if not wiki.account:
        return read_cursor(page.text)
    with Journal(":memory:") as journal:
        own = OwnRevisions(wiki, journal, title).find(page, wiki.account)
    return own.cursor if own else None


class OwnRevisions:
    """Finds it, with the journal as cache."""

    def __init__(self, wiki: Wiki, journal: Journal, title: str) -> None:
        self.wiki, self.journal, self.title = wiki, journal, title

    def find(self, head: Revision, account: str) -> OwnRevision | None:
        """The bot's last revision up to ``head``, which has its text.

        None where the bot has never saved the page. Raises :class:`DamagedCursor` where what the
        bot itself wrote cannot be read (any more).
        """
        own = head if _is_own(head, account) else self._before(head, account)
        if own is None:
            return None
        cursor = _cursor(own)
        self._note(account, head.id, own.id, own.parent_id, own.comment)
        if own.text is not None:
            self.journal.keep(self.title, own.id, own.text, own.comment)
        if own.id == head.id:
            return OwnRevision(own, cursor, on_top=True)
        written, present = comment_of(own), comments_on(head.text or "")
        tampered = present != (written,)
        reverted = tampered and len(present) == 1 and self._is_older(present[0], own, account)
        editors = self._editors(head, own, account)
        return OwnRevision(own, cursor, editors, tampered=tampered, reverted=reverted)

    def _before(self, head: Revision, account: str) -> Revision | None:
        """The newest one that is the bot's own, below a revision that is not."""
        if head.parent_id == 0:
            return None
        known = self._noted(head, account)
        if known is not None:
            return known
        newest = self.wiki.changes(self.title, until=head, user=account, limit=1, texts=True)
        if not newest or _is_own(newest[0], account):
            return newest[0] if newest else None
        older = self.wiki.changes(self.title, until=newest[0], user=account, limit=SEARCHED)
        found = next((revision for revision in older if _is_own(revision, account)), None)
        return self._text_of(found) if found else None

    def _is_older(self, comment: str, own: Revision, account: str) -> bool:
        """Whether a comment is, to the letter, what the bot wrote into an earlier revision."""
        for revision in self.wiki.changes(self.title, until=own, user=account, limit=SEARCHED):
            run = run_in(revision.comment or "")
            if revision.id != own.id and run and f'"run": "{run}' in comment:
                return comment_of(self._text_of(revision)) == comment
        return False

    def _editors(self, head: Revision, own: Revision, account: str) -> tuple[str, ...]:
        since: Sequence[Revision] = [head]
        if head.parent_id != own.id:
            found = self.wiki.changes(self.title, until=head, since=own)
            since = [revision for revision in reversed(found) if revision.id > own.id]
        people = (
            each
            for each in since
            if each.user and not (each.user == account and tells_stop(each.comment or ""))
        )
        return tuple(dict.fromkeys(revision.user for revision in people if revision.user))

    def _text_of(self, revision: Revision) -> Revision:
        found = self.wiki.revisions([revision.id]).get(revision.id)
        return found or replace(revision, text=None)

    # -- the journal -------------------------------------------------------------------------------

    def note_saved(self, account: str, revision: int, parent: int, summary: str) -> None:
        """Remember an edit that was just made: the next edit on top of it costs no request."""
        self._note(account, revision, revision, parent, summary)

    def _note(self, account: str, head: int, own: int, parent: int, summary: str | None) -> None:
        edit = NotedEdit(account, head, own, parent, summary)
        self.journal.set_notes({_NOTE: encode(edit).decode()})

    def _noted(self, head: Revision, account: str) -> Revision | None:
        """What the journal knows of it, where no other edit can lie in between."""
        note: NotedEdit | None = self.journal.value(_NOTE, NotedEdit)
        if note is None or note.account != account or note.head not in (head.id, head.parent_id):
            return None
        own = replace(head, id=note.own, parent_id=note.parent, user=account, sha1=None)
        return self.journal.cached(replace(own, comment=note.summary))


def _is_own(revision: Revision, account: str) -> bool:
    """Whether the bot saved it.

    Also where text or summary are hidden by now, so that nothing older is taken for it.
    """
    if not account or revision.user != account:
        return False
    return says_run(revision) or revision.comment is None


def taken_for_ours(words: str) -> bool:
    """Whether words in a summary could be taken for those by which the bot knows its own edits."""
    return bool(run_in(words)) or tells_stop(words)


def tells_stop(summary: str) -> bool:
    """Whether a summary names an id and no run; earlier ones had these words, in English."""
    return _TELLS in summary or bool(_NO_RUN.search(summary))


def _cursor(own: Revision) -> Cursor:
    if own.text is None:
        what = f"revision {own.id} of the bot, which says how far it has played"
        raise DamagedCursor(f"{what}, is hidden")
    cursor = cursor_of(own)
    if cursor is None:
        raise DamagedCursor(f"revision {own.id} of the bot has no hidden comment of that run")
    return cursor
