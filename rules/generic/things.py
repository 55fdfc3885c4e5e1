"""Things with words of their own: what the cells of a table say that its things do.

A column ``Effect`` (or ``Description``) makes a thing something to ``use``; ``Cost`` or ``Price``
something to ``buy``; ``When landed on`` and ``When passed`` say what happens to players who stand
on the table's things. Decisions: of ``Effect`` and ``Description`` the first that is understood
counts; a cell that is not understood is for people, like a sentence. ``is not used up`` may stand
anywhere in the words of a thing. A price in numbers alone is paid in the one thing that the header
names, as in ``Price in Gold`` or ``Cost (Gold)``, or else in the players' only column of numbers.
A table on the ruleset page tells what things do and is not part of the gamestate, so its things are
items; where a table of the gamestate has a thing of the name, it is that one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rules.generic.owners import PLAYERS, Field, FieldKind, State, Thing, ThingTable, columns
from rules.generic.play.phrases import shown
from rules.generic.play.plan import Told
from rules.plain import tree
from rules.plain.memory import Parsed
from rules.plain.sentences import RuleSentence
from rules.plain.vocabulary import PlainVocabulary
from wikibot.game.counting import plural_of
from wikibot.sdk import Rulebook, fold, plain, replace
from wikibot.wikitext import tables as wikitables
from wikibot.wikitext.numerals import number_or_none
from wikibot.wikitext.parsing import legible
from wikibot.wikitext.sections import sections
from wikibot.wikitext.table_reader import outer_tables

_MOST = 2000  # things of a page


def ruleset_tables(book: Rulebook) -> Sequence[ThingTable]:
    """The tables of the ruleset page whose first column names things."""
    return tuple(each for each in _read(legible(book.text)[0]) if each.things)


def at_home(table: ThingTable, state: State) -> Iterator[ThingTable]:
    """The table by the names of the gamestate's tables, as far as these have its things."""
    homes: dict[str, dict[str, Thing]] = {}
    for thing in table.things.values():
        home = next((e.name for e in state.tables.values() if thing.name in e.things), table.name)
        homes.setdefault(home, {})[thing.name] = thing
    for name, things in homes.items():
        yield ThingTable(name, table.noun, table.columns, things)


def _read(text: str) -> Iterator[ThingTable]:
    left = _MOST
    for found in outer_tables(text):
        headers = tuple(" ".join(each.split()) for each in found.headers)
        if len(headers) < 2 or left <= 0:
            continue
        things = dict(_things(found, headers))
        left -= len(things)
        columns = tuple(Field(name, FieldKind.TEXT) for name in headers[1:] if name)
        yield ThingTable(_name(text, found, headers[0]), headers[0], columns, things)


def _things(found: wikitables.Table, headers: Sequence[str]) -> Iterator[tuple[str, Thing]]:
    for row in range(len(found.body)):
        name = plain(found.value(row, 0))
        if not name:
            continue
        cells = {header: plain(found.value(row, at)) for at, header in enumerate(headers) if at}
        yield name, Thing(name, {key: _cell(text) for key, text in cells.items() if key and text})


def _cell(text: str) -> int | str:
    number = number_or_none(text) if text.isascii() and text.isdecimal() else None
    return text if number is None else number


def _name(text: str, found: wikitables.Table, noun: str) -> str:
    """The caption, or the heading above."""
    caption = plain(found.caption)
    above = [each.title for each in sections(text) if each.start < found.start < each.end]
    return caption or (above[-1] if above else plural_of(noun))


def names(tables: Sequence[ThingTable]) -> Iterator[str]:
    """The names of all things of some tables that have words of their own."""
    for table in tables:
        if any(fold(each.name) in _TOLD for each in table.columns):
            yield from table.things


_TOLD = frozenset(
    {"effect", "effects", "description", "what it does", "when used", "use", "cost", "price"}
)


