"""Whole syncs on a real server, by real accounts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.mediawiki.server import Server
from tests.mediawiki.table import Table, logged

IN_TURN = True
DIG = "* dig -- 2d4 (1, 3) = 4 ~~~~"


@pytest.fixture
def table(mediawiki: Server, tmp_path: Path) -> Table:
    """A table at which nothing has been played yet."""
    return Table(mediawiki, tmp_path)


def test_a_line_is_played_answered_and_logged(table: Table) -> None:
    """A signed line changes the gamestate,
    gets a reply of the bot's account below it and a line in the log.
    """
    table.add("Ann", DIG)
    report = table.sync()

    assert (table.stones()["Ann"], table.replies(),
            logged(table, "Ann: dig -- 2d4 (1, 3) = 4")) == (
        4, ["done: found 4"], 1,
    )  # fmt: skip
    assert ("[[User:Wikibot" in table.text("Play"), report.exit_code) == (True, 0)


def test_a_second_sync_makes_one_request_and_no_edit(table: Table) -> None:
    """With nothing new a run costs one GET of less than 4 KB, and no page gets a revision."""
    table.add("Ann", DIG)
    table.sync()
    edits = table.bot_edits()
    table.server.proxy.mark()
    report = table.sync()

    assert (report.idle, table.server.proxy.requests, table.bot_edits()) == (True, 1, edits)
    assert table.server.proxy.bytes < 4096


@pytest.mark.parametrize("remark", ["", "A remark of Bea's."])
def test_one_action_costs_five_requests(table: Table, remark: str) -> None:
    """After the first login, a run that plays one action makes at most five requests, the log
    included.

    Also where somebody has written on the gamestate page since, and a sync has seen it.
    """
    table.add("Ann", DIG)
    table.sync()
    if remark:
        table.add("Bea", remark, "State")
        assert table.sync().changes == ()
    table.add("Bea", "* dig -- 2d4 (1, 1) = 2 ~~~~")
    table.server.proxy.mark()
    table.sync()

    assert table.server.proxy.requests <= 5
    assert table.stones() == {"Ann": 4, "Bea": 7}


def test_a_lost_journal_costs_requests_and_nothing_else(table: Table) -> None:
    """Without any local file the next run plays nothing again,
    answers nothing twice, and edits nothing.
    """
    table.add("Ann", DIG)
    table.sync()
    edits = table.bot_edits()
    shutil.rmtree(table.folder)
    table.folder.mkdir()
    report = table.sync()

    assert (report.outcomes, table.bot_edits(), table.stones()["Ann"]) == ((), edits, 4)


def test_a_forged_signature(table: Table) -> None:
    """Bea's revision with Ann's signature is played for neither;
    the answer names both and the revision.
    """
    revision = table.add(
        "Bea", "* dig -- 2d4 (1, 3) = 4 [[User:Ann|Ann]] 12:04, 5 January 2024 (UTC)"
    )
    table.sync()

    assert table.stones()["Ann"] == 0
    assert table.replies()[0].startswith(
        f"cant: the line was added by Bea in revision {revision} but is signed as Ann"
    )


def test_a_line_changed_by_another(table: Table) -> None:
    """A line that Bea changed before it was played is not Ann's any more;
    the answer says who and where.
    """
    table.add("Ann", DIG)
    text = table.text("Play").replace("(1, 3) = 4", "(1, 1) = 2")
    revision = table.person("Bea").edit("Play", text)
    table.sync()

    assert table.replies() == [
        f"cant: Bea changed this line of Ann in revision {revision}. Write a new line to play it"
    ]


def test_a_hand_edit_is_adopted(table: Table) -> None:
    """What a person writes into the gamestate counts and is logged as a correction."""
    table.add("Ann", DIG)
    table.sync()
    table.steward.edit("State", table.text("State").replace("Bea: 5", "Bea: 7"))
    report = table.sync()

    assert (report.corrections, logged(table, "Steward: correct Bea gains 2 Stone")) == (
        ("Bea gains 2 Stone",),
        1,
    )


NASTY = (
    "{{subst:Trap}}", "~~~~", "[[Category:Caught]]", "</nowiki>{{Trap}}", "{{Trap}}",
    "[[User:Carol]]", "<!-- --> <script>", "__NOTOC__", "{{#tag:nowiki}}", "-{x}-", "<pre></pre>",
    "&lt;", "'''bold'''", "|-", "{{!}}",
)  # fmt: skip


def test_what_players_write_does_nothing(table: Table) -> None:
    """Whatever a line holds is shown back as it is, and neither template,
    category, link nor signature comes of it.
    """
    table.steward.edit("Template:Trap", "[[Category:Caught]]caught")
    lines = [
        f"* dance <nowiki>{nasty.replace('</nowiki>', '')}</nowiki> "
        f"{nasty if 'nowiki' in nasty else ''}"
        for nasty in NASTY
    ]
    table.add("Ann", "\n".join(lines))
    before = table.text("Play").splitlines()
    table.sync()
    replies = [
        each.partition("[[User:Wikibot")[0]
        for each in table.text("Play").splitlines()
        if each not in before
    ]
    found = [made_of(table, reply) for reply in replies]

    assert ["huh" in reply for reply in replies] == [True] * len(NASTY)
    assert found == [[[], [], []]] * len(NASTY)


def made_of(table: Table, reply: str) -> list[list[object]]:
    """The categories, templates and links that the server finds in a reply."""
    parsed = table.steward.api(
        action="parse", text=reply, prop="categories|templates|links", contentmodel="wikitext"
    )
    return [parsed["parse"][key] for key in ("categories", "templates", "links")]
