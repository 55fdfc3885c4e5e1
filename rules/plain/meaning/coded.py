"""What a coded game can have happen by its own rules: a further move, a beam, a change of rules.

``vocabulary.deeds`` says which of these the game has; elsewhere such a sentence is for people.
"""

from __future__ import annotations

from functools import partialmethod
from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.base import Branch, Misfit, first_word
from rules.plain.meaning.board import BoardMeaning
from rules.plain.meaning.transfers import Effects


class CodedMeaning(BoardMeaning):
    """Clauses that only the rules of a coded game give a meaning."""

    def needs(self, deed: str, branch: Branch) -> None:
        """The game has such a thing."""
        if deed not in self.vocabulary.deeds:
            raise Misfit("this game does not have that", first_word(branch))

    def at_move_again(self, branch: Branch) -> t.MoveAgain:
        """``you move again``; ``with a roll of 2``."""
        self.needs("move again", branch)
        steps = branch.branches()[-1:]
        return t.MoveAgain(self.me(branch), self.mean(steps[0]) if steps else None)

    def at_is_so_until(self, branch: Branch) -> t.BecomeFor:
        """``until the end of the phase, you are Tired``."""
        self.needs("until the phase ends", branch)
        return t.BecomeFor(self.me(branch), self.status(branch.named()).name)

    def at_make_choices(self, branch: Branch) -> Effects:
        raise Misfit("that is said of no move", first_word(branch))

    def at_next_move(self, branch: Branch) -> t.NextMove:
        """``select 3 Spaces`` of the next move."""
        self.needs("next move", branch)
        self.standing(self.table(branch.named()).name)
        return t.NextMove(self.me(branch), t.Number(branch.number()))

    def at_next_roll(self, branch: Branch, *, minus: bool = False) -> t.NextRoll:
        """``add 2 to your next roll``."""
        self.needs("next roll", branch)
        return t.NextRoll(self.me(branch), self.mean(branch.branches()[-1]), minus)

    at_next_roll_less = partialmethod(at_next_roll, minus=True)

    def at_discard_this(self, branch: Branch) -> t.Discard:
        """``discard this``: of things that are used up in any case."""
        self.needs("discard this", branch)
        return t.Discard()

    def at_land_on_type(self, branch: Branch) -> t.LandOn:
        """``apply the effect of landing on a Casino space``."""
        self.needs("land on", branch)
        _, where = self.typed(branch)
        return t.LandOn(self.me(branch), where.value.text)

    def at_select_target(self, branch: Branch) -> t.Target:
        """``select a Space`` that the Beam targets."""
        self._not_in_deed(branch)
        thing = self.mean(branch.branches()[-1])
        if not isinstance(thing, t.ChosenThing):
            raise Misfit("it is not plain which of them", first_word(branch))
        return self._target(thing, branch.named(), branch)

    def at_each_targeted(self, branch: Branch) -> t.Target:
        thing = t.EachThing(self.table(branch.named()).name)
        return self._target(thing, branch.named(1), branch)

    def at_is_targeted(self, branch: Branch) -> t.Target:
        return self._target(self.mean(branch.branches()[0]), branch.named(), branch)

    def at_targets(self, branch: Branch) -> t.Target:
        """``target your Space with the Lantern``."""
        self._not_in_deed(branch)
        return self._target(self.mean(branch.branches()[-1]), branch.named(), branch)

    def at_targets_chosen(self, branch: Branch) -> t.Target:
        self._not_in_deed(branch)
        table = self.table(branch.named()).name
        return self._target(t.ChosenThing(table, self._mention(table)), branch.named(1), branch)

    def _target(self, thing: Any, name: str, branch: Branch) -> t.Target:
        by = self.vocabulary.spelt(name)
        self.needs(f"target with {by}", branch)
        if self.vocabulary.standing(str(self.table_of(thing))) is None:
            raise Misfit(f"the {by} is not aimed at such a thing", name)
        return t.Target(thing, by)

    def at_amend(self, branch: Branch) -> t.Amend:
        """A text appended to the rule with a title."""
        self.needs("amend", branch)
        title, text = (str(each.value) for each in branch.words("REST"))
        return t.Amend(title, text)

    def at_strike(self, branch: Branch) -> t.Destroy:
        """``amend Cards by removing the specified Card``."""
        self.needs("amend", branch)
        table, said = self.table(branch.named()), self.table(branch.named(1))
        if not {*table.things} <= {*said.things}:
            raise Misfit(f"{said.noun or said.name} is not what {table.name} has", branch.named(1))
        return t.Destroy(t.ChosenThing(table.name, self._mention(table.name)))
