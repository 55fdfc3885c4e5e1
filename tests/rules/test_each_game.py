"""What holds of every game: its demo, its verbs, and the rulesets that it was written for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from rules import cycle14, cycle15, round7
from rules.cycle14 import page as page14
from rules.cycle15 import page as page15
from rules.round7 import page as page7
from tests.for_each import for_each
from tests.rules.rulesets import RULES, USUAL, Rules, real_page
from wikibot.config.games import load_game
from wikibot.game.actions import Action, ActionId, Questions, Verdict, unlisted
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.engine.orders import parse_order
from wikibot.game.game import Game
from wikibot.game.names import is_reserved
from wikibot.game.problems import Unclear
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.scenarios import MONDAY, rulebook_of
from wikibot.game.state import Proposal
from wikibot.game.statements.statements import Statements
from wikibot.wikitext.dialect import Dialect, speaking
from wikibot.wikitext.messages import speaking as in_words
from wikibot.wikitext.messages import words_of
from wikibot.wikitext.numerals import format_time

TWICE = ("withdraw",)  # from the storehouse, or by a steward what waits
GAMES = pytest.mark.parametrize("game", [RULES[rules].game for rules in USUAL.values()], ids=USUAL)


OF_CUTS = {"the Obelisk has 2 cuts": "the Obelisk has 5 cuts"}  # one sentence, of two fields


@for_each(
    "game, statements",
    ((cycle14, page14.STATEMENTS), (cycle15, page15.STATEMENTS), (round7, page7.STATEMENTS)),
)
def test_every_example_of_a_statement_is_understood_as_its_own_form(
    game: Any, statements: Statements[Any]
) -> None:
    """Help shows these; players and proposals that they name are there."""
    book = game.GAME.rulebook(game.GAME.demo().pages["Ruleset"])
    state = game.GAME.read(game.GAME.new_page(book, MONDAY, "a game"), book, MONDAY).state
    there = [f"{name} joins" for name in ("Alice", "Bob", "Carol", "Dave")]
    there.append("proposal 7 of class Standard by Alice is open: More fish")
    there += ["it is the turn of Alice since 2024-01-01T00:00:00Z"] if game is round7 else []
    for statement in there:
        state = statements.correct(state, statement)

    for example in (form.example for form in statements.speech.forms.values()):
        said = "Erin joins" if example == "Carol joins" else example
        form, _ = statements.speech.parse(state, said)
        assert form.example == OF_CUTS.get(example, example)


@pytest.mark.parametrize("game", [RULES[name].game for name in ("late", "cycle14", "round7")])
def test_the_demo_shows_every_verdict(game: Game[Any]) -> None:
    """Its lines on its own page are done, ask, are refused, not understood and held."""
    demo = game.demo()
    book = rulebook_of(game, demo.pages["Ruleset"])
    reading = game.read(demo.pages["Gamestate"], book, MONDAY - timedelta(hours=1))
    lines = [
        Action(ActionId(1, number, 0), MONDAY - timedelta(minutes=ago), who, text)
        for number, (who, ago, text) in enumerate(demo.lines, 1)
    ]
    played = Engine(game, book).play(reading.state, lines, MONDAY)

    assert reading.unreadable == ()
    assert {outcome.verdict for outcome in played.outcomes} == set(Verdict)


@GAMES
def test_help_has_an_example_of_every_verb(game: Game[Any]) -> None:
    """A line that begins with the verb, which no other verb is called, nor one of every game."""
    names = Counter(verb.name for verb in (*game.verbs, *KERNEL_VERBS))
    listed = [verb for verb in game.verbs if verb.available is not unlisted]
    others = [verb for verb in listed if not verb.example.casefold().startswith(verb.name)]

    assert [name for name, count in names.items() if count > 1 and name not in TWICE] == []
    assert [verb.name for verb in others] == []


@pytest.mark.parametrize("name", ["late", "early", "cycle14", "round7"])
def test_every_unit_of_the_real_ruleset_is_played(name: str) -> None:
    """Nothing of it waits for a steward or is unclassified."""
    book = rulebook_of(RULES[name].game, real_page(name))
    said = [unit for unit, each in book.units.items() if not each.empty]

    assert [unit for unit in book.units if book.obstacle(unit)] == []
    assert [unit for unit in said if not book.implementation(unit)] == []


def _accepted(game: Game[Any]) -> Rulebook:
    """The rulebook of a game, no wording of it held."""
    rules = RULES[USUAL[game.name]]
    return game.rulebook(rules.text, rules.pins(rules.text, accepted=True))


@GAMES
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Dan (Diskussion) 12:34, 5. Mär. 2024 (CET)", "'12:34, 5. Mär. 2024 (CET)' cannot be"),
        ("Benutzerin:Dan", "'Benutzerin:Dan' cannot be a name"),
        ("Воb", "'Воb' looks like 'Bob'"),
    ],
)
def test_nobody_joins_under_a_part_of_a_signature(game: Game[Any], name: str, why: str) -> None:
    """Nor under a name that looks like another's; a log of before is played as it was."""
    book = _accepted(game)
    line = Action(ActionId(1, 2, 0), MONDAY, "Dan", f"join as {name}")
    with speaking(Dialect("de", ((2, ("Benutzer", "Benutzerin")),))):
        bobs = Action(ActionId(1, 1, 0), MONDAY, "Bob", "join")
        page = game.new_page(book, MONDAY, "A game")
        engine = Engine(game, book)
        bob = engine.play(game.read(page, book, MONDAY).state, [bobs], MONDAY).state
        (refused,) = engine.play(bob, [line], MONDAY).outcomes
        again = engine.play(bob, [replace(line, line=3, by_name=True)], MONDAY).state
        remarks = game.read(game.write(page, book, again), book, MONDAY).remarks

    assert refused.verdict is Verdict.CANT
    assert why in refused.text
    assert name in again.players
    assert any("part of a signature" in each for each in remarks) == ("looks" not in why)


