"""What the command line says before anybody asks: completion, missing settings and passwords."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Program, Wikibot
from tests.game.tiny import ACTIONS
from wikibot.wiki.folder import FolderWiki

COMPLETE = "_WIKIBOT_COMPLETE"


def completed(program: Program, monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    """What bash would offer for the last word of a line."""
    monkeypatch.setenv(COMPLETE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    return [each.partition(",")[2] for each in program().stdout.splitlines()]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("wikibot do", ["doctor"]),
        ("wikibot apply --rules st", ["stones"]),
        ("wikibot demo --rules cycle1", ["cycle14", "cycle15"]),
        ("wikibot steward ru", ["ruling"]),
        ("wikibot rules ch", ["check"]),
    ],
)
@pytest.mark.usefixtures("here")
def test_a_shell_completes(
    program: Program, monkeypatch: pytest.MonkeyPatch, line: str, offered: list[str]
) -> None:
    """Names of commands, of installed games and of orders."""
    assert completed(program, monkeypatch, line) == offered


@pytest.mark.parametrize("command", ["sync", "show", "doctor"])
def test_no_settings_file(wikibot: Wikibot, here: Path, command: str) -> None:
    """It is said where one was looked for, and what to do."""
    result = wikibot(command)
    said = result.stdout + result.stderr

    assert result.exit_code == 78
    assert f"{here / 'settings.ini'} nor " in said
    assert "`wikibot init` writes one" in said


def test_a_missing_password_does_not_hide_the_rest(
    wikibot: Wikibot, here: Path, wiki: FolderWiki
) -> None:
    """The doctor says that there is none, what to do, and goes on without logging in."""
    del wiki
    text = (here / "settings.ini").read_text()
    text = text.replace("api = folder:wiki", "api = http://127.0.0.1:9/api.php\nuser = A@b")
    text += "\n[bot]\ndeadline = 1 second\n"
    (here / "settings.ini").write_text(text)
    result = wikibot("doctor")

    assert "wrong  password: there is no password for A@b" in result.stdout
    assert "name that file as `password_file` under [wiki]" in result.stdout
    assert "127.0.0.1:9 does not answer" in result.stdout


def test_colours_are_left_out_on_demand(
    program: Program, monkeypatch: pytest.MonkeyPatch, wiki: FolderWiki
) -> None:
    """FORCE_COLOR colours verdicts in a pipe, too; NO_COLOR leaves all plain."""
    wiki.save_as("Ann", "Play", f"{ACTIONS}* dig -- 2d4 (1, 3) = 4\n")
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = program("sync", "--dry-run").stdout
    monkeypatch.setenv("NO_COLOR", "1")

    assert "\x1b[32m\x1b[1m  done\x1b[0m" in coloured
    assert "\x1b" not in program("sync", "--dry-run").stdout
