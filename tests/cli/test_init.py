"""``wikibot init``: a settings file by asking, checked against the wiki, without any secret."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.cli.conftest import ROOT, Wikibot
from wikibot.cli import options
from wikibot.cli.commands import init
from wikibot.config.settings import load
from wikibot.wiki.folder import FolderWiki
from wikibot.wikitext import dialect

SECRET = "abcdefghij0123456789abcdefghijkl"


@pytest.fixture
def made(here: Path) -> FolderWiki:
    """A folder wiki with the pages of a game, and no settings."""
    folder = FolderWiki(here / "wiki", keyboard="Keyboard")
    for title in ("Ruleset", "Gamestate"):
        folder.save_as("Sam", title, f"{title}.\n")
    return folder


def test_it_asks(wikibot: Wikibot, here: Path, made: FolderWiki) -> None:
    """With a proposal for each question; a wrong answer is told at once and asked for again."""
    answers = (
        "folder:wiki", "", "nothing", "cycle15", "", "", "", "loaded", "sealed", "Sam, Bob", "-",
        "yes",
    )  # fmt: skip
    result = wikibot("init", stdin="".join(f"{each}\n" for each in answers))
    settings = load(here / "settings.ini")

    assert result.exit_code == 0
    assert "there is no game 'nothing'. Installed: " in result.stderr
    assert "expected stated, sealed or beacon" in result.stderr
    assert (settings.game.ruleset, settings.game.actions) == ("Ruleset", "Talk:Gamestate")
    assert (settings.game.dice, settings.stewards.users) == ("sealed", ("Sam", "Bob"))
    assert "cycle14 (" in result.stdout
    for source in ("sealed", "stated", "beacon"):
        assert f"  {source}: " in result.stdout
    assert "Talk:Gamestate: made, with a heading 'Actions'" in result.stdout
    page = made.read(["Talk:Gamestate"])["Talk:Gamestate"]
    assert page
    assert "\n== Actions ==\n" in (page.text or "")
    assert result.stdout.endswith("Next:\n  wikibot doctor\n")


def test_a_page_is_made_in_the_words_of_the_wiki(
    monkeypatch: pytest.MonkeyPatch, wikibot: Wikibot, here: Path, made: FolderWiki
) -> None:
    """The heading, how to write, and the summary."""
    german = replace(dialect.ENGLISH, language="de-at")
    monkeypatch.setattr(options, "ENGLISH", german)
    with dialect.speaking(german):
        wikibot("init", "--yes", "--make-page", "--api", "folder:wiki", "--rules", "stones")
    page = made.read(["Talk:Gamestate"])["Talk:Gamestate"]

    assert load(here / "settings.ini").game.heading == "Aktionen"
    assert page
    assert (page.text or "").startswith("Schreib unter die Überschrift")
    assert "\n== Aktionen ==\n" in (page.text or "")
    assert (page.comment or "").endswith("|wikibot]]: die Seite, auf der gespielt wird")


def test_scripts_give_options(wikibot: Wikibot, here: Path, made: FolderWiki) -> None:
    """``--yes`` asks nothing: what is not given is as proposed, and another file may be named."""
    del made
    result = wikibot(
        "init", "--yes", "--api", "folder:wiki", "--rules", "stones", "-o", "my game.ini"
    )
    settings = load(here / "my game.ini")

    assert (result.exit_code, settings.game.rules, settings.stewards.groups) == (
        0,
        "stones",
        ("sysop",),
    )
    assert result.stdout.endswith("Next:\n  wikibot doctor --settings 'my game.ini'\n")


def test_the_game_of_the_ruleset_page_is_proposed(
    wikibot: Wikibot, here: Path, made: FolderWiki
) -> None:
    """The page is held against every installed game."""
    from wikibot.config.games import load_game

    ruleset = load_game("cycle14").demo().pages["Ruleset"]
    made.save_as("Sam", "Ruleset", ruleset)
    result = wikibot("init", "--yes", "--api", "folder:wiki")

    assert "of Ruleset are rules of cycle14" in result.stdout
    assert load(here / "settings.ini").game.rules == "cycle14"


def test_any_other_nomic_is_played_by_its_own_words(
    wikibot: Wikibot, here: Path, made: FolderWiki
) -> None:
    """Where no installed game knows the rules of the page, the game for all others is proposed."""
    made.save_as("Sam", "Ruleset", "== Fishing ==\nA player may fish: they gain 1 Fish.\n")
    result = wikibot("init", "--yes", "--api", "folder:wiki")

    settings = load(here / "settings.ini").game
    assert (result.exit_code, settings.rules, settings.dice) == (0, "generic", "sealed")
    assert "Talk:Gamestate: no such page is seen there" in result.stdout  # nobody was asked


@pytest.mark.parametrize(
    ("options", "code", "why"),
    [
        ([], 64, "--api is needed with --yes"),
        (["--api", "folder:wiki", "--rules", "tic"], 64, "there is no game 'tic'"),
        (["--api", "folder:wiki", "--rules", "stones", "--actions", "A|B"], 64, "--actions: "),
        (["--api", "folder:wiki", "--rules", "stones", "--ruleset", SECRET], 64, "like a password"),
        (["--api", "folder:elsewhere", "--rules", "stones"], 78, "there is no such folder"),
        (["--api", "ftp://wiki.example/", "--rules", "stones"], 78, "no API of a MediaWiki"),
        (["--api", "http://127.0.0.1:9/api.php", "--rules", "stones"], 75, "127.0.0.1:9 does not"),
        (["--api", "folder:wiki", "--rules", "stones", "--log", "Talk:Gamestate"], 78, "log"),
    ],
    ids=["no address", "game", "title", "password", "folder", "scheme", "host", "clash"],
)
def test_what_cannot_be(
    monkeypatch: pytest.MonkeyPatch,
    wikibot: Wikibot,
    here: Path,
    made: FolderWiki,
    options: list[str],
    code: int,
    why: str,
) -> None:
    """It is said what is wrong, by the exit code as well, and nothing is written."""
    del made
    monkeypatch.setattr(init, "_SECONDS", 0.5)
    result = wikibot("init", "--yes", *options)

    assert (result.exit_code, why in result.stderr) == (code, True)
    assert SECRET not in result.stderr
    assert not (here / "settings.ini").exists()


def test_nothing_is_overwritten(wikibot: Wikibot, here: Path) -> None:
    """A file that is there stays as it is."""
    (here / "settings.ini").write_text("mine")
    result = wikibot("init", "--yes", "--api", "folder:wiki", "--rules", "stones")

    assert (result.exit_code, "settings.ini is there already" in result.stderr) == (64, True)
    assert (here / "settings.ini").read_text() == "mine"


def test_a_person_may_end_it(wikibot: Wikibot, here: Path) -> None:
    """Where the answers end, nothing is written."""
    result = wikibot("init", stdin="")

    assert "nothing was written" in result.stderr
    assert list(here.iterdir()) == []


UNCHECKED = (
    "init", "--yes", "--no-check", "--api", "https://wiki.example/w/api.php", "--rules", "stones",
    "--user", "Bot@sync",
)  # fmt: skip


def test_without_the_wiki(wikibot: Wikibot, here: Path) -> None:
    """``--no-check`` takes what was given; the password's file is named, never its content."""
    result = wikibot(*UNCHECKED)
    settings = load(here / "settings.ini")

    assert result.exit_code == 0
    assert settings.wiki.password_file == here / "password"
    assert f"{here / 'password'} is not there yet" in result.stdout


