"""What using an item can do, as plain values that items are put together from.

Each is called with the act and asks it for rolls and choices; the details that a line gives are the answers. What
lasts goes into the state: a phrase among a player's effects (``Become``), a number, a type, a connection. Nothing is
kept elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.common.notation import DiceOf
from rules.cycle15 import party
from rules.cycle15.board.places import place
from rules.cycle15.garbage import grant_random
from rules.cycle15.movement import USUAL, Terms, carry_out
from rules.cycle15.state import START, State
from rules.cycle15.wheel_rotation import SECTION as WHEEL
from rules.cycle15.wheel_rotation import turn
from wikibot.game.act import Act
from wikibot.game.state import with_player
from wikibot.game.verbs import split_words


@dataclass(frozen=True)
class MoveAgain:
    """The user moves, by other terms than usual where they are given; the details are the spaces of the way."""

    terms: Terms = USUAL

    def __call__(self, act: Act[State]) -> None:
        act.split_answers(split_words)
        carry_out(act, act.player, self.terms)


@dataclass(frozen=True)
class TurnWheel:
    """The wheel turns by the dice of the item's description, up (1) or down (-1). Without a wheel nothing happens."""

    unit: str
    direction: int

    def __call__(self, act: Act[State]) -> None:
        if not act.book.has(WHEEL):
            act.say("there is no wheel, so nothing happens")
            return
        dice = act.book.derived(DiceOf(self.unit))
        turn(act, self.direction * sum(act.roll(dice.count, dice.sides, self.unit)))


@dataclass(frozen=True)
class StartParty:
    """A party starts, or the one that is going on ends."""

    def __call__(self, act: Act[State]) -> None:
        party.start(act)


@dataclass(frozen=True)
class GrantRandom:
    """The user is granted some random items of the rule Garbage."""

    count: int

    def __call__(self, act: Act[State]) -> None:
        for _ in range(self.count):
            grant_random(act, act.player)


@dataclass(frozen=True)
class GoTo:
    """The user's location is set to a space; that is no movement."""

    space: int = START

    def __call__(self, act: Act[State]) -> None:
        place(act, act.player, self.space)
        act.say(f"{act.player} is now at {self.space}")


@dataclass(frozen=True)
class Become:
    """Lasting effects on the user: some end, one begins."""

    effect: str = ""
    ending: tuple[str, ...] = ()

    def __call__(self, act: Act[State]) -> None:
        kept = tuple(each for each in act.me.effects if each not in (*self.ending, self.effect))
        act.state = with_player(act.state, replace(act.me, effects=(*kept, self.effect) if self.effect else kept))
        now = f"now {self.effect}" if self.effect else f"not {' or '.join(self.ending)}"
        act.say(f"{act.player} is {now}")
