"""Whom a sentence speaks of: nobody who is named is dropped, and no pronoun is guessed."""

from __future__ import annotations

from rules.plain.reader import understood
from rules.plain.sentences import parse
from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.phrasings import rows
from tests.for_each import for_each
from tests.rules.plain.page import PAGE, with_new_names

ANYBODY = ("a player", "any player", "each player")
OTHERS = (
    "another player", "each other player", "a random player", "the next player", "the two",
    "the players with the most Gold", "the player with the most Gold in the Kitchen",
    "that player", "the winner", "nobody", "no player", "only one player", "Alice", "the Warden",
    "a King", "a King with a Net", "a player who is a King with a Net", "a player of their choice",
    "a player who is not a King with a Net", "each player other than a King with a Net",
)  # fmt: skip
SENTENCES = (
    "{} may not fish.",
    "{} may fish: they gain 1 Gold.",
    "{} may not have more than 5 Gold.",
    "Whenever {} gains Fish, they lose 1 Gold.",
    "At the end of each day, {} gains 1 Gold.",
    "If {} would lose Gold, they lose 1 Fish instead.",
    "{} cannot be robbed.",
    "A player may not rob {}.",
    "{} wins if they have 5 Gold.",
    "To fish, {} must have a Net.",
    "{} needs to own a Net to fish.",
    "{} whose proposal is adopted gains 3 Points.",
)
# The same rule in other words: what is said of all is said of any one.
SAME = {
    "Whenever {} gains Fish, they lose 1 Gold.": {"that player"},
    "{} cannot be robbed.": {"a player of their choice"},
    "{} may not have more than 5 Gold.": {"a player of their choice", "nobody", "no player"},
    "A player may not rob {}.": {"a player of their choice"},
    "To fish, {} must have a Net.": {"a player of their choice"},
}


def meaning(text: str, page: PlainVocabulary = PAGE) -> object:
    """What a sentence means; None: it is for people."""
    text = text[:1].upper() + text[1:]
    return understood(text, with_new_names(page, (text,)), ("sentence", "")).rule


@for_each("sentence", SENTENCES)
def test_whom_a_sentence_is_about_is_never_dropped(sentence: str) -> None:
    """Of others than any player it means something else, or it is for people."""
    of_all = {meaning(sentence.format(who)) for who in ANYBODY} - {None}

    dropped = {who for who in OTHERS if meaning(sentence.format(who)) in of_all}

    assert dropped <= SAME.get(sentence, set())


WHO_IN_EXAMPLES = ("A player", "Players", "You", "a player", "players", "you")


@for_each(
    "example, who",
    [
        (row.example, who)
        for row in rows()
        for who in WHO_IN_EXAMPLES
        if row.sure and f"{who} " in row.example
    ],
)
def test_no_other_wording_turns_nobody_into_somebody(example: str, who: str) -> None:
    """A wording with "no player" in the place of a player is not played as one about players."""
    of_some = meaning(example)

    for nobody in ("no player", "nobody"):
        of_none = meaning(example.replace(f"{who} ", f"{nobody} ", 1))

        assert of_none is None or of_none != of_some


@for_each(
    "text",
    [
        "A player may rob another player: if that player has a Net, they lose 1 Gold.",
        "A player may rob another player: if that player has a Net, their Gold becomes 5.",
        "A player may offer another player a Truce: if they accept, they lose 2 Gold.",
        (
            "A player may court another player: if they accept, the two gain 1 Gold, otherwise "
            "they lose 1 Gold."
        ),
        (
            "A player may bless another player: that player gains 2 Gold; each other player loses "
            "1 Gold."
        ),
        (
            "At the end of each week, the player with the most Points gains 2 Gold; each other "
            "player loses 1 Gold."
        ),
        "Whenever a player loses Gold, the Warden gains 1 Gold unless they are the Warden.",
        "A player may sneeze: each player loses 1 Gold, and their Points increase by 1.",
        (
            "A player may bless: another player gains 1 Gold; each player with more Gold than them "
            "loses 1 Gold."
        ),
        *(
            f"{when} {one} gains 5 Gold{more} and each other player loses 1 Gold."
            for when, one, more in (
                ("Every Friday,", "Alice", ", Bob loses 1 Fish"),
                ("Every Friday,", "the Warden", ", Alice loses 1 Fish"),
                ("Every Friday,", "each Mage gains 1 Fish, Alice", ""),
                ("Every Friday,", "Alice", ", each Mage loses 1 Fish"),
                ("Every Friday,", "a random player", ""),
                ("Every Friday,", "each Mage", ""),
                ("Every Friday,", "the player with the most Gold", ""),
                ("Whenever a player joins,", "Alice", ""),
                ("A player may feast:", "the Warden", ""),
            )
        ),
        "A player may call another player: that player moves to their Space.",
        "A player may link a Room to another Room: its Food increases by 1.",
        "A player may bring a Card to a Room: it is destroyed.",
        "A player may give 1 Gold to the player with the most Gold in the Kitchen.",
    ],
)
def test_who_or_what_may_be_either_is_for_people(text: str) -> None:
    """Where English leaves open whom a word means, nothing is played."""
    assert meaning(text) is None


