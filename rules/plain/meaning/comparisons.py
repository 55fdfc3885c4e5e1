"""What stands at a place, or shall stand there; conditions about it and about rolls."""

from __future__ import annotations

from functools import partialmethod
from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.amounts import AmountMeaning
from rules.plain.meaning.base import Branch, Misfit, first_word
from rules.plain.meaning.logic import both, denied, either
from rules.plain.words.lexemes import DAYS

MARKS = {
    "place_reaches": ">=", "place_sinks_to": "<=", "place_sinks_below": "<",
    "place_rises_above": ">",
}  # fmt: skip


class Values(AmountMeaning):
    """Places that hold something, and what they hold."""

    def mean_place(self, branch: Branch) -> t.Place:
        """A place, not a thing."""
        if branch.name == "of_each_thing":
            return self._of_each(branch)
        if branch.name == "of_each_typed":
            return self._of_each_typed(branch)
        found = self.mean(branch)
        if not isinstance(found, t.Place):
            raise Misfit("a thing is not a place that holds something", first_word(branch))
        return found

    each_thing: Any = None  # where a clause is about a field of each thing of a table

    def _of_each(self, branch: Branch) -> t.Place:
        """A field of each thing: the clause is then for each of them."""
        first, second = branch.named(0), branch.named(1)
        table, name = (second, first) if branch.has("OF") else (first, second)
        home = self.table(table).name
        found = branch.branches()
        where = self.thing_where(found[0], home, t.It()) if found else None
        self.each_thing = t.EachThing(home, where)
        self.it_table = home
        return t.Place(t.It(), self.column(self.each_thing, name))

    def _of_each_typed(self, branch: Branch) -> t.Place:
        """A field of each thing of a type: ``the Price of each Blank Space``."""
        home = self.table(branch.named(2)).name
        self.each_thing = t.EachThing(home, self.of_type(branch.named(1), t.EachThing(home)))
        self.it_table = home
        return t.Place(t.It(), self.column(self.each_thing, branch.named()))

    def number_at(self, left: Any) -> Any:
        """The number at a place; a roll as it is."""
        if not isinstance(left, t.Place):
            return left
        field = self.field_at(left)
        if field and field.kind not in ("number", ""):
            raise Misfit(f"{left.name} is not a number", left.name)
        return t.HowMany(left)

    def value_for(self, branch: Branch, place: t.Place) -> Any:
        """What words say that a place holds, or shall hold."""
        field = self.field_at(place)
        if branch.name == "text":
            return self._text(branch, field)
        if branch.name == "amount_of":
            inner = branch.branches()[0]
            if inner.name == "bare":
                return self._named_value(inner, place)
            found = self.mean(inner)
            if isinstance(found, t.Place) and (field is None or field.kind in ("number", "")):
                other = self.field_at(found)
                return t.HowMany(found) if not other or other.kind == "number" else found
            return found
        if branch.name == "value_player":
            return self.mean(branch.branches()[0])
        found = self.mean(branch)
        if isinstance(found, t.Number) and (table := self._numbered(field)):
            return t.NamedThing(table.name, str(found.value))
        if field and field.kind not in ("number", "") and not isinstance(found, t.Node):
            raise Misfit(f"{place.name} does not hold a number", place.name)
        return found

    def _numbered(self, field: Any) -> Any:
        """The table of a field whose things are called by numbers: ``their Space becomes 0``."""
        found = self.vocabulary.table(field.table) if field and field.kind == "thing" else None
        return found if found and found.numbered else None

    def _named_value(self, inner: Branch, place: t.Place) -> Any:
        value = self.vocabulary.value(inner.named())
        if value and not self.vocabulary.things(inner.named()):
            return (
                t.HowMany(t.Place(None, value.name))
                if value.kind == "number"
                else t.Place(None, value.name)
            )
        return self.thing_or_text(inner.named(), place)

    def _text(self, branch: Branch, field: Any) -> t.Text:
        word = branch.words()[0]
        text = str(word.value) if word.kind == "QUOTED" else word.text
        yes = text.casefold() in ("yes", "no")
        if field and (field.kind in ("text", "") or (yes and field.kind == "yes or no")):
            return t.Text(text)
        raise Misfit(f"{text!r} is not what that field holds", text)


