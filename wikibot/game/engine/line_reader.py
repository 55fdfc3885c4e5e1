"""Plays what a line means: as it stands, or else as the one order that it says in other words.

A line in exact form is played as it stands. One that cannot be played so is read in other words
(:mod:`wikibot.game.understanding`); each reading is tried, without any die of the bot's falling,
and the only one that can be played is. Where several can be that do not come to the same, none is.
The log then holds the order in exact form, so that a replay needs no situation to understand it;
a log that the bot wrote is not read in other words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Generic, NamedTuple

from msgspec.structs import replace

from wikibot.game.actions import Action, OfferedOrders, Outcome, Shape, Verb, Verdict
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP
from wikibot.game.engine.line_player import PLAIN, LinePlayer
from wikibot.game.engine.orders import (
    BY_RULE,
    LONGEST_ORDER,
    MOST_ROLLS,
    UNKNOWN,
    Order,
    Verbs,
    first_word,
    nearest,
    not_played,
    takes_free_text,
    unknown,
    with_drawn,
    without_lead,
)
from wikibot.game.engine.trials import (
    PLAYABLE,
    Parting,
    SeveralOrders,
    Tried,
    Trying,
    Way,
    Ways,
    WrittenLine,
    different,
    has_bad_dice,
    has_joint,
    is_in_form,
    joints,
    named,
    offering,
    order_of,
    parted,
    with_bare_text,
    without_dice,
)
from wikibot.game.names import set_aside, suggestions
from wikibot.game.problems import LISTED, MissingRoll, Unclear, listing
from wikibot.game.rolls import UNNAMED, Roll
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import S
from wikibot.game.understanding.courtesies import NOT_SURE, TAKING_BACK_ALL
from wikibot.game.understanding.covering import MOST_SHOWN, NAMING_NOTHING, Covering, says_no_order
from wikibot.game.understanding.offers import NearOrder, Offers, OrderWords, without_owners
from wikibot.game.understanding.plain_line import CROSSES, bare_faces
from wikibot.game.understanding.situation import said_yes
from wikibot.game.understanding.slots import NamesSlot, count_of
from wikibot.game.understanding.table import PhraseTable
from wikibot.game.understanding.talk import (
    ASKED,
    CHOICE,
    CONDITION,
    DENIAL,
    DOING,
    LONGEST,
    QUESTION,
    REPETITION,
    SAID_TO_OTHERS,
    SHOWN,
    STATES,
    TIME,
    UNSURE,
    WOULD,
    LineOpening,
    is_rolled_by,
    of_name,
    quotes,
    shows,
    takes_back,
    talk,
    with_name_called,
    with_subject,
    without_citation,
    without_question,
    without_topic,
)
from wikibot.game.understanding.vocabulary import word_set
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import CARDINALS, TWO_NUMBERS, integer, unclear_number, ungrouped
from wikibot.wikitext.regex import regex

_NUMBERS = regex(r"([a-z]{4,})(?: -?\d+)+")  # a verb with numbers alone, as most moves are
_SAID_NUMBERS = {str(number): number for number in range(1, LISTED + 1)}  # of what is offered
_SPEAKS = regex(r"I(?:'ll|'m)?\b", re.IGNORECASE)
_I_WOULD = regex(r"I(?:'d| would) (?:say|go|pick|choose|take)\b", re.IGNORECASE)
_NOT_OTHER = regex(
    r"(?:it's |its |i mean |i meant )?(?P<this>\w[^,;]{,60}?)[,;]?"
    r" (?:and )?not (?P<other>\w[^,;]{,60}?)[.!]*",
    re.IGNORECASE,
)
_PRICED = regex(  # ``for 5 Silver``, ``here are the 15 poents``, ``5 gold paid``, ``(5 poents)``
    r"(?:^|[ ,;]{1,3}\(?(?P<lead>(?:for|at|with|"
    r"(?P<pays>pay(?:ing)?|here(?:'?s| is| are| r)|i have))"
    rf"(?: only| just)?(?: my| the)? )?)(?P<count>\d+|{'|'.join(CARDINALS)})"
    r" ?(?P<unit>[^\W\d_]+|[^\w\s.,;!()]+)?(?P<paid> paid| received| right here)?(?:\)|"
    r"(?P<each> each\b)|(?=[.,;!]|$|(?P<buys> for\b)| (?:and|from|please|because|since)\b))+",
    re.IGNORECASE,
)
_WITH_FACES = regex(
    r"(?P<order>.*?[^\W\d])[!)]*(?P<mark>[:!])?,? (?:an? )?"
    r"(?P<faces>\d{1,3}(?:(?:,? and|,)? \d{1,3})*)[.!]*"
)
_SEVERAL = later("the line may be several actions")
_TOO = regex(  # not `too long`
    r"\b(?:too(?! (?!(?:and|then|for|on|now|please)\b)[a-z]+\b)|also|as well)\b", re.IGNORECASE
)
_NAMED = regex(r"[A-Z]\d+\b", re.IGNORECASE)  # `P2`, behind a vote on another one
_UNIT = 4  # letters by which what is paid is known: `poent` of `poents`
_MOST_OFFERS = 20  # of all players
_MOST_BESIDE = 3  # words beside faces alone that are for a roll: `my dice show a 3 and a 2`
_MOST_PARTS = 2  # of a line that say what its author does


class Ahead(NamedTuple, Generic[S]):
    """What came of a line ahead of its exact form. ``is_final``: nothing else counts."""

    played: tuple[S, Outcome]
    is_final: bool = True


class LineReader(Generic[S]):
    """Reads lines in other words than the exact form, in one game by one rulebook.

    The engine asks for what comes before the exact form (``ahead``), plays a line as it stands, and
    where that does not count (``is_final``) has it read in other words (``otherwise``).
    """

    def __init__(self, lines: LinePlayer[S]) -> None:
        self.lines, self.trying, self.judge = lines, Trying(lines), TalkJudge(lines)
        self.guidance = Guidance(self.trying, self.judge)
        self.offers: tuple[OfferedOrders, ...] = ()
        self._parting: Parting[S] | None = None  # of the line that is being read

    def ahead(self, line: WrittenLine[S]) -> Ahead[S] | None:
        """Play what a line means ahead of its exact form; None where that is nothing.

        Raises :class:`SeveralOrders` for one of several.
        """
        if self.offers and (taken := self.taken(line.state, line.action)):
            offer, orders = taken
            self.offers = tuple(each for each in self.offers if each is not offer)
            if len(orders) > 1:
                raise SeveralOrders(orders)
            return Ahead(self.trying.play(line, orders[0]))
        (words, _), text, first = line.parted, line.action.text, None
        bared = with_bare_text(line.written) if ":" in words and line.written else None
        if bared and bared != line.written:
            return Ahead(self.trying.play(line, bared))
        if line.state.pending:
            answer = self.trying.answering(line, line.written) if line.written else None
            if answer or (answer := self._bare_roll(line)):
                return Ahead(self.trying.play(line, answer))
        for_stewards = line.action.trusted and _begins_as_theirs(line)
        marked = ("~" in text or "`" in text or "<" in text) and shows(text)
        if marked and not (for_stewards or takes_free_text(words, line.verbs)):
            return Ahead(self.guidance.of_talk(line, SHOWN))
        numbers = _NUMBERS.fullmatch(words)
        table = self.trying.table(line.state)  # of numbers alone the verb tells, as a rule
        begun = numbers[1] if numbers and not table.counts else words
        comes_first = not for_stewards and table.may_come_first(begun)
        if comes_first and not (quotes(words) or unclear_number(words)):
            tried = self.trying.tried(line, self.trying.covering(line, *line.parted).first())
            first = self.trying.settled(line, tried) if tried else None
        is_order = first or for_stewards or numbers
        why = "" if is_order else self.judge.with_dice(line, words)
        if answered := self._answered(line, why):
            return Ahead(answered)
        joint = not (for_stewards or numbers) and has_joint(words)
        order = (line.order(first[1].action.order) if first else line.written) if joint else None
        if order and (ways := self._ways(line, order)):
            return Ahead(self._apart(line, ways))
        return Ahead(first, is_final=False) if first else None

    @staticmethod
    def is_final(line: WrittenLine[Any], as_it_stands: Outcome) -> bool:
        """Whether what came of a line as it stands counts; dice that fell stand for that."""
        if as_it_stands.verdict in PLAYABLE or as_it_stands.drawn:
            return True
        is_read = as_it_stands.verdict is not Verdict.HUH
        return is_read and line.action.trusted and _begins_as_theirs(line)

    def with_dice_below(self, state: S, action: Action) -> Action:
        """A line with the dice that its author pasted below it, where nothing else stands there."""
        is_short = 0 < len(action.body) <= LONGEST_ORDER
        if not (is_short and self.lines.dice.stated) or action.line > 0:
            return action
        verbs = self.lines.verbs(state)
        words, rolls = parted(action.body, verbs)
        is_text = takes_free_text(action.text, verbs)
        if is_text or words or not rolls or parted(action.text, verbs)[1]:
            return action
        return replace(action, text=with_drawn(action.text, tuple(map(str, rolls))), body="")

    @staticmethod
    def with_whole_numbers(line: WrittenLine[S]) -> WrittenLine[S] | None:
        """The line with its grouped numbers (``1 000``) written as one each; None without any."""
        whole = ungrouped(line.action.text) if unclear_number(line.parted[0]) else line.action.text
        return line.saying(whole) if whole != line.action.text else None

    def own_parts(self, line: WrittenLine[S], outcome: Outcome) -> Iterator[WrittenLine[S]]:
        """The parts of a line that is talk, or not understood, that say what its author does.

        Where it is no talk, what stands before such a part comes near no order. Many such parts are
        a tale; a line that is forbidden has no others, but for what is no word of an order.
        """
        words, rolls = line.parted
        others = [each for each in line.state.players if each != line.name]
        is_theirs = bool(rolls) and is_rolled_by(line.action.text, others)
        is_open = outcome.verdict is Verdict.HUH and not is_theirs
        told = with_name_called(without_citation(words, self.lines.book.on_page), others)
        why = self.judge.with_dice(line, told)
        parts = [*self.judge.own_part(line.state, line.name, told, why)] if is_open else []
        whole = [("", told)] if told != words else []
        for before, own in (*whole, *(() if parts[_MOST_PARTS:] else parts)):
            if why or not before or self._is_aside(line, before, own):
                yield line.saying(str(Order(CHOOSE, own, rolls=rolls)).removeprefix("choose "))

    def _is_aside(self, line: WrittenLine[S], words: str, own: str) -> bool:
        """Whether words before what the author does say nothing, or are a sentence near no order.

        A thing alone, ``Urgent!``, may be a part of what follows; ``T2 is off`` may say the same.
        """
        deed = self._all_said(line, own, ())
        if STATES.match(words):
            return len(different([*deed, *self._all_said(line, words, ())])) < 2
        cover = self.trying.covering(line, words)
        if cover.says_nothing or cover.only_names or line.verbs.begun(words):
            return cover.says_nothing
        part = replace(line.saying(words), mode=PLAIN)
        near = [each.order for _, each in self.guidance.near_orders(part, cover, _SAID)]
        told = (not each.verb.is_free or ": " in each.subject for each in near)
        return near[:1] == [each.order for each in deed] or not any(told)

    def taken(self, state: S, action: Action) -> tuple[OfferedOrders, Way] | None:
        """The orders that a line takes of those that an answer to its author offers.

        ``yes`` takes the only ones, ``2`` the second ones: below the line that was answered, or as
        the next line while nothing of theirs waits.
        """
        mine = [each for each in self.offers if each.account == action.account]
        if action.beside:
            mine = [each for each in mine if each.line == action.beside.corrects]
        elif mine:
            name = self.lines.game.player_of(state, action)
            waits = any(each.player == name for each in state.pending)
            mine = [each for each in mine if each.last and not waits]
        said = action.text.strip(" .!()`")
        number = _SAID_NUMBERS.get(said, 0)
        for each in mine[-1:]:
            only = len(each.orders) == 1 and said_yes(said)
            chosen = each.orders[:1] if only else each.orders[number - 1 : number]
            lines = chosen[0].split("\n") if chosen else ()
            orders = [order_of(line, self.lines.verbs(state)) for line in lines]
            found = tuple(filter(None, orders))
            return (each, found) if found and len(found) == len(orders) else None
        return None

    def note(self, action: Action, outcome: Outcome) -> None:
        """Keep what the answer to a line offers; nothing else for its author's next line."""
        if action.beside and not outcome.offers:
            return
        old = [
            each._replace(last=each.last and each.account != action.account) for each in self.offers
        ]
        new = [OfferedOrders(action.id, action.account, outcome.offers)] if outcome.offers else []
        self.offers = (*old, *new)[-_MOST_OFFERS:]

    def _bare_roll(self, line: WrittenLine[S]) -> Order | None:
        """The answer that is the roll that a line shows, while exactly one thing waits, for it.

        By faces alone, or beside words that have no part in any order.
        """
        (words, rolls), mine = line.parted, self.trying.mine(line)
        if len(mine) != 1 or len(rolls) > 1 or not words or "?" in words:
            return None
        if not rolls:
            roll = bare_faces(words, mine[0].asks)
            return Order(CHOOSE, rolls=(roll,)) if roll else None
        if line.written:
            return None  # the order again, by another roll
        is_short = rolls[0].sides == UNNAMED and len(words.split()) <= _MOST_BESIDE
        sides = "" if is_short else f"{rolls[0].sides} "
        fits = f"a roll of {rolls[0].count}d{sides}" in f"{mine[0].asks} "
        if not fits or self.judge.with_dice(line, words):
            return None
        cover = self.trying.covering(line, words, rolls)
        verb = first_word(mine[0].text.removeprefix(BY_RULE))
        is_it = cover.words and cover.says_only(verb, sum(rolls[0].faces))
        return Order(CHOOSE, rolls=rolls) if is_it else None

    def _answered(self, line: WrittenLine[S], why: str) -> tuple[S, Outcome] | None:
        """What comes of a line that seems to be talk; None where it may be an order.

        ``Bob, please`` and ``4, not 20`` are answers while just this is asked.
        """
        words, _ = line.parted
        would = why == WOULD and _I_WOULD.match(words)
        may_answer = why == SAID_TO_OTHERS or would or " not " in words
        if may_answer and self.trying.mine(line):
            cover = self.trying.covering(line, words)
            options, said = NamesSlot(cover.situation.options), _NOT_OTHER.fullmatch(words)
            if said:
                chosen, other = options.exact(said["this"]), options.exact(said["other"])
                answers = [chosen] if other not in ("", chosen) else []
            else:
                answers = [*dict.fromkeys(cover.answers())] if " not " not in words else []
            chosen = answers[0] if len(answers) == 1 else ""
            order = line.order(f"{CHOOSE.name} {chosen}") if chosen else None
            if order:
                return self.trying.play(line, order)
        if not why or (why == DENIAL and any(read(words) for read in line.verbs.readers)):
            return None  # a denial that a verb reads as a whole
        if not words.endswith(CROSSES) and self.trying.claims(line, line.written, whole=True):
            return None  # a rule to the word
        return self.guidance.of_talk(line, why)

    def otherwise(self, line: WrittenLine[S], as_it_stands: tuple[S, Outcome]) -> tuple[S, Outcome]:
        """Play a line in other words, where it cannot be played as it stands."""
        (words, rolls), exact, written = line.parted, as_it_stands[1], line.written
        if exact.verdict is Verdict.HUH and (unclear := unclear_number(words)):
            problem = Unclear("{!r} may be one number or another", unclear)
            return self.trying.unread(line, problem)
        read = written if exact.verdict is Verdict.CANT else None  # as it stands, and refused
        is_exact = read and read.verb.name != CHOOSE.name and not read.verb.stewards_only
        bad_dice = len(rolls) > MOST_ROLLS or has_bad_dice(line.action.text, line.verbs)
        if bad_dice or (is_exact and is_in_form(words, read)):
            return as_it_stands
        cover = self.trying.covering(line, words, rolls)
        if TWO_NUMBERS.search(words) and TWO_NUMBERS.search(
            set_aside(words, self.judge.named(line.state))[0]
        ):
            problem = Unclear("{!r} has two numbers for one thing", words)
            after, unread = self.trying.unread(line, problem)
            return after, self.guidance.near(line, unread, cover)
        order = self._at_its_price(line) or (None if rolls else self._by_faces(line))
        if order:
            return self.trying.play(line, order)
        if written and written.verb.stewards_only and not line.action.trusted:
            exact = replace(exact, verdict=Verdict.HUH)  # `withdraw P2` of players
        if found := self._in_other_words(line, cover.lines(), exact):
            if found[1].verdict is not Verdict.CANT:
                return found
            as_it_stands = found
        if has_joint(words) and (ways := self._ways(line, None)):
            return self._apart(line, ways)
        return as_it_stands[0], self.guidance.near(line, as_it_stands[1], cover)

    def _in_other_words(
        self, line: WrittenLine[S], lines: Sequence[Covering], exact: Outcome
    ) -> tuple[S, Outcome] | None:
        """The surest readings of a line, or of it without its remarks; None where none is all."""
        (words, rolls), as_written, verdict = line.parted, line.written, exact.verdict
        forbidden: list[Tried[S]] = []
        refused = as_written if verdict is Verdict.CANT else None
        for group in chain.from_iterable(each.whole() for each in lines):
            tried = _with_its_numbers(self.trying.tried(line, group), refused, words)
            if any(each.playable for each in tried):
                return self._settled(line, tried)
            forbidden = forbidden or [each for each in tried if each.is_forbidden]
        if verdict is Verdict.HUH and forbidden:
            return self.trying.play(line, forbidden[0].order)
        # What stands before a colon in exact form is what the answers behind it are for:
        is_parted = as_written and as_written.subject and as_written.answers
        of_stewards = as_written and as_written.verb.stewards_only
        refused = None if is_in_form(words, refused) else refused
        if not of_stewards and ((verdict is not Verdict.HUH and not refused) or is_parted):
            return None
        for group in chain.from_iterable(each.in_any_order() for each in lines):
            tried = _with_its_numbers(self.trying.tried(line, group), refused, words)
            if as_written and not of_stewards:
                tried = _of_its_verb(tried, as_written, words if refused else "")
            if playable := [each for each in tried if each.playable]:
                if open_ := _also_meant(tried, playable):
                    return self.trying.asked(line, [*playable, *open_])
                return self._settled(line, tried)
        if refused or not rolls or line.verbs.find(words) or lines[0].situation.waits:
            return None
        for each in lines:
            tried = self.trying.tried(line, each.told_by_things())  # the first leaves fewest words
            if fitting := [each for each in tried if each.needs_its_rolls]:
                return self._settled(line, fitting[:1])
        return None

    def _at_its_price(self, line: WrittenLine[S]) -> Order | None:
        """The order of a line that says what it costs, too, if that is what is paid."""
        words, rolls = line.parted
        said = [e for e in _PRICED.finditer(words[:LONGEST]) if _may_be_price(e, words)]
        for prices in ([said] if said[1:] else []) + [[each] for each in said]:
            bare = words
            for each in reversed(prices):
                bare = f"{bare[: each.start()]}{bare[each.end() :]}"
            bare = bare.strip(" ,;").removeprefix("for ")
            if bare.endswith(":"):  # which is what is chosen, or told
                continue
            is_paid = any(each["pays"] or each["paid"] or each["buys"] for each in prices)
            for found in self._all_said(line, bare, rolls, is_paid=is_paid):
                told = fold(found.outcome.text) if found.outcome.verdict is Verdict.DONE else ""
                if all(_is_paid(each, told, bare) for each in prices):
                    return found.order
        return None

    def _by_faces(self, line: WrittenLine[S]) -> Order | None:
        """The order of a line that ends with as many faces as it rolls dice: ``mine: 5, 2, 4``."""
        said = _WITH_FACES.fullmatch(line.parted[0][:LONGEST]) if self.lines.dice.stated else None
        if said is None:
            return None
        for found in self._all_said(line, said["order"], ()):
            missing = self.trying.missing(line, found.order)
            roll = bare_faces(said["faces"], missing.asks) if missing else None
            if roll and isinstance(missing, MissingRoll) and (roll.faces[1:] or said["mark"]):
                return replace(found.order, rolls=(roll,))
        return None

    def _all_said(
        self, line: WrittenLine[S], words: str, rolls: Sequence[Roll], *, is_paid: bool = False
    ) -> Sequence[Tried[S]]:
        """The one order that all of some words say; none where they say none, or several.

        ``is_paid``: they stand beside a price.
        """
        lines = self.trying.covering(line, words, rolls).lines(is_paid=is_paid)
        line = replace(line, mode=PLAIN)
        groups = chain([[words]], *(each.whole() for each in lines))
        for group in chain(groups, *(each.in_any_order() for each in lines)):
            tried = self.trying.tried(line, group, rolls)
            if found := different([each for each in tried if each.playable]):
                return found if len(found) == 1 else ()
        return ()

    def _settled(self, line: WrittenLine[S], tried: Sequence[Tried[S]]) -> tuple[S, Outcome]:
        """The one reading that can be played, unless it would drop another order of the line."""
        playable = [each.order for each in tried if each.playable]
        for order in playable if has_joint(line.action.text) else ():
            if ways := self._ways(line, order):
                return self._apart(line, ways)
        return self.trying.settled(line, tried)

    def _ways(self, line: WrittenLine[S], whole: Order | None) -> Ways | None:
        """The ways of parting a line that would be played as the ``whole``; None for one order."""
        if self._parting is None or self._parting.line.action is not line.action:
            self._parting = Parting(self.trying, line, self._at_its_price)
        ways = self._parting.ways(line.state, whole)
        is_open = not ways and whole is not None and whole.verb.is_free
        return self._beside_text(line, whole) if whole and is_open else ways

    @staticmethod
    def _apart(line: WrittenLine[S], ways: Ways) -> tuple[S, Outcome]:
        """A line of several orders: they are played in turn, or it is asked which they are."""
        if ways.are_sure:
            raise SeveralOrders(ways.orders[0])
        asked = Outcome(line.action, Verdict.HUH, say(_SEVERAL), line.name or line.action.account)
        return line.state, offering(asked, ways.orders)

    def _beside_text(self, line: WrittenLine[S], whole: Order) -> Ways | None:
        """What a line may say beside a vote, which is read whatever reason follows it, or a text.

        No vote takes dice, and what is ``too`` is not its reason; it may be more of a text.
        """
        (words, rolls), is_vote = line.parted, whole.verb.reads is not None
        gap = next(joints(words), None)
        if gap is None or not (is_vote or gap[0][0] in ".;!"):
            return None
        part = words[gap.end() :]
        told = (is_vote and rolls) or _TOO.search(words[gap.start() :])
        begun = None if told or not is_vote else line.verbs.begun(part)
        names_another = is_vote and gap[0][0] in ";." and _NAMED.match(part) is not None
        if not part or _SPEAKS.match(part) or not (told or begun or names_another):
            return None
        text = str(Order(CHOOSE, part, rolls=rolls)).removeprefix("choose ")
        cover = self.trying.covering(line, part, rolls)
        there = replace(line.saying(text), mode=PLAIN)
        near = [each.order for _, each in self.guidance.near_orders(there, cover)[:1]]
        if begun:  # `P1 for, trade 1 Fish - Bob`, but not `P1 for, trade is good`
            near = [e for e in near if e.verb.play is begun.play and (e.subject or e.answers)]
        first = line.order(words[: gap.start()])
        way = (first, *near) if first else ()
        ways = (way,) if is_vote else ((whole,), way)
        return Ways(ways, False) if way[1:] or (way and names_another) else None

    def is_exact(self, state: S, name: str, text: str) -> bool:
        """Whether a text reads exactly as an action of a player's, and is no talk."""
        verbs = self.lines.verbs(state)
        order = order_of(text, verbs)
        kernel = (HELP.name, CHOOSE.name)
        if order is None or order.verb.stewards_only or order.verb.name in kernel:
            return False
        return not self.judge.talk(state, name, parted(text, verbs)[0])

    def would_play(self, state: S, action: Action, name: str, *, freely: bool) -> str:
        """The order that a line would be if it stood among the actions; "" for none.

        ``freely``: also one that it says in other words.
        """
        line = self.trying.line(state, action, name)
        words, rolls = line.parted
        if self.judge.talk(state, name, words):
            return ""
        tried = self.trying.played(line, [line.written] if line.written else [])
        found: Sequence[Tried[S]] = [each for each in tried if each.playable]
        if freely and words and not found:
            found = self._all_said(line, words, rolls)
        return found[0].order.told if found else ""


