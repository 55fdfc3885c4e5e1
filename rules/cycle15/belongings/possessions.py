"""Ruleset sections Items and Shards: items gained and lost, each time with a word about it.

Crystals can be destroyed at any time for shards, a fixed number and what a die shows. Decisions: a
Crustal can be shattered like a crystal where the page says that it counts as one (``shatter
crustal``); section Winning says that crystals are non-transferable; a Crustal counts as a crystal
for all but winning, so neither goes from one player to another. A Language Barrier lasts until its
player gains either of them.
"""

from __future__ import annotations

from rules.common.notation import DiceOf, NumberOf, Says
from rules.common.sections import Section
from rules.cycle15.belongings.effect import BARRIER
from rules.cycle15.belongings.status_effects import end_effects
from rules.cycle15.state import CRUSTAL, CRYSTAL, JUMBO, SHARD, Context
from wikibot.sdk import How, Implementation, Refused, Shape, Verb, counted, deed, gain, under
from wikibot.wikitext.messages import retold

CRYSTALS_STAY = Says("Winning", "non-transferable")
CRYSTALLINE = (CRYSTAL, CRUSTAL)
SHARDS, SHATTER = "Shards", "shatter"
BASE, PRICE, DICE = NumberOf(SHARDS), NumberOf(SHARDS, 1), DiceOf(SHARDS)


def grant(act: Context, who: str, item: str, count: int = 1, why: str = "") -> None:
    """Give a player some of an item. ``why`` follows in the answer: ``at 5``."""
    if count:
        act.state = gain(act.state, who, item, count)
        total = act.state.players[who].count(item)
        act.say(
            "{} gains {}{} (now {})", who, counted(count, item), why and " " + retold(why), total
        )
        _after_gain(act, who, item, count)


def change(act: Context, who: str, item: str, count: int) -> None:
    """The same, or the other way round, where the answer tells of it already."""
    act.state = gain(act.state, who, item, count)
    _after_gain(act, who, item, count)


def _after_gain(act: Context, who: str, item: str, count: int) -> None:
    if item in CRYSTALLINE and count > 0 and act.state.players[who].effects:
        _lift_barriers(act, who)


def _lift_barriers(act: Context, who: str) -> None:
    barriers = [each for each in act.state.players[who].effects if each.kind == BARRIER]
    if barriers:
        act.state = end_effects(act.state, who, *barriers)
        act.say("that ends the {}", ", ".join(map(str, barriers)))


def transferable(act: Context, who: str) -> tuple[str, ...]:
    """Which of a player's items can go to another player."""
    fixed = CRYSTALLINE if act.book.derived(CRYSTALS_STAY) else ()
    owned = act.state.players[who].owned
    return tuple(item for item in owned if item.removeprefix(JUMBO) not in fixed)


def hand_over(act: Context, who: str, to: str, item: str, count: int) -> None:
    """Let some of an item go from one player to another."""
    act.state = gain(gain(act.state, who, item, -count), to, item, count)
    act.say("{} takes {} from {}", to, counted(count, item), who)


def take_everything(act: Context, who: str) -> None:
    """Let the acting player have all of a player's items that can go to another player."""
    for item in transferable(act, who):
        hand_over(act, who, act.player, item, act.state.players[who].count(item))


def pay_crystal(act: Context) -> bool:
    """Let the acting player part with a crystal, or what counts as one; whether they had any."""
    held = tuple(item for item in CRYSTALLINE if act.me.count(item) > 0)
    if held:
        lose(act, act.player, act.choose("which crystal it is", held, question="which one"))
    else:
        act.say("{} has no crystal", act.player)
    return bool(held)


def lose(act: Context, who: str, item: str, count: int = 1, why: str = "") -> None:
    """Take some of an item from a player, which destroys it."""
    if count:
        act.state = gain(act.state, who, item, -count)
        total = act.state.players[who].count(item)
        act.say(
            "{} loses {}{} (now {})", who, counted(count, item), why and " " + retold(why), total
        )


def pay(act: Context, item: str, count: int, rule: str) -> None:
    """Let the acting player part with some of an item; refuses where they have too few."""
    have = act.me.count(item)
    if have < count:
        raise Refused(
            "{} would be needed, {} has {}",
            counted(count, item),
            act.player,
            max(have, 0),
            rule=rule,
        )
    lose(act, act.player, item, count)


# -- shards ----------------------------------------------------------------------------------------


def _known(act: Context) -> tuple[str, ...]:
    return (CRYSTAL, CRUSTAL) if act.book.has(f"Garbage: {CRUSTAL}") else (CRYSTAL,)


def _available(act: Context) -> bool:
    return any(act.me.count(item) > 0 for item in _known(act))


def _item(act: Context) -> str:
    return act.resolve(act.subject or CRYSTAL, _known(act), "item that can be shattered")


def _shatter(act: Context) -> None:
    act.book.require(SHARDS)
    item = _item(act)
    pay(act, item, act.book.derived(PRICE), SHARDS)
    count = act.book.derived(BASE) + sum(DICE.roll(act))
    grant(act, act.player, SHARD, count)


RULES = Section(
    __name__,
    implements=(
        Implementation(SHARDS, How.ASKS,
                       says="crystals are destroyed at any time for shards: a number and a roll"),
    ),
    verbs=under(
        SHARDS,
        Verb(SHATTER, "shatter crystal", "shatter crystal -- 1d10 (4) = 4",
             "destroys a crystal for shards", _shatter, Shape.SUBJECT, available=_available,
             means=lambda act: (_item(act),), phrases=(
                 ("shatter|smash|break|destroy|crush|split|crack (a|one|1) crystal "
                 "(for|into|to|to) (get) (shards) => shatter crystal"),
                 ("shatter|smash|break|destroy|crush|split|crack one|1 of crystals "
                 "(for|into|to|to) (get) (shards) => shatter crystal"),
                 ("shatter|smash|break|destroy|crush|split|crack (a|one|1) crustal "
                 "(for|into|to) (get) (shards) => shatter crustal"),
                 "turn|convert (a|one|1) crystal into shards => shatter crystal"),
             deeds=(deed("shatter smash break destroy crush", "crystal",
                         may="one 1 into shards get i", order="shatter crystal"),),
             inputs=("shatter {What=crystal|crustal}",)),
    ),
)  # fmt: skip
