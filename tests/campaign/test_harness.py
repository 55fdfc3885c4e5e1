"""The parts of the campaign that need no wiki."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from click.testing import CliRunner

from tests.campaign import comment, fuzz
from tests.campaign.command import main
from tests.campaign.fault_kinds import KINDS
from tests.campaign.people import PLAYERS, some_line
from tests.campaign.report import Figures
from tests.for_each import TIMES

PAGE = (
    'Text.\n<!-- wikibot {"version": 1, "actions": {"page": 4, "through": 21}, "lines": ["a", '
    '"b", "c"]} -->'
)


def test_every_part_of_a_comment_is_reached() -> None:
    """Whatever the bot keeps there, each value of it can be exchanged, and nothing else is."""
    value = comment.found(PAGE)
    reached = list(comment.parts(value))

    assert [(), ("version",), ("actions",), ("actions", "page"), ("actions", "through"), ("lines",),
            ("lines", 0),
            ("lines", 2)] == reached  # fmt: skip
    edited = comment.put(PAGE, comment.with_part(value, ("actions", "through"), 5))
    assert PAGE.replace("21", "5") == edited


def test_raw_pieces_stand_as_they_are() -> None:
    """What is not JSON can be put into a comment, too."""
    value = comment.with_part(comment.found(PAGE), ("version",), comment.HOSTILE["1e999"])

    assert '"version": 1e999' in comment.put(PAGE, value)


def test_written_json_reads_back() -> None:
    """Signs that would end the comment are escaped."""
    value = {"a": ["-->", None, True, 1.5, {"b": "é ~~~~"}]}

    assert value == json.loads(comment.written(value))
    assert "-->" not in comment.written(value)


def test_there_are_many_kinds_of_faults() -> None:
    """Each has a name of its own."""
    assert len({fault.name for fault in KINDS}) == len(KINDS) >= 25


def test_a_seed_repeats_the_lines() -> None:
    """People write the same lines again."""
    once, again = (
        [some_line(Random(seed), PLAYERS[0], "zz1zz") for seed in range(50)] for _ in range(2)
    )

    assert once == again
    assert all("zz1zz" in line and line.startswith("* ") for line in once)


def test_random_lines_over_random_pages() -> None:
    """No exception, one verdict for every line,
    and the page that was written says what was played.
    """
    figures = Figures("fuzz")
    for number in range(2 * TIMES):
        fuzz.play(Random(f"suite {number}"), figures, f"round {number}")

    assert [] == figures.violations


def test_rounds_in_two_processes_are_counted_together(tmp_path: Path) -> None:
    """What each found is in the report, and the figures are those of one campaign."""
    report = tmp_path / "found.jsonl"
    words = ["--fuzz", "80", "--seed", "1", "--jobs", "2", "--report", str(report)]
    done = CliRunner().invoke(main, words)

    assert (done.exit_code, report.read_text()) == (0, ""), done.output
    assert "80 lines, 2 pages, 2 wikis; 0 violations" in done.output
