"""The program as such: help, errors, exit codes, what is loaded, what is never shown."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.cli.conftest import SETTINGS, Program, Wikibot
from wikibot.cli import command_modules
from wikibot.cli.commands.rules import rules
from wikibot.wiki.folder import FolderWiki

PASSWORD = "0123456789abcdefghijklmnopqrstuv"


def test_help_imports_no_command() -> None:
    """It says of each what its own help says first."""
    told = "import atexit, sys; atexit.register(lambda: print(*sys.modules))"
    code = f"{told}; from wikibot.cli import main; main(['--help'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said, loaded = done.stdout.rsplit("\n", 2)[:2]

    assert "wikibot.cli.commands.sync" not in loaded.split()
    assert re.search(r"^  sync +Play what players wrote since the last sync", said, re.MULTILINE)


@pytest.mark.parametrize("name", tuple(command_modules()))
def test_every_command_has_help_with_examples(wikibot: Wikibot, name: str) -> None:
    """Help says what a command does, and shows lines to copy that begin as one would type them."""
    result = wikibot(name, "--help")

    assert result.exit_code == 0
    assert re.search(rf"Examples:\n +wikibot {name}\b", result.stdout)


@pytest.mark.parametrize("name", rules.commands)
def test_every_command_about_rules_has_examples(wikibot: Wikibot, name: str) -> None:
    """The commands of the group as well."""
    result = wikibot("rules", name, "--help")

    assert re.search(rf"Examples:\n +wikibot rules {name}\b", result.stdout)


def test_a_ruleset_page_that_lacks_what_the_state_needs(here: Path, wikibot: Wikibot) -> None:
    """A number that is gone from the page is a person's matter, and no mistake of the program."""
    (here / "R.wiki").write_text("== The Obelisk ==\nIt stands somewhere.\n", encoding="utf-8")
    result = wikibot("new", "--rules", "cycle14", "--ruleset", "R.wiki")

    assert (1, True) == (
        result.exit_code,
        result.stderr.startswith("wikibot: The Obelisk: no number is found in it"),
    )


def test_the_program_alone_lists_its_commands(wikibot: Wikibot) -> None:
    """Without a command the help is shown, and that is not an error."""
    result = wikibot()

    assert (0, []) == (
        result.exit_code,
        [name for name in tuple(command_modules()) if f"\n  {name} " not in result.stdout],
    )


def test_the_version_is_told(wikibot: Wikibot) -> None:
    """For bug reports."""
    assert re.fullmatch(r"wikibot \d+\.\d+\.\d+\n", wikibot("--version").stdout)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["snyc"], "wikibot: No such command 'snyc'. Did you mean sync? See `wikibot --help`."),
        (["qqqq"], "wikibot: No such command 'qqqq'. There are demo, init, sync,"),
        (["sync", "--dryrun"], "Did you mean '--dry-run'? See `wikibot sync --help`."),
        (
            ["sync", "now"],
            "wikibot: Got unexpected extra argument (now). See `wikibot sync --help`.",
        ),
        (["apply"], "wikibot: Missing option '--rules'. See `wikibot apply --help`."),
        (
            ["apply", "--rules", "stonse"],
            "there is no game 'stonse'. Did you mean stones? Installed: ",
        ),
        (
            ["apply", "--rules", "broken"],
            "the game 'broken' cannot be loaded: No module named 'no'",
        ),
        (
            ["apply", "--rules", "stones", "--ruleset", "no.wiki"],
            "no.wiki: No such file or directory.",
        ),
        (
            ["apply", "--rules", "stones", "--now", "noon"],
            "'noon' is not a time; write it like 2024-01-05T02:22:00Z",
        ),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_64(
    wikibot: Wikibot, arguments: list[str], told: str
) -> None:
    """The line says what was meant or where the help is."""
    result = wikibot(*arguments)

    assert (64, "", 1) == (result.exit_code, result.stdout, result.stderr.count("\n"))
    assert told in result.stderr


@pytest.mark.parametrize("command", ["sync", "run", "show", "board"])
def test_wrong_settings_are_exit_code_78(wikibot: Wikibot, here: Path, command: str) -> None:
    """Every command that reads settings names each fault on a line of its own."""
    (here / "settings.ini").write_text(
        SETTINGS.replace("actions", "action") + "[bot]\nevery = soon\n"
    )

    result = wikibot(command)

    assert (78, 3) == (result.exit_code, result.stderr.count("settings.ini: ["))


def test_an_unknown_game_in_the_settings_is_exit_code_78(
    wikibot: Wikibot, wiki: FolderWiki, here: Path
) -> None:
    """The installed games are listed."""
    (here / "settings.ini").write_text(SETTINGS.replace("stones", "chess"))

    result = wikibot("sync")

    assert result.exit_code == 78
    assert re.search("there is no game 'chess'. Installed: .*stones", result.stderr)