@GAMES
def test_nobody_joins_under_a_word_of_the_wikis_language(game: Game[Any]) -> None:
    """That means nobody or everybody in answers; a log of before is played as it was."""
    book = _accepted(game)
    start = game.read(game.new_page(book, MONDAY, "A game"), book, MONDAY).state
    line = Action(ActionId(1, 1, 0), MONDAY, "Dan", "join as Niemand")
    lines, found = (line, replace(line, line=3, by_name=True)), list[Verdict]()
    for language in ("en", "de"):
        with in_words(words_of(language)[0]):
            found += [Engine(game, book).play(start, [each]).outcomes[0].verdict for each in lines]

    assert found == [Verdict.DONE, Verdict.DONE, Verdict.CANT, Verdict.DONE]


@GAMES
def test_accents_and_marks_alone_are_no_name(game: Game[Any]) -> None:
    """Nobody could see whose line it is; an emoji is a name."""
    book = _accepted(game)
    start = game.read(game.new_page(book, MONDAY, "A game"), book, MONDAY).state

    def verdict(name: str) -> Verdict:
        line = Action(ActionId(1, 1, 0), MONDAY, "Dan", f"join as {name}")
        return Engine(game, book).play(start, [line], MONDAY).outcomes[0].verdict

    names = ("\u0301\u0301", "\u0489", "\U0001f98a", "דן")
    assert [*map(verdict, names)] == [Verdict.CANT, Verdict.CANT, Verdict.DONE, Verdict.DONE]


@GAMES
def test_a_steward_names_nobody_after_a_signature(game: Game[Any]) -> None:
    """A correction that brings such a name is not made."""
    book = _accepted(game)
    state = game.read(game.new_page(book, MONDAY, "A game"), book, MONDAY).state
    text = "correct Ann 12:34, 5 марта 2024 joins"
    line = Action(ActionId(1, 1, 0), MONDAY, "Eve", text, trusted=True)
    played = Engine(game, book).play(state, [line], MONDAY)

    assert played.outcomes[0].verdict is Verdict.CANT
    assert not played.state.players


# What holds of every verb of every game:
# a line that asks is not played, and reserved words are nobody's names.


OF_CODE: tuple[Game[Any], ...] = (cycle15.GAME, cycle14.GAME, round7.GAME)
VERBS = [
    (game, verb)
    for game in OF_CODE
    for verb in game.verbs
    if verb.questions is not Questions.ANYWHERE and not verb.stewards_only
]
DICE = " -- 1d98 (5) = 5"


