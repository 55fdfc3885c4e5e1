"""The page for the form on the wiki:
kept as JSON, saved when it changes, and nothing in it runs.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.cycle14 import GAME as CYCLE14
from rules.cycle15 import GAME
from rules.cycle15 import GAME as CYCLE15
from rules.generic import GAME as VILLAGE
from tests.rules.any_game import Sometimes
from tests.rules.generic.pages import table
from tests.rules.rulesets import RULES
from tests.sync.world import World, settings_of
from wikibot.config.games import load_game
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.standing_rolls import Stated
from wikibot.game.state import Proposal, State
from wikibot.sync.pinned_pages import NEWS, lens_text
from wikibot.sync.render import MOST_BYTES, FormPage, Lens, help_page
from wikibot.wikitext.dialect import Dialect, speaking
from wikibot.wikitext.escape import comments_named

NOW = datetime(2024, 1, 5, tzinfo=UTC)
TITLE = "State/wikibot.json"
PLAYERS = table("Player | Gold", "Ann | 7", "Bea | 0")


@pytest.fixture
def world(world: World) -> World:
    """A game with such a page."""
    world.settings = settings_of(world.folder, bot={"form_page": TITLE})
    return world


def as_the_form_reads(page: str, gamestate: str, title: str = TITLE) -> Any:
    """The page with what is new of it, as a hidden comment of the gamestate page says."""
    content, (start, end) = json.loads(page), comments_named(gamestate, NEWS)[0]
    for path, value in json.loads(gamestate[start:end].split(" ", 2)[2][:-4])[title][1]:
        part = content
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
    return content


def test_the_page_is_kept(world: World) -> None:
    """What is new stands at once on the gamestate page;
    it is saved a quarter of an hour later, and in no other sync.
    """
    world.add("Bea", "* dig")
    world.sync()
    content = json.loads(world.text(TITLE))

    assert {"actions": "Play", "heading": "Actions", "gamestate": "State"}.items() <= content[
        "pages"
    ].items()
    world.add("Cat", "* dance")
    world.sync()
    before = world.revisions(TITLE)
    bea = next(each for each in content["players"] if each["name"] == "Bea")
    assert ["dig"] == [each["line"] for each in bea["waits"]]
    world.add("Cat", "* nonsense")
    world.sync()
    world.sync()
    assert before == world.revisions(TITLE)
    world.add("Bea", "* choose 2d4 (1, 2) = 3")
    world.later()
    told = as_the_form_reads(world.text(TITLE), world.text("State"))
    assert before == world.revisions(TITLE)
    world.sync()
    saved = json.loads(world.text(TITLE))
    assert before + 1 == world.revisions(TITLE)
    assert [each["about"] for each in told["players"]] == [
        each["about"] for each in saved["players"]
    ] != [each["about"] for each in content["players"]]  # fmt: skip
    world.add("Cat", "* nonsense")
    world.sync()
    assert NEWS not in world.text("State")


@pytest.mark.parametrize("known", [True, False])
def test_a_sync_with_news_makes_three_edits(world: World, known: bool) -> None:
    """The gamestate, the answers, the log, whatever else is kept:
    that waits, or is saved once where the bot no longer knows what it says.
    """
    titles = {"form_page": TITLE, "help_page": "Help", "board_page": "Board",
              "standings_page": "Now", "lens_page": "Lens"}  # fmt: skip
    world.settings = settings_of(world.folder, bot=titles)
    world.add("Ann", "* dig -- 2d4 (1, 2) = 3")
    world.sync()
    if not known:
        world.forget()
    world.now += timedelta(hours=1)
    world.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    news, idle = world.sync(), world.sync()
    world.add("Ann", "* dig -- 2d4 (2, 2) = 4")
    more, last = world.sync(), world.later()

    assert [each.title for each in news.changes][:3] == ["State", "Play", "Log"]
    assert len(news.changes) == (3 if known else 5)
    assert {"Board", "Help", "Now"} <= {each.title for each in idle.changes}
    assert [each.title for each in more.changes] == ["State", "Play", "Log"]
    assert {"Board", "Now", TITLE} <= {each.title for each in last.changes}


def test_a_page_of_people_is_left_alone(world: World) -> None:
    """Whoever saves it has it: the bot says so, and plays on."""
    world.edit("Ann", TITLE, "mine")
    world.add("Bea", "* dig")
    report = world.sync()

    assert "mine" == world.text(TITLE)
    assert any(TITLE in note and "Ann" in note for note in report.notes)


def test_what_people_write_over_it_is_put_right(world: World) -> None:
    """It is for programs:
    what somebody changed there counts for nothing, and goes with the next sync.
    """
    world.add("Bea", "* dig")
    world.sync()
    world.edit("Eve", TITLE, '{"format": 1}')
    world.sync()

    assert "Wikibot" == json.loads(world.text(TITLE))["bot"]


def test_a_number_has_the_bound_that_the_rules_set() -> None:
    """What a player has is the most that they can give; where nothing is refused, there is none."""
    page = PLAYERS
    book = VILLAGE.rulebook("A player may give any number of Gold to another player.")
    state = VILLAGE.read(page, book, NOW).state
    ann, bea = FormPage(VILLAGE, state, book, "Bot", {}).content(50, 9)["players"]

    assert (ann["most"], bea["most"]) == ({"give": 7}, {})


def test_it_says_what_a_line_would_bring() -> None:
    """As far as it is sure: nothing of a roll, nor of what is refused."""
    rules = (
        "== Work ==\nA player who has at least 5 Gold may rest: they gain 1 Gold. "
        "A player may dig: they roll 1d6; on a 5 or more, they gain 1 Gold."
    )
    book = VILLAGE.rulebook(rules)
    state = VILLAGE.read(PLAYERS, book, NOW).state
    ann, bea = FormPage(VILLAGE, state, book, "Bot", {}).content(50, 9)["players"]

    assert (ann["brings"], bea["brings"]) == ({"rest": "gains 1 Gold (rule Work)"}, {})


def test_nothing_in_it_runs() -> None:
    """Names and titles are shown as they are, whether the wiki has the page as JSON or not."""
    evil = (
        "<script>x</script> {{y}} [[Category:Z]] ~~~~ '''b''' -{x}- __TOC__ http://x.y \u2028 "
        "\U0001f600"
    )
    state = replace(_state(), proposals=(Proposal("P1", evil, "Standard", "Ann", "open"),))
    text = _page(state).text()

    assert text.isascii()
    assert not re.search(r"<|\[\[|\{\{|\}\}|~~|''|__|-\{", text)
    assert f"P1: {evil}" == json.loads(text)["lists"]["proposal"][0]["label"]


def test_the_page_has_a_size() -> None:
    """Of a thousand players with long names it tells of as many as fit, and that there are more."""
    state, names = _state(), [f"{'x' * 200} {n}" for n in range(300)]
    players: Any = {name: replace(state.players["Ann"], name=name) for name in names}
    text = _page(replace(state, players=players)).text()

    assert len(text) <= MOST_BYTES
    assert json.loads(text)["more"]


def _state() -> State:
    pages = GAME.demo().pages
    return GAME.read(pages["Gamestate"], GAME.rulebook(pages["Ruleset"]), NOW).state


def _page(state: State) -> FormPage:
    book = GAME.rulebook(GAME.demo().pages["Ruleset"])
    return FormPage(GAME, state, book, "Wikibot", {"actions": "Talk:Game"})


def test_what_is_offered_is_not_refused() -> None:
    """Of the places of a village those to which the player's own leads, and the group's game
    goes by the name of its page.
    """
    pages = VILLAGE.demo().pages
    book = VILLAGE.rulebook(pages["Ruleset"])
    state = VILLAGE.read(pages["Gamestate"], book, NOW).state
    content = FormPage(VILLAGE, state, book, "Wikibot", {"gamestate": "Millbrook"}).content(500, 9)
    bob = next(each for each in content["players"] if each["name"] == "Bob")

    assert (bob["at"], bob["only"]) == ("River", {"move": {"things of Places": ["Green"]}})
    assert content["game"] == "Millbrook"


def test_a_vote_stands_first_with_its_text_and_its_end() -> None:
    """And how it stands."""
    pages = CYCLE14.demo().pages
    book = CYCLE14.rulebook(pages["Ruleset"])
    state = CYCLE14.read(pages["Gamestate"], book, NOW).state
    made = Proposal("P1", "Fish", "Urgent", "Bob", "open", NOW, "One.", {"Bob": "for"})
    state = replace(state, proposals=(made,))
    content = FormPage(CYCLE14, state, book, "Wikibot", {}).content(500, 9)
    ann = next(each for each in content["players"] if each["name"] == "Ann")
    wait = ann["waits"][0]

    assert (wait["kind"], wait["text"], wait["line"]) == ("vote", "One.", "Urgent of Bob: 1 for")
    assert wait["until"] > "2024-01-05"


def test_what_passed_waits_for_stewards_whether_they_play_or_not() -> None:
    """With the line that has it enacted; no player's own list has it."""
    passed = Proposal("P1", "Fish", "Urgent", "Bob", "passed", NOW, "One.")
    page = replace(_page(replace(_state(), proposals=(passed,))), stewards=["Sam", "sysop"])
    content = page.content(500, 9)
    (wait,) = content["for_stewards"]

    assert content["stewards"] == ["Sam", "sysop"]
    assert (wait["text"], wait["options"][0]["line"]) == ("One.", "enact P1: yes")
    assert {len(each["waits"]) for each in content["players"]} == {0}


