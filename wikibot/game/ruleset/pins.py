"""Accepted wordings and the file that holds them: one line each, fingerprints instead of sentences.

Columns stand two or more blanks (or a tab) apart; ``-`` is an empty one; lines that begin with
``#`` are comments:

    # unit         variant  exact                 normal                masked   source    date
    Garbage: Fish  -        0123456789abcdef0123  0123456789abcdef0123  0123...  Cycle 15  ...

The last two columns, ``read`` and ``parent``, may be missing: then no number is free, and any
parent will do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pkgutil import get_data

from msgspec import Struct
from msgspec.structs import astuple

from wikibot.game.ruleset.units import Unit
from wikibot.wikitext.fingerprints import LENGTH

SEVERAL = " + "  # between rulesets that have the same wording
_GAP = re.compile(r"\t+| {2,}")
_PRINT = re.compile(rf"[0-9a-f]{{{LENGTH}}}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class Pin(Struct, frozen=True, dict=True):
    """One accepted wording of one unit.

    ``variant`` labels the wording where a game implements several ("": it makes no difference);
    ``flavour`` and ``ruled`` say that an operator accepted it without an implementation. ``source``
    says where it stood (``Cycle 15 + Cycle 15 early`` for two rulesets, or ``revision 1234``),
    ``date`` is the day on which it was accepted, YYYY-MM-DD. ``read`` is the fingerprint without
    the numbers that the game reads from the page; ``parent`` the game's name of the section under
    which it stands.
    """

    unit: str
    variant: str
    exact: str
    normal: str
    masked: str
    source: str
    date: str
    read: str = ""
    parent: str = ""

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """All rulesets that have this wording."""
        return tuple(self.source.split(SEVERAL))


class BadPins(ValueError):
    """A line of a pin file that cannot be read; names the line and what was expected."""


def read_pins(text: str) -> tuple[Pin, ...]:
    """Read a pin file; raises :class:`BadPins`."""
    numbered = enumerate(text.splitlines(), 1)
    return tuple(
        _pin(number, line) for number, line in numbered if line.strip() and not line.startswith("#")
    )


def bundled_pins(package: str, name: str = "wordings.txt") -> tuple[Pin, ...]:
    """The pin file that a game's package brings along."""
    return read_pins(packaged_text(package, name))


def _pin(number: int, line: str) -> Pin:
    cells = ["" if cell == "-" else cell for cell in _GAP.split(line.strip())]
    if not len(Pin.__struct_fields__) - 2 <= len(cells) <= len(Pin.__struct_fields__):
        raise BadPins(
            f"line {number}: {len(cells)} columns, not {len(Pin.__struct_fields__)},"
            " two blanks or more apart"
        )
    pin = Pin(_shown(cells[0]), *cells[1:])
    for value in (pin.exact, pin.normal, pin.masked, *filter(None, (pin.read,))):
        if not _PRINT.fullmatch(value):
            raise BadPins(
                f"line {number}: {value!r} is not a fingerprint of {LENGTH} digits 0-9 a-f"
            )
    if not _DATE.fullmatch(pin.date):
        raise BadPins(f"line {number}: {pin.date!r} is not a date like 2026-11-21")
    return pin


def write_pins(pins: Iterable[Pin], title: str = "") -> str:
    """The text of a pin file, columns aligned, in the order given; ``title``: a comment on top."""
    names = list(Pin.__struct_fields__)
    rows = [tuple(cell or "-" for cell in (_hidden(pin.unit), *astuple(pin)[1:])) for pin in pins]
    head = ("# " + names[0], *names[1:])
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [_aligned(cells, widths) for cells in (head, *rows)]
    return "".join(f"{line}\n" for line in ([f"# {title}"] if title else []) + lines)


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _hidden(name: str) -> str:
    """A unit name in the file: a backslash keeps one that looks like a comment or ``-``."""
    name = " ".join(name.split())
    return "\\" + name if name.startswith(("#", "\\")) or name == "-" else name


def _shown(name: str) -> str:
    return name.removeprefix("\\")


def packaged_text(package: str, name: str) -> str:
    """The text of a file in a package's folder; raises ``FileNotFoundError`` that names both."""
    data = get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"{package} has no {name}")
    return data.decode("utf-8")


Sets = Sequence[Sequence[str]]  # names of sources, those in one group together


def chosen(
    sets: Sets, units: Iterable[Unit], pins_of: Callable[[Unit], Sequence[Pin]]
) -> Sequence[str]:
    """The group by which most of a page reads, the first of several; empty without groups."""
    votes = dict.fromkeys(range(len(sets)), 0)
    for unit in units if votes else ():
        said = [pin.sources for pin in pins_of(unit) if pin.normal == unit.prints.normal]
        for number, group in enumerate(sets) if said and not unit.empty else ():
            votes[number] += any(source in group for sources in said for source in sources)
    return sets[max(votes, key=lambda number: votes[number])] if votes else ()


def of_group(
    pins: Mapping[str, tuple[Pin, ...]], sets: Sets, group: Sequence[str]
) -> Mapping[str, tuple[Pin, ...]]:
    """The pins that count beside a group: its own, and those of no group."""
    grouped = [source for each in sets for source in each]

    def counts(pin: Pin) -> bool:
        return any(source in group or source not in grouped for source in pin.sources)

    return {name: tuple(filter(counts, known)) for name, known in pins.items()}
