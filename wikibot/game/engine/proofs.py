"""Proofs of rolls: what a log says about a roll that the bot made, so that anyone can make it again.

    # roll 17.1234.0 by seal 12 9f86d081884c7d65: 2d4 (1, 3) = 4 for movement

First the line that the roll is keyed by, then what the faces were made from (the source's own
words), the roll as it fell, and its label; the second roll with the same label in one performance
ends with ``#2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wikibot.game.engine.dice import Draw, Drawn, Stated
from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll, parse_rolls
from wikibot.wikitext.numerals import integer

ROLL_MARK = "# roll "
_PROOF = re.compile(
    r"# roll (?P<key>\S+) (?P<source>.{1,100}?): (?P<roll>\d{1,4}d\d{1,9} \([\d, ]*\) = \d{1,14}) "
    r"for (?P<label>.*?)(?: #(?P<index>\d{1,6}))?"
)


@dataclass(frozen=True)
class Proof:
    """A proof as read: line's identity, source's words, roll, label, index among rolls of that label."""

    key: str
    source: str
    roll: Roll
    label: str
    index: int


def proof_of(draw: Draw, roll: Roll, source: str) -> str:
    """The line of a log that proves a roll."""
    index = f" #{draw.index}" if draw.index > 1 else ""
    return f"{ROLL_MARK}{draw.key} {source}: {roll} for {draw.label}{index}"


def read_proof(line: str) -> Proof | None:
    """A proof, or None for a line that is none (or one that somebody spoiled)."""
    found = _PROOF.fullmatch(line.strip())
    if not found:
        return None
    try:
        (roll,) = parse_rolls(found["roll"])
    except (Unclear, ValueError):
        return None
    return Proof(
        found["key"], found["source"], roll, found["label"], integer(found["index"] or "1")
    )


class Recorded(Stated):
    """The source of dice for a log that is played again."""

    def __init__(self, lines: Iterable[str]) -> None:
        proofs = [proof for proof in map(read_proof, lines) if proof and "@" in proof.key]
        self._proofs = {(proof.key, proof.label, proof.index): proof for proof in proofs}

    def faces(self, draw: Draw) -> Drawn | None:
        """The faces that fell, or None for a roll that the log does not have."""
        proof = self._proofs.get((draw.key, draw.label, draw.index))
        if proof is None or (proof.roll.count, proof.roll.sides) != (draw.count, draw.sides):
            return None
        return Drawn(proof.roll.faces, proof.source)
