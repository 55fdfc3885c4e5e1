"""``wikibot apply``: a game from files."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Program, Wikibot
from tests.examples import few
from tests.game.tiny import GAMESTATE
from wikibot.apply import apply_log
from wikibot.config.games import load_game
from wikibot.storage.cursor import Cursor, read_cursor, write_cursor
from wikibot.wikitext.numerals import parse_time

LOG = """\
# Two days.
2024-01-05T02:22:00Z Ann: dig -- 2d4 (1, 3) = 4

nonsense
2024-01-05T02:23:00Z Bea: dig
2024-01-06T09:00:00Z Cat: join
"""
FILES = ("--ruleset", "R.wiki", "--gamestate", "G.wiki")


class Files:
    """A ruleset, a gamestate page and a log in the current folder."""

    def __init__(self, here: Path, wikibot: Wikibot) -> None:
        self.here, self.wikibot = here, wikibot
        self.write(ruleset="No rules.\n", gamestate=GAMESTATE, log=LOG)

    def write(self, **texts: str) -> None:
        """Change some of them."""
        for kind, text in texts.items():
            name = {"ruleset": "R.wiki", "gamestate": "G.wiki", "log": "L.txt"}[kind]
            (self.here / name).write_bytes(text.encode())

    def apply(self, *options: str, log: str = "L.txt", stdin: str | None = None) -> Result:
        """Run the command on them."""
        return self.wikibot(
            "apply", "--rules", "stones", *FILES, "--log", log, *options, stdin=stdin
        )

    def json(self, *options: str) -> Any:
        """What --json prints, which must be one object and nothing else."""
        return json.loads(self.apply("--json", *options).stdout)


@pytest.fixture
def files(here: Path, wikibot: Wikibot) -> Files:
    """The files of a small game."""
    return Files(here, wikibot)


def test_the_json_object_has_the_promised_form(files: Files) -> None:
    """Outcomes with line, player, verdict and text, in the order of the lines; and the state."""
    printed = files.json()

    assert {"outcomes", "state"} == set(printed)
    assert {"line": 2, "player": "Ann", "verdict": "done", "text": "found 4"} == printed[
        "outcomes"
    ][0]
    assert [(2, "done"), (4, "huh"), (5, "needs"), (6, "done")] == [
        (o["line"], o["verdict"]) for o in printed["outcomes"]
    ]
    assert printed["state"]["players"][0] == {"name": "Ann", "items": {"Stone": 4}}


def test_without_now_the_game_ends_with_the_last_line(files: Files) -> None:
    """What happens by itself between the lines has happened by then."""
    assert files.json()["state"]["now"] == "2024-01-06T09:00:00Z"


def test_time_runs_on_to_now(files: Files) -> None:
    """An unfinished action lapses at its own time, which lies after the last line."""
    files.write(log="2024-01-05T02:23:00Z Bea: dig\n")

    waiting = [
        len(files.json(*now)["state"]["pending"]) for now in ((), ("--now", "2024-01-07T00:00:00Z"))
    ]

    assert [1, 0] == waiting


def test_now_cannot_lie_before_a_line(files: Files) -> None:
    """That is wrong usage, and the line is named."""
    result = files.apply("--now", "2024-01-05T12:00:00Z")

    assert (64, "") == (result.exit_code, result.stdout)
    assert (
        "2024-01-05T12:00:00Z lies before line 6 of the log (2024-01-06T09:00:00Z)" in result.stderr
    )


def test_the_new_page_changes_only_what_was_played(files: Files) -> None:
    """--out writes the page with every other byte as it was, line ends included, and the hidden
    comment that says how far it was played.
    """
    page = GAMESTATE.replace("Our game.\n", "Our game.\r\n")
    files.write(gamestate=page, log=LOG.splitlines()[1])

    result = files.apply("--out", "G2.wiki")

    written, mark, _ = (files.here / "G2.wiki").read_bytes().partition(b"<!-- wikibot ")
    assert (0, page.replace("Ann: 0", "Ann: 4").encode()) == (result.exit_code, written)
    assert mark


ONE_SECOND = """\
2024-01-05T02:22:00Z Ann: dig -- 2d4 (1, 3) = 4
2024-01-05T02:22:09Z Bea: dig -- 2d4 (1, 1) = 2
2024-01-05T02:22:09Z Bea: dig -- 2d4 (1, 1) = 2
"""
LATER = "2024-01-05T02:22:09Z Ann: dig -- 2d4 (1, 3) = 4\n"


@pytest.mark.parametrize("now", [(), ("--now", "2024-01-09T00:00:00Z")], ids=["", "now"])
def test_the_same_log_twice_plays_once(files: Files, now: tuple[str, ...]) -> None:
    """Each line is answered with that; the note says it of all of them."""
    files.write(log=ONE_SECOND)
    files.apply("--out", "G.wiki", *now)
    first = files.here.joinpath("G.wiki").read_text()
    again = [files.apply("--out", "G.wiki", *now) for _ in range(2)]

    assert files.here.joinpath("G.wiki").read_text() == first
    assert "Ann: 4" in first
    assert "Bea: 9" in first
    for each in again:
        assert (each.exit_code, each.stdout.count("huh  line")) == (0, 3)
        assert "so 3 of 3 lines are not played again" in each.stderr


def test_a_log_that_grew_plays_what_is_new(files: Files) -> None:
    """Also what is of the very second at which it ended, which the page remembers."""
    files.write(log=ONE_SECOND)
    files.apply("--out", "G.wiki")
    files.write(log=ONE_SECOND + LATER + ONE_SECOND.splitlines()[1])
    grown = files.json("--out", "G.wiki")

    assert [each["verdict"] for each in grown["outcomes"]] == ["huh", "huh", "huh", "done", "done"]
    assert files.json()["outcomes"][-1]["verdict"] == "huh"


def test_pieces_of_a_log_play_what_the_whole_does(files: Files) -> None:
    """Wherever it is cut, each line is played once and time runs on between the pieces."""
    log = ONE_SECOND.replace("1, 1) = 2", "1, 2) = 3", 1) + LATER
    log += LOG.replace("Bea: dig", "Bea: help")
    files.write(log=log)
    files.apply("--out", "Whole.wiki")
    for cut in range(1, log.count("\n")):
        files.write(log=log)
        parts = log.splitlines(keepends=True)
        files.here.joinpath("Part.wiki").write_text(GAMESTATE)
        for part in (parts[:cut], parts[cut:]):
            files.here.joinpath("L.txt").write_text("".join(part))
            files.wikibot("apply", "--rules", "stones", "--ruleset", "R.wiki", "--gamestate",
                          "Part.wiki", "--log", "L.txt", "--out", "Part.wiki")  # fmt: skip
        whole, part_ = (
            files.here.joinpath(each).read_text().partition("<!-- wikibot")[0]
            for each in ("Whole.wiki", "Part.wiki")
        )
        assert part_ == whole, cut


def test_the_new_page_may_be_printed(files: Files) -> None:
    """--out - prints the page and nothing else; the verdicts go to standard error."""
    files.apply("--out", "G2.wiki")

    result = files.apply("--out", "-")

    assert (files.here / "G2.wiki").read_text() == result.stdout
    assert "found 4" in result.stderr


def test_the_log_may_come_from_standard_input(files: Files) -> None:
    """--log - reads it there."""
    assert files.apply().stdout == files.apply(log="-", stdin=LOG).stdout


def test_a_log_page_is_a_log(files: Files) -> None:
    """The page that the bot writes, with its introduction, <pre> and entities, plays the same."""
    plain = files.json()
    quoted = "".join(line + "\n" for line in LOG.splitlines() if line[:1] == "2")

    files.write(
        log=(
            f"What counted: 2024 and so on.\n<pre>\n{quoted}2024-01-07T00:00:00Z Ann: a &lt;b> "
            f"&amp;amp;\n</pre>\n"
        )
    )

    result = files.json()
    assert plain["state"]["players"] == result["state"]["players"]
    assert "'a <b> &amp;'" in result["outcomes"][-1]["text"]


UNREADABLE = "G.wiki, section 'Stones', row 'Bea', column 'Stones': 'many' is not a number"


def test_an_unreadable_cell_stops_the_writing(files: Files) -> None:
    """Exit code 1: page, section, row, column and value are named.

    Nothing is played or written.
    """
    files.write(gamestate=GAMESTATE.replace("5 stones", "many stones"))

    result = files.apply("--json", "--out", "G2.wiki")

    assert (1, False) == (result.exit_code, (files.here / "G2.wiki").exists())
    assert UNREADABLE in result.stderr
    assert json.loads(result.stdout)["state"]["players"][0]["items"] == {}


def test_an_unreadable_cell_does_not_stop_the_reading_of_the_log(files: Files) -> None:
    """Every line is answered.

    What is understood is held until the cell is mended, the rest is not understood.
    """
    files.write(gamestate=GAMESTATE.replace("5 stones", "many stones"))

    outcomes = files.json()["outcomes"]

    assert [(2, "held"), (4, "huh"), (5, "held"), (6, "held")] == [
        (o["line"], o["verdict"]) for o in outcomes
    ]
    assert (
        f"not played, because the page cannot be read: {UNREADABLE}. Mend it" in outcomes[0]["text"]
    )


def test_a_damaged_comment_stops_the_writing_too(files: Files) -> None:
    """What the bot noted for itself on the page cannot be read.

    It is named, and the log is read all the same.
    """
    files.write(gamestate=GAMESTATE + "<!-- wikibot {nonsense} -->\n")

    result = files.apply("--json", "--out", "G2.wiki")

    assert (1, False) == (result.exit_code, (files.here / "G2.wiki").exists())
    assert "G.wiki: the bot's hidden comment cannot be read" in result.stderr
    assert json.loads(result.stdout)["outcomes"][0]["verdict"] == "held"


def test_a_log_from_an_editor(files: Files) -> None:
    """A byte order mark, Windows line ends, indented comments,
    other zones and no last line end: all are read.
    """
    log = (
        "\ufeff  # one day\r\n\r\n2024-01-05T04:22:00+02:00 Ann: dig -- 2d4 (1, 3) = 4\r\n"
        "2024-01-05 02:30 Cat: join"
    )
    files.write(log=log.replace("2024-01-05 02:30", "2024-01-05T02:30Z"))

    printed = files.json()

    assert [(3, "done"), (4, "done")] == [(o["line"], o["verdict"]) for o in printed["outcomes"]]
    assert printed["state"]["now"] == "2024-01-05T02:30:00Z"


def test_a_line_is_what_an_editor_calls_one(files: Files) -> None:
    """Marks that other programs break lines at may stand in a line.

    Line numbers are those of an editor.
    """
    files.write(log="# a\u2028b\x0cc\n2024-01-05T02:22:00Z Cat: join\n")

    assert [(2, "done")] == [(o["line"], o["verdict"]) for o in files.json()["outcomes"]]


@pytest.mark.usefixtures("contained")
def test_a_held_line_needs_a_person(files: Files) -> None:
    """Exit code 1, and the other lines are played all the same."""
    files.write(log=f"2024-01-05T01:00:00Z Ann: break\n{LOG}")

    result = files.apply("--json")

    assert (1, ["held", "done"]) == (
        result.exit_code,
        [o["verdict"] for o in json.loads(result.stdout)["outcomes"]][:2],
    )


def test_a_page_with_the_bots_comment_goes_on_from_there(files: Files) -> None:
    """A page from a wiki holds when it was played last: earlier lines are not played once more."""
    synced = Cursor(run="c9fb908f", synced=parse_time("2024-01-05T02:22:30Z"))
    files.write(gamestate=write_cursor(GAMESTATE, synced))

    verdicts = [outcome["verdict"] for outcome in files.json("--out", "G2.wiki")["outcomes"]]

    assert ["huh", "huh", "needs", "done"] == verdicts
    after = read_cursor((files.here / "G2.wiki").read_text())
    assert after is not None
    assert replace(after, lines=()) == replace(synced, synced=parse_time("2024-01-06T09:00:00Z"))


@pytest.mark.parametrize("log", ["", "# nothing\n\n"])
def test_an_empty_log_is_a_game_too(files: Files, log: str) -> None:
    """Nothing is played and the page is written as it was."""
    files.write(log=log)

    result = files.apply("--out", "G2.wiki")

    assert (0, GAMESTATE) == (result.exit_code, (files.here / "G2.wiki").read_text())


def test_json_and_the_page_do_not_share_standard_output(files: Files) -> None:
    """Asking for both there is wrong usage."""
    assert files.apply("--json", "--out", "-").exit_code == 64


@pytest.mark.parametrize("name", ["R.wiki", "G.wiki", "L.txt"])
@pytest.mark.parametrize("content", [None, b"\xff\xfe\xff"])
def test_a_file_that_cannot_be_read_is_wrong_usage(
    files: Files, name: str, content: bytes | None
) -> None:
    """Missing, or not UTF-8: the file is named."""
    (files.here / name).unlink()
    if content:
        (files.here / name).write_bytes(content)

    result = files.apply()

    assert (64, True) == (result.exit_code, f"{name}" in result.stderr)


def test_a_file_that_cannot_be_written_is_wrong_usage(files: Files) -> None:
    """The target is named, and no half-written file is left behind."""
    result = files.apply("--out", "no/such/G2.wiki")

    assert (64, True) == (result.exit_code, "no/such/G2.wiki cannot be written" in result.stderr)


def test_the_last_lines_of_the_design(program: Program, files: Files) -> None:
    """The real program on the real files: standard output is one line of JSON."""
    result = program("apply", "--rules", "stones", *FILES, "--log", "L.txt", "--json")

    assert (0, "", 1) == (result.returncode, result.stderr, result.stdout.count("\n"))


def test_a_long_log_shows_how_far_it_is(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits at a terminal sees a bar on standard error, and every line is played."""
    monkeypatch.setattr("wikibot.cli.terminal._MANY", 2)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _self: True)

    result = files.apply()

    assert "Playing" in result.stderr
    assert "Playing" not in result.stdout
    assert 4 == len(re.findall(r"^ *\w+  line \d", result.stdout, re.MULTILINE))


