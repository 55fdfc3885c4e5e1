"""Secrets of a game: what stands on its pages sealed, and who keeps the key.

A *seal* is what people see in place of a text: a salted SHA-256 hash that commits to the text, and
the text itself, encrypted for the bot alone. So the page holds everything, and nobody can read it
or put another text in its place. A state has seals and never what they hide: nothing that is made
from a state (a page, a log, JSON, a journal) can tell a secret. Rules ask the :class:`Keeper` that
the shell has put at hand; without one, or without its key, no seal opens.

What was revealed is in the log in clear, with its salt: anyone can hash it again
(:func:`commitment`), which is what ``verify`` does.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from msgspec import Struct

from wikibot.game.problems import Held
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

LOCK = "🔒"
_BASE64 = r"[A-Za-z0-9+/]{40,6000}={0,2}"
SEAL = regex(rf"{LOCK}(?P<hash>[0-9a-f]{{64}})\.(?P<cipher>{_BASE64})")
LINE = regex(rf"sealed:\s*(?P<hash>[0-9a-f]{{64}})\.(?P<cipher>{_BASE64})[.\s]*")
_SHORT = 8  # digits of a hash that tell one seal from another where people read it
SEALED_MARK, OPENED_MARK = "# sealed ", "# opened "
_HASH = "sha256:(?P<hash>[0-9a-f]{64})"
_SEALED = regex(rf"{SEALED_MARK}{_HASH} (?P<place>.+)")
_OPENED = regex(rf"{OPENED_MARK}{_HASH} (?P<salt>[0-9a-f]{{32}}) (?P<rest>\[.+\])")


class Opening(Struct, frozen=True):
    """What a seal hides: a text, the place that it was sealed for, and the salt of its hash.

    ``place``: a cell, ``Role of Ann``; of a line, the account that may send it.
    """

    salt: str
    place: str
    text: str

    @property
    def hash(self) -> str:
        """The hash that commits to it: SHA-256 of the JSON list of salt, place and text."""
        listed = json.dumps([self.salt, self.place, self.text], separators=(",", ":"))
        return hashlib.sha256(listed.encode("ascii")).hexdigest()


class Letter(Struct, frozen=True, gc=False):
    """A message for one player alone. ``seal``: of its text, for that player."""

    player: str
    seal: str


def letter_to(player: str) -> str:
    """The place that a letter to a player is sealed for."""
    return f"letter to {player}"


class Keeper(Protocol):
    """Who has the key of a game's secrets. Everything follows from the key and the arguments.

    So what is played again, after a crash or by ``verify``, leads to the same seals.
    """

    opened: int  # how many seals were opened so far

    def seal(self, place: str, text: str, about: str) -> str:
        """The seal of a text. ``about``: the line that has it sealed."""

    def open(self, seal: str, place: str) -> Opening:
        """What a seal hides; ``ValueError`` where it was made elsewhere, or for another place."""

    def open_line(self, seal: str, account: str) -> str:
        """The line that an account sealed; ``ValueError`` where it cannot be opened."""

    def order(self, about: str, count: int) -> list[int]:
        """The numbers below ``count`` in an order that nobody knows."""

    def veiled(self, text: str) -> str:
        """A name for a text that tells nothing of it, and is the same for the same text."""


_AT_HAND: ContextVar[Keeper | None] = ContextVar("keeper", default=None)


@contextmanager
def at_hand(keeper: Keeper | None) -> Iterator[None]:
    """Have seals made and opened by a keeper within a ``with`` block."""
    before = _AT_HAND.set(keeper)
    try:
        yield
    finally:
        _AT_HAND.reset(before)


def keeper(rule: str = "") -> Keeper:
    """The keeper at hand. Raises ``Held`` without one."""
    found = _AT_HAND.get()
    if found is None:
        raise Held(rule, say("only the bot itself can open what is sealed"))
    return found


def times_opened() -> int:
    """How many seals were opened so far: whether something was told by what is secret."""
    found = _AT_HAND.get()
    return found.opened if found else 0


def is_sealed(cell: object) -> bool:
    """Whether a value is a seal."""
    return isinstance(cell, str) and cell.startswith(LOCK) and SEAL.fullmatch(cell) is not None


def unsealed(seal: str, place: str, rule: str = "") -> Opening:
    """What a seal at a place hides. Raises ``Held`` for one that does not belong there."""
    try:
        return keeper(rule).open(seal, place)
    except ValueError:
        why = say("the seal at {} was not made for it; put back what stood there", place)
        raise Held(rule, why) from None


def hash_of(seal: str) -> str:
    """The hash by which a seal commits to its text; "" for what is no seal."""
    found = SEAL.fullmatch(seal)
    return found["hash"] if found else ""


def in_short(text: str) -> str:
    """A text with its seals as people read them: a lock and the first digits of the hash."""
    return SEAL.sub(lambda found: f"{LOCK}{found['hash'][:_SHORT]}", text) if LOCK in text else text


# -- what a log says of them -----------------------------------------------------------------------


def sealed_record(seal: str, place: str) -> str:
    """The line of a log that says what was sealed where."""
    return f"{SEALED_MARK}sha256:{hash_of(seal)} {place}"


def opened_record(opening: Opening) -> str:
    """The line of a log that reveals what a seal hid."""
    listed = json.dumps([opening.place, opening.text])
    return f"{OPENED_MARK}sha256:{opening.hash} {opening.salt} {listed}"


def come_true(proofs: Iterable[str], state: object) -> tuple[str, ...]:
    """What a log says of an action that led to a state: nothing of secrets that it left alone.

    Of what was sealed, what stands so in the end, or was opened; of what was opened, what is.
    """
    proofs = tuple(proofs)
    if not any(each.startswith((SEALED_MARK, OPENED_MARK)) for each in proofs):
        return proofs
    there = {found["hash"] for found in SEAL.finditer(repr(state))}
    opened = {each[0] for each in filter(None, map(read_opened, proofs))} - there
    sealed = {each[0] for each in filter(None, map(read_sealed, proofs))} & (there | opened)
    kept = {SEALED_MARK: sealed, OPENED_MARK: opened}
    return tuple(
        each
        for each in proofs
        if all(not each.startswith(mark) or _hash_in(each) in kept[mark] for mark in kept)
    )


def _hash_in(record: str) -> str:
    found = read_opened(record) or read_sealed(record)
    return found[0] if found else ""


def read_sealed(line: str) -> tuple[str, str] | None:
    """Hash and place of what was sealed; None for another line."""
    found = _SEALED.fullmatch(line.strip())
    return (found["hash"], found["place"]) if found else None


def read_opened(line: str) -> tuple[str, Opening] | None:
    """The hash that a log says, and what it says to have been behind it; None for another line."""
    found = _OPENED.fullmatch(line.strip())
    if not found:
        return None
    try:
        place, text = json.loads(found["rest"])
    except ValueError:
        return None
    return found["hash"], Opening(found["salt"], str(place), str(text))
