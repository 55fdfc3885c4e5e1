"""``wikibot sync``: verdicts, diffs, the lock, exit codes."""

from __future__ import annotations

import errno
import json
import os
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.cli.conftest import SETTINGS, Program, Wikibot
from tests.game.tiny import ACTIONS
from wikibot.config.sections import all_settings
from wikibot.config.settings import load
from wikibot.storage.local import LocalStorage
from wikibot.wiki.folder import FolderWiki

DIG = "* dig -- 2d4 (1, 3) = 4\n"


@pytest.fixture
def lines(wiki: FolderWiki) -> FolderWiki:
    """Four lines wait, of which each gets another verdict."""
    text = ACTIONS
    for account, line in (("Ann", DIG), ("Bea", "* dig\n"), ("Cat", DIG), ("Ann", "* dance\n")):
        text += line
        wiki.save_as(account, "Play", text)
    return wiki


def page(wiki: FolderWiki, title: str) -> str:
    """The text of a page, "" where there is none."""
    revision = wiki.read([title])[title]
    return revision.text or "" if revision else ""


def test_every_line_is_shown_with_its_verdict(wikibot: Wikibot, lines: FolderWiki) -> None:
    """The report has the player, the line, the verdict and the answer, and what was saved."""
    result = wikibot("sync")

    assert result.exit_code == 0
    assert [
        line.split()[:2]
        for line in result.stdout.splitlines()
        if line[:1] == " " and line[7] == " "
    ][::2] == [["done", "Ann:"], ["needs", "Bea:"], ["cant", "Cat:"], ["huh", "Ann:"]]
    assert "4 lines (1 done, 1 needs, 1 cant, 1 huh); saved State, Play, Log." in result.stdout


def test_a_dry_run_shows_the_diffs_and_saves_nothing(wikibot: Wikibot, lines: FolderWiki) -> None:
    """Every page that would change is shown.

    All stay as they are, and the sync afterwards still plays.
    """
    before = page(lines, "State"), page(lines, "Play"), page(lines, "Log")

    result = wikibot("sync", "--dry-run")

    assert before == (page(lines, "State"), page(lines, "Play"), page(lines, "Log"))
    assert all(
        line in result.stdout
        for line in ("+++ State (then)", "-* Ann: 0 stones", "+* Ann: 4 stones")
    )
    assert all(
        line in result.stdout
        for line in ("+++ Play (then)", "+++ Log (then)", "would save State, Play, Log.")
    )
    assert "saved State" in wikibot("sync").stdout


def test_a_diff_shows_the_cursor_as_one_word(wikibot: Wikibot, lines: FolderWiki) -> None:
    """What only the bot reads is not shown to people: that it is renewed says enough."""
    del lines
    shown = wikibot("sync", "--dry-run").stdout

    assert "+<!-- cursor -->" in shown
    assert '"run": "' not in shown


def test_the_report_as_json(wikibot: Wikibot, lines: FolderWiki) -> None:
    """One object with the outcomes in order and the diff of each page."""
    report = json.loads(wikibot("sync", "--json").stdout)

    assert ["done", "needs", "cant", "huh"] == [
        outcome["verdict"] for outcome in report["outcomes"]
    ]
    assert ["State", "Play", "Log"] == [change["title"] for change in report["changes"]]


@pytest.mark.parametrize(("options", "told"), [((), "Nothing new.\n"), (("-q",), "")])
def test_nothing_new_is_one_line_or_none(
    wikibot: Wikibot, wiki: FolderWiki, options: list[str], told: str
) -> None:
    """A cron job's mail is empty with -q."""
    wikibot("sync")

    result = wikibot("sync", *options)

    assert (0, told, "") == (result.exit_code, result.stdout, result.stderr)


# A value for each setting that cannot be right; for others the reason why any may be.
NONSENSE = {
    "wiki.api": "wiki", "wiki.user": "A|b", "wiki.contact": None, "wiki.password_file": None,
    "wiki.keyboard": "A/b",
    "game.rules": "chess", "game.ruleset": "A|b", "game.gamestate": "Special:State",
    "game.actions": "Play#Actions", "game.log": "Media:Log", "game.archive": "Special:Archive",
    "game.archive_after": "0 days", "game.heading": "== Actions ==", "game.dice": "chance",
    "game.ledger": "nobody", "game.rules_by": "kings", "game.readings": "Special:Readings",
    "game.readings_by": "kings", "bot.feed": "udp://nowhere",
    "game.actions_file": "nowhere/lines.txt",
    "stewards.users": "Sam, 192.0.2.1", "stewards.groups": None, "stewards.page": "Special:Orders",
    "bot.stop_page": "[[Stop]]", "bot.every": "soon", "bot.deadline": "never", "bot.maxlag": "0",
    "bot.journal": "wiki", "bot.lock": "wiki", "bot.help_page": "Special:Help",
    "bot.form_page": "A<b", "bot.lens_page": "A<b", "bot.standings_page": "A|b",
    "bot.language": "xx", "bot.words_page": "Media:Words",
    "bot.words_file": "words.json", "bot.board_page": "{{Board}}", "bot.board_file": "Board.png",
    "bot.chart_file": "Chart", "beacon.relays": "drand", "beacon.chain": "quicknet",
    "announce.webhooks": "discord", "announce.names": "Ann",
}  # fmt: skip


def test_every_setting_has_such_a_value() -> None:
    """A contact may read as it likes; a folder has neither passwords nor groups."""
    keys = {f"{each.section}.{each.name}" for each in all_settings()}
    any_value = {"wiki.contact", "wiki.password_file", "stewards.groups"}

    assert (keys, any_value) == ({*NONSENSE}, {key for key, bad in NONSENSE.items() if not bad})


