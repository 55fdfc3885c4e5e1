"""What players, things, amounts and conditions of a sentence stand for in the state as it is.

Decisions: a place that names nothing has no owner, and what such an owner would have is 0, nothing,
no. A number is compared as a number, any other cell by its words in any spelling. Where several tie
for the most or the fewest, none is meant. What is chosen has to fit; a choice with one option is
not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.generic import owners as fields
from rules.generic.owners import GAME, Owner
from rules.generic.play.scene import Scene
from rules.generic.state import PLAYERS, Cell, Field, FieldKind
from rules.plain import tree
from wikibot.game.problems import Refused
from wikibot.wikitext.folding import fold
from wikibot.wikitext.numerals import number_or_none

_OF_TABLE = (tree.ChosenThing, tree.RandomThing, tree.EachThing, tree.ExtremeThing)
LARGEST = 10**9  # no number of a game grows beyond it


class NobodyToChoose(Refused):
    """There is no player or thing of which one would be chosen."""


# -- players and things ----------------------------------------------------------------------------


def owners(scene: Scene, node: Any) -> tuple[Owner, ...]:
    """Whom or what a node stands for, in the order of the page; none where there is no such one."""
    return _OWNERS[type(node)](scene, node)


def one(scene: Scene, node: Any) -> Owner | None:
    """The single player or thing that a node stands for."""
    found = owners(scene, node)
    return found[0] if len(found) == 1 else None


def fitting(scene: Scene, node: Any, among: frozenset[Owner] | None = None) -> tuple[Owner, ...]:
    """All players or things that a node may stand for. ``among``: none but these."""
    where = node.table if isinstance(node, _OF_TABLE) else PLAYERS
    is_there = where == PLAYERS or where in scene.state.tables
    names: Mapping[str, object] = fields.rows(scene.state, where) if is_there else {}
    every: Iterable[Owner] = (Owner(where, name) for name in names)
    if among is not None:
        every = among if len(among) == 1 else (each for each in every if each in among)
    return tuple(each for each in every if each.name in names and fits(scene, node, each))


def fits(scene: Scene, node: Any, owner: Owner) -> bool:
    """Whether a player or thing of the right table is one that a node may stand for."""
    if owner.table != PLAYERS:
        return _fits_thing(scene, node.where, owner)
    if node.other and owner.name == scene.self:
        return False
    return _fits_player(scene, node.where, owner.name)


def may_be(scene: Scene, node: Any, owner: Owner) -> bool:
    """Whether a player or thing is one of those that :func:`fitting` gives."""
    table = node.table if isinstance(node, _OF_TABLE) else PLAYERS
    if owner.table != table or (table != PLAYERS and table not in scene.state.tables):
        return False
    return owner.name in fields.rows(scene.state, table) and fits(scene, node, owner)


def _fits_thing(scene: Scene, where: Any, thing: Owner) -> bool:
    if where is None:
        return True
    with scene.about(it=thing):
        return holds(scene, where)


def _fits_player(scene: Scene, where: Any, name: str) -> bool:
    if where is None:
        return True
    with scene.about(them=name):
        return holds(scene, where)


def _doer(scene: Scene, _node: Any) -> tuple[Owner, ...]:
    return (fields.player(scene.doer),) if scene.doer in scene.state.players else ()


def _them(scene: Scene, node: Any) -> tuple[Owner, ...]:
    return (fields.player(scene.them),) if scene.them else _doer(scene, node)


def _around(scene: Scene, _node: Any) -> tuple[Owner, ...]:
    return (fields.player(scene.around),) if scene.around else ()


def _it(scene: Scene, _node: Any) -> tuple[Owner, ...]:
    return (scene.it,) if scene.it is not None else ()


def _same(scene: Scene, node: Any) -> tuple[Owner, ...]:
    held = scene.slots.get(node.slot)
    return (held,) if isinstance(held, Owner) else ()


def _named_player(scene: Scene, node: Any) -> tuple[Owner, ...]:
    return (fields.player(node.name),) if node.name in scene.state.players else ()


def _named_thing(scene: Scene, node: Any) -> tuple[Owner, ...]:
    table = scene.state.tables.get(node.table)
    return (Owner(node.table, node.name),) if table and node.name in table.things else ()


def _chosen(scene: Scene, node: Any) -> tuple[Owner, ...]:
    """The doer's choice, made once."""
    if node.slot in scene.slots:
        return _same(scene, node)
    options = fitting(scene, node)
    what = noun(scene, node)
    if not options:
        raise NobodyToChoose(f"there is no {what} to choose", rule=scene.told.rule)
    asks = f"which {what}, to {scene.told.label}" if scene.told.label else f"which {what}"
    scene.must_choose(asks)
    known = fields.names(scene.state, getattr(node, "table", PLAYERS))
    found = scene.act.choose(
        asks, options, lambda each: each.name, known=known, rule=scene.told.rule
    )
    scene.slots[node.slot] = found
    return (found,)


def noun(scene: Scene, node: Any) -> str:
    """What one of those is called that a node may stand for."""
    table = scene.state.tables.get(node.table) if hasattr(node, "table") else None
    return table.noun if table else "player"


