"""Ruleset section Poent: players have poents, a few of them from joining for the first time on.

Decisions: a player who comes back after leaving starts with none, as the rule grants them the first
time only. Where a rule makes a player lose poents (not pay or hand them over), the number may go
below zero: it is an integer. Players in the Gulag gain and lose none.

Ruleset section Numbers: items with a value, to advance by or to use in place of a roll.

Items are written ``N. 3``, ``Immutable Number 1``. Immutable Numbers never change their value.
Decisions: what the shop sells as ``N. 1`` and ``I.N. 1`` is a Number and an Immutable Number of
that value. Jail and the Gulag are not primary spaces, so players do not advance from there. Where a
player has both kinds of a value and does not say which, the ordinary one goes. A number that is not
called one is not a Number (``move 3``), and none is used beside the roll that it would stand for: a
roll that was shown stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile

from msgspec import Struct

from rules.common.players import set_player
from rules.common.sections import NumberAt, Section, in_play
from rules.round7.state import GULAG, Context, Player, State
from wikibot.game.problems import Refused, Unclear
from wikibot.game.ruleset.implementations import Bears, How, Implementation
from wikibot.game.understanding.phrases import Deed, deed
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook, integer, replace, with_player
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# == poent =========================================================================================

POENT = "Poent"
COMMERCE = "Commerce"
FIRST_POENTS = NumberAt(POENT, r"has (\w+) poents")  # of a new player


def poents(number: int) -> str:
    """``1 poent``, ``2 poents``."""
    return f"{number} poent{'' if abs(number) == 1 else 's'}"


def in_gulag(state: State, who: str) -> bool:
    """Whether a player is in the Gulag, where poents are neither gained nor lost."""
    return state.players[who].space == GULAG


def refuse_in_gulag(act: Context, what: str) -> None:
    """Refuse what cannot be done in the Gulag."""
    if act.me.space == GULAG:
        raise Refused(
            "in the Gulag you cannot {}", say(what), rule=GULAG, remedy="Send `rejoin` first."
        )


def change(act: Context, who: str, number: int) -> bool:
    """Let a player gain poents (lose them, if the number is negative); whether it came about."""
    player = act.state.players[who]
    if in_gulag(act.state, who):
        act.say("{} is in the Gulag, so {} are neither gained nor lost", who, poents(abs(number)))
        return False
    set_player(act, player.name, poents=player.poents + number)
    act.say("{} gains {}" if number >= 0 else "{} loses {}", who, poents(abs(number)))
    return True


def pay(act: Context, price: int, what: str) -> None:
    """Take a price from the acting player; refuse where they would go below zero."""
    held = act.me.poents
    if in_gulag(act.state, act.player):
        why = say("in the Gulag no poents are lost, so nothing can be paid")
        raise Refused(why, rule=GULAG, remedy="`rejoin` first.")
    if price and (held <= 0 or held < price):
        raise Refused("{} costs {}, you have {}", what, poents(price), held, rule=COMMERCE)
    change(act, act.player, -price)


def transfer(act: Context, giver: str, taker: str, number: int) -> bool:
    """Move poents between players, whole or not at all; whether it came about."""
    if in_gulag(act.state, giver) or in_gulag(act.state, taker):
        act.say("no poents go from {} to {}: the Gulag lets none through", giver, taker)
        return False
    if number > max(act.state.players[giver].poents, 0):
        act.say("{} does not have {} to give to {}", giver, poents(number), taker)
        return False
    return change(act, giver, -number) and change(act, taker, number)


ON_POENT = Section(__name__, (Implementation(POENT, bears=Bears(changes=("poents",))),))


# == numbers =======================================================================================

SECTION = "Numbers"
_MOST = NumberAt(SECTION, r"above (\w+)")
_BEYOND_MOST = NumberAt(SECTION, r"above \w+ it is set to (\w+)")
_LEAST = NumberAt(SECTION, r"below (\w+)")
_LEAD = regex(r"^\W*(?:with|using|by|and)\b\W*|\W+$", re.IGNORECASE)
_BARE = regex(r"(?:up\s+)?\d{1,9}(?:\s+(?:spaces?|steps?))?", re.IGNORECASE)
_DIGITS = regex(r"\d+")
_BEYOND_LEAST = NumberAt(SECTION, r"below \w+ it is set to (\w+)")
_NAME = regex(
    r"(?P<fixed>immutable(?: number)?s?|i\.? ?n\.?)? ?(?:numbers?|n\.?)? ?(?P<value>-?\d{1,4})",
    re.IGNORECASE,
)


class NumberItem(Struct, frozen=True):
    """A Number item. ``fixed``: an immutable one. ``either``: the line does not say which kind."""

    value: int
    fixed: bool = False
    either: bool = False

    def __str__(self) -> str:
        return f"{'Immutable ' if self.fixed else ''}Number {self.value}"


class OwnedNumbers(Struct, frozen=True):
    """The Numbers that a player has: ordinary ones and immutable ones, ascending."""

    numbers: tuple[int, ...] = ()
    immutable: tuple[int, ...] = ()

    def __add__(self, other: OwnedNumbers) -> OwnedNumbers:
        return OwnedNumbers(
            tuple(sorted((*self.numbers, *other.numbers))),
            tuple(sorted((*self.immutable, *other.immutable))),
        )

    @property
    def items(self) -> Mapping[str, int]:
        """The same as items: name and count."""
        fixed = (str(NumberItem(value, fixed=True)) for value in self.immutable)
        return Counter([*(str(NumberItem(value)) for value in self.numbers), *fixed])


def read_number_item(text: str) -> NumberItem | None:
    """The Number that a text names: ``N. 3``, ``I.N. 1``; ``Number 3`` or ``3`` of any kind."""
    found = _NAME.fullmatch(text.strip())
    if not found:
        return None
    plain_kind = bool(re.match(r"n(?!u)", text.strip(), re.IGNORECASE))
    return NumberItem(
        integer(found["value"]), bool(found["fixed"]), not found["fixed"] and not plain_kind
    )


MOST_NAMED = 12  # values that names are known of: two dice can give no more
MOST_OWNED = 1000  # of one Number
NAMES = tuple(
    str(NumberItem(value, fixed)) for fixed in (False, True) for value in range(1, MOST_NAMED + 1)
)
ALIASES = {f"{short} {value}": str(NumberItem(value, fixed))
           for short, fixed in (("N.", False), ("I.N.", True))
           for value in range(1, MOST_NAMED + 1)}  # fmt: skip


def as_item(name: str) -> NumberItem | None:
    """The Number that the name of an item stands for; a bare value is no such name."""
    return read_number_item(name) if name[:1].isalpha() else None


def from_items(items: Mapping[str, int]) -> tuple[dict[str, int], OwnedNumbers]:
    """Items as people list them, without the Numbers among them, and these.

    More of one kind than a player can come by stay among the items, for they are listed one by one.
    """
    kept = (name for name in items if 0 < items[name] <= MOST_OWNED)
    found = {name: number for name in kept if (number := as_item(name))}
    rest = {name: count for name, count in items.items() if name not in found}
    held = OwnedNumbers()
    for name, number in found.items():
        values = (number.value,) * items[name]
        held += OwnedNumbers((), values) if number.fixed else OwnedNumbers(values)
    return rest, held


def sort_out(player: Player) -> Player:
    """A player whose items hold no Numbers: those that did are among the Numbers."""
    items, listed = from_items(player.items)
    if items == player.items:
        return player
    held = OwnedNumbers(player.numbers, player.immutable) + listed
    return replace(player, items=items, numbers=held.numbers, immutable=held.immutable)


def with_number(player: Player, number: NumberItem, count: int = 1) -> Player:
    """A player with more of a Number; a negative count takes."""
    if count > MOST_OWNED:
        raise Refused("{} of a Number are more than a player can hold", count)
    values = list(player.immutable if number.fixed else player.numbers)
    values += [number.value] * max(count, 0)
    for _ in range(-count):
        values.remove(number.value)
    ordered = tuple(sorted(values))
    return replace(player, immutable=ordered) if number.fixed else replace(player, numbers=ordered)


# -- gaining, growing, using ----------------------------------------------------------------------


def shifted(book: Rulebook, value: int, by: int) -> int:
    """A value that changes; where it would leave its range it goes on at the other end."""
    for _ in range(abs(by)):
        value += 1 if by > 0 else -1
        if by > 0 and value > book.derived(_MOST):
            value = book.derived(_BEYOND_MOST)
        elif by < 0 and value < book.derived(_LEAST):
            value = book.derived(_BEYOND_LEAST)
    return value


def grant(act: Context, who: str, value: int) -> None:
    """Give a player a Number."""
    give(act, who, NumberItem(value))
    act.say("{} gains {}", who, _article(NumberItem(value)))


def _article(number: NumberItem) -> str:
    return say("an {}" if number.fixed else "a {}", number)


def give(act: Context, who: str, number: NumberItem, count: int = 1) -> None:
    """Put Numbers into a player's possession; a negative count takes them."""
    act.state = with_player(act.state, with_number(act.state.players[who], number, count))


