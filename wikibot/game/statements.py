"""Statements that every game understands: what a correction says, and what a hand edit of the page amounts to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from wikibot.game import affair_statements
from wikibot.game.actions import ActionId
from wikibot.game.speech import Form, Tally, kept, ordered
from wikibot.game.state import Former, Kind, Pending, Player, Proposal, State, gain, with_player, without_player
from wikibot.game.vocabulary import Vocabulary


def common_forms(new_player: Callable[[str], Player]) -> tuple[Form[Any], ...]:
    """Forms about players, items, time and records. ``new_player`` makes a player of the game by name."""

    def join(state: State, name: str) -> State:
        if name in state.players:
            raise ValueError(f"{name!r} is a player already")
        return with_player(state, new_player(name))

    return (Form("join", "{name:text} joins", join, "Carol joins"), *_FORMS)


def common_vocabulary(state: State, items: Sequence[str] = ()) -> dict[str, Vocabulary]:
    """The players, and the items that somebody has or that ``items`` names."""
    owned = (item for player in state.players.values() for item in player.items)
    return {"player": Vocabulary(state.players), "item": Vocabulary((*items, *owned), plurals=True)}


# -- making statements true -------------------------------------------------------------------------------------------


def _gain(state: State, player: str, item: str, number: int = 1) -> State:
    return gain(state, player, item, number)


def _lose(state: State, player: str, item: str, number: int = 1) -> State:
    return gain(state, player, item, -number)


def change(state: State, player: str, **values: Any) -> State:
    """Give a player other values."""
    return with_player(state, replace(state.players[player], **values))


def _last(state: State, player: str) -> State:
    others = {name: each for name, each in state.players.items() if name != player}
    return replace(state, players={**others, player: state.players[player]})


def _left(state: State, name: str, account: str, time: datetime) -> State:
    return replace(state, former=(*state.former, Former(name, account, time)))


def _forget(state: State, name: str, time: datetime) -> State:
    return replace(state, former=tuple(each for each in state.former if (each.name, each.left) != (name, time)))


def _win(state: State, name: str) -> State:
    return replace(state, winners=(*state.winners, name))


def _not_won(state: State, name: str) -> State:
    return replace(state, winners=tuple(each for each in state.winners if each != name))


def _no_assent(state: State, name: str) -> State:
    return replace(state, removal=tuple(each for each in state.removal if each != name))


def _wait(
    state: State, line: ActionId, name: str, kind: str, text: str, asks: str, since: datetime, until: datetime | None = None
) -> State:
    if kind not in tuple(Kind):
        raise ValueError(f"{kind!r} is none of {', '.join(Kind)}")
    pending = Pending(line, name, Kind(kind), text, asks, since, until)
    return replace(state, pending=(*state.pending, pending))


def _wait_no_more(state: State, line: ActionId) -> State:
    return replace(state, pending=tuple(each for each in state.pending if each.id != line))


def _propose(state: State, id: str, cls: str, name: str, status: str, title: str) -> State:  # noqa: A002
    others = tuple(each for each in state.proposals if each.id != id)
    return replace(state, proposals=(*others, Proposal(id, title, cls, name, status)))


def _no_proposal(state: State, id: str) -> State:  # noqa: A002
    return replace(state, proposals=tuple(each for each in state.proposals if each.id != id))


def _amend(state: State, id: str, **values: Any) -> State:  # noqa: A002
    if id not in (each.id for each in state.proposals):
        raise ValueError(f"there is no proposal {id!r}")
    changed = (replace(each, **values) if each.id == id else each for each in state.proposals)
    return replace(state, proposals=tuple(changed))


def _vote(state: State, id: str, name: str, vote: str) -> State:  # noqa: A002
    votes = next((each.votes for each in state.proposals if each.id == id), {})
    return _amend(state, id, votes={**{key: word for key, word in votes.items() if key != name}, name: vote})


def _no_vote(state: State, id: str, name: str) -> State:  # noqa: A002
    votes = next((each.votes for each in state.proposals if each.id == id), {})
    return _amend(state, id, votes={key: word for key, word in votes.items() if key != name})


_WAIT = "line {line} of {name:text} ({kind:text} {text}) waits for {asks:text} since {since:time}"
_FORMS: tuple[Form[Any], ...] = (
    Form("same", "no effect", lambda state: state, "no effect", "no effect|nothing changes"),
    Form("gain", "{player} gains {number} {item}", _gain, "Alice gains 2 Fish", "{player} gains (?:{number} |an? )?{item}"),
    Form("lose", "{player} loses {number} {item}", _lose, "Bob loses 1 Crystal", "{player} loses (?:{number} |an? )?{item}"),
    Form("leave", "{player} leaves", lambda state, player: without_player(state, player), "Dave leaves"),
    Form("last", "{player} comes last in the table", _last, "Dave comes last in the table"),
    Form("joined", "{player} has been a player since {joined:time}", change,
         "Carol has been a player since 2024-01-05T02:22:00Z"),
    Form("founder", "{player} has been a player from the start", lambda state, player: change(state, player, joined=None),
         "Carol has been a player from the start"),
    Form("own account", "{player} has the account of that name",
         lambda state, player: change(state, player, account=""), "Bob has the account of that name"),
    Form("account", "{player} has the account {account:text}", change, "Bob has the account Bobby"),
    Form("phase", "phase is {phase:number}", replace, "phase is 5", "(?:the )?phase is {phase:number}"),
    Form("started", "the game started at {started:time}", replace, "the game started at 2024-01-05T02:22:00Z"),
    Form("no start", "nobody knows when the game started", lambda state: replace(state, started=None),
         "nobody knows when the game started"),
    Form("judge", "the judge is {judge:text}", replace, "the judge is Alice"),
    Form("no judge", "there is no judge", lambda state: replace(state, judge=None), "there is no judge"),
    Form("assent", "{name:text} assents to removing the judge",
         lambda state, name: replace(state, removal=(*state.removal, name)), "Bob assents to removing the judge"),
    Form("no assent", "{name:text} does not assent to removing the judge", _no_assent,
         "Bob does not assent to removing the judge"),
    Form("win", "{name:text} wins", _win, "Alice wins"),
    Form("not won", "{name:text} has not won", _not_won, "Alice has not won"),
    Form("left", "{name:text} with the account {account:text} left at {time}", _left,
         "Dave with the account Davy left at 2024-01-05T02:22:00Z"),
    Form("forget", "that {name:text} left at {time} is forgotten", _forget,
         "that Dave left at 2024-01-05T02:22:00Z is forgotten"),
    Form("wait until", f"{_WAIT} until {{until:time}}", _wait,
         'line 1.2.3 of Alice (action "move") waits for "a space" since 2024-01-05T02:22:00Z until 2024-01-08T00:00:00Z'),
    Form("wait", _WAIT, _wait, 'line 1.2.3 of Alice (offer "gamble") waits for "yes or no" since 2024-01-05T02:22:00Z'),
    Form("wait no more", "line {line} waits no more", _wait_no_more, "line 1.2.3 waits no more"),
    Form("propose", "proposal {id:text} of class {cls:text} by {name:text} is {status:text}: {title:text}", _propose,
         "proposal 7 of class Standard by Alice is open: More fish"),
    Form("no proposal", "there is no proposal {id:text}", _no_proposal, "there is no proposal 7"),
    Form("submitted", "proposal {id:text} was submitted at {submitted:time}", _amend,
         "proposal 7 was submitted at 2024-01-05T02:22:00Z"),
    Form("proposed", "proposal {id:text} reads {text}", _amend, "proposal 7 reads Fish are blue."),
    Form("no vote", "{name:text} has no vote on proposal {id:text}", _no_vote, "Bob has no vote on proposal 7"),
    Form("vote", "{name:text} votes {vote:text} on proposal {id:text}", _vote, "Bob votes for on proposal 7"),
    Form("status", "proposal {id:text} is {status:text}", _amend, "proposal 7 is passed"),
    *affair_statements.forms(),
)  # fmt: skip


# -- saying what changed ----------------------------------------------------------------------------------------------


def common_differences(tally: Tally[Any], after: State, own: Callable[[Tally[Any], Any, Any], None]) -> None:
    """Say everything that every game has. ``own`` says what else changed about one player: tally, before, after."""
    for name in [name for name in tally.state.players if name not in after.players]:
        tally.add("leave", player=name)
    for name in [name for name in after.players if name not in tally.state.players]:
        tally.add("join", name=name)
    for name, player in after.players.items():
        _player(tally, tally.state.players[name], player)
        own(tally, tally.state.players[name], player)
    for name in ordered(list(tally.state.players), list(after.players)):
        tally.add("last", player=name)
    _times(tally, after)
    _judge_and_winners(tally, after)
    replay(tally, tally.state.former, after.former, Replayed("left", "forget", ("name", "time"), _left_values))
    replay(tally, tally.state.pending, after.pending, Replayed("wait", "wait no more", ("line",), _wait_values))
    _proposals(tally, after)
    affair_statements.differences(tally, after)


def _player(tally: Tally[Any], before: Player, after: Player) -> None:
    name = after.name
    if before.account != after.account:
        _either(tally, "account", "own account", {"account": after.account or None}, player=name)
    if before.joined != after.joined:
        _either(tally, "joined", "founder", {"joined": after.joined}, player=name)
    for item in dict.fromkeys((*before.items, *after.items)):
        more = after.count(item) - before.count(item)
        if more:
            tally.add("gain" if more > 0 else "lose", player=name, item=item, number=abs(more))


def _either(tally: Tally[Any], given: str, missing: str, values: Mapping[str, Any], **about: Any) -> None:
    """Say one form with its value, or the other where the value is None."""
    there = all(value is not None for value in values.values())
    tally.add(given if there else missing, **about, **(values if there else {}))


def _times(tally: Tally[Any], after: State) -> None:
    if tally.state.phase != after.phase:
        tally.add("phase", phase=after.phase)
    if tally.state.started != after.started:
        _either(tally, "started", "no start", {"started": after.started})


def _judge_and_winners(tally: Tally[Any], after: State) -> None:
    if tally.state.judge != after.judge:
        _either(tally, "judge", "no judge", {"judge": after.judge})
    assents = Replayed("assent", "no assent", ("name",), lambda name: {"name": name})
    replay(tally, tally.state.removal, after.removal, assents)
    replay(tally, tally.state.winners, after.winners, Replayed("win", "not won", ("name",), lambda name: {"name": name}))


def _left_values(each: Former) -> Mapping[str, Any]:
    return {"name": each.name, "account": each.account, "time": each.left}


def _wait_values(each: Pending) -> Mapping[str, Any]:
    about = {"line": each.id, "name": each.player, "kind": each.kind.value, "text": each.text, "asks": each.asks}
    return {**about, "since": each.since, **({"until": each.until} if each.until else {})}


@dataclass(frozen=True)
class Replayed:
    """How changes of a list are said. ``drop`` takes away every entry with the same values in the slots ``key``."""

    add: str
    drop: str
    key: tuple[str, ...]
    values: Callable[[Any], Mapping[str, Any]]

    def key_of(self, each: Any) -> Mapping[str, Any]:
        """The values that the dropping statement holds."""
        return {name: self.values(each)[name] for name in self.key}


def replay(tally: Tally[Any], before: Sequence[Any], after: Sequence[Any], how: Replayed) -> None:
    """Say how one list becomes another: what does not stay where it is goes, what is new or moved comes last."""
    stay = kept(before, after)
    lost = _lost(before, stay)
    if any(how.key_of(one) == how.key_of(other) for one in lost for other in stay):
        stay, lost = [], list(before)
    dropped: list[Mapping[str, Any]] = []
    for key in map(how.key_of, lost):
        if key not in dropped:
            dropped.append(key)
            tally.add(how.drop, **key)
    for each in after[len(stay) :]:
        values = how.values(each)
        tally.add(f"{how.add} until" if "until" in values else how.add, **values)


def _lost(before: Sequence[Any], stay: Sequence[Any]) -> list[Any]:
    lost, rest = [], list(stay)
    for each in before:
        if rest and each == rest[0]:
            del rest[0]
        else:
            lost.append(each)
    return lost


def _proposals(tally: Tally[Any], after: State) -> None:
    before = {each.id: each for each in tally.state.proposals}
    stay = kept(list(before), [each.id for each in after.proposals])
    reshaped = [number for number, id_ in enumerate(stay) if _reshaped(before[id_], after.proposals[number])]
    stay = stay[: reshaped[0]] if reshaped else stay
    for id_ in [id_ for id_ in before if id_ not in stay]:
        tally.add("no proposal", id=id_)
    for new in after.proposals:
        if new.id not in stay:
            tally.add("propose", id=new.id, cls=new.cls, name=new.proposer, status=new.status, title=new.title)
        _proposal(tally, next(each for each in tally.state.proposals if each.id == new.id), new)


def _reshaped(before: Proposal, after: Proposal) -> bool:
    """Whether only a new statement of the whole proposal can say the change."""
    same = (before.title, before.cls, before.proposer) == (after.title, after.cls, after.proposer)
    return not same or (after.submitted is None and before.submitted is not None)


def _proposal(tally: Tally[Any], before: Proposal, after: Proposal) -> None:
    if before.submitted != after.submitted:
        tally.add("submitted", id=after.id, submitted=after.submitted)
    if before.text != after.text:
        tally.add("proposed", id=after.id, text=after.text)
    for name in [name for name in before.votes if name not in after.votes]:
        tally.add("no vote", id=after.id, name=name)
    for name in [name for name, vote in after.votes.items() if before.votes.get(name) != vote]:
        tally.add("vote", id=after.id, name=name, vote=after.votes[name])
    if before.status != after.status:
        tally.add("status", id=after.id, status=after.status)
