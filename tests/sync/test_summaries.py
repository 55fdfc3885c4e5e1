"""Edit summaries say what happened, and no word of a player does anything in one."""

from __future__ import annotations

import dataclasses
import re
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace

from rules.generic.page import statements
from tests.for_each import for_each
from tests.game.board.pictures import NASTY
from tests.sync.world import World, settings_of
from wikibot.config.games import load_game
from wikibot.game.actions import ActionId
from wikibot.game.game import Game
from wikibot.game.state import Change, Player, Proposal, State, Statement, Step, with_player
from wikibot.game.statements import statements as of_states
from wikibot.game.statements.speech import SLOT
from wikibot.storage.cursor import Answer, run_in
from wikibot.sync.pending_deliveries import Deliveries
from wikibot.sync.render import LONGEST, delivered, fitting, happenings, harmless
from wikibot.wiki.base import Edit, Saved, summary
from wikibot.wiki.errors import EditRefused
from wikibot.wikitext.messages import speaking, words_of

NOW = datetime(2024, 1, 5, tzinfo=UTC)
HOSTILE = (
    NASTY, "]] [[User:Admin|Admin", "/* Talk */ x", "run 0123456789abcdef", "what stops the game",
    "<!-- x -->", "{{subst:x}}", "https://evil.example/x", "@everyone", "Bob +9 Gold; Cid", "&#91;",
    "\u202eodd", "a|b", "~~~~", "\n== x ==", "", "x" * 500, "\U0001f33f",
)  # fmt: skip


def told(name: str, *statements: str, room: int = 2000) -> str:
    """What a summary says after some statements became true of a game's demo."""
    game = load_game(name)
    pages = game.demo().pages
    before = game.read(pages["Gamestate"], game.rulebook(pages["Ruleset"]), NOW).state
    after = reduce(game.correct, statements, before)
    return fitting(happenings(before, after, game.steps(before, after)), room)


@pytest.mark.parametrize(
    ("game", "statements", "expected"),
    [
        ("cycle15", ("Ann is on 7", "Ann gains 2 Crystals", "Eve joins"),
         "Ann 0 → 7, +2 Crystals; Eve joins"),
        ("cycle15", ("Bob has the effect tipsy", "Cleo loses 1 Fish", "space 5 is Casino"),
         ("Bob has the effect tipsy; Cleo −1 Fish; "
          "space 5 Blank → Casino")),
        ("cycle15", ("phase is 4", "the judge is Ann", "Ann wins"),
         "phase 3 → 4; the judge is Ann; Ann wins"),
        ("cycle14", ("the season is Winter", "Ann gains 2 Resolve", "Bob leaves"),
         "Ann +2 Resolve; Bob leaves; season Calm Spring → Winter"),
        ("round7", ("Ann has 15 poents", "town Rome is led by Bob"),
         "Ann 12 → 15 poents; town Rome is led by Bob"),
        ("generic", ("Ann gains 2 Coins", "Bob is on Place Market", "Cleo has no Apples"),
         ("Ann +2 Coins; Bob Place River → Market; "
          "Cleo −2 Apples")),
    ],
    ids=["a move", "effects and spaces", "the game", "cycle14", "round7", "generic"],
)  # fmt: skip
def test_a_summary_says_what_happened(
    game: str, statements: tuple[str, ...], expected: str
) -> None:
    """Who went where and got what, then what became of the game itself."""
    assert expected == told(game, *statements)


@pytest.mark.parametrize(
    ("game", "statements", "expected"),
    [
        ("cycle15", ("Ann is on 7", "Ann gains 2 Crystals", "Eve joins"),
         "Ann 0 → 7, +2 Crystal; Eve tritt bei"),
        ("cycle15", ("Bob has the effect tipsy", "space 5 is Casino", "line 1.1.1 waits no more"),
         "Bob hat die Wirkung tipsy; Feld 5: Blank → Casino"),
        ("cycle14", ("the season is Winter", "Bob leaves",
                     "the Obelisk was observed at 2024-01-04T00:00Z"),
         "Bob geht; die Jahreszeit ist Calm Spring → Winter; und 1 weitere"),
        ("round7", ("Ann has 15 poents", "town Rome is led by Bob"),
         "Ann hat 12 → 15 Poents; Stadt Rome wird geführt von Bob"),
        ("generic", ("Bob is on Place Market", "Cleo has no Apples"),
         "Bob Place River → Market; Cleo −2 Apples"),
    ],
    ids=["a move", "effects and spaces", "cycle14", "round7", "generic"],
)  # fmt: skip
def test_a_summary_is_in_the_words_of_the_wiki(
    game: str, statements: tuple[str, ...], expected: str
) -> None:
    """Names, things and signs stay; what the catalogue has no words for is only counted."""
    with speaking(words_of("de")[0]):
        assert expected == told(game, *statements)


def test_what_is_retold_is_said_by_some_game() -> None:
    """A form that is said otherwise by now would be told in English no longer, but never here."""
    forms = {statements._OF_PLAYER, statements._OF_THING, statements._STANDS}
    forms |= {statements._ADDED, statements._REMOVED}
    for name in ("cycle15", "cycle14", "round7"):
        forms |= {*load_game(name).in_words.speech.forms}  # type: ignore[attr-defined]

    assert {*of_states._RETOLD} - {SLOT.sub("{}", form) for form in forms} == {"{} is {}"}


