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

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.generic import owners as fields
from rules.generic.owners import GAME, PLAYERS, Cell, Field, FieldKind, Owner, State, columns
from rules.generic.play.plan import SentencePlan, done_last
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
    counts = [_has(scene, each, what) for each in options]
    if not counts:
        return None
    best = max(counts) if node.most else min(counts)
    found = [each for each, number in zip(options, counts, strict=True) if number == best]
    if len(found) > 1 and getattr(node, "ties", "") == tree.EARLIER:
        said = {each.player: each.time for each in scene.state.uses if each.what == chose(what)}
        first = min((said[each.name] for each in found if each.name in said), default=None)
        found = [each for each in found if said.get(each.name) == first] if first else found
    elif len(found) > 1 and isinstance(node, tree.ExtremePlayer) and node.ties:
        return foremost(scene, replace(node, what=node.ties, most=True, ties=""), found)
    scene.tied = len(found) > 1
    if len(found) > 1:
        tied = say(" and ").join(each.name for each in found)
        scene.say(
            "no one has the {} {}: {} tie",
            say("most" if node.most else "fewest"),
            what if isinstance(what, str) or scene.it is None else scene.it.name,
            tied,
        )
        return None
    return found[0]


def chosen_number(scene: Scene, least: int, most: int | None) -> int:
    """A number of the doer's choice."""
    upto = "" if most is None else f", at most {most}"
    asks = f"how many, to {scene.told.label} (from {least}{upto})"
    if scene.at_random and most is not None:
        return least + scene.act.roll(1, most - least + 1, scene.told.label)[0] - 1
    scene.must_choose(asks)
    return scene.act.ask(asks, lambda text: number_in(text, least, most))


# == What players, things, amounts and conditions of a sentence stand for ==========================

# -- players and things ----------------------------------------------------------------------------


def owners(scene: Scene, node: Any) -> tuple[Owner, ...]:
    """Whom or what a node stands for, in the order of the page; none where there is no such one."""
    if type(node) not in _ONE:
        return fitting(scene, node)
    found = _ONE[type(node)](scene, node)
    return () if found is None else (found,)


def one(scene: Scene, node: Any) -> Owner | None:
    """The single player or thing that a node stands for."""
    if type(node) in _ONE:
        return _ONE[type(node)](scene, node)
    found = fitting(scene, node)
    return found[0] if len(found) == 1 else None


def fitting(scene: Scene, node: Any, among: frozenset[Owner] | None = None) -> tuple[Owner, ...]:
    """All players or things that a node may stand for. ``among``: none but these."""
    return tuple(_fitting(scene, node, among))


def _fitting(scene: Scene, node: Any, among: frozenset[Owner] | None = None) -> Iterable[Owner]:
    table = node.table if isinstance(node, _OF_TABLE) else PLAYERS
    if table != PLAYERS and table not in scene.state.tables:
        return ()
    names: Mapping[str, object] = fields.rows(scene.state, table)
    if among is not None and len(among) == 1:
        every = [each for each in among if each.name in names]
    elif among is not None:
        every = [each for each in (Owner(table, name) for name in names) if each in among]
    else:
        if table != PLAYERS and node.where is not None:
            names, node = _narrowed(scene, node, names)
        every = [Owner(table, name) for name in names]
    if node.where is None and not (table == PLAYERS and node.other):
        return every
    return (each for each in every if fits(scene, node, each))


_CERTAIN = (tree.Doer, tree.Them, tree.Same, tree.NamedPlayer, tree.NamedThing, tree.Nothing)


