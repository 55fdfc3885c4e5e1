"""What players, things, amounts and conditions of a sentence stand for in the state as it is.

Decisions: a place that names nothing has no owner, and what such an owner would have is 0, nothing,
no. A number is compared as a number, any other cell by its words in any spelling. Where several tie
for the most or the fewest, none is meant. What is chosen has to fit; a choice with one option is
not asked.

Turns: whose it is, who has none, and until when it lasts.

Decisions: the page says whose turn it is and until when (``Turn: Ann``, ``Turn ends: ...``), so
that people may set both. A turn that nobody has, or that a player has who takes none any more,
passes at the next full hour; so does the time of a turn begin whose end the page does not say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import lru_cache, partial
from itertools import compress
from operator import add, eq, ge, gt, le, lt, ne, not_, sub
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.generic import owners as fields
from rules.generic.bearing import TIE, require
from rules.generic.owners import GAME, PLAYERS, Cell, Field, FieldKind, Owner, Player, State, Thing
from rules.generic.play.plan import SentencePlan, done_last, names_among
from rules.generic.play.scene import Scene
from rules.plain import tree
from rules.plain.vocabulary import noun_of
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.secrets import is_sealed, keeper, times_opened, unsealed
from wikibot.sdk import Held, Refused, fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import number_or_none, parse_time

_OF_TABLE = (tree.ChosenThing, tree.RandomThing, tree.EachThing, tree.ExtremeThing,
             tree.ThingInOrder)  # fmt: skip


# == Cells and numbers compared, counted, and read as a player writes them =========================

LARGEST = 10**9  # no number of a game grows beyond it
_OPERATORS = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq, "!=": ne}


def number_in(text: str, least: int, most: int | None) -> int:
    """A number as a player writes it. Raises ``ValueError`` where it is none, or does not fit."""
    words = text.strip()
    number = number_or_none(words)
    if number is None or number > LARGEST:
        raise ValueError("a whole number is expected")
    if number < least or (most is not None and number > most):
        upto = "" if most is None else say(" and at most {}", most)
        raise ValueError(say("it is at least {}{}", least, upto))
    return number


def includes(held: Cell, name: str) -> bool:
    """Whether a list has a thing or an item in it."""
    if isinstance(held, Mapping):
        return held.get(name, 0) > 0
    return name in held if isinstance(held, tuple) else False


def same(held: Cell, wanted: Cell) -> bool:
    """Whether a cell is a value: of a list, whether the value is in it; words in any spelling."""
    if isinstance(held, Mapping | tuple):
        return isinstance(wanted, str) and includes(held, wanted)
    if isinstance(held, str) and isinstance(wanted, str):
        return fold(held) == fold(wanted)
    return held == wanted


# == One of several players or things: chosen, drawn, or with the most or the fewest of something ==


class NobodyToChoose(Refused):
    """There is no player or thing of which one would be chosen."""


def noun(scene: Scene, node: Any) -> str:
    """What one of those is called that a node may stand for."""
    if isinstance(node, tree.ChosenProposal):
        return node.table
    table = scene.state.tables.get(node.table) if hasattr(node, "table") else None
    return noun_of(table.name, table.noun) if table else "player"


def chosen(scene: Scene, node: Any, options: Sequence[Owner]) -> Owner:
    """The doer's choice among several."""
    what = noun(scene, node)
    if not options:
        raise NobodyToChoose(say("there is no {} to choose", what), rule=scene.told.rule)
    asks = f"which {what}, to {scene.told.label}" if scene.told.label else f"which {what}"
    known = fields.names(scene.state, getattr(node, "table", PLAYERS))
    found: Owner = scene.choose(asks, options, lambda each: each.name, known=known)
    return found


def drawn(scene: Scene, node: Any, options: Sequence[Owner]) -> Owner | None:
    """One of several at random; None, said, where there is none."""
    if not options:
        scene.say("there is no {} to draw", noun(scene, node))
        return None
    return scene.pick(options, f"a random {noun(scene, node)}")


def chose(name: str) -> str:
    """That a player chose in secret, as it stands among what is counted; it tells nothing more."""
    return f"secret choice: {name}"


