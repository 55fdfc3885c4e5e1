"""Checking the dice of a log: every roll that the bot made is made again from what was published. Pure.

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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from wikibot.dice.beacon import round_for
from wikibot.dice.chain import BadChain, Chain, check_round
from wikibot.dice.derive import faces, seal_of
from wikibot.dice.records import Record, Revealed, Round, Seal, Source
from wikibot.dice.session import BEACON, SEALED, STATED
from wikibot.dice.verification.check import FINE, Check, Status
from wikibot.dice.verification.log_reader import Claim, Entry, read_entries
from wikibot.dice.verification.page_history import Witness
from wikibot.dice.verification.replay import Replay
from wikibot.dice.verification.seal_checks import Published, SealRecords
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.engine.kernel_verbs import STANDS
from wikibot.game.engine.proofs import Proof
from wikibot.game.rolls import Roll
from wikibot.wikitext.replies import IDENTITY

__all__ = ["FINE", "Check", "Sources", "Status", "verify"]

_BY_SEAL = re.compile(r"by seal (-?\d{1,9}) ([0-9a-f]{16,64})")
_BY_ROUND = re.compile(r"by round (\d{1,15}) after (\S+)")
_RETRY = re.compile(
    rf"retry ({IDENTITY})(?!\S)"
)  # a steward's order: its rolls are keyed by the line played again
_CHANGED = "rolls below cannot be compared with those above; begin a new log page when a game changes its dice"
_GAP = "a roll was left out before it, or stands twice"
_AS_MADE = (
    "the log alone cannot tell whether that roll still stood; the game has to be played again"
)

Verdict = tuple[Status, str, str]  # with the roll as it should be, and why


@dataclass(frozen=True)
class Sources:
    """Where facts about beacons come from, and what is known beside the log.

    ``chain``: facts by hash, None where unknown; ``confirm``: whether a round is the network's own,
    None where nobody can tell; ``replay``: the log played again, ``witness``: what the wiki's
    history says, each None where it is not at hand.
    """

    chain: Callable[[str], Chain | None] = lambda _hash: None
    confirm: Callable[[Chain, Round], bool | None] = lambda _chain, _round: None
    replay: Replay | None = None
    witness: Witness | None = None


def verify(lines: Sequence[str], sources: Sources | None = None) -> tuple[Check, ...]:
    """Check all rolls, seals and identities of a log; ``lines`` as they were before quoting. In the order of lines."""
    checker = _Checker(sources or Sources())
    for part in read_entries(lines):
        if isinstance(part, tuple):
            checker.record(*part)
        else:
            checker.entry(part)
    return tuple(sorted(checker.in_the_end(), key=lambda check: check.line))


Shape = tuple[int, int, tuple[int, ...]]  # count, sides, faces


@dataclass
class _Waiting:
    """A proof whose faces are compared when the whole log was read, for secrets stand further down."""

    entry: Entry
    claim: Claim
    proof: Proof
    version: int
    published: Published | None = None
    faults: list[str] = field(default_factory=list)


class _Checker:
    """One log, handed its records and lines in their order."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.found: list[Check] = []
        self.seals = SealRecords()
        self.source: Source | None = None
        self.rounds: dict[int, Round] = {}
        self.made: set[tuple[str, Shape]] = set()  # whose rolls were shown or proved so far
        self.standing: Counter[tuple[str, Shape]] = (
            Counter()
        )  # of these, what a line says to stand, until it is used
        self.labelled: Counter[tuple[str, str]] = Counter()  # how many of them, by player and label
        self.counts: dict[
            tuple[str, str], int
        ] = {}  # rolls of a label so far, by the line that keys them
        self.rolled: dict[str, int] = {}  # line of the log at which an identity brought rolls
        self.waiting: list[_Waiting] = []

    # -- records -----------------------------------------------------------------------------------

    def record(self, number: int, record: Record) -> None:
        """A comment about dice."""
        if isinstance(record, Source):
            self.found += self._switched(number, record)
        elif isinstance(record, Seal):
            self.found += self.seals.seal(number, record)
        elif isinstance(record, Revealed):
            self.found += self.seals.reveal(number, record)
        else:
            self.found += self._round(number, record)

    def _switched(self, number: int, record: Source) -> Iterator[Check]:
        """A game's dice come from one place. Whoever could change it for a single action could choose its roll."""
        old, self.source = self.source, record
        about, kinds = "source of dice", (STATED, SEALED, BEACON)
        if record.name not in kinds:
            yield Check(
                number,
                Status.WRONG,
                about,
                " or ".join(kinds),
                record.name,
                "nobody knows this source",
            )
        elif old and old.name != STATED and record.name != old.name:
            yield Check(number, Status.SWITCHED, about, old.tag, record.tag, _CHANGED)
        elif old and record.name == old.name and record.version < old.version:
            why = "an older way to make faces, after a newer one"
            yield Check(number, Status.WRONG, about, old.tag, record.tag, why)

    def _round(self, number: int, record: Round) -> Iterator[Check]:
        about, old = f"round {record.number}", self.rounds.get(record.number)
        first = next(iter(self.rounds.values()), record)
        if old and old != record:
            yield Check(
                number,
                Status.WRONG,
                about,
                str(old),
                str(record),
                "the same round twice, and not alike",
            )
        elif record.chain != first.chain:
            why = "another beacon in the middle of a game"
            yield Check(number, Status.SWITCHED, about, first.chain, record.chain, why)
        self.rounds.setdefault(record.number, record)

    # -- lines of the game -------------------------------------------------------------------------

    def entry(self, entry: Entry) -> None:
        """A line (or event) with what is claimed about its rolls."""
        self.seals.saw_line(entry.time, entry.text)
        played = self.sources.replay.lines.get(entry.number) if self.sources.replay else None
        rest = list(entry.stated)
        proved = [proof for claim in entry.claims if (proof := self._claim(entry, claim, rest))]
        self.made.update((entry.name, _shape(proof.roll)) for proof in proved)
        self.labelled.update((entry.name, proof.label) for proof in proved)
        for roll in rest:
            self.found += self._without_proof(entry, roll, played is not None)
        if entry.text.startswith(STANDS.name):
            self.standing.update((entry.name, _shape(roll)) for roll in entry.stated)
        if self.sources.replay and self._bot_rolls:
            self.found += self.sources.replay.faults(entry)
        if self.sources.witness and entry.identity:
            self.found += self.sources.witness.faults(entry, self.sources.replay)

    @property
    def _bot_rolls(self) -> bool:
        return self.source is not None and self.source.name != STATED

    def _without_proof(self, entry: Entry, roll: Roll, played: bool) -> Iterator[Check]:
        """A roll in a line that no comment below it proves."""
        if not self._bot_rolls:
            if (entry.name, _shape(roll)) not in self.made:
                self.made.add(
                    (entry.name, _shape(roll))
                )  # may have been for an order that goes on later
                yield Check(entry.number, Status.STATED, _about(entry), found=str(roll))
        elif (entry.name, _shape(roll)) not in self.made:
            why = "nothing in the log says how it was made"
            yield Check(
                entry.number, Status.WRONG, _about(entry), "a proof below the line", str(roll), why
            )
        elif self.standing[entry.name, _shape(roll)]:
            self.standing[entry.name, _shape(roll)] -= 1
        elif not played:  # the replay compares what was used with what the line says
            why = f"it repeats a roll: {_AS_MADE}"
            yield Check(entry.number, Status.UNCONFIRMED, _about(entry), found=str(roll), why=why)

    def _claim(self, entry: Entry, claim: Claim, rest: list[Roll]) -> Proof | None:
        proof = claim.proof
        if proof is None:
            self._wrong(claim.number, _about(entry), claim.text, "the proof cannot be read")
            return None
        about = f"{_about(entry)}, {proof.label}".lstrip(", ")
        if not self._bot_rolls or self.source is None:
            self._wrong(
                claim.number, about, str(proof.roll), "no `# dice` above it says that the bot rolls"
            )
            return None
        misplaced = _misplaced(entry, proof, rest)
        if misplaced:
            self.found.append(Check(claim.number, Status.WRONG, about, str(proof.roll), *misplaced))
            return None
        order = self._order(entry, claim, proof)
        if order is not None:
            self.found.append(replace(order, about=about))
            return None
        self._note(_Waiting(entry, claim, proof, self.source.version), self.source.name)
        return proof

    def _order(self, entry: Entry, claim: Claim, proof: Proof) -> Check | None:
        """What is wrong with the place of a roll among those of its line and label: there is one first, one second."""
        first = self.rolled.setdefault(proof.key, entry.number)
        if first != entry.number and not _RETRY.match(entry.text):
            why = f"line {first} of the log has rolls of the same identity"
            return Check(claim.number, Status.WRONG, "", "no second roll", str(proof.roll), why)
        before = self.counts.get((proof.key, proof.label))
        kept = self.labelled[entry.name, proof.label]
        self.counts[proof.key, proof.label] = proof.index
        if proof.index == (before or 0) + 1:
            return None
        due = f"roll {(before or 0) + 1} for {proof.label}"
        number = f"roll {proof.index} for {proof.label}"
        if before is not None or proof.index > kept + 1:
            return Check(claim.number, Status.WRONG, "", due, number, _GAP)
        if (
            self.sources.replay is None
        ):  # it may go on from a roll of an earlier line of the same order
            return Check(claim.number, Status.UNCONFIRMED, "", due, number, _AS_MADE)
        return None

    def _note(self, waiting: _Waiting, source: str) -> None:
        """Keep a proof until the whole log was read; some things can be told only here."""
        proof, wrong = waiting.proof, waiting.faults
        sealed, by_round = _BY_SEAL.fullmatch(proof.source), _BY_ROUND.fullmatch(proof.source)
        if not {SEALED: sealed, BEACON: by_round}.get(source):
            wrong.append(f"the source of dice is {source}, this was rolled {proof.source[:40]!r}")
        elif sealed:
            phase = int(sealed[1])
            published = self.seals.in_force(phase)
            if published is None or not published.record.seal.startswith(sealed[2]):
                wrong.append(f"no such seal of phase {phase} is in force here")
            elif published.opened is not None:
                wrong.append(
                    f"the secret of phase {phase} was public by then (line {published.opened_at} of the log)"
                )
            else:
                waiting.published = published
                wrong += filter(None, [self.seals.saw_roll(phase)])
        self.waiting.append(waiting)

    def _wrong(self, number: int, about: str, found: str, why: str) -> None:
        self.found.append(Check(number, Status.WRONG, about, found=found, why=why))

    # -- in the end --------------------------------------------------------------------------------

    def in_the_end(self) -> Iterator[Check]:
        """All checks, when the whole log was read."""
        yield from self.found
        yield from self.seals.never_opened()
        if self.sources.replay:
            yield from self.sources.replay.in_the_end()
        for each in self.waiting:
            about = f"{_about(each.entry)}, {each.proof.label}".lstrip(", ")
            status, expected, why = self._made_again(each)
            yield Check(each.claim.number, status, about, expected, str(each.proof.roll), why)

    def _made_again(self, each: _Waiting) -> Verdict:
        """What a proof is worth: status, the roll as it should be, why."""
        if each.faults:
            return Status.WRONG, "", "; ".join(each.faults)
        if each.published is not None:
            return self._by_seal(each, each.published)
        found = _BY_ROUND.fullmatch(each.proof.source)
        try:
            return (
                self._by_round(each, int(found[1]), parse_time(found[2]))
                if found
                else (Status.WRONG, "", "")
            )
        except (BadChain, ValueError) as error:
            return Status.WRONG, "", str(error)

    def _by_seal(self, each: _Waiting, published: Published) -> Verdict:
        if published.lost:
            return Status.LOST, "", "its secret is lost"
        if self.seals.overdue(published):
            return Status.OVERDUE, "", "its secret was not published, though later phases are open"
        if published.secret and seal_of(published.secret) != published.record.seal:
            return Status.BROKEN, "", "the secret that was revealed is not the one that was sealed"
        late = self._late(each, published)
        status = Status.LATE if late else Status.OK if published.secret else Status.SEALED
        return (
            self._again(each, published.secret, status, late)
            if published.secret
            else (status, "", late)
        )

    def _late(self, each: _Waiting, published: Published) -> str:
        """Why somebody could have chosen the secret for the line, "" where nobody could."""
        time = _written(each)
        if self.sources.witness:
            return self.sources.witness.late(each.proof.key, time, published.record)
        late = time is not None and published.record.time > time
        return "the seal was published after the line was written" if late else ""

    def _by_round(self, each: _Waiting, number: int, written: datetime) -> Verdict:
        found = self.rounds.get(number)
        chain = self.sources.chain(found.chain) if found else None
        if found is None:
            return Status.WRONG, "", f"round {number} is not in the log"
        if chain is None:
            return Status.UNCONFIRMED, "", f"nobody could be asked about chain {found.chain}"
        check_round(chain, found)
        wanted = round_for(chain, written)
        saved = self.sources.witness.saved(each.proof.key) if self.sources.witness else None
        if saved not in (None, written):
            return (
                Status.WRONG,
                "",
                f"the wiki says that the line was saved at {format_time(saved or written)}",
            )
        if number != wanted:
            return (
                Status.WRONG,
                f"round {wanted}",
                f"round {number} is not the first after the line was written",
            )
        real = self.sources.confirm(chain, found)
        if real is False:
            return Status.WRONG, "", f"round {number} is not the network's"
        why = f"nobody could be asked about round {number}" if real is None else ""
        status = Status.UNCONFIRMED if real is None else Status.OK
        return self._again(each, bytes.fromhex(found.randomness), status, why)

    def _again(self, each: _Waiting, key: bytes, status: Status, why: str) -> Verdict:
        proof, roll = each.proof, each.proof.roll
        try:
            made = faces(
                key, proof.key, proof.label, proof.index, roll.count, roll.sides, each.version
            )
        except ValueError as error:
            return Status.UNCONFIRMED, "", str(error)
        expected = str(Roll(roll.count, roll.sides, made))
        return (
            (status, expected, why)
            if made == roll.faces
            else (Status.WRONG, expected, "the faces are others")
        )


