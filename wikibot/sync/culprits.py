"""Whose edit made a cell unreadable: found in the history of the gamestate page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from wikibot.game.game import Unreadable
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.base import Revision
from wikibot.wiki.history import heads_of

MOST = 30  # revisions that are read again, back from the newest
STEPS = 4  # of a page that the bot has not saved yet: back from the newest
Read = Callable[[str], Sequence[Unreadable]]


def changed_by(
    snapshot: Snapshot, cells: Sequence[Unreadable], read: Read
) -> tuple[Revision | None, ...]:
    """For each cell the revision since which it cannot be read, None where that is not known.

    It is looked for between the bot's own last revision, whose cells could be read, and the newest
    one; of a page that the bot has not saved yet, in its last steps. A cell that the oldest of them
    has as well became unreadable by another page, the rules, or longer ago. ``read`` gives the
    cells of a text that cannot be read. Raises :class:`~wikibot.sync.snapshot.Unread` until that
    history was read.
    """
    found: dict[Unreadable, Revision | None] = dict.fromkeys(cells)
    wanted, since = list(found), snapshot.gamestate
    for revision in _back(snapshot):
        text = revision.text
        there = wanted if text is None else read(text)
        found.update((cell, since) for cell in wanted if cell not in there)
        wanted, since = [cell for cell in wanted if cell in there], revision
        if not wanted:
            break
    else:
        if since is not None and since.parent_id == 0:
            found.update(dict.fromkeys(wanted, since))
    return tuple(found[cell] for cell in cells)


def _back(snapshot: Snapshot) -> Iterator[Revision]:
    """The revisions before the newest one, back to the bot's own; none where that is the newest."""
    page, own, title = snapshot.gamestate, snapshot.previous, snapshot.titles.gamestate
    if page is None or (own is None and snapshot.cursor.run):
        return
    if own is not None:
        history = snapshot.past(title, own.id)
        heads = heads_of(history)
        for at in range(len(heads) - 2, max(len(heads) - 2 - MOST, -1), -1):
            yield history[at]
        return
    for _ in range(STEPS):
        if page.parent_id == 0:
            return
        page = snapshot.past(title, page.id, before=True)[0]
        yield page