@for_each(
    "text, plain",
    [
        (
            (
                "A player may preach: each player with less Gold than them gains 1 Gold, and each "
                "player with more Gold than them loses 1 Gold."
            ),
            (
                "A player may preach: each player who has fewer Gold than the player gains 1 Gold; "
                "each player who has more Gold than the player loses 1 Gold."
            ),
        ),
        (
            (
                "At the end of each day, a random player gains 1 Gold, and each player with more "
                "Gold than them loses 1 Gold."
            ),
            (
                "At the end of each day, a random player gains 1 Gold; each player who has more "
                "Gold than that player loses 1 Gold."
            ),
        ),
        (
            "A player may bring a Card to a Room: its Food increases by 1.",
            "A player may bring a Card to a Room: the Food of that Room increases by 1.",
        ),
        *(
            (text.replace("nobody", none), text)
            for text in (
                "A player may seize a Space whose Owner is nobody: they become its Owner.",
                "A player may dare a player on a Space whose Owner is not nobody: they win.",
                "Whenever a player gains Fish, if the Winner is nobody, they become the Winner.",
            )
            for none in ("Nobody", "None", "empty")
        ),
        *(
            (
                f"{when}, {one} {does} and {others} {lose}.",
                f"{when}, {one} {does} and each player who is not {one} {lose}.",
            )
            for when in ("Every Friday", "Whenever Season becomes Winter")
            for one, others in (("Alice", "each other player"), ("the Warden", "everybody else"))
            for does, lose in (
                ("gains 5 Gold", "loses 1 Gold"),
                ("gains 5 Gold from the Pot", "moves to Space 5"),
            )
        ),
    ],
)
def test_who_or_what_can_be_one_only_is_that_one(text: str, plain: str) -> None:
    """Each of those whom a clause was about is not compared with themselves."""
    assert meaning(text) == meaning(plain) is not None


# -- words that no sentence has for nothing --------------------------------------------------------


@for_each(
    "text",
    [
        "At the end of each day, each Room of their choice gains 1 Food.",
        "A player may cook: they move to a random Room of their choice.",
        "A player may raze: they destroy a random Space of their choice.",
        "Alice's vote counts up to 3 times.",
        "A player may paint two Rooms: they gain 1 Gold.",
        "A player may visit a random Room: they gain 1 Gold.",
        "A player may fish exactly twice a day: they gain 1 Gold.",
        "Whenever a player fishes every Monday, they lose 1 Gold.",
        "Whenever a player fishes within 3 days, they lose 1 Gold.",
        "Whenever a player sells nothing, they lose 1 Gold.",
        "Whenever a player sells them, they lose 1 Gold.",
        "A player who would gain a Point or has a Boat gains 2 Gold instead.",
        "At the end of each week, the next player before Alice gains 1 Gold.",
        "A player may move secretly to a Room only if its Food is 3.",
        "A player may not move secretly to a Room if its Food is 3.",
        "If a player would lose Fish, they roll 1d6; on a 4 or more they gain 2 Gold instead.",
        "If a player would lose Fish, they may lose 1 Gold instead.",
        "At the end of each day, the Pot increases by the number of Rooms whose Food is 1, plus 1.",
        "Once per day, a player may buy a Net for 3 Gold or a Fish for 2.",
        "A player may not sell Fish or move to the Kitchen in Winter.",
        "A player may not sell Fish in Winter or move to the Kitchen.",
        "You can't sell Fish or move to the Kitchen more than twice a day.",
        "The Season changes from Winter to Summer at 06:00 every day.",
        "The Season flips between Winter and Summer and Spring every Monday.",
        "Every Friday, each player gains 2 Gold, but the Warden gains 4 Fish.",
        "A player who has 50 Gold or 10 Points and 3 Fish wins.",
        "A player who has 50 Gold and 3 Fish or 10 Points wins.",
        "The game is won by the Mages.",
        "Every Friday, Alice gains 5 Gold and 1 Fish and all the others 2.",
        "Every Friday, Alice gains 5 Gold and loses 1 Fish and all the others 2.",
        "Every Friday, Alice gains 5 Gold if it is Winter and all the others 2.",
        "Every Friday, each player gains 2 Gold, but Alice gains 4 more.",
        "A Net costs 3 Gold, a Fish and a Boat 2.",
        "The Pot pays 9 Gold for a Fish.",
        "The first player to fish each day is the winner of the day.",
        "A player may sing: their Alive becomes 5.",
        "A player may sing: their Partner becomes Tuesday.",
        "A player may sing: the Owner of Space 5 becomes Alive.",
    ],
)
def test_a_word_that_has_no_part_in_it_leaves_a_sentence_to_people(text: str) -> None:
    """What is random is not chosen, how often is not what, and not to is not to."""
    assert meaning(text) is None


ABOUT_OTHERS = (
    "another player did dig today", "no player has more Gold than they",
    "at least 2 players are on their Space", "each other player has a Net", "its Type is Shop",
)  # fmt: skip


@for_each("about", ABOUT_OTHERS)
def test_whoever_a_condition_is_about_the_player_is_the_one_who_acts(about: str) -> None:
    """Behind it "their" may be open; "the player's" is not, and is said again as it is read."""
    found = parse(f"A player may visit a Space: if {about}, the player's Title becomes King.", PAGE)

    assert found.rule is not None
    assert parse(found.says, PAGE).rule == found.rule