def _misplaced(entry: Entry, proof: Proof, rest: list[Roll]) -> tuple[str, str] | None:
    """What the line says and why that is wrong, where a proof and its line do not belong together.

    The roll is taken off ``rest``, the rolls of the line that are still without a proof.
    """
    if not entry.text:  # an event
        return None if "@" in proof.key else ("an event", f"this roll belongs to line {proof.key}")
    retried = _RETRY.match(entry.text)
    if proof.key.partition("@")[0] not in (entry.identity, retried and retried[1]):
        return entry.identity or "a line without identity", f"this roll belongs to line {proof.key}"
    same = [roll for roll in rest if _shape(roll) == _shape(proof.roll)]
    if not same:
        return ", ".join(map(str, rest)) or "no roll", "the line says another roll"
    rest.remove(same[0])
    return None


def _written(each: _Waiting) -> datetime | None:
    """When a line was written, as far as the log tells; an event has its time in its key."""
    if each.entry.time is not None:
        return each.entry.time
    try:
        return parse_time(each.proof.key.partition("@")[0])
    except ValueError:
        return None


def _shape(roll: Roll) -> Shape:
    return roll.count, roll.sides, roll.faces


def _about(entry: Entry) -> str:
    return (
        f"{entry.name or 'line'} {entry.identity}".strip() if entry.name or entry.identity else ""
    )
