"""Types of spaces that offer a deed to a player who lands there, by a verb, until the phase ends.

Decisions: once for each landing. Casino: on 1 all is lost, on any other face the shards are
doubled. A player with none, or fewer than none, neither wins nor loses. Disco Ball: whether it is
party time is asked upon landing; the choice then stays open.

Ruleset section Crystal Beam, both wordings: a beam that costs the players it meets.

The later one: a player who lands there may aim it at a space (``beam N``, until the phase ends),
or at as many as the page says; players there lose a Crustal, else a Crystal, else nothing, and some
types of space are burnt to Blank. The earlier one: a player who lands there chooses one of the
sets of spaces listed in the section; every player there loses a crystal, or as many as the page
says and they have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rules.common.sections import DiceOf, NumberAt, NumberOf, list_of
from rules.cycle15 import party
from rules.cycle15.board.space_type import OfferVerb, SpaceType, taking_up
from rules.cycle15.board.spaces import by_id, players_on, predecessors, put_space, successors
from rules.cycle15.possessions import grant, lose, pay
from rules.cycle15.state import BLANK, CRUSTAL, CRYSTAL, SHARD, Context, Effect
from wikibot.game.problems import Problem
from wikibot.sdk import NamesSlot, PhraseSlot, Refused, Rulebook, deed, integer, replace

CASINO, GAMBLE, DRUNK = "Casino", "gamble", "drunk"
CRYSTAL_FORGE, FORGE = "Crystal Forge", "forge"
DANCE_PAD, START_PARTY = "Dance Pad", "start party"
DISCO_BALL, DISCO = "Disco Ball", "disco"
PRICE, YIELD = NumberOf(CRYSTAL_FORGE), NumberOf(CRYSTAL_FORGE, 1)


# -- Casino ----------------------------------------------------------------------------------------


def _gamble(act: Context) -> None:
    if act.state.party and Effect(DRUNK) not in act.me.effects:
        raise Refused(
            "at party time only the drunk gamble",
            rule=CASINO,
            remedy="Drink something, or end the party.",
        )
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
        "gamble|bet|wager|stake|risk (all) (of) (my) (shards|everything)",
        "gamble|bet|wager|risk it all", "gamble|bet|play in|at (the) casino",
        "double or nothing", "double (my) shards", "go all in",
        "all in", "try my luck",
    ),
    deeds=(
        deed("gamble bet wager", may="shards all everything have casino i it at risk on"),
        deed("double", "nothing", may="or"),
    ),
)  # fmt: skip


# -- Crystal Forge ---------------------------------------------------------------------------------


def _price(book: Rulebook) -> Mapping[str, PhraseSlot]:
    """How many shards the forge takes."""
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
        "make|create|forge (a|one|1) crystal (out) of|from {forge price} (of) (my) shards => forge",
        "forge (a|one|1) crystal (from|with|for) (my) (shards)", "use the forge",
        ("transform|convert|turn|exchange|melt|smelt|forge (my) shards into|to|for (a|one|1|some) "
         "crystal|crystals"),
        ("transform|convert|turn|exchange|melt|smelt|forge|pay|spend|use {forge price} (of) (my) "
        "shards into|to|for|as (a|one|1|get) (a|one|1) crystal => forge"),
    ),
)  # fmt: skip


# -- Dance Pad and Disco Ball ----------------------------------------------------------------------

_START_PARTY = taking_up(
    START_PARTY, DANCE_PAD, party.start,
    "starts a party (or ends one), after landing on a Dance Pad",
    why_not="no dance pad is waiting for you",
    phrases=("start|throw|begin|have|host|launch|hold|initiate|call (a|the) party",
             "party (time|on|hard)",
             "get the|this party started|going",
             "let the party begin|start",
             "end|stop|finish (the) party", "dance (on) (the) (pad)"),
    deeds=(deed("party", "start begin throw let's go on started", may="get us"),),
)  # fmt: skip


def _land_on_disco_ball(act: Context, who: str, space: int) -> None:
    if act.state.party:
        OfferVerb(DISCO, f"a random {BLANK} space becomes a {DANCE_PAD}")(act, who, space)


def _disco(act: Context) -> None:
    blank = by_id(space.id for space in act.state.spaces.values() if space.type == BLANK)
    if not blank:
        raise Refused("no space is {}", BLANK, rule=DISCO_BALL)
    chosen = act.pick(blank, DISCO_BALL)
    act.state = put_space(act.state, replace(act.state.spaces[chosen], type=DANCE_PAD))
    act.say("space {} becomes a {}", str(chosen), DANCE_PAD)


_DISCO = taking_up(
    DISCO, DISCO_BALL, _disco,
    f"turns a random {BLANK} space into a {DANCE_PAD}, after landing on a Disco Ball",
    why_not="no disco ball is waiting for you", remedy="Land on a Disco Ball at party time first.",
    phrases=("disco (ball|time|dance|party)", "use|spin|turn (the) disco (ball)",
             "turn a (random) blank (space) into a dance pad"),
    deeds=(deed("disco", may="ball spin"),),
)  # fmt: skip


# -- Crystal Beam ----------------------------------------------------------------------------------

CRYSTAL_BEAM, BEAM = "Crystal Beam", "beam"
BURNS = ("Garbage Pile", "Dance Pad")
AIMS = NumberAt(CRYSTAL_BEAM, r"select (\w+) space")
LOSSES = {
    CRUSTAL: NumberAt(CRYSTAL_BEAM, r"lose (\w+) Crustal"),
    CRYSTAL: NumberAt(CRYSTAL_BEAM, r"loses? (\w+) Crystal"),
}
SETS = list_of(CRYSTAL_BEAM)
CATEGORY = "Hazard"  # whose pseudo-type burns
_RUN = re.compile(r"\b[Ss]paces? (?P<first>-?\d+) through (?P<last>-?\d+)")
_NEXT = re.compile(r"all (?P<which>successors|predecessors) of space (?P<space>-?\d+)")


# -- the later wording -----------------------------------------------------------------------------


def target(act: Context, space: int) -> None:
    """Aim the beam at one space."""
    act.say("the beam hits {}", space)
    for name in players_on(act.state, space):
        player = act.state.players[name]
        item = next((item for item in (CRUSTAL, CRYSTAL) if player.count(item) > 0), None)
        if item:
            lose(act, name, item, min(player.count(item), act.book.derived(LOSSES[item])))
    hit = replace(act.state.spaces[space], beamed=act.state.phase)
    if hit.type in BURNS:
        hit = replace(hit, type=BLANK)
    elif hit.type == CATEGORY:
        hit = replace(hit, pseudo_type=BLANK)
    act.state = put_space(act.state, hit)


def choose_target(act: Context) -> int:
    """The space at which the acting player aims the beam."""
    return act.choose(
        "the space to aim the beam at",
        by_id(act.state.spaces),
        rule=CRYSTAL_BEAM,
        question="at which space is the beam aimed",
    )


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
        near = successors if other["which"] == "successors" else predecessors
        space = integer(other["space"])
        found += near(act.state, space) if space in act.state.spaces else ()
    hit = players_on(act.state, *by_id(found))
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
        ("aim|target|point|fire|direct|shoot|focus|turn|use (the) (crystal) beam (at|to|on|onto) "
         "{space}"),
        "aim|target|point|fire|shoot|hit|zap|blast (at|on) {space} (with) (the) (crystal) (beam)",
        "beam (at|to|on|onto) {space}",
    ),
    deeds=(deed("beam aim target", may="crystal fire shoot at space on with", about="space"),),
)  # fmt: skip
TYPES = (
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
              verbs=(_BEAM_VERB,)),
    SpaceType(CRYSTAL_BEAM, "X", "lime", _sweep, variant="early", asks=True, reads=_READS),
)  # fmt: skip
