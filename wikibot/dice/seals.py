"""Sealed dice: faces from the secret of the phase, whose seal was published before.

Secrets are private texts of the game's storage, each named by its seal.

A secret is written, and is safe, before its seal is published. One whose seal never got onto
the wiki (a crash, an edit conflict) is taken up again, so that no run rolls twice with different
dice.

The drawer is the bot's own record of which secret belongs to which phase of which game, and of
which phases it has seen end. What a page says about that can be edited; a secret is
published only where both agree, because the secret of the present phase tells every roll to
come.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from wikibot.game.actions import ActionId
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.engine.standing_rolls import DrawnRoll, RollRequest
from wikibot.storage.local import Drawer

# == Faces from a secret or from public randomness, in one way, which ``verify`` repeats ===========
#
# Each die is HMAC-SHA256 (RFC 2104) over who, what for and which die, reduced to a face by
# rejection sampling, so that every face is as likely as any other. Nothing is shared between
# rolls: their order does not matter.

VERSION = 2  # another way of deriving faces must have another; the log names it beside the source
_BITS = 64


def faces(
    key: bytes, line: str, label: str, index: int, count: int, sides: int, version: int = VERSION
) -> tuple[int, ...]:
    """The faces of ``count`` dice with ``sides`` sides; equal arguments give equal faces.

    ``line`` is the identity of the line that brought the roll, ``index`` counts its rolls with this
    label from 1. Raises ``ValueError`` for a ``version`` that this program does not know.
    """
    head: list[str | int] = [f"wikibot dice {version}", line, label, index]
    if version == VERSION:
        head += [count, sides]  # so that no other number or kind of dice begins with the same faces
    elif version != 1:
        raise ValueError(
            f"this program does not know version {version} of the dice; a newer one may"
        )
    return tuple(_face(key, [*head, die], sides) for die in range(1, count + 1))


def drawn(key: bytes, draw: RollRequest) -> tuple[int, ...]:
    """The faces of a requested roll."""
    return faces(key, draw.key, draw.label, draw.index, draw.count, draw.sides)


def _face(key: bytes, message: list[str | int], sides: int) -> int:
    """One face: 64 bits of the digest, made again where they would favour low faces."""
    limit = 2**_BITS - 2**_BITS % sides
    attempt = 0
    while True:
        text = json.dumps([*message, attempt], ensure_ascii=True, separators=(",", ":"))
        digest = hmac.digest(key, text.encode("ascii"), "sha256")
        number = int.from_bytes(digest[: _BITS // 8], "big")
        if number < limit:
            return number % sides + 1
        attempt += 1


def seal_of(secret: bytes) -> str:
    """The seal of a secret: SHA-256 in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


# == Sealed dice: faces from the secret of the phase, whose seal was published before ==============

_BYTES = 32
_TEXT = re.compile(
    r"phase (?P<phase>-?\d{1,9})\nsecret (?P<secret>[0-9a-f]{64})\n"
    r"(?:made (?P<made>\S+)\ngame (?P<game>.*)\n)?"  # texts of older versions lack these
)
_REVEALED = ".revealed"
_ENDED = re.compile(r"phase (-?\d{1,9}) ended (\S+)")
_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class StoredSecret:
    """A secret as its text has it. ``game`` is "" in texts of older versions: any game."""

    phase: int
    seal: str
    value: bytes = field(repr=False)
    made: datetime = _LONG_AGO
    game: str = ""
    public: bool = False  # or as good as: never to be used for a roll again

    @property
    def secret(self) -> Secret:
        """What rolls are made from."""
        return Secret(self.seal, self.value)