def increase(act: Context, who: str, by: int) -> None:
    """Increase all of a player's Numbers but the immutable ones."""
    player = act.state.players[who]
    if player.numbers and in_play(act.book, SECTION):
        new = tuple(sorted(shifted(act.book, value, by) for value in player.numbers))
        set_player(act, player.name, numbers=new)
        act.say("{}'s Numbers are now {}", who, ", ".join(map(str, new)))


def owned(player: Player, wanted: NumberItem) -> NumberItem | None:
    """The Number that a player has of those that a text may mean."""
    if wanted.value in player.numbers and not wanted.fixed:
        return NumberItem(wanted.value)
    if wanted.value in player.immutable and (wanted.fixed or wanted.either):
        return NumberItem(wanted.value, fixed=True)
    return None


def destroy(act: Context, wanted: NumberItem, who: str = "") -> int:
    """Destroy one of a player's Numbers, by default of the acting player's; its value."""
    act.book.require(SECTION)
    player: Player = act.state.players[who or act.player]
    number = owned(player, wanted)
    if number is None:
        have = [str(NumberItem(v)) for v in player.numbers] + [
            str(NumberItem(v, fixed=True)) for v in player.immutable
        ]
        remedy = say("{} has {}.", player.name, ", ".join(have) or say("no Numbers"))
        raise Refused("{} has no {}", player.name, wanted, rule=SECTION, remedy=remedy)
    give(act, player.name, number, -1)
    act.say("{} destroys {}", player.name, _article(number))
    return number.value


