"""The board as a picture: each line or loop a group, types by colour and sign, marks where ways leave a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.cycle15.board.lines import Line, lines
from rules.cycle15.drawing import sign
from rules.cycle15.state import Space, State
from wikibot.game.calendar import roman
from wikibot.game.picture import Cell, Edge, Entry, Group, Picture, Way, in_rows
from wikibot.game.rulebook import Rulebook

MOST_WAYS = 6  # marked on one space
OTHER = "grey"  # types of a page that nobody implemented
COLOURS = {
    "Blank": "white", "Crystal": "sky", "Crystal Orb": "purple", "Crystal Forge": "orange", "Crystal Beam": "lime",
    "Garbage Pile": "brown", "Boulder Trap": "sand", "Stop Sign": "red", "Oil Spill": "olive", "Thin Ice": "ice",
    "Shard Pile": "blue", "Casino": "gold", "Teleporter": "violet", "Geyser": "teal", "Dance Pad": "pink",
    "Disco Ball": "yellow", "Geode": "green", "Spin-up Spinner": "green", "Spin-down Spinner": "olive",
}  # fmt: skip


def picture(state: State, book: Rulebook) -> Picture:
    """The whole board."""
    del book
    here: dict[int, tuple[str, ...]] = {}
    for name, player in state.players.items():
        here[player.location] = (*here.get(player.location, ()), name)
    runs = lines(state)
    groups = [_group(state, line, here) for line in runs if len(line.spaces) > 1]
    single = [_cell(state, line.spaces[0], None, here) for line in runs if len(line.spaces) == 1]
    groups += [Group("Single spaces" if len(single) > 1 else "Single space", in_rows(single))] if single else []
    lost = tuple(name for name, player in state.players.items() if player.location not in state.spaces)
    facts = (*_facts(state), *(f"on no space: {name}" for name in lost))
    edges = tuple(edge for line in runs for edge in _edges(state, line))
    return Picture("The board of Cycle 15", facts, tuple(groups), edges, tuple(_legend(state)))


def _facts(state: State) -> Iterator[str]:
    yield f"Phase {roman(state.phase)}"
    if state.wheel_rotation is not None:
        yield f"wheel rotation {state.wheel_rotation}"
    if state.party:
        yield "party time"
    if state.winners:
        yield f"won by {', '.join(state.winners)}"


def _group(state: State, line: Line, here: Mapping[int, tuple[str, ...]]) -> Group:
    first, last = line.spaces[0], line.spaces[-1]
    title = f"Loop {first} → {last} → {first}" if line.loop else f"Line {first} → {last}"
    following = _following(line)
    return Group(title, in_rows(_cell(state, space, following.get(space), here) for space in line.spaces))


def _following(line: Line) -> Mapping[int, int]:
    """The next space along the line, for each that has one."""
    found = dict(zip(line.spaces, line.spaces[1:], strict=False))
    return {**found, line.spaces[-1]: line.spaces[0]} if line.loop else found


def _cell(state: State, number: int, after: int | None, here: Mapping[int, tuple[str, ...]]) -> Cell:
    space = state.spaces[number]
    ways = [each for each in sorted(space.successors) if each != after]
    shown, more = ways[:MOST_WAYS], len(ways) - MOST_WAYS
    marks = ("→ " + ", ".join(map(str, shown)) + (f" and {more} more" if more > 0 else ""),) if ways else ()
    players = here.get(number, ())
    return Cell(str(number), 0, 0, str(number), sign(space), _colour(space), _title(space, players), marks, players)


def _title(space: Space, players: tuple[str, ...]) -> str:
    leads = ", ".join(map(str, sorted(space.successors))) or "nowhere"
    traps = f"; boulder path {' '.join(map(str, space.boulder_path))}" if space.boulder_path else ""
    who = f"; here: {', '.join(players)}" if players else ""
    return f"Space {space.id}: {_type(space)}; leads to {leads}{traps}{who}"


def _edges(state: State, line: Line) -> Iterator[Edge]:
    following = _following(line)
    for space in line.spaces:
        for after in state.spaces[space].successors:
            if after in state.spaces and after != space:
                yield Edge(str(space), str(after), Way.STEP if following.get(space) == after else Way.BRANCH)


def _legend(state: State) -> Iterator[Entry]:
    """Each type that is on the board, once; the commonest come first."""
    kinds: dict[tuple[str, str, str], int] = {}
    for space in state.spaces.values():
        kind = (sign(space), _type(space), _colour(space))
        kinds[kind] = kinds.get(kind, 0) + 1
    for mark, name, colour in sorted(kinds, key=lambda kind: (-kinds[kind], kind[1])):
        yield Entry(mark, name, colour)
    yield Entry("→ 20", "leads to space 20, too")


def _type(space: Space) -> str:
    return f"{space.type} ({space.pseudo_type})" if space.pseudo_type else space.type


def _colour(space: Space) -> str:
    return COLOURS.get(space.pseudo_type or space.type, OTHER)
