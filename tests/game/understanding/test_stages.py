"""The stages in which a line is taken apart, each by itself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.for_each import for_each
from wikibot.game.actions import Verb
from wikibot.game.rolls import Roll
from wikibot.game.understanding.courtesies import ends, starts
from wikibot.game.understanding.phrase_search import SlotReader, in_order
from wikibot.game.understanding.phrases import deed, phrases
from wikibot.game.understanding.plain_line import bare_faces, names_as_words, said, tokens
from wikibot.game.understanding.slots import (
    AmountsSlot,
    AnyText,
    CountSlot,
    IdentifiedThing,
    Mentions,
    NamesSlot,
    PhraseSlot,
    Things,
    Tidied,
    count_of,
)
from wikibot.game.understanding.spelling import forms, mended, near
from wikibot.game.understanding.table import PhraseTable

ITEMS = NamesSlot(("Time Bean Chili", "Tickle-me-elmo", "Fish", "Death Ray"), ("item",))
PLAYERS = NamesSlot(("Ann", "Bob", "Big Dave"), ("player",))
PROPOSALS = Things(
    (IdentifiedThing("P1", ("Blue fish",), ("Ann",)),
     IdentifiedThing("P2", ("More tea",), ("Bob",))), ("proposal",), "P",
    ("P7",),
)  # fmt: skip
SLOTS: dict[str, PhraseSlot] = {
    "item": ITEMS, "player": PLAYERS, "proposal": PROPOSALS, "number": CountSlot(),
    "text": AnyText(),
    "items": AmountsSlot(ITEMS),
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("ping [[User:Bob|Bobby]]", "ping Bob"),
        ("ping [[User talk:Bob]]!", "ping Bob!"),
        ("ping {{ping|Bob}} and {{reply to|Ann|p=}}", "ping Bob and Ann"),
        ("ping @Bob, not bob@example.org", "ping Bob, not bob@example.org"),
    ],
)
def test_names_as_wikis_write_them_are_words(line: str, plain: str) -> None:
    """A link stands for the account that it leads to."""
    assert names_as_words(line) == plain


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("ok, I'd like to dig please", "dig"), ("Let's dig, thanks!", "dig"),
        ("hello everyone, I hereby dig", "dig"), ("Ann digs", "digs"), ("🎉 dig 🎉", "dig"),
        ("dig two holes", "dig two holes"),
    ],
)  # fmt: skip
def test_what_says_nothing_is_taken_off(line: str, order: str) -> None:
    """Courtesies and who speaks stand around an order, and so does decoration."""
    words = tokens(line)

    assert said(words[max(starts(words, ("Ann",), ())) : min(ends(words, ()))]) == order


def test_words_of_courtesies_may_be_the_order_itself() -> None:
    """All beginnings are given, since ``order`` may be the verb and ``first`` a name."""
    assert starts(tokens("I order now"), (), ()) == [0, 1, 2]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("hi Bob, I dig", "dig"),
        ("Bob, I dig", "dig"),
        ("I dig, Bob", "dig"),
        ("dig, thanks Bob", "dig"),
        ("Bob, dig", "Bob, dig"),
        ("dig, Bob", "dig, Bob"),
        ("dig because Bob is wet", "dig"),
        ("dig because nobody said if Bob is wet", "dig because nobody said if Bob is wet"),
        ("dig. It was fun", "dig"),
        ("dig. It was Bob's", "dig. It was Bob's"),
        ("I forgot to dig", "forgot to dig"),
    ],
)
def test_a_name_or_a_sentence_is_a_courtesy_at_its_place_only(line: str, order: str) -> None:
    """A name behind a greeting or beside ``I``, a reason, and the sentences that are listed."""
    words = tokens(line)
    begin, end = max(starts(words, (), ("Bob",))), min(ends(words, ("Bob",)))

    assert said(words[begin:end]) == order


@for_each(
    "verb, form",
    [
        ("mine", "mining"), ("mine", "mined"), ("dig", "digging"), ("carry", "carried"),
        ("vote", "voting"), ("take", "took"), ("pass", "passes"), ("quit", "quitting"),
        ("agree", "agreeing"),
    ],
)  # fmt: skip
def test_a_verb_has_its_forms(verb: str, form: str) -> None:
    """Whoever writes what they are doing, or have done, does it."""
    assert form in forms(verb)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("accpet", "accept", True), ("mvoe", "move", True), ("contribut", "contribute", True),
        ("harvesst", "harvest", True), ("dig", "dig", False), ("digs", "diggs", True),
        ("abcd", "badc", False), ("move", "mine", False),
    ],
)  # fmt: skip
def test_one_letter_may_be_wrong(one: str, other: str, expected: bool) -> None:
    """Too many, too few, another one, or two exchanged; not two."""
    assert near(one, other) is expected


def test_a_word_of_its_own_is_not_a_mistyped_verb() -> None:
    """``love`` is no ``move``, and what might be two verbs is neither."""
    assert mended("love", ("move", "leave")) == ()
    assert mended("lease", ("leave",)) == ()
    assert mended("steal", ("seal",)) == ()
    assert mended("mvoe", ("move", "mine")) == ("move",)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tickle me elmo", ("Tickle-me-elmo",)), ("my Death Ray!", ("Death Ray",)),
        ("item Fish", ("Fish",)), ("two Fishes", ()), ("ray", ("Death Ray",)),
        ("Time Bean Chilli", ("Time Bean Chili",)), ("ti", ()),
    ],
)  # fmt: skip
def test_a_name_is_known_by_any_short_form(text: str, found: tuple[str, ...]) -> None:
    """By its beginning, by words of it, or with one letter wrong."""
    assert ITEMS.read(text) == found


def test_the_name_of_something_else_is_not_a_short_form() -> None:
    """Whoever has a Crystal Engine and no Crystal does not use it by ``Crystal``."""
    assert NamesSlot(("Crystal Engine",)).read("Crystal") == ("Crystal Engine",)
    assert NamesSlot(("Crystal Engine",), others=("Crystal",)).read("Crystal") == ()


@for_each(
    "text, found",
    [
        ("P1", ("P1",)), ("proposal 2", ("P2",)), ("#1", ("P1",)), ("Blue fish", ("P1",)),
        ("Bob's proposal", ("P2",)), ("Bob's proposal P2", ("P2",)), ("P7", ("P7",)),
        ("the proposal", ("P1", "P2")), ("P1 and P2", ()), ("P1 nonsense", ()), ("Bob", ()),
    ],
)  # fmt: skip
def test_a_proposal_is_named_by_number_title_or_owner(text: str, found: tuple[str, ...]) -> None:
    """What may be two is two; a word that belongs to none of it is not passed over."""
    assert PROPOSALS.read(text) == found


def test_one_of_something_is_not_that_one() -> None:
    """``one fish`` is none of the proposals about fish; ``the fish one`` is."""
    proposals = replace(PROPOSALS, kinds=("proposal", "one"))
    assert [proposals.read(text) for text in ("one fish", "the fish one")] == [(), ("P1",)]


@for_each(
    "text, found",
    [
        ("a Fish and two Death Rays", ("1 Fish, 2 Death Ray",)), ("3x Fish", ("3 Fish",)),
        ("Fish x2", ("2 Fish",)), ("one of my Fish", ("1 Fish",)), ("nothing", ("nothing",)),
        ("some Fish", ()), ("-1 Fish", ()), ("1.5 Fish", ()), ("a Unicorn", ()),
    ],
)  # fmt: skip
def test_amounts_are_counted_in_digits(text: str, found: tuple[str, ...]) -> None:
    """Articles and number words are counts; what cannot be counted is not guessed."""
    assert AmountsSlot(ITEMS).read(text) == found


@for_each("number", ["5%", "5 %", "$5", "~5", "5+", "<5", "5½", "½", "5°", "#5", "five%"])
def test_a_number_with_anything_stuck_to_it_is_no_number(number: str) -> None:
    """A part of something is not that many of it; quotes, brackets and stops say nothing."""
    assert (CountSlot().read(number), AmountsSlot(ITEMS).read(f"{number} Fish")) == ((), ())
    assert AmountsSlot(ITEMS).read('**5**, "(Fish)"') == ("5 Fish",)


def test_things_in_a_row_are_told_from_what_stands_between_them() -> None:
    """Each word is a thing or says nothing; with any other word the text is not read."""
    spaces = NamesSlot(("1", "5", "12", "-3"))
    path = Mentions((spaces,), frozenset(("from", "to", "via")), joint=" ")

    assert path.read("from 1, to 5 via -3") == ("1 5 -3",)
    assert path.read("1 2") == ()
    assert path.read("from 1 to somewhere") == ()


def test_a_name_is_taken_out_of_quotes_and_politeness() -> None:
    """Only where anything stood around it, so that plain names are read as they stand."""
    assert Tidied().read('"Sir Dave"') == ("Sir Dave",)
    assert Tidied().read("Sir Dave, please!") == ("Sir Dave",)
    assert Tidied().read("Sir Dave") == ()


@pytest.mark.parametrize(
    ("declared", "line", "found"),
    [
        ("withdraw {proposal}", "withdrawing the proposal Blue fish", ("retract P1",)),
        ("give {items} to {player} => trade {items} to {player}", "Gave 2 Fish to Bob",
         ("trade 2 Fish to Bob",)),
        ("fire {item} (at|on) {player} => use {item}: {player}", "firing my Death Ray → Bob!",
         ("use Death Ray: Bob",)),
        ("give (up) {item}", "give up", ()),
        ("{proposal} accepted => accept {proposal}", "P2 accepted 🎉", ("accept P2",)),
        ("vote for => vote {proposal!} for", "vote for", ("vote P1 for", "vote P2 for")),
        ("name it {text}", "name it The Long Fish, really", ("retract The Long Fish, really",)),
    ],
)  # fmt: skip
def test_a_phrase_says_an_order(declared: str, line: str, found: tuple[str, ...]) -> None:
    """Words in any form, things by their full names, and every word of the line accounted for."""
    words = tokens(line)
    reader, verb = SlotReader(words, SLOTS), _verb("retract", declared)
    found_all = [
        order
        for each in phrases(declared, verb.name)
        for order, _ in in_order(each, reader, 0, {len(words): 0})
    ]

    assert tuple(dict.fromkeys(found_all)) == found


def _verb(name: str, phrase: str) -> Verb:
    return Verb(name, name, name, "does it", lambda act: None, phrases=(phrase,))


def _hopping(phrase: str) -> PhraseTable:
    return PhraseTable((_verb("hop", phrase),))


def test_a_number_counts_only_where_a_phrase_that_comes_first_has_one() -> None:
    """Otherwise a line of a verb and numbers is known by its verb: most moves are."""
    plain, counted = _hopping("!hop again => hop"), _hopping("!hop 2 => hop")

    assert (plain.counts, counted.counts) == (False, True)
    assert plain.may_come_first("hop 2") == plain.may_come_first("hop")
    assert counted.may_come_first("hop 2")
    assert not counted.may_come_first("hop 3")


# Faces alone answer what waits for a roll.


ASKS = "a roll of 3d6 for Mining"


@pytest.mark.parametrize("words", ["4, 6, 2", "choose 4 6 2", "rolled 4, 6 and 2", "4+6+2"])
def test_as_many_faces_as_dice_are_the_roll(words: str) -> None:
    """Whatever words for rolling stand beside them."""
    assert bare_faces(words.replace("+", " + "), ASKS) == Roll(3, 6, (4, 6, 2))


@pytest.mark.parametrize(
    "words", ["4, 6", "4, 6, 7", "4, 6, 2, 1", "4, 6, 2 herbs", "pot 4, 6, 2", "", "4.5 6 2"]
)
def test_anything_else_is_not_the_roll(words: str) -> None:
    """Too few faces or too many, one that no die has, or other words."""
    assert bare_faces(words, ASKS) is None


def test_where_a_choice_is_asked_for_numbers_are_no_faces() -> None:
    """``4`` at a fork is a space."""
    assert bare_faces("4", "space 4 of 4, after 3: 4, 20") is None


# Which words are a count.


@pytest.mark.parametrize("text", ["2²", "1②", "²", "②", "½", "₂"])
def test_raised_and_circled_digits_are_no_count(text: str) -> None:
    """They would be joined to the digits beside them: ``2²`` is not 22."""
    assert count_of(text) is None


@pytest.mark.parametrize("text", ["2", "２", "two"])
def test_other_digits_are_a_count(text: str) -> None:
    """Digits in full width are digits, too."""
    assert count_of(text) == 2


# Things to do that are said in any order of their words.


MINING = deed("mine dig", may="crystals")
SELLING = deed("sell", "duck", never="not from", about=NamesSlot(("Ann", "Bob")))


@pytest.mark.parametrize(
    "text", ["mine", "do some mining", "Mining task", "the roll for mining crystals", "⛏️ dig"]
)
def test_a_deed_is_said_by_its_words_in_any_order(text: str) -> None:
    """Words that say nothing more may stand beside it, and marks."""
    assert MINING.read(text) == (text,)


@pytest.mark.parametrize(
    "text", ["mine is mine", "Ben mines", "mining?", "you mine", "crystals", "not mining", "mines"]
)
def test_any_other_word_makes_it_another_line(text: str) -> None:
    """A name, ``is``, ``not``, a question mark, or nobody who does it."""
    assert MINING.read(text) == ()


def test_the_rest_of_a_line_is_what_it_is_about() -> None:
    """Whatever is neither the deed nor glue is read by the slot, and has to be such a thing."""
    assert SELLING.read("a duck to Bob, selling it") == ()
    assert SELLING.read("I sell a duck to Bob") == ()
    assert SELLING.read("selling my duck to Bob") == ("Bob",)


def test_a_word_that_says_the_contrary_stops_it() -> None:
    """``from Bob`` is no sale to Bob."""
    assert SELLING.read("selling a duck from Bob") == ()
