"""Statements about what stands in a table, or in the one thing that a field holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

from msgspec import Struct

from wikibot.game.changes import Statement, Values
from wikibot.game.page.cells import CellError
from wikibot.game.page.listings import Listing, Sentence, Single
from wikibot.game.page.sheet_writer import kept
from wikibot.game.statements.speech import Form
from wikibot.game.statements.subjects import (
    Subject,
    can_say,
    example_of,
    fields_of,
    form_of,
    listed,
)
from wikibot.game.statements.tally import Tally


class TableStatements(Struct, frozen=True, dict=True):
    """Statements about which things a table holds, in which order, and about each of them."""

    listing: Listing

    @cached_property
    def subject(self) -> Subject:
        """One of its things."""
        return listed(self.listing)

    @cached_property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        """The statements about it in specific words."""
        example = example_of(self.subject.phrase)
        new = Form(self._new, self._new, self._add, f"{example} is on record")
        return (
            *self.subject.sentence_forms,
            *([] if any(each.makes for each in self.listing.sentences) else [new]),
            Form(self._gone, self._gone, self._drop, f"there is no {example}"),
            Form(
                self._last, self._last, self._put_last, f"{example} comes last in the table",
                self._last.replace("the table", "(?:the|its) table"),
            ),
        )  # fmt: skip

    @property
    def label_forms(self) -> tuple[Form[Any], ...]:
        """The statements about one of its things that name a field by its label."""
        return self.subject.label_forms

    @property
    def _new(self) -> str:
        return f"{self.subject.phrase} is on record"

    @property
    def _gone(self) -> str:
        return f"there is no {self.subject.phrase}"

    @property
    def _last(self) -> str:
        return f"{self.subject.phrase} comes last in the table"

    def _add(self, state: Any, **key: Any) -> Any:
        return self.subject.put(self._drop(state, **key), self.listing.make(**key))

    def _drop(self, state: Any, **key: Any) -> Any:
        wanted = key[self.listing.key]
        things = self.listing.things(state)
        rest = [each for each in things if getattr(each, self.listing.key) != wanted]
        return self.listing.with_things(state, rest)

    def _put_last(self, state: Any, **key: Any) -> Any:
        thing = self.subject.find(state, key[self.listing.key])
        return self.subject.put(self._drop(state, **key), thing)

    def tell(self, tally: Tally[Any], after: Any) -> None:
        """Say how the table changed, and make it so."""
        listing, name = self.listing, self.listing.key
        if getattr(tally.state, listing.field) is getattr(after, listing.field):
            return
        wanted = {getattr(each, name): each for each in listing.things(after)}
        for key in self._keys(tally.state):
            if key not in wanted:
                tally.add(self._gone, **{name: key})
        for key, thing in wanted.items():
            if key not in self._keys(tally.state):
                self._tell_new(tally, key, thing)
            self.subject.tell(tally, key, self.subject.find(tally.state, key), thing)
        for key in list(wanted)[len(kept(self._keys(tally.state), list(wanted))) :]:
            tally.add(self._last, **{name: key})

    def _keys(self, state: Any) -> list[Any]:
        return [getattr(each, self.listing.key) for each in self.listing.things(state)]

    def _tell_new(self, tally: Tally[Any], key: Any, thing: Any) -> None:
        slot = self.listing.key
        making = (each for each in self.listing.sentences if each.makes)
        sentence = next((each for each in making if can_say(each, thing, slot)), None)
        if sentence is None:
            tally.add(self._new, **{slot: key})
        else:
            slots = fields_of(sentence, slot) - sentence.sets.keys()
            values = {name: getattr(thing, name) for name in slots}
            tally.add(sentence.spoken, **{slot: key}, **values)


class SingleStatements(Struct, frozen=True, dict=True):
    """Statements about the one thing that a field holds, and that there is none."""

    listing: Single

    @cached_property
    def subject(self) -> Subject:
        """The thing."""
        listing = self.listing
        others = tuple(each for each in listing.sentences if not each.makes)

        def find(state: Any, key: Any) -> Any:
            for each in listing.things(state):
                return each
            raise ValueError(listing.gone.spoken if listing.gone else listing.noun)

        def put(state: Any, thing: Any) -> Any:
            return listing.with_things(state, (thing,))

        return Subject(
            listing.noun, "", find, put, listing.labelled, others, listing.members,
            listing.entries,
        )  # fmt: skip

    @cached_property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        """The statements about it in specific words."""
        listing, gone = self.listing, self.listing.gone
        made = [form_of(each, self._make) for each in listing.sentences if each.makes]
        none = [form_of(gone, lambda state: listing.with_things(state, ()))] if gone else []
        return (*made, *none, *self.subject.sentence_forms)

    @property
    def label_forms(self) -> tuple[Form[Any], ...]:
        """The statements about it that name a field by its label."""
        return self.subject.label_forms

    def _make(self, state: Any, **values: Any) -> Any:
        begin = self.listing.begin or (lambda _, values: self.listing.make(**values))
        return self.listing.with_things(state, (begin(state, values),))

    def tell(self, tally: Tally[Any], after: Any) -> None:
        """Say how it changed, and make it so."""
        held, wanted = (
            next(iter(self.listing.things(each)), None) for each in (tally.state, after)
        )
        if wanted is None:
            if held is not None and self.listing.gone:
                tally.add(self.listing.gone.spoken)
            return
        for sentence in (each for each in self.listing.sentences if each.makes):
            names = fields_of(sentence)
            if held is None or any(getattr(held, name) != getattr(wanted, name) for name in names):
                tally.add(sentence.spoken, **{name: getattr(wanted, name) for name in names})
                (held,) = self.listing.things(tally.state)
        self.subject.tell(tally, None, held, wanted)


class PartStatements(Protocol):
    """What is said of a part of the state. ``more`` of a game may say things in its own way."""

    @property
    def sentence_forms(self) -> Sequence[Form[Any]]:
        """The statements in specific words."""

    @property
    def label_forms(self) -> Sequence[Form[Any]]:
        """The statements that name a field by its label."""

    def tell(self, tally: Tally[Any], after: Any) -> None:
        """Say how that part changed, and make it so."""


def said_of(listing: Listing) -> PartStatements:
    """The statements about what stands in a table."""
    if isinstance(listing, Single):
        return SingleStatements(listing)
    return TableStatements(listing) if listing.key else RecordStatements(listing)


# -- Statements about things without a key, each said as a whole -----------------------------------


class RecordStatements(Struct, frozen=True, dict=True):
    """Statements about things without a key: a whole thing is on record, or is not."""

    listing: Listing

    @cached_property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        """The statements about it in specific words."""
        said = [form_of(each, self._add) for each in self.listing.sentences]
        said += [form_of(each, self._drop) for each in filter(None, [self.listing.drop])]
        return tuple(said)

    @cached_property
    def label_forms(self) -> tuple[Form[Any], ...]:
        """The statements about it that name its fields by their labels."""
        if not self.listing.labelled:
            return ()
        example = f"{self.listing.noun} on record: {self.listing.labelled[0].label}: ..."
        return (
            Form(self._on, self._on, self._add_row, example),
            Form(self._off, self._off, self._drop_row, f"no {example}"),
        )

    @property
    def _on(self) -> str:
        return f"{self.listing.noun} on record: {{row:text}}"

    @property
    def _off(self) -> str:
        return f"no {self._on}"

    def _add(self, state: Any, **values: Any) -> Any:
        thing = self.listing.make(**{**self.listing.defaults, **values})
        return self.listing.with_things(state, (*self.listing.things(state), thing))

    def _drop(self, state: Any, **values: Any) -> Any:
        def meant(each: Any) -> bool:
            return all(getattr(each, name) == value for name, value in values.items())

        rest = [each for each in self.listing.things(state) if not meant(each)]
        return self.listing.with_things(state, rest)

    def _add_row(self, state: Any, row: str) -> Any:
        return self._add(state, **self._values(row))

    def _drop_row(self, state: Any, row: str) -> Any:
        return self._drop(state, **self._values(row))

    def _row(self, thing: Any) -> str:
        """A thing as its row has it: ``Player: Ann | Leaves: 5``."""
        columns = self.listing.spec.columns
        values = self.listing.row(thing, columns)
        cells = ((each, each.codec.render(values[each.field])) for each in columns)
        return " | ".join(f"{each.headers[0]}: {text}" for each, text in cells if text)

    def _values(self, row: str) -> Values:
        cells = dict(cell.split(":", 1) for cell in row.split(" | ") if ":" in cell)
        found: dict[str, Any] = {}
        for column in self.listing.spec.columns:
            text = cells.pop(column.headers[0], "").strip()
            try:
                found[column.field] = column.codec.parse(text)
            except CellError as error:
                raise ValueError(f"{column.headers[0]}: {text!r} is not {error.expected}") from None
        if cells:
            raise ValueError(f"a {self.listing.noun} has no {next(iter(cells))!r}")
        return self.listing.values(found)

    def tell(self, tally: Tally[Any], after: Any) -> None:
        """Say how one list becomes another: what goes, then what is new or moved comes last."""
        before, wanted = self.listing.things(tally.state), self.listing.things(after)
        if before == wanted:
            return
        places = kept(before, wanted)
        stay = wanted[: len(places)]
        lost = [each for at, each in enumerate(before) if at not in places]
        if any(self._dropping(one) == self._dropping(other) for one in lost for other in stay):
            stay, lost = (), list(before)
        dropped: list[Statement] = []
        for statement in map(self._dropping, lost):
            if statement not in dropped:
                dropped.append(statement)
                tally.add(statement.form, **statement.values)
        for statement in map(self._adding, wanted[len(stay) :]):
            tally.add(statement.form, **statement.values)

    def _dropping(self, thing: Any) -> Statement:
        if self.listing.drop is None or self._sentence(thing) is None:
            return Statement(self._off, {"row": self._row(thing)})
        slots = fields_of(self.listing.drop)
        return Statement(self.listing.drop.spoken, {name: getattr(thing, name) for name in slots})

    def _adding(self, thing: Any) -> Statement:
        sentence = self._sentence(thing)
        if sentence is None:
            return Statement(self._on, {"row": self._row(thing)})
        return Statement(
            sentence.spoken, {name: getattr(thing, name) for name in fields_of(sentence)}
        )

    def _sentence(self, thing: Any) -> Sentence | None:
        """The first sentence that says all of a thing."""
        listing = self.listing
        for each in listing.sentences:
            left = [name for name in listing.names if name not in fields_of(each)]
            if can_say(each, thing) and all(
                getattr(thing, name) == listing.empty.get(name) for name in left
            ):
                return each
        return None