def _may_be_price(said: re.Match[str], words: str) -> bool:
    """Whether so many of something are no part of a list, or of what is done: ``, 5 Gold.``."""
    ends = said[0].endswith(")") or said.end() == len(words.rstrip(".!"))
    bare = said["unit"] and (said["paid"] or said["buys"] or said["each"] or ends)
    return bool(said["lead"] or (bare and said[0] != words))


def _is_paid(said: re.Match[str], text: str, bare: str) -> bool:
    """Whether an answer has a price that a line says beside other words, which do not say it."""
    written = fold(said["count"])
    count = CARDINALS[written] if written in CARDINALS else integer(written)
    unit = re.escape(fold(said["unit"] or "")[:_UNIT]) or "[a-z]"
    numbers = [*map(count_of, bare.split())] if said["each"] else []
    prices = [rf"\b{count * times} ?{unit}" for times in (1, *filter(None, numbers))]
    return any(re.search(each, text) for each in prices) and not re.search(prices[0], fold(bare))


def _of_its_verb(tried: Sequence[Tried[S]], written: Order, words: str) -> list[Tried[S]]:
    """The readings of the verb with which a line begins: `kick Ann` is no ping.

    ``words``: of a line that is refused, and says more than its verb takes; or "".
    """
    said = {*of_name(fold(words))}
    found = [each for each in tried if each.order.verb.play is written.verb.play]
    return [e for e in found if not words or said.issuperset(of_name(fold(e.order.subject)))]


