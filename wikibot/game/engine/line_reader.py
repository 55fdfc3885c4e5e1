"""Plays what a line means: as it stands, or else as the one order that it says in other words.

A line in exact form is played as it stands. One that cannot be played so is read in other words
(:mod:`wikibot.game.understanding`); each reading is tried, without any die of the bot's falling,
and the only one that can be played is. Where several can be that do not come to the same, none is.
The log then holds the order in exact form, so that a replay needs no situation to understand it;
a log that the bot wrote is not read in other words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.dice import Unseen
from wikibot.game.engine.exact_form import (
    is_in_form,
    order_of,
    parted,
    two_orders,
)
from wikibot.game.engine.helping import is_usable
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP
from wikibot.game.engine.line_player import PLAIN, LinePlayer, Mode
from wikibot.game.engine.orders import (
    MOST_ROLLS,
    UNKNOWN,
    Order,
    begun_with,
    not_played,
    parse_order,
    takes_free_text,
)
from wikibot.game.names import suggestions
from wikibot.game.problems import Problem, Unclear, listing
from wikibot.game.rolls import Roll
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, Pending, S
from wikibot.game.understanding.bare_faces import bare_faces
from wikibot.game.understanding.explained import whole
from wikibot.game.understanding.filled_forms import filled
from wikibot.game.understanding.nearest import WordedLine, likely, says_no_order, verbs_in
from wikibot.game.understanding.plain_line import tokens
from wikibot.game.understanding.readings import (
    bare_answers,
    first_readings,
    may_come_first,
    readings,
)
from wikibot.game.understanding.situation import Situation, situation
from wikibot.game.understanding.table import PhraseTable
from wikibot.game.understanding.talk import (
    ASKED,
    DENIAL,
    QUESTION,
    SAID_TO_OTHERS,
    LineOpening,
    behind_denial,
    quotes,
    talk,
    without_question,
)
from wikibot.game.verbs import Shape, Verb

_NUMBERS = re.compile(r"[a-z]{4,}(?: \d+)+")  # a verb with numbers alone, as most moves are
_OPINIONS = ("a remark", "a denial")  # as talk; a vote may be one
_PLAYABLE = (Verdict.DONE, Verdict.NEEDS, Verdict.HELD)
_NEAREST = 3  # forms in an answer to what is not understood
Exact = Callable[[S, Action, str, Mode], tuple[S, Outcome]]


class Tried(Struct, Generic[S], frozen=True):
    """A reading of a line, and what came of trying it."""

    order: Order
    after: S
    outcome: Outcome

    @property
    def playable(self) -> bool:
        """Whether it can be played."""
        return self.outcome.verdict in _PLAYABLE

    @property
    def needs_its_rolls(self) -> bool:
        """Whether the dice that are stated are those that it needs."""
        done = self.outcome.verdict is Verdict.DONE and bool(self.outcome.rolls)
        return done and "not needed" not in self.outcome.text

    @property
    def is_forbidden(self) -> bool:
        """Whether it is understood, and a rule forbids it."""
        return self.outcome.verdict is Verdict.CANT and not self.order.answers


class LineReader(Generic[S]):
    """Reads lines in other words than the exact form, in one game by one rulebook."""

    def __init__(self, lines: LinePlayer[S]) -> None:
        self.lines, self.game, self.book = lines, lines.game, lines.book
        dice = lines.dice if lines.dice.stated else Unseen()
        self._trial: LinePlayer[S] = LinePlayer(lines.game, lines.book, dice)

    def table(self, state: S) -> PhraseTable:
        """The words for the verbs that are in force."""
        return self.book.found_in(self.game.verbs_in(state, self.book), _table)

    def play(
        self, state: S, action: Action, name: str, mode: Mode, exact: Exact[S]
    ) -> tuple[S, Outcome]:
        """Play a line of a player ("" without one). ``exact`` plays it as it stands."""
        verbs, table, first = self.lines.verbs(state), self.table(state), None
        words, rolls = parted(action.text, verbs)
        bare = None if rolls else self._bare_roll(state, name, words)
        if bare:
            return self._play(self.lines, state, action, name, mode, Order(CHOOSE, rolls=(bare,)))
        verb = begun_with(words, verbs)
        for_stewards = verb is not None and verb.stewards_only and action.trusted
        if not for_stewards and not quotes(words) and may_come_first(words, table):
            first = self._ahead(state, action, name, mode, words, rolls)
        is_order = bool(first) or for_stewards or _NUMBERS.fullmatch(words) is not None
        why = "" if is_order else self._talk(state, action, name, words, rolls)
        if why and not self._is_vote(why, words, verbs):
            return self._of_talk(state, action, name, mode, why)
        as_it_stands = first or exact(state, action, name, mode)
        verdict = as_it_stands[1].verdict
        is_final = verdict in _PLAYABLE or (for_stewards and verdict is not Verdict.HUH)
        if is_final or as_it_stands[1].drawn:  # dice that fell stand for what they fell for
            return as_it_stands
        return self._otherwise(state, action, name, mode, as_it_stands)

    def _talk(self, state: S, action: Action, name: str, words: str, rolls: Sequence[Roll]) -> str:
        """What makes a line talk, with and without the dice that it shows; "" for none."""
        why = self.talk(state, name, words)
        may_be_of_others = rolls and not why and words.startswith(tuple(state.players))
        if may_be_of_others and self.talk(state, name, action.text) == SAID_TO_OTHERS:
            return SAID_TO_OTHERS  # Ben rolled a 6 and moved
        return why

    def _of_talk(
        self, state: S, action: Action, name: str, mode: Mode, why: str
    ) -> tuple[S, Outcome]:
        """The answer to talk: what may be an order in it, none of which is played.

        An order in a separate sentence behind a denial counts: ``not me! I object``.
        """
        verbs = self.lines.verbs(state)
        words, rolls = parted(action.text, verbs)
        situated = self._situation(state, action, name, rolls)
        for group in self._said_in_talk(state, name, why, words, situated):
            tried = self._tried(state, action, name, mode, group, rolls)
            if any(each.playable for each in tried):
                return self._settled(state, action, name, mode, tried)
        text = not_played(why, begun_with(words, verbs)).text
        if why in ASKED and "`" not in text:
            line = WordedLine(without_question(words), situated.slots)
            orders = likely(line, self.table(state), situated)
            tried = self._tried(state, action, name, mode, orders, rolls)
            near = [f"`{each.order}`" for each in _different([t for t in tried if t.playable])]
            near = [form for form in near if not form.startswith(f"`{HELP.name}")]
            if 0 < len(near) <= _NEAREST:
                text = f"{text.rstrip('.')}. To do it, write {listing(near)}"
        return state, Outcome(action, Verdict.HUH, text, name or action.account)

    def _said_in_talk(
        self, state: S, name: str, why: str, words: str, situated: Situation
    ) -> Iterator[Sequence[str]]:
        """What a line says beside the words that make it talk, in groups of readings."""
        if why == SAID_TO_OTHERS and situated.options:
            yield tuple(bare_answers(words, situated))
        head, _, rest = words.partition("?")
        if why == QUESTION and rest.strip() and "?" not in rest:  # P1? I'm for it
            yield from ((f"{each} {rest.strip()}",) for each in situated.proposals(head))
        own = behind_denial(words) if why == DENIAL else ""
        if own and not self.talk(state, name, own):
            yield from readings(own, self.table(state), situated)

    def _bare_roll(self, state: S, name: str, words: str) -> Roll | None:
        """The roll that a line shows by faces alone, while exactly one thing waits, and for it."""
        mine = [p for p in state.pending if p.kind is Kind.ACTION and p.player == name]
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
        situated = self._situation(state, action, name, rolls)
        orders = first_readings(words, self.table(state), situated)
        tried = self._tried(state, action, name, mode, orders, rolls)
        if tried:
            return self._settled(state, action, name, mode, tried)
        return None

    def _otherwise(
        self, state: S, action: Action, name: str, mode: Mode, as_it_stands: tuple[S, Outcome]
    ) -> tuple[S, Outcome]:
        """A line in other words, where it cannot be played as it stands."""
        verbs, table, verdict = self.lines.verbs(state), self.table(state), as_it_stands[1].verdict
        words, rolls = parted(action.text, verbs)
        as_written = order_of(action.text, verbs)
        understood = _verb_of(as_written) if verdict is Verdict.CANT else None
        if len(rolls) > MOST_ROLLS or (understood and is_in_form(words, as_written)):
            return as_it_stands
        situated = self._situation(state, action, name, rolls)
        forbidden: list[Tried[S]] = []
        line = WordedLine(words, situated.slots)
        for group in readings(words, table, situated):
            tried = self._tried(state, action, name, mode, group, rolls)
            if any(each.playable for each in tried):
                return self._settled(state, action, name, mode, tried)
            forbidden = forbidden or [each for each in tried if each.is_forbidden]
        if verdict is Verdict.HUH and forbidden:
            return self._play(self.lines, state, action, name, mode, forbidden[0].order)
        is_open = verdict is Verdict.HUH or (as_written and as_written.verb.stewards_only)
        for group in whole(line, table, situated) if is_open else ():
            tried = self._tried(state, action, name, mode, group, rolls)
            if any(each.playable for each in tried):
                return self._settled(state, action, name, mode, tried)
        if two := two_orders(action.text, verbs):
            why = Unclear("write each action on a separate line", nearest=two)
            return self.lines.unread(state, action, name, why, mode)
        near = self._near(state, action, name, mode, as_it_stands[1], situated, line)
        return as_it_stands[0], _with_forms(as_it_stands[1], near)

    def _near(
        self,
        state: S,
        action: Action,
        name: str,
        mode: Mode,
        outcome: Outcome,
        situated: Situation,
        line: WordedLine,
    ) -> list[str]:
        """The forms that a line may have been meant for that is not understood as it stands."""
        words, rolls = parted(action.text, self.lines.verbs(state))
        only_dice = bool(rolls) and says_no_order(words)
        if outcome.verdict is not Verdict.HUH and not (only_dice and not situated.waits):
            return []
        if not rolls and says_no_order(words):
            return []
        orders = likely(line, self.table(state), situated)
        tried = self._tried(state, action, name, mode, orders, rolls)
        near = [each for each in tried if each.playable and (each.needs_its_rolls or not only_dice)]
        if not (
            only_dice or outcome.text.startswith(UNKNOWN)
        ):  # it names the verb; nothing new in that alone
            near = [each for each in near if each.order.subject or each.order.answers]
        begun = begun_with(words, self.lines.verbs(state))
        forms = [f"`{each.order}`" for each in _different(near)]
        if not forms and outcome.text.startswith(UNKNOWN):
            act = self._trial.joining.trial(state, action, Order(HELP), name)
            verbs = verbs_in(words, self.table(state))
            usable = (verb for verb in verbs if is_usable(act, verb))
            forms = [f"`{filled(verb, words, situated.slots)}`" for verb in usable]
        if not forms and begun and begun.shape in (Shape.SUBJECT, Shape.TEXT):
            form = filled(begun, words, situated.slots)
            forms = [f"`{form}`"] if form != begun.form else []
        if not forms and outcome.text.startswith(UNKNOWN) and not action.trusted:
            forms = self._alike(words, act) or ["`help` lists what you can do now"]
        return forms[:_NEAREST]

    def _alike(self, words: str, act: ActionContext[S]) -> list[str]:
        """The forms of usable verbs whose names look like the first word."""
        first, table = tokens(words)[:1], self.table(act.state)
        names = {verb.name: verb for verb in table.verbs}
        near = suggestions(first[0].key, tuple(names)) if first else ()
        return [f"`{names[name].form}`" for name in near if is_usable(act, names[name])]

    @staticmethod
    def _is_vote(why: str, words: str, verbs: Sequence[Verb]) -> bool:
        """Whether what seems to be a remark or a denial is read as a whole by a verb."""
        return why in _OPINIONS and any(each.reads and each.reads(words) for each in verbs)

    def is_exact(self, state: S, name: str, text: str) -> bool:
        """Whether a text reads exactly as an action of a player's, and is no talk."""
        verbs = self.lines.verbs(state)
        order = order_of(text, verbs)
        if order is None or order.verb.stewards_only or order.verb in (HELP, CHOOSE):
            return False
        return not self.talk(state, name, parted(text, verbs)[0])

    def would_play(self, state: S, action: Action, name: str, *, freely: bool) -> str:
        """The order that a line would be if it stood among the actions; "" for none.

        ``freely``: also one that it says in other words.
        """
        words, rolls = parted(action.text, self.lines.verbs(state))
        if self.talk(state, name, words):
            return ""
        order = order_of(action.text, self.lines.verbs(state))
        if order:
            found = self._played([order], state, action, name, PLAIN)
            if found and found[0].playable:
                return str(order)
        if not freely or not words:
            return ""
        situated = self._situation(state, action, name, rolls)
        for group in readings(words, self.table(state), situated):
            tried = self._tried(state, action, name, PLAIN, group, rolls)
            different = _different([each for each in tried if each.playable])
            if different:
                return str(different[0].order) if len(different) == 1 else ""
        return ""

    def _played(
        self, orders: Sequence[Order], state: S, action: Action, name: str, mode: Mode
    ) -> list[Tried[S]]:
        """Orders of players that change something, each with what would come of it."""
        return [
            Tried(order, *self._play(self._trial, state, action, name, mode, order))
            for order in orders
            if not order.verb.stewards_only and order.verb not in (HELP, CHOOSE)
        ]

    def talk(self, state: S, name: str, words: str) -> str:
        """What makes a line talk; "" where it may be an order. Stewards' orders are none."""
        verbs = self.lines.verbs(state)
        verb = begun_with(words, verbs)
        if verb and verb.stewards_only:
            return ""
        others = tuple(each for each in state.players if each != name)
        free = takes_free_text(words, verbs)
        speech = LineOpening(others, outside=name not in state.players, free=free)
        return talk(words, speech) and talk(words, replace(speech, names=self._named(state)))

    def _named(self, state: S) -> tuple[str, ...]:
        """All that has a name: its words say nothing else."""
        titles = (each.title for each in state.proposals)
        return (*self.game.names(state, self.book), *titles)

    def _tried(
        self,
        state: S,
        action: Action,
        name: str,
        mode: Mode,
        lines: Iterable[str],
        rolls: Sequence[Roll],
    ) -> list[Tried[S]]:
        """The readings that are orders, each with what came of it."""
        found, verbs = list[Tried[S]](), self.lines.verbs(state)
        as_written = order_of(action.text, verbs)
        for line in lines:
            with suppress(Problem):
                order = parse_order(line, verbs)
                order = replace(order, rolls=(*order.rolls, *rolls))
                if order.verb.stewards_only or order == as_written:
                    continue
                after, outcome = self._play(self._trial, state, action, name, mode, order)
                found.append(Tried(order, after, outcome))
        return found

    def _settled(
        self, state: S, action: Action, name: str, mode: Mode, tried: Sequence[Tried[S]]
    ) -> tuple[S, Outcome]:
        """Play the one reading that can be played; ``huh`` with all that differ."""
        playable = [each for each in tried if each.playable] or list(tried)
        different = _different(playable)
        if len(different) == 1:
            return self._play(self.lines, state, action, name, mode, different[0].order)
        forms = tuple(f"`{each.order}`" for each in different)
        problem = Unclear("the line may mean several things", nearest=forms)
        return self.lines.unread(state, action, name, problem, mode)

    def _play(
        self, player: LinePlayer[S], state: S, action: Action, name: str, mode: Mode, order: Order
    ) -> tuple[S, Outcome]:
        """Play an order that a line says in other words; its log line is in exact form."""
        understood = replace(action, said=str(order))
        try:
            self.game.authorize(state, order.verb, name, understood)
        except Problem as problem:
            outcome = Outcome(understood, problem.verdict, problem.text, name or action.account)
            return state, outcome
        return player.play(state, understood, order, name, mode)

    # -- the situation -----------------------------------------------------------------------------

    def _situation(self, state: S, action: Action, name: str, rolls: Sequence[Roll]) -> Situation:
        mine = [p for p in state.pending if p.kind is Kind.ACTION and p.player == name]
        options = self._options(state, action, mine[0]) if len(mine) == 1 else ()
        offers = [p.offer for p in state.pending if p.offer and p.player == name]
        offer = str(offers[0]) if len(offers) == 1 and not mine else ""
        slots = {"verb": self.table(state).names, **self.game.slots(state, self.book, name)}
        waits = bool(mine)
        rolled = sum(face for roll in rolls for face in roll.faces) if rolls else None
        return situation(
            state,
            name,
            action.account,
            slots,
            waits=waits,
            options=options,
            offer=offer,
            rolled=rolled,
            waiting=_first_word(mine[0].text) if len(mine) == 1 else "",
        )

    def _options(self, state: S, action: Action, pending: Pending) -> tuple[str, ...]:
        """What the only thing that waits for a player may be answered with."""
        order = self.lines.joining.waiting(state, pending)
        missing = self._trial.joining.missing(state, action, order, pending) if order else None
        return missing.answers if missing else ()


