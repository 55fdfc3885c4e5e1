"""The types of spaces: what each does to players who land there, pass it or leave it.

Types of spaces that offer a deed to a player who lands there, by a verb, until the phase ends.

Decisions: once for each landing. Casino: on 1 all is lost, on any other face the shards are
doubled. A player with none, or fewer than none, neither wins nor loses. Disco Ball: whether it is
party time is asked upon landing; the choice then stays open.

Crystal Beam. The later wording: a player who lands there may aim it at a space (``beam N``, until
the phase ends), or at as many as the page says; players there lose a Crustal, else a Crystal, else
nothing, and some types of space are burnt to Blank. The earlier one: a player who lands there
chooses one of the sets of spaces listed in the section; every player there loses a crystal, or as
many as the page says and they have.

Types of spaces that grant something to a player who lands there: crystals, shards, garbage.

Decisions: the choice that a Garbage Pile gives is open until the phase ends, however far the player
has gone since. A Blank space grants a card where the page, or a change of it that an item made and
that waits to be carried out, says so.

Types of spaces that move players about, change the way on, or turn the wheel.

Decisions, of the Boulder Trap: path and haven stand in the notes of the space. Fleeing is not a
movement: nothing is passed or landed on. A trap whose haven is unknown, or no space, is left to a
person. Of the Geyser: where no space precedes, the way back ends. A player glides by naming one
space more, or one fewer, than was rolled; each Geyser gone over counts. The last space of a move as
rolled is its final one, so no player glides from there. Of the Oil Spill: successors stand in the
order of their identifiers; a player may name the space that came out, or leave it out. Of the
Teleporter: the random player is *another* one; alone on the board nothing happens. Of Thin Ice:
where the space to fall to does not exist, all players stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rules.common.sections import DiceOf, NumberAt, NumberOf, list_of
from rules.cycle15 import party, possessions, spaces
from rules.cycle15.garbage import RANDOM_ITEM, grant_random, in_force
from rules.cycle15.possessions import grant, lose, pay
from rules.cycle15.spaces import OfferVerb, SpaceType, taking_up
from rules.cycle15.state import BLANK, CRUSTAL, CRYSTAL, DRUNK, SHARD, Context, Effect
from wikibot.game.problems import Problem
from wikibot.sdk import Held, NamesSlot, PhraseSlot, Refused, Rulebook, deed, integer, replace
from wikibot.wikitext.messages import later
from wikibot.wikitext.regex import regex

CASINO, GAMBLE = "Casino", "gamble"
CRYSTAL_FORGE, FORGE = "Crystal Forge", "forge"
DANCE_PAD, START_PARTY = "Dance Pad", "start party"
DISCO_BALL, DISCO = "Disco Ball", "disco"
PRICE, YIELD = NumberOf(CRYSTAL_FORGE), NumberOf(CRYSTAL_FORGE, 1)


# -- Casino ----------------------------------------------------------------------------------------


def _gamble(act: Context) -> None:
    if act.state.party and Effect(DRUNK) not in act.me.effects:
        remedy = "Drink something, or end the party."
        raise Refused("at party time only the drunk gamble", rule=CASINO, remedy=remedy)
    shards = max(act.me.count(SHARD), 0)
    if sum(DiceOf(CASINO).roll(act)) == 1:
        lose(act, act.player, SHARD, shards)
    else:
        grant(act, act.player, SHARD, shards)
    if not shards:
        act.say("{} had no shards to gamble with", act.player)


_GAMBLE = taking_up(
    GAMBLE, CASINO, _gamble, "doubles your shards or loses them, after landing on a Casino",
    example="gamble -- 1d2 (2) = 2", why_not="no gamble is waiting for you",
    phrases=(
        "play in|at (the) casino", "double (my) shards", "go all in", "all in",
        "try my luck (in|at) (casino)",
    ),
    deeds=(
        deed("gamble bet wager stake risk", may="shards all everything have casino i it at on"),
        deed("all everything", "shards shard", "table red black casino", may="on goes bet at"),
        deed("double", "nothing", may="or"),
    ),
)  # fmt: skip


# -- Crystal Forge ---------------------------------------------------------------------------------


def _price(book: Rulebook) -> Mapping[str, PhraseSlot]:
    try:
        price = (str(book.derived(PRICE)),) if book.has(CRYSTAL_FORGE) else ()
    except Problem:
        price = ()
    return {"forge price": NamesSlot(price)}


def _forge(act: Context) -> None:
    pay(act, SHARD, act.book.derived(PRICE), CRYSTAL_FORGE)
    grant(act, act.player, CRYSTAL, act.book.derived(YIELD))


_FORGE = taking_up(
    FORGE, CRYSTAL_FORGE, _forge,
    "turns shards into a crystal, after landing on a Crystal Forge",
    why_not="no forge is waiting for you",
    phrases=(
        "use the forge", "forge|make (me|myself) crystal|crystals (out) of|from (my) shards",
        ("transform|convert|turn|exchange|melt|smelt|forge (my) shards into|to|for (a|one|1|some) "
         "crystal|crystals"),
    ),
    deeds=(deed("shards shard", "crystal forge fire furnace flames", is_price=True,
                may="make create out transform convert turn exchange melt smelt pay spend become "
                    "into throw put get one 1 as", about="forge price", never="not no"),),
)  # fmt: skip


# -- Dance Pad and Disco Ball ----------------------------------------------------------------------

_START_PARTY = taking_up(
    START_PARTY, DANCE_PAD, party.start,
    "starts a party (or ends one), after landing on a Dance Pad",
    why_not="no dance pad is waiting for you",
    phrases=("dance (on) (the) (pad)", "party"),
    deeds=(deed("party", "start throw begin have host launch hold initiate call time on hard end "
                "stop finish let let's go started be", may="get us there it"),),
)  # fmt: skip


def _land_on_disco_ball(act: Context, who: str, space: int) -> None:
    if act.state.party:
        OfferVerb(DISCO, f"a random {BLANK} space becomes a {DANCE_PAD}")(act, who, space)


def _disco(act: Context) -> None:
    blank = spaces.by_id(space.id for space in act.state.spaces.values() if space.type == BLANK)
    if not blank:
        raise Refused("no space is {}", BLANK, rule=DISCO_BALL)
    chosen = act.pick(blank, DISCO_BALL)
    act.state = spaces.put_space(act.state, replace(act.state.spaces[chosen], type=DANCE_PAD))
    act.say("space {} becomes a {}", str(chosen), DANCE_PAD)


_DISCO = taking_up(
    DISCO, DISCO_BALL, _disco,
    f"turns a random {BLANK} space into a {DANCE_PAD}, after landing on a Disco Ball",
    why_not="no disco ball is waiting for you", remedy="Land on a Disco Ball at party time first.",
    phrases=("turn a (random) blank (space) into a dance pad",),
    deeds=(deed("disco", may="ball spin spins turn time dance party"),),
)  # fmt: skip


# -- Crystal Beam ----------------------------------------------------------------------------------

CRYSTAL_BEAM, BEAM = "Crystal Beam", "beam"
AIMS = NumberAt(CRYSTAL_BEAM, r"select (\w+) space")
LOSSES = {
    CRUSTAL: NumberAt(CRYSTAL_BEAM, r"lose (\w+) Crustal"),
    CRYSTAL: NumberAt(CRYSTAL_BEAM, r"loses? (\w+) Crystal"),
}
SETS = list_of(CRYSTAL_BEAM)
CATEGORY = "Hazard"  # whose pseudo-type burns
_RUN = regex(r"\b[Ss]paces? (?P<first>-?\d+) through (?P<last>-?\d+)")
_NEXT = regex(r"all (?P<which>successors|predecessors) of space (?P<space>-?\d+)")


# -- the later wording -----------------------------------------------------------------------------


def target(act: Context, space: int) -> None:
    """Aim the beam at one space."""
    act.book.require(CRYSTAL_BEAM)
    act.say("the beam hits {}", space)
    for name in spaces.players_on(act.state, space):
        player = act.state.players[name]
        item = next((item for item in (CRUSTAL, CRYSTAL) if player.count(item) > 0), None)
        if item:
            lose(act, name, item, min(player.count(item), act.book.derived(LOSSES[item])))
    hit = replace(act.state.spaces[space], beamed=act.state.phase)
    if hit.type in ("Garbage Pile", "Dance Pad"):
        hit = replace(hit, type=BLANK)
    elif hit.type == CATEGORY:
        hit = replace(hit, pseudo_type=BLANK)
    act.state = spaces.put_space(act.state, hit)


def choose_target(act: Context) -> int:
    """The space at which the acting player aims the beam."""
    asks, there = later("the space to aim the beam at"), spaces.by_id(act.state.spaces)
    question = "at which space is the beam aimed"
    return act.choose(asks, there, rule=CRYSTAL_BEAM, question=question)


def _beam(act: Context) -> None:
    for _ in range(min(act.book.derived(AIMS), len(act.state.spaces))):
        target(act, choose_target(act))


# -- the earlier wording ---------------------------------------------------------------------------


def swept(book: Rulebook) -> tuple[object, ...]:
    """The spaces that the listed sets name, by their numbers."""
    return tuple((_RUN.findall(text), _NEXT.findall(text)) for text in book.derived(SETS))


def _sweep(act: Context, who: str, space: int) -> None:
    sets = act.book.derived(SETS)
    asks = f"{who}: which set of spaces the beam sweeps, in the order of the rule"
    question = "which set of spaces does the beam sweep, in the order of the rule"
    number = act.choose(asks, tuple(range(1, len(sets) + 1)), rule=CRYSTAL_BEAM, question=question)
    # The spaces of one of the listed sets.
    text = sets[number - 1]
    found: list[int] = []
    for run in _RUN.finditer(text):
        first, last = integer(run["first"]), integer(run["last"])
        found += (space for space in act.state.spaces if first <= space <= last)
    for other in _NEXT.finditer(text):
        near = spaces.successors if other["which"] == "successors" else spaces.predecessors
        space = integer(other["space"])
        found += near(act.state, space) if space in act.state.spaces else ()
    hit = spaces.players_on(act.state, *spaces.by_id(found))
    act.say("the beam sweeps set {}", number)
    most = act.book.derived(LOSSES[CRYSTAL])
    for name in hit:
        lose(act, name, CRYSTAL, max(0, min(act.state.players[name].count(CRYSTAL), most)))


BEAM_OFFER = OfferVerb(BEAM, "aims the beam: `beam N`")
_READS: tuple[Callable[..., Any], ...] = (AIMS, *LOSSES.values(), swept)
_BEAM_VERB = taking_up(
    BEAM, CRYSTAL_BEAM, _beam, "aims the beam at a space, after landing on a Crystal Beam",
    form="beam N", example="beam 17", why_not="no beam is waiting for you", fillers=("space", "at"),
    phrases=(
        "beam (at|to|on|onto) {space}", "hit|blast {space} (with) (the) (crystal) (beam)",
    ),
    deeds=(deed("beam aim target point fire direct shoot focus zap", about="space",
                may="crystal at on onto with turn"),),
)  # fmt: skip
_BEAM = "a beam that costs the players it meets"
OFFERS = (
    SpaceType(CASINO, "$", "gold", OfferVerb(GAMBLE, "all shards lost or doubled"), asks=True,
              verbs=(_GAMBLE,),
              says="a player who lands there may gamble with all of their shards"),
    SpaceType(CRYSTAL_FORGE, "F", "orange", OfferVerb(FORGE, "turns shards into a crystal"),
              asks=True, verbs=(_FORGE,), slots=_price,
              says="a player who lands there may turn shards into crystals"),
    SpaceType(DANCE_PAD, "D", "pink",
              OfferVerb(START_PARTY, "a party starts, or the one going on ends"), asks=True,
              verbs=(_START_PARTY,),
              says="a player who lands there may start a party, until the phase ends"),
    SpaceType(DISCO_BALL, "Q", "yellow", landing=_land_on_disco_ball, asks=True, verbs=(_DISCO,),
              says="at party time, landing there may turn a Blank space into a Dance Pad"),
    SpaceType(CRYSTAL_BEAM, "X", "lime", BEAM_OFFER, variant="late", asks=True, reads=_READS,
              verbs=(_BEAM_VERB,), says=_BEAM),
    SpaceType(CRYSTAL_BEAM, "X", "lime", _sweep, variant="early", asks=True, reads=_READS,
              says=_BEAM),
)  # fmt: skip


# -- Types of spaces that grant something to a player who lands there: crystals, shards, garbage ---

CARD = "Blank Card"
GEODE, PILE, SHARD_PILE, TAKE = "Geode", "Garbage Pile", "Shard Pile", "take garbage"
ON_BOTH, ON_ORB = NumberOf("Crystal"), NumberOf("Crystal Orb")
CONTENTS, SHARDS = list_of(GEODE), DiceOf(SHARD_PILE)


def _gain_crystals(count: NumberOf, act: Context, who: str, space: int) -> None:
    grant(act, who, CRYSTAL, act.book.derived(count), f"at {space}")


GAIN = partial(_gain_crystals, ON_BOTH)


def _veiled(act: Context, who: str, space: int) -> None:
    if f"grant them a {CARD}" in in_force(act.state, act.book, BLANK):
        grant(act, who, CARD, 1, f"at {space}")


BLANK_SPACE = SpaceType(
    BLANK, "·", "white", landing=_veiled,
    says="spaces on which nothing happens, unless an item had the rule rewritten",
)  # fmt: skip
_TAKE = taking_up(
    TAKE, PILE, lambda act: grant_random(act, act.player, "from the garbage"),
    "takes the random item that a Garbage Pile offers you",
    example="take garbage -- 1d98 (21) = 21", why_not="no garbage is waiting for you",
    phrases=(
        ("take|claim|collect|get|grab|draw|pick|have|roll|search|receive|gain (up|for) "
         "(random|some|one|piece|item|of|from) (of) pile|item"),
        "rummage|search|dig|look|poke (in|through|into) (the) pile", "garbage|trash (please|time)",
    ),
    deeds=(
        deed("garbage trash", may="get grab pick up dig random item pile one i through collect "
             "claim draw gimme have search receive gain piece rummage look poke into i'll me"),
        RANDOM_ITEM,
    ),
)  # fmt: skip
TREASURES = (
    BLANK_SPACE,
    SpaceType("Crystal", "◆", "sky", landing=GAIN, passing=GAIN,
              says="a crystal for landing there or passing"),
    SpaceType("Crystal Orb", "◉", "purple", landing=partial(_gain_crystals, ON_ORB),
              says="a crystal for landing there"),
    SpaceType(PILE, "G", "brown", OfferVerb(TAKE, "a random item of the Garbage table"),
              asks=True, verbs=(_TAKE,), says="a player who lands there may take a random item"),
    SpaceType(GEODE, "E", "green", asks=True, rolls=GEODE, landing=lambda act, who, space: grant(
                  act, who, act.pick(act.book.derived(CONTENTS), f"{GEODE} at {space}"), 1,
                  f"at {space}"),
              says="a player who lands there gains a random item of the list there"),
    SpaceType(SHARD_PILE, "P", "blue", asks=True, rolls=SHARD_PILE, landing=lambda act, who, space:
              grant(act, who, SHARD, sum(SHARDS.roll(act)), f"at {space}"),
              says="a player who lands there gains as many shards as the dice show"),
)  # fmt: skip


# -- Types of spaces that move players about, change the way on, or turn the wheel -----------------

TRAP, GEYSER, ICE, OIL_SPILL = "Boulder Trap", "Geyser", "Thin Ice", "Oil Spill"
TELEPORTER, BACK = "Teleporter", "way back"
STEPS = NumberAt(GEYSER, r"backwards (\w+) space")
MORE, FEWER = NumberAt(GEYSER, r"(\w+) additional"), NumberAt(GEYSER, r"(\w+) fewer")
BEARS, BELOW = NumberOf(ICE), NumberAt(ICE, r"space (-?\d+)")


def _roll_boulder(act: Context, who: str, space: int) -> None:
    trap = act.state.spaces[space]
    haven = trap.safe_haven
    if haven is None or haven not in act.state.spaces:
        why = later("the notes of space {} name no existing space as its Safe Haven")
        raise Held(TRAP, why, str(space))
    fleeing = spaces.players_on(act.state, space, *trap.boulder_path)
    for each in fleeing:
        spaces.place(act, each, haven)
    possessions.send(act, (space, *trap.boulder_path), haven)
    act.say("a boulder rolls: {} now at {}", ", ".join(fleeing), haven)


def _throw_back(act: Context, who: str, space: int) -> None:
    way, steps = [space], act.book.derived(STEPS)
    if steps > spaces.MOST:
        raise Held(GEYSER, "{} spaces back are more than the bot goes along", steps)
    for _ in range(steps):
        before = spaces.predecessors(act.state, way[-1])
        if not before:
            break
        way.append(act.pick(before, f"{BACK} from {way[-1]}"))
    spaces.place(act, who, way[-1])
    act.say("the Geyser throws {} back: {}", who, " ← ".join(map(str, way)))


def swap(act: Context, who: str, other: str) -> None:
    """Two players swap locations, without passing or landing on anything."""
    here, there = act.state.players[who].location, act.state.players[other].location
    spaces.place(act, who, there)
    spaces.place(act, other, here)
    act.say("{} swaps places with {}: {} at {}, {} at {}", who, other, who, there, other, here)


def _teleport(act: Context, who: str, space: int) -> None:
    others = tuple(name for name in act.state.players if name != who)
    if others:
        swap(act, who, act.pick(others, f"{TELEPORTER} at {space}"))


def _crack(act: Context, who: str, space: int) -> None:
    there, below = spaces.players_on(act.state, space), act.book.derived(BELOW)
    if len(there) > act.book.derived(BEARS) and below in act.state.spaces:
        for each in there:
            spaces.place(act, each, below)
        possessions.send(act, (space,), below)
        act.say("the ice at {} breaks: {} now at {}", space, ", ".join(there), below)


def _spinner(name: str, sign: str, colour: str, direction: int) -> SpaceType:
    """A type that turns the wheel by what the section's dice show, up (1) or down (-1)."""
    dice, way = DiceOf(name), "up" if direction > 0 else "down"

    def spin(act: Context, _who: str, space: int) -> None:
        spaces.turn(act, direction * sum(dice.roll(act, f"{name} at {space}")))

    return SpaceType(
        name, sign, colour, landing=spin, asks=True, rolls=name, reads=(dice,),
        says=f"a player who lands there rolls, and the wheel turns {way} by as much",
    )  # fmt: skip


STOP_SIGN = SpaceType(
    "Stop Sign", "S", "red", ends=True, says="the last space of the move in which it is selected"
)
WAYS = (
    SpaceType(TRAP, "B", "sand", landing=_roll_boulder,
              says="a boulder rolls along a path, and players there flee to a haven"),
    SpaceType(GEYSER, "Y", "teal", landing=_throw_back, glides=True, asks=True, rolls=BACK,
              says="throws back who lands there; moves over it may be one longer or shorter"),
    SpaceType(OIL_SPILL, "O", "olive", slippery=True, asks=True, rolls=OIL_SPILL,
              says="the selection after it is random among its successors"),
    _spinner("Spin-up Spinner", "↻", "green", 1),
    _spinner("Spin-down Spinner", "↺", "olive", -1),
    STOP_SIGN,
    SpaceType(TELEPORTER, "T", "violet", landing=_teleport, asks=True, rolls=TELEPORTER,
              says="a player who lands there swaps locations with a random player"),
    SpaceType(ICE, "I", "ice", landing=_crack,
              says="it breaks under more players than it bears; all on it are set back"),
)  # fmt: skip
TYPES = (*OFFERS, *TREASURES, *WAYS)
