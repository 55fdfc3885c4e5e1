"""``wikibot show``, ``board`` and ``new``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Wikibot
from tests.game.tiny import ACTIONS, GAMESTATE
from wikibot.wiki.folder import FolderWiki


def test_the_state_is_shown_as_tables(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Players with what they own, as people write it."""
    rows = [line.split() for line in wikibot("show").stdout.splitlines()]

    assert all(
        row in rows for row in (["Players"], ["Name", "Items"], ["Ann", "–"], ["Bea", "5", "Stone"])
    )


def test_the_state_as_json(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """The same object as ``state`` of ``apply``."""
    state = json.loads(wikibot("show", "--json").stdout)

    assert ({"name": "Bea", "items": {"Stone": 5}}, None) == (state["players"][1], state["judge"])


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_unreadable_cells_are_listed_apart(
    wikibot: Wikibot, wiki: FolderWiki, options: tuple[str, ...]
) -> None:
    """What can be read is shown, the rest is named on standard error, and the exit code is 1."""
    wiki.save_as("Bea", "State", GAMESTATE.replace("5 stones", "many stones"))

    result = wikibot("show", *options)

    assert (1, True, False) == (result.exit_code, "Ann" in result.stdout, "many" in result.stdout)
    assert "section 'Stones', row 'Bea', column 'Stones': 'many' is not a number" in result.stderr


def test_showing_changes_nothing(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Neither page nor history."""
    wikibot("show")
    wikibot("board")

    assert [1, 1, 1] == [len(wiki.history(title, 0)) for title in ("Rules", "State", "Play")]


def test_names_of_players_are_not_markup(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Brackets and emoji codes in a name are shown as they are, control characters as codes."""
    wiki.save_as("Bea", "State", GAMESTATE.replace("Ann", "[bold]A[/]:smile:\x1b[2J"))

    shown = wikibot("show").stdout + wikibot("board").stdout

    assert (3, False) == (shown.count("[bold]A[/]:smile:\\u001b[2J"), "\x1b" in shown)


def test_the_board_is_shown(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """As the game draws it for a terminal."""
    assert wikibot("board").stdout == "\nStones\n  Ann  Bea\n  notes: Ann ; Bea ooooo\n"


def test_a_page_that_is_not_there_is_told(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Exit code 1 and the page's title."""
    wiki.file("State").unlink()

    result = wikibot("show")

    assert (1, True) == (result.exit_code, "State: there is no such page" in result.stderr)


def test_a_new_page_is_printed_or_written(wikibot: Wikibot, here: Path) -> None:
    """The same page either way."""
    (here / "R.wiki").write_text("No rules.\n")
    options = (
        "new", "--rules", "stones", "--ruleset", "R.wiki", "--now", "2024-01-01T00:00:00Z",
        "--title", "State",
    )  # fmt: skip

    printed = wikibot(*options)
    written = wikibot(*options, "--out", "G.wiki")

    assert (0, 0, "") == (printed.exit_code, written.exit_code, written.stdout)
    assert "State, begun 2024-01-01T00:00:00Z." in printed.stdout
    assert printed.stdout == (here / "G.wiki").read_text()


def test_a_new_page_overwrites_nothing(wikibot: Wikibot, here: Path) -> None:
    """A file that is there may be somebody's game."""
    (here / "G.wiki").write_text("my game")

    result = wikibot(
        "new", "--rules", "stones", "--ruleset", "-", "--out", "G.wiki", stdin="No rules.\n"
    )

    assert (64, "my game") == (result.exit_code, (here / "G.wiki").read_text())


@pytest.mark.parametrize("kept", [(), ("notes.txt",), ("Other page.wiki", "a.svg")])
@pytest.mark.parametrize(
    "command", [("show",), ("show", "--json"), ("board",), ("verify",), ("rules", "check")]
)
def test_a_mistyped_folder_is_left_as_it_is(
    wikibot: Wikibot, wiki: FolderWiki, here: Path, command: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    """What only reads makes no wiki of a folder that has none of the pages."""
    folder = here / "mistyped"
    folder.mkdir()
    for name in kept:
        (folder / name).write_text("Mine")
    settings = here / "settings.ini"
    settings.write_text(settings.read_text().replace("folder:wiki", "folder:mistyped"))

    assert wikibot(*command).exit_code in (1, 64, 78)
    assert sorted(kept) == sorted(path.name for path in folder.rglob("*"))


# ``wikibot replay`` and ``wikibot chart``: a game's history as a file to look at.


@pytest.fixture
def played(wikibot: Wikibot, wiki: FolderWiki) -> FolderWiki:
    """The wiki after a sync that played a line."""
    wiki.save_as("Ann", "Play", f"{ACTIONS}* dig -- 2d4 (1, 2) = 3\n")
    wikibot("sync", "-q")
    return wiki


def test_a_game_on_a_wiki_is_played_back(wikibot: Wikibot, played: FolderWiki, here: Path) -> None:
    """The file has a step for each line that was played, and the command says how many."""
    result = wikibot("replay", "-o", "game.html")
    page = (here / "game.html").read_text(encoding="utf-8")
    data = json.loads(page.split('id="recording">')[1].split("</script>")[0])

    assert 0 == result.exit_code, result.output
    assert f"{len(data['steps']) - 1} steps" in result.stdout
    assert any(step.get("line") for step in data["steps"])


def test_without_a_log_nothing_is_written(wikibot: Wikibot, wiki: FolderWiki, here: Path) -> None:
    """It says why in a line, and leaves no half a file."""
    result = wikibot("replay", "-o", "game.html")

    assert (1, False) == (result.exit_code, (here / "game.html").exists())
    assert "wikibot: " in result.stderr


def test_a_game_in_files_names_them_all(wikibot: Wikibot, here: Path) -> None:
    """Half of what is needed is wrong usage."""
    result = wikibot("replay", "-o", "-", "--rules", "stones")

    assert 64 == result.exit_code
    assert "--gamestate" in result.stderr


def test_a_game_without_a_number_has_no_chart(wikibot: Wikibot, played: FolderWiki) -> None:
    """The reason is said."""
    result = wikibot("chart", "-o", "chart.svg")

    assert 64 == result.exit_code
    assert "no number" in result.stderr
