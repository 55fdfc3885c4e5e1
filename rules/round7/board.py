"""Ruleset sections Features and Tiles: what happens when a player lands on a space.

First the tile itself takes effect, then all features of the space in alphabetical order of their
types, but snakes and ladders before the Cop Car. What each does there stands in the module of its
section, and the game finds it there. Decisions: a space that a player is placed on without a move
(out of Jail or the Gulag) counts as landed on, yet its features do nothing. Where a snake or ladder
takes the player on, what they land on there comes first, and then what is left of the space they
came from. In one landing each snake and ladder works once, so that no ring of them turns for ever.

Ruleset section Game Board: a ring of primary spaces, with a new one at fixed times of the week.

Decisions: the board does not grow before the first player joined, when the game begins. With the
board grows the Frontier; what stands there stays where it is.

Ruleset section Bank: every seventh space keeps poents, which grow when their owner comes by.

Decisions: landing on a bank opens the chance to deposit, any number of times until the end of
one's turn (for a landing on another's turn: of one's next). Interest for the landing comes
before that. Snakes and ladders move a player along the spaces between their ends, so banks there
are passed. Taking out is possible at any time while one is on a bank.

Ruleset section Snek: pairs of snakes take a player down, pairs of ladders up.

Pairs of each type are numbered in the order of creation; an end is the lower or the upper one by
the number of its space. Decisions: where moving an end puts it beyond the other one, the two swap
names. Ends on one space lead nowhere. An upper snake that would be on the Frontier is put on the
space below it, also where swapping names made it the upper.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct, field

from rules.common.players import set_player
from rules.common.sections import NumberAt, Section, by_rule, in_play, read_once, settled
from rules.round7 import naming, possessions
from rules.round7.naming import BANK, LADDER, SNAKE, Paired
from rules.round7.possessions import poents
from rules.round7.state import FIRST, Context, Place, State
from wikibot.game.ruleset.implementations import Bears, How, Implementation
from wikibot.game.state import Offer, offers
from wikibot.game.understanding.slots import CountSlot
from wikibot.sdk import Refused, Rulebook, Shape, Unclear, Verb, deed, integer, plain, replace
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import WEEKDAYS, Phases
from wikibot.wikitext.regex import regex

# == features ======================================================================================

SECTION = "Features"
TileEffect = Callable[[Context, str, int], None]


class FeatureType(Struct, frozen=True):
    """One type of feature: its sign on a drawn board, its colour in the picture.

    ``rank``: of several on a space the one with the lowest gives its colour. ``land``: what it does
    to a player who lands, by the landing, the space and the feature's name. ``by_number``: which
    spaces have it for their number.
    """

    name: str
    sign: str
    colour: str
    rank: int = 9
    land: Callable[[Landing, int, str], None] | None = None
    by_number: Callable[[Rulebook, int], bool] = lambda _book, _space: False


class BoardSection(Section, frozen=True):
    """A section with ``tiles``, what spaces do by themselves, or with types of ``features``."""

    tiles: tuple[TileEffect, ...] = ()
    features: tuple[FeatureType, ...] = ()


class LandingEffects(Struct, frozen=True):
    """What landing does: by the tiles themselves, and by the types of features, by name."""

    tiles: tuple[TileEffect, ...]
    features: Mapping[str, FeatureType]

    def on_space(self, state: State, book: Rulebook, space: int) -> tuple[str, ...]:
        """All features of a space, those by its number included, in alphabetical order."""
        by_number = (name for name, each in self.features.items() if each.by_number(book, space))
        return tuple(sorted({*state.features.get(space, ()), *by_number}))


def has(act: Context, place: Place, feature: str) -> bool:
    """Whether a place is a space with a feature, by its number or because the page says so."""
    game: Any = act.game
    on = game.landing.on_space
    return isinstance(place, int) and feature in on(act.state, act.book, place)


def land(act: Context, who: str, space: Place, *, moved: bool) -> None:
    """Bring a player to a space and let everything happen that landing there brings about."""
    game: Any = act.game
    Landing(act, who, game.landing).go(space, moved=moved)


class Landing(Struct):
    """One landing of one player, with the snakes and ladders that have worked in it."""

    act: Context
    who: str
    effects: LandingEffects
    used: list[str] = field(default_factory=list)

    def go(self, space: Place, *, moved: bool = True) -> None:
        """Come to a space with all that landing there does. ``moved`` False: by being placed."""
        act = self.act
        set_player(act, self.who, space=space)
        act.say("{} is on {}", self.who, space)
        if not isinstance(space, int):
            return
        for take_effect in self.effects.tiles:
            take_effect(act, self.who, space)
        if moved and in_play(act.book, SECTION):
            for feature in in_order(self.effects.on_space(act.state, act.book, space)):
                what = self.effects.features.get(naming.type_of(feature))
                if what and what.land:
                    what.land(self, space, feature)


def in_order(features: tuple[str, ...]) -> list[str]:
    """Features in the order of their effects.

    That is the order of the alphabet, but snakes and ladders come just before the Cop Car.
    """
    car = naming.COP_CAR in features

    def place(feature: str) -> tuple[str, bool, str, str]:
        name, early = naming.kind(feature).casefold(), car and naming.paired(feature) is not None
        return naming.COP_CAR.casefold() if early else name, not early, name, feature

    return sorted(features, key=place)


RULES = Section(
    __name__,
    (
        Implementation(SECTION,
                       says="landing on a space applies its features in the order of their names",
                       waits="landing on a space with features"),
        Implementation("Tiles", bears=Bears(changes=("places",))),
    ),
)  # fmt: skip


# == game board ====================================================================================

GAME_BOARD = "Game Board"
GROWS = later("the board grows")  # an event
_DAYS = regex(r"Each (?P<days>[\w, ]+?) at 00:00")


@read_once
def growth(book: Rulebook) -> Phases | None:
    """The weekdays on which the board grows, as phases that begin on them; None where it does not.

    They are read where the section is held, too: then each growth waits for a steward.
    """
    found = _DAYS.search(plain(book.unit(GAME_BOARD).text)) if book.has(GAME_BOARD) else None
    words = set(re.findall(r"\w+", found["days"])) if found else ()
    days = [number for number, day in enumerate(WEEKDAYS) if day in words]
    return Phases(days) if days else None


def next_growth(state: State, book: Rulebook) -> datetime | None:
    """When the board grows next."""
    days = growth(book)
    return days.end(state.now) if days and (state.started or state.players) else None


def grow(act: Context) -> None:
    """Add a space behind the highest."""
    act.state = replace(act.state, highest=act.state.highest + 1)
    act.say("space {} is added to the board", str(act.state.highest))


def on_board(state: State, place: object) -> bool:
    """Whether a place is a primary space."""
    return isinstance(place, int) and FIRST <= place <= state.highest


def way(state: State, start: int, steps: int) -> Sequence[int]:
    """The spaces that so many steps up lead to (down, if negative), one after the other."""
    step = 1 if steps >= 0 else -1
    return [wrapped(state, start + step * number) for number in range(1, abs(steps) + 1)]


def wrapped(state: State, number: int) -> int:
    """A number beyond either end as the space that it stands for."""
    return (number - FIRST) % state.highest + FIRST


def neighbours(state: State, space: int) -> tuple[int, ...]:
    """The primary spaces next to one."""
    found = dict.fromkeys((wrapped(state, space - 1), wrapped(state, space + 1)))
    return tuple(each for each in found if each != space)


ON_GAME_BOARD = Section(
    __name__,
    (
        Implementation(GAME_BOARD, bears=Bears(events=(GROWS,), changes=("places", "the board")),
                       waits="the end of turns", words=(growth,)),
    ),
)  # fmt: skip


# == bank ==========================================================================================

BANK_SECTION = "Bank"
DEPOSIT, TAKE_OUT = "deposit", "take out"
_EVERY = NumberAt(BANK_SECTION, r"multiple of (\w+) have the")
_MULTIPLES = NumberAt(BANK_SECTION, r"poents in multiples of (\w+)")
_INTEREST = NumberAt(BANK_SECTION, r"increases by (\w+) per")
_PER = NumberAt(BANK_SECTION, r"increases by \w+ per multiple of (\w+)")
_AMOUNT = regex(r"(?P<amount>-?\d+|all)(?: poents?)?(?: from .*| in.*)?", re.IGNORECASE)


def is_bank(book: Rulebook, space: int) -> bool:
    """Whether a space is a bank by its number."""
    return settled(book, BANK_SECTION, _EVERY) and space % book.derived(_EVERY) == 0


def interest(act: Context, who: str) -> None:
    """Let a player's account grow, as it does whenever they pass or land on a bank."""
    player = act.state.players[who]
    if not in_play(act.book, BANK_SECTION) or player.bank <= 0:
        return
    more = player.bank // act.book.derived(_PER) * act.book.derived(_INTEREST)
    if more:
        set_player(act, player.name, bank=player.bank + more)
        act.say("{}'s account grows by {}", who, poents(more))


