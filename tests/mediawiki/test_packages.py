"""Fetching MediaWiki, and what happens where that cannot be done."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.mediawiki import packages


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Give an empty cache and a list of what was fetched; packages of two files are made up."""
    fetched: list[Path] = []

    def unpack(suite: str, home: Path) -> None:
        fetched.append(home)
        (home / "usr/share/mediawiki").mkdir(parents=True)
        (home / "usr/share/mediawiki/api.php").write_text(suite)
        (home / "usr/share/mediawiki/index.php").write_text(suite)
        packages.mark_complete(home)

    monkeypatch.setattr(packages, "cache", lambda: tmp_path)
    monkeypatch.setattr(packages, "_unpack", unpack)
    return fetched


def test_a_version_is_fetched_once(fetched: list[Path]) -> None:
    """What is unpacked is used again."""
    packages.unpacked("1.43")
    packages.unpacked("1.43")

    assert len(fetched) == 1


def test_two_runs_at_once_fetch_once(fetched: list[Path]) -> None:
    """The second run waits for the first and finds its work."""
    runs = [threading.Thread(target=packages.unpacked, args=("1.43",)) for _ in range(4)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()

    assert len(fetched) == 1


def test_a_damaged_version_is_fetched_anew(fetched: list[Path]) -> None:
    """A cache that somebody tidied, or that was cut off, is not trusted."""
    (packages.unpacked("1.43") / "index.php").unlink()

    assert (packages.unpacked("1.43") / "index.php").exists()


def run_without_php(tmp_path: Path, ci: str) -> subprocess.CompletedProcess[str]:
    """Run one real-server test on a machine that has no PHP."""
    test = Path(__file__).with_name("test_harness.py")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"{test}::test_reset_is_quick"],
        env={**os.environ, "PATH": str(tmp_path), "CI": ci},
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )


def test_without_php_the_tests_are_skipped_and_say_what_to_install(tmp_path: Path) -> None:
    """On a developer's machine without PHP the rest can still be tested."""
    run = run_without_php(tmp_path, "")

    assert (0, True) == (run.returncode, "apt-get install php-cli" in run.stdout)


def test_in_continuous_integration_a_skip_is_a_failure(tmp_path: Path) -> None:
    """Nobody is told that all is well when the real server was not there."""
    run = run_without_php(tmp_path, "true")

    assert (1, True) == (run.returncode, "was skipped where it must run" in run.stdout)
