"""Games that earlier versions wrote are read, played on and verified, byte for byte.

Each file holds all revisions of a small game of Cycle 15 with sealed dice, as that version saved
them, and its secrets. Among the lines of a text, ``[3, 9]`` stands for lines 3 to 8 (from 0) of the
page's revision before, and ``["first", 5, 3, 9]`` for those of that file's revision 5; ``line`` is
what somebody wrote below all others and signed, and ``as`` the file that a game begins like.

One phase is over and revealed, Bob's move waits for a choice, and Dan's line for a steward.
``first`` was played by commit 6955b48, ``present`` by the version that notes accounts. In
``refused`` and ``out_of_turn``, of commit 8b38257a, rolls for moves that were refused bound moves
of later phases and turns (the latter is of Round 7, with stated dice). A game is never made anew; a
version that writes other pages gets one of its own.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wikibot.cli import main
from wikibot.config.games import load_game
from wikibot.config.settings import load
from wikibot.storage import cursor
from wikibot.storage.cursor import read_cursor
from wikibot.storage.local import Journal
from wikibot.storage.log_page import log_lines
from wikibot.sync.report import Report
from wikibot.sync.run import sync
from wikibot.wiki.base import Edit, Saved
from wikibot.wiki.folder import FolderWiki
from wikibot.wikitext.numerals import format_time

HERE = Path(__file__).parent
SETTINGS = """\
[wiki]
api = folder:wiki
keyboard = Keyboard
[game]
rules = RULES
ruleset = Ruleset
gamestate = Gamestate
actions = Actions
log = Log
dice = DICE
[stewards]
users = Sam
page = Orders
[bot]
journal = state/journal.sqlite
"""
LINES = ("Ruleset", "Actions", "Orders")
PAGES = (*LINES, "Gamestate", "Log")
ROWS = ["| Bob || 6 || 10 || Duck", "| Dan || 1 || 3 || "]  # of the players, after Bob's choice
KEYS = ("--ruleset", "--gamestate", "--log")
OWN = re.compile(r"<!-- wikibot |class=\"wikibot-status\"|^<div|^</div>")  # what is the bot's alone


@cache
def texts(name: str) -> Mapping[int, tuple[Mapping[str, Any], Sequence[str]]]:
    """Each revision of a file, with the lines of its text, by its number."""
    found: dict[int, tuple[Mapping[str, Any], Sequence[str]]] = {}
    pages: dict[str, list[str]] = {}
    for each in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))["revisions"]:
        if "as" in each:
            found |= {it: texts(each["as"])[it] for it in range(1, each["through"] + 1)}
            pages |= {revision["title"]: [*lines] for revision, lines in found.values()}
            continue
        lines = pages.get(each["title"], [])
        if "line" in each:
            user, time = each["user"], datetime.fromisoformat(each["time"])
            shown = f"[[User:{user}|{user}]] ([[User talk:{user}|talk]])"
            signed = f"{shown} {time:%H:%M}, {time.day} {time:%B %Y} (UTC)"
            lines = [*lines[:-1], f"* {each['line']} {signed}", ""]
        else:
            lines = [line for part in each["text"] for line in lines_of(part, lines)]
        pages[each["title"]] = lines
        found[each["revision"]] = each, lines
    return found


def lines_of(part: Any, before: Sequence[str]) -> Sequence[str]:
    """The lines that a part of a text stands for."""
    match part:
        case str():
            return [part]
        case [str(name), revision, start, end]:
            return texts(name)[revision][1][start:end]
        case _:
            return before[slice(*part)]


class EarlierGame:
    """A game on a folder wiki as that version left it, on a machine that has only its secrets."""

    def __init__(self, name: str, folder: Path) -> None:
        kept = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
        self.rules, dice = kept.get("rules", "cycle15"), kept.get("dice", "sealed")
        self.game = load_game(self.rules)
        self.folder, self.now = folder, datetime.fromisoformat(kept["revisions"][-1]["time"])
        self.wiki = FolderWiki(folder / "wiki", keyboard="Keyboard", clock=lambda: self.now)
        for number, (each, lines) in texts(name).items():
            time, summary = datetime.fromisoformat(each["time"]), each.get("summary", "")
            saved = self.wiki.save_as(each["user"], each["title"], "\n".join(lines), time, summary)
            assert saved.revision == number
        (folder / "settings.ini").write_text(
            SETTINGS.replace("RULES", self.rules).replace("DICE", dice)
        )
        (folder / "state" / "seals").mkdir(parents=True, mode=0o700)
        for seal, text in kept["secrets"].items():
            (folder / "state" / "seals" / seal).write_text(text)
            (folder / "state" / "seals" / seal).chmod(0o600)
        self.settings = load(folder / "settings.ini")

    def pages(self) -> dict[str, str]:
        found = self.wiki.read(PAGES)
        return {title: (page.text or "") if page else "" for title, page in found.items()}

    def add(self, user: str, line: str, title: str = "Actions") -> None:
        self.now += timedelta(minutes=1)
        text = f"{self.pages()[title]}* {line} ~~~~\n"
        self.wiki.save_as(user, title, text, self.now)

    def sync(self) -> Report:
        self.now += timedelta(minutes=1)
        with Journal(self.settings.bot.journal) as journal:
            return sync(self.settings, self.game, self.wiki, journal)

    def command(self, *words: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["--settings", str(self.folder / "settings.ini"), *words])
        return done.exit_code, done.output


@pytest.fixture(params=["first", "present"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> EarlierGame:
    """A game that an earlier version played."""
    return EarlierGame(request.param, tmp_path)


def changes(before: str, after: str) -> list[str]:
    """The lines that went and came."""
    found = difflib.ndiff(before.split("\n"), after.split("\n"))
    return [each for each in found if each[0] in "+-"]


def without_mark(log: str) -> str:
    """A log without the comment by which the bot knows its last edit there."""
    return re.sub("^<!-- wikibot log, edit .* -->\n", "", log)


def test_it_is_read(game: EarlierGame) -> None:
    """The page is a state, the cursor a cursor; with nothing new only the bot's own bytes move."""
    before, kept = game.pages(), read_cursor(game.pages()["Gamestate"])
    report = game.sync()
    after = game.pages()
    state = changes(before["Gamestate"], after["Gamestate"])

    assert kept
    assert (report.outcomes, report.problems, report.corrections) == ((), (), ())
    assert [each for each in state if not OWN.search(each[2:])] == []
    assert without_mark(after["Log"]).startswith(without_mark(before["Log"])[: -len("</pre>\n")])
    assert [after[title] for title in LINES] == [before[title] for title in LINES]
    assert game.sync().idle


