"""Answers and log lines: each exactly once, whatever is refused, lost, moved or done twice."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.for_each import portion
from tests.game.tiny import Tiny
from tests.sync.world import Deadly, Killed, World
from wikibot.game.actions import ActionId, Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.state import State, gain
from wikibot.storage.cursor import Answer
from wikibot.storage.log_page import FirstPage
from wikibot.sync import pending_deliveries, pipeline
from wikibot.sync.run import sync
from wikibot.wiki.base import Edit, Poll, Revision, Saved
from wikibot.wiki.errors import EditConflict, EditRefused, TryLater, WikiError
from wikibot.wikitext.dialect import ENGLISH, Dialect, speaking

DIGS = [f"* dig -- 2d4 (1, {face}) = {face + 1}" for face in (1, 2, 3, 4)]


class Faulty:
    """A wiki whose saves of some pages fail, before or after they took effect."""

    def __init__(self, world: World, titles: str, error: WikiError, *, after: bool = False) -> None:
        self.world, self.titles, self.error, self.after = world, titles.split(), error, after

    def __getattr__(self, name: str) -> Any:
        return getattr(self.world.wiki, name)

    def save(self, edit: Edit) -> Saved:
        if edit.title not in self.titles:
            return self.world.wiki.save(edit)
        if self.after:
            self.world.wiki.save(edit)
        raise self.error


READONLY = TryLater("the wiki is read-only", code="readonly")
REFUSED = EditRefused("a filter", code="abusefilter-disallowed")


def disturbed(world: World, titles: str, error: WikiError, *, after: bool = False) -> None:
    """One sync in which saves of some pages fail."""
    with pytest.raises(type(error)):
        world.sync(wiki=Faulty(world, titles, error, after=after))


def told(world: World) -> tuple[int, int, list[int]]:
    """How many answers and log lines there are.

    How often each line's own result stands in an answer.
    """
    play, log = world.text("Play"), world.text("Log")
    return (
        play.count("'''done'''"),
        log.count(": dig"),
        [play.count(f"found {face + 1}<") for face in (1, 2, 3, 4)],
    )


@pytest.mark.parametrize(
    ("titles", "refused", "after", "forget"),
    portion(product(("Play", "Log", "Play Log"), *[(False, True)] * 3), 3),
)
def test_everything_is_delivered_once(
    world: World, titles: str, refused: bool, after: bool, forget: bool
) -> None:
    """Two syncs in which saves were refused or their answers lost, then one without faults."""
    error = REFUSED if refused else READONLY
    for line in DIGS[:2]:
        world.add("Ann", line)
        disturbed(world, titles, error, after=after)
        if forget:
            world.forget()
    world.add("Ann", DIGS[2])
    world.sync()

    assert (told(world), world.text("State").count("Ann: 9 stones")) == ((3, 3, [1, 1, 1, 0]), 1)
    assert world.sync().idle


def test_a_refused_talk_page_does_not_keep_the_log_from_being_written(world: World) -> None:
    """One page can cost only itself."""
    world.add("Ann", DIGS[0])
    disturbed(world, "Play", REFUSED)

    assert told(world)[:2] == (0, 1)


def test_what_the_bot_saved_is_not_read_again(world: World) -> None:
    """Its answers are signed in full, so the page is known to the letter."""
    read: list[str] = []

    class Listening(Faulty):
        """Notes what is read besides the newest texts."""

        def history(self, title: str, since: int) -> Sequence[Revision]:
            read.append(title)
            return self.world.wiki.history(title, since)

    listening = Listening(world, "", REFUSED)
    world.add("Ann", DIGS[0])
    world.sync()
    world.add("Ann", DIGS[1])
    world.sync(wiki=listening)

    assert (told(world)[0], read) == (2, [])


def test_what_was_delivered_and_taken_away_is_not_delivered_again(world: World) -> None:
    """The bot's own revision shows that it was there, also where the journal is lost."""
    world.add("Ann", DIGS[0])
    disturbed(world, "Play Log", TryLater("lost"), after=True)
    disturbed(world, "Play Log", TryLater("lost"), after=True)
    play, log = world.text("Play"), world.text("Log")
    world.edit("Bea", "Play", "\n".join(line for line in play.split("\n") if "done" not in line))
    world.edit("Bea", "Log", "\n".join(line for line in log.split("\n") if "dig" not in line))
    world.forget()
    world.sync()

    assert told(world)[:2] == (0, 0)


