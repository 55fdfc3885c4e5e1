"""A ruleset page that people edit, on a real server:
what they learn from the wiki alone, and how they play on.

All of it is text of pages that the bot reads and writes, the same on any server: the newer one.
"""

from __future__ import annotations

from tests.mediawiki.test_stewards import Game, game
from tests.replies import as_read
from wikibot.stewards import notices

__all__ = ["game"]


def reword(game: Game, old: str, new: str) -> int:
    """The Steward edits the ruleset page; the bot looks. Gives the revision."""
    rules = game.steward.text("Ruleset")
    assert old in rules
    revision = game.steward.edit("Ruleset", rules.replace(old, new))
    game.sync()
    return revision


def told(game: Game) -> str:
    """What the steward page says of rules that wait, as a reader sees it;
    "" where it says nothing.
    """
    text = game.steward.text("Orders")
    _, heading, rest = text.partition(f"== {notices.RULES.title} ==")
    return as_read(rest) if heading else ""


def accept_line(game: Game) -> str:
    """The line that the wiki itself says is to be written."""
    quoted = told(game).split("`")[1::2]
    return next(each for each in quoted if each.startswith("accept"))


def test_a_reworded_rule_is_learned_of_accepted_and_played(game: Game) -> None:
    """Carol's line is held; whoever reads the steward page copies the line from there;
    Carol's line is answered.
    """
    game.answer("Alice", "correct Carol gains 2 Fish", "Orders")
    revision = reword(game, "It swims for a moment.", "It swims for an hour.")
    notice = told(game)
    held = game.answer("Carol", "use Fish")
    order = accept_line(game)
    accepted = game.answer("Alice", order, "Orders")
    played = game.replies("Talk:Gamestate")[-1]
    again = game.answer("Carol", "use Fish")

    assert (
        f"Garbage: Fish: its wording changed in revision {revision} by Steward; held: `use Fish`"
        in notice
    )
    assert (held[:19], order) == ("held: Garbage: Fish", "accept Garbage: Fish")
    assert "I play it as: it is used up and nothing happens" in accepted
    assert played.startswith("done: Fish is used up (1 left)")
    assert again.startswith("done: Fish is used up (0 left)")
    assert told(game) == ""


def test_a_rule_that_is_added_is_named(game: Game) -> None:
    """Nobody has implemented it; a steward says that it has no effect, and the notice goes."""
    revision = reword(
        game, "== Winning ==", "== Tax ==\n\nEverybody pays a crystal.\n\n== Winning =="
    )
    notice = told(game)
    game.answer("Alice", accept_line(game), "Orders")

    assert f"Tax: new in revision {revision} by Steward, and it is not implemented" in notice
    assert told(game) == ""


def test_a_rule_that_is_deleted_is_named(game: Game) -> None:
    """It is not played any more, which a steward takes note of."""
    rules = game.steward.text("Ruleset")
    section = rules[rules.index("=== Doubles ===") : rules.index("== Winning ==")]
    revision = reword(game, section, "")
    notice = told(game)
    game.answer("Alice", accept_line(game), "Orders")
    moved = game.answer("Carol", "move 1 2 -- 2d4 (1, 1) = 2")

    assert f"Doubles: not on the page any more since revision {revision} by Steward" in notice
    assert (told(game), "Time Bean Chili" in moved) == ("", False)


def test_a_column_that_is_renamed_holds_its_table(game: Game) -> None:
    """No cell is read as empty: what needs the table waits, until the column has its name again."""
    game.answer("Alice", "correct Carol gains 1 Fish", "Orders")
    reword(game, "! Name !! Description !! ID", "! Name !! Meaning !! ID")
    notice = told(game)
    held = game.answer("Carol", "use Fish")
    reword(game, "! Name !! Meaning !! ID", "! Name !! Description !! ID")
    played = game.replies("Talk:Gamestate")[-1]

    assert "Garbage: its wording changed" in notice
    assert held.startswith("held: ")
    assert played.startswith("done: Fish is used up (0 left)")
    assert told(game) == ""


def test_a_new_item_in_plain_words_is_played_once_accepted(game: Game) -> None:
    """The steward page says what is understood; the line from there has the item played so."""
    row = "| Mauve || A colour between two others.\n"
    reword(game, row, f"{row}|-\n| Feast || Each player gains 2 Fish. ||\n")
    notice = told(game)
    game.answer("Alice", "correct Carol gains 1 Feast", "Orders")
    accepted = game.answer("Alice", accept_line(game), "Orders")
    played = game.answer("Carol", "use Feast")

    assert "I understand its words as: Each player gains 2 Fish." in notice
    assert "I play it as: Each player gains 2 Fish." in accepted
    assert "Carol gains 2 Fish" in played
    assert told(game) == ""