def foremost(scene: Scene, node: Any, options: Sequence[Owner]) -> Owner | None:
    """The one with the most or the fewest; None, said, where several tie."""
    what: Any = node.what if isinstance(node, tree.ExtremePlayer) else node.field
    counts = _had(scene, options, what)
    if not counts:
        return None
    best = extreme(counts, what, most=node.most)
    found = [*compress(options, map(best.__eq__, counts))]
    if not found:
        scene.say("nobody has any votes")
        return None
    if len(found) > 1 and getattr(node, "ties", "") == tree.EARLIER:
        said = {each.player: each.time for each in scene.state.uses if each.what == chose(what)}
        first = min((said[each.name] for each in found if each.name in said), default=None)
        found = [each for each in found if said.get(each.name) == first] if first else found
    elif len(found) > 1 and isinstance(node, tree.ExtremePlayer) and node.ties:
        by = replace(node, what=node.ties, most=not node.fewest, ties="")
        return foremost(scene, by, found)
    scene.tied = len(found) > 1
    if len(found) > 1:
        require(scene.plan, TIE)
        tied = say(" and ").join(each.name for each in found)
        scene.say(
            "no one has the {} {}: {} tie",
            say("most" if node.most else "fewest"),
            what if isinstance(what, str) or scene.it is None else scene.it.name,
            tied,
        )
        return None
    return found[0]


def extreme(numbers: Sequence[int], name: Any, *, most: bool) -> int:
    """The most or the fewest of some numbers. Nobody has the most votes without having one."""
    least = (1,) if name == "votes" else ()
    return max((*numbers, *least), default=0) if most else min(numbers, default=0)


def chosen_number(scene: Scene, least: int, most: int | None) -> int:
    """A number of the doer's choice."""
    upto = "" if most is None else f", at most {most}"
    asks = f"how many, to {scene.told.label} (from {least}{upto})"
    if scene.at_random and most is not None:
        return least + scene.act.roll(1, most - least + 1, scene.told.label)[0] - 1
    scene.must_choose(asks)
    return scene.act.ask(asks, lambda text: number_in(text, least, most))


# == What players, things, amounts and conditions of a sentence stand for ==========================
#
# What a node means is made into a function of the scene when it is first asked for, with all nodes
# inside it: a sentence is walked through once, however often it is played.

_T = TypeVar("_T")
_Of = Callable[[Scene], _T]
_once = lru_cache(maxsize=16384)


def _from(find: Callable[..., _T], *parts: _Of[Any]) -> _Of[_T]:
    """What is found of what some parts are, each asked in its turn."""
    one, *others = parts
    if not others:
        return lambda scene: find(one(scene))
    if len(others) == 1:
        other = others[0]
        return lambda scene: find(one(scene), other(scene))
    return lambda scene: find(*[part(scene) for part in parts])


def _asked(ask: Callable[[Scene, Any], _T]) -> Callable[[Any], _Of[_T]]:
    """What a node means where nothing of it is known before it is asked for."""
    return lambda node: lambda scene: ask(scene, node)


# -- players and things ----------------------------------------------------------------------------


def _done(scene: Scene, did: tree.Did) -> int:
    """How often it was done, by whom and to what it is asked of."""
    to = () if did.of is None else owners(scene, did.of)
    return sum(scene.did(each.name, did, *to) for each in owners(scene, did.who))


def owners(scene: Scene, node: Any) -> tuple[Owner, ...]:
    """Whom or what a node stands for, in the order of the page; none where there is no such one."""
    if type(node) not in _ONE:
        return fitting(scene, node)
    found = one_of(node)(scene)
    return () if found is None else (found,)


@_once
def one_of(node: Any) -> _Of[Owner | None]:
    """The same as a function of the scene."""
    if type(node) in _ONE:
        return _ONE[type(node)](node)

    def only(scene: Scene) -> Owner | None:
        found = fitting(scene, node)
        return found[0] if len(found) == 1 else None

    return only


def fitting(scene: Scene, node: Any, among: Set[Owner] | None = None) -> tuple[Owner, ...]:
    """All players or things that a node may stand for. ``among``: none but these."""
    return tuple(several_of(node)(scene, among))