def test_the_ways_over_the_board_are_told() -> None:
    """Where one step leads from each space, and where each player stands."""
    content = _page(_state()).content(500, 9)

    assert content["ways"]["3"] == ["4", "20"]
    assert {each["name"]: each["at"] for each in content["players"]}["Cleo"] == "2"


def test_a_roll_that_players_once_had_to_state_has_a_button() -> None:
    """The dice are the bot's by now: the line, sent once more, is rolled for."""
    book = GAME.rulebook(GAME.demo().pages["Ruleset"])
    line = Action(ActionId(1, 2, 0), NOW, "Ann", "move 1", by_name=True)
    begun = Engine[Any](GAME, book, Stated()).play(_state(), [line]).state
    ann = next(e for e in _page(begun).content(500, 9)["players"] if e["name"] == "Ann")
    (button,) = ann["waits"][0]["options"]
    again = replace(line, id=ActionId(1, 3, 0), text=button["line"])
    played = Engine[Any](GAME, book, Sometimes(Random("always"), 1.0)).play(begun, [again])

    assert button == {"label": "Roll", "line": "move"}
    assert "0 → 1" in played.outcomes[0].text


# The page "How to play, now" tells what is in force, who is waited for, and nothing that runs.


@pytest.fixture
def with_help(world: World) -> World:
    """A game with such a page."""
    world.settings = settings_of(world.folder, bot={"help_page": "State/How"})
    return world


