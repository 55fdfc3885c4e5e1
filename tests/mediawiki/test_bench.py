"""The benches that sync a real wiki can be run; see ``tests/bench/test_bench.py``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench import __main__ as bench
from bench.wiki_game import stop_servers
from tests.mediawiki.packages import NotHere, require_php
from tests.postgres.server import NotHere as NoPostgres


@pytest.fixture(autouse=True, scope="module")
def _servers() -> Iterator[None]:
    """One server for all benches that follow each other."""
    yield
    stop_servers()


@pytest.mark.parametrize("name", bench.ON_A_WIKI)
def test_a_bench_gives_figures(name: str) -> None:
    """Every line was answered, or the bench would have refused to give any."""
    try:
        require_php()
        figures = bench.measure_of(name)(True)
    except (NotHere, NoPostgres) as reason:
        pytest.skip(str(reason))

    assert figures
    assert [] == [each for each in figures if each.ours <= 0 or (each.theirs or 1) <= 0]
