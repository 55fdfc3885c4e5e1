"""Players, things, places and amounts in words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from rules.plain import terms as t
from rules.plain.clauses import Unspeakable
from rules.plain.vocabulary import PlainVocabulary, noun_of
from wikibot.game.names import plural_of, singular_of

PERSONS = (
    t.Doer, t.Them, t.NamedPlayer, t.ChosenPlayer, t.RandomPlayer, t.EachPlayer, t.ExtremePlayer,
    t.NextPlayer,
)  # fmt: skip


_THINGS = (t.NamedThing, t.Place, t.ChosenThing, t.RandomThing, t.ThingInOrder, t.It)
_ONE_PLAYER = (
    t.Doer, t.Same, t.NamedPlayer, t.ChosenPlayer, t.RandomPlayer, t.ExtremePlayer,
    t.NextPlayer,
)  # fmt: skip


_ARTICLES: dict[Any, str] = {
    t.ChosenThing: "a", t.RandomThing: "a random", t.EachThing: "each",
}  # fmt: skip


class Nouns:
    """Nouns. ``subject``: whom the clause is about, so that "their" is his."""

    def __init__(self, vocabulary: PlainVocabulary, *, doer: bool) -> None:
        self.vocabulary = vocabulary
        self.has_doer = doer
        self.subject: Any = t.Doer() if doer else None
        self.in_where = False
        self.unsure = False  # whether "their" may be that of another player who was asked
        self.contest: tuple[int, ...] = ()  # the slots of who wins, and who loses
        self.called: dict[int, str] = {}  # what is told apart by a word: "the first", "the second"
        self.called_of: dict[int, str] = {}  # what such a number is of
        self.tables: dict[int, str] = {}  # of the things that were chosen or drawn, by slot

    def call_apart(self, parts: Any) -> None:
        """Call the things of one table, or the players, of whom a verb names several."""
        of: dict[str, list[int]] = {}
        for each in parts:
            if isinstance(each, t.ChosenThing | t.ChosenPlayer):
                of.setdefault(getattr(each, "table", ""), []).append(each.slot)
        for slots in of.values():
            if len(slots) > 1:
                self.called |= dict(zip(slots, _ORDINALS, strict=False))

    def call_numbers(self, parts: Any) -> None:
        """Call the numbers that a verb names by words, so that they may be spoken of again."""
        amounts = (each.amount if isinstance(each, t.Stuff) else each for each in parts)
        slots = [each.slot for each in amounts if isinstance(each, t.Chosen)]
        self.called |= dict(zip(slots, _NUMBERS, strict=False))
        self.called_of = {e.amount.slot: e.what for e in parts
                          if isinstance(e, t.Stuff) and isinstance(e.amount, t.Chosen)}  # fmt: skip

    it_table = ""  # of "it", in "the most Shares of a Company"
    who_where: Callable[[Any], str]  # `` who ...`` behind a player; "" for no condition
    thing_where: Callable[[Any], str]  # `` whose Type is Shop`` behind a thing, likewise
    when: Callable[[Any], str]  # ``today``, ``within the last 3 days``: when something was done

    def named_so(self, slot: int) -> str:
        return f" called the {self.called[slot]}" if slot in self.called else ""

    # -- players -----------------------------------------------------------------------------------

    def who(self, node: Any) -> str:
        """A player, as an object or in front of a clause."""
        if isinstance(node, t.Doer):
            return "the player"
        if isinstance(node, t.Around):
            return "they"
        if isinstance(node, t.Place) and isinstance(node.owner, t.NamedThing | t.Place):
            return f"the {node.name} of {self.thing(node.owner)}"
        if isinstance(node, t.Place):
            return self.place(node)
        if isinstance(node, t.NamedPlayer):
            return node.name
        if isinstance(node, t.Same):
            return self._same(node)
        if isinstance(node, t.ExtremePlayer):
            other, which = "other " if node.other else "", "most" if node.most else "fewest"
            ties = f"{'the fewest ' if node.fewest else ''}{node.ties}"
            ties = f" with ties broken by {ties}" if node.ties else ""
            ties = f" with ties going to {node.ties}" if node.ties == t.EARLIER else ties
            what = node.what if isinstance(node.what, str) else f"of a {self.noun(self.it_table)}"
            return f"the {other}player with the {which} {what}{ties}"
        where: Any = getattr(node, "where", None)
        if isinstance(node, t.EachPlayer) and not node.other and (most := most_of(where)):
            return f"the players with the {most}"
        if isinstance(where, t.Either) and len(where.of) == 2:
            ones = [e.other for e in where.of if isinstance(e, t.Equal) and e.one == t.Them()]
            if len(ones) == 2 and t.Doer() in ones:
                return "the two"  # who acts, and the other one
        return self._next(node) if isinstance(node, t.NextPlayer) else self._some_player(node)

    def _next(self, node: Any) -> str:
        after, of = node.after, ""
        if after != self.subject:
            of = "before" if node.back else "after"
            of = f" {of} {self.place(after) if isinstance(after, t.Place) else self.who(after)}"
        return f"the {'previous' if node.back else 'next'} player{self.who_where(node.where)}{of}"

    def _some_player(self, node: Any) -> str:
        kind: Any = type(node)
        words = _PLAYERS.get((kind, getattr(node, "other", False)))
        if words is None:
            raise Unspeakable(repr(node))
        where: Any = getattr(node, "where", None)
        if getattr(node, "slot", 0) in self.called:
            of = where.of if isinstance(where, t.Both) else (where,)
            rest = [each for each in of if not self._is_apart(each)]
            where = rest[0] if len(rest) == 1 else replace(where, of=tuple(rest)) if rest else None
        return words + self.who_where(where) + self.named_so(getattr(node, "slot", 0))

    def _is_apart(self, condition: Any) -> bool:
        """Whether a condition only tells two players apart who are called different things."""
        equal = condition.of if isinstance(condition, t.Not) else None
        if not isinstance(equal, t.Equal) or equal.one != t.Them():
            return False
        return isinstance(equal.other, t.Same) and equal.other.slot in self.called

    def _same(self, node: Any) -> str:
        if node.slot in self.called:
            return f"the {self.called[node.slot]}"
        if node.slot in self.contest:
            return "the winner" if node.slot == self.contest[0] else "the loser"
        table = self.tables.get(node.slot)
        return f"that {self.noun(table)}" if table else "that player"

    # -- things ------------------------------------------------------------------------------------

    def noun(self, table: str) -> str:
        """What one thing of a table is called."""
        found = self.vocabulary.table(table)
        return noun_of(found.name, found.noun) if found else table

    def owner(self, table: str) -> str:
        """The column that says whose the things of a table are; "" where none does."""
        found = self.vocabulary.table(table)
        return found.owner if found else ""

    def thing(self, node: Any) -> str:
        """A thing of a table."""
        if isinstance(node, t.NamedThing):
            digits = node.name.removeprefix("-").isdecimal()
            return f"{self.noun(node.table)} {node.name}" if digits else node.name
        if isinstance(node, t.Place):
            return self.place(node)
        if isinstance(node, t.It):
            return "it"
        if isinstance(node, t.Same):
            return self._same(node)
        if isinstance(node, t.ChosenThing | t.RandomThing | t.ExtremeThing | t.ThingInOrder):
            self.tables[node.slot] = node.table
        if isinstance(node, t.ThingInOrder):
            after, one = node.after, f"{self.noun(node.table)}{self.thing_where(node.where)}"
            if after is None:
                return f"the {'last' if node.back else 'first'} {one}"
            which = "previous {} before {}" if node.back else "next {} after {}"
            return f"the {which.format(one, self.thing(after))}"
        if isinstance(node, t.ExtremeThing) and node.where is None:
            which = "most" if node.most else "fewest"
            return f"the {self.noun(node.table)} with the {which} {node.field}"
        return self._some_thing(node) + self.named_so(getattr(node, "slot", 0))

    def one(self, node: Any) -> str:
        """A player, or a thing."""
        return self.who(node) if t.is_player(node) else self.thing(node)

    def _some_thing(self, node: Any) -> str:
        article = _ARTICLES.get(type(node))
        if article is None:
            raise Unspeakable(repr(node))
        where, noun = node.where, self.noun(node.table)
        if isinstance(node, t.ChosenThing):
            table = self.vocabulary.table(node.table)
            fields = table.fields if table else ()
            owned = [each.name for each in fields if each.names_player]
            if len(owned) == 1 and where == t.Empty(t.Place(t.It(), owned[0])):
                return f"an unowned {noun}"
            elsewhere, where = self._elsewhere(node)
            if elsewhere:
                return f"another {noun}{self.thing_where(where)}"
        return f"{article} {noun}{self.thing_where(where)}"

    def _elsewhere(self, node: Any) -> tuple[bool, Any]:
        """Whether it is not the thing on which the subject is, and what else has to hold."""
        field = self.vocabulary.standing(node.table)
        others: list[Any] = [t.Same(each) for each, of in self.tables.items()
                             if of == node.table and each != node.slot]  # fmt: skip
        others = others or [t.Place(self.subject, field.name if field else "")]
        apart = [t.Not(t.Equal(t.It(), each)) for each in others]
        of = node.where.of if isinstance(node.where, t.Both) else (node.where,)
        rest = [each for each in of if each not in apart]
        if len(rest) + len(apart) != len(of):
            return False, node.where
        return True, replace(node.where, of=tuple(rest)) if rest[1:] else (*rest, None)[0]

    # -- places ------------------------------------------------------------------------------------

    def place(self, node: Any) -> str:
        """A place: ``their Gold``, ``Season``, ``the Gold of another player``."""
        owner = node.owner
        if owner is None:
            return str(node.name)
        if isinstance(owner, t.It):
            return f"its {node.name}"
        if owner == self.subject and not (self.unsure and owner == t.Doer()):
            return f"their own {node.name}" if self.in_where else f"their {node.name}"
        if isinstance(owner, t.EachThing):
            return f"the {node.name} of {self.thing(owner)}"
        if isinstance(owner, t.ChosenThing) and owner.where is None:
            return f"the {node.name} of {self.thing(owner)} of their choice"
        if isinstance(owner, t.Same) and owner.slot in self.called:
            return f"the {node.name} of {self._same(owner)}"
        if isinstance(owner, t.Same) and owner.slot in self.tables:
            return f"its {node.name}"
        if isinstance(owner, t.Doer | t.NamedPlayer | t.Same):
            return f"{self.who(owner)}'s {node.name}"
        if isinstance(owner, PERSONS):
            return f"the {node.name} of {self.who(owner)}"
        return f"{self.thing(owner)}'s {node.name}"

    # -- amounts -----------------------------------------------------------------------------------

    def amount(self, node: Any) -> str:
        """A number by itself."""
        simple = self._simple(node)
        if simple:
            return simple
        if isinstance(node, t.HowMany):
            return self.place(node.place)
        if isinstance(node, t.Part) and (node.times, node.over) in ((1, 2), (2, 1)):
            inner = self.amount(node.of)
            if node.over == 1:
                return f"double {inner}"
            return f"half of {inner} rounded {'up' if node.up else 'down'}"
        if isinstance(node, t.Part) and node.over == 100 and isinstance(node.of, t.HowMany):
            return f"{node.times}% of {self.place(node.of.place)} {_rounded(node)}"
        if isinstance(node, t.ForEach) and isinstance(node.amount, t.Number):
            try:
                return f"{node.amount.value} {self.for_each(node)}"
            except Unspeakable:
                return self._reckoned(node)
        if isinstance(node, t.CountOf):
            if isinstance(node.of, t.EachThing) and node.of.where is None:
                return f"the number of all {plural_of(self.noun(node.of.table))}"
            counted = self.counted(node).removeprefix("of ")
            one = counted.startswith(("player", "other player"))
            return f"the number of {counted.replace('player', 'players', 1) if one else counted}"
        if isinstance(node, t.Votes):
            return self.place(t.Place(node.of, "votes"))
        if isinstance(node, t.Holding):
            name = next(each.name for each in self.vocabulary.fields if each.kind == "items")
            return f"{self.place(t.Place(node.who, name))} of {self.thing(node.thing)}"
        return self._reckoned(node)

    def _reckoned(self, node: Any) -> str:
        """Sums, products, shares and what several have."""
        if isinstance(node, t.Sum):
            sign = "minus" if node.minus else "plus"
            if isinstance(node.other, t.Sum):
                raise Unspeakable(repr(node))
            return f"{self.amount(node.one)} {sign} {self.amount(node.other)}"
        if isinstance(node, t.ForEach) and node.per == 1:
            if isinstance(node.each, t.Sum | t.ForEach) or isinstance(node.amount, t.Sum):
                raise Unspeakable(repr(node))
            one, other = node.amount, node.each
            if isinstance(other, t.Part):  # what is divided stands in front of what multiplies it
                one, other = other, one
            return f"{self.amount(one)} times {self.amount(other)}"
        if isinstance(node, t.Part) and node.times == 1 and not isinstance(node.of, t.Sum):
            if isinstance(node.of, t.Total) and (node.over, node.up) == (
                t.CountOf(node.of.of),
                False,
            ):
                return f"the average {node.of.name} of {self._all(node.of.of)}"
            over = node.over if isinstance(node.over, int) else self.amount(node.over)
            return f"{self.amount(node.of)} divided by {over} {_rounded(node)}"
        if isinstance(node, t.Part) and node.over == 100:
            return f"{node.times}% of {self.amount(node.of)} {_rounded(node)}"
        if isinstance(node, t.Bounded):
            of, at = self.amount(node.of), "most" if node.most else "least"
            return f"{of} but at {at} {self.amount(node.bound)}"
        if isinstance(node, t.Total):
            return f"the total {node.name} of {self._all(node.of)}"
        if isinstance(node, t.Extreme):
            which = "highest" if node.most else "lowest"
            return f"the {which} {node.name} of {self._all(node.of)}"
        raise Unspeakable(repr(node))

    def _all(self, of: Any) -> str:
        if isinstance(of, t.EachThing):
            return f"all {plural_of(self.noun(of.table))}{self.thing_where(of.where)}"
        return self.who(of)

    def _simple(self, node: Any) -> str:
        if isinstance(node, t.Number):
            return str(node.value)
        if isinstance(node, t.Dice):
            plus = f"{node.plus:+d}" if node.plus else ""
            if node.many is not None:
                return f"{self._simple(node.many)} {node.count}d{node.sides}{plus}"
            return f"{node.count}d{node.sides}{plus}"
        if isinstance(node, t.Rolled):
            return "the roll"
        if isinstance(node, t.Same) and node.slot in self.called:
            return f"the {self.called[node.slot]}"
        return "that many" if isinstance(node, t.ThatMany | t.Same) else ""

    def pile(self, amount: Any, what: str) -> str:
        """So many of something. ``amount`` None: all that the subject has."""
        if amount is None:
            return f"all {what}"
        if amount == t.Number(1):
            return f"1 {singular_of(what)}"
        if isinstance(amount, t.Same) and amount.slot in self.called:
            said = self._simple(amount)
            return said if self.called_of.get(amount.slot) == what else f"{what} equal to {said}"
        if isinstance(amount, t.Number | t.Dice | t.ThatMany | t.Same):
            return f"{self._simple(amount)} {what}"
        if isinstance(amount, t.Chosen):
            return f"{self.chosen(amount)} {what}{self.named_so(amount.slot)}"
        if isinstance(amount, t.UpTo):
            if amount.held != t.HowMany(t.Place(self.subject, what)):
                raise Unspeakable(repr(amount))
            most = self.amount(amount.most)
            return f"{self.amount(amount.amount)} {what} up to a maximum of {most}"
        if isinstance(amount, t.Part):
            return self._share(amount, what)
        if isinstance(amount, t.ForEach) and isinstance(amount.amount, t.Number | t.Dice):
            with suppress(Unspeakable):  # of a thing: so many times what it has
                return f"{self.amount(amount.amount)} {what} {self.for_each(amount)}"
        return f"{what} equal to {self.amount(amount)}"

    def chosen(self, amount: Any) -> str:
        """A number of the doer's choice: ``up to 5``."""
        of_thing = isinstance(amount.most, t.HowMany) and isinstance(
            amount.most.place.owner, t.Same
        )
        if (amount.most is None or of_thing) and amount.least == 1:
            return "any number of"
        if amount.most is None:
            return f"at least {amount.least}"
        if isinstance(amount.most, t.Number) and amount.least == 0:
            return f"up to {amount.most.value}"
        if isinstance(amount.most, t.Number):
            return f"{amount.least} to {amount.most.value}"
        raise Unspeakable(repr(amount))

    def _share(self, amount: Any, what: str) -> str:
        rounded = f" rounded {'up' if amount.up else 'down'}" if amount.over == 2 else ""
        if isinstance(amount.of, t.ThatMany | t.Same) and (amount.times, amount.over) in (
            (1, 2),
            (2, 1),
        ):
            many = "half that many" if amount.over == 2 else "twice that many"
            return f"{many} {what}{rounded}"
        mine = t.HowMany(t.Place(self.subject, what))
        if amount.of == mine and (amount.times, amount.over) == (1, 2):
            return f"half of their {what}{rounded}"
        if amount.of == mine and (amount.times, amount.over) == (2, 1):
            return f"double their {what}"
        if amount.of == mine and amount.over == 100:
            return f"{amount.times}% of their {what} {_rounded(amount)}"
        return f"{what} equal to {self.amount(amount)}"

    def for_each(self, node: Any) -> str:
        """``for each Fish they have``, ``for each 5 or 6``."""
        if isinstance(node.each, t.Hits) and (said := t.result(node.each.where)):
            return f"for each {said.removeprefix('a ')}"
        per = f"{node.per} " if node.per != 1 else ""
        if isinstance(node.each, t.Same) and not per:
            raise Unspeakable(repr(node))  # so many times as many
        return f"for each {per}{self.counted(node.each)}"

    def counted(self, counted: Any) -> str:
        """What is counted: ``Fish the player has``, ``other player``."""
        each: Any = counted
        if isinstance(each, t.HowOften):
            they = "they" if each.of.who == self.subject else self.who(each.of.who)
            return f"time {they} did {each.of.verb} {self.when(each.of)}"
        if isinstance(each, t.Same):
            return f"of {self.amount(each)}"
        if isinstance(each, t.HowMany):
            owner: Any = each.place.owner
            name = each.place.name
            if owner == self.subject and owner is not None:
                return f"of their {name}"
            of_thing = isinstance(owner, t.Same) and owner.slot in self.tables
            if isinstance(owner, t.Doer | t.Same | t.NamedPlayer) and not of_thing:
                return f"{name} {self.who(owner)} has"
        elif isinstance(each, t.CountOf) and isinstance(each.of, t.EachPlayer):
            other = "other player" if each.of.other else "player"
            return other + self.who_where(each.of.where)
        elif isinstance(each, t.CountOf):
            of: Any = each.of
            where: Any = of.where
            noun, table = self.noun(of.table), self.vocabulary.table(of.table)
            if where is None and table and any(field.names_player for field in table.fields):
                raise Unspeakable(repr(each))  # those they own would be meant
            whose = isinstance(where, t.Is) and where.place.name == self.owner(of.table)
            some = whose and isinstance(where.value, (*PERSONS, t.Same, t.Around))
            if not some or self.vocabulary.field(of.table):
                return f"{noun}{self.thing_where(where)}"
            mine = where.value == self.subject
            return f"of their {noun}" if mine else f"{noun} {self.who(where.value)} has"
        raise Unspeakable(repr(each))

    def value(self, node: Any) -> str:
        """What stands at a place."""
        if isinstance(node, t.Text):
            known = all(word[:1].isupper() for word in node.text.split())
            return node.text if known or node.text in ("yes", "no") else f'"{node.text}"'
        if isinstance(node, t.Nothing):
            return "empty"
        if isinstance(node, t.Today):
            day = "today" if node.of is None else self.place(node.of)
            when = "before" if node.days < 0 else "after"
            return f"{days(node.days)} {when} {day}" if node.days else day
        if isinstance(node, t.Around) or (isinstance(node, t.Them) and self.subject == node):
            own = self.in_where and isinstance(node, t.Them)
            return "themselves" if own else "that player"
        if isinstance(node, _THINGS):
            return self.thing(node)
        if isinstance(node, _ONE_PLAYER):
            return self.who(node)
        return self.amount(node)


def most_of(where: Any) -> str:
    """``most Gold``, of all who have as much of it as anybody; "" for others."""
    best = where.right if isinstance(where, t.Compare) and where.op == "=" else None
    if not isinstance(best, t.Extreme) or best.of != t.EachPlayer():
        return ""
    mine = t.HowMany(t.Place(t.Them(), best.name))
    return f"{'most' if best.most else 'fewest'} {best.name}" if where.left == mine else ""


def days(number: int) -> str:
    """``1 day``, ``3 days``: so many, back or ahead."""
    return f"{abs(number)} day{'' if abs(number) == 1 else 's'}"


def _rounded(part: Any) -> str:
    return f"rounded {'up' if part.up else 'down'}"


_NUMBERS = ("amount", "stake")
_ORDINALS = ("first", "second", "third", "fourth")
_PLAYERS = {
    (t.ChosenProposal, False): "an open proposal", (t.ChosenPlayer, False): "a player",
    (t.ChosenPlayer, True): "another player", (t.RandomPlayer, False): "a random player",
    (t.RandomPlayer, True): "another random player", (t.EachPlayer, False): "each player",
    (t.EachPlayer, True): "each other player",
}  # fmt: skip
