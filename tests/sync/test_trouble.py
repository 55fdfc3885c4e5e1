"""What stops the game is told where people look, once, and is told no longer when it is mended."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.replies import unsigned
from tests.sync.world import DIG, Deadly, Killed, World
from wikibot.config.settings import Settings
from wikibot.game.problems import Refused
from wikibot.storage.cursor import read_cursor
from wikibot.wiki.base import Edit, Poll, Saved
from wikibot.wiki.errors import EditRefused, NotAllowed
from wikibot.wikitext.lines import MOST_LINES, MOST_MARKS, split_signature

PAGES = ("State", "Play", "Orders", "Log")


def with_stewards(settings: Settings) -> Settings:
    """The settings with a steward page."""
    stewards = dataclasses.replace(settings.stewards, page="Orders")
    return dataclasses.replace(settings, stewards=stewards)


@pytest.fixture
def world(world: World) -> World:
    """A game with a steward page that was played before."""
    world.settings = with_stewards(world.settings)
    world.edit("Sam", "Orders", "Stewards write here.\n")
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.sync()
    return world


def spoil(world: World, old: str = "Bea: 7", new: str = "Bea: seven", by: str = "Ann") -> int:
    """Somebody writes what is not a number."""
    assert old in world.text("State")
    return world.edit(by, "State", world.text("State").replace(old, new))


def status(world: World) -> str:
    """The one status line."""
    (line,) = (each for each in world.text("State").splitlines() if "wikibot-status" in each)
    return line


def below(world: World) -> list[str]:
    """What stands below lines, without what the reader does not see."""
    lines = (each for each in world.text("Play").splitlines() if each.startswith("*:"))
    shown = (each.replace("<nowiki>", "").replace("</nowiki>", "") for each in lines)
    return [unsigned(each.partition(" <!--")[0]).removeprefix("*: ") for each in shown]


def saved(world: World) -> list[int]:
    """How many revisions each page has."""
    return [world.revisions(title) for title in PAGES]


def test_an_unreadable_cell_is_told_in_three_places(world: World) -> None:
    """The status line, below each line that waits, the steward page: which cell, and whose edit."""
    revision = spoil(world)
    world.add("Ann", DIG)
    report = world.sync()

    why = f"'seven' is not a number; changed by Ann in revision {revision}"
    assert (report.exit_code, why in report.problems[0]) == (1, True)
    assert f"{why}</nowiki>. Synced through" in status(world)
    where = "cell 'Stones' of 'Bea' (section 'Stones') on State"
    assert below(world)[1].startswith(f"'''waits''' until {where} can be read: 'seven' is not")
    assert below(world)[1].endswith(f"; changed by [[User:Ann|Ann]] in revision {revision}")
    assert "== What stops the game ==\n<!-- wikibot: stops of the game -->\n* <nowiki>State, " in (
        world.text("Orders")
    )


def test_it_is_told_once(world: World) -> None:
    """Further syncs edit nothing, with the local files or without them."""
    spoil(world)
    world.add("Ann", DIG)
    world.sync()
    before = saved(world)
    again = world.sync()
    world.forget()
    afresh = world.sync(force=True)

    assert ((again.exit_code, afresh.exit_code), saved(world)) == ((1, 1), before)


def test_a_line_that_comes_later_is_told_too(world: World) -> None:
    """One edit of its page; the gamestate, which says it already, is not saved again."""
    spoil(world)
    world.add("Ann", DIG)
    world.sync()
    state = world.revisions("State")
    world.add("Bea", DIG)
    world.sync()

    assert [each.startswith("'''waits'''") for each in below(world)] == [False, True, True]
    assert world.revisions("State") == state


def test_what_is_mended_is_told_no_longer(world: World) -> None:
    """The line is played, its answer stands in the place of the note, nothing else is left."""
    start = world.text("Orders")
    spoil(world)
    world.add("Ann", DIG)
    world.sync()
    spoil(world, "Bea: seven", "Bea: 7", by="Sam")
    report = world.sync()
    world.sync()

    assert (report.exit_code, below(world)) == (0, ["'''done''': found 2", "'''done''': found 4"])
    assert status(world).startswith('<small class="wikibot-status">Synced through')
    assert world.text("Orders") == start
    assert "* Ann: 4 stones\n* Bea: 7 stones\n" in world.text("State")


def test_it_is_told_no_longer_where_nothing_else_is_new(world: World) -> None:
    """The status line is the bot's to mend, once; then there is nothing to do."""
    spoil(world)
    world.sync()
    spoil(world, "Bea: seven", "Bea: 7", by="Sam")
    world.sync()

    assert "mended" not in status(world)
    assert world.sync().idle


