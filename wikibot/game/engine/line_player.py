"""Plays one player's line: joins it to what waits, performs it, and says how it ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import groupby, islice, takewhile
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game import names
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine import outcomes
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.joining import Joined, Joining
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP, with_kernel
from wikibot.game.engine.orders import LONGEST_LINE, Order
from wikibot.game.engine.standing_rolls import (
    ANSWERS,
    MOST_LOOSE,
    DrawnRoll,
    FaceSource,
    RollRequest,
    shown,
)
from wikibot.game.engine.verb_lookup import Verbs, begun_with, first_name
from wikibot.game.game import Game
from wikibot.game.problems import (
    Held,
    Missing,
    MissingRoll,
    Problem,
    Refused,
    Unclear,
    failure,
)
from wikibot.game.rolls import Roll
from wikibot.game.ruleset.rulebook import Rulebook, bearing
from wikibot.game.state import Pending, S, settle, unfinished
from wikibot.game.understanding.dice.parting import shown_rolls
from wikibot.game.verbs import Verb
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import TooManyDigits

NOT_PLAYED = "(not played)"  # begins no verb, so that it is a message and nothing more
_FOR = re.compile(r"for\s+(?P<name>[^:]+?)\s*:?", re.IGNORECASE)


class Mode(Struct, frozen=True, gc=False):
    """How a line is played.

    ``recorded``: its rolls were made before. ``retried``: once more, by a steward, as an order by
    itself. ``only_rolls``: it was not played; what was rolled or shown with it stands.
    """

    recorded: bool = False
    retried: bool = False
    only_rolls: bool = False

    def of(self, action: Action) -> Mode:
        """The same with what the line itself says of it."""
        recorded = self.recorded or action.recorded or action.line > 0
        only_rolls = self.only_rolls or action.gone
        return _mode(recorded, self.retried, only_rolls)


_mode = cache(Mode)
PLAIN = Mode()


@cache
def _with_kernel(ledger: str) -> Callable[[Sequence[Verb], Rulebook], Verbs]:
    """What adds the kernel's verbs to those in force, where the ledger is for these people."""
    return lambda own, _book: with_kernel(own, ledger)


