"""Long games of any lines on the pages of six rounds:
nothing fails, and the log leads to the same page.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.generic.game import GAME
from rules.generic.play import plan
from tests.for_each import TIMES
from tests.rules.any_game import MONDAY, Sometimes, any_game, without_identities
from tests.rules.rulesets import ROUNDS, RULES, all_scenarios
from wikibot.game.actions import Action
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.orders import LINE_MARK, log_line, read_log
from wikibot.game.engine.standing_rolls import DrawnRoll, Recorded, RollRequest

NAMES = ("Ann", "Bob", "Cid")
LINES = 30 * min(TIMES, 2)
ODD = (
    "use", "buy", "give", "sell 9999999999 of it", "move to", "choose 1", "choose Bob",
    "choose yes",
    "offer 0 Coins", "trade 1 Gold to Bob for nothing", "accept T1", "propose: Anything", "👍 P1",
    "roll 2d6", "pick a random player", "leave", "join", "note Ann has 3 Gold: a gift", "help",
)  # fmt: skip


class Proven(Sometimes):
    """Dice that say what their faces were made from, as the bot's own do."""

    def faces(self, draw: RollRequest) -> DrawnRoll | None:
        """Faces of each roll, with a proof."""
        drawn = super().faces(draw)
        return DrawnRoll(drawn.faces, "by chance") if drawn else None


def a_start(name: str) -> tuple[Any, Any]:
    """The rulebook of a round, and the state with which its scenario begins."""
    scenario = next(s for s in all_scenarios() if name == s.file and name == s.rules)
    book = GAME.rulebook(RULES[name].text)
    return book, GAME.read(scenario.begins, book, MONDAY).state


def a_line(random: Random, state: Any, book: Any) -> str:
    """A line of the page's own verbs, filled in at random, or an odd one."""
    if random.random() < 0.25:
        return random.choice(ODD)
    example = random.choice(GAME.verbs_in(state, book)).example
    things = [name for table in state.tables.values() for name in table.things] or ["it"]
    words = {"Bob": random.choice(NAMES), "3": str(random.randint(0, 6))}
    nouns = {name.upper(): random.choice(things) for name in state.tables}
    return " ".join({**words, **nouns}.get(word, word) for word in example.split())


@pytest.mark.parametrize("name", ROUNDS)
def test_any_game_replays_from_its_log(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played by the bot's own dice is played again from the log, to the same page.

    So it is where all sentences are looked at after an action: what is left out in play, as it does
    not concern the action, would have changed nothing.
    """
    random = Random(name)
    book, start = a_start(name)
    engine: Engine[Any] = Engine(GAME, book, Proven(random, 1))
    state, log = start, list[str]()
    for number, played in enumerate(
        any_game(random, engine, start, NAMES, lambda r, s, _: a_line(r, s, book), LINES, hours=6)
    ):
        state = played.state
        log += _logged(played)
        if number % 5 == 4:
            page = GAME.read(GAME.write(_page(name), book, state), book, state.now)
            assert () == page.unreadable

    monkeypatch.setattr(plan, "_step", lambda before, after: plan.CourseStep())
    lines = [entry for entry in read_log("\n".join(log)) if isinstance(entry, Action)]
    again = Engine(GAME, book, Recorded(log)).play(start, lines, until=state.now).state
    assert without_identities(state).players == without_identities(again).players
    assert state.tables == again.tables
    assert state.values == again.values


def _logged(played: Played[Any]) -> Iterator[str]:
    """The lines of a log that a step leaves."""
    for fired in played.fired_events:
        yield from fired.lines
    for outcome in played.outcomes:
        if outcome.counts:
            yield from (*outcome.proofs, f"{LINE_MARK}{outcome.action.id}", log_line(outcome))


def _page(name: str) -> str:
    return next(s for s in all_scenarios() if name == s.file and name == s.rules).begins