def _narrowed(
    scene: Scene, node: Any, every: Mapping[str, object]
) -> tuple[Mapping[str, object], Any]:
    """The things among which are those that a node may stand for, and what else it says of them.

    Where somebody or something stands in a column of theirs, that tells them: none is looked at.
    """
    where: Any = node.where
    conditions = where.of if isinstance(where, tree.Both) else (where,)
    each: Any
    for each in conditions:
        is_own = isinstance(each, tree.Is) and isinstance(each.place.owner, tree.It)
        if not (is_own and isinstance(each.value, _CERTAIN)):
            continue
        about = fields.find_field(scene.state, node.table, each.place.name)
        wanted = value(scene, each.value)
        if about is None or about.kind not in _WORDS or not isinstance(wanted, str):
            continue
        if scene.plan.reckoning(scene.state, node.table, about.name) is None:
            found = scene.state.tables[node.table].by_cell(about.name).get(fold(wanted), {})
            rest = tuple(other for other in conditions if other is not each)
            return found, replace(node, where=tree.Both(rest) if rest else None)
    return every, node


_WORDS = (FieldKind.THING, FieldKind.TEXT)


def fits(scene: Scene, node: Any, owner: Owner) -> bool:
    """Whether a player or thing of the right table is one that a node may stand for."""
    if owner.table == PLAYERS and node.other and owner.name == scene.self:
        return False
    if node.where is None:
        return True
    with scene.about(owner):
        return holds(scene, node.where)


def may_be(scene: Scene, node: Any, owner: Owner) -> bool:
    """Whether a player or thing is one of those that :func:`fitting` gives."""
    table = node.table if isinstance(node, _OF_TABLE) else PLAYERS
    if owner.table != table or (table != PLAYERS and table not in scene.state.tables):
        return False
    return owner.name in fields.rows(scene.state, table) and fits(scene, node, owner)


_One = Callable[[Scene, Any], Owner | None]


def _player(scene: Scene, name: str) -> Owner | None:
    return Owner(PLAYERS, name) if name in scene.state.players else None


def _same(scene: Scene, node: Any) -> Owner | None:
    held = scene.slots.get(node.slot)
    return held if isinstance(held, Owner) else None


def _named_thing(scene: Scene, node: Any) -> Owner | None:
    table = scene.state.tables.get(node.table)
    return Owner(node.table, node.name) if table and node.name in table.things else None


def _one_of(settle: Callable[[Scene, Any, Sequence[Owner]], Owner | None]) -> _One:
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
            if times_opened() > opened and not fits(scene, node, found):
                raise Refused("{} is not what the rule means", found.name, rule=scene.told.rule)
            scene.slots[node.slot] = found
        return _same(scene, node)

    return settled


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


def _place(scene: Scene, node: Any) -> Owner | None:
    """The thing that a cell names."""
    about, held = field_at(scene, node), cell(scene, node)
    if about is None or not about.table or not isinstance(held, str) or not held:
        return None
    return Owner(about.table, held) if held in fields.rows(scene.state, about.table) else None


_ONE: Mapping[type, _One] = {
    tree.Doer: lambda scene, _: _player(scene, scene.doer),
    tree.Them: lambda scene, _: _player(scene, scene.them or scene.doer),
    tree.Around: lambda scene, _: fields.player(scene.around) if scene.around else None,
    tree.It: lambda scene, _: scene.it, tree.AroundIt: lambda scene, _: scene.around_it,
    tree.Same: _same, tree.NamedPlayer: lambda scene, node: _player(scene, node.name),
    tree.NamedThing: _named_thing, tree.ChosenPlayer: _one_of(chosen),
    tree.ChosenThing: _one_of(chosen), tree.RandomPlayer: _one_of(drawn),
    tree.RandomThing: _one_of(drawn), tree.ExtremePlayer: _one_of(foremost),
    tree.ExtremeThing: _one_of(foremost), tree.NextPlayer: _one_of(_in_order),
    tree.ThingInOrder: _one_of(_in_order), tree.ChosenProposal: _same, tree.Place: _place,
}  # fmt: skip


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


