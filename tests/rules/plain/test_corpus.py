"""Sentences of our own, each read and said again; and with any one word changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from rules.plain.clauses import CLAUSES
from rules.plain.meaning import Sentences
from rules.plain.memory import Parsed
from rules.plain.reader import parser, understood
from rules.plain.sentences import parse
from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.assembling import player_words
from tests.for_each import for_each, portion
from tests.rules.plain.page import BOARD, MARKET, PAGE, THINGS, VALLEY, cases, sentences

# Words that must never be dropped: put in anywhere, they change the meaning or leave it to people.
NEVER_DROPPED = (
    "not", "except", "other", "up to", "at most", "twice", "each", "never", "half", "all", "zorble",
)  # fmt: skip
# Words that mean nothing of their own where they stand, in these contexts:
SAME = re.compile(
    (
        r"\b(?:only (?:once|if)|can not|not more than|all (?:new )?players "
        r"(?:begin|start|who|may)|\d more|one more|(?:two|three|five) more|a more|"
        r"all the places they|all traders take|"
        r"(?:each|all) (?:\w+ )?\w+s (?:may|of the)|(?:up to|at "
        r"most) (?:twice|once|three|two|up to))\b"
    ),
    re.IGNORECASE,
)


@cache
def once(text: str, words: PlainVocabulary) -> Parsed:
    """A sentence, parsed: several tests look at it."""
    return parse(text, words)


@for_each("text, words", cases)
def test_a_sentence_and_its_paraphrase_mean_the_same(text: str, words: PlainVocabulary) -> None:
    """What the check shows is what is played: read again, it gives the same tree and the same
    words.

    So does what the memory of a run holds, when the next one reads it.
    """
    found = once(text, words)
    assert found.rule is not None, (found.unknown, found.why)

    again = parse(found.says, words)

    assert (found.rule, found.says) == (again.rule, again.says)
    assert found == msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Parsed)


def changed(text: str) -> Iterator[str]:
    """The sentence with one of the words that matter put in, or one word replaced by such a word.

    At each place one of them is tried, which depends on the text: in all sentences together each
    of them stands before and behind each kind of word. What differs in spelling alone is left out.
    """
    words, spelled = text.split(" "), bare(text)
    for at in range(len(words)):
        turn = at + len(text)
        new = NEVER_DROPPED[turn % len(NEVER_DROPPED)]
        replaced = (*words[:at], ("not", "zorble", "3")[turn % 3], *words[at + 1 :])
        texts = map(" ".join, ((*words[:at], new, *words[at:]), replaced))
        yield from (each for each in texts if bare(each) != spelled)


def means(text: str, words: PlainVocabulary, meaning: object, start: str = "sentence") -> bool:
    """Whether a text has a meaning that can be said; how it is said is another question."""
    return bool(understood(text, words, (start, "")).rule == meaning)


@for_each("text, words", cases)
def test_no_word_that_matters_is_dropped(text: str, words: PlainVocabulary) -> None:
    """A sentence that differs in one such word means something else, or is for people."""
    meaning = once(text, words).rule

    texts = portion(changed(text), 15)
    same = [each for each in texts if means(each, words, meaning) and not SAME.search(each)]

    assert same == []


def bare(text: str) -> str:
    """Without what may differ in spelling:
    numbers in words, capitals, the full stop, each for every.
    """
    return re.sub(r"\bevery\b", "each", text.casefold().rstrip(".")).replace("three", "3")


@for_each("text, words", cases)
def test_a_sentence_without_one_of_its_words_is_no_other_rule(
    text: str, words: PlainVocabulary
) -> None:
    """Numbers, conditions, players and things that a sentence names all matter."""
    meaning = once(text, words).rule
    each = text.split(" ")
    without = {at: " ".join((*each[:at], *each[at + 1 :])) for at in range(len(each))}

    same = {
        each[at].casefold().strip(",.:;")
        for at, less in portion(without.items(), 15)
        if means(less, words, meaning)
    }

    same -= {"to"} if " move to " in text else set()  # "may not move the Hall" says as much
    same -= {"on"} if re.search(r"\brolls? ", text) else set()  # "a 4 or more, they gain 1 Gold"
    twice = Counter(word.casefold().strip(",.:;") for word in each)
    same -= {word for word in same if twice[word] > 1}  # "loses 3 Gold or loses 2 Points"
    assert same <= {"they", "the", "a", "is", "are", "their", "then", "all", "of", "random", "roll",
                    "only", "begins", "new", "in", "at", "an", "it", "and", "game", "may", "each",
                    "who", "by", "but", "you", "specified", "directly", "through", "any", "space",
                    "guild", "room", "forward", "up", "left", "while", "player's", "player",
                    "back", "also", "field's",
                    "stands", "players", "happens", "utc", "additional",
                    "traders", "either", "exactly", "can", "has", "units"}  # fmt: skip


def test_every_name_of_a_meaning_has_its_function() -> None:
    """A rule of the grammar without one would be for people, whatever it says."""
    names = {rule.alias or rule.origin.name for rule in parser().rules if rule.alias}

    affirmed = {name: name.removeprefix("not_").replace("_not", "", 1) for name in names}
    known = {
        name
        for name in names
        if hasattr(Sentences, f"at_{name.rstrip('_')}")
        or hasattr(Sentences, f"at_{affirmed[name]}")
    }

    assert names - known - set(CLAUSES) <= STRUCTURE
    assert known & set(CLAUSES) == set(), "two parts of the grammar have one name"


STRUCTURE = {  # what another function reads: the parts of a body, of a deed and of a price
    "called_many", "for_things", "for_players", "later", "the_others",
    "action", "deed", "in_exchange", "buy", "sell", "barter", "invented", "paying", "price",
    "price_each",
    "only_if", "when_if", "unless", "just_stuff", "at_least_stuff", "item", "listed", "then",
    "stop", "or_do", "plain",
    "if_after", "if_used_before", "of_that_type", "random_one", "some_of_one", "may_to", "on_after",
    "unless_after", "if_before", "unless_before", "on_result", "otherwise",
    "may_do",
    "if_so", "either", "with_player", "with_place", "also", "or_", "of_each_thing", "of_each_typed",
    "text", "value_player",
    "on_tie", "if_won", "if_lost", "called",
    "leading_at", "buy_any", "sell_any", "give_any", "invented_then", "use_to", "paying_to",
    "offering", "in_time", "to_whom",
}  # fmt: skip


OPPOSITES = (
    ("winner", "loser"), ("wins", "loses"), ("win", "lose"), ("higher", "lower"),
    ("most", "fewest"), ("gains", "loses"), ("gain", "lose"), ("at least", "at most"),
    ("more than", "fewer than"), ("or more", "or less"), ("beginning", "end"), ("to", "from"),
    ("increases", "decreases"), ("increase", "decrease"),
    ("another player", "each player"), ("odd", "even"), ("up", "down"), ("for", "against"),
    ("passes", "fails"), ("another", "the same"), ("forward", "back"), ("if", "unless"),
)  # fmt: skip


def exchanged(text: str, one: str, other: str) -> str:
    """The text with each of two phrases in the place of the other."""
    both = {one: other, other: one}
    return re.sub(rf"\b(?:{one}|{other})\b", lambda found: both[found[0]], text)


@for_each("text, words", cases)
def test_the_opposite_is_another_rule(text: str, words: PlainVocabulary) -> None:
    """Who wins pays, or who loses: with two such words exchanged it is not the same any more."""
    meaning = once(text, words).rule
    opposites = {exchanged(text, *pair) for pair in OPPOSITES} - {text}

    assert [each for each in portion(sorted(opposites), 2) if means(each, words, meaning)] == []


OTHER_WORDS = (
    ("A player may move to an adjacent Space.",
     "A player may move to a Space that their Space leads to."),
    ("A player may build a Boat for 8 Gold.",
     "A player may build a Boat by paying 8 Gold: they gain a Boat."),
    ("Nets can be bought at Space 5 for 4 Gold.",
     "A player who is on Space 5 may buy a Net for 4 Gold."),
    ("A Net can be bought for 5 Gold.", "A player may buy a Net for 5 Gold."),
    ("Fish can be sold for 2 Gold each.",
     "A player may sell any number of Fish for 2 Gold each."),
    ("To sail, a player must have a Boat.",
     "Only players who have a Boat may sail."),
    ("Players may gift Gold to other players.",
     "A player may gift any number of Gold to another player."),
    *(
        (
            f"{who} to the Kitchen{when}{net}{they} 1 Gold.",
            f"Whenever a player{has} moves to the Kitchen, {so}they lose 1 Gold.",
        )
        for who, they in (
            ("Whoever moves", " loses"),
            ("Whenever a player moves", ", they lose"),
        )
        for when, so in (("", ""), (" in Winter", "if Season is Winter, "))
        for net, has in (
            ("", ""),
            (" without a Net", " who has no Net"),
            (" with 3 Fish", " with 3 Fish"),
        )
    ),
    (
        "Half of the Food in each Room goes bad every Friday and is thrown away.",
        "Every Friday, the Food of each Room decreases by half.",
    ),
    (
        "Every Friday, all the Food in all Rooms is lost, and each player loses 1 Gold.",
        "Every Friday, the Food of each Room becomes 0; each player loses 1 Gold.",
    ),
    ("In the Kitchen nobody may fish.", "A player who is in the Kitchen may not fish."),
    ("On Sundays nobody may fish.", "Nobody may fish if it is Sunday."),
    *(
        (f"{whose} {has} {wins}".strip() + ".", f"The first player who {means} wins.")
        for whose, wins in (
            ("The first of us", "is declared the winner"),
            ("The first", "wins the game and is recorded as the Winner"),
            ("Whoever is first", "wins the game"),
            ("Victory goes to the first player", ""),
            ("The game is won by the first one", ""),
        )
        for has, means in (
            ("to amass 100 Gold", "has 100 Gold"),
            ("who has 9 Gold at that moment", "has 9 Gold"),
            (
                "with 12 Fish or 120 Gold who isn't on Space 5",
                "has at least 12 Fish or at least 120 Gold and who is not on Space 5",
            ),
        )
    ),
    *(
        (
            f"{front}a player {never} {one} or {other}.",
            f"(1) {front}a player may not {one}. (2) {front}a player may not {other}.",
        )
        for front in ("", "In Winter, ", "If a player has no Gold, ")
        for never in ("may not", "can't", "cannot")
        for one, other in (
            ("sell Fish", "move to the Kitchen"),
            ("move to the Kitchen", "rob Alice"),
        )
    ),
    *(
        (said.replace("GAIN", gain), f"{time} each day, {when}{gain}.")
        for gain in ("each player gains 1 Gold", "each player with a Net loses 1 Gold")
        for said, time, when in (
            ("At 6 pm GAIN.", "At 18:00", ""),
            ("Once a day, GAIN.", "At the beginning of", ""),
            ("At dusk (19:30 UTC) GAIN.", "At 19:30", ""),
            ("On weekdays at 18:00 GAIN.", "At 18:00", "if it is from Monday to Friday, "),
            ("GAIN at 18:00 on weekdays.", "At 18:00", "if it is from Monday to Friday, "),
            ("GAIN on the 5th of a month.", "At the beginning of",
             "if it is the 5th of the month, "),
            ("On the last Friday of the month GAIN.", "At the beginning of",
             "if it is the last Friday of the month, "),
            ("GAIN every day but Sunday.", "At the beginning of", "if it is not Sunday, "),
            ("Every year on 24 December GAIN.", "At the beginning of", "if it is 24 December, "),
        )
    ),
    ("Each player gains 1 Gold every 12 hours.",
     ("(1) At 0:00 each day, each player gains 1 Gold."
      " (2) At 12:00 each day, each player gains 1 Gold.")),
    *(
        (f"A player may dig {said}: they gain 1 Gold.",
         f"{often} a player {who}may dig: they gain 1 Gold.")
        for said, often, who in (
            ("twice in any calendar week", "Twice per week,", ""),
            ("three times in total", "Three times per game,", ""),
            ("only once", "Once per game,", ""),
            ("once every 2 days", "At any time,", "who did not dig within the last 48 hours "),
        )
    ),
    *(
        (f"A player may fish: they gain 1 Gold. {law}",
         f"(1) A player may fish: they gain 1 Gold. (2) A player may not fish if {when}.")
        for law, when in (
            ("They must then wait a day before fishing again.",
             "they did fish within the last 24 hours"),
            ("Nobody may do it twice in a row.", "they did fish last of all"),
            ("Only one player can do this per day.", "a player did fish today"),
        )
    ),
    *(
        (f"A player may dig {said}: they gain 1 Gold.",
         f"A player may dig {plainer}: they gain 1 Gold.")
        for said, plainer in (
            ("at weekends", "if it is from Saturday to Sunday"),
            ("when they have 3 Fish", "if they have 3 Fish"),
            ("except in the Kitchen", "unless they are in the Kitchen"),
            ("if no Room is Dirty", "if there is no Room that is Dirty"),
            ("if all Rooms are Dirty", "if there is no Room that is not Dirty"),
            ("if at least two Rooms are Dirty", "if there are at least 2 Rooms that are Dirty"),
            ("if there is a Mage on their Space",
             "if a player whose Class is Mage is on their Space"),
            ("if there is no Mage on their Space", "if there are no Mages who are on their Space"),
            ("if the Pot holds more than 20 Gold", "if the Pot is more than 20"),
        )
    ),
    ("The highest possible Gold is 20.", "A player's Gold may not exceed 20."),
    ("Gold gained above 20 is lost.", "A player's Gold is at most 20."),
    ("The Pot can hold at most 50 Gold.", "The Pot is at most 50."),
    ("The Guard of a Room never falls under 1 Gold.", "The Guard of a Room may not fall below 1."),
    ("Players begin in the Kitchen.", "A new player begins in the Kitchen."),
    ("Players start with a Health of 5.", "A new player begins with 5 Health."),
)  # fmt: skip


@for_each("text, plainer", OTHER_WORDS)
def test_other_words_mean_what_plainer_ones_do(text: str, plainer: str) -> None:
    """A group writes it either way, and the same is played."""
    assert parse(text, PAGE).rule == parse(plainer, PAGE).rule is not None


def test_the_winner_of_a_contest_is_the_one_who_acts_or_nobody_knows() -> None:
    """``The raider`` is who may raid; a word that is no such noun leaves the sentence to people."""
    raid = (
        "A player may raid another player. Both roll 1d6. "
        "If the {}'s roll is higher, they gain 1 Gold."
    )

    assert "if the player wins, the player gains 1 Gold" in parse(raid.format("raider"), PAGE).says
    assert [parse(raid.format(noun), PAGE).rule for noun in ("defender", "rider", "trader")] == [
        None
    ] * 3


EACH = ("each player", "all players", "each other player", "each player who has a {item}")
OF_EACH = (  # of each player whom a clause is about: people's words, and plainer ones
    ("gains 1 {one} for each {item} they have", "gains 1 {one} for each of their {item}"),
    ("loses 2 {one} for every 3 {item} they have", "loses 2 {one} for each 3 of their {item}"),
    ("gains as many {one} as they have {item}", "gains {one} equal to their {item}"),
    ("'s {one} increases by 1 for each {item} they have",
     "'s {one} increases by 1 for each of their {item}"),
    ("'s {one} becomes the number of {item} they have", "'s {one} becomes their {item}"),
)  # fmt: skip
OPENING = re.compile(r"A player may \w+: |(?:Whenever|At the (?=beg|end)) ?[^,:]+, ")


def openings() -> Sequence[tuple[str, PlainVocabulary]]:
    """What sentences begin with, each with the words of its page."""
    found = [(OPENING.match(text), words) for text, words in cases()]
    return portion(dict.fromkeys((each[0], words) for each, words in found if each), 3)


@for_each("opening, words", openings)
def test_what_each_player_has_is_counted_for_each(opening: str, words: PlainVocabulary) -> None:
    """``they`` behind each player is each of them, whatever the sentence begins with."""
    number = next(each.name for each in words.fields if each.kind == "number")
    names = {"one": number, "item": words.items[0]}
    plain = "player" in opening and not re.search("another player|players", opening)
    others = [who for who in EACH if "other" not in who or plain]  # than the one who is named
    said = [
        [f"{opening}{who} {clause}.".replace(" 's", "'s").format(**names) for clause in pair]
        for who in others
        for pair in OF_EACH
        if not pair[0].startswith("'s") or who == "each player"
    ]

    rules = [[understood(text, words, ("sentence", "")).rule for text in pair] for pair in said]

    assert [
        pair
        for pair, (rule, plainer) in zip(said, rules, strict=True)
        if rule is None or rule != plainer or "place=Place(owner=Doer" in repr(rule.effects)
    ] == []


NAMINGS = (
    "Each player is called a Keeper.", "Players are known as Keepers.", "A Keeper is a player.",
    "All Keepers are players.",
)  # fmt: skip


@for_each("text", NAMINGS)
def test_the_page_says_what_it_calls_its_players(text: str) -> None:
    """Then the word means a player everywhere, and it is said again that it does."""
    (word,) = player_words((text, "Keepers may sing."))
    words = replace(PAGE, called=(word,))

    assert parse(text, words).says == "Players are called Keepers."
    assert parse("A Keeper may give 1 Gold to another Keeper.", words).rule == parse(
        "A player may give 1 Gold to another player.", PAGE).rule  # fmt: skip


NO_NAMINGS = (
    "Each player is called to the Space.", "Players are called Keepers of the Sea.",
    "A Keeper is a player who has a Net.", "Each player is a Keeper.", "A player is a player.",
    "Each player is called Alice's friend.", "The Keeper is called a player.", "Is a player.", "",
)  # fmt: skip


@for_each("text", NO_NAMINGS)
def test_other_sentences_give_players_no_word(text: str) -> None:
    """They say something else of players, and their words keep what they mean."""
    assert tuple(player_words((text,))) == ()


@for_each("text", THINGS)
def test_the_words_of_a_thing_are_played_as_they_say(text: str) -> None:
    """What they mean is said so that it means the same again; each word that matters counts."""
    found = parse(text, BOARD, "body")
    assert found.rule is not None, (found.unknown, found.why)

    again = parse(found.says, BOARD, "body")
    same = [each for each in changed(text) if means(each, BOARD, found.rule, "body")]

    assert ((found.rule, found.says), []) == ((again.rule, again.says), same)


def test_what_only_a_coded_game_knows_is_for_people_elsewhere() -> None:
    """No page of plain words says how one moves again, or what a beam does."""
    elsewhere = replace(BOARD, deeds=())
    played = [each for each in THINGS if parse(each, elsewhere, "body").rule is not None]

    assert {each for each in THINGS if each not in played} == {
        each
        for each in THINGS
        if re.search(
            r"again|next (?:move|roll|time)|landing on|the Lantern|[Aa]mend|Until|Discard", each
        )
    }


@for_each("text", sentences("people.txt"))
def test_what_only_looks_like_a_played_sentence_is_for_people(text: str) -> None:
    """It says more than the grammar knows, or can be read in two ways: it is never approximated."""
    found = parse(text, VALLEY)

    assert (found.rule, found.says) == (None, "")
    assert found.why


@for_each(
    "text",
    (
        "A player may clean a Dirty Room: it becomes Spotless.",
        "At the end of each week, all Dirty Spaces become Clean.",
        "At the end of each day, each Dirty player gains 1 Gold.",
        "Whenever a Dirty becomes Clean, each player gains 1 Gold.",
        "A player may beg: they gain 2 Gold from the Season.",
        "A player may beg: they gain a random Card from the Pot.",
    ),
)
def test_a_word_of_one_table_says_nothing_of_another(text: str) -> None:
    """Nor does a value of the game give what is no number of it."""
    assert parse(text, PAGE).rule is None


@for_each("good", ["a Good", "Ore"])
def test_what_is_sold_is_given_away(good: str) -> None:
    """Whether it is said or not: that is what selling means."""
    its = "that Good" if good == "a Good" else good
    gain = f"gain the Price of {its} times the number sold in Gold"
    lose = f"lose that many {'of that Good' if good == 'a Good' else good}"

    for said in (gain, f"{gain}, and {lose}"):
        rule = parse(f"A trader may sell any number of {good}: they {said}.", MARKET).rule
        assert "Lose(" in repr(rule)


@for_each("what", ["a player's Health", "the Food of a Room", "the Pot"])
def test_what_reaches_0_has_fallen_to_it(what: str) -> None:
    """Nobody waits for at least 0."""
    says = [
        parse(f"Whenever {what} {verb} 0, Season becomes Winter.", PAGE).says
        for verb in ("reaches", "drops to")
    ]

    assert says[0] == says[1] != ""
