"""On which version of MediaWiki a test runs: on both where the version can matter.

What does not hang on it takes turns: each case has one version, each version some of the cases;
likewise each test of a module with ``IN_TURN``. A long search (``WIKIBOT_EXAMPLES``) has them all
on both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import cycle, product
from typing import TypeVar

import pytest

from tests.for_each import TIMES
from tests.mediawiki.packages import NotHere, require_php
from tests.mediawiki.server import Server

VERSIONS = ("1.43", "1.39")
T = TypeVar("T")


def taking_turns(cases: Iterable[T]) -> list[tuple[str, T]]:
    """A version for each case."""
    if TIMES > 1:
        return [*product(VERSIONS, cases)]
    return [*zip(cycle(VERSIONS), cases, strict=False)]


@contextmanager
def of_each_version(make: Callable[[str], T]) -> Iterator[Callable[[str], T]]:
    """Give a function that makes something of a version once, and gives the same from then on; the
    test is skipped where that cannot be.

    In the end all servers stop that were started by it, also by what failed: sockets that are left
    to the garbage collector would fail some other test.
    """
    started = list[Server]()

    @cache
    def made(version: str) -> T:
        before = [*Server.running]
        try:
            require_php()
            return make(version)
        except NotHere as reason:
            pytest.skip(str(reason))
        finally:
            started.extend(each for each in Server.running if each not in before)

    yield made
    for server in started:
        server.stop()
