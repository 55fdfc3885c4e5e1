"""Whatever players propose, vote, ask, rule and trade:
no mistakes of the bot, and nothing is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.page.page import PAGE
from rules.cycle15.state import Player, Space, State
from tests.examples import rare
from tests.rules.rulesets import RULES
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.text_log import log_line, read_log
from wikibot.game.ruleset.rulebook import Rulebook

MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
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


def any_game(
    random: Random, book: Rulebook, state: State
) -> Iterator[tuple[Action, Played[State]]]:
    """A hundred lines by anybody, in some five weeks."""
    engine, time = Engine(GAME, book), MONDAY
    for number in range(1, 101):
        time += timedelta(minutes=random.randint(0, 600))
        line = random.choice(LINES if random.random() < 0.3 else RICH)
        ids = [each.id for each in state.proposals] + [each.id for each in state.trades]
        last = max(ids, key=_number, default="1")
        said = line.format(n=max(1, _number(last) - random.randint(0, 3)), who=random.choice(NAMES))
        text, _, body = said.partition(" ¶ ")
        action = Action(
            ActionId(0, 0, number), time, random.choice(NAMES), text, number, True, True, body
        )
        played = engine.play(state, [action])
        yield action, played
        state = played.state


@pytest.mark.parametrize("rules", ["late", "early"])
@rare
@given(seed=st.integers(0, 10**9))
def test_affairs_hold_together(rules: str, seed: int) -> None:
    """No line brings out a mistake of the bot; trades conserve items;
    page and log lead to the same state.
    """
    book, before, log = BOOKS[rules], start(), []
    for action, played in any_game(Random(seed), book, before):
        told = " ".join(
            [*(each.text for each in played.outcomes), *(each.text for each in played.fired_events)]
        )
        log += [log_line(each) for each in played.outcomes if each.counts]

        assert "the bot failed" not in told
        if not action.text.startswith(("leave", "join")) and not played.fired_events:
            assert owned(played.state) == owned(before)
        before = played.state

    page = GAME.write(GAME.new_page(book, MONDAY, "a game"), book, before)
    again = Engine(GAME, book).play(
        start(), [e for e in read_log("\n".join(log)) if isinstance(e, Action)], before.now
    )

    assert GAME.read(page, book, before.now).state == PAGE.canonical(before)
    assert unnumbered(again.state) == unnumbered(before)


def owned(state: State) -> Counter[str]:
    """All items that there are."""
    return sum((Counter(player.items) for player in state.players.values()), Counter[str]())


def unnumbered(state: State) -> State:
    """A state without the identities of lines: lines of a log are numbered anew."""
    pending = tuple(replace(each, id=ActionId(0, 0, 0)) for each in state.pending)
    return replace(state, pending=pending)
