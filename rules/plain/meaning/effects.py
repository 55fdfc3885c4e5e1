"""Effects: what a clause such as "they move to Space 1" does. Each gives effects of the subject.

``parts`` collects what a player writes behind the verb, where the clause is an action.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partialmethod
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.parts import SINGLE, Effects, Transfers, speaks_of_doer, speaks_of_them
from rules.plain.meaning.people import NOT_KNOWN, PLAYERS, WHO, Branch, Misfit, first_word
from rules.plain.meaning.places import dice

# -- What becomes of what stands at places: set, more, less, swapped, moved along ------------------


class Changes(Transfers):
    """Changes of places, and moves."""

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
            raise Misfit("it is not plain with whom", first_word(branch))
        if isinstance(other, t.ChosenPlayer) and one == t.Doer():
            other = replace(other, other=True)  # a swap needs two players
        self.parts += [field, "with", other]
        return t.Swap(one, other, field)

    def at_move(self, branch: Branch) -> Any:
        me = self.me(branch)
        to = self.mean(branch.branches()[-1])
        if isinstance(to, t.EachThing):
            raise Misfit("no player moves to several at once", first_word(branch.branches()[-1]))
        table = self.table_of(to)
        if table in (None, PLAYERS):
            raise Misfit("a player cannot move there", first_word(branch.branches()[-1]))
        self.parts += ["to", to]
        return t.Move(me, to, self.standing(str(table)))

    def at_advance(self, branch: Branch) -> Any:
        steps: Any = t.ThatMany()
        if branch.has("NUMBER"):
            steps = t.Number(branch.number())
        elif branch.has("DICE"):
            steps = dice(str(branch.words("DICE")[0].value))
            self.rolls += 1
        table = self.table(branch.named())
        self.standing(table.name)
        back = any(each.text.casefold().startswith("back") for each in branch.words("DIRECTION"))
        self.parts += [steps, table.noun or table.name]
        return t.Advance(self.me(branch), steps, table.name, back)

    def at_put(self, branch: Branch) -> Any:
        place, value = branch.branches()[-2:]
        return self._put(self.mean_place(place), value)

    def at_put_place(self, branch: Branch) -> Any:
        place, value = branch.branches()
        if place.name == "it" and self.it is None and self.last_put is not None:
            return self._put(self.last_put, value)  # "Weather becomes Rainy, otherwise it becomes"
        return self._put(self.mean_place(place), value)

    last_put: Any = None  # the place of the game that was set last

    @contextmanager
    def _of_owner(self, place: t.Place, says: Branch) -> Iterator[None]:
        """Let "they" be each whose place it is: ``each player's Gold becomes their Rank``."""
        owner, block = place.owner, self.block
        if not isinstance(owner, t.EachPlayer):
            of_one = owner not in (None, self.subject) and self.table_of(owner) == PLAYERS
            if of_one and speaks_of_them(says) and not speaks_of_doer(says):
                raise Misfit("whose they are is not plain; say 'that player's'", first_word(says))
            yield
            return
        with self.about(t.Them()):
            self.block = owner
            yield
        self.block = block

    def _put(self, place: t.Place, value: Branch) -> Any:
        with self._of_owner(place, value):
            new = self.value_for(value, place)
        self.last_put = place if place.owner is None else None
        field = self.field_at(place)
        if isinstance(new, t.EachPlayer | t.EachThing):
            raise Misfit("a place holds one name", first_word(value))
        if field and field.kind == "number" and isinstance(new, t.Text | t.NamedThing | t.Place):
            raise Misfit(f"{place.name} holds a number", place.name)
        self.parts += [place.name, "to", new.text if isinstance(new, t.Text) else new]
        return t.Put(place, new)

    def at_put_empty(self, branch: Branch) -> Any:
        return t.Put(self.mean_place(branch.branches()[-1]), t.Nothing())

    def _add(self, place: Branch, amount: Branch, minus: bool) -> Any:
        where = self.mean_place(place)
        self.number_at(where)
        with self._of_owner(where, amount):
            many = self.mean(amount)
        self.parts += [where.name, "by", many]
        return t.Add(where, many, minus)

    def _by(self, branch: Branch, *, minus: bool) -> Any:
        place, amount = branch.branches()[-2:]
        return self._add(place, amount, minus)

    def _to(self, branch: Branch, *, minus: bool) -> Any:
        amount, place = branch.branches()[-2:]
        return self._add(place, amount, minus)

    at_increase = at_place_increases = partialmethod(_by, minus=False)
    at_decrease = at_place_decreases = partialmethod(_by, minus=True)
    at_add = partialmethod(_to, minus=False)
    at_subtract = partialmethod(_to, minus=True)

    def at_increases_by_percent(self, branch: Branch, *, minus: bool = False) -> t.Add:
        """``increases by 10%``, ``rounded up``."""
        place = self.mean_place(branch.branches()[0])
        up = any(each.text.casefold().endswith("up") for each in branch.words("ROUNDED"))
        return t.Add(place, t.Part(self.number_at(place), branch.number(), 100, up=up), minus)

    at_decreases_by_percent = partialmethod(at_increases_by_percent, minus=True)

    def at_becomes_role(self, branch: Branch) -> t.Put:
        """``they become a Knight``: what their one field says that may hold it."""
        name = branch.named()
        field = self.vocabulary.role(name)
        if not field:
            raise Misfit(f"it is not plain what {name!r} says of a player", name)
        place = t.Place(self.me(branch), field)
        return t.Put(place, self.thing_or_text(name, place))

    def _times(self, branch: Branch, times: int, over: int = 1) -> Any:
        place = self.mean_place(branch.branches()[-1])
        rounded = branch.words("ROUNDED")
        up = bool(rounded) and rounded[0].text.casefold().endswith("up")
        self.parts.append(place.name)
        return t.Put(place, t.Part(self.number_at(place), times, over, up))

    at_doubles = at_is_doubled = partialmethod(_times, times=2)
    at_halves = at_is_halved = partialmethod(_times, times=1, over=2)


