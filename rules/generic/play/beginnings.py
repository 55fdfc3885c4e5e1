"""What a new player begins with, and when a player has won.

Decisions: what a player begins with is set, not moved to: nothing is landed on, and a limit cuts
it. Others that have to happen whenever a player joins come after it. The game goes on after a
player has won, as no sentence ends it. Of several who come first in the same action none wins: a
person says which of them does, until when nobody else is the first.
"""

from __future__ import annotations

from rules.generic.owners import Context
from rules.generic.play.effects import perform, win
from rules.generic.play.plan import SentencePlan, players_among
from rules.generic.play.scene import Happened, Scene
from rules.generic.play.triggers import Chain
from rules.generic.play.values import holds
from wikibot.game.engine.held_events import hold_event, is_held
from wikibot.game.engine.waiting_numbers import number_of
from wikibot.game.state import settle
from wikibot.sdk import Event
from wikibot.wikitext.messages import later

FIRST = "several are first"  # an event: a sentence that waits for a person to name the winner


def begin(act: Context, plan: SentencePlan, name: str) -> None:
    """Give a new player what the page says that one begins with."""
    before = act.state
    for told in plan.beginnings:
        scene = Scene(act, plan, told, name)
        perform(scene, told.means.effects)
        scene.close()
    chain = Chain(act, plan)
    chain.happened(before, [Happened("joins", name)])
    chain.settle()


def declare_winners(act: Context, plan: SentencePlan) -> None:
    """Let everybody win of whom a sentence about winning holds now."""
    watch, won = plan.winnings, act.state.winners
    if watch.seen is not None and not set(watch.seen.winners) <= set(won):
        watch.seen = None  # a victory was taken back
    for each in act.state.pending if won else ():
        if isinstance(each.what, Event) and each.what.name == FIRST:
            act.state = settle(act.state, each)
    for told, owners in watch.since_seen(act.state):
        first = told.means.first
        undecided = Event(act.now, FIRST, told.text)
        if first and (won or is_held(act.state, undecided)):
            continue
        names = players_among(act.state, None if first else owners)
        scenes = [Scene(act, plan, told, name) for name in names if name not in won]
        found = [each for each in scenes if holds(each, told.means.where)]
        if first and len(found) > 1:
            act.state = hold_event(act.state, undecided, told.rule)
            number = number_of(act.state, act.state.pending[-1].id)
            tied, one = ", ".join(each.doer for each in found), found[0].doer
            asks = later("{} are first at once: a person says who wins, `ruling {}: {} wins`")
            found[0].say(asks, tied, number, one)
            found[0].close()
            continue
        for scene in found:
            win(scene, scene.doer)
            scene.close()
    watch.seen = act.state
