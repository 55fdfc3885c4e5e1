"""The source ``beacon``: faces from the first round of a public beacon after the line."""

from __future__ import annotations

import hashlib
import importlib.util
import struct
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct

from wikibot.config.settings import Settings
from wikibot.dice.session import (
    BEACON,
    SEALED,
    STATED,
    DiceRecord,
    DiceSession,
    DiceSource,
    Revealed,
    Round,
    Seal,
    Sealed,
    Secret,
    SecretNotKept,
    Vault,
    drawn,
)
from wikibot.exits import ProgramError
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.standing_rolls import DrawnRoll, FaceSource, RollRequest, Stated
from wikibot.game.problems import MissingRoll
from wikibot.game.state import Kind, Pending, State
from wikibot.storage.cursor import Cursor, Wait
from wikibot.storage.local import Drawer
from wikibot.wiki.attribution import EndedLine
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import format_time

# == A drand chain: when which round comes, whether a round belongs to it and is signed. Pure ======
#
# Sources: https://docs.drand.love/docs/specification/ for rounds, messages and the chain hash;
# the constants are those of the League of Entropy's main network (``/info`` of its relays), and
# each is held by the chain hash itself. Signatures are checked with the library ``py_ecc`` (extra
# ``beacon``); schemes: https://docs.drand.love/docs/cryptography/, curves and hashing to them:
# RFC 9380 and its BLS draft.

G1_SCHEME = "bls-unchained-g1-rfc9380"  # signatures on G1, each round by itself
CHAINED = "pedersen-bls-chained"  # signatures on G2, each round with the signature before it
UNCHAINED = "pedersen-bls-unchained"
_ON_G1 = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_ON_G2 = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"


class BadChain(ValueError):
    """A relay's facts do not lead to the chain's hash, or a round is not one of the chain's."""