class LinePlayer(Generic[S]):
    """Plays the lines of players in one game, by one rulebook, with one source of dice."""

    def __init__(self, game: Game[S], book: Rulebook, dice: FaceSource) -> None:
        self.game, self.book, self.dice = game, book, dice
        self.joining = Joining(game, book, self.verbs)
        self._own: Sequence[Verb] | None = None
        self._verbs_of: S | None = None
        self._all = Verbs()

    def verbs(self, state: S) -> Verbs:
        """All verbs that a line may begin with: those in force, and the kernel's."""
        if state is not self._verbs_of:
            own, self._verbs_of = self.game.verbs_in(state, self.book), state
            if own is not self._own:
                self._own = own
                self._all = self.book.found_in(own, _with_kernel(self.game.ledger))
        return self._all

    def play(
        self, state: S, action: Action, order: Order, name: str, mode: Mode
    ) -> tuple[S, Outcome]:
        """Play an order of a player, with what waits that it belongs to."""
        known, purpose, shown_by = name or action.account, "", ""
        rolls: Sequence[Roll] = ()
        try:
            order, name = self._stand_in(state, order, name)
            shown_by = known if name != known and known in state.players else ""
            if not mode.recorded:
                self.must_not_state(order)
            meant = self.joining.meaning(state, action, order, name)
            purpose, rolls = meant.purpose, order.rolls
            joined = self.joining.join(state, action, order, name, meant, retried=mode.retried)
            resumed = joined.resumed
            if resumed:
                joined, action = self.joining.confirmed(joined, resumed, action, order)
            if resumed and not mode.recorded and self.dice.awaits(resumed.id):
                why = say("{!r} waits for a roll that is on its way", resumed.text)
                raise Refused(why, remedy="It is played by itself.")
        except Problem as problem:
            outcome = Outcome(action, problem.verdict, problem.told(self.book.cites), known)
            return self._with_shown(state, outcome, name, purpose, rolls, shown_by)
        return self._perform(state, action, joined, name, mode, shown_by)

    def unread(
        self,
        state: S,
        action: Action,
        name: str,
        problem: Problem,
        mode: Mode,
        *,
        refused: bool = False,
    ) -> tuple[S, Outcome]:
        """Answer a line that is not an order; the dice that it shows stand.

        They are for what the line begins with, or else for whatever needs such dice next.
        """
        outcome = Outcome(
            action, problem.verdict, problem.told(self.book.cites), name or action.account
        )
        if not (self.dice.stated or mode.recorded) or (mode.recorded and refused):
            return state, outcome
        own = self.game.verbs_in(state, self.book)
        verb = begun_with(action.text, own)
        purpose = first_name(verb, own) if verb and not verb.undecided else ANSWERS
        rolls = tuple(islice(shown_rolls(action.text[:LONGEST_LINE]), MOST_LOOSE))
        return self._with_shown(state, outcome, name, purpose, rolls, "")

    def has_roll(self, state: S, pending: Pending) -> bool:
        """Whether a roll was made for a line that waits; one edited beyond reading has none."""
        order = self.joining.waiting(state, pending)
        if order is None:
            return False
        mine = pending.player, self.purpose(state, pending, order)
        made = any(each.label and (each.player, each.purpose) == mine for each in state.rolls)
        return bool(order.rolls or made)

    def purpose(self, state: S, pending: Pending, order: Order) -> str:
        """What the rolls of a line that waits are for."""
        line = Action(pending.id, pending.since, pending.player, pending.text, by_name=True)
        return self.joining.meaning(state, line, order, pending.player).purpose

    def must_not_state(self, order: Order) -> None:
        """Refuse rolls that a player states where the bot makes them."""
        if order.rolls and not self.dice.stated:
            said = ", ".join(map(str, order.rolls))
            raise Refused("the bot makes the rolls of this game, and {} is stated", said,
                          remedy="Send the line without it.")  # fmt: skip

    def _stand_in(self, state: S, order: Order, name: str) -> tuple[Order, str]:
        """Whose action a line continues: ``choose for Ann -- 1d6 (4) = 4`` rolls in Ann's stead."""
        found = _FOR.fullmatch(order.subject) if order.verb.name == CHOOSE.name else None
        if not found:
            return order, name
        player = names.resolve(found["name"], tuple(state.players), "player")
        theirs = self.book.found_in(state.pending, unfinished).get(player, ())
        allowed = any(self.game.others_may_roll(state, p, self.book) for p in theirs)
        if player != name and not allowed:
            raise Refused("nothing of {}'s waits for a roll that any player may make", player)
        return replace(order, subject=""), player

    def _perform(
        self, state: S, action: Action, joined: Joined, name: str, mode: Mode, shown_by: str
    ) -> tuple[S, Outcome]:
        resumed = joined.resumed
        base = settle(state, resumed) if resumed else state
        waits = replace(action, id=resumed.id) if resumed else action

        def begun(dice: FaceSource) -> ActionContext[S]:
            return ActionContext(
                self.game, self.book, base, waits, joined.order, name, dice, action,
                purpose=joined.meant.purpose, whole=joined.whole, shown_by=shown_by,
            )  # fmt: skip

        act = begun(self.dice)
        after, outcome = self._ended(state, base, act, joined, action, begun)
        if not mode.only_rolls:
            return after, outcome
        stood = outcomes.with_rolls(state, act)
        outcome = replace(outcome, verdict=Verdict.DONE, text=say("the roll stands"), logged="")
        return stood, outcomes.let_stand(state, stood, outcome)

    def _carry_out(self, act: ActionContext[S], order: Order) -> None:
        """Carry out an order, and what follows from it; help changes nothing."""
        rules = bearing(self.book)
        changes = order.verb.name != HELP.name
        if changes:
            self.game.prepare(act)
            rules.check_verb(order.verb.name)
        act.supply.refuse_another()
        order.verb.play(act)
        act.finish()
        if changes:
            self.game.after_action(act)
            rules.check_change(self.game.aspects, act.before, act.state)

    def _with_others(
        self, missing: Missing, order: Order, begun: Callable[[FaceSource], ActionContext[S]]
    ) -> Missing:
        """A roll that a player has to state with those that will be missing then."""
        if not isinstance(missing, MissingRoll) or missing.how or not self.dice.stated:
            return missing
        return foreseen(missing, lambda dice: self._carry_out(begun(dice), order))

    def _ended(
        self,
        state: S,
        base: S,
        act: ActionContext[S],
        joined: Joined,
        action: Action,
        begun: Callable[[FaceSource], ActionContext[S]],
    ) -> tuple[S, Outcome]:
        """Play an order to its end, whichever that is. ``begun``: it anew, with other dice."""
        order = joined.order
        try:
            self._carry_out(act, order)
        except Missing as found:
            found.__traceback__ = None  # it would keep this frame, and all states in it
            missing = self._with_others(found, order, begun)
            in_full = replace(order, subject=joined.meant.subject)
            after, outcome = outcomes.keep(base, act, in_full, missing, action)
            return after, outcomes.whole(outcome, act, order, joined.said)
        except Held as held:
            after, outcome = outcomes.hold(base, act, order, held.text, held.unit, action)
            full = outcomes.whole(outcome, act, order, joined.said) if act.player else outcome
            return after, full
        except Problem as problem:
            return self._dropped(state, act, joined, problem, action)
        except TooManyDigits as error:
            return self._dropped(state, act, joined, Unclear(str(error)), action)
        except Exception as error:  # noqa: BLE001  # a mistake in one rule must not stop the others
            text = failure(order.verb.name, error)
            return outcomes.hold(base, act, order, text, "", action)
        outcome = outcomes.answered(Verdict.DONE, act.text or "done", act, action)
        outcome = outcomes.whole(outcome, act, order, joined.said)
        outcome = replace(outcome, logged="") if order.verb.name == HELP.name else outcome
        return outcomes.without_rolls(act.state, act), outcome

    @staticmethod
    def _dropped(
        state: S, act: ActionContext[S], joined: Joined, problem: Problem, action: Action
    ) -> tuple[S, Outcome]:
        after, outcome = outcomes.drop(state, act, problem, action)
        if after.rolls == state.rolls:
            return after, outcome
        full = outcomes.whole(outcome, act, joined.order, joined.said)
        return after, outcomes.let_stand(state, after, full)

    @staticmethod
    def _with_shown(
        state: S, outcome: Outcome, name: str, purpose: str, rolls: Sequence[Roll], shown_by: str
    ) -> tuple[S, Outcome]:
        """A line that was refused before anything asked for its rolls: they stand."""
        if not (name in state.players and purpose and rolls):
            return state, outcome
        after = replace(state, rolls=shown(state.rolls, name, purpose, rolls, shown_by))
        return after, outcomes.let_stand(state, after, outcome)