@pytest.mark.parametrize("key", [key for key, bad in NONSENSE.items() if bad])
def test_what_cannot_be_right_is_told_with_nothing_new(
    wikibot: Wikibot, lines: FolderWiki, here: Path, key: str
) -> None:
    """At each sync, not only when the setting is needed first; the settings are named."""
    section, _, name = key.partition(".")
    settings = ConfigParser(delimiters="=", interpolation=None)
    settings.read_string(SETTINGS)
    wikibot("sync")
    settings.read_dict({section: {name: NONSENSE[key] or ""}})
    with (here / "settings.ini").open("w") as file:
        settings.write(file)
    told, again = wikibot("sync"), wikibot("sync")

    assert (told.exit_code, again.exit_code, told.stderr) == (78, 78, again.stderr)
    assert name in told.stderr or (NONSENSE[key] or "") in told.stderr


def test_force_looks_at_everything_anew(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Even when nothing has changed."""
    wikibot("sync")

    assert "0 lines; saved nothing." in wikibot("sync", "--force").stdout


def test_an_unreadable_cell_needs_a_person(wikibot: Wikibot, lines: FolderWiki) -> None:
    """Exit code 1;
    the cell is named on standard error, the page is left alone and the lines wait.
    """
    lines.save_as("Bea", "State", page(lines, "State").replace("5 stones", "many stones"))

    result = wikibot("sync")

    assert (1, False) == (result.exit_code, "wikibot {" in page(lines, "State"))
    assert (
        "State, section 'Stones', row 'Bea', column 'Stones': 'many' is not a number"
        in result.stderr
    )
    assert "4 new action(s) stay queued" in result.stderr


def test_a_missing_page_is_told_with_what_to_do(wikibot: Wikibot, here: Path) -> None:
    """A gamestate page that is not there is the start of every game."""
    (here / "settings.ini").write_text(SETTINGS)
    FolderWiki(here / "wiki").save_as("Sam", "Rules", "No rules.\n")

    result = wikibot("sync")

    assert (1, True) == (
        result.exit_code,
        "there is no such page. Write `make gamestate` on the actions page" in result.stderr,
    )


def test_a_second_run_is_told_who_runs(program: Program, wiki: FolderWiki, here: Path) -> None:
    """Exit code 75 with the other process and the lock file.

    The first run's work is not disturbed.
    """
    settings = load(here / "settings.ini")

    with LocalStorage(settings).locked():
        result = program("sync")

    assert (75, "") == (result.returncode, result.stdout)
    assert f"process {os.getpid()} since 2" in result.stderr
    assert str(settings.bot.lock) in result.stderr


def test_a_lock_that_a_killed_run_left_holds_nobody_up(
    wikibot: Wikibot, wiki: FolderWiki, here: Path
) -> None:
    """The lock is the system's, not the file's."""
    settings = load(here / "settings.ini")
    with LocalStorage(settings).locked():
        pass
    settings.bot.lock.touch()

    assert wikibot("sync").exit_code == 0


def test_a_state_folder_that_cannot_be_made_is_told(
    wikibot: Wikibot, wiki: FolderWiki, here: Path
) -> None:
    """The folder is named; nothing is played without a journal."""
    (here / "file").write_text("")
    (here / "settings.ini").write_text(f"{SETTINGS}[bot]\njournal = file/journal\n")

    result = wikibot("sync")

    assert (78, True) == (
        result.exit_code,
        f"{here / 'file'}: the state folder cannot be made" in result.stderr,
    )


def test_an_unreachable_wiki_is_tried_again_later(wikibot: Wikibot, here: Path) -> None:
    """Exit code 75 and one line."""
    wiki = SETTINGS.replace("folder:wiki", "http://127.0.0.1:9/api.php\nuser = Wikibot@sync")
    (here / "settings.ini").write_text(f"{wiki}[bot]\ndeadline = 1 second\n")

    result = wikibot("sync")

    assert (75, 1) == (result.exit_code, result.stderr.count("\n"))


def test_what_players_write_does_not_steer_the_terminal(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Escape sequences and marks that turn text around are shown as codes, in reports and diffs."""
    wiki.save_as("Ann", "Play", f"{ACTIONS}* dance \x1b[2J\x1b]0;owned\x07 \u202etxt\n")

    shown = wikibot("sync", "--dry-run").stdout + wikibot("sync").stdout

    assert not {"\x1b", "\x07", "\u202e"} & set(shown)


def test_a_damaged_journal_is_put_aside(wikibot: Wikibot, lines: FolderWiki, here: Path) -> None:
    """It is only a cache: the sync goes on without it, keeps the damaged file and says so."""
    wikibot("sync")
    journal = load(here / "settings.ini").bot.journal
    journal.write_bytes(b"x" * 16 + journal.read_bytes()[16:])

    result = wikibot("sync")

    aside = journal.with_name("journal.sqlite.damaged")
    assert (0, True, True) == (result.exit_code, aside.exists(), str(aside) in result.stderr)


def test_a_full_disk_is_for_later(
    wikibot: Wikibot, wiki: FolderWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that says where; what is not the program's mistake is not called one."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/var/journal")

    monkeypatch.setattr("wikibot.sync.run.sync", full)

    result = wikibot("sync")

    assert (75, 1) == (result.exit_code, result.stderr.count("\n"))
    assert result.stderr.startswith("wikibot: /var/journal: No space left on device. ")
