"""What a log says about dice besides proofs of rolls: comments, one a line, that are read back.

# dice sealed 2                                    from here on rolls come from this source
# seal 12 sha256:HEX at 2024-01-05T12:00:00Z       the secret of phase 12 exists, public since
# seal 12 sha256:HEX at TIME in place of sha256:HEX   ... whose secret is lost
# secret 12 sha256:HEX HEX                         the phase is over: the secret of that seal
# secret 12 sha256:HEX lost
# round 1000 of CHAIN at TIME randomness HEX signature HEX [after HEX]     of a beacon
"""

from __future__ import annotations

import re
from datetime import datetime

from msgspec import Struct

from wikibot.dice.derive import VERSION
from wikibot.dice.session import STATED
from wikibot.game.calendar import format_time, parse_time

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
