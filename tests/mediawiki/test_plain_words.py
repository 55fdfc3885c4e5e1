"""A nomic of its own on a real server, played from nothing but its pages."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.mediawiki.server import Server
from tests.mediawiki.test_weeks import unexpected
from tests.mediawiki.weeks import HERE, Weeks, read_steps
from tests.rules.rulesets import Rules
from wikibot.config.games import load_game
from wikibot.game.game import Game

WAYS = (("| Hill || ", "| Hill || Shore"), ("| Shore || ", "| Shore || Hill"))


def first_page(game: Game[Any], ruleset: str) -> str:
    """What `wikibot new` makes of the ruleset, with the ways between the places filled in."""
    page = game.new_page(game.rulebook(ruleset), datetime(2024, 1, 1, tzinfo=UTC), "State")
    for blank, filled in WAYS:
        assert page.count(blank) == 1
        page = page.replace(blank, filled)
    return page


def test_a_week_of_a_nomic_of_its_own(mediawiki_143: Server, tmp_path: Path) -> None:
    """Made, joined and played by four accounts;
    rules come, change and go, each in force with the next sync.
    """
    game, ruleset = load_game("generic"), (HERE / "generic.wiki").read_text(encoding="utf-8")
    weeks = Weeks(mediawiki_143, tmp_path, Rules(game), ruleset, first_page(game, ruleset))
    steps = read_steps("generic")
    weeks.play(steps[:-2])
    page = weeks.steward.text("State")
    assert [] == unexpected([each for each in steps[:-2] if each.step.who], weeks.answers())
    assert "| Ann || 9 " in page
    weeks.steward.edit("State", page.replace("| Ann || 9 ", "| Ann || 38 "))
    weeks.go_on(steps[-2:])

    assert [] == unexpected([each for each in steps if each.step.who], weeks.answers())
    shown = json.loads(weeks.wikibot("show", "--json", codes=(0, 1)))
    assert shown["winners"] == ["Ann"]
    assert {each["name"]: each["fields"]["Gold"] for each in shown["players"]} == {
        "Ann": 42, "Bob": 2, "Cid the Tall": 5, "Dora": 6,
    }  # fmt: skip
    assert "weave" not in weeks.steward.text("Rules")
