"""The keeper of a game's secrets: seals and opens with one key, which lies where the dice's do.

The key is 32 random bytes in the game's private drawer (the folder ``seals``). Everything else is
derived from it (HKDF, RFC 5869): cells are encrypted with AES-SIV (RFC 5297), which needs no nonce,
so that what is played again gives the same seal; a line is encrypted by its author for the public
key on the gamestate page (ECDH on P-256, AES-GCM), which a browser's WebCrypto does as well. All of
it is ``cryptography``'s work; here is only which text goes into which box. Texts are padded, so
that no seal tells a short word from a long one.
"""

from __future__ import annotations

import base64
import hmac
import json
import secrets
from functools import cached_property
from typing import Any

from wikibot.dice.session import SecretNotKept, faces, private_name
from wikibot.exits import ATTENTION, SETTINGS, ProgramError
from wikibot.game.secrets import LINE, LOCK, SEAL, Opening
from wikibot.storage.local import Drawer
from wikibot.wikitext.dialect import account_name

_BYTES, _PAD, _POINT = 32, 64, 65  # of a key; texts are padded to; of a public key
_LOST = (
    "The key of this game's secrets is not in {}. Put {} back from your backup; until then nothing "
    "that is sealed can be played"
)


class KeyKeeper:
    """A keeper with a key. It never shows in a repr."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.opened = 0

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
        return self._derived(b"chance", _BYTES)

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
        """The line that an account sealed; ``ValueError`` for what others sealed."""
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
        """A name that tells nothing."""
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

    return AESGCM(HKDF(SHA256(), _BYTES, point, b"wikibot line 1").derive(shared))


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
        self.opened = 0
        self.drawer, self.published, self.trial = drawer, box, trial
        self.name = private_name("key", game)

    @cached_property
    def _key(self) -> bytes:  # type: ignore[override]
        try:
            key = bytes.fromhex((self.drawer.read(self.name) or "").strip())
        except ValueError:
            key = b""
        if len(key) == _BYTES and self.published in ("", KeyKeeper(key).box):
            return key
        if self.published or key:
            what = f"`{self.name}`"
            raise SecretNotKept(ProgramError(_LOST.format(self.drawer.place, what), SETTINGS))
        key = secrets.token_bytes(_BYTES)
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


PUBLIC = KeyKeeper(bytes(_BYTES))  # of `wikibot apply`: everybody has this key