def _with_its_numbers(
    tried: Sequence[Tried[S]], refused: Order | None, words: str
) -> Sequence[Tried[S]]:
    """The readings of a line but those that leave out a number with which it is refused."""
    if refused is None:
        return tried
    said = {*map(count_of, {*words.split()} - {"a", "an"})} - {None}
    return [
        each
        for each in tried
        if each.order.verb.play is not refused.verb.play
        or said.issubset(map(count_of, str(each.order).split()))
    ]


def _also_meant(tried: Sequence[Tried[S]], playable: Sequence[Tried[S]]) -> list[Tried[S]]:
    """The readings that lack a thing, where one is of another verb than the others."""
    verbs = {each.order.verb.name for each in playable}
    unread = (each for each in tried if each.outcome.verdict is Verdict.HUH)
    lacking = [e for e in unread if e.order.subject and not e.order.verb.is_free]
    return lacking if any(each.order.verb.name not in verbs for each in lacking) else []


def _begins_as_theirs(line: WrittenLine[Any]) -> bool:
    """Whether a line is an order of stewards, as far as its beginning tells."""
    verb = line.verbs.begun(line.parted[0])
    return verb is not None and verb.stewards_only


# -- What the answer to a line that is not played says of how to write what it may have meant ------

_EXACT = 2.0  # what speaks for an order in exact form
_SIDE, _MOST_JOINTS = 0.6, 2  # what has to speak for each of two orders, and how many joints
_LONGEST_PARTED = 40  # words of a line that is looked at for two orders
_MOST_LACKED = 4  # answers and rolls with which an order is completed
_MOST_BY_DICE = 2  # orders that take the dice of a line and are offered for that alone
_TOLD, _SAID = 1.08, 1.6  # what has to speak for an order in talk, in a remark before another
_DICE, _MENDED = 0.9, 1.0  # what its dice say for an order, and that its verb is mistyped
_REFUSED = 0.7  # of it: what can be played is not meant
_SURELY = 1.2  # the least that speaks for what is refused, so that the answer says why
_AS_GOOD, _FAR = 0.5, 0.2  # of the best: an order is as good; for other words it may be worse
_MOST_TRIED = 24  # orders
_LEAST = 0.5  # what has to speak for an order, with its dice
_FURTHER = 0.5  # what other words have to say for it
_NEAREST = 3  # forms in an answer to what is not understood
_OPTION = regex(r" ?\[[^\]]*\]")  # of a form
_FOR_HELP = word_set("help commands how manual instructions what")
_HOW_TO_TAKE_BACK = later(
    "to take back a line that waits, remove it from the page or change it; what was played only a "
    "steward can undo"
)