@pytest.mark.parametrize(
    "forged",
    ["'''done''': found 2 <!-- {id} --> [[User:Wikibot|Wikibot]] 12:00, 5 January 2024 (UTC)"],
)
def test_an_answer_in_the_bots_name_keeps_no_line_from_being_answered(
    world: World, forged: str
) -> None:
    """Whoever writes one, with the line's own identity, before the bot does."""
    revision = world.add("Ann", DIGS[0])
    page = world.wiki.poll(["Play"]).heads["Play"].page_id
    identity = f"{page}.{revision}.0"
    world.edit("Mallory", "Play", f"{world.text('Play')}*: {forged.format(id=identity)}\n")
    world.edit(
        "Mallory", "Log", f"<pre>\n# line {identity}\n2024-01-05T12:00:00Z Ann: leave\n</pre>\n"
    )
    world.sync()

    assert told(world)[:2] == (2, 1)
    assert "* Ann: 2 stones" in world.text("State")


def test_a_line_that_is_put_back_is_answered_then(world: World) -> None:
    """A page that was blanked between the play and the answer is no reason to be silent."""
    world.add("Ann", DIGS[0])
    disturbed(world, "Play Log", READONLY)
    text = world.text("Play")
    world.edit("Mallory", "Play", "Nothing to see.\n")
    world.sync()
    world.edit("Bea", "Play", text)
    world.sync()

    assert told(world) == (1, 1, [1, 0, 0, 0])


def test_two_bots_deliver_the_same_once(world: World, tmp_path: Path) -> None:
    """The second finds what it read as owed delivered, though it read before the first wrote."""
    world.add("Ann", DIGS[0])
    disturbed(world, "Play Log", READONLY)
    other = World.__new__(World)
    other.__dict__.update(world.__dict__)
    inner = world.wiki.save

    class Slow(Faulty):
        """Lets another bot run in between."""

        def save(self, edit: Edit) -> Saved:
            if edit.title in self.titles:
                self.titles = []
                other.forget()
                other.sync()
            return inner(edit)

    world.forget()
    world.sync(wiki=Slow(world, "Play", READONLY))

    assert told(world) == (1, 1, [1, 0, 0, 0])


def test_a_line_that_came_while_the_bot_was_reading_is_not_in_the_future(world: World) -> None:
    """A hand edit that follows it stands behind it on the log, too."""

    class Late(Faulty):
        """Somebody saves a line between the poll and the reading."""

        def poll(self, titles: Sequence[str], **more: Any) -> Poll:
            found = world.wiki.poll(titles)
            if self.titles:
                self.titles = []
                world.add("Ann", DIGS[0])
            return found

    late = Late(world, "first", READONLY)
    world.add("Bea", DIGS[2])
    world.sync(wiki=late)
    world.edit("Sam", "State", world.text("State").replace("Ann: 2", "Ann: 9"))
    world.sync()

    times = [line.split()[0] for line in world.text("Log").splitlines() if line.startswith("2024")]
    assert (times, len(times)) == (sorted(times), 3)


# -- pages that move -------------------------------------------------------------------------------


def renamed(world: World, old: str, new: str) -> None:
    """Move a page with its history, as MediaWiki does."""
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(world.folder / ".wikibot" / "history.sqlite")) as db, db:
        db.execute("UPDATE page SET title = ? WHERE title = ? AND NOT deleted", (new, old))
    world.wiki.file(old).rename(world.wiki.file(new))


def test_a_talk_page_that_is_moved_away_and_back_is_read_on(world: World) -> None:
    """No line of it plays again, and those of the page in between are played too."""
    world.add("Ann", DIGS[0])
    world.sync()
    renamed(world, "Play", "Elsewhere")
    world.edit("Bea", "Play", f"== Actions ==\n{DIGS[1]}\n")
    world.sync()
    renamed(world, "Play", "Aside")
    renamed(world, "Elsewhere", "Play")
    world.add("Ann", DIGS[2])
    report = world.sync()

    assert [o.text for o in report.outcomes] == ["found 4"]
    assert ("* Ann: 6 stones" in world.text("State"), "* Bea: 8 stones" in world.text("State")) == (
        True,
        True,
    )


@pytest.mark.parametrize("answers", [True, False], ids=["answers there", "answers taken off"])
@pytest.mark.parametrize("log", [True, False], ids=["log there", "log blanked"])
def test_a_gamestate_made_anew_does_not_replay(world: World, answers: bool, log: bool) -> None:
    """Without comment and journal, the log or the answers tell what was played."""
    world.add("Ann", DIGS[0])
    world.sync()
    state = world.text("State").split("<!-- wikibot")[0]
    if not answers:
        world.edit(
            "Bea", "Play", "\n".join(x for x in world.text("Play").split("\n") if "done" not in x)
        )
    if not log:
        world.edit("Bea", "Log", "")
    world.wiki.file("State").unlink()
    world.sync()
    world.edit("Sam", "State", state)
    world.forget()
    world.add("Ann", DIGS[1])
    stuck, report = world.sync(), world.sync(force=True)

    assert (stuck.exit_code, stuck.outcomes) == (1, ())
    assert [o.text for o in report.outcomes] == ["found 3"]
    assert "* Ann: 5 stones" in world.text("State")


