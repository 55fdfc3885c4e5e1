"""Conditions about what stands at a place and about rolls: Season is Spring, the roll is odd."""

from __future__ import annotations

from functools import partialmethod
from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.base import Branch, Misfit, first_word
from rules.plain.meaning.logic import both, denied, either
from rules.plain.meaning.values import Values
from rules.plain.words.lexemes import DAYS


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

    at_place_sinks_to = at_place_reaches

    def _passing_mark(self, name: str, place: t.Place, amount: Branch) -> t.Compare:
        """``reaches 5``: at least 5; ``falls to 0``: at most 0."""
        op = ">=" if name == "place_reaches" else "<="
        return t.Compare(self.number_at(place), op, self.mean(amount))

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
        """The player whom a thing's ``where`` is told from."""
        if isinstance(self.subject, t.Doer | t.Them):
            return self.subject
        return t.Doer() if self.has_doer else None

    def _holds_yes_or_no(self, left: t.Place, value: t.Text) -> bool:
        field = self.field_at(left)
        return bool(field and field.kind == "yes or no" and value.text.casefold() in ("yes", "no"))