def test_who_mends_by_going_back_to_the_bots_own_page_stops_nothing(world: World) -> None:
    """The page's history is the nearest remedy:
    that is no edit of the bot's that was taken back.
    """
    good = world.text("State")
    spoil(world)
    world.add("Ann", DIG)
    world.sync()
    world.edit("Sam", "State", good)
    report = world.sync()

    assert (report.exit_code, below(world)[1]) == (0, "'''done''': found 4")


def test_what_people_changed_meanwhile_is_a_correction(world: World) -> None:
    """Also what was changed in the edit that spoiled a cell;
    the log names the people, not the bot.
    """
    spoil(world, "* Ann: 0 stones\n* Bea: 7", "* Ann: 3 stones\n* Bea: seven")
    world.sync()
    spoil(world, "Bea: seven", "Bea: 9", by="Sam")
    report = world.sync()

    assert report.corrections == ("Ann gains 3 Stone", "Bea gains 2 Stone")
    assert "Ann and Sam: correct Ann gains 3 Stone; Bea gains 2 Stone\n" in world.text("Log")


def test_everything_else_on_the_page_stays(world: World) -> None:
    """To the byte: only the status line says more, and the hidden comment is the one of before."""
    spoil(world)
    before, cursor = world.text("State"), read_cursor(world.text("State"))
    world.sync()
    after = world.text("State")
    start, end = after.index("'''Nothing is played"), after.index("Synced through")

    assert after[:start] + after[end:] == before
    assert read_cursor(after) == cursor


def test_a_second_cell_changes_what_is_told(world: World) -> None:
    """The note below the line is renewed in its place, for as long as people leave it as it is."""
    spoil(world)
    world.add("Ann", DIG)
    world.sync()
    spoil(world, "Bea: seven", "Bea: 7", by="Sam")
    revision = spoil(world, "Ann: 0", "Ann: none", by="Cat")
    world.sync()

    assert len(below(world)) == 2
    assert (
        f"'none' is not a number; changed by [[User:Cat|Cat]] in revision {revision}"
        in (below(world)[1])
    )
    assert ("seven" in status(world), "'none'" in status(world)) == (False, True)


def test_a_note_that_people_wrote_on_stays(world: World) -> None:
    """Then the answer comes below it."""
    spoil(world)
    world.add("Ann", DIG)
    world.sync()
    page = world.text("Play").replace("'''waits''' <nowiki>", "'''waits''' (I know!) <nowiki>")
    world.edit("Ann", "Play", page)
    spoil(world, "Bea: seven", "Bea: 7", by="Sam")
    world.sync()

    assert [each[:18] for each in below(world)[1:]] == ["'''waits''' (I kno", "'''done''': found "]


def test_the_edit_that_tells_is_cut_off_and_made_up_for(world: World) -> None:
    """Killed behind the status line, the next run writes the rest and no line is played twice."""
    spoil(world)
    world.add("Ann", DIG)
    with pytest.raises(Killed):
        world.sync(wiki=Deadly(world, 1, after=True))
    world.forget()
    world.sync()
    waits = [each.partition(" until")[0] for each in below(world)]
    spoil(world, "Bea: seven", "Bea: 7", by="Sam")
    world.sync()
    world.sync()

    assert waits == ["'''done''': found 2", "'''waits'''"]
    assert (below(world)[1:], world.text("Log").count(": dig")) == (["'''done''': found 4"], 2)


def test_the_first_sync_of_a_page_tells_as_well(tmp_path: Path) -> None:
    """Before the bot has ever saved the page; the game begins when the cell can be read."""
    world = World(tmp_path)
    revision = spoil(world, "Bea: 5", "Bea: five")
    world.add("Ann", DIG)
    first, second = world.sync(), world.sync()
    told = status(world)
    spoil(world, "Bea: five", "Bea: 5")
    world.sync()

    assert (f"changed by Ann in revision {revision}" in told, second.changes) == (True, ())
    assert (first.exit_code, below(world)) == (1, ["'''done''': found 4"])
    assert "mended" not in status(world)
    world.close()


def test_the_rules_are_told_of_that_cannot_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number that the whole state needs: no traceback, no exit without a word on the wiki."""

    def read(*_: object) -> None:
        raise Refused("the size of the wheel is not a number")

    world.add("Ann", DIG)
    with monkeypatch.context() as patched:
        patched.setattr("tests.game.tiny.Tiny.read", read)
        report = world.sync()

    assert (report.exit_code, "the size of the wheel" in status(world)) == (1, True)
    assert "'''waits''' until this is mended: Rules: the size of the wheel" in below(world)[1]


@pytest.mark.parametrize("title", ["State", "Rules"])
def test_a_page_that_is_gone_is_told_of_elsewhere(world: World, title: str) -> None:
    """Below the lines and on the steward page, once."""
    world.add("Ann", DIG)
    (world.folder / f"{title}.wiki").unlink()
    world.sync()
    before = saved(world)
    world.sync()

    assert f"until this is mended: {title}: there is no such page." in below(world)[1]
    assert f"* <nowiki>{title}: there is no such page." in world.text("Orders")
    assert saved(world) == before


def test_a_mistake_of_the_program_is_told_below_the_lines(
    world: World, contained: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page at which it failed is left alone."""

    def fails(*_: object) -> None:
        raise RecursionError

    before = world.text("State")
    world.add("Ann", DIG)
    with monkeypatch.context() as patched:
        patched.setattr("tests.game.tiny.Tiny.read", fails)
        world.sync()

    assert (contained, world.text("State")) == (["reading the page: RecursionError"], before)
    assert "the bot failed at" in below(world)[1]


