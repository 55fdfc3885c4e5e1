"""What an action of a ruleset in plain words costs, beside those of coded games in the same run.

All games are made up: their lines hold all rolls, as a log does, and are played in one go by what
plays them for ``wikibot apply``. The rules in plain words let 20 players walk a board of 60 spaces,
dig, trade and fight, within limits, until somebody wins. The other rows are peers of the
first: the same game with 300 sentences more that are not concerned, and with twice the players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.engine import SEED, played
from bench.figures import Figure, cpu_seconds
from rules.cycle15 import GAME as CYCLE15
from rules.generic import GAME
from rules.round7 import GAME as ROUND7
from tests.rules.cycle15.long_game import rulebook, start
from tests.rules.cycle15.table import Table
from tests.rules.round7 import test_any_game as round7
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import LINE_MARK, log_line, read_log
from wikibot.game.ruleset.rulebook import Rulebook

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
PLAYERS, SPACES, MORE = 20, 60, 300
MOST = 1.0  # of what an action of a coded game costs
Game = tuple[Rulebook, Any, tuple[Action, ...]]
RULES = """\
A player may move to a Space that their Space leads to.
A player may dig by paying 1 Gold: they roll 1d6. On a 4 or more, they gain a Gem; \
otherwise, they gain 1 Gold.
A player may sell any number of Gems for 3 Gold each.
A player may give any number of Gold to another player.
A player may work: they gain 2 Gold.
A player may challenge another player: they roll 1d6. If the roll is higher than \
that player's Strength, that player loses 1 Gold; otherwise, they lose 1 Gold.
Whenever a player moves to a Space of type Shop, they gain 1 Gold.
Whenever a player gains a Gem, they gain 1 Point.
Whenever a player has 50 Gems or more, they lose all their Gems and gain 9 Points.
Whenever Season becomes Winter, each player loses 1 Gold.
At the end of each day, each player who has no Gold gains 3 Gold.
No player may have more than 500 Gold.
A player's Gold is at least 0.
A player's Strength is at most 6.
A player who has no Strength may not challenge.
A player who has at least 900 Points wins the game.
A player who has at least 400 Gold and 90 Gems wins the game.
"""
_OTHER = (
    "No player may have more than {n}00 {item}.",
    "A player who has at least {n}00 {item} wins the game.",
    "Whenever a player has {n}0 {item} or more, they gain 1 Point.",
    "Whenever a player gains {item}, they gain {n} Points.",
    "A player may buy a {item} by paying {n} Gold.",
    "At the end of each week, each player who has a {item} gains {n} Gold.",
)


def _letters(number: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def _ruleset(more: int) -> str:
    others = (
        _OTHER[at % len(_OTHER)].format(n=at % 7 + 2, item=f"Relic{_letters(at)}")
        for at in range(more)
    )
    return "\n\n".join([*RULES.splitlines(), *others])


def _page(players: int) -> str:
    rows = "".join(
        f"|-\n| P{_letters(at)} || {at % SPACES + 1} || || 40 || 0 || {at % 5 + 1}\n"
        for at in range(players)
    )
    kinds = ("Shop", "Wood", "Hill")
    spaces = "".join(
        f"|-\n| {at} || {kinds[at % 3]} || {at % SPACES + 1}, {(at + 4) % SPACES + 1}\n"
        for at in range(1, SPACES + 1)
    )
    return (
        "== Players ==\n{|\n! Player !! Space !! Items !! Gold !! Points !! Strength\n"
        f"{rows}|}}\n\nSeason: Spring\n\n== Spaces ==\n{{|\n! Space !! Type !! Leads to\n"
        f"{spaces}|}}\n"
    )


def _lines(players: int, count: int) -> Iterator[Action]:
    """Lines of all players in turn."""
    for at in range(count):
        one, time = at % players, BEGIN + timedelta(minutes=1 + at)
        turn = at // players
        here = (one + turn // 5) % SPACES + 1
        texts = (
            f"move to {here % SPACES + 1}",
            f"dig -- 1d6 ({at % 6 + 1}) = {at % 6 + 1}",
            "work",
            f"give 1 Gold to P{_letters((one + 1) % players)}",
            f"challenge P{_letters((one + 7) % players)} -- 1d6 ({at % 6 + 1}) = {at % 6 + 1}",
        )
        name = f"P{_letters(one)}"
        yield Action(
            ActionId(0, 0, at + 1), time, name, texts[turn % 5], at + 1, by_name=True, trusted=True
        )


def game(players: int = PLAYERS, more: int = 0, count: int = 3000) -> Game:
    """A rulebook with so many sentences more, the state at the beginning, and lines."""
    book = GAME.rulebook(_ruleset(more))
    state = GAME.read(_page(players), book, BEGIN).state
    return book, state, tuple(_lines(players, count))


def coded(count: int) -> Callable[[], object]:
    """So many actions of Cycle 15, to be played."""
    book = rulebook()
    begin = start(book, BEGIN)
    lines = Table(book, begin, SEED).play(count)
    engine = Engine(CYCLE15, book)
    return lambda: played(engine, begin, lines)


def coded_round7(lines: int) -> tuple[Callable[[], object], int]:
    """A game of Round 7 of so many lines as its log has it, to be played, and how many count."""
    outcomes = (step.outcome for step in round7.game(SEED, lines) if step.outcome)
    counted = (each for each in outcomes if each.counts)
    log = "\n".join(f"{LINE_MARK}{each.action.id}\n{log_line(each)}" for each in counted)
    actions = tuple(each for each in read_log(log) if isinstance(each, Action))
    engine, begin = Engine(ROUND7, round7.BOOK), round7.start()
    return lambda: engine.play(begin, actions), len(actions)


def plain(given: Game) -> Callable[[], object]:
    """The lines of a game in plain words, to be played; its sentences are compiled by now."""
    book, state, lines = given
    engine = Engine(GAME, book)
    played(engine, state, lines[:1])
    return lambda: played(engine, state, lines)


def measure(short: bool) -> list[Figure]:
    """Microseconds of CPU an action; the games take turns, and the best run of each counts."""
    count, runs = (100, 1) if short else (1000, 5)
    games = {
        "plain": plain(game(count=count)),
        "coded": coded(count),
        "more": plain(game(more=MORE, count=count)),
        "twice": plain(game(2 * PLAYERS, count=count)),
    }
    counts = dict.fromkeys(games, count)
    games["round7"], counts["round7"] = coded_round7(10 if short else 120)
    best = dict.fromkeys(games, float("inf"))
    for _ in range(runs):
        for name, work in games.items():
            best[name] = min(best[name], cpu_seconds(work) / counts[name] * 1_000_000)
    one, with_more, with_twice = (
        "an action in plain words",
        f"{MORE} sentences more",
        "twice the players",
    )
    return [
        Figure(one, best["plain"], "us", "Cycle 15", best["coded"], most_ratio=MOST),
        Figure(one, best["plain"], "us", "Round 7", best["round7"], most_ratio=MOST),
        Figure(f"{one}: {with_more}", best["more"], "us", "without", best["plain"], most_ratio=1.2),
        Figure(
            f"{one}: {with_twice}", best["twice"], "us", "without", best["plain"], most_ratio=1.3
        ),
    ]