class Guidance(Generic[S]):
    """Finds the forms that lines may have been meant for, by trying them."""

    def __init__(self, trying: Trying[S], judge: TalkJudge[S]) -> None:
        self.trying, self.judge, self.lines = trying, judge, trying.lines

    def of_talk(self, line: WrittenLine[S], why: str) -> tuple[S, Outcome]:
        """The answer to talk: what may be an order in it, none of which is played."""
        (words, rolls), state, action = line.parted, line.state, line.action
        told = not_played(why, line.verbs.begun(words))
        if why == REPETITION and rolls:  # of an order: what was rolled with it stands
            return self.trying.unread(line, told)
        outcome = Outcome(action, Verdict.HUH, told.text, line.name or action.account)
        asked = self._help_asked(line) if why == QUESTION else None
        if asked and HELP.name in of_name(fold(words)):  # it changes nothing
            return self.trying.play(line, asked)
        if asked:
            return state, offering(outcome, [(asked,)])
        offers = why in (*ASKED, DENIAL, TIME)
        parts = _CLAUSE_ENDS.split(words) if why in (DENIAL, TIME) else ()
        calm = " ".join([each for each in parts if not self.judge.talk(state, line.name, each)])
        said = filter(None, (calm, without_question(words)))
        covers = (self.trying.covering(line, each, rolls) for each in said)
        tries = (self.near_orders(line, cover, _TOLD) for cover in covers)
        near = next(filter(None, tries), [])
        if near and offers:
            times = 2 if why == REPETITION and "twice" in of_name(fold(words)) else 1
            return state, offering(outcome, [(each.order,) * times for _, each in near[:_NEAREST]])
        return state, replace(outcome, talk=not (near or rolls))

    def _help_asked(self, line: WrittenLine[S]) -> Order | None:
        """The help that a question is for: about a verb that it names, or about all."""
        said = of_name(fold(line.parted[0]))
        if not _FOR_HELP.intersection(said) or said[:2] in (("what", "a"), ("what", "an")):
            return None
        names = self.trying.table(line.state).names
        about = next(filter(None, (names.exact(each) for each in said if each != HELP.name)), "")
        return line.order(f"{HELP.name} {about}".strip())

    def near_orders(
        self, line: WrittenLine[S], cover: Covering, least: float = 0
    ) -> list[tuple[float, Tried[S]]]:
        """The orders that a line may have been meant for, likeliest first, with what speaks for it.

        The line itself without its dice, or else those for which most speaks, ``least`` at least;
        with those dice, or else without them. Where nothing has a use for these, what takes just
        them, too.
        """
        found = self._tried(line, cover)
        return _telling([each for each in found if each[2].playable], max(least, _LEAST))

    def _tried(
        self, line: WrittenLine[S], cover: Covering
    ) -> list[tuple[float, NearOrder, Tried[S]]]:
        """The same before they are chosen from, with those that are refused."""
        (words, rolls), mine = line.parted, self.trying.mine(line)
        if rolls and (near := self._possible(line, [words], ())):
            exact = NearOrder(words, {0: _EXACT}, _EXACT)
            return [(_EXACT, exact, each) for each in near]
        table, size = self.trying.table(line.state), len(cover.keys)
        lexicon = self.lines.book.found_in(table, _lexicon)
        ranking = Offers(without_owners(cover.words), table, cover.situation)
        offers = [*ranking.ranked(lexicon)]
        shown = ranking.rolls(mine[0].asks) if len(mine) == 1 else ()
        options = cover.situation.options if "not" not in cover.keys else ()
        chosen = [*suggestions(words, options)]
        chosen = [", ".join(map(str, shown)), *chosen] if shown else chosen
        chosen += [""] if len(rolls) == 1 and cover.situation.waits else []
        verbs, said = tuple([verb.name for verb in table.verbs]), words.strip("*").split()
        for count in () if line.verbs.begun(words) else (2, 1):
            begun = " ".join(said[:count])
            for like in suggestions(begun, verbs) if len(begun) > 2 else ():
                mended = " ".join((like, *said[count:]))
                offers.append(NearOrder(mended, {size: _MENDED}, _MENDED))
        offers = sorted(offers, key=lambda each: -each.score)
        offers[:0] = (NearOrder(f"{CHOOSE.name} {each}".strip(), {size: 2}, 2) for each in chosen)
        found = list[tuple[float, NearOrder, Tried[S]]]()
        for offer in offers[:_MOST_TRIED]:
            if len(found) >= MOST_SHOWN:
                break
            with_dice = self._possible(line, [offer.order], rolls) if rolls else []
            for each in with_dice or self._possible(line, [offer.order], (), line.name):
                whole, more = self._completed(line, ranking, each, offer)
                found.append((more.score + _DICE * bool(with_dice), more, whole))
        if rolls and not any(each.outcome.rolls for *_, each in found):
            fit = self._possible(line, verbs, rolls)
            fit = different([each for each in fit if each.outcome.rolls])
            for each in fit if len(fit) <= _MOST_BY_DICE else ():
                found.append((_DICE, NearOrder("", {size: _DICE}, _DICE), each))
        return sorted(found, key=lambda each: -each[0])

    def _both(self, line: WrittenLine[S], near: Sequence[Tried[S]]) -> Way:
        """The orders that a line may be, one on each side of a joint; () where a side is none.

        ``near``: the orders that all of it comes near.
        """
        (words, rolls), ways = line.parted, list[tuple[float, Way]]()
        known = {without_dice(each.order) for each in near}
        for gap in islice(joints(words), _MOST_JOINTS):
            there, found, said = replace(line, mode=PLAIN), list[Order](), 0.0
            for part in (words[: gap.start()], words[gap.end() :]):
                left = rolls[sum(len(each.rolls) for each in found) :]
                there = replace(there.saying(part), parted=(part, left))
                cover = self.trying.covering(there, part, left)
                likely = self.near_orders(there, cover, _SIDE)
                score, best = next(
                    (each for each in likely if without_dice(each[1].order) in known),
                    likely[0] if likely else (0.0, None),
                )
                if best is None:
                    break
                is_done = best.outcome.verdict is Verdict.DONE
                there = there.behind(best.after) if is_done else there
                found, said = [*found, best.order], said + score
            if found[1:] and without_dice(found[0]) != without_dice(found[1]):
                ways.append((said, tuple(found)))
        return max(ways, key=lambda each: each[0], default=(0.0, ()))[1]

    def _completed(
        self, line: WrittenLine[S], near: Offers, found: Tried[S], offer: NearOrder
    ) -> tuple[Tried[S], NearOrder]:
        """An order with what it lacks, as far as words name it that have no part in it yet."""
        for _ in range(_MOST_LACKED):
            order, waits = found.order, found.outcome.verdict is Verdict.NEEDS
            missing = self.trying.missing(line, order) if waits else None
            answer = near.answering(missing, offer.evidence) if missing else None
            if answer is None or (answer[0] and order.verb.shape is not Shape.SUBJECT):
                break
            name, rolls, told = answer
            answers = (*order.answers, *filter(None, [name]))
            whole = replace(order, answers=answers, rolls=(*order.rolls, *rolls))
            tried = self._possible(line, [str(whole)], ())
            if not tried:
                break
            found, score = tried[0], offer.score + sum(told.values())
            offer = NearOrder(offer.order, {**offer.evidence, **told}, score)
        return found, offer

    def _possible(
        self, line: WrittenLine[S], lines: Sequence[str], rolls: Sequence[Roll], whom: str = ""
    ) -> list[Tried[S]]:
        """Those of some lines that can be played as orders, or that a rule forbids a player."""
        tried = self.trying.tried(line, lines, rolls)
        near = [each for each in tried if each.playable or (whom and each.is_forbidden)]
        near = [each for each in near if each.order.verb.name != HELP.name]
        return [each for each in near if self._is_whole(line, each.order)]

    def _is_whole(self, line: WrittenLine[S], order: Order) -> bool:
        """Whether an order says what its verb is about, or lacks no more than a roll."""
        verb = order.verb
        if order.subject or order.answers or (order.rolls and verb is CHOOSE):
            return True
        if _OPTION.sub("", verb.form) == verb.name:
            return True
        return isinstance(self.trying.missing(line, order), MissingRoll)

    def near(self, line: WrittenLine[S], outcome: Outcome, cover: Covering) -> Outcome:
        """The answer to a line that is not understood, with what it may have been meant for."""
        (words, rolls), trusted = line.parted, line.action.trusted
        only_dice = bool(rolls) and says_no_order(words)
        of_stewards = not trusted and _begins_as_theirs(line)
        read = line.order(outcome.action.order)
        subject = read.subject if read and read.verb.name != CHOOSE.name else ""
        refused = " " in subject and subject.casefold() in words.casefold()
        is_open = outcome.verdict is Verdict.HUH or of_stewards or refused
        if not is_open and not (only_dice and not cover.situation.waits):
            return outcome
        is_polite = cover.is_polite and outcome.text.startswith(say(UNKNOWN))
        if not rolls and (is_polite or says_no_order(words)):
            return replace(self._with_forms(line, outcome), talk=is_polite)
        found = self._tried(line, cover)
        can = [each for each in found if each[2].playable]
        near = [each for _, each in _telling(can, _LEAST)]
        if found and not (found[0][2].playable or only_dice or read):
            best, said, not_now = found[0]
            second = can[0][0] if can else 0.0
            if said.is_most and best >= _SURELY and second < _REFUSED * best:
                why, form = not_now.outcome.text, not_now.order.told
                text = say("nothing is played, because `{}` cannot be: {}", form, why)
                return replace(outcome, text=text)
        near = [each for each in near if each.needs_its_rolls or not only_dice]
        near = [each for each in near if self._says_more(line, each.order)]
        why, _, forms = outcome.text.partition(say("{}. Nearest: {}", "", ""))
        is_unknown = why.startswith(say(UNKNOWN))
        if is_unknown and takes_back(of_name(words)):
            return replace(outcome, text=say(_HOW_TO_TAKE_BACK))
        bare = line.written is None or not (line.written.subject or line.written.answers)
        if bare and not (only_dice or is_unknown):  # it names the verb; nothing new in that alone
            near = [each for each in near if each.order.subject or each.order.answers or rolls]
        both = self._both(line, near) if len(cover.words) <= _LONGEST_PARTED else ()
        orders = [both] if both else []
        orders += [(each.order,) for each in near if each.order not in both]
        if orders:
            known = not is_unknown and str(orders[0][0]) not in forms
            told = outcome if known else replace(outcome, text=why)
            return offering(told, orders[:_NEAREST])
        if is_unknown and not trusted:
            forms = say("`{}` lists what you can do now", line.verbs.bots(HELP.name))
            return replace(outcome, text=say("{}. Nearest: {}", why.rstrip("."), forms))
        return self._with_forms(line, outcome)

    @staticmethod
    def _with_forms(line: WrittenLine[S], outcome: Outcome) -> Outcome:
        """The answer to a line that begins with no verb, with the forms of those like it."""
        if outcome.text != unknown(line.action.text).text:
            return outcome
        near = nearest(line.parted[0] or CHOOSE.name, line.verbs)
        return replace(outcome, text=unknown(line.action.text, near).text)

    @staticmethod
    def _says_more(line: WrittenLine[S], order: Order) -> bool:
        """Whether an order may be what a line was meant for, whose verb may be understood.

        Then it is none without the answers that do not fit; for a vote no other verb, and no vote
        of which the line has no word. No text repeats the words of its verb.
        """
        (words, _), written = line.parted, line.written
        verb, said = line.verbs.begun(words), order.subject.casefold().split()
        if f"{order.subject} ".casefold().startswith(f"{order.verb.name.split()[-1]} "):
            return False
        if verb is None or not verb.name[0].isalnum():
            return True
        drops = written and written.answers and not order.answers
        if verb.reads is None:
            return not (drops and order.verb.play is verb.play)
        return order.verb.play is verb.play and {*said[-1:]} <= {*words.casefold().split()}

    def with_rules(self, state: S, outcome: Outcome) -> Outcome:
        """The answer of a verb of the bot's, with the forms of the rule's verb of the same name."""
        verbs, said = self.lines.verbs(state), without_lead(outcome.action.text)
        word = first_word(said.casefold()) if verbs.claimed else ""
        is_bots = word not in verbs.claimed or said[len(word) :].lstrip().startswith(":")
        if is_bots or outcome.player not in state.players:
            return outcome
        same = (each for each in verbs if each.name == f"{BY_RULE}{word}" and each.claims)
        forms = [f"`{each.form}`" for each in islice(same, _NEAREST)]
        told = outcome.text if outcome.text.endswith("?") else f"{outcome.text.rstrip('.')}."
        text = say("{} By a rule: {}.", told, listing(forms))
        return replace(outcome, text=text) if forms else outcome


