"""Syncs that are disturbed on a real server:
people who save in between, a killed bot, a wiki that says no.

What the server itself does then, its merges, refusals and lost sessions, is tested on both versions
in test_wiki_saving, test_wiki_refusals and test_wiki_session. What a sync makes of it has nothing
of the server's: it is tested on the newer one. The order of a history is the server's again.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mediawiki.proxy import Request, call_of, edit_of
from tests.mediawiki.server import Server
from tests.mediawiki.table import Table, logged
from tests.nursery import Child
from wikibot.wiki.errors import EditRefused, NotAllowed, TryLater

DIG = "* dig -- 2d4 (1, 3) = 4 ~~~~"
PLAYED = ({"Ann": 4, "Bea": 5}, ["done: found 4"], 1)


def begun(server: Server, folder: Path) -> Table:
    """A table with one line of Ann's that has not been played."""
    table = Table(server, folder)
    table.add("Ann", DIG)
    return table


@pytest.fixture
def table(mediawiki_143: Server, tmp_path: Path) -> Table:
    """Such a table on the newer version."""
    return begun(mediawiki_143, tmp_path)


def outcome(table: Table) -> tuple[dict[str, int], list[str], int]:
    """What the three pages say of Ann's line: stones, replies, log lines."""
    return table.stones(), table.replies(), logged(table, "Ann: dig")


def test_two_bots_answer_a_line_once(table: Table, tmp_path: Path) -> None:
    """Also where a person replied below it in between,
    so that the two answers have different places.
    """
    (tmp_path / "other").mkdir()

    def meanwhile(_: Request) -> None:
        table.steward.edit("Play", append="\n*: Well dug! ~~~~")
        table.sync(tmp_path / "other")

    table.server.proxy.before(meanwhile, edit_of("Play"))
    table.sync()
    table.sync()

    assert (table.replies(), table.text("Play").count("Well dug!")) == (["done: found 4"], 1)


def test_two_bots_write_a_line_on_the_log_once(table: Table, tmp_path: Path) -> None:
    """Also where a person's text came between,
    so that each has another place for it and the wiki could merge both.
    """
    table.sync()
    table.add("Bea", "* dig -- 2d4 (1, 1) = 2 ~~~~")

    def meanwhile(_: Request) -> None:
        table.steward.edit("Log", append="\nA note by hand.")
        table.sync(tmp_path / "other")

    (tmp_path / "other").mkdir()
    table.server.proxy.before(meanwhile, edit_of("Log"))
    table.sync()
    table.sync()

    assert (logged(table, "Bea: dig"), logged(table, "A note by hand.")) == (1, 1)


# -- servers whose clocks differ -------------------------------------------------------------------


def test_lines_saved_by_a_slow_clock_are_answered(mediawiki: Server, tmp_path: Path) -> None:
    """Their times are before that of the bot's own answer;
    a run that dies and one without journal follow.
    """
    table = begun(mediawiki, tmp_path)
    table.sync()
    table.server.lag(20)
    for _ in range(12):
        table.add("Bea", "* dig -- 2d4 (1, 1) = 2 ~~~~")
    table.server.lag(0)
    running: list[Child] = []
    table.server.proxy.before(lambda _: _kill(running), edit_of("Play"))
    running.append(table.spawn())
    running[0].wait()
    table.forget()
    table.sync()

    assert (table.stones(), len(table.replies())) == (
        {"Ann": 4, "Bea": 19},
        13,
    )  # nobody carries more than 20


def test_what_the_bot_remembers_is_its_last_edit_by_a_slow_clock_too(
    mediawiki: Server, tmp_path: Path
) -> None:
    """The bot's newest edit of the gamestate bears an earlier time than the one before,
    a person's is on top of it.
    """
    table = begun(mediawiki, tmp_path)
    table.sync()
    table.add("Bea", "* dig -- 2d4 (1, 1) = 2 ~~~~")
    table.server.lag(20)
    table.sync()
    table.steward.edit("State", table.text("State").replace("Our game.", "Our wonderful game."))
    table.server.lag(0)
    table.forget()
    table.sync()

    assert (table.stones(), len(table.replies()), logged(table, "Bea: dig")) == (
        {"Ann": 4, "Bea": 7},
        2,
        1,
    )


# -- people in between -----------------------------------------------------------------------------


def test_an_edit_conflict_is_played_again(table: Table) -> None:
    """A person who changes the same lines between the bot's read and write loses nothing,
    and the action is played.
    """
    text = table.text("State").replace("Ann: 0", "Ann: 10")
    table.server.proxy.before(lambda _: table.steward.edit("State", text), edit_of("State"))
    table.sync()

    assert outcome(table) == ({"Ann": 14, "Bea": 5}, ["done: found 4"], 1)


