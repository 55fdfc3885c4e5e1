"""The log played again with its game, to see which rolls the game asks for at which line.

The lines are played without the rolls that they state, as the bot played them: what stands from
earlier lines the state holds itself, and the rest the game has to ask for by the same key, label
and number that a proof below the line bears. So neither a roll that was left out, nor one for
something else, nor one that had been used up before goes unnoticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.dice.session import (
    SEALED,
    STATED,
    DiceSource,
    NoKey,
    Record,
    Seal,
    SecretNotKept,
    read_record,
)
from wikibot.game.actions import Action, ActionId, IdentityPart, Outcome, Verb, Watched
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.line_player import NOT_PLAYED
from wikibot.game.engine.orders import LINE_MARK, SAID_MARK, Malformed, read_line, read_log
from wikibot.game.engine.standing_rolls import (
    ROLL_MARK,
    DrawnRoll,
    Proof,
    RollRequest,
    Stated,
    read_proof,
)
from wikibot.game.game import Game
from wikibot.game.problems import Problem, Unclear
from wikibot.game.rolls import Roll, split_rolls
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.secrets import at_hand
from wikibot.storage.log_page import start_of
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.regex import regex

# == A log read for checking its dice: its lines with the claims about their rolls; the results ====

Key = tuple[str, str, int]  # of a roll: the line that keys it, its label, its number


class CheckStatus(StrEnum):
    """What is known about a roll, a seal or an identity."""

    OK = "ok"
    SEALED = "not yet revealed"
    STATED = "stated"  # by the player: nothing to make again
    UNCONFIRMED = "not confirmed"  # no relay answers, or the log alone cannot tell
    LATE = "sealed late"  # after the line was written, so that the operator could choose
    OVERDUE = "never revealed"  # although later phases are open
    SWITCHED = "source changed"  # the dice come from elsewhere in the middle of a game
    LOST = "lost"  # its secret is gone
    WRONG = "wrong"
    BROKEN = "seal broken"
    ALTERED = "altered"  # the log is not what the bot saved with the gamestate


class Check(Struct, frozen=True):
    """One roll, seal or identity.

    ``expected`` follows from what was published, ``found`` is what the log says.
    """

    line: int  # of the log, from 1
    status: CheckStatus
    about: str
    expected: str = ""
    found: str = ""
    why: str = ""

    @classmethod
    def wrong(cls, line: int, about: str, expected: str, found: str, why: str) -> Check:
        """A mistake, or a forgery."""
        return cls(line, CheckStatus.WRONG, about, expected, found, why)

    @property
    def fine(self) -> bool:
        return self.status in (CheckStatus.OK, CheckStatus.SEALED, CheckStatus.STATED)


class Claim(Struct, frozen=True):
    """A line of the log that says how a roll was made; ``proof`` is None where it is unreadable."""

    number: int  # of the line in the log, from 1
    text: str
    proof: Proof | None


class CheckedEntry(Struct):
    """A line of the game (or an event, with no identity), its rolls, the claims about them.

    ``said``: the words that the line had on its page, where the log has the order in exact form; of
    one that waited for a roll they stand where it was played first.
    """

    number: int
    identity: str = ""
    time: datetime | None = None
    name: str = ""
    text: str = ""
    stated: tuple[Roll, ...] = ()  # also those that the bot made
    claims: list[Claim] = field(default_factory=list)
    said: str = ""

    @property
    def about(self) -> str:
        named = self.name or self.identity
        return f"{self.name or 'line'} {self.identity}".strip() if named else ""

    def about_roll(self, label: str) -> str:
        return f"{self.about}, {label}".lstrip(", ")


def read_entries(lines: Sequence[str]) -> Iterator[CheckedEntry | tuple[int, Record]]:
    """Entries and records (with their line numbers), in their order."""
    entry, identity, said, words = CheckedEntry(0), "", "", dict[str, str]()
    for number, line in enumerate(lines, start=1):
        record = read_record(line)
        if line.startswith(ROLL_MARK):
            entry.claims.append(Claim(number, line, read_proof(line)))
            continue
        yield entry
        entry = CheckedEntry(number)
        if record is not None:
            yield number, record
        elif line.startswith(LINE_MARK):
            identity = line.removeprefix(LINE_MARK).strip()
        elif line.startswith(SAID_MARK):
            said = line.removeprefix(SAID_MARK)
        elif line.strip() and not line.startswith("#"):
            entry = _entry(line, number, identity)
            entry.said = said or words.get(identity, "")
            words[identity], identity, said = said, "", ""
    yield entry


def _entry(line: str, number: int, identity: str) -> CheckedEntry:
    action = read_line(line, number)
    if not isinstance(action, Action):
        return CheckedEntry(number, identity, text=line)
    try:
        stated = () if NOT_PLAYED in action.text else split_rolls(action.text)[1]
    except Unclear:
        stated = ()
    return CheckedEntry(number, identity, action.time, action.account, action.text, stated)


def key_of(roll: Proof | RollRequest) -> Key:
    """The key that identifies a roll."""
    return roll.key, roll.label, roll.index


def identity_of(key: str) -> ActionId | None:
    """The line that keys a roll; None for an event, and for the operator's own order."""
    try:
        return ActionId.parse(key)
    except ValueError:
        return None


