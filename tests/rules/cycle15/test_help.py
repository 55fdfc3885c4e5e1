"""What ``help`` offers in Cycle 15:
what the asker can use now, by the ruleset page that there is.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.state import Player, Space, State, read_effect
from tests.rules.any_game import MONDAY
from tests.rules.cycle15.test_any_lines import BOOKS
from tests.rules.rulesets import RULES
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.state import Candidacy, Kind, Offer, Pending, Proposal, Request, Trade

QUIET = State(
    MONDAY, started=MONDAY - timedelta(days=90), phase=9, judge="Ann",
    spaces={0: Space(0, successors=(0,))},
    players={"Ann": Player("Ann"), "Bob": Player("Bob"), "New": Player("New", joined=MONDAY)},
)  # fmt: skip
BUSY = replace(
    QUIET,
    proposals=(Proposal("P1", "Fish", "Standard", "Bob", "open", MONDAY),),
    requests=(
        Request("J1", "Bob", "Is it?", "open", MONDAY),
        Request("J2", "Bob", "Is it?", "answered", MONDAY, "Ann", "Yes.", MONDAY),
    ),
    candidacies=(Candidacy("Bob", MONDAY),),
    trades=(
        Trade("T1", "Ann", "Bob", {"Fish": 1}, {}, "open", MONDAY, MONDAY + timedelta(days=7)),
    ),
)


def offered(state: State, who: str, rules: str = "late", *, steward: bool = False) -> set[str]:
    """The names of the verbs that are listed."""
    line = Action(ActionId(1, 2, 0), MONDAY, who, "help all", trusted=steward)
    book = GAME.rulebook("") if rules == "none" else BOOKS[rules]
    text = Engine(GAME, book).play(state, [line]).outcomes[0].text
    return {
        verb.name for verb in (*GAME.verbs, *KERNEL_VERBS) if f"`{verb.form}` {verb.about}" in text
    }


@pytest.mark.parametrize(
    ("state", "who", "can", "cannot"),
    [
        (QUIET, "Bob",
         ("propose", "trade", "judge request", "run for judge", "assent to removing the judge"),
         ("vote", "👍", "🤔", "judge answer", "overturn", "confidence", "accept", "retract",
          "support", "join",
          "approve", "resign as judge", "take grant", "negate move of", "correct", "undo")),
        (QUIET, "Ann", ("resign as judge",), ("judge request", "judge answer", "overturn")),
        (QUIET, "New", ("propose", "judge request"), ("trade", "run for judge")),
        (QUIET, "Zed", ("join", "judge request"), ("move", "propose", "trade", "vote", "leave")),
        (BUSY, "Bob",
         ("vote", "👍", "🤔", "retract", "withdraw request", "confidence", "stand down", "accept"),
         ("judge answer", "run for judge", "cancel")),
        (BUSY, "Ann",
         ("vote", "judge answer", "overturn", "support", "oppose", "run for judge", "cancel"),
         ("retract", "accept", "withdraw request")),
        (replace(QUIET, players={"Bob": Player("Bob", items={"Crustal": 1})}), "Bob", ("shatter",),
         ("macgyver",)),
        (replace(QUIET, winners=("Ann",)), "Bob", ("help",), ("move", "propose", "trade", "leave")),
    ],
)  # fmt: skip
def test_help_lists_what_can_be_used(
    state: State, who: str, can: tuple[str, ...], cannot: tuple[str, ...]
) -> None:
    """Nothing that would be refused at once,
    and nothing is missing that has something to be used on.
    """
    listed = offered(state, who)

    assert [verb for verb in can if verb not in listed] == []
    assert [verb for verb in cannot if verb in listed] == []


@pytest.mark.parametrize(
    ("items", "effects", "can"),
    [({}, (), False), ({"Fish": 5, "Crystal": 2}, (), False), ({"Fish": 1, "Duck": 1}, (), True),
     ({"Fish": 1, "Duck": -1}, (), False),
     ({"Fish": 1, "Duck": 1}, ("MacGyvered in phase 9",), False)],
)  # fmt: skip
def test_macgyvering_takes_two_items(
    items: dict[str, int], effects: tuple[str, ...], can: bool
) -> None:
    """It is offered to who has two different ones of the rule Garbage, once a phase."""
    state = replace(
        QUIET, players={"Ann": Player("Ann", items=items, effects=tuple(map(read_effect, effects)))}
    )

    assert ("macgyver" in offered(state, "Ann")) is can


def test_a_rewrite_is_offered_only_where_it_counts() -> None:
    """By the early page a vote for a rewrite is one against, so its mark is not offered."""
    assert "👍" in offered(BUSY, "Ann", "early")
    assert "🤔" not in offered(BUSY, "Ann", "early")


def test_stewards_see_their_verbs() -> None:
    """They are listed to nobody else,
    and those of the game where there is something to use them on.
    """
    moved = {"Ann": Player("Ann", items={"Archgarbage": 1}, moved=(8, 9))}
    own = {"negate move of", "force use of"}

    assert {"correct", "ruling"} <= offered(QUIET, "Ann", steward=True) - own
    assert own <= offered(replace(QUIET, players=moved), "Ann", steward=True)
    assert own.isdisjoint(offered(replace(QUIET, players=moved), "Ann"))
    assert own.isdisjoint(offered(QUIET, "Ann", steward=True))


def test_a_rule_that_the_page_does_not_have_is_not_offered() -> None:
    """A new wiki's page may have few sections:
    what it leaves out nobody can use, whatever the tables hold.
    """
    busy = replace(
        BUSY,
        players={**BUSY.players, "Bob": Player("Bob", items={"Fish": 2, "Mauve": 1, "Crystal": 1})},
    )

    assert {"help", "leave"} == offered(busy, "Bob", "none")


def test_help_survives_a_ruleset_page_in_other_words() -> None:
    """A number that the page says in words that nobody reads hides the verbs that need it, and no
    others.
    """
    late = RULES["late"].text
    reworded = GAME.rulebook(
        re.sub(r"ithin \d+ days of a judge", "ithin some days of a judge", late)
    )
    line = Action(ActionId(1, 2, 0), MONDAY, "Ann", "help all")

    outcome = Engine(GAME, reworded).play(BUSY, [line]).outcomes[0]

    assert "done" == outcome.verdict
    assert "`propose [CLASS]: TITLE`" in outcome.text


def helped(state: State, who: str) -> str:
    """The short list."""
    line = Action(ActionId(1, 2, 0), MONDAY, who, "help")
    return Engine(GAME, BOOKS["late"]).play(state, [line]).outcomes[0].text


def test_help_is_a_short_list_in_groups() -> None:
    """By the sections of the page, each verb once and by its name; ``help all`` explains them."""
    text = helped(BUSY, "Bob")
    groups = [group.partition(": ")[0] for group in text.split("\n• ")]

    assert len(text) < 900
    assert text.count("`propose`") == 1
    assert {"Judges", "Proposals", "Trading"} <= set(groups)
    assert text.endswith("`help [VERB]` explains one of these, `help all` all")


def test_what_waits_for_the_asker_comes_first() -> None:
    """An unfinished action, what may be taken up, a trade, a vote, for the judge a request."""
    pending = (
        Pending(ActionId(1, 1, 0), "Ann", Kind.ACTION, "move", "space 1 of 3, after 0: 1, 2",
                MONDAY, MONDAY + timedelta(days=1)),
        Pending(ActionId(1, 1, 1), "Ann", Kind.OFFER, Offer("beam"), "aim the beam", MONDAY),
        Pending(ActionId(1, 1, 2), "Bob", Kind.OFFER, Offer("forge"), "a crystal", MONDAY),
    )  # fmt: skip
    busy = replace(BUSY, pending=pending)

    assert helped(busy, "Ann").split("\n• ")[0] == (
        "waiting for you: `move`: space 1 of 3, after 0: 1, 2, by 2024-01-02T00:00:00Z;"
        " `beam` (aim the beam); your vote on P1 (Fish): `vote P1 for`;"
        " Bob's request: `judge answer J1: ...`"
    )
    assert "a trade of Ann's: `accept T1` or `decline T1`" in helped(busy, "Bob")
    assert "waiting for you" not in helped(QUIET, "Bob")
