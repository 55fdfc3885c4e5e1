"""What people's phrases for Round 7 name: wares, Numbers, towns, applicants, members, snakes.

Each is a slot (:mod:`wikibot.game.understanding.slots`): it reads a text to the spellings that the
exact form of an order has for it, none where the text is no such thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from rules.round7.board import naming
from rules.round7.items import shop
from rules.round7.items.numbers import HeldNumbers, NumberItem
from rules.round7.state import Player, State
from rules.round7.towns.towns import led_by
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.understanding.deeds import deed
from wikibot.game.understanding.plain_line import trimmed
from wikibot.game.understanding.slots.base import CountSlot, PhraseSlot, count_of
from wikibot.game.understanding.slots.names import NamesSlot
from wikibot.wikitext.numerals import integer

_TIMES = re.compile(r"(?P<name>.+?)\s*[x×*]\s*(?P<times>\d{1,4})")
_COUNTED = re.compile(r"(?P<count>\w+)\s*[x×]?\s+(?P<name>.+)")


_ENDED = "that's thats that is it for me with here i'm end of now i"
_TOWN = "town application request entry into joining join member out kicked from be"
_MONEY = "poents poent bank account i money my i'd like"
_FROM = "from out of withdraw withdrawal"
_NOT_BOUGHT = "sell sold trade not don't from with to"
_COP = "officer cop police policeman him her them i'll i choose option pick"
DEEDS: Mapping[str, PhraseSlot] = {
    "movement": deed("move movement", may="up forward ahead board spaces die roll"),
    "roll": deed("roll", may="die dice"),
    "turn begun": deed("turn", "take taking start begin", may="i by rolling"),
    "turn ended": deed("turn", "end over done finish complete conclude pass", may=_ENDED),
    "admission": deed("admit guilty plead", may=f"fault guilt it a {_COP}"),
    "to jail": deed("jail", "go going", may="i'll"),
    "bribe": deed("bribe", may=f"pay offer give b {_COP}", never="not no"),
    "fight": deed("fight attack punch", may=f"back c {_COP}", never="not no"),
    "escape": deed("escape break", may="attempt try breaking of free jail prison out from"),
    "out of jail": deed("leave get break let", "jail prison out", may="me us from", never="pay"),
    "price paid": deed("pay lose spend give buy here's", "escape out leave fine freedom way",
                       may="poent poents one 1 jail prison get me let", never="not no"),
    "return": deed("rejoin", may="gulag me let"),
    "back": deed("back return come", may="gulag game i'm am coming", never="to go"),
    "exploration": deed("explore exploration", may="new territory frontier land area"),
    "territory": deed("territory", "roll", may="new"),
    "house": deed("house", "build place put construct erect add", may="down up here one on field"
                                                                   " space"),
    "house here": deed("house", "here"),
}  # fmt: skip
"""Things to do that are about nothing else."""


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """The kinds of things that phrases of this game name. ``player``: "" without one."""
    me = state.players.get(player) or Player(player)
    own_towns = [town for name, town in state.towns.items() if name in led_by(state, player)]
    mine = [name for name, town in state.towns.items() if player in town.members]
    applicants = (each for town in own_towns for each in town.applicants)
    members = (each for town in own_towns for each in town.members if each != player)
    snakes = (each for _, each in naming.placed(state) if _is_snake(each))
    roll = state.turn.roll if state.turn else None
    wares = Wares(NamesSlot(tuple(shop.wares(book)), ("item",), _short_numbers((1,))))
    numbers = _own_numbers(me)
    applicant = NamesSlot(tuple(dict.fromkeys(applicants)), ("player", "application", "request"))
    member = NamesSlot(tuple(dict.fromkeys(members)), ("player",))
    town = NamesSlot(tuple(state.towns), ("town", "treasury", "fund", "of"), _alone(mine))
    others = NamesSlot(tuple(name for name in state.players if name != player), ("player",))
    place = " ".join(word for each in own_towns for word in f"{each.name} {each.name}'s".split())
    return {
        **DEEDS,
        "ended for": deed(
            "turn done finished",
            "end ending ended over done finished next up you're pass passing hand handing",
            may=f"{_ENDED} ping pinging your you it's its player is now",
            about=others,
        ),
        "instead": deed("use move instead", "instead", may="rolling number i up a", about=numbers),
        "bought": deed(
            "buy purchase shop get grab order",
            may="me here pls item one it poents poent",
            never=_NOT_BOUGHT,
            about=wares,
        ),
        "approved": deed(
            "approve accept admit yes",
            may=f"{_TOWN} {place} is i",
            never="not no",
            about=applicant,
        ),
        "denied": deed(
            "deny reject refuse decline no",
            may=f"{_TOWN} {place} is i entry",
            never="not",
            about=applicant,
        ),
        "kicked": deed(
            "kick expel banish evict boot throw",
            may=f"{_TOWN} {place} is i out",
            never="not",
            about=member,
        ),
        "new leader": deed(
            "leader leadership",
            "give hand pass make appoint name new goes is",
            may=f"{_TOWN} {place} over position is",
            never="not",
            about=others,
        ),
        "deposit": deed(
            "deposit put place pay save into",
            "bank account deposit",
            may=f"{_MONEY} on save",
            never=_FROM,
            about=CountSlot(),
        ),
        "payout": deed(
            "withdraw withdrawal take get draw cash remove",
            "out from withdrawal cash",
            may=f"{_MONEY} out",
            never="to into in",
            about=CountSlot(),
        ),
        "wares": wares,
        "own item": NamesSlot(tuple(me.items), ("item",)),
        "own number": numbers,
        "town": town,
        "applicant": applicant,
        "member": member,
        "snake": NamesSlot(tuple(dict.fromkeys(snakes))),
        "space": NamesSlot(tuple(map(str, range(1, state.highest + 1))), ("space", "tile")),
        "option a": NamesSlot(("a",)),
        "own space": NamesSlot((str(me.space),), ("space", "tile")),
        "rolled": NamesSlot((str(roll),) if roll else (), ("number", "n")),
    }


def _is_snake(feature: str) -> bool:
    end = naming.paired(feature)
    return end is not None and end.type == naming.SNAKE


def _alone(towns: Sequence[str]) -> Mapping[str, str]:
    """A player's only town goes by the word alone."""
    return dict.fromkeys(("town", "treasury", "our town"), towns[0]) if len(towns) == 1 else {}