@_once
def several_of(node: Any) -> Callable[..., Sequence[Owner]]:
    """The same as a function of the scene and of those among which they are; the first ``most``."""
    table = _table_of(node)
    of_players, every_where = table == PLAYERS, node.where and condition(node.where)
    narrowing = () if of_players or node.where is None else (*_narrowing(node.where),)
    others = of_players and getattr(node, "other", False)

    def several(
        scene: Scene, among: Set[Owner] | None = None, most: int | None = None
    ) -> Sequence[Owner]:
        state, where = scene.state, every_where
        if not of_players and table not in state.tables:
            return ()
        names = names_among(fields.rows(state, table), among)
        for column, wanted_of, rest in narrowing if among is None else ():
            about, held = fields.find_field(state, table, column), wanted_of(scene)
            is_cell = about is not None and about.kind in _WORDS and isinstance(held, str)
            if about and is_cell and scene.plan.reckoning(state, table, about.name) is None:
                found = state.tables[table].by_cell(about.name)
                names, where = found.get(fold(str(held)), {}), rest
                break
        if where is None and not others:
            return [Owner(table, name) for name in names]
        before = them, it, *_ = scene.them, scene.it, scene.around, scene.around_it
        fit, but_for = list[Owner](), scene.self if others else None
        try:
            for name in names:
                if of_players:
                    scene.them, scene.around = name, them
                else:
                    scene.it, scene.around_it = Owner(table, name), it
                if name != but_for and (where is None or where(scene)):
                    fit.append(Owner(table, name))
                    if len(fit) == most:
                        break
        finally:
            scene.them, scene.it, scene.around, scene.around_it = before
        return fit

    return several


def _table_of(node: Any) -> str:
    found: str = node.table if isinstance(node, _OF_TABLE) else PLAYERS
    return found


_CERTAIN = (tree.Doer, tree.Them, tree.Same, tree.NamedPlayer, tree.NamedThing, tree.Nothing)
_WORDS = (FieldKind.THING, FieldKind.TEXT)


def _narrowing(where: Any) -> Iterator[tuple[str, _Of[Cell], Any]]:
    """What tells the things that may be meant, so that no others need to be looked at.

    A column of theirs, who or what stands there, and the test of what else is said of them.
    """
    conditions = where.of if isinstance(where, tree.Both) else (where,)
    each: Any
    for each in conditions:
        is_own = isinstance(each, tree.Is) and isinstance(each.place.owner, tree.It)
        if is_own and isinstance(each.value, _CERTAIN):
            rest = tuple(other for other in conditions if other is not each)
            others = condition(tree.Both(rest)) if rest else None
            yield each.place.name, value_of(each.value), others


def may_be(scene: Scene, node: Any, owner: Owner) -> bool:
    """Whether a player or thing is one of those that :func:`fitting` gives."""
    return owner.table == _table_of(node) and bool(several_of(node)(scene, {owner}))


def _player(scene: Scene, name: str) -> Owner | None:
    return Owner(PLAYERS, name) if name in scene.state.players else None


def _same(node: Any) -> _Of[Owner | None]:
    slot = node.slot
    return lambda scene: held if isinstance(held := scene.slots.get(slot), Owner) else None


def _one_of(settle: Callable[[Scene, Any, Sequence[Owner]], Owner | None]) -> Any:
    """A way to settle on one of those that a node may stand for, which is done once."""

    def settled(scene: Scene, node: Any) -> Owner | None:
        if node.slot not in scene.slots:
            opened = times_opened()
            options = fitting(scene, node)
            if settle is chosen and times_opened() > opened:  # so that no choice tells a secret
                options = fitting(scene, replace(node, where=None))
            elif settle is drawn and times_opened() > opened and options:  # and no roll either
                about = f"{scene.told.text} {scene.now}"
                options = (options[keeper(scene.told.rule).order(about, len(options))[0]],)
            found = settle(scene, node, options)
            if found is None:
                return None
            if times_opened() > opened and not may_be(scene, node, found):
                raise Refused("{} is not what the rule means", found.name, rule=scene.told.rule)
            scene.slots[node.slot] = found
        held = scene.slots[node.slot]
        return held if isinstance(held, Owner) else None

    return _asked(settled)


def _in_order(scene: Scene, node: Any, found: Sequence[Owner]) -> Owner | None:
    """The first that fits in the order of the table, or behind another, in a ring."""
    every = [*fields.rows(scene.state, getattr(node, "table", PLAYERS))]
    every = every[::-1] if node.back else every
    after = None if node.after is None else one(scene, node.after)
    if node.after is not None and after is None:
        return None
    start = every.index(after.name) + 1 if after else 0
    fitting = {each.name: each for each in found}
    return next((fitting[e] for e in (*every[start:], *every[:start]) if e in fitting), None)


