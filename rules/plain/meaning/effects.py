"""Effects: what a clause such as "they move to Space 1" does. Each gives effects of the subject.

``parts`` collects what a player writes behind the verb, where the clause is an action.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.amounts import dice
from rules.plain.meaning.base import NOT_KNOWN, PLAYERS, Branch, Misfit, first_word
from rules.plain.meaning.changes import Changes
from rules.plain.meaning.people import WHO
from rules.plain.meaning.transfers import Effects

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
        slot = self._mention(table.name)
        self.parts.append(table.noun or table.name)
        name = self.vocabulary.spelt(names[1]) if len(names) > 1 else ""
        self.parts += [f"named {name}"] if name else []
        return t.Create(table.name, name, slot, tuple(fields))

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
