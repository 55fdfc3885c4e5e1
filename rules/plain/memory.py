"""Sentences that were read before: kept between runs, so that a new run need not load the parser.

Each game keeps its own: what its last runs used, not what the process has read for other games.
What a sentence means depends on its text, on the names that may stand in it and on this program, so
these make its key. What keeps the memory between two runs gives it back by :func:`recall`; a
memory that is damaged, or another program's, is forgotten.
"""

from __future__ import annotations

import hashlib
import zlib
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain

import msgspec
from msgspec import Struct

from rules.plain import tree
from rules.plain.effects import spellings
from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import Phrases, phrases

MOST = 20_000_000  # bytes that are taken back, unpacked
MOST_KNOWN = 8192  # sentences that a process knows, of all its games
MOST_UNUSED = 300  # sentences that are kept although the run that keeps them did not need them


class Parsed(Struct, frozen=True):
    """A sentence. ``rule``: what it means; None: it is for people, for the reason ``why``.

    Of the words of a thing ``rule`` is a tuple of effects. ``says``: the same in one fixed form of
    words. ``unknown``: the first words that were not understood. ``readings``: where there are
    several, in that form. ``work``: how many words were looked at, each as often as that.
    """

    rule: tree.Rule | tuple[tree.Effect, ...] | None = None
    unknown: str = ""
    why: str = ""
    readings: tuple[str, ...] = ()
    says: str = ""
    work: int = 0


class _Kept(Struct, frozen=True):
    """A memory between two runs. ``program``: which one made it."""

    program: str
    phrases: Phrases
    parsed: dict[str, Parsed]


class Memory:
    """What was read.

    ``known``: in this process; ``before``: by earlier runs on the same pages, as taken back from
    ``kept``; ``used``: in this run.
    """

    def __init__(self) -> None:
        self.phrases: Phrases | None = None
        self.known: dict[str, Parsed] = {}
        self.before: dict[str, Parsed] = {}
        self.used: dict[str, Parsed] = {}
        self.kept = b""

    def find(self, key: str) -> Parsed | None:
        """A sentence that was read before."""
        found = self.known.get(key) or self.before.get(key)
        if found is not None:
            self.used[key] = found
        return found

    def note(self, key: str, parsed: Parsed) -> Parsed:
        """Keep a sentence that was read now."""
        if len(self.known) >= MOST_KNOWN:
            del self.known[next(iter(self.known))]
        self.known[key] = self.used[key] = parsed
        return parsed


MEMORY = Memory()


def known() -> Phrases:
    """The grammar's own phrases."""
    if MEMORY.phrases is None:
        MEMORY.phrases = phrases(spellings())
    return MEMORY.phrases


def remember() -> bytes:
    """What to keep of this run for the next one on these pages; nothing where nothing is new."""
    if MEMORY.phrases is None or MEMORY.used.keys() <= MEMORY.before.keys():
        return b""
    unused = [each for each in MEMORY.before.items() if each[0] not in MEMORY.used]
    parsed = {**dict(unused[-MOST_UNUSED:]), **MEMORY.used}
    return zlib.compress(msgspec.msgpack.encode(_Kept(program(), MEMORY.phrases, parsed)))


def recall(kept: bytes) -> None:
    """Begin a run with what an earlier run of this very program on the same pages has read."""
    MEMORY.used = {}
    if kept == MEMORY.kept:
        return
    MEMORY.kept, MEMORY.before = kept, {}
    with suppress(zlib.error, msgspec.MsgspecError, RecursionError):
        found = msgspec.msgpack.decode(zlib.decompressobj().decompress(kept, MOST), type=_Kept)
        if found.program == program():
            MEMORY.phrases, MEMORY.before = found.phrases, found.parsed


@lru_cache(maxsize=8192)
def key_of(text: str, vocabulary: PlainVocabulary, start: str, table: str) -> str:
    """What tells one reading of a sentence from another."""
    said = msgspec.msgpack.encode((text, vocabulary, start, table))
    return hashlib.sha256(said).hexdigest()[:32]


@cache
def program() -> str:
    """What tells this way of reading sentences from that of another version: its own files."""
    inner = (e.iterdir() if e.is_dir() else (e,) for e in files("rules.plain").iterdir())
    own = (e for e in chain.from_iterable(inner) if e.name.endswith((".py", ".lark", ".words")))
    texts = (each.read_bytes() for each in sorted(own, key=lambda each: each.name))
    return hashlib.sha256(b"\0".join(texts)).hexdigest()
