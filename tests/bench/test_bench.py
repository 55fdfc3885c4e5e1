"""Every bench can be run: it gives figures, and what it measures did what it was measured for.

Times are not looked at; the benches themselves refuse runs in which a line was not answered. Those
that need a real MediaWiki are in ``tests/mediawiki/test_bench.py``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.figures import Figure, Unfit

FOLDER = Path(bench.__file__).parent


@pytest.mark.parametrize("name", bench.HERE)
def test_a_bench_gives_figures(name: str) -> None:
    """Each of them is something that was measured,
    and its peer was measured too, where it is there.
    """
    figures = bench.measure_of(name)(True)

    assert figures
    assert [] == [each for each in figures if each.ours <= 0 or (each.theirs or 1) <= 0]


def test_every_bench_is_known() -> None:
    """A module with a ``measure`` is run by ``python -m bench`` and by these tests."""
    measuring = {
        file.stem for file in FOLDER.glob("*.py") if "\ndef measure(" in file.read_text("utf-8")
    }

    assert measuring == set(bench.BENCHES)


def test_a_goal_that_is_missed_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the table and by the exit code;
    a goal whose peer is not installed is neither met nor missed.
    """
    figures = [
        Figure("slow", 3, "ms", "theirs", 2, most_ratio=1.3),
        Figure("alone", 3, "ms", "not there", most_ratio=1.3),
        Figure("quick", 3, "a second", least=2),
    ]
    monkeypatch.setattr(bench, "measure_of", lambda _: lambda _: figures)

    assert 1 == bench.main(["board"])
    ends = [line.split("  ")[-1].strip() for line in capsys.readouterr().out.splitlines()[1:]]
    assert ["MISSED", "no peer", "met"] == ends
    bench.main(["board", "--json"])
    found = json.loads(capsys.readouterr().out)["figures"]
    assert [(1.5, False), (None, None), (None, True)] == [(f["ratio"], f["met"]) for f in found]


def test_a_run_that_failed_gives_no_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What went wrong is said instead."""

    def measure(_: bool) -> list[Figure]:
        raise Unfit("1 of 2 lines were answered")

    monkeypatch.setattr(bench, "measure_of", lambda _: measure)

    assert 2 == bench.main(["board"])
    printed = capsys.readouterr()
    assert ("", "1 of 2 lines were answered") == (printed.out, printed.err.splitlines()[-1][-26:])


def test_a_bench_has_to_exist(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names those that do."""
    with pytest.raises(SystemExit):
        bench.main(["boards"])

    assert "there is no bench boards; there are tables, " in capsys.readouterr().err