def _place(node: tree.Place) -> _Of[Owner | None]:
    """The thing that a cell names."""
    whose, name = owner_of(node.owner), node.name

    def place(scene: Scene) -> Owner | None:
        owner = whose(scene)
        about = fields.find_field(scene.state, owner.table, name) if owner else None
        if owner is None or about is None or not about.table:
            return None
        held = cell_at(scene, owner, name)
        held = held[0] if isinstance(held, tuple) and len(held) == 1 else held  # the only one
        if not isinstance(held, str) or not held:
            return None
        return Owner(about.table, held) if held in fields.rows(scene.state, about.table) else None

    return place


_ONE: Mapping[type, Callable[[Any], _Of[Owner | None]]] = {
    tree.Doer: lambda _: lambda scene: (
        Owner(PLAYERS, scene.doer) if scene.doer in scene.state.players else None
    ),
    tree.Them: lambda _: lambda scene: _player(scene, scene.them or scene.doer),
    tree.Around: lambda _: lambda scene: fields.player(scene.around) if scene.around else None,
    tree.It: lambda _: lambda scene: scene.it,
    tree.AroundIt: lambda _: lambda scene: scene.around_it,
    tree.Same: _same, tree.ChosenProposal: _same,
    tree.NamedPlayer: lambda node: lambda scene: _player(scene, node.name),
    tree.NamedThing: lambda node: lambda scene: next(
        iter(several_of(tree.EachThing(node.table))(scene, {Owner(node.table, node.name)})), None
    ),
    tree.ChosenPlayer: _one_of(chosen),
    tree.ChosenThing: _one_of(chosen), tree.RandomPlayer: _one_of(drawn),
    tree.RandomThing: _one_of(drawn), tree.ExtremePlayer: _one_of(foremost),
    tree.ExtremeThing: _one_of(foremost), tree.NextPlayer: _one_of(_in_order),
    tree.ThingInOrder: _one_of(_in_order), tree.Place: _place,
}  # fmt: skip


# -- cells -----------------------------------------------------------------------------------------


@_once
def owner_of(node: Any) -> _Of[Owner | None]:
    """Whose place it is; the game's for a value; None where there is no such owner."""
    if node is None:
        return lambda _: GAME
    found = one_of(node)
    if not isinstance(node, tree.EachPlayer | tree.EachThing):
        return found
    return lambda scene: (
        scene.each[1] if scene.each is not None and scene.each[0] == node else found(scene)
    )


@_once
def cell_of(place: tree.Place) -> _Of[Cell]:
    """The same as a function of the scene."""
    whose, name = owner_of(place.owner), place.name
    return lambda scene: 0 if (owner := whose(scene)) is None else cell_at(scene, owner, name)


def cell_at(scene: Scene, owner: Owner, name: str, *, counting: bool = False) -> Cell:
    """What stands under a name of an owner, be it reckoned or sealed; so many items.

    ``counting``: with what counts as such.
    """
    state, table = scene.state, owner.table
    if scene.plan.reckoned_as(table, name) is not None:
        reckoned = scene.plan.reckoning(state, table, name)
        if reckoned is not None:
            return scene.of(owner, amount_of(reckoned))
    about = fields.find_field(state, table, name)
    if about is not None:
        return opened(scene, owner, about)
    if table == PLAYERS:
        number = scene.count(owner.name, name) if counting else None
        if number is not None:
            return number
        if name in state.tables:
            return sum(fields.count(state, owner, each) for each in state.tables[name].things)
    return fields.count_items(state, owner, name)


def opened(scene: Scene, owner: Owner, about: Field) -> Cell:
    """What stands in a cell, be it sealed."""
    held = fields.value(scene.state, owner, about)
    if isinstance(held, str) and is_sealed(held):
        return unsealed(held, place_of(owner, about), scene.told.rule).text
    return held


def place_of(owner: Owner, about: Field) -> str:
    """The cell that a seal is made for."""
    return f"{about.name} of {owner.name}" if owner.name else about.name


# -- how many --------------------------------------------------------------------------------------


_GROWING = (tree.Dice, tree.Part, tree.ForEach, tree.Sum, tree.Total)


