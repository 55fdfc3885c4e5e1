"""The parts of a body as they were parsed: clauses with what stands before them.

A block is the effects of one player, which the clauses behind them may go on with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.clauses import FORMS, SURELY_DOER, Branch, Misfit, first_word
from rules.plain.effects.base import Effects
from rules.plain.meaning.boards import speaks_of_them
from rules.plain.words.lexemes import kinds

# == The parts of a body as they were parsed: clauses with what stands before them =================

_OPENERS = kinds(
    "if_before if_used_before unless_before on_result otherwise if_so either on_tie called if_won "
    "if_lost"
)
_HIGHEST = 10**6  # of a roll


class Part(Struct, frozen=True):
    """A clause with what stands before it. ``openers``: outermost first."""

    joint: str
    openers: tuple[Branch, ...]
    core: Branch


def parts_of(body: Branch) -> tuple[Part, ...]:
    """The parts of a body with their joints and what stands before them."""
    found: list[Part] = []
    joint = "stop"
    for each in body.branches():
        if each.name in ("then", "stop", "item", "or_do", "listed"):
            joint = each.name
            continue
        openers: list[Branch] = []
        core = each
        while core.name in _OPENERS:
            openers.append(core)
            core = core.branches()[-1]
        part = _opened(Part("item" if joint == "listed" else joint, tuple(openers), core))
        if joint == "listed" and found and _rolls(found[-1]) and not is_result(part):
            raise Misfit("it is not said for which result each item is: '1: ...'", first_word(each))
        found.append(part)
        joint = "stop"
    return _with_otherwise(found)


def _rolls(part: Part) -> bool:
    """Whether a clause is a roll."""
    return any(each.name == "roll" for each in part.core.branches())


def _opened(part: Part) -> Part:
    """``gain 3 Gold on a 6`` as ``on a 6, gain 3 Gold``."""
    if part.core.name != "on_after":
        return part
    clause, result = part.core.branches()
    plain = Branch("plain", (clause,))
    opener = Branch("on_result", (result, Branch("late", ()), plain))
    return Part(part.joint, (*part.openers, opener), plain)


def _with_otherwise(parts: Sequence[Part]) -> tuple[Part, ...]:
    """``gain 2 Fish if ..., otherwise ...`` as ``if ..., gain 2 Fish, otherwise ...``."""
    found = list(parts)
    for at, part in enumerate(found[:-1]):
        after = found[at + 1].openers
        alone = part.joint == "stop" or part.joint == "item"
        if not after or after[0].name != "otherwise" or not alone:
            continue
        if part.core.name in ("if_after", "unless_after"):
            clause, conditions = part.core.branches()
            plain = Branch("plain", (clause,))
            name = part.core.name.replace("after", "before")
            opener = Branch(name, (conditions, plain))
            found[at] = Part(part.joint, (*part.openers, opener), plain)
    return tuple(found)


def without_opener(parts: Sequence[Part], at: int) -> Sequence[Part]:
    """The parts, of one of them without its first opener."""
    part = parts[at]
    return (*parts[:at], Part(part.joint, part.openers[1:], part.core), *parts[at + 1 :])


def is_result(part: Part) -> bool:
    """Whether a clause stands under a result of a roll."""
    return bool(part.openers) and part.openers[0].name == "on_result"


def check_apart(results: Sequence[Branch]) -> None:
    """Results must not overlap: the words would not say which one counts."""
    spans: list[tuple[int, int]] = []
    for each in results:
        for low, high in _spans(each):
            if any(low <= to and since <= high for since, to in spans):
                raise Misfit("two results overlap", first_word(each))
            spans.append((low, high))
    if len(results) > 1 and any(each.name == "doubles_rolled" for each in results):
        raise Misfit("two results overlap", "doubles")
    for each in results:
        if each.name == "parity":
            odd = "odd" in each.words("EVEN")[0].text.casefold()
            if any(low != high or low % 2 == odd for low, high in spans):
                raise Misfit("two results overlap", each.words("EVEN")[0].text)


def _spans(result: Branch) -> list[tuple[int, int]]:
    numbers = [result.number(at) for at in range(len(result.words("NUMBER")))]
    if result.name == "or_more":
        return [(numbers[0], _HIGHEST)]
    if result.name == "or_less":
        return [(-_HIGHEST, numbers[0])]
    if result.name == "between":
        return [(numbers[0], numbers[1])]
    return [(each, each) for each in numbers]


def is_bare(clause: Branch) -> bool:
    """Whether a clause has a verb without anything that says who does it."""
    return not clause.branches("subject") and clause.name in _VERBS


_VERBS = {name for form, name in FORMS.items() if form.startswith("[subject] _")}


def leans(part: Part) -> bool:
    """Whether a condition with its clause speaks of players of before: "they", "their"."""
    first = subject_of(part.core.branches()[0]) if part.core.branches() else None
    return first is None or first.name == "they" or speaks_of_them(part.openers[0])


def subject_of(clause: Branch) -> Branch | None:
    """The player in front of a clause."""
    found = clause.branches("subject")
    return found[0].branches()[0] if found else None


def without_subject(clause: Branch) -> Branch:
    """The clause without the player in front of it."""
    return Branch(clause.name, clause.parts[1:]) if clause.branches("subject") else clause


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
        elif not each.of_player:
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
