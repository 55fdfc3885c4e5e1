"""Many lines are played in portions, each saved before the next, and come to the same."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.game.tiny import ACTIONS
from tests.sync.test_trouble import with_stewards
from tests.sync.world import Deadly, Killed, World
from wikibot.sync import pipeline, play, run, snapshot
from wikibot.sync.report import Report

LINES = ("dig -- 2d4 (1, 2) = 3", "walk mill hill", "walk mill", "help dig", "dance", "join")
PEOPLE = ("Ann", "Bea", "Cat")
ALL = 1000


def write(world: World, lines: Sequence[tuple[int, str]]) -> None:
    """Lines of players, those of one after the other in one edit."""
    written = ""
    for number, (who, line) in enumerate(lines):
        written += f"* {line}\n"
        last = number + 1 == len(lines) or lines[number + 1][0] != who
        if last:
            world.edit(PEOPLE[who], "Play", world.text("Play") + written)
            written = ""


def take_off(world: World, number: int) -> None:
    """Have the author of a line remove it again, unread."""
    actions = [line for line in world.text("Play").splitlines() if line.startswith("* ")]
    line = actions[number % len(actions)]
    world.edit(PEOPLE[number % 3], "Play", world.text("Play").replace(f"{line}\n", "", 1))


def outcome(world: World) -> tuple[str, list[str], list[str]]:
    """The state, the answers in the order of the page, and the log; no times, runs or revisions."""
    state = world.text("State").split("== Records ==")[0].split("<small")[0]
    answers = [
        re.sub(r"\d{2}:\d\d, .*", "", line.split("<!--")[0])
        for line in world.text("Play").splitlines()
        if "'''" in line
    ]
    log = [re.sub(r"\d\S*Z", "", line) for line in world.text("Log").splitlines() if ": " in line]
    return re.sub(r"\d+\.\d+\.\d+", "", state), answers, sorted(log)


def portions(patch: pytest.MonkeyPatch, lines: int) -> None:
    """Play so many lines at once."""
    patch.setattr(snapshot, "PORTION", lines)


def test_equal_lines_of_one_edit_are_each_played_and_none_is_news(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where they take the place of all that stood on the page."""
    portions(monkeypatch, 3)
    line = "* walk mill"
    world.edit("Ann", "Play", f"{ACTIONS}{line} hill\n")
    world.sync()
    signed = f"{line} [[User:Ann|Ann]] 10:00, 5 January 2024 (UTC)\n"
    world.edit("Ann", "Play", ACTIONS + signed * 8)
    report = world.sync()

    assert (len(report.outcomes), report.notes) == (8, ())
    assert world.text("Play").count("<!-- 3.") == 8


