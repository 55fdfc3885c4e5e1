"""Items about the use of items, and about what a line may mean.

Shady Sands Shuffle: the other player makes the choices of their item. What needs none happens at
once with the rolls of the line, the rest waits for them as if they had written it, until the phase
ends. What they cannot use stays with them. A Shuffle that is being used cannot be used again
meanwhile, but another one of the same player's can.

Actual Garbage and Archgarbage: what makes a use happen that cannot happen is for people to say: a
steward's ``force use of ITEM by PLAYER`` has it used anyway, which grants what its description
says. Both kinds of one owner destroy each other in pairs, at once, until one kind is gone.

Language Barrier: a player who would seem to mean a certain thing by a line means nothing by it.
Whether they would is for people to see in the end, so a line of theirs that names the thing is
held, whatever it is about. Decisions: the thing is named where its words stand in the line, in any
case and also with an ``s`` behind them, or where something in the line is short for it; dice name
nothing. The barrier bears on the one who writes, not on others who choose for them; it ends when
they receive a crystal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.common.sections import Section
from rules.cycle15.board.spaces import known_types
from rules.cycle15.garbage import items_in_play
from rules.cycle15.items.item import (
    A_PLAYER,
    NUMBER,
    DescribedNumber,
    Item,
    TakeEffect,
    in_use,
    unit_of,
)
from rules.cycle15.moves.delegated_choices import choices, leave_to
from rules.cycle15.possessions import grant, lose, values
from rules.cycle15.state import BARRIER, JUMBO, Context, Player
from wikibot.game import names
from wikibot.game.problems import Missing, MissingRoll
from wikibot.game.rolls import split_rolls
from wikibot.game.ruleset.of_each import Those
from wikibot.sdk import Held, Refused, Rulebook, Shape, Verb, fold
from wikibot.wikitext.messages import say

SHUFFLE, USE = "Shady Sands Shuffle", "use"
GARBAGE, ARCHGARBAGE, FORCE = "Actual Garbage", "Archgarbage", "force use of"
_BETWEEN = re.compile(r"[,;:]|\s(?:and|with|to|for|from|on|of)\s", re.IGNORECASE)


# -- Shady Sands Shuffle ---------------------------------------------------------------------------


def _can_be_used(act: Context, name: str, item: str) -> bool:
    """Whether a player has one that is not being used; a Shuffle of a Shuffle would never end."""
    used = act.under_way.count((name, item)) if item.removeprefix(JUMBO) == SHUFFLE else 0
    return act.state.players[name].count(item) > used


def _shuffle(act: Context, take_effect: TakeEffect) -> None:
    for name in A_PLAYER(act):
        owned = tuple(
            each for each in act.state.players[name].items if _can_be_used(act, name, each)
        )
        if not owned:
            act.say("{} has no item", name)
            continue
        item = act.choose(f"which item of {name}'s", owned, rule="Garbage")
        if act.answers_left and name != act.player:
            why = say("the choices of that item are {}'s", name)
            raise Refused(why, rule="Garbage", remedy="Leave them out.")
        _let_use(act, name, item, take_effect)


def _let_use(act: Context, name: str, item: str, take_effect: TakeEffect) -> None:
    """Let a player use an item of theirs with the rolls of the line, as far as that goes."""
    user, before, made, use = act.player, act.state, len(act.supply.made), f"{USE} {item}"
    act.player = name
    try:
        with choices(act, of_another=name != user), act.supply.serving(name, use):
            take_effect(act, item)
    except Missing as missing:
        if name == user or isinstance(missing, MissingRoll):
            raise
        act.state = before
        act.leave_rolls(made, name, use)
        leave_to(act, name, use, missing.asks)
    except Refused as refused:
        act.state = before
        act.leave_rolls(made, name, use)
        act.say("{} cannot use it: {}", name, refused.text.rstrip("."))
    finally:
        act.player = user


# -- Actual Garbage and Archgarbage ----------------------------------------------------------------


def _refuse(act: Context) -> None:
    raise Refused("{} cannot be used", in_use(act), rule="Garbage")


def annihilate(act: Context) -> None:
    """Destroy what cannot be owned together."""
    if not act.book.derived(_has_archgarbage):
        return
    for name in act.book.found_in(act.state.players, OWNERS_OF_BOTH):
        pairs = _pairs(act.state.players[name])
        lose(act, name, GARBAGE, pairs, say("beside {}", ARCHGARBAGE))
        lose(act, name, ARCHGARBAGE, pairs, say("beside {}", GARBAGE))


def _has_archgarbage(book: Rulebook) -> bool:
    return book.has(unit_of(ARCHGARBAGE))


def _owns_both(player: Player) -> bool:
    items = player.items
    return ARCHGARBAGE in items and GARBAGE in items and _pairs(player) > 0


def _pairs(player: Player) -> int:
    return min(player.count(ARCHGARBAGE), player.count(GARBAGE))


OWNERS_OF_BOTH = Those[str, Player](_owns_both)


def _force(act: Context) -> None:
    what, _, who = act.subject.rpartition(" by ")
    item = act.resolve(what, (GARBAGE, ARCHGARBAGE), "item that cannot be used")
    name = act.resolve(who, tuple(act.state.players), "player")
    act.book.require(unit_of(item))
    if act.state.players[name].count(item) < 1:
        raise Refused("{} has no {}", name, item, rule="Garbage")
    grant(act, name, item, act.book.derived(DescribedNumber(item)), "as it was used anyway")
    lose(act, name, item)


def _any_owned(act: Context) -> bool:
    owners = act.state.players.values()
    items = (item for item in (GARBAGE, ARCHGARBAGE) if act.book.has(unit_of(item)))
    return any(owner.count(item) > 0 for item in items for owner in owners)


# -- Language Barrier ------------------------------------------------------------------------------


def hold_barred(act: Context) -> None:
    """Hold a line that names what its player cannot mean."""
    player = act.state.players.get(act.player)
    if act.order is None or player is None or not player.effects:
        return
    for thing in values(player, BARRIER):
        if _names(act, thing):
            why = say("{} seems to mean {!r}, ", act.player, thing)
            why += "and until they receive a crystal they mean nothing by it"
            raise Held(unit_of("Language Barrier"), why)


def _names(act: Context, thing: str) -> bool:
    words = r"\s+".join(map(re.escape, fold(names.bare(thing)).split()))
    if re.search(rf"(?<!\w){words}(?:s|es)?(?!\w)", fold(split_rolls(act.action.order)[0])):
        return True
    items = items_in_play(act.state, act.book).names
    known = (*items, *act.state.players, *known_types(act.book).names)
    meant = act.find(thing, known)
    return meant is not None and any(act.find(part, known) == meant for part in _parts(act))


def _parts(act: Context) -> Iterator[str]:
    """What a line may name, piece by piece."""
    order = act.order
    for text in (order.subject, *order.answers) if order else ():
        yield text.strip()
        yield from (part.strip() for part in _BETWEEN.split(text) if part.strip())


_FORCE = Verb(FORCE, "force use of ITEM by PLAYER", "force use of Archgarbage by Bob",
              "has an item used that cannot be used (stewards)", _force, Shape.SUBJECT,
              players_only=False, available=_any_owned, stewards_only=True,
              inputs=("force use of {any item} by {other}",))  # fmt: skip
ITEMS = (
    Item(SHUFFLE, "another player uses an item of theirs, if they can, and makes its choices",
         asks=True, uses_another=_shuffle),
    Item(GARBAGE,
         "it cannot be used; if a steward has it used all the same, it grants more of itself",
         (_refuse,), reads=(NUMBER,), verbs=(_FORCE,)),
    Item(ARCHGARBAGE,
         f"as {GARBAGE}; of both kinds of one owner as many as there are pairs go at once",
         (_refuse,), reads=(NUMBER,)),
)  # fmt: skip
RULES = Section(prepare=hold_barred, after_action=annihilate)
