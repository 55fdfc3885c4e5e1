"""Action lines that are gone: taken off before they were read, or while they waited.

A line that was read is taken back if its author took it off or wrote it anew. If another account
took it off, the action is still its author's and goes on waiting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wikibot.game.actions import Withdrawal
from wikibot.wiki.authorship.blame import PageBlame
from wikibot.wiki.authorship.findings import EndedLine, Removed, unplayable
from wikibot.wiki.authorship.page import LineChange, LineHistory
from wikibot.wikitext.replies import verdict_below

WAITING = ("needs", "held")  # the answers to lines that wait


def removed(walk: PageBlame) -> Removed:
    """The lines of a page that was walked to which are not action lines any more."""
    withdrawn: list[Withdrawal] = []
    taken: list[Withdrawal] = []
    for trace, last, touch in _gone(walk):
        entry, read = _entry(walk, trace, touch), trace.serial in walk.read
        if entry and not (read and not _waited(walk, trace, last)):
            own = walk.account(touch) == trace.author
            (taken if read and not own else withdrawn).append(entry)
    ended = sorted(_ended(walk), key=lambda each: (each.time, each.id))
    return Removed(_in_order(withdrawn), _in_order(taken), tuple(ended))


def _ended(walk: PageBlame) -> Iterator[EndedLine]:
    """Lines that could have been played while they stood there as they were written."""
    touched = [(trace, touch) for trace, _, touch in _gone(walk)]
    touched += [(trace, trace.changed) for trace in filter(None, walk.last.traces) if trace.changed]
    for trace, touch in touched:
        own = (
            trace.acted is not None
            and walk.account(trace.acted) == trace.author
            and not trace.unseen
        )
        if (
            trace.id is None
            or trace.acted is None
            or trace.serial in walk.read
            or not (own and walk.signed_well(trace))
            or walk.was_elsewhere(trace)
        ):
            continue
        time, until = walk.history[trace.acted].time, walk.history[touch.position].time
        if unplayable(walk.history[trace.acted]) is None:
            yield EndedLine(trace.id, walk.author(trace), time, trace.line.text, until)


def unsettled(walk: PageBlame) -> Iterator[LineHistory]:
    """Lines that had been read, waited for something, and are gone or changed since."""
    for trace, last, _ in _gone(walk):
        if trace.serial in walk.read and _waited(walk, trace, last):
            yield trace
    for trace in filter(None, walk.last.traces):
        changed = trace.changed is not None and trace.changed.position > walk.cursor
        if trace.serial in walk.read and changed and trace.verdict in WAITING:
            yield trace


def _entry(walk: PageBlame, trace: LineHistory, touch: LineChange) -> Withdrawal | None:
    if trace.id is None:
        return None
    revision = walk.history[touch.position]
    author, by = walk.author(trace), walk.name(touch)
    return Withdrawal(trace.id, revision.time, by, author, trace.line.text, revision.id)


def _gone(walk: PageBlame) -> Iterator[tuple[LineHistory, int, LineChange]]:
    """Lines that were action lines at the cursor or later, where they were last, what ended it."""
    living, actions = walk.last.living(), frozenset(walk.last.actions)
    for trace in walk.traces.values():
        known = trace.id is None or not unplayable(walk.history[trace.added])
        if trace.acted is None or trace.author == walk.bot or trace.answered or not known:
            continue
        if walk.was_elsewhere(trace):
            continue
        end = walk.ending(trace)
        if walk.account(end.change) == walk.bot:
            continue  # it takes off only what was played
        if living.get(trace.serial) not in actions and end.change.position > walk.cursor:
            yield trace, end.position, end.change


def _waited(walk: PageBlame, trace: LineHistory, last: int) -> bool:
    """Whether a line had such an answer when it stood on the page last."""
    page = walk.page(last)
    return verdict_below(page.raws, page.living()[trace.serial], walk.bot) in WAITING


def _in_order(entries: Iterable[Withdrawal]) -> tuple[Withdrawal, ...]:
    return tuple(sorted(entries, key=lambda entry: (entry.time, entry.id)))
