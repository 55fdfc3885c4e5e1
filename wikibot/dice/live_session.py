"""The dice session of a sync that saves: makes seals, opens those that are over, finds rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from wikibot.config.settings import Settings
from wikibot.dice.beacon import Beacon, NoRound, Relays
from wikibot.dice.session import (
    BEACON,
    SEALED,
    STATED,
    DiceRecord,
    DiceSession,
    DiceSource,
    Revealed,
    Seal,
    Sealed,
    Secret,
    SecretNotKept,
    Vault,
)
from wikibot.exits import ProgramError
from wikibot.game.actions import Action
from wikibot.game.engine.standing_rolls import FaceSource, RollRequest, Stated
from wikibot.game.problems import MissingRoll
from wikibot.game.state import Kind, Pending, State
from wikibot.storage.cursor import Cursor, Wait
from wikibot.storage.local import Drawer
from wikibot.wiki.attribution import EndedLine

_AGAIN = "They are sealed now: write the line again."
_OPEN = "Others on this machine can read the secrets of sealed dice. Run `chmod -R go= {}`."
_LOST = (
    "The secret of phase {} was not where the bot keeps it, so a new one was made in its place. "
    "`verify` will call rolls by the old one lost, unless it is put back from a backup."
)


class LiveDiceSession(DiceSession):
    """The dice session of a sync that saves: it seals phases and reveals secrets."""

    def __init__(
        self, source: str, cursor: Cursor, vault: Vault, relays: Relays, now: datetime,
        phase_of: Callable[[Any], int]
    ) -> None:  # fmt: skip
        self.source, self.vault, self.now, self.phase_of = source, vault, now, phase_of
        self.seals = dict(cursor.seals)
        self.made: list[Seal] = []
        vault.retire(tuple(self.seals.values()))
        self.open = [_OPEN.format(vault.drawer.place)] if vault.drawer.open_to_others() else []
        self.beacon = Beacon(relays, cursor.waits, now)
        sealed, stated = Sealed(self._secret), Stated()
        dice: dict[str, FaceSource] = {STATED: stated, SEALED: sealed, BEACON: self.beacon}
        super().__init__(dice[source])

    def again(self, waiting: Sequence[Pending], least: datetime | None) -> list[Action]:
        """Lines of what waited, in the order of their rounds."""
        if self.source != BEACON:
            return []
        orders = {pending.id: pending for pending in waiting if pending.kind is Kind.ACTION}
        waits = [each for each in self.beacon.waits.values() if each.waits in orders]
        ready = [each for each in waits if self._is_out(each.written)]
        lines = [self._line(wait, orders[wait.waits], least) for wait in ready]
        return sorted(lines, key=lambda line: (line.time, line.id))

    def settled(self, ended: Sequence[EndedLine]) -> list[Action]:
        """Lines that stood there when their round came out, even if they are gone or changed since.

        A player who could take a line off when its roll can be worked out could write many and
        keep the best. So only what is rolled with such a line counts. Where the round
        cannot be had, the line is played as if it stood there.
        """
        if self.source != BEACON:
            return super().settled(ended)
        lines = [each for each in ended if self.beacon.out_by(each.time, each.until)]
        gone = ((each, self._is_out(each.time)) for each in lines)
        return [Action(e.id, e.time, e.account, e.text, gone=is_out) for e, is_out in gone]

    def close(self, cursor: Cursor, before: State, after: State, now: datetime) -> DiceRecord:
        """Seal the present phase and the next, reveal what is over, note what waits."""
        phase = self.phase_of(after)
        self._note_end(before, after, now)
        if self.source == SEALED:
            for number in (phase, phase + 1):
                if number not in self.seals:
                    self._seal(number)
        revealed = [*filter(None, (self._over(number, phase) for number in sorted(self.seals)))]
        for record in revealed:
            del self.seals[record.phase]
        waits = self._waits(after)
        source = DiceSource.of(self.source)
        changed = [source] if source.tag != (cursor.dice or STATED) else []
        said = map(str, (*changed, *self.made, *self.beacon.used.values()))
        due = min(map(self.beacon.due, waits), default=None)
        lost = (_LOST.format(made.phase) for made in self.made if made.replaces)
        seals = tuple(sorted(self.seals.items()))
        kept = (source.tag, seals, waits, tuple(said), tuple(map(str, revealed)), due)
        return DiceRecord(*kept, (*self.open, *lost))

    # -- seals -------------------------------------------------------------------------------------

    def _secret(self, draw: RollRequest) -> Secret:
        """The secret in force for a roll; where it is lost, a new one.

        A phase that was not sealed in time is sealed now. The operator could have chosen that
        secret by the lines that were there already, so these get no roll from it: their authors
        write them again. Raises :class:`Missing`.
        """
        seal = self.seals.get(draw.phase)
        secret = (self.vault.in_force(draw.phase, seal) if seal else None) or self._seal(draw.phase)
        first = any(made.phase == draw.phase and not made.replaces for made in self.made)
        if first and draw.action.id.page:
            asks = f"{draw.asks}, but no dice were sealed when the line was written"
            raise MissingRoll(asks, how=_AGAIN)
        return secret

    def _seal(self, phase: int) -> Secret:
        """A secret that is safely kept before its seal gets onto the wiki."""
        try:
            secret = self.vault.make(phase, self.now)
        except (OSError, ProgramError) as error:  # of the disk, of a database
            raise SecretNotKept(error) from None
        self.made.append(Seal(phase, secret.seal, self.now, self.seals.get(phase, "")))
        self.seals[phase] = secret.seal
        return secret

    def _note_end(self, before: State, after: State, now: datetime) -> None:
        """Remember which phase ended in play, by the server's time and not by what a page says.

        What was played again from a time before the last such end (a crash, a cursor that was set
        back) ends nothing.
        """
        last, ended = self.phase_of(after) - 1, self.vault.ended()
        if last < self.phase_of(before) or after.now > now or (ended and before.now < ended[-1][1]):
            return
        if self.seals or self.made:
            self.vault.note_ended(last, now)

    def _over(self, phase: int, present: int) -> Revealed | None:
        """What is said about a seal whose phase is over, by the page and by the bot's own record.

        One that only another machine could open gets some time.
        """
        seal = self.seals[phase]
        kept = self.vault.find(seal)
        if phase >= present:
            return None
        if kept is not None:
            is_over = kept.phase == phase and self.vault.is_over(kept)
            return Revealed(phase, seal, kept.value.hex()) if is_over else None
        seen = any(each > phase for each, _ in self.vault.ended())
        return Revealed(phase, seal, "") if seen and phase < present - 1 else None

    # -- rolls to come -----------------------------------------------------------------------------

    def _is_out(self, written: datetime) -> bool:
        try:
            self.beacon.round_after(written)
        except NoRound:
            return False
        return True

    def _line(self, wait: Wait, order: Pending, least: datetime | None) -> Action:
        time = max(self.beacon.due(wait), least or wait.written)
        return Action(
            wait.line, time, order.player, order.text,
            by_name=True, written=wait.written, recorded=True,
        )  # fmt: skip

    def _waits(self, state: Any) -> tuple[Wait, ...]:
        if self.source != BEACON:
            return ()
        orders = {pending.id for pending in state.pending if pending.kind is Kind.ACTION}
        waits = sorted(self.beacon.waits.items())
        return tuple(wait for identity, wait in waits if identity in orders)


def session_for(
    settings: Settings, seals: Drawer, cursor: Cursor, now: datetime, phase_of: Callable[[Any], int]
) -> LiveDiceSession:
    """The session of a sync at server time ``now``; ``phase_of``: whose seal counts."""
    relays = Relays(settings.beacon.relays, settings.beacon.chain)
    vault = Vault(seals, settings.game.gamestate)
    return LiveDiceSession(settings.game.dice, cursor, vault, relays, now, phase_of)
