"""Trying what a line may mean: each reading is played on a copy, without any die falling.

The only one that can be played is then played in earnest. Where several can be that do not come to
the same, none is.

The orders of a line that has several: at a joint each part has to be an order by itself.

Each part is read in the state that those before it lead to, as far as that can be known before a
die falls, and takes of the line's dice those that it needs. Decisions: what none of the parts says
by itself is a list (``plant 3 and 4``), and the line one order; a line that comes to one of its
parts would drop the others; a vote is read whatever stands beside it, and so it is parted. Behind a
text of the player's own the next order may as well be more of that text, so that both are asked
about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import Any, Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import LONGEST_OFFER, Action, IdentityPart, Outcome, Shape, Verb, Verdict
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP
from wikibot.game.engine.line_player import PLAIN, LinePlayer, Mode
from wikibot.game.engine.orders import (
    BOT,
    BY_RULE,
    LEAD,
    Order,
    Verbs,
    find_verb,
    first_word,
    read_order,
    with_drawn,
)
from wikibot.game.engine.standing_rolls import Unseen
from wikibot.game.engine.steward_verbs import STEWARD_VERBS
from wikibot.game.game import Game
from wikibot.game.problems import LISTED, Missing, Problem, Unclear, listing
from wikibot.game.rolls import Roll
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Pending, S, unfinished
from wikibot.game.understanding.covering import Covering
from wikibot.game.understanding.plain_line import key_of
from wikibot.game.understanding.situation import Situation, said_yes, slots_of_line
from wikibot.game.understanding.slots import NamesSlot, bare_text
from wikibot.game.understanding.table import PhraseTable
from wikibot.game.understanding.talk import of_name, takes_back
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.regex import regex

PLAYABLE = (Verdict.DONE, Verdict.NEEDS, Verdict.HELD)


class Tried(Struct, Generic[S], frozen=True):
    """A reading of a line, and what came of trying it."""

    order: Order
    after: S
    outcome: Outcome

    @property
    def playable(self) -> bool:
        return self.outcome.verdict in PLAYABLE

    @property
    def needs_its_rolls(self) -> bool:
        """Whether the dice that are stated are those that it needs."""
        return self.outcome.verdict is Verdict.DONE and bool(self.outcome.rolls)

    @property
    def is_forbidden(self) -> bool:
        """Whether it is understood, and a rule forbids it."""
        return self.outcome.verdict is Verdict.CANT and not self.order.answers


class WrittenLine(Struct, Generic[S], frozen=True, dict=True):
    """A line of a player ("" without one) in a state. ``verbs``: those that it may begin with.

    ``parted``: its words and its dice; dice that cannot be read stay among the words.
    """

    state: S
    action: Action
    name: str
    mode: Mode
    verbs: Verbs
    parted: tuple[str, tuple[Roll, ...]]

    @cached_property
    def written(self) -> Order | None:
        """The order that it is as it stands."""
        return self.order(self.action.text)

    def order(self, text: str) -> Order | None:
        """The order that a text is as it stands."""
        return order_of(text, self.verbs)

    def behind(self, state: S) -> WrittenLine[S]:
        """The same in another state, in which its author may be no player any more."""
        return replace(self, state=state, name=self.name if self.name in state.players else "")

    def saying(self, text: str) -> WrittenLine[S]:
        """The same with another text."""
        action = replace(self.action, text=text)
        return replace(self, action=action, parted=parted(text, self.verbs))


class Trying(Generic[S]):
    """Tries what lines may mean, in one game by one rulebook."""

    def __init__(self, lines: LinePlayer[S]) -> None:
        self.lines, self.game, self.book = lines, lines.game, lines.book
        dice = lines.dice if lines.dice.stated else Unseen()
        self.trial: LinePlayer[S] = LinePlayer(lines.game, lines.book, dice)

    def table(self, state: S) -> PhraseTable:
        """The words for the verbs that are in force."""
        return self.book.found_in(self.game.verbs_in(state, self.book), _table)

    def line(self, state: S, action: Action, name: str, mode: Mode = PLAIN) -> WrittenLine[S]:
        """A line of a player, to be read by the verbs that are in force."""
        verbs = self.lines.verbs(state)
        return WrittenLine(state, action, name, mode, verbs, parted(action.text, verbs))

    def mine(self, line: WrittenLine[S]) -> Sequence[Pending]:
        """What waits for the player."""
        return self.book.found_in(line.state.pending, unfinished).get(line.name, ())

    def tried(
        self, line: WrittenLine[S], texts: Iterable[str], rolls: Sequence[Roll] | None = None
    ) -> list[Tried[S]]:
        """The readings that are orders, each with what came of it. ``rolls``: not the line's."""
        found, rolls = list[Tried[S]](), line.parted[1] if rolls is None else rolls
        is_bots = line.written is not None and line.written.verb.name in line.verbs.claimed
        for text in texts:
            order = None if is_bots and text.startswith(BY_RULE) else line.order(text)
            if order is None:
                continue
            order = replace(with_bare_text(order), rolls=(*order.rolls, *rolls))
            if order.verb.stewards_only or order == line.written:
                continue
            if order.subject and order.subject in order.answers:
                continue  # one name, read twice
            with suppress(Problem):
                found.append(self.attempt(line, self.answering(line, order) or order))
        return found

    def answering(self, line: WrittenLine[S], order: Order) -> Order | None:
        """What waits, answered by an order that says it again with its answer: ``rob Ben``.

        None where an order is one by itself, or joins what waits anyway.
        """
        state, action, mine = line.state, line.action, self.mine(line)
        waiting = self.lines.waiting(state, mine[0]) if len(mine) == 1 else None
        if waiting is None or waiting.verb.play is not order.verb.play or waiting.answers:
            return None
        rest = order.subject.removeprefix(f"{waiting.subject} ").strip(" :")
        both = (waiting, order)
        means = [self.lines.meaning(state, action, each, line.name).key for each in both]
        answer = Order(CHOOSE, rest, rolls=order.rolls)
        fits = rest and means[0] != means[1]
        return answer if fits and self.trial.may_answer(state, action, answer, line.name) else None

    def settled(self, line: WrittenLine[S], tried: Sequence[Tried[S]]) -> tuple[S, Outcome]:
        """Play the one reading that can be played; ``huh`` with all that differ."""
        playable = [each for each in tried if each.playable] or list(tried)
        differing = different(playable)
        if len(differing) == 1:
            return self.play(line, differing[0].order)
        return self.asked(line, differing)

    def asked(self, line: WrittenLine[S], tried: Sequence[Tried[S]]) -> tuple[S, Outcome]:
        """Ask which of several readings is meant."""
        after, outcome = self.unread(line, Unclear("the line may mean several things"))
        return after, offering(outcome, [(each.order,) for each in tried])

    def unread(self, line: WrittenLine[S], problem: Problem) -> tuple[S, Outcome]:
        """Answer a line that is not an order; the dice that it shows stand."""
        return self.lines.unread(line.state, line.action, line.name, problem, line.mode)

    def play(self, line: WrittenLine[S], order: Order) -> tuple[S, Outcome]:
        """Play an order that a line says in other words; its log line is in exact form."""
        return self._play(self.lines, line, order)

    def attempt(self, line: WrittenLine[S], order: Order) -> Tried[S]:
        """The same on a copy of the state, without any die falling."""
        return Tried(order, *self._play(self.trial, line, order))

    def _play(self, player: LinePlayer[S], line: WrittenLine[S], order: Order) -> tuple[S, Outcome]:
        state, name, understood = line.state, line.name, replace(line.action, said=str(order))
        try:
            self.game.authorize(state, order.verb, name, understood)
        except Problem as problem:
            text = problem.told(self.book.cites)
            return state, Outcome(understood, problem.verdict, text, name or understood.account)
        return player.play(state, understood, order, name, line.mode)

    # -- whose verb a line begins with -------------------------------------------------------------

    def told_apart(self, state: S, action: Action, name: str, mode: Mode) -> Action:
        """A line, with ``by rule`` before it where it begins with a verb of a rule's.

        That is so where the bot has a verb of the same name (``help``), and the line is not for it.
        The bot's own verb stands alone, so ``bot help`` becomes ``help`` here. Decisions: a line is
        the rule's as far as its words fit the rule, also where the bot could play it; who is not a
        player has no actions by rules; behind a colon follows what the bot's verb is about;
        ``choose`` answers what waits as long as it can; orders of stewards are nobody else's. In
        what the bot wrote itself, a log or what waits, a verb alone is the bot's, as it was when no
        rule could have such a name.
        """
        verbs = self.lines.verbs(state)
        if not (verbs.claimed or (action.line > 0 and action.text.startswith(BOT))):
            return action
        said = LEAD.sub("", action.text.strip(), count=1) if verbs.claimed else ""
        word, of_bot = first_word(said.casefold()), said[len(BOT) :]
        if action.line > 0 and action.text.startswith(BOT):
            text = action.text.removeprefix(BOT)
        elif said.casefold().startswith(BOT) and first_word(of_bot.casefold()) in verbs.claimed:
            text = of_bot
        elif word in verbs.claimed and self._is_by_rule(state, action, name, mode, word, said):
            text = f"{BY_RULE}{said}"
        else:
            return action
        written = text if action.line > 0 else action.text
        return replace(action, text=text, written_as=action.written_as or written)

    def _is_by_rule(
        self, state: S, action: Action, name: str, mode: Mode, word: str, said: str
    ) -> bool:
        """Whether a line is a rule's. ``said``: it, from its verb ``word`` on."""
        verbs = self.lines.verbs(state)
        bots, order = find_verb(said, verbs), order_of(f"{BY_RULE}{said}", verbs)
        if bots is None or (bots[0].stewards_only and not action.trusted):
            return True
        if _is_written_by_bot(action, mode) and bots[0] not in STEWARD_VERBS:
            return False
        if name not in state.players or said[len(word) :].lstrip().startswith(":"):
            return False
        if word == _PROPOSE:  # whose title would take up any words
            return ": " not in said
        answer = order_of(said, verbs) if word == CHOOSE.name else None
        if answer and self.trial.may_answer(state, action, answer, name):
            return False
        return self.claims(self.line(state, action, name), order)

    def logged(self, state: S, outcome: Outcome, mode: Mode) -> Outcome:
        """An outcome whose log line says that the verb is the bot's, where a rule has one, too."""
        verbs = self.lines.verbs(state)
        if not verbs.claimed:
            return outcome
        line = outcome.logged or outcome.action.order
        found = find_verb(line, verbs) if first_word(line.casefold()) in verbs.claimed else None
        of_stewards = found is None or found[0].stewards_only
        if of_stewards or not outcome.counts or _is_written_by_bot(outcome.action, mode):
            return outcome
        line = outcome.logged or with_drawn(line, outcome.drawn)
        return replace(outcome, logged=f"{BOT}{line}")

    def claims(self, line: WrittenLine[S], order: Order | None, *, whole: bool = False) -> bool:
        """Whether an order's words are those of a rule; ``whole``: all that it has."""
        if order is None or order.verb.claims is None:
            return False
        act = self.lines.trial(line.state, line.action, order, line.name)
        return order.verb.claims(act, whole=whole)

    # -- the situation -----------------------------------------------------------------------------

    def situation(self, line: WrittenLine[S], rolls: Sequence[Roll]) -> Situation:
        state, name, mine = line.state, line.name, self.mine(line)
        options = self._options(line, mine[0]) if len(mine) == 1 else ()
        offers = [p.offer for p in state.pending if p.offer and p.player == name]
        offer = str(offers[0]) if len(offers) == 1 and not mine else ""
        of_game = self.game.slots(state, self.book, name)
        kind = of_game.get("class")  # of proposals: a word that may be said of one
        classes = kind.names if isinstance(kind, NamesSlot) else ()
        rolled = sum(face for roll in rolls for face in roll.faces) if rolls else None
        waiting = first_word(mine[0].text.removeprefix(BY_RULE)) if len(mine) == 1 else ""
        known = {"verb": self.table(state).names, **of_game}
        slots = slots_of_line(state, name, known, options, rolled, waiting)
        names, speaker = named(self.game, state, self.book), (name, line.action.account)
        return Situation(
            slots, speaker, bool(mine), options, offer, (*names, *classes), bool(rolls)
        )

    def covering(self, line: WrittenLine[S], words: str, rolls: Sequence[Roll] = ()) -> Covering:
        """What some words of a line may mean, beside these of its rolls."""
        return Covering(words, self.table(line.state), self.situation(line, rolls))

    def _options(self, line: WrittenLine[S], pending: Pending) -> tuple[str, ...]:
        """What the only thing that waits for a player may be answered with."""
        order = self.lines.waiting(line.state, pending)
        if order is None:
            return ()
        missing = self.trial.missing(line.state, line.action, order, pending.player, pending)
        return missing.answers if missing else ()

    def missing(self, line: WrittenLine[S], order: Order) -> Missing | None:
        """What an order of the player's lacks."""
        return self.trial.missing(line.state, line.action, order, line.name)

    def played(self, line: WrittenLine[S], orders: Sequence[Order]) -> list[Tried[S]]:
        """Orders of players that change something, each with what would come of it."""
        return [
            self.attempt(line, order)
            for order in orders
            if not order.verb.stewards_only and order.verb.name not in (HELP.name, CHOOSE.name)
        ]


