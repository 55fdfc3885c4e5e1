"""Columns and labels of the page: found by word in any number, and the kinds of their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.generic.state import Cell, Field, FieldKind
from rules.plain.vocabulary import singular
from wikibot.sdk import Vocabulary, fold

LISTS = (  # headers, folded, of the list of items that the owners of a table have
    "items", "item list", "inventory", "possessions", "belongings", "bag", "backpack", "pack",
    "goods", "loot", "hand", "equipment", "gear", "contents", "things",
    "cargo", "holdings", "treasures", "resources",
)  # fmt: skip
_MOST_KNOWN = 4096
_known: dict[int, tuple[tuple[Field, ...], dict[str, Field | None]]] = {}
"""Columns by their identity, each with what words stand for among them: a cache alone."""


def find(every: tuple[Field, ...], word: str) -> Field | None:
    """The one of these columns that a word stands for, in any spelling, singular or plural."""
    known = _known.get(id(every))
    if known is None or known[0] is not every:
        if len(_known) > _MOST_KNOWN:
            _known.clear()
        known = _known[id(every)] = (every, {})
    words = known[1]
    try:
        return words[word]
    except KeyError:
        if len(words) > _MOST_KNOWN:
            words.clear()
        return words.setdefault(word, _find(every, word))


def _find(every: Sequence[Field], word: str) -> Field | None:
    by_name = {each.name: each for each in every}
    if word in by_name:
        return by_name[word]
    found = in_any_number(by_name).find(word)
    return by_name[found] if found else None


def in_any_number(names: Iterable[str]) -> Vocabulary:
    """Names that are found in the singular and in the plural, whichever of them they are."""
    known = tuple(dict.fromkeys(names))
    taken = set(map(fold, known))
    single = {singular(name): name for name in known}
    aliases = {word: name for word, name in single.items() if fold(word) not in taken}
    return Vocabulary(known, aliases, plurals=True)


def bag_of(columns: Sequence[Field]) -> str:
    """The column that is its owners' list of items: by its header, or else the first list."""
    lists = [each.name for each in columns if each.kind is FieldKind.ITEMS]
    return next((name for name in lists if fold(name) in LISTS), lists[0] if lists else "")


def is_blank(cell: Cell) -> bool:
    """Whether a value is what an empty cell means: 0, nothing, no, no text."""
    return not cell


def kind_of(cell: Cell) -> FieldKind:
    """The kind of field that may hold a value."""
    if isinstance(cell, bool):
        return FieldKind.YES_NO
    if isinstance(cell, int):
        return FieldKind.NUMBER
    if isinstance(cell, str):
        return FieldKind.TEXT
    return FieldKind.ITEMS if isinstance(cell, Mapping) else FieldKind.THINGS
