"""Ruleset section Crystal Beam, both wordings: a beam that costs the players it meets.

The later one: a player who lands there may aim it at a space (``beam N``, until the phase ends),
or at as many as the page says; players there lose a Crustal, else a Crystal, else nothing, and some
types of space are burnt to Blank. The earlier one: a player who lands there chooses one of the
sets of spaces listed in the section; every player there loses a crystal, or as many as the page
says and they have.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rules.common.notation import NumberAt, list_of
from rules.cycle15.board.space_type import OfferVerb, SpaceType, taking_up
from rules.cycle15.board.spaces import by_id, players_on, predecessors, put_space, successors
from rules.cycle15.possessions import lose
from rules.cycle15.state import BLANK, CRUSTAL, CRYSTAL, Context, State
from wikibot.sdk import Rulebook, deed, integer, replace

SECTION, BEAM = "Crystal Beam", "beam"
BURNS = ("Garbage Pile", "Dance Pad")
AIMS = NumberAt(SECTION, r"select (\w+) space")
LOSSES = {
    CRUSTAL: NumberAt(SECTION, r"lose (\w+) Crustal"),
    CRYSTAL: NumberAt(SECTION, r"loses? (\w+) Crystal"),
}
SETS = list_of(SECTION)
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
        rule=SECTION,
        question="at which space is the beam aimed",
    )


def _beam(act: Context) -> None:
    for _ in range(min(act.book.derived(AIMS), len(act.state.spaces))):
        target(act, choose_target(act))


# -- the earlier wording ---------------------------------------------------------------------------


def swept(book: Rulebook) -> tuple[object, ...]:
    """The spaces that the listed sets name, by their numbers."""
    return tuple((_RUN.findall(text), _NEXT.findall(text)) for text in book.derived(SETS))


def _members(state: State, text: str) -> tuple[int, ...]:
    """The spaces of one of the listed sets."""
    found: list[int] = []
    for run in _RUN.finditer(text):
        first, last = integer(run["first"]), integer(run["last"])
        found += (space for space in state.spaces if first <= space <= last)
    for other in _NEXT.finditer(text):
        near = successors if other["which"] == "successors" else predecessors
        space = integer(other["space"])
        found += near(state, space) if space in state.spaces else ()
    return by_id(found)


def _sweep(act: Context, who: str, space: int) -> None:
    sets = act.book.derived(SETS)
    asks = f"{who}: which set of spaces the beam sweeps, in the order of the rule"
    question = "which set of spaces does the beam sweep, in the order of the rule"
    number = act.choose(asks, tuple(range(1, len(sets) + 1)), rule=SECTION, question=question)
    hit = players_on(act.state, *_members(act.state, sets[number - 1]))
    act.say("the beam sweeps set {}", number)
    most = act.book.derived(LOSSES[CRYSTAL])
    for name in hit:
        lose(act, name, CRYSTAL, max(0, min(act.state.players[name].count(CRYSTAL), most)))


OFFER = OfferVerb(BEAM, "aims the beam: `beam N`")
_READS: tuple[Callable[..., Any], ...] = (AIMS, *LOSSES.values(), swept)
_VERB = taking_up(
    BEAM, SECTION, _beam, "aims the beam at a space, after landing on a Crystal Beam",
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
    SpaceType(SECTION, "X", "lime", OFFER, variant="late", asks=True, reads=_READS, verbs=(_VERB,)),
    SpaceType(SECTION, "X", "lime", _sweep, variant="early", asks=True, reads=_READS),
)
