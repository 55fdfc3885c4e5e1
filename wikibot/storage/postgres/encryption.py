"""Secrets are encrypted before they leave the process: the database has no key and no plain text.

AES-256-GCM of `cryptography`, with the place of the text (game, drawer, name) as associated data: a
row that is copied to another game or name cannot be decrypted there, which Fernet, without
associated data, would not notice. The key is the operator's: the environment variable, or the
systemd credential. Several keys may stand there, of which the first encrypts and all decrypt, so
that a key can be replaced while workers run.

A sealed text is: one byte for the form, four that tell the key, a nonce of twelve, the ciphertext.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
from collections.abc import Mapping, Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from wikibot.config.secrets import from_environment
from wikibot.exits import SETTINGS, ProgramError

VARIABLE, CREDENTIAL = "WIKIBOT_FARM_KEY", "wikibot-farm-key"
_FORM = b"\x01"
_KEY, _NAME, _NONCE = 32, 4, 12  # bytes
_WHERE = f"{VARIABLE}, or in the systemd credential {CREDENTIAL}"


class KeyFault(ProgramError):
    """The key is missing, is none, or is not the one; the message says what to do."""

    exit_code = SETTINGS


class Keys:
    """The keys of a farm. They never show in a repr."""

    __slots__ = ("_ciphers", "_first")

    def __init__(self, keys: Sequence[bytes]) -> None:
        """``keys``: 32 bytes each; the first encrypts."""
        self._ciphers = {_name_of(key): AESGCM(key) for key in reversed(keys)}
        self._first = keys[0]

    def __repr__(self) -> str:
        return f"Keys({len(self._ciphers)} hidden)"

    @classmethod
    def read(cls, text: str) -> Keys:
        """From the keys as text, with blanks or commas between. Raises :class:`KeyFault`."""
        words = text.replace(",", " ").split()
        try:
            keys = [base64.b64decode(word, altchars=b"-_", validate=True) for word in words]
        except (binascii.Error, ValueError):
            keys = []
        if not keys or any(len(key) != _KEY for key in keys):
            why = "32 bytes in base64 are expected, as `wikibot farm init` prints them"
            raise KeyFault(f"what stands in {_WHERE} is not a key: {why}")
        return cls(keys)

    @classmethod
    def find(cls, environment: Mapping[str, str] | None = None) -> Keys:
        """From the environment or the systemd credential. Raises :class:`KeyFault`."""
        text = from_environment(VARIABLE, CREDENTIAL, environment)
        if not text:
            why = "it encrypts the secrets of the games. `wikibot farm init` prints a new one"
            raise KeyFault(f"there is no key in {_WHERE}; {why}")
        return cls.read(text)

    def seal(self, text: str, *place: str) -> bytes:
        """Encrypt a text for its place."""
        head, nonce = _FORM + _name_of(self._first), os.urandom(_NONCE)
        cipher = self._ciphers[_name_of(self._first)]
        return head + nonce + cipher.encrypt(nonce, text.encode(), head + _bound(place))

    def unseal(self, sealed: bytes, *place: str) -> str:
        """Decrypt what was encrypted for this place. Raises :class:`KeyFault`."""
        head, nonce, rest = sealed[:5], sealed[5:17], sealed[17:]
        cipher = self._ciphers.get(head[1:]) if head[:1] == _FORM else None
        what = place[0] if len(place) == 1 else f"{place[-1]} of {place[0]}"
        if cipher is None:
            why = f"is encrypted with another key than the one in {_WHERE}"
            raise KeyFault(
                f"{what} {why}. Set the farm's own; after a change, both, the new one first"
            )
        try:
            return cipher.decrypt(nonce, rest, head + _bound(place)).decode()
        except (InvalidTag, ValueError):
            why = "it was changed in the database, or moved there from another place"
            raise KeyFault(
                f"{what}: {why}; put it back from a backup, or add the game anew"
            ) from None

    def is_current(self, sealed: bytes) -> bool:
        """Whether it is encrypted with the first key."""
        return sealed[:5] == _FORM + _name_of(self._first)

    def tag(self, *parts: str) -> bytes:
        """A name that only an owner of the key can make from these parts; 32 bytes."""
        return hmac.digest(self._first, b"tag" + _bound(parts), "sha256")


def new_key() -> str:
    """A key at random, as text."""
    return base64.urlsafe_b64encode(os.urandom(_KEY)).decode()


def _name_of(key: bytes) -> bytes:
    """By which a key is known; it tells nothing of it."""
    return hashlib.sha256(b"wikibot farm key" + key).digest()[:_NAME]


def _bound(parts: Sequence[str]) -> bytes:
    """Parts as bytes, of which no two lists have the same."""
    encoded = [part.encode() for part in parts]
    return b"".join(len(each).to_bytes(4, "big") + each for each in encoded)
