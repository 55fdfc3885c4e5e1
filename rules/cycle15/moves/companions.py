"""What a move brings along beside what its spaces do: images, jetpacks, trains, the hitched, teams.

All of it comes from items and stands among the players' effects (``status_effects``). Decisions: a
fractal image that passes or lands is affected as if its owner stood there (see ``images``); its
owner chooses where it goes at a branch, and takes up what it is offered. A hitched player may be
brought along until the phase ends, by as many spaces as the player who hitched them moved; the move
of one who is brought along brings no other player along.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rules.cycle15 import upgrades
from rules.cycle15.belongings import possessions
from rules.cycle15.belongings.garbage import grant_later
from rules.cycle15.belongings.status_effects import Bearing, end_effects, give_effect, values
from rules.cycle15.board.space_type import OfferVerb
from rules.cycle15.board.spaces import others_on, successors
from rules.cycle15.moves import delegated_choices, landing
from rules.cycle15.moves.path import kind_at
from rules.cycle15.state import HITCHED, IMAGE, NEXT_COUNT, START, TEAM, Context, Effect
from wikibot.wikitext.messages import say

BRING = "bring"
Beside = Callable[[Context, str, int], None]


def when_passing(act: Context, who: str, bearing: Bearing) -> tuple[Beside, ...]:
    """What happens on every space that a player passes, beside what the space does."""
    player, beside = act.state.players[who], list[Beside]()
    if not player.effects and not bearing.slows_to:
        return ()
    if bearing.slows_to:
        beside.append(_Shoot(bearing.slows_to))
    if upgrades.rolls_over(act, who):
        beside.append(upgrades.offer)
    if values(player, IMAGE):
        beside.append(_image_passes)
    return tuple(beside)


class _Shoot(Struct, frozen=True):
    """All others on a space that is passed select so many spaces in their next move."""

    spaces: int

    def __call__(self, act: Context, who: str, space: int) -> None:
        slowed = Effect(NEXT_COUNT, self.spaces)
        for name in others_on(act.state, who, space):
            act.state = give_effect(act.state, name, slowed)
            act.say("{} is shot: {}", name, slowed)


# -- fractal images --------------------------------------------------------------------------------


def _image_passes(act: Context, who: str, space: int) -> None:
    if space == START:
        _move_images(act, who, lands=False)


def after_landing(act: Context, who: str, space: int) -> None:
    """Let the fractal images of a player who landed on the initial space move and land."""
    if space == START and act.state.players[who].effects:
        _move_images(act, who, lands=True)


def _move_images(act: Context, owner: str, *, lands: bool) -> None:
    """Let each image of a player move once. What one brings about may move the others first."""
    for _ in possessions.places(act.state.players[owner]):
        _move_first(act, owner, lands=lands)


def _move_first(act: Context, owner: str, *, lands: bool) -> None:
    """Let the first image of a player move, which is the last of them then."""
    here = possessions.places(act.state.players[owner])[0]
    possessions.lift(act, owner, here)
    ways = successors(act.state, here) if here in act.state.spaces else ()
    if not ways:
        possessions.stand(act, owner, here)
        act.say("the fractal image of {} at {} cannot move", owner, here)
        return
    asks = f"where the fractal image of {owner} goes from {here}"
    question = f"where does the fractal image of {owner} go from {here}"
    there = act.choose(asks, ways, rule="Menger Sponge", question=question)
    act.say("the fractal image of {} {} {}", owner, say("lands on" if lands else "passes"), there)
    before = act.state
    end = possessions.in_its_stead(
        act, owner, there, lambda: _affect(act, owner, there, lands=lands)
    )
    possessions.stand(act, owner, end)
    delegated_choices.hand_over(act, before, owner, owner, delegated_choices.FOR_IMAGE)


def _affect(act: Context, owner: str, there: int, *, lands: bool) -> None:
    """Let a space do to an image what it does to players."""
    kind = kind_at(act, there)
    if lands:
        landing.land(act, owner, there)
    elif kind.passing:
        kind.passing(act, owner, there)


# -- those who move along --------------------------------------------------------------------------


def after_move(act: Context, who: str, count: int) -> None:
    """Offer to bring along whom a player hitched, the same number of spaces."""
    player = act.state.players[who]
    for name in values(player, HITCHED) if count and player.effects else ():
        if name in act.state.players and name != who:
            along = say("{} moves {} spaces along with {}", name, count, who)
            OfferVerb(BRING, along, name, count)(act, who, START)


def team_up(act: Context, who: str) -> None:
    """Grant what a team was promised for this player's moving in this phase."""
    if not act.state.players[who].effects:
        return
    for name in act.state.players:
        mark = Effect(TEAM, name, act.state.phase)
        promised = act.state.players[who].effects.count(mark)
        act.state = end_effects(act.state, who, mark)
        for _ in range(promised):
            for each in (who, name):
                grant_later(act, each, f"a random item, as {who} moved")
