"""The source ``sealed``: faces from the secret of the phase, whose seal was published before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from wikibot.dice.derive import faces
from wikibot.game.actions import ActionId
from wikibot.game.engine.dice import DrawnRoll, RollRequest

SHORT = 16  # characters of a seal that a proof quotes


@dataclass(frozen=True)
class Secret:
    """The secret of one seal. It never shows in a repr."""

    seal: str
    value: bytes = field(repr=False)


class Sealed:
    """Dice from the bot's secrets. ``secret_of`` gives the secret in force for a roll."""

    stated = False

    def __init__(self, secret_of: Callable[[RollRequest], Secret]) -> None:
        self._secret_of = secret_of

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """Faces; raises Missing where the first seal comes after the line."""
        secret = self._secret_of(draw)
        made = faces(secret.value, draw.key, draw.label, draw.index, draw.count, draw.sides)
        return DrawnRoll(made, sealed_proof(draw.phase, secret.seal))

    def awaits(self, identity: ActionId) -> bool:
        """Nothing ever waits."""
        del identity
        return False


def sealed_proof(phase: int, seal: str) -> str:
    """The text of a proof."""
    return f"by seal {phase} {seal[:SHORT]}"
