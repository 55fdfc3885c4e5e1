"""What lasts on a player beyond one action, and what bears on the next move.

Everything stands on the page in words that people can read and correct: ``train``, ``next move of
18 spaces``, ``fractal image at 5``. Decisions: what bears on the next move bears on the next move
of any kind that is rolled for or has its own number, and is used up by it; of two numbers of
spaces the later one counts; additions add up. What changes the roll of a move that waits for its
choices ends with the phase. An effect is had once, but for promises (teams, fractal images), each
of which is kept. What names a player ends when they cease to be a player.

Ruleset sections Items and Shards: items gained and lost, each time with a word about it.

Crystals can be destroyed at any time for shards, a fixed number and what a die shows. Decisions: a
Crustal can be shattered like a crystal where the page says that it counts as one (``shatter
crustal``); section Winning says that crystals are non-transferable; a Crustal counts as a crystal
for all but winning, so neither goes from one player to another. A Language Barrier lasts until its
player gains either of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from rules.common.sections import DiceOf, NumberOf, Says, Section
from rules.cycle15 import state as game
from rules.cycle15.state import Context, Effect, EffectForm, Player, State
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.sdk import Refused, Shape, Verb, counted, deed, gain, replace, under, with_player
from wikibot.wikitext.messages import later, retold

# == status effects ================================================================================

_OF_NEXT_ROLL = (game.NEXT_COUNT, game.NEXT_PLUS, game.NEXT_MIRROR)


def give_effect(state: State, name: str, effect: Effect) -> State:
    """A player with one more effect; one that they have already is not had twice."""
    return add_effect(end_effects(state, name, effect), name, effect)


def add_effect(state: State, name: str, effect: Effect) -> State:
    """A player with one more effect, beside those like it that they have."""
    player: Player = state.players[name]
    return with_player(state, replace(player, effects=(*player.effects, effect)))


def end_effects(state: State, name: str, *ended: Effect) -> State:
    """A player without some effects."""
    player: Player = state.players[name]
    kept = tuple(each for each in player.effects if each not in ended)
    return state if kept == player.effects else with_player(state, replace(player, effects=kept))


def without_one(state: State, name: str, effect: Effect) -> State:
    """A player with one effect less of those like it. Raises ``ValueError`` where there is none."""
    player: Player = state.players[name]
    effects = list(player.effects)
    effects.remove(effect)
    return with_player(state, replace(player, effects=tuple(effects)))


def note(
    act: Context, name: str, effect: Effect, change: Callable[..., State] | None = None
) -> None:
    """Give a player an effect (or let it ``change`` another), and tell of it."""
    act.state = (change or give_effect)(act.state, name, effect)
    act.say(f"{name}: {effect}")


def become(act: Context, name: str, status: Any, *, has: bool = True) -> None:
    """Let a player be in a state, or not any more; it ends those that it cannot go with."""
    player: Player = act.state.players[name]
    if has and any(status in game.COUNTS_AS.get(str(each.kind), ()) for each in player.effects):
        return  # a traincrab is a train already
    over = game.STATUSES if status in game.STATUSES else (status, *game.COUNTS_AS.get(status, ()))
    ended = over if has else (status,)
    kept = tuple(each for each in player.effects if each.kind not in ended)
    more = (Effect(status),) if has else ()
    act.state = with_player(act.state, replace(player, effects=(*kept, *more)))


def forget(state: State, name: str) -> State:
    """End what others have that is about a former player: being hitched, being in a team."""
    for player in state.players.values():
        about = (each for each in player.effects if each.kind in (game.HITCHED, game.TEAM))
        state = end_effects(state, player.name, *(each for each in about if each.value == name))
    return state


def is_any(player: Player, kinds: Sequence[str]) -> bool:
    """Whether a player has the abilities of ``TRAINS``, or of ``CRABS``."""
    return any(each.kind in kinds for each in player.effects)


def values(player: Player, kind: EffectForm) -> tuple[Any, ...]:
    """The values of a player's effects of one kind: the places of images, who is hitched."""
    return tuple(each.value for each in player.effects if each.kind == kind)


# -- the next move ---------------------------------------------------------------------------------


def change_next(state: State, name: str, change: Effect) -> State:
    """Change the next roll once more; it adds up with a change like it, or undoes it."""
    changes = (game.NEXT_PLUS, game.NEXT_MIRROR)
    waiting = [each for each in state.players[name].effects if each.kind in changes]
    last = waiting[-1] if waiting and waiting[-1].phase == change.phase else None
    if last and last.kind == change.kind == game.NEXT_PLUS:
        state, total = end_effects(state, name, last), last.value + change.value
        return give_effect(state, name, replace(change, value=total)) if total else state
    return end_effects(state, name, last) if last == change else add_effect(state, name, change)


