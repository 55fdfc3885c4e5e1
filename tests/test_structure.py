"""What may import what: docs/architecture.md draws it, and this holds it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.test_parts import LeftOut, each_part

ROOT = Path(__file__).parents[1]
PURE = ("rules", "wikibot.game", "wikibot.wikitext")
# Of the standard library, what knows neither a clock nor chance, nor reads or writes anything:
PURE_LIBRARY = {
    "__future__", "abc", "ast", "bisect", "collections", "contextlib", "contextvars", "dataclasses",
    "datetime", "difflib", "enum", "fractions", "graphlib",
    "functools", "hashlib", "html", "itertools", "operator", "msgspec", "json", "math", "re",
    "string", "textwrap", "types", "typing",
    "unicodedata", "xml",
}  # fmt: skip
READS_ITS_OWN_FILES = {
    "rules.common.sections": {"importlib"},
    "wikibot.game.ruleset.recognition": {"pkgutil"},
    "wikibot.wikitext.messages": {"pkgutil", "zoneinfo"},
    "rules.plain.effects": {"importlib"},
    "rules.plain.memory": {"importlib", "zlib"},
    "rules.plain.reader": {"lark", "zlib"},
    "wikibot.wikitext.plain": {"mwparserfromhell", "zlib"},
}  # wordings, modules, grammar, messages, time zones that come along; a parser is pure
IMPURE_NAMES = {"open", "print", "input", "__import__", "exec", "eval"}
PRESENT_TIMES = {"datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
MAY_IMPORT = {  # from wikibot
    "wikibot.wikitext": ("wikibot.wikitext",),
    "wikibot.game": ("wikibot.game", "wikibot.wikitext"),
    "rules": ("wikibot.game", "wikibot.wikitext", "wikibot.sdk"),
}
BESIDE = {"__init__", "__main__", "apply", "exits", "schemas", "sdk"}
MOST_ROOMS = 11
# Classes that a game subclasses, or fills in, under the name that its kind has in the kernel:
EACH_GAME_HAS = {"Page", "Player", "State"}
GAME_HOUSES = (
    "wikibot.game.state", "rules.common.game_on_pages",
    "rules.cycle14", "rules.cycle15", "rules.round7", "rules.generic",
)  # fmt: skip
# The nodes of the grammar of plain words, always written `tree.Gain`, as Python's own are `ast.If`,
# and the models of JSON that goes out: `schemas.Player`.
NODES = ("rules.plain.tree", "rules.plain.terms", "rules.plain.effects")
MODELS = ("wikibot.schemas",)


@cache
def modules() -> Mapping[str, ast.Module]:
    """Every module by its name, a package by its own."""
    found = {}
    for top in ("wikibot", "rules"):
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def imports(name: str) -> tuple[str, ...]:
    """What a module imports anywhere in it: at its top, in a function, for types alone.
    Ours by their full names.
    """
    return tuple(dict.fromkeys(_imports(modules()[name])))


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "imports are absolute here"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() else node.module


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements in one, where alone an import may stand: a third of what there is."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.stmt | ast.excepthandler | ast.match_case):
            yield each
            yield from _statements(each)


def within(name: str, *packages: str) -> bool:
    """Whether a module is one of these packages or lies in it."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_no_import_goes_in_a_circle() -> None:
    """What a module imports never imports it back,
    so that each can be read with what lies below it alone.
    """
    graph = {name: [other for other in imports(name) if other in modules()] for name in modules()}

    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


@each_part
def test_a_part_has_no_other_door(row: LeftOut) -> None:
    """What is to be changed where it is left out stands in the table, and nothing else is."""
    others = [name for name in modules() if not within(name, *row.packages)]
    leading = [
        name for name in others if any(within(each, *row.packages) for each in imports(name))
    ]

    assert [name for name in leading if not within(name, *row.doors)] == []
    assert [door for door in row.doors if not any(within(name, door) for name in leading)] == []


