"""Where the faces of a roll come from when its line does not state them."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from msgspec import Struct

from wikibot.game.actions import Action, ActionId
from wikibot.game.calendar import format_time
from wikibot.game.problems import MissingRoll
from wikibot.wikitext.messages import later


class RollRequest(Struct, frozen=True):
    """One roll that a source is to make, for the order that waits under ``waits``.

    ``action``: the line that brought it. Where it continues an order that waited its identity is
    another: the rolls are keyed by the line, so that a player who makes a choice cannot know the
    roll that follows it. ``phase``: of the game (or the week). ``index`` counts the rolls with the
    same label in one performance from 1.
    """

    action: Action
    waits: ActionId
    phase: int
    label: str
    index: int
    count: int
    sides: int

    @property
    def key(self) -> str:
        """The line as one word: its identity; of an event or an operator's order with its time."""
        identity, when = self.action.id, format_time(self.written)
        if identity.page:
            return str(identity)
        if self.action.account:
            return f"{identity}@{when}"
        return "@".join((when, *self.action.text.split()))

    @property
    def written(self) -> datetime:
        """When the line was written, by the wiki's clock."""
        return self.action.written or self.action.time

    @property
    def asks(self) -> str:
        """What is missing where the roll cannot be made."""
        return later(f"a roll of {self.count}d{self.sides} for {self.label}")

    @property
    def form(self) -> str:
        """The line with which a player states it, faces left open."""
        faces = ", ".join(["FACE"] * min(self.count, 2)) + ", ..." * (self.count > 2)
        return f"choose {self.count}d{self.sides} ({faces})"


class DrawnRoll(Struct, frozen=True):
    """Faces that a source made. ``proof`` says in a few words what they were made from."""

    faces: tuple[int, ...]
    proof: str = ""


class FaceSource(Protocol):
    """A source of faces. ``stated`` tells whether players may state rolls themselves."""

    stated: bool

    def faces(self, draw: RollRequest) -> DrawnRoll | None:
        """Faces for one roll, or None where the line has to state it.

        Raises :class:`Missing` with a ``how`` where the source will make the roll later.
        """

    def awaits(self, identity: ActionId) -> bool:
        """Whether an order waits for a roll that this source will make."""


class Stated:
    """The source that has no dice: every roll is stated by the player."""

    stated = True

    def faces(self, draw: RollRequest) -> DrawnRoll | None:
        """Nothing: the roll has to be in the line."""
        return None

    def awaits(self, identity: ActionId) -> bool:
        """No order does."""
        return False


class Unseen(Stated):
    """In place of a source that makes rolls where a line is only tried: no face is shown."""

    stated = False

    def faces(self, draw: RollRequest) -> DrawnRoll | None:
        """Nothing, with the reason."""
        raise MissingRoll(draw.asks, how="The roll is made when the line is played")
