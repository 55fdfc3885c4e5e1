"""A log read for checking its dice: records, and rolls with the lines that they stand under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from wikibot.dice.records import Record, read_record
from wikibot.game.actions import Action
from wikibot.game.engine.proofs import ROLL_MARK, Proof, read_proof
from wikibot.game.engine.text_log import LINE_MARK, read_line
from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll, split_rolls


@dataclass(frozen=True)
class Claim:
    """A line of the log that says how a roll was made; ``proof`` is None where it cannot be read."""

    number: int  # of the line in the log, from 1
    text: str
    proof: Proof | None


@dataclass
class Entry:
    """A line of the game (or an event, with no identity), the rolls that it states, what is claimed about them."""

    number: int
    identity: str = ""
    time: datetime | None = None
    name: str = ""
    text: str = ""
    stated: tuple[Roll, ...] = ()  # also those that the bot made
    claims: list[Claim] = field(default_factory=list)


def read_entries(lines: Sequence[str]) -> Iterator[Entry | tuple[int, Record]]:
    """Entries and records (with their line numbers), in their order."""
    entry, identity = Entry(0), ""
    for number, line in enumerate(lines, start=1):
        record = read_record(line)
        if line.startswith(ROLL_MARK):
            entry.claims.append(Claim(number, line, read_proof(line)))
            continue
        yield entry
        entry = Entry(number)
        if record is not None:
            yield number, record
        elif line.startswith(LINE_MARK):
            identity = line.removeprefix(LINE_MARK).strip()
        elif line.strip() and not line.startswith("#"):
            entry, identity = _entry(line, number, identity), ""
    yield entry


def _entry(line: str, number: int, identity: str) -> Entry:
    action = read_line(line, number)
    if not isinstance(action, Action):
        return Entry(number, identity, text=line)
    try:
        stated = split_rolls(action.text)[1]
    except Unclear:
        stated = ()
    return Entry(number, identity, action.time, action.account, action.text, stated)
