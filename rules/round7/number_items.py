"""Number items by name and value: how they are written (``N. 3``, ``Immutable Number 1``), and who holds which."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.round7.state import Player
from wikibot.game.problems import Refused
from wikibot.wikitext.numerals import integer

_NAME = re.compile(
    r"(?P<fixed>immutable(?: number)?s?|i\.? ?n\.?)? ?(?:numbers?|n\.?)? ?(?P<value>-?\d{1,4})",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Number:
    """A Number item. ``fixed``: an immutable one. ``either``: nobody said of which kind."""

    value: int
    fixed: bool = False
    either: bool = False

    def __str__(self) -> str:
        return f"{'Immutable ' if self.fixed else ''}Number {self.value}"


@dataclass(frozen=True)
class Held:
    """The Numbers that a player has: ordinary ones and immutable ones, ascending."""

    numbers: tuple[int, ...] = ()
    immutable: tuple[int, ...] = ()

    def __add__(self, other: Held) -> Held:
        return Held(
            tuple(sorted((*self.numbers, *other.numbers))),
            tuple(sorted((*self.immutable, *other.immutable))),
        )

    @property
    def items(self) -> Mapping[str, int]:
        """The same as items: name and count."""
        fixed = (str(Number(value, fixed=True)) for value in self.immutable)
        return Counter([*(str(Number(value)) for value in self.numbers), *fixed])


def read_number_item(text: str) -> Number | None:
    """The Number that a text names: ``N. 3``, ``Immutable Number 1``, ``I.N. 1``; ``Number 3`` or ``3`` of any kind."""
    found = _NAME.fullmatch(text.strip())
    if not found:
        return None
    plain_kind = bool(re.match(r"n(?!u)", text.strip(), re.IGNORECASE))
    return Number(
        integer(found["value"]), bool(found["fixed"]), not found["fixed"] and not plain_kind
    )


MOST_NAMED = 12  # values that names are known of: two dice can give no more
MOST_HELD = 1000  # of one Number
NAMES = tuple(
    str(Number(value, fixed)) for fixed in (False, True) for value in range(1, MOST_NAMED + 1)
)
ALIASES = {f"{short} {value}": str(Number(value, fixed))
           for short, fixed in (("N.", False), ("I.N.", True)) for value in range(1, MOST_NAMED + 1)}  # fmt: skip


def as_item(name: str) -> Number | None:
    """The Number that the name of an item stands for; a bare value is no such name."""
    return read_number_item(name) if name[:1].isalpha() else None


def from_items(items: Mapping[str, int]) -> tuple[dict[str, int], Held]:
    """Items as people list them, without the Numbers among them, and these.

    More of one kind than anybody can come by stay among the items, for they are listed one by one.
    """
    found = {
        name: number for name in items if 0 < items[name] <= MOST_HELD and (number := as_item(name))
    }
    values = {
        fixed: [
            n.value for name, n in found.items() if n.fixed is fixed for _ in range(items[name])
        ]
        for fixed in (False, True)
    }
    rest = {name: count for name, count in items.items() if name not in found}
    return rest, Held(tuple(sorted(values[False])), tuple(sorted(values[True])))


def sort_out(player: Player) -> Player:
    """A player whose items hold no Numbers: those that did are among the Numbers."""
    items, listed = from_items(player.items)
    if items == player.items:
        return player
    held = Held(player.numbers, player.immutable) + listed
    return replace(player, items=items, numbers=held.numbers, immutable=held.immutable)


def with_number(player: Player, number: Number, count: int = 1) -> Player:
    """A player with more of a Number; a negative count takes."""
    if count > MOST_HELD:
        raise Refused(f"{count} of a Number are more than anybody can hold")
    values = list(player.immutable if number.fixed else player.numbers)
    values += [number.value] * max(count, 0)
    for _ in range(-count):
        values.remove(number.value)
    ordered = tuple(sorted(values))
    return replace(player, immutable=ordered) if number.fixed else replace(player, numbers=ordered)
