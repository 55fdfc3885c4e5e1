"""Whatever people do to the pages while the game stands still, and wherever the bot is killed.

No line is played twice, nothing is told twice, and nothing is left when all is mended.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.for_each import TIMES
from tests.sync.test_trouble import with_stewards
from tests.sync.world import World
from wikibot.wiki.base import Edit, Saved

PAGES = ("State", "Play", "Orders", "Log")
_STATUS = re.compile(r'<small class="wikibot-status">.*</small>\n?')
_COUNT = re.compile(r"(Bea|Ann): \d+")
_NOTE = re.compile(r"\n[*]: [^\n]*'''waits'''[^\n]*")


def people(world: World, random: Random) -> None:
    """Somebody does something to one of the pages."""
    state, play = world.text("State"), world.text("Play")
    faces = random.randint(1, 4), random.randint(1, 4)
    older = random.choice(list(world.wiki.history("State", 0)))
    deeds = [
        *[lambda: world.add(random.choice(("Ann", "Bea")), f"* dig -- 2d4 {faces}")] * 6,
        *[lambda: world.edit("Cat", "State", _COUNT.sub(r"\1: many", state, count=1))] * 3,
        *[lambda: world.edit("Sam", "State", state.replace(": many", ": 3"))] * 3,
        lambda: world.edit("Dan", "State", older.text or ""),
        lambda: world.edit("Dan", "State", _STATUS.sub("", state)),
        lambda: world.edit("Dan", "Play", _NOTE.sub("", play, count=1)),
        lambda: world.edit("Dan", "Play", play.replace("'''waits'''", "'''waits''' hm", 1)),
        lambda: world.edit("Dan", "Orders", f"{world.text('Orders')}* hm\n"),
        lambda: world.add("Sam", "* resume", "Orders"),
        world.forget,
    ]
    random.choice(deeds)()


def killed(world: World, random: Random) -> None:
    """A sync that is killed before or after one of its edits."""
    cut, last, after = world.open(), random.randrange(3), random.random() < 0.5
    real_save, saved = cut.save, list[Saved]()

    def save(edit: Edit) -> Saved:
        if len(saved) == last and not after:
            raise KeyboardInterrupt
        saved.append(real_save(edit))
        if len(saved) > last:
            raise KeyboardInterrupt
        return saved[-1]

    cut.save = save  # type: ignore[method-assign]
    with suppress(KeyboardInterrupt):
        world.sync(wiki=cut)


@pytest.mark.parametrize("seed", range(TIMES))
def test_all_is_told_once_and_played_once(tmp_path: Path, seed: int) -> None:
    """The third of syncs in a row edits nothing; at the end each line has one answer."""
    random, world = Random(seed), World(tmp_path)
    world.settings = with_stewards(world.settings)
    world.edit("Sam", "Orders", "Stewards.\n")
    for _ in range(25):
        people(world, random)
        if random.random() < 0.3:
            killed(world, random)
        world.sync()
        world.sync()  # with the log
        before = [world.text(title) for title in PAGES]
        world.sync()

        assert [world.text(title) for title in PAGES] == before
    world.edit("Sam", "State", world.text("State").replace(": many", ": 1"))
    world.add("Sam", "* resume", "Orders")
    world.sync()
    world.sync()
    play, log = world.text("Play"), re.findall(r"# line (\S+)", world.text("Log"))
    answers = re.findall(r"'''(?:done|cant|needs|huh|held)'''.*?<!-- (\S+) -->", play)

    assert len(answers) == len(set(answers)) == play.count("* dig --")
    assert len(log) == len(set(log))
    assert not re.search(r"'''waits''' <nowiki>", play)
    assert world.text("State").count("wikibot-status") == 1
    assert "mended" not in world.text("State")
    assert "stops the game" not in world.text("Orders")
    world.close()