@pytest.mark.parametrize("end", ["?", " ?", "??", "?!", "？", "? not sure", "?)", "? 🤔"])
def test_a_line_that_asks_is_not_understood(end: str) -> None:
    """A player who wonders about an action does not take it, whatever stands behind the verb."""
    for game, verb in VERBS:
        words = verb.example.partition(" -- ")[0]
        words = words.partition(":")[0] if verb.questions is Questions.BEHIND_COLON else words
        for line in (words, verb.name, f"I {verb.name}"):
            for dice in ("", DICE):
                with pytest.raises(Unclear, match=r"question|roll|know that action"):
                    pytest.fail(f"{game.name}: {parse_order(line + end + dice, game.verbs)}")


@pytest.mark.parametrize(
    "line",
    [
        "propose: More fish?", "judge request: Is a Duck a bird?",
        'use Blank Card: Moon, "Who knows?"', "help move?",
    ],
)  # fmt: skip
def test_a_text_may_ask(line: str) -> None:
    """Titles, questions to the judge and what stands in quotes are texts."""
    assert parse_order(line, (*cycle15.GAME.verbs, *KERNEL_VERBS)).verb.name in line


@pytest.mark.parametrize(
    "name", ["nobody", "The Obelisk", "obelisk", "Community  storehouse", "P3", "t 12", "yes", "*"]
)
def test_reserved_words_are_no_names(name: str) -> None:
    """They mean something else, with or without an article, in any capitals."""
    assert is_reserved(name, ("the Obelisk", "the Community Storehouse"))


@pytest.mark.parametrize(
    "name", ["4st", "google", "Raven1207.2", "R2D2", "Obeliska", "The Yes", "Noor"]
)
def test_other_names_are_free(name: str) -> None:
    """Odd ones, too."""
    assert is_reserved(name, ("the Obelisk",)) is (name == "The Yes")


# The table of proposals says until when each is voted on, in every game in which that is known.


GENERIC = Rules(RULES["trading"].game, "rounds/trading.wiki")
WITH_VOTES = pytest.mark.parametrize("rules", [RULES["late"], RULES["early"], RULES["cycle14"],
                                          RULES["round7"], GENERIC],
                                ids=["late", "early", "cycle14", "round7", "generic"])  # fmt: skip
COLUMN = "Voted on until"


def _proposed(rules: Rules) -> tuple[Any, Any, str, str]:
    """Ruleset, state and page with a proposal that is open, and until when it is voted on."""
    game, book = rules.game, rules.book
    state = game.read(game.new_page(book, MONDAY, "Game"), book, MONDAY).state
    found = Proposal("P1", "More fish", "Standard", "Ann", "open", submitted=MONDAY)
    state = replace(state, proposals=(found,))
    until = game.voted_until(found, book)
    assert until is not None
    page = game.write(game.new_page(book, MONDAY, "Game"), book, state)
    return book, state, page, format_time(until)


@WITH_VOTES
def test_it_stands_there_until_voting_has_ended(rules: Rules) -> None:
    """In a column of its own, which is empty then."""
    book, state, page, until = _proposed(rules)
    passed = replace(state.proposals[0], status="passed", changed=MONDAY + timedelta(hours=1))
    later = rules.game.write(page, book, replace(state, proposals=(passed,)))

    assert (page.count(COLUMN), page.count(f'<time datetime="{until}"')) == (1, 1)
    assert (later.count(COLUMN), until in later) == (1, False)


def _without(page: str) -> str:
    """The table as it was before it had the column."""
    return re.sub(r"open \|\| <time[^>]*>[^<]*</time>", "open", page.replace(f" !! {COLUMN}", ""))


def _elsewhere(page: str) -> str:
    """The column stands first."""
    cell = re.search(r" \|\| open( \|\| <time[^>]*>[^<]*</time>)", page)
    assert cell
    page = page.replace(f" !! {COLUMN}", "").replace("! ID", f"! {COLUMN} !! ID")
    said = cell[1].removeprefix(" || ")
    return page.replace(cell[0], " || open").replace("| P1 ||", f"| {said} || P1 ||")


@WITH_VOTES
@pytest.mark.parametrize("arranged", [_without, _elsewhere])
def test_tables_of_people_stay(rules: Rules, arranged: Callable[[str], str]) -> None:
    """One without the column says what it said, and one with others keeps their order."""
    book, state, page, _ = _proposed(rules)
    own = arranged(page)

    assert own != page
    assert rules.game.read(own, book, MONDAY).unreadable == ()
    assert rules.game.read(own, book, MONDAY).state == rules.game.read(page, book, MONDAY).state
    assert rules.game.write(own, book, state) == own


