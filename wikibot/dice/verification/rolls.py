"""Checking the dice of a log: every roll that the bot made is made again from what was published.

Of a roll has to be true: it follows from the secret (or the round) that its proof names; the line
that used it says the same faces; it is the first, second, ... of its label for that line, with none
left out; and, where the game is at hand to be played again
(:mod:`~wikibot.dice.verification.replay`), the game asked for exactly this roll there and for no
other. Where the wiki is at hand (:mod:`~wikibot.dice.verification.page_history`) its history has to
bear out who wrote the line, when, and that the seal was public by then. What cannot be told yet,
because the secret is not out, is not a fault.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from wikibot.config.sections import BeaconSection
from wikibot.dice.records import DiceSource, Record, Revealed, Round, Seal
from wikibot.dice.session import BEACON, SEALED, STATED
from wikibot.dice.verification.check import Check, CheckedEntry, CheckStatus, Claim, read_entries
from wikibot.dice.verification.evidence import Evidence
from wikibot.dice.verification.remaking import BY_ROUND, BY_SEAL, Beacons, ClaimedRoll, Remaker
from wikibot.game.actions import IdentityPart
from wikibot.game.calendar import format_time
from wikibot.game.engine.kernel_verbs import STANDS
from wikibot.game.engine.standing_rolls import Proof
from wikibot.game.engine.steward_verbs import RETRY
from wikibot.game.rolls import Roll
from wikibot.wikitext.replies import IDENTITY

# a steward's order: its rolls are keyed by the line played again
_RETRY = re.compile(rf"retry ({IDENTITY})(?!\S)")
# as identities are written: no leading zeros, parts by their names (in older logs by the number)
_DIGITS = "(?:0|[1-9][0-9]{0,15})"
_WRITTEN = re.compile(
    rf"{_DIGITS}\.{_DIGITS}\.{_DIGITS}(?:/(?:{IdentityPart.REPLY}|{IdentityPart.CHANGE}))?"
)
_CHANGED = (
    "rolls below cannot be compared with those above; "
    "begin a new log page when a game changes its dice"
)
_GAP = "a roll was left out before it, or stands twice"
_AS_MADE = "the log cannot tell whether that roll still stood; the game has to be played again"

Shape = tuple[int, int, tuple[int, ...]]  # count, sides, faces


def check_log(
    lines: Sequence[str],
    beacon: BeaconSection,
    evidence: Evidence | None = None,
    *,
    offline: bool = False,
) -> tuple[Check, ...]:
    """Check all rolls, seals and identities of a log, in the order of lines.

    ``lines`` are as they were before quoting; ``offline``: ask no relay.
    """
    evidence = evidence or Evidence()
    checker = _Checker(evidence, Remaker(Beacons(beacon, offline=offline), evidence.witness))
    for part in read_entries(lines):
        if isinstance(part, tuple):
            checker.record(*part)
        else:
            checker.entry(part)
    checker.found += evidence.found
    if evidence.witness:
        checker.found += evidence.witness.altered(lines)
        checker.found += evidence.witness.saved_by_hand(len(lines))
    return tuple(sorted(checker.in_the_end(), key=lambda check: check.line))


class _Checker:
    """Checks one log. Feed it the records and lines in their order."""

    def __init__(self, evidence: Evidence, remaker: Remaker) -> None:
        self.replay, self.witness, self.remaker = evidence.replay, evidence.witness, remaker
        self.seals = remaker.seals
        self.source: DiceSource | None = None
        self.found: list[Check] = []
        self.claimed: list[ClaimedRoll] = []
        # rolls that were shown or proved so far, by player; of these, the ones said to stand until
        # they are used; how many have which label
        self.made: set[tuple[str, Shape]] = set()
        self.standing: Counter[tuple[str, Shape]] = Counter()
        self.labelled: Counter[tuple[str, str]] = Counter()
        # by the line that keys them: rolls of a label so far, the line of the log that has them
        self.counts: dict[tuple[str, str], int] = {}
        self.rolled: dict[str, int] = {}
        self.newest: datetime | None = None
        self.named: dict[str, int] = {}  # lines of the log by the identities above them

    # -- records -----------------------------------------------------------------------------------

    def record(self, number: int, record: Record) -> None:
        """Take note of a comment about dice."""
        if isinstance(record, DiceSource):
            self.found += self._switched(number, record)
        elif isinstance(record, Seal):
            self.found += self.seals.seal(number, record)
        elif isinstance(record, Revealed):
            self.found += self.seals.reveal(number, record)
        else:
            self.found += self._round(number, record)

    def _switched(self, number: int, record: DiceSource) -> Iterator[Check]:
        """A game's dice come from one place: changing it for one action would choose its roll."""
        old, self.source = self.source, record
        about, kinds = "source of dice", (STATED, SEALED, BEACON)
        if record.name not in kinds:
            yield Check.wrong(number, about, " or ".join(kinds), record.name, "no such source")
        elif old and old.name != STATED and record.name != old.name:
            yield Check(number, CheckStatus.SWITCHED, about, old.tag, record.tag, _CHANGED)
        elif old and record.name == old.name and record.version < old.version:
            why = "an older way to make faces, after a newer one"
            yield Check.wrong(number, about, old.tag, record.tag, why)

    def _round(self, number: int, record: Round) -> Iterator[Check]:
        rounds = self.remaker.rounds
        about, old = f"round {record.number}", rounds.get(record.number)
        first = next(iter(rounds.values()), record)
        if old and old != record:
            why = "the same round twice, and not alike"
            yield Check.wrong(number, about, str(old), str(record), why)
        elif record.chain != first.chain:
            why = "another beacon in the middle of a game"
            yield Check(number, CheckStatus.SWITCHED, about, first.chain, record.chain, why)
        rounds.setdefault(record.number, record)

    # -- lines of the game -------------------------------------------------------------------------

    def entry(self, entry: CheckedEntry) -> None:
        """Check a line (or event) with the claims about its rolls."""
        if entry.time and self.newest and entry.time < self.newest:
            times = (format_time(self.newest), format_time(entry.time))
            why = "a line above it is later"
            self.found.append(Check.wrong(entry.number, entry.about, *times, why))
        self.newest = entry.time or self.newest
        self.seals.saw_line(entry.number, entry.time, entry.text)
        if entry.identity:
            self.found += self._identity(entry)
        rest = list(entry.stated)
        proved = [proof for claim in entry.claims if (proof := self._claim(entry, claim, rest))]
        self.made.update((entry.name, _shape(proof.roll)) for proof in proved)
        self.labelled.update((entry.name, proof.label) for proof in proved)
        for roll in rest:
            self.found += self._without_proof(entry, roll)
        if entry.text.startswith(STANDS.name):
            self.standing.update((entry.name, _shape(roll)) for roll in entry.stated)
        if self.replay and self._bot_rolls:
            self.found += self.replay.faults(entry)
        if self.witness and (entry.identity or entry.text):
            self.found += self.witness.faults(entry, self.replay)

    def _identity(self, entry: CheckedEntry) -> Iterator[Check]:
        """What is wrong with the identity above a line, as far as the log tells."""
        number, identity = entry.number, entry.identity
        if not _WRITTEN.fullmatch(identity):
            yield Check.wrong(number, entry.about, "", identity, "no identity is written like this")
        if identity.startswith("0."):
            return  # orders at a command line are numbered anew in each sync
        first = self.named.setdefault(identity, number)
        again = entry.text.startswith(f"{RETRY.name} {identity}")
        # an order that waited for its round is played under the same identity when that is out
        beacon = self.source is not None and self.source.name == BEACON
        if first != number and not again and not beacon:
            why = f"line {first} of the log has the same identity"
            yield Check.wrong(number, entry.about, "another identity", identity, why)

    @property
    def _bot_rolls(self) -> bool:
        return self.source is not None and self.source.name != STATED

    def _without_proof(self, entry: CheckedEntry, roll: Roll) -> Iterator[Check]:
        """A roll in a line that no comment below it proves."""
        number, about, made = entry.number, entry.about, (entry.name, _shape(roll))
        if not self._bot_rolls:
            if made not in self.made:  # else it may have been for an order that goes on later
                self.made.add(made)
                yield Check(number, CheckStatus.STATED, about, found=str(roll))
        elif made not in self.made:
            why = "nothing in the log says how it was made"
            yield Check.wrong(number, about, "a proof below the line", str(roll), why)
        elif self.standing[made]:
            self.standing[made] -= 1
        elif not (self.replay and number in self.replay.lines):  # which compares what was used
            why = f"it repeats a roll: {_AS_MADE}"
            yield Check(number, CheckStatus.UNCONFIRMED, about, found=str(roll), why=why)

    def _claim(self, entry: CheckedEntry, claim: Claim, rest: list[Roll]) -> Proof | None:
        """The proof of a claim that is in its place; its faces are compared in the end."""
        proof = claim.proof
        about = entry.about_roll(proof.label) if proof else entry.about
        problem: Check | None = None
        if proof is None:
            why = "the proof cannot be read"
            problem = Check.wrong(claim.number, about, "", claim.text, why)
        elif not self._bot_rolls or self.source is None:
            why = "no `# dice` above it says that the bot rolls"
            problem = Check.wrong(claim.number, about, "", str(proof.roll), why)
        elif misplaced := _misplaced(entry, proof, rest):
            expected, why = misplaced
            problem = Check.wrong(claim.number, about, expected, str(proof.roll), why)
        elif out_of_order := self._order(entry, claim, proof):
            problem = replace(out_of_order, about=about)
        else:
            roll = ClaimedRoll(entry, claim, proof, self.source.version)
            roll.faults += self._source_faults(roll, self.source.name)
            self.claimed.append(roll)
            return proof
        self.found.append(problem)
        return None

    def _order(self, entry: CheckedEntry, claim: Claim, proof: Proof) -> Check | None:
        """What is wrong with the number of a roll among those of its line and label."""
        first = self.rolled.setdefault(proof.key, entry.number)
        if first != entry.number and not _RETRY.match(entry.text):
            why = f"line {first} of the log has rolls of the same identity"
            return Check.wrong(claim.number, "", "no second roll", str(proof.roll), why)
        before = self.counts.get((proof.key, proof.label))
        kept = self.labelled[entry.name, proof.label]
        self.counts[proof.key, proof.label] = proof.index
        due = (before or 0) + 1
        numbers = (f"roll {due} for {proof.label}", f"roll {proof.index} for {proof.label}")
        if proof.index == due:
            return None
        if before is not None or proof.index > kept + 1:
            return Check.wrong(claim.number, "", *numbers, _GAP)
        if self.replay is None:  # it may go on from a roll of an earlier line of the same order
            return Check(claim.number, CheckStatus.UNCONFIRMED, "", *numbers, _AS_MADE)
        return None

    def _source_faults(self, roll: ClaimedRoll, source: str) -> Iterator[str]:
        """What is wrong with the seal or round that a proof names, as far as the log goes here."""
        said = roll.proof.source
        sealed, by_round = BY_SEAL.fullmatch(said), BY_ROUND.fullmatch(said)
        if not {SEALED: sealed, BEACON: by_round}.get(source):
            yield f"the source of dice is {source}, this was rolled {said[:40]!r}"
        elif sealed:
            phase = int(sealed[1])
            published = self.seals.in_force(phase)
            if published is None or not published.record.seal.startswith(sealed[2]):
                yield f"no such seal of phase {phase} is in force here"
            elif published.opened is not None:
                where = f"line {published.opened_at} of the log"
                yield f"the secret of phase {phase} was public by then ({where})"
            else:
                roll.published = published
                yield from filter(None, [self.seals.saw_roll(phase)])

    def in_the_end(self) -> Iterator[Check]:
        """All checks, when the whole log was read."""
        yield from self.found
        yield from self.seals.in_the_end()
        if self.replay:
            yield from self.replay.in_the_end()
        yield from map(self.remaker.check, self.claimed)


def _misplaced(entry: CheckedEntry, proof: Proof, rest: list[Roll]) -> tuple[str, str] | None:
    """What the line says and why that is wrong, where proof and line do not belong together.

    The roll is taken off ``rest``, the rolls of the line that are still without a proof.
    """
    if not entry.text:  # an event
        return None if "@" in proof.key else ("an event", f"this roll belongs to line {proof.key}")
    retried = _RETRY.match(entry.text)
    if proof.key.endswith(f"/{IdentityPart.CHANGE}"):
        return "no roll", "what follows from a line that was changed or taken off rolls nothing"
    if proof.key.partition("@")[0] not in (entry.identity, retried and retried[1]):
        return entry.identity or "a line without identity", f"this roll belongs to line {proof.key}"
    same = next((roll for roll in rest if _shape(roll) == _shape(proof.roll)), None)
    if same is None:
        return ", ".join(map(str, rest)) or "no roll", "the line says another roll"
    rest.remove(same)
    return None


def _shape(roll: Roll) -> Shape:
    return roll.count, roll.sides, roll.faces
