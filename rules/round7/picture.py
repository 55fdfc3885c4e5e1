"""The board as a picture: it grows upwards, features by sign, Jail and Gulag beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from rules.round7 import naming
from rules.round7.board import FeatureType, LandingEffects
from rules.round7.state import FIRST, GULAG, JAIL, State
from wikibot.game.board.picture import (
    TURN,
    Edge,
    EdgeKind,
    Group,
    LegendEntry,
    Picture,
    PictureCell,
)
from wikibot.sdk import Rulebook
from wikibot.wikitext.dialect import sort_key
from wikibot.wikitext.messages import say

ACROSS = 6  # spaces in a row, so that a phone shows them side by side
MOST = 600  # spaces; a board beyond that is a mistake, or no picture any more
TIED = "\u00a0"  # a space at which no line is broken
UNKNOWN = FeatureType("", "?", "grey")
FRONTIER = "^"  # its sign
Links = Sequence[tuple[int, int]]  # where a snake or a ladder takes a player on, and to where
Types = Mapping[str, FeatureType]


class _Space(Struct, frozen=True):
    """A primary space, with the types of its features that have one."""

    number: int
    features: tuple[str, ...]
    is_frontier: bool

    def kinds(self, types: Types) -> list[FeatureType]:
        """The types of its features; of those the first one gives its colour."""
        found = (types.get(naming.type_of(each), UNKNOWN) for each in self.features)
        return sorted(found, key=lambda kind: kind.rank)


def picture(state: State, book: Rulebook, effects: LandingEffects) -> Picture:
    """The whole board."""
    title, links, types = "The board of Round 7", _links(state), effects.features
    if state.highest > MOST:
        return Picture(
            title, (*_facts(state), say("{} spaces are too many to draw", state.highest))
        )
    spaces = [
        _Space(number, effects.on_space(state, book, number), number == state.highest)
        for number in range(FIRST, state.highest + 1)
    ]
    cells = sorted((_cell(state, each, links, types) for each in spaces), key=_as_read)
    groups = (
        Group("The board", tuple(cells), grid=True, header="Space"),
        Group("Beside it", (_beside(state, JAIL, 0, "brown"), _beside(state, GULAG, 1, "red"))),
    )
    steps = (Edge(str(space), str(space + 1)) for space in range(FIRST, state.highest))
    edges = (
        Edge(str(start), str(end), EdgeKind.UP if end > start else EdgeKind.DOWN)
        for start, end in links
    )
    legend = tuple(_legend(spaces, links, types))
    return Picture(
        title, tuple(_facts(state)), groups, (*steps, *edges), legend, tuple(state.players)
    )


def _facts(state: State) -> Iterator[str]:
    yield f"Turn of {state.turn.player}" if state.turn else say("No player's turn")
    if state.turn and state.turn.frontier:
        yield say("new territory waits to be explored")
    if state.cop_health is not None and naming.where(state, naming.COP_CAR) is not None:
        yield say("the Cop Car has health {}", state.cop_health)
    if state.winners:
        yield say("won by {}", ", ".join(state.winners))


def _as_read(cell: PictureCell) -> tuple[int, int]:
    """Row by row from the top."""
    return cell.y, cell.x


def _cell(state: State, space: _Space, links: Links, types: Types) -> PictureCell:
    """A space; every second row runs to the left."""
    row, step = divmod(space.number - FIRST, ACROSS)
    column = step if row % 2 == 0 else ACROSS - 1 - step
    top, kinds, here = (state.highest - FIRST) // ACROSS, space.kinds(types), str(space.number)
    signs = dict.fromkeys(types.get(naming.type_of(e), UNKNOWN).sign for e in space.features)
    marks = [f"{'↑' if end > space.number else '↓'}{TIED}{end}"
             for start, end in links if start == space.number]  # fmt: skip
    marks += filter(None, (_mark(each, types) for each in space.features))
    what = [*space.features, *(["The Frontier"] if space.is_frontier else [])]
    players = [name for name, each in state.players.items() if each.space == space.number]
    title = say("Space {}", here) + (f": {', '.join(what)}" if what else "")
    title += say("; here: {}", ", ".join(players)) if players else ""
    colour = kinds[0].colour if kinds else "sky" if space.is_frontier else "white"
    return PictureCell(
        here, column, top - row, here, "".join(signs) + (FRONTIER if space.is_frontier else ""),
        colour, title, tuple(marks), _marked(state, players),
    )  # fmt: skip


def _mark(feature: str, types: Types) -> str:
    """A house or a town in few letters: ``h2 Ann``, ``t Rome``; "" for other features."""
    house, name = naming.house(feature), naming.town(feature)
    if house:
        return f"{types[naming.HOUSE].sign}{house.power}{TIED}{house.owner}"
    return f"{types[naming.TOWN].sign}{TIED}{name}" if name else ""


def _marked(state: State, names: Iterable[str]) -> tuple[str, ...]:
    turn = state.turn.player if state.turn else None
    return tuple(f"{TURN}{name}" if name == turn else name for name in names)


def _beside(state: State, place: str, number: int, colour: str) -> PictureCell:
    names = [name for name, each in state.players.items() if each.space == place]
    title = f"{place}: {', '.join(names) or 'empty'}"
    return PictureCell(place, number, 0, place, "", colour, title, (), _marked(state, names))


def _links(state: State) -> Links:
    """The snakes and ladders that have both ends, by type and number."""
    ends: dict[tuple[str, int], dict[str, int]] = {}
    for space, feature in naming.placed(state):
        end = naming.paired(feature)
        if end:
            ends.setdefault((end.type, end.pair), {})[end.end] = space
    whole = ((kind, both) for (kind, _), both in sorted(ends.items()) if len(both) == 2)
    return [
        (both["U"], both["L"]) if kind == naming.SNAKE else (both["L"], both["U"])
        for kind, both in whole
    ]


def _legend(spaces: Iterable[_Space], links: Links, types: Types) -> Iterator[LegendEntry]:
    there = {naming.type_of(feature) for each in spaces for feature in each.features}
    kinds = sorted(there, key=sort_key)
    for kind in kinds:
        found = types.get(kind, UNKNOWN)
        yield LegendEntry(found.sign, kind, found.colour)
    yield LegendEntry(FRONTIER, "The Frontier", "sky")
    if naming.HOUSE in kinds:
        yield LegendEntry(f"{types[naming.HOUSE].sign}2{TIED}Ann", "Ann's House 2")
    if links:
        yield LegendEntry(f"↑{TIED}9", "a ladder to space 9")
        yield LegendEntry(f"↓{TIED}3", "a snake to space 3")
    yield LegendEntry(TURN.strip(), "whose turn it is")
