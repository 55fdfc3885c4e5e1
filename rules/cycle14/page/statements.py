"""Statements about Cycle 14: the Obelisk, the storehouse, season, pots, gatherings, landmarks, what players know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.cycle14.components import KNOWN
from rules.cycle14.page.columns import LISTS, TASKS, Experience
from rules.cycle14.possessions import OBELISK, STOREHOUSE, items_of, put
from rules.cycle14.state import Owner, Player, State
from wikibot.game.page.cells import CellError
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.statements import proceedings as proceeding_statements
from wikibot.game.statements.differences import common_differences
from wikibot.game.statements.forms import change, common_forms, common_vocabulary
from wikibot.game.statements.speech import Form, Known, Speech, Tally


def differences(before: State, after: State) -> tuple[str, ...]:
    """What changed, as statements which one after the other lead from ``before`` to ``after``."""
    tally = Tally(SPEECH, before)
    common_differences(tally, after, _player)
    _obelisk(tally, after)
    _items(tally, after, OBELISK, "obelisk has")
    _items(tally, after, STOREHOUSE, "stored")
    _surroundings(tally, after)
    proceeding_statements.differences(tally, after, LISTS)
    return tally.said


def correct(state: State, statement: str) -> State:
    """Make one statement true. Raises ``ValueError`` that says what it does not understand."""
    return SPEECH.correct(state, statement)


_TASKS = Vocabulary(TASKS)
_CELL = Experience(_TASKS)


# -- making statements true ------------------------------------------------------------------------


def _experience(state: State, player: str, number: int, text: str) -> State:
    text = _TASKS.canonical(text)
    if not _is_title(text):
        raise ValueError(f"{text!r} is not the title of a task")
    held = state.players[player].experience
    rest = {task: value for task, value in held.items() if task != text}
    return change(state, player, experience={**rest, text: number} if number else rest)


def _is_title(text: str) -> bool:
    """Whether the page can have it as a task; people may write any there, also one that no ruleset has."""
    try:
        return _CELL.parse(_CELL.render({text: 1})) == {text: 1}
    except CellError:
        return False


def _stone(state: State, **values: Any) -> State:
    return replace(state, obelisk=replace(state.obelisk, **values))


def _owns(who: Owner) -> Any:
    def make(state: State, number: int, item: str) -> State:
        return put(state, who, item, number - items_of(state, who).get(item, 0))

    return make


_FORMS: tuple[Form[State], ...] = (
    Form("experience", "{player} has experience {number} in {text}", _experience, "Alice has experience 2 in Mining"),
    Form("banished", "{player} is banished since {banished:time} for {banishment:number} hours", change,
         "Bob is banished since 2024-01-05T02:22:00Z for 72 hours"),
    Form("not banished", "{player} is not banished",
         lambda state, player: change(state, player, banished=None, banishment=0), "Bob is not banished"),
    Form("hours", "the banishment of {player} lasts {banishment:number} hours", change,
         "the banishment of Bob lasts 72 hours"),
    Form("distance", "the Obelisk is {distance:number} km away", _stone, "the Obelisk is 7 km away"),
    Form("cuts", "the Obelisk has {cuts:number} cuts", _stone, "the Obelisk has 3 cuts",
         "the Obelisk has {cuts:number} cuts?"),
    Form("obelisk has", "the Obelisk owns {number} {item}", _owns(OBELISK), "the Obelisk owns 3 Grebes"),
    Form("condition", "the Obelisk has become {condition:text}", _stone, "the Obelisk has become destroyed"),
    Form("no condition", "nothing has become of the Obelisk", lambda state: _stone(state, condition=""),
         "nothing has become of the Obelisk"),
    Form("stored", "the Community Storehouse owns {number} {item}", _owns(STOREHOUSE),
         "the Community Storehouse owns 3 Herbs", "the (?:community )?storehouse owns {number} {item}"),
    Form("season", "the season is {season:text}", replace, "the season is Winter"),
    Form("boosted", "the gains are boosted", lambda state: replace(state, boosted=True), "the gains are boosted"),
    Form("not boosted", "the gains are not boosted", lambda state: replace(state, boosted=False),
         "the gains are not boosted"),
    Form("observed", "the Obelisk was observed at {observed:time}", replace,
         "the Obelisk was observed at 2024-01-05T02:22:00Z"),
    Form("not observed", "the Obelisk was not observed", lambda state: replace(state, observed=None),
         "the Obelisk was not observed"),
    Form("lost", "the cycle is lost", lambda state: replace(state, lost=True), "the cycle is lost"),
    Form("not lost", "the cycle is not lost", lambda state: replace(state, lost=False), "the cycle is not lost"),
    *proceeding_statements.forms(LISTS),
)  # fmt: skip


def _known(state: State) -> Known:
    found = common_vocabulary(state, KNOWN.names)
    owned = (*state.obelisk.items, *state.storehouse)
    item = Vocabulary((*found["item"].names, *owned), KNOWN.vocabulary.aliases, plurals=True)
    return {**found, "item": item}


def _new_player(name: str) -> Player:
    return Player(name)


SPEECH: Speech[State] = Speech((*_FORMS, *common_forms(_new_player)), _known)


# -- saying what changed ---------------------------------------------------------------------------


def _player(tally: Tally[State], before: Player, after: Player) -> None:
    for task in dict.fromkeys((*before.experience, *after.experience)):
        value = after.experience.get(task, 0)
        if before.experience.get(task, 0) != value:
            tally.add("experience", player=after.name, number=value, text=task)
    if (before.banished, before.banishment) == (after.banished, after.banishment):
        return
    if after.banished is None:
        tally.add("not banished", player=after.name)
    else:
        tally.add(
            "banished", player=after.name, banished=after.banished, banishment=after.banishment
        )
    if tally.state.players[after.name].banishment != after.banishment:
        tally.add("hours", player=after.name, banishment=after.banishment)


def _obelisk(tally: Tally[State], after: State) -> None:
    before, stone = tally.state.obelisk, after.obelisk
    if before.distance != stone.distance:
        tally.add("distance", distance=stone.distance)
    if before.cuts != stone.cuts:
        tally.add("cuts", cuts=stone.cuts)
    if before.condition != stone.condition:
        _either(
            tally,
            "condition",
            "no condition",
            {"condition": stone.condition},
            there=bool(stone.condition),
        )


def _items(tally: Tally[State], after: State, who: Owner, form: str) -> None:
    before: Mapping[str, int] = items_of(tally.state, who)
    wanted = items_of(after, who)
    for item in dict.fromkeys((*before, *wanted)):
        if before.get(item, 0) != wanted.get(item, 0):
            tally.add(form, number=wanted.get(item, 0), item=item)


def _surroundings(tally: Tally[State], after: State) -> None:
    if tally.state.season != after.season:
        tally.add("season", season=after.season)
    if tally.state.boosted != after.boosted:
        tally.add("boosted" if after.boosted else "not boosted")
    if tally.state.lost != after.lost:
        tally.add("lost" if after.lost else "not lost")
    if tally.state.observed != after.observed:
        _either(
            tally,
            "observed",
            "not observed",
            {"observed": after.observed},
            there=after.observed is not None,
        )


def _either(
    tally: Tally[State], given: str, missing: str, values: Mapping[str, Any], *, there: bool
) -> None:
    """Say one form with its value, or the other where there is none."""
    tally.add(given if there else missing, **(values if there else {}))