def pass_bank(act: Context, who: str, way: Iterable[int]) -> None:
    """Interest for every bank on the spaces that a player passes."""
    for space in way:
        if has(act, space, BANK):
            interest(act, who)


def land_on_bank(landing: Landing, _space: int, _feature: str) -> None:
    """Interest, and the chance to deposit."""
    act, who = landing.act, landing.who
    if in_play(act.book, BANK_SECTION):
        interest(act, who)
        if not offers(act.state, who, DEPOSIT):
            least = act.book.derived(_MULTIPLES)
            asks = f"`{DEPOSIT} AMOUNT` in multiples of {least}, until your turn ends"
            act.offer(who, Offer(DEPOSIT), asks, None)
            act.say("{} may `{}` in multiples of {}", who, DEPOSIT, least)


def amount(act: Context, verb: str, whole: int) -> int:
    """The number of poents that the line names; ``all`` is the ``whole``."""
    found = _AMOUNT.fullmatch(act.subject.strip(" .!"))
    if not found:
        raise Unclear("{!r} is not a number of poents", act.subject, nearest=f"`{verb} 5`")
    number = whole if found["amount"].casefold() == "all" else integer(found["amount"])
    if number <= 0:
        raise Refused("{} is not a number of poents to {}", number, verb, rule=BANK_SECTION)
    return number


