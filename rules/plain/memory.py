"""Sentences that were read before: kept between runs, so that a new run need not load the parser.

What a sentence means depends on its text, on the names that may stand in it and on this program, so
these make its key. Whoever keeps the memory between two runs gives it back by :func:`recall`; one
that is damaged, or another program's, is forgotten.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from msgspec import Struct

from rules.plain.tree import Effect, Rule
from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import Phrases

MOST = 20_000_000  # bytes that are taken back, unpacked


class Parsed(Struct, frozen=True):
    """A sentence. ``rule``: what it means; None: it is for people, for the reason ``why``.

    Of the words of a thing ``rule`` is a tuple of effects. ``says``: the same in one fixed form of
    words. ``unknown``: the first words that were not understood. ``readings``: where there are
    several, in that form.
    """

    rule: Rule | tuple[Effect, ...] | None = None
    unknown: str = ""
    why: str = ""
    readings: tuple[str, ...] = ()
    says: str = ""


class _Kept(Struct, frozen=True):
    """A memory between two runs. ``program``: which one made it."""

    program: str
    phrases: Phrases
    parsed: dict[str, Parsed]


class Memory:
    """What was read. ``used``: in this run; ``known``: in this run or before it."""

    def __init__(self) -> None:
        self.phrases: Phrases | None = None
        self.known: dict[str, Parsed] = {}
        self.used: dict[str, Parsed] = {}

    def find(self, key: str) -> Parsed | None:
        """A sentence that was read before."""
        found = self.known.get(key)
        if found is not None:
            self.used[key] = found
        return found

    def note(self, key: str, parsed: Parsed) -> Parsed:
        """Keep a sentence that was read now."""
        self.known[key] = self.used[key] = parsed
        return parsed


MEMORY = Memory()


def remember() -> bytes:
    """What this run has read, to be kept; nothing where it has read nothing."""
    if not MEMORY.used or MEMORY.phrases is None:
        return b""
    kept = _Kept(program(), MEMORY.phrases, dict(sorted(MEMORY.used.items())))
    return zlib.compress(msgspec.msgpack.encode(kept))


def recall(kept: bytes) -> None:
    """Take back what an earlier run of this very program has read."""
    with suppress(zlib.error, msgspec.MsgspecError, RecursionError):
        unpacked = zlib.decompressobj().decompress(kept, MOST)
        found = msgspec.msgpack.decode(unpacked, type=_Kept)
        if found.program == program():
            MEMORY.phrases = found.phrases
            MEMORY.known = {**found.parsed, **MEMORY.known}


def key_of(text: str, vocabulary: PlainVocabulary, start: str, table: str) -> str:
    """What tells one reading of a sentence from another."""
    said = msgspec.msgpack.encode((text, vocabulary, start, table))
    return hashlib.sha256(said).hexdigest()[:32]


@cache
def program() -> str:
    """What tells this way of reading sentences from that of another version: its own files."""
    texts = (each.read_bytes() for each in sorted(_own(), key=lambda each: each.name))
    return hashlib.sha256(b"\0".join(texts)).hexdigest()


def _own() -> Iterator[Traversable]:
    for each in files("rules.plain").iterdir():
        inner = tuple(each.iterdir()) if each.is_dir() else (each,)
        yield from (file for file in inner if file.name.endswith((".py", ".lark")))
