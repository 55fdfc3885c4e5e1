"""Where players are, and putting them elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.cycle15.state import START, Space, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.state import replace, with_player

MOST = 1000  # spaces that the bot goes along in one way


def place(act: ActionContext[State], who: str, space: int) -> None:
    """Set a player's location; nothing follows from that alone."""
    player = act.state.players[who]
    if player.location != space:
        act.state = with_player(act.state, replace(player, location=space))


def where(state: State, who: str) -> int:
    """The space that a player is on: the initial space where their own is gone."""
    space: int = state.players[who].location
    return space if space in state.spaces else START


def players_on(state: State, *spaces: int) -> tuple[str, ...]:
    """Who is on these spaces, in table order."""
    return tuple(name for name, player in state.players.items() if player.location in spaces)


def others_on(state: State, who: str, space: int) -> tuple[str, ...]:
    """Who else is on a space, in table order."""
    return tuple(name for name in players_on(state, space) if name != who)


def put_space(state: State, *spaces: Space) -> State:
    """Spaces with new values in the place of the old ones; new spaces come last, and follow no others yet."""
    old, given = state.spaces, {space.id: space for space in spaces}
    new = tuple(id_ for id_ in given if id_ not in old)
    if new:
        old = {id_: _not_before(space, new) for id_, space in old.items()}
    return replace(state, spaces={**old, **given})


def _not_before(space: Space, new: Sequence[int]) -> Space:
    kept = tuple(each for each in space.successors if each not in new)
    return space if kept == space.successors else replace(space, successors=kept)


def by_id(spaces: Iterable[int]) -> tuple[int, ...]:
    """Spaces in their published order: by identifier, each once."""
    return tuple(sorted(dict.fromkeys(spaces)))
