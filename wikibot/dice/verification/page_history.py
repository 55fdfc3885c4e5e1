"""What the wiki says about a log: who wrote which line, and since when a seal was public.

A log is a page that its operator writes. Times in it prove nothing; those of revisions are the
server's. So an identity in the log has to be that of an action line in a revision of that page, by
that account; and a seal was public by a time if a revision from before that time has it, on the log
page or in the bot's comment on the gamestate page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct, field

from wikibot.dice.records import Seal
from wikibot.dice.verification.check import Check, CheckedEntry, CheckStatus, identity_of
from wikibot.dice.verification.replay import Replay
from wikibot.game.actions import ActionId
from wikibot.game.calendar import format_time
from wikibot.wiki.authorship.blame import added_identities
from wikibot.wiki.base import Revision
from wikibot.wikitext.folding import account_name


class Witness(Struct):
    """What a wiki said. ``revisions``: those of the log's identities and the ones before, by id.

    ``public``: whether the pages as they were at a time have a seal, in revisions before one with
    that number. ``stood_still``: the time at which a paused game stood when it played an order that
    was saved then; None where the game was not paused.
    """

    revisions: Mapping[int, Revision]
    public: Callable[[str, datetime, int | None], bool]
    heading: str = "Actions"
    stood_still: Callable[[ActionId, datetime], datetime | None] = lambda _identity, _saved: None
    _since: dict[str, datetime] = field(default_factory=dict)  # seals known to be public by then
    _added: dict[int, frozenset[ActionId] | None] = field(default_factory=dict)  # by revision

    def saved(self, key: str) -> datetime | None:
        """When the revision of an identity was saved, None where the wiki does not have it."""
        identity = identity_of(key)
        revision = self.revisions.get(identity.revision) if identity else None
        return revision.time if revision else None

    def late(self, key: str, time: datetime | None, seal: Seal) -> str:
        """Why a seal came too late for a line, "" where it was public before."""
        written, since = self.saved(key) or time, self._since.get(seal.seal)
        if written is None or (since is not None and since <= written):
            return ""
        identity = identity_of(key)
        before = identity.revision if identity and identity.page else None
        if self.public(seal.seal, written, before):
            self._since[seal.seal] = written
            return ""
        return f"by {format_time(written)} the wiki's history does not have the seal"

    def faults(self, entry: CheckedEntry, replay: Replay | None) -> Iterator[Check]:
        """What is wrong with the identity of a line."""
        identity = identity_of(entry.identity)
        if identity is None or not identity.page:
            return  # the operator's own order, at a command line
        number, about = entry.number, f"{entry.name} {entry.identity}"
        revision = self.revisions.get(identity.revision)
        if revision is None:
            why = "the wiki has no such revision (any more)"
            yield Check.wrong(number, about, "a revision of the wiki", entry.identity, why)
            return
        named = f"revision {revision.id}"
        if revision.page_id != identity.page:
            why = f"{named} belongs to page {revision.page_id}"
            yield Check.wrong(number, about, str(revision.page_id), str(identity.page), why)
        played = replay.lines.get(number) if replay else None
        owner = played.owner if played else entry.name
        if revision.user is not None and account_name(revision.user) != account_name(owner):
            # without a replay: a player's name need not be the account's
            status = CheckStatus.WRONG if played else CheckStatus.UNCONFIRMED
            why = f"{named} is by {revision.user}"
            yield Check(number, status, about, revision.user, entry.name, why)
        if (
            entry.time is not None
            and entry.time < revision.time
            and entry.time != self.stood_still(identity, revision.time)
        ):
            times = (format_time(revision.time), format_time(entry.time))
            yield Check.wrong(number, about, *times, f"{named} was saved later")
        if not identity.part and not self._has_line(identity, revision):
            why = f"{named} did not write so many action lines"
            yield Check.wrong(number, about, "an action line", entry.identity, why)

    def _has_line(self, identity: ActionId, revision: Revision) -> bool:
        """Whether a revision wrote an action line with that index; True where a text is hidden."""
        if revision.id not in self._added:
            before = self.revisions.get(revision.parent_id)
            self._added[revision.id] = added_identities(before, revision, self.heading)
        added = self._added[revision.id]
        return added is None or identity in added


def identities(entries: Sequence[CheckedEntry]) -> list[int]:
    """The revisions that a log's lines and rolls name."""
    keys = [entry.identity for entry in entries]
    keys += [claim.proof.key for entry in entries for claim in entry.claims if claim.proof]
    return sorted({each.revision for each in map(identity_of, keys) if each and each.page})
