"""Clauses in the words of things: states to be in, selections, commands."""

from __future__ import annotations

from functools import partialmethod
from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.effects import ClauseMeaning
from rules.plain.meaning.parts import Effects
from rules.plain.meaning.people import PLAYERS, WHO, Branch, Misfit, denied, either, first_word
from rules.plain.meaning.places import Drawn, Pile
from rules.plain.words.lexemes import Lexeme


class DeedMeaning(ClauseMeaning):
    """Clauses whose words speak to the player, or of states that hold yes or no."""

    # -- states to be in ---------------------------------------------------------------------------

    kinds_said: tuple[str, ...] = ()  # the states that the last condition or clause spoke of

    def status(self, name: str) -> Any:
        """The field of players that holds yes or no and is called so."""
        field = self.vocabulary.field(name)
        if field is None or field.kind not in ("yes or no", ""):
            raise Misfit(f"{name!r} is not a field of players that holds yes or no", name)
        return field

    def statuses(self, branch: Branch) -> list[Any]:
        """All that are listed: ``a crab, crabtrain or traincrab``."""
        return [self.status(str(each.value)) for each in branch.words("NAME")]

    def at_is_so_now(self, branch: Branch) -> Any:
        """``you are Tired``, as what happens."""
        return self._so(self.status(branch.named()), branch, "yes")

    def at_is_no_longer(self, branch: Branch) -> Effects:
        """``you are not Tired or Wet``."""
        if any(each.text.casefold() == "and" for each in branch.words("AND")):
            raise Misfit("it is not plain which of them may be left", "and")
        return tuple(self._so(each, branch, "no") for each in self.statuses(branch))

    def at_becomes_a(self, branch: Branch) -> Any:
        """``become a Knight``; with what a Knight is known to be."""
        if self.vocabulary.role(branch.named()) and len(branch.words("NAME")) == 1:
            return self.at_becomes_role(branch)
        field, *parts = self.statuses(branch)
        if parts and sorted(each.name for each in parts) != sorted(field.parts):
            raise Misfit(f"a {field.name} is not known to be that", parts[0].name)
        return self._so(field, branch, "yes")

    def at_stops_being(self, branch: Branch) -> Effects:
        """``if you are a crab or train, you stop being one``."""
        if not self.kinds_said:
            raise Misfit("it is not said what before", first_word(branch))
        fields = [self.status(each) for each in self.kinds_said]
        return tuple(self._so(each, branch, "no") for each in fields)

    def _is_so(self, says: Branch) -> Any:
        """Of several words, that one of them is so."""
        if says.name != "is_value":
            return super()._is_so(says)
        joints = says.words("AND", "EITHER")
        if joints and (joints[-1].kind != "EITHER" or any(e.text == "and" for e in joints)):
            raise Misfit("it is not plain what of them", first_word(says))
        said = says.branches()
        self.kinds_said = tuple(name for each in said for name in self._status_in(each))
        return either(
            [super(DeedMeaning, self)._is_so(Branch("is_value", (each,))) for each in said]
        )

    def _status_in(self, value: Branch) -> tuple[str, ...]:
        inner = value.branches()[0] if value.name == "amount_of" else value
        field = self.vocabulary.field(inner.named()) if inner.has("NAME") else None
        return (field.name,) if field and field.kind == "yes or no" else ()

    def at_was_so(self, branch: Branch) -> Any:
        """``if you were Tired``: when the sentence began."""
        return at_first(self._is_so(branch.branches()[0]))

    # -- what is selected --------------------------------------------------------------------------

    def at_select_thing(self, branch: Branch) -> Effects:
        """``Select a Card.``, of which it is said behind it what happens; or a kind of player."""
        self._not_in_deed(branch)
        thing = next(each for each in branch.branches() if each.name != "subject")
        names = [thing.named(), *(str(each.value) for each in branch.words("NAME"))]
        if self.vocabulary.table(names[0]) is None and thing.name == "a_thing":
            return self._select_of_kind(names, branch)
        node = self.mean(thing)
        if branch.words("NAME") or not isinstance(node, t.ChosenThing | t.RandomThing):
            raise Misfit("it is not plain which of them", first_word(branch))
        return (t.Select(node),)

    def _select_of_kind(self, names: list[str], branch: Branch) -> Effects:
        """``Select a crab or train.``: a player who is one."""
        joints = branch.words("AND", "EITHER")
        if joints and (joints[-1].kind != "EITHER" or any(e.text == "and" for e in joints)):
            raise Misfit("'and' and 'or' are mixed", "or")
        kinds = [t.Yes(t.Place(t.Them(), self.status(each).name)) for each in names]
        slot = self.slot()
        self.players_named.append(slot)
        return self.selects(t.ChosenPlayer(slot, False, either(kinds)), branch)

    def at_select_random(self, branch: Branch) -> Effects:
        """``Randomly select a Card``: of which it is said behind it what happens."""
        self._not_in_deed(branch)
        drawn = branch.branches()[-1]
        pile = self.at_random_of(drawn) if drawn.name == "random_of" else self._random_one(drawn)
        return (t.Select(pile[0].thing),)

    def _random_one(self, branch: Branch) -> Pile:
        """``1 type of Card they have``."""
        if branch.number() != 1:
            raise Misfit("it is not plain what becomes of several", str(branch.number()))
        return Drawn(self.at_random_thing(branch), t.Number(1)), ""

    def at_some_of_it(self, branch: Branch) -> Pile:
        """``2 of it``: of a thing that was selected before."""
        number = -branch.number() if branch.has("MINUS") else branch.number()
        return Drawn(self._spoken_of(branch), t.Number(number)), ""

    def at_gain(self, branch: Branch) -> Effects:
        """Also ``gain 2 of a random Card``."""
        found = branch.branches("stuffs")[0].branches()
        if [each.name for each in found] != ["some_of_one"]:
            return super().at_gain(branch)
        table, me = self.table(found[0].named()).name, self.me(branch)
        random = found[0].has("A_RANDOM")
        thing = (t.RandomThing if random else t.ChosenThing)(table, self._mention(table))
        self.parts.append(table)
        many = t.Number(found[0].number())
        return t.Select(thing), t.Draw(me, t.Same(thing.slot), many)

    def at_one_of_it(self, branch: Branch) -> Pile:
        return Drawn(self._spoken_of(branch), t.Number(1)), ""

    def _spoken_of(self, branch: Branch) -> t.Same:
        found = self.at_that_thing(branch) if branch.has("NAME") else self.that(branch)
        if not isinstance(found, t.Same) or self.it is not None:
            raise Misfit("it is not plain what 'it' is", first_word(branch))
        return found

    def at_grant_it(self, branch: Branch) -> Effects:
        """``grant them it``: one of what was selected."""
        self._not_in_deed(branch)
        subject, who = branch.branches("subject"), branch.branches(*WHO)[-1]
        stuffs = Branch("stuffs", (branch.branches()[-1],))
        return self.at_grant(Branch("grant", (*subject, who, stuffs)))

    # -- the game as a whole -----------------------------------------------------------------------

    def at_start(self, branch: Branch) -> t.Start:
        """``Start a party.``: a value of the game that holds yes or no."""
        name = self._yes_or_no(branch.named())
        self.parts.append(name)
        return t.Start(name)

    def _yes_or_no(self, name: str) -> str:
        value = self.vocabulary.value(name)
        if value is None or value.kind != "yes or no":
            raise Misfit(f"{name!r} is not a value of the game that holds yes or no", name)
        return value.name

    def at_value_is_so(self, branch: Branch) -> t.Yes | t.Exists:
        """``if it is party time``, ``if there is a party``; ``if there is a Rat in the Hall``."""
        named = branch.words("NAME")
        if named and (branch.branches() or self.vocabulary.table(str(named[0].value))):
            return t.Exists(t.EachThing(*self._thing(branch)))
        word = branch.words("IS_TIME_OF", "NAME")[0]
        return t.Yes(t.Place(None, self._yes_or_no(str(word.value))))

    at_value_is_not_so = denied(at_value_is_so)

    # -- turning into, taking all, telling ---------------------------------------------------------

    def at_turn_into(self, branch: Branch) -> Effects:
        """``transform a Fish into 2 Gold``: where it is there, or as the price of an action."""
        self._not_in_deed(branch)
        stuff = next(each for each in branch.branches() if each.name not in ("subject", "stuffs"))
        amount, what = self.mean(stuff)
        me = self.me(branch)
        if not isinstance(amount, t.Number) or not what:
            raise Misfit("it is not plain how many of it", first_word(stuff))
        gained = self.at_gain(branch)
        self.parts.insert(0, t.Stuff(amount, what))
        if self.by_choice or self.left_free:
            return (t.Lose(me, amount, what, me == t.Doer()), *gained)
        there = t.Compare(t.HowMany(t.Place(me, what)), ">=", amount)
        return (t.If(there, (t.Lose(me, amount, what), *gained)),)

    def at_all_become(self, branch: Branch) -> Effects:
        """``all of their Fish become Nets``: one for each."""
        place = self.mean_place(branch.branches()[0])
        new = branch.branches()[-1]
        inner = new.branches()[0] if new.name == "amount_of" else new
        if inner.name != "bare" or self.table_of(place.owner) != PLAYERS:
            raise Misfit("it is not plain what they become", first_word(new))
        here, there = self.countable(place.name), self.countable(inner.named())
        owner: Any = place.owner
        who: Any = owner if owner == self.subject else t.Them()
        both = (t.Lose(who, None, here, self.must(who)), t.Gain(who, t.ThatMany(), there))
        return both if who == owner else (t.ForPlayers(owner, both),)

    def clauses_behind(self, clauses: Branch) -> Effects:
        """``may pay 1 Gold to gain 2 Fish``: what is had for it."""
        if any(each.branches("subject") for each in clauses.branches()):
            raise Misfit("it is not plain who does that", first_word(clauses))
        return tuple(effect for each in clauses.branches() for effect in self.clause(each))

    behind: Branch | None = None  # the clause behind which a condition stands

    def at_already_has(self, branch: Branch) -> t.Compare:
        """``gain 1 Fish, unless they already have 5 or more``: of what is gained."""
        stuffs = self.behind.branches("stuffs") if self.behind else []
        found = stuffs[0].branches() if stuffs else []
        if self.behind is None or len(found) != 1 or not found[0].has("NAME"):
            raise Misfit("it is not said of what", first_word(branch))
        is_thing = self.behind.name in ("place_gains", "place_loses")
        if is_thing is not branch.has("IT"):
            raise Misfit("it is not plain who has it", first_word(branch))
        owner = self.mean(self.behind.branches()[0]) if is_thing else self._who_has(branch)
        place = t.Place(owner, self.column(owner, found[0].named()))
        return t.Compare(t.HowMany(place), ">=", t.Number(branch.number()))

    def _who_has(self, branch: Branch) -> Any:
        return self.condition_subject(branch.branches()[0])

    def _rolled_on(self, branch: Branch, *, minus: bool) -> t.Add:
        """``they roll 1d4; this number is added to Pot``."""
        self.rolled_before(first_word(branch))
        place = self.mean_place(branch.branches()[0])
        self.number_at(place)
        return t.Add(place, t.Rolled(), minus)

    at_roll_is_added = partialmethod(_rolled_on, minus=False)
    at_roll_is_taken = partialmethod(_rolled_on, minus=True)

    left_free = False  # whether the clause is optional: what a player may do

    def at_take_up(self, branch: Branch) -> Effects:
        """``take 2 Fish`` out of nothing; ``take all their items`` of the selected player."""
        if not self._is_everything(branch):
            return self.at_gain(branch)
        if self.selected is not None:
            return (t.TakeAll(self.the_selected(), self.me(branch)),)
        if self.players_named and isinstance(self.players_named[-1], int):
            return (t.TakeAll(t.Same(self.players_named[-1]), self.me(branch)),)
        raise Misfit("it is not said whose", "their")

    def at_steal(self, branch: Branch) -> Effects:
        """``steal 2 Fish``, from the one other player who was spoken of."""
        others = [each for each in self.players_named if isinstance(each, int)]
        if len(others) != 1:
            raise Misfit("it is not said from whom", first_word(branch))
        whom = Branch("that_player", (Lexeme("THAT_PLAYER", "that player", 0, 0),))
        return self.at_take(Branch("take", (*branch.parts, whom)))

    def at_take(self, branch: Branch) -> Effects:
        if not self._is_everything(branch):
            return super().at_take(branch)
        giver, me = self.mean(branch.branches(*WHO)[0]), self.me(branch)
        if giver == me or isinstance(giver, t.EachPlayer):
            raise Misfit("it is not plain from whom", first_word(branch))
        return (t.TakeAll(giver, me),)

    def _is_everything(self, branch: Branch) -> bool:
        """Whether all items are meant, of whatever kind."""
        found = branch.branches("stuffs")[0].branches()
        if len(found) != 1 or found[0].name != "all_of" or not found[0].has("ALL"):
            return False
        name = found[0].named()
        field, table = self.vocabulary.field(name), self.vocabulary.table(name)
        listed = field is not None and field.kind == "items"
        return listed or (table is not None and table.name == self.vocabulary.bag)

    def at_ping(self, branch: Branch) -> t.Ping:
        self._not_in_deed(branch)
        who = branch.branches(*WHO)[-1]
        if who.name == "they" and self.players_named and isinstance(self.players_named[-1], int):
            return t.Ping(t.Same(self.players_named[-1]))
        return t.Ping(self.mean(who))

    def at_remind(self, branch: Branch) -> t.Remind:
        """``You are reminded to water the plant``: the answer does."""
        return t.Remind(self.me(branch), str(branch.words("REST")[0].value))