def test_a_log_that_people_put_back_by_hand_is_complete(world: World) -> None:
    """The page is another one, and has no revision of the bot's.

    Its lines are there all the same.
    """
    world.add("Ann", DIGS[0])
    world.sync()
    log = world.text("Log")
    world.wiki.file("Log").unlink()
    world.wiki.poll(["Log"])
    world.edit("Sam", "Log", log)
    world.forget()
    world.add("Ann", DIGS[1])
    world.sync()

    assert told(world)[:2] == (2, 2)


@pytest.mark.parametrize("lines", [1, 2])
def test_a_log_page_that_is_gone_is_told(world: World, lines: int) -> None:
    """Until a new one begins."""
    for dig in DIGS[:lines]:
        world.add("Ann", dig)
        first = world.sync()
    world.wiki.file("Log").unlink()
    idle = world.sync()
    world.add("Ann", DIGS[2])
    last = world.sync()
    told = [any("Log: the page is gone" in e for e in r.problems) for r in (first, idle, last)]

    assert told == [False, True, True]
    assert "Log: the page is gone" in world.text("State")
    assert world.sync().problems == ()


def test_a_log_page_that_was_refused_is_not_gone(world: World) -> None:
    """It was never there: all that was played is still owed."""
    world.add("Ann", DIGS[0])
    with pytest.raises(EditRefused):
        world.sync(wiki=Faulty(world, "Log", EditRefused("no")))

    assert world.sync().problems == ()
    assert DIGS[0][2:] in world.text("Log")


@pytest.mark.parametrize("around", ["<!--\n{}\n-->", "{}"], ids=["in a comment", "as prose"])
def test_a_log_line_that_cannot_be_read_is_none(world: World, around: str) -> None:
    """Somebody who guesses what the bot will write keeps it from no log."""
    revision = world.add("Ann", DIGS[0]) + 1
    page = world.wiki.poll(["Play"]).heads["Play"].page_id
    state = world.wiki.read(["State"])["State"]
    assert state is not None
    begun = FirstPage.of(state.id, state.text or "")
    block = f"# played from 2024-01-05T12:02:00Z on\n{begun}\n# line {page}.{revision - 1}.0\n"
    block += "2024-01-05T12:04:00Z Ann: dig -- 2d4 (1, 1) = 2\n# result: found 2"
    world.edit("Mallory", "Log", around.format(block))
    world.sync()

    assert f"<pre>\n{block}\n</pre>" in world.text("Log")


def test_a_forged_log_line_does_not_keep_a_line_from_being_played(world: World) -> None:
    """Only what the bot itself put on the log counts as played."""
    page = world.wiki.poll(["Play"]).heads["Play"].page_id
    named = "".join(
        f"# line {page}.{revision}.0\n2024-01-05T12:00:00Z Ann: leave\n" for revision in range(60)
    )
    world.edit("Mallory", "Log", f"<pre>\n{named}</pre>\n")
    world.add("Ann", DIGS[0])

    assert [o.text for o in world.sync().outcomes] == ["found 2"]


# -- lines that are changed after they were played -------------------------------------------------


def test_a_played_line_that_is_edited_again_and_again_is_played_once(world: World) -> None:
    """Every edit is answered, none is played."""
    world.add("Ann", DIGS[0])
    world.sync()
    for number in range(4):
        text = world.text("Play")
        world.edit(
            "Ann",
            "Play",
            text.replace("* dig", f"* dig{'.' * number} now", 1).replace("now now", "now"),
        )
        world.sync()
        world.forget()

    assert "* Ann: 2 stones" in world.text("State")


@pytest.mark.parametrize("trick", ["done'''→cant'''", "done'''→huh'''", "gone"])
def test_a_played_line_whose_answer_was_falsified_is_not_played_again(
    world: World, trick: str
) -> None:
    """The answer is believed only where the bot itself wrote it, syncs in between or not."""
    world.add("Ann", DIGS[0])
    world.sync()
    old, _, new = trick.partition("→")
    text = world.text("Play")
    forged = (
        text.replace(old, new) if new else "\n".join(x for x in text.split("\n") if "done" not in x)
    )
    world.edit("Ann", "Play", forged)
    world.sync()
    world.edit("Ann", "Play", world.text("Play").replace("2d4 (1, 1) = 2", "2d4 (4, 4) = 8"))
    world.sync()

    assert "* Ann: 2 stones" in world.text("State")