def _random(scene: Scene, node: Any) -> tuple[Owner, ...]:
    if node.slot in scene.slots:
        return _same(scene, node)
    options = fitting(scene, node)
    if not options:
        scene.say(f"there is no {noun(scene, node)} to draw")
        return ()
    found = scene.pick(options, f"a random {noun(scene, node)}")
    scene.slots[node.slot] = found
    return (found,)


def _extreme(scene: Scene, node: Any) -> tuple[Owner, ...]:
    """The one with the most or the fewest."""
    if node.slot in scene.slots:
        return _same(scene, node)
    options = fitting(scene, node)
    what = node.what if isinstance(node, tree.ExtremePlayer) else node.field
    counts = [fields.count(scene.state, each, what) for each in options]
    if not counts:
        return ()
    best = max(counts) if node.most else min(counts)
    found = [each for each, number in zip(options, counts, strict=True) if number == best]
    if len(found) > 1:
        tied = " and ".join(each.name for each in found)
        scene.say(f"no one has the {'most' if node.most else 'fewest'} {what}: {tied} tie")
        return ()
    scene.slots[node.slot] = found[0]
    return (found[0],)


def _place(scene: Scene, node: Any) -> tuple[Owner, ...]:
    """The thing that a cell names."""
    about, held = field_at(scene, node), cell(scene, node)
    if about is None or not about.table or not isinstance(held, str) or not held:
        return ()
    return (Owner(about.table, held),) if held in fields.rows(scene.state, about.table) else ()


_OWNERS: Mapping[type, Callable[[Scene, Any], tuple[Owner, ...]]] = {
    tree.Doer: _doer,
    tree.Them: _them,
    tree.Around: _around,
    tree.It: _it,
    tree.Same: _same,
    tree.NamedPlayer: _named_player,
    tree.NamedThing: _named_thing,
    tree.ChosenPlayer: _chosen,
    tree.ChosenThing: _chosen,
    tree.RandomPlayer: _random,
    tree.RandomThing: _random,
    tree.EachPlayer: fitting,
    tree.EachThing: fitting,
    tree.ExtremePlayer: _extreme,
    tree.ExtremeThing: _extreme,
    tree.Place: _place,
}


# -- cells -----------------------------------------------------------------------------------------


def owner_of(scene: Scene, place: tree.Place) -> Owner | None:
    """Whose place it is; the game's for a value; None where there is no such owner."""
    if scene.each is not None and scene.each[0] == place.owner:
        return scene.each[1]
    return GAME if place.owner is None else one(scene, place.owner)


def field_at(scene: Scene, place: tree.Place) -> Field | None:
    """The column or label of a place; None for an item, or without an owner."""
    owner = owner_of(scene, place)
    return fields.find_field(scene.state, owner.table, place.name) if owner else None


def cell(scene: Scene, place: tree.Place) -> Cell:
    """What stands at a place; 0 without an owner."""
    owner = owner_of(scene, place)
    if owner is None:
        return 0
    about = fields.find_field(scene.state, owner.table, place.name)
    if about is None:
        return fields.count(scene.state, owner, place.name)
    return fields.value(scene.state, owner, about.name)


def as_number(held: Cell) -> int:
    """A cell as a number: of a list, how many there are in it."""
    if isinstance(held, int):
        return +held
    if isinstance(held, Mapping):
        return sum(held.values())
    return len(held) if isinstance(held, tuple) else 0


# -- how many --------------------------------------------------------------------------------------


def amount(scene: Scene, node: Any) -> int:
    """The number that a node stands for. What is rolled or chosen for it is so now."""
    found = _AMOUNTS[type(node)](scene, node)
    if abs(found) > LARGEST:
        raise Refused(f"{found:,} is more than any page can hold", rule=scene.told.rule)
    return found


def _dice(scene: Scene, node: tree.Dice) -> int:
    scene.roll(node.count, node.sides)
    total = (scene.rolled or 0) + node.plus
    scene.rolled = scene.many = total
    scene.say(f"{scene.name(scene.self) if scene.self else ''}rolls {total}")
    return total


def _same_number(scene: Scene, node: tree.Same) -> int:
    held = scene.slots.get(node.slot, 0)
    return held if isinstance(held, int) else 0


def _chosen_number(scene: Scene, node: tree.Chosen) -> int:
    """A number of the doer's choice, asked for once."""
    held = scene.slots.get(node.slot)
    if not isinstance(held, int):
        most = None if node.most is None else amount(scene, node.most)
        upto = "" if most is None else f", at most {most}"
        asks = f"how many, to {scene.told.label} (from {node.least}{upto})"
        scene.must_choose(asks)
        held = scene.act.ask(asks, lambda text: number_in(text, node.least, most))
        scene.slots[node.slot] = held
    scene.many = held
    return held


def number_in(text: str, least: int, most: int | None) -> int:
    """A number as a player writes it. Raises ``ValueError`` where it is none, or does not fit."""
    words = text.strip()
    number = number_or_none(words)
    if number is None or number > LARGEST:
        raise ValueError("a whole number is expected")
    if number < least or (most is not None and number > most):
        upto = "" if most is None else f" and at most {most}"
        raise ValueError(f"it is at least {least}{upto}")
    return number


