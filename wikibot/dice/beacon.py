"""The source ``beacon``: faces from the first round of a public beacon after the line."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from wikibot.dice.chain import BeaconChain
from wikibot.dice.derive import drawn
from wikibot.dice.records import Round
from wikibot.dice.relays import NoRound, Relays
from wikibot.game.actions import ActionId
from wikibot.game.calendar import format_time
from wikibot.game.engine.standing_rolls import DrawnRoll, RollRequest
from wikibot.game.problems import MissingRoll
from wikibot.storage.cursor import Wait
from wikibot.wikitext.messages import say

MARGIN = timedelta(
    minutes=1
)  # so far may the wiki's clock lag behind without a round being known to the player


class Beacon:
    """Dice from a beacon at server time ``now``. ``waits``: orders whose roll is still to come."""

    stated = False

    def __init__(self, relays: Relays, waits: Iterable[Wait], now: datetime) -> None:
        self.relays, self.now = relays, now
        self.waits = {wait.waits: wait for wait in waits}
        self.used: dict[int, Round] = {}

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """Faces from the round that belongs to the line; raises :class:`Missing` without it."""
        try:
            found = self.round_after(draw.written)
        except NoRound as error:
            self.waits[draw.waits] = Wait(draw.waits, draw.action.id, draw.written)
            raise MissingRoll(
                draw.asks, how=say("The line is played by itself when it can be made: {}", error)
            ) from None
        self.waits.pop(draw.waits, None)
        self.used[found.number] = found
        made = drawn(bytes.fromhex(found.randomness), draw)
        return DrawnRoll(made, beacon_proof(found.number, draw.written))

    def awaits(self, identity: ActionId) -> bool:
        """Whether its roll is settled by then, although it cannot be read yet."""
        return identity in self.waits

    def round_after(self, written: datetime) -> Round:
        """The round that belongs to a line of that time; raises :class:`NoRound`."""
        chain = self.relays.chain()
        number = round_for(chain, written)
        if chain.time_of(number) > self.now:
            raise NoRound(
                say(
                    "round {} of the beacon comes out at {}",
                    str(number),
                    format_time(chain.time_of(number)),
                )
            )
        return self.relays.round(number)

    def out_by(self, written: datetime, time: datetime) -> bool:
        """Whether the round that belongs to a line of that time was out at another time."""
        try:
            chain = self.relays.chain()
        except NoRound:
            return written + MARGIN <= time
        return chain.time_of(round_for(chain, written)) <= time

    def due(self, wait: Wait) -> datetime:
        """When to look next for the round of a waiting order."""
        try:
            chain = self.relays.chain()
        except NoRound:
            return self.now
        return chain.time_of(round_for(chain, wait.written))


def round_for(chain: BeaconChain, written: datetime) -> int:
    """The number of the round that belongs to a line."""
    return chain.first_from(written + MARGIN)


def beacon_proof(number: int, written: datetime) -> str:
    """The text of a proof."""
    return f"by round {number} after {format_time(written)}"