def test_a_refused_line_that_its_author_mends_is_played(world: World) -> None:
    """However long ago it was answered, and whether or not the journal is there."""
    world.add("Ann", "* dgi 2d4")
    world.sync()
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.sync()
    world.forget()
    world.edit("Ann", "Play", world.text("Play").replace("* dgi 2d4", DIGS[3]))

    assert [o.text for o in world.sync().outcomes] == ["found 5"]


def test_people_whom_an_answer_names_are_links_whenever_it_is_delivered(tmp_path: Path) -> None:
    """A run that is cut off leaves the next one the names;
    it writes them as it would have done, once.
    """

    def gift(act: ActionContext[State]) -> None:
        act.state = gain(act.state, "Bea", "Stone", 1)
        act.say(f"{act.player} gives Bea a stone, 'Bea'")

    class Gifts(Tiny):
        verbs = (Verb("gift", "gift", "gift", "", gift), *Tiny.verbs)

    world = World(tmp_path)
    world.add("Ann", "* gift")
    world.add("Bea", "* walk mill")
    with pytest.raises(Killed):
        sync(world.settings, Gifts(), Deadly(world, 1, after=True), world.journal)
    world.forget()
    for _ in range(2):
        sync(world.settings, Gifts(), world.wiki, world.journal)
        world.forget()
    answers = [line for line in world.text("Play").splitlines() if "'''" in line]

    assert [line.count("[[User:Bea|Bea]]") for line in answers] == [1, 1]
    assert "Ann gives </nowiki>[[User:Bea|Bea]]<nowiki> a stone, 'Bea'" in answers[0]
    assert "([[User:Bea|Bea]]) <!-- " in answers[1]
    world.close()


# -- pages that cannot take an answer --------------------------------------------------------------


def test_an_answer_parts_no_line_of_people(world: World) -> None:
    """Below a line in which a comment begins and never ends nothing is shown: that is told."""
    world.sync()
    line = f"{DIGS[0]} <!-- I hope so"
    world.add("Ann", line)
    report = world.sync()

    assert (line in world.text("Play").split("\n"), told(world)[:2]) == (True, (0, 1))
    assert any("a comment begins in that line" in each for each in report.problems)

    world.edit("Ann", "Play", world.text("Play").replace(" <!-- I hope so", ""))
    world.sync()
    assert told(world)[:2] == (1, 1)


def test_a_page_full_of_open_tables_is_played_and_not_written(world: World) -> None:
    """MediaWiki would take minutes to save it; once they are closed, the answer comes."""
    world.sync()
    tables = "{|\n| dig\n" * 300
    world.edit("Mallory", "Play", f"{world.text('Play')}\n{tables}")
    world.add("Ann", DIGS[0])
    report = world.sync()

    assert ("* Ann: 2 stones" in world.text("State"), told(world)[:2]) == (True, (0, 1))
    assert any("300 tables on it are opened" in each for each in report.problems)

    world.edit("Bea", "Play", world.text("Play").replace(tables, ""))
    world.sync()
    assert told(world)[:2] == (1, 1)


def test_a_sync_that_others_always_overtake_ends_with_its_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each reading has the wiki's answers bounded anew, and all of them together are, too."""
    world.add("Ann", DIGS[0])
    clock, polls = itertools.count(0, 50), list[int]()  # seconds, at each look at it
    monkeypatch.setattr(pipeline, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    busy = Faulty(world, "State", EditConflict("somebody was faster", page="State"))

    def poll(*asked: Any, **more: Any) -> Any:
        polls.append(1)
        return world.wiki.poll(*asked, **more)

    busy.poll = poll  # type: ignore[attr-defined]

    with pytest.raises(TryLater, match="other people keep saving"):
        world.sync(wiki=busy)

    assert len(polls) < 5


@pytest.mark.parametrize("before", [ENGLISH, Dialect(zone="Europe/Berlin", zero="٠")])
def test_an_answer_with_times_of_an_earlier_form_is_not_given_again(before: Dialect) -> None:
    """A wiki's own form counts as well as the one that earlier versions wrote on every wiki."""
    answer = Answer(ActionId(1, 2, 0), "needs", "12 Fish by 2024-01-03T14:05:00Z")
    snapshot: Any = SimpleNamespace(titles=SimpleNamespace(stewards=""))
    now = Dialect(zone="Europe/Berlin", zero="٠")
    with speaking(before):
        page = f"* dig\n*: {pending_deliveries._reply(answer, snapshot)} ~~~~"
    with speaking(now):
        forms = pending_deliveries._forms(answer, snapshot)
        there = pending_deliveries._stands_in(page, answer, forms, snapshot)
        other = pending_deliveries._stands_in("* dig", answer, forms, snapshot)

    assert ("14:05, 3 January 2024" in page) == (before == ENGLISH)
    assert (there, other) == (True, False)
