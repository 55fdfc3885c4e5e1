"""Clauses about things on which players stand: what follows what, several at once, their types."""

from __future__ import annotations

from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.base import Branch, Misfit, first_word
from rules.plain.meaning.deeds import DeedMeaning
from rules.plain.meaning.transfers import Effects

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
        """``each Space in their Space's Exits``."""
        return self.at_that_place_includes(branch, it)

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
