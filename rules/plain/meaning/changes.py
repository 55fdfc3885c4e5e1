"""What becomes of what stands at places: set, more, less, swapped, moved along."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partialmethod
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.amounts import dice
from rules.plain.meaning.base import PLAYERS, Branch, Misfit, first_word
from rules.plain.meaning.parts import speaks_of_doer, speaks_of_them
from rules.plain.meaning.transfers import SINGLE, Transfers


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
        """``increases by 10%``."""
        place = self.mean_place(branch.branches()[0])
        return t.Add(place, t.Part(self.number_at(place), branch.number(), 100), minus)

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
