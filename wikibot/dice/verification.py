"""Checking the dice of a log: every roll that the bot made is made again from what was published.

Of a roll has to be true: it follows from the secret (or the round) that its proof names; the line
that used it says the same faces; it is the first, second, ... of its label for that line, with none
left out; and, where the game is at hand to be played again
(:mod:`~wikibot.dice.replay`), the game asked for exactly this roll there and for no
other. Where the wiki is at hand (:mod:`~wikibot.dice.evidence`) its history has to
bear out who wrote the line, when, and that the seal was public by then. What cannot be told yet,
because the secret is not out, is not a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.config.sections import BeaconSection
from wikibot.dice.beacon import (
    KNOWN,
    BadChain,
    BeaconChain,
    NoRound,
    Relays,
    can_check,
    check_round,
    is_signed,
    round_for,
)
from wikibot.dice.evidence import Evidence
from wikibot.dice.replay import Check, CheckedEntry, CheckStatus, Claim, read_entries
from wikibot.dice.session import (
    BEACON,
    SEALED,
    STATED,
    DiceSource,
    Record,
    Revealed,
    Round,
    Seal,
    faces,
    seal_of,
)
from wikibot.game.actions import IdentityPart
from wikibot.game.engine.kernel_verbs import STANDS
from wikibot.game.engine.standing_rolls import Proof
from wikibot.game.engine.steward_verbs import RETRY
from wikibot.game.rolls import Roll
from wikibot.game.secrets import OPENED_MARK, read_opened, read_sealed
from wikibot.wikitext.numerals import format_time, parse_time
from wikibot.wikitext.own_marks import IDENTITY
from wikibot.wikitext.regex import regex

# == The seals of a log: one for each phase, published in order, opened when the phase is over =====
#
# An operator who could choose among secrets could choose among rolls. So a phase has one seal. A
# second one is right only in place of a secret that is lost, which is said aloud and may happen
# once in :data:`LOSSES_APART` phases; and after a correction of the phase, when the secret of
# that phase is public already. Such a correction, by a hand edit too, begins the count of phases
# anew: what is sealed for phases ahead stays sealed until the game comes there again.

NEVER = -(10**9)
LOSSES_APART = 10  # phases: a secret that is lost more often is not lost by accident


class Published(Struct):
    """A seal as it stands in the log, with what the log says of it later."""

    record: Seal
    line: int
    opened: Revealed | None = None  # the first record that opens it, or says that it is lost
    opened_at: int = 0  # line of the log
    replaced: bool = False
    held_back: bool = False  # it was overdue when the phase was corrected

    @property
    def secret(self) -> bytes:
        return bytes.fromhex(self.opened.secret) if self.opened else b""

    @property
    def lost(self) -> bool:
        """Whether it can never be checked."""
        return not self.secret and (self.replaced or self.opened is not None)


class SealRecords(Struct):
    """All seals of a log. Feed it the records and lines in their order."""

    all: list[Published] = field(default_factory=list)
    rolled: int = NEVER  # the highest phase in which a roll was made since the last correction
    _lost: list[int] = field(default_factory=list)  # the first phase of each loss
    _next_lost: int | None = None
    _newest: datetime | None = None  # time of the newest line so far
    # Corrections of the phase: line of the log, time. The log has what a sync sealed above the
    # lines that the sync played, so that a second seal is judged when the whole log was read.
    _corrected: list[tuple[int, datetime]] = field(default_factory=list)
    _second: list[tuple[Published, Check]] = field(default_factory=list)

    def saw_line(self, number: int, time: datetime | None, text: str) -> None:
        if time is None:
            return
        self._newest = max(time, self._newest or time)
        if text.startswith("correct ") and "phase" in text.casefold():
            for each in self.all:
                each.held_back = each.record.time <= time and self.overdue(each)
            self._corrected.append((number, time))
            self.rolled = NEVER

    def saw_roll(self, phase: int) -> str:
        """What is wrong with the phase of a roll at this place, "" where nothing is."""
        before, self.rolled = self.rolled, max(phase, self.rolled)
        if not any(each.record.phase > phase for each in self.all):
            return f"phase {phase} had not begun: the one after it is sealed when it does"
        if phase < before:
            return f"phase {phase} was over: a roll of phase {before} stands above it"
        return ""

    def in_force(self, phase: int) -> Published | None:
        """The newest seal of a phase so far."""
        return next((each for each in reversed(self.all) if each.record.phase == phase), None)

    # -- seals -------------------------------------------------------------------------------------

    def seal(self, line: int, record: Seal) -> Iterator[Check]:
        old = self.in_force(record.phase)
        if old is not None and old.record.seal == record.seal:
            return  # said twice
        public = old is not None and old.secret != b""
        lost = old is not None and record.replaces == old.record.seal and not public
        expected = f"sha256:{old.record.seal}" if old else ""
        about, found = f"seal of phase {record.phase}", f"sha256:{record.seal}"
        if self._newest is not None and record.time < self._newest:
            line_time = format_time(self._newest)
            why = f"it stands below a line of {line_time}, but bears an earlier time"
            yield Check.wrong(line, about, "", found, why)
        if any(each.record.seal == record.seal for each in self.all):
            why = "the same secret was sealed for another phase"
            yield Check.wrong(line, about, "", found, why)
        if old is not None and lost:
            old.replaced = True
            why = f"its secret is said to be lost; {record} stands in its place"
            yield self._loss(line, record.phase, why, old)
        elif old is not None:
            why = "a second seal for this phase; a phase has one"
            self._second.append((old, Check.wrong(line, about, expected, found, why)))
        elif record.replaces:
            why = "it takes the place of a seal that was never published for this phase"
            yield Check.wrong(line, about, "", found, why)
        self.all.append(Published(record, line))

    def _loss(self, line: int, phase: int, why: str, old: Published) -> Check:
        """A secret is lost: of one phase and the next at most, since no more are sealed at once."""
        about = (f"seal of phase {phase}", "the secret", f"sha256:{old.record.seal}")
        first = self._lost[-1] if self._lost else None
        if first is None or phase - first >= LOSSES_APART:
            self._lost.append(phase)  # the next phase's secret, sealed already, may go with it
        elif phase != first + 1 or self._next_lost == phase:
            often = f"a second secret within {LOSSES_APART} phases is said to be lost"
            return Check.wrong(line, *about, f"{why}; {often}")
        else:
            self._next_lost = phase
        return Check(line, CheckStatus.LOST, *about, why)

    # -- secrets -----------------------------------------------------------------------------------

    def reveal(self, line: int, record: Revealed) -> Iterator[Check]:
        """Take note of a secret that is published or reported as lost."""
        about, wanted = f"secret of phase {record.phase}", (record.phase, record.seal)
        sealed = [each for each in self.all if (each.record.phase, each.record.seal) == wanted]
        made = seal_of(bytes.fromhex(record.secret)) if record.secret else record.seal
        if not sealed or made != record.seal:
            other = "this secret is not the one that was sealed"
            why = other if sealed else "no such seal was published above"
            prints = (f"sha256:{record.seal}", f"sha256:{made}")
            yield Check(line, CheckStatus.BROKEN, about, *prints, why)
            return
        (published,) = sealed
        if record.secret and (published.replaced or published.lost):
            why = "it was said to be lost, and another secret was used in its place"
            yield Check.wrong(line, about, "lost", f"sha256:{made}", why)
        elif not record.secret and published.opened is None and not published.replaced:
            yield self._loss(line, record.phase, "its secret is said to be lost", published)
        if not published.secret:
            published.opened, published.opened_at = record, line

    # -- in the end --------------------------------------------------------------------------------

    def overdue(self, published: Published) -> bool:
        """Whether a secret should have been published: its phase and the next one are over.

        That shows in rolls and secrets of later phases, or in that the next three were sealed one
        after the other. (A single later seal may come from a phase that was set ahead for a while.)
        Where the phase was corrected only what came after that counts; and of what was sealed
        before, whether the secret of a later phase was published.
        """
        phase = published.record.phase
        if published.opened is not None or published.replaced:
            return False
        line, time = self._corrected[-1] if self._corrected else (0, None)
        opened = [e.record.phase + 1 for e in self.all if e.secret and e.opened_at > line]
        before = time is not None and published.record.time <= time
        since = [e.record.phase for e in self.all if time is None or e.record.time > time]
        passed = not before and {phase + 1, phase + 2, phase + 3} <= {*since}
        last = max(opened, default=NEVER) if before else max([self.rolled, *opened])
        return published.held_back or passed or last >= phase + 2

    def in_the_end(self) -> Iterator[Check]:
        """Second seals without a correction; secrets that are missing though later phases are open.

        A correction has to follow the opening of the first seal, no later than the second one.
        """
        for old, wrong in self._second:
            sealed = next(each.record.time for each in self.all if each.line == wrong.line)
            opened = ((at, time) for at, time in self._corrected if old.opened_at < at)
            if not (old.secret and any(time <= sealed for _, time in opened)):
                yield wrong
        why = "later phases are open, and its secret was not published"
        for each in filter(self.overdue, self.all):
            about, found = f"seal of phase {each.record.phase}", f"sha256:{each.record.seal}"
            yield Check(each.line, CheckStatus.OVERDUE, about, "the secret", found, why)


# == Rolls made again from what was published: the secret under a seal, or a round of a beacon =====

BY_SEAL = regex(r"by seal (-?\d{1,9}) ([0-9a-f]{16,64})")
BY_ROUND = regex(r"by round (\d{1,15}) after (\S+)")

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
        with suppress(ValueError):
            return self.entry.time or parse_time(self.proof.key.partition("@")[0])
        return None


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


# == The whole log, line by line ===================================================================

# a steward's order: its rolls are keyed by the line played again
_RETRY = regex(rf"retry ({IDENTITY})(?!\S)")
# as identities are written: no leading zeros, parts by their names (in older logs by the number)
_DIGITS = "(?:0|[1-9][0-9]{0,15})"
_WRITTEN = regex(
    rf"{_DIGITS}\.{_DIGITS}\.{_DIGITS}(?:\.[2-9])?(?:/(?:{IdentityPart.REPLY}|{IdentityPart.CHANGE}))?"
)
_CHANGED = (
    "rolls below cannot be compared with those above; "
    "begin a new log page when a game changes its dice"
)
_GAP = "a roll was left out before it, or stands twice"
_AS_MADE = "the log cannot tell whether that roll still stood; the game has to be played again"

Shape = tuple[int, int, tuple[int, ...]]  # count, sides, faces


def check_log(
    lines: Sequence[str], beacon: BeaconSection, evidence: Evidence | None = None, *,
    offline: bool = False
) -> tuple[Check, ...]:  # fmt: skip
    """Check all rolls, seals and identities of a log, in the order of lines.

    ``lines`` are as they were before quoting; ``offline``: ask no relay.
    """
    evidence = evidence or Evidence()
    checker = _Checker(evidence, Beacons(beacon, offline=offline))
    for part in read_entries(lines):
        if isinstance(part, tuple):
            checker.record(*part)
        else:
            checker.entry(part)
    checker.found += _sealed_texts(lines)
    checker.found += evidence.found
    if evidence.witness:
        checker.found += evidence.witness.altered(lines)
        checker.found += evidence.witness.saved_by_hand(len(lines))
    return tuple(sorted(checker.in_the_end(), key=lambda check: check.line))


def _sealed_texts(lines: Sequence[str]) -> Iterator[Check]:
    """What was sealed on the page: whether what was revealed of it is what was sealed."""
    sealed: dict[str, tuple[int, str]] = {}
    opened: set[str] = set()
    for number, line in enumerate(lines, start=1):
        if found := read_sealed(line):
            sealed.setdefault(found[0], (number, found[1]))
        if revealed := read_opened(line):
            said, opening = revealed
            about, wanted = f"the seal at {opening.place}", f"sha256:{said}"
            opened.add(said)
            if opening.hash != said:
                why = "what is said to have been sealed is not what was sealed"
                yield Check(number, CheckStatus.BROKEN, about, wanted, opening.hash, why)
            elif sealed.get(said, (0, ""))[1] != opening.place:
                why = "no such seal was published above"
                yield Check(number, CheckStatus.BROKEN, about, wanted, "", why)
            else:
                yield Check(number, CheckStatus.OK, about, wanted, wanted)
        elif line.startswith(OPENED_MARK):
            yield Check.wrong(number, "a seal", OPENED_MARK.strip(), line, "it cannot be read")
    for hash_, (number, place) in sealed.items():
        if hash_ not in opened:
            yield Check(number, CheckStatus.SEALED, f"the seal at {place}", f"sha256:{hash_}")


class _Checker:
    """Checks one log. Feed it the records and lines in their order."""

    def __init__(self, evidence: Evidence, beacons: Beacons) -> None:
        self.replay, self.witness, self.beacons = evidence.replay, evidence.witness, beacons
        self.seals = SealRecords()
        self.rounds: dict[int, Round] = {}
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
        about, old = f"round {record.number}", self.rounds.get(record.number)
        first = next(iter(self.rounds.values()), record)
        if old and old != record:
            why = "the same round twice, and not alike"
            yield Check.wrong(number, about, str(old), str(record), why)
        elif record.chain != first.chain:
            why = "another beacon in the middle of a game"
            yield Check(number, CheckStatus.SWITCHED, about, first.chain, record.chain, why)
        self.rounds.setdefault(record.number, record)

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
        yield from map(self._made_again, self.claimed)

    # -- rolls made again --------------------------------------------------------------------------

    def _made_again(self, roll: ClaimedRoll) -> Check:
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
            why = "its secret was not published, though later phases are open"
            return CheckStatus.OVERDUE, "", why
        if published.secret and seal_of(published.secret) != published.record.seal:
            why = "the secret that was revealed is not the one that was sealed"
            return CheckStatus.BROKEN, "", why
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
        status = CheckStatus.UNCONFIRMED if why else CheckStatus.OK
        return _compared(roll, bytes.fromhex(found.randomness), status, why)


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
