"""From a log to its checks: what ``verify`` asks a beacon's relays."""

from __future__ import annotations

from collections.abc import Sequence

from wikibot.config.settings import BeaconSection
from wikibot.dice import signatures
from wikibot.dice.chain import KNOWN, BadChain, Chain
from wikibot.dice.records import Round
from wikibot.dice.relays import NoRound, Relays
from wikibot.dice.verification.check import Check
from wikibot.dice.verification.evidence import Evidence
from wikibot.dice.verification.rolls import Sources, verify


def check_log(
    lines: Sequence[str],
    beacon: BeaconSection,
    evidence: Evidence | None = None,
    *,
    offline: bool = False,
) -> tuple[Check, ...]:
    """Check a log by itself and by what else is at hand."""
    asked, evidence = _Asked(beacon, offline=offline), evidence or Evidence()
    return verify(lines, Sources(asked.chain, asked.confirm, evidence.replay, evidence.witness))


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
