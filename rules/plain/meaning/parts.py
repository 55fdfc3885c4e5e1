"""The parts of a body as they were parsed: clauses with what stands before them.

A block is the effects of one player, which the clauses behind them may go on with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partialmethod
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.conditions import ConditionMeaning
from rules.plain.meaning.people import SURELY_DOER, WHO, Branch, Misfit, first_word
from rules.plain.meaning.places import Drawn, NoneOf, Pile, dice
from rules.plain.vocabulary import stem
from rules.plain.words.lexemes import kinds

# == Having more and less: what players gain, lose, pay, give and take =============================

Effects = tuple[Any, ...]
THINGS = (t.It, t.Same, t.NamedThing, t.ChosenThing, t.EachThing)
SINGLE = (t.Doer, t.Them, t.Same, t.NamedPlayer, t.ChosenPlayer, t.RandomPlayer, t.ExtremePlayer)


class Transfers(ConditionMeaning):
    """Effects of having more and less. The subject was set before."""

    by_itself = False  # whether no player sets it off, so that no player need roll

    by_choice = False  # whether what is lost is lost by the doer's choice

    choosing = False  # whether this is an action at all, so that what is paid has to be there

    def me(self, branch: Branch) -> Any:
        """The player who does it."""
        if self.subject is None:
            raise Misfit("it is not said who does that", first_word(branch))
        return self.subject

    def must(self, who: Any) -> bool:
        """Whether what ``who`` loses has to be there: it is the doer's own choice."""
        return self.by_choice and who == t.Doer()

    def at_gain(self, branch: Branch) -> Effects:
        return self._of_piles(branch.branches("stuffs")[0], self._gained, branch)

    def _of_piles(self, stuffs: Branch, one: Any, branch: Branch) -> Effects:
        """An effect for each of a list; of ``2 Fish or 3 Gold`` a choice."""
        if stuffs.has("EITHER"):
            found = [(one(pile, branch),) for pile in self.options(stuffs)]
            return (t.OneOf(self.slot(), tuple(found)),)
        return tuple(one(pile, branch) for pile in self.piles(stuffs))

    def _gained(self, pile: Pile, branch: Branch) -> Any:
        amount, what = pile
        who = self.me(branch)
        if isinstance(amount, t.RandomThing):
            self.parts.append(amount.table)
            return t.Draw(who, amount)
        if isinstance(amount, Drawn):
            self.parts.append(str(self.table_of(amount.thing)))
            return t.Draw(who, amount.thing, amount.many)
        if isinstance(amount, NoneOf):
            raise Misfit(f"it is not plain what no {what} means", what)
        if isinstance(amount, THINGS) and not what:
            raise Misfit("a row of a table is not gained", first_word(branch))
        if amount is None:
            raise Misfit(f"'all' of {what} cannot be gained", what)
        self.parts.append(t.Stuff(amount, what))
        return t.Gain(who, amount, what)

    def at_lose(self, branch: Branch) -> Effects:
        return self._of_piles(branch.branches("stuffs")[0], self._lost, branch)

    def _lost(self, pile: Pile, branch: Branch) -> Any:
        amount, what = pile
        if isinstance(amount, t.RandomThing | t.Same | t.It | Drawn | NoneOf):
            raise Misfit("it is not plain what is lost", first_word(branch))
        who = self.me(branch)
        self._wrote(amount, what)
        return t.Lose(who, amount, what, self.must(who))

    def _wrote(self, amount: Any, what: str) -> None:
        self.parts.append(t.Stuff(amount, what) if amount is not None else f"all {what}")

    def _of_thing(self, branch: Branch, one: Any) -> Effects:
        """An effect on one thing for each of a list of so many: ``the Market gains 2 Fish``."""
        thing = self.mean(branch.branches()[0])
        if not isinstance(thing, t.NamedThing):
            raise Misfit(
                "say 'increases' or 'decreases' of what stands at a place", first_word(branch)
            )
        found: list[Any] = []
        for each in branch.branches("stuffs")[0].branches():
            if each.name not in ("counted", "one") or each.branches():
                raise Misfit("it is not plain how many", first_word(each))
            found.append(one(thing, self._how_many_of(each), self._of_its_own(thing, each)))
        if branch.branches("stuffs")[0].has("EITHER"):
            raise Misfit("it is not said which of them", "or")
        return tuple(found)

    at_place_gains = partialmethod(_of_thing, one=t.Gain)
    at_place_loses = partialmethod(_of_thing, one=t.Lose)

    def _how_many_of(self, stuff: Branch) -> Any:
        return t.Number(1) if stuff.name == "one" else self._how_many(stuff)

    def _of_its_own(self, thing: t.NamedThing, stuff: Branch) -> str:
        """The name of a number that the thing has, or of items that it can have in a list."""
        table = self.table(thing.table)
        own = [each.name for each in table.fields if stem(each.name) == stem(stuff.named())]
        if own:
            return own[0]
        if not self._has_list(thing.table):
            raise Misfit(f"{stuff.named()!r} is not a column of {table.name}", stuff.named())
        return self.countable(stuff.named())

    def _has_list(self, table: str) -> bool:
        """Whether things of a table have a list of items."""
        return any(each.kind == "items" for each in self.table(table).fields)

    def at_all_go(self, branch: Branch) -> Effects:
        """``all Fish owned by Bob are given to Ann``."""
        giver, taker = self.mean(branch.branches()[0]), self.mean(branch.branches()[-1])
        thing = isinstance(taker, t.NamedThing) and self._has_list(taker.table)
        if giver == taker or not (thing or isinstance(taker, SINGLE)):
            raise Misfit("it is not plain to whom they go", first_word(branch))
        must = self.choosing and giver == t.Doer()
        what = self.countable(branch.named())
        if giver == t.Doer() or isinstance(giver, t.EachPlayer):
            return self._each_of(giver, taker, [(None, what)], must)
        return (t.ForPlayers(giver, (t.Transfer(t.Them(), taker, None, what),)),)

    def at_pay(self, branch: Branch) -> Effects:
        payee = branch.branches(*WHO)
        if not payee:
            return self._of_piles(branch.branches("stuffs")[0], self._paid, branch)
        me = self.me(branch)
        must = self.choosing and me == t.Doer()
        return self._transfers(branch, me, payee[0], to=True, must=must)

    def _paid(self, pile: Pile, branch: Branch) -> Any:
        lost = self._lost(pile, branch)
        must = self.choosing and lost.who == t.Doer()
        return t.Lose(lost.who, lost.amount, lost.what, must)

    def _transfers(self, branch: Branch, me: Any, who: Branch, *, to: bool, must: bool) -> Effects:
        """From the subject to a player, or back."""
        stuffs = branch.branches("stuffs")[0]
        if stuffs.has("EITHER"):
            raise Misfit("it is not said which of them", "or")
        if to or who.name == "they":
            piles = self.piles(stuffs)
            self._write_all(piles)
            other = self.mean(who)
            self.parts += ["to" if to else "from", other]
        else:
            piles, other = self._taken(stuffs, who)
        if any(not what for _, what in piles):
            raise Misfit("it is not plain what is given", first_word(branch))
        if other == me and who.name == "they" and isinstance((self.players_named or [""])[-1], int):
            other = t.Same(self.players_named[-1])  # "they take 5 Gold from them"
            self.parts[-1] = other
        if other == me:
            raise Misfit("a player cannot give anything to themselves", first_word(who))
        giver, taker = (me, other) if to else (other, me)
        return self._each_of(giver, taker, piles, must)

    def _taken(self, stuffs: Branch, who: Branch) -> tuple[list[Pile], Any]:
        """So many from a player: "all their Gold" is that of who is taken from."""
        before = self.giver
        self.giver = object()
        try:
            piles = self.piles(stuffs)
        finally:
            self.giver = before
        self._write_all(piles)
        other = self.mean(who)
        self.parts += ["from", other]
        return piles, other

    def _write_all(self, piles: list[Pile]) -> None:
        for amount, what in piles:
            self._wrote(amount, what)

    def _each_of(self, giver: Any, taker: Any, piles: list[Pile], must: bool) -> Effects:
        """Transfers; from or to each of several players, all of it with each of them."""
        many = (t.EachPlayer, t.EachThing)
        if isinstance(giver, many) and isinstance(taker, many):
            raise Misfit("from each to each is not plain", "each")
        for side, other in ((giver, taker), (taker, giver)):
            if isinstance(side, many):
                if other == t.Them():
                    raise Misfit("it is not plain who gives to whom", "each")
                one, two = (t.Them(), other) if side is giver else (other, t.Them())
                inner = tuple(t.Transfer(one, two, n, what, must) for n, what in piles)
                players: Any = side
                return (t.ForPlayers(players, inner),)
        return tuple(t.Transfer(giver, taker, n, what, must) for n, what in piles)

    def at_pay_owner(self, branch: Branch) -> Effects:
        """To a player or thing that a place names: ``to its Owner``, ``to their Guild``."""
        me = self.me(branch)
        piles = self.piles(branch.branches("stuffs")[0])
        place = self.mean(branch.branches()[-1])
        field = self.field_at(place) if isinstance(place, t.Place) else None
        has = isinstance(place, t.NamedThing) and self._has_list(place.table)
        names = has or (field is not None and field.table)
        if not names or any(not what for _, what in piles):
            what = getattr(place, "name", "it")
            raise Misfit(f"{what} does not name who gets it", what)
        self._write_all(piles)
        self.parts += ["to", place.name.casefold()]
        must = self.choosing and me == t.Doer()
        return tuple(t.Transfer(me, place, n, what, must) for n, what in piles)

    def at_give(self, branch: Branch) -> Effects:
        me = self.me(branch)
        return self._transfers(branch, me, branch.branches(*WHO)[0], to=True, must=self.must(me))

    at_give_to = at_give

    def at_take(self, branch: Branch) -> Effects:
        return self._transfers(
            branch, self.me(branch), branch.branches(*WHO)[0], to=False, must=False
        )

    def _how_many(self, stuff: Branch) -> Any:
        word = stuff.words()[0]
        if word.kind == "DICE":
            return dice(str(word.value))
        return t.Number(stuff.number()) if word.kind == "NUMBER" else t.ThatMany()


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


