"""What a gamestate still says of a former player (section Players), in one place for all games.

What waited for them lapses; their assent to removing the judge is void, and open trades with them
are cancelled, as they cannot be accepted any more. A judge stays judge, known by the account. Their
proposals, votes and requests stay: a proposal can still pass, and whether a vote counts is asked
when votes are counted. Decision: while anything that is voted on bears their name no other person
plays under it, so that no vote is inherited (see ``players``).
"""

from __future__ import annotations

from typing import Any

from rules.common.trading import CANCELLED, OPEN, with_trade
from wikibot.game.state import Former, without_player
from wikibot.sdk import ActionContext, Player, replace


def depart(act: ActionContext[Any], name: str) -> None:
    """Take a player off the table and remember when; what is about them alone ends."""
    state = act.state
    player: Player = state.players[name]
    away = tuple(each for each in state.former if each.owner != player.owner)
    act.state = replace(
        without_player(state, name),
        former=(*away, Former(name, player.owner, state.now)),
        judge=player.owner if state.judge == name else state.judge,
        removal=tuple(each for each in state.removal if each != name),
    )
    for trade in state.trades:
        if trade.status == OPEN and name in (trade.proposer, trade.partner):
            act.state = with_trade(act.state, replace(trade, status=CANCELLED))
            act.say("{} is cancelled", trade.id)
