"""What a log holds of lines in people's words: orders in exact form, which play the same again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tests.understanding.phrasings import Phrasing, corpus
from tests.understanding.situations import Situation, situations
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.orders import LINE_MARK, log_line, read_log

IDENTITY = ActionId(5, 9000, 0)
GAMES = sorted({each.game for each in corpus()})


def written(situation: Situation, line: str) -> Played[Any]:
    """A line as its player writes it on a wiki."""
    account = situation.state.players[situation.who].owner if _plays(situation) else situation.who
    action = Action(IDENTITY, situation.time, account, line)
    return situation.engine.play(situation.state, [action])


def _is_logged(outcome: Outcome) -> bool:
    """Whether a line said an order in other words; help is in no log."""
    return bool(outcome.action.said) and not outcome.action.said.startswith("help")


def _plays(situation: Situation) -> bool:
    return situation.who in situation.state.players


def again(situation: Situation, outcome: Outcome) -> Played[Any]:
    """The line of the log that tells of an outcome, played by the log alone."""
    log = f"{LINE_MARK}{IDENTITY}\n{log_line(outcome)}"
    return Engine(situation.engine.game, situation.engine.book).play(
        situation.state, [each for each in read_log(log) if isinstance(each, Action)]
    )


def in_other_words(game: str) -> Iterator[tuple[Phrasing, Situation, Played[Any]]]:
    """The lines of the corpus, every fourth, that count and say their order in other words."""
    for each in corpus()[::4]:
        if each.game == game:
            situation = situations()[each.key]
            played = written(situation, each.line)
            outcome = played.outcomes[0]
            if outcome.verdict in (Verdict.DONE, Verdict.NEEDS) and _is_logged(outcome):
                yield each, situation, played


@pytest.mark.parametrize("game", GAMES)
def test_a_log_needs_no_situation_to_be_understood(game: str) -> None:
    """What was done by a line in other words is done again by the line of the log."""
    differ = []
    count = 0
    for each, situation, played in in_other_words(game):
        count += 1
        replayed = again(situation, played.outcomes[0])
        same = replace(replayed.state, proposals=(), candidacies=()) == replace(
            played.state, proposals=(), candidacies=()
        )
        if not same or replayed.outcomes[0].verdict is not played.outcomes[0].verdict:
            differ.append((each.line, log_line(played.outcomes[0]), replayed.outcomes[0].text))

    assert count > 5
    assert differ == []
