"""A notes cell: labelled values (``Pseudo-type: Thin Ice``) among other notes, which stay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from wikibot.game.page.cells import CellError, Codec
from wikibot.game.page.markup import HIDDEN, spelled, visible
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.wikitext.plain import plain

_ENTITY = re.compile(r"&(?:#\w+|[A-Za-z]\w*);", re.ASCII)
LEFT_OVER = "left over"
_MOST_COMMAS = 100  # in a note, at which its value may end
_BRACES = re.compile(r"\{[^{}]*\}")
_REGION = re.compile(rf"(?:[^;.\n{HIDDEN}]|\.(?=\w))*")
_NEXT_LABEL = re.compile(r",\s*[^\W\d][\w -]{0,40}[:=]")
_CLOSING = re.compile(r"^(?:\]\]|'{2,})+")


class _Found(Struct, frozen=True):
    """Where a labelled value stands: its label, the value, what follows up to the next note."""

    label: int
    start: int
    end: int
    rest: int


class Note(Struct, frozen=True):
    """One labelled value of a cell.

    It ends at a semicolon, full stop, line break or next label, or with its braces. Where all of
    that is not a value, the longest part up to a comma that is one counts; the rest is left over.
    """

    label: str
    codec: Codec[Any]

    def parse(self, text: str) -> Any:
        """The value, None where there is no such note. Raises ``CellError``."""
        found = self._find(text)
        value = text[found.start : found.end] if found else ""
        return self.codec.parse(value) if plain(value) else None

    def left_over(self, text: str) -> str:
        """What follows the value in its note and does not belong to it."""
        found = self._find(text)
        return plain(text[found.end : found.rest]).strip(" ,") if found else ""

    def render(self, value: Any, old: str = "") -> str:
        found = self._find(old)
        if value is None:
            return _without(old, found) if found else old
        new = self.codec.render(value, old[found.start : found.end] if found else "")
        if not re.fullmatch(r"[^,;.]*|\{[^{}]*\}", _ENTITY.sub("x", new)):
            new = spelled(plain(new))
        if found:
            return old[: found.start] + new + old[found.end :]
        return f"{old}{'; ' if plain(old) else ''}{self.label}: {new}"

    def _find(self, text: str) -> _Found | None:
        if ":" not in text and "=" not in text:
            return None
        words = r"[-\s]?".join(re.escape(word) for word in re.split(r"[-\s]", self.label))
        shown = _ENTITY.sub(lambda found: "x" * len(found[0]), visible(text))
        label = re.search(rf"(?<!\w){words}{HIDDEN}*\s*[:=][ \t{HIDDEN}]*", shown, re.IGNORECASE)
        if label is None:
            return None
        at = label.end()
        braces = _BRACES.match(shown, at)
        if braces:
            return _Found(label.start(), at, braces.end(), braces.end())
        region = _REGION.match(shown, at)
        end = region.end() if region else at
        following = _NEXT_LABEL.search(shown, at, end)
        return self._taken(text, shown, label.start(), at, following.start() if following else end)

    def _taken(self, text: str, shown: str, label: int, at: int, rest: int) -> _Found:
        """As much of a note as is a value; up to the first comma where nothing is."""
        commas = [found.start() for found in re.finditer(",", shown[at:rest])][:_MOST_COMMAS]
        ends = [rest, *(at + comma for comma in reversed(commas))]
        ends = [at + len(shown[at:end].rstrip(" \t")) for end in ends]
        fits = (end for end in ends if self._is_value(text[at:end]))
        return _Found(label, at, next(fits, ends[-1]), rest)

    def _is_value(self, text: str) -> bool:
        try:
            value = self.codec.parse(text)
        except CellError:
            return False
        known: Vocabulary | None = getattr(self.codec, "known", None)
        return known is None or value is None or known.find(str(value)) is not None


def _without(text: str, found: _Found) -> str:
    tail = _CLOSING.sub("", text[found.end :])  # what closed the value's own markup
    before = text[: found.label]
    return before.rstrip(" ,;") + tail if before.strip() else tail.lstrip(" ,;")


class Notes(Struct, frozen=True):
    """Codec for the labelled values of a cell, by field; a field without a note is missing.

    Under ``LEFT_OVER`` stands what follows a value without belonging to it, for a person to see.
    """

    notes: Mapping[str, Note]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that have a note."""
        return tuple(self.notes)

    def parse(self, text: str) -> dict[str, Any]:
        found = {name: note.parse(text) for name, note in self.notes.items()}
        left = tuple(
            f"{note.label}: {rest}"
            for note in self.notes.values()
            if (rest := note.left_over(text))
        )
        return {name: value for name, value in found.items() if value is not None} | (
            {LEFT_OVER: left} if left else {}
        )

    def render(self, value: Mapping[str, Any], old: str = "") -> str:
        now = self.parse(old)
        for name, note in self.notes.items():
            if now.get(name) != value.get(name):
                old = note.render(value.get(name), old)
        return old
