"""What sentences that are for people bear on waits for a person, and nothing else does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.generic.game import GAME
from tests.for_each import for_each
from tests.nomics import readings_page
from tests.rules.generic.pages import table
from wikibot.apply import Applied, apply_log
from wikibot.wikitext.numerals import parse_time

RULES = """\
A player may fish: they gain 1 Fish.

A player may bake: they gain 1 Loaf.

A player may buy a Net by paying 5 Gold.

At the end of each day, each player gains 1 Wage.

Whenever a player gains Fish, they gain 2 Fame.

A player who has at least 50 Gold wins the game.

A new player begins with 5 Gold.

At the end of each week, the player with the most votes gains 1 Crown.

A player may raise a flag: the player with the most Gold gains 1 Flag.

"""
PAGE = table("Name | Gold | Fish | Loaf | Wage | Fame | Flag | Crown | Items",
             *(f"{name} | 20 | 0 | 0 | 0 | 0 | 0 | 0 |" for name in ("Ann", "Bob")))  # fmt: skip
LINES = """\
2024-01-01T10:00:00Z Ann: raise flag
2024-01-01T10:01:00Z Ann: fish
2024-01-01T10:02:00Z Ann: bake
2024-01-01T10:03:00Z Ann: buy Net
2024-01-01T10:04:00Z Ann: propose: More fish
2024-01-01T10:05:00Z Ann: vote P1 for
2024-01-01T10:06:00Z Ann: propose: Less fish
2024-01-01T10:07:00Z Bob: note Bob has 60 Gold: a gift
"""
LATER = parse_time("2024-01-04T00:00:00Z")
ALL = {"fish", "bake", "Net", "Wage", "Fame", "P1", "P2", "win"}
ON_VERBS = (
    "Nobody who feels woozy may {verb}.", "{ing} is halved during storms.",
    "{doers} must first greet the mayor.", "Nobody {verbs} in a storm.",
    "{ing} is limited to two goes an evening.", "There is a cooldown of some hours on {ing}.",
    "Those who feel woozy gain nothing from {ing}.", "A woozy sort cannot {verb}.",
    "Whoever {verbs} in a storm ends up with nothing.", "{ing} takes a permit.",
    "After {ing}, everybody yawns before {ing} again.", "An exception: the mayor {verbs} at will.",
)  # fmt: skip
ON_STUFF = (
    "Sleepers gain no {name}.", "{name} gained on feast days counts double.",
    "On feast days, {name} is doubled.", "Only the kind gain {name}.",
    "Sleepers are skipped when {name} is handed out.", "Instead of {name}, a hermit gains insight.",
    "Nobody may carry more than 30 {name} without a purse.", "Idle folk forgo their {name}.",
    "Twice as much {name} is gained in a storm.", "There is a cap on {name} in a storm.",
)  # fmt: skip
ON_VOTES = (
    "Votes of founders count double on feast days.", "A vote cast by a woozy sort is void.",
    "A proposal needs the blessing of the elders.", "The elders may veto any proposal.",
    "Voting stays open until everybody has spoken.", "Abstaining counts as a vote against.",
    "Proposals on feast days pass with a third of the votes.",
    "If a founder votes, that counts double.", "When few vote, the proposal fails.",
    "A proposal is adopted if and only if the vote is unanimous among the wise.",
)  # fmt: skip
ON_VICTORY = (
    "Nobody wins before the tenth feast.", "Borrowed luck does not count towards victory.",
    "Of several who come first together, the eldest wins.", "Sleepers cannot win.",
    "The game is won only by those who are sober.", "The winner must also have made a speech.",
)  # fmt: skip
ON_NOTHING = (
    "If you fish too long, you may snore.", "Fishing has a long tradition here.",
    "The best poem of the week earns 2 Wage.", "The village is open to all.",
    "Whenever somebody fishes at night, all cheer.", "Be kind to each other.",
    "The crowd pays what it likes: no Gold is refused.", "A hero may sing of Fame: all listen.",
    "Whenever a vote comes to an end, all cheer.", "If nobody wins, the cat is asked.",
    "The first to tell a joke gains 1 Fame.", "Whoever tells a joke wins the hearts of all.",
)  # fmt: skip
FORMS = {
    "fish": {"verb": "fish", "verbs": "fishes", "ing": "fishing", "doers": "Fishers"},
    "bake": {"verb": "bake", "verbs": "bakes", "ing": "baking", "doers": "Bakers"},
}


def played(sentence: str) -> Applied:
    """The lines above, with a sentence more on the page."""
    return apply_log(GAME, RULES + sentence, PAGE, LINES, LATER)


def waiting(applied: Applied) -> set[str]:
    """What of the lines and of the times was not played."""
    (ann, _), (first, second) = applied.state["players"], applied.state["proposals"]
    has: Mapping[str, Any] = {**ann["fields"], **ann["items"]}
    done = {each for each in ("Net", "Wage", "Fame") if has.get(each)}
    done |= {verb for verb, what in (("fish", "Fish"), ("bake", "Loaf")) if has[what]}
    done |= {"P1"} if first["status"] == "passed" else set()
    done |= {"P2"} if second["status"] == "failed" else set()
    left = {"flag"} if applied.outcomes[0].verdict == "held" else set()
    return (left | ALL) - done - ({"win"} if applied.state["winners"] == ["Bob"] else set())


def test_all_is_played_without_such_a_sentence() -> None:
    """The page has nothing for people."""
    assert waiting(played("")) == set()


BEHIND = (
    "On a full moon, they gain 5 Gold.", "If it is higher than their age, it is lost.",
    "If the moon is full, they gain 2 instead.", "Mages get one more.", "Elders get twice that.",
    "For each friend, it is one more.", "Either way, the crowd cheers.",
)  # fmt: skip


@for_each("sentence", BEHIND)
def test_what_goes_on_with_a_sentence_bears_on_it(sentence: str) -> None:
    """Directly behind it, and not where another sentence stands between."""
    said = "A player may dig: they roll 1d6 and gain that many Gold."
    for between, verdict in (("", "held"), ("The well is old.", "done")):
        text = f"{said} {between} {sentence}"
        line = "2024-01-01T10:00:00Z Ann: dig -- 1d6 (3) = 3"
        (outcome,) = apply_log(GAME, text, PAGE, line).outcomes
        assert outcome.verdict == verdict, text


@for_each(
    "sentence, waits",
    [
        *((form.format(**FORMS["bake"]), {"bake"}) for form in ON_VERBS),
        *((form.format(**FORMS["fish"]), {"fish", "Fame"}) for form in ON_VERBS),
        *((form.format(name=name), {name}) for form in ON_STUFF for name in ("Wage", "Fame")),
        *((each, {"P1", "P2"}) for each in ON_VOTES),
        *((each, {"win"}) for each in ON_VICTORY),
        *((each, set()) for each in ON_NOTHING),
        ("Fishing is free for children.", {"fish", "Fame"}),
        ("Ties are settled by the eldest.", {"P2", "flag"}),
        ("Nets cost double on feast days.", {"Net"}),
        ("The price of a Net rises with each that is sold.", {"Net"}),
        ("A Boat costs 20 Gold and a smile.", set()),
        ("Once per storm, a player may buy a Net for a smile.", {"Net"}),
        ("Once per storm, a player may buy a mystery box for 3 Gold.", set()),
    ],
)
def test_what_a_sentence_for_people_bears_on_waits(sentence: str, waits: set[str]) -> None:
    """It is not played as if the sentence were not there; all else goes on."""
    assert waiting(played(sentence)) == waits


@for_each("sentence", [each for each in ON_VOTES if "roposal" not in each])
def test_what_bears_on_votes_bears_on_those_that_sentences_count(sentence: str) -> None:
    """Who has the most votes is a vote, too."""
    poll = (
        "Each player may vote for a player. At the end of each day, the player with the most "
        "votes gains 1 Crown.\n\n"
    )
    lines = "2024-01-01T10:00:00Z Ann: vote Bob"
    crowns = [
        apply_log(GAME, poll + text, PAGE, lines, LATER).state["players"][1]["fields"]["Crown"]
        for text in ("", sentence)
    ]
    assert crowns == [1, 0], sentence


def test_a_newcomer_waits_where_it_is_not_known_what_they_begin_with() -> None:
    """Others are there already, and go on."""
    text = f"{RULES}Latecomers begin with nothing."
    lines = "2024-01-01T10:00:00Z Cid: join\n2024-01-01T10:01:00Z Ann: bake"
    found = apply_log(GAME, text, PAGE, lines).outcomes
    assert [each.verdict for each in found] == ["held", "done"]


def test_a_reading_says_that_a_sentence_bears_on_nothing() -> None:
    """What it held is played from then on; one that is for people still bears on it."""
    sentence = "Baking is halved during storms."
    for means, waits in (("nothing", set()), ("people", {"bake"})):
        page = readings_page({sentence: means})
        found = apply_log(GAME, RULES + sentence, PAGE, LINES, LATER, readings=page)
        assert waiting(found) == waits


THINGS = table(
    "Thing | Effect",
    "Lucky Rod | fish you catch count double",
    "Gloves | Baking is halved",
    "Shield | +1 when you push or are pushed",
    "Crown | The wearer looks splendid.",
    heading="Things",
)


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("Ann: fish", "held"),
        ("Bob: fish", "done"),
        ("Ann: bake", "done"),
        ("Ann: push Bob", "held"),
        ("Bob: push Ann", "held"),
        ("Ann: push Cid", "done"),
    ],
)
def test_what_a_thing_does_bears_on_those_who_have_it(line: str, verdict: str) -> None:
    """Of words for people in its cell; on who is met as well as on who acts."""
    rules = f"{RULES}A player may push another player: that player loses 1 Gold."
    rows = ("Ann | 9 | 0 | 0 | Lucky Rod", "Bob | 9 | 0 | 0 | Shield", "Cid | 9 | 0 | 0 | Crown")
    page = table("Name | Gold | Fish | Loaf | Items", *rows) + THINGS
    (found,) = apply_log(GAME, rules, page, f"2024-01-01T10:00:00Z {line}").outcomes
    assert found.verdict == verdict


STUDIO = """\
An actor may book a Trailer by paying 3 Fee: they gain 1 Trailer.