def named(game: Game[S], state: S, book: Rulebook) -> tuple[str, ...]:
    """All that has a name: its words say nothing else."""
    return (*game.names(state, book), *(each.title for each in state.proposals))


def _is_written_by_bot(action: Action, mode: Mode) -> bool:
    """Whether a line's words are the bot's: of its log, of what waited, for a line that changed."""
    waited = action.recorded or mode.retried
    return action.is_logged or waited or action.id.part is IdentityPart.CHANGE


def _table(verbs: Sequence[Verb], _book: Rulebook) -> PhraseTable:
    own = (verb for verb in verbs if not verb.stewards_only)
    return _table_of((*own, CHOOSE, HELP))


@lru_cache(maxsize=16)
def _table_of(verbs: tuple[Verb, ...]) -> PhraseTable:
    """The same for all rulebooks, and all games of a farm, in which the same verbs are in force."""
    return PhraseTable(verbs)


def different(tried: Sequence[Tried[S]]) -> list[Tried[S]]:
    """The readings that do not come to the same."""
    found: list[Tried[S]] = []
    for each in tried:
        if not any(str(each.order) == str(one.order) or same(each, one) for one in found):
            found.append(each)
    return found


def offering(outcome: Outcome, ways: Sequence[Sequence[Order]]) -> Outcome:
    """An answer with what a line may have been meant for, one way of which may be taken."""
    forms = tuple("\n".join(map(str, orders)) for orders in ways[:LISTED])
    numbers = [f"({number}) " if forms[1:] else "" for number in range(1, len(forms) + 1)]
    then = say(" and then ")
    told = (then.join(f"`{order.told}`" for order in orders) for orders in ways)
    listed = listing([f"{at}{form}" for at, form in zip(numbers, told, strict=False)])
    text = say("{}. Did you mean {}?", outcome.text.rstrip("."), listed)
    whole = all(len(form) <= LONGEST_OFFER for form in forms)
    return replace(outcome, text=text, offers=forms if whole else ())


