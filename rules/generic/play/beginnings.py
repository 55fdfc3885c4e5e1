"""What a new player begins with, and when a player has won.

Decisions: what a player begins with is set, not moved to: nothing is landed on, and a limit cuts
it. Others that have to happen whenever a player joins come after it. The game goes on after a
player has won, as no sentence ends it.
"""

from __future__ import annotations

from rules.generic.owners import Context
from rules.generic.play.effects import perform, win
from rules.generic.play.plan import SentencePlan, players_among
from rules.generic.play.scene import Happened, Scene
from rules.generic.play.triggers import Chain
from rules.generic.play.values import holds


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
    for told, owners in watch.since_seen(act.state):
        for name in players_among(act.state, owners):
            scene = Scene(act, plan, told, name)
            if told.means.first and act.state.winners:
                continue
            if name not in act.state.winners and holds(scene, told.means.where):
                win(scene, name)
            scene.close()
    watch.seen = act.state
