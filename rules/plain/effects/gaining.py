"""Having more and less: what players and things gain and lose."""

from __future__ import annotations

from typing import Any

from rules.plain import terms as t
from rules.plain.clauses import (
    PLAYERS,
    Branch,
    Drawn,
    Misfit,
    NoneOf,
    Pile,
    Unspeakable,
    clause,
    first_word,
    verbs,
)
from rules.plain.effects.base import Effect, Effects, Meaning, Stage, Words
from rules.plain.effects.blocks import ForPlayers, If, OneOf
from rules.plain.effects.chance import Draw
from rules.plain.effects.telling import Select
from rules.plain.vocabulary import stem

THINGS = (t.It, t.Same, t.NamedThing, t.ChosenThing, t.EachThing)


class _OfOne(Effect, frozen=True):
    """Somebody, or a thing, has more or less of something."""

    who: t.Who | t.Thing
    amount: t.Amount | None
    what: str

    changes = "what"
    counts = True

    def apart(self, words: Words) -> str:
        """``the Market gains 2 Fish``."""
        who: Any = self.who
        some = isinstance(who, t.It | t.Place)
        some |= isinstance(who, t.Same) and who.slot in words.tables
        if not isinstance(who, t.NamedThing) and not some:
            return ""
        if self.amount is None or getattr(self, "must", False):
            raise Unspeakable(repr(self))
        the = "" if some or who.name.isdecimal() else "the "
        return f"{the}{words.thing(who)} {self.verb}s {words.pile(self.amount, self.what)}"

    @property
    def is_derived(self) -> bool:
        """Whether it is so many for each of "that many", which stays the number then."""
        return not isinstance(self.amount, t.ThatMany) and "ThatMany(" in repr(self.amount)

    def many(self, scene: Stage, owner: Any) -> int:
        """An amount for an owner: where each player has one, it is their own."""
        with scene.about(them=owner.name if isinstance(self.who, t.EachPlayer) else None):
            return scene.amount(self.amount)


class Gain(_OfOne, frozen=True):
    """``who`` (a player, or a thing that has the field) has that many more of it."""

    amount: t.Amount
    verb = "gain"

    def say(self, words: Words) -> str:
        return f"{words.mine(self.who)}gains {words.pile(self.amount, self.what)}"

    def begins(self, words: Words) -> str:
        return f"begins with {words.pile(self.amount, self.what)}"

    def play(self, scene: Stage) -> None:
        many = scene.many
        for owner in scene.owners(self.who):
            scene.gain(owner, self.what, self.many(scene, owner))
        if self.is_derived:
            scene.many = many


class Lose(_OfOne, frozen=True):
    """``who`` has that many less. ``must``: a cost, paid or lost by choice; it has to be there.

    Otherwise it is lost as far as it is there. ``amount`` None: all.
    """

    must: bool = False
    verb, due = "lose", "who"

    def say(self, words: Words) -> str:
        words.mine(self.who)
        some = f"all their {self.what}"
        some = some if self.amount is None else words.pile(self.amount, self.what)
        return f"{'pays' if self.must else 'loses'} {some}"

    def begins(self, words: Words) -> str:
        return f"begins with no {self.what}"

    def play(self, scene: Stage) -> None:
        many = scene.many
        for owner in scene.owners(self.who):
            number = None if self.amount is None else self.many(scene, owner)
            scene.lose(owner, self.what, number, must=self.must)
        if self.is_derived:
            scene.many = many


# -- of players ------------------------------------------------------------------------------------

verbs(
    _GAIN="heal, pick up, regain, gain, get, receive, are granted, earn, are given, obtain,"
    " are awarded, collect, complete, learn, find, acquire",
    _LOSE="use up, lose, forfeit, discard",
    _WIN="win the tournament, win the season, win the race, win the election, win the competition,"
    " win, win the game, win the cycle, win the round; has won, has won the game, is the winner,"
    " is the winner of the game",
    _TURN="transform, convert",
)


@clause("[subject] _GAIN stuffs", "[subject] _WIN stuffs")
def gain(m: Meaning, branch: Branch) -> Effects:
    """``gain 3 Fish``; also ``gain 2 of a random Card``."""
    found = branch.branches("stuffs")[0].branches()
    if [each.name for each in found] != ["some_of_one"]:
        return of_piles(m, branch, gained)
    table, me = m.table(found[0].named()).name, m.me(branch)
    kind = t.RandomThing if found[0].has("A_RANDOM") else t.ChosenThing
    thing = kind(table, m.mention(table))
    m.parts.append(table)
    return Select(thing), Draw(me, t.Same(thing.slot), t.Number(found[0].number()))


def of_piles(m: Meaning, branch: Branch, one: Any) -> Effects:
    """An effect for each of a list; of ``2 Fish or 3 Gold`` a choice."""
    stuffs = branch.branches("stuffs")[0]
    if stuffs.has("EITHER"):
        found = [(one(m, pile, branch),) for pile in m.options(stuffs)]
        return (OneOf(m.slot(), tuple(found)),)
    return tuple(one(m, pile, branch) for pile in m.piles(stuffs))