def _with_forms(outcome: Outcome, forms: Sequence[str]) -> Outcome:
    """An answer with forms that may have been meant, in place of those that look like the line."""
    new = [form for form in forms if form not in outcome.text]
    if not new:
        return outcome
    if outcome.text.startswith(UNKNOWN):
        why = outcome.text.partition(". Nearest: ")[0]
        return replace(outcome, text=f"{why}. Nearest: {listing(forms)}")
    return replace(outcome, text=f"{outcome.text.rstrip('.')}. Perhaps {listing(new)}")


def _table(verbs: Sequence[Verb], _book: Rulebook) -> PhraseTable:
    own = (verb for verb in verbs if not verb.stewards_only)
    return PhraseTable((*own, CHOOSE, HELP))


def _verb_of(order: Order | None) -> Verb | None:
    """The verb of a line that was understood as it stands; none where it says what is chosen."""
    if order is None or order.verb is CHOOSE or order.verb.stewards_only:
        return None
    return order.verb


def _different(tried: Sequence[Tried[S]]) -> list[Tried[S]]:
    """The readings that do not come to the same."""
    found: list[Tried[S]] = []
    for each in tried:
        if not any(str(each.order) == str(one.order) or _same(each, one) for one in found):
            found.append(each)
    return found


def _same(one: Tried[Any], other: Tried[Any]) -> bool:
    done = one.outcome.verdict is other.outcome.verdict is Verdict.DONE
    return done and one.after == other.after


def _first_word(text: str) -> str:
    return text.strip().partition(" ")[0].rstrip(":")
