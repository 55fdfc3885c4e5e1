"""Cycle 15 of Infinite Nomic as a game: a board with loops and wheels, crystals and garbage.

The board as a picture: a group for each line or loop, marks where ways leave or join it.

A line leads from each of its spaces to the one with the next greater identifier; a loop also from
its last to its first. Decisions: a run does not go from one side of 0 to the other, so that a board
and its mirror image are told apart. What is in no such run may be in one whose identifiers shrink;
people lay a negative side out in that way, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from msgspec import Struct

from rules.common import game_on_pages, judges
from rules.common.game_on_pages import GameOnPages
from rules.common.judges import JUDGES
from rules.common.players import BEGINS, begin, on_time, schedule
from rules.common.sections import Section, first_of, settle
from rules.cycle15 import (
    garbage,
    movement,
    party,
    path,
    possessions,
    proceedings,
    spaces,
    taking_back,
    types,
)
from rules.cycle15.items import grants, using_items
from rules.cycle15.items.using_items import MACGYVER
from rules.cycle15.movement import MOVE
from rules.cycle15.page import PAGE, STATEMENTS, to_json
from rules.cycle15.proceedings import PROPOSALS, TRADING
from rules.cycle15.space_types import TYPES
from rules.cycle15.spaces import CATEGORIES
from rules.cycle15.state import ASPECTS, CRYSTAL, Context, Player, Space, State
from wikibot.game.engine.standing_rolls import when_over
from wikibot.game.game import MainNumber
from wikibot.game.picture import Edge, EdgeKind, Group, LegendEntry, Picture, PictureCell, in_rows
from wikibot.game.state import held_events
from wikibot.sdk import Event, Rulebook, Unit, Verb, replace
from wikibot.wikitext.dialect import sort_key
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import roman

# -- The board as a picture: a group for each line or loop, marks where ways leave or join it ------

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
    if single:
        title = "Single spaces" if len(single) > 1 else "Single space"
        groups.append(Group(title, in_rows(single), header=_HEADER))
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
        "The board of Cycle 15", facts, tuple(groups), edges, tuple(_legend(state)),
        tuple(state.players),
    )  # fmt: skip


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
    title = say("Line {} → {}", first, last)
    if line.loop:
        title = say("Loop {} → {} → {}", first, last, first)
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
        others = len(spaces) - MOST_WAYS
        more = f" {say('and {} more', others)}" if others > 0 else ""
        yield f"{arrow}\u00a0{', '.join(map(str, sorted(spaces)[:MOST_WAYS]))}{more}"


def _title(space: Space, players: Sequence[str]) -> str:
    leads = ", ".join(map(str, sorted(space.successors))) or say("nowhere")
    traps = ""
    if space.boulder_path:
        traps = say("; boulder path {}", " ".join(map(str, space.boulder_path)))
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
    yield LegendEntry("→ 20", say("leads to space {}", 20))
    yield LegendEntry("← 18", say("reached from space {}", 18))


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


# ==================================================================================================
# Ruleset section Time: phases come and go; what happens at an instant happens in a fixed order.
#
# Votes that end are counted first: proposals, then votes of confidence and the election of a
# judge; trades lapse. When a phase begins: the moves of the last one are forgotten but for who
# moved, with the rolls that stood for them; effects for one phase end, and former players who may
# join again are forgotten. Then players become reputable. Decision: no timed event fires once the
# cycle is over.

NAME = "time passes"
_PROCEEDINGS = (PROPOSALS, JUDGES, TRADING)


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event."""
    if state.winners:
        return None
    time = schedule(book).end(state.now)
    reputable = proceedings.next_reputable(state, book)
    time = time if reputable is None else min(time, reputable)
    return first_of(_PROCEEDINGS, state, book, Event(time, NAME))


def bears_on_time(state: State, book: Rulebook) -> tuple[object, ...]:
    """All of a state that :func:`next_event` looks at, beside the time."""
    held = book.found_in(state.pending, held_events)
    votes = book.found_in_parts((state.proposals,), PROPOSALS.ends, state)
    ruling = book.found_in_parts((state.requests, state.candidacies), JUDGES.ends, state)
    lapse = book.found_in_parts((state.trades,), TRADING.ends, state)
    joined = proceedings.joined(state, book)
    return (state.winners, state.started, joined, held, votes, ruling, lapse)


def pass_time(act: Context, event: Event) -> None:
    """Let everything happen that is due at the act's instant."""
    if event.name in PARTS:  # one that was held
        PARTS[event.name](act, event.data)
        return
    settle(_PROCEEDINGS, act)
    if event.name != NAME:
        return
    if schedule(act.book).start(act.now) == act.now:
        act.happen(BEGINS, lambda: begin_phase(act), what="the beginning of a phase")
    for name in proceedings.newly_reputable(act.state, act.book, act.now):
        proceedings.welcome(act, name)