_VERBS = kinds(
    "gain lose pay give give_to take swap swap_names swap_places move advance roll draw destroy"
    " create win grant grant_it select select_to select_thing select_random take_up"
    " doubles halves put increase decrease add subtract pay_owner"
)


def leans(part: Part) -> bool:
    """Whether a condition with its clause speaks of players of before: "they", "their"."""
    first = subject_of(part.core.branches()[0]) if part.core.branches() else None
    return first is None or first.name == "they" or speaks_of_them(part.openers[0])


def speaks_of_doer(branch: Branch) -> bool:
    """Whether a condition speaks of the one who acts: "you", "your", "the player"."""
    text = branch.words()[0].text.casefold() if branch.words() else ""
    if branch.name == "theirs":
        return text.startswith("your")
    return text in SURELY_DOER if branch.name == "they" else any(map(speaks_of_doer, _of(branch)))


def speaks_of_them(branch: Branch) -> bool:
    """Whether words speak of a player of before: "they", "their"."""
    if branch.name in ("they", "theirs", "also_is"):
        return True
    return any(map(speaks_of_them, _of(branch)))


def _of(branch: Branch) -> list[Branch]:
    if branch.name == "on_tie":
        return []
    return branch.branches("conditions") if branch.name.endswith("_before") else branch.branches()


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
        elif isinstance(
            each,
            t.ForThings
            | t.ForPlayers
            | t.NothingHappens
            | t.PassTurn
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