class Vault:
    """The secrets of one game in one drawer."""

    def __init__(self, drawer: Drawer, game: str = "") -> None:
        self.drawer, self.game = drawer, " ".join(game.split())

    def find(self, seal: str) -> StoredSecret | None:
        """The secret of a seal, None where it is lost (or its text was changed)."""
        for name in (seal, seal + _REVEALED):
            found = self._read(name)
            if found is not None:
                return found
        return None

    def in_force(self, phase: int, seal: str) -> Secret | None:
        """The secret of a seal for rolls of a phase; None if lost, another phase's, or public."""
        found = self.find(seal)
        return found.secret if found and found.phase == phase and not found.public else None

    def make(self, phase: int, now: datetime) -> Secret:
        """A secret for a phase, safely kept: one made for it and never used, or a new one."""
        kept = next((each for each in self._all() if each.phase == phase and not each.public), None)
        if kept is not None:
            return kept.secret
        value = secrets.token_bytes(_BYTES)
        secret = Secret(seal_of(value), value)
        text = f"phase {phase}\nsecret {value.hex()}\nmade {format_time(now)}\ngame {self.game}\n"
        self.drawer.write(secret.seal, text)
        return secret

    def retire(self, in_force: Collection[str]) -> None:
        """Never use those secrets again whose phase is over and whose seal is in force no more."""
        for kept in list(self._all()):
            if not kept.public and kept.seal not in in_force and self.is_over(kept):
                self.drawer.rename(kept.seal, kept.seal + _REVEALED)

    # -- phases that are over ----------------------------------------------------------------------

    def ended(self) -> tuple[tuple[int, datetime], ...]:
        """The phases that the bot saw end in play, and when by the wiki's clock; oldest first."""
        lines = (self.drawer.read(self._ended) or "").splitlines()
        return tuple(
            (int(found[1]), parse_time(found[2]))
            for line in lines
            if (found := _ENDED.fullmatch(line))
        )

    def note_ended(self, phase: int, now: datetime) -> None:
        """Remember that a phase ended in play."""
        lines = [
            f"phase {each} ended {format_time(time)}\n"
            for each, time in (*self.ended(), (phase, now))
        ]
        self.drawer.write(self._ended, "".join(lines))

    def is_over(self, kept: StoredSecret) -> bool:
        """Whether the bot itself has seen a secret's phase end since the secret was made."""
        return any(kept.phase <= phase and kept.made <= time for phase, time in self.ended())

    @property
    def _ended(self) -> str:
        return f"ended {seal_of(self.game.encode())[:8]}"

    # -- texts -------------------------------------------------------------------------------------

    def _all(self) -> Iterator[StoredSecret]:
        for name in self.drawer.names():
            found = self._read(name)
            if found is not None:
                yield found

    def _read(self, name: str) -> StoredSecret | None:
        """A text of this game's whose name is the seal of what is in it."""
        found = _TEXT.fullmatch(self.drawer.read(name) or "")
        try:
            made = parse_time(found["made"]) if found and found["made"] else _LONG_AGO
        except ValueError:
            return None
        seal, public = name.removesuffix(_REVEALED), name.endswith(_REVEALED)
        value = bytes.fromhex(found["secret"]) if found else b""
        if not found or seal_of(value) != seal or found["game"] not in (None, self.game):
            return None
        return StoredSecret(int(found["phase"]), seal, value, made, found["game"] or "", public)


SHORT = 16  # characters of a seal that a proof quotes


@dataclass(frozen=True)
class Secret:
    """The secret of one seal. It never shows in a repr."""

    seal: str
    value: bytes = field(repr=False)


class Sealed:
    """Dice from the bot's secrets. ``secret_of`` gives the secret in force for a roll."""

    stated = False

    def __init__(self, secret_of: Callable[[RollRequest], Secret]) -> None:
        self._secret_of = secret_of

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """Faces; raises Missing where the first seal comes after the line."""
        secret = self._secret_of(draw)
        return DrawnRoll(drawn(secret.value, draw), sealed_proof(draw.phase, secret.seal))

    def awaits(self, identity: ActionId) -> bool:
        """Nothing ever waits."""
        return False


def sealed_proof(phase: int, seal: str) -> str:
    """The text of a proof."""
    return f"by seal {phase} {seal[:SHORT]}"