def test_the_page_of_help_is_kept(with_help: World) -> None:
    """It names who is waited for, and is saved again only when that changes."""
    with_help.add("Bea", "* dig")
    with_help.sync()

    assert "* [[User:Bea|Bea]]: <code>" in with_help.text("State/How")
    with_help.add("Cat", "* dance")
    with_help.sync()
    assert 2 >= with_help.revisions("State/How")

    before = with_help.revisions("State/How")
    with_help.add("Cat", "* dance")
    with_help.sync()
    assert before == with_help.revisions("State/How")

    with_help.add("Bea", "* choose 2d4 (1, 2) = 3")
    with_help.sync()
    with_help.later()  # more often it is not saved, nor with what happens
    assert before + 1 == with_help.revisions("State/How")
    assert "<code><nowiki>dig</nowiki></code><nowiki> (" not in with_help.text("State/How")


@pytest.mark.parametrize("name", ["cycle15", "cycle14", "round7", "generic"])
def test_every_verb_in_force_has_a_form(name: str) -> None:
    """And those of sections that the page lacks are not told."""
    game = load_game(name)
    pages = game.demo().pages
    book = game.rulebook(pages["Ruleset"])
    state = game.read(pages["Gamestate"], book, NOW).state

    text = help_page(game, state, book, "Talk:Game", "Actions")

    told = [each for each in game.verbs_in(state, book)
            if not each.section or book.has(each.section)]  # fmt: skip
    assert sum(line.startswith("* <code>") for line in text.splitlines()) > len(told) / 4
    for verb in game.verbs_in(state, book):
        if verb.section and not book.has(verb.section):
            assert f"=== {verb.section} ===" not in text