def test_a_protected_gamestate_is_told_of_elsewhere(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command ends as before; below the line and on the steward page people read why."""
    real = world.wiki.poll

    def protected(titles: object, **more: Any) -> Poll:
        poll = real(titles)  # type: ignore[arg-type]
        head = replace(poll.heads["State"], protection=("sysop",))
        return replace(poll, rights=("edit",), heads={**poll.heads, "State": head})

    world.add("Ann", DIG)
    with monkeypatch.context() as patched:
        patched.setattr(world.wiki, "poll", protected)
        for _ in range(2):
            with pytest.raises(NotAllowed):
                world.sync()
    told, revisions = below(world)[1], world.revisions("Play")
    world.sync()

    assert "State: the page is protected (sysop)" in told
    assert (below(world)[1], revisions) == ("'''done''': found 4", world.revisions("Play") - 1)
    assert "stops the game" not in world.text("Orders")


def test_a_gamestate_that_is_too_big_is_told_of_elsewhere(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wiki refuses the page; what is to be done about it stands where people look."""
    real = world.wiki.save

    def refuse(edit: Edit) -> Saved:
        if edit.title == "State":
            raise EditRefused("the page is too big", code="contenttoobig", page="State")
        return real(edit)

    world.add("Ann", DIG)
    with monkeypatch.context() as patched:
        patched.setattr(world.wiki, "save", refuse)
        with pytest.raises(EditRefused):
            world.sync()

    assert "State: the page is too big" in below(world)[1]
    assert "State: the page is too big" in world.text("Orders")


@pytest.mark.parametrize("late", ["Log", "Play", "Log Play"])
@pytest.mark.parametrize("too", ["", "Orders", "Log Play Orders"])
def test_what_was_owed_before_a_refused_gamestate_is_delivered(
    world: World, monkeypatch: pytest.MonkeyPatch, late: str, too: str
) -> None:
    """One sync leaves pages unwritten, the next cannot save the gamestate, the third does both."""
    real = world.wiki.save

    def refuse(titles: str) -> None:
        def save(edit: Edit) -> Saved:
            if edit.title in titles.split():
                raise EditRefused("no", code="no", page=edit.title)
            return real(edit)

        world.add("Ann", DIG)
        with monkeypatch.context() as patched:
            patched.setattr(world.wiki, "save", save)
            with pytest.raises(EditRefused):
                world.sync()

    refuse(late)
    refuse(f"State {too}")
    world.sync()
    world.sync()  # with the log, where it waited

    assert (world.text("Log").count("Ann: dig"), world.text("Play").count("found 4<")) == (2, 2)


def test_what_is_told_is_signed_by_the_bot_alone(world: World) -> None:
    """A link to whom it concerns and a signature, in one edit: that is what notifies them."""
    spoil(world)
    world.add("Bea", DIG)
    world.sync()
    (line,) = (each for each in world.text("Play").splitlines() if "'''waits'''" in each)
    said, signature = split_signature(line)

    assert ("[[User:Ann|Ann]]" in said, signature.user) == (True, "Wikibot")
    assert signature.timestamp is not None


@pytest.mark.parametrize("text", ["* [[a]]\n" * MOST_LINES, f"{'<b>' * MOST_MARKS}<b>\n"])
def test_a_page_that_is_too_long_is_told_and_costs_nobody_a_line(world: World, text: str) -> None:
    """Nothing is read there until somebody undoes it; what was written before it is played then."""
    world.add("Ann", DIG)
    world.edit("Mallory", "Play", world.text("Play") + text)
    report = world.sync()

    assert (report.exit_code, report.outcomes) == (1, ())
    assert "Play: the page has more than 8,000 lines" in status(world)

    world.add("Bea", DIG)
    world.edit("Sam", "Play", world.text("Play").replace(text, ""))
    told = [each.verdict.value for each in world.sync().outcomes]

    assert told == ["done", "held"]  # nobody knows who wrote the second one
    assert "8,000 lines" not in status(world)
