"""The bot's hidden comment as a stranger sees it: found by its looks, taken apart as JSON, put back
otherwise.

Nothing here knows its fields, so that whatever the bot keeps in it is attacked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

COMMENT = re.compile(r"<!-- wikibot (\{.*?\}) -->", re.DOTALL)
Path = tuple[str | int, ...]
DEEP = "[" * 5000 + "]" * 5000


class Raw(str):
    """A piece of JSON as it is to be written, which need not be JSON at all."""

    __slots__ = ()


HOSTILE: dict[str, Any] = {
    "null": None, "true": True, "0": 0, "-1": -1, "1": 1, "9999": 9999, "a billion": 10**9,
    "more than 64 bits": 2**64, "400 digits": Raw("1" + "0" * 400), "1e999": Raw("1e999"),
    "NaN": Raw("NaN"),
    "1.5": 1.5, "empty text": "", "a word": "FORGED", "a long word": "FORGED" * 5000,
    "a number as text": "1000000000", "a time to come": "9998-12-31T23:59:59Z",
    "year 9999": "9999-12-31T23:59:59Z",
    "year 1": "0001-01-01T00:00:00Z", "no time": "2024-13-45T99:99:99Z",
    "surrogate": Raw('"\\ud800"'),
    "control": Raw('"\\u0000\\u001b[31m"'), "empty list": [], "list": [1, "FORGED", None],
    "empty object": {},
    "object": {"FORGED": 1}, "deep": Raw(DEEP), "an identity": "4.1.0",
    "a wild identity": "-1.99999999999999999999.x",
}  # fmt: skip


def parts(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths to everything in a JSON value, the value itself first;
    of long lists only the ends.
    """
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from parts(value[key], (*path, key))
    elif isinstance(value, list):
        for index in sorted({0, len(value) - 1} & set(range(len(value)))):
            yield from parts(value[index], (*path, index))


def with_part(value: Any, path: Path, new: Any) -> Any:
    """The value with one part exchanged."""
    if not path:
        return new
    copy: Any = list(value) if isinstance(value, list) else dict(value)
    copy[path[0]] = with_part(value[path[0]], path[1:], new)
    return copy


def part(value: Any, path: Path) -> Any:
    """One part of it."""
    for step in path:
        value = value[step]
    return value


def found(page: str) -> Any:
    """The JSON in the comment of a page."""
    match = COMMENT.search(page)
    return json.loads(match[1]) if match else None


def put(page: str, value: Any) -> str:
    """The page with this JSON in its comment."""
    return COMMENT.sub(lambda _: f"<!-- wikibot {written(value)} -->", page)


def written(value: Any) -> str:
    """JSON in which raw pieces stand as they are;
    marks that would end the comment are escaped as the bot does.
    """
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{written(str(key))}: {written(each)}" for key, each in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return re.sub(r"[-<>~\[\]{}|']", lambda c: f"\\u{ord(c[0]):04x}",
                  json.dumps(value)) if isinstance(
        value, str) else json.dumps(value)  # fmt: skip