def test_a_silent_merge_is_noticed(table: Table) -> None:
    """A person's edit elsewhere on the page, which the server merges without a word, is kept;
    the play is made anew.
    """
    text = table.text("State").replace("Our game.", "Our wonderful game.")
    table.server.proxy.before(lambda _: table.steward.edit("State", text), edit_of("State"))
    report = table.sync()

    assert (outcome(table), table.text("State").startswith("Our wonderful game.")) == (PLAYED, True)
    assert (table.sync().idle, len(report.outcomes)) == (True, 1)


def test_a_merge_that_a_crash_left_unnoticed_is_noticed_by_the_next_run(table: Table) -> None:
    """Killed right after a silent merge, the bot plays anew on what the person had saved."""
    text = table.text("State").replace("Our game.", "Our wonderful game.")
    running: list[Child] = []
    table.server.proxy.before(lambda _: table.steward.edit("State", text), edit_of("State"))
    table.server.proxy.after(lambda *_: _kill(running), edit_of("State"))
    running.append(table.spawn())
    running[0].wait()
    table.sync()

    assert (outcome(table), table.text("State").startswith("Our wonderful game.")) == (PLAYED, True)


def test_a_line_added_while_the_bot_replies_is_played_next(table: Table) -> None:
    """A line that arrives between the commit and the replies is neither lost nor answered by
    accident.
    """
    table.server.proxy.before(
        lambda _: table.add("Bea", "* dig -- 2d4 (1, 1) = 2 ~~~~"), edit_of("Play")
    )
    table.sync()
    table.sync()

    assert (table.stones(), sorted(table.replies())) == (
        {"Ann": 4, "Bea": 7},
        ["done: found 2", "done: found 4"],
    )


