"""Statements about the board of Cycle 15: places, spaces, wheel, party and moves, beside those that every game has."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from rules.cycle15.belongings.effect import read_effect
from rules.cycle15.belongings.status_effects import end_effects
from rules.cycle15.state import (
    BLANK,
    CRUSTAL,
    CRYSTAL,
    OFFERS,
    SHARD,
    Move,
    Player,
    Space,
    State,
    with_start,
)
from wikibot.game.page.name_lists import Names
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.statements.differences import Replayed, common_differences, replay
from wikibot.game.statements.forms import change, common_forms, common_vocabulary
from wikibot.game.statements.speech import Form, Known, Speech, Tally, kept, ordered


def differences(before: State, after: State) -> tuple[str, ...]:
    """What changed, as statements which one after the other lead from ``before`` to ``after``."""
    tally = Tally(SPEECH, before)
    _spaces(tally, after)
    common_differences(tally, after, _player)
    _board(tally, after)
    return tally.said


def correct(state: State, statement: str) -> State:
    """Make one statement true. Raises ``ValueError`` that says what it does not understand."""
    return SPEECH.correct(state, statement)


# -- making statements true ------------------------------------------------------------------------


def _set_space(state: State, space: int, **values: Any) -> State:
    changed = replace(state.spaces.get(space, Space(space)), **values)
    return replace(state, spaces={**state.spaces, space: changed})


def _of_type(state: State, space: int, kind: str, pseudo_type: str | None = None) -> State:
    return _set_space(state, space, type=kind, pseudo_type=pseudo_type)


def _successors(state: State, space: int, successors: tuple[int, ...] = ()) -> State:
    return _set_space(state, space, successors=tuple(sorted({*successors})))


def _no_space(state: State, space: int) -> State:
    return replace(
        state, spaces=with_start({id_: each for id_, each in state.spaces.items() if id_ != space})
    )


def _space_last(state: State, space: int) -> State:
    return _set_space(_no_space(state, space), space, **vars(state.spaces[space]))


def _effect(state: State, player: str, text: str) -> State:
    return change(state, player, effects=(*state.players[player].effects, read_effect(text)))


def _no_effect(state: State, player: str, text: str) -> State:
    return end_effects(state, player, read_effect(text))


def _moved(
    state: State,
    name: str,
    time: datetime,
    leaves: int,
    faces: tuple[int, ...],
    path: tuple[int, ...],
    brought: str = "",
) -> State:
    return replace(
        state, moves=(*state.moves, Move(name, time, faces, leaves, path, Names().parse(brought)))
    )


def _not_moved(state: State, name: str, time: datetime) -> State:
    return replace(
        state, moves=tuple(each for each in state.moves if (each.player, each.time) != (name, time))
    )


_MOVED = (
    "{name:text} moved at {time} from {leaves:number} with {faces:numbers} along {path:numbers}"
)
_FORMS: tuple[Form[State], ...] = (
    Form("place", "{player} is on {location:number}", change, "Alice is on 5",
         "{player} is on (?:space )?{location:number}"),
    Form("pseudo", "space {space:number} is {kind:type} as {pseudo_type:type}", _of_type,
         "space 5 is Hazard as Thin Ice"),
    Form("type", "space {space:number} is {kind:type}", _of_type, "space 5 is Blank"),
    Form("leads", "{space:number} leads to {successors:numbers}", _successors, "5 leads to 6, 9",
         "(?:space )?{space:number} leads to {successors:numbers}"),
    Form("dead end", "{space:number} leads nowhere", _successors, "5 leads nowhere",
         "(?:space )?{space:number} leads nowhere"),
    Form("no space", "there is no space {space:number}", _no_space, "there is no space 5"),
    Form("space last", "space {space:number} comes last in the table", _space_last, "space 5 comes last in the table"),
    Form("boulders", "the Boulder Path of space {space:number} is {boulder_path:numbers}", _set_space,
         "the Boulder Path of space 5 is 6, 7"),
    Form("no boulders", "space {space:number} has no Boulder Path",
         lambda state, space: _set_space(state, space, boulder_path=()), "space 5 has no Boulder Path"),
    Form("haven", "the Safe Haven of space {space:number} is {safe_haven:number}", _set_space,
         "the Safe Haven of space 5 is 1"),
    Form("no haven", "space {space:number} has no Safe Haven",
         lambda state, space: _set_space(state, space, safe_haven=None), "space 5 has no Safe Haven"),
    Form("beamed", "the beam hit space {space:number} in phase {beamed:number}", _set_space,
         "the beam hit space 5 in phase 4"),
    Form("wheel", "wheel rotation is {wheel_rotation:number}", replace, "wheel rotation is 8",
         "(?:the )?wheel rotation is {wheel_rotation:number}"),
    Form("no wheel", "there is no wheel rotation", lambda state: replace(state, wheel_rotation=None),
         "there is no wheel rotation"),
    Form("party", "it is party time", lambda state: replace(state, party=True), "it is party time"),
    Form("no party", "it is not party time", lambda state: replace(state, party=False), "it is not party time"),
    Form("phases", "{player} has moved in phases {moved:numbers}", change, "Alice has moved in phases 4, 5",
         "{player} has moved in phases? {moved:numbers}"),
    Form("no phases", "{player} has not moved lately", lambda state, player: change(state, player, moved=()),
         "Alice has not moved lately"),
    Form("effect", "{player} has the effect {text}", _effect, "Alice has the effect tipsy"),
    Form("no effect", "{player} has no longer the effect {text}", _no_effect, "Alice has no longer the effect tipsy"),
    Form("moved", f"{_MOVED} and brought {{brought:text}}", _moved,
         "Alice moved at 2024-01-05T02:22:00Z from 0 with 1, 2 along 1, 2, 3",
         f"{_MOVED}(?: and brought {{brought:text}})?"),
    Form("not moved", "that {name:text} moved at {time} is forgotten", _not_moved,
         "that Alice moved at 2024-01-05T02:22:00Z is forgotten"),
)  # fmt: skip


def _known(state: State) -> Known:
    used = (
        name for space in state.spaces.values() for name in (space.type, space.pseudo_type) if name
    )
    return {
        **common_vocabulary(state, (CRYSTAL, CRUSTAL, SHARD)),
        "type": Vocabulary((BLANK, *used)),
    }


def _new_player(name: str) -> Player:
    return Player(name)


SPEECH: Speech[State] = Speech((*_FORMS, *common_forms(_new_player, OFFERS)), _known)


# -- saying what changed ---------------------------------------------------------------------------


def _player(tally: Tally[State], before: Player, after: Player) -> None:
    if before.location != after.location:
        tally.add("place", player=after.name, location=after.location)
    if before.moved != after.moved:
        _numbers(tally, "phases", "no phases", {"player": after.name}, moved=after.moved)
    stay = kept(before.effects, after.effects)
    if [each for each in before.effects if each in stay] != stay:
        stay = []
    for ended in dict.fromkeys(each for each in before.effects if each not in stay):
        tally.add("no effect", player=after.name, text=str(ended))
    for begun in after.effects[len(stay) :]:
        tally.add("effect", player=after.name, text=str(begun))


def _spaces(tally: Tally[State], after: State) -> None:
    for id_ in [id_ for id_ in tally.state.spaces if id_ not in after.spaces]:
        tally.add("no space", space=id_)
    for space in after.spaces.values():
        _space(tally, tally.state.spaces.get(space.id), space)
    for id_ in ordered(list(tally.state.spaces), list(after.spaces)):
        tally.add("space last", space=id_)


def _space(tally: Tally[State], held: Space | None, after: Space) -> None:
    before = held or Space(after.id)
    if held is None or (before.type, before.pseudo_type) != (after.type, after.pseudo_type):
        pseudo = {} if after.pseudo_type is None else {"pseudo_type": after.pseudo_type}
        tally.add("pseudo" if pseudo else "type", space=after.id, kind=after.type, **pseudo)
    about = {"space": after.id}
    if before.successors != after.successors:
        _numbers(tally, "leads", "dead end", about, successors=after.successors)
    if before.boulder_path != after.boulder_path:
        _numbers(tally, "boulders", "no boulders", about, boulder_path=after.boulder_path)
    if before.safe_haven != after.safe_haven:
        haven = after.safe_haven
        tally.add("no haven", **about) if haven is None else tally.add(
            "haven", **about, safe_haven=haven
        )
    if before.beamed != after.beamed:
        tally.add("beamed", space=after.id, beamed=after.beamed)


def _numbers(
    tally: Tally[State], some: str, none: str, about: dict[str, Any], **numbers: tuple[int, ...]
) -> None:
    """Say a list of numbers, or that there are none."""
    if any(numbers.values()):
        tally.add(some, **about, **numbers)
    else:
        tally.add(none, **about)


def _board(tally: Tally[State], after: State) -> None:
    wheel = after.wheel_rotation
    if tally.state.wheel_rotation != wheel:
        tally.add("no wheel") if wheel is None else tally.add("wheel", wheel_rotation=wheel)
    if tally.state.party != after.party:
        tally.add("party" if after.party else "no party")
    replay(
        tally,
        tally.state.moves,
        after.moves,
        Replayed("moved", "not moved", ("name", "time"), _move_values),
    )


def _move_values(move: Move) -> dict[str, Any]:
    brought = Names().render(move.brought) or "nothing"
    named = {
        "name": move.player,
        "time": move.time,
        "faces": move.faces,
        "leaves": move.leaves,
        "path": move.path,
    }
    return {**named, "brought": brought}
