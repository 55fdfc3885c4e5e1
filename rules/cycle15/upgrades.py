"""Rules titled Train Upgrades and Crab Upgrades, which items make: what trains and crabs may do.

A rule counts from when the item made it, whether the ruleset page has it yet or not. Decisions:
what a sentence permits it permits once, however often it was appended; to add to a roll the player
says so with the move (``move +10 1 2 3``). An item is taken from a victim with ``steamroll PLAYER:
ITEM`` until the phase ends; crystals cannot be taken, as they are non-transferable.
"""

from __future__ import annotations

import re

from msgspec import Struct

from rules.common.notation import of_unit
from rules.common.sections import Section
from rules.cycle15.belongings.garbage import grant_random, in_force
from rules.cycle15.belongings.possessions import hand_over, transferable
from rules.cycle15.belongings.status_effects import is_crab, is_train
from rules.cycle15.board.space_type import OfferVerb
from rules.cycle15.board.spaces import others_on
from rules.cycle15.state import Context, State
from wikibot.sdk import How, Implementation, Refused, Rulebook, Shape, Verb, integer, plain
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import read_number

TRAINS, CRABS = "Train Upgrades", "Crab Upgrades"
STEAMROLL = "steamroll"
_ADD = re.compile(r"optionally add (\w+) to their movement rolls")
_TAKE, _BROOD = "choose an item", "all crabs win"


class Upgrades(Struct, frozen=True):
    """What the two rules permit. ``train_adds``, ``crab_adds``: to a roll, 0 for nothing."""

    train_adds: int = 0
    crab_adds: int = 0
    steamroll: bool = False
    brood: bool = False


def upgrades(state: State, book: Rulebook) -> Upgrades:
    """What is permitted now."""
    trains, crabs = (plain(in_force(state, book, title)) for title in (TRAINS, CRABS))
    return Upgrades(adds(trains), adds(crabs), _TAKE in trains, _BROOD in crabs)


def adds(text: str) -> int:
    """What a rule lets some players add to a roll; 0 for nothing."""
    found = _ADD.search(text)
    return read_number(found[1]) if found else 0


def additions(act: Context, who: str) -> int:
    """What the line adds to the roll of a move, ``+10`` before the spaces; refuses others."""
    total, allowed, left = 0, list[int](), act.answers_left
    if not (left and left[0].startswith("+")):
        return 0
    player, now = act.state.players[who], upgrades(act.state, act.book)
    allowed += [now.train_adds] if is_train(player) and now.train_adds else []
    allowed += [now.crab_adds] if is_crab(player) and now.crab_adds else []
    while act.answers_left and act.answers_left[0].startswith("+"):
        given = act.ask("what is added to the roll", _plus)
        if given not in allowed:
            may = " and ".join(map(str, allowed)) or say("nothing to a roll")
            why, remedy = say("+{} is not permitted", given), say("{} may add {}.", who, may)
            raise Refused(why, rule=f"{TRAINS}, {CRABS}", remedy=remedy)
        allowed.remove(given)
        total += given
    return total


def _plus(text: str) -> int:
    if not re.fullmatch(r"\+\d{1,4}", text):
        raise ValueError(say("a number such as +10"))
    return integer(text)


@of_unit
def added_by(book: Rulebook, title: str) -> int:
    """What one of the two rules on the page lets some players add to a roll."""
    return adds(plain(book.unit(title).text))


# -- steamrolling ----------------------------------------------------------------------------------


def rolls_over(act: Context, who: str) -> bool:
    """Whether a player takes from those whom they pass."""
    return is_train(act.state.players[who]) and upgrades(act.state, act.book).steamroll


def offer(act: Context, who: str, space: int) -> None:
    """Offer an item of each player on a space that a train passes."""
    for victim in others_on(act.state, who, space):
        OfferVerb(STEAMROLL, f"an item of {victim}'s for a random one", victim)(act, who, space)


def _victim(act: Context) -> str:
    return act.resolve(act.subject, tuple(act.state.players), "player")


def _steamroll(act: Context) -> None:
    name = _victim(act)
    why_not, remedy = say("{} is not yours to steamroll", name), "Pass them as a train."
    act.take_up(STEAMROLL, why_not, TRAINS, remedy, about=name)
    if name == act.player:
        raise Refused("players do not steamroll themselves", rule=TRAINS)
    asks, question = f"the item to take from {name}", f"which item do you take from {name}"
    item = act.choose(asks, transferable(act, name), rule=TRAINS, question=question)
    hand_over(act, name, act.player, item, 1)
    grant_random(act, name)


RULES = Section(
    __name__,
    (
        Implementation(TRAINS, How.ASKS, reads=(added_by(TRAINS),), waits="items about trains",
                       says="what items have added to it about trains"),
        Implementation(CRABS, How.ASKS, reads=(added_by(CRABS),), waits="items about crabs",
                       says="what items have added to it about crabs"),
    ),
    (
        Verb(STEAMROLL, "steamroll PLAYER: ITEM", "steamroll Bob: Fish -- 1d98 (4) = 4",
             "takes an item of a player whom you passed as a train", _steamroll, Shape.SUBJECT,
             available=lambda act: bool(act.offered(STEAMROLL)),
             means=lambda act: (_victim(act),), phrases=(
                 ("steamroll|flatten|crush|squash|roll (over) {other} (for|and|to|taking) "
                 "(take|get|of) (her|his|their|the) {any item} => steamroll {other}: {any item}"),
                 "steamroll|flatten {other}",
                 "take|steal {any item} from|of {other} => steamroll {other}: {any item}"),
             inputs=("steamroll {other}: {any item}",)),
    ),
)  # fmt: skip