def _lexicon(table: PhraseTable, _: Rulebook) -> OrderWords:
    return OrderWords(table)


def _telling(
    found: Iterable[tuple[float, NearOrder, Tried[S]]], least: float
) -> list[tuple[float, Tried[S]]]:
    """Of orders, the best first, it, those nearly as good, and those that other words tell."""
    shown, told, best = list[tuple[float, Tried[S]]](), set[int](), least
    for score, offer, tried in found:
        more = sum(worth for at, worth in offer.evidence.items() if at not in told)
        is_other = more >= _FURTHER and score >= _FAR * best
        is_near = score >= (best * _AS_GOOD if shown else least)
        is_new = different([*(each for _, each in shown), tried])[len(shown) :]
        if is_new and (is_near or (shown and is_other)):
            best = best if shown else score
            shown.append((score, tried))
            told |= {at for at, worth in offer.evidence.items() if worth}
    return shown


# -- Whether a line is talk, and not an order, as far as its words and the state of the game tell --

_CLAUSE_ENDS = regex(
    r"(?<=[.!?:;,–—*])\s+|\s+(?=(?:so|hence|thus|therefore),? I(?:'ll|'m|’ll|’m)?\b)"
)
_GUESS = regex(r"I(?:'ll|'d)? (?:bet|wager|suppose|guess|think|hope)\W*", re.IGNORECASE)
_NO_CONCLUSION = NOT_SURE | word_set("""
    pretend imagine suppose supposing wish dream dreams story scenario option options plan plans
    said says say wrote writes asked asks told tells answers replied joke joking kidding example
    test quote quotes theory
""")
"""Words that frame ``so I``, or the next sentence, too: a condition, a tale, what someone says."""
_SPEAKS_OF_SELF = regex(
    rf"(?P<so>(?:so|and so|hence|thus|therefore|but),?\s+)?(?:I(?:'ll|'m|’ll|’m)?|{DOING})\b",
    re.IGNORECASE,
)
_FRAMES = (DENIAL, SAID_TO_OTHERS, QUESTION, WOULD, CONDITION, CHOICE, UNSURE, "")
"""Of what may stand before an own part."""
_WAITING = word_set("after before moment minute instant")  # for what happens
_SUPPOSING = word_set("suppose supposing pretend imagine")
_REFERRING = frozenset(("them", "those", "these"))  # to things that stand before


