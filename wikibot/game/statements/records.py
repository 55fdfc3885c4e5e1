"""Statements about things without a key, each said as a whole."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from wikibot.game.changes import Statement, Values
from wikibot.game.page.cells import CellError
from wikibot.game.page.listings import Listing, Sentence
from wikibot.game.page.sheet_writer import kept
from wikibot.game.statements.sentences import can_say, fields_of, form_of
from wikibot.game.statements.speech import Form
from wikibot.game.statements.tally import Tally


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
