"""Effects: what a clause such as "they gain 2 Fish" does. Each gives effects of the subject.

``parts`` collects what a player writes behind the verb, where the clause is an action.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.amounts import Drawn, Pile, dice
from rules.plain.meaning.base import NOT_KNOWN, PLAYERS, Branch, Misfit
from rules.plain.meaning.conditions import WHO_NAMES, Conditions, _first
from rules.plain.vocabulary import stem

Effects = tuple[Any, ...]
THINGS = (t.It, t.Same, t.NamedThing, t.ChosenThing, t.EachThing)
SINGLE = (t.Doer, t.Them, t.Same, t.NamedPlayer, t.ChosenPlayer, t.RandomPlayer, t.ExtremePlayer)


class Clauses(Conditions):
    """Clauses. The subject was set before; a ``who`` in front was taken off."""

    by_itself = False  # whether nobody sets it off, so that nobody need roll
    by_choice = False  # whether what is lost is lost by the doer's choice
    choosing = False  # whether this is an action at all, so that what is paid has to be there

    def clause(self, branch: Branch) -> Effects:
        """The effects of a clause without its own subject."""
        self.each_thing = None
        found = self.mean(branch)
        effects = tuple(map(_each_of, found if isinstance(found, tuple) else (found,)))
        if self.each_thing is None:
            return effects
        thing, self.each_thing = self.each_thing, None
        return (t.ForThings(thing, effects),)

    def at_becomes_owner(self, branch: Branch) -> Any:
        """``they become its Owner``."""
        place_branch = branch.branches()[-1]
        status = self._status(place_branch)
        if status:
            return t.Put(t.Place(self.me(branch), status), t.Text("yes"))
        place = self.mean_place(place_branch)
        field = self.field_at(place)
        if field is None or field.table != PLAYERS:
            raise Misfit(f"{place.name} does not name a player", place.name)
        return t.Put(place, self.me(branch))

    def _status(self, branch: Branch) -> str:
        """``they become Tired``: a field of players that holds yes or no; "" for anything else."""
        alone = branch.name == "bare" and not branch.has("THE")
        field = self.vocabulary.field(branch.named()) if alone else None
        return field.name if field and field.kind == "yes or no" else ""

    def at_no_longer(self, branch: Branch) -> Any:
        """``that player is no longer Alive``."""
        field = self.vocabulary.field(branch.named())
        if field is None:
            raise Misfit(f"{branch.named()!r} is not a field of players", branch.named())
        return self._so(field, branch, "no")

    def _so(self, field: Any, branch: Branch, yes: str) -> Any:
        """A field that holds yes or no says so from now on."""
        if field.kind not in ("yes or no", ""):
            raise Misfit(f"{field.name} does not hold yes or no", field.name)
        self.parts += [field.name, "to", yes]
        return t.Put(t.Place(self.me(branch), field.name), t.Text(yes))

    def me(self, branch: Branch) -> Any:
        """The player who does it."""
        if self.subject is None:
            raise Misfit("it is not said who does that", _first(branch))
        return self.subject

    def must(self, who: Any) -> bool:
        """Whether what ``who`` loses has to be there: it is the doer's own choice."""
        return self.by_choice and who == t.Doer()

    # -- having more and less ----------------------------------------------------------------------

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
            self.parts.append(amount.thing.table)
            return t.Draw(who, amount.thing, amount.many)
        if isinstance(amount, THINGS) and not what:
            raise Misfit("a row of a table is not gained", _first(branch))
        if amount is None:
            raise Misfit(f"'all' of {what} cannot be gained", what)
        self.parts.append(t.Stuff(amount, what))
        return t.Gain(who, amount, what)

    def at_lose(self, branch: Branch) -> Effects:
        return self._of_piles(branch.branches("stuffs")[0], self._lost, branch)

    def _lost(self, pile: Pile, branch: Branch) -> Any:
        amount, what = pile
        if isinstance(amount, t.RandomThing | t.Same | t.It | Drawn):
            raise Misfit("it is not plain what is lost", _first(branch))
        who = self.me(branch)
        self._wrote(amount, what)
        return t.Lose(who, amount, what, self.must(who))

    def _wrote(self, amount: Any, what: str) -> None:
        self.parts.append(t.Stuff(amount, what) if amount is not None else f"all {what}")

    def at_place_gains(self, branch: Branch) -> Effects:
        """``the Market gains 2 Fish``: a thing that can have some of it."""
        return self._of_thing(branch, t.Gain)

    def at_place_loses(self, branch: Branch) -> Effects:
        return self._of_thing(branch, t.Lose)

    def _of_thing(self, branch: Branch, one: Any) -> Effects:
        """An effect on one thing for each of a list of so many."""
        thing = self.mean(branch.branches()[0])
        if not isinstance(thing, t.NamedThing):
            raise Misfit("say 'increases' or 'decreases' of what stands at a place", _first(branch))
        found: list[Any] = []
        for each in branch.branches("stuffs")[0].branches():
            if each.name not in ("counted", "one") or each.branches():
                raise Misfit("it is not plain how many", _first(each))
            found.append(one(thing, self._how_many_of(each), self._of_its_own(thing, each)))
        if branch.branches("stuffs")[0].has("EITHER"):
            raise Misfit("it is not said which of them", "or")
        return tuple(found)

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
            raise Misfit("it is not plain to whom they go", _first(branch))
        must = self.choosing and giver == t.Doer()
        what = self.countable(branch.named())
        if giver == t.Doer() or isinstance(giver, t.EachPlayer):
            return self._each_of(giver, taker, [(None, what)], must)
        return (t.ForPlayers(giver, (t.Transfer(t.Them(), taker, None, what),)),)

    def at_pay(self, branch: Branch) -> Effects:
        payee = branch.branches(*WHO_NAMES)
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
            raise Misfit("it is not plain what is given", _first(branch))
        if other == me and who.name == "they" and isinstance((self.players_named or [""])[-1], int):
            other = t.Same(self.players_named[-1])  # "they take 5 Gold from them"
            self.parts[-1] = other
        if other == me:
            raise Misfit("nobody gives anything to themselves", _first(who))
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
        return self._transfers(
            branch, me, branch.branches(*WHO_NAMES)[0], to=True, must=self.must(me)
        )

    at_give_to = at_give

    def at_take(self, branch: Branch) -> Effects:
        return self._transfers(
            branch, self.me(branch), branch.branches(*WHO_NAMES)[0], to=False, must=False
        )

    # -- what the doer is told to do ---------------------------------------------------------------

    in_deed = False  # whether the words are those of an action, which may be of any kind

    def _not_in_deed(self, branch: Branch) -> None:
        """Such words are only a name where they are what a player may do."""
        if self.in_deed:
            raise Misfit(NOT_KNOWN, _first(branch))

    def at_grant(self, branch: Branch) -> Effects:
        """``grant Bob 2 Fish``: out of nothing, whoever grants it."""
        self._not_in_deed(branch)
        who = self.mean(branch.branches(*WHO_NAMES)[-1])
        if isinstance(who, t.Doer) or who == self.subject:
            return self.at_gain(branch)
        with self.about(t.Them()):
            return (t.ForPlayers(who, self.at_gain(branch)),)

    def at_select_to(self, branch: Branch) -> Effects:
        """``pick another player to gain 2 Fish``."""
        self._not_in_deed(branch)
        who, clause = self.mean(branch.branches(*WHO_NAMES)[-1]), branch.branches()[-1]
        if not isinstance(who, t.ChosenPlayer) or clause.branches("subject"):
            raise Misfit("it is not plain who is selected", _first(branch))
        with self.about(t.Them()):
            return (t.ForPlayers(who, self.clause(clause)),)

    def at_select(self, branch: Branch) -> Effects:
        """``Select a player.``: whom the sentences behind it call "they"."""
        self._not_in_deed(branch)
        who = self.mean(branch.branches(*WHO_NAMES)[-1])
        if not isinstance(who, t.ChosenPlayer) or not self.told or self.selected is not None:
            raise Misfit("it is not plain who is meant by 'they' behind that", _first(branch))
        self.selected = who
        self.players_named.remove(who.slot)
        return ()

    told = False  # whether the doer is told what to do ("Select ..."), so that "they" are others

    def at_not_a_move(self, branch: Branch) -> Effects:
        raise Misfit("that is said of no move", _first(branch))

    def at_swap_places(self, branch: Branch) -> Any:
        self._not_in_deed(branch)
        places = [each.name for each in self.vocabulary.fields if each.kind == "thing"]
        if len(places) != 1:
            raise Misfit("it is not plain which places are meant", _first(branch))
        who = self.mean(branch.branches(*WHO_NAMES)[-1])
        return self._swapped(self.me(branch), who, places[0], branch)

    def at_draw(self, branch: Branch) -> Any:
        stuff = branch.branches()[0]
        me = self.me(branch)
        names = branch.words("NAME")
        amount: Any = t.Number(1)
        if stuff.name == "random_stuff":
            table, where = self._drawn(stuff, names)
        elif stuff.name in ("counted", "one") and not stuff.branches():
            table, where = self._drawn(stuff, names)
            if stuff.name == "counted":
                amount = self._how_many(stuff)
        else:
            raise Misfit("it is not plain what is drawn", _first(stuff))
        self.parts.append(self.noun(table))
        return t.Draw(me, t.RandomThing(table, self._mention(table), where), amount)

    def _how_many(self, stuff: Branch) -> Any:
        word = stuff.words()[0]
        if word.kind == "DICE":
            return dice(str(word.value))
        return t.Number(stuff.number()) if word.kind == "NUMBER" else t.ThatMany()

    def _drawn(self, stuff: Branch, names: Any) -> tuple[str, Any]:
        if names:
            source = self.table(str(names[0].value))
            said = self.vocabulary.table(stuff.named())
            if said is not None and said != source:
                raise Misfit(f"{stuff.named()} and {source.name} are two tables", stuff.named())
            if said is None and stuff.named().casefold() not in ("thing", "item", "one"):
                raise Misfit(f"{stuff.named()!r} is not what {source.name} has", stuff.named())
            return source.name, None
        table = self.table(stuff.named()).name
        found = stuff.branches()
        return table, self.thing_where(found[0], table, t.It()) if found else None

    def noun(self, table: str) -> str:
        """What one thing of a table is called."""
        found = self.vocabulary.table(table)
        return (found.noun or found.name) if found else table

    def at_destroy(self, branch: Branch) -> Effects:
        stuffs = branch.branches("stuffs")[0]
        found = stuffs.branches()
        if len(found) == 1 and found[0].name == "that_stuff":
            return (t.Destroy(self.at_that_thing(found[0])),)
        if len(found) == 1 and found[0].name == "random_stuff":
            return (t.Destroy(self.at_random_thing(found[0])),)
        return self.at_lose(branch)

    def at_is_destroyed(self, branch: Branch) -> Any:
        found = self.mean(branch.branches()[0])
        if not isinstance(found, t.Place):
            return t.Destroy(found)
        field = self.field_at(found)
        if field and field.table and field.table != PLAYERS:
            return t.Destroy(found)
        owner: Any = found.owner
        return t.Lose(owner, None, found.name)

    def at_create(self, branch: Branch) -> Any:
        names = [str(each.value) for each in branch.words("NAME")]
        table = self.table(names[0])
        fields: list[tuple[str, Any]] = []
        for each in branch.branches("with_fields"):
            for amount, what in self.piles_of_fields(each.branches()[0]):
                fields.append((self.column(t.EachThing(table.name), what), amount))
        slot = self._mention(table.name)
        self.parts.append(table.noun or table.name)
        name = self.vocabulary.spelt(names[1]) if len(names) > 1 else ""
        return t.Create(table.name, name, slot, tuple(fields))

    def piles_of_fields(self, stuffs: Branch) -> list[tuple[Any, str]]:
        """``2 Food and 1 Wall`` of a thing: fields need not be things that players can have."""
        found: list[tuple[Any, str]] = []
        for each in stuffs.branches():
            if each.name not in ("counted", "one") or each.branches() or each.has("THAT_MANY"):
                raise Misfit("it is not plain what it has", _first(each))
            words = each.words()[0]
            amount: Any = dice(str(words.value)) if words.kind == "DICE" else t.Number(1)
            found.append((t.Number(each.number()) if each.has("NUMBER") else amount, each.named()))
        return found

    # -- places ------------------------------------------------------------------------------------

    def at_swap(self, branch: Branch) -> Any:
        mine, other = branch.branches()[-2:]
        place = self.mean_place(mine)
        if other.name == "with_place":
            who = self.mean(other.branches()[0])
            if self.column(who, other.named()) != place.name:
                raise Misfit("two fields of different names are not swapped", other.named())
        else:
            who = self.mean(other.branches()[0])
        return self._swapped(place.owner, who, place.name, branch)

    def at_swap_names(self, branch: Branch) -> Any:
        name = branch.named()
        field = self.vocabulary.field(name)
        if field is None:
            raise Misfit(f"{name!r} is not a field of players", name)
        return self._swapped(self.me(branch), self.mean(branch.branches()[-1]), field.name, branch)

    def _swapped(self, one: Any, other: Any, field: str, branch: Branch) -> t.Swap:
        if not isinstance(other, SINGLE) or not isinstance(one, SINGLE) or one == other:
            raise Misfit("it is not plain with whom", _first(branch))
        if isinstance(other, t.ChosenPlayer) and one == t.Doer():
            other = replace(other, other=True)  # nobody swaps anything with themselves
        self.parts += [field, "with", other]
        return t.Swap(one, other, field)

    def at_move(self, branch: Branch) -> Any:
        me = self.me(branch)
        to = self.mean(branch.branches()[-1])
        if isinstance(to, t.EachThing):
            raise Misfit("nobody moves to several at once", _first(branch.branches()[-1]))
        table = self.table_of(to)
        if table in (None, PLAYERS):
            raise Misfit("nobody can move there", _first(branch.branches()[-1]))
        self.parts += ["to", to]
        return t.Move(me, to, self.standing(str(table)))

    def at_advance(self, branch: Branch) -> Any:
        words = branch.words()
        steps: Any = t.ThatMany()
        if branch.has("NUMBER"):
            steps = t.Number(branch.number())
        elif branch.has("DICE"):
            steps = dice(str(branch.words("DICE")[0].value))
            self.rolls += 1
        table = self.table(branch.named())
        self.standing(table.name)
        back = words[-1].kind == "DIRECTION" and words[-1].text.casefold().startswith("back")
        self.parts += [steps, table.noun or table.name]
        return t.Advance(self.me(branch), steps, table.name, back)

    def at_put(self, branch: Branch) -> Any:
        place, value = branch.branches()[-2:]
        return self._put(self.mean_place(place), value)

    def at_put_place(self, branch: Branch) -> Any:
        place, value = branch.branches()
        return self._put(self.mean_place(place), value)

    def _put(self, place: t.Place, value: Branch) -> Any:
        new = self.value_for(value, place)
        field = self.field_at(place)
        if isinstance(new, t.EachPlayer | t.EachThing):
            raise Misfit("a place holds one name", _first(value))
        if field and field.kind == "number" and isinstance(new, t.Text | t.NamedThing | t.Place):
            raise Misfit(f"{place.name} holds a number", place.name)
        self.parts += [place.name, "to", new.text if isinstance(new, t.Text) else new]
        return t.Put(place, new)

    def at_put_empty(self, branch: Branch) -> Any:
        return t.Put(self.mean_place(branch.branches()[-1]), t.Nothing())

    def _add(self, place: Branch, amount: Branch, minus: bool) -> Any:
        where = self.mean_place(place)
        self.number_at(where)
        many = self.mean(amount)
        self.parts += [where.name, "by", many]
        return t.Add(where, many, minus)

    def at_increase(self, branch: Branch) -> Any:
        place, amount = branch.branches()[-2:]
        return self._add(place, amount, False)

    def at_decrease(self, branch: Branch) -> Any:
        place, amount = branch.branches()[-2:]
        return self._add(place, amount, True)

    def at_add(self, branch: Branch) -> Any:
        amount, place = branch.branches()[-2:]
        return self._add(place, amount, False)

    def at_subtract(self, branch: Branch) -> Any:
        amount, place = branch.branches()[-2:]
        return self._add(place, amount, True)

    def at_place_increases(self, branch: Branch) -> Any:
        return self._add(branch.branches()[0], branch.branches()[1], False)

    def at_place_decreases(self, branch: Branch) -> Any:
        return self._add(branch.branches()[0], branch.branches()[1], True)

    def at_doubles(self, branch: Branch) -> Any:
        return self._times(branch, 2, 1)

    def at_is_doubled(self, branch: Branch) -> Any:
        return self._times(branch, 2, 1)

    def at_halves(self, branch: Branch) -> Any:
        return self._times(branch, 1, 2)

    def at_is_halved(self, branch: Branch) -> Any:
        return self._times(branch, 1, 2)

    def _times(self, branch: Branch, times: int, over: int) -> Any:
        place = self.mean_place(branch.branches()[-1])
        rounded = branch.words("ROUNDED")
        up = bool(rounded) and rounded[0].text.casefold().endswith("up")
        self.parts.append(place.name)
        return t.Put(place, t.Part(self.number_at(place), times, over, up))

    # -- the rest ----------------------------------------------------------------------------------

    def at_roll(self, branch: Branch) -> Any:
        self.rolls += 1
        me = self.subject if self.by_itself else self.me(branch)
        return t.Roll(me, dice(str(branch.words("DICE")[0].value)))

    def at_win(self, branch: Branch) -> Any:
        return t.Win(self.me(branch))

    def at_nothing_happens(self, branch: Branch) -> Any:
        del branch
        return t.NothingHappens()


def _each_of(effect: Any) -> Any:
    """``each player's Votes becomes 0``: for each of them."""
    place = getattr(effect, "place", None)
    if isinstance(place, t.Place) and isinstance(place.owner, t.EachPlayer):
        inner = t.Place(t.Them(), place.name)
        if isinstance(effect, t.Put):
            return t.ForPlayers(place.owner, (t.Put(inner, effect.value),))
        if isinstance(effect, t.Add):
            return t.ForPlayers(place.owner, (t.Add(inner, effect.amount, effect.minus),))
    return effect
