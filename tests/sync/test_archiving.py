"""Old answered lines leave the actions page for the archive, each once, and nothing plays again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.for_each import portion
from tests.game.tiny import ACTIONS
from tests.sync.test_delivery import DIGS, Faulty
from tests.sync.world import World, settings_of
from wikibot.sync.pending_deliveries import LIMIT
from wikibot.wiki.base import Edit, Saved
from wikibot.wiki.errors import EditRefused, TryLater, WikiError
from wikibot.wikitext.own_marks import LISTED

ARCHIVE = "Play/Archive 2024-01"
TOO_BIG = EditRefused("the page would be too big", code="contenttoobig")


class LongWorld(World):
    """A game whose lines are archived when they are 30 days old."""

    def __init__(self, folder: Path, archive: str = "Play/Archive %Y-%m") -> None:
        super().__init__(folder)
        game = {"rules": "tiny", "archive": archive}
        self.settings = settings_of(folder, game=game, bot={"stop_page": "Stop"})

    def wait(self, days: int) -> None:
        self.now += timedelta(days=days)

    def archives(self) -> dict[str, str]:
        """The texts of all archives by title, the oldest first."""
        months = (
            f"Play/Archive {year}-{month:02}"
            for year in range(2024, 2028)
            for month in range(1, 13)
        )
        return {title: text for title in months if (text := self.text(title))}

    def played(self) -> dict[str, int]:
        """How often each line of a player, by its identity, was answered on all pages together."""
        every = "\n".join((self.text("Play"), *self.archives().values()))
        found: dict[str, int] = {}
        for identity in re.findall(r"<!-- (\d+\.\d+\.\d+) -->", every):
            found[identity] = found.get(identity, 0) + 1
        return found


@pytest.fixture
def world(tmp_path: Path) -> Iterator[LongWorld]:
    """A game with an answered line, 40 days later."""
    world = LongWorld(tmp_path)
    world.add("Ann", DIGS[0])
    world.sync()
    world.wait(40)
    yield world
    world.close()


def old_lines(world: World) -> tuple[int, int]:
    """How often the old line stands on the actions page and in its archive."""
    return world.text("Play").count(DIGS[0]), world.text(ARCHIVE).count(DIGS[0])


def test_an_answered_line_moves(world: LongWorld) -> None:
    """In the edit that answers the new line; the page has a link, and summaries say what moved."""
    world.add("Ann", DIGS[1])
    world.sync()

    play, said = world.text("Play"), world.wiki.history("Play", 0)[-1].comment or ""
    assert (old_lines(world), f'{DIGS[1]}\n*: <span class="mw-notalk">' in play) == ((0, 1), True)
    assert f"== Actions ==\n: ''Older lines: [[:{ARCHIVE}|Archive 2024-01]]''" in play
    assert f"1 old line moved to [[:{ARCHIVE}]]" in said
    assert world.text(ARCHIVE).startswith("Answered lines of [[:Play]] that got old.")
    assert [each.title for each in world.sync().changes] == ["Log"]
    assert world.sync().idle


def test_a_line_that_waits_stays(tmp_path: Path, contained: list[str]) -> None:
    """However old it is, until a steward rules on it."""
    world, stands = LongWorld(tmp_path), []
    identity = f"{world.wiki.poll(['Play']).heads['Play'].page_id}.{world.add('Bea', '* break')}.0"
    world.sync()
    for said in ((), (f"ruling {identity}: no effect",), ()):
        world.wait(40)
        world.add("Cat", "* dance")
        world.sync(said=said)
        stands.append("* break" in world.text("Play"))

    assert (stands, contained) == ([True, False, False], ["break: ZeroDivisionError"])
    world.close()


def test_without_the_setting_nothing_moves(tmp_path: Path) -> None:
    """Archiving is asked for."""
    world = LongWorld(tmp_path, archive="")
    world.add("Ann", DIGS[0])
    world.sync()
    world.wait(400)
    world.add("Ann", DIGS[1])
    world.sync()

    assert (old_lines(world), world.archives()) == ((1, 0), {})
    world.close()


def test_years_of_play_leave_the_page_as_small_as_a_month(tmp_path: Path) -> None:
    """Each line is answered once, on one page; the page has links to the newest archives."""
    world = LongWorld(tmp_path)
    lengths = []
    for number in range(60):
        for name in ("Ann", "Bea"):
            world.add(name, DIGS[number % 4] if number % 3 else f"* dance {number} ~~~~")
        if number % 20 == 19:
            world.forget()
        world.sync()
        lengths.append(len(world.text("Play")))
        world.wait(12)

    archives = world.archives()
    links = re.findall(r"\[\[:(Play/Archive [\d-]+)\|", world.text("Play"))
    assert (len(world.played()), {*world.played().values()}) == (120, {1})
    assert max(lengths[20:]) < 2 * lengths[8]
    assert links == [*archives][-LISTED:]
    assert "[[:Special:PrefixIndex/Play/Archive |all of them]]" in world.text("Play")
    assert len(archives) > 20
    world.close()


# -- what goes wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize("forget", [False, True], ids=["journal kept", "journal lost"])
@pytest.mark.parametrize("after", [False, True], ids=["before the edit", "after it"])
@pytest.mark.parametrize("title", ["Play", ARCHIVE])
def test_a_run_that_is_cut_off_is_made_good(
    world: LongWorld, title: str, after: bool, forget: bool
) -> None:
    """Between the two edits, or before or after both: the next run leaves each line on one page."""
    world.add("Ann", DIGS[1])
    faulty = Faulty(world, title, TryLater("lost"), after=after)
    faulty.titles = [title]
    try:
        world.sync(wiki=faulty)
    except TryLater:
        assert title == "Play"
    if forget:
        world.forget()
    world.wait(1)
    world.add("Ann", DIGS[2])
    world.sync()

    assert (old_lines(world), {*world.played().values()}) == ((0, 1), {1})
    assert "* Ann: 9 stones" in world.text("State")


class Between(Faulty):
    """Somebody else saves the page right before the bot does, once."""

    def __init__(self, world: World, title: str, act: Callable[[], Any]) -> None:
        super().__init__(world, title, TryLater(""))
        self.titles, self.act = [title], act

    def save(self, edit: Edit) -> Saved:
        if edit.title in self.titles:
            self.titles = []
            self.act()
        return self.world.wiki.save(edit)


@pytest.mark.parametrize("title", ["Play", ARCHIVE])
def test_a_conflict_leaves_it_for_the_next_run(world: LongWorld, title: str) -> None:
    """What the other wrote stays, the new line is answered at once, and no line is lost."""
    world.add("Ann", DIGS[1])
    world.sync(wiki=Between(world, title, lambda: world.add("Cat", "Hello. ~~~~", title)))
    first = world.text("Play")
    world.add("Ann", DIGS[2])
    world.sync()

    assert first.count("'''done'''") == 2
    assert "Hello." in world.text(title)
    assert (old_lines(world), {*world.played().values()}) == ((0, 1), {1})


@pytest.mark.parametrize("error", [EditRefused("no", code="protectedpage"), TOO_BIG])
def test_an_archive_that_refuses_costs_no_answer(world: LongWorld, error: WikiError) -> None:
    """The lines stay where they are, and the report says why."""
    world.add("Ann", DIGS[1])
    faulty = Faulty(world, "", error)
    faulty.titles = [ARCHIVE]
    report = world.sync(wiki=faulty)

    assert (old_lines(world), world.text("Play").count("'''done'''")) == ((1, 0), 2)
    assert any("The lines stay on Play." in each for each in report.problems)


def test_an_archive_may_keep_the_bot_away(world: LongWorld) -> None:
    """By the template that holds for all pages."""
    world.edit("Sam", ARCHIVE, "{{nobots}}")
    world.add("Ann", DIGS[1])
    world.sync()

    assert (old_lines(world), world.text(ARCHIVE)) == ((1, 0), "{{nobots}}")


# -- people put lines back -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "more", "by", "forget"),
    portion(product((False, True), ("", ": Hello.\n"), ("Ann", "Bea"), (False, True)), 3),
)
def test_lines_that_come_back_play_nothing(
    world: LongWorld, seen: bool, more: str, by: str, forget: bool
) -> None:
    """Whoever reverts the archiving, when, and whether anything was written since."""
    world.add("Cat", ": Nice game, everybody.")
    before = world.text("Play")
    world.add("Cat", "* dance")
    world.sync()
    assert old_lines(world) == (0, 1)
    if seen:
        for _ in range(3):
            world.add("Cat", "* dance again")
            world.sync()
    world.edit(by, "Play", before + more)
    if forget:
        world.forget()
    report = world.sync()

    assert [each.action.text for each in report.outcomes] == []
    assert "* Ann: 2 stones" in world.text("State")
    assert not any("took" in each or "gone" in each for each in report.notes)


@pytest.mark.parametrize("forget", [False, True], ids=["journal kept", "journal lost"])
def test_the_same_words_again_are_a_new_line(world: LongWorld, forget: bool) -> None:
    """An archived line is not in the way of one that its author writes anew."""
    world.add("Cat", "* dance")
    world.sync()
    if forget:
        world.forget()
    world.add("Ann", DIGS[0])
    world.sync()

    assert ("* Ann: 4 stones" in world.text("State"), old_lines(world)) == (True, (1, 1))


# -- pages that are too big ------------------------------------------------------------------------


def test_a_full_page_costs_no_answer(tmp_path: Path) -> None:
    """Lines go on being played; each answer comes once, when there is room again."""
    world = LongWorld(tmp_path, archive="")
    world.edit("Sam", "Play", ACTIONS.replace("Write", "x" * 4000))
    full = Faulty(world, "Play", TOO_BIG)
    for line in DIGS[:2]:
        world.add("Ann", line)
        report = world.sync(wiki=full)
    state = world.text("State")
    answers = world.text("Play").count("'''done'''")
    world.sync()

    assert ("* Ann: 5 stones" in state, answers) == (True, 0)
    assert "Set `archive` in settings.ini" in report.problems[-1]
    assert re.search(r"Play is 9\d % full", state)
    assert (world.text("Play").count("'''done'''"), {*world.played().values()}) == (2, {1})
    world.close()


def test_a_page_that_fills_up_is_told_of(tmp_path: Path) -> None:
    """From 80 percent on, in the report and on the gamestate page, with what to do."""
    world = LongWorld(tmp_path, archive="")
    world.edit("Sam", "Play", ACTIONS.replace("Write", "x" * (LIMIT * 4 // 5 + 1)))
    world.add("Ann", DIGS[0])
    report = world.sync()

    remedy = "Set `archive` in settings.ini, so that answered lines leave it"
    assert report.problems == (f"Play is 80 % full. {remedy}.",)
    assert "Play is 80 % full." in world.text("State")
    world.close()


def test_a_dry_run_shows_what_would_move(world: LongWorld) -> None:
    """The archive and the page without the old lines, as the sync after it saves them."""
    world.add("Ann", DIGS[1])
    shown = {each.title: each.after for each in world.sync(dry_run=True).changes}
    still = world.archives()
    world.sync()

    assert still == {}
    assert shown[ARCHIVE] == world.text(ARCHIVE)
    assert DIGS[0] in shown[ARCHIVE]
    assert DIGS[0] not in shown["Play"]