def test_a_log_goes_on_in_another_file(files: Files) -> None:
    """As the pages of a log by month do, whatever form each of them has;
    their lines count through.
    """
    first, second = LOG.split("nonsense\n")
    files.write(log=f"About.\n<pre>\n{first}</pre>\n")
    (files.here / "L2.txt").write_text(second)
    found = files.json("--log", "L2.txt")

    assert [4, 7, 8] == [each["line"] for each in found["outcomes"]]
    assert ["Ann", "Bea", "Cat"] == [each["player"] for each in found["outcomes"]]


def test_a_game_goes_on_in_pieces(here: Path, wikibot: Wikibot) -> None:
    """What waits on the page keeps its identity when the next log begins at its line 1 again."""
    pages = resources.files("rules.cycle15") / "demo"
    page, texts = str(pages / "Gamestate.wiki"), list[str]()
    for number, line in enumerate(("Ann: move", "Bob: move", "Ann: choose 2d4 (1, 2) = 3")):
        (here / "L.txt").write_text(f"2024-01-05T02:2{number}:00Z {line}\n")
        found = wikibot(
            "apply", "--rules", "cycle15", "--ruleset", str(pages / "Ruleset.wiki"),
            "--gamestate", page, "--log", "L.txt", "--out", "G.wiki",
        )  # fmt: skip
        page = "G.wiki"
        texts.append(found.stdout.split()[0])

    assert ["needs", "needs", "done"] == texts
    assert ["0.0.2"] == re.findall(r"\b0\.0\.\d+$", Path(page).read_text(), re.MULTILINE)


