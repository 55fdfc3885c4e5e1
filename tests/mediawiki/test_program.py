"""The program on a real MediaWiki: settings file, password, doctor, sync, show.

The doctor and init ask what the server says of itself: both versions. What a sync prints and keeps
is the program's own: the newer one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.game.tiny import install
from tests.mediawiki.server import Server
from tests.mediawiki.table import Table
from tests.settings import settle
from wikibot.cli import main

Wikibot = Callable[..., Result]


@pytest.fixture
def wikibot(mediawiki: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wikibot:
    """The command line, in a folder with settings for a wiki that has the pages of a game."""
    return command_line(mediawiki, tmp_path, monkeypatch)


@pytest.fixture
def wikibot_143(mediawiki_143: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wikibot:
    """The same beside the newer wiki."""
    return command_line(mediawiki_143, tmp_path, monkeypatch)


def command_line(mediawiki: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wikibot:
    """Set wiki and folder up."""
    stones_on(mediawiki, tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WIKIBOT_PASSWORD", raising=False)
    return lambda *args: CliRunner().invoke(main, list(args))


def stones_on(mediawiki: Server, folder: Path) -> None:
    """Install a game, whose pages are on a wiki and whose settings are in a folder."""
    (folder / "site").mkdir()
    install(folder / "site")
    settle(
        folder, mediawiki.bot_password, "stones", api=mediawiki.proxy.api,
        user=mediawiki.bot_user, log="Log", users="Steward", stop_page="Stop",
        journal="state/journal.sqlite", deadline="2 minutes",
    )  # fmt: skip
    Table(mediawiki, folder)


def doctor(wikibot: Wikibot, code: int) -> dict[str, dict[str, Any]]:
    """What the doctor finds, by what it is about."""
    result = wikibot("doctor", "--json")
    assert result.exit_code == code, result.stdout
    return {found["about"]: found for found in json.loads(result.stdout)}


def test_a_good_wiki_is_found_good(wikibot: Wikibot, mediawiki: Server) -> None:
    """Every finding is ok, but for a ruleset that nobody has implemented."""
    found = doctor(wikibot, 0)

    assert {"ruleset"} == {about for about, finding in found.items() if finding["grade"] != "ok"}
    assert ("as Wikibot", True) == (
        found["login"]["text"],
        mediawiki.version in found["version"]["text"],
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("users = Steward", "groups = sysops", "the wiki has no such group; did you mean sysop?"),
        ("log = Log", "archive = Special:Log", "cannot be the title of a page"),
        ("password_file = password", "password_file = pasword", "No such file"),
        ("rules = stones", "rules = stone", "Did you mean stones?"),
        ("stop_page = Stop", "words_file = words.json", "there is no such file"),
    ],
)
def test_what_cannot_be_right_is_told_with_nothing_new(
    wikibot_143: Wikibot, old: str, new: str, told: str
) -> None:
    """The wiki and the machine say what there is; until then nobody has needed it."""
    text = Path("settings.ini").read_text()
    first = wikibot_143("sync").exit_code, wikibot_143("sync").stdout
    Path("settings.ini").write_text(text.replace(old, new))
    wrong = [wikibot_143("sync") for _ in range(2)]
    Path("settings.ini").write_text(text)

    assert (first, {each.exit_code for each in wrong}) == ((0, "Nothing new.\n"), {78})
    assert [told in each.stderr for each in wrong] == [True, True]
    assert wikibot_143("sync").exit_code == 0


def test_stewards_whom_nobody_is_are_found(wikibot_143: Wikibot, mediawiki_143: Server) -> None:
    """Anybody could register that name."""
    text = Path("settings.ini").read_text()
    Path("settings.ini").write_text(text.replace("users = Steward", "users = Steward, Stewart"))

    assert "no account Stewart;" in doctor(wikibot_143, 0)["stewards"]["text"]


def test_a_wrong_password_is_found(wikibot_143: Wikibot, mediawiki_143: Server) -> None:
    """The remedy names the page that makes a new one."""
    Path("password").write_text("0" * 32)

    assert "Special:BotPasswords" in doctor(wikibot_143, 77)["login"]["remedy"]


def test_an_address_that_is_no_api_is_found(wikibot_143: Wikibot, mediawiki_143: Server) -> None:
    """It is a matter of settings."""
    text = Path("settings.ini").read_text()
    Path("settings.ini").write_text(text.replace("/api.php", "/no/such/api.php"))

    assert "wiki" in doctor(wikibot_143, 78)


def test_protection_blocks_and_read_only_are_found(wikibot: Wikibot, mediawiki: Server) -> None:
    """Each with its own exit code; the worst one counts."""
    steward = mediawiki.client("Steward")

    mediawiki.configure(wgReadOnly="Backup until noon")
    no_login = doctor(wikibot, 75)["wiki"]["text"]
    mediawiki.configure(wgReadOnly=False)
    doctor(wikibot, 0)  # from now on it is logged in
    mediawiki.configure(wgReadOnly="Backup until noon")
    read_only = doctor(wikibot, 75)["read-only"]["text"]
    mediawiki.configure(wgReadOnly=False)
    steward.protect("State")
    protected = doctor(wikibot, 77)["page State"]["text"]
    steward.block("Wikibot", reason="too eager")
    blocked = doctor(wikibot, 77)["block"]["text"]

    assert ("Backup until noon" in no_login, "Backup until noon" in read_only) == (True, True)
    assert ("sysop" in protected, "by Steward" in blocked) == (True, True)


def test_a_sync_needs_its_password_once(wikibot_143: Wikibot, mediawiki_143: Server) -> None:
    """The session is kept in a file that nobody else can read,
    and the next sync logs in with it.
    """
    mediawiki_143.client("Ann").edit("Play", append="\n* dig -- 2d4 (1, 3) = 4")
    first = wikibot_143("sync")
    Path("password").unlink()
    mediawiki_143.client("Ann").edit("Play", append="\n* dig -- 2d4 (1, 1) = 2")
    second = wikibot_143("sync")
    third = wikibot_143("sync")

    assert ("found 4" in first.stdout, "found 2" in second.stdout, "Nothing new.\n") == (
        True,
        True,
        third.stdout,
    )
    assert Path("state/cookies").stat().st_mode & 0o077 == 0


def test_a_dry_run_makes_no_edit(wikibot_143: Wikibot, mediawiki_143: Server) -> None:
    """The diffs are shown, and no page has a new revision."""
    mediawiki_143.client("Ann").edit("Play", append="\n* dig -- 2d4 (1, 3) = 4")
    steward = mediawiki_143.client("Steward")
    before = [steward.head(title) for title in ("State", "Play")]

    result = wikibot_143("sync", "--dry-run")

    assert ("+* Ann: 4 stones" in result.stdout, before) == (
        True,
        [steward.head(title) for title in ("State", "Play")],
    )


def test_the_state_of_a_wiki_is_shown(wikibot_143: Wikibot, mediawiki_143: Server) -> None:
    """As JSON, from the page as it is."""
    state = json.loads(wikibot_143("show", "--json").stdout)

    assert ["Ann", "Bea"] == [player["name"] for player in state["players"]]


def test_init_finds_the_api_of_a_wiki(wikibot: Wikibot, mediawiki: Server) -> None:
    """From the address of any of its pages; what is written is taken as it stands."""
    for page in ("api.php", "index.php", "index.php?title=Rules"):
        Path("settings.ini").unlink()
        address = mediawiki.proxy.api.replace("api.php", page)
        made = wikibot(
            "init", "--yes", "--api", address, "--rules", "stones", "--ruleset", "Rules",
            "--gamestate", "State", "--actions", "Play", "--user", mediawiki.bot_user, "--contact",
            "tests",
        )  # fmt: skip
        written = Path("settings.ini").read_text()
        found = re.search(r"^api = http://127\.0\.0\.1:\d+/api\.php$", written, re.MULTILINE)

        assert (made.exit_code, made.stdout.splitlines()[-1]) == (0, "  wikibot doctor")
        assert (page, True) == (page, bool(found))
        assert "no such page is seen" not in made.stdout
    doctor = wikibot("doctor")
    assert ("ok  login: as " in doctor.stdout, "wrong" in doctor.stdout) == (True, False)


@pytest.mark.parametrize(
    ("log", "key", "title"),
    [
        ("Project:A", "help_page", "{site}:A"), ("Log", "form_page", "Log\u200e"),
        ("Log", "board_page", "\u202eLog"), ("A&B", "form_page", "A&amp;B"),
        ("Log %Y-%m", "help_page", "Log\u200f 2031-05"),
        ("Project:Log %Y", "stop_page", "{site}:Log 2031"),
        ("File:A.svg", "board_file", "A.svg"), ("Log", "help_page", "State\u200e"),
    ],
)  # fmt: skip
def test_pages_that_only_the_wiki_knows_to_be_one(
    wikibot: Wikibot, mediawiki: Server, log: str, key: str, title: str
) -> None:
    """Nothing is written on a page that two keys name, however they spell it."""
    steward = mediawiki.client("Steward")
    site = steward.api(action="query", meta="siteinfo")["query"]["general"]["sitename"]
    text = Path("settings.ini").read_text().replace("log = Log", f"log = {log}")
    Path("settings.ini").write_text(f"{text}{key} = {title.format(site=site)}\n")
    mediawiki.client("Ann").edit("Play", append="\n* dig -- 2d4 (1, 3) = 4")

    results = [wikibot("sync"), wikibot("doctor"), wikibot("sync")]

    assert [78, 78, 78] == [result.exit_code for result in results], results[0].output
    changes = steward.api(action="query", list="usercontribs", ucuser="Wikibot")
    assert changes["query"]["usercontribs"] == []
