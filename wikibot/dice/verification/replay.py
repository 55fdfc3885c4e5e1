"""The log played again with its game, to see which rolls the game asks for at which line.

The lines are played without the rolls that they state, as the bot played them: what stands from
earlier lines the state holds itself, and the rest the game has to ask for by the same key, label
and number that a proof below the line bears. So neither a roll that was left out, nor one for
something else, nor one that had been used up before goes unnoticed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from wikibot.dice.records import Seal, Source
from wikibot.dice.session import SEALED, STATED
from wikibot.dice.verification.check import Check, Status
from wikibot.dice.verification.log_reader import Claim, Entry, read_entries
from wikibot.game.actions import Action, Outcome
from wikibot.game.calendar import parse_time
from wikibot.game.engine.dice import Draw, Drawn, Stated
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.text_log import Malformed, read_log
from wikibot.game.game import Game
from wikibot.game.problems import Problem
from wikibot.game.rolls import split_rolls
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.storage.log_entries import start_of

_SEAL = re.compile(r"by seal (-?\d{1,9}) ")

Key = tuple[str, str, int]  # line that keys a roll, label, number


class NotPlayed(Exception):
    """The log cannot be played again; ``str`` says why."""


@dataclass(frozen=True)
class Start:
    """What a log is played with: the game, the page that it began with, the rules as they were at a time."""

    game: Game[Any]
    page: str
    book: Callable[[datetime], Rulebook]
    since: datetime | None = None  # game time before the first line, where the log does not say


@dataclass
class Played:
    """One line as it went. ``asked``: phase by roll; ``unproved``: rolls of which no proof stands below the line."""

    owner: str  # the account that plays the player whom the line names
    asked: dict[Key, int] = field(default_factory=dict)
    unproved: list[Draw] = field(default_factory=list)
    outcome: Outcome | None = None


@dataclass
class Replay:
    """What came of playing a log. ``lines`` by their numbers; ``events``: rolls that nobody wrote a line for."""

    lines: dict[int, Played] = field(default_factory=dict)
    events: dict[Key, int] = field(default_factory=dict)
    lacking: list[tuple[int, Draw]] = field(
        default_factory=list
    )  # events' rolls without proof, before which line
    waiting: dict[Key, tuple[int, Draw]] = field(
        default_factory=dict
    )  # a beacon's rolls that no line proves so far
    newest: datetime | None = None  # the latest line whose roll a beacon made

    def faults(self, entry: Entry) -> Iterator[Check]:
        """What the log says of a line's rolls, against what the game asked for."""
        if not entry.text:
            yield from self._of_event(entry)
        played = self.lines.get(entry.number)
        if played is None:
            return
        for claim in entry.claims:
            yield from _unasked(claim, played.asked, _said(played))
        about = f"{entry.name} {entry.identity}".strip()
        for draw in played.unproved:
            why = "the game asks for this roll, and no proof below the line is of it"
            yield Check(
                entry.number,
                Status.WRONG,
                f"{about}, {draw.label}",
                _wanted(draw),
                "no such roll",
                why,
            )
        if entry.stated and not played.unproved:
            yield from _unused(entry, played, about)

    def _of_event(self, entry: Entry) -> Iterator[Check]:
        for claim in entry.claims:
            yield from _unasked(claim, self.events, "no such roll")

    def in_the_end(self) -> Iterator[Check]:
        """Rolls of events that the log does not have."""
        for number, draw in self.lacking:
            why = f"{draw.action.text!r} rolls by itself before this line, and no proof is of it"
            yield Check(number, Status.WRONG, draw.label, _wanted(draw), "no such roll", why)
        for number, draw in self.waiting.values():
            if self.newest is not None and draw.written < self.newest:
                why = "its round was out when rolls of later lines were made"
                yield Check(
                    number,
                    Status.OVERDUE,
                    f"{draw.key}, {draw.label}",
                    _wanted(draw),
                    "no such roll",
                    why,
                )


def _unasked(claim: Claim, asked: Mapping[Key, int], said: str) -> Iterator[Check]:
    """A roll that the game did not ask for, or in another phase."""
    proof = claim.proof
    if proof is None:
        return
    found = f"{proof.roll.count}d{proof.roll.sides} for {proof.label} #{proof.index}"
    phase, sealed = asked.get((proof.key, proof.label, proof.index)), _SEAL.match(proof.source)
    if phase is None:
        why = "played again, the game does not ask for this roll here"
        yield Check(claim.number, Status.WRONG, proof.key, said, found, why)
    elif sealed and int(sealed[1]) != phase:
        why = "another phase's seal"
        yield Check(
            claim.number,
            Status.WRONG,
            proof.key,
            f"the seal of phase {phase}",
            f"of phase {sealed[1]}",
            why,
        )


def _unused(entry: Entry, played: Played, about: str) -> Iterator[Check]:
    """Rolls that the line says, and that the game did not use."""
    outcome = played.outcome
    if outcome is None or not outcome.counts:
        text = f"{outcome.verdict}: {outcome.text}" if outcome else "nothing"
        why = "played again, the line comes to another end"
        yield Check(entry.number, Status.WRONG, about, "a line that can be played", text[:300], why)
        return
    left = Counter(_plain(str(roll)) for roll in entry.stated) - Counter(map(_plain, outcome.rolls))
    for roll in left:
        used = ", ".join(outcome.rolls) or "no roll"
        yield Check(
            entry.number,
            Status.WRONG,
            about,
            used,
            roll,
            "played again, the line does not use this roll",
        )


