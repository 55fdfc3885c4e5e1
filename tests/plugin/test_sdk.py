"""The public names: what the docs promise is there, and a game needs nothing else."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

from wikibot import sdk

ROOT = Path(__file__).parents[2]


def tables() -> list[str]:
    """The rows of the two tables of public names, a text each."""
    docs = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    return docs.partition("## The public names")[2].split("| --- |\n")[1:]


def test_the_docs_name_every_public_name_and_no_other() -> None:
    """What is in ``__all__`` and what the table of adding-a-game.md lists are the same."""
    listed = re.findall(r"`(\w+)`", tables()[0].partition("`rules.common`")[0])

    assert sorted(listed) == sorted(sdk.__all__)
    assert all(hasattr(sdk, name) for name in sdk.__all__)


def test_a_game_in_a_package_of_its_own_needs_nothing_else() -> None:
    """The orchard imports from wikibot by the public names only."""
    used = {module for module, _ in imported() if module.startswith("wikibot")}

    assert used <= {"wikibot", "wikibot.sdk"}


def test_of_what_cycles_share_a_game_needs_what_the_docs_name() -> None:
    """Each module and name of the second table is there, and the orchard takes no others."""
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", tables()[1], re.MULTILINE)
    named = {module: re.findall(r"`(\w+)`", names) for module, names in rows}
    used = [(module, name) for module, name in imported() if module.startswith("rules.")]

    for module, names in named.items():
        found = import_module(f"rules.common.{module}")
        assert [name for name in names if not hasattr(found, name)] == []
    for module, name in used:
        assert name in named.get(module.removeprefix("rules.common."), named)


def imported() -> list[tuple[str, str]]:
    """What the orchard imports: module and name."""
    files = sorted((Path(__file__).parent / "orchard").glob("*.py"))
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    found = [each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    return [(f.module or "", name.name) for f in found if not f.level for name in f.names]