def without_changes_of_roll(state: State, name: str) -> State:
    """A player without the changes that wait for a roll of this phase."""
    waiting = (each for each in state.players[name].effects if each.kind in _OF_NEXT_ROLL)
    return end_effects(state, name, *(each for each in waiting if each.phase is not None))


def rolled(player: Player, roll: int) -> int:
    """What a roll comes to, by the changes that wait for it, one after the other."""
    for each in player.effects:
        if each.kind == game.NEXT_PLUS:
            roll += each.value
        elif each.kind == game.NEXT_MIRROR:
            roll = each.value - roll
    return roll


class Bearing(Struct, frozen=True):
    """What bears on one move: its length, types treated as Blank, how it slows those passed."""

    count: int
    ignoring: tuple[str, ...] = ()
    slows_to: int = 0


def take_next(act: Context, who: str, count: int) -> Bearing:
    """What bears on a move of ``count`` spaces that begins now; it is used up."""
    player: Player = act.state.players[who]
    effects = player.effects
    used = effects and [each for each in effects if each.kind in (game.JETPACK, *_OF_NEXT_ROLL)]
    if not used:
        return Bearing(count)
    count = (*values(player, game.NEXT_COUNT)[-1:], rolled(player, count))[0]
    act.state = end_effects(act.state, who, *used)
    act.say("{} bears on this move of {}", ", ".join(map(str, used)), who)
    jetpack = (*values(player, game.JETPACK), 0)[0]
    return Bearing(max(count, 0), ("Hazard",) if jetpack else (), jetpack)


# == possessions ===================================================================================

CRYSTALS_STAY = Says("Winning", "non-transferable")
CRYSTALLINE = (game.CRYSTAL, game.CRUSTAL)
SHARDS, SHATTER = "Shards", "shatter"
BASE, PRICE, DICE = NumberOf(SHARDS), NumberOf(SHARDS, 1), DiceOf(SHARDS)


def grant(act: Context, who: str, item: str, count: int = 1, why: str = "") -> None:
    """Give a player some of an item. ``why`` follows in the answer: ``at 5``."""
    if count:
        act.state = gain(act.state, who, item, count)
        _tell(act, later("{} gains {}{} (now {})"), who, item, count, why)
        _after_gain(act, who, item, count)


def _tell(act: Context, what: str, who: str, item: str, count: int, why: str) -> None:
    total, reason = act.state.players[who].count(item), f" {retold(why)}" if why else ""
    act.say(what, who, counted(count, item), reason, total)


def change(act: Context, who: str, item: str, count: int) -> None:
    """The same, or the other way round, where the answer tells of it already."""
    act.state = gain(act.state, who, item, count)
    _after_gain(act, who, item, count)


def _after_gain(act: Context, who: str, item: str, count: int) -> None:
    if item in CRYSTALLINE and count > 0 and act.state.players[who].effects:
        barriers = [each for each in act.state.players[who].effects if each.kind == game.BARRIER]
        if barriers:
            act.state = end_effects(act.state, who, *barriers)
            act.say("that ends the {}", ", ".join(map(str, barriers)))


def transferable(act: Context, who: str) -> tuple[str, ...]:
    """Which of a player's items can go to another player."""
    fixed = CRYSTALLINE if act.book.derived(CRYSTALS_STAY) else ()
    owned = act.state.players[who].owned
    return tuple(item for item in owned if item.removeprefix(game.JUMBO) not in fixed)


def hand_over(act: Context, who: str, to: str, item: str, count: int) -> None:
    """Let some of an item go from one player to another."""
    act.state = gain(gain(act.state, who, item, -count), to, item, count)
    act.say("{} takes {} from {}", to, counted(count, item), who)


def take_everything(act: Context, who: str) -> None:
    """Let the acting player have all of a player's items that can go to another player."""
    for item in transferable(act, who):
        hand_over(act, who, act.player, item, act.state.players[who].count(item))


def which_crystal(act: Context) -> str:
    """A crystal of the acting player, or what counts as one, as they say; "": they have none."""
    held = tuple(item for item in CRYSTALLINE if act.me.count(item) > 0)
    return act.choose("which crystal it is", held, question="which one") if held else ""


def pay_crystal(act: Context) -> bool:
    """Let the acting player part with a crystal, or what counts as one; whether they had any."""
    if item := which_crystal(act):
        lose(act, act.player, item)
    else:
        act.say("{} has no crystal", act.player)
    return bool(item)


def lose(act: Context, who: str, item: str, count: int = 1, why: str = "") -> None:
    """Take some of an item from a player, which destroys it."""
    if count:
        act.state = gain(act.state, who, item, -count)
        _tell(act, later("{} loses {}{} (now {})"), who, item, count, why)


