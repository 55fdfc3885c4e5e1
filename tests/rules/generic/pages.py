"""Pages to test with: a small village, and states read from pages."""

from __future__ import annotations

from datetime import UTC, datetime

from rules.generic.game import GAME
from rules.generic.owners import State
from rules.generic.page.page import PAGE
from wikibot.apply import Applied, apply_log
from wikibot.dice.session import PUBLIC, seal_line
from wikibot.game.game import Reading
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.wikitext.numerals import parse_time

NOW = datetime(2024, 1, 1, tzinfo=UTC)
VILLAGE = """\
The village. <!-- kept by all -->

== Players ==
{| class="wikitable sortable"
! Name !! style="width:5em" | Gold !! Space !! Items !! Alive !! Motto
|-
| [[User:Ann|Ann]] || 1,200 || Space 2 || 2 Fish, Net || yes || Never sleep.
|-
| Bob || 5 gp<!-- lent --> || 1 || || no ||
|}

== Map ==
{| class="wikitable"
! Space !! Type !! Leads to !! When landed on
|-
| 1 || Shop || 2, 3 || gain 2 Gold
|-
| 2 || Forest || 3 || lose 1 Gold
|-
| 3 || Shop || 1 ||
|}

== Goods ==
{| class="wikitable"
|+ Shop
! Item !! Price !! Stock
|-
| Net || 5 Gold || 3
|-
| Rope || 2 Gold, 1 Fish || -1
|}

== The world ==
* '''Season''': Spring
* Day: 4
Weather: rain
"""


def book(ruleset: str = "") -> Rulebook:
    """A ruleset page."""
    return read_rulebook(ruleset)


def read(page: str, ruleset: str = "") -> Reading[State]:
    """A page as read."""
    return PAGE.read(page, book(ruleset), NOW)


def state(page: str = VILLAGE, ruleset: str = "") -> State:
    """The state of a page on which everything can be read."""
    reading = read(page, ruleset)
    assert reading.unreadable == ()
    return reading.state


def write(page: str, state: State, ruleset: str = "") -> str:
    """A page with a state laid over it."""
    return PAGE.write(page, book(ruleset), state)


def table(headers: str, *rows: str, heading: str = "Players") -> str:
    """A page with one table: headers and cells, each between ``|``."""
    lines = [f"== {heading} ==", '{| class="wikitable"', "! " + headers.replace("|", "!!")]
    for row in rows:
        lines += ["|-", "| " + row.replace("|", "||")]
    return "\n".join([*lines, "|}", ""])


def applied(rules: str, page: str, *lines: str, until: str) -> Applied:
    """A page after lines of January 2024, whose first day is a Monday: ``01T10:00 Ann: dig``."""
    log = "".join(f"2024-01-{each.replace(' ', ':00Z ', 1)}\n" for each in lines)
    return apply_log(GAME, rules, page, log, now=parse_time(f"2024-01-{until}:00Z"))


def sealed(line: str) -> str:
    """A line ``01T10:00 Ann: bid 3 Gold`` with what is said sealed."""
    who, _, said = line.partition(": ")
    return f"{who}: {seal_line(PUBLIC.box, who.split()[-1], said)[0]}"
