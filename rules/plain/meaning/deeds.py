"""Clauses in the words of things: states to be in, selections, commands."""

from __future__ import annotations

from functools import partialmethod
from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.amounts import Drawn, Pile
from rules.plain.meaning.base import PLAYERS, Branch, Misfit, first_word
from rules.plain.meaning.effects import ClauseMeaning
from rules.plain.meaning.logic import denied, either
from rules.plain.meaning.people import WHO
from rules.plain.meaning.transfers import Effects
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

    def at_value_is_so(self, branch: Branch) -> t.Yes:
        """``if it is party time``, ``if there is a party``."""
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