def same(one: Tried[Any], other: Tried[Any]) -> bool:
    """Whether two readings come to the same."""
    done = one.outcome.verdict is other.outcome.verdict is Verdict.DONE
    return done and one.after == other.after


# -- A line as it stands: the order that it is, its words and dice, and whether it says it all -----


def order_of(text: str, verbs: Sequence[Verb]) -> Order | None:
    """The order that a line is as it stands."""
    with suppress(Problem):
        return read_order(text, verbs)
    return None


_LED_TEXT = regex(r"(?:(?:\w+ ){1,4}?)?(?P<id>[A-Z]\d+)[.,;:]?\s+(?P<text>.+)")


def with_bare_text(order: Order) -> Order:
    """An order whose text of the player's own has no words that only lead to it."""
    is_text = order.verb.is_free and not order.verb.reads
    led = _LED_TEXT.fullmatch(order.subject) if is_text else None
    if led is None or (bare := bare_text(led["text"])) == led["text"]:
        return order
    return replace(order, subject=f"{led['id']}: {bare}")


def parted(text: str, verbs: Verbs) -> tuple[str, tuple[Roll, ...]]:
    """A line's words and its dice; dice that cannot be read stay among the words."""
    try:
        return verbs.parted(text.strip())
    except Unclear:
        return text, ()


