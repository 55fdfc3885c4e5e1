"""What a sync does about dice besides rolling: seals before, secrets after, rolls to come.

One session serves one plan. Which seals are in force and which orders wait for a roll is known from
the wiki alone (the cursor), so that any machine can go on; only the secrets are in local files.

Sealed dice: faces from the secret of the phase, whose seal was published before.

Secrets are private texts of the game's storage, each named by its seal.

A secret is written, and is safe, before its seal is published. One whose seal never got onto
the wiki (a crash, an edit conflict) is taken up again, so that no run rolls twice with different
dice.

The drawer is the bot's own record of which secret belongs to which phase of which game, and of
which phases it has seen end. What a page says about that can be edited; a secret is
published only where both agree, because the secret of the present phase tells every roll to
come.

The keeper of a game's secrets: seals and opens with one key, which lies where the dice's do.

The key is 32 random bytes in the game's private drawer (the folder ``seals``). Everything else is
derived from it (HKDF, RFC 5869): cells are encrypted with AES-SIV (RFC 5297), which needs no nonce,
so that what is played again gives the same seal; a line is encrypted by its author for the public
key on the gamestate page (ECDH on P-256, AES-GCM), which a browser's WebCrypto does as well. All of
it is ``cryptography``'s work; here is only which text goes into which box. Texts are padded, so
that no seal tells a short word from a long one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from msgspec import Struct

from wikibot.exits import ATTENTION, SETTINGS, ProgramError
from wikibot.game.actions import Action
from wikibot.game.engine.standing_rolls import DrawnRoll, FaceSource, RollRequest, Stated
from wikibot.game.secrets import LINE, LOCK, SEAL, Opening
from wikibot.game.state import Pending, State
from wikibot.game.understanding.dice import shown_rolls
from wikibot.storage.cursor import Cursor, Wait
from wikibot.storage.local import Drawer
from wikibot.wiki.attribution import EndedLine
from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.numerals import format_time, parse_time
from wikibot.wikitext.regex import regex

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
        fault = f"this program does not know version {version} of the dice"
        raise ValueError(f"{fault}; a newer one may")
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


def private_name(kind: str, game: str) -> str:
    """The name of a game's private text of this kind. ``game``: the title of its page."""
    return f"{kind} {seal_of(' '.join(game.split()).encode())[:8]}"


# == Sealed dice: faces from the secret of the phase, whose seal was published before ==============

_BYTES = 32
_TEXT = regex(
    r"phase (?P<phase>-?\d{1,9})\nsecret (?P<secret>[0-9a-f]{64})\n"
    r"(?:made (?P<made>\S+)\ngame (?P<game>.*)\n)?"  # texts of older versions lack these
)
_REVEALED = ".revealed"
_ENDED = regex(r"phase (-?\d{1,9}) ended (\S+)")
_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Secret:
    """A secret as its text has it, which never shows in a repr.

    ``game`` is "" in texts of older versions: any game.
    """

    phase: int
    seal: str
    value: bytes = field(repr=False)
    made: datetime = _LONG_AGO
    public: bool = False  # or as good as: never to be used for a roll again


class Vault:
    """The secrets of one game in one drawer."""

    def __init__(self, drawer: Drawer, game: str = "") -> None:
        self.drawer, self.game = drawer, " ".join(game.split())
        self._ended = private_name("ended", game)

    def find(self, seal: str) -> Secret | None:
        """The secret of a seal, None where it is lost (or its text was changed)."""
        return self._read(seal) or self._read(seal + _REVEALED)

    def in_force(self, phase: int, seal: str) -> Secret | None:
        """The secret of a seal for rolls of a phase; None if lost, another phase's, or public."""
        found = self.find(seal)
        return found if found and found.phase == phase and not found.public else None

    def make(self, phase: int, now: datetime) -> Secret:
        """A secret for a phase, safely kept: one made for it and never used, or a new one."""
        kept = next((each for each in self._all() if each.phase == phase and not each.public), None)
        if kept is not None:
            return kept
        value = secrets.token_bytes(_BYTES)
        secret = Secret(phase, seal_of(value), value, now)
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
        every = filter(None, map(_ENDED.fullmatch, lines))
        return tuple((int(found[1]), parse_time(found[2])) for found in every)

    def note_ended(self, phase: int, now: datetime) -> None:
        """Remember that a phase ended in play."""
        every = (*self.ended(), (phase, now))
        lines = (f"phase {each} ended {format_time(time)}\n" for each, time in every)
        self.drawer.write(self._ended, "".join(lines))

    def is_over(self, kept: Secret) -> bool:
        """Whether the bot itself has seen a secret's phase end since the secret was made."""
        return any(kept.phase <= phase and kept.made <= time for phase, time in self.ended())

    # -- texts -------------------------------------------------------------------------------------

    def _all(self) -> Iterator[Secret]:
        return filter(None, map(self._read, self.drawer.names()))

    def _read(self, name: str) -> Secret | None:
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
        return Secret(int(found["phase"]), seal, value, made, public)


