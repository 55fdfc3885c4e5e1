"""Ruleset section Phases: which weekdays a phase begins on.

Each line of the section names a phase and its days. Decisions: without the section a phase is a
week. While the wording of the section is not settled no phase begins: what asks for the phase is
held, and each beginning on a day that all wordings have which are implemented waits for a steward.
So it is where no day can be read in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rules.common.notation import read_once
from rules.common.players import former_at
from rules.common.proceedings import PROCEEDINGS
from rules.common.sections import CLOCK, PHASE
from wikibot.game.calendar import WEEKDAYS, Phases, roman
from wikibot.sdk import ActionContext, Bears, How, Implementation, Rulebook, replace

SECTION = "Phases"
BEGINS = "a phase begins"  # an event


def implements(timed: Iterable[str], *by_phase: str) -> tuple[Implementation, ...]:
    """Sections Time, General and Phases.

    ``timed``: the events of a game that depend on the time; ``by_phase``: those that depend on what
    phase it is, beside the beginning of one.
    """
    clock, phase = Bears((CLOCK,), (PROCEEDINGS, *timed)), Bears((PHASE,), (BEGINS, *by_phase))
    says = "times are UTC, days begin at midnight, weeks on Monday"
    return (
        Implementation("Time", How.FLAVOUR, says="when things happen, and in which order"),
        Implementation("General", bears=clock, says=says),
        Implementation(
            SECTION,
            bears=phase,
            says="phases begin on the weekdays that its lines name",
            words=(schedule,),
        ),
    )


WHOLE_WEEK, AS_IMPLEMENTED = (
    Phases((0,)),
    Phases((0, 4)),
)  # from Monday; from Monday and from Friday
_LINE = re.compile(r"^\W*Phase\s+[IVX\d]+\W*:\W*(?P<first>[A-Z]\w+)", re.MULTILINE)


@read_once
def schedule(book: Rulebook) -> Phases:
    """The phases of the week, as the page has them."""
    if not book.has(SECTION):
        return WHOLE_WEEK
    named = dict.fromkeys(found["first"] for found in _LINE.finditer(book.unit(SECTION).text))
    days = sorted(WEEKDAYS.index(day) for day in named if day in WEEKDAYS)
    settled = book.obstacle(SECTION) is None
    return Phases(days) if days and settled else AS_IMPLEMENTED


def phase_end(act: Any) -> Any:
    """When the phase of an act ends."""
    return schedule(act.book).end(act.now)


def begin(act: ActionContext[Any]) -> None:
    """Count the phase that begins; former players who may join again are forgotten."""
    act.state = replace(act.state, phase=act.state.phase + 1, former=former_at(act))
    act.say("Phase {} begins", roman(act.state.phase))