def has_bad_dice(text: str, verbs: Verbs) -> bool:
    """Whether a line shows a roll that no dice can have shown."""
    try:
        verbs.parted(text.strip())
    except Unclear:
        return True
    return False


def is_in_form(words: str, order: Order | None) -> bool:
    """Whether a line is in exact form to the letter; what is free of it stands behind a colon."""
    if order is None or order.verb.shape is Shape.SUBJECT:
        return False
    if order.verb.shape is Shape.TEXT:
        return words.casefold().startswith(f"{order.verb.name}:")
    return words == without_dice(order)


# == The orders of a line that has several =========================================================


_PROPOSE = "propose"
_NEXT = "then|also|after that|after this|after|afterwards|furthermore|moreover|besides|next|finally"
_JOINT = regex(
    rf"[;,.!]\s+(?:(?:and|{_NEXT}),?\s+)*|\s(?:and|n|then|plus|&)\s(?:(?:{_NEXT}),?\s)*"
    r"|(?<=\w)\s(?=[PTJG]\d+\s\w)|\s(?=[👍👎🤔✅❌]\s(?:(?:for|on|to)\s)?[PTJG]\d)",
    re.IGNORECASE,
)
_IN_TURN = regex(rf"(?:\band|[,.;!])\s(?:{_NEXT})\b|\bfirst\b", re.IGNORECASE)
_PRONOUN = regex(r"\b(?:it|them)\b", re.IGNORECASE)
_AND = regex(r"\s(?:and|plus|&)\s", re.IGNORECASE)
_DICE = regex(r"\d*d\d+\s*\([^()]*\)(?:\s*=\s*\d+)?(?:,\s*(?=\d*d\d))?", re.IGNORECASE)
MOST_ORDERS = 4  # in a line
_MOST_WAYS = 2  # of parting a line that are asked about
_MOST_READ = 10  # parts of a line
_MOST_ROLLS = 6  # that one of several orders takes
_LONGEST_PART = 20  # words of a part in other words than the exact form
_SPEAKS = regex(r"(?:[\w' ]{0,24},? )??I(?:'ll|'m)?\b", re.IGNORECASE)
_IDENTITY = regex(r"\b[a-z]\d+\b")
_VOTE = regex(r"(?:(?:yes|no)\b\W*(?:(?:on|to|for) )?)?(?P<id>[a-z]\d+)\b")
Way = tuple[Order, ...]


