"""Ruleset section Bank: every seventh space keeps poents, which grow when their owner comes by.

Decisions: landing on a bank opens the chance to deposit, any number of times until the end of
one's turn (for a landing on another's turn: of one's next). Interest for the landing comes
before that. Snakes and ladders move a player along the spaces between their ends, so banks there
are passed. Taking out is possible at any time while one is on a bank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.common.notation import NumberAt
from rules.common.players import set_player
from rules.common.sections import by_rule, in_play, settled
from rules.round7.board.features import BoardSection, FeatureType, Landing
from rules.round7.items import poent
from rules.round7.items.poent import poents
from rules.round7.naming import BANK
from rules.round7.state import Context
from wikibot.game.ruleset.implementations import Bears, How, Implementation
from wikibot.game.state import Offer, offers
from wikibot.game.understanding.slots.base import CountSlot
from wikibot.sdk import Refused, Rulebook, Shape, Unclear, Verb, deed, integer
from wikibot.wikitext.messages import say

SECTION = "Bank"
DEPOSIT, TAKE_OUT = "deposit", "take out"
_EVERY = NumberAt(SECTION, r"multiple of (\w+) have the")
_MULTIPLES = NumberAt(SECTION, r"poents in multiples of (\w+)")
_INTEREST = NumberAt(SECTION, r"increases by (\w+) per")
_PER = NumberAt(SECTION, r"increases by \w+ per multiple of (\w+)")
_AMOUNT = re.compile(r"(?P<amount>-?\d+|all)(?: poents?)?(?: from .*| in.*)?", re.IGNORECASE)


def is_bank(book: Rulebook, space: int) -> bool:
    """Whether a space is a bank by its number."""
    return settled(book, SECTION, _EVERY) and space % book.derived(_EVERY) == 0


def here(act: Context, space: object) -> bool:
    """Whether there is a bank at a place, by its number or because the page says so."""
    return isinstance(space, int) and (
        is_bank(act.book, space) or BANK in act.state.features.get(space, ())
    )


def interest(act: Context, who: str) -> None:
    """Let a player's account grow, as it does whenever they pass or land on a bank."""
    player = act.state.players[who]
    if not in_play(act.book, SECTION) or player.bank <= 0:
        return
    more = player.bank // act.book.derived(_PER) * act.book.derived(_INTEREST)
    if more:
        set_player(act, player.name, bank=player.bank + more)
        act.say("{}'s account grows by {}", who, poents(more))


def pass_by(act: Context, who: str, way: Iterable[int]) -> None:
    """Interest for every bank on the spaces that a player passes."""
    for space in way:
        if here(act, space):
            interest(act, who)


def land(landing: Landing, _space: int, _feature: str) -> None:
    """Interest, and the chance to deposit."""
    act, who = landing.act, landing.who
    if in_play(act.book, SECTION):
        interest(act, who)
        if not offers(act.state, who, DEPOSIT):
            least = act.book.derived(_MULTIPLES)
            act.offer(
                who,
                Offer(DEPOSIT),
                f"`{DEPOSIT} AMOUNT` in multiples of {least}, until your turn ends",
                None,
            )
            act.say("{} may `{}` in multiples of {}", who, DEPOSIT, least)


def amount(act: Context, verb: str, whole: int) -> int:
    """The number of poents that the line names; ``all`` is the ``whole``."""
    found = _AMOUNT.fullmatch(act.subject.strip(" .!"))
    if not found:
        raise Unclear("{!r} is not a number of poents", act.subject, nearest=f"`{verb} 5`")
    number = whole if found["amount"].casefold() == "all" else integer(found["amount"])
    if number <= 0:
        raise Refused("{} is not a number of poents to {}", number, verb, rule=SECTION)
    return number


def _deposit(act: Context) -> None:
    if not act.offered(DEPOSIT):
        remedy = say("Land on a space with a Bank first.")
        raise Refused("you have not landed on a Bank on this turn", rule=SECTION, remedy=remedy)
    multiple = act.book.derived(_MULTIPLES)
    number = amount(act, DEPOSIT, max(act.me.poents, 0) // multiple * multiple)
    if number % multiple:
        raise Refused("{} is not a multiple of {}", number, multiple, rule=SECTION)
    if number > act.me.poents:
        raise Refused("you have {}", poents(act.me.poents), rule=poent.COMMERCE)
    poent.change(act, act.player, -number)
    set_player(act, act.player, bank=act.me.bank + number)
    act.say("the account holds {}", poents(act.me.bank))


def _take_out(act: Context) -> None:
    if not here(act, act.me.space):
        raise Refused("there is no Bank at {}", act.me.space, rule=SECTION)
    number = amount(act, TAKE_OUT, act.me.bank)
    if number > act.me.bank:
        raise Refused("your account holds {}", poents(act.me.bank), rule=SECTION)
    set_player(act, act.player, bank=act.me.bank - number)
    poent.change(act, act.player, number)
    act.say("the account holds {}", poents(act.me.bank))


def _has_account(act: Context) -> bool:
    return bool(act.me.bank) and here(act, act.me.space)


_MONEY = "poents poent bank account i money my i'd like"
VERBS = by_rule(
    SECTION,
    Verb(DEPOSIT, f"{DEPOSIT} AMOUNT", f"{DEPOSIT} 10", "puts poents into your bank account",
         _deposit, Shape.TEXT, available=lambda act: bool(act.offered(DEPOSIT)),
         phrases=(
             "deposit|bank|save {number} (poents|poent)",
             ("deposit|put|place|pay|bring|save|store {number} (poents|poent) in|into|to|on|at "
             "(bank) (account)"),
         ), deeds=(
             deed("deposit put place pay save into", "bank account deposit",
                  may=f"{_MONEY} on save", never="from out of withdraw withdrawal",
                  about=CountSlot()),
         )),
    Verb(TAKE_OUT, f"{TAKE_OUT} AMOUNT", f"{TAKE_OUT} 10", "takes poents out of your bank account",
         _take_out, Shape.TEXT, available=_has_account, phrases=(
             "take|withdraw (out) {number} (poents|poent) (out)",
             ("take|withdraw|get|draw|remove|collect {number} (poents|poent) (out) of|from (bank) "
             "(account)"),
         ), deeds=(
             deed("withdraw withdrawal take get draw cash remove", "out from withdrawal cash",
                  may=f"{_MONEY} out", never="to into in", about=CountSlot()),
         )),
)  # fmt: skip


RULES = BoardSection(
    __name__,
    (
        Implementation(SECTION, How.ASKS, bears=Bears(changes=("places",))),
    ),
    VERBS, features=(FeatureType(BANK, "%", "green", 7, land, is_bank),),
)  # fmt: skip
