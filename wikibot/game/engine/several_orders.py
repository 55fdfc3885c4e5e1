"""The orders of a line that has several: at a joint each part has to be an order by itself.

Each part is read in the state that those before it lead to, as far as that can be known before a
die falls, and takes of the line's dice those that it needs. Decisions: what none of the parts says
by itself is a list (``plant 3 and 4``), and the line one order; a line that comes to one of its
parts would drop the others; a vote is read whatever stands beside it, and so it is parted. Behind a
text of the player's own the next order may as well be more of that text, so that both are asked
about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any, Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, Verdict
from wikibot.game.engine.line_player import PLAIN
from wikibot.game.engine.orders import Order, Verbs
from wikibot.game.engine.trying import Tried, Trying, different, order_of, parted, same
from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll
from wikibot.game.state import S
from wikibot.game.understanding.covering import Covering
from wikibot.game.understanding.plain_line import key_of
from wikibot.game.understanding.situation import said_yes
from wikibot.game.verbs import Shape
from wikibot.wikitext.messages import later

_NEXT = "then|also|after that|after this|after|afterwards|furthermore|moreover|besides|next|finally"
_JOINT = re.compile(
    rf"[;,.!]\s+(?:(?:and|{_NEXT}),?\s+)*|\s(?:and|n|then|plus|&)\s(?:(?:{_NEXT}),?\s)*"
    r"|(?<=\w)\s(?=[PTJG]\d+\s\w)|\s(?=[👍👎🤔✅❌]\s(?:(?:for|on|to)\s)?[PTJG]\d)",
    re.IGNORECASE,
)
_IN_TURN = re.compile(rf"(?:\band|[,.;!])\s(?:{_NEXT})\b|\bfirst\b", re.IGNORECASE)
_DICE = re.compile(r"\d*d\d+\s*\([^()]*\)(?:\s*=\s*\d+)?(?:,\s*(?=\d*d\d))?", re.IGNORECASE)
MOST_ORDERS = 4  # in a line
_MOST_WAYS = 2  # of parting a line that are asked about
_MOST_READ = 10  # parts of a line
_MOST_ROLLS = 6  # that one of several orders takes
_LONGEST_PART = 20  # words of a part in other words than the exact form
_SPEAKS = re.compile(r"(?:[\w' ]{0,24},? )??I(?:'ll|'m)?\b", re.IGNORECASE)
TAKES_BACK = re.compile(
    r"(?:(?:no|oh|oops|sorry|wait|ok),? )*"
    r"(?:never ?mind|(?:scratch|forget|cancel) (?:that|it)|undo|wait)\b[^,]{,20}$",
    re.IGNORECASE,
)
"""What takes back a line, or what stands before it in the line."""
_IDENTITY = re.compile(r"\b[a-z]\d+\b")
Way = tuple[Order, ...]


class Ways(NamedTuple):
    """The ways of parting a line. ``are_said``: it says nothing else than one of them.

    Decision: several orders of one verb are asked about, as they may be a choice; but not votes
    each of which begins with what it is on, ``P1 yes, P2 no``, nor what is said to be ``in_turn``.
    """

    orders: Sequence[Way]
    are_said: bool
    in_turn: bool = False

    @property
    def are_sure(self) -> bool:
        """Whether there is one way, to be played without a question."""
        told = {_voted_on(order) or order.verb.name for order in self.orders[0]}
        apart = self.in_turn or len(told) == len(self.orders[0])
        return self.are_said and len(self.orders) == 1 and apart


class SeveralOrders(Unclear):
    """A line is several orders, each of which is an action by itself."""

    def __init__(self, orders: Way) -> None:
        forms = tuple(f"`{order.told}`" for order in orders)
        super().__init__(later("write each action on a separate line"), nearest=forms)
        self.orders = orders


class LinePart(Struct, Generic[S], frozen=True):
    """What a part of a line may be. ``left``: the dice that it leaves to those behind it.

    ``is_sure``: it is in exact form or in the order of a phrase; its words stand for nothing else.
    """

    tried: Tried[S]
    left: Sequence[Roll] = ()
    is_sure: bool = True

    @property
    def order(self) -> Order:
        """The order, with the dice that it takes."""
        return self.tried.order


Parts = Sequence[LinePart[S]]


class Parting(Generic[S]):
    """Parts one line of a player. What a part may be is found once in a state."""

    def __init__(self, trying: Trying[S], action: Action, name: str) -> None:
        self.trying, self.action, self.name = trying, action, name
        self._known: list[tuple[S, str, Sequence[Roll], list[LinePart[S]]]] = []

    def ways(self, state: S, whole: Order | None) -> Ways | None:
        """The ways of parting the line; None where it is one order.

        ``whole``: the order that it would be played as, None where it would not be.
        """
        verbs = self.trying.lines.verbs(state)
        words, rolls = parted(self.action.text, verbs)
        if whole and not self._may_drop(verbs, words, whole):
            return None
        read = [LinePart(each) for each in self._tried(state, [whole])] if whole else []
        found = self._ways(state, words, rolls, MOST_ORDERS, read)
        several = [way for way in found if len(way) > 1]
        if not several or not (whole or any(p.tried.playable for way in several for p in way)):
            return None
        agrees = said_yes(words.partition(" ")[0].strip(",.!"))  # with what others said
        is_said = not agrees and all(each.is_sure for way in found for each in way)
        return Ways(tuple(map(_orders, found)), is_said, _IN_TURN.search(words) is not None)

    def _may_drop(self, verbs: Verbs, words: str, whole: Order) -> bool:
        """Whether an order may leave out words of its line, without a look at what these may be.

        One in exact form drops none that is not another in exact form, and a text of the player's
        own goes on up to a sentence that says what they do.
        """
        is_free = _is_free(whole)
        if not is_free and words != without_dice(whole):
            return True
        for gap in islice(joints(words), _MOST_READ):
            behind = words[gap.end() :]
            speaks = is_free and gap[0][:1] in ".;!" and _SPEAKS.match(behind)
            order = order_of(behind, verbs)
            if speaks or (order and not order.verb.stewards_only):
                return True
        return False

    def _ways(
        self, state: S, words: str, rolls: Sequence[Roll], most: int, whole: Parts[S]
    ) -> list[Parts[S]]:
        """The ways of reading some words as at most so many orders. ``whole``: as a single one."""
        verbs = self.trying.lines.verbs(state)
        plain = _DICE.sub(lambda dice: "#" * len(dice[0]), words)  # no joint is between dice
        for gap in islice(joints(plain), _MOST_READ if most > 1 else 0):
            said, behind = words[: gap.start()], words[gap.end() :]
            if TAKES_BACK.match(behind):
                break
            if _in_quotes(said) or key_of(behind.partition(" ")[0]).isdecimal():
                continue
            found = list[Parts[S]]()
            for first in self._read(state, said, rolls):
                there, single = state, self._read(state, behind, first.left)
                if any(_are_same(first.order, each.order) for each in single):
                    continue
                if first.tried.outcome.verdict is Verdict.DONE and not single:
                    there = first.tried.after
                    single = self._read(there, behind, first.left)
                more = self._ways(there, behind, first.left, most - 1, single)
                found += [[first, *rest] for rest in more]
            exact = order_of(behind, verbs) is not None
            if found and all(self._has_more(state, found[0], each, exact) for each in whole):
                unsure = [[each] for each in whole if _is_free(each.order)]
                return [*unsure, *found][:_MOST_WAYS]
        return [[each] for each in whole]

    def _has_more(self, state: S, way: Parts[S], whole: LinePart[S], exact: bool) -> bool:
        """Whether several orders say more than one in their place, which drops some of them.

        ``exact``: those behind the first are one in exact form.
        """
        order, bare = whole.order, without_dice(whole.order)
        if _is_free(order):
            return all(each.tried.playable for each in way)
        if order.verb.reads or any(without_dice(each.order) == bare for each in way):
            return True
        if way[0].tried.outcome.verdict is Verdict.NEEDS:  # maybe for what is said behind it
            waits = whole.tried.outcome.verdict is Verdict.NEEDS
            return waits and exact and way[1].order.verb.play is not order.verb.play
        if not exact or any(each.tried.outcome.verdict is Verdict.NEEDS for each in way):
            return False
        alone = self._tried(state, [each.order for each in way])
        return any(same(each, whole.tried) for each in alone)

    def _covering(self, state: S, words: str) -> Covering:
        situated = self.trying.situation(state, self.action, self.name, ())
        # `sure` alone, beside another order, answers that one
        situated = replace(situated, offer="")
        return Covering(words, self.trying.table(state), situated, is_part=True)

    def _read(self, state: S, words: str, rolls: Sequence[Roll]) -> list[LinePart[S]]:
        """What words may be as one order; it may be refused."""
        for known, *read, found in self._known:
            if known is state and read == [words, rolls]:
                return found
        if len(self._known) == _MOST_READ:
            return []
        found = self._find(state, words, rolls)
        self._known.append((state, words, rolls, found))
        return found

    def _find(self, state: S, words: str, rolls: Sequence[Roll]) -> list[LinePart[S]]:
        verbs, who = self.trying.lines.verbs(state), f"{self.name} "
        tells = self.name and self.action.text.startswith(who) and not words.startswith(who)
        line = self._covering(state, f"{who}{words}" if tells else words)
        said, own = parted(words, verbs)
        rolls, found, forbidden = (*own, *rolls), list[LinePart[S]](), list[LinePart[S]]()
        for group, is_sure in _groups(line, said):
            orders = [order for each in group if (order := order_of(each, verbs))]
            tried = self._tried(state, orders)
            for each in different([each for each in tried if each.playable]):
                shown = self._with_dice(state, each, rolls)
                found.append(LinePart(shown, rolls[len(shown.order.rolls) :], is_sure))
            if found:
                return found
            refused = (each for each in tried if each.outcome.verdict is Verdict.CANT)
            forbidden += [LinePart(each, rolls, is_sure) for each in refused]
        return forbidden[:1]

    def _with_dice(self, state: S, found: Tried[S], rolls: Sequence[Roll]) -> Tried[S]:
        """An order with the first dice of a line, as many as it takes."""
        if found.outcome.verdict is not Verdict.NEEDS:
            return found
        counts = (*range(1, min(len(rolls), _MOST_ROLLS) + 1), len(rolls)) if rolls else ()
        for count in counts:
            order = replace(found.order, rolls=tuple(rolls[:count]))
            for shown in self._tried(state, [order]):
                if shown.needs_its_rolls or (shown.playable and count == len(rolls)):
                    return shown
        return found

    def _tried(self, state: S, orders: Sequence[Order]) -> list[Tried[S]]:
        return self.trying.played(orders, state, self.action, self.name, PLAIN)


def _groups(line: Covering, words: str) -> Iterator[tuple[Sequence[str], bool]]:
    """The readings of some words, the surest first, and whether they are sure."""
    yield (words,), True
    if len(line.words) > _LONGEST_PART:
        return
    lines = (line, *line.without_remarks(), *line.without_pronoun())
    for group in chain.from_iterable(each.whole(mends=False) for each in lines):
        yield group, True
    if not has_joint(words):
        for each in lines:
            *sure, padded = each.in_any_order()
            for group in sure:
                yield group, True
            yield [order for order in padded if not each.about[order]], True


def _orders(way: Sequence[LinePart[Any]]) -> Way:
    """The orders of a way; dice that none of them takes are told of with the last one."""
    *before, last = (each.order for each in way)
    return (*before, replace(last, rolls=(*last.rolls, *way[-1].left)))


def may_have(line: str, count: int) -> bool:
    """Whether a line may have so many orders: a joint stands between two, or it takes an offer."""
    said = line.strip(" .!()`")
    takes = said_yes(said) or said.isdecimal()
    return count <= (MOST_ORDERS if takes else 1 + sum(1 for _ in joints(line)))


def joints(words: str) -> Iterator[re.Match[str]]:
    """Where words may be parted: ``P1 yes P2 no`` too, where two things are named."""
    for gap in _JOINT.finditer(words):
        if not gap[0].isspace() or _IDENTITY.search(words[: gap.start()].casefold()):
            yield gap


def has_joint(words: str) -> bool:
    """Whether words may be parted."""
    return next(joints(words), None) is not None


def _voted_on(order: Order) -> str:
    """The identity with which a vote begins; "" for none, or another order."""
    found = _IDENTITY.match(order.subject.casefold()) if order.verb.reads else None
    return found[0] if found else ""


def _is_free(order: Order) -> bool:
    """Whether a text of the player's own may go on behind a joint."""
    return order.verb.is_free and order.verb.reads is None


def _in_quotes(words: str) -> bool:
    """Whether words end inside double quotes."""
    return words.count('"') % 2 == 1


def without_dice(order: Order) -> str:
    """An order without its dice, as a line."""
    return str(replace(order, rolls=()))


def _are_same(one: Order, other: Order) -> bool:
    """Whether two parts say one order, or more of one: ``move, using Number 3``, ``1, 2 and 3``."""
    first, second = without_dice(one), without_dice(other)
    if one.verb.reads and other.verb.name in (one.verb.name, *one.verb.hints):
        ids = (frozenset(_IDENTITY.findall(each.casefold())) for each in (second, first))
        return next(ids) <= next(ids)
    same_list = one.verb == other.verb and one.verb.shape is Shape.WORDS
    return same_list or first.startswith(second) or second.startswith(first)
