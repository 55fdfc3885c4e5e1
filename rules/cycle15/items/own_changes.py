"""What plain words changed on the page of Cycle 15, carried out in its state.

Decisions: who becomes drunk is not tipsy any more, and the other way round; a traincrab
that becomes a train stays one. What follows what is written space by space, types as items do it. A
random item is one that the rule Garbage defines, by ID. A Crystal that is lost is a Crystal, or
what counts as one, as its owner says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.cycle15 import party, winning
from rules.cycle15.belongings import garbage
from rules.cycle15.belongings.effect import INSIGHT, Effect
from rules.cycle15.belongings.possessions import CRYSTALLINE, change
from rules.cycle15.belongings.status_effects import values
from rules.cycle15.board import wheel_rotation
from rules.cycle15.board.spaces import connect, disconnect, put_space
from rules.cycle15.items.item import in_use, unit_of
from rules.cycle15.items.own_page import (
    BAG,
    INSIGHTFULNESS,
    KINDS,
    NEXT,
    PARTY,
    SAID,
    SPACES,
    STATUSES,
    TYPE,
    WHEEL,
)
from rules.cycle15.items.rule_changes import burn
from rules.cycle15.items.spaces import change_types, new_number
from rules.cycle15.state import CRUSTAL, CRYSTAL, Context, Player, Space
from rules.generic.state import Cell, Thing, ThingTable
from rules.generic.state import Player as Row
from rules.generic.state import State as Page
from rules.plain import tree
from wikibot.sdk import Held, integer, replace, with_player

_WHEEL = tree.Place(None, WHEEL)


def write(act: Context, before: Page, after: Page) -> bool:
    """Carry out what changed."""
    told = False
    for name, row in after.players.items():
        if row is not before.players[name]:
            _write_player(act, before.players[name], row)
    if after.values is not before.values:
        told = _write_values(act, before.values, after.values)
    if after.tables is not before.tables:
        told = _write_spaces(act, before.tables[SPACES], after.tables[SPACES])
    for name in after.winners[len(before.winners) :]:
        winning.declare(act, name, "by an item")
        told = True
    return told


def _write_player(act: Context, before: Row, after: Row) -> None:
    for item in dict.fromkeys((*before.items, *after.items)):
        more = after.count(item) - before.count(item)
        if more:
            change(act, after.name, item, more)
    for status, said in SAID.items():
        has = bool(after.fields.get(said))
        if has is not bool(before.fields.get(said)):
            _write_status(act, after.name, status, has=has)
    _write_insight(act, after.name, after.fields.get(INSIGHTFULNESS))


def _write_status(act: Context, name: str, status: str, *, has: bool) -> None:
    """Let a player be in a state, or not any more; it ends those that it cannot go with."""
    player: Player = act.state.players[name]
    if has and any(status in KINDS.get(each.kind, ()) for each in player.effects):
        return  # a traincrab is a train already
    over = STATUSES if status in STATUSES else (status, *KINDS[status])
    ended = over if has else (status,)
    kept = tuple(each for each in player.effects if each.kind not in ended)
    more = (Effect(status),) if has else ()
    act.state = with_player(act.state, replace(player, effects=(*kept, *more)))


def _write_insight(act: Context, name: str, held: Cell | None) -> None:
    number = held if isinstance(held, int) else 0
    player: Player = act.state.players[name]
    if number != (*values(player, INSIGHT), 0)[0]:
        kept = (each for each in player.effects if each.kind != INSIGHT)
        new = replace(player, effects=(*kept, Effect(INSIGHT, number)))
        act.state = with_player(act.state, new)


def _write_values(act: Context, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    told = False
    by = after.get(WHEEL, 0) - before.get(WHEEL, 0)
    if by:
        wheel_rotation.turn(act, by)
        told = True
    if bool(after.get(PARTY)) is not bool(before.get(PARTY)):
        party.start(act)
        told = True
    return told


def _write_spaces(act: Context, before: ThingTable, after: ThingTable) -> bool:
    """New spaces, what follows what, and types; whether the answer tells of it."""
    told = False
    for name, space in after.things.items():
        old = before.things.get(name) or Thing(name)
        id_ = integer(name)
        if name not in before.things:
            act.state = put_space(act.state, Space(id_))
        elif space.fields.get(TYPE) != old.fields.get(TYPE):
            change_types(act, (id_,), str(space.fields.get(TYPE, "")))
            told = True
        nexts, last = (_names(each.fields.get(NEXT, ())) for each in (space, old))
        act.state = connect(act.state, ((id_, integer(e)) for e in nexts if e not in last))
        act.state = disconnect(act.state, ((id_, integer(e)) for e in last if e not in nexts))
    return told


def _names(held: Any) -> tuple[str, ...]:
    return held if isinstance(held, tuple) else ()


def instead(act: Context, effect: Any, player: str) -> Sequence[Any]:
    """Nothing in place of a turn of a wheel that there is not; the crystal that is meant."""
    on_wheel = isinstance(effect, tree.Add | tree.Put) and effect.place == _WHEEL
    if on_wheel and not act.book.has(wheel_rotation.SECTION):
        act.say("there is no wheel, so nothing happens")
        return ()
    if isinstance(effect, tree.Start) and effect.name == PARTY:
        party.start(act)
        return ()
    if isinstance(effect, tree.Create) and effect.table == SPACES and not effect.name:
        return (replace(effect, name=str(new_number(act))),)
    if isinstance(effect, tree.Destroy) and _is_of_garbage(effect.thing):
        burn(act)
        return ()
    if isinstance(effect, tree.Lose) and effect.what == CRYSTAL:
        return _which_crystal(act, effect, player)
    return (_garbage_only(effect),)


def _is_of_garbage(thing: Any) -> bool:
    """Whether one of the items that the rule defines is meant, by choice."""
    return isinstance(thing, tree.ChosenThing) and thing.table == garbage.SECTION


def _garbage_only(effect: Any) -> Any:
    """The effect with a random item as one of those that the rule Garbage defines."""
    drawn = isinstance(effect, tree.Draw) and isinstance(effect.thing, tree.RandomThing)
    if drawn and effect.thing.table == BAG:
        return replace(effect, thing=replace(effect.thing, table=garbage.SECTION))
    return effect


def _which_crystal(act: Context, effect: tree.Lose, player: str) -> Sequence[tree.Lose]:
    """The loss of a crystal, or of what counts as one, as its owner says."""
    owner = act.state.players[player]
    held = tuple(item for item in CRYSTALLINE if owner.count(item) > 0)
    if CRUSTAL not in held:
        return (effect,)
    if effect.amount != tree.Number(1) or player != act.player:
        why = f"{player} has Crustals, which count as crystals: it is not said which go"
        raise Held(unit_of(in_use(act)), why)
    which = act.choose("which crystal it is", held, question="which one")
    return (replace(effect, what=which),)
