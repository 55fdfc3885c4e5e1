"""A sync, from lines on the actions page to saved pages."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from tests.game.tiny import ACTIONS
from tests.replies import as_read
from tests.sync.world import World
from wikibot.wiki.base import Revision


def verdicts(world: World) -> list[str]:
    """The replies on the actions page, verdict and text, without escapes and signature."""
    page = as_read(world.text("Play"))
    found = re.findall(r"^\*: '''(\w+)''': (.*?)(?: \(\w+\)|) <!--", page, re.MULTILINE)
    return [f"{verdict}: {text}" for verdict, text in found]


def crash_behind_the_first_save(world: World) -> None:
    """A sync that is killed when the gamestate is saved and nothing else is yet."""
    cut = world.open()
    real_save = cut.save

    def save_once(edit: object) -> object:
        if getattr(edit, "title", "") != "State":
            raise KeyboardInterrupt
        return real_save(edit)  # type: ignore[arg-type]

    cut.save = save_once  # type: ignore[assignment,method-assign]
    with pytest.raises(KeyboardInterrupt):
        world.sync(wiki=cut)


def test_a_line_is_played_answered_and_logged(world: World) -> None:
    """One line leads to a changed cell, a signed reply below it and a line in the log."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4 --[[User:Ann|Ann]] 12:04, 5 January 2024 (UTC)")
    report = world.sync()

    assert "* Ann: 4 stones\n" in world.text("State")
    assert verdicts(world) == ["done: found 4"]
    assert "2024-01-05T12:04:00Z Ann: dig -- 2d4 (1, 3) = 4\n" in world.text("Log")
    assert ([str(o.verdict) for o in report.outcomes], report.exit_code) == (["done"], 0)


@pytest.mark.parametrize(
    "note",
    [
        "x", "0", "null", "[]", "{}", "[[1]]", '["run", "soon", 1]', '{"State": "seven"}',
        '{"own": 1}', "2024-13-05T12:04:00Z", "[" * 100_000, '{"head": 1e999}',
    ],
)  # fmt: skip
def test_notes_of_the_journal_that_somebody_changed_count_as_none(world: World, note: str) -> None:
    """Everything is looked at anew, and what was answered is not answered twice."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()
    names = world.journal.dump().notes.keys() | {"too big", "due", "archived"}
    world.journal.set_notes(dict.fromkeys(names, note))
    world.journal.flush()
    world.add("Ann", "* dig -- 2d4 (1, 1) = 2")
    report = world.sync()

    assert (verdicts(world), report.problems) == (["done: found 4", "done: found 2"], ())
    assert world.sync().idle


def test_a_second_sync_edits_nothing(world: World) -> None:
    """With nothing new, nothing is saved and nothing but the heads is read.

    When the local files are lost, too.
    """
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()
    before = [world.revisions(title) for title in ("State", "Play", "Log")]
    again = world.sync()
    world.forget()
    afresh = world.sync()

    assert (again.idle, afresh.changes, afresh.outcomes) == (True, (), ())
    assert [world.revisions(title) for title in ("State", "Play", "Log")] == before


def test_only_what_changed_is_touched(world: World) -> None:
    """Everything else on the gamestate page stays as people wrote it."""
    before = world.text("State")
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()

    assert world.text("State").startswith(before.replace("Ann: 0", "Ann: 4"))


@pytest.mark.usefixtures("contained")
def test_every_verdict_is_a_reply(world: World) -> None:
    """Lines that are not done are answered too, and do not stop the others."""
    world.add("Ann", "* frobnicate\n* walk mill\n* break\n* dig -- 2d4 (1, 3) = 4")
    world.add("Zoe", "* dig -- 2d4 (1, 3) = 4")
    report = world.sync()

    assert [text.partition(":")[0] for text in verdicts(world)] == [
        "huh", "needs", "held", "done", "cant",
    ]  # fmt: skip
    assert report.exit_code == 1


def test_a_forged_signature_is_not_played(world: World) -> None:
    """A line signed as Ann that Bea's revision added is not played.

    Both names are in the answer.
    """
    world.add("Bea", "* dig -- 2d4 (1, 3) = 4 [[User:Ann|Ann]] 12:04, 5 January 2024 (UTC)")
    world.sync()

    assert "* Ann: 0 stones\n" in world.text("State")
    assert verdicts(world)[0].startswith(
        "cant: the line was added by Bea in revision 4 but is signed as Ann"
    )


def test_a_line_that_another_account_changed_is_not_played(world: World) -> None:
    """Who changed it in which revision is in the answer."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.edit("Bea", "Play", world.text("Play").replace("(1, 3) = 4", "(1, 1) = 2"))
    world.sync()

    assert verdicts(world) == [
        "cant: Bea changed this line of Ann in revision 5. Write a new line to play it"
    ]


