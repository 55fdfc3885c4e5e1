"""A game in a package of its own:
found by its entry point, and held to what every game is held to.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plugin.orchard import GAME
from tests.plugin.orchard.state import APPLE, CAKE, CIDER, Player, State
from wikibot.game.engine.orders import parse_order
from wikibot.game.game import Game
from wikibot.game.page.gamestate import canonical
from wikibot.game.scenarios import Scenario, ScenarioRunner, read_scenarios
from wikibot.wikitext.numerals import parse_time

HERE = Path(__file__).parent
PAGES = GAME.demo().pages
BOOK = GAME.rulebook(PAGES["Ruleset"])
NOON = parse_time("2024-01-05T12:00:00Z")


SCENARIOS = read_scenarios((HERE / "scenarios.txt").read_text(encoding="utf-8"), "scenarios")


# -- as it is installed ----------------------------------------------------------------------------


def install(site: Path) -> None:
    """Put the package where pip would, with the metadata that it makes of pyproject.toml."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(
        HERE / "orchard", site / "orchard", ignore=shutil.ignore_patterns("__pycache__")
    )
    info = site / f"wikibot_orchard-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = "\n".join(
        f"{name} = {where}" for name, where in project["entry-points"]["wikibot.games"].items()
    )
    (info / "entry_points.txt").write_text(f"[wikibot.games]\n{points}\n")


def wikibot(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program as somebody does who has installed the package."""
    path = os.pathsep.join((str(site), str(HERE.parents[1])))
    command = [sys.executable, "-m", "wikibot", *words]
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        command, cwd=site, env=environment, capture_output=True, text=True, check=False
    )


def test_an_installed_package_is_a_game(tmp_path: Path) -> None:
    """Its demo is played with every verdict among the answers."""
    install(tmp_path)

    shown = wikibot(tmp_path, "demo", "--rules", "orchard", "demo")

    assert 0 == shown.returncode, shown.stderr
    assert "7 lines (3 done, 1 cant, 1 needs, 1 huh, 1 held)" in shown.stdout


def test_every_rule_of_its_page_is_classified(tmp_path: Path) -> None:
    """Coverage knows all units but the one that the demo leaves to a person."""
    install(tmp_path)

    shown = wikibot(
        tmp_path, "rules", "coverage", "--rules", "orchard", "--ruleset",
        str(HERE / "orchard/demo/Ruleset.wiki"),
    )  # fmt: skip

    held = [line for line in shown.stdout.splitlines() if line.split()[:1] == ["held"]]
    assert ["Kitchen: Pie"] == [
        line.strip().removeprefix("held").split(",")[0].strip() for line in held
    ]


def test_an_accepted_wording_is_played(tmp_path: Path) -> None:
    """A wording that is new is held; with the file of accepted wordings the same log is played."""
    install(tmp_path)
    ruleset = PAGES["Ruleset"].replace("finds as many apples", "finds that many apples")
    for name, text in (
        ("R", ruleset),
        ("G", PAGES["Gamestate"]),
        ("L", "2024-01-05T12:00:00Z Ann: pick -- 2d6 (1, 2) = 3"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    rules = ("--rules", "orchard", "--ruleset", "R")
    apply = ("apply", *rules, "--gamestate", "G", "--log", "L")

    before = wikibot(tmp_path, *apply)
    wikibot(tmp_path, "rules", "accept", "Picking", *rules, "--overlay", "accepted.txt")
    after = wikibot(tmp_path, *apply, "--overlay", "accepted.txt")

    assert (["held"], ["done"]) == (before.stdout.split()[:1], after.stdout.split()[:1])


# -- the rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    """What the scenario's title says, by the runner that plays those of all games."""
    ScenarioRunner(scenario, GAME).run()


# -- the page that it was written by ---------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in vars(Game) if not name.startswith("_")])
def test_the_page_tells_of_every_method(name: str) -> None:
    """All that a game may have stands in docs/adding-a-game.md."""
    page = (HERE.parents[1] / "docs/adding-a-game.md").read_text(encoding="utf-8")

    assert f"`{name}`" in page or f"`{name} = " in page


# -- what every game is held to --------------------------------------------------------------------


@pytest.mark.parametrize("verb", GAME.verbs, ids=lambda verb: verb.name)
def test_examples_are_understood(verb: object) -> None:
    """What help shows is what a player may copy."""
    assert isinstance(verb, type(GAME.verbs[0]))
    assert verb == parse_order(verb.example, GAME.verbs).verb


NAMES = st.sampled_from(("Ann", "Bob", "Cat", "Dan"))
COUNTS = st.dictionaries(st.sampled_from((APPLE, CIDER, CAKE, "Pebble")), st.integers(1, 99))
TIMES = st.none() | st.integers(0, 10**6).map(lambda seconds: NOON - timedelta(seconds=seconds))


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any state of the orchard."""
    names = draw(st.lists(NAMES, unique=True))
    players = {
        name: Player(name, joined=draw(TIMES), items=draw(COUNTS), picked=draw(TIMES))
        for name in names
    }
    return State(NOON, players=players, winners=tuple(draw(st.lists(NAMES, unique=True))))


@given(states())
def test_a_page_says_the_whole_state(state: State) -> None:
    """What is written on a page is read back, and to write it again changes no byte."""
    page = GAME.write(GAME.new_page(BOOK, NOON, "a test"), BOOK, state)

    assert canonical(state) == canonical(GAME.read(page, BOOK, NOON).state)
    assert page == GAME.write(page, BOOK, state)


@given(states(), states())
def test_statements_lead_from_one_state_to_another(before: State, after: State) -> None:
    """Every change can be said, and what is said makes the change."""
    state = before
    for statement in GAME.differences(before, after):
        state = GAME.correct(state, statement)

    assert canonical(after) == canonical(state)
