"""Statements about Round 7: places, poents, Numbers, the turn, features and towns, beside those that every game has."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from rules.round7.board import naming
from rules.round7.items.numbers import sort_out
from rules.round7.state import FIRST, GULAG, JAIL, OFFERS, Ping, Place, Player, State, Town, Turn
from wikibot.game.statements.differences import Replayed, common_differences, replay
from wikibot.game.statements.forms import change, common_forms, common_vocabulary
from wikibot.game.statements.speech import Form, Known, Speech, Tally, ordered


def differences(before: State, after: State) -> tuple[str, ...]:
    """What changed, as statements which one after the other lead from ``before`` to ``after``."""
    tally = Tally(SPEECH, before)
    common_differences(tally, after, _player)
    _board(tally, after)
    _towns(tally, after)
    _turn(tally, after.turn)
    return tally.said


def correct(state: State, statement: str) -> State:
    """Make one statement true. Raises ``ValueError`` that says what it does not understand."""
    return _sorted(SPEECH.correct(state, statement))


# -- making statements true ------------------------------------------------------------------------


def _sorted(state: State) -> State:
    """The state in which Numbers that were given like any item are Numbers."""
    return replace(
        state, players={name: sort_out(player) for name, player in state.players.items()}
    )


def _beside(state: State, player: str, space: str) -> State:
    found = next((each for each in (JAIL, GULAG) if each.casefold() == space.casefold()), None)
    if found is None:
        raise ValueError(f"{space!r} is neither {JAIL} nor {GULAG}")
    return change(state, player, space=found)


def _more(state: State, player: str, number: int) -> State:
    return change(state, player, poents=state.players[player].poents + number)


def _fewer(state: State, player: str, number: int) -> State:
    return _more(state, player, -number)


def _values(
    state: State, player: str, numbers: tuple[int, ...] | None = None, **more: tuple[int, ...]
) -> State:
    found = more if numbers is None else {"numbers": numbers}
    return change(state, player, **{name: tuple(sorted(values)) for name, values in found.items()})


def _turn_of(state: State, name: str, time: Any) -> State:
    player = state.players.get(name)
    return replace(state, turn=Turn(name, time, player.space if player else FIRST))


def _in_turn(state: State, **values: Any) -> State:
    if state.turn is None:
        raise ValueError("it is nobody's turn")
    return replace(state, turn=replace(state.turn, **values))


def _with(state: State, id: int, text: str) -> State:  # noqa: A002
    return naming.with_feature(state, id, naming.read(text, state.players))


def _without(state: State, id: int, text: str) -> State:  # noqa: A002
    feature = naming.read(text, state.players)
    if feature not in state.features.get(id, ()):
        raise ValueError(f"space {id} has no feature {text!r}")
    return naming.without_feature(state, id, feature)


def _town(state: State, id: str, **values: Any) -> State:  # noqa: A002
    town = replace(state.towns.get(id, Town(id, "")), **values)
    return replace(state, towns={**state.towns, id: town})


def _without_leader(state: State, id: str) -> State:  # noqa: A002
    return _town(state, id, leader="")


def _no_town(state: State, id: str) -> State:  # noqa: A002
    return replace(state, towns={name: town for name, town in state.towns.items() if name != id})


def _town_last(state: State, id: str) -> State:  # noqa: A002
    town = state.towns[id]
    rest = _no_town(state, id)
    return replace(rest, towns={**rest.towns, id: town})


def _listed(field: str, *, there: bool) -> Any:
    """A statement's function that puts a person on one of a town's lists, or takes them off."""

    def apply(state: State, name: str, id: str) -> State:  # noqa: A002
        town = state.towns.get(id, Town(id, ""))
        listed = tuple(each for each in getattr(town, field) if there or each != name)
        return _town(state, id, **{field: (*listed, name) if there else listed})

    return apply


def _owing(state: State, player: str, whom: str, time: datetime | None = None) -> State:
    pings = state.players[player].pings
    return (
        state
        if Ping(whom, time) in pings
        else change(state, player, pings=(*pings, Ping(whom, time)))
    )


_FORMS: tuple[Form[State], ...] = (
    Form("place", "{player} is on {space:number}", change, "Alice is on 5", "{player} is on (?:space )?{space:number}"),
    Form("beside", "{player} is in {space:text}", _beside, "Alice is in Jail", "{player} is in (?:the )?{space:text}"),
    Form("more", "{player} gains {number} poents", _more, "Alice gains 5 poents", "{player} gains {number} poents?"),
    Form("fewer", "{player} loses {number} poents", _fewer, "Alice loses 5 poents", "{player} loses {number} poents?"),
    Form("poents", "{player} has {poents:number} poents", change, "Alice has 5 poents",
         "{player} has {poents:number} poents?"),
    Form("vp", "{player} has {vp:number} Victory Poents", change, "Alice has 10 Victory Poents",
         "{player} has {vp:number} (?:Victory Poents?|VP)"),
    Form("numbers", "{player} has the Numbers {numbers:numbers}", _values, "Alice has the Numbers 1, 3"),
    Form("immutable", "{player} has the Immutable Numbers {immutable:numbers}", _values,
         "Alice has the Immutable Numbers 1"),
    Form("bank", "{player} has {bank:number} poents in the bank", change, "Alice has 10 poents in the bank"),
    Form("missed", "{player} missed {missed:number} turns in a row", change, "Alice missed 1 turns in a row"),
    Form("failures", "{player} failed to escape on {failures:number} turns in a row", change,
         "Alice failed to escape on 2 turns in a row"),
    Form("ping by", "{player} has to ping {whom:text} by {time}", _owing,
         "Alice has to ping Bob by 2024-01-05T02:22:00Z"),
    Form("ping", "{player} has to ping {whom:text} some day", _owing, "Alice has to ping Bob some day"),
    Form("no ping", "{player} has to ping nobody", lambda state, player: change(state, player, pings=()),
         "Alice has to ping nobody"),
    Form("turn", "it is the turn of {name:text} since {time}", _turn_of,
         "it is the turn of Alice since 2024-01-05T02:22:00Z"),
    Form("no turn", "it is the turn of nobody", lambda state: replace(state, turn=None), "it is the turn of nobody"),
    Form("from", "the turn began on {start:number}", _in_turn, "the turn began on 5"),
    Form("from beside", "the turn began in {start:text}", _in_turn, "the turn began in Jail"),
    Form("acted", "the last message of the turn came at {acted:time}", _in_turn,
         "the last message of the turn came at 2024-01-05T02:22:00Z"),
    Form("idle", "the turn has seen no message", lambda state: _in_turn(state, acted=None),
         "the turn has seen no message"),
    Form("roll", "the movement roll of the turn is {roll:number}", _in_turn, "the movement roll of the turn is 4"),
    Form("no roll", "the turn has no movement roll", lambda state: _in_turn(state, roll=None),
         "the turn has no movement roll"),
    Form("dice", "the turn is played with {dice:text}", _in_turn, "the turn is played with 2d6"),
    Form("usual dice", "the turn has its usual dice", lambda state: _in_turn(state, dice=""),
         "the turn has its usual dice"),
    Form("tried", "the roll in Jail was made", lambda state: _in_turn(state, tried=True), "the roll in Jail was made"),
    Form("not tried", "the roll in Jail was not made", lambda state: _in_turn(state, tried=False),
         "the roll in Jail was not made"),
    Form("frontier", "new territory is to be explored since {frontier:time}", _in_turn,
         "new territory is to be explored since 2024-01-05T02:22:00Z"),
    Form("no frontier", "no new territory is to be explored", lambda state: _in_turn(state, frontier=None),
         "no new territory is to be explored"),
    Form("highest", "the highest space is {highest:number}", replace, "the highest space is 12"),
    Form("feature", "space {id:number} has the feature {text}", _with, "space 4 has the feature Cop Car"),
    Form("no feature", "space {id:number} has no longer the feature {text}", _without,
         "space 4 has no longer the feature Cop Car"),
    Form("health", "the Cop Car has health {cop_health:number}", replace, "the Cop Car has health 200"),
    Form("no health", "nobody knows the health of the Cop Car", lambda state: replace(state, cop_health=None),
         "nobody knows the health of the Cop Car"),
    Form("town", "town {id:text} is led by {leader:text}", _town, "town Rome is led by Alice"),
    Form("no leader", "town {id:text} has no leader", _without_leader,
         "town Rome has no leader"),
    Form("no town", "there is no town {id:text}", _no_town, "there is no town Rome"),
    Form("town last", "town {id:text} comes last in its table", _town_last, "town Rome comes last in its table"),
    Form("member", "{name:text} is a member of town {id:text}", _listed("members", there=True),
         "Bob is a member of town Rome"),
    Form("no member", "{name:text} is no member of town {id:text}", _listed("members", there=False),
         "Bob is no member of town Rome"),
    Form("applicant", "{name:text} applies to town {id:text}", _listed("applicants", there=True),
         "Bob applies to town Rome"),
    Form("no applicant", "{name:text} does not apply to town {id:text}", _listed("applicants", there=False),
         "Bob does not apply to town Rome"),
    Form("treasury", "the treasury of town {id:text} holds {treasury:number}", _town,
         "the treasury of town Rome holds 10"),
)  # fmt: skip


def _known(state: State) -> Known:
    return dict(common_vocabulary(state, ("Flute", "House", "2d6")))


def _new_player(name: str) -> Player:
    return Player(name)


SPEECH: Speech[State] = Speech((*_FORMS, *common_forms(_new_player, OFFERS)), _known)


# -- saying what changed ---------------------------------------------------------------------------

_PLAIN = ("poents", "vp", "numbers", "immutable", "bank", "missed", "failures")


def _player(tally: Tally[State], before: Player, after: Player) -> None:
    if before.space != after.space:
        tally.add(
            "place" if isinstance(after.space, int) else "beside",
            player=after.name,
            space=after.space,
        )
    for field in _PLAIN:
        if getattr(before, field) != getattr(after, field):
            tally.add(field, player=after.name, **{field: getattr(after, field)})
    _pings(tally, before, after)


def _pings(tally: Tally[State], before: Player, after: Player) -> None:
    """Pings that came up; where others went, all that are left are said anew."""
    stay = len(before.pings) if after.pings[: len(before.pings)] == before.pings else 0
    if before.pings and not stay:
        tally.add("no ping", player=after.name)
    for each in after.pings[stay:]:
        if each.by is None:
            tally.add("ping", player=after.name, whom=each.whom)
        else:
            tally.add("ping by", player=after.name, whom=each.whom, time=each.by)


def _board(tally: Tally[State], after: State) -> None:
    if tally.state.highest != after.highest:
        tally.add("highest", highest=after.highest)
    if tally.state.cop_health != after.cop_health:
        health = after.cop_health
        tally.add("no health") if health is None else tally.add("health", cop_health=health)
    for space in dict.fromkeys((*tally.state.features, *after.features)):
        old, new = list(tally.state.features.get(space, ())), list(after.features.get(space, ()))
        for feature in _less(old, new):
            tally.add("no feature", id=space, text=feature)
        for feature in _less(new, old):
            tally.add("feature", id=space, text=feature)


def _less(some: list[str], others: list[str]) -> list[str]:
    """What one list has more often than the other, as often as that."""
    rest = list(others)
    return [each for each in some if each not in rest or rest.remove(each)]  # type: ignore[func-returns-value]


def _towns(tally: Tally[State], after: State) -> None:
    for name in [name for name in tally.state.towns if name not in after.towns]:
        tally.add("no town", id=name)
    for town in after.towns.values():
        _one_town(tally, tally.state.towns.get(town.name), town)
    for name in ordered(list(tally.state.towns), list(after.towns)):
        tally.add("town last", id=name)


def _one_town(tally: Tally[State], held: Town | None, after: Town) -> None:
    before = held or Town(after.name, "")
    if held is None or before.leader != after.leader:
        if after.leader:
            tally.add("town", id=after.name, leader=after.leader)
        else:
            tally.add("no leader", id=after.name)
    for field, add, drop in (
        ("members", "member", "no member"),
        ("applicants", "applicant", "no applicant"),
    ):
        how = Replayed(add, drop, ("name", "id"), lambda name: {"name": name, "id": after.name})
        replay(tally, getattr(before, field), getattr(after, field), how)
    if before.treasury != after.treasury:
        tally.add("treasury", id=after.name, treasury=after.treasury)


_TURN_FORMS = (
    ("acted", "acted", "idle"),
    ("roll", "roll", "no roll"),
    ("frontier", "frontier", "no frontier"),
)


def _turn(tally: Tally[State], after: Turn | None) -> None:
    if after is None:
        if tally.state.turn is not None:
            tally.add("no turn")
        return
    before = tally.state.turn
    if before is None or (before.player, before.started) != (after.player, after.started):
        tally.add("turn", name=after.player, time=after.started)
        before = tally.state.turn or after
    if before.start != after.start:
        _start(tally, after.start)
    for field, some, none in _TURN_FORMS:
        value = getattr(after, field)
        if getattr(before, field) != value:
            tally.add(none) if value is None else tally.add(some, **{field: value})
    if before.dice != after.dice:
        tally.add("dice", dice=after.dice) if after.dice else tally.add("usual dice")
    if before.tried != after.tried:
        tally.add("tried" if after.tried else "not tried")


def _start(tally: Tally[State], start: Place) -> None:
    tally.add("from" if isinstance(start, int) else "from beside", start=start)
