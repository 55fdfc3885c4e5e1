"""How many: numbers, dice, shares, and so many of something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rules.plain import tree as t
from rules.plain.meaning.base import Branch, Misfit
from rules.plain.meaning.places import Places

Pile = tuple[Any, str]  # an amount (None: all) of something, or a t.RandomThing or Drawn and ""


class Drawn(Struct, frozen=True):
    """So many things of a table, at random or of one's choice, which become items."""

    thing: Any
    many: Any


class NoneOf(Struct, frozen=True):
    """``no Gold``: with how many one begins."""


def piled(amount: Callable[..., Any]) -> Callable[..., Pile]:
    """The meaning of so much of something, from that of how much."""
    return lambda self, branch: (amount(self, branch), self.countable(branch.named()))


class AmountMeaning(Places):
    """Amounts. ``owner``: whose "all" and "half" are, the one who loses."""

    # -- so many of something ----------------------------------------------------------------------

    def piles(self, branch: Branch) -> list[Pile]:
        """All of a list such as ``2 Fish, a Net and 3 Gold``, which must not have an "or"."""
        if branch.has("EITHER") or branch.has("ONE_OF"):
            raise Misfit("it is not said which of them", branch.words()[0].text)
        return [self.mean(each) for each in self._shared(branch)]

    def options(self, branch: Branch) -> list[Pile]:
        """All of ``2 Fish or 3 Gold``."""
        joints = branch.words("AND", "EITHER")
        if joints[-1].kind != "EITHER" or any(each.text == "and" for each in joints):
            raise Misfit("'and' and 'or' are mixed", branch.words("EITHER")[0].text)
        return [self.mean(each) for each in branch.branches()]

    def _shared(self, branch: Branch) -> list[Branch]:
        """The parts; where the last of several ends in "for each ...", perhaps all of them do."""
        found = branch.branches()
        last = found[-1].branches("for_each")
        others = any(each.branches("for_each") for each in found[:-1])
        if len(found) > 1 and last and not others and self.fork(2):
            return [Branch(each.name, (*each.parts, last[0])) for each in found]
        return found

    def _each(self, amount: Any, branch: Branch) -> Any:
        found = branch.branches("for_each")
        return self.mean(found[0], amount) if found else amount

    @piled
    def at_counted(self, branch: Branch) -> Any:
        words = branch.words("DICE", "NUMBER", "THAT_MANY")
        if words[0].kind == "DICE":
            amount: Any = dice(str(words[0].value))
        elif words[0].kind == "NUMBER":
            amount = t.Number(branch.number())
        else:
            amount = t.ThatMany()
        return self._each(amount, branch)

    at_one = piled(lambda self, branch: self._each(t.Number(1), branch))
    at_none_of = piled(lambda *_: NoneOf())

    def at_capped(self, branch: Branch) -> Pile:
        """``2 Mana up to a maximum of 20``."""
        if self.subject is None:
            raise Misfit("it is not said whose", branch.named())
        what = self.countable(branch.named())
        most, held = t.Number(branch.number(1)), t.HowMany(t.Place(self.subject, what))
        return t.UpTo(t.Number(branch.number()), held, most), what

    def at_percent(self, branch: Branch) -> t.Part:
        return t.Part(self.mean(branch.branches()[0]), branch.number(), 100, _up(branch))

    def at_percent_of_their(self, branch: Branch) -> t.Part:
        """``10% of their Gold``."""
        return t.Part(self._held(branch), branch.number(), 100, _up(branch))

    def at_up_to_number(self, branch: Branch) -> t.Chosen:
        return t.Chosen(self.slot(), t.Number(branch.number()), 0)

    at_percent_of = piled(at_percent_of_their)
    at_up_to = piled(at_up_to_number)
    at_half_that_many = piled(lambda _, branch: t.Part(t.ThatMany(), 1, 2, _up(branch)))
    at_twice_that_many = piled(lambda *_: t.Part(t.ThatMany(), 2))
    at_any_number = piled(lambda self, _: t.Chosen(self.slot()))

    def at_all_of(self, branch: Branch) -> Pile:
        self._no_one_else(branch)
        return None, self.countable(branch.named())

    at_half_of = piled(lambda self, branch: t.Part(self._held(branch), 1, 2, _up(branch)))
    at_double_of = piled(lambda self, branch: t.Part(self._held(branch), 2))

    def at_some_of(self, branch: Branch) -> Pile:
        self._no_one_else(branch)
        return t.Number(branch.number()), self.countable(branch.named())

    def _held(self, branch: Branch) -> t.HowMany:
        self._no_one_else(branch)
        owner = self.possessor()
        return t.HowMany(t.Place(owner, self.countable(branch.named())))

    def _no_one_else(self, branch: Branch) -> None:
        """What is lost has to be that of the one who loses it."""
        if self.giver is not None and branch.has("THEIR"):
            raise Misfit("whose they are is not plain; say 'that player's'", branch.words()[0].text)

    giver: Any = None  # where something is taken from another than the subject

    def at_as_many(self, branch: Branch) -> Pile:
        found = branch.branches()
        owner = self.having(found[0]) if found else self.possessor()
        place = t.Place(owner, self.column(owner, branch.named(1)))
        return t.HowMany(place), self.countable(branch.named())

    at_equal_to = piled(lambda self, branch: self.mean(branch.branches()[0]))
    at_equal_to_place = piled(lambda self, branch: self.at_amount_of(branch))

    def at_random_stuff(self, branch: Branch) -> Pile:
        return self.at_random_thing(branch), ""

    def at_random_of(self, branch: Branch) -> Pile:
        """``a random item defined by Relics``, ``3 random Cards``."""
        said = self.table(branch.named())
        found = self.table(branch.named(1)) if len(branch.words("NAME")) > 1 else said
        if not {*found.things} <= {*said.things}:
            raise Misfit(f"{said.noun or said.name} is not what {found.name} has", branch.named())
        many = t.Number(branch.number() if branch.has("NUMBER") else 1)
        return Drawn(t.RandomThing(found.name, self._mention(found.name)), many), ""

    at_random_many = at_random_of

    def at_chosen_stuff(self, branch: Branch) -> Pile:
        """``one of any specified Card``."""
        table = self.table(branch.named()).name
        return Drawn(t.ChosenThing(table, self._mention(table)), t.Number(1)), ""

    def at_one_where(self, branch: Branch) -> Any:
        """``a Card of their choice`` is one; a row that fits is another matter."""
        if branch.branches("of_choice"):
            return self.at_chosen_stuff(branch)
        return self.at_a_thing(branch)

    def at_the_stuff(self, branch: Branch) -> Pile:
        """``the Cake``: the one that the player names behind the verb."""
        what = self.countable(branch.named())
        if not any(isinstance(e, t.Stuff) and e == t.Stuff(t.Number(1), what) for e in self.named):
            raise Misfit(f"it is not said which {what}", branch.named())
        return t.Number(1), what

    named: tuple[Any, ...] = ()  # what the verb of the action names

    def at_that_stuff(self, branch: Branch) -> Pile:
        return self.at_that_thing(branch), ""

    # -- for each ----------------------------------------------------------------------------------

    def at_for_each(self, branch: Branch, amount: Any) -> t.ForEach:
        per = branch.number() if branch.has("NUMBER") else 1
        if per < 1:
            raise Misfit("it cannot be for each 0", "0")
        return t.ForEach(amount, self.mean(branch.branches()[0]), per)

    def at_each_held(self, branch: Branch) -> Any:
        found, name = branch.branches(), branch.named()
        owner = self.having(found[0]) if found else self.possessor()
        table = self.vocabulary.table(name)
        if table and not self.vocabulary.field(name):
            return t.CountOf(
                t.EachThing(table.name, t.Is(t.Place(t.It(), self.owned(table)), owner))
            )
        return t.HowMany(t.Place(owner, self.column(owner, name)))

    def at_each_where(self, branch: Branch) -> t.CountOf:
        table, where = self._thing(branch)
        return t.CountOf(t.EachThing(table, where))

    def at_each_placed(self, branch: Branch) -> Any:
        raise Misfit("things at a place cannot be counted", branch.named())

    def at_each_player_there(self, branch: Branch) -> t.CountOf:
        return t.CountOf(t.EachPlayer(False, self.where(branch)))

    def at_each_other_there(self, branch: Branch) -> t.CountOf:
        self._needs_other(branch)
        return t.CountOf(t.EachPlayer(True, self.where(branch)))

    # -- a number by itself ------------------------------------------------------------------------

    def at_number(self, branch: Branch) -> t.Number:
        return t.Number(branch.number())

    def at_dice(self, branch: Branch) -> t.Dice:
        return dice(str(branch.words("DICE")[0].value))

    def at_amount_of(self, branch: Branch) -> t.HowMany:
        place = self.mean(branch.branches()[0])
        if not isinstance(place, t.Place):
            raise Misfit("that is not a number", branch.branches()[0].words()[0].text)
        field = self.field_at(place)
        if field and field.kind not in ("number", ""):
            raise Misfit(f"{place.name} is not a number", place.name)
        return t.HowMany(place)

    def at_the_roll(self, branch: Branch) -> t.Rolled:
        self.rolled_before(branch.words()[0].text)
        return t.Rolled()

    rolls = 0  # made so far in the sentence

    def rolled_before(self, text: str) -> None:
        """Something has to be rolled before what a sentence says of a roll."""
        if not self.rolls:
            raise Misfit("nothing is rolled before that", text)

    def at_roll_plus(self, branch: Branch) -> t.Sum:
        self.rolled_before("the roll")
        return t.Sum(t.Rolled(), self.at_amount_of(branch))

    def at_half(self, branch: Branch) -> t.Part:
        return t.Part(self.mean(branch.branches()[0]), 1, 2, _up(branch))

    def at_double(self, branch: Branch) -> t.Part:
        return t.Part(self.mean(branch.branches()[0]), 2)

    def at_number_each(self, branch: Branch) -> t.ForEach:
        found: t.ForEach = self.mean(branch.branches("for_each")[0], t.Number(branch.number()))
        return found

    def at_that_many(self, branch: Branch) -> t.ThatMany:
        return t.ThatMany()

    def at_number_of(self, branch: Branch) -> Any:
        return self.mean(branch.branches()[0])


def dice(text: str) -> t.Dice:
    """``2d6+1`` as a node; what cannot be rolled (``0d6``, ``1d0``) means nothing."""
    from rules.plain.words.lexemes import read_dice

    count, sides, plus = read_dice(text)
    if not (count and sides):
        raise Misfit(f"{text} cannot be rolled", text)
    return t.Dice(count, sides, plus)


def _up(branch: Branch) -> bool:
    words = branch.words("ROUNDED")
    return bool(words) and words[0].text.casefold().endswith("up")
