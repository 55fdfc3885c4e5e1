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

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId
from wikibot.game.calendar import format_time
from wikibot.game.problems import MissingRoll, Refused, Unclear
from wikibot.game.rolls import (
    FORM,
    UNNAMED,
    Pile,
    Roll,
    StandingRoll,
    StandingRolls,
    cut,
    each_once,
    faces_of,
    joined,
    parse_rolls,
)
from wikibot.game.state import Kind, S
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import integer

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


# == Rolls that stand: made or shown, but not used up yet ==========================================

ANSWERS = "choose"  # the purpose of what is shown before it is clear for which order
MOST_LOOSE = 20  # of one player; what is shown beyond that is not a roll that an order waits for


class Supply:
    """Where the rolls of one performance come from: what stands, then what its line states.

    ``made``: all that this performance has used so far, in order, maybe the last in part.
    ``recalled``: whether any of these stood before. ``whole``: the line states the rolls of its
    order from the first one on, as does an order that is sent once more; otherwise it adds to those
    that stand. ``shown_by``: who wrote the line, where that is not the order's player: a roll shown
    for another player that nothing asks for binds only who showed it. ``general``: the purpose of
    what was shown with the same verb, while it could not be told for which thing.
    """

    def __init__(
        self,
        standing: StandingRolls,
        player: str,
        purpose: str,
        stated: Sequence[Roll],
        *,
        whole: bool = True,
        shown_by: str = "",
        general: str = "",
    ) -> None:
        self.player, self.purpose, self.whole = player, purpose, whole
        self.stated = list(stated)
        self.made: list[StandingRoll] = []
        self.recalled = False
        self._standing, self._there = standing, standing.there
        self._handed: list[StandingRoll] = []
        self._instead: tuple[Roll, Roll] | None = None  # that stood, what the line says first
        self._gives_kind = False  # whether faces that name no die were taken for some
        self._over: dict[int, str] = {}  # sides -> what is wrong if stated dice are left over
        self._pile = (shown_by, f"{ANSWERS} for {player}") if shown_by else (player, purpose)
        loose = standing.loose
        self._loose: dict[Pile, list[Roll]] = {self._pile: [*loose.get(self._pile, ())]}
        for mine in (purpose, general or purpose, ANSWERS) if loose or shown_by else ():
            self._look_for(mine)

    def serve(self, player: str, purpose: str) -> None:
        """Take (and keep) rolls for another order from here on, maybe of another player."""
        self.player, self.purpose = player, purpose
        self._look_for(purpose)

    def _look_for(self, purpose: str) -> None:
        pile = self.player, purpose
        if pile not in self._loose:
            self._loose[pile] = [*self._standing.loose.get(pile, ())]

    @contextmanager
    def serving(self, player: str, purpose: str) -> Iterator[None]:
        """The same for a while."""
        mine = self.player, self.purpose
        self.serve(player, purpose)
        try:
            yield
        finally:
            self.serve(*mine)

    # -- giving ------------------------------------------------------------------------------------

    def standing(self, label: str, index: int) -> StandingRoll | None:
        """What stands for exactly this."""
        return self._standing.by_key.get((self.player, self.purpose, label, index))

    def stands(self, label: str, *, or_loose: bool = True) -> Roll | None:
        """The (first) roll for something if it was made, even in part, or shown beforehand."""
        kept = self.standing(label, 1)
        loose = self._loose[self.player, self.purpose] if or_loose else ()
        return kept.roll if kept else next(iter(loose), None)

    def take(self, label: str, index: int, count: int, sides: int) -> StandingRoll:
        """What there is of a roll, maybe nothing. ``Refused`` if the line states another."""
        kept, stated = self.standing(label, index), self.stated
        as_needed = stated and (stated[0].count, stated[0].sides) == (count, sides)
        if as_needed and kept is None and not self._standing.loose:  # as in most lines
            entry = StandingRoll(self.player, self.purpose, label, index, stated.pop(0), count)
            self._use(entry)
            return entry
        self._give_kind(count, sides, kept.missing if kept else count)
        nothing = StandingRoll(self.player, self.purpose, label, index, Roll(0, sides, ()), count)
        entry = kept or nothing
        for pile in self._by_time(entry.roll.sides):
            found = cut(pile, entry.roll.sides, entry.missing)
            entry = replace(entry, roll=joined(entry.roll, found))
        if entry.roll.count:
            self.recalled = True
            self._use(entry)  # whatever the line says beside it
            if self.whole or not kept:
                # Pass over a roll that the line repeats; another one in its place is refused.
                again = cut(self.stated, entry.roll.sides, entry.roll.count)
                if again.faces != entry.roll.faces[: again.count]:
                    raise _made_before(entry.roll)
                if not again.count and self.stated:
                    self._instead = self._instead or (entry.roll, self.stated[0])
        # An entry with what it lacks from the line.
        sides = entry.roll.sides
        first = next((roll for roll in self.stated if roll.sides == sides), None)
        found = cut(self.stated, sides, entry.missing)
        if first and found.count % first.count and any(roll.sides == sides for roll in self.stated):
            self._over[sides] = say(
                "{} was to be rolled here, {} is stated", f"{entry.count}d{sides}", first
            )
        entry = replace(entry, roll=joined(entry.roll, found))
        if entry.roll.count:
            self._use(entry)
        return entry

    def _use(self, entry: StandingRoll) -> None:
        others = [each for each in self.made if each.key != entry.key] if self.made else []
        self.made = [*others, entry]

    def _by_time(self, sides: int) -> list[list[Roll]]:
        """The piles, in the order in which such dice were first shown; none where all are empty."""
        if not (self._standing.loose and any(self._loose.values())):
            return []
        first = [
            (s.player, s.purpose) for s in self._there if not s.label and s.roll.sides == sides
        ]
        piles = dict.fromkeys((*first, *self._loose))
        return [self._loose[pile] for pile in piles if pile in self._loose]

    def complete(self, entry: StandingRoll, roll: Roll) -> StandingRoll:
        """Note the roll of an entry that lacked dice; they were made by now."""
        whole = replace(entry, roll=roll, count=roll.count)
        self._use(whole)
        return whole

    def _give_kind(self, count: int, sides: int, missing: int) -> None:
        """Take the next faces that name no die for such dice, where there are enough that fit.

        They are read in the order in which dice are needed, as are those that are named. Faces that
        are left over at the end show that this was not what was meant.
        """
        sides_stated = [roll.sides for roll in self.stated]
        if UNNAMED not in sides_stated or sides in sides_stated:
            return
        at = sides_stated.index(UNNAMED)
        roll = self.stated[at]
        size = count if roll.count >= count else missing
        faces, rest = roll.faces[:size], roll.faces[size:]
        if 0 < size <= roll.count and 1 <= min(faces) <= max(faces) <= sides:
            more = [replace(roll, count=len(rest), faces=rest)] if rest else []
            self.stated[at : at + 1] = [replace(roll, count=size, sides=sides, faces=faces), *more]
            self._gives_kind = True

    def pass_over(self, count: int, sides: int) -> None:
        """Pass over dice with a single side, which need no roll and may be stated all the same."""
        if self.stated and (self.stated[0].count, self.stated[0].sides) == (count, sides):
            del self.stated[0]

    def refuse_another(self) -> None:
        """Raise ``Refused`` where the line states another roll than was shown before for this."""
        if not (self._standing.loose and any(self._loose.values())):
            return
        mine = self.player, self.purpose
        asked = [s.roll.sides for s in self._there if s.label and (s.player, s.purpose) == mine]
        for sides in dict.fromkeys(roll.sides for pile in self._loose.values() for roll in pile):
            loose = [roll for pile in self._by_time(sides) for roll in pile]
            before, now = faces_of(loose, sides), faces_of(self.stated, sides)
            count = min(len(before), len(now))
            if sides not in asked and before[:count] != now[:count]:
                self.stated = [roll for roll in self.stated if roll.sides != sides]
                raise _made_before(Roll(len(before), sides, before))

    def refuse_misfit(self, count: int, sides: int) -> None:
        """Raise ``Unclear`` where the line states dice, but not those that are needed."""
        if self.stated:
            why = say("{} was to be rolled here, {} is stated", f"{count}d{sides}", self.stated[0])
            raise Unclear(why, nearest=f"{count}d{sides} (FACES) = TOTAL")

    def refuse_instead(self) -> None:
        """Raise ``Refused`` where the line states other dice than those that stood for it."""
        if self._instead and any(roll is self._instead[1] for roll in self.stated):
            raise _made_before(self._instead[0])

    def refuse_overstated(self) -> None:
        """Raise ``Unclear`` where the line states a roll of more dice than were needed."""
        for roll in self.stated:
            if roll.sides in self._over:
                raise Unclear(self._over[roll.sides])
            if not roll.is_named and self._gives_kind:
                self.made.clear()  # the faces were read as other dice than they are
                raise Unclear(
                    "fewer dice were to be rolled here: {} is left over", roll, nearest=FORM
                )

    # -- what stands afterwards --------------------------------------------------------------------

    def hand_over(self, first: int, player: str, purpose: str) -> None:
        """Let the rolls from the ``first`` one on stand for an order left to another player."""
        counts: Counter[str] = Counter()
        for each in self.made[first:]:
            counts[each.label] += 1
            index = counts[each.label]
            self._handed.append(replace(each, player=player, purpose=purpose, index=index))

    def after_use(self, there: Sequence[StandingRoll]) -> tuple[StandingRoll, ...]:
        """What stands of ``there`` when the order was carried out: what it used is used up."""
        if not (there or self._there or self._handed):
            return ()
        used = {each.key for each in self.made}
        if self._leaves(there, used):
            return tuple(there)
        rest = [each for each in there if each.key not in used and not self._is_loose(each)]
        answers = (pile for pile in self._loose if pile[1] == ANSWERS)
        return each_once(there, [*rest, *self._loose_rolls(answers), *self._handed])

    def _leaves(self, there: Sequence[StandingRoll], used: Collection[tuple[object, ...]]) -> bool:
        """Whether this performance leaves what stands as it is."""
        standing = self._standing
        if there is not standing.there or self._handed or any(self._loose.values()):
            return False
        mine = any(pile in standing.loose for pile in self._loose)
        return not mine and standing.is_single and standing.by_key.keys().isdisjoint(used)

    def after_all(self, there: Sequence[StandingRoll]) -> tuple[StandingRoll, ...]:
        """What stands when the order was not carried out: what stood, was made, or was shown."""
        if not self.player:
            return tuple(there)
        rest = [each for each in there if not self._is_loose(each)]
        if self.stated:
            self._keep(self._loose[self._pile], rest)
        return each_once(there, [*rest, *self.made, *self._loose_rolls(self._loose)])

    def _is_loose(self, entry: StandingRoll) -> bool:
        """Whether an entry is one of the loose rolls that this performance may take."""
        return not entry.label and (entry.player, entry.purpose) in self._loose

    def _loose_rolls(self, piles: Iterable[Pile]) -> Iterator[StandingRoll]:
        for pile in piles:
            for index, roll in enumerate(self._loose[pile], start=1):
                yield StandingRoll(*pile, "", index, roll, roll.count)

    def _keep(self, own: list[Roll], there: Sequence[StandingRoll]) -> None:
        """Put what the line still states on the pile, but for what it states a second time."""
        made = {each.key for each in self.made}
        mine = self.player, self.purpose
        stood = (s.roll for s in there if (s.player, s.purpose) == mine and s.key not in made)
        piles = (rolls for pile, rolls in self._loose.items() if pile[0] == self._pile[0])
        known: Counter[int] = Counter()
        for roll in (*(roll for rolls in piles for roll in rolls), *stood):
            known[roll.sides] += roll.count
        for roll in (each for each in self.stated if each.is_named):
            again = min(known[roll.sides], roll.count)
            known[roll.sides] -= again
            if again < roll.count and len(own) < MOST_LOOSE:
                own.append(replace(roll, count=roll.count - again, faces=roll.faces[again:]))


def shown(
    there: Sequence[StandingRoll],
    player: str,
    purpose: str,
    stated: Sequence[Roll],
    shown_by: str = "",
) -> tuple[StandingRoll, ...]:
    """What stands when rolls were shown with a line that was refused before it asked for them."""
    return Supply(StandingRolls(there), player, purpose, stated, shown_by=shown_by).after_all(there)


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


def _made_before(roll: Roll) -> Refused:
    remedy = "Go on from it: send the line without it, or `choose ...`."
    return Refused(
        "the roll for this was made before: {}", roll, rule="Random Choices", remedy=remedy
    )
