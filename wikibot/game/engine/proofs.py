"""Proofs of rolls: what a log says about the bot's rolls, so that anyone can make them again.

    # roll 17.1234.0 by seal 12 9f86d081884c7d65: 2d4 (1, 3) = 4 for movement

First the line that the roll is keyed by, then what the faces were made from (the source's own
words), the roll as it fell, and its label; the second roll with the same label in one performance
ends with ``#2``. A line of a log states its own rolls; an event has no line, so that its proof is
where a replay finds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from wikibot.game.engine.dice import DrawnRoll, RollRequest, Stated
from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll, parse_rolls
from wikibot.wikitext.numerals import integer

ROLL_MARK = "# roll "
_PROOF = re.compile(
    r"# roll (?P<key>\S+) (?P<source>.{1,100}?): (?P<roll>\d{1,4}d\d{1,9} \([\d, ]*\) = \d{1,14}) "
    r"for (?P<label>.*?)(?: #(?P<index>\d{1,6}))?"
)


class Proof(Struct, frozen=True):
    """A proof as read: line's identity, source's words, roll, label, index among its rolls."""

    key: str
    source: str
    roll: Roll
    label: str
    index: int


def proof_of(draw: RollRequest, roll: Roll, source: str) -> str:
    """The line of a log that proves a roll."""
    index = f" #{draw.index}" if draw.index > 1 else ""
    return f"{ROLL_MARK}{draw.key} {source}: {roll} for {draw.label}{index}"


def read_proof(line: str) -> Proof | None:
    """A proof, or None for any other line (or a spoiled one)."""
    found = _PROOF.fullmatch(line.strip())
    if not found:
        return None
    try:
        (roll,) = parse_rolls(found["roll"])
    except (Unclear, ValueError):
        return None
    index = integer(found["index"] or "1")
    return Proof(found["key"], found["source"], roll, found["label"], index)


class Recorded(Stated):
    """The source of dice for a log that is played again: events get the rolls of their proofs."""

    def __init__(self, lines: Iterable[str]) -> None:
        proofs = [proof for proof in map(read_proof, lines) if proof and "@" in proof.key]
        self._rolls = {(p.key, p.label, p.index, p.roll.count, p.roll.sides): p for p in proofs}

    def faces(self, draw: RollRequest) -> DrawnRoll | None:
        """The faces that fell, or None for a roll that the log does not have."""
        proof = self._rolls.get((draw.key, draw.label, draw.index, draw.count, draw.sides))
        return DrawnRoll(proof.roll.faces, proof.source) if proof else None