SHORT = 16  # characters of a seal that a proof quotes


class Sealed(Stated):
    """Dice from the bot's secrets. ``secret_of`` gives the secret in force for a roll."""

    stated = False

    def __init__(self, secret_of: Callable[[RollRequest], Secret]) -> None:
        self._secret_of = secret_of

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """Faces; raises Missing where the first seal comes after the line."""
        secret = self._secret_of(draw)
        proof = f"by seal {draw.phase} {secret.seal[:SHORT]}"
        return DrawnRoll(drawn(secret.value, draw), proof)


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
_DICE = regex(r"# dice (\w{1,20})(?: (\d{1,4}))?")
_SEAL = regex(
    rf"# seal (-?\d{{1,9}}) sha256:({_HEX}) at ({_TIME})(?: in place of sha256:({_HEX}))?"
)
_SECRET = regex(rf"# secret (-?\d{{1,9}}) sha256:({_HEX}) (?:({_HEX})|lost)")
_ROUND = regex(
    rf"# round (\d{{1,15}}) of ({_HEX}) at ({_TIME}) randomness ({_HEX}) "
    r"signature ([0-9a-f]+)(?: after ([0-9a-f]+))?"
)


class DiceSource(Struct, frozen=True):
    """The source of dice from here on, and how faces are made from it (0: they are not)."""

    name: str
    version: int = 0

    @classmethod
    def of(cls, name: str) -> DiceSource:
        return cls(name, 0 if name == STATED else VERSION)

    @property
    def tag(self) -> str:
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
    line = line.strip()
    with suppress(ValueError):  # a time that does not exist
        if found := _DICE.fullmatch(line):
            return DiceSource(found[1], int(found[2] or (found[1] != STATED)))
        if found := _SEAL.fullmatch(line):
            return Seal(int(found[1]), found[2], parse_time(found[3]), found[4] or "")
        if found := _SECRET.fullmatch(line):
            return Revealed(int(found[1]), found[2], found[3] or "")
        if found := _ROUND.fullmatch(line):
            number, chain, time, *texts = found.groups("")
            return Round(int(number), chain, parse_time(time), *texts)
    return None


# == The keeper of a game's secrets ================================================================

_KEY_BYTES, _PAD, _POINT = 32, 64, 65  # of a key; texts are padded to; of a public key
_LOST = (
    "The key of this game's secrets is not in {}. Put {} back from your backup; until then nothing "
    "that is sealed can be played"
)


class KeyKeeper:
    """A keeper with a key. It never shows in a repr."""

    opened = 0

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _derived(self, purpose: bytes, length: int) -> bytes:
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        return HKDF(SHA256(), length, None, b"wikibot secrets 1 " + purpose).derive(self._key)

    @cached_property
    def _cells(self) -> Any:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        return AESSIV(self._derived(b"cells", 64))

    @cached_property
    def _chance(self) -> bytes:
        return self._derived(b"chance", _KEY_BYTES)

    @cached_property
    def _private(self) -> Any:
        from cryptography.hazmat.primitives.asymmetric import ec

        order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
        number = int.from_bytes(self._derived(b"lines", 48), "big") % (order - 1) + 1
        return ec.derive_private_key(number, ec.SECP256R1())

    @property
    def box(self) -> str:
        """The public key for which lines are sealed: an uncompressed point of P-256, Base64."""
        return base64.b64encode(_point(self._private.public_key())).decode()

    # -- cells and letters -------------------------------------------------------------------------

    def seal(self, place: str, text: str, about: str) -> str:
        """A seal, always the same for the same line, place and text."""
        message = json.dumps([place, text, about]).encode()
        opening = Opening(hmac.digest(self._chance, message, "sha256")[:16].hex(), place, text)
        cipher = self._cells.encrypt(_padded(opening), [opening.hash.encode()])
        return f"{LOCK}{opening.hash}.{base64.b64encode(cipher).decode()}"

    def open(self, seal: str, place: str) -> Opening:
        """What is behind a seal; ``ValueError`` where it is not of this key and place."""
        from cryptography.exceptions import InvalidTag

        found = SEAL.fullmatch(seal)
        if found is None:
            raise ValueError("not a seal")
        try:
            cipher = base64.b64decode(found["cipher"], validate=True)
            text = self._cells.decrypt(cipher, [found["hash"].encode()])
        except InvalidTag:
            raise ValueError("not sealed by this key") from None
        opening = Opening(*json.loads(text))
        if (opening.hash, opening.place) != (found["hash"], place):
            raise ValueError("sealed for another place")
        self.opened += 1
        return opening

    def open_line(self, seal: str, account: str) -> str:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.asymmetric import ec

        found = LINE.fullmatch(seal.strip())
        try:
            cipher = base64.b64decode(found["cipher"] if found else "", validate=True)
            point, rest = cipher[:_POINT], cipher[_POINT:]
            public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
            shared = self._private.exchange(ec.ECDH(), public)
            opening = Opening(*json.loads(_line_box(shared, point).decrypt(bytes(12), rest, None)))
        except (InvalidTag, ValueError, TypeError):
            raise ValueError("not sealed for this game") from None
        known = found is not None and opening.hash == found["hash"]
        if not known or account_name(opening.place) != account_name(account):
            raise ValueError("sealed by somebody else")
        return opening.text

    # -- chance, and names -------------------------------------------------------------------------

    def order(self, about: str, count: int) -> list[int]:
        """The numbers below ``count``, shuffled by Fisher and Yates with dice of the key's own."""
        found = list(range(count))
        for last in range(count - 1, 0, -1):
            other = faces(self._chance, about, "order", last, 1, last + 1)[0] - 1
            found[last], found[other] = found[other], found[last]
        return found

    def veiled(self, text: str) -> str:
        return f"{LOCK}{hmac.digest(self._chance, text.encode(), 'sha256')[:8].hex()}"


