"""Numbers of any length, wherever people write them:
a line is not understood, a cell is reported, nothing more.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import rules
import wikibot
from tests.for_each import portion
from wikibot.config.games import load_game
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.game import Game

NOW = datetime(2024, 1, 9, 12, tzinfo=UTC)
LONG = "9" * 5000  # more digits than Python turns into a number
LENGTHS = ("9" * 19, LONG)
GAMES = ("cycle15", "cycle14", "round7")
SAFE = {  # what turns no text of any length into a number
    "wikibot/wikitext/numerals.py": {
        "int(text if text.isascii() else text.replace('−', '-').replace('–', '-'))"
    },  # the helper itself
    "wikibot/wikitext/plain.py": {"int(found[1])"},  # marks of its own
    "wikibot/wikitext/escape.py": {"int(found[2])"},  # one of some listed codes
    "wikibot/wikitext/table_reader.py": {"int(rows[1][:9])", "int(columns[1][:9])"},
    "rules/common/votes.py": {"int(decoration)"},  # a truth value
    "wikibot/game/state.py": {"int(event.time.timestamp())"},
    "rules/generic/play/questions.py": {"int(now.timestamp())"},
}


def sources() -> list[Path]:
    """The modules that see what people write."""
    own, kernel = Path(str(rules.__file__)).parent, Path(str(wikibot.__file__)).parent
    return [
        *own.rglob("*.py"),
        *(kernel / "game").rglob("*.py"),
        *(kernel / "wikitext").rglob("*.py"),
    ]


def test_text_becomes_a_number_in_one_place() -> None:
    """Everybody else asks that helper, which bounds it."""
    others = {}
    for path in sources():
        name = path.relative_to(Path(str(rules.__file__)).parents[1]).as_posix()
        if found := set(_conversions(path)) - SAFE.get(name, set()) - FLOATS:
            others[name] = found

    assert others == {}


def _conversions(path: Path) -> Iterator[str]:
    """The places at which something is made a number."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            named = [arg.id for arg in node.args if isinstance(arg, ast.Name)]
            if node.func.id in ("int", "float", "Fraction", "Decimal") or (
                node.func.id == "map" and "int" in named
            ):
                yield ast.unparse(node)


FLOATS = {
    "float(found[1].replace(',', '.'))",  # at most nine digits by its pattern
    "Fraction(number)", "Fraction(letters[name])",  # bounded before they are parsed
    "Fraction(floor(of(part)))", "Fraction(ceil(of(part)))",
    "Fraction(roll(count, sides) if count > 0 and sides > 0 else 0)",
}  # fmt: skip


def lengthened(text: str, number: str) -> list[str]:
    """A text with each of its numbers in turn as a long one."""
    return [
        text[: found.start()] + number + text[found.end() :] for found in re.finditer(r"\d+", text)
    ]


@pytest.mark.parametrize("number", LENGTHS, ids=len)
@pytest.mark.parametrize("name", GAMES)
def test_lines_with_long_numbers(name: str, number: str) -> None:
    """No verb's form with such a number in it fails, and none is played as if it were another."""
    game: Game[Any] = load_game(name)
    demo = game.demo()
    book = game.rulebook(demo.pages["Ruleset"])
    state = game.read(demo.pages["Gamestate"], book, NOW).state
    player = next(iter(state.players))
    forms = [
        text
        for verb in (*game.verbs, *KERNEL_VERBS)
        for text in (verb.example, f"{verb.form} 7", verb.form)
    ]
    more = [*forms, "move -- 2d4 (1, 2) = 3", "move -- 2d4 (3, 4)", "claim Ann's House 7",
            "use Snake 7L", "J7", "#7",
            "correct the phase is 7", "use 7 Fish", "buy Number 7", "vote yes on P7",
            "use Crystal: 7"]  # fmt: skip
    lines = portion((long for text in more for long in lengthened(text, number)), 2)
    actions = [
        Action(
            ActionId(1, at, 0), NOW + timedelta(minutes=at), player, line, by_name=True,
            trusted=True,
        )
        for at, line in enumerate(lines)
    ]  # fmt: skip

    outcomes = Engine(game, book).play(state, actions).outcomes

    assert len(outcomes) == len(lines)
    assert [o.text for o in outcomes if "the bot failed" in o.text] == []


@pytest.mark.parametrize("number", LENGTHS, ids=len)
@pytest.mark.parametrize("name", GAMES)
def test_cells_with_long_numbers(name: str, number: str) -> None:
    """Each is reported as a cell that cannot be read, or stands in a text;
    the rest of the page is read.
    """
    game: Game[Any] = load_game(name)
    demo = game.demo()
    book = game.rulebook(demo.pages["Ruleset"])
    page = demo.pages["Gamestate"]
    whole = game.read(page, book, NOW).state

    for text in portion(lengthened(page, number), 3):
        reading = game.read(text, book, NOW)
        assert reading.unreadable or len(reading.state.players) == len(whole.players)


@pytest.mark.parametrize("name", GAMES)
def test_statements_with_long_numbers(name: str) -> None:
    """A steward's statement with such a number is not understood."""
    game: Game[Any] = load_game(name)
    demo = game.demo()
    book = game.rulebook(demo.pages["Ruleset"])
    state = game.read(demo.pages["Gamestate"], book, NOW).state
    player = next(iter(state.players))

    for statement in (
        f"{player} gains {LONG} Fish",
        f"{player} is on {LONG}",
        f"the phase is {LONG}",
    ):
        with pytest.raises(ValueError, match=r"digits|understood"):
            game.correct(state, statement)
