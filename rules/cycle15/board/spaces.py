"""Ruleset sections Board, Spaces and Connections Between Spaces: who is where, what follows what.

Space 0 exists; sets of successors hold spaces only; a player whose space is gone is on the initial
space. Decisions: what a page says otherwise is put right when an action or time next changes
something, not upon reading, so that people can write a board row by row, by hand or with
``correct``; until then nothing follows from it. A space that is created comes without predecessors,
whatever sets named its identifier before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.common.sections import Section
from rules.cycle15.state import START, Context, Player, Space, State, with_start
from wikibot.game.changes import put_in
from wikibot.game.ruleset.of_each import Astray
from wikibot.sdk import Bears, Implementation, Rulebook, replace, with_player
from wikibot.wikitext.messages import say

MOST = 1000  # spaces that the bot goes along in one way


# -- players and spaces ----------------------------------------------------------------------------


def place(act: Context, who: str, space: int) -> None:
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
    """Spaces with new values in place of the old ones; new ones come last and follow none yet."""
    old, given = state.spaces, {space.id: space for space in spaces}
    new = tuple(id_ for id_ in given if id_ not in old)
    if not new:
        return replace(state, spaces=put_in(old, given))
    old = {id_: _not_before(space, new) for id_, space in old.items()}
    return replace(state, spaces={**old, **given})


def _not_before(space: Space, new: Sequence[int]) -> Space:
    kept = tuple(each for each in space.successors if each not in new)
    return space if kept == space.successors else replace(space, successors=kept)


def by_id(spaces: Iterable[int]) -> tuple[int, ...]:
    """Spaces in their published order: by identifier, each once."""
    return tuple(sorted(dict.fromkeys(spaces)))


# -- successors ------------------------------------------------------------------------------------


def successors(state: State, space: int) -> tuple[int, ...]:
    """The existing spaces that follow one, by identifier."""
    spaces = state.spaces
    found = spaces[space].successors
    if len(found) == 1:
        return found if found[0] in spaces else ()
    return by_id(each for each in found if each in spaces)


def predecessors(state: State, space: int) -> tuple[int, ...]:
    """The spaces that precede one, by identifier."""
    return by_id(each.id for each in state.spaces.values() if space in each.successors)


def connect(state: State, pairs: Iterable[tuple[int, int]]) -> State:
    """Make the second of each pair a successor of the first, where both are spaces."""
    new: dict[int, Space] = {}
    for first, second in pairs:
        space = new.get(first) or state.spaces.get(first)
        if space and second in state.spaces and second not in space.successors:
            new[first] = replace(space, successors=by_id((*space.successors, second)))
    return put_space(state, *new.values()) if new else state


def disconnect(state: State, pairs: Iterable[tuple[int, int]]) -> State:
    """Let the second of each pair succeed the first no more."""
    new: dict[int, Space] = {}
    for first, second in pairs:
        space = new.get(first) or state.spaces.get(first)
        if space and second in space.successors:
            kept = tuple(each for each in space.successors if each != second)
            new[first] = replace(space, successors=kept)
    return put_space(state, *new.values()) if new else state


# -- what holds at any time ------------------------------------------------------------------------


STRANDED = Astray[str, Player](lambda player, spaces: player.location not in spaces)
LEADING_ASTRAY = Astray[int, Space](
    lambda space, spaces: not all(map(spaces.__contains__, space.successors))
)


def _cleaned(state: State, book: Rulebook) -> list[Space]:
    """The spaces whose sets of successors name what is not a space, as they will be."""
    astray = book.found_in((state.spaces, state.spaces), LEADING_ASTRAY)
    spaces = [state.spaces[id_] for id_ in astray]
    return [
        replace(each, successors=tuple(s for s in each.successors if s in state.spaces))
        for each in spaces
    ]


def keep_whole(act: Context) -> None:
    """Put the board in order: after it or a player changed, and upon timed events."""
    timed = act.order is None
    if act.state.spaces is not act.before.spaces or timed:
        if START not in act.state.spaces:
            act.state = replace(act.state, spaces=with_start(act.state.spaces))
        new = _cleaned(act.state, act.book)
        act.state = put_space(act.state, *new) if new else act.state
    spaces = act.state.spaces
    if spaces is act.before.spaces and act.state.players is act.before.players and not timed:
        return  # a log leads to the same state, also where a line counts in it that was not played
    for name in act.book.found_in((act.state.players, spaces), STRANDED):
        was = say("{} was on {}", name, act.state.players[name].location)
        place(act, name, START)
        act.say("{}, which is not a space, and is now at {}", was, START)


_ON_SPACES = Bears(changes=("locations", "spaces"))
RULES = Section(
    implements=(
        Implementation(
            "Board",
            bears=Bears(changes=("locations",)),
            says="each player is on a space; a player on no space comes to the initial one",
        ),
        Implementation(
            "Spaces",
            bears=_ON_SPACES,
            says="there is always a space 0; a space without a type is Blank; numbers are unique",
        ),
        Implementation(
            "Connections Between Spaces",
            bears=_ON_SPACES,
            says="successors that are not spaces are taken off; new spaces have none",
        ),
    ),
    after_action=keep_whole,
)