@_once
def amount_of(node: Any) -> _Of[int]:
    """The same as a function of the scene."""
    made = _AMOUNTS[type(node)](node)
    if not isinstance(node, _GROWING):
        return made

    def bounded(scene: Scene) -> int:
        found = made(scene)
        if not -LARGEST <= found <= LARGEST:
            raise Refused("{} is more than any page can hold", found, rule=scene.told.rule)
        return found

    return bounded


def how_many(scene: Scene, place: tree.Place) -> int:
    """The number at a place; of a list, how many there are in it."""
    return _number(cell(scene, place))


def _how_many(node: tree.HowMany) -> _Of[int]:
    whose, name = owner_of(node.place.owner), node.place.name

    def number(scene: Scene) -> int:
        if (owner := whose(scene)) is None:
            return 0
        held = cell_at(scene, owner, name, counting=True)
        return held if type(held) is int else _number(held)

    return number


def _number(held: Cell) -> int:
    if isinstance(held, int):
        return +held
    if isinstance(held, dict):
        return sum(held.values())
    return len(held) if isinstance(held, tuple) else 0


def _dice(scene: Scene, node: tree.Dice) -> int:
    count = node.count if node.many is None else node.count * max(amount(scene, node.many), 0)
    if count:
        scene.roll(count, node.sides)
    else:
        scene.faces, scene.rolled = (), 0
    best = {"best": max, "worst": min}.get(node.keep)
    scene.shown = best(scene.faces, default=0) if best else sum(scene.faces)
    scene.rolled = scene.many = total = scene.shown + node.plus
    scene.say("{}rolls {}", scene.name(scene.self) if scene.self else "", total)
    return total


def _that_many(scene: Scene, _node: Any) -> int:
    if scene.many is None:
        raise Held(scene.told.rule, "it is not said how many 'that many' are")
    return scene.many


def _chosen_number(scene: Scene, node: tree.Chosen) -> int:
    held = scene.slots.get(node.slot)
    if not isinstance(held, int):
        most = None if node.most is None else amount(scene, node.most)
        held = scene.slots[node.slot] = chosen_number(scene, node.least, most)
    scene.many = held
    return held


def _hits(scene: Scene, node: tree.Hits) -> int:
    """How many of the faces show it."""
    total, found = scene.rolled, 0
    for face in scene.faces:
        scene.rolled = face
        found += holds(scene, node.where)
    scene.rolled = total
    return found


def _of_each(node: tree.Total | tree.Extreme) -> _Of[list[int]]:
    several, name = several_of(node.of), node.name

    def numbers(scene: Scene) -> list[int]:
        every = several(scene)
        found = _column(scene, every, name)
        if found is None:
            found = [_number(cell_at(scene, each, name, counting=True)) for each in every]
        return found

    return numbers


def _column(scene: Scene, every: Sequence[Owner], name: str) -> list[int] | None:
    """What several of one table have in a column of numbers; None where that is none."""
    state, table = scene.state, every[0].table if every else PLAYERS
    about = fields.find_field(state, table, name)
    is_column = about is not None and about.kind is FieldKind.NUMBER
    if about is None or not is_column or scene.plan.reckoning(state, table, name) is not None:
        return None
    rows: Mapping[str, Player | Thing] = fields.rows(state, table)
    name = about.name
    held = [rows[each.name].fields.get(name, 0) for each in every]
    return held if {*map(type, held)} <= {int} else [*map(_number, held)]  # type: ignore[return-value]


def _had(scene: Scene, every: Sequence[Owner], what: Any) -> list[int]:
    """How many of something each owner has, reckoned or counted. ``what``: or the item itself."""
    item = None if isinstance(what, str) else one(scene, what)
    name = what if isinstance(what, str) else item.name if item else ""
    found = _column(scene, every, name) if name else [0] * len(every)
    if found is not None or not every:
        return found or []
    reckoned = None if item else scene.plan.reckoning(scene.state, every[0].table, name)
    if reckoned is None:
        return [fields.count(scene.state, each, name) for each in every]
    number = amount_of(reckoned)
    return [scene.of(each, number) for each in every]


VOTE = "vote"  # what holds between a player and whom they vote for


