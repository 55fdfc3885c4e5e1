"""Known names (items, types, players), and which of them a person meant in a cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from wikibot.game.counting import singulars
from wikibot.wikitext.folding import fold


class Vocabulary:
    """Known names in their order. ``aliases``: other spelling -> name. ``plurals`` count, too."""

    def __init__(
        self,
        names: Iterable[str] = (),
        aliases: Mapping[str, str] | None = None,
        *,
        plurals: bool = False,
    ) -> None:
        self.names = tuple(dict.fromkeys(names))
        self.aliases = dict(aliases or {})
        self.plurals = plurals

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    @cached_property
    def commas(self) -> int:
        """How many separators the name with most of them holds."""
        return max((name.count(",") + name.count(";") for name in self.names), default=0)

    @cached_property
    def _index(self) -> Mapping[str, str | None]:
        """Folded spelling -> name; None where two names share it."""
        index: dict[str, str | None] = {}
        for spelling, name in [*zip(self.names, self.names, strict=True), *self.aliases.items()]:
            key = fold(spelling)
            index[key] = name if index.get(key, name) == name else None
        return index

    @cached_property
    def _exact(self) -> Mapping[str, None]:
        return dict.fromkeys(self.names)

    def extended(self, names: Iterable[str]) -> Vocabulary:
        """With more names behind the others; itself where it has them all."""
        new = [name for name in dict.fromkeys(names) if name not in self._exact]
        return Vocabulary((*self.names, *new), self.aliases, plurals=self.plurals) if new else self

    def find(self, text: str) -> str | None:
        """The one name that a spelling stands for: exactly, by alias, folded or as a plural."""
        if text in self._exact:
            return text
        if text in self.aliases:
            return self.aliases[text]
        wanted = fold(text)
        if wanted in self._index:
            return self._index[wanted]
        if not self.plurals:
            return None
        return next(
            (self._index[each] for each in singulars(wanted) if self._index.get(each)), None
        )

    def is_plural(self, text: str) -> bool:
        """Whether a spelling is the plural of another one of the same name."""
        found = self.find(text)
        return found is not None and any(
            self._index.get(each) == found for each in singulars(fold(text))
        )

    def canonical(self, text: str) -> str:
        """The known name, or the text as written where it is none."""
        return self.find(text) or text