def test_a_choice_completes_what_waits(world: World) -> None:
    """What waits is on the page, so that another machine with no files can go on."""
    world.add("Ann", "* walk mill")
    world.sync()
    world.forget()
    world.add("Ann", "* choose hill")
    world.sync()

    assert verdicts(world)[1] == "done: walked to hill"


def test_hand_edits_are_adopted_and_listed(world: World) -> None:
    """People outrank the bot.

    What they write counts, is played on, and is listed as a correction with their name.
    """
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()
    world.edit("Sam", "State", world.text("State").replace("Bea: 5", "Bea: 7"))
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    report = world.sync()

    assert report.corrections == ("Bea gains 2 Stone",)
    assert "* Bea: 9 stones\n" in world.text("State")
    assert "Sam: correct Bea gains 2 Stone\n" in world.text("Log")


def test_an_unreadable_cell_leaves_the_page_alone(world: World) -> None:
    """The cell is named, only the status line is written, and the lines wait until it is mended."""
    world.edit("Sam", "State", world.text("State").replace("Bea: 5", "Bea: five"))
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    before = world.text("State")
    report = world.sync()
    stuck = (report.exit_code, "'five' is not a number" in report.problems[0])
    kept = world.text("State").startswith(f"{before}<small ")
    world.edit("Sam", "State", world.text("State").replace("Bea: five", "Bea: 5"))
    world.sync()

    assert (stuck, kept, verdicts(world)) == ((1, True), True, ["done: found 4"])


def test_a_dry_run_shows_and_saves_nothing(world: World) -> None:
    """What would be saved is in the report, page by page.

    The wiki stays as it is, and the next sync does it.
    """
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    before = [world.revisions(title) for title in ("State", "Play", "Log")]
    report = world.sync(dry_run=True)

    assert [change.title for change in report.changes] == ["State", "Play", "Log"]
    assert [world.revisions(title) for title in ("State", "Play", "Log")] == before
    assert not world.sync().idle


def test_text_on_the_stop_page_stops_all_writing(world: World) -> None:
    """As long as there is any text, nothing is saved, and the report says how to go on."""
    world.edit("Zoe", "Stop", "Something is wrong.")
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    report = world.sync()

    assert (report.exit_code, report.changes, "Blank the page" in report.problems[0]) == (
        1,
        (),
        True,
    )


def test_taking_back_the_bots_edit_does_not_play_it_again(world: World) -> None:
    """A person who undoes the bot's edit is obeyed.

    The state is theirs, and the line is not played a second time.
    """
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()
    world.add("Ann", "* dig -- 2d4 (2, 3) = 5")
    before = world.text("State")
    world.sync()
    world.edit("Sam", "State", before)
    report = world.sync()
    world.sync()

    assert "* Ann: 4 stones\n" in world.text("State")
    assert (report.exit_code, "Sam took back an edit of the bot" in report.problems[0]) == (1, True)


def test_a_missing_page_is_named(world: World) -> None:
    """Settings that name a missing page are a problem with a remedy, not a traceback."""
    (world.folder / "State.wiki").unlink()
    report = world.sync()

    assert report.problems == (
        (
            "State: there is no such page. Write `make gamestate` on the actions page, and the bot "
            "makes one for the rules; set `gamestate` in settings.ini to its title; or restore it "
            "if it was deleted."
        ),
    )


def test_a_hidden_gamestate_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is played on a page whose newest text cannot be read, and the report says why."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    read = world.wiki.read

    def hidden(titles: Sequence[str]) -> Mapping[str, Revision | None]:
        pages = read(titles)
        page = pages["State"]
        assert page is not None
        return {**pages, "State": replace(page, text=None, text_hidden=True)}

    with monkeypatch.context() as patched:
        patched.setattr(world.wiki, "read", hidden)
        report = world.sync()

    assert (report.exit_code, report.outcomes) == (1, ())
    assert "State: the text of its newest revision is hidden" in report.problems[0]
    assert [str(outcome.verdict) for outcome in world.sync().outcomes] == ["done"]


