"""Having more and less: what players gain, lose, pay, give and take."""

from __future__ import annotations

from functools import partialmethod
from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.amounts import Drawn, NoneOf, Pile, dice
from rules.plain.meaning.base import Branch, Misfit, first_word
from rules.plain.meaning.conditions import ConditionMeaning
from rules.plain.meaning.people import WHO
from rules.plain.vocabulary import stem

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
