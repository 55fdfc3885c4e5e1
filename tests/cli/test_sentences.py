"""``wikibot rules check`` of rules in plain words:
every sentence, played and as what, or for people.
"""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.conftest import Wikibot
from tests.rules.generic.pages import table
from wikibot.cli import main

RULESET = """== Fishing ==
Once per day, a player who has a Net may fish: they roll 1d6:
* 1: they lose 1 Net.
* 2 to 6: they gain 2 Trout.

The lake is said to be deep.
== Trade ==
A player may sell any number of Trout for 3 Shells each.
Each other player pays 1 Shell, unless the weather is bad.
"""
GAMESTATE = table("Player | Shells | Items", "Ida | 4 | 2 Net")


@pytest.fixture
def check(wikibot: Wikibot, tmp_path: Path) -> list[str]:
    """The command's words for these two pages."""
    for name, text in (("R.wiki", RULESET), ("G.wiki", GAMESTATE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = [f"--ruleset={tmp_path / 'R.wiki'}", f"--gamestate={tmp_path / 'G.wiki'}"]
    return ["rules", "check", "--rules=generic", *found]


def test_programs_read_which_sentences_are_played(wikibot: Wikibot, check: list[str]) -> None:
    """Each sentence has its section and status, what is played,
    or the first words not understood.
    """
    result = wikibot(*check, "--json")

    assert result.exit_code == 0
    found = json.loads(result.stdout)["sentences"]
    assert [(each["section"], each["status"], each["unknown"]) for each in found] == [
        ("Fishing", "played", ""),
        ("Fishing", "people", "lake is said to be"),
        ("Trade", "played", ""),
        ("Trade", "people", "unless the weather is bad"),
    ]
    assert found[0]["text"].endswith("* 2 to 6: they gain 2 Trout.")
    assert found[2]["as"] == "A player may sell any number of Trout for 3 Shells each."
    assert found[2]["changes"] == ["Shells", "Trout"]


def test_people_read_why_a_sentence_is_for_them(wikibot: Wikibot, check: list[str]) -> None:
    """The words that were not understood, and a form in which it would be."""
    result = wikibot(*check)

    assert 'not understood: "lake is said to be"' in result.stdout
    assert "Of 4 sentences the bot plays 2; 2 are for people" in result.stdout


def test_a_page_without_players_is_said_to_have_none(wikibot: Wikibot, check: list[str]) -> None:
    """Or else each of its words would seem to be unknown."""
    page = Path(check[-1].removeprefix("--gamestate="))
    page.write_text("== Lakes ==\n{|\n! Lake !! Depth\n|-\n| Blue || 3\n|}\n")
    result = wikibot(*check, "--json")

    assert result.exit_code == 1
    assert "head it Players" in json.loads(result.stdout)["problems"][0]
    assert "A person is needed" in wikibot(*check).output


def test_without_a_gamestate_page_the_first_one_has_the_names(
    wikibot: Wikibot, check: list[str], tmp_path: Path
) -> None:
    """A newcomer asks first what of a ruleset would be played."""
    rules = tmp_path / "New.wiki"
    rules.write_text("A new player begins with 2 Shells and is on Reef 1.\n")
    result = wikibot("rules", "check", "--rules=generic", f"--ruleset={rules}")

    assert "There is no gamestate page" in result.output
    assert "the bot plays 1; 0 are for people" in result.output


def test_an_operator_is_told_what_templates_hide(wikibot: Wikibot, here: Path) -> None:
    """By the check, by `doctor`, and by the status line after a sync."""
    assert wikibot("demo", "--rules", "generic", "game").exit_code == 0
    settings, wiki = str(here / "game" / "settings.ini"), here / "game" / "wiki"
    (wiki / "Ruleset.wiki").write_text("{{/Rules}}\n== Fishing ==\n{{Quote|Fish bite.}}\n")
    checked = wikibot("rules", "check", "--settings", settings)
    synced = wikibot("sync", "--settings", settings)
    looked = wikibot("doctor", "--settings", settings)
    page = unescape((wiki / "Gamestate.wiki").read_text(encoding="utf-8"))

    assert "Of 2 sentences the bot plays 0" in checked.stdout
    assert "does not read what a template shows or a style hides" in checked.stdout
    assert synced.exit_code == 0
    assert "what {{/Rules}}, {{Quote}} (Fishing) shows is not read" in page
    assert "what templates show is not read: {{/Rules}}; {{Quote}} (Fishing)" in looked.output


def test_a_person_is_asked_for_readings(tmp_path: Path) -> None:
    """Sentence by sentence; what is not understood is asked again, and a page comes of it."""
    rules, page = tmp_path / "R.wiki", tmp_path / "G.wiki"
    rules.write_text("Farmers like to plant. Sing! A player may dig: they gain 1 Gold.\n")
    page.write_text("== Players ==\n{|\n! Player !! Gold\n|-\n| Ann || 1\n|}\n")
    given = "A player may plant: everybody claps.\nA player may plant: they gain 2 Gold.\nnothing\n"
    command = ["rules", "check", "-i", "--rules", "generic", "--ruleset", str(rules)]
    asked = CliRunner().invoke(main, [*command, "--gamestate", str(page)], input=given)

    assert "2 sentences are for people" in asked.stderr
    assert "not taken over" in asked.stderr
    assert asked.stdout.splitlines()[2:] == [
        "|-",
        "| Farmers like to plant. || A player may plant: they gain 2 Gold. ||",
        "|-",
        "| Sing! || nothing ||",
        "|}",
    ]


def test_the_log_tells_since_when_rules_and_readings_count(tmp_path: Path) -> None:
    """Each change with whose it is; lines of players say nothing of that."""
    log = tmp_path / "L.txt"
    log.write_text(
        "2024-01-05T12:00:00Z Ann: dig\n"
        '# 2024-01-05T12:01:00Z reading added by Ann: "Sing" is played as: nothing\n'
        "# 2024-01-05T12:02:00Z rule changed by Bob in revision 7: they gain 1 [-Gold] [+Fish]\n"
        "# 2024-01-05T12:03:00Z Ann gains 1 Fish\n"
    )
    told = CliRunner().invoke(main, ["rules", "history", "--log", str(log)])

    assert told.stdout.splitlines() == [
        '2024-01-05T12:01:00Z  reading added by Ann: "Sing" is played as: nothing',
        "2024-01-05T12:02:00Z  rule changed by Bob in revision 7: they gain 1 [-Gold] [+Fish]",
    ]
