"""The program as such: help, errors, exit codes, what is loaded, what is never shown."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from tests.cli.conftest import SETTINGS, Program, Wikibot
from tests.game.tiny import ACTIONS
from tests.wiki.test_whole_answers import HEAD, lengthy, serving
from wikibot.cli import command_modules, main
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


# What the command line says before anybody asks: completion, missing settings and passwords.


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


# No control character of anybody's reaches a terminal: of a server, a page, a file of settings.


ODD = "\x1b[31m\x1b]0;owned\x07\x9b2J\x08\r\u202e\u2028\x7f"
UNSAFE = set(ODD) - set("[31m]0;owned2J")
RAW = ODD.encode()
ERROR = {"code": f"new{ODD}", "info": f"no {ODD}", "readonlyreason": ODD, "blockinfo": {
    "blockedby": ODD, "blockreason": ODD, "blockexpiry": ODD}}  # fmt: skip
ANSWERS = {
    "error": lengthy(json.dumps({"error": ERROR}).encode()),
    "errors": lengthy(json.dumps({"errors": [ERROR]}).encode()),
    "read-only": lengthy(json.dumps({"error": ERROR | {"code": "readonly"}}).encode()),
    "blocked": lengthy(json.dumps({"error": ERROR | {"code": "blocked"}}).encode()),
    "stumbled": lengthy(json.dumps({"error": {"code": f"internal_api_error_{ODD}"}}).encode()),
    "page": lengthy(b"<html>" + RAW), "shape": lengthy(json.dumps({"query": {ODD: 1}}).encode()),
    "key": lengthy(json.dumps({"query": {"pages": [{"title": 5, ODD: 1}]}}).encode()),
    "redirect": b"HTTP/1.1 302 x\r\nLocation: http://a\x1b[31m/\x9b\x07\r\n\r\n",
    "status": b"HTTP/1.1 404 \x1b[31m\x07\r\n\r\n", "no HTTP": b"\x1b[31m\x07\r\n\r\n",
    "head": HEAD + b"Retry-After: \x1b[31m\x07\r\nX\x1b: 1\r\n\r\n" + RAW,
}  # fmt: skip


@pytest.fixture
def shown(here: Path) -> Iterator[Callable[..., str]]:
    """What a terminal with colours is sent."""
    level, handlers = logging.getLogger().level, logging.getLogger().handlers[:]

    def run(*words: str) -> str:
        result = CliRunner().invoke(main, list(words), color=False)
        assert result.exit_code != 70
        return result.stdout + result.stderr

    yield run
    logging.getLogger().handlers[:] = handlers
    logging.getLogger().setLevel(level)


def raw(text: str) -> set[str]:
    """What of a text would steer a terminal."""
    return UNSAFE & set(text)


@pytest.mark.parametrize("answer", ANSWERS)
def test_of_a_server(here: Path, shown: Callable[..., str], answer: str) -> None:
    """Whatever part of an answer it stands in, in messages, reports and details."""
    body = ANSWERS[answer]
    with serving(lambda: iter((body,))) as address:
        text = SETTINGS.replace("folder:wiki", address) + "[bot]\ndeadline = 1 second\n"
        (here / "settings.ini").write_text(text)
        for words in (
            ("--debug", "sync", "--dry-run"),
            ("show",),
            ("doctor",),
            ("doctor", "--json"),
        ):
            assert raw(shown(*words)) == set()


def test_of_pages(here: Path, wiki: FolderWiki, shown: Callable[..., str]) -> None:
    """In a name, a line, a heading, as tables and as JSON."""
    odd = ODD.replace("\r", "").replace("\u2028", "")
    wiki.save_as("Ann", "Play", f"== Actions ==\n* take {odd}\n* dance {odd}\n")
    text = wiki.read(["State"])["State"]
    wiki.save_as("Ann", "State", f"{text and text.text}\n* A{odd}b: 3 stones\n")
    wiki.save_as("Ann", "Rules", f"== R{odd} ==\n{odd}\n")

    plain = (("sync", "--dry-run"), ("sync", "--json"), ("show",), ("show", "--json"), ("doctor",))
    for words in (*plain, ("--debug", "sync"), ("verify",), ("steward", f"correct {odd}")):
        assert raw(shown(*words)) == set()


@pytest.mark.parametrize("key", ["ruleset", "log", "dice", "actions_file", f"k{ODD[:5]}"])
def test_of_settings(here: Path, shown: Callable[..., str], key: str) -> None:
    """The file of settings may be a copy of somebody's."""
    odd = ODD.replace("\r", "")
    (here / "settings.ini").write_text(SETTINGS.replace("rules =", f"{key} = a{odd}\nrules ="))

    for words in (("sync",), ("doctor",), ("--settings", f"x{odd}", "sync")):
        assert raw(shown(*words)) == set()
