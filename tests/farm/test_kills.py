"""Many games and several workers, of which some are killed, on a database that goes away."""

from __future__ import annotations

import signal
from pathlib import Path
from random import Random

from tests.farm.arena import Farm, Watch
from tests.farm.games import FolderGame, make_template
from tests.postgres.server import Postgres

OPTIONS = ("--tick", "1")
GAMES, LINES, SECONDS = 12, 40, 150.0


def test_every_line_is_played_once_whoever_is_killed(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    """Two workers, five kills, one loss of power of the database:
    each line once on the log, one answer.
    """
    template, rng = make_template(tmp_path / "template"), Random(7)
    games = [FolderGame(template, tmp_path / f"game{n}", n) for n in range(GAMES)]
    with Farm(own_postgres.database(), tmp_path) as farm:
        farm.add(games)
        for _ in range(2):
            farm.start(*OPTIONS)
        farm.wait_ready()
        watch = Watch()
        for number in range(LINES):
            watch.expect(rng.choice(games).write())
            if number % 8 == 7:
                farm.kill(rng.randrange(2), *OPTIONS, alone=number % 16 == 7)
            if number == LINES // 2:
                own_postgres.restart(signal.SIGQUIT)
        answered = watch.wait(SECONDS)
        watch.stop()
        farm.settle(SECONDS)
        codes = farm.stop()

        assert (answered, codes) == (True, [0, 0]), farm.logs()[-3000:]
    played = [game for game in games if game.folk.lines]
    assert [f"{each.kind}: {each.what}" for game in played for each in game.check()] == []
