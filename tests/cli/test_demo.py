"""``wikibot demo``: from nothing to a game that one can play on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Wikibot
from wikibot.wiki.folder import FolderWiki


def demo(wikibot: Wikibot, *folder: str) -> str:
    """What the demo of the small game prints."""
    result = wikibot("demo", *folder, "--rules", "stones")
    assert (0, None) == (result.exit_code, result.exception and None)
    return result.stdout


def test_the_demo_shows_verdicts_rows_and_board(wikibot: Wikibot) -> None:
    """And every line is played as the account that wrote it."""
    shown = demo(wikibot)

    assert [f" {v}  " in shown for v in (" done", "needs", " cant", "  huh")] == [True] * 4
    assert "  +* Ann: 4 stones" in shown
    assert "Ann oooo" in shown


def test_the_file_and_the_command_that_it_names_go_on(wikibot: Wikibot, here: Path) -> None:
    """Adding a line to the named file and running the named command plays that line as the person
    at the keyboard.
    """
    shown = demo(wikibot)
    file = re.search(
        r"Open (\S+) in an editor. Lines that you add count as written by (.*);", shown
    )
    command = re.search(r"Run: \S+(?: -m wikibot)? (sync --settings \S+)", shown)
    assert file is not None
    assert command is not None

    with (here / file[1]).open("a") as page:
        page.write("* join\n")
    result = wikibot(*command[1].split())

    assert (0, True) == (result.exit_code, f"done  {file[2]}: join" in result.stdout)


def test_run_again_the_demo_goes_on(wikibot: Wikibot, here: Path) -> None:
    """Nothing is lost or played twice; what was written since is played."""
    demo(wikibot)
    with (here / "wikibot-demo/wiki/Talk%3AGamestate.wiki").open("a") as page:
        page.write("* join\n")

    shown = demo(wikibot)

    assert ("1 line (1 done)" in shown, "Ann oooo" in shown) == (True, True)


def test_the_folder_may_be_named(wikibot: Wikibot, here: Path) -> None:
    """It is made with all above it, and nothing is written beside it."""
    demo(wikibot, "games/first")

    assert [here / "games"] == list(here.iterdir())
    assert {"settings.ini", "wiki"} == {path.name for path in (here / "games/first").iterdir()}


def test_the_settings_that_it_writes_are_good(wikibot: Wikibot) -> None:
    """The doctor finds nothing wrong."""
    demo(wikibot, "game")

    assert wikibot("doctor", "--settings", "game/settings.ini").exit_code == 0


@pytest.mark.parametrize("name", ["notes.txt", "settings.ini"])
def test_a_folder_with_anything_else_is_left_alone(wikibot: Wikibot, here: Path, name: str) -> None:
    """The error says what to do instead."""
    (here / "mine").mkdir()
    (here / "mine" / name).write_text("mine")

    result = wikibot("demo", "mine", "--rules", "stones")

    assert (64, ["mine"]) == (
        result.exit_code,
        [path.read_text() for path in (here / "mine").iterdir()],
    )
    assert "name another one" in result.stderr


def test_cycle_15_brings_a_demo_with_every_verdict(wikibot: Wikibot, here: Path) -> None:
    """The game that this project ships is what a newcomer sees first."""
    result = wikibot("demo", "--rules", "cycle15")

    shown = [re.match(r" *(\w+)  \w", line) for line in result.stdout.splitlines()]
    assert {"done", "needs", "cant", "huh", "held"} <= {found[1] for found in shown if found}
    pages = sorted(path.stem for path in (here / "wikibot-demo/wiki").glob("*.wiki"))
    assert pages == ["Gamestate", "Log", "Ruleset", "Talk%3AGamestate"]


def test_a_wording_that_the_operator_accepted_is_played(wikibot: Wikibot, here: Path) -> None:
    """What was held in the demo is played once `wikibot rules accept` was used.

    The settings file is all it needs.
    """
    wikibot("demo", "--rules", "cycle15")
    settings = ("--settings", "wikibot-demo/settings.ini")

    accepted = wikibot("rules", "accept", "Garbage: Weather Vane", "--as", "flavour", *settings)
    wiki = FolderWiki(here / "wikibot-demo/wiki")
    page = wiki.read(["Talk:Gamestate"])["Talk:Gamestate"]
    wiki.save_as("Dan", "Talk:Gamestate", f"{page and page.text}\n* use Weather Vane\n")
    result = wikibot("sync", *settings)

    assert (0, 0, True) == (
        accepted.exit_code,
        result.exit_code,
        "done  Dan: use Weather Vane" in result.stdout,
    )


def test_a_village_is_played_from_plain_sentences(wikibot: Wikibot) -> None:
    """All that its lines try is understood, and what the rules forbid names the rule."""
    result = wikibot("demo", "--rules", "generic")

    verdicts = [found[1] for found in re.finditer(r"^ *(\w+)  \w+: ", result.stdout, re.MULTILINE)]
    assert (verdicts.count("done"), verdicts.count("cant"), len(verdicts)) == (11, 1, 12)
    assert "16 are played" in result.stdout


def test_the_demo_names_the_other_games(wikibot: Wikibot) -> None:
    """Who has seen one game learns that rules in plain words can be played, too."""
    assert "demo --rules generic wikibot-generic" in wikibot("demo").stdout


@pytest.mark.parametrize("rules", ["cycle15", "generic"])
def test_its_log_and_its_starting_page_lead_to_its_present_page(
    wikibot: Wikibot, here: Path, rules: str
) -> None:
    """What the wiki's own log page holds is enough to play the game again without the wiki."""
    wikibot("demo", "--rules", rules)
    wiki = FolderWiki(here / "wikibot-demo/wiki")
    (here / "start.wiki").write_text(wiki.history("Gamestate", 0)[0].text or "")
    present = json.loads(
        wikibot("show", "--json", "--settings", "wikibot-demo/settings.ini").stdout
    )
    files = (
        "--ruleset", str(wiki.file("Ruleset")), "--gamestate", "start.wiki", "--log",
        str(wiki.file("Log")),
    )  # fmt: skip

    again = wikibot("apply", "--rules", rules, *files, "--now", present["now"], "--json")

    assert json.loads(again.stdout)["state"] == present


def test_the_readme_shows_what_the_demo_says(wikibot: Wikibot) -> None:
    """The sample of answers is of the real thing, but for the day on which it was made."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.split("it looks like this:\n\n")[1].split("\n\nAdd `")[0]
    said = wikibot("demo", "--rules", "cycle15", "sample").stdout
    lines = [re.sub(r" by \d{4}\S+Z", "", each.strip()) for each in (shown, said)]
    told = {each.strip() for each in lines[1].splitlines()}

    assert [each for each in map(str.strip, lines[0].splitlines()) if each not in told] == []