def test_it_is_played_on(game: EarlierGame) -> None:
    """What waited goes on; rows of who played change, and all other bytes of people stay."""
    before = game.pages()
    game.add("Bob", "choose 4")
    game.add("Sam", "correct Dan loses 1 Weather Vane", "Orders")
    report = game.sync()
    after = game.pages()
    state = changes(before["Gamestate"], after["Gamestate"])
    moved = [line for line in state if not OWN.search(line[2:]) and line[2:] != "|-"]
    came = [changes(before[title], after[title]) for title in ("Actions", "Orders")]

    assert [each.verdict.value for each in report.outcomes] == ["done", "done"]
    assert all(line[2:].startswith(("| Bob ||", "| Dan ||")) for line in moved)
    assert [line[2:] for line in moved if line[:6] in ("+ | Bo", "+ | Da")][:2] == ROWS
    assert [[line[0] for line in lines] for lines in came] == [["+", "+"], ["+", "+"]]
    assert without_mark(after["Log"]).startswith(without_mark(before["Log"])[: -len("</pre>\n")])
    assert after["Ruleset"] == before["Ruleset"]


def test_it_is_verified(game: EarlierGame) -> None:
    """Before and after this version has played on."""
    before = game.command("verify")
    game.add("Bob", "choose 4")
    game.add("Ann", "move")
    game.sync()
    game.now += timedelta(days=7)
    game.add("Cleo", "help")
    game.sync()
    after = game.command("verify")

    assert before[0] == 0, before[1]
    assert after[0] == 0, after[1]


def replayed(game: EarlierGame) -> tuple[object, object]:
    """The players by its log and the page that it began with, and those of its page."""
    pages = game.pages()
    begun = next(each for each in game.wiki.history("Gamestate", 0)).text or ""
    files = {"r": pages["Ruleset"], "g": begun, "l": "\n".join(log_lines(pages["Log"]))}
    for name, text in files.items():
        (game.folder / name).write_text(text, encoding="utf-8")
    words = [
        word
        for name, key in zip(files, KEYS, strict=True)
        for word in (key, str(game.folder / name))
    ]
    now = read_cursor(pages["Gamestate"])
    assert now
    assert now.synced
    code, said = game.command(
        "apply", "--rules", game.rules, *words, "--now", format_time(now.synced), "--json"
    )
    assert code in (0, 1), said
    _, shown = game.command("show", "--json")
    return json.loads(said)["state"]["players"], json.loads(shown)["players"]


