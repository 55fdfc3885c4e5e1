"""What an action of a ruleset in plain words costs, beside those of coded games in the same run.

All games are made up: their lines hold all rolls, as a log does, and are played in one go by what
plays them for ``wikibot apply``. The rules in plain words let 20 players walk a board of 60 spaces,
dig, trade and fight, within limits, until somebody wins. The next rows are peers of the
first: the same game with 300 sentences more that are not concerned, and with twice the players. The
last is another game, of 100 sentences of all kinds, 20 players and 200 things: they march, rob and
trade, and what they are worth is reckoned from the provinces that they own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import chain, islice
from typing import Any

from bench.engine import SEED, played
from bench.figures import Figure, cpu_seconds
from rules.cycle15 import GAME as CYCLE15
from rules.generic import GAME
from rules.round7 import GAME as ROUND7
from tests.rules.cycle15.long_game import EARLY, LATE, rulebook, start
from tests.rules.cycle15.table import Table
from tests.rules.round7 import test_any_game as round7
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import LINE_MARK, log_line, read_log
from wikibot.game.ruleset.rulebook import Rulebook

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
PLAYERS, SPACES, MORE = 20, 60, 300
MOST, MOST_WIDE = 1.0, 1.3  # of what an action of a coded game costs
SENTENCES, PROVINCES = 100, 100
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

_WIDE = """\
A player may march any number of Troops from a Province they own, called the start, to a \
Province that it leads to, called the target: the Troops of the start decrease by that many, \
and the Troops of the target increase by that many.
A player may sail to a Harbour that their Harbour leads to.
A player may work: they gain 2 Gold for each Province they own and 1 Point.
A player may gamble by paying 1 Gold: they roll 1d6. On a 4 or more, they gain 2 Gold; \
otherwise, they lose 1 Point.
A player may rob another player who has more Gold than them: that player loses 1 Gold, and the \
player gains 1 Gold.
A player may give any number of Gold to another player.
A player may claim a Province that nobody owns by paying 2 Gold: its Owner becomes the player.
Once per day, a player who has at least 3 Points may feast by paying 2 Gold: each player on \
their Harbour gains 1 Point.
Each Province with no Troops has no Owner.
Whenever the Troops of a Province drop to 0, its Owner becomes nobody.
Every Friday, for each Company, roll 1d6: on a 1, its Price decreases by 2.
At the end of each day, each player gains 1 Gold for each Province they own.
A player's Worth is their Gold plus the total Rent of the Provinces they own.
The player with the most Points is the Leader.
A player who has the most Worth may tax: each other player loses 10% of their Gold, rounded \
up.
At the end of each week, the players with the fewest Points gain 1 Point.
Players take turns in the order of the table Players.
During their turn, a player may trade 2 Points for 1 Gold.
At the end of each round, the Pot increases by the highest Price.
A turn lasts at most 72 hours; then that player loses 1 Point and the turn passes.
It is Day for 48 hours, then Night for 24 hours, and so on.
During the Night, a player may hide: they gain 1 Point.
Whenever a player robs another player for the second time this week, they lose 1 Point.
At the end of each day, each player who has not acted for 7 days loses 1 Point.
Nobody may rob the same player twice in a row.
A player may offer another player a Truce: if they accept within 3 days, the two have a Truce \
for 7 days.
Players who have a Truce may not rob each other.
A player may offer any number of Points for any number of Gold to another player.
At the end of each month, each player chooses a Province they own and loses it.
A player who has a Lantern cannot be robbed.
A player who would lose Points loses Gold instead.
No player may have more than 30 Lanterns.
A player's Points are at least 0.
When a proposal passes, each player who voted against it gains 10 Points.
The Leader's vote counts twice.
By Day, a player may vote for a Company.
The Deck is a pile of Cards.
At the end of each month, shuffle the Deck.
A player may draw a Card from the Deck by paying 9 Gold.
A player's Role is secret.
A player may found by paying 20 Gold: they create a Company named Mill.
Each new player begins with 5 Gold and is on Harbour 1.
If no player has at least 1 Gold, each player who has at least 90 Points wins.
A player who has at least 900 Points wins the game.
Voting on a proposal lasts 48 hours.
A proposal passes if it has more votes for than against and at least 3 votes for.
"""
_OF_A_GOOD = (
    "A player may buy any number of {item} for 2 Gold each.",
    "Whenever a player gains {item}, each other player with at least 9 {item} loses 1 Gold.",
    "The player with the most {item} is the {item} Baron.",
    (
        "Once per week, a player who has the most {item} may cash {item}: they gain the Price of "
        "{firm} times their {item} in Gold."
    ),
    (
        "At the end of each week, each player with at least 5 {item} loses half of their {item}, "
        "rounded up."
    ),
    "A player who would lose {item} loses Gold instead.",
    "A player may hand any number of {item} to a player who has fewer {item} than they.",
    "No player may have more than 30 {item}.",
    "Whenever the Price of {firm} drops to 0, each player loses all their {item}.",
    "A player who has at least 90 {item} and 90 Points wins the game.",
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
        one, turn = at % players, at // players
        here = (one + turn // 5) % SPACES + 1
        texts = (
            f"move to {here % SPACES + 1}",
            f"dig -- 1d6 ({at % 6 + 1}) = {at % 6 + 1}",
            "work",
            f"give 1 Gold to P{_letters((one + 1) % players)}",
            f"challenge P{_letters((one + 7) % players)} -- 1d6 ({at % 6 + 1}) = {at % 6 + 1}",
        )
        yield _line(at, f"P{_letters(one)}", texts[turn % 5])


def _line(at: int, name: str, text: str) -> Action:
    time = BEGIN + timedelta(minutes=1 + at)
    return Action(ActionId(0, 0, at + 1), time, name, text, at + 1, by_name=True, trusted=True)


def game(players: int = PLAYERS, more: int = 0, count: int = 3000) -> Game:
    """A rulebook with so many sentences more, the state at the beginning, and lines."""
    book = GAME.rulebook(_ruleset(more))
    state = GAME.read(_page(players), book, BEGIN).state
    return book, state, tuple(_lines(players, count))


def wide(sentences: int = SENTENCES, provinces: int = PROVINCES, count: int = 1000) -> Game:
    """The same of a game whose sentences are of all kinds, with so many of them and provinces."""
    goods = (
        each.format(item=f"Good{_letters(good)}", firm=f"Firm{_letters(good)}")
        for good in range(sentences)
        for each in _OF_A_GOOD
    )
    every = islice(chain(_WIDE.splitlines(), goods), sentences)
    book = GAME.rulebook("\n\n".join(every))
    state = GAME.read(_wide_page(provinces), book, BEGIN).state
    return book, state, tuple(_wide_lines(provinces, count))


def _wide_page(provinces: int) -> str:
    values = "Season: Day\n\nPot: 0\n\nTurn: Pa\n\nTurn ends: 2024-06-01 00:00\n\nLeader: Pa\n\n"
    players = (f"P{_letters(at)}|{at % 20 + 1}||{400 + at}|10|||" for at in range(PLAYERS))
    owned = (
        f"Land{_letters(at)}|P{_letters(at % PLAYERS)}|50|{at % 4 + 1}|"
        f"Land{_letters((at + 1) % provinces)}, Land{_letters((at + PLAYERS) % provinces)}"
        for at in range(provinces)
    )
    return "\n".join(
        (
            _table("Players", "Player|Harbour|Items|Gold|Points|Worth|Role|Votes", players),
            f"{values}Deck: Carda, Cardb\n",
            _table("Provinces", "Province|Owner|Troops|Rent|Leads to", owned),
            _table(
                "Companies",
                "Company|Price",
                (f"Firm{_letters(at)}|{at % 5 + 1}" for at in range(40)),
            ),
            _table("Harbours", "Harbour|Leads to", (f"{at}|{at % 40 + 1}" for at in range(1, 41))),
            _table("Cards", "Card", (f"Card{_letters(at)}" for at in range(20))),
        )
    )


def _table(title: str, headers: str, rows: Iterable[str]) -> str:
    """A table under a heading; cells stand between bars."""
    lines = (f"|-\n| {each.replace('|', ' || ')}\n" for each in rows)
    return f"== {title} ==\n{{|\n! {headers.replace('|', ' !! ')}\n{''.join(lines)}|}}\n"


def _wide_lines(provinces: int, count: int) -> Iterator[Action]:
    """Lines of all players in turn; each of them may be played."""
    for at in range(count):
        one, turn = at % PLAYERS, at // PLAYERS
        start, next_one = one + PLAYERS * turn, _letters((one + 1) % PLAYERS)
        here, there = (_letters(each % provinces) for each in (start, start + PLAYERS))
        texts = (
            "work",
            f"march 1 Troops from Land{here} to Land{there}",
            f"buy 1 Good{_letters(one % 3)}",
            f"rob P{next_one}" if one < PLAYERS - 1 and turn < 6 else "work",
            f"give 1 Gold to P{next_one}",
            f"gamble -- 1d6 ({at % 6 + 1}) = {at % 6 + 1}",
        )
        yield _line(at, f"P{_letters(one)}", texts[turn % 6])


def coded(count: int, rules: str = EARLY) -> Callable[[], object]:
    """So many actions of Cycle 15, by its early rules or its late ones, to be played."""
    book = rulebook(rules)
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
    count, runs, more, sentences = (20, 1, 30, 20) if short else (1000, 5, MORE, SENTENCES)
    games = {
        "plain": plain(game(count=count)),
        EARLY: coded(count),
        LATE: coded(count, LATE),
        "more": plain(game(more=more, count=count)),
        "twice": plain(game(2 * PLAYERS, count=count)),
        "wide": plain(wide(sentences, count=count)),
    }
    counts = dict.fromkeys(games, count)
    games["round7"], counts["round7"] = coded_round7(10 if short else 120)
    best = dict.fromkeys(games, float("inf"))
    for _ in range(runs):
        for name, work in games.items():
            best[name] = min(best[name], cpu_seconds(work) / counts[name] * 1_000_000)
    one, with_more, with_twice = (
        "an action in plain words",
        f"{more} sentences more",
        "twice the players",
    )
    of_all_kinds = f"{one}: {sentences} sentences of all kinds, 200 things"
    plain_us, wide_us, with_peer = best["plain"], best["wide"], ("us", "without", best["plain"])
    cycle15 = {f"Cycle 15, {rules} rules": best[rules] for rules in (EARLY, LATE)}
    return [
        *(Figure(one, plain_us, "us", *each, most_ratio=MOST) for each in cycle15.items()),
        Figure(one, plain_us, "us", "Round 7", best["round7"], most_ratio=MOST),
        Figure(f"{one}: {with_more}", best["more"], *with_peer, most_ratio=1.2),
        Figure(f"{one}: {with_twice}", best["twice"], *with_peer, most_ratio=1.3),
        *(
            Figure(of_all_kinds, wide_us, "us", *each, most_ratio=MOST_WIDE)
            for each in cycle15.items()
        ),
    ]
