"""The checker finds what it is there to find; it looks at histories that were made by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import cast

import pytest

from tests.campaign import pages
from tests.campaign.checks import Evidence, bytes_kept, check_evidence
from tests.campaign.history import BOT, Rev
from tests.campaign.people import People, Written
from tests.campaign.replays import applied_by_command, apply
from tests.mediawiki.server import Server
from wikibot.wikitext.numerals import format_time

BEGIN = datetime(2024, 1, 2, 10, tzinfo=UTC)
SIGNED = "[[User:Dave|Dave]] ([[User talk:Dave|talk]]) 10:00, 2 January 2024 (UTC)"
LINE = f"* shatter crystal -- 1d10 (4) = 4 <!-- zz1zz --> {SIGNED}"
REPLY = f"*: '''done''': <nowiki>found 14</nowiki> [[User:{BOT}|{BOT}]] 10:01, 2 January 2024 (UTC)"
LOG = f"<pre>\n# played from {format_time(BEGIN)} on\n# line 4.10.0\n{{}}</pre>\n"
LOGGED = "2024-01-02T10:10:00Z Dave: shatter crystal -- 1d10 (4) = 4\n"


def _revs(page: int, *texts: tuple[int, str, str]) -> list[Rev]:
    """Revisions of a page: id, who, text."""
    parents = [0, *(number for number, *_ in texts)]
    return [
        Rev(number, parent, user, BEGIN + timedelta(minutes=number), "", text, page)
        for parent, (number, user, text) in zip(parents, texts, strict=False)
    ]


def _played(log: str) -> str:
    """The gamestate after a log, with a status line."""
    page = apply(pages.state(), log, BEGIN + timedelta(minutes=11)).page
    assert page is not None
    return (
        f'{page}\n<small class="wikibot-status">Synced through 10:11, 2 January 2024 (UTC).</small>'
    )


def _evidence(
    state: str | None = None,
    reply: Sequence[str] = (REPLY,),
    log: str | None = None,
    after: str = "",
) -> Evidence:
    """One line of Dave's, played by the bot: all is well, but for what is given."""
    people = People(cast(Server, None), Random(0))
    people.lines["zz1zz"] = Written("zz1zz", "Dave", LINE)
    logged = LOG.format(LOGGED)
    written = f"{pages.actions()}\n{LINE}"
    return Evidence(
        people,
        _revs(2, (3, "Steward", pages.state()),
              (11, BOT, _played(logged) if state is None else state)),
        _revs(4, (9, "Steward", pages.actions()), (10, "Dave", written),
              (12, BOT, "\n".join([written, *reply]) + after)),
        _revs(5, (13, BOT, logged if log is None else log)),
    )  # fmt: skip


def _kinds(evidence: Evidence) -> set[str]:
    return {violation.kind for violation in check_evidence(evidence, ["secret"])}


def test_nothing_is_found_where_all_is_well() -> None:
    """A line that was played, answered and logged once violates nothing."""
    assert [] == check_evidence(_evidence(), ["secret"])


@pytest.mark.parametrize(
    ("made", "kinds"),
    [
        (lambda: _evidence(reply=()), {"unanswered"}),
        (lambda: _evidence(reply=(REPLY, REPLY)), {"answered twice"}),
        (lambda: _evidence(reply=(REPLY.replace("done", "cant"),)), {"verdict"}),
        (lambda: _evidence(reply=(REPLY, "prose of the bot")), {"bytes"}),
        (lambda: _evidence(reply=(REPLY.replace("found", "~~~~"),)), {"bytes"}),
        (lambda: _evidence(reply=(REPLY.replace("found", "secret"),)), {"leak"}),
        (lambda: _evidence(log=LOG.format(LOGGED + "# line 4.10.0\n" + LOGGED)),
         {"logged twice", "page is not the replay of the log"}),
        (lambda: _evidence(log=LOG.format(LOGGED).replace("4.10.0", "4.9.7")),
         {"unknown identity", "not logged"}),
        (lambda: _evidence(log=LOG.format("").replace("# line 4.10.0\n", "")),
         {"not logged", "page is not the replay of the log"}),
        (lambda: _evidence(state=_played("")),
         {"page is not the replay of the log", "page is not the replay of all lines"}),
        (lambda: _evidence(state=_played(LOG.format(LOGGED)).replace("KEEP 10: below", "below")),
         {"bytes"}),
        (lambda: _evidence(state=_played(LOG.format(LOGGED)).replace("these   blanks.   ",
            "these blanks.")),
         {"bytes"}),
    ],
)  # fmt: skip
def test_each_fault_is_found(made: Callable[[], Evidence], kinds: set[str]) -> None:
    """What goes wrong is named by its own kind, and by no other."""
    assert kinds == _kinds(made())


def test_a_lost_line_is_found() -> None:
    """A line that the bot's edit dropped is missing from the page, and its revision is named."""
    evidence = _evidence()
    lost = Rev(14, 12, BOT, BEGIN, "", evidence.play[-1].text.replace(LINE + "\n", ""), 4)

    assert {"bytes", "line lost"} <= _kinds(
        Evidence(evidence.people, evidence.state, [*evidence.play, lost], evidence.log)
    )


@pytest.mark.parametrize(("kept", "found"), [("<pre>\n", 0), ("", 1)])
def test_records_end_before_the_status_line(kept: str, found: int) -> None:
    """Wherever people have put that: what stands below it is theirs."""
    status = '<small class="wikibot-status">Synced through 10:11, 2 January 2024 (UTC).</small>\n'
    old = f"== Spaces ==\n{status}<pre>\n"
    new = f"== Spaces ==\n\n== Records ==\n{{|\n|}}\n\n{status}{kept}"
    state = _revs(3, (1, "Sam", old), (2, BOT, new))

    assert len([*bytes_kept(state, {}, [])]) == found


def test_what_people_left_of_a_status_line_ends_where_the_next_begins() -> None:
    """A line in between is theirs: it is there as before."""
    old = '<small class="wikibot-status">cut off\nwhat is left'
    new = f'{old}\n<small class="wikibot-status">Synced.</small>'
    state = _revs(3, (1, "Sam", old), (2, BOT, new))

    assert not [*bytes_kept(state, {}, [])]


def test_replays_are_those_of_the_command_line() -> None:
    """What the checker replays in its own process is what `wikibot apply` plays."""
    now = BEGIN + timedelta(minutes=11)
    log = LOG.format(LOGGED)

    assert applied_by_command(pages.state(), log, now) == apply(pages.state(), log, now).state
