"""The form's script knows the games of its wiki, and can be had as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from wikibot.cli import main
from wikibot.cli.commands import gadget
from wikibot.cli.commands.gadget import games_in, merged, with_games
from wikibot.exits import ProgramError

SCRIPT = (
    "( function () {\n\tvar GAMES = []; // filled in by: wikibot gadget install\n\tgo( GAMES );\n"
    "}() );\n"
)
ONE = {"data": "A/wikibot.json", "bot": "Wikibot", "actions": "Talk:A", "gamestate": "A"}
SETTINGS = """[wiki]
api = https://wiki.invalid/api.php
user = Wikibot@sync
[game]
rules = stones
ruleset = Rules
gamestate = State
actions = Talk:State
[bot]
{form}
"""


def test_games_are_written_into_the_script_and_read_back() -> None:
    """Whatever titles they have: nothing in them ends the script or is signed by the wiki."""
    odd = {**ONE, "data": 'B "x" </script> ~~~~ \\ ]; é', "actions": "];alert(1)"}
    text = with_games(SCRIPT, [ONE, odd])

    assert [*games_in(text)] == [ONE, odd]
    assert ("~~~~" in text, "</script" in text, text.isascii()) == (False, False, True)
    assert text.count("\n") == SCRIPT.count("\n")
    assert [*games_in(with_games(text, [ONE]))] == [ONE]


def test_a_second_game_is_added_and_a_known_one_replaced() -> None:
    """Games share one script, each by its page."""
    two = {**ONE, "data": "B/wikibot.json"}

    assert [*merged([ONE], two)] == [ONE, two]
    assert [*merged([ONE, two], {**ONE, "actions": "Talk:C"})] == [
        {**ONE, "actions": "Talk:C"},
        two,
    ]


@pytest.mark.parametrize("text", ["", "var GAMES = [x];", "var GAMES = [1, {}];", "GAMES = []"],
                         ids=["empty", "broken", "odd", "none"])  # fmt: skip
def test_a_damaged_script_has_no_games(text: str) -> None:
    """It is written anew with the own one."""
    assert not games_in(text)


def test_a_script_without_the_line_is_refused() -> None:
    """Rather than saved without any game."""
    with pytest.raises(ProgramError, match="no line"):
        with_games("go();", [ONE])


@pytest.mark.parametrize("form", ["form_page = State/wikibot.json", ""], ids=["set", "not set"])
def test_the_files_can_be_had_without_a_wiki(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    """For an administrator who saves them by hand;
    without the page the form has nothing to read.
    """
    monkeypatch.setattr(gadget, "read_file", lambda name: SCRIPT if name[-2:] == "js" else "a{}")
    (tmp_path / "settings.ini").write_text(SETTINGS.format(form=form))
    call = [
        "gadget", "install", "--settings", str(tmp_path / "settings.ini"), "--out",
        str(tmp_path / "f"),
    ]  # fmt: skip
    done = CliRunner().invoke(main, call)

    if not form:
        assert (done.exit_code, "form_page" in done.stderr) == (78, True)
        return
    (entry,) = games_in((tmp_path / "f/wikibot.js").read_text())
    assert (done.exit_code, entry["bot"], entry["data"]) == (0, "Wikibot", "State/wikibot.json")
    assert json.dumps(entry).count("State") == 3


@pytest.mark.parametrize(("language", "saves"), [("en", None), ("de", "Zeile speichern")])
def test_the_files_have_the_forms_texts_in_the_language_of_the_game(
    tmp_path: Path, language: str, saves: str | None
) -> None:
    """They are there where the bot's page cannot be read; English ones are in the script itself."""
    (tmp_path / "settings.ini").write_text(
        SETTINGS.format(form=f"form_page = State/wikibot.json\nlanguage = {language}")
    )
    call = ["--settings", str(tmp_path / "settings.ini"), "gadget", "install", "--out"]
    done = CliRunner().invoke(main, [*call, str(tmp_path / "f")])

    (entry,) = games_in((tmp_path / "f/wikibot.js").read_text())
    assert done.exit_code == 0
    assert entry.get("words", {}).get("save") == saves


def test_the_script_of_this_program_has_a_place_for_games() -> None:
    """It is found, takes games, and holds nothing that a wiki changes when it saves it."""
    script, style = (gadget.read_file(name) for name in ("wikibot.js", "wikibot.css"))

    assert [*games_in(with_games(script, [ONE]))] == [ONE]
    assert not [mark for mark in ("~~~", "{{subst:", "</script") if mark in script + style]