def test_each_portion_is_saved_before_the_next(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten lines of one edit, three at a time: four saves, ten answers, and nothing is left."""
    portions(monkeypatch, 3)
    write(world, [(1, "dig -- 2d4 (1, 2) = 3")] * 10)
    before, told = world.revisions("State"), list[str]()

    report = world.sync(progress=told.append)

    assert len(report.outcomes) == 10
    assert world.revisions("State") - before == 4
    assert world.text("Play").count("'''done'''") == 5, "Bea carries 20 stones at the most"
    assert [each for each in told if "left" in each] == [
        "3 lines played, 7 left", "6 lines played, 4 left", "9 lines played, 1 left",
    ]  # fmt: skip
    assert not report.notes, "that the lines of the first portions have answers is no news"
    play = [(each.before, each.after) for each in report.changes if each.title == "Play"]
    texts = [each.text for each in world.wiki.history("Play", 0)]
    assert play == list(zip(texts[-5:-1], texts[-4:], strict=True)), "each page that was saved"
    assert world.sync().idle


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    lines=st.lists(st.tuples(st.integers(0, 2), st.sampled_from(LINES)), min_size=1, max_size=9),
    portion=st.integers(1, 5),
    gone=st.lists(st.integers(0, 8), max_size=2),
    killed=st.integers(0, 12),
    after=st.booleans(),
    tick=st.sampled_from([0.0, 0.01, 0.1, 0.3]),
)
def test_portions_and_kills_change_nothing(
    tmp_path_factory: pytest.TempPathFactory,
    lines: list[tuple[int, str]],
    portion: int,
    gone: list[int],
    killed: int,
    after: bool,
    tick: float,
) -> None:
    """However lines are portioned, whatever time they take (``tick``: seconds for a look at the
    clock), and wherever a run is killed, each is played and told once.
    """
    found = []
    for size in (ALL, portion):
        world = World(tmp_path_factory.mktemp("wiki"))
        write(world, lines)
        for number in gone if len(lines) > 2 else ():
            take_off(world, number)
        with pytest.MonkeyPatch.context() as patch:
            portions(patch, size)
            if size != ALL:
                clock = itertools.count(step=tick)
                patch.setattr("time.thread_time", lambda clock=clock: next(clock))
            if size != ALL and killed:
                with suppress(Killed):
                    world.sync(wiki=Deadly(world, killed, after=after))
                world.forget()
            while world.sync().left:
                pass
        found.append(outcome(world))
        world.close()
    assert found[0] == found[1]


def test_a_sync_ends_when_its_time_is_used(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits is left to the next one, which is told; nothing is played twice."""
    portions(monkeypatch, 3)
    monkeypatch.setattr(run, "BUDGET", 0)
    write(world, [(1, "dig -- 2d4 (1, 2) = 3")] * 7)

    reports, told = list[Report](), list[list[str]]()
    for _ in range(4):
        reports.append(world.sync())
        told.append(re.findall(r"still to be played: (\d)", world.text("State")))

    assert told == [["4"], ["1"], [], []]
    assert [len(each.outcomes) for each in reports] == [3, 3, 1, 0]
    assert [each.left for each in reports] == [4, 1, 0, 0]
    assert reports[0].notes == ("4 more lines are left to the next sync.",)
    assert reports[3].idle


def test_lines_that_take_long_are_played_in_smaller_portions(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at the clock takes a tenth of a second: half the time is one for five lines."""
    monkeypatch.setattr(run, "BUDGET", 1.0)
    clock = itertools.count(step=0.1)
    monkeypatch.setattr("time.thread_time", lambda: next(clock))
    write(world, [(1, "dig -- 2d4 (1, 2) = 3")] * 9)

    report = world.sync()

    assert 0 < len(report.outcomes) < 5
    assert len(report.outcomes) + report.left == 9


def test_time_passes_between_portions_as_between_lines(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A day that ended while lines waited ends between them, wherever a portion ends."""
    portions(monkeypatch, 2)
    write(world, [(1, "dig -- 2d4 (1, 2) = 3")] * 3)
    world.now += timedelta(days=1)
    write(world, [(1, "wager")])

    report = world.sync()

    assert [each.verdict.value for each in report.outcomes] == ["done", "done", "done", "cant"]
    assert [each.text for each in report.fired_events if "day" in each.text], "the day began"


def test_a_pause_comes_before_all_lines(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A steward who sees a flood of lines stops the game at once, however long the queue is."""
    portions(monkeypatch, 2)
    write(world, [(1, "dig -- 2d4 (1, 2) = 3")] * 9)

    report = world.sync(said=("pause",))

    assert [each.action.text for each in report.outcomes] == ["pause"]
    world.sync(said=("resume",))
    assert world.text("Play").count("'''") // 2 == 9


def test_many_lines_of_the_steward_page_come_in_portions(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of stewards first, whatever strangers write there; each gets one answer."""
    portions(monkeypatch, 3)
    world.settings = with_stewards(world.settings)
    world.sync()
    world.edit("Mallory", "Orders", "* pause\n" * 8)
    orders = "".join(f"* correct Ann gains {n} Stone\n" for n in range(1, 5))
    world.edit("Sam", "Orders", world.text("Orders") + orders)
    write(world, [(1, "dig -- 2d4 (1, 2) = 3")])
    before = world.revisions("State")

    report = world.sync()

    told = [each.action.account for each in report.outcomes]
    assert sorted(told[:4]) == ["Bea", "Sam", "Sam", "Sam"]
    assert (len(told), world.revisions("State") - before) == (13, 4)
    assert world.text("Orders").count("<!-- ") == 12
    assert "* Ann: 10 stones" in world.text("State")
    assert (world.text("State").count("8 stones"), world.sync().idle) == (1, True)


def test_a_dry_run_says_how_many_lines_follow(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows the first portion, and what the others come to is not known before that."""
    portions(monkeypatch, 4)
    write(world, [(1, "help")] * 10)

    report = world.sync(dry_run=True)

    assert len(report.outcomes) == 4
    assert "6 more lines come after these." in report.notes


def test_answers_that_would_fill_the_page_come_in_smaller_portions(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state is never refused because of how much there is to say at once."""
    monkeypatch.setattr(pipeline, "LIMIT", 6000)
    write(world, [(number % 3, f"dance {'x' * 100} {number}") for number in range(30)])
    before = world.revisions("State")

    report = world.sync()

    assert len(report.outcomes) == 30
    assert world.revisions("State") - before > 2
    longest = max(len(each.text or "") for each in world.wiki.history("State", 0))
    assert longest < 6000


def test_a_long_answer_is_given_once_to_an_account(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page is not filled by who asks for help again and again."""
    monkeypatch.setattr(play, "LONG", 50)
    write(world, [(1, "help")] * 5 + [(0, "help")])

    world.sync()

    answers = [line for line in world.text("Play").splitlines() if "'''done'''" in line]
    assert len(answers) == 6
    assert sum("see the answer to your earlier line" in line for line in answers) == 4


@pytest.mark.parametrize("talk", [": {}", ": walk mill hill", ": I say {} to all of you", "::: {}"])
def test_talk_does_not_count_among_the_lines(
    world: World, monkeypatch: pytest.MonkeyPatch, talk: str
) -> None:
    """However much stands above an action, one sync plays it, and the next is idle."""
    portions(monkeypatch, 20)
    world.sync()
    said = "\n".join(talk.format(number) for number in range(300))
    world.edit("Bea", "Play", f"== Chat ==\n{said}\n== Actions ==\n")
    world.add("Ann", "* dig -- 2d4 (1, 2) = 3")

    report = world.sync()

    assert [each.text for each in report.outcomes if each.verdict.value == "done"] == ["found 3"]
    hints = sum(each.verdict.value == "huh" for each in report.outcomes)
    most = 20 if talk == ": walk mill hill" else 0
    assert hints == most, "few lines in the wrong place are told so"
    assert world.sync().idle