def at_first(condition: Any) -> Any:
    """A condition as it was when the sentence began."""
    if isinstance(condition, t.Both | t.Either):
        return type(condition)(tuple(map(at_first, condition.of)))
    if isinstance(condition, t.Not):
        return t.Not(at_first(condition.of))
    return condition if isinstance(condition, t.Before) else t.Before(condition)


# == Clauses about things on which players stand: what follows what, several at once, their types ==

_TYPE = "Type"
_THINGS = ("theirs", "of_player", "standing_on", "its", "it", "that_thing", "numbered")
_FOLLOWERS = "Followers"  # the other name of a column that says what follows what


class BoardMeaning(DeedMeaning):
    """Clauses about a board."""

    def _becomes_one(self, place: Branch, among: Branch) -> t.Include:
        """``their Space becomes a Neighbour of Space 5``: a column that names several things."""
        thing, owner = self.mean(place), self._owner_in(among, self.mean(place))
        home = self.table(str(self.table_of(owner)))
        column = self.column(owner, among.named())
        field = next((each for each in home.fields if each.name == column), None)
        if field is None or field.kind != "things" or field.table != self.table_of(thing):
            raise Misfit(f"{column} does not name several of them", among.named())
        return t.Include(t.Place(owner, column), thing)

    def _owner_in(self, among: Branch, thing: Any) -> Any:
        """Whose column is meant: ``of Space 5``, ``of 5``, ``of their Space``."""
        if among.has("NUMBER"):
            home = self.table(str(self.table_of(thing)))
            if not home.numbered:
                raise Misfit(f"the table {home.name} has no numbers", str(among.number()))
            return t.NamedThing(home.name, str(among.number()))
        if among.has("OF_THEIR"):
            mine = self.possessor()
            return t.Place(mine, self.column(mine, among.named(1)))
        return self.mean(among.branches()[-1])

    def at_one_among(self, branch: Branch) -> t.ChosenThing:
        """``a Neighbour of their Space``: one of those that a column names, by choice."""
        return t.ChosenThing(*self._among(branch))

    def at_random_among(self, branch: Branch) -> t.RandomThing:
        return t.RandomThing(*self._among(branch))

    def _among(self, branch: Branch) -> tuple[str, int, Any]:
        """The table, the slot, and that such a column names the thing."""
        if branch.has("NUMBER"):
            raise Misfit("it is not said of which table", str(branch.number()))
        owner = self._owner_in(branch, None)
        column = self.column(owner, branch.named())
        home = self.table(str(self.table_of(owner)))
        field = next((each for each in home.fields if each.name == column), None)
        if field is None or field.kind != "things":
            raise Misfit(f"{column} does not name several things", branch.named())
        where = t.Includes(t.Place(owner, column), t.It())
        return field.table, self._mention(field.table), where

    def at_create_following(self, branch: Branch) -> Effects:
        """``create a new Space that follows their Space``."""
        table, before = self.table(branch.named()), self.mean(branch.branches()[-1])
        own = [e for e in table.fields if e.kind == "things" and e.table == table.name]
        own = [each for each in own if each.also == _FOLLOWERS or len(own) == 1]
        if len(own) != 1 or self.table_of(before) != table.name:
            raise Misfit(f"it is not plain what follows what in {table.name}", table.name)
        slot = self._mention(table.name)
        self.parts.append(table.noun or table.name)
        made = t.Create(table.name, "", slot)
        return made, t.Include(t.Place(before, own[0].name), t.Same(slot))

    def at_random_typed(self, branch: Branch) -> t.Thing:
        """``a random Blank Space``."""
        table, where = self.typed(branch)
        return t.RandomThing(table, self._mention(table), where)

    def at_of_chosen(self, branch: Branch) -> t.Place:
        """``the Type of a Space of your choice``."""
        table = self.table(branch.named(1)).name
        thing = t.ChosenThing(table, self._mention(table))
        return t.Place(thing, self.column(thing, branch.named()))

    def at_in_place(self, branch: Branch, it: Any) -> Any:
        """``a Monster in their Room``; ``each Space in their Space's Exits``."""
        before, self.it = self.it, None
        place = self.mean(branch.branches()[-1])
        self.it = before
        field = self.field_at(place) if isinstance(place, t.Place) else None
        if field is not None and field.kind == "things":
            return t.Includes(place, it)
        there = self.table_of(place)
        table = self.table(str(self.table_of(it)))
        columns = [each.name for each in table.fields if each.table == there]
        if len(columns) != 1 or there in (None, PLAYERS):
            raise Misfit(f"the table {table.name} does not say where they are", first_word(branch))
        return t.Is(t.Place(it, columns[0]), place)

    # -- several things ----------------------------------------------------------------------------

    def at_put_several(self, branch: Branch) -> Effects:
        """``their Space, its Exits and its Neighbours become Blank``."""
        several, value = branch.branches()
        first, *others = several.branches()
        if any(each.kind == "EITHER" for each in several.words("AND", "EITHER")):
            raise Misfit("it is not said which of them", "or")
        here = self.mean(first)
        found: list[Any] = [t.Put(*self._typed_put(here, value))]
        for each in others:
            column = self._of_the_first(each, here)
            table = str(self.table_of(here))
            every = t.EachThing(table, t.Includes(t.Place(here, column), t.It()))
            with_type = self._typed_put(t.It(), value, table)
            found.append(t.ForThings(every, (t.Put(*with_type),)))
        return tuple(found)

    def _of_the_first(self, place: Branch, here: Any) -> str:
        """The column of the first thing, which names several of its table."""
        if place.name not in ("its", "bare"):
            raise Misfit("it is not plain what is meant beside it", first_word(place))
        table = self.table(str(self.table_of(here)))
        column = self.column(here, place.named())
        field = next(each for each in table.fields if each.name == column)
        if (field.kind, field.table) != ("things", table.name):
            raise Misfit(f"{column} does not name several of them", column)
        return column

    def at_put_place(self, branch: Branch) -> Any:
        """``your Space becomes a Casino``: the type of the thing that is there."""
        place, value = branch.branches()
        if value.name == "one_among":
            return self._becomes_one(place, value)
        name = _name_in(value)
        here = self._typed_thing(place, name)
        if here is not None:
            return t.Put(*self._typed_put(here, value))
        return super().at_put_place(branch)

    def at_put(self, branch: Branch) -> Any:
        """``change your Space to Blank``."""
        place, value = branch.branches()[-2:]
        here = self._typed_thing(place, _name_in(value))
        if here is not None:
            return t.Put(*self._typed_put(here, value))
        return super().at_put(branch)

    def _typed_thing(self, place: Branch, name: str) -> Any:
        """The thing at a place, where a name is one of types; None: something else is said."""
        if place.name not in _THINGS or not self._is_type(name):
            return None
        here = self.mean(place)
        if isinstance(here, t.Place):
            field = self.field_at(here)
            has_type = field and field.kind == "thing" and self._has_type(field.table)
            return here if has_type else None
        return here if self._has_type(str(self.table_of(here))) else None

    def _is_value(self, branch: Branch, left: Any) -> Any:
        """``your Space is a Shop``, ``of type Shop``: its type."""
        name = _name_in(branch)
        field = self.field_at(left) if isinstance(left, t.Place) else None
        if field and field.kind == "thing" and self._is_type(name) and self._has_type(field.table):
            return t.Is(t.Place(left, _TYPE), t.Text(self.vocabulary.spelt(name)))
        return super()._is_value(branch, left)

    def at_each_typed_becomes(self, branch: Branch) -> t.ForThings:
        """``all Blank Spaces become Shops``."""
        table, where = self.typed(branch)
        place, kind = self._typed_put(t.It(), branch.branches()[-1], table)
        return t.ForThings(t.EachThing(table, where), (t.Put(place, kind),))

    def _is_type(self, name: str) -> bool:
        known = {self.vocabulary.spelt(each) for each in self.vocabulary.texts}
        return bool(name) and self.vocabulary.spelt(name) in known

    def _has_type(self, table: str) -> bool:
        found = self.vocabulary.table(table)
        return found is not None and any(each.name == _TYPE for each in found.fields)

    def _typed_put(self, thing: Any, value: Branch, table: str = "") -> tuple[t.Place, Any]:
        """The place of a thing's type, and the type that it shall hold."""
        table = table or str(self.table_of(thing))
        name = _name_in(value)
        if not self._has_type(table) or not self._is_type(name):
            raise Misfit("it is not said what of them", first_word(value))
        return t.Place(thing, _TYPE), t.Text(self.vocabulary.spelt(name))

    def at_have_set(self, branch: Branch) -> Effects:
        """``any players on this Space have their Location set to 0``."""
        who, value = branch.branches()
        every = t.EachPlayer(False, self.where(who))
        with self.about(t.Them()):
            place = t.Place(t.Them(), self.column(t.Them(), branch.named()))
            return (t.ForPlayers(every, (self._put(place, value),)),)


def _name_in(value: Branch) -> str:
    """The one name of a value: ``Blank``, ``of type Blank``."""
    inner = value.branches()[0] if value.name == "amount_of" else value
    plain = inner.name in ("bare", "of_that_type", "a_thing") and not inner.branches()
    return inner.named() if plain and inner.has("NAME") else ""