Read = Callable[[str, PlainVocabulary, str, str], Parsed]  # text, words, start, table
_EFFECTS = ("effect", "effects", "description", "what it does", "when used", "use")
_LANDED = ("when landed on", "landing", "on landing", "landed on")
_PASSED = ("when passed", "passing", "on passing", "passed")
_PRICES = re.compile(r"(?:cost|price)s?\b\s*(?:\(|in\b)?\s*(?P<what>[^)]*)\)?", re.IGNORECASE)
_KEPT = re.compile(
    r"(?:is|are)\s+not\s+used\s+up(?:\s+by\s+this|\s+when\s+used)?\s*[.;]?", re.IGNORECASE
)
_BEFORE_SUBJECT = re.compile(
    r"[.;,]?\s{0,9}(?:\band\b\s{0,9})?(?:\b(?:the|your|an?)\b\s{0,9})?\Z", re.IGNORECASE
)
_SUBJECTS = ("this item", "the item", "it", "this", "they")


def things_words(
    state: State, words: PlainVocabulary, read: Read, others: Sequence[ThingTable] = ()
) -> Iterator[Told]:
    """What the cells of things say, as sentences that are played.

    ``others``: tables that are not on the gamestate page.
    """
    for table in others:
        for home in at_home(table, state):
            yield from _cells(home, words, read)
            yield from _fixed_prices(state, home, words, read)
    for table in state.tables.values():
        yield from _cells(table, words, read)
        price = _price(table)
        if price:
            yield from _prices(state, table, price, words, read)


def cells_read(
    state: State, words: PlainVocabulary, read: Read, others: Sequence[ThingTable] = ()
) -> Iterator[tuple[RuleSentence, Parsed]]:
    """Every cell that says what a thing does, with what it means."""
    homes = [home for table in others for home in at_home(table, state)]
    for table in (*homes, *state.tables.values()):
        for column in table.columns:
            header = fold(column.name)
            if header not in (*_EFFECTS, *_LANDED, *_PASSED):
                continue
            start = "body" if header in _EFFECTS else "landing"
            for thing in table.things.values():
                held = thing.fields.get(column.name)
                if isinstance(held, str) and held.strip():
                    text, kept = _without_kept(thing.name, held)
                    said = RuleSentence(f"{thing.name}: {held}", table.name)
                    parsed = read(text.strip().rstrip("."), words, start, table.name)
                    if start == "body" and parsed.says:
                        used = "is not" if kept else "is"
                        parsed = replace(parsed, says=f"{parsed.says[:-1]}; it {used} used up.")
                    yield said, parsed
        yield from _prices_not_read(state, table, words, read)


def _prices_not_read(
    state: State, table: ThingTable, words: PlainVocabulary, read: Read
) -> Iterator[tuple[RuleSentence, Parsed]]:
    """Prices for which nothing can be bought."""
    column = _price(table)
    found = _PRICES.fullmatch(column.name.strip()) if column else None
    for thing in table.things.values() if column and found else ():
        held = thing.fields.get(column.name) if column else None
        if not held and column and not column.is_open:
            why = f"a {column.name} that is empty or 0 is none: nobody can buy it"
            yield RuleSentence(f"{thing.name} is bought for 0", table.name), Parsed(None, "0", why)
        elif held and found and not _costs(state, held, found["what"].strip(), words, read):
            text = f"{thing.name} is bought for {shown(held)}"
            why = f"it is not said in what that is paid: {shown(held)} of what?"
            yield RuleSentence(text, table.name), Parsed(None, shown(held), why)


def _without_kept(name: str, held: str) -> tuple[str, bool]:
    """The words of a cell but for "it is not used up", and whether they say so.

    The thing may be called by its name there.
    """
    parts, end = [], 0
    for found in _KEPT.finditer(held):
        parts.append(_without_subject(held[end : found.start()], name))
        end = found.end()
    return "".join((*parts, held[end:])), end > 0


