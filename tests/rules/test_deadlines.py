"""The table of proposals says until when each is voted on, in every game in which that is known."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.rulesets import RULES, Rules
from wikibot.game.scenarios import MONDAY
from wikibot.game.state import Proposal
from wikibot.wikitext.numerals import format_time

GENERIC = Rules(RULES["trading"].game, "rounds/trading.wiki")
GAMES = pytest.mark.parametrize("rules", [RULES["late"], RULES["early"], RULES["cycle14"],
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


@GAMES
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


@GAMES
@pytest.mark.parametrize("arranged", [_without, _elsewhere])
def test_tables_of_people_stay(rules: Rules, arranged: Callable[[str], str]) -> None:
    """One without the column says what it said, and one with others keeps their order."""
    book, state, page, _ = _proposed(rules)
    own = arranged(page)

    assert own != page
    assert rules.game.read(own, book, MONDAY).unreadable == ()
    assert rules.game.read(own, book, MONDAY).state == rules.game.read(page, book, MONDAY).state
    assert rules.game.write(own, book, state) == own


@GAMES
@pytest.mark.parametrize("said", ["soon", "", "00:00, 9 May 2024 (UTC)"])
def test_it_follows_from_the_rules(rules: Rules, said: str) -> None:
    """Whatever somebody writes there is put right, and changes nothing else."""
    book, state, page, _ = _proposed(rules)
    changed = re.sub(r"(\|\| open \|\| )<time[^>]*>[^<]*</time>", rf"\g<1>{said}", page)
    reading = rules.game.read(changed, book, MONDAY)

    assert (reading.unreadable, changed == page) == ((), False)
    assert reading.state == rules.game.read(page, book, MONDAY).state
    assert rules.game.write(changed, book, state) == page