def cell(scene: Scene, place: tree.Place, *, counting: bool = False) -> Cell:
    """What stands at a place; 0 without an owner. ``counting``: with what counts as such."""
    owner = owner_of(scene, place)
    if owner is None:
        return 0
    state, name = scene.state, place.name
    reckoned = scene.plan.reckoning(state, owner.table, name)
    if reckoned is not None:
        with scene.about(owner):
            return amount(scene, reckoned)
    about = fields.find_field(state, owner.table, name)
    if about is not None:
        held = fields.value(state, owner, about)
        return read(scene, owner, about, held) if isinstance(held, str) else held
    number = scene.count(owner.name, name) if counting and owner.table == PLAYERS else None
    if number is not None:
        return number
    if owner.table == PLAYERS and name in state.tables:
        return sum(fields.count(state, owner, each) for each in state.tables[name].things)
    return fields.count(state, owner, name)


def place_of(owner: Owner, about: Field) -> str:
    """The cell that a seal is made for."""
    return f"{about.name} of {owner.name}" if owner.name else about.name


def read(scene: Scene, owner: Owner, about: Field, held: Cell) -> Cell:
    """What stands in a cell, be it sealed."""
    if not is_sealed(held):
        return held
    return unsealed(str(held), place_of(owner, about), scene.told.rule).text


# -- how many --------------------------------------------------------------------------------------


def amount(scene: Scene, node: Any) -> int:
    """The number that a node stands for. What is rolled or chosen for it is so now."""
    found = _AMOUNTS[type(node)](scene, node)
    if not -LARGEST <= found <= LARGEST:
        raise Refused("{} is more than any page can hold", found, rule=scene.told.rule)
    return found


def _dice(scene: Scene, node: tree.Dice) -> int:
    count = node.count if node.many is None else node.count * max(amount(scene, node.many), 0)
    if count:
        scene.roll(count, node.sides)
    else:
        scene.faces, scene.rolled = (), 0
    total = (scene.rolled or 0) + node.plus
    scene.rolled = scene.many = total
    scene.say("{}rolls {}", scene.name(scene.self) if scene.self else "", total)
    return total


def _that_many(scene: Scene, _node: Any) -> int:
    if scene.many is None:
        raise Held(scene.told.rule, "it is not said how many 'that many' are")
    return scene.many


def _chosen_number(scene: Scene, node: tree.Chosen) -> int:
    """A number of the doer's choice, asked for once."""
    held = scene.slots.get(node.slot)
    if not isinstance(held, int):
        most = None if node.most is None else amount(scene, node.most)
        held = scene.slots[node.slot] = chosen_number(scene, node.least, most)
    scene.many = held
    return held