class Ways(NamedTuple):
    """The ways of parting a line. ``are_said``: it says nothing else than one of them.

    Decision: several orders of one verb are asked about, as they may be a choice; but not votes
    each of which begins with what it is on, ``P1 yes, P2 no``, nor what ``and`` or ``then`` joins.
    """

    orders: Sequence[Way]
    are_said: bool
    in_turn: bool = False

    @property
    def are_sure(self) -> bool:
        """Whether there is one way, to be played without a question."""
        told = {_voted_on(order) or order.verb.name for order in self.orders[0]}
        again = len({*map(str, self.orders[0])}) == 1  # which is no choice
        apart = self.in_turn or again or len(told) == len(self.orders[0])
        return self.are_said and len(self.orders) == 1 and apart


class SeveralOrders(Unclear):
    """A line is several orders, each of which is an action by itself."""

    def __init__(self, orders: Way) -> None:
        forms = tuple(f"`{order.told}`" for order in orders)
        super().__init__(later("write each action on a separate line"), nearest=forms)
        self.orders = orders


class LinePart(Struct, Generic[S], frozen=True):
    """What a part of a line may be. ``left``: the dice that it leaves to those behind it.

    ``is_sure``: it is in exact form, or a word of it says what is done: beside another order a
    thing alone may be a remark on that one.
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
    """Parts one line of a player. What a part may be is found once in a state.

    ``at_its_price``: the order of a line that says what it costs, too.
    """

    def __init__(
        self,
        trying: Trying[S],
        line: WrittenLine[S],
        at_its_price: Callable[[WrittenLine[S]], Order | None],
    ) -> None:
        self.trying, self.line, self.at_its_price = trying, line, at_its_price
        self._is_whole = False  # `buy Salt and Pepper`
        self._known: list[tuple[S, str, Sequence[Roll], list[LinePart[S]]]] = []

    def ways(self, state: S, whole: Order | None) -> Ways | None:
        """The ways of parting the line; None where it is one order.

        ``whole``: the order that it would be played as, None where it would not be.
        """
        self._is_whole, (words, rolls) = whole is not None, self.line.parted
        if whole and not self._may_drop(words, whole):
            return None
        read = [LinePart(each) for each in self._tried(state, [whole])] if whole else []
        found = self._ways(state, words, rolls, MOST_ORDERS, read)
        several = [way for way in found if len(way) > 1]
        if not several or not (whole or any(p.tried.playable for way in several for p in way)):
            return None
        in_turn = bool(_IN_TURN.search(words))
        if not in_turn and (listed := self._as_list(state, several)):
            return Ways((listed,), are_said=True)
        is_vote = _voted_on(_orders(several[0])[0])
        agrees = said_yes(words.partition(" ")[0].strip(",.!")) and not is_vote  # with others
        is_said = not agrees and all(each.is_sure for way in found for each in way)
        votes = any(each.verb.reads for each in _orders(several[0]))
        in_turn = in_turn or bool(_AND.search(words) and not votes)
        return Ways(tuple(map(_orders, found)), is_said, in_turn)

    def _as_list(self, state: S, ways: Sequence[Parts[S]]) -> Way:
        """One order about all that several of a verb in other words are about; () for none.

        ``pot 3 gets Yaqqip and pot 4 gets Darkvine`` is one deed, which may cost less than two.
        """
        first, *more = _orders(ways[0])
        exact = any(self.line.parted[0].casefold().startswith(f"{e.verb.name} ") for e in more)
        told = [first, *more]
        same = all(e.verb == first.verb and e.subject and not e.answers for e in told)
        if exact or not same or first.verb.is_free or ways[1:]:
            return ()
        subject = ", ".join(each.subject for each in told)
        rolls = tuple(chain.from_iterable(each.rolls for each in told))
        whole = replace(first, subject=subject, rolls=rolls)
        tried = self._tried(state, [whole])
        return (whole,) if any(each.playable for each in tried) else ()

    def _may_drop(self, words: str, whole: Order) -> bool:
        """Whether an order may leave out words of its line, without a look at what these may be.

        One in exact form drops none that is not another in exact form, and a text of the player's
        own goes on up to a sentence that says what they do.
        """
        is_free = _is_free(whole)
        if not is_free and words != without_dice(whole):
            return True
        for gap in islice(joints(words), _MOST_READ):
            behind = words[gap.end() :]
            goes_on = is_free and (gap[0][:1] in ".;!" or _SPEAKS.match(behind))
            order = self.line.order(behind)
            if goes_on or (order and not order.verb.stewards_only):
                return True
        return False

    def _ways(
        self, state: S, words: str, rolls: Sequence[Roll], most: int, whole: Parts[S]
    ) -> list[Parts[S]]:
        """The ways of reading some words as at most so many orders. ``whole``: as a single one."""
        plain = _DICE.sub(lambda dice: "#" * len(dice[0]), words)  # no joint is between dice
        for gap in islice(joints(plain), _MOST_READ if most > 1 else 0):
            said, behind = words[: gap.start()], words[gap.end() :]
            if takes_back(of_name(behind)):
                break
            if said.count('"') % 2 or key_of(behind.partition(" ")[0]).isdecimal():
                continue
            found = list[Parts[S]]()
            for first in self._read(state, said, rolls):
                there, single = state, self._behind(state, said, gap[0], behind, first)
                if any(_are_same(first.order, each.order, behind) for each in single):
                    found = []  # said twice: `your Kite against my Drum, deal`
                    break
                if first.tried.outcome.verdict is Verdict.DONE and not single:
                    there = first.tried.after
                    single = self._behind(there, said, gap[0], behind, first)
                more = self._ways(there, behind, first.left, most - 1, single)
                found += [[first, *rest] for rest in more]
            exact = bool(found and whole) and self._there(state).order(behind) is not None
            if found and all(self._has_more(state, found[0], each, exact) for each in whole):
                unsure = [[each] for each in whole if _is_free(each.order)]
                return [*unsure, *found][:_MOST_WAYS]
        return [[each] for each in whole]

    def _behind(
        self, state: S, said: str, joint: str, words: str, first: LinePart[S]
    ) -> list[LinePart[S]]:
        """What words may be behind an order: of what it named, or also without its verb.

        ``take 2 Herbs and give them to Ben``, ``use the Beer, then the Vodka``.
        """
        if _PRONOUN.search(words):
            items = (each.spelled for each in self._covering(state, said).named("items"))
            named = next(items, first.order.subject)
            found = self._read(state, _PRONOUN.sub(lambda _: named, words), first.left)
            found = [each for each in found if not each.order.verb.reads and named]
            as_it_is = self._read(state, words, first.left)
            needs = [each.tried.outcome.verdict is Verdict.NEEDS for each in as_it_is]
            found = found or ([] if any(needs) else as_it_is)
            bare = found or self._read(state, _PRONOUN.sub("", words).strip(), first.left)
            return found or [e for e in bare if not (e.order.subject or e.order.answers)]
        found = self._read(state, words, first.left)
        line = self._covering(state, words)
        is_other = self._is_whole or line.names_verb or line.says_nothing
        if found or is_other or not first.order.subject:
            return found
        found = self._read(state, f"{first.order.verb.name} {words}", first.left)
        is_sure = "then" in joint.casefold().split()
        return [replace(each, is_sure=is_sure) for each in found if each.tried.playable]

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
        situated = self.trying.situation(self._there(state), ())
        situated = replace(situated, offer="", options=())  # `sure` beside an order is for that
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
        name, text, there = self.line.name, self.line.action.text, self._there(state)
        tells = name and text.startswith(f"{name} ") and not words.startswith(f"{name} ")
        line = self._covering(state, f"{name} {words}" if tells else words)
        said, own = there.saying(words).parted
        rolls, found, forbidden = (*own, *rolls), list[LinePart[S]](), list[LinePart[S]]()
        for group, is_sure in _groups(line, said):
            orders = [order for each in group if (order := there.order(each))]
            tried = self._tried(state, orders)
            for each in different([each for each in tried if each.playable]):
                shown = self._with_dice(state, each, rolls)
                found.append(LinePart(shown, rolls[len(shown.order.rolls) :], is_sure))
            if found:
                return found
            refused = (each for each in tried if each.outcome.verdict is Verdict.CANT)
            forbidden += [LinePart(each, rolls, is_sure) for each in refused]
        bought = self.at_its_price(there.saying(words))
        paid = [LinePart(each, rolls) for each in self._tried(state, [bought] if bought else [])]
        return paid or forbidden[:1]

    def _with_dice(self, state: S, found: Tried[S], rolls: Sequence[Roll]) -> Tried[S]:
        """An order with the first dice of a line, as many as it takes."""
        if found.outcome.verdict is not Verdict.NEEDS:
            return found
        counts = (*range(1, min(len(rolls), _MOST_ROLLS) + 1), len(rolls)) if rolls else ()
        for count in counts:
            order = replace(found.order, rolls=tuple(rolls[:count]))
            for shown in self._tried(state, [order]):
                if shown.needs_its_rolls:
                    return shown
        return found

    def _tried(self, state: S, orders: Sequence[Order]) -> list[Tried[S]]:
        return self.trying.played(self._there(state), orders)

    def _there(self, state: S) -> WrittenLine[S]:
        """The line in a state that some of its orders lead to."""
        there = self.line.behind(state)
        return self.trying.line(state, there.action, there.name)


def _groups(line: Covering, words: str) -> Iterator[tuple[Sequence[str], bool]]:
    """The readings of some words, the surest first, and whether they are sure."""
    yield (words,), True
    if len(line.words) > _LONGEST_PART:
        return
    lines = (line, *line.without_remarks())
    groups = chain.from_iterable(each.whole(mends=False) for each in lines)
    if not has_joint(words):
        groups = chain(groups, chain.from_iterable(each.in_any_order() for each in lines))
    for group in groups:
        yield group, line.names_verb


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
    """The identity with which a vote begins, perhaps behind yes or no; "" for another order."""
    mark = "" if order.verb.name[0].isalnum() else "yes "
    found = _VOTE.match(f"{mark}{order.subject.casefold()}") if order.verb.reads else None
    return found["id"] if found else ""


def _is_free(order: Order) -> bool:
    """Whether a text of the player's own may go on behind a joint."""
    return order.verb.is_free and order.verb.reads is None


def without_dice(order: Order) -> str:
    """An order without its dice, as a line."""
    return str(replace(order, rolls=()))


def _are_same(one: Order, other: Order, said: str) -> bool:
    """Whether two parts say one order, or more of one: ``move, using Number 3``, ``1, 2 and 3``.

    ``said``: the second, as it stands; in exact form, with what it is about, it is one of its own.
    """
    first, second = without_dice(one), without_dice(other)
    if first == second == said and one.subject and one.verb.reads is None:
        return False
    same_list = one.verb == other.verb and one.verb.shape is Shape.WORDS
    is_bare = one.verb.play is other.verb.play and not (one.subject or other.subject)
    return same_list or is_bare or first.startswith(second) or second.startswith(first)