def _part(scene: Scene, node: tree.Part) -> int:
    whole = amount(scene, node.of) * node.times
    return -(-whole // node.over) if node.up else whole // node.over


def _for_each(scene: Scene, node: tree.ForEach) -> int:
    return amount(scene, node.amount) * (amount(scene, node.each) // node.per)


def _sum(scene: Scene, node: tree.Sum) -> int:
    first, second = amount(scene, node.one), amount(scene, node.other)
    return first - second if node.minus else first + second


def how_many(scene: Scene, place: tree.Place) -> int:
    """The number at a place."""
    owner = owner_of(scene, place)
    if owner is None:
        return 0
    about = fields.find_field(scene.state, owner.table, place.name)
    if about is not None:
        return as_number(fields.value(scene.state, owner, about.name))
    return fields.count(scene.state, owner, place.name)


_AMOUNTS: Mapping[type, Callable[[Scene, Any], int]] = {
    tree.Number: lambda _, node: node.value,
    tree.Dice: _dice,
    tree.Rolled: lambda scene, _: scene.rolled or 0,
    tree.ThatMany: lambda scene, _: scene.many or 0,
    tree.Same: _same_number,
    tree.Chosen: _chosen_number,
    tree.HowMany: lambda scene, node: how_many(scene, node.place),
    tree.Part: _part,
    tree.ForEach: _for_each,
    tree.Sum: _sum,
    tree.CountOf: lambda scene, node: len(fitting(scene, node.of)),
}


# -- conditions ------------------------------------------------------------------------------------

_OPERATORS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": lambda left, right: left >= right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    "<": lambda left, right: left < right,
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}


def holds(scene: Scene, node: Any) -> bool:
    """Whether a condition holds now."""
    return _CONDITIONS[type(node)](scene, node)


def _is(scene: Scene, node: tree.Is) -> bool:
    held, wanted = cell(scene, node.place), value(scene, node.value)
    if isinstance(held, Mapping):
        return isinstance(wanted, str) and held.get(wanted, 0) > 0
    if isinstance(held, tuple):
        return wanted in held
    if isinstance(held, str) and isinstance(wanted, str):
        return fold(held) == fold(wanted)
    return held == wanted


def value(scene: Scene, node: Any) -> Cell:
    """What a node is as the value of a cell: a number, the name of a player or thing, a text."""
    if isinstance(node, tree.Text):
        word = fold(node.text)
        return {"yes": True, "no": False}.get(word, node.text)
    if isinstance(node, tree.Nothing):
        return ""
    if isinstance(node, tree.Place):
        return cell(scene, node)
    if type(node) in _AMOUNTS and not _is_owner(scene, node):
        return amount(scene, node)
    found = one(scene, node)
    return found.name if found else ""


def _is_owner(scene: Scene, node: Any) -> bool:
    return isinstance(node, tree.Same) and isinstance(scene.slots.get(node.slot), Owner)


def _includes(scene: Scene, node: tree.Includes) -> bool:
    held, thing = cell(scene, node.place), one(scene, node.thing)
    if thing is None:
        return False
    return held == thing.name if isinstance(held, str) else _has(held, thing.name)


def _has(held: Cell, name: str) -> bool:
    if isinstance(held, Mapping):
        return held.get(name, 0) > 0
    return name in held if isinstance(held, tuple) else False


def _equal(scene: Scene, node: tree.Equal) -> bool:
    first = one(scene, node.one)
    return first is not None and first == one(scene, node.other)


def _parity(scene: Scene, node: tree.Parity) -> bool:
    return (amount(scene, node.of) % 2 == 0) is node.even


def _did(scene: Scene, node: tree.Did) -> bool:
    return any(scene.did(each.name, node) for each in owners(scene, node.who))


_CONDITIONS: Mapping[type, Callable[[Scene, Any], bool]] = {
    tree.Compare: lambda scene, node: _OPERATORS[node.op](
        amount(scene, node.left), amount(scene, node.right)
    ),
    tree.Parity: _parity,
    tree.Is: _is,
    tree.Equal: _equal,
    tree.Includes: _includes,
    tree.Empty: lambda scene, node: not cell(scene, node.place),
    tree.Yes: lambda scene, node: cell(scene, node.place) is True,
    tree.Exists: lambda scene, node: bool(fitting(scene, node.of)),
    tree.Not: lambda scene, node: not holds(scene, node.of),
    tree.Both: lambda scene, node: all(holds(scene, each) for each in node.of),
    tree.Either: lambda scene, node: any(holds(scene, each) for each in node.of),
    tree.Did: _did,
    tree.Weekday: lambda scene, node: scene.act.now.weekday() in node.days,
}


def has_counted(scene: Scene, owner: Owner, name: str) -> bool:
    """Whether an owner counts something by a field of numbers, or by a list of items."""
    about = fields.find_field(scene.state, owner.table, name)
    kinds = (FieldKind.NUMBER, FieldKind.ITEMS)
    return about.kind in kinds if about else fields.bag(scene.state, owner.table) is not None
