"""Cycle 14 of Infinite Nomic: an obelisk comes nearer, and players work together against it.

The drawing of Cycle 14 as a picture: the Obelisk's way, pots, gatherings, a map of landmarks.

The map shows only as much of the land as has something on it, in square places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import cos, radians, sin
from typing import Any

from rules.common.game_on_pages import KERNEL, GameOnPages
from rules.common.judges import JUDGES
from rules.common.players import BEGINS, begin, on_time, schedule
from rules.common.sections import Section, first_of, settle, settled
from rules.cycle14 import components, gatherings, herbalism, obelisk, proposals, rituals, tasks
from rules.cycle14.gatherings import STARTING
from rules.cycle14.obelisk import OBSERVE, early
from rules.cycle14.page import PAGE, STATEMENTS, to_json
from rules.cycle14.proposals import PROPOSALS, TRADING
from rules.cycle14.rituals import DISPLACES
from rules.cycle14.state import Context, Gathering, Landmark, Place, Pot, State
from wikibot.game.engine.standing_rolls import when_over
from wikibot.game.game import MainNumber
from wikibot.game.picture import Group, LegendEntry, Picture, PictureCell, in_rows
from wikibot.game.ruleset.implementations import InWords
from wikibot.sdk import Event, Refused, Rulebook, Unit, Verb, counted, fold, replace, week_start
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.numerals import roman

# -- The drawing of Cycle 14 as a picture: the Obelisk's way, pots, gatherings, a map of landmarks -

PLACES = 11  # of the map at the most, from one side to the other
ACROSS = 6  # kilometres of the way, or pots, in a row, so that a phone shows them side by side
GROWN, GROWING, EMPTY = "❦", "⚘", "○"
POTS = {
    GROWN: (later("fully grown"), "green"),
    GROWING: (later("still growing"), "lime"),
    EMPTY: (later("an empty pot"), "white"),
}
LONGEST = 40  # kilometres of the way that are drawn; the Obelisk's own place always is
MapPlace = tuple[int, int]  # of the map, from 0: to the right and downwards


def picture(state: State, book: Rulebook) -> Picture:
    """The whole board."""
    groups = [Group(say("The Obelisk's way"), in_rows(_way(state, book), ACROSS))]
    if state.pots:
        pots = in_rows((_pot(pot, book) for pot in state.pots), ACROSS)
        groups.append(Group("Greenhouse Botania", pots, header="Pot"))
    if state.running:
        cells = in_rows((_gathering(each, book) for each in state.running), ACROSS)
        groups.append(Group(say("Gatherings"), cells))
    if state.landmarks:
        groups.append(_map(state.landmarks))
    facts, legend = tuple(_facts(state, book)), tuple(_legend(state, book))
    return Picture("The board of Cycle 14", facts, tuple(groups), (), legend, tuple(state.players))


def _facts(state: State, book: Rulebook) -> Iterator[str]:
    yield say("Phase {}", roman(state.phase))
    yield f"{state.season} ({say('early') if early(state, book) else say('late')})"
    if state.boosted:
        yield say("the gains are boosted")
    yield say("in the storehouse: {}", components.components(book).amount(state.storehouse))
    if state.lost:
        yield say("the cycle is lost")
    if state.winners:
        yield say("won by {}", ", ".join(state.winners))


def _legend(state: State, book: Rulebook) -> Iterator[LegendEntry]:
    yield LegendEntry("▲", say("the Obelisk"), "grey")
    seen = [_sign(pot, book) for pot in state.pots]
    for sign in (each for each in POTS if each in seen):
        yield LegendEntry(sign, say(POTS[sign][0]), POTS[sign][1])
    if state.landmarks:
        yield LegendEntry("T", say("the Town"), "yellow")
    for number, each in enumerate(state.landmarks, 1):
        yield LegendEntry(
            str(number), say("{}: {:g} km at {}°", each.id, each.distance, each.bearing), "green"
        )


# -- the Obelisk's way -----------------------------------------------------------------------------


def _way(state: State, book: Rulebook) -> Iterator[PictureCell]:
    there = max(state.obelisk.distance, 0)
    longest = max(obelisk.first(book).distance, there, 1)
    shown = [*range(min(longest, LONGEST) + 1)]
    if there > LONGEST:
        shown[-1] = there
    for distance in shown:
        name, label = f"km {distance}", f"{distance} km" if distance else "Gates"
        if distance == there:
            title = say("the Obelisk, {} km from the Gates", distance)
            yield PictureCell(name, 0, 0, label, "▲", "grey", title, tuple(_on_stone(state, book)))
        else:
            yield PictureCell(name, 0, 0, label, title=say("{} km from the Gates", distance))


def _on_stone(state: State, book: Rulebook) -> Iterator[str]:
    stone = state.obelisk
    yield counted(stone.cuts, "cut")
    if stone.items:
        yield components.components(book).amount(stone.items)
    if stone.condition:
        yield stone.condition


# -- pots and gatherings ---------------------------------------------------------------------------


def stages(name: str, book: Rulebook) -> int:
    """How many stages of growth a herb has, 0 where that is not known."""
    unit = f"{herbalism.ENCYCLOPAEDIA}: {name}"
    return herbalism.herb(book, name).stages if settled(book, unit) else 0


def _sign(pot: Pot, book: Rulebook) -> str:
    if not pot.herb:
        return EMPTY
    needed = stages(pot.herb, book)
    return GROWN if needed and pot.stage >= needed else GROWING


def _pot(pot: Pot, book: Rulebook) -> PictureCell:
    sign, name = _sign(pot, book), f"pot {pot.id}"
    if not pot.herb:
        return PictureCell(name, 0, 0, pot.id, sign, title=say("{} is empty", retold(name)))
    grown = f"stage {pot.stage} of {stages(pot.herb, book) or '?'}"
    title = say("{} in {}, {}", pot.herb, retold(name), retold(grown))
    return PictureCell(name, 0, 0, pot.id, sign, POTS[sign][1], title, (pot.herb, grown))


def _gathering(each: Gathering, book: Rulebook) -> PictureCell:
    known = components.components(book)
    given = tuple(
        f"{who} {' '.join(known.short(item).strip() for item in items)}"
        for who, items in each.contributions.items()
    )
    about = f"{each.ritual} of {each.victim}" if each.victim else each.ritual
    listed = ", ".join(given) or say("nothing yet")
    title = say("{}: {}, started by {}: {}", each.id, about, each.starter, listed)
    return PictureCell(each.id, 0, 0, each.id, "", "violet", title, (about, *given))


# -- the map ---------------------------------------------------------------------------------------


def _map(landmarks: Sequence[Landmark]) -> Group:
    """The places that have something; several landmarks may share one, and one with the Town."""
    spots = [(0.0, 0.0), *(position(each) for each in landmarks)]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    low, high = min(y for _, y in spots), max(y for _, y in spots)
    each = max(right - left, high - low, 1.0) / (PLACES - 1)  # kilometres from place to place

    def place(x: float, y: float) -> MapPlace:
        return round((x - left) / each), round((high - y) / each)

    there: dict[MapPlace, list[tuple[str, str, str]]] = {}
    there[place(0.0, 0.0)] = [("T", say("the Town"), "yellow")]
    for number, (mark, spot) in enumerate(zip(landmarks, spots[1:], strict=True), 1):
        told = f"{mark.id}: {mark.description}" if mark.description else mark.id
        there.setdefault(place(*spot), []).append((str(number), told, "green"))
    size = 1 + max(x for x, _ in there), 1 + max(y for _, y in there)
    title = say("Around the Town: {:.2g} km a place, north is up", each)
    return Group(title, tuple(_places(there)), grid=True, extent=size)


def _places(there: Mapping[MapPlace, Sequence[tuple[str, str, str]]]) -> Iterator[PictureCell]:
    for (x, y), found in there.items():
        (label, _, colour), *others = found
        also = (" ".join(sign for sign, _, _ in others),) if others else ()
        title = "; ".join(told for _, told, _ in found)
        yield PictureCell(f"map {x} {y}", x, y, label, "", colour, title, also)


def position(mark: Landmark) -> tuple[float, float]:
    """Kilometres east and north of the Town; a bearing of 0 is north, 90 is east."""
    angle = radians(mark.bearing)
    return round(mark.distance * sin(angle), 3), round(mark.distance * cos(angle), 3)


# ==================================================================================================
# Ruleset section Time: what happens at the end of a phase, of a week, and in between, in order.
#
# What players settle among themselves comes first: proposals take effect, votes of confidence and
# elections end, trades lapse. At the end of a phase open gatherings fail. At the end of a week
# the season changes after that, gains are boosted or not, and it is looked where the Obelisk is.
# Former players who may join again are forgotten. Decision: no timed event fires once the cycle
# is over.

NAME = "time passes"
_PROCEEDINGS = (PROPOSALS, JUDGES, TRADING)
_AT_WEEKS_END: Mapping[str, Callable[[Context], None]] = {  # in their order
    obelisk.CHANGES: obelisk.advance,
    gatherings.BOOSTING: gatherings.begin_week,
    obelisk.LOOKING: lambda act: obelisk.end_week(
        act, gatherings.hindrance(act.book, DISPLACES, STARTING)
    ),
}
PARTS = {gatherings.FAILING: gatherings.fail_open, **_AT_WEEKS_END, BEGINS: begin}


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event."""
    if state.over:
        return None
    time = schedule(book).end(state.now)
    return first_of(_PROCEEDINGS, state, book, Event(time, NAME))


