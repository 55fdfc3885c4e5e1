"""Effects that several types of spaces share, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from rules.common.notation import NumberOf
from rules.common.phases import phase_end
from rules.cycle15.belongings.possessions import grant
from rules.cycle15.state import State
from wikibot.game.calendar import format_time
from wikibot.game.engine.context import ActionContext
from wikibot.game.state import Offer


@dataclass(frozen=True)
class Gain:
    """The player gains as many of an item as ``count`` finds in the ruleset."""

    item: str
    count: NumberOf

    def __call__(self, act: ActionContext[State], who: str, space: int) -> None:
        grant(act, who, self.item, act.book.derived(self.count), f"at {space}")


@dataclass(frozen=True)
class May:
    """The player may do something afterwards, with a verb of its own, until the phase ends."""

    verb: str
    asks: str
    about: str = ""
    count: int | None = None  # of spaces

    def __call__(self, act: ActionContext[State], who: str, space: int) -> None:
        del space
        until, offer = phase_end(act), Offer(self.verb, self.about, self.count)
        act.offer(who, offer, self.asks, until)
        act.say(f"{who} may `{offer}` until {format_time(until)} ({self.asks})")