@pytest.mark.parametrize(
    ("title", "before", "after", "named"),
    [
        ("Rules", "No rules.", "#REDIRECT [[New rules]]", "Rules: the page is a redirect"),
        ("State", "Bea: 5", "Bea: five", "'five' is not a number"),
    ],
    ids=["moved page", "unreadable cell"],
)
def test_what_is_in_the_way_is_said_at_every_sync(
    world: World, title: str, before: str, after: str, named: str
) -> None:
    """A problem that stays is reported again and again.

    The second sync does not call the wiki settled.
    """
    world.edit("Sam", title, world.text(title).replace(before, after))
    first, second = world.sync(), world.sync()

    assert [(named in each.problems[0], each.exit_code) for each in (first, second)] == [
        (True, 1),
        (True, 1),
    ]


def test_replies_that_a_crash_cut_off_are_caught_up(world: World) -> None:
    """After a crash behind the first save the next run writes replies and log lines.

    It plays nothing again.
    """
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    crash_behind_the_first_save(world)
    world.forget()
    report = world.sync()

    assert (verdicts(world), world.text("Log").count("Ann: dig")) == (["done: found 4"], 1)
    assert ("* Ann: 4 stones\n" in world.text("State"), report.outcomes) == (True, ())


def test_an_older_edit_of_the_bot_is_not_taken_for_the_one_that_is_owed(world: World) -> None:
    """A log and an actions page that an earlier run wrote still get what this run owes them."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()
    world.add("Bea", "* dig -- 2d4 (2, 2) = 4")
    crash_behind_the_first_save(world)
    world.sync()

    assert (verdicts(world), world.text("Log").count("Bea: dig")) == (["done: found 4"] * 2, 1)


def test_a_line_taken_off_before_it_was_played_is_withdrawn(world: World) -> None:
    """A line that its author removed in time is not played, and the report says who removed it."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.edit("Ann", "Play", ACTIONS)
    report = world.sync()

    assert "* Ann: 0 stones\n" in world.text("State")
    assert report.notes == ("Ann took 'dig -- 2d4 (1, 3) = 4' of Ann off the page in revision 5",)


# With ``--debug`` an operator sees why each line was played or not, and what each stage cost.


def test_every_line_that_was_seen_is_told_of(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """One that is played, one that another account changed, and one that was answered before."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.edit("Ann", "Play", world.text("Play").replace("(1, 1) = 2", "(2, 2) = 4"))
    with caplog.at_level(logging.DEBUG, "wikibot"):
        world.sync()
    told = "\n".join(
        record.getMessage() for record in caplog.records if record.name == "wikibot.sync"
    )

    assert "taken: Ann wrote 'dig -- 2d4 (1, 3) = 4'" in told
    assert "rejected, cant: 'dig -- 2d4 (2, 2) = 4': Ann changed this line of Bea" in told
    stages = (
        "poll", "read", "inbox", "rules", "commands", "load", "play", "render", "plan", "commit",
    )  # fmt: skip
    assert [*stages, "deliver"] == [
        line.split(":")[0] for line in told.split("\n") if not line.startswith("line ")
    ]
    assert "3 lines (2 done, 1 cant)" in told
    head = world.wiki.poll(["Play"]).heads["Play"].revision
    assert head is not None
    assert f"Play at {head.id}" in told


def test_a_sync_without_news_says_so(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """And one with news says which page moved, from which revision to which."""
    world.sync()
    with caplog.at_level(logging.DEBUG, "wikibot"):
        world.sync()
        before = world.wiki.poll(["Play"]).heads["Play"].revision
        after = world.add("Ann", "Hello.")
        world.sync(force=False)
    told = [record.getMessage() for record in caplog.records if "poll: " in record.getMessage()]

    assert before is not None
    assert told == [
        "poll: nothing moved, and nothing is due",
        f"poll: Play moved from {before.id} to {after}",
    ]


def test_nothing_is_told_unless_it_is_asked_for(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """A sync by cron says what needs a person, and nothing else."""
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    with caplog.at_level(logging.INFO, "wikibot"):
        world.sync()

    assert not caplog.records
