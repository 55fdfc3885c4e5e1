"""What a player writes for a verb: its form, an example, a template, and a line in full."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.generic.owners import Owner
from rules.generic.play.lines import Bound
from rules.plain import tree
from wikibot.game.composing.templates import escaped


def form(of: tree.Verb) -> str:
    """What to write for a verb, with capitals for what is to be filled in."""
    return " ".join(filter(None, map(_form, of.parts)))


def _form(part: Any) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, tree.Stuff):
        number = "NUMBER" if isinstance(part.amount, tree.Chosen) else ""
        fixed = part.amount.value if isinstance(part.amount, tree.Number) else 1
        return f"{number or (fixed if fixed != 1 else '')} {part.what}".strip()
    if isinstance(part, tree.Chosen):
        return "NUMBER"
    if isinstance(part, tree.NamedPlayer | tree.NamedThing):
        return part.name
    return getattr(part, "table", "player").upper() if hasattr(part, "slot") else ""


def example(of: tree.Verb) -> str:
    """The same filled in."""
    return " ".join(filter(None, map(_example, of.parts)))


def _example(part: Any) -> str:
    if isinstance(part, tree.Stuff) and isinstance(part.amount, tree.Chosen):
        return f"3 {part.what}"
    if isinstance(part, tree.Chosen):
        return "3"
    return "Bob" if isinstance(part, tree.ChosenPlayer) else _form(part)


def composed(of: tree.Verb) -> str:
    """The same as a template: lists and fields for what is to be filled in."""
    return " ".join(filter(None, map(_field, of.parts)))


def _field(part: Any) -> str:
    if isinstance(part, tree.Stuff) and isinstance(part.amount, tree.Chosen):
        return f"{{number}} {escaped(part.what)}"
    if isinstance(part, tree.Chosen):
        return "{number}"
    if isinstance(part, tree.ChosenPlayer):
        return "{other}" if part.other else "{player}"
    table = getattr(part, "table", None)
    if table is not None and hasattr(part, "slot"):
        label = escaped(" ".join(re.findall(r"\w+", table)))
        return f"{{{label}={things_of(table)}}}"
    return escaped(_form(part))


def things_of(table: str) -> str:
    """The name of the list of a table's things."""
    return " ".join(("things of", *re.findall(r"\w+", table)))


def said_part(part: Any, slots: Mapping[int, Bound]) -> str:
    """A part of a verb in full, as far as a line fills it."""
    if isinstance(part, str):
        return part
    if isinstance(part, tree.Stuff):
        number = slots.get(getattr(part.amount, "slot", 0))
        fixed = part.amount.value if isinstance(part.amount, tree.Number) else 1
        return f"{number or (fixed if fixed != 1 else '')} {part.what}".strip()
    bound = slots.get(getattr(part, "slot", 0))
    if bound is None:
        return getattr(part, "name", "")
    return bound.name if isinstance(bound, Owner) else str(bound)
