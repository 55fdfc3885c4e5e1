"""Plays what a line means: as it stands, or else as the one order that it says in other words.

A line in exact form is played as it stands. One that cannot be played so is read in other words
(:mod:`wikibot.game.understanding`); each reading is tried, without any die of the bot's falling,
and the only one that can be played is. Where several can be that do not come to the same, none is.
The log then holds the order in exact form, so that a replay needs no situation to understand it;
a log that the bot wrote is not read in other words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Generic

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.engine.exact_form import BETWEEN, is_in_form, order_of, parted, two_orders
from wikibot.game.engine.guidance import Guidance, with_forms
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP
from wikibot.game.engine.line_player import PLAIN, LinePlayer, Mode
from wikibot.game.engine.orders import MOST_ROLLS, Order
from wikibot.game.engine.talk_judge import TalkJudge
from wikibot.game.engine.trying import PLAYABLE, Tried, Trying, different
from wikibot.game.engine.verb_lookup import Verbs
from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll
from wikibot.game.state import S, unfinished
from wikibot.game.understanding.explained import whole
from wikibot.game.understanding.nearest import WordedLine
from wikibot.game.understanding.plain_line import bare_faces
from wikibot.game.understanding.readings import first_readings, readings
from wikibot.game.understanding.talk import quotes
from wikibot.game.verbs import Verb

_SEPARATE = "write each action on a separate line"
_NUMBERS = re.compile(r"([a-z]{4,})(?: -?\d+)+")  # a verb with numbers alone, as most moves are
_OPINIONS = ("a remark", "a denial")  # as talk; a vote may be one
Exact = Callable[[S, Action, str, Mode], tuple[S, Outcome]]


class LineReader(Generic[S]):
    """Reads lines in other words than the exact form, in one game by one rulebook."""

    def __init__(self, lines: LinePlayer[S]) -> None:
        self.lines, self.trying, self.judge = lines, Trying(lines), TalkJudge(lines)
        self.guidance = Guidance(self.trying, self.judge)

    def play(
        self, state: S, action: Action, name: str, mode: Mode, exact: Exact[S]
    ) -> tuple[S, Outcome]:
        """Play a line of a player ("" without one). ``exact`` plays it as it stands."""
        verbs, first = self.lines.verbs(state), None
        words, rolls = parted(action.text, verbs)
        bare = None if rolls else self._bare_roll(state, name, words)
        if bare:
            return self.trying.play(
                self.lines, state, action, name, mode, Order(CHOOSE, rolls=(bare,))
            )
        for_stewards = action.trusted and _is_for_stewards(words, verbs)
        numbers = _NUMBERS.fullmatch(words)
        if not for_stewards and self._may_come_first(state, words, numbers) and not quotes(words):
            first = self._ahead(state, action, name, mode, words, rolls)
        is_order = first or for_stewards or numbers
        why = "" if is_order else self.judge.with_dice(state, name, action.text, words, rolls)
        if why and not self._is_vote(why, words, verbs):
            return self.guidance.of_talk(state, action, name, mode, why)
        joint = None if is_order else BETWEEN.search(words)
        if joint and (two := self._vote_and_more(words, verbs)):
            return self.lines.unread(state, action, name, Unclear(_SEPARATE, nearest=two), mode)
        as_it_stands = first or exact(state, action, name, mode)
        verdict = as_it_stands[1].verdict
        is_final = verdict in PLAYABLE or (for_stewards and verdict is not Verdict.HUH)
        if is_final or as_it_stands[1].drawn:  # dice that fell stand for what they fell for
            return as_it_stands
        return self._otherwise(state, action, name, mode, as_it_stands)

    def _may_come_first(self, state: S, words: str, numbers: re.Match[str] | None) -> bool:
        """Whether a line may be a phrase that comes before the exact form.

        Of one with ``numbers`` alone behind its verb the verb tells that, as a rule.
        """
        table = self.trying.table(state)
        return table.may_come_first(numbers[1] if numbers and not table.counts else words)

    def _bare_roll(self, state: S, name: str, words: str) -> Roll | None:
        """The roll that a line shows by faces alone, while exactly one thing waits, and for it."""
        mine = self.lines.book.found_in(state.pending, unfinished).get(name, ())
        return bare_faces(words, mine[0].asks) if len(mine) == 1 else None

    def _ahead(
        self,
        state: S,
        action: Action,
        name: str,
        mode: Mode,
        words: str,
        rolls: Sequence[Roll],
    ) -> tuple[S, Outcome] | None:
        """A line by a phrase that comes before the exact form; None where there is no such one."""
        situated = self.trying.situation(state, action, name, rolls)
        orders = first_readings(words, self.trying.table(state), situated)
        tried = self.trying.tried(state, action, name, mode, orders, rolls)
        if tried:
            return self.trying.settled(state, action, name, mode, tried)
        return None

    def _otherwise(
        self, state: S, action: Action, name: str, mode: Mode, as_it_stands: tuple[S, Outcome]
    ) -> tuple[S, Outcome]:
        """A line in other words, where it cannot be played as it stands."""
        verbs, table, verdict = (
            self.lines.verbs(state),
            self.trying.table(state),
            as_it_stands[1].verdict,
        )
        words, rolls = parted(action.text, verbs)
        as_written = order_of(action.text, verbs)
        understood = _verb_of(as_written) if verdict is Verdict.CANT else None
        if len(rolls) > MOST_ROLLS or (understood and is_in_form(words, as_written)):
            return as_it_stands
        if two := two_orders(action.text, verbs):
            return self.lines.unread(state, action, name, Unclear(_SEPARATE, nearest=two), mode)
        situated = self.trying.situation(state, action, name, rolls)
        forbidden: list[Tried[S]] = []
        line = WordedLine(words, situated.slots)
        for group in readings(words, table, situated):
            tried = self.trying.tried(state, action, name, mode, group, rolls)
            if any(each.playable for each in tried):
                return self.trying.settled(state, action, name, mode, tried)
            forbidden = forbidden or [each for each in tried if each.is_forbidden]
        if verdict is Verdict.HUH and forbidden:
            return self.trying.play(self.lines, state, action, name, mode, forbidden[0].order)
        # What stands before a colon in exact form is what the answers behind it are for:
        is_parted = as_written and as_written.subject and as_written.answers
        is_open = (verdict is Verdict.HUH and not is_parted) or (
            as_written and as_written.verb.stewards_only
        )
        for group in whole(line, table, situated) if is_open else ():
            tried = self.trying.tried(state, action, name, mode, group, rolls)
            if any(each.playable for each in tried):
                return self.trying.settled(state, action, name, mode, tried)
        near = self.guidance.near(state, action, name, mode, as_it_stands[1], situated, line)
        return as_it_stands[0], with_forms(as_it_stands[1], near)

    @staticmethod
    def _is_vote(why: str, words: str, verbs: Verbs) -> bool:
        """Whether what seems to be a remark or a denial is read as a whole by a verb."""
        return why in _OPINIONS and any(read(words) for read in verbs.readers)

    @staticmethod
    def _vote_and_more(words: str, verbs: Verbs) -> tuple[str, ...]:
        """A vote, which is read whatever stands around it, and another order beside it."""
        verb = verbs.begun(words)
        votes = verb.reads if verb else any(read(words) for read in verbs.readers)
        return two_orders(words, verbs) if votes else ()

    def is_exact(self, state: S, name: str, text: str) -> bool:
        """Whether a text reads exactly as an action of a player's, and is no talk."""
        verbs = self.lines.verbs(state)
        order = order_of(text, verbs)
        if order is None or order.verb.stewards_only or order.verb in (HELP, CHOOSE):
            return False
        return not self.judge.talk(state, name, parted(text, verbs)[0])

    def would_play(self, state: S, action: Action, name: str, *, freely: bool) -> str:
        """The order that a line would be if it stood among the actions; "" for none.

        ``freely``: also one that it says in other words.
        """
        words, rolls = parted(action.text, self.lines.verbs(state))
        if self.judge.talk(state, name, words):
            return ""
        order = order_of(action.text, self.lines.verbs(state))
        if order:
            found = self.trying.played([order], state, action, name, PLAIN)
            if found and found[0].playable:
                return str(order)
        if not freely or not words:
            return ""
        situated = self.trying.situation(state, action, name, rolls)
        for group in readings(words, self.trying.table(state), situated):
            tried = self.trying.tried(state, action, name, PLAIN, group, rolls)
            found = different([each for each in tried if each.playable])
            if found:
                return str(found[0].order) if len(found) == 1 else ""
        return ""


def _is_for_stewards(words: str, verbs: Verbs) -> bool:
    """Whether a steward's line is an order of stewards, as far as its beginning tells."""
    verb = verbs.begun(words)
    return verb is not None and verb.stewards_only


def _verb_of(order: Order | None) -> Verb | None:
    """The verb of a line that was understood as it stands; none where it says what is chosen."""
    if order is None or order.verb is CHOOSE or order.verb.stewards_only:
        return None
    return order.verb