def _padded(opening: Opening) -> bytes:
    """The opening as JSON; a text is longer in it than another only by whole blocks."""
    body = json.dumps([opening.salt, opening.place, opening.text]).encode("ascii")
    length = len(json.dumps(opening.text))
    return body + b" " * (-length % _PAD)


def _point(public: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return bytes(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _line_box(shared: bytes, point: bytes) -> Any:
    """The cipher of one line: its key is used for nothing else, so that the nonce may be zero."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return AESGCM(HKDF(SHA256(), _KEY_BYTES, point, b"wikibot line 1").derive(shared))


def seal_line(box: str, account: str, text: str) -> tuple[str, Opening]:
    """A line sealed for the game with this public key, to be sent by that account alone.

    With it comes what proves later what it said. Raises ``ValueError`` for what is no such key.
    """
    from cryptography.hazmat.primitives.asymmetric import ec

    public = ec.EllipticCurvePublicKey.from_encoded_point(
        ec.SECP256R1(), base64.b64decode(box, validate=True)
    )
    own = ec.generate_private_key(ec.SECP256R1())
    point = _point(own.public_key())
    opening = Opening(secrets.token_hex(16), account_name(account), text)
    cipher = _line_box(own.exchange(ec.ECDH(), public), point).encrypt(
        bytes(12), _padded(opening), None
    )
    return f"sealed: {opening.hash}.{base64.b64encode(point + cipher).decode()}", opening


# -- whose key it is -------------------------------------------------------------------------------


class DrawerKeeper(KeyKeeper):
    """The keeper of a game by its private drawer; its key is read, or made, when it is needed.

    ``box``: the public key on the game's page, "" before there is one. A key is never made in place
    of one that is lost: :class:`SecretNotKept` says what to put back. ``trial``: nothing is kept.
    """

    def __init__(self, drawer: Drawer, game: str, box: str, *, trial: bool = False) -> None:
        self.drawer, self.published, self.trial = drawer, box, trial
        self.name = private_name("key", game)

    @cached_property
    def _key(self) -> bytes:  # type: ignore[override]
        try:
            key = bytes.fromhex((self.drawer.read(self.name) or "").strip())
        except ValueError:
            key = b""
        if len(key) == _KEY_BYTES and self.published in ("", KeyKeeper(key).box):
            return key
        if self.published or key:
            what = f"`{self.name}`"
            raise SecretNotKept(ProgramError(_LOST.format(self.drawer.place, what), SETTINGS))
        key = secrets.token_bytes(_KEY_BYTES)
        try:
            if not self.trial:
                self.drawer.write(self.name, key.hex() + "\n")
        except (OSError, ProgramError) as error:
            raise SecretNotKept(error) from None
        return key


class NoKey:
    """In place of a keeper where a log is played again by who has not the key: nothing opens."""

    opened = 0

    def __getattr__(self, _: str) -> Any:
        why = "it has secrets, and only who keeps their key can play it again"
        raise SecretNotKept(ProgramError(why, ATTENTION))


PUBLIC = KeyKeeper(bytes(_KEY_BYTES))  # of `wikibot apply`: everybody has this key
