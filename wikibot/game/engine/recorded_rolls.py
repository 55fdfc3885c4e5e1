"""The rolls of events as a log has them: what came about by itself does so again, with the same dice.

A line of a log states its own rolls; an event has no line, so its proof is what tells them.
"""

from __future__ import annotations

from collections.abc import Iterable

from wikibot.game.engine.dice import Draw, Drawn, Stated
from wikibot.game.engine.proofs import read_proof


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
