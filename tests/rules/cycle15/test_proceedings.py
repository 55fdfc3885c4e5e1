"""Whatever players propose, vote, ask, rule and trade:
no mistakes of the bot, and nothing is lost.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cycle15 import GAME
from rules.cycle15.page import PAGE
from rules.cycle15.state import Player, Space, State
from tests.examples import rare
from tests.rules.any_game import MONDAY, any_game, replayed, told, without_identities
from tests.rules.rulesets import RULES
from wikibot.game.actions import Outcome
from wikibot.game.engine.engine import Engine

NAMES = ("Ann", "Bob", "Cleo", "Player 3")
LINES = (
    "propose: Fish", "propose Urgent: Duck ¶ append «x» to Garbage", "propose Second Reading: x",
    "propose x: y",
    "retract P{n}", "approve P{n}", "approve P{n}: Better ¶ text", "hold P{n}", "vote P{n} for",
    "vote P{n} against",
    "vote P{n} rewrite", "vote P{n} abstain", "vote P{n} eh", "👍 P{n}", "👎 P{n}", "🤔 P{n}",
    "🤔 {n}", "👍", "vote",
    "judge request: Is it?", "judge answer J{n}: Yes.", "overturn J{n}", "overturn J{n}: No.",
    "confidence J{n}",
    "vote J{n} affirm", "👎 J{n}", "withdraw request J{n}", "run for judge", "stand down",
    "👍 {who}", "support {who}",
    "oppose {who}", "assent to removing the judge", "take back my assent", "resign as judge",
    "trade 1 Fish to {who} for 1 Duck", "trade {n} Duck to {who}",
    "trade nothing to {who} for 2 Fish", "accept T{n}",
    "accept", "decline T{n}", "cancel T{n}", "enact P{n}: yes", "enact P{n}", "leave", "leave: yes",
    "join", "help",
)  # fmt: skip


RICH = tuple(
    line
    for line in LINES
    if "{n}" in line or "{who}" in line or line.startswith(("propose", "judge", "run"))
)


def _number(id_: str) -> int:
    return int(id_.lstrip("PJT"))


BOOKS = {rules: RULES[rules].book for rules in ("late", "early")}


def start() -> State:
    """Four players with fish and ducks, on a board of one space."""
    players = {name: Player(name, items={"Fish": 3, "Duck": 2}) for name in NAMES}
    return State(
        MONDAY, spaces={0: Space(0, successors=(0,))}, players=players, started=MONDAY, judge="Ann"
    )


def any_line(random: Random, state: State, name: str) -> str:
    """A line about one of the last proposals, requests and trades, or any other."""
    line = random.choice(LINES if random.random() < 0.3 else RICH)
    ids = [each.id for each in state.proposals] + [each.id for each in state.trades]
    last = max(map(_number, ids), default=1)
    return line.format(n=max(1, last - random.randint(0, 3)), who=random.choice(NAMES))


@pytest.mark.parametrize("rules", ["late", "early"])
@rare
@given(seed=st.integers(0, 10**9))
def test_proceedings_hold_together(rules: str, seed: int) -> None:
    """No line brings out a mistake of the bot; trades conserve items; page and log lead to the
    same state after a hundred lines in some five weeks.
    """
    random, book, state = Random(seed), BOOKS[rules], start()
    engine, outcomes = Engine(GAME, book), list[Outcome]()
    for played in any_game(random, engine, state, NAMES, any_line, 100, 10, trusted=True):
        outcomes += played.outcomes
        text = played.outcomes[0].action.text

        assert "the bot failed" not in told(played)
        if not text.startswith(("leave", "join")) and not played.fired_events:
            assert owned(played.state) == owned(state)
        state = played.state

    page = GAME.write(GAME.new_page(book, MONDAY, "a game"), book, state)
    again = replayed(GAME, book, start(), outcomes, state.now)

    assert GAME.read(page, book, state.now).state == PAGE.canonical(state)
    assert without_identities(again) == without_identities(state)


def owned(state: State) -> Counter[str]:
    """All items that there are."""
    return sum((Counter(player.items) for player in state.players.values()), Counter[str]())
