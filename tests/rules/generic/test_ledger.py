"""What is left to people is kept by the bot: notes, and dice for whoever asks."""

from __future__ import annotations

from copy import copy

import pytest
from msgspec.structs import replace

from rules.generic.game import GAME
from rules.generic.owners import State, count, player
from tests.for_each import for_each
from tests.rules.generic.pages import NOW, VILLAGE
from wikibot.game.actions import Action, Outcome
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import read_log
from wikibot.game.game import Game

BOOK = GAME.rulebook("")


def played(
    *lines: str, game: Game[State] = GAME, trusted: bool = True
) -> tuple[State, list[Outcome]]:
    """The state after some lines of a text log, each without its time, and their outcomes."""
    log = "\n".join(f"2024-01-05T02:22:{number:02}Z {line}" for number, line in enumerate(lines))
    actions = [replace(each, trusted=trusted) for each in read_log(log) if isinstance(each, Action)]
    done = Engine(game, BOOK).play(game.read(VILLAGE, BOOK, NOW).state, actions, None)
    return done.state, list(done.outcomes)


@for_each(
    "line, text",
    [
        ("roll 2d6 -- 2d6 (3, 4) = 7", "2d6: 3 + 4 = 7"),
        ("roll 1d20 for the riddle -- 1d20 (3) = 3", "1d20 for the riddle: 3"),
        ("roll d20: the riddle -- 1d20 (3) = 3", "1d20 for the riddle: 3"),
        ("roll 2d6+3 -- 2d6 (3, 4) = 7", "2d6+3: 3 + 4 + 3 = 10"),
        ("roll 1d6 - 2 -- 1d6 (1) = 1", "1d6-2: 1 - 2 = -1"),
        ("roll a die -- 1d6 (2) = 2", "1d6: 2"),
        ("pick a random player -- 1d2 (2) = 2", "Bob"),
        ("pick random player -- 1d2 (2) = 2", "Bob"),
        ("pick a player -- 1d2 (2) = 2", "Bob"),
        ("pick a random other player for the watch", "Bob for the watch"),
        ("pick 2 random Spaces -- 1d3 (2) = 2, 1d2 (1) = 1", "2, 1"),
        ("pick red, green or blue -- 1d3 (2) = 2", "green"),
        ("draw a random Item -- 1d2 (1) = 1", "Net"),
        ("draw a random Item from the Shop for Bob -- 1d2 (2) = 2", "Rope for Bob"),
    ],
)
def test_dice_of_the_game_for_whoever_asks(line: str, text: str) -> None:
    """They change nothing; the answer and the log say what was rolled, and what for."""
    state, (outcome,) = played(f"Ann: {line}")

    assert (outcome.verdict, outcome.text) == ("done", text)
    assert GAME.differences(played()[0], state) == ()


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("roll away", "'away' is not a number of dice"),
        ("roll 0d6", "no dice are rolled"),
        ("roll 2d6", "a roll of 2d6 for the roll"),
        ("pick a random Unicorn", "'Unicorn' is none of these: player, Space, Item"),
        ("pick 9 random players", "9 cannot be picked: there are 2"),
        ("draw 0 random Items", "0 cannot be picked"),
    ],
)
def test_what_cannot_be_rolled_is_said(line: str, text: str) -> None:
    """A missing roll is asked for, and what there is nothing of cannot be picked."""
    assert text in played(f"Ann: {line}")[1][0].text


def test_a_roll_that_was_asked_for_is_not_asked_for_twice() -> None:
    """The same line once more brings no other dice."""
    _, outcomes = played(
        "Ann: roll 1d6 for the riddle", "Ann: choose 1d6 (4) = 4", "Ann: roll 1d6 for the riddle"
    )

    assert [each.verdict for each in outcomes] == ["needs", "done", "needs"]


@pytest.mark.parametrize(
    ("line", "text", "fish"),
    [
        ("note Ann gains 2 Fish: she won the riddle", "reason: she won the riddle", 4),
        ("note that Ann gains 2 Fish", "Ann gains 2 Fish", 4),
        ("note: Ann loses a fish; Bob gains a Fish: a gift: no more", "reason: a gift: no more", 1),
        ("note Ann has Motto: Go fish", "Ann has Motto: Go fish", 2),
        ("note Ann gains 2 Fihs: she won", "Fihs is a new item; nearest to it: Fish", 2),
    ],
)
def test_a_note_makes_a_statement_true(line: str, text: str, fish: int) -> None:
    """Any player may say what people settled among themselves; the log keeps the reason."""
    state, (outcome,) = played(f"Bob: {line}", trusted=False)

    assert outcome.verdict == "done"
    assert text in outcome.text
    assert count(state, player("Ann"), "Fish") == fish


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Bob: note remember the milk: please", "no statement that is understood"),
        ("Bob: note Zed gains 2 Fish: he won", "'Zed' is not a player"),
        ("Bob: note", "no statement"),
        ("Zed: note Ann gains 2 Fish: she won", "Zed is not a player"),
        ("Bob: note the columns of Players are Gold (number)", "does not change which tables"),
        ("Bob: note the tables are nothing: away with them", "does not change which tables"),
    ],
)
def test_what_is_no_note_changes_nothing(line: str, why: str) -> None:
    """Nothing is guessed, and only players write in the ledger."""
    state, (outcome,) = played(line, trusted=False)

    assert why in outcome.text
    assert GAME.differences(played()[0], state) == ()


@pytest.mark.parametrize(
    ("ledger", "trusted", "verdict"),
    [
        ("players", False, "done"), ("stewards", False, "cant"), ("stewards", True, "done"),
        ("off", True, "huh"),
    ],
)  # fmt: skip
def test_who_may_write_notes_is_a_setting(ledger: str, trusted: bool, verdict: str) -> None:
    """Players, stewards alone, or nobody."""
    game = copy(GAME)
    game.ledger = ledger

    (outcome,) = played("Ann: note Ann gains 2 Fish", game=game, trusted=trusted)[1]

    assert outcome.verdict == verdict


def test_a_ledger_is_played_again_from_its_log() -> None:
    """What the log says of notes and rolls leads to the same state."""
    lines = ("Ann: roll 1d6 for luck -- 1d6 (4) = 4", "Bob: note Ann gains 4 Gold: by her roll")
    first, outcomes = played(*lines)

    again, _ = played(*(f"{each.player}: {each.action.text}" for each in outcomes))

    assert again == first
