"""Every form of sentence with every other: any two of them make a sentence that is played.

Each row below stands for one of the kinds of form that a ruleset may have: who, how many, a die, a
turn, a secret. It gives what others may have in them, and where it takes something of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import combinations_with_replacement, count
from random import Random
from typing import Any, NamedTuple

from rules.generic.compiled import compiled, rules_in
from rules.generic.game import GAME
from rules.generic.owners import State
from tests.for_each import for_each, portion
from tests.rules.any_game import MONDAY, Sometimes
from tests.rules.generic.pages import table
from wikibot.dice.session import PUBLIC
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.secrets import at_hand


class Row(NamedTuple):
    """A kind of form: sentences with a place for others', and what it gives for such places.

    ``opens`` has a place for what happens: ``does``. ``of_who`` has one for a condition of players:
    ``who``; ``of_many`` for a number: ``many``; ``of_event`` for something that happens: ``event``;
    ``of_so`` for what may be the case: ``so``. ``alone``: a whole sentence.
    """

    name: str
    alone: str
    opens: str = ""
    does: str = ""
    of_who: str = ""
    who: str = ""
    of_many: str = ""
    many: str = ""
    of_event: str = ""
    event: str = ""
    of_so: str = ""
    so: str = ""


MARCH = (
    "may march any number of Troops from a Room they own, called the start, to a Room that it "
    "leads to, called the target: the Troops of the start decrease by that many, the Troops of "
    "the target increase by that many, and "
)
ROWS = (
    Row(
        "who",
        "At the end of each day, each player who has no Fish gains 1 Gold.",
        does="each other player who has no Fish gains 1 Gold",
        of_who="At the end of each week, each player who {who} gains 1 Gold.",
        who="has no Fish",
        of_event="Whenever {event}, each other player gains 1 Gold.",
        so="no player is on Room 1",
    ),
    Row(
        "how many",
        "At the end of each day, each player gains Gold equal to double their Points.",
        does="they gain Gold equal to half of their Points, rounded up",
        who="has at least two Fish",
        many="double their Points",
        so="at least two players have no Fish",
    ),
    Row(
        "action",
        "Twice a week, a player may dig by paying 1 Gold: they gain 1 Fish.",
        opens="Twice a week, a player may dig by paying 1 Gold: {does}.",
        of_who="Twice a week, a player who {who} may dig by paying 1 Gold: they gain 1 Fish.",
        of_many="A player may dig: they gain Gold equal to {many}.",
        event="a player digs",
    ),
    Row(
        "effect",
        "At the end of each week, each player's Strength becomes 2.",
        does="they gain 1 Gold and their Strength increases by 1",
        of_many="At the end of each week, each player's Strength becomes {many}.",
        of_event="Whenever {event}, they gain 1 Gold and their Strength increases by 1.",
        of_so="At the end of each day, if {so}, each player's Strength increases by 1.",
    ),
    Row(
        "die",
        "A player may gamble: they roll 1d6; on a 4 or more they gain 2 Gold.",
        opens="A player may gamble: they roll 1d6; on a 4 or more {does}.",
        does="they roll 1d6; on a 4 or more they gain 2 Fish, otherwise they gain 1 Fish",
        of_event="Whenever {event}, they roll 1d6; on a 4 or more they gain 2 Fish.",
        of_so="At the end of each day, if {so}, the Pot increases by 1d6.",
        of_many="A player may gamble: they roll 1d6; on a 4 they gain Gold equal to {many}.",
    ),
    Row(
        "condition",
        "At the end of each day, if Season is Day, each player gains 1 Gold.",
        does="if they have at least 2 Fish, they gain 1 Gold",
        who="is on Room 2",
        of_event="Whenever {event}, they lose 1 Point if they have at least 2 Fish.",
        so="the Pot is at least 9",
    ),
    Row(
        "by itself",
        "Whenever a player gains Fish, they lose 1 Point.",
        opens="Whenever a player gains Fish, {does}.",
        of_who="At the end of each day, each player who {who} loses 1 Gold.",
        of_many="At the end of each day, each player's Points become {many}.",
        of_event="Whenever {event}, they lose 1 Point.",
        event="a player gains Fish",
        of_so="At the end of each day, if {so}, each player gains 1 Gold.",
    ),
    Row(
        "limit",
        "A player's Points are at most 30.",
        of_who="A player who {who} may not have more than 20 Gold.",
        of_many="A player's Points are at most {many}.",
    ),
    Row("beginning", "A new player begins with 5 Gold and is on Room 1."),
    Row(
        "winning",
        "A player who has at least 90 Points wins the game.",
        does="they win the game",
        of_who="A player who {who} wins the game.",
        of_many="A player whose Points are at least {many} wins the game.",
        of_so="If {so}, each player who has at least 90 Points wins.",
    ),
    Row(
        "proposals", "Voting on a proposal lasts 48 hours.",
        of_who="A player who {who} may not propose.", event="a player makes a proposal",
    ),
    Row(
        "things with words", "Effect: they gain 1 Gold", opens="Effect: {does}",
        event="a player uses an Ace",
    ),
    Row(
        "several things",
        f"A player {MARCH}they gain 1 Gold.",
        opens=f"A player {MARCH}{{does}}.",
        of_who=f"A player who {{who}} {MARCH}they gain 1 Gold.",
        event="a player marches",
    ),
    Row(
        "each thing",
        "Each Room with no Troops has no Owner.",
        does="the Troops of each Room they own increase by 1",
        who="owns a Room with no Troops",
        of_event="Whenever {event}, the Troops of each Room they own increase by 1.",
        of_so="At the end of each day, if {so}, the Troops of each Room increase by 1.",
        so="there is a Room with no Troops",
    ),
    Row(
        "each player for themselves",
        "At the end of each day, each player gains 1 Gold for each Fish they have.",
        does="each player gains 1 Gold for each Fish they have",
        of_event="Whenever {event}, each player gains 1 Gold for each Fish they have.",
        of_so="At the end of each day, if {so}, each player gains 1 Gold for each Fish they have.",
    ),
    Row(
        "arithmetic",
        "A player's Worth is their Gold plus the total Rent of the Rooms they own.",
        does="they gain Gold equal to 10% of the Pot, rounded up",
        who="has a Strength of at least 2",
        many="their Gold plus the total Rent of the Rooms they own",
        of_event="Whenever {event}, the Pot becomes half of the Pot, rounded up.",
        so="the number of Rooms without an Owner is at least 2",
    ),
    Row(
        "most and fewest",
        "At the end of each week, the player with the most Fish gains 1 Gold.",
        does="the player with the fewest Points gains 1 Gold",
        who="has the most Fish",
        of_event="Whenever {event}, the player with the fewest Points gains 1 Gold.",
        of_so="At the end of each day, if {so}, the players with the fewest Points gain 1 Gold.",
    ),
    Row(
        "turns",
        "At the start of a player's turn, they gain 1 Gold.",
        opens="At the start of a player's turn, {does}.",
        of_who="During their turn, a player who {who} may rest: they gain 1 Point.",
        of_many="At the end of each round, each player's Points become {many}.",
        of_so="At the start of a player's turn, if {so}, they gain 1 Gold.",
    ),
    Row(
        "times of the game",
        "At the start of each Night, each player gains 1 Gold.",
        opens="During the Night, a player may hide: {does}.",
        of_who="At the start of each Night, each player who {who} gains 1 Gold.",
        of_many="At the start of each Night, each player's Points become {many}.",
        of_so="At the start of each Night, if {so}, each player gains 1 Gold.",
        so="it is Night",
    ),
    Row(
        "clock and calendar",
        "At the end of each day, if it is from Monday to Friday, each player gains 1 Gold.",
        opens="A player may nap between 22:00 and 06:00: {does}.",
        does="if it is after 18:00, they gain 1 Gold",
        of_who="From 1 December to 31 March, a player who {who} may nap: they gain 1 Point.",
        of_many="On 2 January each year, each player's Points become {many}.",
        of_event="Whenever {event} between 06:00 and 18:00, they gain 1 Point.",
        of_so="At the end of each day from Monday to Friday, if {so}, each player gains 1 Point.",
        so="it is between 06:00 and 18:00",
    ),
    Row(
        "lists of names",
        "At the end of each day, each Room with at least 2 Guests loses 1 Troop.",
        opens="A player may visit a Room whose Guests do not include the player: {does}.",
        does="they become a Guest of Room 1",
        of_who="Every Friday, each player who {who} is removed from the Guests of Room 2.",
        who="is among the Guests of Room 1",
        of_many="At the end of each day, each of the Guests of Room 1 gains Gold equal to {many}.",
        many="the number of the Guests of Room 1",
        of_event="Whenever {event}, the Guests of Room 1 lose 1 Gold.",
        of_so="At the end of each day, if {so}, the Guests of Room 1 become empty.",
        so="there is a Room with no Guests",
    ),
    Row(
        "a part of all",
        "At the end of each day, if more than half of the players have a Fish, the Pot becomes 9.",
        does="if at least a third of the Rooms have no Troops, they gain 1 Gold",
        so="fewer than half of the players have a Fish",
    ),
    Row(
        "looking back",
        "At the end of each day, each player who has not acted for 7 days loses 1 Point.",
        opens="Whenever a player robs another player for the second time this week, {does}.",
        does="if they did not rest today, they lose 1 Point",
        who="has not acted for 7 days",
        event="a player digs for the second time this week",
    ),
    Row(
        "agreement",
        "A player may offer another player a Truce: if they accept within 3 days, the two have a "
        "Truce for 7 days.",
        opens="A player may offer another player a Truce: if they accept within 3 days, {does}.",
        who="has a Truce",
        so="at least two players have a Truce",
    ),
    Row(
        "choices of others",
        "At the end of each week, each player chooses a Card they have and loses it.",
        does="each other player chooses a Card they have and loses it",
        of_event="Whenever {event}, each other player chooses a Card they have and loses it.",
    ),
    Row(
        "what cannot be",
        "A player who has no Fish cannot be robbed.",
        opens="If a player would lose Fish, {does} instead.",
        does="they gain 2 Gold, up to a maximum of 10",
        of_who="A player who {who} cannot be robbed.",
    ),
    Row(
        "proposals as things",
        "When a proposal fails, its author loses 1 Point.",
        opens="When a player's proposal passes, {does}.",
        of_who="When a proposal passes, each player who {who} gains 1 Gold.",
        event="a proposal passes",
    ),
    Row(
        "decks",
        "A player may take a chance: they draw a Card from the Deck.",
        does="they draw a Card from the Deck",
        of_event="Whenever {event}, the Deck is shuffled.",
        of_so="At the end of each day, if {so}, the Deck is shuffled.",
    ),
    Row(
        "secrets",
        "A player may confess: their Role is revealed.",
        does="their Role is revealed",
        of_who="A player who {who} may confess: their Role is revealed.",
        of_event="Whenever {event}, each player's Role is revealed.",
        of_so="At the end of each day, if {so}, each player's Role is revealed.",
    ),
    Row(
        "making things",
        "A player may breed: they create a Monster named Rat with 3 Health in a random Room.",
        does="they create a Monster with 3 Health in a random Room",
        of_who="A player who {who} may breed: they create a Monster with 3 Health in Room 1.",
        so="there are at least 2 Monsters",
    ),
    Row("at first", "Each player has Gold, 5 at first."),
    Row(
        "who wins together",
        "If no player has at least 1 Gold, each player who has at least 9 Points wins.",
        of_who="If no player has at least 1 Gold, each player who {who} wins.",
        of_so="If {so}, each player who has no Gold wins.",
        so="no player has at least 1 Gold",
    ),
)  # fmt: skip
PLACES = (("opens", "does"), ("of_who", "who"), ("of_many", "many"), ("of_event", "event"),
          ("of_so", "so"))  # fmt: skip
CONTEXT = (
    "Players take turns in the order of the table.",
    "It is Day for 48 hours, then Night for 24 hours, and so on.",
    (
        "A player may offer another player peace: if they accept within 3 days, the two have a "
        "Truce for 7 days."
    ),
    "A player's Role is secret.",
    "The Deck is a pile of Cards.",
    "A player may rob another player: that player loses 1 Gold.",
    "A player may rest: they gain 1 Fish.",
)
PAGE = "\n".join((
    table("Name | Room | Items | Gold | Points | Strength | Role",
          "Ann | 1 | 3 Fish, Ace | 9 | 4 | 3 | Wolf", "Bob | 2 | 1 Fish, Ten | 12 | 6 | 1 | Seer",
          "Cid | 2 | Ace | 7 | 2 | 2 | Wolf"),
    "Season: Day\n\nPot: 25\n\nTurn: Ann\n\nTurn ends: 2024-03-01 00:00\n\nDeck: Ace, Ten, Jack\n",
    table("Room | Owner | Leads to | Troops | Rent | Guests", "1 | Ann | 2, 3 | 5 | 2 | Ann, Bob",
          "2 | Bob | 1, 3 | 3 | 4 | Cid", "3 | | 1 | | 5 |", heading="Rooms"),
    table("Monster | Room | Health", "Ogre | 2 | 5", heading="Monsters"),
    table("Card | Effect", "Ace | EFFECT", "Ten |", "Jack |", heading="Cards"),
))  # fmt: skip
EFFECT = "Effect: "


def of_the_player(does: str) -> str:
    """What happens, so that it is plain who "they" are behind another player."""
    doer = re.sub(r"^(?:they|their)|(?<=, )they|(?<=if )they|(?<=and )their", _doer, does)
    return re.sub(r"\bthe player have\b", "the player has", doer.replace("each other", "each"))


def _doer(said: re.Match[str]) -> str:
    return "the player" if said[0] == "they" else "the player's"


def combined(one: Row, other: Row) -> Iterator[str]:
    """The sentences in which each of two rows has a part."""
    found = 0
    for takes, gives in ((one, other), (other, one)) if one is not other else ():
        for place, filler in PLACES:
            sentence, part = getattr(takes, place), getattr(gives, filler)
            if sentence and part:
                found += 1
                if "another player" in sentence and filler == "does":
                    part = of_the_player(part)
                yield sentence.format(**{filler: part})
    if one is not other and one.does and other.does and not found:
        order = ("they ", "their ", "if ", "the Troops", "each other ", "")
        both = (one.does, other.does)  # so that it is plain who "they" are
        first, second = sorted(both, key=lambda does: [*map(does.startswith, order)].index(True))
        yield f"A player may plough: {first}; {second}."


def page(sentences: tuple[str, ...]) -> tuple[State, Rulebook]:
    """The state, and a rulebook of sentences; the words of a thing stand on the gamestate page."""
    said = [each.removeprefix(EFFECT) for each in sentences if each.startswith(EFFECT)]
    rest = [each for each in sentences if not each.startswith(EFFECT)]
    book = GAME.rulebook("\n\n".join(rest))
    text = PAGE.replace("EFFECT", said[0] if said else "gain 1 Gold")
    return GAME.read(text, book, MONDAY).state, book


PAIRS = tuple(combinations_with_replacement(ROWS, 2))
ALL = tuple(dict.fromkeys(each for pair in PAIRS for each in combined(*pair)))


def rules(sentences: tuple[str, ...]) -> tuple[list[Any], list[str], list[str]]:
    """What sentences mean, their fixed form of words, and those that are for people."""
    found = compiled(*page(sentences))
    every = (*found.read, *found.cells)
    people = [f"{each.text} | {parsed.why}: {parsed.unknown}" for each, parsed in every
              if parsed.rule is None]  # fmt: skip
    means = [rule for _, parsed in found.read for rule in rules_in(parsed.rule)]
    return means, [parsed.says for _, parsed in found.read], people


def test_any_two_forms_make_sentences_that_are_said_again() -> None:
    """All of them are understood, and their fixed form of words means the same."""
    alone = (each.alone for each in ROWS)
    means, says, people = rules((*CONTEXT, *dict.fromkeys((*alone, *portion(ALL, 3)))))
    assert people == []

    again = rules(tuple(says))

    assert (means, []) == (again[0], again[2])


@for_each("said", [each for each in ALL if each.startswith(EFFECT)])
def test_the_words_of_a_thing_are_said_again(said: str) -> None:
    """They stand in a cell, of which there is one on the page."""
    found = compiled(*page((*CONTEXT, said))).cells[0][1]

    assert found.rule is not None, (found.unknown, found.why)
    assert found.says


LINES = (
    "rob Bob", "rest", "dig", "delve", "march 1 Troops from 1 to 2", "use Ace", "offer Bob peace",
    "offer Bob a Truce", "gamble", "plough", "hide", "confess", "breed", "take a chance",
    "end turn", "propose: Songs", "for P1", "rest", "rob Cid", "dig",
)  # fmt: skip
LIKE = {"Ann": "Bob", "Bob": "Cid", "Cid": "Ann"}
FAILED = ("mistake of the program", "a person must rule")


def played(sentences: tuple[str, ...]) -> Iterator[tuple[State, str, str]]:
    """The state after each line of a week, the line with its verdict, and all that was said."""
    state, book = page(sentences)
    engine: Engine[Any] = Engine(GAME, book, Sometimes(Random("pairs"), 1))
    time, names = MONDAY, (*LIKE,)
    for at, line in zip(count(1), LINES, strict=False):
        time += timedelta(hours=9)
        name = names[at % 3]
        text = line.replace("Bob", LIKE[name]) if line != "rob Cid" else f"rob {LIKE[LIKE[name]]}"
        action = Action(ActionId(1, at, 0), time, name, text, at, by_name=True, trusted=True)
        found = engine.play(state, [action])
        state = found.state
        verdict = found.outcomes[0].verdict
        said = " ".join((found.outcomes[0].text, *(each.text for each in found.fired_events)))
        yield state, f"{name}: {text} ({verdict})", said


def context_of(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences that these need: what is done when something happens may be done."""
    text = " ".join(sentences)
    needed = [row.alone for row in ROWS if row.event and row.event in text]
    return (*CONTEXT, *(each for each in needed if " may " in each))


BESIDE = tuple((*dict.fromkeys((one.alone, other.alone)),) for one, other in PAIRS)


@for_each("sentences", portion((*((each,) for each in ALL), *BESIDE), 24))
def test_any_two_forms_are_played(sentences: tuple[str, ...]) -> None:
    """A week goes by without a mistake, and what their fixed form of words says comes out alike."""
    with at_hand(PUBLIC):
        every = (*context_of(sentences), *sentences)
        found = [*played(every)]
        _, says, people = rules(every)
        again = [*played((*says, *(each for each in sentences if each.startswith(EFFECT))))]

    assert people == []
    assert [] == [(line, said) for _, line, said in found if any(each in said for each in FAILED)]
    assert [line for _, line, _ in found] == [line for _, line, _ in again]
    assert _open(found[-1][0]) == _open(again[-1][0])


def _open(state: State) -> tuple[Any, ...]:
    """What does not name a sentence by its words."""
    return state.players, state.values, state.tables, state.winners, state.relations
