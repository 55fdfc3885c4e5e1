"""The office of judge: who holds it, and the numbers that the ruleset section Judges gives.

A judge who no longer plays stays judge, and is known by the account.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from wikibot.game.act import Act
from wikibot.game.calendar import DAY, WEEK
from wikibot.game.problems import Refused
from wikibot.game.rulebook import Rulebook
from wikibot.wikitext.numerals import read_number
from wikibot.wikitext.plain import plain

SECTION = "Judges"
_SPAN = r"(?P<{0}>\w+) (?P<{0}_unit>day|week)s?"


@dataclass(frozen=True)
class Terms:
    """The numbers of the section."""

    assents: int  # how many remove the judge
    challenge: timedelta  # how long after a ruling a vote of confidence can be initiated
    poll: timedelta  # how long votes may then be cast
    second_thoughts: timedelta  # how long the judge may overturn a ruling of their own


def terms(book: Rulebook) -> Terms:
    """The numbers of the page."""
    return book.derived(_terms)


def _terms(book: Rulebook) -> Terms:
    text = plain(book.unit(SECTION).text) if book.has(SECTION) else ""
    assents = re.search(r"assent of (?P<n>\w+) players", text)
    return Terms(
        read_number(assents["n"]) if assents else 2,
        _span(text, r"[Ww]ithin {} of a judge issuing", 4 * DAY),
        _span(text, r"period of {} after initiation", 2 * DAY),
        _span(text, r"within {} of being made", WEEK),
    )


def _span(text: str, pattern: str, otherwise: timedelta) -> timedelta:
    found = re.search(pattern.format(_SPAN.format("n")), text)
    return read_number(found["n"]) * (WEEK if found["n_unit"] == "week" else DAY) if found else otherwise


def appoint(act: Act[Any], name: str | None) -> None:
    """Make somebody the judge, or nobody; assents to removing the last one are void."""
    act.state = replace(act.state, judge=name, removal=())


def is_person(act: Act[Any], name: str) -> bool:
    """Whether a line was written by the person of that table name, who may have left the game."""
    if act.player:
        return act.player == name
    accounts = [each.account or each.name for each in act.state.former if each.name == name]
    return act.action.account in (name, *accounts) and name not in act.state.players


def is_judge(act: Act[Any]) -> bool:
    """Whether the line is the judge's own."""
    return act.state.judge is not None and is_person(act, act.state.judge)


def judges_only(act: Act[Any]) -> None:
    """Refuse a line that is not the judge's."""
    if not is_judge(act):
        judge = act.state.judge
        raise Refused(f"the judge is {judge}" if judge else "there is no judge", rule=SECTION)
