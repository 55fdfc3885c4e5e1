"""Forms of statements that every game understands, and how each is made true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from wikibot.game.actions import ActionId
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.problems import Unclear
from wikibot.game.rolls import StandingRoll, parse_rolls
from wikibot.game.state import (
    Former,
    Kind,
    Player,
    Proposal,
    S,
    State,
    gain,
    read_pending,
    with_player,
    without_player,
)
from wikibot.game.statements import proceedings as proceeding_statements
from wikibot.game.statements.speech import Form


def common_forms(
    new_player: Callable[[str], Player], offers: Sequence[str] = ()
) -> tuple[Form[Any], ...]:
    """Forms about players, items, time and records.

    ``new_player`` makes a player of the game by name. ``offers``: forms of what the game offers.
    """

    def join(state: State, name: str) -> State:
        if name in state.players:
            raise ValueError(f"{name!r} is a player already")
        return with_player(state, new_player(name))

    def wait(state: State, line: ActionId, name: str, **values: Any) -> State:
        if values["kind"] not in tuple(Kind):
            raise ValueError(f"{values['kind']!r} is none of {', '.join(Kind)}")
        pending = read_pending({"id": line, "player": name, **values}, offers)
        return replace(state, pending=(*state.pending, pending))

    return (
        Form("join", "{name:text} joins", join, "Carol joins"),
        Form(
            "wait until", f"{_WAIT} until {{until:time}}", wait, f"{_LINE} until 2024-01-08T00:00Z"
        ),
        Form("wait", _WAIT, wait, _LINE),
        *_FORMS,
    )


def common_vocabulary(state: State, items: Sequence[str] = ()) -> dict[str, Vocabulary]:
    """The players, and the items that somebody has or that ``items`` names."""
    owned = (item for player in state.players.values() for item in player.items)
    return {"player": Vocabulary(state.players), "item": Vocabulary((*items, *owned), plurals=True)}


def _gain(state: State, player: str, item: str, number: int = 1) -> State:
    return gain(state, player, item, number)


def _lose(state: State, player: str, item: str, number: int = 1) -> State:
    return gain(state, player, item, -number)


def change(state: S, player: str, **values: Any) -> S:
    """Give a player other values."""
    return with_player(state, replace(state.players[player], **values))


def _last(state: State, player: str) -> State:
    others = {name: each for name, each in state.players.items() if name != player}
    return replace(state, players={**others, player: state.players[player]})


def _leave(state: State, player: str) -> State:
    return without_player(state, player)


def _left(state: State, name: str, account: str, time: datetime) -> State:
    return replace(state, former=(*state.former, Former(name, account, time)))


def _forget(state: State, name: str, time: datetime) -> State:
    return replace(
        state, former=tuple(each for each in state.former if (each.name, each.left) != (name, time))
    )


def _win(state: State, name: str) -> State:
    return replace(state, winners=(*state.winners, name))


def _not_won(state: State, name: str) -> State:
    return replace(state, winners=tuple(each for each in state.winners if each != name))


def _no_assent(state: State, name: str) -> State:
    return replace(state, removal=tuple(each for each in state.removal if each != name))


def _wait_no_more(state: State, line: ActionId) -> State:
    return replace(state, pending=tuple(each for each in state.pending if each.id != line))


def _roll(
    state: State, name: str, purpose: str, label: str, index: int, roll: str, count: int
) -> State:
    try:
        (read,) = parse_rolls(roll)
    except Unclear as problem:
        raise ValueError(problem.text) from None
    return replace(
        state, rolls=(*state.rolls, StandingRoll(name, purpose, label, index, read, count))
    )


def _no_roll(state: State, name: str, purpose: str, label: str, index: int) -> State:
    return replace(
        state,
        rolls=tuple(each for each in state.rolls if each.key != (name, purpose, label, index)),
    )


def _propose(state: State, proposal: str, cls: str, name: str, status: str, title: str) -> State:
    others = tuple(each for each in state.proposals if each.id != proposal)
    return replace(state, proposals=(*others, Proposal(proposal, title, cls, name, status)))


def _no_proposal(state: State, proposal: str) -> State:
    return replace(state, proposals=tuple(each for each in state.proposals if each.id != proposal))


def _amend(state: State, proposal: str, **values: Any) -> State:
    if proposal not in (each.id for each in state.proposals):
        raise ValueError(f"there is no proposal {proposal!r}")
    changed = (replace(each, **values) if each.id == proposal else each for each in state.proposals)
    return replace(state, proposals=tuple(changed))


def _vote(state: State, proposal: str, name: str, vote: str) -> State:
    votes = next((each.votes for each in state.proposals if each.id == proposal), {})
    return _amend(
        state,
        proposal,
        votes={**{key: word for key, word in votes.items() if key != name}, name: vote},
    )


def _no_vote(state: State, proposal: str, name: str) -> State:
    votes = next((each.votes for each in state.proposals if each.id == proposal), {})
    return _amend(state, proposal, votes={key: word for key, word in votes.items() if key != name})


_WAIT = "line {line} of {name:text} ({kind:text} {text}) waits for {asks:text} since {since:time}"
_LINE = "line 1.2.3 of Alice (offer gamble) waits for yes or no since 2024-01-05T02:22Z"
_FORMS: tuple[Form[Any], ...] = (
    Form("same", "no effect", lambda state: state, "no effect", "no effect|nothing changes"),
    Form("gain", "{player} gains {number} {item}", _gain, "Alice gains 2 Fish",
         "{player} gains (?:{number} |an? )?{item}"),
    Form("lose", "{player} loses {number} {item}", _lose, "Bob loses 1 Crystal",
         "{player} loses (?:{number} |an? )?{item}"),
    Form("leave", "{player} leaves", _leave, "Dave leaves"),
    Form("last", "{player} comes last in the table", _last, "Dave comes last in the table"),
    Form("joined", "{player} has been a player since {joined:time}", change,
         "Carol has been a player since 2024-01-05T02:22:00Z"),
    Form("founder", "{player} has been a player from the start",
         lambda state, player: change(state, player, joined=None), "Carol has been a player from the start"),
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
    Form("wait no more", "line {line} waits no more", _wait_no_more, "line 1.2.3 waits no more"),
    Form("standing roll", "the roll {roll:text} of {count:number} dice by {name:text} for {purpose:text} stands as"
         " number {index:number} of {label:text}", _roll,
         "the roll 2d4 (1, 3) = 4 of 2 dice by Alice for move stands as number 1 of movement"),
    Form("no standing roll",
         "no roll by {name:text} for {purpose:text} stands as number {index:number} of {label:text}", _no_roll,
         "no roll by Alice for move stands as number 1 of movement"),
    Form("propose", "proposal {proposal:text} of class {cls:text} by {name:text} is {status:text}: {title:text}",
         _propose, "proposal 7 of class Standard by Alice is open: More fish"),
    Form("no proposal", "there is no proposal {proposal:text}", _no_proposal, "there is no proposal 7"),
    Form("submitted", "proposal {proposal:text} was submitted at {submitted:time}", _amend,
         "proposal 7 was submitted at 2024-01-05T02:22:00Z"),
    Form("proposed", "proposal {proposal:text} reads {text}", _amend, "proposal 7 reads Fish are blue."),
    Form("no vote", "{name:text} has no vote on proposal {proposal:text}", _no_vote, "Bob has no vote on proposal 7"),
    Form("vote", "{name:text} votes {vote:text} on proposal {proposal:text}", _vote, "Bob votes for on proposal 7"),
    Form("status", "proposal {proposal:text} is {status:text}", _amend, "proposal 7 is passed"),
    *proceeding_statements.forms(),
)  # fmt: skip
