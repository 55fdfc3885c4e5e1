"""Ruleset section Judges: the office, removal, resignation, and the numbers that the section gives.

Numbers (who removes a judge, how long a ruling may be challenged, voted on, overturned) are read
from the page. What an accepted wording does not say has no number: it cannot be done, or the line
is held. Decisions: a judge who no longer plays stays judge, and is known by the account. Assents
are for the removal of one judge alone, and those of players who left do not count. Whether the
office was abused is for those who assent to say.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.common.notation import read_once
from rules.common.players import is_author
from wikibot.game.calendar import DAY, WEEK
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held, Refused
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.verbs import Verb, under
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import number_or_none
from wikibot.wikitext.plain import plain

SECTION = "Judges"
N = TypeVar("N", int, timedelta)
_SPAN = r"(?P<n>\w+) (?P<n_unit>day|week)s?"


class JudgeTerms(Struct, frozen=True):
    """The numbers of the section; None for what it does not say."""

    assents: int | None  # how many remove the judge
    challenge: timedelta | None  # how long after a ruling a vote of confidence can be initiated
    poll: timedelta | None  # how long votes may then be cast
    second_thoughts: timedelta | None  # how long the judge may overturn a ruling of their own


@read_once
def terms(book: Rulebook) -> JudgeTerms:
    """The numbers of the page."""
    text = plain(book.unit(SECTION).text) if book.has(SECTION) else ""
    assents = re.search(r"assent of (?P<n>\w+) players", text)
    return JudgeTerms(
        number_or_none(assents["n"]) if assents else None,
        _span(text, r"[Ww]ithin {} of a judge issuing"),
        _span(text, r"period of {} after initiation"),
        _span(text, r"within {} of being made"),
    )


def _span(text: str, pattern: str) -> timedelta | None:
    found = re.search(pattern.format(_SPAN), text)
    count = number_or_none(found["n"]) if found else None
    if count is None or not found:
        return None
    return count * (WEEK if found["n_unit"] == "week" else DAY)


def stated(number: N | None, what: str) -> N:
    """A number of the section; raises ``Held`` where it does not say ``what``."""
    if number is None:
        raise Held(SECTION, "it does not say {}", what)
    return number


def appoint(act: ActionContext[Any], name: str | None) -> None:
    """Make a person the judge; None leaves the office vacant. Assents to a removal become void."""
    act.state = replace(act.state, judge=name, removal=())


def is_judge(act: ActionContext[Any]) -> bool:
    """Whether the line is the judge's own."""
    return act.state.judge is not None and is_author(act, act.state.judge)


def judges_only(act: ActionContext[Any]) -> None:
    """Refuse a line that is not the judge's."""
    if not is_judge(act):
        judge = act.state.judge
        raise Refused(
            say("the judge is {}", judge) if judge else say("there is no judge"), rule=SECTION
        )


# -- leaving the office ----------------------------------------------------------------------------


def _assent(act: ActionContext[Any]) -> None:
    """``assent to removing the judge``: so many players, and the office is vacant."""
    act.book.require(SECTION)
    judge = act.state.judge
    if judge is None:
        raise Refused("there is no judge to remove", rule=SECTION)
    if act.player in act.state.removal:
        raise Refused("{} has assented already", act.player, rule=SECTION)
    needed = stated(terms(act.book).assents, "how many players remove the judge")
    act.state = replace(act.state, removal=(*act.state.removal, act.player))
    assents = [name for name in act.state.removal if name in act.state.players]
    if len(assents) < needed:
        more = needed - len(assents)
        act.say("{} assents to removing {}; {} more would do it", act.player, judge, more)
        return
    appoint(act, None)
    act.say("{} is removed as judge, with the assent of {}", judge, say(" and ").join(assents))


def _take_back(act: ActionContext[Any]) -> None:
    if act.player not in act.state.removal:
        raise Refused("{} has not assented to removing the judge", act.player, rule=SECTION)
    removal = tuple(name for name in act.state.removal if name != act.player)
    act.state = replace(act.state, removal=removal)
    act.say("{} no longer assents to removing the judge", act.player)


def _resign(act: ActionContext[Any]) -> None:
    act.book.require(SECTION)
    judges_only(act)
    judge = act.state.judge
    appoint(act, None)
    act.say("{} is no longer the judge", judge)


ASSENT, TAKE_BACK = "assent to removing the judge", "take back my assent"
VERBS = under(
    SECTION,
    Verb(ASSENT, ASSENT, ASSENT,
         "removes the judge, once enough players do it (only for abuse of office)", _assent,
         available=lambda act: act.state.judge is not None and act.player not in act.state.removal,
         hints=("remove the judge", "remove judge", "assent"),
         phrases=(
             "remove|impeach|oust|fire|dismiss|depose|recall (the) judge",
             "assent|agree|consent (to) (remove|removing|removal) (of) (the) judge",
             "assent to (the) removal of (the) judge",
             "vote to remove|removing (the) judge",
             "want (the) judge removed|gone",
         )),
    Verb(TAKE_BACK, TAKE_BACK, TAKE_BACK, "takes back your assent to removing the judge",
         _take_back,
         available=lambda act: act.player in act.state.removal,
         phrases=("withdraw|revoke|retract|rescind|cancel (my) assent",)),
    Verb("resign as judge", "resign as judge", "resign as judge", "ends your term as judge",
         _resign, players_only=False, available=is_judge, hints=("resign",),
         phrases=(
             "resign|quit|retire (as|from|being) (the) judge|judgeship|office",
             "resign my office|judgeship|post",
             "leave|quit (the) office (of|as) judge",
             "step|stand down as|from (being) (the) judge|office",
             "no longer (am|be) (the) judge",
             "stop being (the) judge",
             "give up being|judging|judgeship|the (judge|judgeship|office)",
         )),
)  # fmt: skip
