"""What statements can be about, and the statements that follow from how it is described.

A field is spoken by the first sentence that can say its value, otherwise by its label:
``space 5 has Boulder Path: 6 7``, ``Alice has no Moved in phases``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.page.cells import CellError, Codec, Integer, Maybe, Text, Vocabulary, exact
from wikibot.game.page.schema import Entries, Labelled, Listing, Members, Sentence, Single, row_of
from wikibot.game.page.sheet import kept
from wikibot.game.state import Change, Statement, Values
from wikibot.game.statements.speech import EXACT, SLOT, Form, Tally


class Subject(Struct, frozen=True, dict=True):
    """What statements can be about: the game, a player, a thing of a table.

    ``phrase`` names it, ``slot`` is the slot of that phrase that tells which one it is ("": there
    is one alone). ``find`` takes the state and that key, and raises ``ValueError`` where there is
    no such thing; ``put`` takes the state and the thing's new value. ``make``: makes one of a key
    and more values, where a sentence can.
    """

    phrase: str
    slot: str
    find: Callable[[Any, Any], Any]
    put: Callable[[Any, Any], Any]
    labelled: tuple[Labelled, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    members: tuple[Members, ...] = ()
    entries: tuple[Entries, ...] = ()
    make: Callable[..., Any] | None = None

    # -- understood --------------------------------------------------------------------------------

    @cached_property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        own = [form_of(each, self._setter(each)) for each in self.sentences]
        for each in self.members:
            own += [
                form_of(each.add, self._adder(each, there=True)),
                form_of(each.drop, self._adder(each, there=False)),
            ]
        own += [form_of(each.said, self._entry_setter(each)) for each in self.entries]
        return tuple(own)

    @cached_property
    def label_forms(self) -> tuple[Form[Any], ...]:
        if not self.labelled:
            return ()
        names = _any_of(self.labelled)
        labels, label = f"(?P<label>{names})", self.labelled[0].label.lower()
        example, apply = example_of(self.phrase), self._labelled_setter
        has, lacks = self._having
        of = f"the {{label:label}} of {self.phrase} is {{value:text}}"
        return (
            Form(
                has, apply, f"{example} has {label}: ...",
                f"{self.phrase} has {labels}:? {{value:text}}",
            ),
            Form(
                lacks, apply, f"{example} has no {label}", f"{self.phrase} has no {labels}"
            ),
            *self._number_forms(example),
            Form(
                of, apply, f"the {label} of {example} is ...",
                f"the {labels} of {self.phrase} is {{value:text}}",
            ),
        )  # fmt: skip

    def _number_forms(self, example: str) -> Iterator[Form[Any]]:
        """Numbers, in front of their labels: ``Alice has 2 Poents``."""
        numbers = tuple(each for each in self.labelled if isinstance(each.codec, Integer))
        if numbers:
            said = f"{self.phrase} has {{value:number}} {{label:label}}"
            pattern = f"{self.phrase} has {{value:number}} (?P<label>{_any_of(numbers)})"
            shown = f"{example} has 2 {numbers[-1].label.lower()}"
            yield Form(said, self._labelled_setter, shown, pattern)

    @property
    def _having(self) -> tuple[str, str]:
        has = f"{self.phrase} has"
        return f"{has} {{label:label}}: {{value:text}}", f"{has} no {{label:label}}"

    def _setter(self, sentence: Sentence) -> Callable[..., Any]:
        def put(state: Any, **values: Any) -> Any:
            key = values.pop(self.slot, None)
            values = {**sentence.sets, **{name: self._plain(name, values[name]) for name in values}}
            try:
                thing = self.find(state, key)
            except ValueError:
                if not sentence.makes or self.make is None:
                    raise
                return self.put(state, self.make(**{self.slot: key, **values}))
            return self.put(state, replace(thing, **values))

        return put

    def _plain(self, name: str, value: Any) -> Any:
        """A value as its cell would hold it: successors are a set."""
        codec = next((each.codec for each in self.labelled if each.field == name), None)
        if codec is None or not isinstance(value, str | tuple) or isinstance(codec, Text | Maybe):
            return value
        try:
            return codec.parse(codec.render(value))
        except CellError as error:
            raise ValueError(f"{value!r} is not {error.expected}") from None

    def _adder(self, about: Members, *, there: bool) -> Callable[..., Any]:
        name = about.field

        def put(state: Any, **values: Any) -> Any:
            thing, member = self.find(state, values.get(self.slot)), about.read(values[name])
            others = tuple(each for each in getattr(thing, name) if there or each != member)
            return self.put(
                state, replace(thing, **{name: (*others, *([member] if there else ()))})
            )

        return put

    def _entry_setter(self, about: Entries) -> Callable[..., Any]:
        codec = next((each.codec for each in self.labelled if each.field == about.field), None)

        def put(state: Any, number: int, **values: Any) -> Any:
            thing, name = self.find(state, values.get(self.slot)), values[about.name]
            if codec and not _can_hold(codec, {name: 1}):
                raise ValueError(f"{name!r} cannot be one of {about.field}")
            held = {**getattr(thing, about.field), name: number}
            kept_ = {name: number for name, number in held.items() if number}
            return self.put(state, replace(thing, **{about.field: kept_}))

        return put

    def _labelled_setter(self, state: Any, *, label: str, value: Any = "", **key: Any) -> Any:
        by_label = {each.label: each for each in self.labelled}
        spelled = {short: each for each in by_label for short in _spellings(each)}
        known = Vocabulary(by_label, {**spelled, **{each: each for each in by_label}})
        wanted = by_label.get(known.find(label) or "")
        if wanted is None:
            raise ValueError(f"{label!r} is none of {', '.join(by_label)}")
        thing = self.find(state, key.get(self.slot))
        try:
            read = wanted.codec.parse(str(value))
        except CellError as error:
            raise ValueError(f"{value!r} is not {error.expected}") from None
        return self.put(state, replace(thing, **{wanted.field: read}))

    # -- spoken ------------------------------------------------------------------------------------

    def changes(self, key: Any, before: Any, after: Any) -> Iterator[Change]:
        """What is otherwise about one thing, but for members."""
        said: set[str] = set()
        for name in self._named:
            if name not in said and getattr(before, name) != getattr(after, name):
                sentence = self._sentence(after, name)
                said |= fields_of(sentence, self.slot) if sentence else {name}
                yield Change(self._statement(key, after, name), self._statement(key, before, name))

    @cached_property
    def _named(self) -> tuple[str, ...]:
        members = {each.field for each in self.members} | {each.field for each in self.entries}
        named = [name for each in self.sentences for name in fields_of(each, self.slot)]
        named += [each.field for each in self.labelled]
        return tuple(name for name in dict.fromkeys(named) if name not in members)

    def _sentence(self, thing: Any, name: str) -> Sentence | None:
        """The first sentence that can say what a field holds."""
        about = (each for each in self.sentences if name in fields_of(each, self.slot))
        return next((each for each in about if can_say(each, thing, self.slot)), None)

    def _statement(self, key: Any, thing: Any, name: str) -> Statement:
        own = {self.slot: key} if self.slot else {}
        sentence = self._sentence(thing, name)
        if sentence:
            return saying(sentence, thing, own)
        labelled = next(each for each in self.labelled if each.field == name)
        value = exact(labelled.codec.render(getattr(thing, name)))
        about, (has, lacks) = {**own, "label": labelled.label}, self._having
        return Statement(has, {**about, "value": value}) if value else Statement(lacks, about)

    def tell(self, tally: Tally[Any], key: Any, before: Any, after: Any) -> None:
        for change in self.changes(key, before, after):
            tally.change(change)
        own = {self.slot: key} if self.slot else {}
        for each in self.members:
            held, wanted = getattr(before, each.field), getattr(after, each.field)
            for form, member in member_steps(each, held, wanted):
                tally.add(form, **own, **{each.field: str(member)})
        for about in self.entries:
            held, wanted = getattr(before, about.field), getattr(after, about.field)
            for name in dict.fromkeys((*held, *wanted)):
                if held.get(name, 0) != wanted.get(name, 0):
                    was, now = (
                        Statement(about.said.spoken, {**own, about.name: name, "number": number})
                        for number in (held.get(name, 0), wanted.get(name, 0))
                    )
                    tally.change(Change(now, was))


def _can_hold(codec: Codec[Any], value: Any) -> bool:
    """Whether a cell can have a value; people may write any there, also what no ruleset has."""
    try:
        return bool(codec.parse(codec.render(value)) == value)
    except CellError:
        return False


def _spellings(label: str) -> tuple[str, ...]:
    """A label as it may be written: without what its brackets add, and of one: ``1 Poent``."""
    short = label.partition(" (")[0]
    return tuple(dict.fromkeys((label, short, short.removesuffix("s"))))


def _any_of(labels: Sequence[Labelled]) -> str:
    return "|".join(re.escape(name) for each in labels for name in _spellings(each.label))


def member_steps(
    about: Members, before: Sequence[Any], after: Sequence[Any]
) -> Iterator[tuple[str, Any]]:
    """The statements that lead from one list of members to another: form and member."""
    stay = list(after[: len(kept(before, after))])
    if [each for each in before if each in stay] != stay:
        stay = []
    for each in dict.fromkeys(each for each in before if each not in stay):
        yield about.drop.spoken, each
    for each in after[len(stay) :]:
        yield about.add.spoken, each


# -- tables ----------------------------------------------------------------------------------------


def _by_key(listing: Listing, state: Any) -> dict[Any, Any]:
    return {getattr(each, listing.key): each for each in listing.things(state)}


def listed(listing: Listing) -> Subject:
    """The things of a table as what statements are about."""

    def find(state: Any, key: Any) -> Any:
        for each in listing.things(state):
            if getattr(each, listing.key) == key:
                return each
        raise ValueError(f"there is no {listing.noun} {key!r}")

    def put(state: Any, thing: Any) -> Any:
        things = {**_by_key(listing, state), getattr(thing, listing.key): thing}
        return listing.with_things(state, [*things.values()])

    return Subject(
        f"{listing.noun} {{{listing.key}:{listing.kind}}}", listing.key, find, put,
        listing.labelled, listing.sentences, listing.members, listing.entries, listing.make,
    )  # fmt: skip


# -- How a sentence of a schema is understood and when it can be said ------------------------------


def form_of(sentence: Sentence, apply: Callable[..., Any]) -> Form[Any]:
    """A sentence as a form of statements."""
    return Form(sentence.spoken, apply, example_of(sentence.example), sentence.pattern)


_EXAMPLES = {"number": "5", "numbers": "6, 9", "player": "Alice", "item": "Fish", "type": "Blank"}
_EXAMPLES |= {"time": "2024-01-05T02:22:00Z", "line": "1.2.3", "text": "X"}


def example_of(phrase: str) -> str:
    """A phrase with an example in each slot."""
    return SLOT.sub(lambda slot: _EXAMPLES[slot["kind"]], phrase)


def fields_of(sentence: Sentence, slot: str = "") -> set[str]:
    """The fields that a sentence is about."""
    named = {found["name"] or found["kind"] for found in SLOT.finditer(sentence.spoken)}
    return (named - {slot}) | sentence.sets.keys()


def can_say(sentence: Sentence, thing: Any, slot: str = "") -> bool:
    """Whether a sentence says what its fields hold."""
    if any(getattr(thing, name) != value for name, value in sentence.sets.items()):
        return False
    slots = (
        (each["name"] or each["kind"], each["kind"]) for each in SLOT.finditer(sentence.spoken)
    )
    return all(_fits(kind, getattr(thing, name)) for name, kind in slots if name != slot)


def saying(sentence: Sentence, thing: Any, key: Values = MappingProxyType({})) -> Statement:
    """What a sentence says of a thing. ``key``: the slot that tells which one it is, if any."""
    names = fields_of(sentence) - sentence.sets.keys() - key.keys()
    return Statement(sentence.spoken, {**key, **{name: getattr(thing, name) for name in names}})


def _fits(kind: str, value: Any) -> bool:
    if kind == "number":
        return isinstance(value, int)
    return value is not None if kind in EXACT else isinstance(value, str)


# == Statements about what stands in a table, or in the one thing that a field holds ===============


class TableStatements(Struct, frozen=True, dict=True):
    """Statements about which things a table holds, in which order, and about each of them."""

    listing: Listing

    @cached_property
    def subject(self) -> Subject:
        return listed(self.listing)

    @cached_property
    def sentence_forms(self) -> tuple[Form[Any], ...]:
        (new, gone, last), shown = self._forms, [example_of(each) for each in self._forms]
        is_made = any(each.makes for each in self.listing.sentences)
        return (
            *self.subject.sentence_forms,
            *([] if is_made else [Form(new, self._add, shown[0])]),
            Form(gone, self._drop, shown[1]),
            Form(last, self._put_last, shown[2], last.replace("the table", "(?:the|its) table")),
        )

    @property
    def label_forms(self) -> tuple[Form[Any], ...]:
        return self.subject.label_forms

    @property
    def _forms(self) -> tuple[str, str, str]:
        one = self.subject.phrase
        return f"{one} is on record", f"there is no {one}", f"{one} comes last in the table"

    def _add(self, state: Any, **key: Any) -> Any:
        return self.subject.put(self._drop(state, **key), self.listing.make(**key))

    def _drop(self, state: Any, **key: Any) -> Any:
        rest = _by_key(self.listing, state)
        rest.pop(key[self.listing.key], None)
        return self.listing.with_things(state, [*rest.values()])

    def _put_last(self, state: Any, **key: Any) -> Any:
        thing = self.subject.find(state, key[self.listing.key])
        return self.subject.put(self._drop(state, **key), thing)

    def tell(self, tally: Tally[Any], after: Any) -> None:
        listing, name = self.listing, self.listing.key
        if getattr(tally.state, listing.field) is getattr(after, listing.field):
            return
        had, wanted = _by_key(listing, tally.state), _by_key(listing, after)
        new, gone, last = self._forms
        for key in had:
            if key not in wanted:
                tally.add(gone, **{name: key})
        for key, thing in wanted.items():
            if key not in had:
                own, making = {name: key}, (each for each in listing.sentences if each.makes)
                sentence = next((each for each in making if can_say(each, thing, name)), None)
                said = saying(sentence, thing, own) if sentence else Statement(new, own)
                tally.add(said.form, **said.values)
            self.subject.tell(tally, key, self.subject.find(tally.state, key), thing)
        for key in [*wanted][len(kept([*_by_key(listing, tally.state)], [*wanted])) :]:
            tally.add(last, **{name: key})


class SingleStatements(Struct, frozen=True, dict=True):
    """Statements about the one thing that a field holds, and that there is none."""

    listing: Single

    @cached_property
    def subject(self) -> Subject:
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
        listing, gone = self.listing, self.listing.gone
        made = [form_of(each, self._make) for each in listing.sentences if each.makes]
        none = [form_of(gone, lambda state: listing.with_things(state, ()))] if gone else []
        return (*made, *none, *self.subject.sentence_forms)

    @property
    def label_forms(self) -> tuple[Form[Any], ...]:
        return self.subject.label_forms

    def _make(self, state: Any, **values: Any) -> Any:
        begin = self.listing.begin or (lambda _, values: self.listing.make(**values))
        return self.listing.with_things(state, (begin(state, values),))

    def tell(self, tally: Tally[Any], after: Any) -> None:
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
        said = [form_of(each, self._add) for each in self.listing.sentences]
        said += [form_of(each, self._drop) for each in filter(None, [self.listing.drop])]
        return tuple(said)

    @cached_property
    def label_forms(self) -> tuple[Form[Any], ...]:
        if not self.listing.labelled:
            return ()
        example = f"{self.listing.noun} on record: {self.listing.labelled[0].label}: ..."
        return (
            Form(self._on, lambda state, row: self._add(state, **self._values(row)), example),
            Form(
                f"no {self._on}",
                lambda state, row: self._drop(state, **self._values(row)),
                f"no {example}",
            ),
        )

    @property
    def _on(self) -> str:
        return f"{self.listing.noun} on record: {{row:text}}"

    def _add(self, state: Any, **values: Any) -> Any:
        thing = self.listing.make(**{**self.listing.defaults, **values})
        return self.listing.with_things(state, (*self.listing.things(state), thing))

    def _drop(self, state: Any, **values: Any) -> Any:
        def meant(each: Any) -> bool:
            return all(getattr(each, name) == value for name, value in values.items())

        rest = [each for each in self.listing.things(state) if not meant(each)]
        return self.listing.with_things(state, rest)

    def _row(self, thing: Any) -> str:
        """A thing as its row has it: ``Player: Ann | Leaves: 5``."""
        columns = self.listing.spec.columns
        values = row_of(thing, columns, self.listing.empty)
        cells = ((each, exact(each.codec.render(values[each.field]))) for each in columns)
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
            return Statement(f"no {self._on}", {"row": self._row(thing)})
        return saying(self.listing.drop, thing)

    def _adding(self, thing: Any) -> Statement:
        sentence = self._sentence(thing)
        return (
            saying(sentence, thing) if sentence else Statement(self._on, {"row": self._row(thing)})
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