def _votes(scene: Scene, node: tree.Votes) -> int:
    """The votes for a player or thing, each as often as it counts."""
    of = one(scene, node.of)
    key = fields.key_of(of) if of else ""
    cast = (e.player for e in scene.state.relations if (e.what, e.to) == (VOTE, key))
    return sum(weight(scene, name) for name in cast if name in scene.state.players)


def weight(scene: Scene, name: str) -> int:
    """How often a player's vote counts: as the last of the sentences says that are about them."""
    for told in reversed(scene.plan.weights):
        inner = Scene(scene.act, scene.plan, told, then=scene.then)
        if may_be(inner, told.means.of, fields.player(name)):
            return max(inner.of(fields.player(name), amount_of(told.means.amount)), 0)
    return 1


def _holding(scene: Scene, node: tree.Holding) -> int:
    who, thing = one(scene, node.who), one(scene, node.thing)
    return fields.count(scene.state, who, thing.name) if who and thing else 0


def _given(node: tree.Given) -> _Of[bool]:
    return condition(node.given)


_AMOUNTS: Mapping[type, Callable[[Any], _Of[int]]] = {
    tree.Number: lambda node: lambda _: node.value, tree.Dice: _asked(_dice),
    tree.Rolled: lambda node: lambda scene: (
        scene.shown if node.natural else scene.rolled or 0
    ), tree.ThatMany: _asked(_that_many),
    tree.Same: lambda node: lambda scene: (
        held if isinstance(held := scene.slots.get(node.slot), int) else 0
    ),
    tree.Chosen: _asked(_chosen_number), tree.Hits: _asked(_hits),
    tree.HowMany: _how_many,
    tree.Part: lambda node: _from(
        lambda of, over: (0 if not over else -(-of * node.times // over) if node.up else
                          of * node.times // over),
        amount_of(node.of), amount_of(
            tree.Number(node.over) if isinstance(node.over, int) else node.over
        ),
    ),
    tree.ForEach: lambda node: _from(
        lambda many, each: many * (each // node.per), amount_of(node.amount), amount_of(node.each)
    ),
    tree.Sum: lambda node: _from(
        sub if node.minus else add, amount_of(node.one), amount_of(node.other)
    ),
    tree.UpTo: lambda node: _from(
        lambda most, held, many: max(0, min(many, held - most if node.down else most - held)),
        amount_of(node.most), amount_of(node.held), amount_of(node.amount),
    ),
    tree.Bounded: lambda node: _from(
        min if node.most else max, amount_of(node.of), amount_of(node.bound)
    ),
    tree.Given: lambda node: _from(
        lambda given, one, other: one if given else other,
        _given(node), amount_of(node.amount), amount_of(node.otherwise),
    ),
    tree.Votes: _asked(_votes), tree.Holding: _asked(_holding),
    tree.CountOf: _asked(lambda scene, node: len(fitting(scene, node.of))),
    tree.HowOften: _asked(lambda scene, node: _done(scene, node.of)),
    tree.Total: lambda node: _from(sum, _of_each(node)),
    tree.Extreme: lambda node: _from(
        partial(extreme, name=node.name, most=node.most), _of_each(node)
    ),
}  # fmt: skip


# -- conditions ------------------------------------------------------------------------------------


@_once
def condition(node: Any) -> _Of[bool]:
    """The same as a function of the scene."""
    return _CONDITIONS[type(node)](node)


@_once
def value_of(node: Any) -> _Of[Cell]:
    """The same as a function of the scene."""
    if isinstance(node, tree.Text):
        held = {"yes": True, "no": False}.get(fold(node.text), node.text)
        return lambda _: held
    if isinstance(node, tree.Nothing):
        return lambda _: ""
    if isinstance(node, tree.Today):
        return lambda scene: _date(scene, node)
    if isinstance(node, tree.Place):
        return cell_of(node)
    if isinstance(node, tree.Same):
        slot = node.slot
        return lambda scene: (
            held.name if isinstance(held := scene.slots.get(slot, 0), Owner) else held
        )
    if type(node) in _AMOUNTS:
        return amount_of(node)
    found = one_of(node)
    return lambda scene: owner.name if (owner := found(scene)) else ""


def _includes(scene: Scene, node: tree.Includes) -> bool:
    held, thing = cell(scene, node.place), one(scene, node.thing)
    if thing is None:
        return False
    return held == thing.name if isinstance(held, str) else includes(held, thing.name)


def _joined(until: bool, parts: Sequence[_Of[bool]]) -> _Of[bool]:
    """Whether one of some conditions is so (``until`` True), or none of them is not."""

    def holds(scene: Scene) -> bool:
        for part in parts:
            if bool(part(scene)) is until:
                return until
        return not until

    return holds


def _days_ago(scene: Scene, node: tree.DaysAgo) -> bool:
    if not (text := str(cell(scene, node.place) or "").strip()):
        return False
    return bool(_OPERATORS[node.op]((scene.now.date() - _day(scene, text)).days, node.days))


def _day(scene: Scene, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Held(scene.told.rule, f"{text!r} is no date like 2026-11-03") from None


def _date(scene: Scene, node: tree.Today) -> str:
    """A date so many days from another; it has to be one of the calendar."""
    of = node.of
    day = scene.now.date() if of is None else _day(scene, str(cell(scene, of) or "").strip())
    try:
        return (day + timedelta(days=node.days)).isoformat()
    except OverflowError:
        raise Held(scene.told.rule, f"there is no date {node.days} days from {day}") from None


def _now(scene: Scene, node: tree.Now) -> bool:
    now = scene.now
    if node.unit == "nth":
        is_last = (now + timedelta(days=7)).month != now.month
        counts = is_last if node.last < 0 else (now.day - 1) // 7 + 1 == node.last
        return counts and now.weekday() == node.first
    at = {
        "minute": 60 * now.hour + now.minute,
        "weekday": now.weekday(),
        "date": 100 * now.month + now.day,
        "monthday": now.day,
    }[node.unit]
    if node.first <= node.last:
        return node.first <= at <= node.last
    return at >= node.first or at <= node.last


def _voted(scene: Scene, node: tree.Voted) -> bool:
    how = {"for": ("FOR",), "against": ("AGAINST",)}.get(node.how, ("FOR", "AGAINST"))
    said = {f"{vote} {each.name}".casefold() for each in owners(scene, node.who) for vote in how}
    return any(each.casefold() in said for each in scene.votes)


def _bonded(scene: Scene, node: tree.Bonded) -> bool:
    one_, other = one(scene, node.one), one(scene, node.other) if node.other is not None else None
    if one_ is None or (other is None and node.other is not None):
        return False
    pairs = ({e.player, e.to} for e in scene.state.relations if fold(e.what) == fold(node.what))
    return any(
        one_.name in pair and (other is None or pair == {one_.name, other.name}) for pair in pairs
    )


def _before(scene: Scene, node: tree.Before) -> bool:
    now, scene.then = scene.then, scene.began
    try:
        return holds(scene, node.of)
    finally:
        scene.then = now


def _changes(scene: Scene, node: tree.Changes) -> bool:
    """Whether a place holds something else than in the state before; nothing is what is empty."""
    if scene.since is None:
        return False
    now: Any = cell(scene, node.place) or 0
    scene.then = scene.since
    try:
        was: Any = cell(scene, node.place) or 0
        if node.way in ("increases", "decreases"):
            return bool(now > was if node.way == "increases" else now < was)
        return bool(now != was)
    finally:
        scene.then = None


_CONDITIONS: Mapping[type, Callable[[Any], _Of[bool]]] = {
    tree.Compare: lambda node: _from(
        _OPERATORS[node.op], amount_of(node.left), amount_of(node.right)
    ),
    tree.Parity: lambda node: _from(
        lambda number: (number % node.by == 0) is node.even, amount_of(node.of)
    ),
    tree.Is: lambda node: _from(same, cell_of(node.place), value_of(node.value)),
    tree.Equal: _asked(
        lambda scene, node: None is not one_of(node.one)(scene) == one_of(node.other)(scene)
    ),
    tree.Includes: _asked(_includes),
    tree.Empty: lambda node: _from(not_, cell_of(node.place)),
    tree.Changes: _asked(_changes),
    tree.Exists: _asked(
        lambda scene, node: bool(several_of(node.of)(scene, None, 1))
    ),
    tree.Not: lambda node: _from(not_, condition(node.of)),
    tree.Both: lambda node: _joined(False, [*map(condition, node.of)]),
    tree.Either: lambda node: _joined(True, [*map(condition, node.of)]),
    tree.Did: _asked(lambda scene, node: _done(scene, node) > 0),
    tree.DoneLast: _asked(
        lambda scene, node: done_last(scene.state, scene.doer, node.verb, scene.them)
    ),
    tree.Before: _asked(_before), tree.Voted: _asked(_voted), tree.Bonded: _asked(_bonded),
    tree.Tied: lambda _: lambda scene: scene.tied,
    tree.Doubles: lambda _: lambda scene: len(scene.faces) > 1 and len({*scene.faces}) == 1,
    tree.DaysAgo: _asked(_days_ago),
    tree.Now: _asked(_now),
    tree.Won: lambda _: lambda scene: bool(scene.state.winners),
}  # fmt: skip


def _at_once(of: Callable[[Any], _Of[_T]]) -> Callable[[Scene, Any], _T]:
    """What a node stands for now."""
    return lambda scene, node: of(node)(scene)


one = _at_once(one_of)  # the single player or thing
amount = _at_once(amount_of)  # a number; what is rolled or chosen for it is so now
holds = _at_once(condition)  # whether a condition holds
value = _at_once(value_of)  # as the value of a cell: a number, the name of an owner, a text
cell = _at_once(cell_of)  # what stands at a place; 0 without an owner


# == Owners, amounts and cells in the words of an answer ===========================================


def shown(held: Cell, nothing: str = "nothing") -> str:
    """A cell in words; ``nothing`` where it says nothing."""
    if isinstance(held, bool):
        return "yes" if held else "no"
    if isinstance(held, Mapping):
        return ", ".join(f"{number} {item}" for item, number in held.items()) or nothing
    return (", ".join(held) if isinstance(held, tuple) else str(held)) or nothing


def who(scene: Scene, owner: Owner) -> str:
    """An owner at the beginning of a phrase; the one who wrote the line has no name there."""
    return scene.name(owner.name) if owner.table == PLAYERS else f"{owner.name or say('the game')} "


def whose(scene: Scene, owner: Owner) -> str:
    """An owner before something that is theirs; no word for the game."""
    if not owner.table:
        return ""
    mine = owner.table == PLAYERS and owner.name == scene.act.player
    return say("your") if mine else say("{}'s", owner.name)


# == Turns: whose it is, who has none, and until when it lasts =====================================


TURN = "Turn"
_INSTANT = timedelta(microseconds=1)


def whose_turn(state: State) -> str:
    """The player whose turn it is, as the page says; "" where it is nobody's."""
    who = str(state.values.get(TURN, ""))
    return who if who in state.players else ""


def turn_ends(state: State) -> datetime | None:
    """Until when the turn lasts, as the page says; None where it says nothing of it."""
    with suppress(ValueError):
        return parse_time(str(state.values.get(tree.TURN_ENDS, "")).removesuffix(" UTC"))
    return None


def until_of(lasts: tree.TurnLasts, now: datetime) -> str:
    """Until when a turn lasts that begins now, to the minute, as it stands on the page."""
    until = now + timedelta(hours=lasts.hours, minutes=1) - _INSTANT
    return f"{until:%Y-%m-%d %H:%M}"


class Onlooker(Struct, frozen=True):
    """One who asks of a state what holds in it, and does nothing."""

    state: State
    book: Rulebook
    now: datetime
    player: str = ""


def takes_turns(act: Any, plan: SentencePlan, name: str) -> bool:
    """Whether a player is one of those who take turns. ``act``: or an :class:`Onlooker`."""
    for told in plan.turns:
        where = told.means.where
        if where is not None and holds(Scene(act, plan, told, name), where) is told.means.skipped:
            return False
    return True


def passes_by_itself(plan: SentencePlan, onlooker: Onlooker) -> bool:
    """Whether a turn passes that nobody has, or nobody who takes turns."""
    on, names = whose_turn(onlooker.state), onlooker.state.players
    if on and takes_turns(onlooker, plan, on):
        return False
    return any(takes_turns(onlooker, plan, each) for each in names)


def next_turn(scene: Scene) -> tuple[str, bool]:
    """Whose turn is next in the order of the table, and whether a round ends before it."""
    names, on = tuple(scene.state.players), whose_turn(scene.state)
    at = names.index(on) if on in names else -1
    order = (*names[at + 1 :], *names[: at + 1])
    after = next((each for each in order if takes_turns(scene.act, scene.plan, each)), "")
    return after, bool(after) and 0 <= at >= names.index(after)
