"""What all parts of the meaning share: who is meant, slots, and words that can be read in two ways.

A sentence is read once for each way in which its words can be taken (:meth:`Base.fork`). Where two
ways differ in meaning, it is not understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from rules.plain import tree as t
from rules.plain.vocabulary import KnownTable, PlainVocabulary
from rules.plain.words.lexemes import Lexeme

NOT_KNOWN = "these words are not known here"
PLAYERS = "Players"  # as owner of fields, beside the names of tables


class Misfit(ValueError):
    """Words that fit the grammar and mean nothing here; the text says why, ``words`` which."""

    def __init__(self, why: str, words: str = "") -> None:
        super().__init__(why)
        self.words = words


class Branch(Struct, frozen=True):
    """A part of the sentence as parsed. ``name``: that of the grammar."""

    name: str
    parts: tuple[Branch | Lexeme, ...]

    def branches(self, *names: str) -> list[Branch]:
        """The parts of these names (default: all that are no words)."""
        found = (each for each in self.parts if isinstance(each, Branch))
        return [each for each in found if not names or each.name in names]

    def words(self, *kinds: str) -> list[Lexeme]:
        """The words of these kinds (default: all)."""
        found = (each for each in self.parts if isinstance(each, Lexeme))
        return [each for each in found if not kinds or each.kind in kinds]

    def has(self, kind: str) -> bool:
        """Whether a word of this kind is among the parts."""
        return bool(self.words(kind))

    def number(self, at: int = 0) -> int:
        """The value of one of the numbers among the parts."""
        value = self.words("NUMBER", "TIMES")[at].value
        return value if isinstance(value, int) else 0

    def named(self, at: int = 0) -> str:
        """One of the names among the parts, as it was recognised."""
        return str(self.words("NAME")[at].value)


class Base:
    """One reading of a sentence. ``script``: which way to take at each fork; then the first."""

    def __init__(
        self, vocabulary: PlainVocabulary, script: Sequence[int] = (), doer: bool = False
    ) -> None:
        self.vocabulary = vocabulary
        self.script = script
        self.taken: list[tuple[int, int]] = []  # at each fork: the way taken, how many there are
        self.has_doer = doer
        self.subject: Any = t.Doer() if doer else None
        self.outer: Any = None  # the subject outside of a ``where``
        self.it: Any = None  # what "it" is, beside the things that were mentioned
        self.slots = 0
        self.parts: list[Any] = []  # what a player writes for an action
        self.players_named: list[Any] = []  # slots, and places that name a player
        self.things_named: list[tuple[str, int]] = []  # table, slot
        self.spoken_of_selected = False
        self.selected: Any = None  # who "they" are behind "Select a player."

    def mean(self, branch: Branch, *args: Any) -> Any:
        """What a part means."""
        means = getattr(self, f"at_{branch.name.rstrip('_')}", None)
        if means is None:
            raise Misfit(
                "these words do not fit here", " ".join(e.text for e in branch.words()[:3])
            )
        return means(branch, *args)

    def fork(self, ways: int) -> int:
        """One of several ways to read on."""
        at = len(self.taken)
        way = self.script[at] if at < len(self.script) else 0
        self.taken.append((way, ways))
        return way

    def slot(self) -> int:
        """A new slot."""
        self.slots += 1
        return self.slots

    @contextmanager
    def about(self, subject: Any, *, where: bool = False) -> Iterator[None]:
        """Speak of another subject for a while."""
        before, outer = self.subject, self.outer
        self.subject = subject
        if where:
            self.outer = t.Around() if before == t.Them() else before
        else:
            self.outer = outer
        try:
            yield
        finally:
            self.subject, self.outer = before, outer

    @contextmanager
    def about_thing(self, node: Any) -> Iterator[None]:
        """Speak of a thing for a while: what its fields are asked of."""
        before, self.it = self.it, node
        try:
            yield
        finally:
            self.it = before

    # -- names -------------------------------------------------------------------------------------

    def table(self, name: str) -> KnownTable:
        """A table by its name or noun."""
        found = self.vocabulary.table(name)
        if found is None:
            raise Misfit(f"{name!r} is not a table of things on the page", name)
        return found

    def countable(self, name: str) -> str:
        """What players can have so many of."""
        found = self.vocabulary.stuff(name)
        if found is None:
            why = "is not something that one can have so many of"
            if self.vocabulary.table(name):
                why = "is a table: say 'a random', or name one of them"
            raise Misfit(f"{name!r} {why}", name)
        return found

    def column(self, owner: Any, name: str) -> str:
        """The name of a field that this owner has, or of an item that it can have."""
        table = self.table_of(owner)
        if table == PLAYERS:
            field = self.vocabulary.field(name)
            return field.name if field else self.countable(name)
        if table is None:
            value = self.vocabulary.value(name)
            if value is None:
                raise Misfit(f"{name!r} is not a value of the game", name)
            return value.name
        for holder, field in self.vocabulary.column(name):
            if holder.name == table:
                return field.name
        own = (each.fields for each in self.vocabulary.tables if each.name == table)
        if any(each.kind == "items" for fields in own for each in fields):
            return self.countable(name)
        raise Misfit(f"{name!r} is not a column of the table {table}", name)

    def table_of(self, owner: Any) -> str | None:
        """The table whose fields an owner has; None: the game's own values."""
        if owner is None:
            return None
        if isinstance(
            owner, t.NamedThing | t.ChosenThing | t.RandomThing | t.EachThing | t.ExtremeThing
        ):
            return owner.table
        if isinstance(owner, t.Place):
            return self._table_at(owner)
        if isinstance(owner, t.It):
            if isinstance(self.it_table, str):
                return self.it_table
            raise Misfit("it is not plain what 'it' is", "it")
        if isinstance(owner, t.Same):
            tables = [table for table, slot in self.things_named if slot == owner.slot]
            return tables[0] if tables else PLAYERS
        return PLAYERS

    it_table: str | None = None

    def _table_at(self, place: t.Place) -> str:
        """The table of the thing whose name stands at a place."""
        table, name = self.table_of(place.owner), place.name
        fields = self.vocabulary.fields if table == PLAYERS else self.vocabulary.values
        if table not in (PLAYERS, None):
            fields = next(each.fields for each in self.vocabulary.tables if each.name == table)
        field = next((each for each in fields if each.name == name), None)
        if field and field.table:
            return field.table
        by_name = self.vocabulary.table(name)
        if by_name:
            return by_name.name
        raise Misfit(f"{name!r} does not name things of a table", name)


def first_word(branch: Branch) -> str:
    """The first word of a part, as written."""
    for each in branch.parts:
        found = first_word(each) if isinstance(each, Branch) else each.text
        if found:
            return found
    return ""
