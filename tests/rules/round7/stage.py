"""Scenarios of Round 7: rules tested as text, a small board, some lines of play and what is true afterwards.

    == Landing on a five brings ten poents          a scenario begins; its title is the fact it is about
    without Towns                                   these forms stand first: the section is not on the ruleset page
    replace "gain 10" by "gain 7" in Fives          the page has other words there

    Ann on 1 with 5 poents                          a player, in the order of turns; also ``in Jail``, ``in Gulag``
    Ann owns 2 House, 1 Flute                       all of their items; ``Ann owns nothing``
    4: Cop Car, Ann's House 1                       all features of a space that the page notes; ``4: nothing``
    town Rome: leader Ann; members Ann, Bob; applicants Cid; treasury 5
    Ann has the Numbers 1, 3                        and whatever else the game's own statements say

    Tue 10:00 Ann: move -- 1d6 (4) = 4              a line of play; ``week 2 Fri 10:00``, ``Tue 10:00:30`` too
        done gains 10 poents                        its verdict, and what the answer contains
    until Tue 12:00                                 time goes by

    turn of Bob since Tue 10:05                     the same forms, now as claims; more of them:
    Ann may deposit / may not deposit               offers; ``Ann waits``, ``nobody waits``, ``Ann wins``
    P1 is passed                                    ``nobody wins``, ``no Ann``

Before the first line of play a form makes the state, afterwards it is a claim. Until then it is
Monday 09:00, and the turn of nobody, which becomes the first player's. Blank lines and lines that
begin with ``#`` are passed over.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from functools import cache

from rules.round7 import GAME
from rules.round7.board import naming
from rules.round7.state import Player, State, Town, Turn
from tests.rules.scenario_files import Scenario, Wrong, ruleset
from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.calendar import DAY, WEEK, parse_time
from wikibot.game.engine.engine import Engine
from wikibot.game.page.line_bodies import split_body
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, with_player

MONDAY = parse_time("2024-01-01T00:00:00Z")
START = MONDAY.replace(hour=9)
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_DAY = r"(?:week (?P<week>\d+) )?(?P<day>Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_TIME = _DAY + r" (?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d))?"
_PLAY = re.compile(_TIME + r" (?P<who>[^:]+): (?P<text>.*)")
_UNTIL = re.compile("until " + _TIME)
_TURN = re.compile(r"turn of (?P<who>\w+)(?: since " + _TIME + ")?")
_PLAYER = re.compile(
    r"(?P<name>\w+) (?P<how>on|in) (?P<space>\w+)(?: with (?P<poents>-?\d+) poents?)?"
)
_OWNS = re.compile(r"(?P<name>\w+) owns (?P<items>.+)")
_FEATURES = re.compile(r"(?P<space>\d+): (?P<features>.+)")
_TOWN = re.compile(r"town (?P<name>\w+): (?P<parts>.*)")
_STATUS = re.compile(r"(?P<id>[PT]\d+) is (?P<status>\w+)")
_MAY = re.compile(r"(?P<who>\w+) may (?P<not>not )?(?P<verb>.+)")


@cache
def book_of(text: str, *, accepted: bool = False) -> Rulebook:
    """A ruleset page, read once; ``accepted``: whatever it says, a steward has settled it."""
    book: Rulebook = GAME.rulebook(text)
    pins = [
        Pin(u.name, "", u.prints.exact, u.prints.normal, u.prints.masked, "test", "2024-01-01", book.read_print(u.name),
            book.parent(u.name))
        for u in book.units.values()
    ]  # fmt: skip
    settled: Rulebook = GAME.rulebook(text, pins)
    return settled if accepted else book


class Stage:
    """A scenario being played: forms make the state until the first line of play, then they are claims about it.

    ``on_pages``: whether every state goes by way of a page, as in a game.
    """

    on_pages = True

    def __init__(self, scenario: Scenario, text: str) -> None:
        self.scenario = scenario
        self.book = book_of(ruleset(text, scenario.changes), accepted=scenario.accepted)
        self.engine: Engine[State] = Engine(GAME, self.book)
        self.state = State(START, cop_health=200)
        self.page = ""
        self.playing = False
        self.outcome: Outcome | None = None
        self.log: list[str] = []

    def run(self) -> None:
        """Play the scenario; raises :class:`Wrong` at the first claim that does not hold."""
        for number, line in self.scenario.lines:
            try:
                self._line(line, number)
            except (Wrong, ValueError) as wrong:
                told = (
                    f"{self.outcome.verdict}: {self.outcome.text}"
                    if self.outcome
                    else "nothing played yet"
                )
                where = f"{self.scenario.file}.txt:{number}: {line}"
                raise Wrong(
                    f"{where}\n  {wrong}\n  last answer: {told}\n  {self.state}\n  {self.log}"
                ) from None

    def _line(self, line: str, number: int) -> None:
        if found := _PLAY.fullmatch(line):
            time = _time(found)
            text, body = split_body(found["text"])
            self._play(
                [
                    Action(
                        ActionId(0, 0, number), time, found["who"], text, number, True, True, body
                    )
                ],
                None,
            )
        elif found := _UNTIL.fullmatch(line):
            self._play([], _time(found))
        elif line.split(maxsplit=1)[0] in ("done", "needs", "cant", "huh", "held"):
            verdict, _, text = line.partition(" ")
            if (
                self.outcome is None
                or self.outcome.verdict != verdict
                or text not in self.outcome.text
            ):
                raise Wrong("the answer is another")
        elif self.playing:
            if not self._holds(line):
                raise Wrong("not so")
        else:
            self.state = self._made(line)

    def _play(self, actions: list[Action], until: datetime | None) -> None:
        if not self.playing:
            self.playing = True
            self.state = self._on_page(self.state)
        played = self.engine.play(self.state, actions, until)
        self.log += [happening.text for happening in played.fired_events]
        self.outcome = played.outcomes[-1] if played.outcomes else self.outcome
        self.state = replace(self._on_page(played.state), now=played.state.now)
        if self.state != played.state:
            raise Wrong(f"the page does not hold the state:\n{self.state}\n{played.state}")

    def _on_page(self, state: State) -> State:
        if not self.on_pages:
            return state
        self.page = GAME.write(
            self.page or GAME.new_page(self.book, state.now, "a scenario"), self.book, state
        )
        reading = GAME.read(self.page, self.book, state.now)
        if reading.unreadable:
            raise Wrong(str(reading.unreadable[0]))
        GAME.board(reading.state, self.book)
        GAME.to_json(reading.state, self.book)
        found: State = reading.state
        return found

    # -- claims ------------------------------------------------------------------------------------

    def _holds(self, line: str) -> bool:
        state = self.state
        if found := _MAY.fullmatch(line):
            offers = [(p.player, p.text) for p in state.pending if p.kind is Kind.OFFER]
            return ((found["who"], found["verb"]) in offers) is not bool(found["not"])
        waiting = [p.player for p in state.pending if p.kind is Kind.ACTION]
        if line == "nobody wins":
            return not state.winners
        if line == "nobody waits":
            return not waiting
        if line.endswith(" waits"):
            return line.removesuffix(" waits") in waiting
        if line.endswith(" wins"):
            return line.removesuffix(" wins") in state.winners
        if found := re.fullmatch(r"no (\w+)", line):
            return found[1] not in state.players
        if found := _STATUS.fullmatch(line):
            known = {
                **{p.id: p.status for p in state.proposals},
                **{t.id: t.status for t in state.trades},
            }
            return known.get(found["id"]) == found["status"]
        if found := _TURN.fullmatch(line):
            since = _time(found) if found["day"] else state.turn and state.turn.started
            return state.turn is not None and (state.turn.player, state.turn.started) == (
                found["who"],
                since,
            )
        if (found := _PLAYER.fullmatch(line)) and found["name"] not in state.players:
            raise Wrong("there is no such player")
        return self._made(line) == state

    # -- forms -------------------------------------------------------------------------------------

    def _made(self, line: str) -> State:
        """The state with one form made true in it."""
        if found := _PLAYER.fullmatch(line):
            player = self.state.players.get(found["name"], Player(found["name"]))
            space = int(found["space"]) if found["how"] == "on" else found["space"]
            poents = player.poents if found["poents"] is None else int(found["poents"])
            return with_player(self.state, replace(player, space=space, poents=poents))
        if found := _OWNS.fullmatch(line):
            return with_player(
                self.state, replace(self.state.players[found["name"]], items=_items(found["items"]))
            )
        if found := _TURN.fullmatch(line):
            who, time = found["who"], _time(found) if found["day"] else START
            return replace(self.state, turn=Turn(who, time, self.state.players[who].space))
        if found := _FEATURES.fullmatch(line):
            names = (
                ()
                if found["features"] == "nothing"
                else tuple(re.split(r",\s*", found["features"]))
            )
            features = {**self.state.features, int(found["space"]): names}
            return replace(self.state, features=naming.spelled(features, self.state.players))
        if found := _TOWN.fullmatch(line):
            town = _town(found["name"], found["parts"])
            return replace(self.state, towns={**self.state.towns, town.name: town})
        state: State = GAME.correct(self.state, line)
        return state


def _items(text: str) -> dict[str, int]:
    pairs = (re.fullmatch(r"\s*(-?\d+) (.+?)\s*", part) for part in text.split(","))
    return {} if text == "nothing" else {pair[2]: int(pair[1]) for pair in pairs if pair}


def _town(name: str, parts: str) -> Town:
    said = dict(part.strip().partition(" ")[::2] for part in parts.split(";"))
    lists = {
        key: tuple(re.split(r",\s*", said[key])) if said.get(key) else ()
        for key in ("members", "applicants")
    }
    return Town(name, said.get("leader", ""), treasury=int(said.get("treasury", 0)), **lists)


def _time(found: re.Match[str]) -> datetime:
    weeks, days = int(found["week"] or 1) - 1, DAYS.index(found["day"])
    day = MONDAY + weeks * WEEK + days * DAY
    return day.replace(
        hour=int(found["hour"]), minute=int(found["minute"]), second=int(found["second"] or 0)
    )
