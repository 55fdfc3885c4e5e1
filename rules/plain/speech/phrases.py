"""Players, things, places, amounts and conditions in words, and clauses of effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partialmethod
from typing import Any

from rules.plain import terms as t
from rules.plain.clauses import Unspeakable
from rules.plain.vocabulary import PlainVocabulary, done, noun_of
from rules.plain.words.lexemes import DAYS, MONTHS
from wikibot.game.names import plural_of, singular_of

_THINGS = (
    t.NamedThing, t.Place, t.ChosenThing, t.RandomThing, t.ExtremeThing, t.ThingInOrder, t.It,
)  # fmt: skip


_ARTICLES: dict[Any, str] = {
    t.ChosenThing: "a", t.RandomThing: "a random", t.EachThing: "each",
}  # fmt: skip


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


_FIGURES = (
    t.HowMany, t.Same, t.ThatMany, t.Rolled, t.CountOf, t.Total, t.Extreme, t.Holding,
    t.HowOften, t.Bounded,
)  # fmt: skip
_SHARES = {
    (1, 2): "half of", (2, 1): "double", (1, 3): "a third of", (1, 4): "a quarter of",
    (2, 3): "two thirds of", (3, 4): "three quarters of",
}  # fmt: skip


def _share_of(part: Any) -> str:
    """``half of``, ``double``, ``30% of``; "" of another part."""
    percent = f"{part.times}% of" if part.over == 100 else ""
    return _SHARES.get((part.times, part.over), percent)


def _rounded(part: Any) -> str:
    return "" if part.over == 1 else f" rounded {'up' if part.up else 'down'}"


_NUMBERS = ("amount", "stake")
_ORDINALS = ("first", "second", "third", "fourth")
_PLAYERS = {
    (t.ChosenProposal, False): "an open proposal", (t.ChosenPlayer, False): "a player",
    (t.ChosenPlayer, True): "another player", (t.RandomPlayer, False): "a random player",
    (t.RandomPlayer, True): "another random player", (t.EachPlayer, False): "each player",
    (t.EachPlayer, True): "each other player",
}  # fmt: skip


_HAS = {
    ">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than", "=": "exactly",
}  # fmt: skip
_IS = {**_HAS, "<": "less than", "!=": "not"}
_MORE = {">": ("more", "than"), "<": ("fewer", "than"), "=": ("as many", "as")}


_WHEN = {
    "this day": "today", "last day": "yesterday", "this game": "ever", "this last": "last of all",
}  # fmt: skip
_BEFORE = {">": "before", "<": "after"}


_AS_MANY = {**_MORE, ">=": ("at least as many", "as")}
_MOST = {">=": "most", "<=": "fewest"}


def _ago(node: t.DaysAgo) -> str:
    """``before today``, ``at least 3 days ago``, ``at most 2 days from now``."""
    if not node.days and node.op in _BEFORE:
        return f"{_BEFORE[node.op]} today"
    op = node.op.translate(str.maketrans("<>", "><")) if node.days < 0 else node.op
    return f"{_IS[op]} {days(node.days)} {'from now' if node.days < 0 else 'ago'}"


def _span(now: t.Now) -> str:
    """``between 22:00 and 06:00``, ``from Monday to Friday``, ``17 November``."""
    if now.unit == "minute":
        first, end = (f"{at // 60}:{at % 60:02d}" for at in (now.first, now.last + 1))
        return f"between {first} and {end}"
    if now.unit == "nth":
        which = (*_ORDINALS, "fifth", "sixth", "last")[now.last - (now.last > 0)]
        return f"the {which} {DAYS[now.first].capitalize()} of the month"
    if now.unit == "monthday":
        ending = {1: "st", 2: "nd", 3: "rd"}.get(now.first % 10 if now.first // 10 != 1 else 0)
        return f"the {now.first}{ending or 'th'} of the month"
    ends = []
    for at in (now.first, now.last):
        day = DAYS[at].capitalize() if now.unit == "weekday" else ""
        ends.append(day or f"{at % 100} {MONTHS[at // 100 - 1].capitalize()}")
    return ends[0] if ends[0] == ends[1] else f"from {ends[0]} to {ends[1]}"


_STANDS_SO: dict[type, str] = {t.Empty: "is empty", t.Changes: "changes"}


def who_are(said: Iterable[str], joint: str) -> str:
    """What is said of a player, last what ends with words on another noun: "and" would be of it."""
    last = (" of a player", " whose ")
    said = sorted(said, key=lambda each: any(words in each for words in last))
    for at in range(len(said) - 1, 0, -1):  # on a Room whose ... and whose ...
        one, other = (each.partition(" whose ") for each in said[at - 1 : at + 1])
        if one[:2] == other[:2] and one[0].startswith("is on a ") and one[1] and joint == " and ":
            said[at - 1 : at + 1] = [f"{said[at - 1]} and whose {other[2]}"]
    words = [each if each.startswith("whose") else f"who {each}" for each in said]
    return joint.join(
        each.removeprefix("whose ") if "whose whom" in each else each for each in words
    )


class Clauses:
    """Nouns, conditions and clauses.

    ``subject``: whom the clause is about, so that "their" is his. ``behind_result``: a result of a
    roll stands before.
    """

    def __init__(self, vocabulary: PlainVocabulary, *, doer: bool) -> None:
        self.vocabulary = vocabulary
        self.has_doer = doer
        self.subject: Any = t.Doer() if doer else None
        self.in_where = False
        self.unsure = False  # whether "their" may be that of another player who was asked
        self.contest: tuple[int, ...] = ()  # the slots of who wins, and who loses
        self.called: dict[int, str] = {}  # what is told apart by a word: "the first", "the second"
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

    the_roll = "the roll"  # or the total, where something is added to it
    it_table = ""  # of "it", in "the most Shares of a Company"

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
            return f"the {other}player with the {which} {what}{self.who_where(node.where)}{ties}"
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
            where = t.both(e for e in t.parts_of_both(where) if not self._is_apart(e))
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
        around = isinstance(node, t.AroundIt) or (isinstance(node, t.It) and self.in_where)
        if around and self.it_table:
            return f"that {self.noun(self.it_table)}"
        if isinstance(node, t.It | t.Text):  # or a place without a row
            return getattr(node, "text", "it")
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
            if where == t.Empty(t.Place(t.It(), self.owner(node.table))):
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
        of = t.parts_of_both(node.where)
        rest = [each for each in of if each not in apart]
        if len(rest) + len(apart) != len(of):
            return False, node.where
        return True, t.both(rest)

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
        if isinstance(owner, t.EachThing | t.ThingInOrder | t.ExtremeThing):
            return f"the {node.name} of {self.thing(owner)}"
        if isinstance(owner, t.ChosenThing) and owner.where is None:
            return f"the {node.name} of {self.thing(owner)} of their choice"
        if isinstance(owner, t.Same) and owner.slot in self.called:
            return f"the {node.name} of {self._same(owner)}"
        if isinstance(owner, t.Same) and owner.slot in self.tables:
            return f"its {node.name}"
        if isinstance(owner, t.Doer | t.NamedPlayer | t.Same):
            return f"{self.who(owner)}'s {node.name}"
        if isinstance(owner, (*t.SINGLE, t.EachPlayer)):
            return f"the {node.name} of {self.who(owner)}"
        return f"{self.thing(owner)}'s {node.name}"

    # -- amounts -----------------------------------------------------------------------------------

    def amount(self, node: Any) -> str:
        """A number by itself."""
        simple = self._simple(node)
        if simple:
            return simple
        if isinstance(node, t.UpTo):  # of what a place holds
            beyond = "below" if node.down else "above"
            return f"{self.amount(node.amount)} but not {beyond} {self.amount(node.most)}"
        if isinstance(node, t.HowMany):
            return self.place(node.place)
        each = getattr(node, "each", None)
        if (
            each
            and isinstance(node.amount, t.Number)
            and not (isinstance(each, t.HowMany) and node.per == 1)
        ):
            with suppress(Unspeakable):
                return f"{node.amount.value} {self.for_each(node)}"
        if isinstance(node, t.CountOf):
            if isinstance(node.of, t.EachThing) and node.of.where is None:
                return f"the number of all {plural_of(self.noun(node.of.table))}"
            counted = self.counted(node).removeprefix("of ")
            one: Any = counted.startswith(("player", "other player"))
            return f"the number of {counted.replace('player', 'players', 1) if one else counted}"
        if isinstance(node, t.HowOften):
            return f"the number of {self.counted(node).replace('time', 'times', 1)}"
        if isinstance(node, t.Votes):
            return self.place(t.Place(node.of, "votes"))
        if isinstance(node, t.Holding):
            name = next(each.name for each in self.vocabulary.fields if each.kind == "items")
            return f"{self.place(t.Place(node.who, name))} of {self.thing(node.thing)}"
        return self._reckoned(node)

    def _reckoned(self, node: Any) -> str:
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
        if isinstance(node, t.Bounded):
            return self._bounded(node)
        if isinstance(node, t.Part):
            return self._part(node)
        if isinstance(node, t.Given):
            given = f"{self.amount(node.amount)} if {self.condition(node.given)}"
            return f"({given}, otherwise {self.amount(node.otherwise)})"
        if isinstance(node, t.Total):
            return f"the total {node.name} of {self._all(node.of)}"
        if isinstance(node, t.Extreme):
            which = "highest" if node.most else "lowest"
            return f"the {which} {node.name} of {self._all(node.of)}"
        raise Unspeakable(repr(node))

    def _bounded(self, node: t.Bounded) -> str:
        two = [self.amount(node.of), self.amount(node.bound)]
        if t.shortness(node.bound) == 0 or isinstance(node.bound, t.Bounded):
            return f"{two[0]} but at {'most' if node.most else 'least'} {two[1]}"
        if t.shortness(node.of) == 1 < t.shortness(node.bound):
            two.reverse()
        return f"the {'smaller' if node.most else 'larger'} of {' and '.join(two)}"

    def _part(self, node: t.Part) -> str:
        every, share = node.of, _share_of(node)
        if isinstance(every, t.Total) and (node.over, node.up) == (t.CountOf(every.of), False):
            return f"the average {every.name} of {self._all(every.of)}"
        if share and isinstance(every, _FIGURES):
            return f"{share} {self.amount(every)}{_rounded(node)}"
        if node.times != 1 or isinstance(every, t.Sum):
            raise Unspeakable(repr(node))
        over = node.over if isinstance(node.over, int) else self.amount(node.over)
        return f"{self.amount(every)} divided by {over}{_rounded(node)}"

    def _all(self, of: Any) -> str:
        if isinstance(of, t.EachThing):
            return f"all {plural_of(self.noun(of.table))}{self.thing_where(of.where)}"
        return "all players" if of == t.EachPlayer() else self.who(of)

    def _simple(self, node: Any) -> str:
        if isinstance(node, t.Number):
            return str(node.value)
        if isinstance(node, t.Dice):
            plus = f"{node.plus:+d}" if node.plus else ""
            dice = f"{node.count}d{node.sides}{plus}"
            dice += f" keeping the {node.keep}" if node.keep else ""
            if isinstance(node.many, t.ThatMany | t.Same):
                return f"{self._simple(node.many)} {dice}"
            if isinstance(most := node.many, t.Bounded):
                each = self.for_each(t.ForEach(node, most.of))
                return f"{dice} {each} but at most {self._simple(most.bound)}"
            return f"{dice} {self.for_each(t.ForEach(node, node.many))}" if node.many else dice
        if isinstance(node, t.Rolled):
            return "the natural roll" if node.natural else self.the_roll
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
            return f"{what} equal to {self._simple(amount)}"
        if isinstance(amount, t.Number | t.Dice | t.ThatMany | t.Same):
            return f"{self._simple(amount)} {what}"
        if isinstance(amount, t.Chosen):
            return f"{self.chosen(amount)} {what}{self.named_so(amount.slot)}"
        if isinstance(amount, t.UpTo):
            if amount.held != t.HowMany(t.Place(self.subject, what)):
                raise Unspeakable(repr(amount))
            bound = "but not below" if amount.down else "up to a maximum of"
            return f"{self.pile(amount.amount, what)} {bound} {self.amount(amount.most)}"
        if isinstance(amount, t.Part):
            return self._share(amount, what)
        if isinstance(amount, t.ForEach) and isinstance(amount.amount, t.Number | t.Dice):
            with suppress(Unspeakable):  # of a thing: so many times what it has
                return f"{self.amount(amount.amount)} {what} {self.for_each(amount)}"
        return f"{what} equal to {self.amount(amount)}"

    def chosen(self, amount: Any) -> str:
        """A number of the doer's choice: ``up to 5``."""
        most = amount.most
        of_thing = isinstance(most, t.HowMany) and isinstance(most.place.owner, t.Same)
        if (most is None or of_thing) and amount.least == 1:
            return "any number of"
        if most is None:
            return f"at least {amount.least}"
        if isinstance(most, t.Number):
            least = f"{amount.least} to" if amount.least or amount.none else "up to"
            return f"{least} {most.value}"
        raise Unspeakable(repr(amount))

    def _share(self, amount: Any, what: str) -> str:
        share = _share_of(amount)
        if share and "%" not in share and amount.of == t.ThatMany():
            share = {"half of": "half", "double": "twice"}.get(share, share)
            return f"{share} that many {what}{_rounded(amount)}"
        if share and amount.of == t.HowMany(t.Place(self.subject, what)):
            return f"{share} their {what}{_rounded(amount)}"
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
            return f"time {they} did {self._done_to(each.of)} {self.when(each.of)}"
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
            some = whose and isinstance(where.value, (*t.SINGLE, t.EachPlayer, t.Around))
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
        if isinstance(node, t.SINGLE):
            return self.who(node)
        return self.amount(node)

    # -- conditions --------------------------------------------------------------------------------

    def mine(self, who: Any) -> str:
        """Nothing: what follows is said of the subject."""
        if who != self.subject:
            raise Unspeakable(repr(who))
        return ""

    def other(self, who: Any) -> str:
        """Another one, to whom or from whom something goes."""
        if isinstance(who, t.Them):
            raise Unspeakable("them")
        return self.thing(who) if isinstance(who, t.NamedThing) else self.who(who)

    def space(self, _of: object = None) -> str:
        """What players stand on."""
        tables = (each for each in self.vocabulary.tables if self.vocabulary.standing(each.name))
        return next(self.noun(each.name) for each in tables)

    @contextmanager
    def about(self, subject: Any, *, where: bool) -> Iterator[None]:
        """Speak of another subject for a while."""
        before = self.subject, self.in_where
        self.subject, self.in_where = subject, where
        try:
            yield
        finally:
            self.subject, self.in_where = before

    def condition(self, node: Any) -> str:
        """A condition by itself: ``the player has at least 3 Fish``."""
        inner = t.without_not(node)
        no = inner is not node
        if isinstance(node, t.Both | t.Either):
            joint = " and " if isinstance(node, t.Both) else " or "
            if any(isinstance(each, t.Both) for each in node.of):
                raise Unspeakable("and, or")
            # those last whose words end with what is said of a thing: "and" would say more of it
            of_things = [getattr(t.without_not(each), "of", None) for each in node.of]
            every = zip(of_things, node.of, strict=True)
            parts = [e for _, e in sorted(every, key=lambda each: isinstance(each[0], t.EachThing))]
            far = (isinstance(getattr(_place_in(each), "owner", None), t.Place) for each in parts)
            ways = (self.of_place if of else self.condition for of in far)
            return joint.join(way(each) for way, each in zip(ways, parts, strict=True))
        if isinstance(inner, t.Won):
            return "nobody has won" if no else "somebody has won"
        if isinstance(inner, t.Now):
            return f"it is {'not ' if no else ''}{_span(inner)}"
        counts = isinstance(node, t.Compare) and isinstance(node.left, t.CountOf)
        if counts and isinstance(node.right, t.Number) and node.op in _HAS:
            return f"there are {_HAS[node.op]} {node.right.value} {self._so_many(node.left.of)}"
        if counts and isinstance(node.right, t.CountOf) and node.op in _AS_MANY:
            more, than = _AS_MANY[node.op]
            one, other = self._so_many(node.left.of), self._so_many(node.right.of)
            return f"there are {more} {one} {than} {other}"
        if mine := self._has_most(node, self.subject):
            return self._said_of(self.subject, mine)
        if isinstance(inner, t.Exists) and isinstance(inner.of, t.EachPlayer):
            return self._exists(inner.of, none=no)
        here = inner.of.where if isinstance(inner, t.Exists) else None
        stands = (
            isinstance(here, t.Equal)
            and here.one == t.It()
            and self._stands(here.other, self.subject)
        )
        if isinstance(inner, t.Exists) and not stands:
            of: Any = inner.of
            one = f"{'no' if no else 'a'} {self.noun(of.table)}"
            return f"there is {one}{self.thing_where(of.where)}"
        for subject in (self.subject, *self._others(inner)):
            said = self.predicate(node, subject, self.subject) if subject is not None else None
            if said is not None and not said.startswith("whose "):
                return self._said_of(subject, said)
        return self.of_place(node)

    def of_a_thing(self, of: Any) -> str:
        """``the Troops of a Mill is at most 0``: of each of them."""
        *more, last = sorted(t.parts_of_both(of.where), key=lambda e: not isinstance(e, t.Is))
        place = _place_in(last)
        if place is None or not isinstance(place.owner, t.It):
            raise Unspeakable(repr(of))
        rest = self._after_place(last, place).removeprefix(place.name)
        which = "".join(map(self.thing_where, more))
        return f"the {place.name} of a {self.noun(of.table)}{which}{rest}"

    def _so_many(self, of: Any) -> str:
        if isinstance(of, t.EachPlayer):
            return f"{'other ' if of.other else ''}players{self.who_where(of.where)}"
        return f"{plural_of(self.noun(of.table))}{self.thing_where(of.where)}"

    def _has_most(self, node: Any, of: Any) -> str:
        """``has the most Gold``: no other player has as much; "" for another condition."""
        if of == t.Them() and (most := most_of(node)):
            return f"has the {most}"
        exists = node.of if isinstance(node, t.Not) else None
        players = exists.of if isinstance(exists, t.Exists) else None
        where = players.where if isinstance(players, t.EachPlayer) and players.other else None
        if not isinstance(where, t.Compare) or not isinstance(where.left, t.HowMany):
            return ""
        what = where.left.place.name
        mine = t.HowMany(t.Place(of, what))
        if (where.left.place.owner, where.right) != (t.Them(), mine) or where.op not in _MOST:
            return ""
        return f"has the {_MOST[where.op]} {what}"

    def _exists(self, players: Any, *, none: bool) -> str:
        """``another player has a Net``, ``no other player is on Space 5``."""
        several, outside = isinstance(players.where, t.Both), self.subject
        of = players.where.of if several else (players.where,)
        with self.about(t.Them(), where=True):
            first = "whose" if several else self.predicate(players.where, t.Them(), None)
        is_whose = first is not None and first.startswith("whose")
        if is_whose and not (several and (players.other or not none)):
            names = ("there is a player", "there are no players", "there is another player")
            one = (*names, "no other player")[none + 2 * players.other]
            return f"{one}{self.who_where(players.where)}"
        if none and several:  # each other player who has a Net did rest today
            for each in reversed(of):
                with self.about(t.Them(), where=True):
                    does = self.predicate(t.negated(each), t.Them(), outside)
                if does is not None and not does.startswith("whose"):
                    rest = t.both(other for other in of if other is not each)
                    return f"each other player{self.who_where(rest)} {does}"
            raise Unspeakable(repr(of))
        with self.about(t.Them(), where=True):
            told = [self.predicate(each, t.Them(), outside) or "" for each in of]
        said = sorted(told, key=lambda each: not each.startswith("whose"))
        if not all(said) or said[-1].startswith("whose") or len(said) > (1 if none else 2):
            raise Unspeakable(repr(players))
        other = "other " if players.other else ""
        first = f"no {other}player" if none else ("another player" if players.other else "a player")
        who = f" {'' if said[0].startswith('whose') else 'who '}{said[0]}" if said[1:] else ""
        return f"{first}{who} {said[-1]}"

    def _others(self, inner: Any) -> list[Any]:
        """Players other than the subject that a condition may be about."""
        place = getattr(inner, "left", getattr(inner, "one", getattr(inner, "place", None)))
        place = place.place if isinstance(place, t.HowMany) else place
        place = inner.who if isinstance(inner, t.Did) else place
        place = getattr(inner.of, "place", None) if isinstance(inner, t.Before) else place
        while isinstance(place, t.Place):
            place = place.owner
        return [place] if isinstance(place, t.Doer | t.Same | t.NamedPlayer) else []

    def _said_of(self, subject: Any, said: str) -> str:
        if isinstance(subject, t.Them):
            verb, _, rest = said.partition(" ")
            plural = {"has": "have", "is": "are", "does": "do"}
            return f"they {plural.get(verb, verb)} {rest}"
        return f"{self.who(subject)} {said}"

    def of_place(self, node: Any) -> str:
        """A condition about what stands at a place, or about a roll."""
        if isinstance(node, t.Not):
            said = self.of_place(node.of)
            if isinstance(node.of, t.Includes):
                return said.replace(" include ", " do not include ")
            if " is " not in said:
                raise Unspeakable(repr(node))
            head, _, tail = said.rpartition(" is ")
            return f"{head} is not {tail}"
        if isinstance(node, t.Compare):
            return f"{self._left(node.left)} is {_IS[node.op]} {self.amount(node.right)}"
        if isinstance(node, t.Parity):
            several = f"{'not ' * (not node.even)}a multiple of {node.by}"
            said = several if node.by > 2 else "even" if node.even else "odd"
            return f"{self._left(node.of)} is {said}"
        if isinstance(node, t.Is):
            return f"{self.place(node.place)} is {self.value(node.value)}"
        if isinstance(node, t.Equal) and not t.is_player(node.one):
            return f"{self.thing(node.one)} is {self.thing(node.other)}"
        if isinstance(node, t.DaysAgo):
            return f"{self.place(node.place)} is {_ago(node)}"
        if isinstance(node, t.Includes):
            return f"{self.place(node.place)} include {self.value(node.thing)}"
        if so := getattr(node, "way", "") or _STANDS_SO.get(type(node)):
            return f"{self.place(node.place)} {so}"
        raise Unspeakable(repr(node))

    def _left(self, left: Any) -> str:
        if isinstance(left, t.HowMany):
            return self.place(left.place)
        return self.amount(left)

    # -- predicates --------------------------------------------------------------------------------

    def predicate(  # noqa: C901, PLR0912  # each kind of condition in its order
        self, node: Any, of: Any, outside: Any
    ) -> str | None:
        """What a condition says of a player: ``has at least 3 Fish``; None: it is not about it.

        ``outside``: the subject outside of the ``where`` that it stands in.
        """
        outside = t.Around() if outside == t.Them() else outside
        inner: Any = t.without_not(node)
        no = inner is not node
        not_ = "not " if no else ""
        if most := self._has_most(node, of):
            return most
        if isinstance(node, t.Either):  # "has 3 Fish or 5 Gold", beside what "and" joins
            ways = [str(self.predicate(each, of, outside)) for each in node.of]
            had = all(each.startswith("has ") for each in ways)
            return f"has {' or '.join(each[4:] for each in ways)}" if had else None
        if isinstance(inner, t.Did):
            return self._did(inner, of, not_)
        if isinstance(node, t.Compare) and isinstance(node.left, t.HowOften):
            # ``did dig at least 2 times today``
            did = node.left.of
            if did.who != of or node.op not in _HAS:
                return None
            many = f"{_HAS[node.op]} {self.amount(node.right)} times"
            return f"did {self._done_to(did)} {many} {self.when(did)}"
        if no and isinstance(inner, t.DoneLast):
            return "whose whom they did not choose for it last"
        if isinstance(inner, t.Voted):
            spoken = "did not vote on it" if no else f"voted {inner.how or 'on'} it"
            return spoken if inner.who == of and not (no and inner.how) else None
        if related := self._related(inner, of, no=no):
            return related
        if isinstance(inner, t.Is) and inner.place.owner == of and isinstance(inner.value, t.Text):
            name, text = inner.place.name, inner.value.text
            if self.vocabulary.elsewhere(text) == (name, text):
                return f"is {not_}at {text}"
        was: Any = node.of if isinstance(node, t.Before) else None
        if isinstance(was, t.Is) and was.value == t.YES:
            return f"was {was.place.name}" if was.place.owner == of else None
        if isinstance(inner, t.Exists) and isinstance(inner.of, t.EachPlayer):
            return self._is_named(inner.of, not_)
        if isinstance(inner, t.Exists):
            return self._has_such(inner.of, of, no=no)
        if isinstance(node, t.Compare):
            return self._compares(node, of)
        if isinstance(inner, t.Equal):
            said = self._is_on(inner, of, outside)
            return said and said.replace("is ", f"is {not_}", 1)
        if isinstance(inner, t.Includes) and inner.thing == of and inner.place.owner != of:
            return f"is {not_}in {self.place(inner.place)}"
        return self._whose(node, of)

    def _is_named(self, players: Any, not_: str) -> str | None:
        """``is the Target of a player whose Role is Wolf``."""
        parts = t.parts_of_both(players.where)
        named = next((e for e in parts if isinstance(e, t.Is) and e.value == t.Around()), None)
        if t.APART in parts:
            same: Any = next(each for each in parts if each != t.APART)
            held: Any = same.one if isinstance(same, t.Equal) else _place_in(same)
            name = held.name
            return f"is {not_}on the same {name} as another player"
        if named is None or named.place.owner != t.Them():
            return None
        who = self.who_where(t.both(each for each in parts if each is not named))
        return f"is {not_}the {named.place.name} of a player{who}"

    def _has_such(self, things: Any, of: Any, *, no: bool) -> str | None:
        """``is the Keeper of a Mill with no Flour``, ``has every Mill``, ``is on a Room with ...``.

        None where things do not name a player so.
        """
        parts, noun = t.parts_of_both(things.where), self.noun(things.table)
        if isinstance(here := things.where, t.Equal) and here.one == t.It():
            return f"is {'not ' * no}on a {noun}" if self._stands(here.other, of) else None
        whose = [e for e in map(t.without_not, parts)
                 if isinstance(e, t.Is) and (e.value, e.place.owner) == (of, t.It())]  # fmt: skip
        if mine := next((each for each in whose if each in parts), None):
            where = self.thing_where(t.both(each for each in parts if each is not mine))
            if not where or where.startswith((" whose", " that", " in")):
                return f"is {'not ' if no else ''}the {mine.place.name} of a {noun}{where}"
        if no and whose and isinstance(things.where, t.Not):
            return f"has every {noun}"
        for each in parts:
            if isinstance(each, t.Equal) and (table := self._stands(each.other, of)):
                such = self.thing_where(t.both(rest for rest in parts if rest != each))
                return f"is on a {self.noun(table)} with {'no' if no else 'a'} {noun}{such}"
        return None

    def _related(self, inner: Any, of: Any, *, no: bool) -> str:
        """``has a Truce with that player``, ``is the Mayor``; "" for another condition."""
        if isinstance(inner, t.Bonded) and inner.one == of:
            with_whom = f" with {self.who(inner.other)}" if inner.other is not None else ""
            return f"has {'no' if no else 'a'} {inner.what}{with_whom}"
        if isinstance(inner, t.Is) and inner.place.owner is None and inner.value == of:
            field = self.vocabulary.value(inner.place.name)  # of text, it is said of the value
            names = field is not None and field.names_player
            return f"is {'not ' if no else ''}the {inner.place.name}" if names else ""
        thing = inner.place.owner if isinstance(inner, t.Is) and inner.value == of else None
        if isinstance(thing, t.NamedThing) and self.vocabulary.office(thing.name):
            return f"is {'not ' if no else ''}the {thing.name}"
        if thing != of and isinstance(
            thing, t.Doer | t.Same | t.NamedPlayer | t.Place | t.NamedThing
        ):
            return f"is {'not ' if no else ''}{self.place(inner.place)}"
        return ""

    def _did(self, deed: Any, of: Any, not_: str) -> str | None:
        """``did not fish last week``."""
        if deed.who != of:
            return None
        if deed.suffered:
            forms, known = done(deed.verb), self.vocabulary.verb_done
            said = next((each for each in forms if known(each) == deed.verb), forms[0])
            return f"was {not_}{said} {self.when(deed)}"
        return f"did {not_}{self._done_to(deed)} {self.when(deed)}"

    def _done_to(self, deed: Any) -> str:
        is_thing = isinstance(deed.of, t.NamedThing) or getattr(deed.of, "slot", 0) in self.tables
        if isinstance(deed.of, t.EachThing):
            to = f"a {self.noun(deed.of.table)}"
        elif isinstance(deed.of, t.EachPlayer):
            to = "another player"
        else:
            to = (self.thing if is_thing else self.who)(deed.of) if deed.of is not None else ""
        return f"{deed.verb} {to}".strip()

    def when(self, deed: Any) -> str:
        if deed.hours and not deed.unit.islower():
            return f"within the last {deed.hours} {plural_of(deed.unit)}"
        if deed.hours:
            days, rest = divmod(deed.hours, 24)
            hours = rest or days < 2
            return f"within the last {f'{deed.hours} hours' if hours else f'{days} days'}"
        when = f"{'last' if deed.last else 'this'} {deed.unit}"
        return _WHEN.get(when, when)

    def _compares(self, node: Any, of: Any) -> str | None:
        if isinstance(node.left, t.CountOf) and isinstance(node.right, t.Number):
            return self._owns(node, of)
        left = node.left.place if isinstance(node.left, t.HowMany) else None
        field = self.vocabulary.field(left.name) if left else None
        known: Any = field if field and field.kind == "items" else None
        if left and known is None:
            known = self.vocabulary.stuff(left.name) or self.vocabulary.table(left.name)
        if left is None or left.owner != of or getattr(known, "name", known) != left.name:
            return self._whose(node, of)
        if isinstance(node.right, t.Number):
            number = node.right.value
            if node.op == "!=":
                exactly = f"does not have exactly {number} {left.name}"
                return exactly if number else self._whose(node, of)
            if node.op == "=" and number == 0:
                return f"has no {left.name}"
            if node.op == "<" and number == 1:
                return f"does not have a {singular_of(left.name)}"
            return f"has {_HAS[node.op]} {number} {left.name}"
        if isinstance(node.right, t.HowMany) and node.op in _AS_MANY:
            more, than = _AS_MANY[node.op]
            other = node.right.place
            if other.owner == of:
                return f"has {more} {left.name} {than} {other.name}"
            one = isinstance(other.owner, t.Doer | t.Same | t.NamedPlayer | t.Around)
            if other.name == left.name and one and more != "as many":
                return f"has {more} {left.name} {than} {self.who(other.owner)}"
        return self._whose(node, of)

    def _owns(self, node: Any, of: Any) -> str | None:
        """``has at least 5 Land``, ``is the Bearer of at least 5 Cards``: things that name one."""
        things = node.left.of
        every = t.parts_of_both(things.where)
        mine = [each for each in every if isinstance(each, t.Is) and each.value == of]
        if not isinstance(things, t.EachThing) or len(mine) != 1:
            return None
        noun, number = self.noun(things.table), node.right.value
        such = "".join(self.thing_where(each) for each in every if each not in mine)
        has, column = "has", mine[0].place.name
        if column != self.owner(things.table):
            has = f"is {'not ' if node.op == '!=' else ''}the {column} of"
        elif node.op == "!=":
            has = "does not have"
        return f"{has} {_HAS.get(node.op, 'exactly')} {number} {noun}{such}"

    def _stands(self, place: Any, of: Any) -> str:
        """The table of the thing on which the player stands, where that is the place."""
        is_theirs = isinstance(place, t.Place) and place.owner == of
        field = self.vocabulary.field(place.name) if is_theirs else None
        if field is None or field.names_player:
            return ""
        return field.table if self.vocabulary.standing(field.table) == field else ""

    def _is_on(self, node: Any, of: Any, outside: Any) -> str | None:
        other = node.other
        if node.one == of and isinstance(other, t.NamedPlayer | t.Same):
            return f"is {self.who(other)}"
        if not self._stands(node.one, of):
            return None
        if isinstance(other, t.Place) and not isinstance(other.owner, t.Place):
            same = other.owner == outside and other.name == node.one.name
            if same or isinstance(other.owner, t.Same | t.NamedPlayer):
                return f"is on the same {other.name} as {self.who(other.owner)}"
        numbered = not isinstance(other, t.NamedThing) or other.name.isdecimal()
        return f"is {'on' if numbered else 'at'} {self.thing(other)}"

    def _whose(self, node: Any, of: Any) -> str | None:
        """``whose Strength is at least 5``, ``whose Room's Food is 3``."""
        place = _place_in(node)
        if place is None:
            return None
        if place.owner == of:
            return f"whose {self._after_place(node, place)}"
        if isinstance(place.owner, t.Place) and place.owner.owner == of:
            return f"whose {place.owner.name}'s {self._after_place(node, place)}"
        return None

    def _after_place(self, node: Any, place: t.Place) -> str:
        """``Strength is at least 5``: the name and what is said of it."""
        return self.of_place(node).replace(self.place(place), place.name, 1)

    # -- where -------------------------------------------------------------------------------------

    def who_where(self, condition: Any) -> str:
        if condition is None:
            return ""
        outside = self.subject
        of = condition.of if isinstance(condition, t.Both | t.Either) else (condition,)
        joint = " or " if isinstance(condition, t.Either) else " and "
        with self.about(t.Them(), where=True):
            said = [self.predicate(each, t.Them(), outside) for each in of]
        if None in said:
            raise Unspeakable(repr(condition))
        return f" {who_are(filter(None, said), joint)}"

    def thing_where(self, condition: Any) -> str:
        if condition is None:
            return ""
        held = condition.left if isinstance(condition, t.Compare) else None
        if isinstance(held, t.Holding) and condition == t.owns(held.who, t.It()):
            who = held.who
            return " they have" if who == self.subject else f" {self.who(who)} has"
        if isinstance(condition, t.Includes) and isinstance(condition.thing, t.It):
            owner, name = condition.place.owner, condition.place.name
            if isinstance(owner, t.Place | t.NamedThing | t.Same):
                if name.endswith("s") and " " not in name:
                    return f" in {self.place(condition.place)}"
                if name.split()[0].endswith("s"):
                    return f" that {self.thing(owner)} {name}"
                to = "" if name.casefold().endswith(" to") else " to"
                return f" {name}{to} {self.thing(owner)}"
        if isinstance(condition, t.Both | t.Either):
            joint = " and" if isinstance(condition, t.Both) else " or"
            return joint.join(self.thing_where(each) for each in condition.of)
        exists = t.without_not(condition)
        none = exists is not condition
        if isinstance(exists, t.Exists) and isinstance(exists.of, t.EachThing):
            return self._with_thing(exists.of, none=none)
        there: Any = exists.of.where if isinstance(exists, t.Exists) else None
        if isinstance(exists, t.Equal) and exists.one == t.It():
            return f" that is {'not ' if none else ''}{self.thing(exists.other)}"
        of_them = isinstance(there, t.Equal) and getattr(there.one, "owner", None) == t.Them()
        if of_them and there.other == t.It():
            other = "other " if exists.of.other else ""
            return f" with {'no' if none else 'a'} {other}player"
        place = _place_in(condition)
        if place is not None and isinstance(place.owner, t.It):
            return f" whose {self._after_place(condition, place)}"
        return self._of_named(condition)

    def _of_named(self, condition: Any) -> str:
        """`` whose Owner has no Gold``, ``is another player``: of the player whom a thing names."""
        found: Any = t.without_not(condition)
        no = "" if found is condition else "not "
        place = found.one if isinstance(found, t.Equal) else None
        if isinstance(place, t.Place) and place.owner == t.It():
            return f" whose {place.name} is {no}{self.thing(found.other)}"
        every = t.parts_of_both(found.of.where) if isinstance(found, t.Exists) else ()
        for each in every:
            if isinstance(each, t.Is) and (each.place.owner, each.value) == (t.It(), t.Them()):
                one = "another" if found.of.other else "a"
                more = self.who_where(t.both(other for other in every if other != each))
                if not more:
                    return f" whose {each.place.name} is {no}{one} player"
                if not no and one == "a" and more.startswith(" who "):
                    return f" whose {each.place.name}{more.removeprefix(' who')}"
        for field in self.vocabulary.named_players:
            of = t.Place(t.It(), field)
            with self.about(of, where=True):
                said = self.predicate(condition, of, of) if repr(of) in repr(condition) else None
            if said is not None and not said.startswith("whose "):
                return f" whose {field} {said}"
        raise Unspeakable(repr(condition))

    def _with_thing(self, of: Any, *, none: bool) -> str:
        """`` with no Monster``, `` leads to a Mill whose Owner is that player``."""
        noun = self.noun(of.table)
        parts = t.parts_of_both(of.where)
        there = [e for e in parts if isinstance(e, t.Equal) and e.other in (t.AroundIt(), t.It())]
        if len(there) == 1:
            such = self.thing_where(t.both(each for each in parts if each not in there))
            return f" with {'no' if none else 'a'} {noun}{such}"
        links = [each for each in parts if isinstance(each, t.Includes)]
        if none or len(links) != 1 or links[0].thing != t.AroundIt():
            raise Unspeakable(repr(of))
        rest = tuple(each for each in parts if each is not links[0])
        if len(rest) > 1:
            raise Unspeakable(repr(of))
        name = links[0].place.name
        to = "" if name.casefold().endswith(" to") else " to"
        return f" {name}{to} a {noun}{self.thing_where(rest[0]) if rest else ''}"

    # -- clauses -----------------------------------------------------------------------------------

    behind_result = False

    def effects(self, effects: Sequence[Any], *, nested: bool = False) -> str:
        """All effects, in order. ``nested``: under a condition, where no semicolon may stand."""
        text = ""
        last: Any = None  # the subject of the clause before, None behind what is no clause
        for at, each in enumerate(effects):
            if nested and each.has_remark:
                raise Unspeakable(repr(each))
            if not getattr(each, "is_short", True) and (nested or at + 1 < len(effects)):
                raise Unspeakable(repr(each))  # what follows would be for each of them
            flat = each.form != "block"
            before = effects[at - 1] if at else None
            called = before is not None and before.is_called
            self.behind_result = bool(t.result(getattr(before, "condition", None)))
            said, subject = self._one(each, last)
            if not text:
                text = said
            elif called:
                text += f": {said}"
            elif flat and last is not None and subject is last:
                two = [effect.form for effect in effects[at : at + 2]]
                more = two == ["predicate", "predicate"]
                text += f"{', ' if more else ' and '}{said}"
            else:
                if nested and not flat and not each.may_follow:
                    raise Unspeakable(repr(each))
                freed = hasattr(before, "condition") and not hasattr(each, "condition")
                ends = "; in any case, " if freed else "; "
                text += f"{', ' if nested or (flat and last is not None) else ends}{said}"
            last = subject
        return text

    nested = partialmethod(effects, nested=True)

    def _one(self, effect: Any, last: Any) -> tuple[str, Any]:
        """One effect in words, and its subject if the next clause may go on with that."""
        if apart := effect.apart(self):
            return apart, None
        said = effect.say(self)
        if effect.form != "predicate":
            return said, None
        subject = None if effect.has_remark else self.subject  # a remark ends the sentence
        goes_on = subject is not None and subject == last
        return said if goes_on else f"{self.front()}{said}", subject

    def front(self) -> str:
        """The subject in front of a clause; nothing for the player of a block."""
        if self.subject is None:
            return ""
        return "the player " if isinstance(self.subject, t.Doer) else ""


def _place_in(condition: Any) -> t.Place | None:
    """The place that a condition is about, "not" or no; None: it is about none."""
    inner = t.without_not(condition)
    number = inner.left if isinstance(inner, t.Compare) else getattr(inner, "of", None)
    place = number.place if isinstance(number, t.HowMany) else getattr(inner, "place", None)
    return place if isinstance(place, t.Place) else None
