"""One sentence while it is carried out: who and what its words stand for by now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from rules.generic.owners import PLAYERS, Context, Owner, State
from rules.generic.play.plan import SentencePlan, Told, times_done
from rules.plain import tree
from wikibot.game.names import plural_of, singular_of
from wikibot.game.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.dialect import fold, grouped
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

_T = TypeVar("_T")


class AskOther(Held):
    """A choice, or a roll, is due of a player who did not write the line. ``asks``: in words.

    ``goes_on``: what the sentence has done so far stands, and is not done again.
    """

    def __init__(self, rule: str, player: str, asks: str, *, goes_on: bool = False) -> None:
        super().__init__(rule, say("{} has a choice ({})", player, asks))
        self.player, self.asks, self.goes_on = player, asks, goes_on


class Happened(Struct, frozen=True, gc=False):
    """Something that a player did, or that happened to them, which may set off sentences.

    ``kind``: as of ``rules.plain.tree.Happens``. ``what``: an item, a field, the first word of a
    verb. ``many``: how much of it, or of what a verb names; 0 where that is not one number.
    ``thing``: where they moved to, left, or passed. ``of``: the words and things that an action
    names; ``to``: those that it is done to, by their whole names; ``much``: how much of what it
    names, or gives to the player, or takes; ``rolled``: in it, by the dice, and
    their faces.
    """

    kind: str
    player: str
    what: str = ""
    many: int = 0
    thing: Owner | None = None
    of: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    much: Mapping[str, int] = {}
    rolled: tuple[int, int, tuple[int, ...]] | None = None


_INSTANT = timedelta(microseconds=1)
_ONE = regex(r"\ban? ((?:[A-Z][\w'’-]*+ ?)+)(?=[.,;:)]|$|(?:by|for|from|to|and|or|if|when)\b)")


@lru_cache(maxsize=4096)
def one_of(word: str) -> str:
    """A word folded and in the singular."""
    return fold(singular_of(word))


class CountedStuff(str):
    """So many of something, in the page's own spelling; one of it in the singular.

    ``many``: as the page spells more than one.
    """

    def __new__(cls, number: int, what: str, many: str) -> CountedStuff:
        name = singular_of(what) if number == 1 else many
        found = super().__new__(cls, f"{grouped(number)} {name}")
        found.number, found.what, found.many = number, what, many
        return found

    number: int
    what: str
    many: str


class _PageWords(NamedTuple):
    """The words of a ruleset page, and what it names behind ``a`` or ``an``, folded."""

    words: frozenset[str]
    ones: frozenset[str]

    @classmethod
    def of(cls, book: Rulebook) -> _PageWords:
        ones = (fold(found[1].strip()) for found in _ONE.finditer(book.text))
        return cls(frozenset(fold(book.text).split()), frozenset(ones))

    @lru_cache(maxsize=4096)  # noqa: B019  # of the page that is being played
    def many(self, what: str) -> str:
        """Something in the plural, where the page shows that it has one: no Healths."""
        plural = plural_of(what)
        last = fold(plural).rpartition(" ")[2]
        known = fold(what) in self.ones or not self.words.isdisjoint((last, f"{last}.", f"{last},"))
        return plural if known else what


AnswerPart = tuple[str, tuple[object, ...]]  # a message, with its values


def summed(first: Sequence[AnswerPart], second: Sequence[AnswerPart]) -> list[AnswerPart]:
    """What was done twice as done once, with the sums; nothing where more than sums differs."""
    found: list[AnswerPart] = []
    for (one, ours), (other, theirs) in zip(first, second, strict=False):
        values = tuple(map(_sum, ours, theirs))
        if one != other or None in values:
            return []
        found.append((one, values))
    return found if len(first) == len(second) else []


def _sum(one: object, other: object) -> object:
    if isinstance(one, CountedStuff) and isinstance(other, CountedStuff) and one.what == other.what:
        return CountedStuff(one.number + other.number, one.what, one.many)
    return one if one == other else None


class Scene:
    """A sentence as it is played for a ``doer`` (a player's name, "" without one).

    ``them`` and ``it``: the player and the thing that its words are about just now. ``slots``: what
    was chosen or drawn for it. ``began``: the state when it began. ``rolled``, ``faces`` and
    ``many``: its last roll, the dice of it, its last number. ``tied``: whether that was a tie.
    ``events``: what it led to, in order. ``each``: of a node that stands for several, which one is
    meant now. ``acts``: whether it is what a player does, and does not come by itself. ``pays``:
    whether what is given just now is a price. ``still``: whether nothing comes of where players
    come to stand. ``said``: what it did before in the same line. ``then``: a state in place of the
    present one. ``votes``: on the proposal that set it off, each with who cast it. ``replacing``:
    sentences whose effects stand in place of others just now; ``is_replaced``: whether any did.
    ``at_random``: what would be chosen is drawn. ``hours``: for which others may answer what they
    are asked, 0 for ever; ``then_at_random``: behind that, it is drawn.
    """

    def __init__(
        self, act: Context, plan: SentencePlan, told: Told, doer: str = "", it: Owner | None = None,
        then: State | None = None
    ) -> None:  # fmt: skip
        self.act, self.plan, self.told, self.doer = act, plan, told, doer
        self.it, self.then = it, then
        self.began = self.state
        self.slots: dict[int, Owner | int | str] = {}
        self.events: list[Happened] = []
        self.phrases: list[AnswerPart] = []

    them = around = ""  # ``around``: whom ``them`` hides just now
    limited = ""  # of a limit that is of one action alone, what that is called
    since: State | None = None  # the state before, where it is asked what changed
    around_it: Owner | None = None  # which thing ``it`` hides
    rolled: int | None = None
    shown: int = 0  # by the dice of that
    many: int | None = None
    faces: tuple[int, ...] = ()
    said: Sequence[AnswerPart] = ()
    each: tuple[object, Owner] | None = None
    votes: Sequence[str] = ()
    replacing: tuple[Told, ...] = ()
    tied = acts = pays = still = is_replaced = at_random = then_at_random = False
    hours = 0

    def counted(self, number: int, what: str) -> CountedStuff:
        """So many of something."""
        many = self.act.book.derived(_PageWords.of).many(what)
        return CountedStuff(number, what, many)

    @property
    def state(self) -> State:
        """The state as it is by now."""
        return self.act.state if self.then is None else self.then

    @state.setter
    def state(self, after: State) -> None:
        self.act.state = after

    @property
    def self(self) -> str:
        """The player from whom "other" players differ: of the nearest ``each``, or the doer."""
        return self.them or self.doer

    @contextmanager
    def about(
        self, owner: Owner | None, each: tuple[object, Owner] | None = None
    ) -> Iterator[None]:
        """Let ``them`` or ``it`` be another player or thing for a while."""
        before = self.them, self.it, self.around, self.around_it, self.each
        self.each = each or self.each
        if owner is not None and owner.table == PLAYERS:
            self.them, self.around = owner.name, self.them
        elif owner is not None:
            self.it, self.around_it = owner, self.it
        try:
            yield
        finally:
            self.them, self.it, self.around, self.around_it, self.each = before

    def of(self, owner: Owner, read: Callable[[Scene], _T]) -> _T:
        """What is read where ``them`` or ``it`` is another player or thing for a while."""
        them, it, around, around_it = self.them, self.it, self.around, self.around_it
        if owner.table == PLAYERS:
            self.them, self.around = owner.name, them
        else:
            self.it, self.around_it = owner, it
        try:
            return read(self)
        finally:
            self.them, self.it, self.around, self.around_it = them, it, around, around_it

    @contextmanager
    def without_landing(self, still: bool) -> Iterator[None]:
        """Let nothing come of where players come to stand for a while."""
        before, self.still = self.still, still
        try:
            yield
        finally:
            self.still = before

    @property
    def now(self) -> datetime:
        """What time it is for the sentence: the end of a day belongs to that day."""
        ends = getattr(self.told.means, "end", False)
        return self.act.now - _INSTANT if ends else self.act.now

    def did(self, player: str, asks: tree.Did, *to: Owner) -> int:
        """How often a player did something, to these, in the present day, week, ..., or before."""
        return times_done(self, player, asks, to)

    # -- the two ways to ask -----------------------------------------------------------------------

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Faces of dice that are rolled for this sentence."""
        faces = self.act.roll(count, sides, self.told.label)
        self.faces, self.rolled = faces, sum(faces)
        self.many = self.rolled
        return faces

    def pick(self, options: Sequence[Owner], what: str) -> Owner:
        """One of several at random; a single one needs no roll."""
        return self.act.pick(options, f"{what} ({self.told.label})")

    def must_choose(self, asks: str) -> None:
        """Raise ``AskOther`` where the one who would choose did not write the line."""
        chooser = self.self
        if not chooser:
            raise Held(self.told.rule, "it says nothing of who chooses ({})", asks)
        if chooser != self.act.player:
            raise AskOther(self.told.rule, chooser, asks)

    def choose(
        self, asks: str, options: Sequence[Any], name: Callable[[Any], str] = str, **more: Any
    ) -> Any:
        """The choice of whom the sentence is about among several; at random, where that is due."""
        if self.at_random and options:
            return self.act.pick(options, self.told.label)
        if len(options) != 1:
            self.must_choose(asks)
        return self.act.choose(asks, options, name, rule=self.told.rule, **more)

    # -- what is said ------------------------------------------------------------------------------

    def name(self, player: str) -> str:
        """A player at the beginning of a phrase: no name for the one who wrote the line."""
        return "" if player == self.act.player else f"{player} "

    def instead(self, effect: Any) -> Sequence[Any]:
        """The effects that one stands for: itself alone."""
        return (effect,)

    def may_go(self, player: str) -> Sequence[str]:
        """The items of a player that may go to another."""
        return tuple(item for item, count in self.state.players[player].items.items() if count > 0)

    def count(self, player: str, what: str) -> int | None:
        """How many items a player counts as having; None: as many as there are of that name."""
        return None

    hands: Mapping[Owner, str] = {}  # the secret hands that are others now, with what they have

    def goes(self, player: str, to: str, *, moving: bool) -> bool:
        """Whether it is seen to elsewhere that a player comes to stand on another thing.

        ``moving``: by the words of a move, and not as a field that is set.
        """
        return False

    def say(self, message: str, *values: object) -> None:
        """Add to what this sentence did."""
        self.phrases.append((message, values))

    def close(self) -> None:
        """Say what the sentence did, in one with what it did before, and by which rule."""
        if self.phrases:
            both = self.said and summed(self.said, self.phrases)
            before = self._by_rule(self.said) if both else ""
            self.said = both or self.phrases
            self.act.say(self._by_rule(self.said), instead=before)
            self.phrases = []

    def _by_rule(self, phrases: Sequence[AnswerPart]) -> str:
        said = ", ".join([say(message, *values) for message, values in phrases])
        return say("{} (rule {})", said, self.told.rule)
