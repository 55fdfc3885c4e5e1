"""What all parts of the meaning share, and players: who is meant by a pronoun or a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partialmethod
from typing import Any

from msgspec import Struct

from rules.plain import tree as t
from rules.plain.vocabulary import KnownTable, PlainVocabulary
from rules.plain.words.lexemes import Lexeme, kinds

# ==================================================================================================
# What all parts of the meaning share: who is meant, slots, and words that can be read in two
# ways.
#
# A sentence is read once for each way in which its words can be taken (:meth:`Base.fork`). Where
# two ways differ in meaning, it is not understood.

NOT_KNOWN = "these words are not known here"
PLAYERS = "Players"  # as owner of fields, beside the names of tables


class Misfit(ValueError):
    """Words that fit the grammar and mean nothing here; the text says why, ``words`` which."""

    def __init__(self, why: str, words: str = "") -> None:
        super().__init__(why)
        self.words = words


class Branch(Struct, frozen=True):
    """A part of the sentence as parsed. ``name``: that of the grammar."""

    name: str
    parts: tuple[Branch | Lexeme, ...]

    def branches(self, *names: str) -> list[Branch]:
        """The parts of these names (default: all that are no words)."""
        found = (each for each in self.parts if isinstance(each, Branch))
        return [each for each in found if not names or each.name in names]

    def words(self, *kinds: str) -> list[Lexeme]:
        """The words of these kinds (default: all)."""
        found = (each for each in self.parts if isinstance(each, Lexeme))
        return [each for each in found if not kinds or each.kind in kinds]

    def has(self, kind: str) -> bool:
        """Whether a word of this kind is among the parts."""
        return bool(self.words(kind))

    def number(self, at: int = 0) -> int:
        """The value of one of the numbers among the parts."""
        value = self.words("NUMBER", "TIMES")[at].value
        return value if isinstance(value, int) else 0

    def named(self, at: int = 0) -> str:
        """One of the names among the parts, as it was recognised."""
        return str(self.words("NAME")[at].value)


class Base:
    """One reading of a sentence. ``script``: which way to take at each fork; then the first."""

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
        self.parts: list[Any] = []  # what a player writes for an action
        self.players_named: list[Any] = []  # slots, and places that name a player
        self.things_named: list[tuple[str, int]] = []  # table, slot
        self.aliases: dict[str, Any] = {}  # what is called by a word of the sentence's own
        self.spoken_of_selected = False
        self.selected: Any = None  # who "they" are behind "Select a player."

    def mean(self, branch: Branch, *args: Any) -> Any:
        """What a part means."""
        means = getattr(self, f"at_{branch.name.rstrip('_')}", None)
        if means is None:
            raise Misfit(
                "these words do not fit here", " ".join(e.text for e in branch.words()[:3])
            )
        return means(branch, *args)

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
    def about(self, subject: Any, *, where: bool = False) -> Iterator[None]:
        """Speak of another subject for a while."""
        before, outer = self.subject, self.outer
        self.subject = subject
        if where:
            self.outer = t.Around() if before == t.Them() else before
        else:
            self.outer = outer
        try:
            yield
        finally:
            self.subject, self.outer = before, outer

    @contextmanager
    def about_thing(self, node: Any) -> Iterator[None]:
        """Speak of a thing for a while: what its fields are asked of."""
        before, self.it = self.it, node
        try:
            yield
        finally:
            self.it = before

    # -- names -------------------------------------------------------------------------------------

    def table(self, name: str) -> KnownTable:
        """A table by its name or noun."""
        found = self.vocabulary.table(name)
        if found is None:
            raise Misfit(f"{name!r} is not a table of things on the page", name)
        return found

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
        if isinstance(
            owner, t.NamedThing | t.ChosenThing | t.RandomThing | t.EachThing | t.ExtremeThing
        ):
            return owner.table
        if isinstance(owner, t.Place):
            return self._table_at(owner)
        if isinstance(owner, t.It):
            if isinstance(self.it_table, str):
                return self.it_table
            raise Misfit("it is not plain what 'it' is", "it")
        if isinstance(owner, t.Same):
            tables = [table for table, slot in self.things_named if slot == owner.slot]
            return tables[0] if tables else PLAYERS
        return PLAYERS

    it_table: str | None = None

    def _table_at(self, place: t.Place) -> str:
        """The table of the thing whose name stands at a place."""
        table, name = self.table_of(place.owner), place.name
        fields = self.vocabulary.fields if table == PLAYERS else self.vocabulary.values
        if table not in (PLAYERS, None):
            fields = next(each.fields for each in self.vocabulary.tables if each.name == table)
        field = next((each for each in fields if each.name == name), None)
        if field and field.table:
            return field.table
        by_name = self.vocabulary.table(name)
        if by_name:
            return by_name.name
        raise Misfit(f"{name!r} does not name things of a table", name)


def first_word(branch: Branch) -> str:
    """The first word of a part, as written."""
    for each in branch.parts:
        found = first_word(each) if isinstance(each, Branch) else each.text
        if found:
            return found
    return ""


# ==================================================================================================
# Conditions joined and negated, each in one form only, so that equal meanings are equal values.

_NEGATED = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "!=", "!=": "="}


def negated(condition: Any) -> Any:
    """The condition that holds where the given one does not."""
    if isinstance(condition, t.Not):
        return condition.of
    if isinstance(condition, t.Compare):
        return t.Compare(condition.left, _NEGATED[condition.op], condition.right)
    if isinstance(condition, t.Parity):
        return t.Parity(condition.of, not condition.even)
    if isinstance(condition, t.Both):
        return either(negated(each) for each in condition.of)
    if isinstance(condition, t.Either):
        return both(negated(each) for each in condition.of)
    return t.Not(condition)


def both(conditions: Iterable[Any]) -> Any:
    """All of several conditions; None among them says nothing. None: no condition."""
    return _joined(t.Both, conditions)


def denied(means: Callable[..., Any]) -> Callable[..., Any]:
    """The meaning of a part that says "not", from that of the same part without it."""
    return lambda self, branch, *args: negated(means(self, branch, *args))


def either(conditions: Iterable[Any]) -> Any:
    """At least one of several conditions."""
    return _joined(t.Either, conditions)


def _joined(kind: type[t.Both] | type[t.Either], conditions: Iterable[Any]) -> Any:
    flat: dict[Any, None] = {}
    for each in conditions:
        for one in each.of if isinstance(each, kind) else (each,):
            if one is not None:
                flat[one] = None
    found = sorted(flat, key=repr)
    if len(found) < 2:
        return found[0] if found else None
    return kind(tuple(found))


_COUNTING = (t.Gain, t.Lose, t.Transfer, t.Draw, t.Add, t.Dice, t.Chosen)  # give "that many"
_COUNTED = ("gains", "loses", "uses")  # events that do


def with_that_many(meaning: Any) -> Any:
    """A meaning in which "that many" is always some number: one rolled, chosen, had or lost.

    An action tells of its number only where the words say of what: "whenever a player sells Fish".
    """
    event = meaning.event if isinstance(meaning, t.Whenever) else None
    known = [event and (event.kind in _COUNTED or (event.kind == "does" and event.of))]

    def visit(node: Any) -> None:
        if isinstance(node, t.ThatMany) and not known[0]:
            raise Misfit("nothing is counted before that", "that many")
        if isinstance(node, t.Action):
            node = (node.verb, node.costs, node.effects)
        if isinstance(node, tuple):
            for each in node:
                visit(each)
        elif isinstance(node, t.Node):
            for name in node.__struct_fields__:
                visit(getattr(node, name))
            known[0] = known[0] or isinstance(node, _COUNTING)

    visit(meaning)
    return meaning


_CHANGED = (t.Gain, t.Lose, t.Transfer, t.Put, t.Add, t.Limit)


def with_reckoned(meaning: Any, formulas: Sequence[tuple[str, str]]) -> Any:
    """A meaning in which nothing changes a number that is reckoned from others."""
    names = {name for _, name in formulas}

    def visit(node: Any) -> None:
        if isinstance(node, _CHANGED):
            place: Any = getattr(node, "place", None)
            name = place.name if place else getattr(node, "what", getattr(node, "name", ""))
            if name in names:
                raise Misfit(f"{name} is reckoned from others, so that nothing changes it", name)
        if isinstance(node, tuple):
            for each in node:
                visit(each)
        elif isinstance(node, t.Node):
            for name in node.__struct_fields__:
                visit(getattr(node, name))

    if names:
        visit(meaning)
    return meaning


# == Players: who is meant by a pronoun, a name, or words such as "a random player" ================

WHO = kinds(
    "they that_player person a_player another_player each_player each_other_player "
    "random_player another_random_player extreme_player extreme_players the_term the_one_with "
    "winner loser author alias"
)


SURELY_DOER = ("you", "yourself", "the player", "the new player")
_SPECIFIED = ("the specified player", "the selected player", "the chosen player")


class People(Base):
    """Players. A pronoun is the doer, or the player of the nearest block."""

    def at_they(self, branch: Branch) -> Any:
        text = branch.words()[0].text.casefold()
        if text in SURELY_DOER:
            return self._the_player(text)
        if self.selected is not None:
            return self.the_selected()
        if text in ("themselves", "themself"):
            return self._own(text)
        return self.pronoun(text)

    def _the_player(self, text: str) -> Any:
        if self.has_doer:
            return t.Doer()
        return self._own(text)

    def the_selected(self) -> Any:
        """The player whom the doer was told to select."""
        self.spoken_of_selected = True
        return t.Same(self.selected.slot)

    def _own(self, text: str) -> Any:
        if self.subject is None:
            raise Misfit(f"it is not said who {text!r} is", text)
        return self.subject

    def pronoun(self, text: str) -> Any:
        """Who "they" are outside of a subject: not the subject, if another was named."""
        if self.outer is not None:
            return self.outer
        if self.subject == t.Them() and self.has_doer:
            return t.Doer()
        return self._own(text)

    def possessor(self) -> Any:
        """Whose "their" is: the subject's, in a ``where`` perhaps that of the one outside."""
        if self.subject is None:
            raise Misfit("it is not said whose", "their")
        if self.outer is None or self.outer == self.subject:
            return self.subject
        return self.subject if self.fork(2) == 0 else self.pronoun("their")

    def having(self, who: Branch) -> Any:
        """Who has what is counted: ``each player gains 1 Gold for each Fish they have``.

        It is each of those who gain it. Of one other player it may be the doer, too.
        """
        text = who.words()[0].text.casefold() if who.name == "they" else "you"
        is_other = self.outer is None and self.subject == t.Them() and self.has_doer
        if self.selected is not None or text in SURELY_DOER or not is_other:
            return self.mean(who)
        if isinstance(self.block, t.EachPlayer) or self.fork(2) == 0:
            return self.subject
        return t.Doer()

    def that(self, branch: Branch) -> Any:
        """The thing that was spoken of last."""
        if self.it is not None:
            return self.it
        if not self.things_named:
            raise Misfit("it is not plain what is meant", branch.words()[0].text)
        return t.Same(self.things_named[-1][1])

    at_it = that

    def at_that_player(self, branch: Branch) -> Any:
        if self.selected is not None:
            return self.the_selected()
        if not self.players_named and branch.words()[0].text.casefold() in _SPECIFIED:
            return self._chosen(branch, other=False)
        text = branch.words()[0].text.casefold()
        if (
            self.contest is not None
            and text in ("the other player", "the other")
            and self.subject == t.Them()
        ):
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
        return self._the_player(text)

    def at_person(self, branch: Branch) -> Any:
        return t.NamedPlayer(str(branch.words()[0].value))

    def at_a_player(self, branch: Branch) -> Any:
        several = not self.has_doer and self.subject is None and branch.branches()
        if several or branch.words()[0].text.casefold() == "players":
            return t.EachPlayer(False, self.where(branch))
        return self._chosen(branch, other=False)

    def at_another_player(self, branch: Branch) -> Any:
        return self._chosen(branch, other=True)

    def _chosen(self, branch: Branch, other: bool) -> Any:
        if not self.has_doer and self.subject is None:
            why = "no player acts there who would choose one; say 'a random player'"
            raise Misfit(why, branch.words()[0].text)
        where = self.where(branch)
        slot = self.slot()
        self.players_named.append(slot)
        return t.ChosenPlayer(slot, other, where)

    def at_each_player(self, branch: Branch, *, other: bool = False) -> Any:
        if other:
            self._needs_other(branch)
        return t.EachPlayer(other, self.where(branch))

    at_each_other_player = partialmethod(at_each_player, other=True)

    def _needs_other(self, branch: Branch) -> None:
        if self.subject is None:
            raise Misfit(
                "it is not said which player is meant by the others", branch.words()[0].text
            )

    def at_random_player(self, branch: Branch, *, other: bool = False) -> Any:
        if other:
            self._needs_other(branch)
        where = self.where(branch)
        slot = self.slot()
        self.players_named.append(slot)
        return t.RandomPlayer(slot, other, where)

    at_another_random_player = partialmethod(at_random_player, other=True)

    def at_extreme_player(self, branch: Branch) -> Any:
        words = branch.words()[0]
        most = words.text.casefold().endswith(("most", "highest"))
        other = words.kind == "THE_OTHER_PLAYER_WITH"
        if other:
            self._needs_other(branch)
        what = self.extreme = self.countable(branch.named())
        slot = self.slot()
        self.players_named.append(slot)
        names = branch.words("NAME")
        ties = self.countable(str(names[1].value)) if len(names) > 1 else ""
        return t.ExtremePlayer(most, what, slot, other, ties=ties)

    def at_extreme_players(self, branch: Branch) -> t.EachPlayer:
        """``the players with the most Gold``: all who have as much as anybody has."""
        most = branch.words()[0].text.casefold().endswith(("most", "highest"))
        what = self.countable(branch.named())
        theirs = t.HowMany(t.Place(t.Them(), what))
        best = t.Extreme(most, t.EachPlayer(), what)
        return t.EachPlayer(False, t.Compare(theirs, "=", best))

    contest: tuple[int, int] | None = None  # the slots of who wins it, and who loses it
    extreme: str = ""  # of what a player was sought who has the most

    def at_winner(self, branch: Branch) -> t.Same:
        """``the winner``: of the contest before."""
        return t.Same(self._contest(branch)[0])

    def at_author(self, branch: Branch) -> t.Doer:
        """``its author``: of the proposal that passed."""
        if not self.of_proposal:
            raise Misfit("it is not said of what", branch.words()[0].text)
        return t.Doer()

    of_proposal = False  # whether what sets it off is a proposal's end

    def at_loser(self, branch: Branch) -> t.Same:
        return t.Same(self._contest(branch)[1])

    def outcome(self, branch: Branch) -> t.Equal | None:
        """``if they win``, ``if their roll is lower``: of the contest, where it is no tie."""
        if branch.name not in ("if_won", "if_lost"):
            return None
        won, lost = self._contest(branch)
        return t.Equal(t.Same(won if branch.name == "if_won" else lost), t.Doer())

    block: Any = None  # the players that clauses are about, where not the doer

    def _contest(self, branch: Branch) -> tuple[int, int]:
        if self.contest is None:
            raise Misfit("no two players roll before that", branch.words()[0].text)
        return self.contest

    def at_the_one_with(self, branch: Branch) -> Any:
        """``the one with the fewest``: of what was spoken of before."""
        text = branch.words()[0].text.casefold()
        if not self.extreme:
            raise Misfit("it is not said of what", text)
        slot = self.slot()
        self.players_named.append(slot)
        return t.ExtremePlayer(text.endswith("most"), self.extreme, slot)

    define: Any = None  # how a sentence that defines a term is parsed: its text to a branch
    defining: tuple[str, ...] = ()  # the terms that are looked up just now

    def _defined(self, word: str) -> Branch:
        """The sentence that defines a term."""
        if word in self.defining:
            raise Misfit(f"{word} is defined by itself", word)
        found: Branch = self.define(self.vocabulary.term(word))
        if found.name not in ("defines", "defines_as"):
            raise Misfit(f"it is not plain what {word} means", word)
        return found

    def definition(self, branch: Branch) -> Any:
        """What is said of the present subject by a sentence that defines a term."""
        who, *conditions = branch.branches()
        who = who.branches()[0] if who.name == "subject" else who
        if who.name not in ("a_player", "each_player"):
            raise Misfit("say 'a player who ...'", who.words()[0].text)
        self.has_doer = self.has_doer or self.subject is None
        self.subject = t.Doer() if self.subject is None else self.subject
        said = (self.mean(each) for each in (*who.branches(), *conditions))
        return both(said)

    def at_is_term(self, branch: Branch) -> Any:
        """That the subject is what a term means."""
        word = str(branch.words("TERM")[0].value)
        found, before = self._defined(word), self.defining
        self.defining = (*before, word)
        try:
            return self.definition(found)
        finally:
            self.defining = before

    at_is_not_term = denied(at_is_term)

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
