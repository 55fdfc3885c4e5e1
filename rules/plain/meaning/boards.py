"""What the clauses of effects ask of a reading: who acts, states, and the types of things."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partialmethod
from typing import Any

from rules.plain import terms as t
from rules.plain.clauses import (
    NOT_KNOWN,
    PLAYERS,
    SURELY_DOER,
    Branch,
    Drawn,
    Misfit,
    Pile,
    first_word,
)
from rules.plain.meaning.conditions import ConditionMeaning
from rules.plain.meaning.places import hidden
from rules.plain.terms import either


class ClauseMeaning(ConditionMeaning):
    """Who and what clauses are about."""

    by_itself = False  # whether no player sets it off, so that no player need roll
    by_choice = False  # whether what is lost is lost by the doer's choice
    choosing = False  # whether this is an action at all, so that what is paid has to be there
    in_deed = False  # whether the words are those of an action, which may be of any kind
    left_free = False  # whether the clause is optional: what a player may do
    told = False  # whether a command ("Select ...") addresses the doer, so that "they" are others
    behind: Branch | None = None  # the clause behind which a condition stands
    last_put: Any = None  # the value of the game that was set last

    def clause(self, branch: Branch) -> tuple[Any, ...]:
        """The effects of a clause without its own subject."""
        raise NotImplementedError

    def me(self, branch: Branch) -> Any:
        """The player who does it."""
        if self.subject is None:
            raise Misfit("it is not said who does that", first_word(branch))
        return self.subject

    def must(self, who: Any) -> bool:
        """Whether what ``who`` loses has to be there: it is the doer's own choice.

        Decision: what a roll brings is none, so that nobody is spared what they have not.
        """
        return self.by_choice and not self.rolls and bool(who == t.Doer())

    def owes(self, who: Any) -> bool:
        """The same of what is paid, in whatever part of an action."""
        return self.choosing and bool(who == t.Doer())

    def not_in_deed(self, branch: Branch) -> None:
        """Such words are only a name where they are what a player may do."""
        if self.in_deed:
            raise Misfit(NOT_KNOWN, first_word(branch))

    def needs(self, deed: str, branch: Branch) -> None:
        """The game has such a thing."""
        if deed not in self.vocabulary.deeds:
            raise Misfit("this game does not have that", first_word(branch))

    def of_turns(self, branch: Branch) -> None:
        """The page says whose turn it is."""
        if self.vocabulary.value("Turn") is None:
            raise Misfit("the page lacks a line such as 'Turn: Ann'", first_word(branch))

    def noun(self, table: str) -> str:
        """What one thing of a table is called."""
        found = self.vocabulary.table(table)
        return (found.noun or found.name) if found else table

    def has_list(self, table: str) -> bool:
        """Whether things of a table have a list of items."""
        return any(each.kind == "items" for each in self.table(table).fields)

    @contextmanager
    def of_owner(self, place: t.Place, says: Branch) -> Iterator[None]:
        """Let "they" be each whose place it is: ``each player's Gold becomes their Rank``."""
        owner = place.owner
        if not isinstance(owner, t.EachPlayer):
            of_one = owner not in (None, self.subject) and self.table_of(owner) == PLAYERS
            if of_one and speaks_of_them(says) and not speaks_of_doer(says):
                raise Misfit("whose they are is not plain; say 'that player's'", first_word(says))
            yield
            return
        with self.for_now(subject=t.Them(), block=owner):
            yield

    # -- states to be in ---------------------------------------------------------------------------

    def field_of_players(self, name: str) -> Any:
        """A field that players have."""
        field = self.vocabulary.field(name)
        if field is None:
            raise Misfit(f"{name!r} is not a field of players", name)
        return field

    def status(self, name: str) -> Any:
        """The field of players that holds yes or no and is called so."""
        field = self.vocabulary.field(name)
        if field is None or field.kind not in ("yes or no", ""):
            raise Misfit(f"{name!r} does not hold yes or no", name)
        return field

    def statuses(self, branch: Branch) -> list[Any]:
        """All that are listed: ``a crab, crabtrain or traincrab``."""
        return [self.status(str(each.value)) for each in branch.words("NAME")]

    def at_was_so(self, branch: Branch) -> Any:
        """``if you were Tired``: when the sentence began."""
        return at_first(self.at_is_so(branch))

    # -- what is selected, or spoken of ------------------------------------------------------------

    def of_kinds(self, names: list[str], branch: Branch) -> t.ChosenPlayer:
        """``Select a crab or train.``: a player who is one."""
        if branch.words("AND", "EITHER") and not self.is_choice(branch):
            raise Misfit("say 'or' between them", "and")
        kinds = [t.Is(t.Place(t.Them(), self.status(each).name), t.YES) for each in names]
        return t.ChosenPlayer(self.named_player(), False, either(kinds))

    def at_some_of_it(self, branch: Branch) -> Pile:
        """``2 of it``, of a thing that was selected before; ``1 of its Wish``, which names it."""
        number = -branch.number() if branch.has("MINUS") else branch.number()
        found = self.mean(branch.branches()[0])
        field = self.field_at(found) if isinstance(found, t.Place) else None
        if field and field.kind not in ("text", "thing"):
            raise Misfit(f"it is not said in what: {field.name} of what?", first_word(branch))
        if not isinstance(found, t.Same | t.Place) or self.it is not None:
            raise Misfit("it is not plain what 'it' is", first_word(branch))
        return Drawn(found, t.Number(number)), ""

    def yes_or_no(self, name: str) -> str:
        value = self.vocabulary.value(name)
        if value is None or value.kind != "yes or no":
            raise Misfit(f"{name!r} does not hold yes or no", name)
        return value.name

    def at_value_is_so(self, branch: Branch) -> t.Is | t.Exists | t.Not:
        """``if there is a party``, ``if there is a Mayor``; ``if there is a Rat in the Hall``."""
        named = branch.words("NAME")
        if named and (branch.branches() or self.vocabulary.table(str(named[0].value))):
            return t.Exists(t.EachThing(*self._thing(branch)))
        name = str(branch.words("IS_TIME_OF", "NAME")[0].value)
        value = self.vocabulary.value(name) if named else None
        if value and value.kind in ("thing", "things"):
            return t.Not(t.Empty(t.Place(None, value.name)))
        return t.Is(t.Place(None, self.yes_or_no(name)), t.YES)

    def at_already_has(self, branch: Branch) -> t.Compare:
        """``gain 1 Fish, unless they already have 5 or more``: of what is gained."""
        stuffs = self.behind.branches("stuffs") if self.behind else []
        found = stuffs[0].branches() if stuffs else []
        if self.behind is None or len(found) != 1 or not found[0].has("NAME"):
            raise Misfit("it is not plain of what", first_word(branch))
        is_thing = self.behind.name in ("place_gains", "place_loses")
        if is_thing is not branch.has("IT"):
            raise Misfit("it is not plain who that is", first_word(branch))
        whose = self.mean if is_thing else self.condition_subject
        owner = whose((self.behind if is_thing else branch).branches()[0])
        place = t.Place(owner, self.column(owner, found[0].named()))
        return t.Compare(t.HowMany(place), ">=", t.Number(branch.number()))

    # -- things on which players stand: which name others, and their types -------------------------

    def owner_in(self, among: Branch, thing: Any) -> Any:
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

    def at_one_among(self, branch: Branch, kind: Any = t.ChosenThing) -> Any:
        """``a Neighbour of their Space``: one of those that a column names, by choice."""
        if branch.has("NUMBER"):
            raise Misfit("it is not said of which table", str(branch.number()))
        owner = self.owner_in(branch, None)
        column = self.column(owner, branch.named())
        field = next(e for e in self.table(str(self.table_of(owner))).fields if e.name == column)
        if field.kind != "things":
            raise Misfit(f"{column} does not name several things", branch.named())
        where = t.Includes(t.Place(owner, field.name), t.It())
        return kind(field.table, self.mention(field.table), where)

    at_random_among = partialmethod(at_one_among, kind=t.RandomThing)

    def at_of_chosen(self, branch: Branch) -> t.Place:
        """``the Type of a Space of your choice``."""
        table = self.table(branch.named(1)).name
        thing = t.ChosenThing(table, self.mention(table))
        return t.Place(thing, self.column(thing, branch.named()))

    def at_in_place(self, branch: Branch, it: Any) -> Any:
        """``a Monster in their Room``; ``each Space in their Space's Exits``."""
        if found := self.numbered(branch.branches()[-1], it):
            return found
        it_around, table_around = self.around
        with self.for_now(it=hidden(it_around), it_table=table_around):
            place = self.mean(branch.branches()[-1])
        if self.names_several(place):
            return t.Includes(place, it)
        field = self.field_at(place) if isinstance(place, t.Place) else None
        table = self.table(str(self.table_of(it)))
        if field and not field.table and field in table.fields:  # "a Room on their Floor"
            return self.same(t.Place(it, field.name), place, field)
        column = self.whereabouts(table, self.table_of(place), first_word(branch))
        return (t.Equal if place == t.AroundIt() else t.Is)(t.Place(it, column), place)


def at_first(condition: Any) -> Any:
    """A condition as it was when the sentence began."""
    if isinstance(condition, t.Both | t.Either):
        return type(condition)(tuple(map(at_first, condition.of)))
    if isinstance(condition, t.Not):
        return t.Not(at_first(condition.of))
    return condition if isinstance(condition, t.Before) else t.Before(condition)


def speaks_of_doer(branch: Branch) -> bool:
    """Whether a condition speaks of the one who acts: "you", "your", "the player"."""
    text = branch.words()[0].low if branch.words() else ""
    if branch.name == "theirs":
        return text.startswith("your")
    return text in SURELY_DOER if branch.name == "they" else any(map(speaks_of_doer, _of(branch)))


def speaks_of_them(branch: Branch) -> bool:
    """Whether words speak of a player of before: "they", "their"."""
    if branch.name in ("they", "theirs", "also_is"):
        return True
    return any(map(speaks_of_them, _of(branch)))


def _of(branch: Branch) -> list[Branch]:
    if branch.name == "on_tie":
        return []
    return branch.branches("conditions") if branch.name.endswith("_before") else branch.branches()
