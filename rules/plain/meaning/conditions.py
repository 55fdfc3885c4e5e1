"""Conditions about players: what they have, where they are, what they did."""

from __future__ import annotations

from functools import partialmethod
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.base import PLAYERS, Branch, Misfit, first_word
from rules.plain.meaning.comparisons import Comparisons
from rules.plain.meaning.logic import both, denied, either, negated
from rules.plain.meaning.people import SURELY_DOER
from rules.plain.words.lexemes import Lexeme


class ConditionMeaning(Comparisons):
    """Conditions. ``subject``: of whom a predicate is said."""

    def all_of(self, branch: Branch) -> Any:
        """Conditions joined by "and" or by "or"; not by both."""
        found: list[Any] = []
        joints = {each.name for each in branch.branches("also", "or_")}
        if len(joints) > 1:
            raise Misfit("'and' and 'or' are mixed; say one of them in a sentence of its own", "or")
        before, last = self.subject, self.subject
        for each in branch.branches():
            if each.name in ("also", "or_"):
                continue
            self.subject = last if each.name == "also_is" else before
            found.append(self.mean(each))
            last = self.said_of if each.name == "player_is" else self.subject
        self.subject = before
        return either(found) if joints == {"or_"} else both(found)

    said_of: Any = None  # whom the last condition spoke of, for "and is on Space 5"

    at_conditions = all_of

    at_who_where = all_of

    def at_who_is(self, branch: Branch) -> Any:
        return self.mean(branch.branches()[0])

    def at_with_where(self, branch: Branch, it: Any = None) -> Any:
        with self.about(it if it is not None else self.subject):
            return self.mean(branch.branches()[0])

    def at_on_where(self, branch: Branch) -> Any:
        return self.at_is_on(Branch("is_on", (Branch("things", (branch.branches()[-1],)),)))

    # -- of players --------------------------------------------------------------------------------

    def at_player_is(self, branch: Branch) -> Any:
        who, predicate = branch.branches()
        self.said_of = None
        if who.name in ("a_player", "another_player", "each_player", "each_other_player"):
            return self._of_some(who, predicate)
        if who.name in ("random_player", "another_random_player"):
            raise Misfit("a condition about a random player", who.words()[0].text)
        subject = self.condition_subject(who)
        self.said_of = subject
        with self.about(subject):
            return self.mean(predicate)

    def condition_subject(self, who: Branch) -> Any:
        """Whom a condition speaks of."""
        if who.name == "they" and self.selected is None:
            sure = who.words()[0].text.casefold() in SURELY_DOER
            if sure and self.has_doer:
                return t.Doer()
            return self.subject if self.subject is not None else self.mean(who)
        return self.mean(who)

    def at_did(self, branch: Branch) -> t.Did:
        deed = branch.words("DEED")[0].text.casefold().split()[0]
        period = branch.words("PERIOD")[0].text.casefold()
        days = {"today": ("day", False), "yesterday": ("day", True)}
        unit, last = days.get(period) or (period.split()[-1], "last" in period)
        if self.subject is None:
            raise Misfit("it is not said of whom", deed)
        return t.Did(self.subject, deed, unit, last)

    def at_did_move(self, branch: Branch) -> t.Did:
        """``if you moved this phase``."""
        deed = replace(branch.words()[0], kind="DEED", text="move")
        return self.at_did(Branch("did", (deed, *branch.words("PERIOD"))))

    at_did_not = denied(at_did)

    def _of_some(self, who: Branch, predicate: Branch) -> Any:
        where = self.where(who)
        with self.about(t.Them(), where=True):
            says = self.mean(predicate)
        if who.name.startswith("each"):
            says = negated(says)
        other = "other" in who.name
        if other:
            self._needs_other(who)
        found = t.Exists(t.EachPlayer(other, both((where, says))))
        return t.Not(found) if who.name.startswith("each") else found

    def at_also_is(self, branch: Branch) -> Any:
        if self.subject is None:
            raise Misfit("it is not said of whom", first_word(branch))
        return self.mean(branch.branches()[0])

    def at_no_player(self, branch: Branch) -> Any:
        with self.about(t.Them(), where=True):
            says = self.mean(branch.branches()[0])
        return t.Not(t.Exists(t.EachPlayer(False, says)))

    def at_no_other_player(self, branch: Branch) -> Any:
        if self.subject is None:
            raise Misfit("it is not said which player is meant by the others", "no other player")
        with self.about(t.Them(), where=True):
            says = self.mean(branch.branches()[0])
        return t.Not(t.Exists(t.EachPlayer(True, says)))

    def at_there_are_no(self, branch: Branch) -> t.Not:
        """``there are no players who ...``."""
        who = branch.branches()[0]
        if who.name != "a_player" or not who.branches():
            raise Misfit("say 'no player has ...'", first_word(who))
        return t.Not(t.Exists(t.EachPlayer(False, self.where(who))))

    at_has = at_who_is

    def at_has_not(self, branch: Branch) -> Any:
        found = branch.branches()[0]
        if len(found.branches()) > 1:
            raise Misfit("it is not plain which of them may be missing", first_word(branch))
        return negated(self.mean(found))

    def at_has_most(self, branch: Branch) -> Any:
        what = self.countable(branch.named())
        mine = t.HowMany(t.Place(self.subject, what))
        if self.subject == t.Them():
            raise Misfit("say 'the player with the most' instead", "the most")
        theirs = t.HowMany(t.Place(t.Them(), what))
        return t.Not(t.Exists(t.EachPlayer(True, t.Compare(theirs, ">=", mine))))

    def at_measures(self, branch: Branch) -> Any:
        joints = branch.words("AND", "EITHER")
        if any(each.kind == "EITHER" for each in joints):
            if any(each.text.casefold() == "and" for each in joints) or joints[-1].kind == "AND":
                raise Misfit("'and' and 'or' are mixed", "or")
            return either([self.mean(each) for each in branch.branches()])
        return both([self.mean(each) for each in branch.branches()])

    def _has(self, branch: Branch, op: str, number: int | None = None) -> t.Compare:
        wanted = t.Number(branch.number() if number is None else number)
        return t.Compare(self._what_is_had(branch.named()), op, wanted)

    def _what_is_had(self, name: str) -> Any:
        """So many of something, or of the things of a table that are the player's own."""
        table = self.vocabulary.table(name)
        is_player = self.subject is not None and self.table_of(self.subject) == PLAYERS
        if table and self.vocabulary.stuff(name) is None and is_player:
            mine = t.Is(t.Place(t.It(), self.owned(table)), self.subject)
            return t.CountOf(t.EachThing(table.name, mine))
        return t.HowMany(t.Place(self.subject, self.column_of_subject(name)))

    def column_of_subject(self, name: str) -> str:
        """What is counted: an item or a field of whom the predicate is said."""
        if self.subject is None:
            raise Misfit("it is not said of whom", name)
        if self.table_of(self.subject) == PLAYERS:
            return self.countable(name)
        return self.column(self.subject, name)

    at_has_at_least = partialmethod(_has, op=">=")

    at_has_or_more = at_has_name_or_more = at_has_at_least

    def at_has_number(self, branch: Branch) -> t.Compare:
        """``has 3 Fish``: at least three; ``has 0 Fish``: none."""
        return self._has(branch, ">=" if branch.number() else "=")

    at_has_at_most = partialmethod(_has, op="<=")

    at_has_or_less = at_has_name_or_less = at_has_at_most

    at_has_more = partialmethod(_has, op=">")
    at_has_less = partialmethod(_has, op="<")
    at_has_exactly = partialmethod(_has, op="=")
    at_has_one = partialmethod(_has, op=">=", number=1)

    def at_has_no(self, branch: Branch) -> Any:
        if self.table_of(self.subject) != PLAYERS:
            return t.Empty(t.Place(self.subject, self.column(self.subject, branch.named())))
        return self._has(branch, "=", 0)

    def _against(self, branch: Branch, op: str, other: Any) -> t.Compare:
        mine = t.Place(self.subject, self.column_of_subject(branch.named()))
        return t.Compare(t.HowMany(mine), op, t.HowMany(other))

    def at_has_more_than(self, branch: Branch, op: str = ">") -> t.Compare:
        other = t.Place(self.subject, self.column_of_subject(branch.named(1)))
        return self._against(branch, op, other)

    at_has_less_than = partialmethod(at_has_more_than, op="<")
    at_has_as_many = partialmethod(at_has_more_than, op="=")

    def at_has_more_than_player(self, branch: Branch, op: str = ">") -> t.Compare:
        who = branch.branches()[0]
        other = self.outer if who.name == "they" and self.outer is not None else self.mean(who)
        if isinstance(other, t.EachPlayer | t.ChosenPlayer | t.RandomPlayer):
            raise Misfit("it is not plain with whom to compare", first_word(who))
        return self._against(branch, op, t.Place(other, self.column_of_subject(branch.named())))

    at_has_less_than_player = partialmethod(at_has_more_than_player, op="<")

    def at_is_on(self, branch: Branch) -> Any:
        found = [self._is_on(each) for each in branch.branches("things")[0].branches()]
        return either(found)

    at_is_not_on = denied(at_is_on)

    def _is_on(self, thing: Branch) -> Any:
        if thing.name == "a_thing":
            table = self.table(thing.named()).name
            here = t.Place(self.subject, self.standing(table))
            where = thing.branches()
            return self.thing_where(where[0], table, here) if where else t.Not(t.Empty(here))
        if thing.name == "a_typed":
            table = self.table(thing.named(1)).name
            here = t.Place(self.subject, self.standing(table))
            place = t.Place(here, self.column(here, "Type"))
            return t.Is(place, self.thing_or_text(thing.named(), place))
        subject, outer = self.subject, self.outer
        if outer is not None:  # "another player on their Space" is on that of the one outside
            with self.about(outer):
                meant = self.mean(thing)
        else:
            meant = self.mean(thing)
        at = self.table_of(meant)
        if at in (None, PLAYERS) or isinstance(meant, t.EachThing | t.RandomThing):
            raise Misfit("players cannot be there", first_word(thing))
        return t.Equal(t.Place(subject, self.standing(str(at))), meant)

    def at_is_on_same(self, branch: Branch) -> Any:
        found = branch.branches("who_where", *_WHO)
        who = found[-1] if found else _THEM
        field = self.vocabulary.field(branch.named())
        if field is None:
            raise Misfit(f"{branch.named()!r} is not a field of players", branch.named())
        if who.name in ("they", "that_player", "person"):
            other = self.outer if who.name == "they" and self.outer is not None else self.mean(who)
            return t.Equal(t.Place(self.subject, field.name), t.Place(other, field.name))
        if who.name == "another_player" and self.subject != t.Them() and not who.branches():
            same = t.Equal(t.Place(t.Them(), field.name), t.Place(self.subject, field.name))
            return t.Exists(t.EachPlayer(True, same))
        raise Misfit("it is not plain the same as whose", first_word(who))

    at_same_where = at_is_on_same
    at_is_not_on_same = at_differing_where = denied(at_is_on_same)

    def at_is_so(self, branch: Branch) -> Any:
        return self._is_so(branch.branches()[0])

    at_is_not_so = denied(at_is_so)

    def _is_so(self, says: Branch) -> Any:
        """``is Alive``, ``is a Wizard``: the word tells which field of theirs is meant."""
        inner = says.branches()
        if says.name != "is_value" or inner[0].name not in ("amount_of", "a_thing") or inner[1:]:
            raise Misfit("it is not said what of them", first_word(says))
        said = inner[0] if inner[0].name == "a_thing" else inner[0].branches()[0]
        if said.name not in ("a_thing", "bare"):
            raise Misfit("it is not said what of them", first_word(says))
        word = said.named()
        field = self.vocabulary.field(word)
        if field and field.kind in ("yes or no", ""):
            return t.Yes(t.Place(self.subject, field.name))
        for table, thing in self.vocabulary.things(word):
            standing = self.vocabulary.standing(table.name)
            if standing:
                place = t.Place(self.subject, standing.name)
                return t.Equal(place, t.NamedThing(table.name, thing))
        if role := self.vocabulary.role(word):
            place = t.Place(self.subject, role)
            return t.Is(place, self.thing_or_text(word, place))
        raise Misfit(f"it is not plain what {word!r} says of a player", word)


_THEM = Branch("they", (Lexeme("THEY", "them", 0, 0, "them"),))
_WHO = ("they", "that_player", "person", "a_player", "another_player", "each_player")
