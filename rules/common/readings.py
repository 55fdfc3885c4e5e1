"""What reads numbers from a ruleset page: each reading names the unit that it is of, and so declares itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

from rules.common.notation import DiceOf, NumberAt, NumberOf

Reader = Callable[..., Any]
Readings = Mapping[str, tuple[Reader, ...]]


def declared(modules: Iterable[ModuleType]) -> Readings:
    """The readings that stand in some modules as constants, alone or in a tuple or mapping, by their unit."""
    found = [
        each for module in modules for value in vars(module).values() for each in _inside(value)
    ]
    return joined((each.section, each) for each in dict.fromkeys(found))


def joined(readings: Iterable[tuple[str, Reader]], *others: Readings) -> Readings:
    """Readings by their unit, and those of others beside them."""
    by_unit: dict[str, tuple[Reader, ...]] = {}
    pairs = [
        *readings,
        *((unit, each) for other in others for unit, readers in other.items() for each in readers),
    ]
    for unit, reader in pairs:
        if reader not in by_unit.get(unit, ()):
            by_unit[unit] = (*by_unit.get(unit, ()), reader)
    return by_unit


def _inside(value: object) -> Iterator[NumberAt | NumberOf | DiceOf]:
    if isinstance(value, NumberAt | NumberOf | DiceOf):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _inside(each)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _inside(each)
