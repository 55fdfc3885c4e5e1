"""What the wiki's own history says about a log: who wrote which line, and when; and since when a seal was public.

A log is a page that its operator writes. Times in it prove nothing; those of revisions are the
server's. So an identity in the log has to be that of an action line in a revision of that page, by
that account; and a seal was public by a time if a revision from before that time has it, on the log
page or in the bot's comment on the gamestate page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from wikibot.dice.records import Seal
from wikibot.dice.verification.check import Check, Status
from wikibot.dice.verification.log_reader import Entry
from wikibot.dice.verification.replay import Replay
from wikibot.game.actions import ActionId
from wikibot.game.calendar import format_time
from wikibot.wiki.authorship.blame import PageBlame
from wikibot.wiki.base import Revision
from wikibot.wikitext.folding import account_name


@dataclass
class Witness:
    """What was asked of a wiki. ``revisions``: those of the log's identities and the ones before them, by id.

    ``public``: whether the pages as they were at a time have a seal, in revisions before one with
    that number.
    """

    revisions: Mapping[int, Revision]
    public: Callable[[str, datetime, int | None], bool]
    heading: str = "Actions"
    _since: dict[str, datetime] = field(
        default_factory=dict
    )  # seals that were public at a time, and so later
    _written: dict[int, frozenset[ActionId] | None] = field(default_factory=dict)  # by revision

    def saved(self, key: str) -> datetime | None:
        """When the revision of an identity was saved, None where the wiki does not have it."""
        identity = _identity(key)
        revision = self.revisions.get(identity.revision) if identity else None
        return revision.time if revision else None

    def late(self, key: str, time: datetime | None, seal: Seal) -> str:
        """Why a seal came too late for a line, "" where it was public before."""
        written = self.saved(key) or time
        if written is None:
            return ""
        since = self._since.get(seal.seal)
        if since is not None and since <= written:
            return ""
        identity = _identity(key)
        if self.public(
            seal.seal, written, identity.revision if identity and identity.page else None
        ):
            self._since[seal.seal] = written
            return ""
        return f"by {format_time(written)} the wiki's history does not have the seal"

    def faults(self, entry: Entry, replay: Replay | None) -> Iterator[Check]:
        """What is wrong with the identity of a line."""
        identity = _identity(entry.identity)
        if identity is None or not identity.page:
            return  # the operator's own order, at a command line
        about = f"{entry.name} {entry.identity}"
        revision = self.revisions.get(identity.revision)
        if revision is None:
            why = "the wiki has no such revision (any more)"
            yield Check(
                entry.number, Status.WRONG, about, "a revision of the wiki", entry.identity, why
            )
            return
        if revision.page_id != identity.page:
            why = f"revision {revision.id} belongs to page {revision.page_id}"
            yield Check(
                entry.number, Status.WRONG, about, str(revision.page_id), str(identity.page), why
            )
        played = replay.lines.get(entry.number) if replay else None
        owner = played.owner if played else entry.name
        if revision.user is not None and account_name(revision.user) != account_name(owner):
            why = f"revision {revision.id} is by {revision.user}"
            status = (
                Status.WRONG if played else Status.UNCONFIRMED
            )  # a player's name need not be the account's
            yield Check(entry.number, status, about, revision.user, entry.name, why)
        if entry.time is not None and entry.time < revision.time:
            why = f"revision {revision.id} was saved later"
            times = (format_time(revision.time), format_time(entry.time))
            yield Check(entry.number, Status.WRONG, about, *times, why)
        if not identity.part and not self._has_line(identity, revision):
            why = f"revision {revision.id} did not write so many action lines"
            yield Check(entry.number, Status.WRONG, about, "an action line", entry.identity, why)

    def _has_line(self, identity: ActionId, revision: Revision) -> bool:
        """Whether a revision wrote an action line with that index; True where a text is hidden."""
        if revision.id not in self._written:
            self._written[revision.id] = self._identities(revision)
        written = self._written[revision.id]
        return written is None or identity in written

    def _identities(self, revision: Revision) -> frozenset[ActionId] | None:
        before = self.revisions.get(revision.parent_id)
        if revision.text is None or (
            revision.parent_id and (before is None or before.text is None)
        ):
            return None
        history = [before, revision] if before else [revision]
        walk = PageBlame(history, len(history) - 2, "", self.heading)
        touches = [
            each
            for trace in walk.last.traces
            if trace
            for each in (trace, trace.changed, trace.restored)
        ]
        return frozenset(each.id for each in touches if each and each.id)


def identities(entries: Sequence[Entry]) -> list[int]:
    """The revisions that a log's lines and rolls name."""
    keys = [
        key
        for entry in entries
        for key in (entry.identity, *(c.proof.key for c in entry.claims if c.proof))
    ]
    found = (_identity(key) for key in keys)
    return sorted(dict.fromkeys(each.revision for each in found if each and each.page))


def _identity(key: str) -> ActionId | None:
    try:
        return ActionId.parse(key)
    except ValueError:
        return None  # an event, or an order of the operator
