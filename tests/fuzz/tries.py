"""One game after the other:
random lines played one by one, random pages read, written and read again.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from msgspec.structs import replace

from tests.fuzz.steps import Steps
from tests.fuzz.texts import Texts
from tests.rules.any_game import Sometimes
from wikibot.config.games import load_game
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import log_line
from wikibot.game.game import Game
from wikibot.wikitext.lines import action_numbers, read_line
from wikibot.wikitext.table_writer import UnsafeEdit

GAMES = ("cycle15", "cycle14", "round7")
NOW = datetime(2024, 1, 9, 12, tzinfo=UTC)
ONE_LINE = 400_000  # calls; the longest lines that are read at all take a third of it
ONE_PAGE, EACH_CHARACTER = 300_000, 10
FRESH = 60  # lines after which the game begins anew, before nobody is left


class Fuzz:
    """One game, from a seed."""

    def __init__(self, name: str, seed: int) -> None:
        self.game: Game[Any] = load_game(name)
        self.random = Random(seed)
        demo = self.game.demo()
        self.page = demo.pages["Gamestate"]
        self.book = self.game.rulebook(demo.pages["Ruleset"])
        # What is made once for a page is no step of the line that asks first.
        for unit in self.book.units:
            self.book.in_words(unit)
        self.start = self.game.read(self.page, self.book, NOW).state
        players = tuple(self.start.players)
        items = [item for player in self.start.players.values() for item in player.items]
        units = list(self.book.units)
        self.texts = Texts(self.random, self.game, players, (*items, *units))
        self.players = (*players, "Zoe")
        first = Action(ActionId(1, 1, 0), self.start.now, players[0], "use what is no thing here")
        Engine(self.game, self.book, Sometimes(Random(seed))).play(self.start, [first], first.time)

    def lines(self, count: int) -> None:
        """Play so many lines."""
        state = self.start
        for number in range(count):
            state = self.start if number % FRESH == 0 else state
            state = self._play(state, self.texts.line(), number)

    def _play(self, state: Any, raw: str, number: int) -> Any:
        """One line, as a wiki has it or as a text log does, and the page that the game then has."""
        steps = Steps(ONE_LINE)
        name = self.random.choice(self.players)
        time = state.now + timedelta(minutes=self.random.choice((0, 1, 60, 3000)))
        text = read_line(f"* {raw}").text if self.random.random() < 0.5 else " ".join(raw.split())
        action = Action(
            ActionId(1, number + 1, 0), time, name, text, by_name=True,
            trusted=self.random.random() < 0.2,
        )  # fmt: skip
        try:
            with steps.counting():
                engine = Engine(self.game, self.book, Sometimes(self.random))
                played = engine.play(state, [replace(action, body=self._body())], time)
                for outcome in played.outcomes:
                    log_line(outcome)
            assert len(played.outcomes) == 1
            return played.state
        except BaseException as error:
            error.add_note(f"line {number}: {raw!r}"[:2000])
            raise

    def _body(self) -> str:
        return "\n".join(self.texts.line() for _ in range(2)) if self.random.random() < 0.05 else ""

    def pages(self, count: int) -> None:
        """Read so many pages, and write what they say."""
        for number in range(count):
            self._read(self.texts.page(self.page), number)

    def _read(self, text: str, number: int) -> None:
        steps = Steps(ONE_PAGE + EACH_CHARACTER * len(text))
        try:
            with steps.counting():
                action_numbers(text)
                reading = self.game.read(text, self.book, NOW)
                if not reading.unreadable:
                    self._write(text, reading.state)
        except BaseException as error:
            error.add_note(f"page {number}: {text!r}"[:5000])
            raise

    def _write(self, text: str, state: Any) -> None:
        try:
            written = self.game.write(text, self.book, state)
        except UnsafeEdit:
            return
        self.game.to_json(state, self.book)
        assert self.game.read(written, self.book, NOW).state == state
