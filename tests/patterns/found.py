"""Every pattern of the program:
those that its modules hold, and those that stand where they are used.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import rules
import wikibot
from wikibot.wikitext.dialect import ENGLISH

_WAYS = ("search", "match", "fullmatch", "sub", "split", "findall", "finditer")
_BY_OPERATORS = (
    "wikibot.cli", "wikibot.cli.commands.doctor", "wikibot.config.settings",
    "wikibot.cli.commands.demo", "wikibot.wiki.",
)  # fmt: skip


@dataclass(frozen=True)
class Found:
    """A pattern, where it stands, and how it is used: ``search``, ``match`` or ``fullmatch``."""

    module: str
    name: str
    pattern: str
    flags: int
    ways: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"


def every_pattern() -> Iterator[Found]:
    """All that see what somebody wrote;
    what only the operator's own files are read with is left out.
    """
    modules = [m for m in _modules() if not m.__name__.startswith(_BY_OPERATORS)]
    sources = {m.__name__: Path(str(m.__file__)).read_text(encoding="utf-8") for m in modules}
    ways = _ways_of_names(sources.values())
    seen = set()
    for module in modules:
        source = sources[module.__name__]
        for found in (*_held(module, source, ways), *_in_place(module.__name__, source)):
            key = (found.pattern, found.flags, found.ways)
            if key not in seen:
                seen.add(key)
                yield found


def _modules() -> Iterator[ModuleType]:
    for package in (wikibot, rules):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not info.name.endswith(
                ("__main__", "wikibot.farm.preloaded")
            ):  # these do what they are for
                yield importlib.import_module(info.name)


def _held(module: ModuleType, source: str, ways: Mapping[str, set[str]]) -> Iterator[Found]:
    """Patterns that a module's names hold, themselves or inside."""
    own = set(re.findall(r"^\w+", source, re.MULTILINE))
    for name, value in vars(module).items():
        if name not in own:
            continue  # imported
        for pattern in _inside(_in_english(value)):
            kinds = _kinds(ways.get(name) or {"search", "fullmatch"})
            yield Found(module.__name__, name, pattern.pattern, pattern.flags & ~re.UNICODE, kinds)


def _ways_of_names(sources: Iterable[str]) -> dict[str, set[str]]:
    """How each name is used anywhere in the program."""
    ways = defaultdict[str, set[str]](set)
    for source in sources:
        for name, way in re.findall(rf"\b(\w+)\.({'|'.join(_WAYS)})\b", source):
            ways[name].add(way)
    return ways


def _in_english(value: Any) -> Any:
    """The pattern that a function makes of a wiki's own words, here English ones."""
    made_of = getattr(value, "__annotations__", {})
    is_made = callable(value) and made_of.get("return") == "re.Pattern[str]"
    return value(ENGLISH) if is_made and "Dialect" in made_of.values() else value


def _inside(value: Any, depth: int = 0) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif depth < 4 and isinstance(value, tuple | list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _inside(each, depth + 1)
    elif (
        depth < 4
        and hasattr(value, "pattern")
        and isinstance(value.pattern, str)
        and not isinstance(value, type)
    ):
        yield re.compile(
            value.pattern, re.IGNORECASE
        )  # as forms of statements and numbers of the ruleset page hold it


def _in_place(module: str, source: str) -> Iterator[Found]:
    """Patterns that stand in a call of :mod:`re`,
    with the parts that are put in later as a word.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            pattern = _text(node.args[0]) if of_re and node.func.attr in _WAYS else None
            if pattern is not None:
                flags = re.IGNORECASE if "IGNORECASE" in ast.unparse(node) else re.NOFLAG
                yield Found(
                    module, f"line {node.lineno}", pattern, int(flags), _kinds({node.func.attr})
                )


def _text(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        text = "".join(
            str(part.value) if isinstance(part, ast.Constant) else "name" for part in node.values
        )
        try:
            re.compile(text)
        except re.error:
            return None
        return text
    return None


def _kinds(ways: set[str]) -> tuple[str, ...]:
    return tuple(sorted({way if way in ("match", "fullmatch") else "search" for way in ways}))
