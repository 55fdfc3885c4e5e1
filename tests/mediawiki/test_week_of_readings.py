"""A week of a nomic in its group's own words, which eight accounts play from an empty wiki.

They write on the talk page alone, and edit the ruleset as groups do: none has a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from tests.mediawiki.server import Server
from tests.mediawiki.test_weeks import unexpected
from tests.mediawiki.weeks import ACTIONS, EDIT, HERE, Asked, Weeks, read_steps
from tests.rules.rulesets import Rules
from wikibot.config.games import load_game
from wikibot.game.ruleset.readings import read_readings

READINGS = "Rules/Readings"
# What the gamestate page says of a sentence whose words changed: old, new and its reading.
CHANGED = (
    (
        "Nobody sows more than twice a day",
        "Nobody sows more often than twice a day.",
        "A player may not sow more than twice per day.",
    ),
    ("A goose costs 5 coins", "A goose costs 3 coins.", "A player may buy a Goose for 5 Coins."),
)


class TalkWeek(Weeks):
    """The same on a wiki that has no page of the game yet."""

    def __init__(self, server: Server, folder: Path) -> None:
        ruleset = (HERE / "meadow.wiki").read_text(encoding="utf-8")
        super().__init__(server, folder, Rules(load_game("generic")), ruleset, "none yet")
        self.told: list[str] = []

    def play(self, steps: Sequence[Asked]) -> None:
        """Two of the group make the pages that people write."""
        self.server.travel(self.begin + steps[0].step.after - timedelta(minutes=5))
        self.person("Ann").edit("Rules", self.ruleset)
        self.person("Bob").edit(self.actions, ACTIONS)
        self.go_on(steps)

    def sync(self) -> None:
        """One sync; what the gamestate page says then is kept."""
        super().sync()
        self.told.append(re.sub(r"</?(?:nowiki|code)>", "", self.steward.text("State")))


def test_a_week_by_the_talk_page_alone(mediawiki_143: Server, tmp_path: Path) -> None:
    """The gamestate page, its columns, what sentences and words mean, and each day another rule."""
    steps, week = read_steps("meadow"), TalkWeek(mediawiki_143, tmp_path)
    lines = [each for each in steps if each.step.who and not EDIT.fullmatch(each.step.text)]
    week.play(steps)
    readings = read_readings(week.steward.text(READINGS))
    first = week.steward.history("State")[-1]

    assert len({each.step.who for each in lines} - {"Steward"}) == 8
    assert [] == unexpected(lines, week.answers())
    assert [] == [words for words in CHANGED if not any(_all(words, page) for page in week.told)]
    assert not any(_all(words, week.told[-1]) for words in CHANGED)
    assert (first["user"], first["comment"].count("[[#run ")) == ("Wikibot", 0)
    assert readings.register == (("a mate", "another player"),)
    assert {each.by for each in readings.rows} == {"Ann", "Cid", "Fay", "Hana"}
    assert len(readings.rows) == len({each.wording for each in readings.rows}) == 15
    assert week.wikibot("verify")


def _all(words: tuple[str, ...], page: str) -> bool:
    return all(each in page for each in words)
