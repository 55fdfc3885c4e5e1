"""Effects of a body that the clauses behind them may go on with: those of one player's block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.base import Branch, Misfit, first_word
from rules.plain.meaning.parts import Part, subject_of
from rules.plain.meaning.people import SURELY_DOER
from rules.plain.meaning.transfers import Effects


class OpenBlock(Struct, frozen=True):
    """Effects of a block that the next part may go on with."""

    who: Any
    effects: Effects


def is_about(effects: Effects, subject: Any) -> bool:
    """Whether effects are done by a player, or are about what that player has."""
    for each in effects:
        if isinstance(each, t.Put | t.Add):
            owner: Any = each.place
            while isinstance(owner, t.Place):
                owner = owner.owner
            if owner != subject:
                return False
        elif isinstance(
            each,
            t.ForThings
            | t.ForPlayers
            | t.NothingHappens
            | t.Destroy
            | t.Start
            | t.Include
            | t.Target
            | t.Discard,
        ):
            return False
    return True


def follows_roll(found: Sequence[Any], part: Part) -> bool:
    """Whether a clause with its result behind it comes right after the roll, or by itself."""
    last = last_of(found[-1]) if found else None
    return part.joint in ("stop", "item") or isinstance(last, t.Roll | t.If | None)


def has_roll(effect: Any) -> bool:
    """Whether a block has a roll."""
    return isinstance(effect, OpenBlock) and any(isinstance(e, t.Roll) for e in effect.effects)


def with_remark(found: list[Any], remark: Branch) -> list[Any]:
    """The effects of which the last one is no move, or one of which the doer makes the choices."""
    last = found[-1] if found else None
    inner = last.effects[-1] if isinstance(last, OpenBlock) else last
    new = _remarked(inner, remark)
    if new is None:
        raise Misfit("that is said of no move", first_word(remark))
    if isinstance(last, OpenBlock):
        return [*found[:-1], OpenBlock(last.who, (*last.effects[:-1], new))]
    return [*found[:-1], new]


def _remarked(effect: Any, remark: Branch) -> Any:
    """The effect as a remark has it; None where it says nothing of such an effect."""
    if remark.name == "not_a_move":
        is_move = isinstance(effect, t.Move | t.Swap) and effect.lands
        return replace(effect, lands=False) if is_move else None
    who = subject_of(remark)
    by_doer = who is not None and who.words()[0].text.casefold() in SURELY_DOER
    is_move = isinstance(effect, t.MoveAgain) and effect.who != t.Doer() and not effect.led
    return replace(effect, led=True) if is_move and by_doer else None


def last_of(effect: Any) -> Any:
    """The last effect of a block; an effect as it is."""
    return effect.effects[-1] if isinstance(effect, OpenBlock) and effect.effects else effect


def merged(found: Sequence[Any]) -> Effects:
    """Effects with those of one block together."""
    merged: list[Any] = []
    for each in found:
        before = merged[-1] if merged else None
        if isinstance(each, OpenBlock) and isinstance(before, OpenBlock) and before.who is each.who:
            merged[-1] = OpenBlock(each.who, (*before.effects, *each.effects))
        else:
            merged.append(each)
    return tuple(effect for each in merged for effect in _closed(each))


def _closed(effect: Any) -> Effects:
    """A block as effects; what becomes of a field of one player is said of that player."""
    if not isinstance(effect, OpenBlock):
        return (effect,)
    some = isinstance(effect.who, t.ExtremePlayer | t.RandomPlayer) and len(effect.effects) == 1
    of_one = some or isinstance(effect.who, t.Same | t.NamedPlayer)
    if of_one and all(isinstance(e, t.Put) and e.place.owner == t.Them() for e in effect.effects):
        places = (t.Place(effect.who, each.place.name) for each in effect.effects)
        values = (each.value for each in effect.effects)
        return tuple(map(t.Put, places, values))
    return (t.ForPlayers(effect.who, effect.effects),)
