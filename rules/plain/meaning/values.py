"""What stands at a place, or shall stand there: a number, a name, a text."""

from __future__ import annotations

from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.amounts import AmountMeaning
from rules.plain.meaning.base import Branch, Misfit, first_word


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
