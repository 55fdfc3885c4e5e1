"""What waits for a player, each with the lines that answer it: votes, trades, requests, orders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wikibot.game.calendar import format_time
from wikibot.game.composing.parts import (
    Composed,
    Literal,
    Pick,
    WordsField,
)
from wikibot.game.composing.templates import composed
from wikibot.game.problems import MissingRoll
from wikibot.game.state import Pending, State
from wikibot.game.verbs import Verb

Json = dict[str, Any]
_OPEN = "open"
_DICE = re.compile(r"\d{1,4}d\d{1,9}")


def dice_of(missing: MissingRoll) -> str:
    """The dice that are asked for first."""
    found = _DICE.search(missing.asks)
    return found[0] if found else ""


def what_waits(pending: Pending, line: str, question: str) -> Json:
    """What the form shows of an order that waits, without the lines that answer it."""
    until = format_time(pending.until) if pending.until else ""
    return {
        "id": str(pending.id), "kind": pending.kind.value, "line": line, "question": question,
        "options": [], "form": None, "until": until,
    }  # fmt: skip


def _open(
    kind: str,
    id_: str,
    line: str,
    question: str,
    lines: Sequence[tuple[str, str]],
    until: str = "",
) -> Json:
    options = [{"label": label, "line": text} for label, text in lines]
    return {
        "id": id_, "kind": kind, "line": line, "question": question, "options": options,
        "form": None, "until": until,
    }  # fmt: skip


def open_trades(state: State, name: str, can: set[str]) -> Iterator[Json]:
    """Trades that a player may accept."""
    for each in state.trades:
        if "accept" in can and each.status == _OPEN and each.partner == name:
            gives, takes = (_goods(side) for side in (each.gives, each.takes))
            line = f"{each.id}: {each.proposer} gives {gives} for {takes}"
            lines = [("accept", f"accept {each.id}"), ("decline", f"decline {each.id}")]
            until = format_time(each.until) if each.until else ""
            yield _open("trade", each.id, line, f"Do you accept {each.id}?", lines, until)


def open_votes(state: State, name: str, verbs: Sequence[Verb]) -> Iterator[Json]:
    """Proposals on which a player has not voted."""
    vote = next(verb for verb in verbs if verb.name == "vote")
    said = next(_words_of(vote), ("for", "against"))
    for each in state.proposals:
        if each.status == _OPEN and name not in each.votes:
            question = f"How do you vote on {each.id}: {each.title}?"
            lines = [(word, f"vote {each.id} {word}") for word in said]
            yield _open("vote", each.id, f"{each.id}: {each.title}", question, lines)


def _words_of(vote: Verb) -> Iterator[tuple[str, ...]]:
    """The words for a vote, where its form lists them."""
    for line in composed(vote, ("proposal",)):
        for part in line.parts:
            if isinstance(part, Pick) and part.among:
                yield part.among


def _goods(items: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {item}" for item, count in items.items()) or "nothing"


def open_requests(state: State, name: str, can: set[str]) -> Iterator[Json]:
    """Requests that the judge has not answered."""
    for each in state.requests:
        if "judge answer" in can and each.status == _OPEN and state.judge == name:
            found = _open("request", each.id, f"{each.id}: {each.text}", "What is your ruling?", ())
            line = Composed((Literal(f"judge answer {each.id}: "), WordsField("Ruling", 1000)))
            yield found | {"form": line.json()}
