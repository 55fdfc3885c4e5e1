"""What changed between two states of any game, said as statements that lead from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikibot.game.rolls import StandingRoll
from wikibot.game.state import Former, Pending, Player, Proposal, State
from wikibot.game.statements import proceedings as proceeding_statements
from wikibot.game.statements.speech import Tally, kept, ordered

ROLL_KEY = ("name", "purpose", "label", "index")


def common_differences(
    tally: Tally[Any], after: State, own: Callable[[Tally[Any], Any, Any], None]
) -> None:
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
    replay(
        tally,
        tally.state.former,
        after.former,
        Replayed("left", "forget", ("name", "time"), _left_values),
    )
    replay(
        tally,
        tally.state.pending,
        after.pending,
        Replayed("wait", "wait no more", ("line",), _wait_values),
    )
    replay(
        tally,
        tally.state.rolls,
        after.rolls,
        Replayed("standing roll", "no standing roll", ROLL_KEY, _roll_values),
    )
    _proposals(tally, after)
    proceeding_statements.differences(tally, after)


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


def _either(
    tally: Tally[Any], given: str, missing: str, values: Mapping[str, Any], **about: Any
) -> None:
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
    winners = Replayed("win", "not won", ("name",), lambda name: {"name": name})
    replay(tally, tally.state.winners, after.winners, winners)


def _left_values(each: Former) -> Mapping[str, Any]:
    return {"name": each.name, "account": each.account, "time": each.left}


def _wait_values(each: Pending) -> Mapping[str, Any]:
    about = {
        "line": each.id,
        "name": each.player,
        "kind": each.kind.value,
        "text": each.text,
        "asks": each.asks,
    }
    return {**about, "since": each.since, **({"until": each.until} if each.until else {})}


def _roll_values(each: StandingRoll) -> Mapping[str, Any]:
    about = {"name": each.player, "purpose": each.purpose, "label": each.label, "index": each.index}
    return {**about, "roll": str(each.roll), "count": each.count}


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
    reshaped = [
        number for number, id_ in enumerate(stay) if _reshaped(before[id_], after.proposals[number])
    ]
    stay = stay[: reshaped[0]] if reshaped else stay
    for id_ in [id_ for id_ in before if id_ not in stay]:
        tally.add("no proposal", proposal=id_)
    for new in after.proposals:
        if new.id not in stay:
            tally.add(
                "propose",
                proposal=new.id,
                cls=new.cls,
                name=new.proposer,
                status=new.status,
                title=new.title,
            )
        _proposal(tally, next(each for each in tally.state.proposals if each.id == new.id), new)


def _reshaped(before: Proposal, after: Proposal) -> bool:
    """Whether only a new statement of the whole proposal can say the change."""
    same = (before.title, before.cls, before.proposer) == (after.title, after.cls, after.proposer)
    return not same or (after.submitted is None and before.submitted is not None)


def _proposal(tally: Tally[Any], before: Proposal, after: Proposal) -> None:
    if before.submitted != after.submitted:
        tally.add("submitted", proposal=after.id, submitted=after.submitted)
    if before.text != after.text:
        tally.add("proposed", proposal=after.id, text=after.text)
    for name in [name for name in before.votes if name not in after.votes]:
        tally.add("no vote", proposal=after.id, name=name)
    for name in [name for name, vote in after.votes.items() if before.votes.get(name) != vote]:
        tally.add("vote", proposal=after.id, name=name, vote=after.votes[name])
    if before.status != after.status:
        tally.add("status", proposal=after.id, status=after.status)
