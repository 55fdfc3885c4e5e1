"""Many small cases in one test: each is tried, and those that fail are all named.

A parametrised case costs two thousandths of a second whatever it does, and thousands of ours take
less than that themselves.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, wraps
from typing import Any, TypeVar
from zlib import crc32

import pytest

T = TypeVar("T")
TIMES = int(os.environ.get("WIKIBOT_EXAMPLES", "1"))  # as many examples as usual
_SHOWN = 20  # failures


def for_each(
    names: str, cases: Iterable[Any] | Callable[[], Iterable[Any]]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try a test on every case, as ``pytest.mark.parametrize`` does, but as one test.

    The cases share what fixtures give; without any case the test is skipped. Cases that take long
    to make are a function: each process collects all tests, and runs some of them.
    """
    parameters = [name.strip() for name in names.split(",")]

    def of_test(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_of_them(**fixtures: Any) -> None:
            named = [
                dict(zip(parameters, case if parameters[1:] else [case], strict=True))
                for case in map(_values, cases() if callable(cases) else cases)
            ]
            try_each(partial(test, **fixtures), named)

        signature = inspect.signature(test)
        left = [each for each in signature.parameters.values() if each.name not in parameters]
        all_of_them.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return all_of_them

    return of_test


def portion(cases: Iterable[T], of: int, name: str = "") -> list[T]:
    """One of so many generated cases, chosen by their text; all of them in a long search.

    A family shows in some of its members, and each change of the code or the texts tries others;
    so does each ``name`` of what they are tried on.
    """
    return [each for each in cases if TIMES > 1 or crc32(f"{name}{each!r}".encode()) % of == 0]


def try_each(test: Callable[..., None], cases: Sequence[Mapping[str, Any]]) -> None:
    """Call the test with each case's arguments; all that fail are raised together."""
    failed = list[Exception]()
    for named in cases:
        try:
            test(**named)
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  # raised below
            error.add_note(f"with {named!r}"[:2000])
            failed.append(error if isinstance(error, Exception) else AssertionError(error))
    if failed:
        raise ExceptionGroup(f"{len(failed)} of {len(cases)} cases failed", failed[:_SHOWN])
    if not cases:
        pytest.skip("There are no cases.")


def _values(case: Any) -> Any:
    """The values of a case that ``pytest.param`` named."""
    if not hasattr(case, "values") or isinstance(case, dict):
        return case
    return case.values if len(case.values) > 1 else case.values[0]
