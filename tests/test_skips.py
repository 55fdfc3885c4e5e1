"""Which tests may be skipped where: those of real pages where there are none, and only there."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest

RULESETS, LINES = (
    "the real rulesets (../shared/wiki)",
    "lines are not at hand (../shared/lines.txt).",
)


@pytest.mark.parametrize(
    ("reason", "beside", "ci", "file", "fails"),
    [
        (RULESETS, "", "true", "tests/a.py", False),
        (RULESETS, "", "", "tests/a.py", False),
        (RULESETS, "wiki", "true", "tests/a.py", True),
        (RULESETS, "wiki", "", "tests/a.py", True),
        (LINES, "wiki", "true", "tests/a.py", False),
        (LINES, "lines.txt", "", "tests/a.py", True),
        ("no PostgreSQL here", "", "true", "tests/a.py", True),
        ("no PostgreSQL here", "", "", "tests/a.py", False),
        ("no PHP here", "", "true", "tests/mediawiki/a.py", True),
        ("no PHP here", "", "", "tests/mediawiki/a.py", False),
    ],
)
def test_a_skip_that_is_a_failure(
    reason: str,
    beside: str,
    ci: str,
    file: str,
    fails: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is beside the project is tested, whether in integration or not."""
    if beside:
        (tmp_path / beside).mkdir()
    monkeypatch.setattr(conftest, "SHARED_WIKI", tmp_path / "wiki")
    monkeypatch.setenv("CI", ci)
    report: Any = SimpleNamespace(skipped=True, longrepr=("a.py", 1, f"Skipped: {reason}"))

    assert conftest._must_not_skip(conftest.HERE.parent / file, report) is fails