@WITH_VOTES
@pytest.mark.parametrize("said", ["soon", "", "00:00, 9 May 2024 (UTC)"])
def test_it_follows_from_the_rules(rules: Rules, said: str) -> None:
    """Whatever somebody writes there is put right, and changes nothing else."""
    book, state, page, _ = _proposed(rules)
    changed = re.sub(r"(\|\| open \|\| )<time[^>]*>[^<]*</time>", rf"\g<1>{said}", page)
    reading = rules.game.read(changed, book, MONDAY)

    assert (reading.unreadable, changed == page) == ((), False)
    assert reading.state == rules.game.read(page, book, MONDAY).state
    assert rules.game.write(changed, book, state) == page


# Corrections in people's words: what is to be true, in whatever order they say it.


@cache
def demo(name: str) -> tuple[Game[Any], Any]:
    """A game and the state that its demo begins with."""
    game = load_game(name)
    pages = game.demo().pages
    book = game.rulebook(pages["Ruleset"])
    return game, game.read(pages["Gamestate"], book, datetime(2026, 11, 22, tzinfo=UTC)).state


def made_true(name: str, statement: str) -> tuple[str, ...]:
    """What a statement changes in a demo's state, in exact statements."""
    game, state = demo(name)
    return game.differences(state, game.correct(state, statement))


@for_each(
    "game, statement, changed",
    [
        ("cycle15", "Ann has 2 Crystals", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann: Crystals 2", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann's crystals should be 9", ("Ann gains 5 Crystal",)),
        ("cycle15", "set Ann's Crystals to 2.", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann Crystals = 2", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann should now have 2 Crystals", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann has no Fish", ("Ann loses 2 Fish",)),
        ("cycle15", "Ann: Fish 1, Crystals 2", ("Ann loses 2 Crystal", "Ann loses 1 Fish")),
        ("cycle15", "Ann has 1 Fish and a Banana", ("Ann loses 1 Fish", "Ann gains 1 Banana")),
        ("cycle15", "ann is at 5", ("Ann is on 5",)),
        ("cycle15", "Ann's location: 5", ("Ann is on 5",)),
        ("cycle15", "Ann has two Crystals", ("Ann loses 2 Crystal",)),
        ("cycle15", "Ann at space 5", ("Ann is on 5",)),
        (
            "cycle15",
            "Ann has 5 Crystals and Bob has 1 Fish",
            ("Ann gains 1 Crystal", "Bob gains 1 Fish"),
        ),
        ("cycle15", "judge: Ann", ("the judge is Ann",)),
        ("cycle15", "Ann has won", ("Ann wins",)),
        ("cycle15", "party time: yes", ("it is party time",)),
        ("round7", "Ann has 1 Poent", ("Ann has 1 poents",)),
        ("round7", "Poents of Ann: 4", ("Ann has 4 poents",)),
        ("round7", "Ann: VP 2", ("Ann has 2 Victory Poents",)),
        ("round7", "Ann's Numbers: 3, 5", ("Ann has the Numbers 3, 5",)),
        ("cycle14", "2's herb: Yaqqip", ("pot 2 has Herb: Yaqqip",)),
        ("cycle14", "season: spring", ("the season is spring",)),
        ("cycle14", "Ann: experience in Mining 2", ("Ann has experience 2 in Mining",)),
        ("cycle14", "Ann has 7 Herbs", ("Ann gains 3 Herbs",)),
    ],
)
def test_a_statement_in_peoples_words(game: str, statement: str, changed: tuple[str, ...]) -> None:
    """It makes true what it says, whatever was so before."""
    assert made_true(game, statement) == changed


@for_each(
    "statement",
    ["Ann has 7 Fsh", "Ann has two Fish or so", "Ann has 2 Fish and Nemo has 1 Fish",
     "Ann: 2 hearts",
     "Nemo has 2 Fish", "Ann's pockets: 2 Fish", "Bob has not 2 Fish", ": 2", "Ann:", "= = ="],
)  # fmt: skip
def test_a_statement_about_what_is_not_there(statement: str) -> None:
    """Nothing is made up: neither an item nor a player comes into being by a typing error."""
    with pytest.raises(ValueError, match=r"\w"):
        made_true("cycle15", statement)


def test_what_players_have_is_named_in_the_answer() -> None:
    """A word that is not an item is answered with the item that it is like."""
    with pytest.raises(ValueError, match="nearest: Fish"):
        made_true("cycle15", "Ann has 7 Fsh")