def _own_numbers(me: Player) -> NamesSlot:
    """The Numbers of a player, by their values, too: the ordinary one where there are both."""
    names = tuple(HeldNumbers(me.numbers, me.immutable).items)
    short = {f"{n}": str(NumberItem(n, fixed=True)) for n in me.immutable}
    short.update(_short_numbers(me.numbers))
    short.update(
        {f"{start}{n}": str(NumberItem(n, fixed=True)) for n in me.immutable for start in _FIXED}
    )
    return NamesSlot(names, (), short)


_FIXED = ("in", "i.n.", "immutable ")


def _short_numbers(values: Sequence[int]) -> Mapping[str, str]:
    return {
        spelled: str(NumberItem(value))
        for value in values
        for spelled in (f"{value}", f"a {value}", f"n{value}", f"n.{value}")
    }


class Wares(Struct, frozen=True):
    """What a Shop sells, perhaps several of it: ``two houses``, ``House x2``."""

    sold: NamesSlot

    def read(self, text: str) -> tuple[str, ...]:
        """The ware with its number: ``2 House``."""
        return tuple(dict.fromkeys(self._read(trimmed(text))))

    def _read(self, text: str) -> Iterator[str]:
        whole = self.sold.read(text)
        yield from whole
        if whole:
            return
        times, counted = _TIMES.fullmatch(text), _COUNTED.fullmatch(text)
        if times:
            yield from (
                f"{integer(times['times'])} {each}" for each in self.sold.read(times["name"])
            )
        count = count_of(re.sub(r"(?<=\d)[x×]$", "", counted["count"])) if counted else None
        if counted and count:
            names = self.sold.read(counted["name"])
            yield from (each if count == 1 else f"{count} {each}" for each in names)