# Whatever stands in the three files of ``apply``,
# every line gets its answer and nothing breaks.


BITS = (
    "|", "||", "|-", "{|", "|}", "!", "!!", "-", "''", "[[", "]]", "{{", "}}", "<!--", "-->",
    "<nowiki>", "\n", "\r\n",
    "\t", "\x00", "\u2028", "9" * 30, "-0", "²", "½", "rowspan=3 |", "colspan=2 |", "~~~~",
    "&#x7c;", "{}", "∞",
    "== Players ==", "Phase: XX", "Wheel Rotation: ", "<ref>", "🩸", "¶", "-- 2d6 (",
    "2d6 (1, 1) = 2", "0d6 ()", "#",
    ": ", '"', "\\",
)  # fmt: skip
LINES = (
    "join", "join as Zoe", "move", "move 1 2 -- 2d4 (1, 1) = 2", "use Fish", "leave", "help",
    "choose 1", "mine",
    "forage", "observe", "end turn", "explore", "buy House", "propose: More", "vote P1 for",
    "trade 1 Fish to Bob for nothing",
    "accept T1", "correct Ann leaves", "alias Ann = Zoe", "withdraw 0.0.2", "judge request: why?",
    "run for judge",
)  # fmt: skip
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def spoiled(random: Random, text: str) -> str:
    """A text with some slips of the hand."""
    for _ in range(random.randrange(5)):
        at = random.randrange(len(text) + 1)
        text = (
            text[:at]
            + random.choice((random.choice(BITS), text[:40], ""))
            + text[at + random.randrange(6) :]
        )
    return text


def any_log(random: Random) -> str:
    """Lines of a few days."""
    days = sorted(random.randrange(1, 28) for _ in range(6))
    lines = (f"{random.choice(NAMES)}: {random.choice(LINES)}" for _ in days)
    return "\n".join(
        f"2024-01-{day:02}T10:00:00Z {line}" for day, line in zip(days, lines, strict=True)
    )


@pytest.mark.parametrize("name", ["cycle14", "cycle15", "round7"])
@few
@given(seed=st.integers(0, 10**9))
def test_any_files(name: str, seed: int) -> None:
    """The log has one outcome for each line that is not a comment, the state is there.

    No rule fails.
    """
    random, game = Random(seed), load_game(name)
    pages, log = game.demo().pages, any_log(random)
    ruleset, gamestate = spoiled(random, pages["Ruleset"]), spoiled(random, pages["Gamestate"])

    applied = apply_log(game, ruleset, gamestate, spoiled(random, log))

    said = [outcome.text for outcome in applied.outcomes] + [
        happening.text for happening in applied.fired_events
    ]
    assert name == applied.state["game"]
    assert [text for text in said if not text or "the bot failed" in text] == []
    assert (applied.page is None) == bool(applied.problems)
