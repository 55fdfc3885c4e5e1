"""Ruleset sections Board, Spaces and Connections Between Spaces: who is where, what follows what.

Space 0 exists; sets of successors hold spaces only; a player whose space is gone is on the initial
space. Decisions: what a page says otherwise is put right when an action or time next changes
something, not upon reading, so that people can write a board row by row, by hand or with
``correct``; until then nothing follows from it. A space that is created comes without predecessors,
whatever sets named its identifier before.

Ruleset section Wheel Rotation: how the wheel stands, and connections that turn with it.

The number is kept within one turn by adding or taking whole turns. The section lists which spaces
precede or succeed which others, as formulas in WR; upon a change the connections of the old value
go and those of the new one come. Decisions: ``mod`` gives a number from 0 on, also for negative
ones; a formula that names no existing space connects nothing; a page that shows no wheel rotation
starts at 0. A number beyond one turn that people wrote is brought back with the next action. Where
they changed the number by hand, the connections are for them to change as well.

Ruleset section Unique Types: of several spaces with such a type only the last keeps it.

A type is unique where its own section says so ("... is a unique type of space"). Types are called
by the headings under Spaces and Categories of the ruleset page.

Ruleset section Categories: types that stand for a group of types; one applies at a time.

Decisions: a pseudo-type stands in for the type in every respect (selecting, passing, landing); only
landing changes it, and only after it applied. The new one is a random member of the category's list
in the list's order, the old one among them. Where no pseudo-type is known, one is drawn by the
player who comes upon the space, or by any player before that (``draw pseudo-type of 5``). One that
stands there is known, though the category's list may have lost it since. A category without types
is Blank whatever stands there.

What a type of space is to the rules: one value; effects that several share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rules.common.players import phase_end
from rules.common.sections import NumberAt, Section, list_of, read_once, settled
from rules.cycle15.state import BLANK, START, Context, Space, State, with_start
from wikibot.game.problems import Held, Refused, listing
from wikibot.game.ruleset.implementations import Bears, How, Implementation
from wikibot.game.ruleset.rulebook import OfEach
from wikibot.game.state import Offer, with_player
from wikibot.game.understanding.phrases import Deed
from wikibot.sdk import PhraseSlot, Rulebook, Shape, Verb, Vocabulary, fold, integer, plain, replace
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.numerals import format_time
from wikibot.wikitext.regex import regex

MOST = 1000  # spaces that the bot goes along in one way


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
    if new:
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


def keep_whole(act: Context) -> None:
    """Put the board in order: after it or a player changed, and upon timed events."""
    timed = act.order is None
    if act.state.spaces is not act.before.spaces or timed:
        if START not in act.state.spaces:
            act.state = replace(act.state, spaces=with_start(act.state.spaces))
        spaces, known = act.state.spaces, act.state.spaces.keys()
        new = [
            replace(space, successors=tuple(each for each in space.successors if each in known))
            for space in spaces.values()
            if not set(space.successors) <= known
        ]
        act.state = put_space(act.state, *new) if new else act.state
    spaces = act.state.spaces
    if spaces is act.before.spaces and act.state.players is act.before.players and not timed:
        return  # a log leads to the same state, also where a line counts in it that was not played
    there = act.state.players.items()
    for name in [name for name, player in there if player.location not in spaces]:
        was = say("{} was on {}", name, act.state.players[name].location)
        place(act, name, START)
        act.say("{}, which is not a space, and is now at {}", was, START)


# -- Wheel Rotation --------------------------------------------------------------------------------

WHEEL = "Wheel Rotation"
ADDED = NumberAt(WHEEL, r"(\d+) is (?:automatically )?added")
SUBTRACTED = NumberAt(WHEEL, r"(\d+) is (?:automatically )?(?:subtracted|taken off)")
LAST = NumberAt(WHEEL, r"(?:greater than|from 0 to) (\d+)")
_CONNECTION = regex(
    r"Space (?P<space>-?\d+) (?P<verb>precedes|succeeds|follows) space "
    r"\(?(?P<sign>-?)WR(?:\s*(?P<plus>[+-])\s*(?P<offset>\d+))?\)?(?:\s*mod\s*(?P<mod>\d+))?\.?"
)


class Connection(Struct, frozen=True):
    """One line of the list: a fixed space before or after the one at ``sign * WR + offset``."""

    space: int
    precedes: bool
    sign: int
    offset: int
    modulus: int | None

    def at(self, rotation: int) -> tuple[int, int]:
        """The pair (space, its successor) for a value of the wheel rotation."""
        other = self.sign * rotation + self.offset
        other = other % self.modulus if self.modulus else other
        return (self.space, other) if self.precedes else (other, self.space)


class Wheel(Struct, frozen=True):
    """What the page says about the wheel: how many steps make a turn, and its connections."""

    steps: int
    connections: tuple[Connection, ...]

    def pairs(self, rotation: int) -> tuple[tuple[int, int], ...]:
        """Space and successor of each connection."""
        return tuple(connection.at(rotation) for connection in self.connections)


@read_once
def wheel(book: Rulebook) -> Wheel:
    """The wheel of the page."""
    steps = book.derived(ADDED)
    if (book.derived(SUBTRACTED), book.derived(LAST) + 1) != (steps, steps):
        raise Held(WHEEL, "its numbers do not say how many steps make a turn")
    return Wheel(steps, book.derived(connections))


def connections(book: Rulebook) -> tuple[Connection, ...]:
    """The connections of the page, which depend on the wheel rotation."""
    found = filter(None, map(_CONNECTION.fullmatch, book.derived(list_of(WHEEL))))
    return tuple(
        Connection(
            integer(line["space"]), line["verb"] == "precedes", -1 if line["sign"] else 1,
            integer((line["plus"] or "+") + (line["offset"] or "0")),
            integer(line["mod"]) if line["mod"] else None,
        )
        for line in found
    )  # fmt: skip


def keep_in_range(act: Context) -> None:
    """Bring a wheel rotation that people wrote back into one turn."""
    rotation, steps = act.state.wheel_rotation, act.book.derived(_steps)
    if rotation is not None and steps and not 0 <= rotation < steps:
        turn(act, 0)


def _steps(book: Rulebook) -> int:
    """How many steps make a turn; 0 where no wheel is in force."""
    return wheel(book).steps if settled(book, WHEEL) else 0


def missing(state: State, book: Rulebook) -> tuple[str, ...]:
    """Remarks about connections that should exist by the wheel rotation, and do not."""
    if state.wheel_rotation is None or not book.derived(_steps):
        return ()
    pairs, spaces = wheel(book).pairs(state.wheel_rotation % wheel(book).steps), state.spaces
    return tuple(
        say("by wheel rotation {} {}", state.wheel_rotation, say("{} should lead to {}", a, b))
        for a, b in pairs
        if a in spaces and b in spaces and b not in spaces[a].successors
    )


def turn(act: Context, by: int) -> None:
    """Add to the wheel rotation and bring the connections round."""
    act.book.require(WHEEL)
    rotation, old = wheel(act.book), act.state.wheel_rotation or 0
    new = (old + by) % rotation.steps
    state = connect(disconnect(act.state, rotation.pairs(old)), rotation.pairs(new))
    act.state = replace(state, wheel_rotation=new)
    act.say("the wheel turns by {:+d}: wheel rotation {} → {}", by, old, new)


# -- Unique Types ----------------------------------------------------------------------------------

UNIQUE = "Unique Types"
_UNIQUE = regex(r"\bis a unique (?:space )?type\b", re.IGNORECASE)


@read_once
def known_types(book: Rulebook) -> Vocabulary:
    """Every type and category of spaces, by the headings under Spaces and Categories."""
    inner = (each for each in book.units.values() if each.kind == "section" and len(each.path) > 1)
    below = (each for each in inner if fold(each.path[-2]) in ("spaces", "categories"))
    types = (each.title for each in below if book.known_as(each.name) != UNIQUE)
    return Vocabulary((BLANK, *types))


def unique_types(book: Rulebook) -> tuple[str, ...]:
    """The unique types of the page, in its order."""
    if not book.has(UNIQUE):
        return ()
    return tuple(unit.title for unit in book.units.values() if _UNIQUE.search(plain(unit.text)))


def keep_unique(act: Context) -> None:
    """Turn all but the last space of each unique type Blank."""
    types = act.book.found_in(act.state.spaces, TYPES)
    for space in act.book.found_in(types, _alike):
        name = act.state.spaces[space].type
        act.state = put_space(
            act.state, replace(act.state.spaces[space], type=BLANK, pseudo_type=None)
        )
        act.say("space {} becomes {}: {} is a unique type", str(space), BLANK, name)


TYPES = OfEach[int, Space, str](lambda space: space.type)


def _alike(types: Mapping[int, str], book: Rulebook) -> tuple[int, ...]:
    """The spaces that lose a unique type, by type and then by identifier."""
    of = {
        name: sorted(id_ for id_, type_ in types.items() if type_ == name)
        for name in book.derived(unique_types)
    }
    return tuple(space for found in of.values() for space in found[:-1])


# -- Categories ------------------------------------------------------------------------------------

SECTION = "Categories"
DRAW = "draw pseudo-type"
LABEL = later("pseudo-type of space {}")  # of what is rolled for it
CATEGORIES = ("Treasure", "Hazard", "Utility")
_SAYS = "a space of it works as the type of its list that it stands for, and draws the next one"


def what_waits(kind: str) -> str:
    """What waits while a type or category is held, in words."""
    return f"what happens on spaces of type {kind}"


def categories(book: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """The categories that are in force, each with its types in the order of its list."""
    return {name: book.derived(list_of(name)) for name in CATEGORIES if settled(book, name)}


def draw_pseudo_type(act: Context, space: int, label: str) -> None:
    """Give a space of a category a random pseudo-type; Blank where the category is empty."""
    old = act.state.spaces[space]
    members = act.book.derived(categories).get(old.type, ())
    new = act.pick(members, label.format(space)) if members else BLANK
    act.state = put_space(act.state, replace(old, pseudo_type=new))
    act.say("space {} ({}) is now {}", str(space), old.type, new)


def settle_pseudo_type(act: Context, space: int) -> None:
    """Make sure that a space of a category has a pseudo-type."""
    found = act.state.spaces[space]
    if found.pseudo_type is None and found.type in act.book.derived(categories):
        draw_pseudo_type(act, space, LABEL)


def after_landing(act: Context, space: int) -> None:
    """Change the pseudo-type of a space that was landed on."""
    found = act.state.spaces.get(space)
    if found and found.type in act.book.derived(categories):
        draw_pseudo_type(act, space, later("next pseudo-type of space {}"))


def _unknown(act: Context) -> tuple[int, ...]:
    groups = act.book.derived(categories)
    without = (space for space in act.state.spaces.values() if space.pseudo_type is None)
    return by_id(space.id for space in without if space.type in groups)


def _draw(act: Context) -> None:
    act.book.require(SECTION)
    unknown = _unknown(act)
    if not unknown:
        raise Refused("there is no space whose pseudo-type is unknown", rule=SECTION)
    named, everywhere = act.answers_left[:1], tuple(map(str, by_id(act.state.spaces)))
    if named and named[0] in everywhere and integer(named[0]) not in unknown:
        remedy = say("Unknown is that of {}.", listing(tuple(map(str, unknown))))
        why = say("there is no pseudo-type of space {} to make up", str(named[0]))
        raise Refused(why, rule=SECTION, remedy=remedy)
    draw_pseudo_type(act, act.choose("which space", unknown, rule=SECTION), LABEL)


_ON_SPACES = Bears(changes=("locations", "spaces"))
RULES = Section(
    __name__,
    (
        Implementation(SECTION, How.ASKS, waits="spaces whose type is a category"),
        *(
            Implementation(name, How.ASKS, says=_SAYS, waits=what_waits(name),
                           words=(list_of(name),))
            for name in CATEGORIES
        ),
        Implementation(WHEEL, reads=(connections,), whole=(wheel,),
                       waits="whatever turns the wheel"),
        Implementation(
            "Board", bears=Bears(changes=("locations",)),
            says="each player is on a space; a player on no space comes to the initial one",
        ),
        Implementation(
            "Spaces", bears=_ON_SPACES,
            says="there is always a space 0; a space without a type is Blank; numbers are unique",
        ),
        Implementation(
            "Connections Between Spaces", bears=_ON_SPACES,
            says="successors that are not spaces are taken off; new spaces have none",
        ),
        Implementation(UNIQUE, bears=Bears(changes=("types",))),
    ),
    (
        Verb(DRAW, f"{DRAW} of SPACE", f"{DRAW} of 5 -- 1d3 (2) = 2",
             "makes up a pseudo-type that is unknown", _draw, Shape.WORDS,
             available=lambda act: bool(_unknown(act)), fillers=("of", "for", "space")),
    ),
    prepare=keep_in_range, after_action=keep_in_range,
)  # fmt: skip
ON_BOARD = Section(after_action=keep_whole)
ON_UNIQUE_TYPES = Section(prepare=keep_unique, after_action=keep_unique)


# What happens to a player on a space: the action context, the player's name, the space's number.
Effect = Callable[[Context, str, int], None]


class SpaceType(Struct, frozen=True):
    """One type of space. ``name`` is also the name of the ruleset's unit.

    ``sign`` and ``colour``: how it is drawn. The flags are about selecting the spaces of a
    move: ``ends`` it, makes the next selection ``slippery`` (random), lets it ``glide`` one
    space further or less far. ``variant``: the wording that it plays, "" for any. ``asks``:
    whether it takes a roll or a choice. ``rolls``: how the labels begin of what the space
    rolls, which any player may roll. ``reads``: what reads its section, beside the numbers
    that its module names. ``slots``: the kinds of things that the phrases of its ``verbs``
    name, beside those of the game. ``says``: what happens, in the bot's own words, where the
    docstring of its module does not say that.
    """

    name: str
    sign: str
    colour: str
    landing: Effect | None = None
    passing: Effect | None = None
    ends: bool = False
    slippery: bool = False
    glides: bool = False
    variant: str = ""
    asks: bool = False
    rolls: str = ""
    reads: tuple[Callable[..., Any], ...] = ()
    verbs: tuple[Verb, ...] = ()
    slots: Callable[[Rulebook], Mapping[str, PhraseSlot]] = lambda _: {}
    says: str = ""


# -- effects ---------------------------------------------------------------------------------------


class OfferVerb(Struct, frozen=True):
    """The player may do something afterwards, by its own verb, until the phase ends."""

    verb: str
    asks: str
    about: str = ""
    count: int | None = None  # of spaces

    def __call__(self, act: Context, who: str, space: int) -> None:
        until, offer = phase_end(act), Offer(self.verb, self.about, self.count)
        act.offer(who, offer, self.asks, until)
        act.say("{} may `{}` until {} ({})", who, offer, format_time(until), retold(self.asks))


def taking_up(
    verb: str,
    section: str,
    play: Callable[[Context], None],
    about: str,
    *,
    form: str = "",
    example: str = "",
    why_not: str,
    remedy: str = "",
    fillers: tuple[str, ...] = (),
    phrases: tuple[str, ...] = (),
    deeds: tuple[Deed, ...] = (),
) -> Verb:
    """A verb that takes up an offer by a section and plays it; ``why_not``: refused without one."""

    def taken_up(act: Context) -> None:
        act.book.require(section)
        act.take_up(verb, why_not, section, remedy or say("Land on a {} first.", section))
        play(act)

    return Verb(
        verb, form or verb, example or verb, about, taken_up, Shape.WORDS if form else Shape.BARE,
        available=lambda act: bool(act.offered(verb)), fillers=fillers, phrases=phrases,
        deeds=deeds,
    )  # fmt: skip