@pytest.mark.parametrize("house", ["wikibot", "wikibot.game"])
def test_no_room_is_imported_from_below(house: str) -> None:
    """The rooms of a package lie in floors: an arrow between two of them never runs back up."""
    graph: dict[str, set[str]] = {}
    depth = house.count(".") + 1
    for name in modules():
        for other in imports(name):
            one, two = (each.split(".")[depth : depth + 1] for each in (name, other))
            if within(name, house) and within(other, house) and one and two and one != two:
                graph.setdefault(one[0], set()).add(two[0])

    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_the_framework_knows_no_game() -> None:
    """Games are found by their entry points, those that come along as well as those of others."""
    wrong = [
        (name, other) for name in modules() if within(name, "wikibot") for other in imports(name)
    ]

    assert [each for each in wrong if within(each[1], "rules")] == []


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_what_is_pure_imports_only_what_is_pure(package: str) -> None:
    """Wikitext knows no game, the kernel no wiki, and a game nothing of wikibot but these two."""
    pairs = [
        (name, other) for name in modules() if within(name, package) for other in imports(name)
    ]

    wrong = [
        each
        for each in pairs
        if within(each[1], "wikibot") and not within(each[1], *MAY_IMPORT[package])
    ]

    assert wrong == []


@pytest.mark.parametrize("package", PURE)
def test_what_is_pure_has_no_clock_no_chance_and_no_files(package: str) -> None:
    """The same page and the same lines always lead to the same state."""
    wrong = [
        f"{name}: {what}" for name in modules() if within(name, package) for what in _impure(name)
    ]

    assert wrong == []


def _impure(name: str) -> Iterator[str]:
    allowed = PURE_LIBRARY | READS_ITS_OWN_FILES.get(name, set()) | {"wikibot", "rules"}
    yield from (each for each in imports(name) if each.partition(".")[0] not in allowed)
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Name) and node.id in IMPURE_NAMES:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today"):
            yield from {ast.unparse(node)} & PRESENT_TIMES


@cache
def classes(module: str) -> list[str]:
    """The names of all classes of a module."""
    return [node.name for node in _statements(modules()[module]) if isinstance(node, ast.ClassDef)]


def test_one_class_name_means_one_thing() -> None:
    """A reader who meets a class name anywhere knows which class it is,
    without looking at the imports.
    """
    places: dict[str, list[str]] = {}
    for module in modules():
        for name in () if within(module, *NODES, *MODELS) else classes(module):
            places.setdefault(name, []).append(module)

    twice = {
        name: found
        for name, found in places.items()
        if len(found) > 1
        and not (name in EACH_GAME_HAS and all(within(each, *GAME_HOUSES) for each in found))
    }

    assert twice == {}


@pytest.mark.parametrize("named", [NODES, MODELS])
def test_nodes_and_models_are_named_with_their_module(named: tuple[str, ...]) -> None:
    """So `tree.Roll` is never taken for the roll of a player, nor `schemas.Check` for the check."""
    outside = [module for module in modules() if not within(module, *NODES, *MODELS)]
    nodes = {name for module in modules() if within(module, *named) for name in classes(module)}
    twice = nodes & {name for module in outside for name in classes(module)}
    wrong = [
        (module, alias.name)
        for module in outside
        for node in _statements(modules()[module])
        if isinstance(node, ast.ImportFrom) and node.module and within(node.module, *named)
        for alias in node.names
        if alias.name in twice
    ]

    assert wrong == []


def test_the_root_of_wikibot_is_seen_at_a_glance() -> None:
    """Eleven rooms at the most, beside the ways in,
    the exit codes and what is for games of others.
    """
    rooms = {
        name.split(".")[1] for name in modules() if within(name, "wikibot") and "." in name
    } - BESIDE

    assert len(rooms) <= MOST_ROOMS, sorted(rooms)