@pytest.mark.parametrize("command", ["sync", "show", "doctor"])
def test_a_folder_that_is_not_there_is_not_made(wikibot: Wikibot, here: Path, command: str) -> None:
    """A mistyped path is an error and leaves nothing behind."""
    (here / "settings.ini").write_text(SETTINGS)

    result = wikibot(command)

    assert (78, False) == (result.exit_code, (here / "wiki").exists())


def test_a_mistake_in_the_program_is_one_line(
    wikibot: Wikibot, wiki: FolderWiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback; the line says that it is ours and how to get the details."""
    monkeypatch.setattr("wikibot.cli.commands.looking.read_present", lambda *_: 1 / 0)

    result = wikibot("show")

    assert (70, 1) == (result.exit_code, result.stderr.count("\n"))
    assert re.search(r"mistake in wikibot.*ZeroDivisionError.*wikibot --debug", result.stderr)


@pytest.mark.parametrize("arguments", [["--debug", "show"], ["show", "--debug"]])
def test_debug_tells_the_details(
    wikibot: Wikibot, wiki: FolderWiki, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """--debug may stand before or after the command."""
    monkeypatch.setattr("wikibot.cli.commands.looking.read_present", lambda *_: 1 / 0)

    result = wikibot(*arguments)

    assert (70, True) == (result.exit_code, "Traceback" in result.stderr)


def test_settings_may_be_named_before_or_after_the_command(
    wikibot: Wikibot, wiki: FolderWiki, here: Path
) -> None:
    """Both places mean the same."""
    (here / "settings.ini").rename(here / "other.ini")

    results = [
        wikibot("--settings", "other.ini", "show"),
        wikibot("show", "--settings", "other.ini"),
    ]

    assert [0, 0] == [result.exit_code for result in results]


@pytest.fixture
def refusing_wiki() -> Iterator[tuple[str, list[str]]]:
    """A wiki that hands out login tokens and lets nobody in.

    Its address, and the bodies that were posted to it.
    """
    posted: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer({"batchcomplete": True, "query": {"tokens": {"logintoken": "token+\\"}}})

        def do_POST(self) -> None:
            posted.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            reason = {"code": "wrongpassword", "text": "Incorrect username or password entered."}
            self.answer({"login": {"result": "Failed", "reason": reason}})

        def answer(self, value: object) -> None:
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/api.php", posted
        server.shutdown()


@pytest.mark.parametrize("command", ["sync", "doctor", "show"])
@pytest.mark.parametrize("source", ["environment", "file"])
def test_the_password_is_never_shown(
    wikibot: Wikibot,
    here: Path,
    refusing_wiki: tuple[str, list[str]],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    source: str,
) -> None:
    """Not by --debug after a login that was refused.

    Nor does it stay in any of the program's own files.
    """
    address, posted = refusing_wiki
    (here / "password").write_text(PASSWORD)
    wiki = f"{address}\nuser = Wikibot@sync\n" + (
        "password_file = password" if source == "file" else ""
    )
    settings = (
        SETTINGS.replace("folder:wiki", wiki)
        + "[bot]\ndeadline = 5 seconds\njournal = state/journal.sqlite\n"
    )
    (here / "settings.ini").write_text(settings)

    if source == "environment":
        monkeypatch.setenv("WIKIBOT_PASSWORD", PASSWORD)
    result = wikibot("--debug", command)

    files = [path for path in here.rglob("*") if path.is_file() and path.name != "password"]
    shown = result.stdout + result.stderr + "".join(path.read_text("latin-1") for path in files)
    assert (77, True, False) == (result.exit_code, PASSWORD in "".join(posted), PASSWORD in shown)


def test_without_an_account_nothing_is_tried(wikibot: Wikibot, here: Path) -> None:
    """A sync that could not save says so before any request."""
    (here / "settings.ini").write_text(
        SETTINGS.replace("folder:wiki", "http://127.0.0.1:9/api.php")
    )

    result = wikibot("sync")

    assert (78, True) == (result.exit_code, "[wiki] user: is missing" in result.stderr)


def test_json_stands_alone(program: Program, wiki: FolderWiki) -> None:
    """``wikibot show --json`` prints JSON and nothing else on standard output."""
    result = program("show", "--json")

    assert json.loads(result.stdout)["game"] == "stones"


def test_the_module_is_the_program(program: Program) -> None:
    """``python -m wikibot`` works where no script is installed."""
    assert program("--version").stdout.startswith("wikibot ")