# == The log played again with its game, to see which rolls the game asks for at which line ========

_SEAL = regex(r"by seal (-?\d{1,9}) ")
_NONE = "no such roll"


class NotPlayed(Exception):
    """The log cannot be played again; ``str`` says why."""


class Start(Struct, frozen=True):
    """What a log is played with: the game, its first page, the rules as they were at a time."""

    game: Game[Any]
    page: str
    book: Callable[[datetime], Rulebook]
    since: datetime | None = None  # game time before the first line, where the log does not say
    keeper: Any = NoKey()  # a `Keeper`: whoever has the key of its secrets

    def state(self, begins: datetime) -> Any:
        """The state of the first page. Raises :class:`NotPlayed`."""
        try:
            reading = self.game.read(self.page, self.book(begins), begins)
        except Problem as problem:
            raise NotPlayed(problem.text) from None
        if bad := reading.unreadable:
            raise NotPlayed(f"the page that the game began with cannot be read: {bad[0]}")
        return reading.state


class ReplayedLine(Struct):
    """One line as it was played: the phase of each roll, and the rolls without a proof below it.

    ``verbs``: those in force then, ``watched``: the lines of its page that had to stay as they are.
    """

    owner: str  # the account that plays the player whom the line names
    verbs: Sequence[Verb] = ()
    watched: Sequence[Watched] = ()
    asked: dict[Key, int] = field(default_factory=dict)
    unproved: list[RollRequest] = field(default_factory=list)
    outcome: Outcome | None = None


