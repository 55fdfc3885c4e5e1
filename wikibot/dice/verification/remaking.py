"""Rolls made again from what was published: the secret under a seal, or a round of a beacon."""

from __future__ import annotations

import re
from datetime import datetime

from msgspec import Struct, field

from wikibot.config.sections import BeaconSection
from wikibot.dice.beacon import round_for
from wikibot.dice.chain import KNOWN, BadChain, BeaconChain, can_check, check_round, is_signed
from wikibot.dice.derive import faces, seal_of
from wikibot.dice.records import Round
from wikibot.dice.relays import NoRound, Relays
from wikibot.dice.verification.check import Check, CheckedEntry, CheckStatus, Claim
from wikibot.dice.verification.page_history import Witness
from wikibot.dice.verification.seal_checks import Published, SealRecords
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.engine.standing_rolls import Proof
from wikibot.game.rolls import Roll

BY_SEAL = re.compile(r"by seal (-?\d{1,9}) ([0-9a-f]{16,64})")
BY_ROUND = re.compile(r"by round (\d{1,15}) after (\S+)")

Verdict = tuple[CheckStatus, str, str]  # with the roll as it should be, and why


class Beacons:
    """What relays and the signature library say about chains and rounds, each thing asked once."""

    def __init__(self, section: BeaconSection, *, offline: bool) -> None:
        self.section, self.offline = section, offline
        self._relays: dict[str, Relays] = {}
        self._confirmed: dict[Round, bool | None] = {}

    def chain(self, name: str) -> BeaconChain | None:
        """A chain's facts, None where they are neither known nor to be had."""
        if name in KNOWN or self.offline:
            return KNOWN.get(name)
        try:
            return self._of(name).chain()
        except NoRound:
            return None

    def confirm(self, chain: BeaconChain, found: Round) -> bool | None:
        """Whether a round is the network's, by its signature or by the relays; None: unknown."""
        if found not in self._confirmed:
            self._confirmed[found] = self._ask(chain, found)
        return self._confirmed[found]

    def _ask(self, chain: BeaconChain, found: Round) -> bool | None:
        if can_check(chain):
            return is_signed(chain, found)
        try:
            return None if self.offline else self._of(chain.hash).round(found.number) == found
        except (NoRound, BadChain):
            return None

    def _of(self, name: str) -> Relays:
        return self._relays.setdefault(name, Relays(self.section.relays, name))


class ClaimedRoll(Struct):
    """A proof whose faces are compared when the whole log was read: secrets stand further down."""

    entry: CheckedEntry
    claim: Claim
    proof: Proof
    version: int
    published: Published | None = None
    faults: list[str] = field(default_factory=list)

    @property
    def written(self) -> datetime | None:
        """When the line was written, as far as the log tells; an event has its time in its key."""
        if self.entry.time is not None:
            return self.entry.time
        try:
            return parse_time(self.proof.key.partition("@")[0])
        except ValueError:
            return None


class Remaker(Struct):
    """Everything published in a log. ``witness``: what the wiki's history says, where at hand."""

    beacons: Beacons
    witness: Witness | None
    seals: SealRecords = field(default_factory=SealRecords)
    rounds: dict[int, Round] = field(default_factory=dict)

    def check(self, roll: ClaimedRoll) -> Check:
        """Make a roll again and compare."""
        status, expected, why = self._verdict(roll)
        about = roll.entry.about_roll(roll.proof.label)
        return Check(roll.claim.number, status, about, expected, str(roll.proof.roll), why)

    def _verdict(self, roll: ClaimedRoll) -> Verdict:
        if roll.faults:
            return CheckStatus.WRONG, "", "; ".join(roll.faults)
        if roll.published is not None:
            return self._by_seal(roll, roll.published)
        found = BY_ROUND.fullmatch(roll.proof.source)
        if not found:
            return CheckStatus.WRONG, "", ""
        try:
            return self._by_round(roll, int(found[1]), parse_time(found[2]))
        except (BadChain, ValueError) as error:
            return CheckStatus.WRONG, "", str(error)

    def _by_seal(self, roll: ClaimedRoll, published: Published) -> Verdict:
        if published.lost:
            return CheckStatus.LOST, "", "its secret is lost"
        if self.seals.overdue(published):
            return (
                CheckStatus.OVERDUE,
                "",
                "its secret was not published, though later phases are open",
            )
        if published.secret and seal_of(published.secret) != published.record.seal:
            return (
                CheckStatus.BROKEN,
                "",
                "the secret that was revealed is not the one that was sealed",
            )
        late = self._late(roll, published)
        # Versions that made faces in the first way sealed a phase in the edit of its first roll.
        if late and (roll.version > 1 or published.record.replaces):
            status = CheckStatus.LATE
        else:
            status = CheckStatus.OK if published.secret else CheckStatus.SEALED
        if not published.secret:
            return status, "", late
        return _compared(roll, published.secret, status, late)

    def _late(self, roll: ClaimedRoll, published: Published) -> str:
        """Why the operator could have chosen the secret for the line, "" where not."""
        time = roll.written
        if self.witness:
            return self.witness.late(roll.proof.key, time, published.record)
        late = time is not None and published.record.time > time
        return "the seal was published after the line was written" if late else ""

    def _by_round(self, roll: ClaimedRoll, number: int, written: datetime) -> Verdict:
        found = self.rounds.get(number)
        if found is None:
            return CheckStatus.WRONG, "", f"round {number} is not in the log"
        chain = self.beacons.chain(found.chain)
        if chain is None:
            return CheckStatus.UNCONFIRMED, "", f"no relay tells what chain {found.chain} is"
        check_round(chain, found)
        wanted = round_for(chain, written)
        saved = self.witness.saved(roll.proof.key) if self.witness else None
        if saved is not None and saved != written:
            why = f"the wiki says that the line was saved at {format_time(saved)}"
            return CheckStatus.WRONG, "", why
        if number != wanted:
            why = f"round {number} is not the first after the line was written"
            return CheckStatus.WRONG, f"round {wanted}", why
        real = self.beacons.confirm(chain, found)
        if real is False:
            return CheckStatus.WRONG, "", f"round {number} is not the network's"
        why = f"no relay could be asked about round {number}" if real is None else ""
        status = CheckStatus.UNCONFIRMED if real is None else CheckStatus.OK
        return _compared(roll, bytes.fromhex(found.randomness), status, why)


def _compared(claimed: ClaimedRoll, key: bytes, status: CheckStatus, why: str) -> Verdict:
    proof, roll = claimed.proof, claimed.proof.roll
    draw = (proof.key, proof.label, proof.index, roll.count, roll.sides)
    try:
        made = faces(key, *draw, claimed.version)
    except ValueError as error:
        return CheckStatus.UNCONFIRMED, "", str(error)
    expected = str(Roll(roll.count, roll.sides, made))
    if made != roll.faces:
        return CheckStatus.WRONG, expected, "the faces are others"
    return status, expected, why