An actor may hire any number of Extra, called the crowd: they gain that many Extra.

An actor may dismiss any number of Extra, called the crowd, if their Extra is at least the crowd: \
they lose that many Extra.

An actor may settle any number of Fee, called the part: they lose that many Fee.

Actors may trade Fee and Extra with each other.

An actor with at least 9 Trailer wins.

"""
_CROWDS = "Nobody may hire or take on a crowd too big for them."
_CROWD = "An actor's Crowd may never exceed, give or take, 6 Extra for each Trailer."
HELD_BY: tuple[tuple[str, str, set[str]], ...] = (
    (_CROWDS, "", {"hire"}),
    (_CROWDS, _CROWD, {"hire", "trade"}),
    ("Crowds are kept small, dear.", _CROWD, {"hire", "trade"}),
    ("The Star gets the big mirror and the small cakes; that's tradition, don't ask.", "", set()),
    ("Anyone may use part of the Fee as a deposit to the landlord.", "", set()),
    ("As soon as three actors' votes name one film, it is shot.", "", set()),
    ("Whenever somebody votes for a film, if it is the third time, it is shot.", "", set()),
    ("While the Star is nobody, an actor with 5 Fee may bow out as the winner.", "", set()),
    ("Divas may not book Trailers or sing.", "", {"book"}),
    ("Nobody who sulks may settle anything.", "", {"settle"}),
    ("During a strike, Extra is doubled.", "", {"hire", "dismiss"}),
    ("Only the sober can win.", "", {"win"}),
    ("Nobody woozy may hire more than 2 a day.", "", {"hire"}),
    ("Divas may hire Trailers or Fees among them if they sulk.", "", set()),
    ("Nobody woozy may hire more than 2 Trailers a day.", "", set()),
    ("Extra may be hired on credit, but no diva may hire more than 2 a day.", "", {"hire"}),
    ("Trailers may be hired on credit, but no diva may hire more than 2 a day.", "", set()),
)  # fmt: skip


@for_each("sentence, reading, verbs", HELD_BY)
def test_a_sentence_holds_what_it_names_and_what_may_break_its_bound(
    sentence: str, reading: str, verbs: set[str]
) -> None:
    """Its own words and those of a reading that is not understood count together."""
    page = table("Actor | Fee | Extra | Trailer", "Ann | 9 | 5 | 0", "Bob | 9 | 5 | 0")
    lines = {
        "book": "book Trailer", "hire": "hire 2 Extra", "dismiss": "dismiss 2 Extra",
        "settle": "settle 2 Fee", "trade": "trade 1 Fee for 1 Extra with Bob",
        "win": "note Ann has 9 Trailer: a gift",
    }  # fmt: skip
    read = readings_page({sentence: reading}) if reading else ""
    held = set()
    for verb, line in lines.items():
        log = f"2024-01-01T10:00:00Z Ann: {line}"
        found = apply_log(GAME, STUDIO + sentence, page, log, LATER, readings=read)
        played = found.outcomes[0].verdict != "held"
        played = bool(found.state["winners"]) if verb == "win" else played
        held |= set() if played else {verb}
    assert held == verbs, sentence


def test_a_price_is_asked_about_where_no_sentence_is_of_such_things() -> None:
    """A table whose first column has no heading is not of what any sentence has bought."""
    ships = '\n== Ships ==\n{| class="wikitable"\n!  !! Price\n|-\n| Lark || 5\n|}\n'
    page = table("Name | Fuel | Fame", "Ann | 1 | 2") + ships
    book = GAME.rulebook("== Rules ==\nWhoever has bought fuel must bow.\n")

    found = GAME.sentences(page, book, LATER, offering=False)

    assert any("Lark is bought for 5" in each.text for each in found)