def test_two_bots_at_once(table: Table, tmp_path: Path) -> None:
    """Two machines that sync at the same moment play each action once and answer it once."""
    other = tmp_path / "other"
    other.mkdir()
    errors: list[BaseException] = []

    def run(folder: Path) -> None:
        try:
            table.sync(folder)
        except TryLater:
            pass  # the next run goes on
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    for line in range(3):
        threads = [threading.Thread(target=run, args=(folder,)) for folder in (tmp_path, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if line < 2:
            table.add("Ann", DIG)
    table.sync()

    assert (errors, outcome(table)) == ([], ({"Ann": 12, "Bea": 5}, ["done: found 4"] * 3, 3))


# -- a killed bot ----------------------------------------------------------------------------------

STEPS: dict[str, Callable[[Request], bool]] = {
    "a poll": call_of("query"), "the gamestate": edit_of("State"), "the replies": edit_of("Play"),
    "the log": edit_of("Log"),
}  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_at_every_step(table: Table, step: str, moment: str) -> None:
    """With kill -9 right before or after any request has its effect,
    the next run leaves everything done once.
    """
    running: list[Child] = []
    if moment == "before":
        table.server.proxy.before(lambda _: _kill(running), STEPS[step])
    else:
        table.server.proxy.after(lambda *_: _kill(running), STEPS[step])
    running.append(table.spawn())
    killed = running[0].wait() == -signal.SIGKILL
    table.sync()
    table.sync()

    assert (killed, outcome(table)) == (True, PLAYED)


def _kill(running: list[Child]) -> None:
    while not running:
        time.sleep(0.001)  # the process is being started by the test's own thread
    running[0].kill()
    running[0].wait()


def test_a_lost_answer_is_looked_for(table: Table) -> None:
    """When the connection breaks after the server has saved,
    the bot finds its own edit and does not save again.
    """
    for title in ("State", "Play", "Log"):
        table.server.proxy.lose_answer(edit_of(title))
    table.sync()

    assert (outcome(table), table.bot_edits()) == (PLAYED, 3)


# -- a wiki that says no ---------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["State", "Play"])
def test_a_protected_page(table: Table, title: str) -> None:
    """If a page that has to be written is protected, nothing is played, and the message names it.

    One edit says so where people look, on a page that is not protected.
    """
    table.steward.protect(title)
    with pytest.raises(NotAllowed, match=f"{title}: the page is protected"):
        table.sync()
    table.steward.protect(title, "all")

    assert (table.bot_edits(), table.sync() and outcome(table)) == (1, PLAYED)


def test_a_block(table: Table) -> None:
    """A blocked bot writes nothing, and says who blocked it;
    once it is lifted everything is played.
    """
    table.steward.block("Wikibot", reason="too eager")
    with pytest.raises(NotAllowed, match=r"blocked by Steward.*too eager"):
        table.sync()
    table.steward.unblock("Wikibot")
    table.sync()

    assert outcome(table) == PLAYED


def test_a_partial_block(table: Table) -> None:
    """A block from the actions page alone leaves the replies owed; they come when it is lifted."""
    table.steward.block("Wikibot", pages=("Play",))
    with pytest.raises(NotAllowed, match="Play: the account is blocked on this page"):
        table.sync()
    table.steward.unblock("Wikibot")
    table.sync()

    assert outcome(table) == PLAYED


def test_a_read_only_wiki(table: Table) -> None:
    """A wiki in read-only mode is tried again later, with its own reason shown."""
    table.server.configure(wgReadOnly="Backup running")
    with pytest.raises(TryLater, match="read-only"):
        table.sync()
    table.server.configure(wgReadOnly=None)
    table.sync()

    assert outcome(table) == PLAYED


def test_a_filter_on_what_one_line_says(table: Table) -> None:
    """That line is held without its text, which only its author's own edit bears;
    all else is played and saved.
    """
    table.add("Bea", "* dig balderdash ~~~~")
    table.server.add_filter('added_lines contains "balderdash"')
    report = table.sync()

    held = [o for o in report.outcomes if o.verdict == "held"]
    assert (table.stones(), logged(table, "Ann: dig"), len(held)) == ({"Ann": 4, "Bea": 5}, 1, 1)
    assert sorted(reply.partition(":")[0] for reply in table.replies()) == ["done", "held"]
    assert [table.text(page).count("balderdash") for page in ("State", "Play", "Log")] == [0, 1, 0]


def test_a_filter(table: Table) -> None:
    """An edit filter that refuses the replies is named;
    what it refused comes when it is switched off.
    """
    table.server.add_filter('page_title == "Play" & user_name == "Wikibot"')
    with pytest.raises(EditRefused, match="Play: an edit filter said no"):
        table.sync()
    table.server.sql("UPDATE abuse_filter SET af_enabled = 0")
    table.sync()

    assert outcome(table) == PLAYED


def test_an_oversize_page(table: Table) -> None:
    """A gamestate that would grow beyond the wiki's limit is not written,
    and the message says what to do.
    """
    table.server.configure(wgMaxArticleSize=0)
    with pytest.raises(EditRefused, match=r"State: the page would be too big.*Move parts of it"):
        table.sync()


def test_an_expired_session_logs_in_again(table: Table) -> None:
    """When the wiki has forgotten the session, the bot logs in once more and goes on."""
    table.sync()
    table.server.end_sessions()
    table.add("Bea", "* dig -- 2d4 (1, 1) = 2 ~~~~")
    table.sync()

    assert table.stones() == {"Ann": 4, "Bea": 7}


def test_a_captcha(table: Table) -> None:
    """A wiki that wants a captcha from the bot is answered with the right that it lacks."""
    table.server.configure(
        wgCaptchaTriggers={"edit": True}, wgGroupPermissions={"bot": {"skipcaptcha": False}}
    )
    with pytest.raises(EditRefused, match=r"captcha.*skipcaptcha"):
        table.sync()
    assert table.bot_edits() == 0


# -- pages that go ---------------------------------------------------------------------------------


def test_a_moved_actions_page(table: Table) -> None:
    """A page that was moved is named together with the setting to change;
    nothing is written meanwhile.
    """
    table.steward.move("Play", "Games/Play")
    report = table.sync()

    assert (
        report.exit_code,
        report.problems[0].startswith("Play: the page is a redirect; it was moved."),
    ) == (1, True)


def test_a_deleted_actions_page(table: Table) -> None:
    """A deleted page is named; restored, it is played on as if nothing had been."""
    table.sync()
    table.steward.delete("Play")
    report = table.sync()
    table.steward.undelete("Play")
    table.add("Ann", DIG)
    table.sync()

    assert (
        report.problems[0].startswith("Play: there is no such page."),
        table.stones()["Ann"],
    ) == (True, 8)


def test_hidden_text_and_users(table: Table) -> None:
    """A line whose author is hidden is held, naming the revision; lines of others are played."""
    revision = table.add("Bea", "* dig -- 2d4 (1, 1) = 2 ~~~~")
    table.add("Ann", DIG)
    table.steward.revdelete("Play", revision, hide=("user",))
    table.sync()

    assert table.stones() == {"Ann": 8, "Bea": 5}
    assert [reply.split(".")[0] for reply in table.replies() if "held" in reply] == [
        f"held: the author of this line, added in revision {revision}, is hidden"
    ]


def test_people_without_an_account(table: Table) -> None:
    """A line from an IP address is answered with what to do."""
    table.server.anonymous().edit("Play", append="\n* dig -- 2d4 (1, 1) = 2")
    table.sync()

    assert table.replies()[1].endswith("has no account. Log in and write the line again")
