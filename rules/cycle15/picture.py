"""The board as a picture: a group for each line or loop, marks where ways leave or join it.

A line leads from each of its spaces to the one with the next greater identifier; a loop also from
its last to its first. Decisions: a run does not go from one side of 0 to the other, so that a board
and its mirror image are told apart. What is in no such run may be in one whose identifiers shrink;
people lay a negative side out in that way, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from rules.cycle15.board.spaces import CATEGORIES
from rules.cycle15.board.types import TYPES
from rules.cycle15.state import Space, State
from wikibot.game.board.picture import (
    Edge,
    EdgeKind,
    Group,
    LegendEntry,
    Picture,
    PictureCell,
    in_rows,
)
from wikibot.game.calendar import roman
from wikibot.sdk import Rulebook
from wikibot.wikitext.dialect import sort_key
from wikibot.wikitext.messages import say

MOST_WAYS = 6  # marked on one space
OTHER = "grey"  # types that are not implemented
COLOURS = {kind.name: kind.colour for kind in TYPES}
SIGNS = {kind.name: kind.sign for kind in TYPES}
UNKNOWN = "?"
_HEADER = "Space"  # of the table


def picture(state: State, book: Rulebook) -> Picture:
    """The whole board."""
    runs = lines(state)
    # The ways that do not lead from a space of a run to the next one in it.
    following = {a: b for line in runs for a, b in pairwise(line.spaces)}
    ways = (
        (space, after) for space in state.spaces for after in sorted(state.spaces[space].successors)
    )
    branches = tuple((space, after) for space, after in ways if following.get(space) != after)
    cells = _cells(state, branches)
    groups = [_group(line, cells) for line in runs if len(line.spaces) > 1]
    single = [cells[line.spaces[0]] for line in runs if len(line.spaces) == 1]
    groups += (
        [
            Group(
                "Single spaces" if len(single) > 1 else "Single space",
                in_rows(single),
                header=_HEADER,
            )
        ]
        if single
        else []
    )
    lost = tuple(
        name for name, player in state.players.items() if player.location not in state.spaces
    )
    facts = (*_facts(state), *(say("on no space: {}", name) for name in lost))
    steps = (Edge(str(a), str(b)) for line in runs for a, b in pairwise(line.spaces))
    edges = (
        *steps,
        *(Edge(str(a), str(b), EdgeKind.BRANCH) for a, b in branches if a != b and b in cells),
    )
    return Picture(
        "The board of Cycle 15",
        facts,
        tuple(groups),
        edges,
        tuple(_legend(state)),
        tuple(state.players),
    )


def sign(space: Space) -> str:
    """The sign of a space's type; of a category's space, its letter and that of its pseudo-type."""
    if space.type in CATEGORIES:
        return space.type[0].lower() + SIGNS.get(space.pseudo_type or "", UNKNOWN)
    return SIGNS.get(space.type, UNKNOWN)


def _facts(state: State) -> Iterator[str]:
    yield say("Phase {}", roman(state.phase))
    if state.wheel_rotation is not None:
        yield say("wheel rotation {}", state.wheel_rotation)
    if state.party:
        yield say("party time")
    if state.winners:
        yield say("won by {}", ", ".join(state.winners))


def _group(line: BoardLine, cells: Mapping[int, PictureCell]) -> Group:
    first, last = line.spaces[0], line.spaces[-1]
    title = (
        say("Loop {} → {} → {}", first, last, first)
        if line.loop
        else say("Line {} → {}", first, last)
    )
    return Group(title, in_rows(cells[space] for space in line.spaces), header=_HEADER)


def _cells(state: State, branches: Iterable[tuple[int, int]]) -> Mapping[int, PictureCell]:
    here, out, back = (defaultdict[int, list[Any]](list) for _ in range(3))
    for name, player in state.players.items():
        here[player.location].append(name)
    for space, after in branches:
        out[space].append(after)
        back[after].append(space)
    return {
        number: PictureCell(
            str(number), 0, 0, str(number), sign(space), _colour(space),
            _title(space, here[number]),
            (*_mark("→", out[number]), *_mark("←", back[number])), tuple(here[number]),
        )
        for number, space in state.spaces.items()
    }  # fmt: skip


def _mark(arrow: str, spaces: Sequence[int]) -> Iterator[str]:
    if spaces:
        more = say(" and {} more", len(spaces) - MOST_WAYS) if len(spaces) > MOST_WAYS else ""
        yield f"{arrow}\u00a0{', '.join(map(str, sorted(spaces)[:MOST_WAYS]))}{more}"


def _title(space: Space, players: Sequence[str]) -> str:
    leads = ", ".join(map(str, sorted(space.successors))) or say("nowhere")
    traps = (
        say("; boulder path {}", " ".join(map(str, space.boulder_path)))
        if space.boulder_path
        else ""
    )
    who = say("; here: {}", ", ".join(players)) if players else ""
    return say("Space {}: {}; leads to {}{}{}", space.id, _type(space), leads, traps, who)


def _legend(state: State) -> Iterator[LegendEntry]:
    """Each type that is on the board, once; the commonest come first."""
    kinds: dict[tuple[str, str, str], int] = {}
    for space in state.spaces.values():
        kind = (sign(space), _type(space), _colour(space))
        kinds[kind] = kinds.get(kind, 0) + 1
    for mark, name, colour in sorted(kinds, key=lambda kind: (-kinds[kind], sort_key(kind[1]))):
        yield LegendEntry(mark, name, colour)
    yield LegendEntry("→ 20", "leads to space 20")
    yield LegendEntry("← 18", "reached from space 18")


def _type(space: Space) -> str:
    return f"{space.type} ({space.pseudo_type})" if space.pseudo_type else space.type


def _colour(space: Space) -> str:
    return COLOURS.get(space.pseudo_type or space.type, OTHER)


class BoardLine(Struct, frozen=True):
    """A run of spaces in the order of the way; ``loop`` when the first also follows the last."""

    spaces: tuple[int, ...]
    loop: bool


def lines(state: State) -> tuple[BoardLine, ...]:
    """The longest runs of the board, those nearest to space 0 first; others are runs of one."""
    growing = _runs(state, state.spaces, 1)
    runs = [run for run in growing if len(run) > 1]
    runs += _runs(state, [run[0] for run in growing if len(run) == 1], -1)
    found = (
        BoardLine(run, len(run) > 1 and run[0] in state.spaces[run[-1]].successors) for run in runs
    )
    return tuple(
        sorted(found, key=lambda line: min((abs(space), space < 0) for space in line.spaces))
    )


def _runs(state: State, spaces: Iterable[int], step: int) -> list[tuple[int, ...]]:
    """All of some spaces in runs whose identifiers change by one step."""
    mine = dict.fromkeys(spaces)
    following = {
        space: space + step
        for space in mine
        if space + step in mine
        and (space < 0) is (space + step < 0)
        and space + step in state.spaces[space].successors
    }
    behind = frozenset(following.values())
    runs = []
    for start in (space for space in mine if space not in behind):
        run = [start]
        while run[-1] in following:
            run.append(following[run[-1]])
        runs.append(tuple(run))
    return runs