class Replay(Struct):
    """What came of playing a log: its lines by their numbers, and the rolls of timed events.

    ``lacking``: events' rolls without proof, and before which line; ``waiting``: rolls of a beacon
    that no line proves so far; ``newest``: the latest line whose roll a beacon made; ``state``: the
    one that it led to, None where that needs rolls that nobody knows.
    """

    lines: dict[int, ReplayedLine] = field(default_factory=dict)
    events: dict[Key, int] = field(default_factory=dict)
    lacking: list[tuple[int, RollRequest]] = field(default_factory=list)
    waiting: dict[Key, tuple[int, RollRequest]] = field(default_factory=dict)
    newest: datetime | None = None
    state: Any = None

    def faults(self, entry: CheckedEntry) -> Iterator[Check]:
        """What the log says of a line's rolls, against what the game asked for."""
        if not entry.text:
            for claim in entry.claims:
                yield from _unasked(claim, self.events, _NONE)
        played = self.lines.get(entry.number)
        if played is None:
            return
        asked = [*(f"{label} #{index}" for _, label, index in played.asked)]
        said = ", ".join([*asked, *map(_wanted, played.unproved)]) or "no roll"
        for claim in entry.claims:
            yield from _unasked(claim, played.asked, said)
        about = f"{entry.name} {entry.identity}".strip()
        for draw in played.unproved:
            why = "the game asks for this roll, and no proof below the line is of it"
            yield Check.wrong(entry.number, f"{about}, {draw.label}", _wanted(draw), _NONE, why)
        if entry.stated and not played.unproved:
            yield from _unused(entry, played.outcome, about)

    def in_the_end(self) -> Iterator[Check]:
        """Rolls of events that the log does not have."""
        for number, draw in self.lacking:
            why = f"{draw.action.text!r} rolls by itself before this line, and no proof is of it"
            yield Check.wrong(number, draw.label, _wanted(draw), _NONE, why)
        for number, draw in self.waiting.values():
            if self.newest is not None and draw.written < self.newest:
                why = "its round was out when rolls of later lines were made"
                about = f"{draw.key}, {draw.label}"
                yield Check(number, CheckStatus.OVERDUE, about, _wanted(draw), _NONE, why)


def _unasked(claim: Claim, asked: Mapping[Key, int], said: str) -> Iterator[Check]:
    """A roll that the game did not ask for, or in another phase."""
    proof = claim.proof
    if proof is None:
        return
    phase, sealed = asked.get(key_of(proof)), _SEAL.match(proof.source)
    if phase is None:
        found = f"{proof.roll.count}d{proof.roll.sides} for {proof.label} #{proof.index}"
        why = "played again, the game does not ask for this roll here"
        yield Check.wrong(claim.number, proof.key, said, found, why)
    elif sealed and int(sealed[1]) != phase:
        phases = (f"the seal of phase {phase}", f"of phase {sealed[1]}")
        yield Check.wrong(claim.number, proof.key, *phases, "another phase's seal")


def _unused(entry: CheckedEntry, outcome: Outcome | None, about: str) -> Iterator[Check]:
    """Rolls that the line says, and that the game did not use."""
    if outcome is None or not outcome.counts:
        text = f"{outcome.verdict}: {outcome.text}"[:300] if outcome else "nothing"
        why = "played again, the line comes to another end"
        yield Check.wrong(entry.number, about, "a line that can be played", text, why)
        return
    both = (entry.stated, outcome.rolls)
    said, played = (Counter(str(each).partition(" http")[0] for each in rolls) for rolls in both)
    used = ", ".join(outcome.rolls) or "no roll"
    why = "played again, the line does not use this roll"
    for roll in said - played:
        yield Check.wrong(entry.number, about, used, roll, why)


def _wanted(draw: RollRequest) -> str:
    return f"{draw.count}d{draw.sides} for {draw.label} #{draw.index}"


