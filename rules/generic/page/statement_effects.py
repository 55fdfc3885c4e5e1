"""What statements about any nomic make true: one function for each form, from state to state.

Each raises ``ValueError`` where there is no such field, thing or table. A value stands in a
statement as a cell would have it; ``nothing`` is an empty one.
"""

from __future__ import annotations

from rules.generic.owners import (
    GAME,
    Owner,
    add,
    columns,
    count,
    counter,
    create,
    destroy,
    find_field,
    known_items,
    with_value,
)
from rules.generic.page import kinds, structure
from rules.generic.page.cells import Surroundings, codec_of
from rules.generic.page.layout import surroundings
from rules.generic.state import PLAYERS, Cell, Field, FieldKind, State
from wikibot.game.names import suggestions
from wikibot.game.page.cells import NOTHING, CellError
from wikibot.sdk import Vocabulary, fold, plain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import NUMBER_WORDS


def spoken_value(state: State, about: Field, cell: Cell) -> str:
    """A value in words, which :func:`read_value` reads."""
    if cell == about.blank:
        return "no" if about.kind is FieldKind.YES_NO else "nothing"
    if isinstance(cell, str) and fold(cell) not in NOTHING and plain(cell) == cell:
        return cell
    return codec_of(about, _around(state)).render(cell)


def read_value(state: State, table: str, about: Field, text: str) -> tuple[Field, Cell]:
    """A field's kind and value by a text. An open field is of the kind that the text has.

    Raises ``ValueError`` for a text that is none of the field's values.
    """
    around = _around(state)
    if about.is_open and fold(text) not in NOTHING:
        about = kinds.kind(kinds.ColumnCells(table, about.name, (text,)), around, "")
    try:
        cell: Cell = codec_of(about, around).parse(text)
    except CellError as error:
        raise ValueError(say("{!r} is not {}", text, error.expected)) from None
    return about, cell


def _around(state: State) -> Surroundings:
    things = {PLAYERS: tuple(state.players)}
    things |= {name: tuple(table.things) for name, table in state.tables.items()}
    words = {name: (fold(table.noun),) for name, table in state.tables.items()}
    around = surroundings(things, {PLAYERS: ("player",), **words})
    return replace(around, items=Vocabulary())  # items are said in their own spelling


def noun_of(state: State, table: str) -> str:
    """What statements call a thing of a table; "" where it has no word for that."""
    found = state.tables.get(table)
    return found.noun if found and fold(found.noun) not in ("", "name", "id") else ""


def gains(state: State, player: str, item: str, number: int = 1) -> State:
    """``Alice gains 2 Fish`` or ``three Fish``: of her field Fish, or else as items."""
    first, _, rest = item.partition(" ")
    if abs(number) == 1 and rest and fold(first) in NUMBER_WORDS and not _is_named(state, item):
        item, number = rest, number * NUMBER_WORDS[fold(first)]
    about = find_field(state, PLAYERS, item)
    if about is not None and counter(state, PLAYERS, item) is None:
        raise ValueError(say("{} is not something that is counted", about.name))
    return add(state, Owner(PLAYERS, player), item, number)


def _is_named(state: State, item: str) -> bool:
    """Whether something on the page has these very words for its name."""
    known = find_field(state, PLAYERS, item) is not None
    return known or known_items(state).find(item) is not None


def loses(state: State, player: str, item: str, number: int = 1) -> State:
    """``Alice loses 2 Fish``."""
    return gains(state, player, item, -number)


def has(state: State, player: str, item: str, number: int = 1) -> State:
    """``Alice has 2 Fish``, which is a field of numbers, or something that anybody has had."""
    known = known_items(state)
    if counter(state, PLAYERS, item) is None and known.find(item) is None:
        numbers = (each.name for each in state.columns if each.kind is FieldKind.NUMBER)
        near = ", ".join(suggestions(item, (*known.names, *numbers)))
        new = say("; `PLAYER gains NUMBER {}` makes it new", item)
        remedy = say("; nearest: {}", near) if near else new
        raise ValueError(say("{!r} is not something that players have{}", item, remedy))
    held = count(state, Owner(PLAYERS, player), item)
    return gains(state, player, item, number - held)