class TalkJudge(Generic[S]):
    """Judges whether lines are talk, in one game by one rulebook."""

    def __init__(self, lines: LinePlayer[S]) -> None:
        self.lines, self.game, self.book = lines, lines.game, lines.book

    def with_dice(self, line: WrittenLine[S], words: str) -> str:
        """What makes a line of some words talk, with and without its dice; "" for none."""
        state, name, text = line.state, line.name, line.action.text
        why = self.talk(state, name, words)
        if not line.parted[1] or why or takes_free_text(words, line.verbs):
            return why
        others = (each for each in state.players if each != name)
        may_be = words.startswith(tuple(state.players))  # `Ben mined` with dice
        is_theirs = is_rolled_by(text, others) or (may_be and self.talk(state, name, text))
        return SAID_TO_OTHERS if is_theirs else ""

    def talk(self, state: S, name: str, words: str) -> str:
        """What makes a line talk; "" where it may be an order. Stewards' orders are none."""
        verbs = self.lines.verbs(state)
        verb = verbs.begun(words)
        crossed = verb if words.endswith(CROSSES) else None
        if crossed and not (crossed.reads or crossed.named or ":" in words):
            return DENIAL
        if verb and verb.stewards_only:
            return ""
        others = tuple(filter(name.__ne__, state.players))
        speech = LineOpening(others, free=verb is not None and verb.is_free)
        if verb and speech.free and self._is_unclear(words, verb, verbs):
            why = self._talk(state, words, LineOpening(others))
            if why in (CONDITION, TIME) or not _WAITING.isdisjoint(of_name(fold(words))):
                return why or TIME
        return self._talk(state, words, speech)

    def _talk(self, state: S, words: str, speech: LineOpening) -> str:
        return talk(words, speech) and talk(words, replace(speech, names=self.named(state)))

    @staticmethod
    def _is_unclear(words: str, verb: Verb, verbs: Verbs) -> bool:
        """Whether what follows a verb that takes free text may be a frame, and no such text.

        So in ``I'll vote for P1 once it is fixed``, which says no clear vote, and where who speaks
        says it without a colon: ``I'll rule on J1 when Bob is back``.
        """
        if _SPEAKS.match(words) is None:
            return False
        return not any(read(words) for read in verbs.readers) if verb.reads else ":" not in words

    def own_part(self, state: S, name: str, words: str, why: str) -> Iterator[tuple[str, str]]:
        """What its author does, with what stands before it, which may be talk, and is not done.

        ``Ben is so slow. I use Fish``; ``More fish? Yes! I vote for P1``: what was asked is no
        order, and a denial that takes back what stands before it is none.
        """
        if why == QUESTION:
            begun, answer = self.lines.verbs(state).begun(words), words.rpartition("?")[2]
            asks_of_deed = begun or first_word(words).endswith("ing")
            if not (asks_of_deed or TAKING_BACK_ALL.intersection(of_name(fold(answer)))):
                yield from (("", own) for own in filter(None, (without_topic(words),)))
        is_short = why in _FRAMES and len(words) <= LONGEST
        for found in _CLAUSE_ENDS.finditer(words) if is_short else ():
            before, behind = words[: found.start()], words[found.end() :]
            speaks = _SPEAKS_OF_SELF.match(behind)
            if not speaks or said_yes(before.strip(" ,.!")):
                continue
            concludes = speaks["so"] and behind[speaks.end("so") :][:1] == "I"
            is_sentence = before[-1:] in ".!"
            own = concludes or is_sentence
            frames = _NO_CONCLUSION if own else TAKING_BACK_ALL | _SUPPOSING
            doubts = frames.intersection(of_name(fold(before)))
            deed = behind[speaks.end("so") :] if speaks["so"] else behind
            told, like = with_subject(before, deed, self.named(state))
            is_told = bool(told) and self._names_nothing(state, like, but=())
            if before.endswith(":") and not is_told:
                continue
            said = of_name(fold(behind))
            refers = not is_told and not _REFERRING.isdisjoint(said)
            alone = concludes or is_told or before[-1:] in ".!?;*"
            alone = alone or self._names_nothing(state, before, state.players)
            guess = _GUESS.fullmatch(behind)
            if alone and not (doubts or refers or guess or takes_back(said)):
                yield before, told if is_told else deed

    def _names_nothing(self, state: S, words: str, but: Collection[str]) -> bool:
        """Whether some words name nothing but these."""
        said = {*of_name(fold(words))}
        telling = said - NAMING_NOTHING
        names = (of_name(each) for each in self.named(state) if each not in but)
        return all((telling if name[1:] else said).isdisjoint(name) for name in names)

    def named(self, state: S) -> tuple[str, ...]:
        """All that has a name."""
        return named(self.game, state, self.book)
