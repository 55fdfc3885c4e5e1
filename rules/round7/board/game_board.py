"""Ruleset section Game Board: a ring of primary spaces, with a new one at fixed times of the week.

Decisions: the board does not grow before the first player joined, when the game begins. With the
board grows the Frontier; what stands there stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from rules.common.notation import read_once
from rules.common.sections import Section
from rules.round7.state import FIRST, Context, State
from wikibot.game.calendar import WEEKDAYS, Phases
from wikibot.sdk import Bears, Implementation, Rulebook, plain, replace

SECTION = "Game Board"
GROWS = "the board grows"  # an event
_DAYS = re.compile(r"Each (?P<days>[\w, ]+?) at 00:00")


@read_once
def growth(book: Rulebook) -> Phases | None:
    """The weekdays on which the board grows, as phases that begin on them; None where it does not.

    They are read where the section is held, too: then each growth waits for a steward.
    """
    found = _DAYS.search(plain(book.unit(SECTION).text)) if book.has(SECTION) else None
    words = set(re.findall(r"\w+", found["days"])) if found else ()
    days = [number for number, day in enumerate(WEEKDAYS) if day in words]
    return Phases(days) if days else None


def next_growth(state: State, book: Rulebook) -> datetime | None:
    """When the board grows next."""
    days = growth(book)
    return days.end(state.now) if days and (state.started or state.players) else None


def grow(act: Context) -> None:
    """Add a space behind the highest."""
    act.state = replace(act.state, highest=act.state.highest + 1)
    act.say("space {} is added to the board", str(act.state.highest))


def on_board(state: State, place: object) -> bool:
    """Whether a place is a primary space."""
    return isinstance(place, int) and FIRST <= place <= state.highest


def way(state: State, start: int, steps: int) -> Sequence[int]:
    """The spaces that so many steps up lead to (down, if negative), one after the other."""
    step = 1 if steps >= 0 else -1
    return [wrapped(state, start + step * number) for number in range(1, abs(steps) + 1)]


def wrapped(state: State, number: int) -> int:
    """A number beyond either end as the space that it stands for."""
    return (number - FIRST) % state.highest + FIRST


def neighbours(state: State, space: int) -> tuple[int, ...]:
    """The primary spaces next to one."""
    found = dict.fromkeys((wrapped(state, space - 1), wrapped(state, space + 1)))
    return tuple(each for each in found if each != space)


RULES = Section(
    __name__,
    (
        Implementation(SECTION, bears=Bears(events=(GROWS,), changes=("places", "the board")),
                       waits="the end of turns", words=(growth,)),
    ),
)  # fmt: skip