def lacks(state: State, player: str, item: str) -> State:
    """``Alice has no Fish``, and whatever else a field of that name holds is gone."""
    found = find_field(state, PLAYERS, item)
    if found is not None and counter(state, PLAYERS, item) is None:
        return with_value(state, Owner(PLAYERS, player), found.name, found.blank)
    return has(state, player, item, 0)


def stands(state: State, player: str, thing: str, noun: str = "") -> State:
    """Put a player on a thing: of the table that goes by the noun, or of the only one there is."""
    places: list[tuple[Field, str]] = []
    for about in state.columns:
        if about.kind is not FieldKind.THING or about.table not in state.tables:
            continue
        named = Vocabulary(state.tables[about.table].things).find(thing)
        if named and (not noun or fold(noun) == fold(noun_of(state, about.table))):
            places.append((about, named))
    if len(places) != 1:
        many = say("several fields of players name") if places else say("no field of players names")
        raise ValueError(f"{many} {noun} {thing}".replace("  ", " "))
    about, named = places[0]
    return with_value(state, Owner(PLAYERS, player), about.name, named)


# -- fields, rows, values --------------------------------------------------------------------------


def _set(state: State, owner: Owner, name: str, said: str) -> State:
    about = find_field(state, owner.table, name)
    if about is None:
        raise ValueError(say("there is no field {!r}", name))
    settled, new = read_value(state, owner.table, about, said)
    if settled.kind is not about.kind:
        now = tuple(settled if each == about else each for each in columns(state, owner.table))
        state = structure.with_columns(state, owner.table, now)
    return with_value(state, owner, about.name, new)


def set_of_player(state: State, field: str, player: str, value: str) -> State:
    """``the Team of Alice is Red``."""
    return _set(state, Owner(PLAYERS, player), field, value)


def set_of_game(state: State, field: str, value: str) -> State:
    """``Season is Spring``."""
    return _set(state, GAME, field, value)


def set_of_thing(state: State, field: str, name: str, table: str, value: str) -> State:
    """``the Price of Net in Shop is 5``."""
    return _set(state, _thing(state, table, name), field, value)


def _thing(state: State, table: str, name: str) -> Owner:
    """A thing by its name and its table, in any spelling."""
    known = Vocabulary(state.tables).find(table)
    if known is None:
        raise ValueError(say("there is no table {!r}", table))
    found = Vocabulary(state.tables[known].things).find(name)
    if found is None:
        raise ValueError(say("{} has no {!r}", known, name))
    return Owner(known, found)


def added(state: State, name: str, table: str) -> State:
    """``Net is added to Shop``: a row with empty cells."""
    known = Vocabulary(state.tables).find(table)
    if known is None:
        raise ValueError(say("there is no table {!r}", table))
    return create(state, known, name)


def removed(state: State, name: str, table: str) -> State:
    """``Net is removed from Shop``; what named it names nothing then."""
    return destroy(state, _thing(state, table, name))


def put_last(state: State, name: str, table: str) -> State:
    """``Net comes last in Shop``."""
    owner = _thing(state, table, name)
    held = state.tables[owner.table]
    others = {each: thing for each, thing in held.things.items() if each != owner.name}
    things = {**others, owner.name: held.things[owner.name]}
    return replace(state, tables={**state.tables, owner.table: replace(held, things=things)})


def thing_gains(
    state: State, name: str, table: str, does: str, item: str, number: int = 1
) -> State:
    """``Cave in Rooms gains 2 Fish``, or loses them."""
    more = number if does.casefold().startswith("gain") else -number
    return add(state, _thing(state, table, name), item, more)
