"""How answers read, in all scenarios of all games: counts fit their nouns, forms are whole, nothing is raw."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.rules.rulesets import all_scenarios
from tests.rules.scenario import Stage
from tests.rules.scenario_files import Scenario
from wikibot.game.actions import Verdict
from wikibot.wikitext.answers import answer_wikitext
from wikibot.wikitext.replies import insert_replies, reply_text

# Things that answers count, in the singular; an item may be called by any name and is not among them.
NOUNS = [
    "shard",
    "crystal",
    "crustal",
    "poent",
    "pot",
    "cut",
    "banana",
    "phase",
    "day",
    "hour",
    "turn",
    "vote",
    "roll",
    "player",
    "space",
    "line",
    "proposal",
    "house",
    "duck",
    "herb",
    "reagent",
    "member",
    "cell",
    "choice",
    "option",
    "answer",
    "character",
]
_ONE = re.compile(rf"(?<![\w.:/+−-])1 (?:{'|'.join(NOUNS)})s\b", re.IGNORECASE)
_MANY = re.compile(
    rf"(?<![\w.:/+−-])(?:0|[2-9]|\d{{2,}}) (?:{'|'.join(NOUNS)})\b(?!s)", re.IGNORECASE
)
_QUOTED = re.compile(
    r"'[^']*'|`[^`]*`|«[^»]*»|Crystal (?:Engine|Beam|Forge|Orb)|turn into|taken back:.*"
)
# A steward's orders are echoed in exact statements, or asked for in the form of the order.
_EXACT = re.compile(r"(?:as [^:]+: )?(?:correct|ruling|undo|enact)\b")


def told(scenario: Scenario) -> Iterator[tuple[Verdict | None, str]]:
    """Every answer and every event of a scenario."""
    stage = Stage(scenario)
    for _ in stage.run_without_claims():
        for _, played in stage.played[-1:]:
            lines = (each for each in played.outcomes if not _EXACT.match(each.action.text))
            yield from ((each.verdict, each.text) for each in lines)
            yield from ((None, each.text) for each in played.fired_events)


@pytest.mark.parametrize("scenario", all_scenarios(), ids=str)
def test_answers_read_well(scenario: Scenario) -> None:
    """One shard and two shards; backticks in pairs; a question for what is missing; no markup left over."""
    wrong = []
    for verdict, text in told(scenario):
        plain = _QUOTED.sub("…", text)
        if _ONE.search(plain) or _MANY.search(plain) or text.count("`") % 2 or "(s)" in text:
            wrong.append(text)
        if verdict is Verdict.NEEDS and "?" not in text and "The line is played" not in text:
            wrong.append(text)
        reply = insert_replies("* x", [(0, reply_text("done", answer_wikitext(text)))])
        if "`" in reply or re.search(
            r"\d{4}-\d\d-\d\dT", re.sub(r"&#39;.*?&#39;|'[^']*'", "", reply)
        ):
            wrong.append(reply)

    assert wrong == []
