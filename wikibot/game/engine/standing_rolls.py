"""Rolls: where their faces come from, how they are proven, and those that stand, not used up.

A roll belongs to who rolled and what for, never to the spelling of a line. So it outlives the line
that brought it: whether that line was refused, not understood, held, lapsed or taken off its page,
the next order of the same player for the same purpose uses what stands and rolls only the rest. A
roll is used up when an order that uses it has been carried out. Its dice are fixed when it is
rolled, though the rules may want others by then.

Decisions: the purpose is the verb, whatever else the line says; for a verb whose rolls are *apart*
it is the verb with the thing that the line is about (each item has separate rolls). Within it the
label tells one roll from another. A roll for what comes once in a phase or turn (a move) stands
until that is over: what was shown in it, or shown when nothing could be rolled for, binds no later
one (in logs of earlier versions it did). Any other stands beyond it, for as long as its player
plays: letting the use of an item lapse gains nothing. A stated roll that nothing has asked for yet
stands *loose*: the next order of that purpose that needs such dice takes it. What is shown a second
time beside a roll that stands counts for nothing. Where a line shows dice, but not what for (its
verb is misspelled, or there is none), the roll waits for the next order of that player that needs
such dice: what they show first counts, and there is no second.
Faces that name no die are dice only once an order takes them for some.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId
from wikibot.game.problems import MissingRoll, Unclear
from wikibot.game.rolls import Roll, parse_rolls
from wikibot.game.state import Kind, S
from wikibot.wikitext.messages import later
from wikibot.wikitext.numerals import format_time, integer
from wikibot.wikitext.regex import regex

# == Where the faces of a roll come from when its line does not state them =========================


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


# == Proofs of rolls: what a log says about the bot's rolls, so that anyone can make them again ====
#
# # roll 17.1234.0 by seal 12 9f86d081884c7d65: 2d4 (1, 3) = 4 for movement
#
# First the line that the roll is keyed by, then what the faces were made from (the source's own
# words), the roll as it fell, and its label; the second roll with the same label in one
# performance ends with ``#2``. A line of a log states its own rolls; an event has no line, so
# that its proof is where a replay finds them.

ROLL_MARK = "# roll "
_PROOF = regex(
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


# == Rolls that stand: made or shown, but not used up yet ==========================================

ANSWERS = "choose"  # the purpose of what is shown before it is clear for which order
MOST_LOOSE = 20  # of one player; what is shown beyond that is not a roll that an order waits for


def when_over(state: S, purposes: Collection[str] = (), player: str = "") -> S:
    """The state when a phase or turn is over, without the rolls that were for it.

    ``purposes``: what comes once in it; ``player``: whose turn it was, of whom all goes. A roll of
    which it is not known what for goes as well. Who waits for a steward keeps theirs.
    """
    if state.rolls_outlast:
        return state
    held = [each.player for each in state.pending if each.kind is Kind.HELD]
    rolls = tuple(
        each
        for each in state.rolls
        if each.player in held
        or not (
            each.player == player or each.purpose in purposes or each.purpose.startswith(ANSWERS)
        )
    )
    return state if rolls == state.rolls else replace(state, rolls=rolls)
