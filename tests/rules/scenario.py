"""Scenarios: rules tested as text, a small board, some lines of play and what is true afterwards.

    == Going over a crystal brings one              a scenario begins; its title is the fact it is about
    rules: late                                     late, early or demo; these stand before anything else:
    without Doubles                                 the section is not on the ruleset page
    replace "2d4" by "3d4" in Movement              the page has other words there
    accepted                                        and these words are ones that the game implements

    0 > 1 > 2 > 3 > 0                               each space and its successors; ``3 > 0, 20`` branches
    2: Crystal                                      its type; ``5: Hazard (Thin Ice); Safe Haven: 0`` is more of it
    Ann at 0 with 3 Crystal, 2 Fish; moved 2, 3     a player; also ``; effects drunk``, ``; joined Wed 10:00``
    phase 3      wheel rotation 8      party time   the rest of the state, each on a line of its own

    Fri 10:00 Ann: move 1 2 3 -- 2d4 (1, 2) = 3     a line of play; ``week 2 Fri 10:00`` is a week later
        done gains 1 Crystal                        its verdict, and what the answer contains
    until week 2 Mon 00:00                          time goes by

    Ann at 3 with 4 Crystal, 2 Fish                 the same forms, now as claims about what has become
    Ann may take garbage                            an offer, or ``may not``; also ``Ann waits``, ``nobody waits``,
                                                    ``no Ann``, ``Ann wins``, ``nobody wins``

    P1 is passed      P1 is a Tune Up proposal       proposals, requests, trades; also ``T1 is done``, ``no P2``
    the judge is Ann      there is no judge
    told passes                                     what came about by itself in the last step contains this

A line of play may have text below it, behind pilcrows. Before the first line of play a form makes
the state, afterwards it is a claim. Only named parts of a claim count, but ``with`` gives all
items, and ``with nothing`` none. Blank lines and lines that begin with ``#`` are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any

from rules.cycle15.belongings.effect import read_effect
from rules.cycle15.state import Player, Space, State
from tests.rules.scenario_files import Scenario, Wrong, ruleset
from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.calendar import DAY, WEEK, parse_time
from wikibot.game.engine.engine import Engine
from wikibot.game.game import Game
from wikibot.game.page.line_bodies import split_body
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind

MONDAY = parse_time("2024-01-01T00:00:00Z")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_TIME = (
    r"(?:week (?P<week>\d+) )?(?P<day>Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?P<hour>\d\d):(?P<minute>\d\d)"
)
_PLAY = re.compile(_TIME + r" (?P<who>[^:]+): (?P<text>.*)")
_UNTIL = re.compile("until " + _TIME)
_WHEN = re.compile(_TIME)
_WAY = re.compile(r"-?\d+(?: > -?\d+)+(?:, -?\d+)*|-?\d+ >")
_SPACE = re.compile(r"(?P<id>-?\d+): (?P<type>[^();]+?)(?: \((?P<pseudo>[^)]*)\))?(?P<more>;.*)?")
_AFFAIR = re.compile(
    r"(?P<no>no )?(?P<id>[PJT]\d+)(?: is (?:an? (?P<cls>.+) proposal|(?P<status>\w+)))?"
)
_PLAYER = re.compile(
    r"(?P<name>.+?) at (?P<location>-?\d+)(?: with (?P<items>[^;]*))?(?P<more>;.*)?"
)


@lru_cache(maxsize=16)
def book_of(game: Game[State], page: str, pins: tuple[Pin, ...]) -> Rulebook:
    """A ruleset page; the last few are remembered, as most scenarios are played by the same."""
    return game.rulebook(page, pins)


class Stage:
    """A scenario being played: forms make the state until the first line of play, then they are claims about it.

    ``on_pages``: whether every state goes by way of a page, as in a game.
    """

    on_pages = True

    def __init__(
        self,
        scenario: Scenario,
        game: Game[State],
        text: str,
        pins: Callable[[str], tuple[Pin, ...]],
    ) -> None:
        self.scenario, self.game = scenario, game
        page = ruleset(text, scenario.changes)
        self.book = book_of(game, page, pins(page if scenario.accepted else text))
        self.engine = Engine(game, self.book)
        self.state = State(MONDAY, phase=1, spaces={0: Space(0)})
        self.page = ""
        self.playing = False
        self.fired_events = ""
        self.outcome: Outcome | None = None

    def run(self) -> None:
        """Play the scenario; raises :class:`Wrong` at the first claim that does not hold."""
        for number, line in self.scenario.lines:
            try:
                self._line(line, number)
            except Wrong as wrong:
                raise Wrong(
                    f"{self.scenario.file}.txt:{number}: {line}\n  {wrong}\n  {self._told()}"
                ) from None

    def _told(self) -> str:
        return (
            f"last answer: {self.outcome.verdict}: {self.outcome.text}"
            if self.outcome
            else "nothing played yet"
        )

    def _line(self, line: str, number: int) -> None:
        if found := _PLAY.fullmatch(line):
            self._begin()
            text, body = split_body(found["text"])
            action = Action(
                ActionId(0, 0, number), _time(found), found["who"], text, number, True, True, body
            )
            self._play([action], None)
        elif found := _UNTIL.fullmatch(line):
            self._begin()
            self._play([], _time(found))
        elif line.startswith("told "):
            self._told_of(line[5:])
        elif line.split(maxsplit=1)[0] in ("done", "needs", "cant", "huh", "held"):
            self._answer(*line.split(" ", 1))
        elif self.playing:
            self._claim(line)
        else:
            self.state = self._made(line)

    def _begin(self) -> None:
        """Take the state from a page, as a game does."""
        if not self.playing:
            self.playing = True
            if self.on_pages:
                page = self.game.new_page(self.book, self.state.now, "a scenario")
                self.page = self.game.write(page, self.book, self.state)
                self.state = self._read(self.page)

    def _play(self, actions: list[Action], until: datetime | None) -> None:
        played = self.engine.play(self.state, actions, until)
        self.fired_events = "; ".join(each.text for each in played.fired_events)
        self.outcome = played.outcomes[-1] if played.outcomes else self.outcome
        self.state = self._by_page(played.state) if self.on_pages else played.state

    def _by_page(self, state: State) -> State:
        """The state as the page has it, which has to be the same."""
        self.page = self.game.write(self.page, self.book, state)
        found = replace(self._read(self.page), now=state.now)
        if found != state:
            raise Wrong(f"the page does not hold the state:\n{found}\n{state}")
        self.game.board(found, self.book)
        return found

    def _read(self, page: str) -> State:
        reading = self.game.read(page, self.book, self.state.now)
        if reading.unreadable:
            raise Wrong(str(reading.unreadable[0]))
        return reading.state

    def _told_of(self, text: str) -> None:
        if text not in self.fired_events:
            raise Wrong(f"what came about: {self.fired_events or 'nothing'}")

    # -- claims ------------------------------------------------------------------------------------

    def _answer(self, verdict: str, text: str = "") -> None:
        if self.outcome is None or self.outcome.verdict != verdict or text not in self.outcome.text:
            raise Wrong("the answer is another")

    def _claim(self, line: str) -> None:
        asks = re.fullmatch(r"(?P<who>.+?) may (?P<not>not )?(?P<verb>.+)", line)
        offers = {(p.player, p.text) for p in self.state.pending if p.kind is Kind.OFFER}
        waiting = {p.player for p in self.state.pending if p.kind is Kind.ACTION}
        if asks:
            holds = ((asks["who"], asks["verb"]) in offers) is not bool(asks["not"])
        elif line == "nobody waits":
            holds = not waiting
        elif line.endswith(" waits"):
            holds = line.removesuffix(" waits") in waiting
        elif found := _AFFAIR.fullmatch(line):
            holds = self._affair(found)
        elif line == "nobody wins":
            holds = not self.state.winners
        elif line.endswith(" wins"):
            holds = line.removesuffix(" wins") in self.state.winners
        elif line.startswith("no ") and line != "no party" and not line.startswith("no space "):
            holds = line.removeprefix("no ") not in self.state.players
        else:
            holds = self._made(line) == self.state
        if not holds:
            raise Wrong(f"not so; {self._about(line)}")

    def _about(self, line: str) -> str:
        name = line.split(" at ", maxsplit=1)[0]
        if name in self.state.players:
            return str(self.state.players[name])
        number = re.match(r"-?\d+", line)
        space = self.state.spaces.get(int(number[0])) if number else None
        return str(space or f"{self.state.pending}")

    # -- forms -------------------------------------------------------------------------------------

    def _made(self, line: str) -> State:
        """The state with one form made true in it."""
        if _WAY.fullmatch(line):
            return self._way(line)
        if found := _SPACE.fullmatch(line):
            return self._space(found)
        if found := _PLAYER.fullmatch(line):
            return self._player(found)
        words = line.split()
        if words[:2] == ["no", "space"]:
            return replace(
                self.state,
                spaces={k: v for k, v in self.state.spaces.items() if k != int(words[2])},
            )
        if line in ("party time", "no party"):
            return replace(self.state, party=line == "party time")
        if words[:2] == ["wheel", "rotation"]:
            return replace(self.state, wheel_rotation=int(words[2]))
        if words[0] == "phase":
            return replace(self.state, phase=int(words[1]))
        if words[0] == "started":
            return replace(self.state, started=_when(" ".join(words[1:])))
        if line == "there is no judge" or words[:3] == ["the", "judge", "is"]:
            return replace(self.state, judge=" ".join(words[3:]) if words[0] == "the" else None)
        raise Wrong("not understood")

    def _affair(self, found: re.Match[str]) -> bool:
        """Whether a proposal, a request for justice or a trade is as a claim says."""
        listed: tuple[Any, ...] = (*self.state.proposals, *self.state.requests, *self.state.trades)
        thing = next((each for each in listed if each.id == found["id"]), None)
        if found["no"] or thing is None:
            return bool(found["no"]) and thing is None
        return (
            getattr(thing, "cls", "") == found["cls"]
            if found["cls"]
            else found["status"] == thing.status
        )

    def _way(self, line: str) -> State:
        spaces = dict(self.state.spaces)
        steps = [step.strip() for step in line.split(">")]
        for step, following in pairwise(steps):
            following_ids = tuple(
                sorted(int(each) for each in following.split(",") if each.strip())
            )
            here = int(step)
            for each in (here, *following_ids):
                if not self.playing:
                    spaces.setdefault(each, Space(each))
            if here not in spaces:
                raise Wrong(f"there is no space {here}")
            spaces[here] = replace(spaces[here], successors=following_ids)
        return replace(self.state, spaces=spaces)

    def _space(self, found: re.Match[str]) -> State:
        number = int(found["id"])
        if self.playing and number not in self.state.spaces:
            raise Wrong(f"there is no space {number}")
        space = replace(
            self.state.spaces.get(number, Space(number)),
            type=found["type"].strip(),
            pseudo_type=found["pseudo"],
        )
        for more in filter(None, (part.strip() for part in (found["more"] or "").split(";"))):
            label, _, value = more.partition(": ")
            numbers = tuple(map(int, value.split(",")))
            match label:
                case "Boulder Path":
                    space = replace(space, boulder_path=numbers)
                case "Safe Haven":
                    space = replace(space, safe_haven=numbers[0])
                case "beamed":
                    space = replace(space, beamed=numbers[0])
                case _:
                    raise Wrong(f"not understood: {more}")
        return replace(self.state, spaces={**self.state.spaces, number: space})

    def _player(self, found: re.Match[str]) -> State:
        name = found["name"]
        if self.playing and name not in self.state.players:
            raise Wrong(f"{name} is not a player")
        player = replace(
            self.state.players.get(name, Player(name)), location=int(found["location"])
        )
        if found["items"]:
            player = replace(player, items=_items(found["items"]))
        for more in filter(None, (part.strip() for part in (found["more"] or "").split(";"))):
            label, _, value = more.partition(" ")
            match label:
                case "moved":
                    player = replace(
                        player, moved=() if value == "none" else tuple(map(int, value.split(",")))
                    )
                case "effects":
                    player = replace(
                        player,
                        effects=tuple(
                            read_effect(each.strip()) for each in value.split(",") if each != "none"
                        ),
                    )
                case "joined":
                    player = replace(player, joined=_when(value))
                case _:
                    raise Wrong(f"not understood: {more}")
        return replace(self.state, players={**self.state.players, name: player})


def _items(text: str) -> dict[str, int]:
    if text.strip() == "nothing":
        return {}
    pairs = (re.fullmatch(r"\s*(-?\d+) (.+?)\s*", part) for part in text.split(","))
    return {pair[2]: int(pair[1]) for pair in pairs if pair}


def _when(text: str) -> datetime:
    found = _WHEN.fullmatch(text)
    if not found:
        raise Wrong(f"{text!r} is not a time like Fri 10:00")
    return _time(found)


def _time(found: re.Match[str]) -> datetime:
    weeks, days = int(found["week"] or 1) - 1, DAYS.index(found["day"])
    return (MONDAY + weeks * WEEK + days * DAY).replace(
        hour=int(found["hour"]), minute=int(found["minute"])
    )
