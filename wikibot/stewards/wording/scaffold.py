"""A stub for a unit that nobody implemented, with its test: a place to begin."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import PurePosixPath

from wikibot.game.ruleset.units import Unit

_MODULE = '''\
"""Ruleset {what}: say here in your own words what it does.

Decisions: say here what you decided where the wording leaves room.
"""

from __future__ import annotations

from typing import Any

from wikibot.sdk import ActionContext, Held, How, Implementation

UNIT = {unit!r}
# RULED: a person decides. Make it AUTOMATIC, or ASKS where a player chooses, once `play` is written,
# and put IMPLEMENTS into a Section among the sections of the game.
IMPLEMENTS = (Implementation(UNIT, How.RULED),)


def play(act: ActionContext[Any]) -> None:
    """Say here what happens."""
    act.book.require(UNIT)
    raise Held(UNIT, "its implementation is a stub")
'''
_TEST = '''\
"""{what_title}."""

from __future__ import annotations

import pytest

from {module} import IMPLEMENTS
from wikibot.sdk import How


@pytest.mark.xfail(reason="a stub", strict=True)
def test_{slug}() -> None:
    """Say here what a player can rely on: a small board, three action lines, what must be true afterwards."""
    assert IMPLEMENTS[0].how is not How.RULED
'''


@dataclass(frozen=True)
class Scaffold:
    """Paths from the project's root, and texts, of a stub and its test."""

    module: PurePosixPath
    module_text: str
    test: PurePosixPath
    test_text: str


def scaffold(unit: Unit, name: str, package: str) -> Scaffold:
    """The stub of ``unit``, which the game calls ``name``, in the game's package, e.g. ``rules.cycle15``."""
    folders = [*package.split("."), *([slug(unit.catalogue)] if unit.catalogue else [])]
    own = slug(unit.title)
    what = f"{unit.kind} {name}"
    module = PurePosixPath(*folders, f"{own}.py")
    test = PurePosixPath("tests", *folders, f"test_{own}.py")
    texts = {"what": _in_docstring(what), "what_title": _in_docstring(what[0].upper() + what[1:])}
    return Scaffold(
        module,
        _MODULE.format(unit=name, **texts),
        test,
        _TEST.format(module=".".join([*folders, own]), slug=own, **texts),
    )


def slug(title: str) -> str:
    """A Python name for a title: ``Don't Use This`` gives ``dont_use_this``; emoji go by their Unicode names."""
    spelt = "".join(_spelt(char) for char in unicodedata.normalize("NFKD", title))
    name = re.sub(r"[^a-z0-9]+", "_", spelt.replace("'", "").casefold()).strip("_")
    return f"n{name}" if name[:1].isdigit() else name or "unit"


def _spelt(char: str) -> str:
    """ASCII as it is, other symbols by name, marks not at all."""
    if char.isascii() or unicodedata.category(char) in ("Mn", "Cf", "Zs"):
        return char if char.isascii() else " " if char.isspace() else ""
    return f" {unicodedata.name(char, '')} "


def _in_docstring(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', "'")


def package_of(module: str) -> str:
    """The package that a game's class lives in: ``rules.cycle15.game`` is a module of ``rules.cycle15``."""
    found = find_spec(module)
    return (
        module
        if found is None or found.submodule_search_locations is not None
        else module.rpartition(".")[0]
    )
