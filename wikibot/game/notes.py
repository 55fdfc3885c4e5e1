"""A notes cell: labelled values (``Pseudo-type: Thin Ice``) among other notes, which are left alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wikibot.game.cells import Codec
from wikibot.game.markup import HIDDEN, spelled, visible
from wikibot.wikitext.plain import plain

_ENTITY = re.compile(r"&(?:#\w+|[A-Za-z]\w*);", re.ASCII)
_CLOSING = re.compile(r"^(?:\]\]|'{2,})+")


@dataclass(frozen=True)
class Note:
    """One labelled value of a cell; it ends at a comma, semicolon, full stop or line break, or with its braces."""

    label: str
    codec: Codec[Any]

    def parse(self, text: str) -> Any:
        """The value, None where there is no such note. Raises ``CellError``."""
        found = self._find(text)
        value = text[found.start("value") : found.end("value")] if found else ""
        return self.codec.parse(value) if plain(value) else None

    def render(self, value: Any, old: str = "") -> str:
        found = self._find(old)
        if value is None:
            return _without(old, found) if found else old
        new = self.codec.render(value, old[found.start("value") : found.end("value")] if found else "")
        if not re.fullmatch(r"[^,;.]*|\{[^{}]*\}", _ENTITY.sub("x", new)):
            new = spelled(plain(new))
        if found:
            return old[: found.start("value")] + new + old[found.end("value") :]
        return f"{old}{'; ' if plain(old) else ''}{self.label}: {new}"

    def _find(self, text: str) -> re.Match[str] | None:
        words = r"[-\s]?".join(re.escape(word) for word in re.split(r"[-\s]", self.label))
        shown = _ENTITY.sub(lambda found: "x" * len(found[0]), visible(text))
        start = rf"(?<!\w){words}{HIDDEN}*\s*[:=][ \t{HIDDEN}]*"
        end = rf"[ \t]*(?=[,;\n{HIDDEN}]|\.(?!\w)|$)"
        value = rf"\{{[^{{}}]*\}}|(?:[^,;.\n{HIDDEN}]|\.(?=\w))*?"
        return re.search(rf"{start}(?P<value>{value}){end}", shown, re.IGNORECASE)


def _without(text: str, found: re.Match[str]) -> str:
    tail = _CLOSING.sub("", text[found.end() :])  # what closed the value's own markup
    before = text[: found.start()]
    return before.rstrip(" ,;") + tail if before.strip() else tail.lstrip(" ,;")


@dataclass(frozen=True)
class Notes:
    """Codec for the labelled values of a cell, by field; a field without a note is missing."""

    notes: Mapping[str, Note]

    def parse(self, text: str) -> dict[str, Any]:
        found = {name: note.parse(text) for name, note in self.notes.items()}
        return {name: value for name, value in found.items() if value is not None}

    def render(self, value: Mapping[str, Any], old: str = "") -> str:
        now = self.parse(old)
        for name, note in self.notes.items():
            if now.get(name) != value.get(name):
                old = note.render(value.get(name), old)
        return old
