"""The bench of the farm can be run."""

from __future__ import annotations

import pytest

from bench import __main__ as bench
from tests.postgres.server import Postgres


@pytest.mark.parametrize("name", bench.ON_A_DATABASE)
def test_the_bench_gives_figures(name: str, postgres: Postgres) -> None:
    """Each was measured, and its peer, too; every line was answered."""
    figures = bench.measure_of(name)(True)

    assert [] == [each for each in figures if each.ours <= 0 or (each.theirs or 0) <= 0]
