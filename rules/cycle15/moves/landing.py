"""What follows when a player lands on a space: dancing, the space's own effect, its next pseudo-type, pings.

Decision on the order, which the rules leave open: what depends on who stands there comes first,
then the effect of the space, then the change of a category's pseudo-type. A space that an item
makes Blank for this move is not a category in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.cycle15.board.categories import after_landing
from rules.cycle15.moves import dancing, pinging
from rules.cycle15.moves.path import is_ignored, kind_at
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext


def land(act: ActionContext[State], who: str, space: int, ignoring: Sequence[str] = ()) -> None:
    """Let everything happen that landing on a space brings about."""
    kind = kind_at(act, space, ignoring)
    pinging.offer(act, who, space)
    dancing.dance(act, who, space)
    ignored = bool(ignoring) and is_ignored(act.state.spaces[space], ignoring)
    if kind.landing:
        kind.landing(act, who, space)
    if not ignored:
        after_landing(act, space)
