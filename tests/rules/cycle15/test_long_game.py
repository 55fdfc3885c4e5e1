"""A long game of legal actions on the full board:
its log and its starting page lead to its present page.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from rules.cycle15 import GAME
from tests.rules.cycle15.long_game import EARLY, LATE, gamestate, pins, rulebook, ruleset
from tests.rules.cycle15.table import Table
from wikibot.apply import Applied, apply_log
from wikibot.game.actions import Verdict
from wikibot.game.engine.orders import log_line
from wikibot.sync.gamestate_page import lay_over

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
LINES = 350
USUAL = (
    "move", "use", "trade", "accept", "decline", "vote", "macgyver", "propose", "judge", "run",
    "support", "join",
    "leave", "take",
)  # fmt: skip
OF_THE_LATER_RULES = ("gamble", "forge", "beam", "start", "combo", "shatter", "choose")


def applied(rules: str, page: str, log: str) -> Applied:
    """What ``wikibot apply`` makes of a log."""
    return apply_log(GAME, ruleset(rules), page, log, overlay=pins(rules))


@pytest.mark.parametrize(
    ("rules", "verbs"), [(EARLY, USUAL), (LATE, (*USUAL, *OF_THE_LATER_RULES))]
)
def test_a_long_game_replays_from_its_log(rules: str, verbs: tuple[str, ...]) -> None:
    """350 legal actions of 20 players, line by line and from the log: the same page to the byte,
    the same JSON.

    It is also the same state where the log is played in two parts, with nothing but the page in
    between.
    """
    book = rulebook(rules)
    page = gamestate(book, BEGIN)
    table = Table(book, GAME.read(page, book, BEGIN).state, seed=15)
    table.play(LINES)
    log = [log_line(outcome) for outcome in table.outcomes]
    whole = applied(rules, page, "\n".join(log))
    half = applied(rules, page, "\n".join(log[: LINES // 2]))
    rest = applied(rules, half.page or "", "\n" * (LINES // 2) + "\n".join(log[LINES // 2 :]))

    said = Counter(outcome.action.text.split()[0].rstrip(":") for outcome in whole.outcomes)
    assert [verb for verb in verbs if not said[verb]] == []
    assert {outcome.verdict for outcome in whole.outcomes} <= {Verdict.DONE, Verdict.NEEDS}
    assert whole.state == GAME.to_json(table.state, book)
    assert (whole.page or "").partition("<!-- wikibot")[0] == (
        lay_over(GAME, page, book, table.state).text
    )
    assert rest.state == whole.state