def test_what_players_wrote_does_nothing_there() -> None:
    """Titles are shown as text."""
    pages = GAME.demo().pages
    book = GAME.rulebook(pages["Ruleset"])
    state = GAME.read(pages["Gamestate"], book, NOW).state
    evil = "<script>x</script> {{y}} [[Category:Z]] ~~~~"
    state = replace(state, proposals=(Proposal("P1", evil, "Standard", "Ann", "open"),))

    text = help_page(GAME, state, book, "Talk:Game", "Actions")

    assert all(part not in text for part in ("<script", "{{y", "[[Category", "~~~~"))


def test_a_page_in_english_runs_from_left_to_right_on_any_wiki() -> None:
    """It is the same page, put into an element."""
    pages = GAME.demo().pages
    book = GAME.rulebook(pages["Ruleset"])
    state = GAME.read(pages["Gamestate"], book, NOW).state
    with speaking(Dialect("ar", leftward=True)):
        text = help_page(GAME, state, book, "Talk:Game", "Actions")

    assert (
        text == f'<div dir="ltr">\n{help_page(GAME, state, book, "Talk:Game", "Actions")}</div>\n'
    )


# The page for the lens: how each sentence is played, as JSON, saved when that changes.


LENS = "State/rules.json"
SENTENCES = (
    "Once per day, a player may dig: they gain 1 Gold. Ducks are nice. Digging yields 1 Gold."
)
PAGE = '== Players ==\n\n{| class="wikitable"\n! Player !! Gold\n|-\n| Ann || 3\n|}\n'


class Village(World):
    """A folder wiki on which a game of sentences is played."""

    game = VILLAGE


@pytest.fixture
def with_lens(tmp_path: Path) -> World:
    """A game of sentences with such a page."""
    found = Village(tmp_path)
    found.edit("Sam", "Rules", SENTENCES)
    found.edit("Sam", "State", PAGE)
    game = {"rules": "generic"}
    found.settings = settings_of(found.folder, game=game, bot={"lens_page": LENS})
    return found


def content(with_lens: World) -> dict[str, Any]:
    """The page as a value."""
    found: dict[str, Any] = json.loads(with_lens.text(LENS))
    return found


def test_it_says_how_each_sentence_is_played(with_lens: World) -> None:
    """With the readings that are offered, and the line by which people give one."""
    with_lens.add("Ann", "* dig")
    with_lens.sync()
    played, custom, offered = content(with_lens)["sentences"]

    assert (played["how"], played["changes"], played["verb"]) == ("as written", ["Gold"], "dig")
    assert (custom["how"], custom["order"]) == ("for people", 'reading "Ducks are nice"')
    assert [each["text"] for each in offered["offers"]] == [
        "Whenever a player digs, the player gains 1 Gold."
    ]


def test_it_is_saved_when_rules_or_proposals_change(with_lens: World) -> None:
    """A line that is played changes nothing of it; an open proposal is on it."""
    with_lens.add("Ann", "* dig")
    with_lens.sync()
    before = with_lens.revisions(LENS)
    with_lens.add("Ann", "* note Ann gains 1 Gold: a gift")
    with_lens.sync()
    assert before == with_lens.revisions(LENS)
    with_lens.add("Ann", "* propose Boats\n*: Once per day, a player may sail: they gain 1 Gold.")
    with_lens.sync()

    told = as_the_form_reads(with_lens.text(LENS), with_lens.text("State"), LENS)
    with_lens.later()

    (proposal,) = content(with_lens)["proposals"]
    assert (before + 1, told) == (with_lens.revisions(LENS), content(with_lens))
    assert [each["verb"] for each in proposal["sentences"]] == ["sail"]


def test_a_game_of_pinned_wordings_shows_sections_and_rows() -> None:
    """Each by its title, with what is held; nothing of it is longer than a page may be."""
    rules = RULES["late"]
    book = CYCLE15.rulebook(rules.text, rules.pins(rules.text))
    page = CYCLE15.new_page(book, NOW, "State")
    state = CYCLE15.read(page, book, NOW).state
    text = lens_text(Lens(CYCLE15, state, book, "players"))
    found = {each["text"]: each for each in json.loads(text)["sentences"]}

    assert len(text) <= MOST_BYTES
    assert (found["Fish"]["how"], found["Fish"]["unit"]) == ("by code", "row")
    assert found["Players"]["unit"] == "section"
