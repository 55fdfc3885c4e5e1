"""Changes of the state that effects are made of: each within the limits, said, and noted.

Decisions: a limit cuts what is gained or lost, at once, and the answer says so. One that says what
players may not have refuses all of an action by which somebody would have more, or the player
themselves less; it cuts what comes by itself, or is taken from others. What is taken from another
is cut for both. A price and a gift leave the giver in full, and what the taker may not have of it
is lost; a gift of which nothing would arrive is refused. What someone must give has to be there in
full, by the limits, too. What is taken otherwise is taken as far as it is there. A player who comes
to stand on another thing lands on it, by whatever words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.generic import owners as fields
from rules.generic.owners import GAME, PLAYERS, Cell, Context, Field, FieldKind, Owner, State
from rules.generic.play import values
from rules.generic.play.plan import SentencePlan, Told, limit_table
from rules.generic.play.scene import Happened, Scene
from rules.generic.play.values import condition, fitting, holds, may_be, owners, shown, who, whose
from rules.plain import tree
from rules.plain.vocabulary import noun_of
from wikibot.game.problems import Held, Refused
from wikibot.game.secrets import keeper, sealed_record
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import format_time

# == How much of something its owners may have, by the sentences that limit it =====================


class Bounds(Struct, frozen=True, gc=False):
    """How much an owner may have of something, and the rules that say so.

    ``forbid_less``, ``forbid_more``: whether these forbid to go beyond, rather than cut.
    """

    least: int | None = None
    most: int | None = None
    by_least: str = ""
    by_most: str = ""
    forbid_less: bool = False
    forbid_more: bool = False

    def cut(self, number: int) -> int:
        """The number within the bounds."""
        number = number if self.most is None else min(number, self.most)
        return number if self.least is None else max(number, self.least)


NO_BOUNDS = Bounds()


def bounds(scene: Scene, owner: Owner, name: str, *, forbid: bool | None = None) -> Bounds:
    """The limits that bear on what an owner has under a name.

    ``forbid``: those alone that forbid to go beyond, or that cut.
    """
    found, others = _known_bounds(scene.plan, owner.table, name, forbid)
    for told in others:
        inner, limit = Scene(scene.act, scene.plan, told, scene.doer), told.means
        where = limit.of.where if limit.of else None
        if where is None or inner.of(owner, condition(where)):
            found = _narrowed(found, told, inner.of(owner, values.amount_of(limit.amount)))
    return found


def _known_bounds(
    plan: SentencePlan, table: str, name: str, forbid: bool | None
) -> tuple[Bounds, Sequence[Told]]:
    """What the first limits on something come to, the same for each owner, and the other limits.

    ``forbid``: as of :func:`bounds`.
    """
    key = table, name, forbid
    if key not in plan.bounds:
        limits = plan.limits_of(table, name)
        plan.bounds[key] = _certain([e for e in limits if forbid in (None, e.means.forbids)])
    found: tuple[Bounds, Sequence[Told]] = plan.bounds[key]
    return found


def _certain(limits: Sequence[Told]) -> tuple[Bounds, Sequence[Told]]:
    found = NO_BOUNDS
    for at, told in enumerate(limits):
        limit: tree.Limit = told.means
        if (limit.of and limit.of.where is not None) or not isinstance(limit.amount, tree.Number):
            return found, limits[at:]
        found = _narrowed(found, told, limit.amount.value)
    return found, ()


def _narrowed(found: Bounds, told: Told, number: int) -> Bounds:
    limit: tree.Limit = told.means
    if limit.op == "=" and found is NO_BOUNDS:
        return Bounds(number, number, told.rule, told.rule, limit.forbids, limit.forbids)
    if limit.op in ("<=", "=") and (found.most is None or number < found.most):
        found = replace(found, most=number, by_most=told.rule, forbid_more=limit.forbids)
    if limit.op in (">=", "=") and (found.least is None or number > found.least):
        found = replace(found, least=number, by_least=told.rule, forbid_less=limit.forbids)
    return found


# == Changes of the state that effects are made of: each within the limits, said, and noted ========

# -- amounts ---------------------------------------------------------------------------------------


def gain(scene: Scene, owner: Owner, what: str, number: int, *, told: bool = True) -> int:
    """Give an owner more of something, within the limits; how much it was."""
    if number > 0 and replaced(scene, "gains", owner, what, number):
        return 0
    scene.many = got = _change(scene, owner, what, number) if number > 0 else 0
    if got > 0 and told:
        scene.say("{}gains {}", who(scene, owner), _told(scene, owner, got, what))
    if got > 0:
        _note(scene, "gains", owner, what, got)
    return got


def lose(
    scene: Scene, owner: Owner, what: str, number: int | None, *, must: bool, told: bool = True
) -> int:
    """Take something from an owner; how much it was. None: all of it. ``must``: all or nothing."""
    there = fields.count(scene.state, owner, what)
    all_of_it = max(there, scene.pays, 0)  # a price of all is no price where there is none
    wanted = all_of_it if number is None else max(number, 0)
    if must and there < wanted:
        require(scene, owner, what, wanted)
    least = wanted if must else min(wanted, max(there, 0))
    if least > 0 and not must and replaced(scene, "loses", owner, what, least):
        scene.many = 0
        return 0
    taken = -_change(scene, owner, what, -least)
    if must and taken < wanted:
        raise beyond(owner, what, bounds(scene, owner, what), more=False)
    if taken > 0 and owner == GAME:
        scene.say("{} decreases by {}", what, taken)
    elif taken > 0 and told:
        said = later("{}pays {}") if scene.pays else later("{}loses {}")
        scene.say(said, who(scene, owner), _told(scene, owner, taken, what))
    if taken > 0:
        _note(scene, "loses", owner, what, taken)
    scene.many = taken
    return taken


def owe(scene: Scene, owner: Owner, what: str, number: int) -> None:
    """Let an owner have fewer of something, below none too."""
    taken = -_change(scene, owner, what, -number)
    scene.say("{}has {} less", who(scene, owner), scene.counted(taken, what))
    scene.many = taken


def transfer(
    scene: Scene, giver: Owner, taker: Owner, what: str, number: int | None, *, must: bool
) -> None:
    """Let something go from one to another, as :func:`lose` and :func:`gain`."""
    if giver == taker:
        return
    there = max(fields.count(scene.state, giver, what), scene.pays and must)
    wanted = there if number is None else number
    if must:
        require(scene, giver, what, wanted)
    limits, there = bounds(scene, taker, what), fields.count(scene.state, taker, what)
    room = wanted if limits.most is None else max(min(wanted, limits.most - there), 0)
    forbidden = scene.acts and limits.forbid_more and room < wanted
    if forbidden or (must and wanted > 0 and not room and not scene.pays):
        raise beyond(taker, what, limits)
    said = len(scene.phrases)
    taken = lose(scene, giver, what, wanted if scene.pays or must else room, must=must, told=False)
    gain(scene, taker, what, min(taken, room), told=False)
    del scene.phrases[said:]
    scene.many = taken
    if taken:
        scene.say("{}pays {} to {}" if scene.pays else "{}gives {} to {}",
                  who(scene, giver), _told(scene, giver, taken, what), taker.name)  # fmt: skip
    elif wanted <= room:
        scene.say("{}has no {}", who(scene, giver), what)
    if room < wanted:
        rule = bounds(scene, taker, what).by_most
        scene.say("{}may not have more {}, by the rule {}", who(scene, taker), what, rule)


def require(scene: Scene, owner: Owner, what: str, number: int) -> None:
    """Refuse where an owner does not have that many."""
    there = fields.count(scene.state, owner, what)
    if there < number:
        some = scene.counted(there, what)
        short = say("{}, not {}", some, number) if there > 0 else say("no {}", what)
        raise Refused("{} has {}", owner.name, short, rule=scene.told.rule)


def _change(scene: Scene, owner: Owner, what: str, number: int) -> int:
    """Add to what an owner has, within the limits; what it changed by."""
    before = fields.count(scene.state, owner, what)
    after = _within(scene, owner, what, before, before + number)
    if after != before and _is_card(scene, owner, what):
        cards = fields.in_hand(scene.state, owner)
        for _ in range(before - after):
            cards.remove(what)
        cards += [what] * (after - before)
        scene.hands = {**scene.hands, owner: ", ".join(cards)}
        about: Any = scene.state.columns.hand
        seal(scene, owner, about, scene.hands[owner], quietly=True)
    elif after != before:
        _set(scene, _added, owner, what, before, after)
    return after - before


def _is_card(scene: Scene, owner: Owner, what: str) -> bool:
    """Whether a player has it in a hand that is secret: what is drawn from a pile."""
    if owner.table != PLAYERS or scene.state.columns.hand is None:
        return False
    if what in fields.in_hand(scene.state, owner):
        return True
    tables = (scene.state.tables.get(e.means.table) for e in scene.plan.of(tree.IsPile))
    return any(what in table.things for table in tables if table)


def _told(scene: Scene, owner: Owner, number: int, what: str) -> str:
    """So many of something, as all may know of it."""
    if not _is_card(scene, owner, what):
        return scene.counted(number, what)
    tables = (e for e in scene.state.tables.values() if what in e.things)
    return scene.counted(number, next((noun_of(e.name, e.noun) for e in tables), what))


def replaced(
    scene: Scene, kind: str, owner: Owner, what: str, number: int = 1, to: Owner | None = None
) -> bool:
    """Whether something else happens in place of this, by a sentence, and let it happen.

    ``kind``, ``what``, ``number``, ``to``: as of :class:`Happened`.
    """
    if owner.table != PLAYERS or not scene.plan.instead:
        return False
    for told in scene.plan.instead.get((kind, fold(what)), ()):
        event = told.means.event
        if told in scene.replacing or number < event.least:
            continue
        inner: Any = type(scene)(scene.act, scene.plan, told, owner.name)
        if event.where is not None and not holds(inner, event.where):
            continue
        if event.thing is not None and not (to and may_be_there(inner, event.thing, to)):
            continue
        inner.replacing = (*scene.replacing, told)
        for many in [1] * number if event.each else [number]:
            inner.many = many
            inner.perform(told.means.effects)
        inner.close()
        scene.events += inner.events
        scene.is_replaced = True
        return True
    return False


def may_be_there(scene: Scene, wanted: Any, thing: Owner) -> bool:
    """Whether a thing is what a sentence speaks of: a certain one, or one of several."""
    if isinstance(wanted, tree.ChosenThing | tree.EachThing | tree.RandomThing):
        return may_be(scene, wanted, thing)
    return owners(scene, wanted) == (thing,)


def _added(state: State, owner: Owner, what: str, before: int, after: int) -> State:
    """A state with more of something; a field in which nothing stood yet counts from now on."""
    about = fields.find_field(state, owner.table, what)
    if about is not None and (about.is_open or about.kind is FieldKind.NUMBER):
        return fields.with_value(state, owner, about.name, after)
    return fields.add(state, owner, what, after - before)


def _within(scene: Scene, owner: Owner, what: str, before: int, after: int) -> int:
    """What comes of a change by the limits; one that was broken before is not mended by it."""
    found = bounds(scene, owner, what)
    cut = after if found is NO_BOUNDS else found.cut(after)
    if cut == after:
        return after
    low, high = min(before, after), max(before, after)
    cut = min(max(cut, low), high)
    if cut == after:  # still beyond, and less so
        return after
    more = cut < after
    is_own = owner == fields.player(scene.doer)
    is_forbidden = found.forbid_more if more else found.forbid_less and is_own
    if scene.acts and is_forbidden:
        raise beyond(owner, what, found, more=more)
    rule = found.by_most if more else found.by_least
    scene.say(
        "{} {} stays {}, by the rule {}" if cut == before else "{} {} becomes {}, by the rule {}",
        whose(scene, owner), what, cut, rule,
    )  # fmt: skip
    return cut


def beyond(owner: Owner, what: str, found: Bounds, *, more: bool = True) -> Refused:
    """What would break a prohibition."""
    who = say("{} may not have", owner.name) if owner.name else say("{} may not be", what)
    than, rule = ("more", found.by_most) if more else ("fewer", found.by_least)
    number = f"{found.most if more else found.least}{f' {what}' if owner.name else ''}"
    return Refused("{} {} than {}", who, say(than), number, rule=rule)


def _set(scene: Scene, change: Callable[..., State], owner: Owner, name: str, *how: Any) -> None:
    before = scene.state
    try:
        scene.state = after = change(before, owner, name, *how)
    except fields.NoPlace as error:
        raise Held(scene.told.rule, "{}; add it to the page", error) from None
    scene.plan.course.tell(before, after, owner, name)


# -- fields ----------------------------------------------------------------------------------------


def put(scene: Scene, owner: Owner, name: str, new: Cell) -> None:
    """Give a field another value, within the limits. A name in the field of a player is a move."""
    about = fields.find_field(scene.state, owner.table, name)
    if about is None:
        if not isinstance(new, int):
            raise Held(scene.told.rule, "there is no field {!r} on the page", name)
        more = new - fields.count(scene.state, owner, name)
        if more > 0:
            gain(scene, owner, name, more)
        else:
            lose(scene, owner, name, -more, must=False)
        return
    before = fields.value(scene.state, owner, about)
    new = _fitted(scene, owner, about, new)
    if owner.table == PLAYERS and about.name in scene.plan.secret and isinstance(new, str) and new:
        seal(scene, owner, about, new)
        return
    if isinstance(new, int) and not isinstance(new, bool) and isinstance(before, int):
        if new != before:
            kind = "gains" if new > before else "loses"
            if replaced(scene, kind, owner, about.name, abs(new - before)):
                return
        new = _within(scene, owner, about.name, before, new)
    if new == before or (before is True and replaced(scene, "ceases", owner, about.name)):
        return
    told = say("{} {} becomes {}", whose(scene, owner), about.name, shown(new)).strip()
    if about.table and owner.table == PLAYERS and isinstance(new, str) and about.table != PLAYERS:
        names = about.table, getattr(scene.state.tables.get(about.table), "noun", "")
        stand(scene, owner.name, about, new, said="" if about.name in names or not new else told)
        return
    _set(scene, fields.with_value, owner, about.name, new)
    scene.say(told)
    if isinstance(before, int) and isinstance(new, int):
        _note(scene, "gains" if new > before else "loses", owner, about.name, abs(new - before))


def seal(scene: Scene, owner: Owner, about: Field, new: str, *, quietly: bool = False) -> None:
    """Let a secret stand in a cell; that it is the same as before is told to nobody either."""
    place, act = values.place_of(owner, about), scene.act
    made = keeper(scene.told.rule).seal(place, new, asked_by(act))
    _set(scene, fields.with_value, owner, about.name, made)
    act.proofs.append(sealed_record(made, place))
    if not quietly:
        scene.say("{} {} is sealed", whose(scene, owner), about.name)


def asked_by(act: Context) -> str:
    """The line or event that has something sealed, as nothing else that happens is called."""
    return f"{act.action.id}@{format_time(act.now)}@{len(act.proofs)}"


def _fitted(scene: Scene, owner: Owner, about: Field, new: Cell) -> Cell:
    """A value as the field holds it; ``Held`` where it holds no such value."""
    if about.is_open or (new == "" and about.kind is not FieldKind.TEXT):
        return about.blank if new == "" else new
    kind = about.kind
    if kind is FieldKind.THING and isinstance(new, tuple) and len(new) < 2:
        new = "".join(new)  # the only name of a list
    if kind is FieldKind.THINGS and isinstance(new, str):
        return (new,) if new else ()
    if kind is FieldKind.TEXT and not isinstance(new, str):
        return shown(new)
    if kind is FieldKind.ITEMS and isinstance(new, str):
        return {new: 1} if new else {}
    if kind is FieldKind.THING and isinstance(new, str):
        if new in fields.rows(scene.state, about.table):
            return new
    elif isinstance(new, bool) is (kind is FieldKind.YES_NO) and kind in (
        fields.kind_of(new), FieldKind.NUMBER if isinstance(new, int) else kind,
    ):  # fmt: skip
        return new
    whose = owner.name or say("the game")
    raise Held(
        scene.told.rule, "{!r} cannot stand in the field {} of {}", shown(new), about.name, whose
    )


# -- where players stand ---------------------------------------------------------------------------


def stand(
    scene: Scene, name: str, about: Field, new: str, *, said: str = "", moving: bool = False
) -> None:
    """Let a player stand on another thing, and land on it. ``moving``: by the words of a move."""
    if scene.goes(name, new, moving=moving and not scene.still):
        return
    owner = fields.player(name)
    before = fields.value(scene.state, owner, about)
    if new and new != before:
        to = Owner(about.table, new)
        if replaced(scene, "moves", owner, "", to=to):
            return
    _set(scene, fields.with_value, owner, about.name, new)
    scene.say(said or say("{}moves to {}", scene.name(name), new or say("nowhere")))
    if scene.still:
        return
    if isinstance(before, str) and before:
        left = Owner(about.table, before)
        scene.events.append(Happened("leaves", name, about.name, thing=left))
    if new:
        scene.events.append(Happened("moves", name, about.name, thing=Owner(about.table, new)))


# -- words -----------------------------------------------------------------------------------------


def _note(scene: Scene, kind: str, owner: Owner, what: str, number: int) -> None:
    if owner.table == PLAYERS:
        scene.events.append(Happened(kind, owner.name, what, number))


def refuse_beyond(act: Context, plan: SentencePlan, before: State, *, acts: bool) -> None:
    """Refuse what brought it about that there are more of something than may be.

    ``acts``: whether a player did that.
    """
    kept = plan.kept if not acts else (*plan.kept, *plan.conditional)
    for told in kept if act.state is not before else ():
        now, then = Scene(act, plan, told), Scene(act, plan, told, then=before)
        for owner in (GAME,) if told.means.of is None else fitting(now, told.means.of):
            over = _beyond(now, told.means, owner)
            was_there = not owner.table or owner.name in fields.rows(before, owner.table)
            if over > 0 and not (was_there and _beyond(then, told.means, owner) >= over):
                raise Refused('the rule says "{}"', told.text, rule=told.rule)


def _beyond(scene: Scene, kept: tree.Kept, owner: Owner) -> int:
    """By how many there are too many, or too few."""
    with scene.about(owner if owner.table else None):
        if kept.where is not None and not holds(scene, kept.where):
            return 0
        over = values.amount(scene, kept.count) - values.amount(scene, kept.amount)
        return over if kept.op == "<=" else -over


def within_limits(act: Context, plan: SentencePlan, *, cuts: bool = True) -> None:
    """Cut what breaks a limit by which any excess is lost, also where a person wrote it so.

    What breaks a prohibition stays; an action that brings it about says so. ``cuts``: False where
    people correct step by step, so that nothing is cut before the next action.
    """
    plan.at(act.state)
    if not (due := plan.limited.asked()):
        return
    kept: dict[tuple[Owner, str, bool], State] = {}  # who is within these limits, in a state
    is_settled = True  # whether nothing that was cut can break another limit
    for told, concerned, _ in due:
        limit: tree.Limit = told.means
        alike, others = _known_bounds(plan, limit_table(limit), limit.name, limit.forbids)
        if concerned is not None and not others:  # mostly nobody is beyond it
            has = (fields.count(act.state, each, limit.name) for each in concerned)
            if all(alike.cut(number) == number for number in has):
                continue
        scene = Scene(act, plan, told, act.player)
        for owner in (GAME,) if limit.of is None else fitting(scene, limit.of, concerned):
            about = (owner, limit.name, limit.forbids)
            if kept.get(about) is act.state:
                continue
            there, within = _cut(scene, *about)
            more = there - within
            if more and cuts and not limit.forbids:
                _set(scene, _added, owner, limit.name, there, within)
                is_settled &= limit.name in plan.cut_alone
                scene.say(say("{} {} becomes {}", whose(scene, owner), limit.name, within).strip())
            elif more and abs(more) > abs(_excess_before(scene, *about)):
                less = say("{} or less" if more > 0 else "{} or more", within)
                comes = say("stays so" if limit.forbids else "is cut next")
                what = whose(scene, owner), limit.name, there, less, comes
                scene.say("{} {} is {}, not {}, and {}", *what)
            kept[about] = act.state
        scene.close()
    if cuts and is_settled:
        plan.at(act.state)
        plan.limited.due = {}


def _cut(scene: Scene, owner: Owner, name: str, forbid: bool) -> tuple[int, int]:
    """What an owner has, and what it would by the limits that forbid, or by those that cut."""
    there = fields.count(scene.state, owner, name)
    found = bounds(scene, owner, name, forbid=forbid)
    return there, there if found is NO_BOUNDS else found.cut(there)


def _excess_before(scene: Scene, owner: Owner, name: str, forbid: bool) -> int:
    """How far it was above the limits before the action; less than 0: below them."""
    then = Scene(scene.act, scene.plan, scene.told, scene.doer, then=scene.act.before)
    if owner.table and owner.name not in fields.rows(then.state, owner.table):
        return 0
    there, within = _cut(then, owner, name, forbid)
    return there - within


# == What has to be paid is looked for before anything is rolled or chosen =========================

_LATER = (tree.Dice, tree.Rolled, tree.ThatMany)  # what is known only when it comes


def check_costs(scene: Scene, effects: Iterable[Any]) -> None:
    """Refuse where what has to be paid at first is not there, before anything is rolled or chosen.

    What needs a roll or a choice to be known, and all that follows it, is checked when it comes.
    """
    for needed, giver, what, number in _dues(tuple(effects)):
        if not needed <= scene.slots.keys():
            return
        for owner in owners(scene, giver):
            name = what if isinstance(what, str) else str(values.value(scene, what))
            require(scene, owner, name, values.amount(scene, number))


@lru_cache(maxsize=4096)
def _dues(effects: tuple[Any, ...]) -> Sequence[tuple[frozenset[int], Any, Any, Any]]:
    """What has to be paid, up to what a roll tells: slots it takes, by whom, what, how much."""
    found = []
    for effect in effects:
        if getattr(effect, "amount", 0) is None:  # all there is, be it nothing
            continue
        giver = getattr(effect, effect.due) if effect.due and effect.must else None
        given = effect.due == "who" or isinstance(giver, tree.Doer | tree.Them)
        what = getattr(effect, "what", None) or getattr(effect, "thing", None)
        needed = _needed((effect.amount, what)) if giver is not None and given else None
        if needed is not None:
            found.append((needed, giver, what, effect.amount))
        elif not isinstance(effect, tree.Roll):
            break
    return found


@lru_cache(maxsize=16384)
def _needed(node: Any) -> frozenset[int] | None:
    """The slots of which it takes a choice to know an amount; None: it takes a roll as well."""
    if isinstance(node, _LATER):
        return None
    slot = getattr(node, "slot", None)
    if slot is not None:
        return frozenset((slot,))
    parts = [*map(_needed, tree.parts(node))]
    return None if None in parts else frozenset(chain.from_iterable(filter(None, parts)))
