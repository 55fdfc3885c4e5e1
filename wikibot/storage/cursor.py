"""What the bot notes on the gamestate page: how far it has played, what it owes the other pages.

It is written in the same edit as the state, so that the state and the cursor are one transaction.
Answers and log lines stand in it until they were seen on their pages; so a run that was cut off
leaves the next one all that it needs, without playing anything again.
:mod:`wikibot.storage.hidden_comment` writes and reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, NamedTuple

from msgspec import Meta

from wikibot.exits import SETTINGS, ProgramError
from wikibot.game.actions import ActionId, OfferedOrders, Outcome
from wikibot.game.ruleset.pins import Pin
from wikibot.storage.queue import QueueMark

LONGEST = 1500  # characters of one answer; the journal has the whole
MOST_PEOPLE = 10_000  # accounts that are noted

# -- values, each with a bound: everyone may edit the page -----------------------------------------

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # exact for every reader of JSON
Name = Annotated[str, Meta(max_length=10_000)]
Text = Annotated[str, Meta(max_length=2**21)]  # no page is longer
Short = Annotated[str, Meta(max_length=100)]  # a time, an identity
Run = Annotated[str, Meta(pattern=r"\A[0-9a-f]{0,32}\Z")]
Seal = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Names = Annotated[tuple[tuple[Name, Name], ...], Meta(max_length=100)]


SELDOM = "late"  # from this field of the cursor on, what is empty is left out of its JSON


class Answer(NamedTuple):
    """A reply that is owed to one line. ``text`` is plain, not escaped; ``owed``: since when.

    ``names``: of the people whom it concerns, each with the account that a link leads to; who is to
    answer it has no name, for the text need not say it.
    """

    id: ActionId
    verdict: Name
    text: Text
    owed: datetime | None = None
    names: Names = ()

    @classmethod
    def of(
        cls, outcome: Outcome, now: datetime | None = None, names: tuple[tuple[str, str], ...] = ()
    ) -> Answer:
        """The answer to a line that was played, no longer than it is shown."""
        shown = shortened(outcome.text)
        return cls(outcome.action.id, outcome.verdict.value, shown, now, names)


def shortened(text: str) -> str:
    """A text no longer than an answer may be."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


@dataclass(frozen=True)
class Mark:
    """How far a page of lines has been read.

    ``page``: its id, ``through``: the revision that was read last, ``since``: the one from which
    answers are owed. ``began``: through which one it was not a page of this game yet, as long as
    not all of it was read.
    """

    page: Number = 0
    through: Number = 0
    since: Number = 0
    began: Number = 0


class Wait(NamedTuple):
    """The order that waits under ``waits`` lacks a roll.

    The line ``line``, written at that time, is its key.
    """

    waits: ActionId
    line: ActionId
    written: datetime


class Notice(NamedTuple):
    """One rule that waits for a steward; :mod:`wikibot.stewards.wording.notices` makes them.

    ``unit`` is the game's name for it, ``what`` its standing. ``print``: fingerprint of the present
    wording, "" of a unit that is gone, the new name of one that the gamestate has under its old
    one. ``since``: ``revision 12 by Ann``, "" where that is not known. ``how``: the difference,
    word by word.
    """

    unit: Name
    what: Name
    print: Name = ""
    since: Name = ""
    how: Name = ""


class News(NamedTuple):
    """What one run has to announce elsewhere. ``lines``: each with the names of whom it calls."""

    run: Name
    lines: tuple[tuple[Text, tuple[Name, ...]], ...]


@dataclass(frozen=True)
class Cursor:
    """Played through the revisions in ``actions`` and ``stewards``, by the run ``run``.

    ``others``: marks of pages that stood under those titles before. ``synced``: the server's time
    then. ``base`` is the revision of the gamestate page that this edit was laid over, ``log_base``
    the head of the log page when its oldest owed lines were (0: it did not exist), ``log`` the
    title of that page (of an older program, or without a log: ""). ``paused``: who paused the game,
    "" while it runs; ``closed`` likewise. ``accepted``: the wordings that stewards
    accepted. ``answers``: what lines are owed; ``lines``: what this run has for the log, ``late``:
    what earlier runs had, by run. ``dice``: the source of dice ("" before the first), ``seals``:
    phase and SHA-256 of the secrets in force, ``waits``: rolls still to come. ``ruleset``: the
    revision of the ruleset page that was played by, ``notices``: which of its rules wait. ``news``:
    what is to be announced and was not, as far as is known. ``last``: where there were
    more lines than are played at once, the last of the actions page that was. ``queue``: how far
    the file of actions was read, None without one. ``people``: accounts by name,
    each with its user id. ``rolls``: how rolls stand, 0 beyond the phase or turn that they were
    for, as in earlier versions. ``offers``: what lines that were not understood may have been meant
    for.

    Its JSON (:mod:`wikibot.storage.hidden_comment`) follows from these types. It always has the
    fields before ``late``, and of the others those that are not empty.
    """

    actions: Mark = Mark()
    stewards: Mark = Mark()
    synced: datetime | None = None
    base: Number = 0
    log_base: Number = 0
    run: Run = ""
    paused: Name = ""
    closed: Name = ""
    accepted: tuple[Pin, ...] = ()
    answers: tuple[Answer, ...] = ()
    lines: tuple[Text, ...] = ()
    late: tuple[tuple[Text, ...], ...] = ()
    others: Annotated[tuple[Mark, ...], Meta(max_length=1000)] = ()
    dice: Name = ""
    seals: Annotated[tuple[tuple[Number, Seal], ...], Meta(max_length=1000)] = ()
    waits: tuple[Wait, ...] = ()
    ruleset: Number = 0
    notices: Annotated[tuple[Notice, ...], Meta(max_length=10_000)] = ()
    log: Name = ""
    news: Annotated[tuple[News, ...], Meta(max_length=100)] = ()
    last: ActionId | None = None
    queue: QueueMark | None = None
    people: Annotated[tuple[tuple[Name, Number], ...], Meta(max_length=MOST_PEOPLE)] = ()
    rolls: Number = 0
    offers: tuple[OfferedOrders, ...] = ()

    @property
    def batches(self) -> tuple[tuple[str, ...], ...]:
        """Everything that the log is owed, the oldest first; each batch is one block there."""
        return (*self.late, self.lines) if self.lines else self.late

    def mark_of(self, page: int) -> Mark:
        """How far a page was read, by its id; a page that was never read has an empty mark."""
        return self.known_mark(page) or Mark(page)

    def known_mark(self, page: int) -> Mark | None:
        """The same; None of a page that never had one of the titles, as far as is known."""
        marks = (self.actions, self.stewards, *self.others)
        return next((mark for mark in marks if mark.page == page), None)


class DamagedCursor(ValueError):
    """A hidden comment that cannot be read."""


class NewerCursor(DamagedCursor, ProgramError):
    """One of a newer program, beside which this one must not play: the command ends."""

    exit_code = SETTINGS
