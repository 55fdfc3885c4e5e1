"""A nomic of its own on a real server, played from nothing but its pages."""

from __future__ import annotations

import json
from pathlib import Path

from tests.mediawiki.server import Server
from tests.mediawiki.test_weeks import unexpected
from tests.mediawiki.weeks import HERE, Weeks, read_steps
from tests.rules.rulesets import Rules
from wikibot.config.games import load_game

STATUS = ("1 sentence is played anew", "1 sentence is played as changed", "1 sentence is gone")
WAYS = (("| Hill || ", "| Hill || Shore"), ("| Shore || ", "| Shore || Hill"))


class TellingWeeks(Weeks):
    """The same, which keeps what the gamestate page says at its top behind each sync."""

    def __init__(self, server: Server, folder: Path, rules: Rules, ruleset: str) -> None:
        super().__init__(server, folder, rules, ruleset)
        self.told: list[str] = []
        self.wikibot("new", "--rules", "generic", "--ruleset", "R.wiki", "--out", "New.wiki")
        self.start = with_ways((folder / "New.wiki").read_text(encoding="utf-8"))

    def sync(self) -> None:
        """One sync; what is told then is kept."""
        super().sync()
        self.told.append(self.steward.text("State"))


def with_ways(page: str) -> str:
    """What `wikibot new` makes of the ruleset, with the ways between the places filled in."""
    for blank, filled in WAYS:
        assert page.count(blank) == 1
        page = page.replace(blank, filled)
    return page


def test_a_week_of_a_nomic_of_its_own(mediawiki_143: Server, tmp_path: Path) -> None:
    """Made, joined and played by four accounts;
    rules come, change and go, each in force with the next sync.
    """
    game, ruleset = load_game("generic"), (HERE / "generic.wiki").read_text(encoding="utf-8")
    weeks = TellingWeeks(mediawiki_143, tmp_path, Rules(game), ruleset)
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
    assert [] == [words for words in STATUS if not any(words in page for page in weeks.told)]
    helped = [given for given in weeks.answers() if "explains one of these" in given[0]]
    assert [True, False] == ["weave" in helped[at][0] for at in (0, -1)]  # both of one on the Shore
