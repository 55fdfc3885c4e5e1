"""What holds of every game: its demo, its verbs, and the rulesets that it was written for."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.rulesets import RULES, USUAL, real_page
from wikibot.game.actions import Action, ActionId, Verdict, unlisted
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.game import Game
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.scenarios import MONDAY, rulebook_of
from wikibot.wikitext.dialect import Dialect, speaking
from wikibot.wikitext.messages import speaking as in_words
from wikibot.wikitext.messages import words_of

TWICE = ("withdraw",)  # from the storehouse, or by a steward what waits
GAMES = pytest.mark.parametrize("game", [RULES[rules].game for rules in USUAL.values()], ids=USUAL)


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