# -- Effects: what a clause such as "they move to Space 1" does. Each gives effects of the subject

_THING_OF_STUFF = {  # what is so many of something elsewhere, and a thing where a row is meant
    "one": "at_a_thing", "one_where": "at_a_thing", "chosen_stuff": "at_a_thing",
    "that_stuff": "at_that_thing", "the_stuff": "at_that_thing",
    "random_stuff": "at_random_thing",
}  # fmt: skip


class ClauseMeaning(Changes):
    """Clauses. The subject was set before; a ``who`` in front was taken off."""

    in_deed = False  # whether the words are those of an action, which may be of any kind

    def clause(self, branch: Branch) -> Effects:
        """The effects of a clause without its own subject."""
        self.each_thing = None
        found = self.mean(branch)
        effects = tuple(map(_each_of, found if isinstance(found, tuple) else (found,)))
        if self.each_thing is None:
            return effects
        thing, self.each_thing = self.each_thing, None
        return (t.ForThings(thing, effects),)

    def _not_in_deed(self, branch: Branch) -> None:
        """Such words are only a name where they are what a player may do."""
        if self.in_deed:
            raise Misfit(NOT_KNOWN, first_word(branch))

    def at_grant(self, branch: Branch) -> Effects:
        """``grant Bob 2 Fish``: created, not taken from the player who grants it."""
        self._not_in_deed(branch)
        who = self.mean(branch.branches(*WHO)[-1])
        if isinstance(who, t.Doer) or who == self.subject:
            return self.at_gain(branch)
        with self.about(t.Them()):
            return (t.ForPlayers(who, self.at_gain(branch)),)

    def at_select_to(self, branch: Branch) -> Effects:
        """``pick another player to gain 2 Fish``."""
        self._not_in_deed(branch)
        who, clause = self.mean(branch.branches(*WHO)[-1]), branch.branches()[-1]
        if not isinstance(who, t.ChosenPlayer) or clause.branches("subject"):
            raise Misfit("it is not plain who is selected", first_word(branch))
        with self.about(t.Them()):
            return (t.ForPlayers(who, self.clause(clause)),)

    def at_select(self, branch: Branch) -> Effects:
        """``Select a player.``: whom the sentences behind it call "they"."""
        self._not_in_deed(branch)
        who = self.mean(branch.branches(*WHO)[-1])
        if not isinstance(who, t.ChosenPlayer):
            raise Misfit("it is not plain who is selected", first_word(branch))
        return self.selects(who, branch)

    def selects(self, who: t.ChosenPlayer, branch: Branch) -> Effects:
        """The doer chooses a player; after a command ("Select ..."), "they" are that player."""
        if self.told and self.selected is not None:
            raise Misfit("it is not plain who is meant by 'they' behind that", first_word(branch))
        if self.told:
            self.selected = who
        return (t.Select(who),)

    told = False  # whether a command ("Select ...") addresses the doer, so that "they" are others

    def at_not_a_move(self, branch: Branch) -> Effects:
        raise Misfit("that is said of no move", first_word(branch))

    def at_swap_places(self, branch: Branch) -> Any:
        self._not_in_deed(branch)
        places = [each.name for each in self.vocabulary.fields if each.kind == "thing"]
        if len(places) != 1:
            raise Misfit("it is not plain which places are meant", first_word(branch))
        who = self.mean(branch.branches(*WHO)[-1])
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
            raise Misfit("it is not plain what is drawn", first_word(stuff))
        self.parts.append(self.noun(table))
        return t.Draw(me, t.RandomThing(table, self._mention(table), where), amount)

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
        if len(found) == 1 and found[0].branches("of_choice"):
            return (self._destroys(self.at_chosen_stuff(found[0])[0].thing),)
        if len(found) == 1 and found[0].name in _THING_OF_STUFF:
            if self.vocabulary.table(found[0].named()):
                return (self._destroys(getattr(self, _THING_OF_STUFF[found[0].name])(found[0])),)
            if found[0].name == "the_stuff" and self.vocabulary.things(found[0].named()):
                return (self.at_destroy_named(found[0]),)
        return self.at_lose(branch)

    def at_destroy_named(self, branch: Branch) -> t.Destroy:
        thing = self.at_bare(branch)
        if not isinstance(thing, t.NamedThing):
            raise Misfit("it is not plain what is destroyed", branch.named())
        return self._destroys(thing)

    def at_destroy_numbered(self, branch: Branch) -> t.Destroy:
        return self._destroys(self.at_numbered(branch))

    def _destroys(self, thing: Any) -> t.Destroy:
        self.parts.append(thing)
        return t.Destroy(thing)

    def at_destroy_each(self, branch: Branch) -> t.Destroy:
        parts = tuple(each for each in branch.parts if each not in branch.branches("subject"))
        return t.Destroy(self.at_each_thing(Branch("each_thing", parts)))

    def at_random_is_destroyed(self, branch: Branch) -> t.Destroy:
        return t.Destroy(self.at_random_thing(branch))

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
        fields += [
            self._made_in(table, self.mean(each.branches()[-1]), each)
            for each in branch.branches("made_in")
        ]
        slot = self._mention(table.name)
        self.parts.append(table.noun or table.name)
        name = self.vocabulary.spelt(names[1]) if len(names) > 1 else ""
        self.parts += [f"named {name}"] if name else []
        return t.Create(table.name, name, slot, tuple(fields))

    def _made_in(self, table: Any, there: Any, branch: Branch) -> tuple[str, Any]:
        """``in a random Room``: the one column that says where such things are."""
        where = self.table_of(there)
        columns = [each.name for each in table.fields if each.table == where]
        if len(columns) != 1 or isinstance(there, t.EachThing):
            raise Misfit(f"the table {table.name} does not say where they are", first_word(branch))
        return columns[0], there

    def piles_of_fields(self, stuffs: Branch) -> list[tuple[Any, str]]:
        """``2 Food and 1 Wall`` of a thing: fields need not be things that players can have."""
        found: list[tuple[Any, str]] = []
        for each in stuffs.branches():
            if each.name not in ("counted", "one") or each.branches() or each.has("THAT_MANY"):
                raise Misfit("it is not plain what it has", first_word(each))
            words = each.words()[0]
            amount: Any = dice(str(words.value)) if words.kind == "DICE" else t.Number(1)
            found.append((t.Number(each.number()) if each.has("NUMBER") else amount, each.named()))
        return found

    def at_roll(self, branch: Branch) -> Any:
        self.rolls += 1
        me = self.subject if self.by_itself else self.me(branch)
        return t.Roll(me, dice(str(branch.words("DICE")[0].value)))

    def at_roll_with(self, branch: Branch, *, minus: bool = False) -> t.Roll:
        """``roll 2d6 and add their Strength``."""
        rolled = self.at_roll(branch)
        plus = self.at_amount_of(Branch("amount_of", (branch.branches()[-1],)))
        return t.Roll(rolled.who, rolled.dice, plus, minus)

    def at_roll_without(self, branch: Branch) -> t.Roll:
        return self.at_roll_with(branch, minus=True)

    def at_contest(self, branch: Branch) -> t.Contest:
        """``both roll 1d6``: the one who acts, and the one who was named."""
        self._not_in_deed(branch)
        others = [each for each in self.players_named if isinstance(each, int)]
        if len(others) != 1 or not self.has_doer or self.contest is not None:
            raise Misfit("it is not plain who the two are", first_word(branch))
        self.rolls += 1
        self.contest = self.slot(), self.slot()
        plus = None
        if found := branch.branches():
            with self.about(t.Them()):
                plus = self.at_amount_of(Branch("amount_of", (found[0],)))
        many = dice(str(branch.words("DICE")[0].value))
        return t.Contest(t.Doer(), t.Same(others[0]), many, *self.contest, plus)

    def at_higher_wins(self, branch: Branch) -> Effects:
        """``the higher roll wins``: who is called the winner, which is so anyway."""
        self._contest(branch)
        return ()

    def at_lower_wins(self, branch: Branch) -> Effects:
        """``the lower roll wins``: said before anything is said of the winner."""
        raise Misfit("say what becomes of the one with the lower roll", first_word(branch))

    def at_win(self, branch: Branch) -> Any:
        return t.Win(self.me(branch))

    def at_nothing_happens(self, branch: Branch) -> Any:
        return t.NothingHappens()


def _of_own(amount: Any, place: Any, inner: Any) -> Any:
    """A share of what stands at a place of each player: of their own."""
    is_share = isinstance(amount, t.Part) and amount.of == t.HowMany(place)
    return replace(amount, of=t.HowMany(inner)) if is_share else amount


def _each_of(effect: Any) -> Any:
    """``each player's Votes becomes 0``: for each of them."""
    place = getattr(effect, "place", None)
    if isinstance(place, t.Place) and isinstance(place.owner, t.EachPlayer):
        inner = t.Place(t.Them(), place.name)
        if isinstance(effect, t.Put):
            return t.ForPlayers(place.owner, (t.Put(inner, _of_own(effect.value, place, inner)),))
        if isinstance(effect, t.Add):
            more = _of_own(effect.amount, place, inner)
            return t.ForPlayers(place.owner, (t.Add(inner, more, effect.minus),))
    return effect
