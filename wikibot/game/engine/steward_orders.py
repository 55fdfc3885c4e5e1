"""Steward orders that need the engine: ``as``, ``retry``, ``undo``, and the rolls of a ruled line.

The log holds what such an order changed as a correction, which needs no identities to be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game import names
from wikibot.game.actions import Action, ActionId, Event, Outcome, Verdict
from wikibot.game.engine import line_player
from wikibot.game.engine import steward_verbs as verbs
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.line_player import LinePlayer, Mode
from wikibot.game.engine.orders import Order, find_verb
from wikibot.game.engine.passing_time import FiredEvent, PassingTime
from wikibot.game.engine.text_log import with_drawn
from wikibot.game.problems import Refused, Unclear
from wikibot.game.rolls import without
from wikibot.game.state import Kind, S, State, settle
from wikibot.wikitext.messages import say


class Undone(Struct, Generic[S], frozen=True):
    """The state without one action, and what that changed, in words."""

    state: S
    text: str


class PlayedSoFar(NamedTuple):
    """What came of the lines before this one in the same batch, which no page has yet."""

    outcomes: Sequence[Outcome] = ()
    fired: Sequence[FiredEvent] = ()


# From the state, what led to it in this batch, the order, the action that it takes back, and
# whether later lines that cannot be played without it are left out.
Rewind = Callable[[S, PlayedSoFar, Action, ActionId, bool], Undone[S]]


class Perform(Protocol[S]):
    """Plays one line of any kind: the engine's own ``perform``."""

    def __call__(self, state: S, action: Action, mode: Mode = ..., /) -> tuple[S, Outcome]: ...


class StewardOrders(Generic[S]):
    """Carries out what stewards order. ``perform`` plays a line that an order is about.

    ``so_far`` is the engine's: what it has played of the present batch.
    """

    def __init__(
        self,
        lines: LinePlayer[S],
        passing: PassingTime[S],
        perform: Perform[S],
        rewind: Rewind[S] | None,
    ) -> None:
        self.lines, self.passing, self.play_line, self.rewind = lines, passing, perform, rewind
        self.so_far = PlayedSoFar()
        self.game, self.book, self.dice = lines.game, lines.book, lines.dice

    def perform(self, state: S, action: Action, order: Order, known: str) -> tuple[S, Outcome]:
        """Carry out one order; ``known`` is the name under which the steward is answered."""
        if order.verb is verbs.AS:
            return self._as(state, action, order, known)
        act = ActionContext(self.game, self.book, state, action, order, "", self.dice)
        if order.verb is verbs.RETRY:
            return self._retry(state, act, order, known)
        if order.verb is verbs.HELD:  # which changes nothing
            order.verb.play(act)
            told = line_player.answered(Verdict.DONE, act.text, act, action)
            return state, replace(told, player=known, logged="")
        if order.verb is verbs.UNDO:
            if self.rewind is None:
                why = say("only a sync can take an action back")
                raise Refused(why, remedy="Correct the state instead.")
            *words, last = act.subject.split() or [""]
            anyway = bool(words) and last.casefold() == "anyway"
            identity = verbs.read_id(" ".join(words if anyway else (*words, last)))
            undone = self.rewind(act.state, self.so_far, act.action, identity, anyway)
            act.state = undone.state
            act.say(undone.text)
        else:
            order.verb.play(act)
        if order.verb is verbs.RULING:
            self._use_up(state, act)
        follow = self.game.after_action
        if order.verb is verbs.CORRECT:  # people may correct step by step, as they edit
            follow = self.game.after_correction
        follow(act)
        outcome = replace(line_player.answered(Verdict.DONE, act.text, act, action), player=known)
        if order.verb in (verbs.RULING, verbs.WITHDRAW):
            outcome = replace(outcome, logged=_by_identity(state, action, order))
        if order.verb is verbs.UNDO:  # a log cannot look back: it holds what the undoing changed
            made = self.game.differences(state, act.state)
            logged = f"{verbs.CORRECT.name} {'; '.join(made) or verbs.NO_EFFECT}"
            outcome = replace(outcome, logged=logged)
        return act.state, outcome

    def _as(self, state: S, action: Action, order: Order, known: str) -> tuple[S, Outcome]:
        name, colon, _ = order.subject.partition(":")
        if not colon:
            raise Unclear("a colon parts the player from the action", nearest=f"`{verbs.AS.form}`")
        text = action.text.partition(name + colon)[2].strip()  # with the dice that it states
        if find_verb(text, (verbs.AS,)):
            why = "`as` stands once: a line is played for one player"
            raise Unclear(why, nearest=f"`{verbs.AS.form}`")
        player = names.find(name.strip(), tuple(state.players)) or name.strip()
        line = replace(action, account=player, text=text, by_name=True)
        state, outcome = self.play_line(state, line)
        logged = outcome.logged and f"{verbs.AS.name} {player}: {outcome.logged}"
        if outcome.action.said:
            action = replace(action, said=f"{verbs.AS.name} {player}: {outcome.action.said}")
        return state, replace(outcome, action=action, player=known, logged=logged)

    def _retry(
        self, state: S, act: ActionContext[S], order: Order, known: str
    ) -> tuple[S, Outcome]:
        held, action = verbs.waiting(state, act.action, act.subject), act.action
        written = _by_identity(state, action, order)
        if held.kind is not Kind.HELD:
            why = say("{}'s {!r} is not held", held.player, held.text)
            raise Refused(why, remedy="It waits for its player.")
        if isinstance(held.what, Event):
            # Let a held event happen. A log has no line for it: a replay fires it at its own
            # time.
            fired: list[FiredEvent] = []
            after = self.passing.again(state, held.what, fired)
            waits = any(each.what == held.what for each in after.pending)
            said = [each.text for each in fired] + ([] if waits else [say("it happened")])
            verdict = Verdict.HELD if waits else Verdict.DONE
            outcome = line_player.answered(verdict, "; ".join(said), act, act.action)
            return after, replace(outcome, player=known, logged="")
        if not (action.recorded or action.line > 0):  # only a replayed log states rolls here
            self.lines.must_not_state(order)
        text = held.text
        text += f" -- {', '.join(map(str, order.rolls))}" if order.rolls else ""
        line = replace(action, id=held.id, account=held.player, text=text, by_name=True)
        mode = Mode(recorded=True, retried=True)
        state, outcome = self.play_line(settle(state, held), line, mode)
        logged = with_drawn(written, outcome.drawn)  # refused or not, it waits no more
        return state, replace(outcome, action=action, player=known, logged=logged)

    def _use_up(self, before: S, act: ActionContext[S]) -> None:
        """Use up the rolls of an order that was ruled on, unless the ruling is: no effect."""
        settled = (p for p in before.pending if p not in act.state.pending)
        ruled = next((p for p in settled if p.kind is not Kind.OFFER), None)
        order = self.lines.joining.waiting(before, ruled) if ruled else None
        no_effect = act.subject.partition(":")[2].strip(" .").casefold() == verbs.NO_EFFECT
        if ruled is None or order is None or no_effect:
            return
        purpose = self.lines.purpose(before, ruled, order)
        rest = without(act.state.rolls, ruled.player, purpose)
        if rest != act.state.rolls:
            act.state = replace(act.state, rolls=rest)
            act.say("the rolls for it are used up")


def _by_identity(state: State, action: Action, order: Order) -> str:
    """An order as a log has it: with the identity of what it is about, which waits in ``state``."""
    named = order.subject.partition(":")[0].strip(" .!")
    identity = str(verbs.waiting(state, action, named).id)
    return f"{order.verb.name} {identity}{action.text.partition(named)[2]}"
