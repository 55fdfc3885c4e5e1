"""Scenarios of Cycle 14: the form of tests/rules/scenario.py, with players, pots and the Obelisk in place of a board.

    Ann has 3⚡, 2🌿; Mining 2          all that a player owns (``nothing``), and experience, each task named
    the Obelisk has 3🩸                 the same of the Obelisk and of the storehouse
    pot 1: Kraken Root 3               a pot and how far the herb in it has grown; ``pot 1: empty``, ``no pot 5``
    Ann joined Wed 10:00               since when somebody plays; without it, from the start
    the season is Winter               any statement that a correction may make, too

Before the first line of play a form makes the state, afterwards it is a claim about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.cycle14 import GAME
from rules.cycle14.components import KNOWN
from rules.cycle14.obelisk import first
from rules.cycle14.possessions import OBELISK, STOREHOUSE
from rules.cycle14.state import OPEN, Player, Pot, State
from rules.cycle14.tasks.herbalism import first_pots
from tests.rules.scenario import MONDAY, Stage, _when
from tests.rules.scenario_files import Scenario, Wrong
from wikibot.game.problems import Unclear
from wikibot.game.ruleset.pins import Pin

_HAS = re.compile(r"(?P<who>.+?) (?:has|have) (?P<items>[^;]*)(?:; (?P<more>.*))?")
_POT = re.compile(r"pot (?P<id>\d+): (?:empty|(?P<herb>.+?) (?P<stage>\d+))")
_OWNERS = {str(OBELISK): "obelisk", "the storehouse": "storehouse", str(STOREHOUSE): "storehouse"}


class Stage14(Stage):
    """One scenario being played."""

    def __init__(
        self, scenario: Scenario, text: str, pins: Callable[[str], tuple[Pin, ...]]
    ) -> None:
        super().__init__(scenario, GAME, text, pins)
        self.state: Any = State(
            MONDAY, started=None, obelisk=first(self.book), pots=first_pots(self.book)
        )

    def _about(self, line: str) -> str:
        name = line.split(" has ", maxsplit=1)[0]
        if name in self.state.players:
            return str(self.state.players[name])
        return f"{self.state.obelisk} {self.state.storehouse} {self.state.pots} {self.state.gatherings}"

    def _claim(self, line: str) -> None:
        gathering = re.fullmatch(r"(?P<id>G\d+) is (?P<status>.+)", line)
        if gathering:
            found = {each.id: each.status for each in self.state.gatherings}
            holds = found.get(gathering["id"], "forgotten") == gathering["status"]
        elif line.startswith("no pot "):
            holds = line.removeprefix("no pot ") not in [pot.id for pot in self.state.pots]
        elif line == "no gathering":
            holds = not any(each.status == OPEN for each in self.state.gatherings)
        elif line == "the judge is nobody":
            holds = self.state.judge is None
        else:
            super()._claim(line)
            return
        if not holds:
            raise Wrong(f"not so; {self._about(line)}")

    def _made(self, line: str) -> Any:
        state = self.state
        if found := _POT.fullmatch(line):
            pot = Pot(found["id"], found["herb"] or "", int(found["stage"] or 0))
            kept = tuple(pot if each.id == pot.id else each for each in state.pots)
            return replace(state, pots=kept)
        if found := re.fullmatch(r"(?P<who>.+) joined (?P<when>.+)", line):
            player = replace(state.players[found["who"]], joined=_when(found["when"]))
            return replace(state, players={**state.players, player.name: player})
        if (found := _HAS.fullmatch(line)) and (
            found["who"] in _OWNERS or self._items(found["items"]) is not None
        ):
            items = self._items(found["items"])
            if items is not None:
                return self._owner(found["who"], items, found["more"] or "")
        try:
            return GAME.correct(state, line)
        except ValueError as error:
            raise Wrong(f"not understood: {error}") from None

    def _items(self, text: str) -> dict[str, int] | None:
        if text == "nothing":
            return {}
        try:
            return {name: count for name, count in KNOWN.amounts(text).items() if count}
        except Unclear:
            return None

    def _owner(self, who: str, items: dict[str, int], more: str) -> Any:
        state = self.state
        where = _OWNERS.get(who)
        if where == "obelisk":
            return replace(state, obelisk=replace(state.obelisk, items=items))
        if where:
            return replace(state, storehouse=items)
        if self.playing and who not in state.players:
            raise Wrong(f"{who} is not a player")
        player = replace(state.players.get(who, Player(who)), items=items)
        known = dict(player.experience)
        for part in filter(None, more.split(", ")):
            task, _, number = part.rpartition(" ")
            known = {key: value for key, value in known.items() if key != task} | (
                {task: int(number)} if int(number) else {}
            )
        return replace(state, players={**state.players, who: replace(player, experience=known)})
