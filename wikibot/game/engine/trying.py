"""Trying what a line may mean: each reading is played on a copy, without any die falling.

The only one that can be played is then played in earnest. Where several can be that do not come to
the same, none is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import LONGEST_OFFER, Action, IdentityPart, Outcome, Verdict
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP
from wikibot.game.engine.line_player import LinePlayer, Mode
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
from wikibot.game.problems import LISTED, Problem, Unclear, listing
from wikibot.game.rolls import Roll
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Pending, S, unfinished
from wikibot.game.understanding.situation import Situation, situation
from wikibot.game.understanding.table import PhraseTable
from wikibot.game.verbs import Shape, Verb
from wikibot.wikitext.messages import say

PLAYABLE = (Verdict.DONE, Verdict.NEEDS, Verdict.HELD)


class Tried(Struct, Generic[S], frozen=True):
    """A reading of a line, and what came of trying it."""

    order: Order
    after: S
    outcome: Outcome

    @property
    def playable(self) -> bool:
        """Whether it can be played."""
        return self.outcome.verdict in PLAYABLE

    @property
    def needs_its_rolls(self) -> bool:
        """Whether the dice that are stated are those that it needs."""
        return self.outcome.verdict is Verdict.DONE and bool(self.outcome.rolls)

    @property
    def is_forbidden(self) -> bool:
        """Whether it is understood, and a rule forbids it."""
        return self.outcome.verdict is Verdict.CANT and not self.order.answers


class Trying(Generic[S]):
    """Tries what lines may mean, in one game by one rulebook."""

    def __init__(self, lines: LinePlayer[S]) -> None:
        self.lines, self.game, self.book = lines, lines.game, lines.book
        dice = lines.dice if lines.dice.stated else Unseen()
        self.trial: LinePlayer[S] = LinePlayer(lines.game, lines.book, dice)
        self._verbs: Sequence[Verb] | None = None
        self._table = PhraseTable(())

    def table(self, state: S) -> PhraseTable:
        """The words for the verbs that are in force."""
        verbs = self.game.verbs_in(state, self.book)
        if verbs is not self._verbs:
            self._verbs, self._table = verbs, self.book.found_in(verbs, _table)
        return self._table

    def tried(
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
        is_bots = as_written is not None and as_written.verb.name in verbs.claimed
        for line in lines:
            if is_bots and line.startswith(BY_RULE):
                continue
            with suppress(Problem):
                order = read_order(line, verbs)
                if order is None:
                    continue
                order = replace(order, rolls=(*order.rolls, *rolls))
                if order.verb.stewards_only or order == as_written:
                    continue
                if order.subject and order.subject in order.answers:
                    continue  # one name, read twice
                after, outcome = self.play(self.trial, state, action, name, mode, order)
                found.append(Tried(order, after, outcome))
        return found

    def settled(
        self, state: S, action: Action, name: str, mode: Mode, tried: Sequence[Tried[S]]
    ) -> tuple[S, Outcome]:
        """Play the one reading that can be played; ``huh`` with all that differ."""
        playable = [each for each in tried if each.playable] or list(tried)
        differing = different(playable)
        if len(differing) == 1:
            return self.play(self.lines, state, action, name, mode, differing[0].order)
        problem = Unclear("the line may mean several things")
        after, outcome = self.lines.unread(state, action, name, problem, mode)
        return after, offering(outcome, [(each.order,) for each in differing])

    def play(
        self, player: LinePlayer[S], state: S, action: Action, name: str, mode: Mode, order: Order
    ) -> tuple[S, Outcome]:
        """Play an order that a line says in other words; its log line is in exact form."""
        understood = replace(action, said=str(order))
        try:
            self.game.authorize(state, order.verb, name, understood)
        except Problem as problem:
            text = problem.told(self.book.cites)
            return state, Outcome(understood, problem.verdict, text, name or action.account)
        return player.play(state, understood, order, name, mode)

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
        answer = order_of(said, verbs) if word == CHOOSE.name else None
        if answer and self.trial.joining.may_answer(state, action, answer, name):
            return False
        return self.claims(state, action, name, order)

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

    def claims(
        self, state: S, action: Action, name: str, order: Order | None, *, whole: bool = False
    ) -> bool:
        """Whether an order's words are those of a rule; ``whole``: all that it has."""
        if order is None or order.verb.claims is None:
            return False
        act = self.lines.joining.trial(state, action, order, name)
        return order.verb.claims(act, whole=whole)

    # -- the situation -----------------------------------------------------------------------------

    def situation(self, state: S, action: Action, name: str, rolls: Sequence[Roll]) -> Situation:
        mine = self.book.found_in(state.pending, unfinished).get(name, ())
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
            names=named(self.game, state, self.book),
            waiting=first_word(mine[0].text.removeprefix(BY_RULE)) if len(mine) == 1 else "",
        )

    def _options(self, state: S, action: Action, pending: Pending) -> tuple[str, ...]:
        """What the only thing that waits for a player may be answered with."""
        order = self.lines.joining.waiting(state, pending)
        if order is None:
            return ()
        missing = self.trial.joining.missing(state, action, order, pending.player, pending)
        return missing.answers if missing else ()

    def played(
        self, orders: Sequence[Order], state: S, action: Action, name: str, mode: Mode
    ) -> list[Tried[S]]:
        """Orders of players that change something, each with what would come of it."""
        return [
            Tried(order, *self.play(self.trial, state, action, name, mode, order))
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
    return words == str(replace(order, rolls=()))
