"""Whatever stands in the three files of ``apply``,
every line gets its answer and nothing breaks.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import few
from wikibot.apply import apply_log
from wikibot.config.games import load_game

BITS = (
    "|", "||", "|-", "{|", "|}", "!", "!!", "-", "''", "[[", "]]", "{{", "}}", "<!--", "-->",
    "<nowiki>", "\n", "\r\n",
    "\t", "\x00", "\u2028", "9" * 30, "-0", "²", "½", "rowspan=3 |", "colspan=2 |", "~~~~",
    "&#x7c;", "{}", "∞",
    "== Players ==", "Phase: XX", "Wheel Rotation: ", "<ref>", "🩸", "¶", "-- 2d6 (",
    "2d6 (1, 1) = 2", "0d6 ()", "#",
    ": ", '"', "\\",
)  # fmt: skip
LINES = (
    "join", "join as Zoe", "move", "move 1 2 -- 2d4 (1, 1) = 2", "use Fish", "leave", "help",
    "choose 1", "mine",
    "forage", "observe", "end turn", "explore", "buy House", "propose: More", "vote P1 for",
    "trade 1 Fish to Bob for nothing",
    "accept T1", "correct Ann leaves", "alias Ann = Zoe", "withdraw 0.0.2", "judge request: why?",
    "run for judge",
)  # fmt: skip
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def spoiled(random: Random, text: str) -> str:
    """A text with some slips of the hand."""
    for _ in range(random.randrange(5)):
        at = random.randrange(len(text) + 1)
        text = (
            text[:at]
            + random.choice((random.choice(BITS), text[:40], ""))
            + text[at + random.randrange(6) :]
        )
    return text


def any_log(random: Random) -> str:
    """Lines of a few days."""
    days = sorted(random.randrange(1, 28) for _ in range(6))
    lines = (f"{random.choice(NAMES)}: {random.choice(LINES)}" for _ in days)
    return "\n".join(
        f"2024-01-{day:02}T10:00:00Z {line}" for day, line in zip(days, lines, strict=True)
    )


@pytest.mark.parametrize("name", ["cycle14", "cycle15", "round7"])
@few
@given(seed=st.integers(0, 10**9))
def test_any_files(name: str, seed: int) -> None:
    """The log has one outcome for each line that is not a comment, the state is there.

    No rule fails.
    """
    random, game = Random(seed), load_game(name)
    pages, log = game.demo().pages, any_log(random)
    ruleset, gamestate = spoiled(random, pages["Ruleset"]), spoiled(random, pages["Gamestate"])

    applied = apply_log(game, ruleset, gamestate, spoiled(random, log))

    said = [outcome.text for outcome in applied.outcomes] + [
        happening.text for happening in applied.fired_events
    ]
    assert name == applied.state["game"]
    assert [text for text in said if not text or "the bot failed" in text] == []
    assert (applied.page is None) == bool(applied.problems)