def pass_time(act: Context, event: Event) -> None:
    """Let everything happen that is due at the act's instant."""
    if event.name in PARTS:  # one that was held
        PARTS[event.name](act)
        return
    settle(_PROCEEDINGS, act)
    if event.name == NAME:
        gatherings.fail_open(act)
        if week_start(act.now) == act.now:
            for play in _AT_WEEKS_END.values():
                play(act)
            gatherings.forget(act)
            act.state = when_over(act.state, (OBSERVE.name,))
        act.happen(BEGINS, lambda: begin(act), what="the beginning of a phase")


RULES = Section(__name__, on_time(PARTS, gatherings.FAILING))


# == Cycle 14 of Infinite Nomic: an obelisk comes nearer, and players work together against it =====


class Cycle14(GameOnPages[State]):
    """The game, put together out of its sections."""

    name = "cycle14"
    title = "Infinite Nomic, Cycle 14"
    sections = (
        Section(implements=KERNEL), RULES, obelisk.ON_SEASONS, proposals.ON_PLAYERS,
        components.RULES, components.ON_ITEMS, obelisk.RULES, tasks.ON_TASKS, tasks.RULES,
        herbalism.RULES, herbalism.ON_ENCYCLOPAEDIA, tasks.ON_HIKING, gatherings.RULES,
        rituals.RULES, gatherings.ON_CURSES, proposals.ON_STOREHOUSE, proposals.ON_BANISHMENT,
        proposals.ON_TRADING, proposals.RULES, proposals.ON_JUDGES, obelisk.ON_WINNING,
    )  # fmt: skip
    package = __package__
    catalogues = (components.CATALOGUE, herbalism.CATALOGUE, gatherings.CATALOGUE)
    rulesets = (("Cycle 14",), ("demo",))
    on_page = PAGE
    in_words = STATEMENTS
    to_json = staticmethod(to_json)
    picture = staticmethod(picture)
    next_event = staticmethod(next_event)
    handle_event = staticmethod(pass_time)
    ends_by = obelisk.WINNING
    aspects = components.ASPECTS
    main_number = MainNumber("Experience", lambda player: sum(player.experience.values()))

    def world_of(self, unit: Unit) -> Any:
        return gatherings.EFFECT if unit.catalogue == gatherings.CURSE_SECTION else None

    def read_words(self, book: Rulebook, unit: Unit) -> InWords | None:
        if unit.catalogue == herbalism.ENCYCLOPAEDIA:
            self.recall_words()
            return herbalism.in_words(book, unit)
        return super().read_words(book, unit)

    def counted(self, state: State) -> Iterable[tuple[str, Mapping[str, int]]]:
        yield from super().counted(state)
        yield from ((name, player.experience) for name, player in state.players.items())
        yield str(Place.OBELISK), state.obelisk.items
        yield str(Place.STOREHOUSE), state.storehouse

    def accounts(self, state: State) -> Iterable[str]:
        return (*super().accounts(state), *(each.id for each in state.dying))

    def with_accounts(self, state: State, now: Mapping[str, str]) -> State:
        dying = tuple(replace(each, id=now.get(each.id, each.id)) for each in state.dying)
        return replace(super().with_accounts(state, now), dying=dying)

    def over(self, state: State, verb: Verb, player: str, line: str) -> str:
        return obelisk.ended(state)

    def after_correction(self, act: Context) -> None:
        known = obelisk.seasons(act.book)
        if fold(act.state.season) not in map(fold, known):
            remedy = say("The seasons are {}.", ", ".join(known))
            raise Refused("there is no season {}", act.state.season, remedy=remedy)

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        yield from super().names(state, book)
        listed, titles = components.components(book), rituals.ritual_names(book)
        yield from (*listed.vocabulary, *filter(None, listed.emoji.values()), "🐦", *titles)
        yield from (*herbalism.herb_names(book), *map(rituals.short, titles))
        yield from map(str, Place)

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        return (
            *map(str, Place), "Storehouse", "Gates", "Gates of Infinity", "Town", "Pot", "Landmark",
        )  # fmt: skip


GAME = Cycle14()
