"""The full board of the cycle's first weeks with 20 players: two loops of 40 spaces, a wheel before each, two hubs."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from rules.cycle15 import GAME
from rules.cycle15.board.connections import connect
from rules.cycle15.garbage import CATALOGUE
from rules.cycle15.state import Player, Space, State
from rules.cycle15.wheel_rotation import wheel
from wikibot.game.pins import Pin
from wikibot.game.rulebook import Rulebook
from wikibot.game.units import read_units

_RULESET = Path(__file__).resolve().parent.parent / "tests/rules/rulesets/early.wiki"
_NAMES = (
    "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jack", "Kim", "Lea", "Max", "Nora", "Otto",
    "Pia", "Quinn", "Rosa", "Sam", "Tess",
)  # fmt: skip
_ROTATION = 8
_ON_THE_LOOP = {
    2: "Crystal", 5: "Treasure", 7: "Garbage Pile", 10: "Crystal", 13: "Crystal Orb", 16: "Hazard", 18: "Crystal",
    21: "Boulder Trap", 24: "Garbage Pile", 27: "Crystal", 30: "Treasure", 33: "Hazard", 36: "Crystal Orb",
    38: "Garbage Pile",
}  # fmt: skip
_ON_THE_WHEEL = {
    202: "Crystal Orb",
    207: "Spin-up Spinner",
    212: "Treasure",
    217: "Spin-down Spinner",
    220: "Crystal Beam",
}
_PSEUDO = {"Treasure": "Crystal", "Hazard": "Thin Ice"}


def ruleset() -> str:
    """The early rules in other words. Nobody wins here, so that a bench can go on for as long as it likes."""
    return _RULESET.read_text(encoding="utf-8").replace("With 15 crystals", "With 15000 crystals")


def pins(text: str) -> tuple[Pin, ...]:
    """What an operator's file holds who accepted this wording as the early one."""
    units = read_units(text, (CATALOGUE,)).values()
    return tuple(
        Pin(u.name, "early", u.prints.exact, u.prints.normal, u.prints.masked, "bench", "2024-01-01") for u in units
    )


def rulebook() -> Rulebook:
    """The early rules, in force."""
    text = ruleset()
    return GAME.rulebook(text, pins(text))


def start(book: Rulebook, now: datetime) -> State:
    """All players on space 0 with some items, in phase 1."""
    spaces = {space.id: space for space in (*_loops(), *_wheels())}
    items = {"Crystal": 3, "Fish": 50}
    players = {name: Player(name, location=0, items=items) for name in _NAMES}
    state = State(now, started=now, players=players, spaces=spaces, wheel_rotation=_ROTATION)
    return connect(state, wheel(book).pairs(_ROTATION))


def gamestate(book: Rulebook, now: datetime) -> str:
    """The gamestate page that says so."""
    return GAME.write(GAME.new_page(book, now, "Cycle 15"), book, start(book, now))


def _loops() -> list[Space]:
    """0 to 39 and back to 0; 0, -1 to -39 and back to 0."""
    here = [_space(number, ((number + 1) % 40,)) for number in range(1, 40)]
    there = [_space(-number, (-((number + 1) % 40),)) for number in range(1, 40)]
    return [_space(0, (-1, 1)), *here, *there]


def _wheels() -> list[Space]:
    """Four runs of five spaces on each wheel; two lead from the loop to the hub, two from the hub to the loop."""
    hubs = [_space(220, (200, 215)), _space(-220, (-214, -209))]
    ends = {204: (), 219: (), 209: (220,), 214: (220,), -205: (), -210: (), -200: (-220,), -215: (-220,)}
    runs = (*range(200, 220), *range(-219, -199))  # upwards on either wheel
    return [*hubs, *(_space(number, ends.get(number, (number + 1,))) for number in runs)]


def _space(number: int, following: tuple[int, ...]) -> Space:
    kind = (_ON_THE_LOOP if abs(number) < 40 else _ON_THE_WHEEL).get(abs(number), "Blank")
    if kind == "Boulder Trap":
        sign = 1 if number > 0 else -1
        return Space(number, kind, None, following, tuple(sign * each for each in range(15, 21)), 0)
    return Space(number, kind, _PSEUDO.get(kind), following)
