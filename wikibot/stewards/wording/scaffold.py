"""A stub for a unit that is not implemented, with its test: a place to begin."""

from __future__ import annotations

import re
import unicodedata
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
# RULED: a person decides. Make it AUTOMATIC, or ASKS where a player chooses, once `play` is
# written, and put IMPLEMENTS into a Section among the sections of the game.
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
    """Say here what a player can rely on: a small board, three lines, what is true afterwards."""
    assert IMPLEMENTS[0].how is not How.RULED
'''


def scaffold(unit: Unit, name: str, package: str) -> dict[PurePosixPath, str]:
    """A stub of ``unit``, which the game calls ``name``, and its test, by path from the root.

    ``package`` is the game's, e.g. ``rules.cycle15``.
    """
    folders = [*package.split("."), *([slug(unit.catalogue)] if unit.catalogue else [])]
    own, what = slug(unit.title), f"{unit.kind} {name}".replace("\\", "\\\\").replace('"', "'")
    module = ".".join([*folders, own])
    test = _TEST.format(module=module, slug=own, what_title=what[0].upper() + what[1:])
    return {
        PurePosixPath(*folders, f"{own}.py"): _MODULE.format(unit=name, what=what),
        PurePosixPath("tests", *folders, f"test_{own}.py"): test,
    }


def slug(title: str) -> str:
    """A Python name for a title: ``Don't Use This`` gives ``dont_use_this``, emoji their names."""
    spelt = "".join(map(_spelt, unicodedata.normalize("NFKD", title)))
    name = re.sub(r"[^a-z0-9]+", "_", spelt.replace("'", "").casefold()).strip("_")
    return f"n{name}" if name[:1].isdigit() else name or "unit"


def _spelt(char: str) -> str:
    """ASCII as it is, other symbols by name, marks not at all."""
    if char.isascii():
        return char
    if unicodedata.category(char) in ("Mn", "Cf", "Zs"):
        return " " if char.isspace() else ""
    return f" {unicodedata.name(char, '')} "


def package_of(module: str) -> str:
    """The package of a game's class: ``rules.cycle15.game`` is a module of ``rules.cycle15``."""
    found = find_spec(module)
    is_package = found is None or found.submodule_search_locations is not None
    return module if is_package else module.rpartition(".")[0]
