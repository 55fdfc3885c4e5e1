"""What a sync does about dice besides rolling: seals before, secrets after, rolls to come.

One session serves one plan. Which seals are in force and which orders wait for a roll is known from
the wiki alone (the cursor), so that any machine can go on; only the secrets are in local files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from wikibot.dice.seals import VERSION
from wikibot.game.actions import Action
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.engine.standing_rolls import FaceSource, Stated
from wikibot.game.state import Pending, State
from wikibot.game.understanding.dice.parting import shown_rolls
from wikibot.storage.cursor import Cursor, Wait
from wikibot.wiki.authorship.asides import EndedLine

STATED, SEALED, BEACON = "stated", "sealed", "beacon"


class SecretNotKept(BaseException):
    """A secret of a roll could not be kept, so nothing may come of this plan. ``why`` says it.

    No ``Exception``: the engine, which contains those, would hold the line that asked for the roll.
    """

    def __init__(self, why: Exception) -> None:
        super().__init__(str(why))
        self.why = why


class DiceRecord(Struct, frozen=True):
    """What the next cursor says about dice; log lines before and after the sync's; when to look.

    ``problems`` need the operator.
    """

    source: str = ""
    seals: tuple[tuple[int, str], ...] = ()
    waits: tuple[Wait, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    due: datetime | None = None
    problems: tuple[str, ...] = ()

    def differs(self, cursor: Cursor) -> bool:
        """Whether it has changes to save."""
        return bool(self.before or self.after) or self.waits != cursor.waits


class DiceSession:
    """The dice session of a plan without rolls: everything stays as the cursor has it."""

    def __init__(self, dice: FaceSource | None = None) -> None:
        self.dice = dice or Stated()

    def again(self, waiting: Sequence[Pending], least: datetime | None) -> list[Action]:
        """Orders that waited for a roll which can be made now, as lines; none before ``least``."""
        return []

    def settled(self, ended: Sequence[EndedLine]) -> list[Action]:
        """Lines that are gone, or others by now, but whose roll was settled while they stood there.

        Here, those that state one: a player who shows a roll and takes the line off shows no other
        for the same.
        """
        lines = [each for each in ended if self.dice.stated and next(shown_rolls(each.text), None)]
        return [Action(each.id, each.time, each.account, each.text, gone=True) for each in lines]

    def close(self, cursor: Cursor, before: State, after: State, now: datetime) -> DiceRecord:
        """What to keep after the play from one state to another; ``now`` is the server's time."""
        return DiceRecord(cursor.dice, cursor.seals, cursor.waits)


# == What a log says about dice besides proofs of rolls: comments, one a line, that are read back ==
#
# # dice sealed 2                                    from here on rolls come from this source
# # seal 12 sha256:HEX at 2024-01-05T12:00:00Z       the secret of phase 12 exists, public since
# # seal 12 sha256:HEX at TIME in place of sha256:HEX   ... whose secret is lost
# # secret 12 sha256:HEX HEX                         the phase is over: the secret of that seal
# # secret 12 sha256:HEX lost
# # round 1000 of CHAIN at TIME randomness HEX signature HEX [after HEX]     of a beacon

_HEX = "[0-9a-f]{64}"
_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
_DICE = re.compile(r"# dice (\w{1,20})(?: (\d{1,4}))?")
_SEAL = re.compile(
    rf"# seal (-?\d{{1,9}}) sha256:({_HEX}) at ({_TIME})(?: in place of sha256:({_HEX}))?"
)
_SECRET = re.compile(rf"# secret (-?\d{{1,9}}) sha256:({_HEX}) (?:({_HEX})|lost)")
_ROUND = re.compile(
    rf"# round (\d{{1,15}}) of ({_HEX}) at ({_TIME}) randomness ({_HEX}) "
    r"signature ([0-9a-f]+)(?: after ([0-9a-f]+))?"
)


class DiceSource(Struct, frozen=True):
    """The source of dice from here on, and how faces are made from it (0: they are not)."""

    name: str
    version: int = 0

    @classmethod
    def of(cls, name: str) -> DiceSource:
        """A source as this program uses it."""
        return cls(name, 0 if name == STATED else VERSION)

    @property
    def tag(self) -> str:
        """Source and version in a few words."""
        return f"{self.name} {self.version}" if self.version else self.name

    def __str__(self) -> str:
        return f"# dice {self.tag}"


class Seal(Struct, frozen=True):
    """The seal (SHA-256) of a phase's secret, when it was public, which lost one it replaces."""

    phase: int
    seal: str
    time: datetime
    replaces: str = ""

    def __str__(self) -> str:
        instead = f" in place of sha256:{self.replaces}" if self.replaces else ""
        return f"# seal {self.phase} sha256:{self.seal} at {format_time(self.time)}{instead}"


class Revealed(Struct, frozen=True):
    """The secret of a seal, in hexadecimal; "" where it is lost."""

    phase: int
    seal: str
    secret: str

    def __str__(self) -> str:
        return f"# secret {self.phase} sha256:{self.seal} {self.secret or 'lost'}"


class Round(Struct, frozen=True):
    """One round of a beacon: number, chain, its time; randomness and signatures in hexadecimal."""

    number: int
    chain: str
    time: datetime
    randomness: str
    signature: str
    previous: str = ""  # signature of the round before, in chains that need it

    def __str__(self) -> str:
        after = f" after {self.previous}" if self.previous else ""
        return (
            f"# round {self.number} of {self.chain} at {format_time(self.time)} "
            f"randomness {self.randomness} signature {self.signature}{after}"
        )


Record = DiceSource | Seal | Revealed | Round


def read_record(line: str) -> Record | None:
    """A record, or None for any other line, such as one that was spoiled."""
    try:
        return _read(line.strip())
    except ValueError:  # a time that does not exist
        return None


def _read(line: str) -> Record | None:
    if found := _DICE.fullmatch(line):
        return DiceSource(found[1], int(found[2] or (found[1] != STATED)))
    if found := _SEAL.fullmatch(line):
        return Seal(int(found[1]), found[2], parse_time(found[3]), found[4] or "")
    if found := _SECRET.fullmatch(line):
        return Revealed(int(found[1]), found[2], found[3] or "")
    if found := _ROUND.fullmatch(line):
        return Round(
            int(found[1]), found[2], parse_time(found[3]), found[4], found[5], found[6] or ""
        )
    return None
