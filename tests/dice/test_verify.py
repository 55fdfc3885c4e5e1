"""Whoever changes a log of sealed dice afterwards is found out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.dice.days import Casino
from wikibot.cli import main

Change = Callable[[list[str]], list[str]]


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Casino:
    """Two days of rolls, revealed; the secrets are gone, for they are not needed any more."""
    casino = Casino(tmp_path_factory.mktemp("casino") / "wiki", "sealed")
    casino.sync()
    for _ in range(2):
        casino.play("Ann", "climb high")
        casino.play("Bea", "climb sea")
        casino.play("Bea", "climb low")
        casino.play("Ann", "bet")
        casino.play("Ann", "choose red")
        casino.next_day()
        casino.sync()
    for file in casino.seals.iterdir():
        file.unlink()
    return casino


def verdicts(casino: Casino, change: Change) -> list[str]:
    """What verify says of a changed log, everything that is fine left out."""
    checks = casino.checks(lambda log: "\n".join(change(log.split("\n"))))
    return [str(check.status) for check in checks if not check.fine]


def at(lines: list[str], pattern: str, number: int = 0) -> int:
    """The index of a line that matches."""
    return [index for index, line in enumerate(lines) if re.search(pattern, line)][number]


def face(line: str) -> str:
    """The line with another face (and total)."""
    return re.sub(r"\((\d+)\) = \d+", lambda m: f"({int(m[1]) % 10**8 + 1}) = {int(m[1]) % 10**8 + 1}", line)


def changed_in_line(lines: list[str]) -> list[str]:
    """Another face in a line of the game."""
    index = at(lines, r"Ann: climb high -- ")
    return [*lines[:index], face(lines[index]), *lines[index + 1 :]]


def changed_in_proof(lines: list[str]) -> list[str]:
    """Another face in a proof."""
    index = at(lines, r"^# roll")
    return [*lines[:index], face(lines[index]), *lines[index + 1 :]]


def changed_in_both(lines: list[str]) -> list[str]:
    """In both."""
    return changed_in_proof(changed_in_line(lines))


def exchanged_lines(lines: list[str]) -> list[str]:
    """Two lines of the game, exchanged."""
    one, two = at(lines, "Ann: climb high -- ", 0), at(lines, "Ann: climb high -- ", 1)
    lines[one], lines[two] = lines[two], lines[one]
    return lines


def exchanged_identities(lines: list[str]) -> list[str]:
    """Their identities, exchanged."""
    one, two = at(lines, r"^# line", 0), at(lines, r"^# line", 1)
    lines[one], lines[two] = lines[two], lines[one]
    return lines


def exchanged_proofs(lines: list[str]) -> list[str]:
    """Two proofs, exchanged."""
    one, two = at(lines, r"^# roll", 0), at(lines, r"^# roll", 1)
    lines[one], lines[two] = lines[two], lines[one]
    return lines


def another_secret(lines: list[str]) -> list[str]:
    """Another secret."""
    index = at(lines, r"^# secret 1 ")
    return [*lines[:index], lines[index][:-1] + ("1" if lines[index][-1] == "0" else "0"), *lines[index + 1 :]]


def exchanged_secrets(lines: list[str]) -> list[str]:
    """The secrets of two phases, exchanged."""
    one, two = at(lines, r"^# secret 1 "), at(lines, r"^# secret 2 ")
    a, b = lines[one].split(), lines[two].split()
    lines[one], lines[two] = " ".join([*a[:4], b[4]]), " ".join([*b[:4], a[4]])
    return lines


def later_seal(lines: list[str]) -> list[str]:
    """A seal that comes after its rolls."""
    seal = lines.pop(at(lines, r"^# seal 1 "))
    return [*lines, seal]


def no_proof(lines: list[str]) -> list[str]:
    """A proof taken out."""
    del lines[at(lines, r"^# roll")]
    return lines


def no_identity(lines: list[str]) -> list[str]:
    """The mark above a line taken out."""
    index = at(lines, r"Ann: climb high -- ")
    del lines[index - 1]
    return lines


def passed_off_as_stated(lines: list[str]) -> list[str]:
    """A line with another face, without mark and proof, as if its player had stated it."""
    index = at(lines, r"Ann: climb high -- ")
    return [*lines[: index - 1], face(lines[index]), *lines[index + 2 :]]


def another_label(lines: list[str]) -> list[str]:
    """A roll for something else."""
    index = at(lines, r"for climbing$")
    return [*lines[:index], lines[index].replace("climbing", "diving"), *lines[index + 1 :]]


def spoiled(lines: list[str]) -> list[str]:
    """A proof that cannot be read."""
    index = at(lines, r"for climbing$")
    return [*lines[:index], lines[index].replace("1d100000000", "a die"), *lines[index + 1 :]]


def test_an_untouched_log_is_right(casino: Casino) -> None:
    """Every roll of both days is made again, though no secret is left but those on the page."""
    assert casino.verdicts() == ["ok"] * 6


@pytest.mark.parametrize(
    "change",
    [changed_in_line, changed_in_proof, changed_in_both, exchanged_lines, exchanged_identities, exchanged_proofs,
     another_secret, exchanged_secrets, later_seal, no_proof, another_label, spoiled, no_identity,
     passed_off_as_stated],
)  # fmt: skip
def test_tampering_is_found(casino: Casino, change: Change) -> None:
    """One face, one line, one secret: whatever was changed, at least one verdict is not fine."""
    assert verdicts(casino, change) != []


def test_a_wrong_roll_is_shown_with_what_it_should_be(casino: Casino) -> None:
    """Line of the log, expected and found."""
    checks = casino.checks(lambda log: "\n".join(changed_in_both(log.split("\n"))))
    (wrong,) = [check for check in checks if not check.fine]
    index = at(list(casino.log), r"^# roll")

    assert wrong.line == index + 1
    assert wrong.expected in casino.log[index]
    assert face(f"1d100000000 {wrong.expected.partition(' ')[2]}") == wrong.found


def run(*words: str) -> tuple[int, str]:
    """Exit code and output of the program."""
    result = CliRunner().invoke(main, ["verify", *words])
    return result.exit_code, result.output


def test_the_program_checks_a_page_or_plain_lines(casino: Casino, tmp_path: Path) -> None:
    """A copy of the log page, or of its lines, is enough; nobody need look, so the exit code is 0."""
    (tmp_path / "page.txt").write_text(casino.text("Log"), encoding="utf-8")
    (tmp_path / "lines.txt").write_text("\n".join(casino.log), encoding="utf-8")
    found = [run("--log", str(tmp_path / name)) for name in ("page.txt", "lines.txt")]

    assert [(code, text.splitlines()[-1]) for code, text in found] == [(0, "6 checked (6 ok).")] * 2


def test_the_program_says_that_something_is_wrong(casino: Casino, tmp_path: Path) -> None:
    """Exit code 1; as JSON for other programs."""
    file = tmp_path / "log.txt"
    file.write_text("\n".join(changed_in_both(list(casino.log))), encoding="utf-8")
    code, text = run("--log", str(file), "--json")

    assert (code, [check["status"] for check in json.loads(text)].count("wrong")) == (1, 1)


def test_a_log_without_dice_is_fine(tmp_path: Path) -> None:
    """Nothing to check is no fault; neither are rolls that players stated."""
    file = tmp_path / "log.txt"
    file.write_text("2024-01-05T12:00:00Z Ann: dig -- 2d4 (1, 3) = 4\nnonsense\n", encoding="utf-8")

    assert run("--log", str(file))[0] == 0