# -- Which rolls an order will need besides the first one that is missing --------------------------
# The order is carried out in thought with low, high and middling faces. What it asks for in the
# same way whatever falls is named at once, so that a player need not be asked again after every
# roll. What depends on faces or on a choice that is still to be made is asked for when it comes.

MOST = 20  # rolls that are named at once
_FACES: tuple[Callable[[int], int], ...] = (
    lambda _: 1,
    lambda sides: sides,
    lambda sides: (sides + 1) // 2,
)


class _Enough(Exception):
    """No more rolls need to be known."""


class _Imagined:
    """Dice that show given faces, and record which rolls were requested."""

    stated = True

    def __init__(self, face: Callable[[int], int]) -> None:
        self.face, self.draws = face, list[RollRequest]()

    def faces(self, draw: RollRequest) -> DrawnRoll:
        if len(self.draws) >= MOST:
            raise _Enough
        self.draws.append(draw)
        return DrawnRoll((self.face(draw.sides),) * draw.count)

    def awaits(self, identity: ActionId) -> bool:
        return False


def foreseen(first: MissingRoll, play: Callable[[FaceSource], object]) -> MissingRoll:
    """A missing roll with those that will be needed with it. ``play`` carries the order out."""
    runs = []
    for face in _FACES:
        imagined = _Imagined(face)
        with suppress(Exception):  # what comes of imagined faces is of no matter
            play(imagined)
        runs.append(imagined.draws)
    steps = zip(*runs, strict=False)
    same = [step[0] for step in takewhile(lambda step: len({*map(_what, step)}) == 1, steps)]
    if len(same) < 2:
        return first
    dice = [draw.form.removeprefix("choose ") for draw in same]
    form = first.form.partition(dice[0])[0] + ", ".join(dice)
    return MissingRoll(" and ".join(_asks(same, first)), form=form)


def _what(draw: RollRequest) -> tuple[str, int, int, int]:
    return draw.label, draw.index, draw.count, draw.sides


def _asks(draws: Sequence[RollRequest], first: MissingRoll) -> list[str]:
    said = []
    for asks, group in groupby(draws, key=lambda draw: draw.asks):
        count = len([*group])
        more = later(f"{count} rolls of {asks.removeprefix('a roll of ')}")
        said.append(asks if count == 1 else more)
    return [first.asks, *said[1:]] if draws[0].asks == said[0] else said
