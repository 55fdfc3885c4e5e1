"""What sentences that are for people bear on waits for a person, and nothing else does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.generic.game import GAME
from tests.for_each import for_each
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

A player may raise a flag: the player with the most Gold gains 1 Flag.

"""
PAGE = table("Name | Gold | Fish | Loaf | Wage | Fame | Flag | Items",
             "Ann | 20 | 0 | 0 | 0 | 0 | 0 |", "Bob | 20 | 0 | 0 | 0 | 0 | 0 |")  # fmt: skip
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


@for_each(
    "sentence, waits",
    [
        *((form.format(**FORMS["bake"]), {"bake"}) for form in ON_VERBS),
        *((form.format(**FORMS["fish"]), {"fish", "Fame"}) for form in ON_VERBS),
        *((form.format(name=name), {name}) for form in ON_STUFF for name in ("Wage", "Fame")),
        *((each, {"P1", "P2"}) for each in ON_VOTES),
        *((each, {"win"}) for each in ON_VICTORY),
        *((each, set()) for each in ON_NOTHING),
        ("Ties are settled by the eldest.", {"P2", "flag"}),
        ("Nets cost double on feast days.", {"Net"}),
        ("The price of a Net rises with each that is sold.", {"Net"}),
        ("A Boat costs 20 Gold and a smile.", set()),
    ],
)
def test_what_a_sentence_for_people_bears_on_waits(sentence: str, waits: set[str]) -> None:
    """It is not played as if the sentence were not there; all else goes on."""
    assert waiting(played(sentence)) == waits
