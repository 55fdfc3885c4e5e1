"""What was settled leaves the page of every game:
lists stay short, no number comes twice, logs replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cycle14.state import Player as Player14
from rules.cycle14.state import State as State14
from rules.cycle15.state import Player as Player15
from rules.cycle15.state import Space
from rules.cycle15.state import State as State15
from rules.round7.state import Player as Player7
from rules.round7.state import State as State7
from tests.examples import rare
from tests.rules.any_game import MONDAY, replayed, without_identities
from tests.rules.rulesets import RULES
from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.engine.enactment import clear
from wikibot.game.engine.engine import Engine
from wikibot.game.state import Kind, Pending, Proposal, Request, State
from wikibot.wikitext.numerals import DAY

GAMES = ("late", "early", "cycle14", "round7")
NAMES = ("Ann", "Bob", "Cleo")
LINES = (
    "propose: Fish {n}", "propose: Duck {n}", "propose Urgent: Now {n}", "vote {p} for",
    "vote {p} against", "vote {p} rewrite", "retract {p}", "approve {p}", "hold {p}",
    "judge request: Is {n} odd?", "judge request: Is {n} even?", "withdraw request {j}",
    "judge answer {j}: yes", "overturn {j}: no", "confidence {j}", "vote {j} overturn",
    "run for judge", "support Judy",
)  # fmt: skip
LAST = MONDAY + 100 * DAY


def start(rules: str) -> State:
    """Three players and a judge."""
    names = ("Judy", *NAMES)
    if rules == "cycle14":
        return State14(MONDAY, players={name: Player14(name) for name in names}, judge="Judy")
    if rules == "round7":
        return State7(MONDAY, players={name: Player7(name) for name in names})
    players = {name: Player15(name) for name in names}
    return State15(MONDAY, players=players, judge="Judy", spaces={0: Space(0)})


@dataclass
class Step:
    """The state after a line, and what was answered."""

    state: Any
    outcomes: tuple[Outcome, ...]


def play(rules: str, random: Random) -> Iterator[Step]:
    """Any lines about proposals and requests for 100 days, and what they lead to."""
    state, time = start(rules), MONDAY
    engine: Engine[Any] = Engine(RULES[rules].game, RULES[rules].book)
    number = 0
    while time < LAST:
        number += 1
        time += timedelta(hours=random.randint(1, 40))
        ids = [random.choice([each.id for each in things] or [f"{letter}1"])
               for letter, things in (("P", state.proposals), ("J", state.requests))]  # fmt: skip
        text = random.choice(LINES).format(n=number, p=ids[0], j=ids[1])
        name = "Judy" if text.startswith(("judge answer", "overturn")) else random.choice(NAMES)
        if rules == "round7":  # turns are missed, and who is in the Gulag proposes nothing
            guest = "".join(chr(ord("a") + int(digit)) for digit in str(number // 4))
            name, text = f"Kim{guest}", ("join", text, text, "leave: yes")[number % 4]
        action = Action(ActionId(1, number, 0), time, name, text, by_name=True, trusted=True)
        played = engine.play(state, [action])
        state = played.state
        yield Step(state, played.outcomes)


@pytest.mark.parametrize("rules", GAMES)
@given(seed=st.integers(0, 10**9))
@rare
def test_what_is_settled_leaves_and_no_number_comes_twice(rules: str, seed: int) -> None:
    """After 30 days nothing that is settled stands on the page but the newest; the log replays."""
    steps = list(play(rules, Random(seed)))
    seen: list[str] = []
    present: list[str] = []
    for step in steps:
        things = (*step.state.proposals, *step.state.requests)
        new = [each.id for each in things if each.id not in present]
        present = [each.id for each in things]

        assert not set(new) & set(seen)
        seen += new
        assert len(list(overdue(step.state))) <= 2
    outcomes = (outcome for step in steps for outcome in step.outcomes)
    last = steps[-1].state
    again = replayed(RULES[rules].game, RULES[rules].book, start(rules), outcomes, last.now)

    assert len(seen) > len(present)
    assert without_identities(again) == without_identities(last)


def overdue(state: State) -> Iterator[str]:
    """What was settled more than 30 days ago and stands on the page."""
    for each in state.proposals:
        since = each.changed or each.submitted or state.now
        if each.status not in ("open", "holding", "held") and since <= state.now - 30 * DAY:
            yield each.id
    for asked in state.requests:
        since = asked.ruled or asked.submitted or state.now
        if asked.status not in ("open", "contested") and since <= state.now - 30 * DAY:
            yield asked.id


# -- what stays because a rule needs it ------------------------------------------------------------


def left_after(days: int, state: State, rules: str, wording: tuple[str, str] = ("", "")) -> str:
    """The identities that stand on the page so many days later, by rules with another wording."""
    text = RULES[rules].text
    assert wording[0] in text
    text = text.replace(*wording) if wording[0] else text
    book = RULES[rules].game.rulebook(text, RULES[rules].pins(text, accepted=True))
    to = state.now + days * DAY
    state = replace(state, winners=("Ann",), now=to)  # nothing else happens by itself any more
    state = Engine(RULES[rules].game, book).play(state, [], to).state
    ids = [each.id for each in state.proposals] + [each.id for each in state.requests]
    return " ".join(ids)


def settled(status: str, **more: Any) -> tuple[Proposal, ...]:
    """A proposal of that status, settled now, and a newer one."""
    values = {"cls": "Standard", "proposer": "Ann", "submitted": MONDAY - DAY, "changed": MONDAY}
    old = Proposal("P1", "Fish", status=status, **{**values, **more})
    return old, Proposal("P2", "Ducks", "Standard", "Ann", "failed", MONDAY)


@pytest.mark.parametrize("rules", GAMES)
def test_a_decided_proposal_leaves_on_the_thirtieth_day(rules: str) -> None:
    """Not before; and the newest never does, so that the next one has another number."""
    state = replace(start(rules), proposals=settled("failed"))

    assert left_after(29, state, rules) == "P1 P2"
    assert left_after(30, state, rules) == "P2"
    assert left_after(300, state, rules) == "P2"


@pytest.mark.parametrize("rules", GAMES)
def test_what_passed_stays_until_the_ruleset_page_has_it(rules: str) -> None:
    """A steward may still have the bot enact it; what it says in prose is for people."""
    change = {"text": "append «A pond is wet.» to Board"}

    for status, more, left in (
        ("passed", change, "P1 P2"),
        ("enacting", change, "P1 P2"),
        ("enacted", change, "P2"),
        ("passed", {"text": "Ponds are wet."}, "P2"),
        ("adopted by hand", {}, "P1 P2"),
        ("held", {}, "P1 P2"),
        ("failed", {"changed": None, "submitted": None}, "P1 P2"),
    ):
        state = replace(start(rules), proposals=settled(status, **more))

        assert left_after(400, state, rules) == left, status


@pytest.mark.parametrize("rules", GAMES)
def test_what_a_waiting_line_may_speak_of_stays(rules: str) -> None:
    """A line that is held may name the proposal, in whatever way."""
    state = replace(start(rules), proposals=settled("failed"))
    held = Pending(ActionId(1, 2, 0), "Ann", Kind.HELD, "tell me of proposal 1", "a ruling", MONDAY)

    assert left_after(40, replace(state, pending=(held,)), rules) == "P1 P2"


def test_a_tune_up_stays_as_long_as_it_bars_another_one() -> None:
    """Cycle 15: the same cannot be proposed for some days;
    where that are more than 30, they count.
    """
    state = replace(start("late"), proposals=settled("discarded", cls="Tune Up"))
    text = RULES["late"].text
    days = next(line for line in text.split("\n") if "days after" in line and "at least" in line)
    wording = (days, days.replace("at least 7 days after", "at least 45 days after"))

    assert wording[0] != wording[1]
    assert left_after(44, state, "late", wording) == "P1 P2"
    assert left_after(45, state, "late", wording) == "P2"


@pytest.mark.parametrize("rules", ["late", "early", "cycle14"])
def test_a_ruling_stays_as_long_as_it_can_be_overturned(rules: str) -> None:
    """It leaves 30 days after it was made, or when no vote can overturn it any more."""
    old = Request("J1", "Ann", "Fish?", "answered", MONDAY - DAY, "Judy", "Yes", MONDAY)
    newer = Request("J2", "Ann", "Ducks?", "answered", MONDAY, "Judy", "Yes", MONDAY)
    state = replace(start(rules), requests=(old, newer))
    text = RULES[rules].text
    line = next(line for line in text.split("\n") if "within one week of being made" in line)
    wording = (line, line.replace("within one week", "within 9 weeks"))

    assert left_after(30, state, rules) == "J2"
    assert left_after(62, state, rules, wording) == "J1 J2"
    assert left_after(63, state, rules, wording) == "J2"


def test_what_leaves_is_told_and_never_wakes_the_bot() -> None:
    """The log has a comment, at the time at which it left; no sync is due for it."""
    game, book = RULES["round7"].game, RULES["round7"].book
    state = State7(MONDAY, proposals=settled("failed"))
    engine: Engine[Any] = Engine(game, book)
    played = engine.play(state, [], MONDAY + 40 * DAY)

    assert engine.passing.due(state) is None
    assert [(each.time, each.text) for each in played.fired_events] == [
        (MONDAY + 30 * DAY, "P1 (Fish) left the page: failed")
    ]
    assert isinstance(played.state.now, datetime)


@pytest.mark.parametrize("rules", GAMES)
def test_it_is_looked_for_when_the_lists_changed(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines cost nothing for it, however many:
    until the first thing leaves, nothing is looked at.
    """
    looked: list[object] = []

    def counted(*given: Any) -> Any:
        looked.append(given)
        return clear(*given)

    monkeypatch.setattr("wikibot.game.engine.engine.clear", counted)
    state = replace(start(rules), proposals=settled("failed"), winners=("Ann",))
    engine: Engine[Any] = Engine(RULES[rules].game, RULES[rules].book)
    for number in range(60):
        line = Action(
            ActionId(1, number, 0), MONDAY + number * DAY / 2, "Ann", "help", by_name=True
        )
        state = engine.play(state, [line]).state

    assert len(looked) == 1
    assert [each.id for each in engine.play(state, [], MONDAY + 31 * DAY).state.proposals] == ["P2"]
