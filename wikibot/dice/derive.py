"""Faces from a secret or from public randomness, in one way, which ``verify`` repeats.

Each die is HMAC-SHA256 (RFC 2104) over who, what for and which die, reduced to a face by rejection
sampling, so that every face is as likely as any other. Nothing is shared between rolls: their order
does not matter.
"""

from __future__ import annotations

import hashlib
import hmac
import json

from wikibot.game.engine.standing_rolls import RollRequest

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