def refuse_for_roll(act: Context, label: str) -> None:
    """Refuse a Number in place of a roll that was made already, or shown."""
    made = act.supply.stands(
        label, or_loose=not act.goes_on
    )  # what the Number was named for before
    if made:
        why = say("the roll for this was made before: {}", made)
        raise Refused(why, rule=SECTION, remedy="Send the line without a Number.")


def instead_of_rolls(
    act: Context, text: str, most: int, who: str = "", *, sides: int = 0, beside: int = 0
) -> tuple[int, ...]:
    """The values of the Numbers that a line uses in place of rolls: ``with 3``, ``using Number 3``.

    Nothing for an empty text. ``most``: how many rolls there are. ``sides``: of the dice that they
    stand for, of which ``beside`` may be stated all the same where only one is replaced.
    """
    if act.answers_left and act.order:
        form = f"`{act.order.verb.name} with Number 3`"
        why = say("a Number in place of a roll stands behind the verb")
        raise Refused(why, rule=SECTION, remedy=say("Send {}.", form))
    words = _LEAD.sub("", text.strip())
    if not words:
        return ()
    rolls = takewhile(lambda roll: roll.sides == sides, act.rolls_left)
    stated = tuple(face for roll in rolls for face in roll.faces)
    bare = text.strip(" .!")
    if _BARE.fullmatch(bare):  # not called a Number: it may be what the roll beside it came to
        if stated and integer(_DIGITS.findall(bare)[0]) == sum(stated):
            return ()
        raise _which(act, bare, stated)
    named = [read_number_item(part) for part in re.split(r"\s*(?:,|\band\b|&)\s*", words)]
    if None in named or len(named) > most:
        example = say("with Number 3") if most == 1 else say("with Number 3 and Number 5")
        raise Refused("{!r} names no Number to use in place of a roll", text.strip(), rule=SECTION,
                      remedy=say("Write it like `{}`, or leave it out and roll.",
                                 example))  # fmt: skip
    if len(stated) > (beside if len(named) == 1 else 0):
        raise _which(act, text.strip(), stated)
    return tuple(destroy(act, number, who) for number in named if number)


def _which(act: Context, text: str, stated: tuple[int, ...]) -> Unclear:
    verb = act.order.verb.name if act.order else "move"
    beside = say(" beside a roll of {}", sum(stated)) if stated else ""
    near = say("`{}` with the roll, or `{} with Number 3` without one", verb, verb)
    return Unclear("{!r}{} does not say whether a Number is to be used", text, beside, nearest=near)


# -- as people name them ---------------------------------------------------------------------------


def _slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """A player's Numbers, by their values, too: the ordinary one where there are both."""
    me = state.players.get(player) or Player(player)
    fixed = {n: str(NumberItem(n, fixed=True)) for n in me.immutable}
    short = {f"{n}": name for n, name in fixed.items()}
    short |= short_names(me.numbers)
    short |= {f"{start}{n}": name for n, name in fixed.items() for start in _FIXED}
    own = tuple(OwnedNumbers(me.numbers, me.immutable).items)
    return {"own number": NamesSlot(own, ("item",), short), "called number": NamesSlot(own)}


_FIXED = ("in", "i.n.", "immutable ")


def short_names(values: Sequence[int]) -> Mapping[str, str]:
    """Numbers by what else their values are written as: ``3``, ``a 3``, ``n3``."""
    return {
        spelled: str(NumberItem(value))
        for value in values
        for spelled in (f"{value}", f"a {value}", f"n{value}", f"n.{value}")
    }


def for_a_roll(what: str, may: str, order: str) -> tuple[Deed, Deed]:
    """People's words for a Number in place of a roll: ``use 3 to move``, ``my N. 3 is my roll``."""
    spend, beside = "use spend play burn destroy expend", f"{may} {what} i"
    return (
        deed(f"{spend} instead", what, "with as for instead place to by", may=beside,
             about="own number", order=order, never="not no if"),
        deed(what, "as for instead place be is serve serves", about="called number", order=order,
             may=f"{beside} {spend} shall will turn's", never="not no if"),
    )  # fmt: skip


RULES = Section(__name__, (Implementation(SECTION, How.ASKS, waits="using Numbers"),), slots=_slots)