class Comparisons(Values):
    """Conditions about places and rolls."""

    def at_place_is(self, branch: Branch) -> Any:
        place, says = branch.branches()
        return self.mean(says, self.mean_place(place))

    at_place_is_not = denied(at_place_is)

    def at_roll_is(self, branch: Branch) -> Any:
        self.rolled_before("the roll")
        return self.mean(branch.branches()[0], t.Rolled())

    def at_roll_plus_is(self, branch: Branch) -> Any:
        place, says = branch.branches()
        total = self.at_roll_plus(Branch("roll_plus", (place,)))
        return self.mean(says, total)

    at_roll_is_not = denied(at_roll_is)

    def at_place_reaches(self, branch: Branch) -> t.Compare:
        place, amount = branch.branches()
        return self._passing_mark(branch.name, self.mean_place(place), amount)

    at_place_sinks_to = at_place_sinks_below = at_place_rises_above = at_place_reaches

    def _passing_mark(self, name: str, place: t.Place, amount: Branch) -> t.Compare:
        """``reaches 5``: at least 5; ``falls to 0``: at most 0; ``falls below 5``: less."""
        return t.Compare(self.number_at(place), MARKS[name], self.mean(amount))

    def at_weekday_is(self, branch: Branch) -> t.Weekday:
        return t.Weekday((DAYS.index(branch.words()[0].text.casefold().split()[-1]),))

    def _compare(self, branch: Branch, left: Any, *, op: str) -> t.Compare:
        found = branch.branches()
        right = self.mean(found[0]) if found else t.Number(branch.number())
        return t.Compare(self.number_at(left), op, right)

    at_at_least = partialmethod(_compare, op=">=")
    at_at_most = partialmethod(_compare, op="<=")
    at_more_than = partialmethod(_compare, op=">")
    at_less_than = partialmethod(_compare, op="<")
    at_exactly = partialmethod(_compare, op="=")

    def at_is_parity(self, branch: Branch, left: Any) -> t.Parity:
        return t.Parity(self.number_at(left), "even" in branch.words()[0].text.casefold())

    def at_is_empty(self, branch: Branch, left: Any) -> t.Empty:
        if not isinstance(left, t.Place):
            raise Misfit("a roll is not empty", first_word(branch))
        return t.Empty(left)

    def at_is_value(self, branch: Branch, left: Any) -> Any:
        return either([self._is_value(each, left) for each in branch.branches()])

    def _is_value(self, branch: Branch, left: Any) -> Any:
        if not isinstance(left, t.Place):
            return t.Compare(left, "=", self.mean(branch))
        value = self.value_for(branch, left)
        if isinstance(value, t.ChosenPlayer):
            return self._another(left, value)
        if isinstance(value, t.EachPlayer | t.RandomPlayer | t.RandomThing | t.EachThing):
            raise Misfit("it is not plain which of them", first_word(branch))
        if isinstance(value, t.Text) and self._holds_yes_or_no(left, value):
            return t.Yes(left) if value.text.casefold() == "yes" else t.Not(t.Yes(left))
        if isinstance(value, t.Number | t.HowMany | t.Rolled | t.Dice | t.Part | t.ForEach):
            return t.Compare(self.number_at(left), "=", value)
        return t.Is(left, value)

    def _another(self, left: t.Place, value: t.ChosenPlayer) -> Any:
        """``whose Owner is another player``: there is one, and not the subject."""
        me = self.outer if self.outer is not None else self.doing
        if not value.other or value.where is not None or me is None:
            raise Misfit("it is not plain which player", "a player")
        self.players_named.pop()
        self.slots -= 1
        self.players_named.append(left)
        return both((t.Not(t.Empty(left)), t.Not(t.Is(left, me))))

    @property
    def doing(self) -> Any:
        """The player to whom a thing's ``where`` refers."""
        if isinstance(self.subject, t.Doer | t.Them):
            return self.subject
        return t.Doer() if self.has_doer else None

    def _holds_yes_or_no(self, left: t.Place, value: t.Text) -> bool:
        field = self.field_at(left)
        return bool(field and field.kind == "yes or no" and value.text.casefold() in ("yes", "no"))

    # -- results of a roll ----------------------------------------------------------------------

    def at_doubles_rolled(self, branch: Branch) -> Any:
        return t.Doubles()

    def _rolled(self, branch: Branch, op: str) -> t.Compare:
        return t.Compare(t.Rolled(), op, t.Number(branch.number()))

    at_just = partialmethod(_rolled, op="=")
    at_or_more = partialmethod(_rolled, op=">=")
    at_or_less = partialmethod(_rolled, op="<=")

    def at_between(self, branch: Branch) -> Any:
        low, high = branch.number(0), branch.number(1)
        if low >= high:
            raise Misfit(f"from {low} to {high} there is nothing", str(low))
        least = t.Compare(t.Rolled(), ">=", t.Number(low))
        return both((least, t.Compare(t.Rolled(), "<=", t.Number(high))))

    def at_any_of(self, branch: Branch) -> Any:
        numbers = [branch.number(at) for at in range(len(branch.words("NUMBER")))]
        return either(t.Compare(t.Rolled(), "=", t.Number(each)) for each in numbers)

    def at_parity(self, branch: Branch) -> Any:
        return t.Parity(t.Rolled(), "even" in branch.words("EVEN")[0].text.casefold())