def _part(scene: Scene, node: tree.Part) -> int:
    whole = amount(scene, node.of) * node.times
    over = node.over if isinstance(node.over, int) else amount(scene, node.over)
    return 0 if not over else -(-whole // over) if node.up else whole // over


def _hits(scene: Scene, node: tree.Hits) -> int:
    """How many of the faces show it."""
    total, found = scene.rolled, 0
    for face in scene.faces:
        scene.rolled = face
        found += holds(scene, node.where)
    scene.rolled = total
    return found


def _sum(scene: Scene, node: tree.Sum) -> int:
    first, second = amount(scene, node.one), amount(scene, node.other)
    return first - second if node.minus else first + second


def _each(scene: Scene, node: tree.Total | tree.Extreme) -> list[int]:
    """What each of several has."""
    place = tree.Place(node.of, node.name)
    kept, found = scene.each, []
    for owner in fitting(scene, node.of):
        scene.each = node.of, owner
        found.append(how_many(scene, place, counting=True))
    scene.each = kept
    return found


def _has(scene: Scene, owner: Owner, what: Any) -> int:
    """How many of something an owner has, reckoned or counted. ``what``: or the item itself."""
    if not isinstance(what, str):
        item = one(scene, what)
        return fields.count(scene.state, owner, item.name) if item else 0
    reckoned = scene.plan.reckoning(scene.state, owner.table, what)
    if reckoned is None:
        return fields.count(scene.state, owner, what)
    with scene.about(owner):
        return amount(scene, reckoned)


def key_of(owner: Owner) -> str:
    """A player or thing as relations name it."""
    return owner.name if owner.table == PLAYERS else f"{owner.table}/{owner.name}"


VOTE = "vote"  # what holds between a player and whom they vote for


def _votes(scene: Scene, node: tree.Votes) -> int:
    """The votes for a player or thing, each as often as it counts."""
    of = one(scene, node.of)
    key = key_of(of) if of else ""
    cast = (e.player for e in scene.state.relations if (e.what, e.to) == (VOTE, key))
    return sum(weight(scene, name) for name in cast if name in scene.state.players)


def weight(scene: Scene, name: str) -> int:
    """How often a player's vote counts: as the last of the sentences says that are about them."""
    for told in reversed(scene.plan.weights):
        inner = Scene(scene.act, scene.plan, told, then=scene.then)
        if may_be(inner, told.means.of, fields.player(name)):
            with inner.about(fields.player(name)):
                return max(amount(inner, told.means.amount), 0)
    return 1


def _up_to(scene: Scene, node: tree.UpTo) -> int:
    room = amount(scene, node.most) - amount(scene, node.held)
    return max(0, min(amount(scene, node.amount), room))


def how_many(scene: Scene, place: tree.Place, *, counting: bool = False) -> int:
    """The number at a place; of a list, how many there are in it. ``counting``: as of cells."""
    held = cell(scene, place, counting=counting)
    if isinstance(held, int):
        return +held
    if isinstance(held, Mapping):
        return sum(held.values())
    return len(held) if isinstance(held, tuple) else 0


def _holding(scene: Scene, node: tree.Owns | tree.Holding) -> int:
    who, thing = one(scene, node.who), one(scene, node.thing)
    return fields.count(scene.state, who, thing.name) if who and thing else 0


_AMOUNTS: Mapping[type, Callable[[Scene, Any], int]] = {
    tree.Number: lambda _, node: node.value,
    tree.Dice: _dice,
    tree.Rolled: lambda scene, _: scene.rolled or 0,
    tree.ThatMany: _that_many,
    tree.Same: lambda scene, node: (
        held if isinstance(held := scene.slots.get(node.slot), int) else 0
    ),
    tree.Chosen: _chosen_number,
    tree.HowMany: lambda scene, node: how_many(scene, node.place, counting=True),
    tree.Part: _part,
    tree.ForEach: lambda scene, node: (
        amount(scene, node.amount) * (amount(scene, node.each) // node.per)
    ),
    tree.Sum: _sum,
    tree.UpTo: _up_to,
    tree.Hits: _hits,
    tree.Bounded: lambda scene, node: (min if node.most else max)(
        amount(scene, node.of), amount(scene, node.bound)
    ),
    tree.Votes: _votes,
    tree.Holding: _holding,
    tree.CountOf: lambda scene, node: len(fitting(scene, node.of)),
    tree.HowOften: lambda scene, node: sum(
        scene.did(each.name, node.of) for each in owners(scene, node.of.who)
    ),
    tree.Total: lambda scene, node: sum(_each(scene, node)),
    tree.Extreme: lambda scene, node: (max if node.most else min)(_each(scene, node) or [0]),
}


# -- conditions ------------------------------------------------------------------------------------


def holds(scene: Scene, node: Any) -> bool:
    """Whether a condition holds now."""
    return _CONDITIONS[type(node)](scene, node)


def value(scene: Scene, node: Any) -> Cell:
    """What a node is as the value of a cell: a number, the name of a player or thing, a text."""
    if isinstance(node, tree.Text):
        word = fold(node.text)
        return {"yes": True, "no": False}.get(word, node.text)
    if isinstance(node, tree.Nothing | tree.Today):
        return "" if isinstance(node, tree.Nothing) else f"{scene.now:%Y-%m-%d}"
    if isinstance(node, tree.Place):
        return cell(scene, node)
    if type(node) in _AMOUNTS and not (
        isinstance(node, tree.Same) and isinstance(scene.slots.get(node.slot), Owner)
    ):
        return amount(scene, node)
    found = one(scene, node)
    return found.name if found else ""


def _includes(scene: Scene, node: tree.Includes) -> bool:
    held, thing = cell(scene, node.place), one(scene, node.thing)
    if thing is None:
        return False
    return held == thing.name if isinstance(held, str) else includes(held, thing.name)


def _days_ago(scene: Scene, node: tree.DaysAgo) -> bool:
    text = str(cell(scene, node.place) or "").strip()
    try:
        days = (scene.now.date() - date.fromisoformat(text)).days if text else None
    except ValueError:
        raise Held(scene.told.rule, f"{text!r} is no date like 2026-11-03") from None
    return days is not None and _OPERATORS[node.op](days, node.days)


def _now(scene: Scene, node: tree.Now) -> bool:
    now = scene.now
    at = {
        "minute": 60 * now.hour + now.minute,
        "weekday": now.weekday(),
        "date": 100 * now.month + now.day,
    }[node.unit]
    if node.first <= node.last:
        return node.first <= at <= node.last
    return at >= node.first or at <= node.last


def _equal(scene: Scene, node: tree.Equal) -> bool:
    first = one(scene, node.one)
    return first is not None and first == one(scene, node.other)


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
    """Whether a condition held in the state in which the sentence began."""
    now, scene.then = scene.then, scene.began
    try:
        return holds(scene, node.of)
    finally:
        scene.then = now


_CONDITIONS: Mapping[type, Callable[[Scene, Any], bool]] = {
    tree.Compare: lambda scene, node: _OPERATORS[node.op](
        amount(scene, node.left), amount(scene, node.right)
    ),
    tree.Parity: lambda scene, node: (amount(scene, node.of) % 2 == 0) is node.even,
    tree.Is: lambda scene, node: same(cell(scene, node.place), value(scene, node.value)),
    tree.Equal: _equal,
    tree.Includes: _includes,
    tree.Empty: lambda scene, node: not cell(scene, node.place),
    tree.Yes: lambda scene, node: cell(scene, node.place) is True,
    tree.Exists: lambda scene, node: any(True for _ in _fitting(scene, node.of)),
    tree.Not: lambda scene, node: not holds(scene, node.of),
    tree.Both: lambda scene, node: all(holds(scene, each) for each in node.of),
    tree.Either: lambda scene, node: any(holds(scene, each) for each in node.of),
    tree.Did: lambda scene, node: any(
        scene.did(each.name, node) for each in owners(scene, node.who)
    ),
    tree.DoneLast: lambda scene, node: done_last(scene.state, scene.doer, node.verb, scene.them),
    tree.Before: _before,
    tree.Voted: _voted,
    tree.Owns: lambda scene, node: _holding(scene, node) > 0,
    tree.Bonded: _bonded,
    tree.Tied: lambda scene, _: scene.tied,
    tree.Doubles: lambda scene, _: len(scene.faces) > 1 and len({*scene.faces}) == 1,
    tree.DaysAgo: _days_ago,
    tree.Now: _now,
}


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
    who = str(_said(state, TURN))
    return who if who in state.players else ""


def turn_ends(state: State) -> datetime | None:
    """Until when the turn lasts, as the page says; None where it says nothing of it."""
    with suppress(ValueError):
        return parse_time(str(_said(state, tree.TURN_ENDS)).removesuffix(" UTC"))
    return None


def until_of(lasts: tree.TurnLasts, now: datetime) -> str:
    """Until when a turn lasts that begins now, to the minute, as it stands on the page."""
    until = now + timedelta(hours=lasts.hours, minutes=1) - _INSTANT
    return f"{until:%Y-%m-%d %H:%M}"


def _said(state: State, name: str) -> Cell:
    label = next((each for each in columns(state, "") if each.name == name), None)
    return fields.value(state, GAME, label) if label else ""


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
    names, on = tuple(scene.state.players), str(_said(scene.state, TURN))
    at = names.index(on) if on in names else -1
    order = (*names[at + 1 :], *names[: at + 1])
    after = next((each for each in order if takes_turns(scene.act, scene.plan, each)), "")
    return after, bool(after) and 0 <= at >= names.index(after)
