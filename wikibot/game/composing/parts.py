"""The parts of a line that is composed: texts that stand as they are, lists, fields.

Each part gives the value that stands for it in JSON, as docs/gadget.md has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from wikibot.wikitext.folding import upper_first
from wikibot.wikitext.messages import later, say

Json = Any
MOST_REPEATS = 9


class Literal(Struct, frozen=True):
    """A text with its blanks, as it stands in the line."""

    text: str

    def json(self) -> Json:
        """The text."""
        return self.text


# Labels that no template names: they are the kinds of things, or what stands in capitals in a form.
LABELS = tuple(map(later, (
    "amount", "class", "component", "count", "gathering", "number", "ruling", "statement",
)))  # fmt: skip


def shown(label: str) -> str:
    """A label in the words in use."""
    plain = label.casefold()
    said = say(plain)
    return label if said == plain else upper_first(said)


class Pick(Struct, frozen=True):
    """One of a list.

    ``kind``: the name of the list; ``among``: the list itself, where it is always the same.
    """

    label: str
    kind: str = ""
    among: tuple[str, ...] = ()

    def json(self) -> Json:
        """The label and the list."""
        return {"label": shown(self.label), "list": list(self.among) or self.kind}


class NumberField(Struct, frozen=True):
    """A whole number of at least ``least``."""

    label: str
    least: int = 1

    def json(self) -> Json:
        """The label and the least number."""
        return {"label": shown(self.label), "number": {"min": self.least}}


class WordsField(Struct, frozen=True):
    """Free text of at most so many characters.

    ``lines``: it stands below the line, on several lines. ``without``: characters that may not be
    in it.
    """

    label: str
    most: int
    lines: bool = False
    without: str = ""

    def json(self) -> Json:
        """The label, the number of characters, and what may not be among them."""
        found = {"label": shown(self.label), "most" if self.lines else "text": self.most}
        return found | ({"without": self.without} if self.without else {})


class FacesField(Struct, frozen=True):
    """Rolls that players state: ``2d4, 1d6``."""

    dice: str

    def json(self) -> Json:
        """The label and the dice."""
        return {"label": shown("Rolls"), "dice": self.dice}


class Optional(Struct, frozen=True):
    """Parts that are left out where their first field is empty."""

    parts: tuple[Part, ...]

    def json(self) -> Json:
        """The parts."""
        return {"optional": [each.json() for each in self.parts]}


class Many(Struct, frozen=True):
    """Parts that stand once or more, with ``between`` in between.

    ``distinct``: never twice the same.
    """

    parts: tuple[Part, ...]
    between: str
    distinct: bool = False

    def json(self) -> Json:
        """The parts, and how often they may stand."""
        most = MOST_REPEATS * (1 if self.between.strip() else 2)
        parts = [each.json() for each in self.parts]
        found = {"many": parts, "between": self.between, "most": most}
        return found | ({"distinct": True} if self.distinct else {})


Part = Literal | Pick | NumberField | WordsField | FacesField | Optional | Many


class Composed(Struct, frozen=True):
    """A line as its parts; ``body``: the text below it, if it takes any.

    Where it picks from one list twice, what it picks is to differ.
    """

    parts: tuple[Part, ...]
    body: WordsField | None = None

    def json(self) -> Json:
        """The form as the page has it."""
        found: dict[str, Json] = {"parts": [each.json() for each in self.parts]}
        picked = [each.kind for each in self.parts if isinstance(each, Pick) and each.kind]
        found |= {"distinct": True} if len({*picked}) < len(picked) else {}
        return found | ({"body": self.body.json()} if self.body else {})

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to choose."""
        return not self.body and all(isinstance(each, Literal) for each in self.parts)

    def kinds(self) -> tuple[str, ...]:
        """The lists without which the line cannot be composed."""
        return tuple(_kinds(self.parts, (Many,)))

    def all_kinds(self) -> tuple[str, ...]:
        """The lists that the line may use, also in what may be left out."""
        return tuple(_kinds(self.parts, (Many, Optional)))


def _kinds(parts: Sequence[Part], groups: tuple[type, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Pick) and part.kind:
            yield part.kind
        elif isinstance(part, (Many, Optional)) and isinstance(part, groups):
            yield from _kinds(part.parts, groups)
