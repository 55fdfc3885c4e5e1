"""What all parts of the meaning share, and players: who is meant by a pronoun or a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partialmethod
from typing import Any

from rules.plain import terms as t
from rules.plain.clauses import CLAUSES, PLAYERS, SURELY_DOER, Branch, Misfit, first_word
from rules.plain.terms import both, either, negated
from rules.plain.vocabulary import KnownTable, PlainVocabulary
from rules.plain.words.lexemes import kinds

_NOT = kinds("IS_NOT DID_NOT")
_SPECIFIED = ("the specified player", "the selected player", "the chosen player")


class People:
    """One reading of a sentence. ``script``: which way to take at each fork; then the first.

    A sentence is read once for each way in which its words can be taken (:meth:`fork`). Where two
    ways differ in meaning, it is not understood.
    """

    def __init__(
        self, vocabulary: PlainVocabulary, script: Sequence[int] = (), doer: bool = False
    ) -> None:
        self.vocabulary = vocabulary
        self.script = script
        self.taken: list[tuple[int, int]] = []  # at each fork: the way taken, how many there are
        self.has_doer = doer
        self.subject: Any = t.Doer() if doer else None
        self.outer: Any = None  # the subject outside of a ``where``
        self.it: Any = None  # what "it" is, beside the things that were mentioned
        self.slots = 0
        self.written: Any = None  # the number of the line, where only that one can be meant
        self.parts: list[Any] = []  # what a player writes for an action
        self.players_named: list[Any] = []  # slots, and places that name a player
        self.things_named: list[tuple[str, int]] = []  # table, slot
        self.value_said: t.Place | None = None  # the value of the game that a condition spoke of
        self.aliases: dict[str, Any] = {}  # what is called by a word of the sentence's own
        self.proposal: int | None = None  # the slot of the one that a line names
        self.spoken_of_selected = False
        self.selected: Any = None  # who "they" are behind "Select a player."
        self.unsure = False  # whether "they" may be a player who has just been asked

    def mean(self, branch: Branch, *args: Any) -> Any:
        """What a part means."""
        if branch.name in CLAUSES:
            return CLAUSES[branch.name](self, branch, *args)
        name = branch.name.rstrip("_")
        means = getattr(self, f"at_{name}", None)
        affirmed = name.removeprefix("not_").replace("_not", "", 1)
        if means is None and affirmed != name:  # place_is_not, not_bonded
            return negated(self.mean(Branch(affirmed, branch.parts), *args))
        if means is None:
            raise Misfit(
                "these words do not fit here", " ".join(e.text for e in branch.words()[:3])
            )
        found = means(branch, *args)
        return negated(found) if branch.words(*_NOT) else found

    def at_who_is(self, branch: Branch) -> Any:
        """A part that says no more than the one in it."""
        return self.mean(branch.branches()[0])

    at_has = at_who_is

    def fork(self, ways: int) -> int:
        """One of several ways to read on."""
        at = len(self.taken)
        way = self.script[at] if at < len(self.script) else 0
        self.taken.append((way, ways))
        return way

    def slot(self) -> int:
        """A new slot."""
        self.slots += 1
        return self.slots

    @contextmanager
    def for_now(self, **what: Any) -> Iterator[None]:
        """Take other things for granted for a while: ``it``, whom it is said of, what gives."""
        before = {name: getattr(self, name) for name in what}
        self.__dict__ |= what
        try:
            yield
        finally:
            self.__dict__ |= before

    def about(self, subject: Any, *, where: bool = False) -> AbstractContextManager[None]:
        """Speak of another subject for a while."""
        around = t.Around() if self.subject == t.Them() else self.subject
        return self.for_now(subject=subject, outer=around if where else self.outer)

    # -- names -------------------------------------------------------------------------------------

    def table(self, name: str) -> KnownTable:
        """A table by its name or noun."""
        found = self.vocabulary.table(name)
        if found is None:
            raise Misfit(f"{name!r} is not a table of things on the page", name)
        return found

    def whereabouts(self, table: KnownTable, there: str | None, said: str) -> str:
        """The one column of a table that says where its things are: on what of another table."""
        columns = [each.name for each in table.fields if each.table == there]
        if len(columns) != 1 or there in (None, PLAYERS):
            raise Misfit(f"the table {table.name} does not say where they are", said)
        return columns[0]

    def whom(self, said: str) -> Any:
        """Of whom something is said."""
        if self.subject is None:
            raise Misfit("it is not said of whom", said)
        return self.subject

    def is_choice(self, branch: Branch) -> bool:
        """Whether "or" joins the parts of a list; not beside "and"."""
        joints = branch.words("AND", "EITHER")
        some = any(each.kind == "EITHER" for each in joints)
        if some and (joints[-1].kind == "AND" or any(each.low == "and" for each in joints)):
            raise Misfit("'and' and 'or' are mixed", "or")
        return some

    def joined(self, branch: Branch) -> tuple[list[Branch], Callable[[Iterable[Any]], Any]]:
        """Conditions, and what makes one of them: all together, or either; not both."""
        joints = {each.name for each in branch.branches("also", "or_")}
        if len(joints) > 1:
            raise Misfit("'and' and 'or' are mixed", "or")
        parts = [each for each in branch.branches() if each.name not in joints]
        return parts, either if joints == {"or_"} else both

    def countable(self, name: str) -> str:
        """What players can have so many of."""
        found = self.vocabulary.stuff(name)
        if found is None:
            why = "is not something that one can have so many of"
            if self.vocabulary.table(name):
                why = "is a table: say 'a random', or name one of them"
            raise Misfit(f"{name!r} {why}", name)
        return found

    def column(self, owner: Any, name: str) -> str:
        """The name of a field that this owner has, or of an item that it can have."""
        table = self.table_of(owner)
        if table == PLAYERS:
            field = self.vocabulary.field(name)
            return field.name if field else self.countable(name)
        if table is None:
            value = self.vocabulary.value(name)
            if value is None:
                raise Misfit(f"{name!r} is not a value of the game", name)
            return value.name
        for holder, field in self.vocabulary.column(name):
            if holder.name == table:
                return field.name
        own = (each.fields for each in self.vocabulary.tables if each.name == table)
        if any(each.kind == "items" for fields in own for each in fields):
            return self.countable(name)
        raise Misfit(f"{name!r} is not a column of the table {table}", name)

    def table_of(self, owner: Any) -> str | None:
        """The table whose fields an owner has; None: the game's own values."""
        if owner is None:
            return None
        if isinstance(owner, t.Thing) and hasattr(owner, "table"):
            return str(owner.table)
        if isinstance(owner, t.Place):
            field, by_name = self.field_at(owner), self.vocabulary.table(owner.name)
            if found := (field and field.table) or (by_name and by_name.name):
                return found
            raise Misfit(f"{owner.name!r} does not name things of a table", owner.name)
        if isinstance(owner, t.AroundIt):
            return self.around[1]
        if isinstance(owner, t.It):
            if isinstance(self.it_table, str):
                return self.it_table
            raise Misfit("it is not plain what 'it' is", "it")
        if isinstance(owner, t.Same):
            tables = [table for table, slot in self.things_named if slot == owner.slot]
            return tables[0] if tables else PLAYERS
        return PLAYERS

    def field_at(self, place: t.Place) -> Any:
        """The field at a place; None where it is an item."""
        table = self.table_of(place.owner)
        if table == PLAYERS:
            return self.vocabulary.field(place.name)
        if table is None:
            return self.vocabulary.value(place.name)
        fields = (each for each in self.vocabulary.tables if each.name == table)
        return next((f for each in fields for f in each.fields if f.name == place.name), None)

    it_table: str | None = None
    around: tuple[Any, str | None] = (None, None)  # what "it" is outside what is said of a thing

    # -- players: who is meant by a pronoun, a name, or words such as "a random player" ------------

    def at_they(self, branch: Branch) -> Any:
        text = branch.words()[0].low
        if text in SURELY_DOER:
            return self._the_player(text)
        if self.selected is not None:
            return self.the_selected()
        if text in ("themselves", "themself"):
            return self.own(text)
        return self.pronoun(text)

    def _the_player(self, text: str) -> Any:
        return t.Doer() if self.has_doer else (self.outer or self.own(text))

    def the_selected(self) -> Any:
        """The player whom the doer was told to select."""
        self.spoken_of_selected = True
        return t.Same(self.selected.slot)

    def own(self, text: str) -> Any:
        if self.subject is None:
            raise Misfit(f"it is not said who {text!r} is", text)
        return self.subject

    def pronoun(self, text: str) -> Any:
        """Who "they" are outside of a subject: not the subject, if another was named."""
        if self.outer is not None:
            return self.outer
        if self.subject == t.Them() and self.has_doer:
            return t.Doer()
        return self.own(text)

    def possessor(self) -> Any:
        """Whose "their" is: the subject's, in a ``where`` perhaps that of the one outside."""
        if self.subject is None or (self.unsure and self.outer is None):
            raise Misfit("it is not plain whose", "their")
        if self.outer is None or self.outer == self.subject:
            doubt = self.of_another and self.subject == t.Them() and self.fork(2)
            return t.Doer() if doubt else self.subject
        return self.subject if self.fork(2) == 0 else self.pronoun("their")

    of_another = False  # whether a clause only follows one about another player than the doer

    def having(self, who: Branch) -> Any:
        """Who has what is counted: ``each player gains 1 Gold for each Fish they have``.

        It is each of those who gain it. Of one other player it may be the doer, too.
        """
        text = who.words()[0].low if who.name == "they" else "you"
        is_other = self.outer is None and self.subject == t.Them() and self.has_doer
        if self.selected is not None or text in SURELY_DOER or not is_other:
            return self.mean(who)
        if isinstance(self.block, t.EachPlayer) or self.fork(2) == 0:
            return self.subject
        return t.Doer()

    def that(self, branch: Branch) -> Any:
        """The thing that was spoken of: of several, the one that can be meant."""
        if self.it is not None:
            return self.it
        if slots := list(dict.fromkeys(slot for _, slot in reversed(self.things_named))):
            return t.Same(slots[self.fork(len(slots))] if slots[1:] else slots[0])
        found = [each for each in (self._place_here, self.value_said) if each is not None]
        if not found:
            raise Misfit("it is not plain what is meant", branch.words()[0].text)
        return found[self.fork(2)] if found[1:] else found[0]

    at_it = that

    here: Any = None  # where those are of whom it was said: a player in a Room

    @property
    def _place_here(self) -> Any:
        """That place, where it is told of the one who acts, or of those whom a clause is about."""
        owner = self.here.owner if self.here else None
        return self.here if owner == t.Doer() or (owner and owner == self.subject) else None

    def at_that_player(self, branch: Branch) -> Any:
        if self.selected is not None:
            return self.the_selected()
        if not self.players_named and branch.words()[0].low in _SPECIFIED:
            return self._chosen(branch, other=False)
        of_two = branch.words()[0].low in ("the other player", "the other")
        if self.contest is not None and of_two and self.subject == t.Them():
            winner, loser = self.contest
            if self.block in (t.Same(winner), t.Same(loser)):
                return t.Same(loser if self.block == t.Same(winner) else winner)
        if self.players_named:
            last = self.players_named[-1]
            if not isinstance(last, t.Place):
                return t.Same(last)
            return t.Place(self.that(branch), last.name) if last.owner == t.It() else last
        text = branch.words()[0].text
        if text.casefold() != "that player":
            raise Misfit("no other player was spoken of before", text)
        if self.outer is None and self.subject == t.Them() and self.has_doer and self.fork(2):
            return t.Them()  # each of those whom it is said of
        return self.outer or self._the_player(text)

    def at_person(self, branch: Branch) -> Any:
        return t.NamedPlayer(str(branch.words()[0].value))

    def at_a_player(self, branch: Branch) -> Any:
        several = not self.has_doer and self.subject is None and branch.branches()
        if several or branch.words()[0].low == "players":
            return t.EachPlayer(False, self.where(branch))
        return self._chosen(branch, other=False)

    def at_another_player(self, branch: Branch) -> Any:
        return self._chosen(branch, other=True)

    def _chosen(self, branch: Branch, other: bool) -> Any:
        if not self.has_doer and self.subject is None:
            why = "no player acts there who would choose one; say 'a random player'"
            raise Misfit(why, branch.words()[0].text)
        where = self.where(branch)
        return t.ChosenPlayer(self.named_player(), other, where)

    def named_player(self) -> int:
        """The slot of a player who may be spoken of again."""
        slot = self.slot()
        self.players_named.append(slot)
        return slot

    def at_each_player(self, branch: Branch, *, other: bool = False) -> Any:
        self._needs_other(branch, other=other)
        return t.EachPlayer(other, self.where(branch))

    at_each_other_player = partialmethod(at_each_player, other=True)

    def _needs_other(self, branch: Branch, *, other: bool) -> None:
        if other and self.subject is None:
            raise Misfit("it is not said which player is meant by the others", first_word(branch))

    def at_random_player(self, branch: Branch, *, other: bool = False) -> Any:
        self._needs_other(branch, other=other)
        where = self.where(branch)
        return t.RandomPlayer(self.named_player(), other, where)

    def at_the_two(self, branch: Branch) -> t.EachPlayer:
        """The one who acts, and the one other player who was named."""
        if self.tie is not None:
            return self.tie
        two = (t.Doer(), self.other_named(branch))
        return t.EachPlayer(where=either(t.Equal(t.Them(), each) for each in two))

    def other_named(self, branch: Branch) -> t.Same:
        """The one other player who was named, beside the one who acts."""
        others = {each: None for each in self.players_named if isinstance(each, int)}
        if len(others) != 1 or not self.has_doer:
            raise Misfit("it is not plain who the two are", first_word(branch))
        return t.Same(next(iter(others)))

    @property
    def last_named(self) -> t.Same | None:
        """The player who was named last, where that is no place."""
        last = self.players_named[-1] if self.players_named else None
        return t.Same(last) if isinstance(last, int) else None

    at_another_random_player = partialmethod(at_random_player, other=True)

    def at_extreme_player(self, branch: Branch) -> Any:
        words = branch.words()[0]
        most = words.low.endswith(("most", "highest"))
        other = words.kind == "THE_OTHER_PLAYER_WITH"
        self._needs_other(branch, other=other)
        what = self.extreme = self.countable(branch.named())
        self.most = most
        slot = self.named_player()
        names = branch.words("NAME")
        ties = self.countable(str(names[1].value)) if len(names) > 1 else ""
        ties = t.EARLIER if branch.has("TIES_EARLIER") else ties
        least = branch.has("THE_MOST") and not branch.words("THE_MOST")[0].low.endswith("most")
        where = self.where(Branch("", tuple(branch.branches())))
        return t.ExtremePlayer(most, what, slot, other, where, ties, least)

    def at_extreme_of(self, branch: Branch) -> t.ExtremePlayer:
        """``the player with the most Shares of a Company``: of the items that are called so."""
        *named, noun = branch.words("NAME")
        held = self.vocabulary.field(str(named[0].value)) if named else None
        if named and (held is None or held.kind != "items"):
            raise Misfit(f"{named[0].value!r} is not what players have in a list", named[0].text)
        self.it, self.it_table = t.It(), self.table(str(noun.value)).name
        most = branch.words()[0].low.endswith(("most", "highest"))
        return t.ExtremePlayer(most, t.It(), self.slot())

    def at_extreme_players(self, branch: Branch) -> t.EachPlayer:
        """``the players with the most Gold``: all who have as much as anybody has."""
        most = branch.words()[0].low.endswith(("most", "highest"))
        return self.foremost(most, self.countable(branch.named()))

    def foremost(self, most: bool, what: str) -> t.EachPlayer:
        """All players who have as much (or as little) as anybody has."""
        theirs = t.HowMany(t.Place(t.Them(), what))
        return t.EachPlayer(False, t.Compare(theirs, "=", t.Extreme(most, t.EachPlayer(), what)))

    tie: t.EachPlayer | None = None  # behind "on a tie": all of those who tie
    about_place: Any = None  # the place that is set, behind whose holder the next one is

    def behind_which(self, branch: Branch, of: list[Branch], back: bool) -> Any:
        """Whom or what "after" names, or "before" where it goes back; None where it is not said."""
        said = branch.words("AFTER")
        if said and said[0].low != ("before" if back else "after"):
            raise Misfit("it is not said after what", said[0].text)
        return self.mean(of.pop()) if said else None

    def at_next_player(self, branch: Branch) -> t.NextPlayer:
        """``the next player``: after the one at the place that is set, or the one who acts."""
        of = branch.branches()
        back = "previous" in branch.words()[0].low
        after = self.behind_which(branch, of, back) or self.about_place or self.subject
        if isinstance(after, t.Place) and self.table_of(after) != PLAYERS:
            raise Misfit(f"{after.name} does not name a player", after.name)
        if after is None or isinstance(after, t.EachPlayer):
            raise Misfit("it is not said after what", branch.words()[0].text)
        where, slot = self.where(Branch("", tuple(of))), self.named_player()
        return t.NextPlayer(after, slot, back, where=where)

    contest: tuple[int, int] | None = None  # the slots of who wins it, and who loses it
    most = True  # or the fewest of it
    extreme: str = ""  # of what a player was sought who has the most

    def at_winner(self, branch: Branch) -> t.Same:
        """``the winner``: of the contest before."""
        return t.Same(self.contested(branch)[0])

    def at_author(self, branch: Branch) -> t.Doer:
        """``its author``: of the proposal that passed."""
        if not self.of_proposal:
            raise Misfit("it is not plain of what", branch.words()[0].text)
        return t.Doer()

    of_proposal = False  # whether what sets it off is a proposal's end

    def at_loser(self, branch: Branch) -> t.Same:
        return t.Same(self.contested(branch)[1])

    def outcome(self, branch: Branch) -> t.Equal | None:
        """``if they win``, ``if their roll is lower``: of the contest, where it is no tie."""
        if branch.name not in ("if_won", "if_lost"):
            return None
        won, lost = self.contested(branch)
        return t.Equal(t.Same(won if branch.name == "if_won" else lost), t.Doer())

    block: Any = None  # the players that clauses are about, where not the doer
    told_of: tuple[Any, ...] = ()  # that somebody is whom a name or an office tells; None: others

    def contested(self, branch: Branch) -> tuple[int, int]:
        if self.contest is None:
            raise Misfit("no two players roll before that", branch.words()[0].text)
        return self.contest

    def at_the_one_with(self, branch: Branch) -> Any:
        """``the one with the fewest``: of what was spoken of before."""
        text = branch.words()[0].low
        if not self.extreme:
            raise Misfit("it is not plain of what", text)
        slot = self.named_player()
        return t.ExtremePlayer(text.endswith("most"), self.extreme, slot)

    define: Any = None  # how a sentence that defines a term is parsed: its text to a branch
    defining: tuple[str, ...] = ()  # the terms that are looked up just now

    def _defined(self, word: str) -> Branch:
        if word in self.defining:
            raise Misfit(f"{word} is defined by itself", word)
        found: Branch = self.define(self.vocabulary.term(word))
        if found.name not in ("defines", "defines_as"):
            raise Misfit(f"it is not plain what {word} means", word)
        return found

    def definition(self, branch: Branch) -> Any:
        """What is said of the present subject by a sentence that defines a term."""
        if branch.words("NAME"):
            return self._definition_of_things(branch)
        who, *conditions = branch.branches()
        who = who.branches()[0] if who.name == "subject" else who
        if who.name not in ("a_player", "each_player"):
            raise Misfit("say 'a player who ...'", who.words()[0].text)
        self.has_doer = self.has_doer or self.subject is None
        self.subject = t.Doer() if self.subject is None else self.subject
        said = (self.mean(each) for each in (*who.branches(), *conditions))
        return both(said)

    def _definition_of_things(self, branch: Branch) -> Any:
        """The same of ``A Monster is alive if its Life is at least 1``."""
        table = self.table(branch.named()).name
        if self.subject is None:
            self.subject, self.it_table = t.It(), table
        if self.table_of(self.subject) != table:
            raise Misfit(f"that is said of {table}", str(branch.words("TERM")[0].value))
        wheres = branch.branches()
        conditions = [each for each in wheres if each.name == "conditions"]
        wheres = [each for each in wheres if each not in conditions]
        with self.for_now(it=self.subject, it_table=table):
            said = [
                *(self.mean(each, self.subject) for each in wheres),
                *map(self.mean, conditions),
            ]
        return both(said)

    def at_thing_is_term(self, branch: Branch) -> Any:
        """``that Monster is alive``."""
        with self.about(self.mean(branch.branches()[0])):
            return self.at_is_term(branch)

    def at_is_term(self, branch: Branch) -> Any:
        """That the subject is what a term means."""
        word = str(branch.words("TERM")[0].value)
        found = self._defined(word)
        with self.for_now(defining=(*self.defining, word)):
            return self.definition(found)

    def at_the_term(self, branch: Branch) -> Any:
        """``the Favourite``: the one player whom the page calls so."""
        word = str(branch.words("TERM")[0].value)
        who = self._defined(word).branches()[0]
        who = who.branches()[0] if who.name == "subject" else who
        if who.name != "extreme_player":
            raise Misfit(f"it is not plain which {word}", word)
        return self.at_extreme_player(who)

    def where(self, branch: Branch) -> Any:
        """The condition behind a player, about ``Them()``; None: none."""
        found = branch.branches()
        if not found:
            return None
        with self.about(t.Them(), where=True):
            return self.mean(found[0])