def begin_phase(act: Context) -> None:
    """Begin the next phase."""
    begin(act)
    phase, extra = act.state.phase, dict.fromkeys(move.player for move in act.state.moves)
    players = {
        name: _rested(player, phase, moved=name in extra)
        for name, player in act.state.players.items()
    }
    state = when_over(act.state, (MOVE, MACGYVER))
    act.state = replace(state, moves=(), players=players)


def _rested(player: Player, phase: int, *, moved: bool) -> Player:
    phases = tuple(each for each in player.moved if each >= phase - 1)
    if moved and phase - 1 not in phases:
        phases = (*phases, phase - 1)
    effects = tuple(e for e in player.effects if e.phase is None or e.phase >= phase)
    if phases == player.moved and effects == player.effects:
        return player
    return replace(player, moved=phases, effects=effects)


PARTS: Mapping[str, Callable[[Context, str], None]] = {
    BEGINS: lambda act, _: begin_phase(act),
    proceedings.WELCOME: proceedings.welcome,
    proceedings.GRANT: proceedings.grant_again,
}
RULES = Section(implements=on_time(PARTS))


# == Cycle 15 of Infinite Nomic as a game: a board with loops and wheels, crystals and garbage =====

AMENDED = "Cycle 15, amended"  # what items of the game make of some rules


class Cycle15(GameOnPages[State]):
    """The game, wired together out of its sections."""

    name = "cycle15"
    title = "Infinite Nomic, Cycle 15"
    showcase = True
    sections = (
        game_on_pages.RULES, RULES, proceedings.ON_PLAYERS, movement.RULES, types.RULES,
        spaces.RULES, spaces.ON_BOARD, spaces.ON_UNIQUE_TYPES, garbage.RULES, using_items.RULES,
        grants.RULES, possessions.RULES, path.RULES, party.RULES, taking_back.RULES,
        proceedings.RULES, judges.section(proceedings.PROPOSALS), proceedings.TRADES,
        movement.REPLAYING, path.ON_DELEGATION, party.ON_WINNING,
    )  # fmt: skip
    package = __package__
    catalogues = (garbage.CATALOGUE,)
    rulesets = (("Cycle 15", AMENDED), ("Cycle 15 early", AMENDED), ("demo", AMENDED))
    on_page = PAGE
    in_words = STATEMENTS
    to_json = staticmethod(to_json)
    picture = staticmethod(picture)
    next_event = staticmethod(next_event)
    bears_on_time = staticmethod(bears_on_time)
    others_may_roll = staticmethod(taking_back.others_may_roll)
    ends_by = party.WINNING
    aspects = ASPECTS
    main_number = MainNumber("Crystals", lambda player: player.items.get(CRYSTAL, 0))

    def world_of(self, unit: Unit) -> Any:
        if unit.catalogue != garbage.SECTION and not types.is_of_type(unit):
            return None
        from rules.cycle15.items.own_words import ITEMS, TYPES

        return ITEMS if unit.catalogue else TYPES

    def over(self, state: State, verb: Verb, player: str, line: str) -> str:
        if not state.winners or using_items.undoes_a_win(state, verb, player, line):
            return ""
        return say("the cycle is over: {} won", ", ".join(state.winners))

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        items, types = garbage.items_in_play(state, book).names, spaces.known_types(book)
        names = (super().names(state, book), items, types.names)
        return book.found_in_parts(names, _joined, names)

    def dangling(self, state: State, book: Rulebook) -> Mapping[str, str]:
        named = [
            (say("{} is on space {}", name, str(each.location)), each.location)
            for name, each in state.players.items()
        ]
        ways = ((each.id, to) for each in state.spaces.values() for to in each.successors)
        named += [(say("{} leads to {}", here, to), to) for here, to in ways]

        def remedy(to: int) -> str:
            near = sorted(sorted(state.spaces, key=lambda space: abs(space - to))[:4])
            what = later("the nearest are {0}; `correct space {1} is Blank` makes it")
            return say(what, ", ".join(map(str, near)), to)

        return {said: remedy(to) for said, to in named if to not in state.spaces}

    def standing(self, state: State, player: str) -> str:
        where = say("space {}", str(state.players[player].location))
        return ", ".join(filter(None, (where, super().standing(state, player))))

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        return ("Space", "Phase")

    def handle_event(self, act: Context, event: Event) -> None:
        pass_time(act, event)
        if act.state.phase != act.before.phase:
            garbage.note_carried_out(act)


def _joined(names: Iterable[Iterable[str]], book: Rulebook) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(names)))


GAME = Cycle15()
