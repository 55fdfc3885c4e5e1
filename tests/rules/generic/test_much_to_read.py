"""Pages with much to read: the work grows with their length, what is beyond a bound is for people.

Steps are lines of Python that run, counted at one length and at twice that length.
"""

from __future__ import annotations

import tracemalloc
from datetime import UTC, datetime

import pytest

from rules.generic import compiled
from rules.plain.memory import MEMORY, Parsed
from rules.plain.reader import parsed
from rules.plain.speech import paraphrases
from rules.plain.words.reading import read
from tests.for_each import for_each
from tests.test_linear_pages import steps
from wikibot.config.games import load_game
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.game.understanding.phrases import phrases
from wikibot.game.understanding.plain_line import tokens
from wikibot.game.understanding.table import PhraseTable

GAME = load_game("generic")
NOW = datetime(2024, 1, 5, tzinfo=UTC)
N = 40
PLAYERS = "== Players ==\n{|\n! Player !! Gold !! Role !! Items\n%s|}\n"
ANN = PLAYERS % "|-\n| Ann || 5 || Cook || \n"
WARES = "== Wares ==\n{|\n! Ware !! Effect\n%s|}\n"


def of_sentences(sentence: str, count: int) -> tuple[str, str]:
    """The gamestate and a ruleset of one sentence with other names each time."""
    return ANN, "".join(sentence.replace("#", str(at)) + "\n\n" for at in range(count))


def of_things(effect: str, count: int) -> tuple[str, str]:
    """A table of things that all do something, and a ruleset of one sentence."""
    rows = "".join(f"|-\n| Ware{at} || {effect.replace('#', str(at))}\n" for at in range(count))
    return ANN + WARES % rows, "A player may dig: they gain 1 Gold."


def of_players(sentence: str, count: int) -> tuple[str, str]:
    """Players who are and have each something else, and sentences that name them."""
    rows = "".join(f"|-\n| Ann{at} || 5 || Cook{at} || Pot{at}\n" for at in range(count))
    return PLAYERS % rows, of_sentences(sentence, count)[1]


def of_places(sentence: str, count: int) -> tuple[str, str]:
    """Rooms, and players who are each at a place of their own that has no row."""
    said = ["".join(chr(ord("a") + int(digit)) for digit in str(at)) for at in range(count)]
    rows = "".join(f"|-\n| Ann{at} || Far {each} || 5\n" for at, each in enumerate(["", *said]))
    rooms = "".join(f"|-\n| Room {each} || 1\n" for each in said)
    page = "== Players ==\n{|\n! Player !! Room !! Gold\n|-\n| Bob || Room a || 1\n"
    return f"{page}{rows}|}}\n== Rooms ==\n{{|\n! Room !! Food\n{rooms}|}}\n", sentence


KINDS = {
    "places that have no row": (of_places, "A player in a Room may eat: its Food decreases by 1."),
    "effects": (of_things, "gain # Gold"),
    "effects that name things": (of_things, "gain # Gold and 1 Ware#"),
    "things not used up": (of_things, "gain # Gold. Ware# is not used up."),
    "terms": (of_sentences, "A Sailor# is a player who has a Rope#."),
    "verbs": (of_sentences, "A player may dig# by paying 1 Rope#: they gain 1 Net#."),
    "numbers": (of_sentences, "A player's Worth# is their Gold plus #."),
    "words for players": (of_sentences, "Each player is called a Keeper#."),
    "players and what they are": (of_players, "A Cook# may give Ann# a Pot#."),
    "not understood": (of_sentences, "The Moon# shines on Roof# and Wall#."),
}


def check(page: str, rules: str) -> list[SentenceFinding]:
    """All sentences of both pages, read as in a program that has just begun."""
    MEMORY.known.clear()
    MEMORY.before.clear()
    compiled._named.cache_clear()
    read.cache_clear()
    return list(GAME.sentences(page, GAME.rulebook(rules), NOW))


