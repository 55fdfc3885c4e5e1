"""The seals of a log: one for each phase, published in order, opened when the phase is over.

An operator who could choose among secrets could choose among rolls. So a phase has one seal. A
second one is right only in place of a secret that is lost, which is said aloud and may happen once
in :data:`LOSSES_APART` phases; and after a correction of the phase, when the secret of that phase
is public already. Such a correction, by a hand edit too, begins the count of phases anew: what is
sealed for phases ahead stays sealed until the game comes there again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct, field

from wikibot.dice.derive import seal_of
from wikibot.dice.records import Revealed, Seal
from wikibot.dice.verification.check import Check, CheckStatus
from wikibot.game.calendar import format_time

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
        """The secret, b"" where it was not published."""
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
        """Take note of a line of the game."""
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
        """Take note of a published seal."""
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
        elif old is None and record.replaces:
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
            yield Check(
                line, CheckStatus.BROKEN, about, f"sha256:{record.seal}", f"sha256:{made}", why
            )
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
            if not any(
                old.secret and old.opened_at < line and time <= sealed
                for line, time in self._corrected
            ):
                yield wrong
        why = "later phases are open, and its secret was not published"
        for each in filter(self.overdue, self.all):
            about, found = f"seal of phase {each.record.phase}", f"sha256:{each.record.seal}"
            yield Check(each.line, CheckStatus.OVERDUE, about, "the secret", found, why)