class BeaconChain(Struct, frozen=True):
    """A chain: ``period`` in seconds, ``genesis`` in seconds since 1970, keys in hexadecimal."""

    period: int
    genesis: int
    public_key: str
    seed: str
    scheme: str = G1_SCHEME
    beacon: str = ""  # its identifier, "" for the default one

    @property
    def hash(self) -> str:
        """The chain's hash, which names it and fixes everything but its scheme."""
        head = struct.pack(">Iq", self.period, self.genesis)
        body = bytes.fromhex(self.public_key) + bytes.fromhex(self.seed)
        return hashlib.sha256(head + body + self.beacon.encode()).hexdigest()

    def time_of(self, number: int) -> datetime:
        """When a round comes out. The first is number 1."""
        since = timedelta(seconds=(number - 1) * self.period)
        return datetime.fromtimestamp(self.genesis, UTC) + since

    def first_from(self, time: datetime) -> int:
        """The first round that comes out at ``time`` or later."""
        seconds = (time - datetime.fromtimestamp(self.genesis, UTC)).total_seconds()
        return max(1, -int(-seconds // self.period) + 1)

    def message(self, found: Round) -> bytes:
        """What the network signs for a round."""
        number = struct.pack(">Q", found.number)
        before = bytes.fromhex(found.previous) if self.scheme == CHAINED else b""
        return hashlib.sha256(before + number).digest()


def chain_from_info(info: object, wanted: str) -> BeaconChain:
    """A chain from a relay's ``/info``; raises :class:`BadChain` if that is another."""
    try:
        data = dict(info)  # type: ignore[call-overload]  # anything may have come: a TypeError says so
        beacon = str(data.get("metadata", {}).get("beaconID", ""))
        chain = BeaconChain(
            int(data["period"]), int(data["genesis_time"]), str(data["public_key"]),
            str(data["groupHash"]), str(data.get("schemeID", "")),
            "" if beacon == "default" else beacon,
        )  # fmt: skip
        right = chain.hash == wanted and chain.period > 0
    except (ValueError, TypeError, KeyError, AttributeError, struct.error) as error:
        fault = f"what it says about the chain cannot be read ({type(error).__name__})"
        raise BadChain(fault) from None
    if not right:
        raise BadChain("what it says about the chain does not lead to the chain's hash")
    return chain


def check_round(chain: BeaconChain, found: Round) -> None:
    """Raise :class:`BadChain` unless a round's time and randomness follow from its signature."""
    if found.chain != chain.hash or found.time != chain.time_of(found.number):
        raise BadChain(f"round {found.number} belongs to another chain or time")
    if hashlib.sha256(bytes.fromhex(found.signature)).hexdigest() != found.randomness:
        raise BadChain(f"the randomness of round {found.number} is not the hash of its signature")


QUICKNET = BeaconChain(
    3,
    1692803367,
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    G1_SCHEME,
    "quicknet",
)
DEFAULT = BeaconChain(
    30,
    1595431050,
    "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31",
    "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",
    CHAINED,
)
KNOWN = {chain.hash: chain for chain in (QUICKNET, DEFAULT)}


# -- signatures of rounds --------------------------------------------------------------------------


def can_check(chain: BeaconChain) -> bool:
    """Whether the library is installed and knows the chain's scheme."""
    known = chain.scheme in (G1_SCHEME, CHAINED, UNCHAINED)
    return known and importlib.util.find_spec("py_ecc") is not None


def is_signed(chain: BeaconChain, found: Round) -> bool:
    """Whether the network signed this round, in a quarter of a second; first :func:`can_check`.

    That is so if the product of two pairings is one. When it is loaded, ``py_ecc`` lets the whole
    program recurse 100,000 calls deep; readers of JSON that are written in C run out of stack
    before that, and the program would end without a word.
    """
    limit = sys.getrecursionlimit()
    try:
        from py_ecc.bls.g2_primitives import pubkey_to_G1, signature_to_G2
        from py_ecc.bls.hash_to_curve import hash_to_G1, hash_to_G2
        from py_ecc.optimized_bls12_381 import FQ12, G1, G2, final_exponentiate, neg, pairing

        signature, key = (bytes.fromhex(each) for each in (found.signature, chain.public_key))
        message, pairs = chain.message(found), list[tuple[Any, Any]]()  # on G2, on G1
        if chain.scheme == G1_SCHEME:
            hashed: Any = hash_to_G1(message, _ON_G1, hashlib.sha256)
            pairs += (G2, neg(pubkey_to_G1(signature))), (signature_to_G2(key), hashed)
        else:
            hashed = hash_to_G2(message, _ON_G2, hashlib.sha256)
            pairs += (signature_to_G2(signature), neg(G1)), (hashed, pubkey_to_G1(key))
        product: Any = FQ12.one()
        for each in pairs:
            product = product * pairing(*each, final_exponentiate=False)
        return bool(final_exponentiate(product) == FQ12.one())
    except (ValueError, AssertionError, IndexError):
        return False  # no point of the curve at all
    finally:
        sys.setrecursionlimit(limit)


# == drand over HTTP: rounds of one chain from several relays, which have to agree =================
#
# Source: https://docs.drand.love/developer/http-api (v1: ``/CHAIN/info`` and
# ``/CHAIN/public/ROUND``).

AGREE = 2  # relays that have to say the same
_SECONDS = 5


class NoRound(Exception):
    """A round (or what a chain is) cannot be had now; ``str`` says why."""


class Relays:
    """Some relays of one chain. Their answers are kept; those that failed are not asked again."""

    def __init__(self, addresses: Sequence[str], chain: str) -> None:
        self.addresses, self.chain_hash = tuple(addresses), chain
        self._chain = KNOWN.get(chain)
        self._rounds: dict[int, Round] = {}
        self._down: dict[str, str] = {}

    def chain(self) -> BeaconChain:
        """The chain's facts, checked by its hash. Raises :class:`NoRound`."""
        for address in self.addresses if self._chain is None else ():
            try:
                self._chain = chain_from_info(self._get(address, "info"), self.chain_hash)
                break
            except (NoRound, BadChain) as error:
                self._down.setdefault(address, str(error))
        if self._chain is None:
            fault = f"no relay of the beacon tells what chain {self.chain_hash} is"
            raise NoRound(f"{fault} ({self.faults})")
        return self._chain

    def round(self, number: int) -> Round:
        """A round that is out, checked, and told alike by two relays. Raises :class:`NoRound`."""
        if number not in self._rounds:
            self._rounds[number] = self._agreed(number)
        return self._rounds[number]

    @property
    def faults(self) -> str:
        return "; ".join(f"{address}: {why}" for address, why in self._down.items())

    def _agreed(self, number: int) -> Round:
        chain, told = self.chain(), list[Round]()
        for address in self.addresses:
            if address in self._down:
                continue
            try:
                told.append(self.ask(chain, address, number))
            except (NoRound, BadChain) as error:
                self._down[address] = str(error)
                continue
            if told[-1] != told[0]:
                fault = "the relays of the beacon contradict each other"
                raise NoRound(f"{fault} about round {number}")
            if len(told) >= min(AGREE, len(self.addresses)):
                return told[0]
        fault = f"round {number} of the beacon cannot be had from {AGREE} relays yet"
        raise NoRound(f"{fault} ({self.faults})")

    def ask(self, chain: BeaconChain, address: str, number: int) -> Round:
        """The checked answer of one relay. Raises :class:`NoRound` or :class:`BadChain`."""
        data = self._get(address, f"public/{number}")
        try:
            found = Round(
                int(data["round"]), chain.hash, chain.time_of(number), str(data["randomness"]),
                str(data["signature"]), str(data.get("previous_signature") or ""),
            )  # fmt: skip
            bytes.fromhex(found.randomness + found.signature + found.previous)
            if found.number != number:
                raise BadChain(f"it gives round {found.number} for round {number}")
            check_round(chain, found)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            why = str(error) if isinstance(error, BadChain) else type(error).__name__
            raise BadChain(f"its answer cannot be used ({why})") from None
        if can_check(chain) and not is_signed(chain, found):
            raise BadChain(f"the network did not sign what it gives for round {number}")
        return found

    def _get(self, address: str, path: str) -> Any:
        import requests

        from wikibot.wiki.session import BoundedSession

        try:
            with BoundedSession() as session:
                url = f"{address.rstrip('/')}/{self.chain_hash}/{path}"
                answer = session.get(url, timeout=_SECONDS)
            if answer.status_code != requests.codes.ok:
                raise NoRound(f"HTTP {answer.status_code}")
            return answer.json()
        except (requests.RequestException, ValueError) as error:
            raise NoRound(type(error).__name__) from None


# == The source ``beacon``: faces from the first round of a public beacon after the line ===========

MARGIN = timedelta(minutes=1)  # that a wiki's clock may lag without the player knowing the round


class Beacon:
    """Dice from a beacon at server time ``now``. ``waits``: orders whose roll is still to come."""

    stated = False

    def __init__(self, relays: Relays, waits: Iterable[Wait], now: datetime) -> None:
        self.relays, self.now = relays, now
        self.waits = {wait.waits: wait for wait in waits}
        self.used: dict[int, Round] = {}

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """Faces from the round that belongs to the line; raises :class:`Missing` without it."""
        try:
            found = self.round_after(draw.written)
        except NoRound as error:
            self.waits[draw.waits] = Wait(draw.waits, draw.action.id, draw.written)
            how = say("The line is played by itself when it can be made: {}", error)
            raise MissingRoll(draw.asks, how=how) from None
        self.waits.pop(draw.waits, None)
        self.used[found.number] = found
        made = drawn(bytes.fromhex(found.randomness), draw)
        proof = f"by round {found.number} after {format_time(draw.written)}"
        return DrawnRoll(made, proof)

    def awaits(self, identity: ActionId) -> bool:
        """Whether its roll is settled by then, although it cannot be read yet."""
        return identity in self.waits

    def round_after(self, written: datetime) -> Round:
        """The round that belongs to a line of that time; raises :class:`NoRound`."""
        chain = self.relays.chain()
        number = round_for(chain, written)
        if chain.time_of(number) > self.now:
            out = format_time(chain.time_of(number))
            raise NoRound(say("round {} of the beacon comes out at {}", str(number), out))
        return self.relays.round(number)

    def out_by(self, written: datetime, time: datetime) -> bool:
        """Whether the round that belongs to a line of that time was out at another time."""
        return (self._comes(written) or written + MARGIN) <= time

    def due(self, wait: Wait) -> datetime:
        """When to look next for the round of a waiting order."""
        return self._comes(wait.written) or self.now

    def _comes(self, written: datetime) -> datetime | None:
        """When the round that belongs to a line comes out; None where that is not known."""
        try:
            chain = self.relays.chain()
        except NoRound:
            return None
        return chain.time_of(round_for(chain, written))


def round_for(chain: BeaconChain, written: datetime) -> int:
    """The number of the round that belongs to a line."""
    return chain.first_from(written + MARGIN)


# == The dice session of a sync that saves: makes seals, opens those that are over, finds rounds ===

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