@for_each("kind", KINDS)
def test_twice_the_sentences_is_twice_the_work(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser itself, which sees one sentence at a time, is left out of the count."""
    monkeypatch.setattr(compiled, "parse", lambda text, *_: Parsed(None, text))
    make, text = KINDS[kind]
    check(*make(text, 2))
    once, twice = (
        steps(lambda _, count=count: check(*make(text, count)), "")  # type: ignore[misc]
        for count in (N, 2 * N)
    )

    assert twice <= 2.2 * once


def test_what_is_not_understood_is_read_as_often_as_what_is() -> None:
    """Once for what it names and once for what it means, by which what was recognised is told."""
    (found,) = check(ANN, "The Moon shines on Roof and Wall.")

    assert (found.played, found.skeleton != ()) == (False, True)
    assert read.cache_info().misses == 2


def test_numbers_reckoned_from_themselves_are_for_people() -> None:
    """Also by way of others; not those that such a number is reckoned from."""
    texts = (
        "A player's Worth is their Gold plus 1.", "A player's Fame is their Worth plus their Rank.",
        "A player's Rank is their Fame plus 2.", "A player's Doom is their Doom plus 1.",
    )  # fmt: skip
    found = check(ANN, "\n\n".join(texts))

    assert [each.played for each in found] == [True, False, False, False]


def test_what_is_beyond_the_bounds_is_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentences before it are played, and the check says why the others are not."""
    sentence = "A player may dig#: they gain # Gold."
    monkeypatch.setattr(compiled, "MOST_SENTENCES", 3)
    by_count = check(*of_sentences(sentence, 5))
    monkeypatch.setattr(compiled, "MOST_SENTENCES", 2000)
    monkeypatch.setattr(compiled, "MOST_WORK", 70)
    by_work = check(*of_sentences(sentence, 5))

    for found in (by_count, by_work):
        played = [each.played for each in found]
        assert played == sorted(played, reverse=True)
        assert (played[0], played[-1]) == (True, False)
        assert found[-1].why == compiled.TOO_MUCH


def test_of_many_prices_under_conditions_the_first_are_played() -> None:
    """Each stands within the one before it; a page of 600 is read, and what is beyond is told."""
    offer = "A player may buy a Net by paying 3 Gold.\n\n"
    first, *prices = check(ANN, offer + of_sentences("In Room #, a Net costs # Gold.", 600)[1])

    assert len(prices) == 600
    assert [each.played for each in (first, *prices)] == [True] * 21 + [False] * 580
    for each in prices[20:]:
        assert each.why is not None
        assert each.why.startswith("it has 20 prices under conditions before this one; each `buy`")


def test_things_that_are_used_alike_have_one_set_of_phrases() -> None:
    """``use Ware3`` is an action of its own; how people say it is known once for all of them."""

    def known(count: int) -> int:
        page, rules = of_things("gain # Gold", count)
        book = GAME.rulebook(rules)
        verbs = GAME.verbs_in(GAME.read(page, book, NOW).state, book)
        return len(PhraseTable(tuple(verbs)).said)

    assert known(30) == known(2)


def test_verbs_take_little_memory() -> None:
    """What is kept of each verb of a page, after a line was looked for among all of them."""

    def kept(count: int) -> int:
        rules = "".join(f"A player may z{at:b}: they gain 1 Net.\n\n" for at in range(count))
        rules = rules.translate({48: "o", 49: "a"})
        book = GAME.rulebook(rules)
        verbs = tuple(GAME.verbs_in(GAME.read(ANN, book, NOW).state, book))
        phrases.cache_clear()
        tracemalloc.start()
        table = PhraseTable(verbs)
        found = list(table.begun_with(tokens("zaao the nets"))), table.names, table.said
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert all(found)
        return size

    kept(110)
    few, more, most = map(kept, (10, 60, 110))

    assert more - few < 50 * 11_000
    assert most - more < 1.5 * (more - few)  # not by the square: that would be 2.4


def test_an_action_called_by_a_name_is_said_again_once() -> None:
    """However much it does: no form is tried in which the verb itself would say some of it."""
    effects = "they gain 1 Gold, gain 1 Fish, gain 1 Net, gain 1 Hat and lose 1 Bell"
    text = f"A player may dig: {effects}."
    words = compiled.vocabulary(GAME.read(ANN, GAME.rulebook(text), NOW).state, (text,))
    read = parsed(text, words, "sentence", "")

    assert read.rule is not None
    assert len(list(paraphrases(read.rule, words))) == 2  # with the verb in brackets, if need be
    assert read.work <= 5 * len(text.replace(":", " :").replace(",", " ,").split())


def test_a_sentence_that_needs_many_definitions_is_for_people() -> None:
    """And those before it, which need few, are played."""
    chain = "A Sailor0 is a player who has a Rope.\n\n" + "".join(
        f"A Sailor{at} means a player who is a Sailor{at - 1}.\n\n" for at in range(1, 30)
    )
    found = check(ANN, chain + "A Sailor29 may dig: they gain 1 Gold.")

    assert not found[-1].played
    assert found[0].played


def test_a_sentence_of_a_megabyte_is_not_looked_at() -> None:
    """It is for people, and the check shows where it begins."""
    long = steps(
        lambda _: check(ANN, "A player may dig: they gain 1 Gold.\n\n" + "(" * 300_000), ""
    )
    played, found = check(ANN, "A player may dig: they gain 1 Gold.\n\n" + "(" * 300_000)

    assert long < 100_000
    assert (played.played, found.played, len(found.text)) == (True, False, 1501)
    assert found.why == "it has more than 1500 letters"


def test_wikitext_that_is_not_read_is_for_people() -> None:
    """A section beyond the bound is told whole, also what a comment in it hides; others play."""
    dig = "A player may dig: they gain 1 Gold.\n"
    hidden = f"<!-- A player may sell: they lose 1 Gold. -->\n\n{dig}{'[[a ' * 13}\n"
    found = check(ANN, f"{dig}== Left open ==\n{hidden}== Fish ==\nA player may fish.\n{dig}")

    assert [
        each.section for each in found if not each.played and "close or remove" in each.why
    ] == ["Left open"]
    assert [each.section for each in found if each.played and "dig" in each.text] == ["", "Fish"]