def gained(m: Meaning, pile: Pile, branch: Branch) -> Gain | Draw:
    """So much of something, or a thing that is drawn, for the subject."""
    amount, what = pile
    who = m.me(branch)
    if isinstance(amount, t.RandomThing):
        m.parts.append(amount.table)
        return Draw(who, amount)
    if isinstance(amount, Drawn):
        m.parts.append(str(m.table_of(amount.thing)))
        return Draw(who, amount.thing, amount.many)
    if isinstance(amount, NoneOf):
        raise Misfit(f"it is not plain what no {what} means", what)
    if isinstance(amount, THINGS) and not what:
        raise Misfit("a row of a table is not gained", first_word(branch))
    if amount is None:
        raise Misfit(f"'all' of {what} cannot be gained", what)
    m.parts.append(t.Stuff(amount, what))
    return Gain(who, amount, what)


@clause("[subject] _LOSE stuffs")
def lose(m: Meaning, branch: Branch) -> Effects:
    return of_piles(m, branch, lost)


def lost(m: Meaning, pile: Pile, branch: Branch) -> Lose:
    """So much of something from the subject."""
    amount, what = pile
    is_thing = isinstance(amount, t.Same) and not what
    if is_thing or isinstance(amount, t.RandomThing | t.It | Drawn | NoneOf):
        raise Misfit("it is not plain what is lost", first_word(branch))
    who = m.me(branch)
    wrote(m, [pile])
    return Lose(who, amount, what, m.must(who))


def wrote(m: Meaning, piles: list[Pile]) -> None:
    """What a player writes for so much of something."""
    m.parts += [t.Stuff(n, what) if n is not None else f"all {what}" for n, what in piles]


@clause("[subject] _TURN stuff INTO stuffs")
def turn_into(m: Meaning, branch: Branch) -> Effects:
    """``transform a Fish into 2 Gold``: where it is there, or as the price of an action."""
    m.not_in_deed(branch)
    stuff = next(each for each in branch.branches() if each.name not in ("subject", "stuffs"))
    amount, what = m.mean(stuff)
    me = m.me(branch)
    if not isinstance(amount, t.Number) or not what:
        raise Misfit("it is not plain how many of it", first_word(stuff))
    got = gain(m, branch)
    m.parts.insert(0, t.Stuff(amount, what))
    if m.by_choice or m.left_free:
        return (Lose(me, amount, what, me == t.Doer()), *got)
    there = t.Compare(t.HowMany(t.Place(me, what)), ">=", amount)
    return (If(there, (Lose(me, amount, what), *got)),)


@clause("ALL place _BECOME value")
def all_become(m: Meaning, branch: Branch) -> Effects:
    """``all of their Fish become Nets``: one for each."""
    place = m.mean_place(branch.branches()[0])
    new = branch.branches()[-1]
    inner = new.branches()[0] if new.name == "amount_of" else new
    if inner.name != "bare" or m.table_of(place.owner) != PLAYERS:
        raise Misfit("it is not plain what they become", first_word(new))
    here, there = m.countable(place.name), m.countable(inner.named())
    owner: Any = place.owner
    who: Any = owner if owner == m.subject else t.Them()
    both = (Lose(who, None, here, m.must(who)), Gain(who, t.ThatMany(), there))
    return both if who == owner else (ForPlayers(owner, both),)


# -- of things -------------------------------------------------------------------------------------


@clause("place _GAIN stuffs", name="place_gains", kind=Gain)
@clause("place _LOSE stuffs", name="place_loses", kind=Lose)
def of_thing(m: Meaning, branch: Branch, kind: type[Gain | Lose]) -> Effects:
    """An effect on one thing for each of a list of so many: ``the Market gains 2 Fish``."""
    thing = m.mean(branch.branches()[0])
    found: list[Any] = []
    for each in branch.branches("stuffs")[0].branches() if not _is_named(thing) else ():
        amount, what = _of_field(m, thing, each)
        found.append(kind(thing, amount, what))
    for each in branch.branches("stuffs")[0].branches() if _is_named(thing) else ():
        if each.name not in ("counted", "one") or each.branches():
            raise Misfit("it is not plain how many", first_word(each))
        many = t.Number(1) if each.name == "one" else m.how_many(each)
        found.append(kind(thing, many, _of_its_own(m, thing, each)))
    if branch.branches("stuffs")[0].has("EITHER"):
        raise Misfit("it is not said which of them", "or")
    return tuple(found)


def _is_named(thing: Any) -> bool:
    return isinstance(thing, t.NamedThing)


def _of_field(m: Meaning, thing: Any, stuff: Branch) -> tuple[Any, str]:
    """``2 Health``, ``Troops equal to its Size`` of a thing that is not named."""
    if m.table_of(thing) in (None, PLAYERS):
        raise Misfit("it is not plain who has more or less then", first_word(stuff))
    place = t.Place(thing, m.column(thing, stuff.named()))
    m.number_at(place)
    if stuff.name == "equal_to":
        return m.mean(stuff.branches()[0]), place.name
    if stuff.name not in ("counted", "one") or stuff.branches():
        raise Misfit("it is not plain how many", first_word(stuff))
    return t.Number(1) if stuff.name == "one" else m.how_many(stuff), place.name


def _of_its_own(m: Meaning, thing: t.NamedThing, stuff: Branch) -> str:
    """The name of a number that the thing has, or of items that it can have in a list."""
    table = m.table(thing.table)
    own = [each.name for each in table.fields if stem(each.name) == stem(stuff.named())]
    if own:
        return own[0]
    if not m.has_list(thing.table):
        raise Misfit(f"{stuff.named()!r} is not a column of {table.name}", stuff.named())
    return m.countable(stuff.named())