def pay(act: Context, item: str, count: int, rule: str) -> None:
    """Let the acting player part with some of an item; refuses where they have too few."""
    have = act.me.count(item)
    if have < count:
        due = counted(count, item)
        raise Refused("{} would be needed, {} has {}", due, act.player, max(have, 0), rule=rule)
    lose(act, act.player, item, count)


# -- shards ----------------------------------------------------------------------------------------


def _known(act: Context) -> tuple[str, ...]:
    return CRYSTALLINE if act.book.has(f"Garbage: {game.CRUSTAL}") else (game.CRYSTAL,)


def _item(act: Context) -> str:
    return act.resolve(act.subject or game.CRYSTAL, _known(act), "item that can be shattered")


def _shatter(act: Context) -> None:
    act.book.require(SHARDS)
    item = _item(act)
    pay(act, item, act.book.derived(PRICE), SHARDS)
    count = act.book.derived(BASE) + sum(DICE.roll(act))
    grant(act, act.player, game.SHARD, count)


RULES = Section(
    __name__,
    implements=(
        Implementation(SHARDS, How.ASKS,
                       says="crystals are destroyed at any time for shards: a number and a roll"),
    ),
    verbs=under(
        SHARDS,
        Verb(SHATTER, "shatter crystal", "shatter crystal -- 1d10 (4) = 4",
             "destroys a crystal for shards", _shatter, Shape.SUBJECT,
             available=lambda act: any(act.me.count(item) > 0 for item in _known(act)),
             means=lambda act: (_item(act),), phrases=(
                 ("shatter|smash|break|destroy|crush|split|crack one|1 of crystals "
                 "(for|into|to|to) (get) (shards) => shatter crystal"),
                 ("shatter|smash|break|destroy|crush|split|crack (a|one|1) crustal "
                 "(for|into|to) (get) (shards) => shatter crustal"),
                 "turn|convert (a|one|1) crystal into shards => shatter crystal"),
             deeds=(deed("shatter smash break destroy crush split crack", "crystal",
                         may="one 1 into shards get i", order="shatter crystal"),),
             inputs=("shatter {What=crystal|crustal}",)),
    ),
)  # fmt: skip


# == Fractal images, of the item Menger Sponge: where they stand, and what bears on them ===========
#
# An image is not a player, but whatever bears on players bears on it. Decisions: that is what
# happens to all players, and to the players on a space where it stands; what bears on a player
# who was specified, selected or drawn bears on that player alone. Whether it moved last phase is
# as with its owner. It owns nothing: what it would lose is not lost at all, and what it would
# gain its owner gains as a jumbo item, which does what the item does but is not that item (a
# jumbo Crystal wins nothing, and cannot be shattered).


def on(state: State, *spaces: int) -> tuple[tuple[str, int], ...]:
    """The images on some spaces: whose, and where."""
    return tuple((name, here) for name, here in all_of(state) if here in spaces)


def all_of(state: State) -> tuple[tuple[str, int], ...]:
    """All images: whose, and where."""
    return tuple(
        (name, here) for name, each in state.players.items() for here in values(each, game.IMAGE)
    )


def stand(act: Context, owner: str, there: int) -> None:
    """Let an image of a player stand somewhere."""
    act.state = add_effect(act.state, owner, Effect(game.IMAGE, there))


def send(act: Context, spaces: Iterable[int], there: int) -> None:
    """Set all images on some spaces elsewhere, as the players there are; their order stays."""
    for owner, here in on(act.state, *spaces):
        shift(act, owner, here, there)


def shift(act: Context, owner: str, here: int, there: int) -> None:
    """Set one image of a player elsewhere."""
    player: Player = act.state.players[owner]
    effects = list(player.effects)
    effects[effects.index(Effect(game.IMAGE, here))] = Effect(game.IMAGE, there)
    act.state = with_player(act.state, replace(player, effects=tuple(effects)))
    act.say("the fractal image of {} is now at {}", owner, there)


def receive(act: Context, owner: str, item: str, count: int = 1) -> None:
    """Let an image receive an item, which its owner gains."""
    if count:
        grant(act, owner, game.JUMBO + item.removeprefix(game.JUMBO), count, "by a fractal image")


def in_its_stead(act: Context, owner: str, there: int, effect: Callable[[], None]) -> int:
    """Let something happen to an image as if its owner stood there, bare; where it ends."""
    player: Player = act.state.players[owner]
    barriers = tuple(each for each in player.effects if each.kind == game.BARRIER)
    bare = tuple(each for each in player.effects if each not in barriers)
    act.state = with_player(act.state, replace(player, location=there, items={}, effects=bare))
    effect()
    after: Player = act.state.players[owner]
    effects = player.effects if after.effects == bare else (*barriers, *after.effects)
    restored = replace(after, location=player.location, items=player.items, effects=effects)
    act.state = with_player(act.state, restored)
    for item, count in after.items.items():
        receive(act, owner, item, max(count, 0))
    return after.location
