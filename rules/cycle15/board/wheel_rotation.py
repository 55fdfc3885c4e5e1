"""Ruleset section Wheel Rotation: how the wheel stands, and connections that turn with it.

The number is kept within one turn by adding or taking whole turns. The section lists which spaces
precede or succeed which others, as formulas in WR; upon a change the connections of the old value
go and those of the new one come. Decisions: ``mod`` gives a number from 0 on, also for negative
ones; a formula that names no existing space connects nothing; a page that shows no wheel rotation
starts at 0. A number beyond one turn that people wrote is brought back with the next action. Where
they changed the number by hand, the connections are for them to change as well.
"""

from __future__ import annotations

import re

from msgspec import Struct

from rules.common.notation import NumberAt, list_of, read_once
from rules.common.sections import Section, settled
from rules.cycle15.board.spaces import connect, disconnect
from rules.cycle15.state import Context, State
from wikibot.sdk import Held, Implementation, Rulebook, integer, replace
from wikibot.wikitext.messages import say

SECTION = "Wheel Rotation"
ADDED = NumberAt(SECTION, r"(\d+) is (?:automatically )?added")
SUBTRACTED = NumberAt(SECTION, r"(\d+) is (?:automatically )?(?:subtracted|taken off)")
LAST = NumberAt(SECTION, r"(?:greater than|from 0 to) (\d+)")
_CONNECTION = re.compile(
    r"Space (?P<space>-?\d+) (?P<verb>precedes|succeeds|follows) space "
    r"\(?(?P<sign>-?)WR(?:\s*(?P<plus>[+-])\s*(?P<offset>\d+))?\)?(?:\s*mod\s*(?P<mod>\d+))?\.?"
)


class Connection(Struct, frozen=True):
    """One line of the list: a fixed space before or after the one at ``sign * WR + offset``."""

    space: int
    precedes: bool
    sign: int
    offset: int
    modulus: int | None

    def at(self, rotation: int) -> tuple[int, int]:
        """The pair (space, its successor) for a value of the wheel rotation."""
        other = self.sign * rotation + self.offset
        other = other % self.modulus if self.modulus else other
        return (self.space, other) if self.precedes else (other, self.space)


class Wheel(Struct, frozen=True):
    """What the page says about the wheel: how many steps make a turn, and its connections."""

    steps: int
    connections: tuple[Connection, ...]

    def pairs(self, rotation: int) -> tuple[tuple[int, int], ...]:
        """Space and successor of each connection."""
        return tuple(connection.at(rotation) for connection in self.connections)


@read_once
def wheel(book: Rulebook) -> Wheel:
    """The wheel of the page."""
    steps = book.derived(ADDED)
    if (book.derived(SUBTRACTED), book.derived(LAST) + 1) != (steps, steps):
        raise Held(SECTION, "its numbers do not say how many steps make a turn")
    return Wheel(steps, book.derived(connections))


def connections(book: Rulebook) -> tuple[Connection, ...]:
    """The connections of the page, which depend on the wheel rotation."""
    found = filter(None, map(_CONNECTION.fullmatch, book.derived(list_of(SECTION))))
    return tuple(
        Connection(
            integer(line["space"]),
            line["verb"] == "precedes",
            -1 if line["sign"] else 1,
            integer((line["plus"] or "+") + (line["offset"] or "0")),
            integer(line["mod"]) if line["mod"] else None,
        )
        for line in found
    )


def keep_in_range(act: Context) -> None:
    """Bring a wheel rotation that people wrote back into one turn."""
    rotation, steps = act.state.wheel_rotation, act.book.derived(_steps)
    if rotation is not None and steps and not 0 <= rotation < steps:
        turn(act, 0)


def _steps(book: Rulebook) -> int:
    """How many steps make a turn; 0 where no wheel is in force."""
    return wheel(book).steps if settled(book, SECTION) else 0


def missing(state: State, book: Rulebook) -> tuple[str, ...]:
    """Remarks about connections that should exist by the wheel rotation, and do not."""
    if state.wheel_rotation is None or not book.derived(_steps):
        return ()
    pairs = wheel(book).pairs(state.wheel_rotation % wheel(book).steps)
    there = ((a, b) for a, b in pairs if a in state.spaces and b in state.spaces)
    lacking = (
        say("{} should lead to {}", a, b) for a, b in there if b not in state.spaces[a].successors
    )
    return tuple(say("by wheel rotation {} {}", state.wheel_rotation, each) for each in lacking)


def turn(act: Context, by: int) -> None:
    """Add to the wheel rotation and bring the connections round."""
    act.book.require(SECTION)
    rotation, old = wheel(act.book), act.state.wheel_rotation or 0
    new = (old + by) % rotation.steps
    state = connect(disconnect(act.state, rotation.pairs(old)), rotation.pairs(new))
    act.state = replace(state, wheel_rotation=new)
    act.say("the wheel turns by {:+d}: wheel rotation {} → {}", by, old, new)


RULES = Section(
    __name__,
    (
        Implementation(
            SECTION,
            reads=(connections,),
            whole=(wheel,),
            waits="whatever turns the wheel",
        ),
    ),
    prepare=keep_in_range,
    after_action=keep_in_range,
)