def _deposit(act: Context) -> None:
    if not act.offered(DEPOSIT):
        remedy = say("Land on a space with a Bank first.")
        raise Refused(
            "you have not landed on a Bank on this turn", rule=BANK_SECTION, remedy=remedy
        )
    multiple = act.book.derived(_MULTIPLES)
    number = amount(act, DEPOSIT, max(act.me.poents, 0) // multiple * multiple)
    if number % multiple:
        raise Refused("{} is not a multiple of {}", number, multiple, rule=BANK_SECTION)
    if number > act.me.poents:
        raise Refused("you have {}", poents(act.me.poents), rule=possessions.COMMERCE)
    possessions.change(act, act.player, -number)
    set_player(act, act.player, bank=act.me.bank + number)
    act.say("the account holds {}", poents(act.me.bank))


def _take_out(act: Context) -> None:
    if not has(act, act.me.space, BANK):
        raise Refused("there is no Bank at {}", act.me.space, rule=BANK_SECTION)
    number = amount(act, TAKE_OUT, act.me.bank)
    if number > act.me.bank:
        raise Refused("your account holds {}", poents(act.me.bank), rule=BANK_SECTION)
    set_player(act, act.player, bank=act.me.bank - number)
    possessions.change(act, act.player, number)
    act.say("the account holds {}", poents(act.me.bank))


_MONEY = "poents poent bank account i money my i'd like"
BANK_VERBS = by_rule(
    BANK_SECTION,
    Verb(DEPOSIT, f"{DEPOSIT} AMOUNT", f"{DEPOSIT} 10", "puts poents into your bank account",
         _deposit, Shape.TEXT, available=lambda act: bool(act.offered(DEPOSIT)),
         phrases=(
             "deposit|bank|save {number} (poents|poent)",
         ), deeds=(
             deed("deposit put place pay bring save store into", "bank account deposit",
                  may=f"{_MONEY} on save", never="from out of withdraw withdrawal",
                  about=CountSlot()),
         )),
    Verb(TAKE_OUT, f"{TAKE_OUT} AMOUNT", f"{TAKE_OUT} 10", "takes poents out of your bank account",
         _take_out, Shape.TEXT,
         available=lambda act: act.me.bank and has(act, act.me.space, BANK), phrases=(
             "take|withdraw (out) {number} (poents|poent) (out)",
             "{number} (poents|poent) out (of|from) (bank|account)",
         ), deeds=(
             deed("withdraw withdrawal take get draw cash remove collect",
                  "out from withdrawal cash", may=_MONEY, never="to into in", about=CountSlot()),
         )),
)  # fmt: skip


ON_BANK = BoardSection(
    __name__,
    (Implementation(BANK_SECTION, How.ASKS, bears=Bears(changes=("places",))),),
    BANK_VERBS,
    features=(FeatureType(BANK, "%", "green", 7, land_on_bank, is_bank),),
)


# == snek ==========================================================================================

SNEK = "Snek"
LEADS = {(LADDER, "L"): "U", (SNAKE, "U"): "L"}


def land_on_snek(landing: Landing, space: int, feature: str) -> None:
    """Climb a ladder, or slide down a snake."""
    act, end = landing.act, naming.paired(feature)
    other = LEADS.get((end.type, end.end)) if end else None
    if end is None or other is None or feature in landing.used or not in_play(act.book, SNEK):
        return
    target = naming.where(act.state, str(Paired(end.type, end.pair, other)))
    if target is None or target == space:
        return
    landing.used.append(feature)
    way = say("up" if target > space else "down")
    act.say("{} takes {} {} to {}", feature, landing.who, way, target)
    pass_bank(act, landing.who, range(min(space, target) + 1, max(space, target)))
    landing.go(target)


def add_pair(act: Context, kind: str, one: int, other: int) -> None:
    """Add a pair of snakes or ladders on two spaces."""
    ends = filter(None, (naming.paired(each) for _, each in naming.placed(act.state)))
    number = 1 + max((end.pair for end in ends if end.type == kind), default=0)
    put_pair(act, kind, number, one, other)
    low, up = (naming.where(act.state, str(Paired(kind, number, end))) for end in "LU")
    act.say("{} {} is added on {} and {}", kind, number, low, up)


def put_pair(act: Context, kind: str, number: int, one: int, other: int) -> None:
    """Put a pair on two spaces in place of where it was."""
    for space, each in tuple(naming.placed(act.state)):
        end = naming.paired(each)
        if end and (end.type, end.pair) == (kind, number):
            act.state = naming.without_feature(act.state, space, each)
    most = max(act.state.highest - 1, FIRST) if kind == SNAKE else act.state.highest
    low, up = sorted((min(one, most), min(other, most)))
    act.state = naming.with_feature(act.state, low, str(Paired(kind, number, "L")))
    act.state = naming.with_feature(act.state, up, str(Paired(kind, number, "U")))


def keep_off_frontier(act: Context) -> None:
    """Put an upper snake that is on the Frontier on the space below it."""
    for feature in act.state.features.get(act.state.highest, ()):
        end = naming.paired(feature)
        if end and (end.type, end.end) == (SNAKE, "U") and in_play(act.book, SNEK):
            move_end(act, feature, act.state.highest)


def move_end(act: Context, feature: str, target: int) -> None:
    """Move one end of a pair to another space."""
    end = naming.paired(feature)
    if end is None:
        raise ValueError(say("{} is no end of a pair", feature))
    stays = naming.where(act.state, str(Paired(end.type, end.pair, "L" if end.end == "U" else "U")))
    put_pair(act, end.type, end.pair, target, target if stays is None else stays)
    act.say(
        say("{} moves to {}", feature, target)
        if target != act.state.highest
        else say("{} stays off the Frontier", feature)
    )


ON_SNEK = BoardSection(
    __name__, (Implementation(SNEK, waits="landing on snakes and ladders"),),
    prepare=keep_off_frontier, after_action=keep_off_frontier,
    features=(FeatureType(SNAKE, "~", "pink", 2, land_on_snek),
              FeatureType(LADDER, "#", "teal", 3, land_on_snek)),
)  # fmt: skip
