"""Weeks of play with several accounts on a real server,
the program started as a process each time.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.for_each import TIMES
from tests.mediawiki.server import Server
from tests.mediawiki.weeks import Asked, Weeks, read_steps
from tests.rules.rulesets import RULES, USUAL
from wikibot.config.games import load_game
from wikibot.game.actions import unlisted
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP
from wikibot.game.engine.orders import find_verb
from wikibot.game.game import Game
from wikibot.game.scenarios import ExpectedAnswer
from wikibot.storage.local import read_overlay

WEEKS = ("cycle15", "cycle14", "round7")
_LINE_ID = re.compile(r"\b\d+\.\d+\.\d+\b")


@pytest.mark.parametrize("name", WEEKS if TIMES > 1 else WEEKS[:1])
def test_weeks_of_play(mediawiki_143: Server, tmp_path: Path, name: str) -> None:
    """Every line is answered exactly once and as expected;
    the log replays to the present page and state.

    One week; in a long search all. What lines are answered is none of the server's:
    tests/rules/test_scenarios.py holds it of each week.
    """
    _play_and_replay(mediawiki_143, tmp_path, name)


def test_a_day_of_play_in_peoples_own_words(mediawiki_139: Server, tmp_path: Path) -> None:
    """Who never read the docs is understood, also with dice one line later;
    nothing comes of talk. This is the older MediaWiki: how lines are understood is not the
    server's, and the weeks above are played on the newer one.
    """
    _play_and_replay(mediawiki_139, tmp_path, "round7", "round7_in_own_words")


def _play_and_replay(server: Server, folder: Path, name: str, file: str = "") -> None:
    steps, rules = read_steps(file or name), RULES[USUAL[name]]
    weeks = Weeks(server, folder, rules)

    weeks.play(steps)

    assert [] == unexpected([each for each in steps if each.step.who], weeks.answers())
    state, page = weeks.replayed()
    assert state == json.loads(weeks.wikibot("show", "--json", codes=(0, 1)))
    assert () == _differences(rules.game, weeks, page)


def _differences(game: Game[Any], weeks: Weeks, page: str) -> tuple[str, ...]:
    """How the state of the wiki's page differs from that of ``page``;
    identities of lines are the log's own there.
    """
    book = game.rulebook(weeks.ruleset, read_overlay(weeks.folder / "settings.wordings.txt"))
    present, replayed = (
        game.read(text, book, weeks.begin).state for text in (weeks.steward.text("State"), page)
    )
    return tuple(each for each in game.differences(replayed, present) if not _LINE_ID.search(each))


def unexpected(
    lines: list[Asked], answers: list[tuple[str, ...]]
) -> list[tuple[str, str, tuple[str, ...]]]:
    """The lines that were not answered once and as expected, or not left without an answer:
    who and what, the answer expected, the answers given.
    """
    assert len(lines) == len(answers)
    return [
        (f"{each.step.who}: {each.step.text}", str(each.answer), given)
        for each, given in zip(lines, answers, strict=True)
        if not (_are(given, each.answer) if each.answer else given == ())
    ]


def _are(given: tuple[str, ...], wanted: ExpectedAnswer) -> bool:
    one = given[0] if len(given) == 1 else ""
    return one.startswith(f"{wanted.verdict}:") and wanted.words in one


@pytest.mark.parametrize(("name", "people"), [("cycle15", 6), ("cycle14", 6), ("round7", 4)])
def test_several_people_play(name: str, people: int) -> None:
    """Each game is played by several accounts, the steward not counted."""
    assert people <= len({each.step.who for each in read_steps(name)} - {"Steward", ""})


@pytest.mark.parametrize("name", WEEKS)
def test_the_weeks_know_every_verb(name: str) -> None:
    """All verbs that help lists, and those of the kernel that players use, are among the lines."""
    verbs = (*load_game(name).verbs, CHOOSE, HELP)
    said = (each.step.text for each in read_steps(name))
    used = {found[0].name for text in said if (found := find_verb(text, verbs))}

    assert set() == {verb.name for verb in verbs if verb.available is not unlisted} - used
