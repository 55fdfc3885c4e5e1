"""From a log to its checks: what ``verify`` asks a beacon's relays and the wiki."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from wikibot.dice import signatures
from wikibot.dice.chain import KNOWN, BadChain, Chain
from wikibot.dice.readlog import Entry, read_entries
from wikibot.dice.records import Round
from wikibot.dice.relays import NoRound, Relays
from wikibot.dice.verify import Check, Sources, verify
from wikibot.game.actions import ActionId
from wikibot.settings import BeaconSection

_AT_ONCE = 50  # revisions in one request


def check_log(
    lines: Sequence[str], beacon: BeaconSection, *, wiki: Any = None, offline: bool = False
) -> tuple[Check, ...]:
    """Check a log. With a ``wiki`` the times of beacon rolls are held against its revisions."""
    asked = _Asked(beacon, offline=offline)
    times = _times(lines, wiki) if wiki is not None else {}
    return verify(lines, Sources(asked.chain, asked.confirm, times))


class _Asked:
    """What relays and the signature library say, each thing asked once."""

    def __init__(self, beacon: BeaconSection, *, offline: bool) -> None:
        self.beacon, self.offline = beacon, offline
        self._relays: dict[str, Relays] = {}
        self._known: dict[Round, bool | None] = {}

    def chain(self, name: str) -> Chain | None:
        """A chain's facts, None where they are neither known nor to be had."""
        if name in KNOWN or self.offline:
            return KNOWN.get(name)
        try:
            return self._of(name).chain()
        except NoRound:
            return None

    def confirm(self, chain: Chain, found: Round) -> bool | None:
        """Whether a round is the network's own: by its signature, or else by what relays say."""
        if found not in self._known:
            self._known[found] = self._ask(chain, found)
        return self._known[found]

    def _ask(self, chain: Chain, found: Round) -> bool | None:
        if signatures.can_check(chain):
            return signatures.is_signed(chain, found)
        if self.offline:
            return None
        try:
            return self._of(chain.hash).round(found.number) == found
        except (NoRound, BadChain):
            return None

    def _of(self, name: str) -> Relays:
        return self._relays.setdefault(name, Relays(self.beacon.relays, name))


def _times(lines: Sequence[str], wiki: Any) -> dict[int, datetime]:
    """When the revisions were saved whose lines were rolled for by a beacon."""
    wanted = sorted(dict.fromkeys(_beacon_revisions(lines)))
    times: dict[int, datetime] = {}
    for at in range(0, len(wanted), _AT_ONCE):
        found = wiki.revisions(wanted[at : at + _AT_ONCE])
        times.update((revision.id, revision.time) for revision in found.values())
    return times


def _beacon_revisions(lines: Sequence[str]) -> Iterable[int]:
    for part in read_entries(lines):
        for claim in part.claims if isinstance(part, Entry) else ():
            if claim.proof and claim.proof.source.startswith("by round "):
                try:
                    yield ActionId.parse(claim.proof.key).revision
                except ValueError:
                    continue  # an event