def _plain(roll: str) -> str:
    return roll.partition(" http")[0]


def _said(played: Played) -> str:
    asked = [f"{label} #{index}" for _, label, index in played.asked]
    return ", ".join([*asked, *map(_wanted, played.unproved)]) or "no roll"


def _wanted(draw: Draw) -> str:
    return f"{draw.count}d{draw.sides} for {draw.label} #{draw.index}"


class _Listening(Stated):
    """The source of dice of a replay: gives the rolls that the log proves, and notes what was asked for."""

    stated = False

    def __init__(self, lines: Sequence[str]) -> None:
        parts = list(read_entries(lines))
        self.entries = {
            part.number: part for part in parts if isinstance(part, Entry) and part.number
        }
        self._first_seals = _first_seals(part[1] for part in parts if isinstance(part, tuple))
        self.replay = Replay()
        self.now = 0  # the line that is played
        claims = [
            claim for entry in self.entries.values() for claim in entry.claims if not entry.text
        ]
        self._events = _by_key(claims)
        self._here: dict[Key, Claim] = {}
        self.bot_rolls = self.sealed = False

    @property
    def end(self) -> datetime | None:
        """When the last event was that rolled."""
        times: list[datetime] = []
        for key, _, _ in self._events:
            with suppress(ValueError):
                times.append(parse_time(key.partition("@")[0]))
        return max(times, default=None)

    def begin(self, number: int, source: str, owner: str) -> None:
        """A line is going to be played."""
        self.now = number
        self.bot_rolls, self.sealed = source != STATED, source == SEALED
        self.replay.lines[number] = Played(owner)
        self._here = _by_key(self.entries[number].claims)

    def faces(self, draw: Draw) -> Drawn | None:
        """What the log proves, None where it proves nothing of the kind."""
        key = (draw.key, draw.label, draw.index)
        event = not draw.action.account
        claim = (self._events if event else self._here).get(key)
        roll = claim.proof.roll if claim and claim.proof else None
        if roll is not None and (roll.count, roll.sides) == (draw.count, draw.sides):
            asked = self.replay.events if event else self.replay.lines[self.now].asked
            asked[key] = draw.phase
            self.replay.waiting.pop(key, None)
            if not event and not self.sealed:
                self.replay.newest = max(draw.written, self.replay.newest or draw.written)
            return Drawn(roll.faces)
        if event and self.bot_rolls:
            self.replay.lacking.append((self.now, draw))
        elif self.sealed and not self._is_older_than_its_seal(draw):
            self.replay.lines[self.now].unproved.append(draw)
        elif self.bot_rolls:
            self.replay.waiting[key] = (self.now, draw)
        return None

    def _is_older_than_its_seal(self, draw: Draw) -> bool:
        """Whether nothing had been sealed when the line was written, so that it rightly got no roll."""
        sealed = self._first_seals.get(draw.phase)
        return sealed is not None and draw.written <= sealed


def _by_key(claims: Sequence[Claim]) -> dict[Key, Claim]:
    return {
        (each.proof.key, each.proof.label, each.proof.index): each for each in claims if each.proof
    }


def _first_seals(records: Iterable[object]) -> Mapping[int, datetime]:
    """When each phase was sealed for the first time."""
    found: dict[int, datetime] = {}
    for record in records:
        if isinstance(record, Seal):
            found.setdefault(record.phase, record.time)
    return found


def play_again(start: Start, lines: Sequence[str]) -> Replay:
    """Play a log from its starting page. Raises :class:`NotPlayed`."""
    listening = _Listening(lines)
    entries = [entry for entry in read_log("\n".join(lines)) if not isinstance(entry, Malformed)]
    begins = start.since or start_of(lines)
    if begins is None:
        return listening.replay
    reading = start.game.read(start.page, start.book(begins), begins)
    if reading.unreadable:
        raise NotPlayed(
            f"the page that the game began with cannot be read: {reading.unreadable[0]}"
        )
    state, sources = reading.state, _sources(lines)
    for entry in entries:
        engine = Engine(start.game, start.book(entry.time), listening)
        if not isinstance(entry, Action):
            state = engine.play(state, [entry]).state
            continue
        listening.begin(entry.line, sources[entry.line], _owner(state, entry.account))
        played = engine.play(state, [_without_rolls(entry) if listening.bot_rolls else entry])
        state = played.state
        listening.replay.lines[entry.line].outcome = next(iter(played.outcomes), None)
    end = listening.end
    if end is not None and end > state.now:
        Engine(start.game, start.book(end), listening).play(state, [], end)
    return listening.replay


def _sources(lines: Sequence[str]) -> list[str]:
    """Which source the dice come from at each line, from 1; by the last comment above it that says so."""
    sources, now = [STATED], STATED
    records = {part[0]: part[1] for part in read_entries(lines) if isinstance(part, tuple)}
    for number in range(1, len(lines) + 1):
        record = records.get(number)
        now = record.name if isinstance(record, Source) else now
        sources.append(now)
    return sources


def _without_rolls(action: Action) -> Action:
    """A line without the rolls at its end."""
    try:
        return replace(action, text=split_rolls(action.text)[0])
    except Problem:
        return action


def _owner(state: Any, name: str) -> str:
    player = state.players.get(name)
    return player.owner if player else name