def _without_subject(text: str, name: str) -> str:
    bare = text.rstrip()
    low = bare[-len(name) - 30 :].lower()
    for said in (f"{name.lower()}s", name.lower(), *_SUBJECTS):
        if low.endswith(said) and not low[: -len(said)][-1:].isalnum() and bare != text:
            bare = bare[: -len(said)]
            break
    start = max(len(bare) - 30, 0)
    found = _BEFORE_SUBJECT.search(bare, start)
    return bare[: found.start()] if found else bare


def _price(table: ThingTable) -> Field | None:
    """The column that says what a thing costs."""
    return next((each for each in table.columns if _PRICES.fullmatch(each.name.strip())), None)


def _cells(table: ThingTable, words: PlainVocabulary, read: Read) -> Iterator[Told]:
    for thing in table.things.values():
        for column in table.columns:
            held = thing.fields.get(column.name)
            if isinstance(held, str) and held.strip():
                means = _meaning(fold(column.name), table, thing, held, words, read)
                if means is not None:
                    yield Told(means, f"{thing.name}: {held}", table.name)


def _fixed_prices(
    state: State, table: ThingTable, words: PlainVocabulary, read: Read
) -> Iterator[Told]:
    """Prices that no cell of the gamestate holds."""
    column = _price(table)
    found = _PRICES.fullmatch(column.name.strip()) if column else None
    for thing in table.things.values() if column and found else ():
        held = thing.fields.get(column.name) if column else None
        costs = _costs(state, held, found["what"].strip(), words, read) if held and found else None
        if costs and column:
            said = f"{thing.name} is bought for its {column.name}"
            yield Told(tree.Buy(table.name, thing.name, costs), said, table.name)


def _prices(
    state: State, table: ThingTable, column: Field, words: PlainVocabulary, read: Read
) -> Iterator[Told]:
    """What the things of a table are bought for."""
    found = _PRICES.fullmatch(column.name.strip())
    for thing in table.things.values():
        held = thing.fields.get(column.name)
        if not (held and found):
            continue
        costs = _costs(state, held, found["what"].strip(), words, read)
        if costs:
            at = tree.Place(tree.NamedThing(table.name, thing.name), column.name)
            by_number = isinstance(held, int)
            paid = (replace(costs[0], amount=tree.HowMany(at)),) if by_number else costs
            said = f"{thing.name} is bought for its {column.name}"
            yield Told(tree.Buy(table.name, thing.name, paid), said, table.name)


def _meaning(
    header: str, table: ThingTable, thing: Thing, held: str, words: PlainVocabulary, read: Read
) -> Any:
    if header in _EFFECTS:
        text, kept = _without_kept(thing.name, held)
        effects = _effects(text, words, read, ("body", table.name))
        return effects and tree.Use(table.name, thing.name, effects, not kept)
    kind = tree.Landing if header in _LANDED else tree.Passing if header in _PASSED else None
    effects = _effects(held, words, read, ("landing", table.name)) if kind else None
    return kind(table.name, thing.name, effects) if kind and effects else None


def _effects(
    text: str, words: PlainVocabulary, read: Read, start: tuple[str, str] = ("body", "")
) -> tuple[Any, ...] | None:
    """The effects that a cell names; None where they are not understood whole."""
    rule = read(text.strip().rstrip("."), words, *start).rule
    return tuple(rule) if isinstance(rule, tuple | list) else None


def _costs(
    state: State, held: Any, what: str, words: PlainVocabulary, read: Read
) -> tuple[Any, ...] | None:
    """What is paid for a thing."""
    if isinstance(held, int) and not isinstance(held, bool):
        counted = [each.name for each in columns(state, PLAYERS) if each.kind is FieldKind.NUMBER]
        paid = words.stuff(what) if what else (counted[0] if len(counted) == 1 else None)
        return (tree.Lose(tree.Doer(), tree.Number(held), paid, must=True),) if paid else None
    text = ", ".join(f"{n} {item}" for item, n in held.items()) if hasattr(held, "items") else held
    if not isinstance(text, str):
        return None
    effects = _effects(f"pay {text}", words, read)
    paid_only = effects and all(isinstance(each, tree.Lose) for each in effects)
    return effects if paid_only else None
