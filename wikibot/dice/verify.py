"""Checking the dice of a log: every roll that the bot made is made again from what was published. Pure.

Two things have to be true of a roll: it follows from the secret (or the round) that its proof names, and the line that
used it says the same faces. What cannot be told yet, because the secret is not out, is no fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from wikibot.dice.beacon import round_for
from wikibot.dice.chain import BadChain, Chain, check_round
from wikibot.dice.derive import faces, seal_of
from wikibot.dice.readlog import Claim, Entry, read_entries
from wikibot.dice.records import Record, Revealed, Round, Seal, Source
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.dice import Roll
from wikibot.game.proofs import Proof

_BY_SEAL = re.compile(r"by seal (-?\d+) ([0-9a-f]{16,64})")
_BY_ROUND = re.compile(r"by round (\d+) after (\S+)")
RETRY = "retry "  # a steward's order, whose rolls are keyed by the line that it plays again


class Status(StrEnum):
    """What is known about a roll, or a seal."""

    OK = "ok"
    SEALED = "not yet revealed"
    STATED = "stated"  # by the player: nothing to make again
    UNCONFIRMED = "not confirmed"  # nobody could be asked whether the beacon's round is real
    LOST = "lost"  # its secret is gone
    WRONG = "wrong"
    BROKEN = "seal broken"


FINE = (Status.OK, Status.SEALED, Status.STATED)


@dataclass(frozen=True)
class Check:
    """One roll or one seal. ``expected`` is what follows from what was published, ``found`` what the log says."""

    line: int  # of the log, from 1
    status: Status
    about: str
    expected: str = ""
    found: str = ""
    why: str = ""

    @property
    def fine(self) -> bool:
        """Whether nobody need look at it."""
        return self.status in FINE


@dataclass(frozen=True)
class Sources:
    """Where facts about beacons come from.

    ``chain``: facts by hash, None where unknown; ``confirm``: whether a round is the network's own, None where nobody
    can tell; ``written``: when revisions were saved, as far as known.
    """

    chain: Callable[[str], Chain | None] = lambda _hash: None
    confirm: Callable[[Chain, Round], bool | None] = lambda _chain, _round: None
    written: Mapping[int, datetime] = field(default_factory=dict)


def verify(lines: Sequence[str], sources: Sources | None = None) -> tuple[Check, ...]:
    """Check all rolls and seals of a log; ``lines`` as they were before quoting."""
    return tuple(_Verifier(lines, sources or Sources()).checks())


class _Verifier:
    """One log. Secrets are looked for in all of it, seals and rounds only above the rolls that use them."""

    def __init__(self, lines: Sequence[str], sources: Sources) -> None:
        self.parts = list(read_entries(lines))
        self.sources = sources
        self.secrets: dict[str, Revealed] = {}
        self.replaced: set[str] = set()
        for part in self.parts:
            record = part[1] if isinstance(part, tuple) else None
            if isinstance(record, Revealed) and (record.secret or record.seal not in self.secrets):
                self.secrets[record.seal] = record
            elif isinstance(record, Seal) and record.replaces:
                self.replaced.add(record.replaces)
        self.source, self.version = "stated", 1
        self.seals: list[Seal] = []
        self.rounds: dict[int, Round] = {}
        self.proved: set[tuple[str, str]] = set()  # rolls that were checked so far, which later lines may repeat

    def checks(self) -> Iterator[Check]:
        for part in self.parts:
            if isinstance(part, tuple):
                yield from self._record(*part)
            else:
                yield from self._entry(part)

    # -- records ------------------------------------------------------------------------------------------------------

    def _record(self, number: int, record: Record) -> Iterator[Check]:
        if isinstance(record, Source):
            self.source, self.version = record.name, record.version
        elif isinstance(record, Seal):
            self.seals.append(record)
        elif isinstance(record, Round):
            self.rounds[record.number] = record
        elif record.secret and not self._opens(record):
            found = f"sha256:{seal_of(bytes.fromhex(record.secret))}"
            why = "this secret is not the one that was sealed"
            yield Check(
                number, Status.BROKEN, f"secret of phase {record.phase}", f"sha256:{record.seal}", found, why
            )  # fmt: skip

    def _opens(self, record: Revealed) -> bool:
        """Whether a secret fits its seal, and that seal was published for the same phase above."""
        published = any((seal.phase, seal.seal) == (record.phase, record.seal) for seal in self.seals)
        return published and seal_of(bytes.fromhex(record.secret)) == record.seal

    # -- rolls --------------------------------------------------------------------------------------------------------

    def _entry(self, entry: Entry) -> Iterator[Check]:
        rest = list(entry.stated)
        for claim in entry.claims:
            yield self._claim(entry, claim, rest)
        for roll in rest:
            yield from self._without_proof(entry, roll)

    def _without_proof(self, entry: Entry, roll: Roll) -> Iterator[Check]:
        if (entry.name, str(roll)) in self.proved or entry.text.startswith(RETRY):
            return  # made for an earlier line and kept
        if self.source == "stated":
            self.proved.add((entry.name, str(roll)))  # may have been for an order that goes on later
            yield Check(entry.number, Status.STATED, _about(entry), found=str(roll))
        else:
            why = "nothing in the log says how it was made"
            yield Check(entry.number, Status.WRONG, _about(entry), found=str(roll), why=why)

    def _claim(self, entry: Entry, claim: Claim, rest: list[Roll]) -> Check:
        proof = claim.proof
        if proof is None:
            return Check(claim.number, Status.WRONG, _about(entry), found=claim.text, why="the proof cannot be read")
        about = f"{_about(entry)}, {proof.label}".lstrip(", ")
        misplaced = _misplaced(entry, proof, rest)
        if misplaced:
            return Check(claim.number, Status.WRONG, about, str(proof.roll), *misplaced)
        self.proved.add((entry.name, str(proof.roll)))
        status, expected, why = self._made(proof, entry)
        return Check(claim.number, status, about, expected, str(proof.roll), why)

    def _made(self, proof: Proof, entry: Entry) -> tuple[Status, str, str]:
        """What a proof is worth: status, the roll as it should be, why."""
        if found := _BY_SEAL.fullmatch(proof.source):
            return self._by_seal(proof, int(found[1]), found[2], entry.time)
        if found := _BY_ROUND.fullmatch(proof.source):
            try:
                return self._by_round(proof, int(found[1]), parse_time(found[2]))
            except (BadChain, ValueError) as error:
                return Status.WRONG, "", str(error)
        return Status.WRONG, "", f"nobody knows dice {proof.source!r}"

    def _by_seal(self, proof: Proof, phase: int, short: str, time: datetime | None) -> tuple[Status, str, str]:
        seal = next((s for s in self.seals if s.phase == phase and s.seal.startswith(short)), None)
        if seal is None:
            return Status.WRONG, "", f"no such seal of phase {phase} was published before it"
        late = "the seal was published after the line was written" if time and seal.time > time else ""
        secret = self.secrets.get(seal.seal)
        if secret is None:
            lost = seal.seal in self.replaced
            return (Status.LOST, "", "the seal was replaced") if lost else (Status.SEALED, "", late)
        if not secret.secret:
            return Status.LOST, "", "its secret is lost"
        if seal_of(bytes.fromhex(secret.secret)) != seal.seal:
            return Status.BROKEN, "", "the secret that was revealed is not the one that was sealed"
        return self._again(proof, bytes.fromhex(secret.secret), Status.OK, late)

    def _by_round(self, proof: Proof, number: int, written: datetime) -> tuple[Status, str, str]:
        found = self.rounds.get(number)
        chain = self.sources.chain(found.chain) if found else None
        if found is None:
            return Status.WRONG, "", f"round {number} is not in the log above it"
        if chain is None:
            return Status.UNCONFIRMED, "", f"nobody could be asked about chain {found.chain}"
        check_round(chain, found)
        wanted, revision = round_for(chain, written), _revision(proof.key)
        saved = self.sources.written.get(revision, written)
        if saved != written:
            return Status.WRONG, "", f"the wiki says that revision {revision} was saved at {format_time(saved)}"
        if number != wanted:
            return Status.WRONG, f"round {wanted}", f"round {number} is not the first after the line was written"
        real = self.sources.confirm(chain, found)
        if real is False:
            return Status.WRONG, "", f"round {number} is not the network's"
        why = f"nobody could be asked about round {number}" if real is None else ""
        status = Status.UNCONFIRMED if real is None else Status.OK
        return self._again(proof, bytes.fromhex(found.randomness), status, why)

    def _again(self, proof: Proof, key: bytes, status: Status, why: str) -> tuple[Status, str, str]:
        roll = proof.roll
        made = faces(key, proof.key, proof.label, proof.index, roll.count, roll.sides, self.version)
        expected = str(Roll(roll.count, roll.sides, made))
        return (status, expected, why) if made == roll.faces else (Status.WRONG, expected, "the faces are others")


def _misplaced(entry: Entry, proof: Proof, rest: list[Roll]) -> tuple[str, str] | None:
    """What the line says and why that is wrong, where a proof and its line do not belong together.

    The roll is taken off ``rest``, the rolls of the line that are still without a proof.
    """
    if not entry.text:
        return None  # an event
    if proof.key.partition("@")[0] != entry.identity and not entry.text.startswith(RETRY):
        return entry.identity or "a line without identity", f"this roll belongs to line {proof.key}"
    same = [roll for roll in rest if (roll.count, roll.sides, roll.faces) == _shape(proof.roll)]
    if not same:
        return ", ".join(map(str, rest)) or "no roll", "the line says another roll"
    rest.remove(same[0])
    return None


def _shape(roll: Roll) -> tuple[int, int, tuple[int, ...]]:
    return roll.count, roll.sides, roll.faces


def _revision(key: str) -> int:
    parts = key.split(".")
    return int(parts[1]) if len(parts) == 3 and parts[1].isdecimal() else 0


def _about(entry: Entry) -> str:
    return f"{entry.name or 'line'} {entry.identity}".strip() if entry.name or entry.identity else ""
