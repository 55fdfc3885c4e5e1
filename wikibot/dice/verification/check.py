"""A log read for checking its dice: its lines with the claims about their rolls; the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, field

from wikibot.dice.records import Record, read_record
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.line_player import NOT_PLAYED
from wikibot.game.engine.standing_rolls import ROLL_MARK, Proof, RollRequest, read_proof
from wikibot.game.engine.text_log import LINE_MARK, SAID_MARK, read_line
from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll, split_rolls

Key = tuple[str, str, int]  # of a roll: the line that keys it, its label, its number


class CheckStatus(StrEnum):
    """What is known about a roll, a seal or an identity."""

    OK = "ok"
    SEALED = "not yet revealed"
    STATED = "stated"  # by the player: nothing to make again
    UNCONFIRMED = "not confirmed"  # no relay answers, or the log alone cannot tell
    LATE = "sealed late"  # after the line was written, so that the operator could choose
    OVERDUE = "never revealed"  # although later phases are open
    SWITCHED = "source changed"  # the dice come from elsewhere in the middle of a game
    LOST = "lost"  # its secret is gone
    WRONG = "wrong"
    BROKEN = "seal broken"
    ALTERED = "altered"  # the log is not what the bot saved with the gamestate


class Check(Struct, frozen=True):
    """One roll, seal or identity.

    ``expected`` follows from what was published, ``found`` is what the log says.
    """

    line: int  # of the log, from 1
    status: CheckStatus
    about: str
    expected: str = ""
    found: str = ""
    why: str = ""

    @classmethod
    def wrong(cls, line: int, about: str, expected: str, found: str, why: str) -> Check:
        """A mistake, or a forgery."""
        return cls(line, CheckStatus.WRONG, about, expected, found, why)

    @property
    def fine(self) -> bool:
        """Whether nothing needs a closer look."""
        return self.status in (CheckStatus.OK, CheckStatus.SEALED, CheckStatus.STATED)


class Claim(Struct, frozen=True):
    """A line of the log that says how a roll was made; ``proof`` is None where it is unreadable."""

    number: int  # of the line in the log, from 1
    text: str
    proof: Proof | None


class CheckedEntry(Struct):
    """A line of the game (or an event, with no identity), its rolls, the claims about them.

    ``said``: the words that the line had on its page, where the log has the order in exact form.
    """

    number: int
    identity: str = ""
    time: datetime | None = None
    name: str = ""
    text: str = ""
    stated: tuple[Roll, ...] = ()  # also those that the bot made
    claims: list[Claim] = field(default_factory=list)
    said: str = ""

    @property
    def about(self) -> str:
        """The line, for messages."""
        named = self.name or self.identity
        return f"{self.name or 'line'} {self.identity}".strip() if named else ""

    def about_roll(self, label: str) -> str:
        """A roll of the line, for messages."""
        return f"{self.about}, {label}".lstrip(", ")


def read_entries(lines: Sequence[str]) -> Iterator[CheckedEntry | tuple[int, Record]]:
    """Entries and records (with their line numbers), in their order."""
    entry, identity, said = CheckedEntry(0), "", ""
    for number, line in enumerate(lines, start=1):
        record = read_record(line)
        if line.startswith(ROLL_MARK):
            entry.claims.append(Claim(number, line, read_proof(line)))
            continue
        yield entry
        entry = CheckedEntry(number)
        if record is not None:
            yield number, record
        elif line.startswith(LINE_MARK):
            identity = line.removeprefix(LINE_MARK).strip()
        elif line.startswith(SAID_MARK):
            said = line.removeprefix(SAID_MARK)
        elif line.strip() and not line.startswith("#"):
            entry = _entry(line, number, identity)
            entry.said, identity, said = said, "", ""
    yield entry


def _entry(line: str, number: int, identity: str) -> CheckedEntry:
    action = read_line(line, number)
    if not isinstance(action, Action):
        return CheckedEntry(number, identity, text=line)
    try:
        stated = () if NOT_PLAYED in action.text else split_rolls(action.text)[1]
    except Unclear:
        stated = ()
    return CheckedEntry(number, identity, action.time, action.account, action.text, stated)


def key_of(roll: Proof | RollRequest) -> Key:
    """The key that identifies a roll."""
    return roll.key, roll.label, roll.index


def identity_of(key: str) -> ActionId | None:
    """The line that keys a roll; None for an event, and for the operator's own order."""
    try:
        return ActionId.parse(key)
    except ValueError:
        return None