def test_it_is_played_back(game: EarlierGame) -> None:
    """Its log and the page that it began with lead to the state of its page."""
    by_log, by_page = replayed(game)

    assert by_log == by_page


ROLLED = {
    # Bob's move is by the roll of the phase before last, which stands until this phase is over.
    "refused": (
        [("Bob", "move"), ("Ann", "move")], [("Ann", "move 1 2 99"), ("Cleo", "move")],
        timedelta(days=5), "2d4 (3, 2) = 5",
    ),
    # It is Cleo's turn, and Ann showed a second roll on hers, which stands until that is over.
    "out_of_turn": (
        [("Cleo", "end turn"), ("Bob", "move -- 1d6 (2) = 2"), ("Ann", "move")],
        [("Ann", "move -- 1d6 (2) = 2"), ("Bob", "end turn")],
        timedelta(minutes=2),
        "1d6 (3) = 3",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROLLED)
def test_rolls_stood_longer_once(name: str, tmp_path: Path) -> None:
    """Where a refused move's roll bound a later one, log and page agree: at the upgrade, after it,
    and when phases or turns ended by the new rule; every roll is verified.
    """
    game = EarlierGame(name, tmp_path)
    first, then, later, bound = ROLLED[name]
    before, log = replayed(game), game.pages()["Log"]
    checked = [game.command("verify")]
    for lines in (first, then):
        for user, line in lines:
            game.add(user, line)
        game.sync()
        checked.append(game.command("verify"))
        game.now += later
        game.sync()
    played = game.pages()["Log"]
    after = replayed(game)
    checked.append(game.command("verify"))

    assert bound in log
    assert before[0] == before[1]
    assert after[0] == after[1]
    assert after != before
    assert [code for code, _ in checked] == [0] * len(checked), checked[-1][1]
    assert without_mark(played).startswith(without_mark(log)[: -len("</pre>\n")])
    assert played.count("# rolls stand within") == 1


@pytest.mark.parametrize("days", [0, 5])
def test_what_is_undone_at_once_changes_no_roll(days: int, tmp_path: Path) -> None:
    """In the sync that upgrades a game its lines are played anew by the rule of their time, and
    what happens in it, such as a phase that begins, by the present one.
    """
    game = EarlierGame("refused", tmp_path)
    game.now += timedelta(days=days)
    game.add("Eve", "join")
    game.add("Sam", "undo 3.9.0", "Orders")
    _, outcome = game.sync().outcomes

    assert outcome.text == "took 3.9.0 back; Bob gains 1 Mauve"
    assert ("2d4 (3, 2) = 5" in game.pages()["Gamestate"]) == (days == 0)
    assert game.command("verify")[0] == 0


@pytest.fixture
def of_a_newer_version(monkeypatch: pytest.MonkeyPatch) -> Callable[[EarlierGame], None]:
    """A sync by a program that knows a version of the hidden comment more than this one."""

    def synced(game: EarlierGame) -> None:
        with monkeypatch.context() as newer:
            newer.setattr(cursor, "VERSION", cursor.VERSION + 1)
            game.sync()

    return synced


def test_a_newer_version_is_not_played_beside(
    game: EarlierGame, of_a_newer_version: Callable[[EarlierGame], None]
) -> None:
    """Sync and doctor end and say so; the pages and the line that came stay for the newer one."""
    game.add("Ann", "join")
    of_a_newer_version(game)
    game.add("Bob", "choose 4")
    before = game.pages()
    ended = [game.command(word) for word in ("sync", "doctor")]

    assert '"version": 2' in before["Gamestate"]
    for code, said in ended:
        assert code == 78, said
        assert "a newer wikibot plays this game" in " ".join(said.split())
    assert game.pages() == before


def test_a_newer_version_may_come_in_between(
    game: EarlierGame,
    of_a_newer_version: Callable[[EarlierGame], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It saves while this one plays the same line: the line is played once, and this one ends."""
    game.add("Bob", "choose 4")
    save, others = game.wiki.save, [of_a_newer_version]

    def overtaken(edit: Edit) -> Saved:
        while others:
            others.pop()(game)
        return save(edit)

    monkeypatch.setattr(game.wiki, "save", overtaken)
    with pytest.raises(cursor.NewerCursor):
        game.sync()
    pages = game.pages()

    assert '"version": 2' in pages["Gamestate"]
    assert pages["Log"].count("Bob: choose 4") == 1
    assert pages["Actions"].partition("* choose 4")[2].count("'''done'''") == 1