class _LoggedDice(Stated):
    """The source of dice of a replay: gives the rolls that the log proves, and notes the others."""

    stated = False

    def __init__(self, lines: Sequence[str]) -> None:
        self.replay = Replay()
        self.sources: dict[int, str] = {}  # of dice at each line, by the last comment above it
        self._entries: dict[int, CheckedEntry] = {}
        # By phase: where it was sealed, and when. Again after the phase was set back; what stands
        # in place of a lost seal does not count.
        self._sealed: dict[int, list[tuple[int, datetime]]] = {}
        self._now, self._source = 0, STATED  # the line that is played, and where its dice are from
        source = STATED
        for part in read_entries(lines):
            if isinstance(part, CheckedEntry):
                self._entries[part.number], self.sources[part.number] = part, source
            elif isinstance(part[1], DiceSource):
                source = part[1].name
            elif isinstance(part[1], Seal) and not part[1].replaces:
                self._sealed.setdefault(part[1].phase, []).append((part[0], part[1].time))
        events = [each for each in self._entries.values() if each.number and not each.text]
        self._events = _by_key(claim for event in events for claim in event.claims)
        self._here: dict[Key, Claim] = {}

    @property
    def end(self) -> datetime | None:
        """When the last event was that rolled."""
        times: list[datetime] = []
        for key, _, _ in self._events:
            with suppress(ValueError):
                times.append(parse_time(key.partition("@")[0]))
        return max(times, default=None)

    def begin(self, number: int, line: ReplayedLine) -> bool:
        """Prepare for the next line; whether the bot rolls for it."""
        self._now, self._source = number, self.sources[number]
        self.replay.lines[number] = line
        self._here = _by_key(self._entries[number].claims)
        return self._source != STATED

    def faces(self, draw: RollRequest) -> DrawnRoll | None:
        """What the log proves, None where it proves nothing of the kind."""
        key, replay, event = key_of(draw), self.replay, not draw.action.account
        claim = (self._events if event else self._here).get(key)
        roll = claim.proof.roll if claim and claim.proof else None
        if roll is not None and (roll.count, roll.sides) == (draw.count, draw.sides):
            (replay.events if event else replay.lines[self._now].asked)[key] = draw.phase
            replay.waiting.pop(key, None)
            if not event and self._source != SEALED:
                replay.newest = max(draw.written, replay.newest or draw.written)
            return DrawnRoll(roll.faces)
        above = [time for at, time in self._sealed.get(draw.phase, ()) if at < self._now]
        sealed = above[-1] if above else None
        if event and self._source != STATED:
            replay.lacking.append((self._now, draw))
        elif self._source == SEALED and (sealed is None or draw.written > sealed):
            replay.lines[self._now].unproved.append(draw)
        elif self._source != STATED:  # nothing was sealed when it was written: rightly no roll
            replay.waiting[key] = (self._now, draw)
        return None


def _by_key(claims: Iterable[Claim]) -> dict[Key, Claim]:
    return {key_of(each.proof): each for each in claims if each.proof}


def play_again(start: Start, lines: Sequence[str], until: datetime | None = None) -> Replay:
    """Play a log from its starting page, and then on ``until``. Raises :class:`NotPlayed`."""
    with secrets_of(start):
        dice = _LoggedDice(lines)
        begins = start.since or start_of(lines)
        if begins is None:
            return dice.replay
        state = start.state(begins)
        for entry in read_log("\n".join(lines)):
            if isinstance(entry, Malformed):
                continue
            engine = Engine(start.game, start.book(entry.time), dice)
            if not isinstance(entry, Action):
                state = engine.play(state, [entry]).state
                continue
            player = state.players.get(entry.account)
            watched = start.game.watched(state) if entry.id.part is IdentityPart.CHANGE else ()
            owner = player.owner if player else entry.account
            bot_rolls = dice.begin(
                entry.line, ReplayedLine(owner, engine.lines.verbs(state), watched)
            )
            if bot_rolls:
                with suppress(Problem):
                    entry = replace(entry, text=split_rolls(entry.text)[0])  # noqa: PLW2901
            played = engine.play(state, [entry])
            state = played.state
            dice.replay.lines[entry.line].outcome = next(iter(played.outcomes), None)
        end = dice.end
        if end is not None and end > state.now:
            state = Engine(start.game, start.book(end), dice).play(state, [], end).state
        lacking = [*dice.replay.lacking]
        if until is not None and until > state.now:
            state = Engine(start.game, start.book(until), dice).play(state, [], until).state
        dice.replay.state = state if dice.replay.lacking == lacking else None
        dice.replay.lacking = lacking
        return dice.replay


@contextmanager
def secrets_of(start: Start) -> Iterator[None]:
    """Play within a ``with`` block. Raises :class:`NotPlayed` at a secret without the key."""
    try:
        with at_hand(start.keeper):
            yield
    except SecretNotKept as error:
        raise NotPlayed(str(error)) from None