def test_what_is_only_kept_on_record_is_not_told() -> None:
    """A reader does not care since when the bot knows an account."""
    assert told("cycle15", "Ann has been a player since 2024-01-05T00:00Z") == ""


def test_a_proposal_is_told_by_its_number_and_what_became_of_it() -> None:
    """Its title is not: what a summary holds stays in the history."""
    before = State(players={"Ann": Player("Ann")}, now=NOW)
    made = Proposal("P7", "Free [[beer]]", "", "Ann", "open")
    after = replace(before, proposals=(made,))
    passed = replace(before, proposals=(replace(made, status="passed"),))

    assert (("proposal P7: open",), ("proposal P7: passed",)) == (
        *happenings(before, after, ()),
        *happenings(after, passed, ()),
    )


@for_each("word", HOSTILE)
def test_no_word_of_a_player_does_anything(word: str) -> None:
    """No link, no markup, no section, no run but the bot's own."""
    before = with_player(State(now=NOW), Player(word))
    was, now = (Statement("the {f:label} is {v:text}", {"f": word, "v": v}) for v in ("a", word))
    steps: tuple[Step, ...] = (
        Change(now, was),
        Statement("{player} gains {number} {item}", {"player": word, "number": 2, "item": word}),
    )
    said = fitting(happenings(before, before, steps), 2000)

    assert re.findall(r"[\[\]{}|<>#*/\\~=@&:`_\x00-\x1f\u202e]|what stops the game", said) == []
    assert (run_in(said), len(harmless(word)) <= 32, len(said) < LONGEST) == ("", True, True)
    assert run_in(summary(said, "12345678")) == "12345678"


@for_each("room", range(0, 140, 7))
def test_what_does_not_fit_is_left_out(room: int) -> None:
    """Whole entries or parts of one go, and the reader sees that there is more."""
    said = told(
        "cycle15", "Ann is on 7", "Ann gains 2 Crystals", "Bob gains 2 Ducks", "Eve joins",
        room=room,
    )  # fmt: skip

    assert len(said) <= room
    assert not said or said.endswith((" …", "joins"))


# -- a whole sync ----------------------------------------------------------------------------------


class _Telling(World):
    """The tiny game, which has no schema; its steps are given."""

    said = "{player} gains {number} {item}"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A game in which all that happens is that Ann gains a stone."""
    steps = (Statement(_Telling.said, {"player": "Ann", "number": 4, "item": "Stone"}),)
    monkeypatch.setattr(Game, "steps", lambda *_: steps)
    return World(tmp_path)


def last(world: World, title: str) -> str:
    """The newest summary of a page's history, as readers see it: links are their words."""
    return re.sub(r"\[\[[^|]*\|(.*?)\]\]", r"\1", world.wiki.history(title, 0)[-1].comment or "")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ("Ann +4 Stones", "2 answers: 1 done, 1 huh", "log", "kept up to date", "stop")),
        ("de", ("Ann +4 Stone", "2 Antworten: 1 erledigt, 1 unklar", "Protokoll",
                "auf den neuesten Stand gebracht", "anhalten")),
    ],
)  # fmt: skip
def test_each_page_says_what_was_done_there(
    world: World, language: Literal["en", "de"], expected: tuple[str, ...]
) -> None:
    """The state what happened, the talk page how lines were answered, the log that it is the log;
    all of it in the wiki's words, and the run nowhere.
    """
    world.settings = dataclasses.replace(
        world.settings,
        bot=dataclasses.replace(world.settings.bot, language=language, help_page="Help"),
    )
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.add("Bea", "* dance")
    world.sync()

    *said, halt = expected
    assert [f"wikibot: {each} ({halt})" for each in said] == [
        last(world, title) for title in ("State", "Play", "Log", "Help")
    ]


def test_a_game_that_does_not_tell_counts_lines(tmp_path: Path) -> None:
    """Also one in another package, and one whose telling fails."""
    world = World(tmp_path)
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()

    assert last(world, "State") == "wikibot: 1 line played (stop)"


def test_a_summary_that_a_filter_refuses_costs_no_line(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same edit is saved with the number of lines in place of names."""
    save = world.wiki.save

    def refusing(edit: Edit) -> Saved:
        if "Ann" in edit.summary:
            raise EditRefused("no", code="abusefilter-disallowed", page=edit.title)
        return save(edit)

    monkeypatch.setattr(world.wiki, "save", refusing)
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    report = world.sync()

    assert [each.verdict.value for each in report.outcomes] == ["done"]
    assert last(world, "State") == "wikibot: 1 line played (stop)"


def test_a_long_title_of_the_stop_page_leaves_less_room(world: World) -> None:
    """A summary is never longer than its limit but for that title and the run."""
    world.settings = settings_of(world.folder, bot={"stop_page": "S" * 180})
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()

    assert last(world, "State").startswith("wikibot: 1 line played (")


def test_a_summary_counts_lines_that_wait() -> None:
    """They are told so below them, which is no verdict."""
    waits = [Answer(ActionId(3, 4, number), "waits", "until") for number in range(2)]

    assert delivered(Deliveries((*waits, Answer(ActionId(3, 5, 0), "huh", "what")))) == (
        "3 answers: 1 huh, 2 waits"
    )