def test_a_password_that_others_can_read_gets_a_word(wikibot: Wikibot, here: Path) -> None:
    """At once, not with the first sync."""
    (here / "password").write_text(SECRET)
    (here / "password").chmod(0o644)
    result = wikibot(*UNCHECKED)

    assert f"others can read the password; run `chmod 600 {here / 'password'}`" in result.stdout
    assert SECRET not in result.output


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("== Regeln ==\nSei nett.\n\n== Aktionen ==\n* grabe\n* grabe\n", "Aktionen"),
        ("== Plausch ==\n== Actions ==\n", "Actions"),
        ("Ohne.\n", "Actions"),
    ],
)
def test_the_heading_of_the_page_is_proposed(
    wikibot: Wikibot, here: Path, made: FolderWiki, text: str, heading: str
) -> None:
    """Of several the one with the most lines; where the usual one is there, nobody is asked."""
    made.save_as("Sam", "Talk:Gamestate", text)
    result = wikibot("init", "--yes", "--api", "folder:wiki", "--rules", "stones")

    assert result.exit_code == 0
    assert load(here / "settings.ini").game.heading == heading
    assert ("heading" in (here / "settings.ini").read_text()) == (heading == "Aktionen")
    assert ("headings there: Aktionen, Regeln" in result.stdout) == (heading == "Aktionen")


# ``wikibot demo``: from nothing to a game that one can play on.


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
