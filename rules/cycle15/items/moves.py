"""Items that move somebody, or set them elsewhere.

Decisions: a move that an item grants is no use of the once-a-phase move; it can be made before it,
after it and without it, and everything that goes with a move goes with it, doubles included. Who
"moves to" a space makes a move with that space alone: they leave and land there, and have moved in
the phase; where the text says that it is not movement, or only sets a location, nothing is landed
on. A space that does not exist is gone to by nobody.
"""

from __future__ import annotations

from rules.cycle15.belongings import effect, images
from rules.cycle15.belongings.effect import HITCHED, NEXT_COUNT, NEXT_PLUS, Effect
from rules.cycle15.belongings.possessions import grant, lose
from rules.cycle15.belongings.status_effects import change_next
from rules.cycle15.board.connections import connect
from rules.cycle15.board.places import by_id, place, put_space
from rules.cycle15.board.teleporter import swap
from rules.cycle15.items.actions import GoTo, Grant, Mark, MoveAgain, MoveDirectly
from rules.cycle15.items.item import Item, Number
from rules.cycle15.items.targets import ANOTHER, SOMEBODY, USER, AtRandom, Chosen, standing
from rules.cycle15.moves.movement import Terms, carry_out, direct
from rules.cycle15.state import SHARD, START, Space, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.orders import split_words
from wikibot.game.ruleset.implementations import How
from wikibot.wikitext.numerals import integer

ARM, FLEXAGON, ENGINE = "Disembodied Arm of Teleportation", "Flexagon", "Crystal Engine"
JETPACK, BILL, HITCH = "Machine Gun Jetpack", "Bullet Bill", "Get Hitched (like a train kthx)"


def _teleport(act: ActionContext[State]) -> None:
    """One of the existing spaces between two numbers at random, by identifier."""
    first, last = act.book.derived(Number(ARM)), act.book.derived(Number(ARM, 1))
    spaces = by_id(space for space in act.state.spaces if first <= space <= last)
    if not spaces:
        act.say(f"there is no space between {first} and {last}, so nothing happens")
        return
    place(act, act.player, act.pick(spaces, ARM))
    act.say(f"{act.player} is now at {act.me.location}")


def _swap(act: ActionContext[State]) -> None:
    for other in ANOTHER(act):
        swap(act, act.player, other)


def _through_the_wormhole(act: ActionContext[State]) -> None:
    if -standing(act) in act.state.spaces:
        direct(act, act.player, -standing(act))
    else:
        act.say(f"there is no space {-standing(act)}, so nothing happens")


def _fold(act: ActionContext[State]) -> None:
    """The sum of the squares of the digits; the sign of a space is not a digit."""
    there = sum(integer(digit) ** 2 for digit in str(abs(standing(act))))
    if there not in act.state.spaces:
        act.state = put_space(act.state, Space(there, successors=(there,)))
        act.say(f"space {there} is created and leads to itself")
    direct(act, act.player, there)


def _return(act: ActionContext[State]) -> None:
    here = standing(act)
    act.state = connect(act.state, ((START, here),))
    act.say(f"{here} now follows {START}")
    GoTo(Number("Potion of Return", 1))(act)


def _make_move(act: ActionContext[State]) -> None:
    for name in Chosen("whom to move, of those who did not move last phase", idle=True)(act):
        act.split_answers(split_words)
        carry_out(act, name, Terms(by=act.player))


def _fuel(act: ActionContext[State]) -> None:
    price = act.book.derived(Number(ENGINE))
    if act.me.count(SHARD) >= price:
        lose(act, act.player, SHARD, price)
        more = Effect(NEXT_PLUS, act.book.derived(Number(ENGINE, 1)))
        act.state = change_next(act.state, act.player, more)
        act.say(f"{act.player}: {more}")
    else:
        act.say(f"{act.player} has fewer than {price} shards, so adds nothing")
    grant(act, act.player, ENGINE, act.book.derived(Number(ENGINE, 2)))


def _arm_jetpack(act: ActionContext[State]) -> None:
    Mark(USER, Effect(effect.JETPACK, act.book.derived(Number(JETPACK))))(act)


def _load_bullet(act: ActionContext[State]) -> None:
    Mark(USER, Effect(NEXT_COUNT, act.book.derived(Number(BILL))))(act)


def _hitch(act: ActionContext[State]) -> None:
    for other in ANOTHER(act):
        Mark(USER, Effect(HITCHED, other))(act)


def _reflect(act: ActionContext[State]) -> None:
    images.stand(act, act.player, standing(act))
    act.say(f"a fractal image of {act.player} stands at {standing(act)}")


ITEMS = (
    Item("Time Bean Chili", (MoveAgain(),), how=How.ASKS),
    Item("Party Pizza", (MoveAgain(Number("Party Pizza")),), how=How.ASKS),
    Item("Marionette", (_make_move,), how=How.ASKS),
    Item("Recall Potion", (GoTo(Number("Recall Potion")),)),
    Item("Potion of Return", (_return,)),
    Item(ARM, (_teleport,), how=How.ASKS),
    Item("Mysterious Ontological Hole", (_swap,), how=How.ASKS),
    Item("Significant Pause", (MoveDirectly(USER),)),
    Item("Tickle-me-elmo", (MoveDirectly(SOMEBODY, Number("Tickle-me-elmo")),), how=How.ASKS),
    Item("Pop-and-Lock Tutorial CD", (MoveDirectly(SOMEBODY),), how=How.ASKS),
    Item("Antimatter Wormhole", (_through_the_wormhole,)),
    Item(FLEXAGON, (_fold, Grant(AtRandom(FLEXAGON), FLEXAGON)), how=How.ASKS),
    Item(ENGINE, (_fuel,)),
    Item(JETPACK, (_arm_jetpack,)),
    Item(BILL, (_load_bullet,)),
    Item(HITCH, (_hitch,), how=How.ASKS),
    Item("Menger Sponge", (_reflect,), how=How.ASKS),
)
