"""Whoever changes a log of sealed dice afterwards is found out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.dice.days import Casino
from tests.dice.tampering import TAMPERINGS, Change, Forger
from tests.dice.test_sealed_days import Stormy
from wikibot.cli import main
from wikibot.dice.evidence import Evidence, from_files, from_wiki
from wikibot.dice.verification import check_log

GAMESTATE = "Our game.\n\n== Stones ==\n* Ann: 0 stones\n* Bea: 5 stones\n\nThat is all.\n"


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Casino:
    """Two days of rolls of every kind, revealed."""
    casino = Casino(tmp_path_factory.mktemp("casino") / "wiki", "sealed")
    casino.game = Stormy()
    casino.sync()
    for _ in range(2):
        for line in ("climb high", "climb sea", "climb low", "bet", "choose red", "dig"):
            casino.play("Ann", line)
        casino.play("Bea", "climb high")
        casino.play("Bea", "walk mill hill")
        casino.next_day()
        casino.sync()
    casino.edit("Ann", "Elsewhere", "* dig\n")
    return casino


def forged(casino: Casino, change: Change | None) -> list[str]:
    """The log, changed by somebody who knows the secrets."""
    found = (
        re.match(r"phase (\d+)\nsecret (\w+)", file.read_text()) for file in casino.seals.iterdir()
    )
    secrets = {int(each[1]): bytes.fromhex(each[2]) for each in found if each}
    elsewhere = casino.wiki.read(["Elsewhere"])["Elsewhere"]
    assert elsewhere is not None
    forger = Forger(list(casino.log), secrets, {"other page": f"3.{elsewhere.id}.0"})
    forger.others["Bea's"] = forger.entry(r"Z Bea: walk")[0].removeprefix("# line ")
    if change is not None:
        change(forger)
    return forger.lines


def found_by(casino: Casino, lines: list[str]) -> list[str]:
    """By what evidence it is found that something is wrong, the least first."""
    by_game = from_files(lines, casino.game, "No rules.\n", GAMESTATE)
    by_wiki = from_wiki(lines, casino.settings, casino.wiki, casino.game)
    evidence = {"log": Evidence(), "game": by_game, "wiki": by_wiki}
    checks = {
        name: check_log(lines, casino.settings.beacon, each) for name, each in evidence.items()
    }
    return [name for name, each in checks.items() if not all(check.fine for check in each)]


def test_an_untouched_log_is_right(casino: Casino) -> None:
    """Every roll of both days is made again, by whatever is at hand."""
    assert found_by(casino, forged(casino, None)) == []
    assert casino.verdicts() == ["ok"] * 12


@pytest.mark.parametrize(
    ("way", "change"),
    [(way, change) for _, way, change in TAMPERINGS],
    ids=[t[0] for t in TAMPERINGS],
)
def test_tampering_is_found(casino: Casino, way: str, change: Change) -> None:
    """Whatever was changed, the evidence that is said to find it does.

    What has more evidence does as well.
    """
    ways = found_by(casino, forged(casino, change))

    assert ways[0] == way
    assert ways == ["log", "game", "wiki"][3 - len(ways) :]


def test_a_wrong_roll_is_shown_with_what_it_should_be(casino: Casino) -> None:
    """Line of the log, expected and found."""
    both = next(change for name, _, change in TAMPERINGS if name == "another face in both")
    checks = check_log(forged(casino, both), casino.settings.beacon)
    (wrong,) = [check for check in checks if not check.fine]
    index = next(index for index, line in enumerate(casino.log) if line.startswith("# roll"))

    assert (wrong.line, wrong.found) == (index + 1, "1d100000000 (7) = 7")
    assert wrong.expected in casino.log[index]


def run(*words: str) -> tuple[int, str]:
    """Exit code and output of the program."""
    result = CliRunner().invoke(main, ["verify", *words])
    return result.exit_code, result.output


def test_the_program_checks_a_page_or_plain_lines(casino: Casino, tmp_path: Path) -> None:
    """A copy of the log page, or of its lines, is enough.

    Nobody need look, so the exit code is 0.
    """
    (tmp_path / "page.txt").write_text(casino.text("Log"), encoding="utf-8")
    (tmp_path / "lines.txt").write_text("\n".join(casino.log), encoding="utf-8")
    found = [run("--log", str(tmp_path / name)) for name in ("page.txt", "lines.txt")]

    assert [(code, text.splitlines()[-1]) for code, text in found] == [
        (0, "12 checked (12 ok).")
    ] * 2


def test_the_program_checks_a_log_in_parts(casino: Casino, tmp_path: Path) -> None:
    """As the pages of a log by month are; either alone lacks seals or secrets."""
    lines = list(casino.log)
    half = next(at for at, line in enumerate(lines) if line.startswith("# secret 1 "))
    for name, part in (("1.txt", lines[:half]), ("2.txt", lines[half:])):
        (tmp_path / name).write_text("\n".join(part) + "\n", encoding="utf-8")
    both = [word for name in ("1.txt", "2.txt") for word in ("--log", str(tmp_path / name))]

    assert (0, 1) == (run(*both)[0], run(*both[2:])[0])


def test_the_program_says_that_something_is_wrong(casino: Casino, tmp_path: Path) -> None:
    """Exit code 1; as JSON for other programs."""
    file = tmp_path / "log.txt"
    file.write_text("\n".join(casino.log).replace(") = ", ") = 1", 2), encoding="utf-8")
    code, text = run("--log", str(file), "--json")

    assert (code, [check["status"] for check in json.loads(text)].count("wrong")) == (1, 1)


def test_a_log_without_dice_is_fine(tmp_path: Path) -> None:
    """Nothing to check is not a fault; neither are rolls that players stated."""
    file = tmp_path / "log.txt"
    file.write_text("2024-01-05T12:00:00Z Ann: dig -- 2d4 (1, 3) = 4\nnonsense\n", encoding="utf-8")

    assert run("--log", str(file))[0] == 0


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_log_is_too_spoiled_to_be_checked(casino: Casino, data: st.DataObject) -> None:
    """Lines doubled, dropped, cut, moved and mixed.

    Verify comes to an end, and says where a person should look.
    """
    lines = list(casino.log)
    for _ in range(data.draw(st.integers(1, 6))):
        at, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        cut = data.draw(st.integers(0, len(lines[at])))
        junk = data.draw(
            st.sampled_from(["", "9" * 5000, "\x00", "-1", "²", " of ", "x" * 300, "@", "3.6.0"])
        )
        lines[at] = (
            lines[at][:cut] + junk + lines[other][data.draw(st.integers(0, len(lines[other]))) :]
        )
        lines.insert(other, lines[at]) if data.draw(st.booleans()) else None
    evidence = from_files(lines, casino.game, "No rules.\n", GAMESTATE)
    checks = check_log(lines, casino.settings.beacon, evidence, offline=True)

    assert all(0 <= check.line <= len(lines) for check in checks)
