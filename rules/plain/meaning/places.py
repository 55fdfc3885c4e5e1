"""Places, things and amounts that sentences speak of: their Gold, Space 5, as many as they have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partialmethod
from typing import Any

from msgspec.structs import replace

from rules.plain import terms as t
from rules.plain.clauses import PLAYERS, Branch, Drawn, Misfit, NoneOf, Pile, first_word, rounds_up
from rules.plain.meaning.people import People
from rules.plain.terms import both
from rules.plain.vocabulary import stem
from rules.plain.words.lexemes import PARTS, kinds, read_dice
from wikibot.game.names import singular_of
from wikibot.game.page.cells import CellError, YesNo
from wikibot.wikitext.numerals import integer

_TWO = kinds("plus less product quotient")
_RESULTS = kinds("compares between any_of is_parity")
HOLDS = {
    "number": "a number", "yes or no": "yes or no", "items": "a list of items", "text": "a word",
    "thing": "a name of the table {}", "things": "names of the table {}",
}  # fmt: skip


def yes_or_no(word: str) -> t.Text | None:
    """What a word says in a cell that holds yes or no, such as "on" or "off"; None for others."""
    try:
        return t.Text("yes" if YesNo().parse(word) else "no")
    except CellError:
        return None


_SOME = (
    t.ChosenPlayer, t.RandomPlayer, t.EachPlayer, t.ChosenThing, t.RandomThing, t.EachThing,
)  # fmt: skip


def _of_choice(branch: Branch) -> Branch:
    """A thing without "of their choice", which anything that is chosen is."""
    said = branch.branches("of_choice")
    return Branch(branch.name, tuple(each for each in branch.parts if each not in said))


def hidden(it: Any) -> Any:
    """A thing, as it is called in a ``where`` of another thing."""
    return t.AroundIt() if it == t.It() else it


def _bounded(one: Any, other: Any, *, most: bool) -> t.Bounded:
    """The smaller (or larger) of two, in one order: last a number, first what is long to say."""
    first, last = sorted((one, other), key=t.shortness)
    return t.Bounded(first, last, most)


def piled(amount: Callable[..., Any]) -> Callable[..., Pile]:
    """The meaning of so much of something, from that of how much."""
    return lambda self, branch: (amount(self, branch), self.countable(branch.named()))


class Places(People):
    """Places, things, and how many."""

    def at_theirs(self, branch: Branch) -> t.Place:
        text = branch.words()[0].low
        if text.startswith("your") and self.has_doer:
            owner: Any = t.Doer()
        elif self.selected is not None and self.subject == t.Doer():
            owner = self.the_selected()
        else:
            owner = self.own("their own") if text.endswith("own") else self.possessor()
        return t.Place(owner, self.column(owner, branch.named()))

    def at_its(self, branch: Branch) -> t.Place:
        owner = self.that(branch)
        return t.Place(owner, self.column(owner, branch.named()))

    def at_who_at(self, branch: Branch) -> t.Place:
        """``its Owner``, ``the Owner of that Mill``, as who does something."""
        word, of = branch.words()[0], branch.branches()
        owner = self.that(branch) if word.low.startswith("its") else None
        owner = self.mean(of[0]) if of else owner or self.possessor()
        return self._naming_players(t.Place(owner, self.column(owner, str(word.value))))

    at_who_of = at_who_at

    def _naming_players(self, place: t.Place) -> t.Place:
        field = self.field_at(place)
        if field is None or field.table != PLAYERS:
            raise Misfit(f"{place.name} does not name a player", place.name)
        self.players_named.append(place)
        return place

    def at_extreme_thing(self, branch: Branch) -> t.ExtremeThing:
        """``the Mill with the most Troops``."""
        word = branch.words("THE_THING_WITH")[0]
        table = str(word.value)
        slot = self.mention(table)
        field = self.column(t.EachThing(table), branch.named())
        return t.ExtremeThing(table, word.text.endswith("most"), field, slot)

    def at_thing_in_order(self, branch: Branch) -> t.ThingInOrder:
        """``the first Guest``; ``the next Town after their Town``, ``the next Town``."""
        behind, word = branch.branches(), branch.words()[0].low
        back = word.endswith(("last", "previous"))
        after = self.behind_which(branch, behind, back) or self.about_place
        if after is None and not word.endswith(("first", "last")):  # where they are
            standing = self.vocabulary.standing(self.table(branch.named()).name)
            after = t.Place(self.subject, standing.name) if standing and self.subject else None
        table, where = self._thing(Branch("a_thing", (*branch.words(), *behind)))
        is_alone = word.endswith(("first", "last"))
        if is_alone != (after is None) or not (is_alone or self.table_of(after) == table):
            raise Misfit("it is not said after what", branch.named())
        return t.ThingInOrder(table, self.mention(table), after, back, where)

    def at_standing_on(self, branch: Branch) -> t.Place:
        """``the Space you are on``."""
        name, who = branch.named(), branch.branches()[0]
        field = self.vocabulary.standing(self.table(name).name)
        if field is None:
            raise Misfit(f"players have no field that names one thing of {name}", name)
        return t.Place(self.mean(who), field.name)

    def at_that_thing(self, branch: Branch) -> Any:
        name = branch.named()
        table = self.table(name).name
        for of, slot in reversed(self.things_named):
            if of == table:
                return t.Same(slot)
        if self.it is not None and self.it_table == table:
            return self.it
        if self.around[0] is not None and self.around[1] == table:
            return hidden(self.around[0])
        field = self.vocabulary.standing(table)
        if field is not None and field.kind == "thing" and isinstance(self.subject, t.Doer):
            return t.Place(t.Doer(), field.name)  # the one where the player is
        raise Misfit(f"no {name} was spoken of before", name)

    def at_of_player(self, branch: Branch) -> t.Place:
        owner = self.mean(branch.branches()[0])
        return t.Place(owner, self.column(owner, branch.named()))

    def at_of_their_place(self, branch: Branch) -> t.Place:
        owner = self.possessor()
        inner = t.Place(owner, self.column(owner, branch.named(1)))
        return t.Place(inner, self.column(inner, branch.named()))

    at_of_place = at_of_player

    def at_bare(self, branch: Branch) -> Any:
        """A value of the game, or a thing by its name."""
        name = branch.named()
        found: list[Any] = [
            t.NamedThing(table.name, thing) for table, thing in self.vocabulary.things(name)
        ]
        if value := self.vocabulary.value(name):
            found.append(t.Place(None, value.name))
        if not found and branch.has("THE") and (table := self.vocabulary.table(name)):
            found += [t.Same(slot) for of, slot in self.things_named if of == table.name]
            found += [self.it] if not found and self.it_table == table.name else []
            found = found if singular_of(text := branch.words("NAME")[0].text) == text else []
            found = found if len(found) == 1 else []  # the one that was spoken of
        if not found:
            raise Misfit(f"{name!r} is neither a value of the game nor a thing of a table", name)
        meant = found[self.fork(len(found))] if len(found) > 1 else found[0]
        if (
            isinstance(meant, t.NamedThing)
            and isinstance(self.it, t.NamedThing)
            and meant != self.it
        ):
            self.it = None  # "its" may be of either
        return meant

    def at_numbered(self, branch: Branch) -> t.NamedThing:
        table = self.table(branch.named())
        number = str(-branch.number() if branch.has("MINUS") else branch.number())
        if table.numbered:
            return t.NamedThing(table.name, number)
        for name in (number, f"{branch.words()[0].text} {number}"):
            for of, thing in self.vocabulary.things(name):
                if of.name == table.name:
                    return t.NamedThing(table.name, thing)
        raise Misfit(f"the table {table.name} has no {number}", branch.words()[0].text)

    # -- things ------------------------------------------------------------------------------------

    def at_a_thing(self, branch: Branch, kind: Any = t.ChosenThing) -> Any:
        table, where = self._thing(_of_choice(branch) if kind is t.ChosenThing else branch)
        return kind(table, self.mention(table), where)

    at_random_thing = partialmethod(at_a_thing, kind=t.RandomThing)

    def at_unowned(self, branch: Branch) -> Any:
        """``an unowned Plot``: the one column that names players is empty."""
        table, where = self._thing(branch)
        free = t.Empty(t.Place(t.It(), self.owned(self.table(table))))
        return t.ChosenThing(table, self.mention(table), both((free, where)))

    def at_another_thing(self, branch: Branch) -> t.Thing:
        table, where = self._thing(_of_choice(branch))
        others: list[Any] = [t.Same(slot) for of, slot in self.things_named if of == table]
        field = self.vocabulary.standing(table)
        if field is None and not others:
            raise Misfit(f"it is not plain which {table} it has to differ from", branch.named())
        if field is not None and not others:
            others = [t.Place(self.subject, field.name)]
        apart = (t.Not(t.Equal(t.It(), each)) for each in others)
        slot = self.mention(table)
        return t.ChosenThing(table, slot, both((*apart, where)))

    def at_each_thing(self, branch: Branch) -> t.EachThing:
        return t.EachThing(*self._thing(branch))

    def mention(self, table: str) -> int:
        slot = self.slot()
        self.things_named.append((table, slot))
        return slot

    def of_each_named(self, branch: Branch) -> tuple[t.EachThing, str]:
        """``the Price of each Mill``, ``a Mill's Price``: each of these things, and its column."""
        names = branch.named(0), branch.named(1)
        table, name = names[::-1] if branch.has("OF") else names
        noun = next(each for each in branch.words("NAME") if each.name == table)
        each = t.EachThing(*self._thing(Branch("each_thing", (noun, *branch.branches()))))
        return each, self.column(each, name)

    def _thing(self, branch: Branch, it: Any = None) -> tuple[str, Any]:
        """The table, and the condition about ``It()`` (or about another node)."""
        table = self.table(branch.named()).name
        found = branch.branches()
        return table, self.thing_where(found[0], table, it or t.It()) if found else None

    def thing_where(self, branch: Branch, table: str, it: Any) -> Any:
        """A condition about a thing."""
        with self.for_now(it=it, it_table=table, around=(self.it, self.it_table)):
            return self.mean(branch, it)

    def standing(self, table: str) -> str:
        """The field of players that says on which thing of a table they are."""
        field = self.vocabulary.standing(table)
        if field is None:
            raise Misfit(f"players have no field that names one thing of {table}", table)
        return field.name

    def at_called_one(self, branch: Branch) -> Any:
        """``a Mill they own, called the start``: what the words behind it call so."""
        found = self.mean(branch.branches()[0])
        if not isinstance(getattr(found, "slot", None), int):
            raise Misfit("only what is chosen is called something", first_word(branch))
        if isinstance(found, t.ChosenPlayer):  # another one than those who were called something
            others = (e for e in self.aliases.values() if isinstance(e, t.ChosenPlayer))
            apart = (t.Not(t.Equal(t.Them(), t.Same(each.slot))) for each in others)
            found = replace(found, where=both((found.where, *apart)))
        self.aliases[str(branch.words("ALIAS", "ALIAS_WHO")[0].value)] = found
        return found

    def at_alias_many(self, branch: Branch) -> t.Same:
        """``the loan``, as a number."""
        found: t.Same = self.at_aliased(branch)[0]
        return found

    def at_aliased(self, branch: Branch) -> Any:
        """``the loan``: any number of Gold that was called so."""
        amount, what = self._called(branch)
        return t.Same(amount.slot), what

    def at_alias(self, branch: Branch) -> Any:
        """``the start``."""
        return t.Same(self._called(branch).slot)

    def _called(self, branch: Branch) -> Any:
        name = str(branch.words("ALIAS", "ALIAS_WHO", "ALIAS_MANY")[0].value)
        if name not in self.aliases:
            raise Misfit(f"nothing was called {name!r} before", name)
        return self.aliases[name]

    # -- what is said of a thing -------------------------------------------------------------------

    def at_of_choice(self, branch: Branch, it: Any) -> None:
        """Only what is chosen is: no random thing, not each of them."""
        raise Misfit("these words do not fit here", first_word(branch))

    def at_of_field(self, branch: Branch, it: Any) -> Any:
        """``of Kind Town``, ``of type Shop``."""
        *column, said = (str(each.value) for each in branch.words("NAME"))
        place = t.Place(it, self.column(it, column[0] if column else "Type"))
        return t.Is(place, self.thing_or_text(said, place))

    def at_things_whose(self, branch: Branch, it: Any) -> Any:
        parts, together = self.joined(branch)
        return together([self.mean(each, it) for each in parts])

    def at_that_place_includes(self, branch: Branch, it: Any) -> Any:
        with self.for_now(it=None):
            place = self.mean(branch.branches()[0])
        return self._includes(place, it, branch)

    def at_whose_where(self, branch: Branch, it: Any = None) -> Any:
        place = self.subject if it is None else it
        for each in branch.words("NAME"):  # whose Room's Heat is 3
            place = t.Place(place, self.column(place, str(each.value)))
        return self.mean(branch.branches()[0], place)

    def at_includes(self, branch: Branch) -> t.Includes | t.Compare:
        """``its Guests include the player``."""
        place, member = map(self.mean, branch.branches())
        return self._includes(place, member, branch)

    def _includes(self, place: Any, member: Any, branch: Branch) -> t.Includes | t.Compare:
        if self.lists_items(place) and isinstance(member, t.NamedThing):
            had = t.HowMany(t.Place(place.owner, member.name))
            return t.Compare(had, ">=", t.Number(1))
        if self.lists_items(place) and isinstance(member, t.Same | t.It):
            return t.owns(place.owner, member)
        if not self.names_several(place):
            raise Misfit("that does not name several", first_word(branch))
        if isinstance(member, _SOME):
            raise Misfit("it is not said which of them", first_word(branch.branches()[-1]))
        return t.Includes(place, member)

    def lists_items(self, place: Any) -> bool:
        """Whether it is what players carry: what it includes they have."""
        bags = [each.name for each in self.vocabulary.fields if each.kind == "items"]
        of_player = isinstance(place, t.Place) and self.table_of(place.owner) == PLAYERS
        return of_player and bags == [place.name]

    def at_whose_includes(self, branch: Branch, it: Any = None) -> t.Includes | t.Compare:
        """``a Room whose Guests include the player``."""
        owner = self.subject if it is None else it
        place = t.Place(owner, self.column(owner, branch.named()))
        with self.for_now(it=None):
            member = self.mean(branch.branches()[0])
        return self._includes(place, member, branch)

    def at_whose_does(self, branch: Branch, it: Any) -> Any:
        """``a Mill whose Owner has no Gold``, or ``has a Truce with them``."""
        place = t.Place(it, self.column(it, branch.named()))
        if self.table_of(place) != PLAYERS:
            raise Misfit(f"{place.name} does not name a player", place.name)
        if self.is_mixed(place):  # it is one, of whom that holds
            with self.about(t.Them(), where=True):
                says = self.mean(branch.branches()[0])
            return t.Exists(t.EachPlayer(False, both((t.Is(place, t.Them()), says))))
        with self.about(place, where=True):
            return both((t.Not(t.Empty(place)), self.mean(branch.branches()[0])))

    def is_mixed(self, place: Any) -> bool:
        """Whether a place may name a player, or what is none: a Holder, Ann or the Inn."""
        field = self.field_at(place) if isinstance(place, t.Place) else None
        return field is not None and field.names_player and field.kind == "text"

    def at_whose_sum(self, branch: Branch) -> Any:
        """``whose Gold plus Ore is at least 50``."""
        two = (t.Place(self.subject, self.column(self.subject, branch.named(n))) for n in (0, 1))
        total = t.Sum(*map(self.number_at, two))
        return self.mean(branch.branches()[0], total)

    def at_they_own(self, branch: Branch, it: Any) -> Any:
        """``a Plot they own``; ``a Card they have``."""
        said = branch.words()[0].low.split()
        owner = self.subject if self.outer is None else self.outer
        if said[0] == "that":
            owner = self.at_that_player(branch)
        elif self.selected is not None and "you" not in said:
            owner = self.the_selected()
        if owner is None:
            raise Misfit("it is not plain whose", "they own")
        table = self.table(str(self.table_of(it)))
        has_owner = any(each.names_player for each in table.fields)
        if not has_owner and self.vocabulary.standing(table.name) is None:
            return t.owns(owner, it)  # they are had as items
        with self.for_now(named_by=str(branch.words()[0].value)):
            return t.Is(t.Place(it, self.owned(table)), owner)

    def at_unowned_where(self, _: Branch, it: Any) -> t.Empty:
        return t.Empty(t.Place(it, self.owned(self.table(str(self.table_of(it))))))

    def at_owned_by(self, branch: Branch, it: Any) -> Any:
        """``a Plot owned by another player``."""
        who = branch.branches()[0]
        owner = t.Place(it, self.owned(self.table(str(self.table_of(it)))))
        return self.mean(Branch("is_value", (Branch("value_player", (who,)),)), owner)

    def owned(self, table: Any) -> str:
        """The column of a table that says whose things they are, or whose by the verb: bears."""
        found = self.named_by or table.owner
        if not any(each.name == found and each.names_player for each in table.fields):
            raise Misfit(f"the table {table.name} does not say whose they are", table.name)
        return str(found)

    def things_of(self, owner: Any, table: Any, where: Any = None) -> t.EachThing:
        """All things of a table that are a player's own."""
        mine = t.Is(t.Place(t.It(), self.owned(table)), owner)
        return t.EachThing(table.name, both((mine, where)))

    named_by = ""  # the column that is spoken of, in "is the Bearer of at least 3 Cards"

    def at_linked_to(self, branch: Branch, it: Any) -> Any:
        """``that their Space leads to``, ``adjacent to a Room they own``: its field has it."""
        name = str(branch.words("LINK", "NAME")[0].value)
        inner = branch.branches()[0]
        if inner.name == "a_thing":
            table, where = self._thing(inner)
            links = t.Includes(t.Place(t.It(), self.column(t.EachThing(table), name)), hidden(it))
            return t.Exists(t.EachThing(table, both((where, links))))
        with self.for_now(it=None):
            owner = self.mean(inner)
        return t.Includes(t.Place(owner, self.column(owner, name)), it)

    def at_that_where(self, branch: Branch, it: Any) -> Any:
        with self.about(it, where=True):
            return self.mean(branch.branches()[0])

    def thing_or_text(self, name: str, place: t.Place) -> Any:
        """What a name stands for as the value of a place: a thing, a player, or just this text."""
        field = self.field_at(place)
        things = self.vocabulary.things(name)
        if field and field.table and field.table != PLAYERS:
            fitting = [thing for table, thing in things if table.name == field.table]
            if fitting:
                return t.NamedThing(field.table, fitting[0])
            if other := field.other(name):
                return t.Text(other)
            raise Misfit(f"{name!r} is not in the table {field.table}", name)
        if field and field.kind == "yes or no" and (yes := yes_or_no(name)):
            return yes
        if field and field.kind in ("number", "yes or no"):
            raise Misfit(f"{place.name} holds {HOLDS[field.kind]}, and not {name!r}", name)
        if player := self.vocabulary.player(name):
            return t.NamedPlayer(player)
        at, words = (self.table_of(place.owner), place.name), self.vocabulary
        held = (*words.types, *((PLAYERS, *role) for role in words.roles))
        there = (text for *of, text in held if (*of,) == at and stem(text) == stem(name))
        return t.Text(next(there, words.spelt(name)))  # a cell's "Towel" is no column Towels

    def typed_as(self, here: Any, name: str, table: str = "") -> tuple[t.Place, t.Text] | None:
        """Where it stands that a thing is what a word says, and how; None where it does not."""
        field = self.field_at(here) if isinstance(here, t.Place) else None
        if field and field.kind == "thing":
            table = field.table
        elif not isinstance(here, t.Place):
            table = table or str(self.table_of(here))
        column = self.vocabulary.typing(table, name) if name else ""
        spelt = "yes" if stem(column) == stem(name) else self.vocabulary.spelt(name)
        return (t.Place(here, column), t.Text(spelt)) if column else None

    def number_at(self, left: Any) -> Any:
        """The number at a place; a roll as it is."""
        if not isinstance(left, t.Place):
            return left
        field = self.field_at(left)
        if field and field.kind not in ("number", "things", ""):
            raise Misfit(f"{left.name} does not hold a number", left.name)
        return t.HowMany(left)

    def names_several(self, place: Any) -> bool:
        """Whether a place has a list of names: the Guests of a Room."""
        field = self.field_at(place) if isinstance(place, t.Place) else None
        return field is not None and field.kind == "things"

    # -- so many of something ----------------------------------------------------------------------

    def piles(self, branch: Branch) -> list[Pile]:
        """All of a list such as ``2 Fish, a Net and 3 Gold``, which must not have an "or"."""
        if branch.has("EITHER") or branch.has("ONE_OF"):
            raise Misfit("it is not said which of them", branch.words()[0].text)
        found = branch.branches()
        last = found[-1].branches("for_each")
        others = any(each.branches("for_each") for each in found[:-1])
        if len(found) > 1 and last and not others and self.fork(2):  # perhaps all of them do
            found[:-1] = [Branch(each.name, (*each.parts, last[0])) for each in found[:-1]]
        return [self.mean(each) for each in found]

    def options(self, branch: Branch) -> list[Pile]:
        """All of ``2 Fish or 3 Gold``."""
        self.is_choice(branch)
        return [self.mean(each) for each in branch.branches()]

    def how_many(self, stuff: Branch) -> Any:
        """How many there are of something, whatever it is; one where no number is said."""
        found = stuff.branches()
        if stuff.name == "equal_to":
            return self.mean(found[0])
        if stuff.name == "as_many":
            return self._as_many(stuff, found)
        if stuff.name not in ("counted", "one", "capped"):
            raise Misfit("it is not plain how many", first_word(stuff))
        many: Any = t.Number(stuff.number() if stuff.has("NUMBER") else 1)
        many = self.at_dice(stuff) if stuff.has("DICE") else many
        many = t.ThatMany() if stuff.has("THAT_MANY") else many
        if not found or found[0].name != "for_each":
            return many
        many = self.mean(found[0], many)
        return self._within(many, *found[1:]) if found[1:] else many

    at_counted = at_one = at_as_many = piled(how_many)
    at_none_of = piled(lambda *_: NoneOf())

    def at_capped(self, branch: Branch) -> Pile:
        """``2 Mana up to a maximum of 20``, ``but not below 3``: of what they have then."""
        if self.subject is None:
            raise Misfit("it is not plain whose", branch.named())
        what = self.countable(branch.named())
        *many, bound, by = branch.branches()
        amount = self.mean(many[0]) if many else self.how_many(branch)
        held = t.HowMany(t.Place(self.subject, what))
        return t.UpTo(amount, held, self.mean(by), bound.has("BUT_AT_LEAST")), what

    def at_shared(self, branch: Branch) -> Pile:
        """``the players with the most Points gain 6 Gold, shared``."""
        what, among = self.countable(branch.named()), self.block
        if not isinstance(among, t.EachPlayer) or f"name={what!r}" in repr(among):
            why = f"they are told apart by their {what}: let them share a line such as the Pot"
            raise Misfit(why if among else "it is not said of whom", first_word(branch))
        share = t.Part(t.Number(branch.number()), 1, t.CountOf(among), rounds_up(branch))
        return share, what

    def at_share_of(self, branch: Branch, whole: Any = None) -> Any:
        """``half of ...``, ``a third of``, ``double ...``, ``10% of ...``."""
        part = [PARTS[each.low.removesuffix(" of").split()[-1]] for each in branch.words("HALF")]
        times, over = (branch.number(), 100) if branch.has("PERCENT") else (*part, (2, 1))[0]
        return t.Part(whole or self.mean(branch.branches()[0]), times, over, rounds_up(branch))

    def at_percent_of_their(self, branch: Branch) -> Any:
        """``10% of their Gold``, ``half their Gold, but at least 2``."""
        self._no_one_else(branch)
        held = t.HowMany(t.Place(self.possessor(), self.countable(branch.named())))
        share, bound = self.at_share_of(branch, held), branch.branches()
        return self._within(share, *bound) if bound else share

    def at_up_to_number(self, branch: Branch) -> t.Chosen:
        """``up to 5``, ``2 to 5``, ``at least 2``."""
        if branch.has("AT_LEAST"):
            return t.Chosen(self.slot(), None, branch.number())
        *first, most = [integer(str(each.value)) for each in branch.words("NUMBER")]
        least = sum(first)
        return t.Chosen(self.slot(), t.Number(most), least, none=bool(first) and not least)

    at_share_of_their = piled(at_percent_of_their)
    at_up_to = at_no_less = at_from_to = piled(at_up_to_number)
    at_share_of_that_many = piled(lambda self, branch: self.at_share_of(branch, t.ThatMany()))
    at_any_number = piled(lambda self, _: t.Chosen(self.slot()))

    def at_all_of(self, branch: Branch) -> Pile:
        self._no_one_else(branch)
        return None, self.countable(branch.named())

    def at_some_of(self, branch: Branch) -> Pile:
        self._no_one_else(branch)
        return t.Number(branch.number()), self.countable(branch.named())

    def _no_one_else(self, branch: Branch) -> None:
        """What is lost has to be that of the one who loses it."""
        if self.giver is not None and branch.has("THEIR"):
            raise Misfit("whose they are is not plain; say 'that player's'", branch.words()[0].text)

    giver: Any = None  # where something is taken from another than the subject

    def _as_many(self, branch: Branch, found: list[Branch]) -> Any:
        """``as many Gold as they have Fish``, ``twice as many as the Price of that Card``."""
        if branch.words("NAME")[1:]:
            owner = self.having(found[0]) if found else self.possessor()
            amount: Any = t.HowMany(t.Place(owner, self.column(owner, branch.named(1))))
        else:
            amount = self.mean(found[0])
        if branch.has("NUMBER"):
            return t.ForEach(t.Number(branch.number()), amount)
        return self.at_share_of(branch, amount) if branch.words("HALF", "DOUBLE") else amount

    def at_equal_to(self, branch: Branch) -> Pile:
        """``Gold equal to the Rent of their Space``."""
        amount = branch.branches()[0]
        if amount.name == "bounded" and amount.branches("bound")[0].has("UP_TO_MOST"):
            return self.at_capped(Branch("capped", (*branch.words("NAME"), *amount.branches())))
        return self.mean(amount), self.countable(branch.named())

    def at_random_stuff(self, branch: Branch) -> Pile:
        return self.at_random_thing(branch), ""

    def at_random_of(self, branch: Branch) -> Pile:
        """``a random item defined by Relics``, ``3 random Cards``."""
        said = self.table(branch.named())
        found = self.table(branch.named(1)) if len(branch.words("NAME")) > 1 else said
        if not {*found.things} <= {*said.things}:
            raise Misfit(f"{said.noun or said.name} is not what {found.name} has", branch.named())
        many = t.Number(branch.number() if branch.has("NUMBER") else 1)
        return Drawn(t.RandomThing(found.name, self.mention(found.name)), many), ""

    def at_chosen_stuff(self, branch: Branch) -> Pile:
        """``one of any specified Card``."""
        table = self.table(branch.named()).name
        return Drawn(t.ChosenThing(table, self.mention(table)), t.Number(1)), ""

    def at_one_where(self, branch: Branch) -> Any:
        """``a Card of their choice`` is one; a row that fits is another matter."""
        if branch.branches("of_choice"):
            return self.at_chosen_stuff(branch)
        return self.at_another_thing(branch) if branch.has("ANOTHER") else self.at_a_thing(branch)

    def kept(self, name: str) -> t.NamedThing | None:
        """A thing by its name, where its table says whose it is."""
        home = self.vocabulary.home(name)
        if home is None or self.vocabulary.table(name):
            return None
        return t.NamedThing(home.name, self.vocabulary.things(name)[0][1])

    def at_the_stuff(self, branch: Branch) -> Pile:
        """``the Cake``: the one that the player names behind the verb, or a row of a table."""
        if kept := self.kept(branch.named()):
            return kept, ""
        what = self.countable(branch.named())
        if not any(isinstance(e, t.Stuff) and e == t.Stuff(t.Number(1), what) for e in self.named):
            raise Misfit(f"it is not said which {what}", branch.named())
        return t.Number(1), what

    named: tuple[Any, ...] = ()  # what the verb of the action names
    paid: Sequence[str] = ()  # of what its price is

    def at_that_stuff(self, branch: Branch) -> Pile:
        return self.at_that_thing(branch), ""

    # -- for each ----------------------------------------------------------------------------------

    def at_for_each(self, branch: Branch, amount: Any) -> t.ForEach:
        if branch.branches()[0].name in _RESULTS:  # "for each 5 or 6"
            self.rolled_before(first_word(branch))
            return t.ForEach(amount, t.Hits(self.mean(branch.branches()[0])))
        per = branch.number() if branch.has("NUMBER") else 1
        if per < 1:
            raise Misfit("it cannot be for each 0", "0")
        return t.ForEach(amount, self.mean(branch.branches()[0]), per)

    def at_each_held(self, branch: Branch) -> Any:
        found, name = branch.branches(), branch.named()
        said = [each for each in self.named if isinstance(each, t.Stuff)]
        of = {each.what: each.amount for each in said}.get(self.vocabulary.stuff(name) or "")
        bare = not (found or branch.has("OF_THEIR"))
        if isinstance(of, t.Chosen) and bare:
            return t.Same(of.slot)  # of any number of Fish, 2 Gold for each Fish
        if bare and self.vocabulary.stuff(name) in self.paid:
            raise Misfit("say whether of what was paid, or of what they have", name)
        table = self.vocabulary.table(name)
        owned = [each for each in table.fields if each.names_player] if table else []
        if table and not found and not owned and self.vocabulary.stuff(name) is None:
            return t.CountOf(t.EachThing(table.name))
        owner = self.having(found[0]) if found else self.possessor()
        field = self.vocabulary.field(name)
        if table and (field is None or (owned and field.kind == "thing")):
            return t.CountOf(self.things_of(owner, table))
        return t.HowMany(t.Place(owner, self.column(owner, name)))

    def at_each_of_thing(self, branch: Branch) -> t.HowMany:
        """``for each Well of that Town``, ``the number of its Wells``."""
        at = self.at_of_their_place if branch.has("OF_THEIR") else self.at_of_player
        return self.number_at(at(branch))  # type: ignore[no-any-return]

    def at_number_of(self, branch: Branch) -> Any:
        """``the number of Towns``: of all of them, whosever they are."""
        of = branch.branches()[0]
        bare = of.name == "each_held" and not (of.branches() or of.has("OF_THEIR"))
        table = self.vocabulary.table(of.named()) if bare else None
        if table is None or self.vocabulary.stuff(of.named()):
            return self.mean(of)
        return t.CountOf(t.EachThing(table.name))

    def at_each_where(self, branch: Branch) -> t.CountOf:
        return t.CountOf(self.at_each_thing(branch))

    def at_each_player_there(self, branch: Branch, *, other: bool = False) -> t.CountOf:
        return t.CountOf(self.at_each_player(branch, other=other))

    at_each_other_there = partialmethod(at_each_player_there, other=True)

    # -- a number by itself ------------------------------------------------------------------------

    def at_number(self, branch: Branch) -> t.Number:
        return t.Number(branch.number())

    def at_dice(self, branch: Branch) -> t.Dice:
        """``2d6+1``; what cannot be rolled (``0d6``, ``1d0``) means nothing."""
        text = str(branch.words("DICE")[0].value)
        count, sides, plus = read_dice(text)
        if not (count and sides):
            raise Misfit(f"{text} cannot be rolled", text)
        keep = branch.words("KEEPING")[0].low.split()[-1] if branch.has("KEEPING") else ""
        return t.Dice(count, sides, plus, keep=keep)

    def at_amount_of(self, branch: Branch) -> t.HowMany:
        place = self.mean(branch.branches()[0])
        if not isinstance(place, t.Place):
            raise Misfit("that is not a number", branch.branches()[0].words()[0].text)
        return self.number_at(place)  # type: ignore[no-any-return]

    def at_the_roll(self, branch: Branch) -> t.Rolled:
        self.rolled_before(branch.words()[0].text)
        return t.Rolled("natural" in branch.words()[0].low)

    rolls = 0  # made so far in the sentence

    of_deed: bool | None = None  # of an action: whether it is said what was rolled in it

    def rolled_before(self, text: str) -> None:
        """Something has to be rolled before what a sentence says of a roll."""
        if not self.rolls and self.of_deed is not None:
            self.of_deed = True
        elif not self.rolls:
            raise Misfit("nothing is rolled before that", text)

    def _two(self, branch: Branch, *, minus: bool = False) -> t.Sum:
        one, other = map(self.mean, branch.branches())
        if isinstance(one, t.Number) and isinstance(other, t.Number):  # "more than 1, minus 1"
            raise Misfit("it is not plain of what", first_word(branch.branches()[-1]))
        return t.Sum(one, other, minus)

    at_plus = _two
    at_less = partialmethod(_two, minus=True)

    def at_product(self, branch: Branch) -> t.ForEach | t.Part:
        """``3 times their Strength``, which is 3 for each of it.

        What is divided is divided when all is multiplied, unless it says how it is rounded.
        """
        one, other = map(self.mean, branch.branches())
        is_exact = branch.branches("quotient") and not branch.branches()[0].words("ROUNDED")
        first = one.of if is_exact else one
        both = (other, first) if isinstance(other, t.Number) else (first, other)
        return replace(one, of=t.ForEach(*both)) if is_exact else t.ForEach(*both)

    def at_quotient(self, branch: Branch) -> t.Part:
        of, by = map(self.mean, branch.branches())
        over = by.value if isinstance(by, t.Number) else by
        if over == 0:
            raise Misfit("nothing is divided by 0", "0")
        return t.Part(of, 1, over, rounds_up(branch))

    def at_average(self, branch: Branch) -> t.Part:
        """``the average Rent of the Houses they own``."""
        total = self.at_total(branch)
        return t.Part(total, 1, t.CountOf(total.of))

    def at_bounded(self, branch: Branch) -> t.Bounded:
        """``half of their Gold, but at least 1``."""
        of, bound, by = branch.branches()
        return self._within(self.mean(of), bound, by)

    def _within(self, amount: Any, bound: Branch, by: Branch) -> t.Bounded:
        if isinstance(amount, t.ForEach) and bound.has("UP_TO_MOST"):
            raise Misfit("it is not plain of what: say 'but at most'", first_word(bound))
        return _bounded(amount, self.mean(by), most=not bound.has("BUT_AT_LEAST"))

    def at_smaller(self, branch: Branch) -> t.Bounded:
        """``the smaller of the Pot and their Strength``: the one, but at most the other."""
        word = branch.words("THE_SMALLER")[0].low.split()[1]
        one, other = branch.branches()
        if other.name in _TWO and other.branches()[0].name != "number":
            why = "it is not plain of what: say it before 'the {} of', or before its 'and'"
            raise Misfit(why.format(word), first_word(other.branches()[-1]))
        return _bounded(
            self.mean(one), self.mean(other), most=word in ("smaller", "lesser", "lower")
        )

    def at_given(self, branch: Branch) -> t.Given:
        """``(2 if it is Friday, otherwise 3)``."""
        one, when, other = branch.branches()
        return t.Given(self.mean(one), self.mean(when), self.mean(other))

    def at_total(self, branch: Branch) -> t.Total:
        """``the total Rent of the Houses they own``."""
        return t.Total(*self._of_things(branch))

    def at_highest(self, branch: Branch) -> t.Extreme:
        """``the highest Price``: of all things that have one."""
        most = branch.words("THE_HIGHEST")[0].low.endswith("highest")
        if self.rolls and branch.named().casefold() in ("die", "dice"):
            raise Misfit("say 'keeping the best' behind the roll", branch.named())
        return t.Extreme(most, *self._of_things(branch))

    def _of_things(self, branch: Branch) -> tuple[Any, str]:
        """Of which things a column is meant, and which: of all that have one, if none are named."""
        noun, of = branch.named(), None
        if groups := branch.branches():
            of = self.mean(groups[0])
        else:
            found: list[Any] = [t.EachThing(each.name) for each, _ in self.vocabulary.column(noun)]
            found += [t.EachPlayer()] if self.vocabulary.field(noun) else []
            if len(found) != 1:
                raise Misfit("it is not plain of what", noun)
            of = found[0]
        name = self.column(of, noun)
        self.number_at(t.Place(of, name))
        return of, name

    def at_number_each(self, branch: Branch) -> t.ForEach:
        *of, each = branch.branches()
        found: t.ForEach = self.mean(each, self.mean(of[0]) if of else self.at_number(branch))
        return found

    def at_that_many(self, branch: Branch) -> Any:
        return self.written or t.ThatMany()

    def at_holding(self, branch: Branch) -> t.Holding:
        """``their Shares of it``: how many of a thing they have, as items."""
        field = self.vocabulary.field(branch.named())
        if field is None or field.kind != "items":
            raise Misfit("it is not plain how many", branch.named())
        thing = self.that(branch)
        if branch.has("THAT") and self.table_of(thing) != self.table(branch.named(1)).name:
            raise Misfit("it is not plain of what", branch.named(1))
        return t.Holding(self.possessor(), thing)
