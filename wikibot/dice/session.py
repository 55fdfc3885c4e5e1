"""What a sync does about dice besides rolling: seals before, secrets after, rolls to come.

One session serves one plan. Which seals are in force and which orders wait for a roll is known from
the wiki alone (the cursor), so that any machine can go on; only the secrets are in local files.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from wikibot.game.actions import Action
from wikibot.game.engine.standing_rolls import FaceSource, Stated
from wikibot.game.state import Pending, State
from wikibot.game.understanding.dice.parting import shown_rolls
from wikibot.storage.cursor import Cursor, Wait
from wikibot.wiki.authorship.findings import EndedLine

STATED, SEALED, BEACON = "stated", "sealed", "beacon"


class SecretNotKept(BaseException):
    """A secret of a roll could not be kept, so nothing may come of this plan. ``why`` says it.

    No ``Exception``: the engine, which contains those, would hold the line that asked for the roll.
    """

    def __init__(self, why: Exception) -> None:
        super().__init__(str(why))
        self.why = why


class DiceRecord(Struct, frozen=True):
    """What the next cursor says about dice; log lines before and after the sync's; when to look.

    ``problems`` need the operator.
    """

    source: str = ""
    seals: tuple[tuple[int, str], ...] = ()
    waits: tuple[Wait, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    due: datetime | None = None
    problems: tuple[str, ...] = ()

    def differs(self, cursor: Cursor) -> bool:
        """Whether it has changes to save."""
        return bool(self.before or self.after) or self.waits != cursor.waits


class DiceSession:
    """The dice session of a plan without rolls: everything stays as the cursor has it."""

    def __init__(self, dice: FaceSource | None = None) -> None:
        self.dice = dice or Stated()

    def again(self, waiting: Sequence[Pending], least: datetime | None) -> list[Action]:
        """Orders that waited for a roll which can be made now, as lines; none before ``least``."""
        return []

    def settled(self, ended: Sequence[EndedLine]) -> list[Action]:
        """Lines that are gone, or others by now, but whose roll was settled while they stood there.

        Here, those that state one: a player who shows a roll and takes the line off shows no other
        for the same.
        """
        lines = [each for each in ended if self.dice.stated and next(shown_rolls(each.text), None)]
        return [Action(each.id, each.time, each.account, each.text, gone=True) for each in lines]

    def close(self, cursor: Cursor, before: State, after: State, now: datetime) -> DiceRecord:
        """What to keep after the play from one state to another; ``now`` is the server's time."""
        return DiceRecord(cursor.dice, cursor.seals, cursor.waits)
